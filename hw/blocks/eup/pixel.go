package eup

import (
	"math"
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
	ToFetch  uint8     // lanes whose data are not requested
	Instance uint32
	Fetch    [3]uint32      // vertex: addresses of the records
	In       [3][16]float32 // vertex: the records
	Out      [3]pipe.Vertex // vertex: the result

	Pixel  pipe.PixelThread // pixel: the input
	Texel  [4]uint32        // pixel: address, then the texel
	Line   [4]uint8         // pixel: cache line that is waited for
	OnLine uint8            // pixel: lanes that wait for a line
	Kept   uint8            // pixel: the result
	Color  [4]pipe.Color
	Depth  [4]float32
}

// takePixel takes an entry of PS_EU.
func (b *EUP) takePixel() bool {
	s := &b.S
	if !b.P.Pixels.Valid() || s.Pixels.Len() >= b.cfg.Order {
		return false
	}
	e := b.P.Pixels.Head()
	if e.Kind == pipe.Invalidate {
		s.Pixels.Push(ticket{Cmd: pipe.Cmd{Kind: pipe.Invalidate, Slot: e.Slot}})
		b.P.Pixels.Drop()
		return true
	}
	if s.Free == 0 {
		return false
	}
	i := bits.TrailingZeros64(s.Free)
	s.Free &^= 1 << i
	t := &s.Threads[i]
	s.OfPixels |= 1 << i
	*t = Thread{Kind: pipe.Quad, Slot: e.Slot, Pixel: *e}
	if e.Texture {
		t.ToFetch = e.Mask
		for k := range 4 {
			if e.Mask>>k&1 != 0 {
				t.Texel[k] = texelAddress(e, e.A[k][4], e.A[k][5])
			}
		}
		s.Texturing |= 1 << i
	} else {
		s.Runnable |= 1 << i
	}
	s.Pixels.Push(ticket{Thread: uint8(i), Cmd: pipe.Cmd{Kind: pipe.Quad, Slot: e.Slot}})
	b.P.Pixels.Drop()
	return true
}

// texels takes an answer and looks one texel up, oldest thread first.
func (b *EUP) texels() bool {
	s := &b.S
	filled, moved := b.P.Texels.Answer()
	if filled >= 0 {
		for set := s.Texturing; set != 0; set &= set - 1 {
			b.fillLanes(bits.TrailingZeros64(set), filled)
		}
	}
	if s.Texturing == 0 {
		return moved
	}
	for k := range s.Pixels.Len() {
		ticket := s.Pixels.At(k)
		if ticket.Cmd.Kind == pipe.Invalidate {
			break // what is behind looks up when the old texels are gone
		}
		i := ticket.Thread
		t := &s.Threads[i]
		if s.Texturing>>i&1 == 0 || t.ToFetch == 0 {
			continue
		}
		lane := bits.TrailingZeros8(t.ToFetch)
		line, ok, did := b.P.Texels.Lookup(t.Texel[lane], t.Slot)
		if ok {
			t.ToFetch &^= 1 << lane
			t.Line[lane] = uint8(line)
			t.OnLine |= 1 << lane
			b.fillLanes(int(i), line)
		}
		return moved || did
	}
	return moved
}

// fillLanes gives a thread the texels of a line that has arrived.
func (b *EUP) fillLanes(i, line int) {
	s := &b.S
	l := b.P.Texels.Line(line)
	if l.Pending {
		return
	}
	t := &s.Threads[i]
	for set := t.OnLine; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros8(set)
		if int(t.Line[lane]) != line {
			continue
		}
		t.Texel[lane] = l.Data[t.Texel[lane]>>2&15]
		t.Line[lane] = 0
		t.OnLine &^= 1 << lane
		b.P.Texels.Done(line)
	}
	if t.ToFetch == 0 && t.OnLine == 0 {
		s.Texturing &^= 1 << i
		s.Runnable |= 1 << i
	}
}

// retirePixel moves the oldest pixel thread's result to EU_PS.
func (b *EUP) retirePixel() bool {
	s := &b.S
	if s.Pixels.Len() == 0 || !b.retirable(s.Pixels.Front()) || !b.P.Results.Ready() {
		return false
	}
	t := s.Pixels.Front()
	e := b.P.Results.Slot()
	*e = pipe.PixelResult{Kind: t.Cmd.Kind, Slot: t.Cmd.Slot}
	if t.Cmd.Kind == pipe.Invalidate {
		b.P.Texels.Forget(t.Cmd.Slot)
	} else {
		r := &s.Threads[t.Thread]
		e.Kept, e.WriteDepth, e.Color, e.Depth = r.Kept, r.Pixel.WriteDepth, r.Color, r.Depth
		s.Done &^= 1 << t.Thread
		b.free(t.Thread)
	}
	b.P.Results.Push()
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
				c[ch] *= float32(t.Texel[k]>>(8*ch)&255) / 255
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

// texelAddress returns the byte address of the nearest texel.
func texelAddress(e *pipe.PixelThread, u, v float32) uint32 {
	x := wrap(texelIndex(u, e.Width), int32(e.Width), e.Wrap&3)
	y := wrap(texelIndex(v, e.Height), int32(e.Height), e.Wrap>>2&3)
	return e.Base + 4*(uint32(y)*uint32(e.Width)+uint32(x))
}

func texelIndex(u float32, size uint16) int32 {
	f := float32(u * float32(size))
	switch {
	case f != f || math.IsInf(float64(f), 0):
		return 0
	case f > 1<<30:
		f = 1 << 30
	case f < -1<<30:
		f = -1 << 30
	}
	return int32(math.Floor(float64(f)))
}

func wrap(i, size int32, mode uint8) int32 {
	if size == 0 {
		return 0
	}
	switch mode {
	case regs.PSTextureWrapUClamp:
		return min(max(i, 0), size-1)
	case regs.PSTextureWrapUMirror:
		m := i % (2 * size)
		if m < 0 {
			m += 2 * size
		}
		if m >= size {
			m = 2*size - 1 - m
		}
		return m
	}
	m := i % size
	if m < 0 {
		m += size
	}
	return m
}
