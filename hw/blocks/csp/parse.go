package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
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

// here is the cursor of the command being executed.
func (b *CSP) here() pipe.Cursor {
	f := &b.S.Front
	return pipe.Cursor{Head: f.Head, Buffer: f.Buffer, Offset: f.Offset}
}

// behind is the cursor behind the command that has been read.
func (b *CSP) behind() pipe.Cursor {
	f := &b.S.Front
	if f.Buffer != 0 {
		return pipe.Cursor{Head: f.Head, Buffer: f.Buffer, Offset: f.Next}
	}
	return pipe.Cursor{Head: f.Cur}
}

// done ends a command.
func (b *CSP) done() wires.Activity {
	f := &b.S.Front
	f.Have, f.Words = 0, [5]uint32{}
	f.Phase = Parse
	if f.Buffer != 0 {
		f.Resuming, f.Resume = false, pipe.Cursor{}
	}
	return wires.Busy
}

// send puts an entry into the CSP_FIFO.
func (b *CSP) send(c pipe.Cmd) bool {
	if !b.P.Csp.Ready() {
		return false
	}
	c.Slot = b.S.Front.Slot
	b.P.Csp.Put(c)
	return true
}

// execute runs the front-end part of a command.
func (b *CSP) execute() wires.Activity {
	f := &b.S.Front
	h := header{f.Words[0]}
	switch {
	case h.is(client3D, opSetState):
		return b.startValues(h)
	case h.is(client3D, opDraw):
		return b.startDraw()
	case h.is(clientMemory, opWait):
		f.Streams[operands].start(b.wordAddress(f.Words[1], 4), 1)
		f.Phase = Poll
		return wires.Busy
	}
	if !b.P.Csp.Ready() {
		return b.P.Csp.Blocked()
	}
	switch {
	case h.is(clientMemory, opDMA):
		return b.startBuffer()
	case h.is(clientMemory, opInterruptible):
		return b.startCopy()
	case h.is(clientMemory, opFence):
		b.send(pipe.Cmd{Kind: pipe.Fence, Addr: b.wordAddress(f.Words[1], 4), Value: f.Words[2], At: b.behind()})
	case h.is(client3D, opQueryWrite):
		b.send(pipe.Cmd{Kind: pipe.Query, Reg: uint16(h.sub()), Addr: b.wordAddress(f.Words[1], 8), At: b.behind()})
	case h.client() == client2D:
		return b.sendBlit(h)
	default: // NOP in the ring
		b.send(pipe.Cmd{Kind: pipe.Head, At: b.behind()})
	}
	return b.done()
}

func (b *CSP) wordAddress(addr, align uint32) uint32 {
	if addr%align != 0 {
		b.invalid("address %#x is not aligned to %d bytes", addr, align)
	}
	return addr
}

// startBuffer enters a DMA buffer, and after a restore goes to the saved place in it.
func (b *CSP) startBuffer() wires.Activity {
	f := &b.S.Front
	addr, n := f.Words[1], f.Words[2]
	if addr == 0 || addr%pipe.LineBytes != 0 {
		b.invalid("DMA buffer address %#x is not aligned to 64 bytes", addr)
	}
	f.Buffer, f.Length, f.Next = addr, n, 0
	f.Offset = 0
	if f.Resuming && f.Resume.Buffer != addr {
		f.Resuming = false
	}
	b.send(pipe.Cmd{Kind: pipe.Head, At: b.here()})
	f.Streams[commands].start(addr, n)
	f.Have, f.Words = 0, [5]uint32{}
	f.Phase = Parse
	return wires.Busy
}

func (b *CSP) endBuffer() wires.Activity {
	f := &b.S.Front
	if !b.send(pipe.Cmd{Kind: pipe.Head, At: pipe.Cursor{Head: f.Cur}}) {
		return b.P.Csp.Blocked()
	}
	f.Buffer, f.Length, f.Next, f.Offset = 0, 0, 0, 0
	f.Resuming, f.Resume = false, pipe.Cursor{}
	return wires.Busy
}

// startCopy makes the context interruptible: every block copies its registers.
func (b *CSP) startCopy() wires.Activity {
	f := &b.S.Front
	if b.S.Slots[f.Slot].Interruptible {
		b.invalid("INTERRUPTIBLE stands a second time")
	}
	switch {
	case !b.P.Vertex.Ready():
		return b.P.Vertex.Blocked()
	case !b.P.C2D.Ready():
		return b.P.C2D.Blocked()
	}
	c := pipe.Cmd{Kind: pipe.Interruptible, Slot: f.Slot, At: b.behind()}
	b.send(c)
	b.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	b.P.C2D.Put(c)
	b.S.Back.Own, b.S.Back.OwnSlot = true, f.Slot
	b.S.Slots[f.Slot].Copying = true
	f.Phase = Copy
	return wires.Busy
}

// copied waits for the last register.
func (b *CSP) copied() wires.Activity {
	s := &b.S.Slots[b.S.Front.Slot]
	if int(s.Copies) < regs.SaveListLen {
		return wires.Waiting
	}
	s.Interruptible, s.Copying = true, false
	return b.done()
}

// startValues begins a SET_STATE; after a restore in the middle of it, at the value
// that was next.
func (b *CSP) startValues(h header) wires.Activity {
	f := &b.S.Front
	first, n := f.Words[1], h.length()-1
	if int(h.sub()) >= regs.NumBlocks {
		b.invalid("SET_STATE of unknown block %d", h.sub())
	}
	if size := regs.BlockLength[h.sub()]; first+n > size || first+n < first {
		b.invalid("SET_STATE of %s writes registers %d to %d, but its length is %d", regs.Blocks[h.sub()].Name, first, first+n-1, size)
	}
	f.Words[2], f.Words[3] = first, n // next register, values left
	if f.Resuming && f.Resume.Offset > f.Next {
		skip := f.Resume.Offset - f.Next
		f.Skip = skip
		f.Words[2] += skip
		f.Words[3] -= skip
	}
	f.Phase = Values
	return wires.Busy
}

// values sends one value a cycle down the pipe, and to the pool's front when it is for
// vertices.
func (b *CSP) values() wires.Activity {
	f := &b.S.Front
	if f.Words[3] == 0 {
		return b.done()
	}
	st := &f.Streams[commands]
	if st.Words.Len() == 0 {
		return b.P.Beats.Starved()
	}
	if f.Skip > 0 {
		f.Skip--
		f.Next++
		st.take()
		return wires.Busy
	}
	block := uint8(header{f.Words[0]}.sub())
	c := pipe.Cmd{Kind: pipe.State, Block: block, Reg: uint16(f.Words[2]), Value: *st.Words.Front(), At: b.here()}
	c.At.Offset = f.Next + 1
	if a, ok := b.sendState(c); !ok {
		return a
	}
	st.take()
	f.Next++
	f.Words[2]++
	f.Words[3]--
	return wires.Busy
}

// sendState sends a register write wherever it is needed, or nowhere yet.
func (b *CSP) sendState(c pipe.Cmd) (wires.Activity, bool) {
	vertex := c.Block == regs.BlockEUPFront || c.Block == regs.BlockEUP
	if !b.P.Csp.Ready() {
		return b.P.Csp.Blocked(), false
	}
	if vertex && !b.P.Vertex.Ready() {
		return b.P.Vertex.Blocked(), false
	}
	twoD := c.Block == regs.BlockC2D
	if twoD && !b.P.C2D.Ready() {
		return b.P.C2D.Blocked(), false
	}
	c.Slot = b.S.Front.Slot
	b.P.Csp.Put(c)
	if twoD {
		b.P.C2D.Put(c)
	}
	if vertex {
		b.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	}
	if c.Block == regs.BlockCSP {
		regs.Write(b.S.Front.Regs[:], c.Reg, c.Value)
	}
	return 0, true
}
