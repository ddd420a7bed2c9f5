package eup

import (
	"math/bits"

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
	Waiting  uint8     // answers that are not in
	ToFetch  uint8     // vertex: records that are not requested
	Instance uint32
	Fetch    [3]uint32      // vertex: addresses of the records
	In       [3][16]float32 // vertex: the records
	Out      [3]pipe.Vertex // vertex: the result

	Pixel  pipe.PixelThread // pixel: the input
	Sample sample           // pixel: the texture's
	Kept   uint8            // pixel: the result
	Color  [4]pipe.Color
	Depth  [4]float32
}

// takePixel takes an entry of PS_EU.
func (b *EUP) takePixel() bool {
	s := &b.S
	if !b.P.PSEU.Valid() || s.Pixels.Len() >= b.cfg.Order {
		return false
	}
	e := b.P.PSEU.Head()
	if e.Kind == pipe.Invalidate {
		s.Pixels.Push(ticket{Cmd: pipe.Cmd{Kind: pipe.Invalidate, Slot: e.Slot}})
		b.P.PSEU.Drop()
		return true
	}
	if s.Free == 0 {
		return false
	}
	i := b.takeSlot(0)
	t := &s.Threads[i]
	s.OfPixels |= 1 << i
	*t = Thread{Kind: pipe.Quad, Slot: e.Slot, Pixel: *e}
	if e.Texture {
		t.Sample.start(e)
		s.Texturing |= 1 << i
	} else {
		s.Runnable |= 1 << i
	}
	s.Pixels.Push(ticket{Thread: uint8(i), Cmd: pipe.Cmd{Kind: pipe.Quad, Slot: e.Slot}})
	b.P.PSEU.Drop()
	return true
}

// texels takes an answer and looks texels up, oldest thread first.
func (b *EUP) texels() bool {
	s := &b.S
	filled, moved := b.textures.Answer()
	if filled >= 0 {
		for set := s.Texturing; set != 0; set &= set - 1 {
			b.fill(bits.TrailingZeros64(set), filled)
		}
	}
	for range b.cfg.Texels {
		ok, did := b.lookTexel()
		moved = moved || did
		if !ok {
			break
		}
	}
	return moved
}

// lookTexel looks the oldest texel up that is wanted.
func (b *EUP) lookTexel() (ok, moved bool) {
	s := &b.S
	if s.Texturing == 0 {
		return false, false
	}
	for k := range s.Pixels.Len() {
		ticket := s.Pixels.At(k)
		if ticket.Cmd.Kind == pipe.Invalidate {
			return false, false // what is behind looks up when the old texels are gone
		}
		i := ticket.Thread
		t := &s.Threads[i]
		if s.Texturing>>i&1 == 0 || t.Sample.ToFetch == 0 {
			continue
		}
		n := bits.TrailingZeros32(t.Sample.ToFetch)
		line, ok, moved := b.textures.Lookup(t.Sample.address(n), t.Slot)
		if ok {
			t.Sample.ToFetch &^= 1 << n
			t.Sample.Line[n] = uint8(line)
			t.Sample.OnLine |= 1 << n
			b.fill(int(i), line)
		}
		return ok, moved
	}
	return false, false
}

// fill gives a thread the texels of a line, if it has arrived.
func (b *EUP) fill(i, line int) {
	s := &b.S
	l := b.textures.Line(line)
	if l.Pending {
		return
	}
	p := &s.Threads[i].Sample
	for set := p.OnLine; set != 0; set &= set - 1 {
		n := bits.TrailingZeros32(set)
		if int(p.Line[n]) != line {
			continue
		}
		p.add(n, l.Data[p.address(n)>>2&15])
		p.Line[n] = 0
		p.OnLine &^= 1 << n
		b.textures.Done(line)
	}
	if p.ToFetch == 0 && p.OnLine == 0 {
		s.Texturing &^= 1 << i
		s.Runnable |= 1 << i
	}
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
		b.textures.Forget(t.Cmd.Slot)
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
				c[ch] *= t.Sample.component(k, ch)
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
