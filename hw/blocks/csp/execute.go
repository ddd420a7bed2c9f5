package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// execute runs the front-end part of a command.
func (f *frontEnd) execute() wires.Activity {
	h := header{f.Words[0]}
	switch {
	case h.is(regs.CommandSetState):
		return f.startValues(h)
	case h.is(regs.CommandDraw):
		return f.startDraw()
	case misaligned(h, f.Words[1]):
		return f.invalid(regs.ReasonAlignment, f.Words[1])
	case h.is(regs.CommandWait):
		f.Streams[operands].start(f.Words[regs.CommandWaitAddress], 1)
		f.Phase = Poll
		return wires.Busy
	}
	if !f.P.CSPFifo.Ready() {
		return f.P.CSPFifo.Blocked()
	}
	switch {
	case h.is(regs.CommandDma):
		return f.startBuffer()
	case h.is(regs.CommandInterruptible):
		return f.startCopy()
	case h.is(regs.CommandFence):
		f.send(pipe.FenceWrite{Addr: f.Words[regs.CommandFenceAddress], Value: f.Words[regs.CommandFenceValue]}.Cmd(f.Slot, f.behind()))
	case h.is(regs.CommandQueryWrite):
		f.send(pipe.QueryWrite{Counter: uint16(h.sub()), Addr: f.Words[regs.CommandQueryWriteAddress]}.Cmd(f.Slot, f.behind()))
	case h.is(regs.CommandFill), h.is(regs.CommandCopy):
		return f.sendBlit(h)
	case h.is(regs.CommandFlush):
		return f.sendFlush(h.sub() == regs.FlushModeWriteBack)
	default: // NOP in the ring
		f.send(pipe.Cmd{Kind: pipe.Head, At: f.behind()})
	}
	return f.done()
}

// here is the cursor of the command being executed.
func (f *frontEnd) here() pipe.Cursor {
	return pipe.Cursor{Head: f.Head, Buffer: f.Buffer, Offset: f.Offset}
}

// after is the cursor after the command that has been read.
func (f *frontEnd) behind() pipe.Cursor {
	if f.Buffer != 0 {
		return pipe.Cursor{Head: f.Head, Buffer: f.Buffer, Offset: f.Next}
	}
	return pipe.Cursor{Head: f.Cur}
}

// done ends a command.
func (f *frontEnd) done() wires.Activity {
	f.Have, f.Words = 0, [5]uint32{}
	f.Phase = Parse
	if f.Buffer != 0 {
		f.Resuming, f.Resume = false, pipe.Cursor{}
	}
	return wires.Busy
}

// send puts an entry into the CSP_FIFO.
func (f *frontEnd) send(c pipe.Cmd) bool {
	if !f.P.CSPFifo.Ready() {
		return false
	}
	c.Slot = f.Slot
	f.stepped(&c)
	f.P.CSPFifo.Put(c)
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
func (f *frontEnd) startBuffer() wires.Activity {
	addr, n := f.Words[regs.CommandDmaAddress], f.Words[regs.CommandDmaDwords]
	f.Buffer, f.Length, f.Next = addr, n, 0
	f.Offset = 0
	if f.Resuming && f.Resume.Buffer != addr {
		f.Resuming = false
	}
	f.send(pipe.Cmd{Kind: pipe.Head, At: f.here()})
	f.Streams[commands].start(addr, n)
	f.Have, f.Words = 0, [5]uint32{}
	f.Phase = Parse
	return wires.Busy
}

func (f *frontEnd) endBuffer() wires.Activity {
	if !f.send(pipe.Cmd{Kind: pipe.Head, At: pipe.Cursor{Head: f.Cur}}) {
		return f.P.CSPFifo.Blocked()
	}
	f.Buffer, f.Length, f.Next, f.Offset = 0, 0, 0, 0
	f.Resuming, f.Resume = false, pipe.Cursor{}
	return wires.Busy
}

// startCopy makes the context interruptible: every block copies its registers.
func (f *frontEnd) startCopy() wires.Activity {
	s := f.slot()
	switch {
	case s.Copy != copyNone:
		return f.invalid(regs.ReasonTwice, f.Words[0])
	case s.Head != f.Head:
		return wires.Waiting // a fence before it may miss its page: the context is stopped then, and no copy may be on its way
	case !f.P.Vertex.Ready():
		return f.P.Vertex.Blocked()
	case !f.P.CSPC2D.Ready():
		return f.P.CSPC2D.Blocked()
	}
	p := packing(f.Regs[regs.PackingFirst:])
	if reg, wrong := p.wrong(); wrong {
		return f.invalid(regs.ReasonPacking, reg)
	}
	s.Packing, s.Copy = p, copyRuns
	c := pipe.Cmd{Kind: pipe.Interruptible, Slot: f.Slot, At: f.behind()}
	f.send(c)
	f.P.Vertex.Put(pipe.VertexEntry{Cmd: c})
	f.P.CSPC2D.Put(c)
	f.back.copies(f.Slot)
	f.Phase = Copy
	return wires.Busy
}

// copied waits for the last register.
func (f *frontEnd) copied() wires.Activity {
	s := f.slot()
	if int(s.Copies) < regs.SaveListLen {
		return wires.Waiting
	}
	s.Copy = copyDone
	return f.done()
}
