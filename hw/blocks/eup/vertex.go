package eup

import (
	"math"
	"math/bits"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

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
	if b.S.Vertices.Len() > 0 {
		return false
	}
	w := e.RegWrite()
	regs.Write(b.S.Regs[e.Slot][:], w.Reg, w.Value)
	b.P.TessEU.Drop()
	return true
}

// pass queues what travels in order with the threads.
func (b *EUP) pass(e *pipe.VertexThread) bool {
	if b.S.Vertices.Len() >= b.cfg.Order {
		return false
	}
	b.S.Vertices.Push(ticket{Cmd: e.Cmd})
	b.P.TessEU.Drop()
	return true
}

func (b *EUP) takeToken(e *pipe.VertexThread) bool {
	if b.S.Vertices.Len() >= b.cfg.Order {
		return false
	}
	if _, done := b.drq.TellDiscards(e.Slot, e.Discarded); !done {
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

// takePrim starts a vertex thread.
func (b *EUP) takePrim(e *pipe.VertexThread) bool {
	if !b.vertexRoom() {
		return false
	}
	s := &b.S
	i := b.takeSlot(e.At.Primitive)
	s.Threads[i] = Thread{Kind: pipe.Prim, Slot: e.Slot, Instance: e.At.Instance, In: e.In}
	s.Vertices.Push(ticket{Thread: uint8(i), Cmd: e.Cmd})
	s.Runnable |= 1 << i
	b.P.TessEU.Drop()
	return true
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

// words of a vertex record
const (
	recPosition = 0
	recNormal   = 3
	recTexcoord = 6
	recColor    = 8
)

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
