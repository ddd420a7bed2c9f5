package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// header reads head, tail and place-holders. An empty context costs no more.
func (f *frontEnd) header() wires.Activity {
	st := &f.Streams[commands]
	if st.Words.Len() < regs.ContextHeaderDWords {
		return f.P.DMACSP.Starved()
	}
	var h [regs.ContextHeaderDWords]uint32
	for i := range h {
		h[i] = st.take()
	}
	s := f.slot()
	if h[regs.ContextHeaderHead] == h[regs.ContextHeaderTail] {
		f.host.careEnds(s)
		f.Phase = Leave
		return wires.Busy
	}
	f.Cur, f.Tail, f.RingSize = h[regs.ContextHeaderHead], h[regs.ContextHeaderTail], h[regs.ContextHeaderRingSize]
	switch holder := h[regs.ContextHeaderRestore]; {
	case f.RingSize > regs.ContextHeaderRingSizeMax:
		return f.refuse(regs.ReasonHeader, f.RingSize)
	case f.Cur >= f.RingSize:
		return f.refuse(regs.ReasonHeader, f.Cur)
	case f.Tail >= f.RingSize:
		return f.refuse(regs.ReasonHeader, f.Tail)
	case h[regs.ContextHeaderSaveArea]%regs.ContextHeaderSaveAreaAlign != 0:
		return f.refuse(regs.ReasonHeader, h[regs.ContextHeaderSaveArea])
	case holder == regs.CommandRestoreHeader && h[regs.ContextHeaderRestoreAddress] != h[regs.ContextHeaderSaveArea]:
		return f.refuse(regs.ReasonSaveArea, h[regs.ContextHeaderRestoreAddress])
	case holder != regs.CommandRestoreHeader && holder != regs.CommandSkip1DwordHeader:
		return f.refuse(regs.ReasonPlaceHolder, holder)
	}
	scratch := regs.UnpackContextHeaderScratchSize(h[regs.ContextHeaderScratchSize])
	if at := h[regs.ContextHeaderScratch]; scratch.Lines > 0 {
		switch {
		case scratch.Lines*pipe.LineBytes > uint32(f.cfg.Scratch), scratch.Threads < uint32(f.cfg.Threads), uint64(scratch.Lines)*pipe.LineBytes*uint64(f.cfg.Threads) > pipe.SpaceBytes:
			return f.refuse(regs.ReasonHeader, h[regs.ContextHeaderScratchSize])
		case at%regs.ContextHeaderScratchAlign != 0:
			return f.refuse(regs.ReasonHeader, at)
		}
		s.Scratch = span{at, scratch.Lines * pipe.LineBytes}
		s.Pins.Spans[scratchSpan] = span{at, s.Scratch.Bytes * uint32(f.cfg.Threads)}
	}
	s.Save, s.Head = h[regs.ContextHeaderSaveArea], f.Cur
	if h[regs.ContextHeaderRestore] == regs.CommandRestoreHeader {
		s.Restore = restoreRuns
	}
	s.Pins.Spans[ringSpan], s.Pins.Spans[saveSpan] = span{s.Base + regs.ContextHeaderBytes, 4 * f.RingSize}, span{s.Save, regs.SaveRoomBytes}
	f.Phase = PinRest
	return wires.Busy
}

// begin starts a fresh context, or restores one.
func (f *frontEnd) begin(cycle uint64) {
	s := f.slot()
	f.host.starts(s, cycle)
	if s.Restoring() {
		s.to(slotLoad)
		s.Copy = copyDone
		f.Careful = f.host.caredFor(s)
		f.Item = 0
		f.Phase = Load
	} else {
		s.to(slotRun)
		if f.Phase = Parse; s.Scratch.Bytes > 0 {
			f.Phase = Scratch
		}
	}
	f.event(EventStarted, f.Slot, Event{Restored: s.Restoring()})
}

// scratch tells the dispatcher where the context's scratch memory lies: at the beginning of a fresh one, and of a restored one when its save area has been
// judged and its registers are sent.
func (f *frontEnd) scratch() wires.Activity {
	s := f.slot()
	words := [...]uint32{s.Scratch.Addr, s.Scratch.Bytes}
	if int(f.Item) == len(words) {
		return f.resume()
	}
	w := pipe.RegWrite{Restored: true, Block: regs.BlockEUP, Reg: regs.EUPScratchBase + f.Item, Value: words[f.Item]}
	if a, ok := f.sendState(w, pipe.Cursor{}); !ok {
		return a
	}
	if f.Item++; int(f.Item) == len(words) && s.Phase == slotRun {
		f.Item, f.Phase = 0, Parse
	}
	return wires.Busy
}

// pinned has so many of the slot's ranges pinned. A context whose range is not in memory is given up.
func (f *frontEnd) pinned(n uint8) (a wires.Activity, all bool) {
	if f.slot().Refused != 0 {
		f.Phase = Leave
		return wires.Busy, false
	}
	return f.host.pin(f.Slot, n)
}

// pinHeader waits for the header's page, then reads it.
func (f *frontEnd) pinHeader() wires.Activity {
	if a, all := f.pinned(1); !all {
		return a
	}
	f.Streams[commands].start(f.slot().Base, regs.ContextHeaderDWords)
	f.Phase, f.Have = Header, 0
	return wires.Busy
}

// pinRest waits for the pages of ring, save area and scratch memory, then starts the context.
func (f *frontEnd) pinRest(cycle uint64) wires.Activity {
	n := uint8(scratchSpan)
	if f.slot().Scratch.Bytes > 0 {
		n++
	}
	a, all := f.pinned(n)
	if !all {
		return a
	}
	f.begin(cycle)
	return wires.Busy
}
