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

// step advances the front-end parser by a cycle.
func (b *CSP) step(cycle uint64) wires.Activity {
	if b.held() {
		return wires.Waiting
	}
	switch b.S.Front.Phase {
	case Idle:
		return wires.Idle
	case Pick:
		return b.pick()
	case PinHeader:
		return b.pinHeader()
	case Header:
		return b.header()
	case PinRest:
		return b.pinRest(cycle)
	case Leave:
		return b.leave()
	case Load:
		return b.load()
	case Parse:
		return b.parse(cycle)
	case Execute:
		return b.execute()
	case Values:
		return b.values()
	case Prims:
		return b.prims()
	case EndDraw:
		return b.endDraw()
	case Copy:
		return b.copied()
	case Blit:
		return b.blitted()
	case Poll:
		return b.poll(cycle)
	case Tail:
		return b.tail(cycle)
	case PollWait, TailWait:
		return b.again(cycle)
	case Stop:
		return b.stop()
	case StopWait:
		return b.stopWait()
	}
	return b.tokens()
}

// word gives the next DWORD of ring or DMA buffer.
func (b *CSP) word(cycle uint64) (w uint32, ok bool, a wires.Activity) {
	f := &b.S.Front
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
		return 0, false, b.P.DMACSP.Starved()
	}
	if f.Cur == f.Tail { // a DMA buffer does not come here: lengths are checked before
		b.lookAtTail(cycle)
		return 0, false, wires.Busy
	}
	end := f.Tail
	if end < f.Cur {
		end = f.RingSize
	}
	st.start(b.S.Slots[f.Slot].Base+regs.ContextHeaderBytes+4*f.Cur, end-f.Cur)
	return 0, false, wires.Busy
}

// parse reads a command: header, then operands.
func (b *CSP) parse(cycle uint64) wires.Activity {
	f := &b.S.Front
	if f.Have == 0 && f.Skip == 0 {
		if f.Buffer != 0 && f.Next == f.Length {
			return b.endBuffer()
		}
		if f.Buffer == 0 {
			f.Head = f.Cur
		}
		f.Offset = f.Next
	}
	w, ok, a := b.word(cycle)
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
		if reason := b.wrong(header{w}); reason != 0 {
			return b.invalid(reason, w)
		}
		if b.passOver(header{w}) {
			return wires.Busy
		}
	}
	if uint32(f.Have) == 1+regs.ShapeOf(f.Words[0]).Fixed {
		f.Phase = Execute
	}
	return wires.Busy
}

// passOver drops a command that lies before a restore's cursor, or that does nothing.
func (b *CSP) passOver(h header) bool {
	f := &b.S.Front
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
func (b *CSP) wrong(h header) Reason {
	f := &b.S.Front
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
	}
	return 0
}
