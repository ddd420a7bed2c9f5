package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
)

// checkImage refuses textures that the machine does not have.
func (l *lowerer) checkImage(t ir.ImageType) {
	switch {
	case t.Multisampled:
		refuse("multisampled textures")
	case t.Class == ir.ImageClassExternal:
		refuse("external textures")
	case t.Class == ir.ImageClassStorage && t.StorageAccess == ir.StorageAccessAtomic:
		refuse("atomics of textures")
	}
}

// image is the texture that an expression names.
func (fr *frame) image(h ir.ExpressionHandle) (number int, t ir.ImageType) {
	o := fr.operand(h)
	if !o.isRes {
		refuse("a texture that is no variable")
	}
	t, _ = fr.l.inner(fr.l.module.GlobalVariables[o.resource].Type).(ir.ImageType)
	return fr.l.numbers[o.resource], t
}

func (fr *frame) sampler(h ir.ExpressionHandle) int {
	o := fr.operand(h)
	if !o.isRes {
		refuse("a sampler that is no variable")
	}
	return fr.l.numbers[o.resource]
}

// dimensions is the number of coordinates of a texture, without a layer.
func dimensions(t ir.ImageType) int {
	switch t.Dim {
	case ir.Dim1D:
		return 1
	case ir.Dim2D:
		return 2
	}
	return 3
}

// texelType is the type of a texel's components.
func texelType(t ir.ImageType) llir.Type {
	kind := t.SampledKind
	switch t.Class {
	case ir.ImageClassDepth:
		kind = ir.ScalarFloat
	case ir.ImageClassStorage:
		kind = t.StorageFormat.ScalarKind()
	}
	return scalar(ir.ScalarType{Kind: kind, Width: 4})
}

// coordinates are those of a sample, with the layer.
func (fr *frame) coordinates(coordinate ir.ExpressionHandle, layer *ir.ExpressionHandle) []llir.Value {
	values := append([]llir.Value(nil), fr.values(coordinate)...)
	if layer != nil {
		values = append(values, fr.value(*layer))
	}
	return values
}

// sample lowers all samples and gathers.
func (fr *frame) sample(e ir.ExprImageSample) []llir.Value {
	l := fr.l
	number, t := fr.image(e.Image)
	m := llir.Message{Binding: number, Sampler: fr.sampler(e.Sampler), Count: 4}
	if e.Offset != nil {
		for n, v := range fr.values(*e.Offset) {
			c, ok := l.bits[v]
			if !ok {
				refuse("texels that are added and no constants")
			}
			m.Texels[n] = int(int32(c.bits))
		}
	}
	args := fr.coordinates(e.Coordinate, e.ArrayIndex)
	if e.ClampToEdge {
		args = fr.clampedToEdge(number, args)
	}
	op := llir.Sample
	var gradients []llir.Value
	switch level := e.Level.(type) {
	case ir.SampleLevelBias:
		op, args = llir.SampleBias, append(args, fr.value(level.Bias))
	case ir.SampleLevelExact:
		op, args = llir.SampleLevel, append(args, fr.level(level.Level))
	case ir.SampleLevelZero:
		op, args = llir.SampleLevel, append(args, l.f32(0))
	case ir.SampleLevelGradient:
		op, gradients = llir.SampleGrad, slices.Concat(l.gradient(fr.values(level.X), len(args)), l.gradient(fr.values(level.Y), len(args)))
	}
	_, zero := e.Level.(ir.SampleLevelZero)
	switch {
	case e.Gather != nil && e.DepthRef != nil:
		op, args = llir.GatherCompare, append(fr.coordinates(e.Coordinate, e.ArrayIndex), fr.value(*e.DepthRef))
	case e.Gather != nil:
		op, args = llir.Gather, append(fr.coordinates(e.Coordinate, e.ArrayIndex), l.u32(uint32(*e.Gather)))
	case e.DepthRef != nil && zero:
		op, args = llir.SampleCompareLevel, append(fr.coordinates(e.Coordinate, e.ArrayIndex), fr.value(*e.DepthRef))
	case e.DepthRef != nil:
		op, args = llir.SampleCompare, append(fr.coordinates(e.Coordinate, e.ArrayIndex), fr.value(*e.DepthRef))
	}
	if e.Gather != nil && e.DepthRef == nil && l.swizzles(number, t) {
		args[len(args)-1] = l.gathered(number, *e.Gather)
	}
	m.Coords = len(args)
	if m.Coords > 5 {
		refuse("a sample with %d coordinates", m.Coords)
	}
	values := l.texels(op, m, t, append(args, gradients...)...)
	if e.Gather != nil && e.DepthRef == nil && l.swizzles(number, t) {
		return l.gatheredValues(number, *e.Gather, values)
	}
	if e.Gather == nil && (t.Class == ir.ImageClassDepth || e.DepthRef != nil) {
		return values[:1]
	}
	return l.swizzled(number, t, values)
}

// gradient is one for a message of so many coordinates: of the first three at most, the layer among them, which has none.
func (l *lowerer) gradient(values []llir.Value, coordinates int) []llir.Value {
	list := slices.Clone(values)
	for len(list) < min(coordinates, 3) {
		list = append(list, l.f32(0))
	}
	return list
}

// level is a level as f32; it may be an integer. Whether that has a sign the value does not know: u32 and i32 share values.
func (fr *frame) level(h ir.ExpressionHandle) llir.Value {
	return fr.l.convert(fr.valueType(h), llir.F32, fr.value(h))
}

// clampedToEdge keeps coordinates half a texel away from the edges.
func (fr *frame) clampedToEdge(number int, args []llir.Value) []llir.Value {
	l := fr.l
	c := calculation{l, llir.F32}
	size := l.message(llir.Dimensions, llir.Message{Binding: number, Coords: 1, Count: 4}, 4, llir.U32, l.u32(0))
	result := append([]llir.Value(nil), args...)
	for n := range min(2, len(args)) {
		half := c.div(c.n(0.5), l.convert(llir.U32, llir.F32, size[n]))
		result[n] = c.op(llir.Min, c.op(llir.Max, args[n], half), c.sub(c.n(1), half))
	}
	return result
}

func (fr *frame) imageLoad(e ir.ExprImageLoad) []llir.Value {
	l := fr.l
	number, t := fr.image(e.Image)
	args := fr.coordinates(e.Coordinate, e.ArrayIndex)
	level := l.u32(0)
	if e.Level != nil {
		level = fr.value(*e.Level)
	}
	args = append(args, level)
	values := l.texels(llir.Texel, llir.Message{Binding: number, Coords: len(args), Count: 4}, t, args...)
	if t.Class == ir.ImageClassDepth {
		return values[:1]
	}
	return l.swizzled(number, t, values)
}

func (fr *frame) imageStore(s ir.StmtImageStore) {
	number, t := fr.image(s.Image)
	args := fr.coordinates(s.Coordinate, s.ArrayIndex)
	values := fr.values(s.Value)
	m := llir.Message{Binding: number, Coords: len(args), Count: len(values)}
	fr.l.message(llir.TexelStore, m, 0, texelType(t), append(args, values...)...)
}

// imageQuery asks for sizes.
func (fr *frame) imageQuery(e ir.ExprImageQuery) []llir.Value {
	l := fr.l
	number, t := fr.image(e.Image)
	level := l.u32(0)
	if q, ok := e.Query.(ir.ImageQuerySize); ok && q.Level != nil {
		level = fr.value(*q.Level)
	}
	size := l.message(llir.Dimensions, llir.Message{Binding: number, Coords: 1, Count: 4}, 4, llir.U32, level)
	switch e.Query.(type) {
	case ir.ImageQuerySize:
		n := dimensions(t)
		if t.Dim == ir.DimCube {
			n = 2
		}
		return size[:n]
	case ir.ImageQueryNumLevels:
		return size[3:4]
	case ir.ImageQueryNumLayers:
		return size[2:3]
	}
	refuse("the number of samples")
	return nil
}
