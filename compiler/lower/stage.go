package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// stage lowers the entry point with what its stage brings, and hands on what it returns.
func (l *lowerer) stage() {
	f := &l.entry.Function
	args := make([]operand, len(f.Arguments))
	at := l.varyings()
	for n := range f.Arguments {
		a := &f.Arguments[n]
		args[n] = operand{values: l.bound(l.inner(a.Type), pointed(a.Binding), at)}
	}
	results := l.call(f, args)
	if l.ended {
		return
	}
	switch l.k.Stage {
	case llir.Compute:
		l.add(&llir.Instr{Op: llir.End})
	case llir.Pixel:
		l.pixelResults(results)
	case llir.Vertex:
		l.vertexResults(results)
	}
}

// bound are the scalars of an argument of the entry point: by its binding, or those of a structure's members.
func (l *lowerer) bound(t ir.TypeInner, b ir.Binding, at map[uint32]int) []llir.Value {
	if s, ok := t.(ir.StructType); ok {
		var values []llir.Value
		for _, m := range s.Members {
			if m.Binding == nil {
				refuse("member %s of an input has no binding", m.Name)
			}
			values = append(values, l.bound(l.inner(m.Type), *m.Binding, at)...)
		}
		return values
	}
	switch b := b.(type) {
	case ir.BuiltinBinding:
		return l.builtin(b.Builtin)
	case ir.LocationBinding:
		return l.located(t, b, at)
	}
	refuse("an input without a binding")
	return nil
}

// pointed is a binding that may be there.
func pointed(b *ir.Binding) ir.Binding {
	if b == nil {
		return nil
	}
	return *b
}

// builtin are the scalars of a built-in value.
func (l *lowerer) builtin(b ir.BuiltinValue) []llir.Value {
	u := func(n uint32) llir.Value { return l.input(n, llir.U32) }
	three := func(n uint32) []llir.Value { return []llir.Value{u(n), u(n + 1), u(n + 2)} }
	switch b {
	case ir.BuiltinWorkGroupID:
		return three(llir.InputGroup)
	case ir.BuiltinNumWorkGroups:
		return three(llir.InputGroups)
	case ir.BuiltinLocalInvocationID:
		return three(llir.InputLocal)
	case ir.BuiltinLocalInvocationIndex:
		x, y, z := u(llir.InputLocal), u(llir.InputLocal+1), u(llir.InputLocal+2)
		row := l.op(llir.Add, llir.U32, l.op(llir.Mul, llir.U32, z, l.u32(uint32(l.k.CTA[1]))), y)
		return []llir.Value{l.op(llir.Add, llir.U32, l.op(llir.Mul, llir.U32, row, l.u32(uint32(l.k.CTA[0]))), x)}
	case ir.BuiltinGlobalInvocationID:
		return l.zip([][]llir.Value{three(llir.InputGroup), three(llir.InputLocal), {l.u32(uint32(l.k.CTA[0])), l.u32(uint32(l.k.CTA[1])), l.u32(uint32(l.k.CTA[2]))}},
			func(a []llir.Value) llir.Value {
				return l.op(llir.Add, llir.U32, l.op(llir.Mul, llir.U32, a[0], a[2]), a[1])
			})
	case ir.BuiltinVertexIndex:
		return []llir.Value{u(llir.InputVertex)}
	case ir.BuiltinInstanceIndex:
		return []llir.Value{u(llir.InputInstance)}
	case ir.BuiltinFrontFacing:
		return []llir.Value{l.compare(llir.NotEqual, llir.U32, u(llir.InputFront), l.u32(0))}
	case ir.BuiltinPosition:
		center := func(n uint32) llir.Value {
			return l.op(llir.Add, llir.F32, l.convert(llir.U32, llir.F32, u(n)), l.f32(0.5))
		}
		return []llir.Value{center(llir.InputPixelX), center(llir.InputPixelY), l.input(llir.InputDepth, llir.F32), l.input(llir.InputReciprocalW, llir.F32)}
	case ir.BuiltinSampleIndex:
		return []llir.Value{l.u32(0)}
	}
	refuse("built-in value number %d as an input", b)
	return nil
}

// varyings is where each location of the stage's inputs begins, in components.
func (l *lowerer) varyings() map[uint32]int {
	sizes := map[uint32]int{}
	var visit func(t ir.TypeInner, b ir.Binding)
	visit = func(t ir.TypeInner, b ir.Binding) {
		if s, ok := t.(ir.StructType); ok {
			for _, m := range s.Members {
				if m.Binding != nil {
					visit(l.inner(m.Type), *m.Binding)
				}
			}
			return
		}
		if loc, ok := b.(ir.LocationBinding); ok {
			sizes[loc.Location] = l.count(t)
		}
	}
	for _, a := range l.entry.Function.Arguments {
		visit(l.inner(a.Type), pointed(a.Binding))
	}
	return packed(sizes)
}

// ownSizes are the components that the project's own vertex kernels give at locations 0 and 1: a colour and texture coordinates.
var ownSizes = []int{4, 2}

// packed is where locations begin. Where there are no others than those of the project's own vertex kernels, each has its place there, whether the other is
// taken or not; otherwise they are put one after the other, in ascending order.
func packed(sizes map[uint32]int) map[uint32]int {
	own := true
	for location, n := range sizes {
		own = own && int(location) < len(ownSizes) && n <= ownSizes[location]
	}
	if own {
		return map[uint32]int{0: 0, 1: ownSizes[0]}
	}
	var list []uint32
	for location := range sizes {
		list = append(list, location)
	}
	slices.Sort(list)
	at, next := map[uint32]int{}, 0
	for _, location := range list {
		at[location] = next
		next += sizes[location]
	}
	return at
}

// Attributes of a vertex, by location: position, normal, texture coordinates and colour begin there.
var attributes = map[uint32][2]int{0: {0, 3}, 1: {3, 3}, 2: {6, 2}, 3: {8, 4}}

// mostVaryings is the number of components that the machine interpolates.
const mostVaryings = 6

func (l *lowerer) located(t ir.TypeInner, b ir.LocationBinding, at map[uint32]int) []llir.Value {
	n, st := l.count(t), l.scalarOf(t)
	base, first := uint32(llir.InputVarying), at[b.Location]
	if l.k.Stage == llir.Vertex {
		a, ok := attributes[b.Location]
		if !ok || n > a[1] {
			refuse("location %d of a vertex with %d components; 0 is the position, 1 the normal, 2 texture coordinates, 3 the colour", b.Location, n)
		}
		base, first = llir.InputAttribute, a[0]
	} else if first+n > mostVaryings {
		refuse("%d components to interpolate, the machine has %d", first+n, mostVaryings)
	}
	var values []llir.Value
	for k := range n {
		values = append(values, l.varying(base+uint32(first+k), st))
	}
	return values
}

func (l *lowerer) varying(number uint32, t llir.Type) llir.Value {
	v := l.input(number, llir.F32)
	if t == llir.F16 {
		return l.convert(llir.F32, llir.F16, v)
	}
	if t != llir.F32 {
		refuse("integers that pass from stage to stage")
	}
	return v
}

// output is a value that the entry point returns, by its binding.
type output struct {
	binding ir.Binding
	values  []llir.Value
}

// outputs takes the result of the entry point apart.
func (l *lowerer) outputs(values []llir.Value) []output {
	r := l.entry.Function.Result
	if r == nil {
		return nil
	}
	if s, ok := l.inner(r.Type).(ir.StructType); ok {
		var list []output
		for _, m := range s.Members {
			n := l.count(l.inner(m.Type))
			if m.Binding != nil {
				list = append(list, output{*m.Binding, values[:n]})
			}
			values = values[n:]
		}
		return list
	}
	if r.Binding == nil {
		return nil
	}
	return []output{{*r.Binding, values}}
}

func (l *lowerer) pixelResults(values []llir.Value) {
	colour := []llir.Value{l.f32(0), l.f32(0), l.f32(0), l.f32(1)}
	var depth []llir.Value
	written := false
	for _, o := range l.outputs(values) {
		switch b := o.binding.(type) {
		case ir.LocationBinding:
			if b.Location != 0 {
				refuse("a colour target number %d", b.Location)
			}
			for n, v := range l.widened(o.values) {
				if l.k.TypeOf(v) != llir.F32 {
					refuse("colours that are integers")
				}
				if n >= len(colour) {
					refuse("a colour of %d components", len(o.values))
				}
				colour[n] = v
			}
			written = true
		case ir.BuiltinBinding:
			if b.Builtin != ir.BuiltinFragDepth {
				refuse("built-in value number %d as an output", b.Builtin)
			}
			depth = o.values
		}
	}
	if !written && depth == nil {
		l.add(&llir.Instr{Op: llir.End})
		return
	}
	l.addColor(l.finished(colour), l.keptInRange(depth))
}

func (l *lowerer) vertexResults(values []llir.Value) {
	list := l.outputs(values)
	sizes := map[uint32]int{}
	for _, o := range list {
		if b, ok := o.binding.(ir.LocationBinding); ok {
			sizes[b.Location] = len(o.values)
		}
	}
	at := packed(sizes)
	components := make([]llir.Value, 4+mostVaryings)
	most := 4
	for _, o := range list {
		switch b := o.binding.(type) {
		case ir.LocationBinding:
			first := 4 + at[b.Location]
			if first+len(o.values) > len(components) {
				refuse("%d components to interpolate, the machine has %d", first+len(o.values)-4, mostVaryings)
			}
			for n, v := range l.widened(o.values) {
				if l.k.TypeOf(v) != llir.F32 {
					refuse("integers that pass from stage to stage")
				}
				components[first+n] = v
			}
			most = max(most, first+len(o.values))
		case ir.BuiltinBinding:
			if b.Builtin != ir.BuiltinPosition {
				refuse("built-in value number %d as an output", b.Builtin)
			}
			copy(components, o.values)
		}
	}
	for n := range components[:most] {
		if components[n] == 0 {
			components[n] = l.f32(0)
		}
	}
	l.add(&llir.Instr{Op: llir.Result, Bits: uint32(most), Args: components[:most]})
}
