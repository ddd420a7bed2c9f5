package lower

import (
	"fmt"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// stage lowers the entry point with what its stage brings, and hands on what it returns.
func (l *lowerer) stage() {
	f := &l.entry.Function
	args := make([]operand, len(f.Arguments))
	var at []Varying
	if l.k.Stage == llir.Pixel {
		if at = l.varyings(); l.o.Varyings != nil {
			at = l.linked(at, l.o.Varyings)
		}
		l.interpolated(at)
	}
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
	case llir.Hull:
		l.hullResult(results)
	default:
		l.vertexResults(results)
	}
}

// bound are the scalars of an argument of the entry point: by its binding, or those of a structure's members.
func (l *lowerer) bound(t ir.TypeInner, b ir.Binding, at []Varying) []llir.Value {
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
		if l.k.Stage != llir.Vertex {
			refuse("the number of a vertex in a patch")
		}
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
	case ir.BuiltinSampleMask:
		return []llir.Value{l.u32(1)}
	}
	refuse("built-in value number %d as an input", b)
	return nil
}

// Attributes of a vertex, by location: position, normal, texture coordinates and colour begin there.
var attributes = map[uint32][2]int{0: {0, 3}, 1: {3, 3}, 2: {6, 2}, 3: {8, 4}}

func (l *lowerer) located(t ir.TypeInner, b ir.LocationBinding, at []Varying) []llir.Value {
	if l.k.Stage == llir.Pixel {
		return l.varying(location(at, b.Location))
	}
	n, st := l.count(t), l.scalarOf(t)
	if l.k.Stage != llir.Vertex {
		return l.domainPoint(b.Location, n, st)
	}
	if l.applies(isa.NosVertexFormat) {
		return l.formatted(b.Location, n, st)
	}
	a, ok := attributes[b.Location]
	if !ok || n > a[1] || st.Integer() {
		return l.fetched(b.Location, n, st)
	}
	var values []llir.Value
	for k := range n {
		values = append(values, l.attribute(llir.InputAttribute+uint32(a[0]+k), st))
	}
	return values
}

// attribute is a component of a vertex record.
func (l *lowerer) attribute(number uint32, t llir.Type) llir.Value {
	v := l.input(number, llir.F32)
	if t == llir.F16 {
		return l.convert(llir.F32, llir.F16, v)
	}
	return v
}

// fetched are the components of a location that is not in the vertex record: words of a buffer of its own, one vertex after the other.
func (l *lowerer) fetched(location uint32, n int, t llir.Type) []llir.Value {
	number := l.vertexBuffer(location, n)
	moved := t
	if t == llir.F16 {
		moved = llir.F32
	}
	address := l.op(llir.Mul, llir.U32, l.input(llir.InputVertex, llir.U32), l.u32(uint32(4*n)))
	values := l.message(llir.Load, llir.Message{Binding: number, Count: n}, n, moved, address)
	return l.each(values, func(v llir.Value) llir.Value { return l.convert(moved, t, v) })
}

// vertexBuffer is the number of the binding for a location of so many components.
func (l *lowerer) vertexBuffer(location uint32, n int) int {
	number, name := len(l.k.Bindings), AttributeName(location)
	l.k.Bindings = append(l.k.Bindings, llir.Binding{Kind: llir.Buffer, Read: true, Name: name})
	l.resources = append(l.resources, Resource{Name: name, Number: number, Attribute: true, Location: location, Count: n})
	return number
}

// AttributeName is how a location of a vertex is called whose values come from a buffer.
func AttributeName(location uint32) string { return fmt.Sprintf("location_%d", location) }

// domainPoint is u and v of a domain thread, which are location 0.
func (l *lowerer) domainPoint(location uint32, n int, t llir.Type) []llir.Value {
	if l.k.Stage != llir.Domain || location != 0 || n != 2 || t != llir.F32 {
		refuse("location %d as an input of a %v kernel; a domain has location 0, a vec2<f32> with u and v, a hull none", location, l.k.Stage)
	}
	return []llir.Value{l.input(llir.InputDomain, llir.F32), l.input(llir.InputDomain+1, llir.F32)}
}

// hullResult is the number of segments: the bits of the position's x.
func (l *lowerer) hullResult(values []llir.Value) {
	for _, o := range l.outputs(values) {
		if _, ok := o.binding.(ir.BuiltinBinding); !ok {
			refuse("a location as an output of a hull kernel")
		}
		l.add(&llir.Instr{Op: llir.Result, Bits: 1, Args: o.values[:1]})
	}
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
	var kept llir.Value // the sample mask
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
			switch b.Builtin {
			case ir.BuiltinFragDepth:
				depth = o.values
			case ir.BuiltinSampleMask:
				kept = o.values[0]
			default:
				refuse("built-in value number %d as an output", b.Builtin)
			}
		}
	}
	l.clipped()
	if kept != 0 { // there is one sample
		l.where(l.compare(llir.Equal, llir.U32, l.op(llir.And, llir.U32, kept, l.u32(1)), l.u32(0)), nil, func() []llir.Value {
			l.add(&llir.Instr{Op: llir.Discard})
			return nil
		})
	}
	if !written && depth == nil {
		l.add(&llir.Instr{Op: llir.End})
		return
	}
	l.addColor(l.finished(colour), l.keptInRange(depth))
}

func (l *lowerer) vertexResults(values []llir.Value) {
	list := l.outputs(values)
	components := make([]llir.Value, 4, 4+kernel.MostAttributes)
	for _, o := range list {
		if b, ok := o.binding.(ir.BuiltinBinding); ok {
			if b.Builtin != ir.BuiltinPosition {
				refuse("built-in value number %d as an output", b.Builtin)
			}
			copy(components, o.values)
		}
	}
	for n := range components {
		if components[n] == 0 {
			components[n] = l.f32(0)
		}
	}
	at := l.varyings()
	for n := range at {
		for _, o := range list {
			if b, ok := o.binding.(ir.LocationBinding); ok && b.Location == at[n].Location {
				for len(components) < 4+at[n].First {
					components = append(components, l.f32(0))
				}
				components = append(components, l.sent(&at[n], o.values, components[3])...)
			}
		}
	}
	l.add(&llir.Instr{Op: llir.Result, Bits: uint32(len(components)), Args: components})
}
