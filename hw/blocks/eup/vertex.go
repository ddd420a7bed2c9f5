package eup

import (
	"math"
	"math/bits"

	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// takeVertex takes an entry of EUP_IN.
func (b *EUP) takeVertex() bool {
	s := &b.S
	if !b.P.EUPIn.Valid() || s.Patch.holds() {
		return false
	}
	e := b.P.EUPIn.Head()
	if e.Kind == pipe.IntEnd {
		return b.takeToken(e)
	}
	if s.Phase == Discard {
		b.drq.Discard()
		b.P.EUPIn.Drop()
		return true
	}
	switch e.Kind {
	case pipe.State:
		return b.takeState(e)
	case pipe.Prim:
		return b.takePrim(e)
	case pipe.Patch:
		return b.takePatch(e)
	}
	return b.pass(e)
}

// takeState changes a constant once no thread can still read the old one.
func (b *EUP) takeState(e *pipe.Thread) bool {
	if b.S.Vertices.Len() > 0 {
		return false
	}
	w := e.RegWrite()
	regs.Write(b.S.Regs[e.Slot][:], w.Reg, w.Value)
	b.P.EUPIn.Drop()
	return true
}

// pass queues what travels in order with the threads.
func (b *EUP) pass(e *pipe.Thread) bool {
	if b.S.Vertices.Len() >= b.cfg.Order {
		return false
	}
	b.S.Vertices.Push(ticket{Cmd: e.Cmd})
	b.P.EUPIn.Drop()
	return true
}

func (b *EUP) takeToken(e *pipe.Thread) bool {
	if b.S.Vertices.Len() >= b.cfg.Order {
		return false
	}
	if _, done := b.drq.Finish(e.Slot, drq.Counters{}); !done {
		return false
	}
	b.S.Phase = Normal
	return b.pass(e)
}

// vertexRoom tells whether a vertex thread may start: one thread slot stays free for
// pixels.
func (b *EUP) vertexRoom() bool {
	return bits.OnesCount64(b.S.Free) > 1 && b.S.Vertices.Len() < b.cfg.Order
}

// takePrim starts a vertex thread that fetches its records.
func (b *EUP) takePrim(e *pipe.Thread) bool {
	if !b.vertexRoom() {
		return false
	}
	s := &b.S
	i := b.startVertex(e.Cmd)
	t := &s.Threads[i]
	t.ToFetch, t.Fetch = 7&^uint8(e.Null), e.Fetch
	if t.ToFetch == 0 {
		s.Runnable |= 1 << i
	} else {
		s.Sending |= 1 << i
	}
	b.P.EUPIn.Drop()
	return true
}

// startVertex gives a primitive a thread slot and its place in the order of
// retirement.
func (b *EUP) startVertex(c pipe.Cmd) (i int) {
	s := &b.S
	i = b.takeSlot(c.At.Primitive)
	s.Threads[i] = Thread{Kind: pipe.Prim, Slot: c.Slot, Instance: c.At.Instance}
	s.Vertices.Push(ticket{Thread: uint8(i), Cmd: c})
	return i
}

// vertexData sends one fetch and takes one answer.
func (b *EUP) vertexData() (moved bool) {
	s := &b.S
	if b.P.VtxAns.Valid() {
		b.vertexAnswer(b.P.VtxAns.Head())
		b.P.VtxAns.Drop()
		moved = true
	}
	if !b.P.VtxReq.Ready() {
		return moved
	}
	if s.Sending == 0 {
		return b.fetchControl() || moved
	}
	i := bits.TrailingZeros64(s.Sending)
	t := &s.Threads[i]
	lane := bits.TrailingZeros8(t.ToFetch)
	*b.P.VtxReq.Slot() = pipe.MemRequest{Op: pipe.Read, Slot: t.Slot, Tag: uint16(i<<2 | lane), Addr: t.Fetch[lane]}
	b.P.VtxReq.Push()
	t.Waiting++
	if t.ToFetch &^= 1 << lane; t.ToFetch == 0 {
		s.Sending &^= 1 << i
	}
	return true
}

func (b *EUP) vertexAnswer(a *pipe.MemAnswer) {
	s := &b.S
	if a.Tag&patchTag != 0 {
		b.control(a)
		return
	}
	i, lane := a.Tag>>2, a.Tag&3
	t := &s.Threads[i]
	t.Waiting--
	if s.Zombie>>i&1 != 0 { // an answer to cancelled work is dropped
		if t.Waiting == 0 {
			s.Zombie &^= 1 << i
			b.free(uint8(i))
		}
		return
	}
	for k := range t.In[lane] {
		t.In[lane][k] = math.Float32frombits(a.Data[k])
	}
	if t.Waiting == 0 && t.ToFetch == 0 {
		s.Runnable |= 1 << i
	}
}

// retirable tells whether a ticket's thread has its result, or what it passes on is there.
func (b *EUP) retirable(t *ticket) bool {
	switch t.Cmd.Kind {
	case pipe.Prim, pipe.Quad:
		return b.S.Done>>t.Thread&1 != 0
	case pipe.Invalidate:
		return b.S.Forgotten > 0
	}
	return true
}

// retireVertex moves the oldest vertex thread's result to the EUP_FIFO.
func (b *EUP) retireVertex() bool {
	s := &b.S
	if s.Vertices.Len() == 0 || !b.retirable(s.Vertices.Front()) || !b.P.EUPFifo.Ready() {
		return false
	}
	t := s.Vertices.Front()
	if t.Cmd.Kind == pipe.Interruptible {
		if a, done := b.drq.Dump(t.Cmd.Slot, s.Regs[t.Cmd.Slot][:]); !done {
			return a == wires.Busy
		}
	}
	e := b.P.EUPFifo.Slot()
	e.Cmd = t.Cmd
	switch t.Cmd.Kind {
	case pipe.Prim:
		e.V = s.Threads[t.Thread].Out
		s.Done &^= 1 << t.Thread
		b.free(t.Thread)
	case pipe.IntEnd:
		s.Regs[t.Cmd.Slot].Reset()
		e.V = [3]pipe.Vertex{}
	default:
		e.V = [3]pipe.Vertex{}
	}
	b.P.EUPFifo.Push()
	s.Vertices.Pop()
	return true
}

// vertexProgram is docs/arithmetic.md, section 1.
type vertexProgram struct{ cycles int }

func (p vertexProgram) Cycles() int { return p.cycles }

func (p vertexProgram) Run(t *Thread, r *regs.EUPRegs) {
	inst := float32(t.Instance)
	step := [3]float32{r.InstanceStepX(), r.InstanceStepY(), r.InstanceStepZ()}
	for i := range t.In {
		shadeVertex(&t.In[i], &t.Out[i], r, inst, step)
	}
}

func shadeVertex(in *[16]float32, out *pipe.Vertex, r *regs.EUPRegs, inst float32, step [3]float32) {
	var p [3]float32
	for k := range p {
		p[k] = in[recPosition+k] + float32(inst*step[k])
	}
	for j := range 4 {
		s := float32(element(r, j)*p[0]) + float32(element(r, 4+j)*p[1])
		s += float32(element(r, 8+j) * p[2])
		out.Clip[j] = s + element(r, 12+j)
	}
	c := [4]float32{r.BaseColorR(), r.BaseColorG(), r.BaseColorB(), r.BaseColorA()}
	if r.VertexProgramUseVertexColor() {
		for k := range c {
			c[k] *= in[recColor+k]
		}
	}
	if r.VertexProgramLighting() {
		f := light(in, r)
		for k := range 3 {
			c[k] *= f
		}
	}
	copy(out.A[:], c[:])
	out.A[4], out.A[5] = in[recTexcoord], in[recTexcoord+1]
}

func element(r *regs.EUPRegs, i int) float32 { return math.Float32frombits(r[regs.EUPTransform0+i]) }

func light(in *[16]float32, r *regs.EUPRegs) float32 {
	d := float32(in[recNormal]*r.LightX()) + float32(in[recNormal+1]*r.LightY())
	d += float32(in[recNormal+2] * r.LightZ())
	if !(d > 0) {
		d = 0
	}
	return r.Ambient() + float32(r.Diffuse()*d)
}

var _ wires.Block = (*EUP)(nil)
