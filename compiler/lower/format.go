package lower

import (
	"slices"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// formatted are the components of a location whose format is by state: they are loaded as their bytes lie in the vertex, converted, and what the format does not have is 0, and 1 in the fourth.
func (l *lowerer) formatted(location uint32, n int, t llir.Type) []llir.Value {
	if location > uint32(kernel.LastIndex(isa.NosValueVertexFormatType)) {
		refuse("location %d of the vertices, whose format is by state; 0 to %d was expected", location, kernel.LastIndex(isa.NosValueVertexFormatType))
	}
	v := vertexFormat{l, uint8(location), l.vertexBuffer(location, n), n, t}
	r := &l.resources[len(l.resources)-1]
	r.Formatted, r.Type = true, t
	address := l.op(llir.Mul, llir.U32, l.input(llir.InputVertex, llir.U32), l.value(isa.NosValueVertexFormatStride, v.index, llir.U32))
	values := v.words(address)
	if !t.Integer() {
		values = v.floats(values)
	}
	values = slices.Clone(values)
	missing := [...]int{0, 0, 0, 1}
	for k, there := range []uint8{isa.NosValueVertexFormatSecond, isa.NosValueVertexFormatThird, isa.NosValueVertexFormatFourth}[:n-1] {
		values[k+1] = l.choose(t, v.on(there), values[k+1], l.number(t, missing[k+1]))
	}
	return values
}

// vertexFormat is a location of the vertices whose format is by state.
type vertexFormat struct {
	l       *lowerer
	index   uint8 // of the attribute: the location
	binding int   // in which it is when state says no other
	count   int
	t       llir.Type
}

func (v *vertexFormat) on(value uint8) llir.Value { return v.l.on(value, v.index) }

// of are types, one for each component.
func (v *vertexFormat) of(t llir.Type) []llir.Type { return slices.Repeat([]llir.Type{t}, v.count) }

// load loads the components as they lie in memory. The message is there only for formats whose components have that size.
func (v *vertexFormat) load(t llir.Type, size uint8, address llir.Value) []llir.Value {
	l, m := v.l, llir.Message{Binding: v.binding, Count: v.count}
	tags := []llir.Tag{{Value: size, Index: v.index, Part: isa.PatchPartEnable}}
	for _, of := range []struct {
		value, part uint8
		known       func(x uint32)
	}{
		{isa.NosValueVertexFormatType, isa.PatchPartType, func(uint32) {}}, // the bits are the same
		{isa.NosValueVertexFormatCount, isa.PatchPartCount, func(x uint32) { m.Count = min(m.Count, int(x)) }},
		{isa.NosValueVertexFormatOffset, isa.PatchPartOffset, func(x uint32) { m.Offset = int(x) }},
		{isa.NosValueVertexFormatBinding, isa.PatchPartBinding, func(x uint32) { m.Binding = int(x) }},
	} {
		if x, known := l.o.State.known(of.value, v.index); known {
			l.compiledIn(of.value, v.index, x)
			of.known(x)
			tags = nil // the size is known, too
			continue
		}
		tags = append(tags, llir.Tag{Value: of.value, Index: v.index, Part: of.part})
	}
	values := l.message(llir.Load, m, m.Count, t, address)
	l.region.Code[len(l.region.Code)-1].Tags = tags
	for len(values) < v.count {
		values = append(values, values[0]) // it is replaced
	}
	return values
}

// words are the components as integers of 32 bits, extended by their sign where they have one; of floats their bits.
func (v *vertexFormat) words(address llir.Value) []llir.Value {
	l := v.l
	part := func(t llir.Type, size uint8, bits uint32) []llir.Value {
		return l.each(v.load(t, size, address), func(x llir.Value) llir.Value {
			x = l.bitcast(t, llir.U32, x)
			return l.choose(llir.U32, v.on(isa.NosValueVertexFormatSigned), l.op(llir.BitField, llir.I32, x, l.u32(0), l.u32(bits)), x)
		})
	}
	return l.branches(v.on(isa.NosValueVertexFormatBytes4), v.of(llir.U32), func() []llir.Value { return v.load(llir.U32, isa.NosValueVertexFormatBytes4, address) }, func() []llir.Value {
		return l.branches(v.on(isa.NosValueVertexFormatBytes2), v.of(llir.U32), func() []llir.Value { return part(llir.F16, isa.NosValueVertexFormatBytes2, 16) },
			func() []llir.Value { return part(llir.U8, isa.NosValueVertexFormatBytes1, 8) })
	})
}

// floats are the components as floats. Normalised integers are divided by the greatest one.
func (v *vertexFormat) floats(words []llir.Value) []llir.Value {
	l, c := v.l, calculation{v.l, llir.F32}
	signed := v.on(isa.NosValueVertexFormatSigned)
	values := l.branches(v.on(isa.NosValueVertexFormatFloat), v.of(llir.F32), func() []llir.Value {
		return l.branches(v.on(isa.NosValueVertexFormatBytes2), v.of(llir.F32), func() []llir.Value {
			return l.each(words, func(x llir.Value) llir.Value { return l.convert(llir.F16, llir.F32, l.bitcast(llir.U32, llir.F16, x)) })
		}, func() []llir.Value {
			return l.each(words, func(x llir.Value) llir.Value { return l.bitcast(llir.U32, llir.F32, x) })
		})
	}, func() []llir.Value {
		numbers := l.each(words, func(x llir.Value) llir.Value {
			return l.choose(llir.F32, signed, l.changed(llir.Convert, llir.I32, llir.F32, x), l.changed(llir.Convert, llir.U32, llir.F32, x))
		})
		return l.where(v.on(isa.NosValueVertexFormatNormalized), numbers, func() []llir.Value {
			full := l.choose(llir.F32, v.on(isa.NosValueVertexFormatBytes1), v.greatest(8), l.choose(llir.F32, v.on(isa.NosValueVertexFormatBytes2), v.greatest(16), v.greatest(32)))
			return l.each(numbers, func(x llir.Value) llir.Value { return c.op(llir.Max, c.div(x, full), c.n(-1)) })
		})
	})
	return l.each(values, func(x llir.Value) llir.Value { return l.convert(llir.F32, v.t, x) })
}

// greatest is the greatest integer of so many bits, with a sign or without.
func (v *vertexFormat) greatest(bits int) llir.Value {
	return v.l.choose(llir.F32, v.on(isa.NosValueVertexFormatSigned), v.l.f32(float32(int64(1)<<(bits-1)-1)), v.l.f32(float32(int64(1)<<bits-1)))
}

// branches lowers two bodies, one of which gives values of some types: the first one where a condition holds.
func (l *lowerer) branches(c llir.Value, types []llir.Type, accept, reject func() []llir.Value) []llir.Value {
	if known, ok := l.bits[c]; ok {
		if known.bits != 0 {
			return accept()
		}
		return reject()
	}
	i := &llir.Instr{Op: llir.If, Args: []llir.Value{c}, Bodies: []*llir.Region{{}, {}}}
	for n, body := range []func() []llir.Value{accept, reject} {
		l.within(i.Bodies[n], func() { l.add(&llir.Instr{Op: llir.Yield, Args: slices.Clone(body())}) })
	}
	for _, t := range types {
		i.Results = append(i.Results, l.k.New(t))
	}
	l.add(i)
	return i.Results
}
