package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// header is a command's first DWORD (docs/commands.md).
type header struct{ w uint32 }

const (
	clientMemory = 0
	client2D     = 1
	client3D     = 2

	opNop           = 0
	opSkip          = 1
	opRestore       = 2
	opInterruptible = 3
	opDMA           = 4
	opFence         = 5
	opWait          = 6

	opSetState   = 1
	opDraw       = 2
	opQueryWrite = 3

	opFill = 1
	opCopy = 2
)

func (h header) client() uint32 { return h.w >> 29 }
func (h header) opcode() uint32 { return h.w >> 24 & 31 }
func (h header) sub() uint32    { return h.w >> 16 & 255 }
func (h header) length() uint32 { return h.w & 0xffff }
func (h header) is(client, op uint32) bool {
	return h.client() == client && h.opcode() == op
}

// step advances the front-end parser by a cycle.
func (b *CSP) step(cycle uint64) wires.Activity {
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
		return 0, false, b.P.Beats.Starved()
	}
	if f.Cur == f.Tail { // a DMA buffer does not come here: lengths are checked before
		b.lookAtTail(cycle)
		return 0, false, wires.Busy
	}
	end := f.Tail
	if end < f.Cur {
		end = f.RingSize
	}
	st.start(b.S.Slots[f.Slot].Base+ringStart+4*f.Cur, end-f.Cur)
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
	if uint32(f.Have) == 1+operandsOf(header{f.Words[0]}) {
		f.Phase = Execute
	}
	return wires.Busy
}

// passOver drops a command that lies before a restore's cursor, or that does nothing.
func (b *CSP) passOver(h header) bool {
	f := &b.S.Front
	before := f.Buffer != 0 && f.Resuming && f.Buffer == f.Resume.Buffer && f.Next+h.length() <= f.Resume.Offset
	nop := h.is(clientMemory, opNop)
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

// Places of a command.
const (
	inRing = 1 << iota
	inBuffer
)

// format is what a command looks like.
type format struct {
	where     uint8
	least     uint32 // DWORDs behind the header
	most      uint32
	executing uint32 // of them, read before the command executes
}

const maxLength = 1<<16 - 1

// formatOf returns a command's format; one without a place is unknown.
func formatOf(h header) format {
	switch {
	case h.is(clientMemory, opNop):
		return format{inRing | inBuffer, 0, maxLength, 0}
	case h.is(clientMemory, opInterruptible):
		return format{inRing, 0, 0, 0}
	case h.is(clientMemory, opDMA):
		return format{inRing, 2, 2, 2}
	case h.is(clientMemory, opFence), h.is(clientMemory, opWait):
		return format{inRing | inBuffer, 2, 2, 2}
	case h.is(client3D, opSetState):
		return format{inBuffer, 2, maxLength, 1}
	case h.is(client3D, opDraw):
		return format{inBuffer, 4, 4, 4}
	case h.is(client3D, opQueryWrite):
		return format{inBuffer, 1, 1, 1}
	case h.is(client2D, opFill), h.is(client2D, opCopy):
		return format{inBuffer, 0, 0, 0}
	}
	return format{}
}

// operandsOf returns the DWORDs that are read before a command executes.
func operandsOf(h header) uint32 { return formatOf(h).executing }

// wrong tells what of a command's header makes no sense; 0: nothing.
func (b *CSP) wrong(h header) Reason {
	f := &b.S.Front
	k := formatOf(h)
	here := uint8(inRing)
	if f.Buffer != 0 {
		here = inBuffer
	}
	switch {
	case k.where == 0:
		return ReasonOpcode
	case k.where&here == 0:
		return ReasonPlace
	case h.length() < k.least || h.length() > k.most:
		return ReasonLength
	case f.Buffer != 0 && h.length() > f.Length-f.Next:
		return ReasonPastEnd
	case h.is(client3D, opQueryWrite) && h.sub() >= pipe.NumCounters:
		return ReasonCounter
	}
	return 0
}
