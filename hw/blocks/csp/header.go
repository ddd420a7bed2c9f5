package csp

import (
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
	s.Save, s.Head = h[regs.ContextHeaderSaveArea], f.Cur
	if h[regs.ContextHeaderRestore] == regs.CommandRestoreHeader {
		s.Restore = restoreRuns
	}
	s.Pins.Spans[1], s.Pins.Spans[2] = span{s.Base + regs.ContextHeaderBytes, 4 * f.RingSize}, span{s.Save, regs.SaveRoomBytes}
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
		f.Phase = Parse
	}
	f.event(EventStarted, f.Slot, Event{Restored: s.Restoring()})
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

// pinRest waits for the pages of ring and save area, then starts the context.
func (f *frontEnd) pinRest(cycle uint64) wires.Activity {
	a, all := f.pinned(3)
	if !all {
		return a
	}
	f.begin(cycle)
	return wires.Busy
}
