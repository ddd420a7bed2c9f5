package judge

import (
	"fmt"
	"math/rand/v2"

	"tilemark/compiler"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
)

// Patched is a fragment shader that is compiled once, for every state.
type Patched struct {
	File, Source string
	Items        uint16 // isa.Nos... bits: what is applied to what it computes
	Lanes        int
	Result       *compiler.Result
	Buffers      map[int][]byte // by the kernel's binding
}

// NewPatched compiles a shader. Its buffers have numbers that follow from their bindings.
func NewPatched(file, source string, items uint16, lanes int) (*Patched, error) {
	p := &Patched{File: file, Source: source, Items: items, Lanes: lanes, Buffers: map[int][]byte{}}
	r, err := compiler.Compile(file, source, compiler.Options{Lanes: lanes, State: compiler.State{Items: items}})
	if err != nil {
		return nil, err
	}
	p.Result = r
	for _, x := range r.Resources {
		if !x.Sampler {
			p.Buffers[x.Number] = contents(x.Number)
		}
		if x.Planes {
			p.Buffers[x.Number] = planes()
		}
		if x.Attribute {
			p.Buffers[x.Number] = vertexBytes(x.Number)
		}
	}
	return p, nil
}

// fogPlaces is how many sets of parameters of fog there are, 32 bytes each.
const fogPlaces = 4

// planes go through the pixels, or all lie on one side of them.
func planes() []byte {
	r := rand.New(rand.NewPCG(4, 2))
	var list []float32
	for range nos.Planes {
		a, b := float32(r.Float64()*2-1), float32(r.Float64()*2-1)
		list = append(list, a, b, float32(r.Float64()*2-1), -(a+b)*float32(r.Float64()*100))
	}
	return floats(list...)
}

// vertexBytes are those of a vertex buffer: anything, and often those that the least numbers with a sign are made of. Vertices of high numbers lie beyond its end.
func vertexBytes(binding int) []byte {
	r := rand.New(rand.NewPCG(uint64(binding), 5))
	data := make([]byte, 6002)
	for n := range data {
		data[n] = [...]byte{0, 0x80, byte(r.Uint32())}[min(r.IntN(8), 2)]
	}
	return data
}

// contents are 32 numbers between 0 and 2.
func contents(binding int) []byte {
	r := rand.New(rand.NewPCG(uint64(binding), 2))
	var list []float32
	for range 8 * fogPlaces {
		list = append(list, float32(r.Float64()*2))
	}
	return floats(list...)
}

// For completes a state by what depends on the kernel: where it has the parameters of fog, and the buffers of its vertices, one of which each location has.
func (p *Patched) For(s nos.State) *nos.State {
	var buffers []uint8
	for _, x := range p.Result.Resources {
		if x.Fog {
			s.FogBinding = uint8(x.Number)
		}
		if x.Attribute {
			buffers = append(buffers, uint8(x.Number))
		}
	}
	for n := range s.Attributes {
		if a := &s.Attributes[n]; len(buffers) > 0 {
			a.Binding = buffers[(int(a.Offset)+n)%len(buffers)]
		}
	}
	return &s
}

// Whole compiles the shader for a state alone.
func (p *Patched) Whole(s *nos.State) (*compiler.Result, error) {
	return compiler.Compile(p.File, p.Source, compiler.Options{Lanes: p.Lanes, State: compiler.State{Items: p.Items, Known: s}})
}

// Compare runs the kernel that is patched for a state, and the one that is compiled for it, on the same pixels. It returns how many instructions each executed.
func (p *Patched) Compare(of nos.State, seed uint64) (patched, whole int, err error) {
	s := p.For(of)
	r, err := p.Whole(s)
	if err != nil {
		return 0, 0, err
	}
	pixels := &Pixels{Seed: seed, Buffers: p.Buffers}
	got, patched, err := pixels.Run(nos.Kernel(p.Result.Kernel, s))
	if err != nil {
		return patched, 0, fmt.Errorf("%s, patched: %w", p.File, err)
	}
	want, whole, err := pixels.Run(r.Kernel)
	if err != nil {
		return patched, whole, fmt.Errorf("%s, compiled for the state: %w", p.File, err)
	}
	if err := got.equal(&want, p.Lanes); err != nil {
		return patched, whole, fmt.Errorf("%s: %w", p.File, err)
	}
	return patched, whole, nil
}

// Unequal says what a thread gives, and what was expected.
type Unequal string

func (u Unequal) Error() string { return string(u) }

func unequal(format string, a ...any) error { return Unequal(fmt.Sprintf(format, a...)) }

// equal names the first lane that differs from what is expected, or the first byte of a buffer. Of a thread whose lanes are all helpers colours do not count.
func (d *Drawn) equal(want *Drawn, lanes int) error {
	for n, data := range want.Buffers {
		for at := range data {
			if data[at] != d.Buffers[n][at] {
				return unequal("binding %d, byte %d is %#02x, %#02x was expected", n, at, d.Buffers[n][at], data[at])
			}
		}
	}
	switch {
	case d.Helpers != want.Helpers:
		return unequal("lanes %#x are discarded, %#x were expected", d.Helpers, want.Helpers)
	case d.Helpers == 1<<lanes-1:
		return nil
	case d.Sent != want.Sent, d.Count != want.Count, d.Depths != want.Depths:
		return unequal("%d components, depths %t; %d and %t were expected", d.Count, d.Depths, want.Count, want.Depths)
	}
	for n := range d.Values {
		for lane := range d.Values[n] {
			if d.Values[n][lane] != want.Values[n][lane] {
				return unequal("component %d of lane %d is %#08x, %#08x was expected", n, lane, d.Values[n][lane], want.Values[n][lane])
			}
		}
	}
	return nil
}

// SmallStates is how many states Small knows.
const SmallStates = 1 << 14

// Small is a state by its number: all combinations of what takes a few bits.
func Small(n int) nos.State {
	take := func(bits int) int {
		v := n & (1<<bits - 1)
		n >>= bits
		return v
	}
	s := nos.Default()
	s.AlphaFunction, s.AlphaReference = nos.Compare(take(3)), 0.4
	s.Fog = nos.Fog(take(2))
	s.Lighting, s.Colors, s.TwoSided = take(1) != 0, take(1) != 0, take(1) != 0
	s.TargetSRGB, s.DepthClamp = take(1) != 0, take(1) != 0
	s.WriteMask = uint8(take(4))
	return s
}

// Random is a state of which everything is chosen by a seed.
func Random(seed uint64) nos.State {
	r := rand.New(rand.NewPCG(seed, 3))
	s := Small(r.IntN(SmallStates))
	s.AlphaReference = float32(r.Float64())
	s.FogOffset = uint16(32 * r.IntN(fogPlaces))
	s.TargetFormat, s.TargetCount = uint8(r.IntN(3)), uint8(1+r.IntN(4))
	for n := range s.Textures {
		t := &s.Textures[n]
		t.Bound, t.SRGB, t.Format = r.IntN(4) != 0, r.IntN(2) != 0, uint8(r.IntN(8))
		for c := range t.Swizzle {
			t.Swizzle[c] = nos.Component(r.IntN(6))
		}
	}
	s.ClipPlanes = uint8(r.Uint32()) & uint8(r.Uint32())
	s.PointSprite, s.PointLower = uint16(r.Uint32())&uint16(r.Uint32()), r.IntN(2) != 0
	for n := range s.Attributes {
		t := [...]uint8{isa.TypeB, isa.TypeUb, isa.TypeW, isa.TypeUw, isa.TypeHf, isa.TypeD, isa.TypeUd, isa.TypeF}[r.IntN(8)]
		s.Attributes[n] = nos.Attribute{Type: t, Count: uint8(1 + r.IntN(4)), Normalized: r.IntN(2) != 0, Offset: uint16(isa.Bytes(t) * r.IntN(12)), Stride: uint16(4 * r.IntN(12))}
	}
	return s
}
