package sm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// occupy checks that EUP gives a thread slot once only.
func (b *SM) occupy(thread uint8) *Thread {
	if (b.S.OfVertices|b.S.OfPixels)>>thread&1 != 0 || int(thread) >= b.cfg.Threads {
		b.Break("connection", "a request for thread slot %d, which is taken or not there", thread)
	}
	return &b.S.Threads[thread]
}

// takeVertex takes an entry of VTX_SM.
func (b *SM) takeVertex() bool {
	s := &b.S
	if !b.P.VtxSM.Valid() {
		return false
	}
	e := b.P.VtxSM.Head()
	switch {
	case e.Kind == pipe.IntEnd:
		s.Requests = Normal
		s.Ended++
	case s.Requests == Discard:
	case e.Kind == pipe.State:
		regs.Write(s.Regs[e.Slot][:], e.Write.Reg, e.Write.Value)
	default:
		t := b.occupy(e.Thread)
		t.Kind, t.Slot, t.Instance, t.In = pipe.Prim, e.Slot, e.Instance, e.In
		s.OfVertices |= 1 << e.Thread
		s.Runnable |= 1 << e.Thread
	}
	b.P.VtxSM.Drop()
	return true
}

// takePixel takes an entry of PIX_SM, and sends what concerns textures to the sampler.
func (b *SM) takePixel() bool {
	s := &b.S
	if !b.P.PixSM.Valid() {
		return false
	}
	e := b.P.PixSM.Head()
	if (e.Kind == pipe.Invalidate || e.Texture) && !b.P.SMTex.Ready() {
		return false
	}
	if e.Kind == pipe.Invalidate {
		b.P.SMTex.Put(pipe.SampleRequest{Kind: pipe.Invalidate, Slot: e.Slot})
		b.P.PixSM.Drop()
		return true
	}
	t := b.occupy(e.Thread)
	t.Kind, t.Slot, t.Pixel = pipe.Quad, e.Slot, e.PixelThread
	s.OfPixels |= 1 << e.Thread
	if e.Texture {
		b.sample(e)
	} else {
		s.Runnable |= 1 << e.Thread
	}
	b.P.PixSM.Drop()
	return true
}

// sample asks the sampler for a thread's texels; the thread has room for them.
func (b *SM) sample(e *pipe.PixelRequest) {
	r := b.P.SMTex.Slot()
	*r = pipe.SampleRequest{
		Kind: pipe.Quad, Slot: e.Slot, Thread: e.Thread, Mask: e.Mask, Wrap: e.Wrap, Filter: e.Filter, Encoded: e.Encoded,
		Width: e.Width, Height: e.Height, Base: e.Base,
	}
	for k := range r.UV {
		r.UV[k] = [2]float32{e.A[k][4], e.A[k][5]}
	}
	b.P.SMTex.Push()
}

// takeSample takes an answer of the sampler.
func (b *SM) takeSample() bool {
	if !b.P.TexSM.Valid() {
		return false
	}
	a := b.P.TexSM.Head()
	if a.Kind == pipe.Invalidate {
		b.S.Forgotten++
	} else {
		b.S.Threads[a.Thread].Texel = a.Texel
		b.S.Runnable |= 1 << a.Thread
	}
	b.P.TexSM.Drop()
	return true
}

// takeCalls takes calls for results. EUP calls for no more threads than there are, so they find room.
func (b *SM) takeCalls() (moved bool) {
	s := &b.S
	if b.P.CallPix.Valid() {
		s.PixelCalls.Push(*b.P.CallPix.Head())
		b.P.CallPix.Drop()
		moved = true
	}
	if b.P.CallVtx.Valid() {
		c := *b.P.CallVtx.Head()
		b.P.CallVtx.Drop()
		if c.Kind == pipe.IntEnd {
			s.Calls = Normal
		}
		if s.Calls == Normal {
			s.VertexCalls.Push(c)
		}
		moved = true
	}
	return moved
}

// answerable tells whether what is called for is there: a thread's result, the sampler's answer to INVALIDATE, or for INT_END
// the one that came as a request.
func (b *SM) answerable(c *pipe.Call) bool {
	switch c.Kind {
	case pipe.IntEnd:
		return b.S.Ended > 0
	case pipe.Invalidate:
		return b.S.Forgotten > 0
	}
	return b.S.Done>>c.Thread&1 != 0
}

// answerVertex answers the oldest call of CALL_VTX.
func (b *SM) answerVertex() bool {
	s := &b.S
	if s.VertexCalls.Len() == 0 || !b.answerable(s.VertexCalls.Front()) || !b.P.SMVtx.Ready() {
		return false
	}
	c := s.VertexCalls.Front()
	e := b.P.SMVtx.Slot()
	e.Kind, e.Slot = c.Kind, c.Slot
	if c.Kind == pipe.IntEnd {
		e.V = [3]pipe.Vertex{}
		s.Regs[c.Slot].Reset() // no thread of the context is left
		s.Ended--
	} else {
		e.V = s.Threads[c.Thread].Out
		b.free(c.Thread)
	}
	b.P.SMVtx.Push()
	s.VertexCalls.Pop()
	return true
}

// answerPixel answers the oldest call of CALL_PIX.
func (b *SM) answerPixel() bool {
	s := &b.S
	if s.PixelCalls.Len() == 0 || !b.answerable(s.PixelCalls.Front()) || !b.P.SMPix.Ready() {
		return false
	}
	c := s.PixelCalls.Front()
	e := b.P.SMPix.Slot()
	e.Kind, e.Slot = c.Kind, c.Slot
	if c.Kind == pipe.Invalidate {
		e.Kept, e.WriteDepth, e.Color, e.Depth = 0, false, [4]pipe.Color{}, [4]float32{}
		s.Forgotten--
	} else {
		t := &s.Threads[c.Thread]
		e.Kept, e.WriteDepth, e.Color, e.Depth = t.Kept, t.Pixel.WriteDepth, t.Color, t.Depth
		b.free(c.Thread)
	}
	b.P.SMPix.Push()
	s.PixelCalls.Pop()
	return true
}

// Stage is how far a thread is.
type Stage uint8

// Stages of a thread.
const (
	NoThread Stage = iota
	Coming         // its request is under way
	Fetching       // the sampler has not answered
	Ready          // it has its data, and no unit yet
	Running        // on a unit
	Retiring       // it has its result
)

// Stage tells how far the thread in a thread slot is.
func (b *SM) Stage(thread uint8) Stage {
	s := &b.S
	bit := uint64(1) << thread
	switch {
	case s.Done&bit != 0:
		return Retiring
	case s.Runnable&bit != 0:
		return Ready
	case (s.OfVertices|s.OfPixels)&bit == 0:
		return Coming
	}
	for u, r := range s.Units[:b.cfg.Units] {
		if b.busy()>>u&1 != 0 && r.Thread == thread {
			return Running
		}
	}
	return Fetching
}
