package csp

import (
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// header is a command's first DWORD (hw/regs/formats/commands.yaml).
type header struct{ w uint32 }

func (h header) sub() uint32    { return h.w >> regs.HeaderSubOpcodeShift & regs.HeaderSubOpcodeMask }
func (h header) length() uint32 { return h.w >> regs.HeaderLengthShift & regs.HeaderLengthMask }

// is tells whether a header is that of a command.
func (h header) is(command uint32) bool { return h.w&regs.HeaderCommandMask == command }

// word gives the next DWORD of ring or DMA buffer.
func (f *frontEnd) word(cycle uint64) (w uint32, ok bool, a wires.Activity) {
	st := &f.Streams[commands]
	if st.Words.Len() > 0 {
		if f.Buffer != 0 {
			f.Next++
		} else if f.Cur++; f.Cur == f.RingSize {
			f.Cur = 0
		}
		return st.take(), true, 0
	}
	if !st.dry() {
		return 0, false, f.P.DMACSP.Starved()
	}
	if f.Cur == f.Tail { // a DMA buffer does not come here: lengths are checked before
		f.rereadTail(cycle)
		return 0, false, wires.Busy
	}
	end := f.Tail
	if end < f.Cur {
		end = f.RingSize
	}
	st.start(f.slot().Base+regs.ContextHeaderBytes+4*f.Cur, end-f.Cur)
	return 0, false, wires.Busy
}

// parse reads a command: header, then operands.
func (f *frontEnd) parse(cycle uint64) wires.Activity {
	if f.Have == 0 && f.Skip == 0 {
		if f.Buffer != 0 && f.Next == f.Length {
			return f.endBuffer()
		}
		if f.Buffer == 0 {
			f.Head = f.Cur
		}
		f.Offset = f.Next
	}
	w, ok, a := f.word(cycle)
	if !ok {
		return a
	}
	if f.Skip > 0 {
		if f.Skip--; f.Skip == 0 && f.Have > 0 {
			f.Phase = Execute // a NOP of the ring
		}
		return wires.Busy
	}
	f.Words[f.Have] = w
	f.Have++
	if f.Have == 1 {
		if reason := f.wrong(header{w}); reason != 0 {
			return f.invalid(reason, w)
		}
		if f.passOver(header{w}) {
			return wires.Busy
		}
	}
	if uint32(f.Have) == 1+regs.ShapeOf(f.Words[0]).Fixed {
		f.Phase = Execute
	}
	return wires.Busy
}

// passOver drops a command that lies before a restore's cursor, or that does nothing.
func (f *frontEnd) passOver(h header) bool {
	end := f.Next + h.length()
	before := f.Buffer != 0 && f.Resuming && f.Buffer == f.Resume.Buffer && end <= f.Resume.Offset
	nop := h.is(regs.CommandNop)
	switch {
	case nop && f.Buffer == 0 && h.length() > 0:
		f.Skip = h.length() // its end is announced like that of any ring command
		return true
	case before, nop && f.Buffer != 0:
		f.Skip, f.Have = h.length(), 0
		return true
	}
	return false
}

// wrong tells what of a command's header makes no sense; 0: nothing.
func (f *frontEnd) wrong(h header) Reason {
	k := regs.ShapeOf(h.w)
	here := uint8(regs.InRing)
	if f.Buffer != 0 {
		here = regs.InDmaBuffer
	}
	switch {
	case k.Where&(regs.InRing|regs.InDmaBuffer) == 0:
		return regs.ReasonOpcode
	case k.Where&here == 0:
		return regs.ReasonPlace
	case h.length() < k.Least || h.length() > k.Most:
		return regs.ReasonLength
	case f.Buffer != 0 && h.length() > f.Length-f.Next:
		return regs.ReasonPastEnd
	case h.is(regs.CommandQueryWrite) && h.sub() >= regs.CounterLimit:
		return regs.ReasonCounter
	case h.is(regs.CommandFlush) && h.sub() >= regs.FlushModeLimit:
		return regs.ReasonFlushMode
	}
	return 0
}
