package wgsl

import (
	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// Pixel is what a fragment shader is called with. Values are interpolated by the caller.
type Pixel struct {
	Position       [4]uint32 // f32
	FrontFacing    bool
	SampleIndex    uint32
	SampleMask     uint32
	PrimitiveIndex uint32
	Helper         bool // it is there for derivatives alone
	Values         Values
}

// Shaded is what a fragment shader gives. Of a helper only Helper counts.
type Shaded struct {
	Helper     bool // it was one, or was discarded
	Values     Values
	Second     [4]uint32 // location 0, @blend_src(1)
	Written    uint32    // locations that there are, a bit each
	Depth      uint32    // f32, with HasDepth
	HasDepth   bool
	SampleMask uint32 // all ones where the shader does not have it
}

// Quad executes a fragment shader for the pixels of a quad: upper left, upper right, lower left, lower right.
func (p *Program) Quad(name string, pixels *[4]Pixel, r *Resources) (s *[4]Shaded, err error) {
	defer caught(&err)
	e := p.entry(name, ir.StageFragment)
	n := p.run(r)
	s = &[4]Shaded{}
	lanes := make([]*lane, len(pixels))
	for k := range lanes {
		lanes[k] = p.lane(n, n.globals)
		lanes[k].number, lanes[k].helper = k, pixels[k].Helper
		s[k].SampleMask = ^uint32(0)
	}
	shade := func(l *lane) {
		l.start(e, pixels[l.number].input, s[l.number].output)
		s[l.number].Helper = l.helper
	}
	together(lanes, shade, func() { n.meetQuad(lanes) })
	return s, nil
}

func (p *Pixel) input(b ir.Binding, t *typ) []uint32 {
	switch b := b.(type) {
	case ir.LocationBinding:
		return p.Values.at(b.Location, t)
	case ir.BuiltinBinding:
		switch b.Builtin {
		case ir.BuiltinPosition:
			return p.Position[:]
		case ir.BuiltinFrontFacing:
			return []uint32{wordOf(p.FrontFacing)}
		case ir.BuiltinSampleIndex:
			return []uint32{p.SampleIndex}
		case ir.BuiltinSampleMask:
			return []uint32{p.SampleMask}
		case ir.BuiltinPrimitiveIndex:
			return []uint32{p.PrimitiveIndex}
		}
	}
	fail("input %+v of a fragment shader", b)
	return nil
}

func (s *Shaded) output(b ir.Binding, value []uint32) {
	switch b := b.(type) {
	case ir.LocationBinding:
		if b.BlendSrc != nil && *b.BlendSrc == 1 {
			copy(s.Second[:], value)
			return
		}
		copy(s.Values.at(b.Location, nil), value)
		s.Written |= 1 << b.Location
		return
	case ir.BuiltinBinding:
		switch b.Builtin {
		case ir.BuiltinFragDepth:
			s.Depth, s.HasDepth = value[0], true
			return
		case ir.BuiltinSampleMask:
			s.SampleMask = value[0]
			return
		}
	}
	fail("output %+v of a fragment shader", b)
}

// meetQuad answers what all pixels of a quad wait for: the values of each other, or samples of a texture.
func (n *run) meetQuad(lanes []*lane) {
	first := &lanes[0].offer
	var values []uint32
	for _, l := range lanes {
		if l.offer.function != first.function || l.offer.at != first.at {
			fail("a %s that the pixels of a quad do not come to together", l.offer.what)
		}
		values = append(values, l.offer.value...)
	}
	for _, l := range lanes {
		l.peers = values
	}
	if first.request != nil {
		n.sampleQuad(lanes)
	}
}

// derivative is the difference of two of the quad's pixels.
func (fr *frame) derivative(h ir.ExpressionHandle, e *ir.ExprDerivative) {
	out := fr.slot(h)
	k := fr.types[h].kind
	fr.lane.wait(offer{what: "derivative", function: fr.function, at: h, value: fr.value(e.Expr)})
	for c := range out {
		across := fr.lane.difference(k, c, len(out), e.Control, 1)
		down := fr.lane.difference(k, c, len(out), e.Control, 2)
		switch e.Axis {
		case ir.DerivativeX:
			out[c] = ofF(k, across)
		case ir.DerivativeY:
			out[c] = ofF(k, down)
		default:
			out[c] = ofF(k, arith.AddF(size(across), size(down)))
		}
	}
}

// difference is that of a component from a pixel of the quad to the next one, which is one or two further. A fine one is that of the invocation's own row or
// column.
func (l *lane) difference(k kind, c, count int, control ir.DerivativeControl, step int) float32 {
	from := 0
	if control == ir.DerivativeFine {
		from = l.number &^ step
	}
	return sub(toF(k, l.peers[(from+step)*count+c]), toF(k, l.peers[from*count+c]))
}
