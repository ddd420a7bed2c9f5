package eup

import (
	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Program is what a thread computes. The fixed programs are two; programmable ones
// bring their own length and results.
type Program interface {
	// Cycles returns how long the program occupies an execution unit.
	Cycles() int
	// Run computes the thread's outputs from its inputs.
	Run(t *Thread, r *regs.EUPRegs)
}

// Thread is a thread slot of the pool.
type Thread struct {
	Kind     pipe.Kind // Prim: a vertex thread; Quad: a pixel thread
	Slot     uint8     // context slot
	Instance uint32
	In       [3][16]float32 // vertex: the records
	Out      [3]pipe.Vertex // vertex: the result

	Pixel pipe.PixelThread // pixel: the input
	Texel [4][4]float32    // pixel: samples of its texture, by pixel and component
	Kept  uint8            // pixel: the result
	Color [4]pipe.Color
	Depth [4]float32
}

// takePixel takes an entry of PS_EU, and sends what concerns textures to the sampler.
func (b *EUP) takePixel() bool {
	s := &b.S
	if !b.P.PSEU.Valid() || s.Pixels.Len() >= b.cfg.Order {
		return false
	}
	e := b.P.PSEU.Head()
	if (e.Kind == pipe.Invalidate || e.Texture) && !b.P.EUTex.Ready() {
		return false
	}
	if e.Kind == pipe.Invalidate {
		b.P.EUTex.Put(pipe.SampleRequest{Kind: pipe.Invalidate, Slot: e.Slot})
		s.Pixels.Push(ticket{Cmd: pipe.Cmd{Kind: pipe.Invalidate, Slot: e.Slot}})
		b.P.PSEU.Drop()
		return true
	}
	if s.Free == 0 {
		return false
	}
	i := b.takeSlot(0)
	s.OfPixels |= 1 << i
	s.Threads[i] = Thread{Kind: pipe.Quad, Slot: e.Slot, Pixel: *e}
	if e.Texture {
		b.sample(uint8(i), e)
	} else {
		s.Runnable |= 1 << i
	}
	s.Pixels.Push(ticket{Thread: uint8(i), Cmd: pipe.Cmd{Kind: pipe.Quad, Slot: e.Slot}})
	b.P.PSEU.Drop()
	return true
}

// sample asks the sampler for a thread's texels; the thread has room for them.
func (b *EUP) sample(thread uint8, e *pipe.PixelThread) {
	r := b.P.EUTex.Slot()
	*r = pipe.SampleRequest{
		Kind: pipe.Quad, Slot: e.Slot, Thread: thread, Mask: e.Mask, Wrap: e.Wrap, Filter: e.Filter, Encoded: e.Encoded,
		Width: e.Width, Height: e.Height, Base: e.Base,
	}
	for k := range r.UV {
		r.UV[k] = [2]float32{e.A[k][4], e.A[k][5]}
	}
	b.P.EUTex.Push()
}

// takeSample takes an answer of the sampler.
func (b *EUP) takeSample() bool {
	if !b.P.TexEU.Valid() {
		return false
	}
	a := b.P.TexEU.Head()
	if a.Kind == pipe.Invalidate {
		b.S.Forgotten++
	} else {
		b.S.Threads[a.Thread].Texel = a.Texel
		b.S.Runnable |= 1 << a.Thread
	}
	b.P.TexEU.Drop()
	return true
}

// retirePixel moves the oldest pixel thread's result to EU_PS.
func (b *EUP) retirePixel() bool {
	s := &b.S
	if s.Pixels.Len() == 0 || !b.retirable(s.Pixels.Front()) || !b.P.EUPS.Ready() {
		return false
	}
	t := s.Pixels.Front()
	e := b.P.EUPS.Slot()
	*e = pipe.PixelResult{Kind: t.Cmd.Kind, Slot: t.Cmd.Slot}
	if t.Cmd.Kind == pipe.Invalidate {
		s.Forgotten--
	} else {
		r := &s.Threads[t.Thread]
		e.Kept, e.WriteDepth, e.Color, e.Depth = r.Kept, r.Pixel.WriteDepth, r.Color, r.Depth
		s.Done &^= 1 << t.Thread
		b.free(t.Thread)
	}
	b.P.EUPS.Push()
	s.Pixels.Pop()
	return true
}

// pixelProgram is docs/arithmetic.md, section 6.
type pixelProgram struct{ cycles int }

func (p pixelProgram) Cycles() int { return p.cycles }

func (p pixelProgram) Run(t *Thread, _ *regs.EUPRegs) {
	e := &t.Pixel
	for k := range 4 {
		if e.Mask>>k&1 == 0 {
			continue
		}
		var c [4]float32
		copy(c[:], e.A[k][:])
		if e.Texture {
			for ch := range c {
				c[ch] *= t.Texel[k][ch]
			}
		}
		if e.Kill && !(c[3] >= e.AlphaRef) {
			continue
		}
		t.Kept |= 1 << k
		t.Color[k] = color(&c, e.Format)
		if e.WriteDepth {
			t.Depth[k] = format.Clamp(e.DepthOffset + float32(e.DepthFactor*c[3]))
		}
	}
}

// color converts components to a format of PS.COLOR_FORMAT.
func color(c *[4]float32, to uint8) (out pipe.Color) {
	for ch, v := range c {
		switch to {
		case regs.PSColorFormatRgba16f:
			out |= pipe.Color(format.Half(v)) << (16 * ch)
		case regs.PSColorFormatSrgb8:
			out |= pipe.Color(format.Half(format.Clamp(v))) << (16 * ch)
		default:
			out |= pipe.Color(format.Byte(v)) << (8 * ch)
		}
	}
	return out
}
