package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// execute runs the front-end part of a command.
func (b *CSP) execute() wires.Activity {
	f := &b.S.Front
	h := header{f.Words[0]}
	switch {
	case h.is(regs.CommandSetState):
		return b.startValues(h)
	case h.is(regs.CommandDraw):
		return b.startDraw()
	case misaligned(h, f.Words[1]):
		return b.invalid(regs.ReasonAlignment, f.Words[1])
	case h.is(regs.CommandWait):
		f.Streams[operands].start(f.Words[regs.CommandWaitAddress], 1)
		f.Phase = Poll
		return wires.Busy
	}
	if !b.P.CSPFifo.Ready() {
		return b.P.CSPFifo.Blocked()
	}
	switch {
	case h.is(regs.CommandDma):
		return b.startBuffer()
	case h.is(regs.CommandInterruptible):
		return b.startCopy()
	case h.is(regs.CommandFence):
		b.send(pipe.FenceWrite{Addr: f.Words[regs.CommandFenceAddress], Value: f.Words[regs.CommandFenceValue]}.Cmd(f.Slot, b.behind()))
	case h.is(regs.CommandQueryWrite):
		b.send(pipe.QueryWrite{Counter: uint16(h.sub()), Addr: f.Words[regs.CommandQueryWriteAddress]}.Cmd(f.Slot, b.behind()))
	case h.is(regs.CommandFill), h.is(regs.CommandCopy):
		return b.sendBlit(h)
	default: // NOP in the ring
		b.send(pipe.Cmd{Kind: pipe.Head, At: b.behind()})
	}
	return b.done()
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
	if !b.P.CSPFifo.Ready() {
		return false
	}
	c.Slot = b.S.Front.Slot
	b.stepped(&c)
	b.P.CSPFifo.Put(c)
	return true
}

// misaligned tells whether the address that a command names is not aligned as it wants it.
func misaligned(h header, addr uint32) bool {
	switch {
	case h.is(regs.CommandDma):
		return addr == 0 || addr%regs.CommandDmaAddressAlign != 0
	case h.is(regs.CommandFence):
		return addr%regs.CommandFenceAddressAlign != 0
	case h.is(regs.CommandWait):
		return addr%regs.CommandWaitAddressAlign != 0
	case h.is(regs.CommandQueryWrite):
		return addr%regs.CommandQueryWriteAddressAlign != 0
	}
	return false
}

// startBuffer enters a DMA buffer, and after a restore goes to the saved place in it.
func (b *CSP) startBuffer() wires.Activity {
	f := &b.S.Front
	addr, n := f.Words[regs.CommandDmaAddress], f.Words[regs.CommandDmaDwords]
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
		return b.P.CSPFifo.Blocked()
	}
	f.Buffer, f.Length, f.Next, f.Offset = 0, 0, 0, 0
	f.Resuming, f.Resume = false, pipe.Cursor{}
	return wires.Busy
}

// startCopy makes the context interruptible: every block copies its registers.
func (b *CSP) startCopy() wires.Activity {
	f := &b.S.Front
	switch s := &b.S.Slots[f.Slot]; {
	case s.Interruptible || s.Written:
		return b.invalid(regs.ReasonTwice, f.Words[0])
	case s.Head != f.Head:
		return wires.Waiting // a fence before it may miss its page: the context is stopped then, and no copy may be on its way
	case !b.P.Vertex.Ready():
		return b.P.Vertex.Blocked()
	case !b.P.CSPC2D.Ready():
		return b.P.CSPC2D.Blocked()
	}
	p := packing(f.Regs[regs.PackingFirst:])
	if reg, wrong := p.wrong(); wrong {
		return b.invalid(regs.ReasonPacking, reg)
	}
	b.S.Slots[f.Slot].Packing = p
	c := pipe.Cmd{Kind: pipe.Interruptible, Slot: f.Slot, At: b.behind()}
	b.send(c)
	b.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	b.P.CSPC2D.Put(c)
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
