package wgsl

import "github.com/gogpu/naga/ir"

// Locations is how many locations inputs and outputs may have.
const Locations = 32

// Values are inputs or outputs by location, as bits; f16 is in the low half of a word.
type Values [Locations][4]uint32

// Vertex is what a vertex shader is called with.
type Vertex struct {
	Index, Instance uint32
	Values          Values
}

// Transformed is what a vertex shader gives.
type Transformed struct {
	Position [4]uint32 // f32
	Clip     []uint32  // distances, f32
	Values   Values
	Written  uint32 // locations that there are, a bit each
}

// Vertex executes a vertex shader for a vertex.
func (p *Program) Vertex(name string, v *Vertex, r *Resources) (t *Transformed, err error) {
	defer caught(&err)
	e := p.entry(name, ir.StageVertex)
	n := p.run(r)
	t = &Transformed{}
	p.lane(n, n.globals).start(e, v.input, t.output)
	return t, nil
}

func (v *Vertex) input(b ir.Binding, t *typ) []uint32 {
	switch b := b.(type) {
	case ir.LocationBinding:
		return v.Values.at(b.Location, t)
	case ir.BuiltinBinding:
		switch b.Builtin {
		case ir.BuiltinVertexIndex:
			return []uint32{v.Index}
		case ir.BuiltinInstanceIndex:
			return []uint32{v.Instance}
		}
	}
	fail("input %+v of a vertex shader", b)
	return nil
}

func (t *Transformed) output(b ir.Binding, value []uint32) {
	switch b := b.(type) {
	case ir.LocationBinding:
		copy(t.Values.at(b.Location, nil), value)
		t.Written |= 1 << b.Location
		return
	case ir.BuiltinBinding:
		switch b.Builtin {
		case ir.BuiltinPosition:
			copy(t.Position[:], value)
			return
		case ir.BuiltinClipDistance:
			t.Clip = append([]uint32{}, value...)
			return
		}
	}
	fail("output %+v of a vertex shader", b)
}

// at is the value of a location, as many components as the type has.
func (v *Values) at(location uint32, t *typ) []uint32 {
	if location >= Locations {
		fail("location %d", location)
	}
	if t == nil {
		return v[location][:]
	}
	return v[location][:t.words]
}
