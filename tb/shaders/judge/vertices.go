package judge

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler"
	"tilemark/golden/arith"
	"tilemark/golden/exec"
	"tilemark/golden/wgsl"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// Vertices are the vertices of a thread of a vertex shader's kernel, chosen by a seed: as many as it has lanes.
type Vertices struct {
	Seed    uint64
	Buffers map[int][]byte // by the kernel's binding
}

// Register sets that a vertex thread begins with: index, instance, and attributes.
const (
	vertexSets     = 2 + 12
	inputAttribute = 2
)

// attributes are where locations begin among the attributes, and how many components they have.
var attributes = [4][2]int{{0, 3}, {3, 3}, {6, 2}, {8, 4}}

// mostResults is the number of components of a position and of what is interpolated.
const mostResults = 4 + kernel.MostAttributes

// Results are what a thread gives, by component and lane.
type Results [mostResults][32]uint32

// Run executes a thread on the simulator of the instruction set.
func (v *Vertices) Run(k *kernel.Kernel) (r Results, err error) {
	memory := &exec.Memory{Bindings: make([]exec.Binding, 256)}
	for n, data := range v.Buffers {
		memory.Bindings[n].Data = data
	}
	take := func(_ *exec.Thread, o *exec.Output) {
		for n := range o.Components {
			for w, x := range o.Values[n][:8] {
				at := o.Offset/4 + 8*n + w
				r[at/k.Lanes][at%k.Lanes] = x
			}
		}
	}
	sets := v.inputs(k.Lanes)
	_, err = execute(k, memory, &exec.Options{Limit: mostPixelInstructions, Sampler: texels{}, Output: take}, 0, sets[:])
	return r, err
}

// inputs are register sets that a thread begins with.
func (v *Vertices) inputs(lanes int) (sets [vertexSets][32]uint32) {
	r := rand.New(rand.NewPCG(v.Seed, 4))
	first, instance := uint32(r.IntN(1000)), uint32(r.IntN(10))
	for lane := range lanes {
		sets[0][lane], sets[1][lane] = first+uint32(lane), instance
		for n := inputAttribute; n < vertexSets; n++ {
			sets[n][lane] = math.Float32bits(float32(r.Float64()*4 - 2))
		}
	}
	return sets
}

// Reference is what the reference model says of the same vertices, for a shader whose kernel is known.
func (v *Vertices) Reference(m *ir.Module, r *compiler.Result, lanes int, items uint16, s *nos.State) (list Results, err error) {
	program, err := wgsl.Prepare(m)
	if err != nil {
		return list, err
	}
	t := newAsked(m, items, s)
	resources := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{}, Textures: t}
	for _, x := range r.Resources {
		if x.Attribute {
			continue
		}
		b := wgsl.Binding{Group: x.Group, Binding: x.Binding}
		if t.numbers[b] = x.Number; !x.Sampler {
			resources.Buffers[b] = v.Buffers[x.Number]
		}
	}
	sets := v.inputs(lanes)
	for lane := range lanes {
		one := wgsl.Vertex{Index: sets[0][lane], Instance: sets[1][lane]}
		if items&isa.NosVertexFormat != 0 {
			v.fetch(&one, m, r, s)
		} else {
			for location, a := range attributes {
				for c := range a[1] {
					one.Values[location][c] = sets[inputAttribute+a[0]+c][lane]
				}
			}
		}
		given, err := program.Vertex(m.EntryPoints[0].Name, &one, resources)
		if err != nil {
			return list, err
		}
		for c, x := range slices.Concat(given.Position[:], varyings(m, given)) {
			list[c][lane] = x
		}
	}
	return list, nil
}

// fetch reads locations from buffers, by the formats of the state.
func (v *Vertices) fetch(one *wgsl.Vertex, m *ir.Module, r *compiler.Result, s *nos.State) {
	types := map[uint32]ir.TypeHandle{}
	for _, a := range m.EntryPoints[0].Function.Arguments {
		typesOf(m, a.Type, a.Binding, types)
	}
	for _, x := range r.Resources {
		if t, there := types[x.Location]; x.Attribute && there {
			a := &s.Attributes[x.Location]
			f := formatOf(a)
			one.Values[x.Location] = f.Fetch(v.Buffers[int(a.Binding)], one.Index, m, t)
		}
	}
}

// typesOf are the types of locations of an input, which may be a structure of inputs.
func typesOf(m *ir.Module, t ir.TypeHandle, b *ir.Binding, types map[uint32]ir.TypeHandle) {
	if s, ok := m.Types[t].Inner.(ir.StructType); ok {
		for _, x := range s.Members {
			typesOf(m, x.Type, x.Binding, types)
		}
		return
	}
	if at, ok := (*b).(ir.LocationBinding); ok {
		types[at.Location] = t
	}
}

// formatOf is a format as the reference model has it.
func formatOf(a *nos.Attribute) wgsl.Format {
	f := wgsl.Format{Normalized: a.Normalized, Components: int(a.Count), Offset: int(a.Offset), Stride: int(a.Stride)}
	f.Bits = map[uint8]int{isa.TypeB: 8, isa.TypeUb: 8, isa.TypeW: 16, isa.TypeUw: 16, isa.TypeHf: 16, isa.TypeD: 32, isa.TypeUd: 32, isa.TypeF: 32}[a.Type]
	switch a.Type {
	case isa.TypeB, isa.TypeW, isa.TypeD:
		f.Numbers = wgsl.Signed
	case isa.TypeHf, isa.TypeF:
		f.Numbers = wgsl.Float
	}
	return f
}

// varyings are the components of what a vertex shader gives at locations.
func varyings(m *ir.Module, t *wgsl.Transformed) []uint32 {
	sizes, linear := map[uint32]int{}, map[uint32]bool{}
	result := m.EntryPoints[0].Function.Result
	locations(m, result.Type, result.Binding, sizes, linear)
	list := make([]uint32, mostResults-4)
	for location, at := range begins(sizes) {
		for c, v := range t.Values[location][:sizes[location]] {
			if linear[location] {
				v = math.Float32bits(arith.MulF(math.Float32frombits(v), math.Float32frombits(t.Position[3])))
			}
			list[at+c] = v
		}
	}
	return list
}

// equal names the first lane that differs from what is expected.
func (r *Results) equal(want *Results) error {
	for c := range r {
		for lane := range r[c] {
			if r[c][lane] != want[c][lane] {
				return unequal("component %d of lane %d is %#08x, %#08x was expected", c, lane, r[c][lane], want[c][lane])
			}
		}
	}
	return nil
}
