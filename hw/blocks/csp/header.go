package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// header reads head, tail and place-holders. An empty context costs no more.
func (b *CSP) header() wires.Activity {
	f := &b.S.Front
	st := &f.Streams[commands]
	if st.Words.Len() < regs.ContextHeaderDWords {
		return b.P.DMACSP.Starved()
	}
	var h [regs.ContextHeaderDWords]uint32
	for i := range h {
		h[i] = st.take()
	}
	s := &b.S.Slots[f.Slot]
	if h[regs.ContextHeaderHead] == h[regs.ContextHeaderTail] {
		b.careEnds(s)
		f.Phase = Leave
		return wires.Busy
	}
	f.Cur, f.Tail, f.RingSize = h[regs.ContextHeaderHead], h[regs.ContextHeaderTail], h[regs.ContextHeaderRingSize]
	switch holder := h[regs.ContextHeaderRestore]; {
	case f.RingSize > regs.ContextHeaderRingSizeMax:
		return b.refuse(regs.ReasonHeader, f.RingSize)
	case f.Cur >= f.RingSize:
		return b.refuse(regs.ReasonHeader, f.Cur)
	case f.Tail >= f.RingSize:
		return b.refuse(regs.ReasonHeader, f.Tail)
	case h[regs.ContextHeaderSaveArea]%regs.ContextHeaderSaveAreaAlign != 0:
		return b.refuse(regs.ReasonHeader, h[regs.ContextHeaderSaveArea])
	case holder == regs.CommandRestoreHeader && h[regs.ContextHeaderRestoreAddress] != h[regs.ContextHeaderSaveArea]:
		return b.refuse(regs.ReasonSaveArea, h[regs.ContextHeaderRestoreAddress])
	case holder != regs.CommandRestoreHeader && holder != regs.CommandSkip1DwordHeader:
		return b.refuse(regs.ReasonPlaceHolder, holder)
	}
	s.Save, s.Restoring, s.Head = h[regs.ContextHeaderSaveArea], h[regs.ContextHeaderRestore] == regs.CommandRestoreHeader, f.Cur
	s.Pins.Spans[1], s.Pins.Spans[2] = span{s.Base + regs.ContextHeaderBytes, 4 * f.RingSize}, span{s.Save, regs.SaveRoomBytes}
	f.Phase = PinRest
	return wires.Busy
}

// startsHere notes the context of an interrupt whose end returns, and the time slice.
func (f *front) startsHere(base uint32, slice int) {
	if f.Back.Valid && f.Back.By == 0 {
		f.Back.By = base
	}
	f.Slice = uint32(slice)
	if own := f.list().Slices[f.Index]; own > 0 {
		f.Slice = own
	}
}

// begin starts a fresh context, or restores one.
func (b *CSP) begin(cycle uint64) {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	f.Lists[0].Seen, f.Lists[1].Seen = 0, 0
	s.Phase, s.Hold = slotRunning, f.list().Hold[f.Index]
	b.hold(s, false)
	f.startsHere(s.Base, b.cfg.TimeSlice)
	if s.Restoring {
		s.Interruptible = true
		f.Careful = b.caredFor(s)
		f.Item = 0
		f.Phase = Load
	} else {
		f.Phase, s.Hold = Parse, false
		b.startSlice(cycle)
	}
	b.event(EventStarted, f.Slot, Event{Restored: s.Restoring})
}

// clear forgets where a context was.
func (f *front) clear() {
	f.RingSize, f.Tail, f.Cur, f.Head, f.Buffer, f.Length, f.Offset, f.Next, f.Slice = 0, 0, 0, 0, 0, 0, 0, 0, 0
	f.Resume, f.Resuming = pipe.Cursor{}, false
	f.Careful, f.Stepped = false, false
	f.StopAt, f.StopFor, f.StopWord = pipe.Cursor{}, 0, 0
	f.Item, f.Segment = 0, 0
}
