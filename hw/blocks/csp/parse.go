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
	case Header:
		return b.header(cycle)
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
	if f.Buffer != 0 {
		b.invalid("a command of the DMA buffer at %#x runs past its end at DWORD %d", f.Buffer, f.Length)
	}
	if f.Cur == f.Tail {
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
	if f.Have == 1 && b.passOver(header{w}) {
		return wires.Busy
	}
	if uint32(f.Have) == 1+b.operandsOf(header{f.Words[0]}) {
		f.Phase = Execute
	}
	return wires.Busy
}

// passOver drops a command that lies before a restore's cursor, or that does nothing.
func (b *CSP) passOver(h header) bool {
	f := &b.S.Front
	if f.Buffer != 0 && h.length() > f.Length-f.Next {
		b.invalid("length %d of command %#08x runs past the DMA buffer's end", h.length(), h.w)
	}
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

// operandsOf returns the DWORDs that are read before a command executes.
func (b *CSP) operandsOf(h header) uint32 {
	f := &b.S.Front
	want, ring, buffer := uint32(0), true, true
	switch {
	case h.is(clientMemory, opNop):
		return 0
	case h.is(clientMemory, opInterruptible):
		buffer = false
	case h.is(clientMemory, opDMA):
		want, buffer = 2, false
	case h.is(clientMemory, opFence), h.is(clientMemory, opWait):
		want = 2
	case h.is(client3D, opSetState):
		if h.length() < 2 {
			b.invalid("SET_STATE of length %d: at least 2 expected", h.length())
		}
		if f.Buffer == 0 {
			b.invalid("SET_STATE stands in the ring: it belongs into a DMA buffer")
		}
		return 1
	case h.is(client3D, opDraw):
		want, ring = 4, false
	case h.is(client3D, opQueryWrite):
		want, ring = 1, false
		if h.sub() >= pipe.NumCounters {
			b.invalid("QUERY_WRITE of counter %d: 0 to %d expected", h.sub(), pipe.NumCounters-1)
		}
	case h.is(client2D, opFill), h.is(client2D, opCopy):
		ring = false
	default:
		b.invalid("unknown command %#08x", h.w)
	}
	if f.Buffer == 0 && !ring || f.Buffer != 0 && !buffer {
		b.invalid("command %#08x does not belong here", h.w)
	}
	if h.length() != want {
		b.invalid("command %#08x has length %d, expected %d", h.w, h.length(), want)
	}
	return want
}
