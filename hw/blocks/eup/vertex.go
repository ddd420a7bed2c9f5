package eup

import (
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// cancel drops every vertex thread: all belong to the interrupted context, since the next one's come
// after its INT_END. The multiprocessor does the same in this cycle, and drops what is under way to it up to INT_END, so that
// the thread slots are free at once; results that are under way come before its INT_END.
func (b *EUP) cancel() {
	s := &b.S
	o := &s.Vertices
	for i := range o.Tickets.Len() {
		if t := o.Tickets.At(i); t.Cmd.Kind == pipe.Prim {
			b.drq.Discard()
			s.Free |= 1 << t.Thread
		}
	}
	o.Tickets.Clear()
	o.Called, o.Asked = 0, 0
	b.drq.Cancel()
	s.Phase = Discard
}

// takeVertex takes an entry of TESS_EU.
func (b *EUP) takeVertex() bool {
	s := &b.S
	if !b.P.TessEU.Valid() {
		return false
	}
	e := b.P.TessEU.Head()
	if e.Kind == pipe.IntEnd {
		return b.takeToken(e)
	}
	if s.Phase == Discard {
		b.drq.Discard()
		b.P.TessEU.Drop()
		return true
	}
	switch e.Kind {
	case pipe.State:
		return b.takeState(e)
	case pipe.Prim:
		return b.takePrim(e)
	}
	return b.pass(e)
}

// takeState changes a constant once no thread can still read the old one.
func (b *EUP) takeState(e *pipe.VertexThread) bool {
	if b.S.Vertices.Tickets.Len() > 0 || !b.P.VtxSM.Ready() {
		return false
	}
	w := e.RegWrite()
	regs.Write(b.S.Regs[e.Slot][:], w.Reg, w.Value)
	r := b.request(e)
	r.Write = w
	b.P.VtxSM.Push()
	b.P.TessEU.Drop()
	return true
}

// request begins an entry of VTX_SM.
func (b *EUP) request(e *pipe.VertexThread) *pipe.VertexRequest {
	r := b.P.VtxSM.Slot()
	*r = pipe.VertexRequest{Kind: e.Kind, Slot: e.Slot}
	return r
}

// pass queues what travels in order with the threads.
func (b *EUP) pass(e *pipe.VertexThread) bool {
	if b.S.Vertices.Tickets.Len() >= b.cfg.Order {
		return false
	}
	b.S.Vertices.Tickets.Push(ticket{Cmd: e.Cmd})
	b.P.TessEU.Drop()
	return true
}

func (b *EUP) takeToken(e *pipe.VertexThread) bool {
	if b.S.Vertices.Tickets.Len() >= b.cfg.Order || !b.P.VtxSM.Ready() {
		return false
	}
	if _, done := b.drq.TellDiscards(e.Slot, e.Discarded); !done {
		return false
	}
	b.request(e)
	b.P.VtxSM.Push()
	b.S.Phase = Normal
	return b.pass(e)
}

// vertexRoom tells whether a vertex thread may be sent: one thread slot stays free for pixels.
func (b *EUP) vertexRoom() bool {
	return bits.OnesCount64(b.S.Free) > 1 && b.S.Vertices.Tickets.Len() < b.cfg.Order && b.P.VtxSM.Ready()
}

// takePrim sends a vertex thread to the multiprocessor.
func (b *EUP) takePrim(e *pipe.VertexThread) bool {
	if !b.vertexRoom() {
		return false
	}
	thread := b.takeSlot(e.At.Primitive)
	r := b.P.VtxSM.Slot()
	r.Kind, r.Slot, r.Thread, r.Instance, r.In, r.Write = pipe.Prim, e.Slot, thread, e.At.Instance, e.In, pipe.RegWrite{}
	b.P.VtxSM.Push()
	b.S.Vertices.Tickets.Push(ticket{Thread: thread, Cmd: e.Cmd})
	b.P.TessEU.Drop()
	return true
}

// vertexThere tells whether the oldest ticket's result is there, or it needs none.
func (b *EUP) vertexThere() bool {
	switch kind := b.S.Vertices.Tickets.Front().Cmd.Kind; kind {
	case pipe.Prim, pipe.IntEnd:
		return b.P.SMVtx.Valid() && b.P.SMVtx.Head().Kind == kind
	}
	return true
}

// stale takes a result of a cancelled thread away: it comes before its context's INT_END, and nothing waits for it.
func (b *EUP) stale() bool {
	s := &b.S
	if !b.P.SMVtx.Valid() || b.P.SMVtx.Head().Kind == pipe.IntEnd {
		return false
	}
	if s.Phase == Normal && (s.Vertices.Tickets.Len() == 0 || s.Vertices.Tickets.Front().Cmd.Kind != pipe.IntEnd) {
		return false
	}
	b.P.SMVtx.Drop()
	return true
}

// retireVertex moves the oldest vertex thread's result to the EUP_FIFO.
func (b *EUP) retireVertex() bool {
	s := &b.S
	if b.stale() {
		return true
	}
	if s.Vertices.Tickets.Len() == 0 || !b.vertexThere() || !b.P.EUPFifo.Ready() {
		return false
	}
	t := s.Vertices.Tickets.Front()
	if t.Cmd.Kind == pipe.Interruptible {
		if a, done := b.drq.Dump(t.Cmd.Slot, s.Regs[t.Cmd.Slot][:]); !done {
			return a == wires.Busy
		}
	}
	e := b.P.EUPFifo.Slot()
	e.Cmd = t.Cmd
	switch t.Cmd.Kind {
	case pipe.Prim:
		e.V = b.P.SMVtx.Head().V
		b.P.SMVtx.Drop()
	case pipe.IntEnd:
		s.Regs[t.Cmd.Slot].Reset()
		e.V = [3]pipe.Vertex{}
		b.P.SMVtx.Drop()
	default:
		e.V = [3]pipe.Vertex{}
	}
	b.P.EUPFifo.Push()
	b.retired(&s.Vertices)
	return true
}
