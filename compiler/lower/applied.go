package lower

import (
	"slices"

	"github.com/gogpu/naga/ir"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// swizzles tells whether the texels of a texture are by state.
func (l *lowerer) swizzles(number int, t ir.ImageType) bool {
	return l.applies(isa.NosTexture) && t.Class == ir.ImageClassSampled && number <= int(kernel.LastIndex(isa.NosValueTextureBound))
}

// texels asks the sampler. Where state may say that there is no texture, the question is not asked then.
func (l *lowerer) texels(op llir.Op, m llir.Message, t ir.ImageType, args ...llir.Value) []llir.Value {
	tagged := l.swizzles(m.Binding, t)
	if tagged {
		if bound, known := l.o.State.known(isa.NosValueTextureBound, uint8(m.Binding)); known {
			if l.compiledIn(isa.NosValueTextureBound, uint8(m.Binding), bound); bound == 0 {
				return l.zeros(slices.Repeat([]llir.Type{texelType(t)}, components))
			}
			tagged = false
		}
	}
	values := l.message(op, m, components, texelType(t), args...)
	if tagged {
		made := l.region.Code[len(l.region.Code)-1]
		made.Tags = []llir.Tag{{Value: isa.NosValueTextureBound, Index: uint8(m.Binding), Part: isa.PatchPartEnable}}
	}
	return values
}

// components is the number of components of a texel.
const components = 4

// component is the index of the values of a texture's component.
func component(texture, n int) uint8 { return uint8(components*texture + n) }

// swizzled are the components of a texel that state says, or 0 or 1.
func (l *lowerer) swizzled(texture int, t ir.ImageType, values []llir.Value) []llir.Value {
	if !l.swizzles(texture, t) {
		return values
	}
	kind := texelType(t)
	values = append(slices.Clone(values), l.number(kind, 0), l.number(kind, 1))
	list := make([]llir.Value, components)
	for n := range list {
		list[n] = l.byState(component(texture, n), kind, values)
	}
	return list
}

// byState is the one of the components of a texel, 0 and 1 that the swizzle says.
func (l *lowerer) byState(index uint8, t llir.Type, values []llir.Value) llir.Value {
	if n, known := l.o.State.known(isa.NosValueTextureComponent, index); known {
		l.compiledIn(isa.NosValueTextureComponent, index, n)
		return values[n]
	}
	v := l.k.New(t)
	l.add(&llir.Instr{Op: llir.Component, Type: t, Bits: llir.StateBits(isa.NosValueTextureComponent, index), Args: values, Results: []llir.Value{v}})
	return v
}

// gathered is the component that a gather takes for the one that the shader names. The sampler takes the lower two bits: of 0 and 1 it does not matter.
func (l *lowerer) gathered(texture int, c ir.SwizzleComponent) llir.Value {
	return l.value(isa.NosValueTextureComponent, component(texture, int(c)), llir.U32)
}

// gatheredValues are the four values of a gather, or 0 or 1 four times.
func (l *lowerer) gatheredValues(texture int, c ir.SwizzleComponent, values []llir.Value) []llir.Value {
	index, t := component(texture, int(c)), l.k.TypeOf(values[0])
	for n, value := range []uint8{isa.NosValueTextureZero, isa.NosValueTextureOne} {
		values = l.where(l.on(value, index), values, func() []llir.Value {
			return slices.Repeat([]llir.Value{l.number(t, n)}, len(values))
		})
	}
	return values
}

// planeWords is the number of words of a plane: it keeps pixels whose x, y and z, times the first three, plus the fourth are not below 0.
const planeWords = 4

// clipped discards pixels on the wrong side of planes that clip.
func (l *lowerer) clipped() {
	if !l.applies(isa.NosClipPlanes) {
		return
	}
	c := calculation{l, llir.F32}
	p := l.builtin(ir.BuiltinPosition)
	number := len(l.k.Bindings)
	l.k.Bindings = append(l.k.Bindings, llir.Binding{Kind: llir.Constant, Read: true, Name: "planes"})
	l.resources = append(l.resources, Resource{Name: "planes", Number: number, Planes: true})
	l.where(l.on(isa.NosValueClipPlanesSome, 0), nil, func() []llir.Value {
		var outside llir.Value
		for n := range nos.Planes {
			on, known := l.o.State.known(isa.NosValueClipPlanesOn, uint8(n))
			if known {
				if l.compiledIn(isa.NosValueClipPlanesOn, uint8(n), on); on == 0 {
					continue
				}
			}
			const all = isa.RegisterSize / 4
			plane := l.message(llir.LoadConstant, llir.Message{Binding: number, Offset: n * planeWords / all * isa.RegisterSize}, all, llir.F32)[n*planeWords%all:]
			d := c.op(llir.Mul, plane[0], p[0])
			d = c.op(llir.Add, d, c.op(llir.Mul, plane[1], p[1]))
			d = c.op(llir.Add, d, c.op(llir.Mul, plane[2], p[2]))
			d = c.op(llir.Add, d, plane[3])
			below := l.compare(llir.Less, llir.F32, d, c.n(0))
			if !known {
				l.region.Code[len(l.region.Code)-1].Tags = []llir.Tag{{Value: isa.NosValueClipPlanesOn, Index: uint8(n), Part: isa.PatchPartEnable}}
			}
			if outside == 0 {
				outside = below
			} else {
				outside = l.op(llir.Or, llir.Bool, outside, below)
			}
		}
		if outside != 0 {
			l.where(outside, nil, func() []llir.Value {
				l.add(&llir.Instr{Op: llir.Discard})
				return nil
			})
		}
		return nil
	})
}

// finished is a colour after what the state applies to it: fog, the alpha test, channels that are not written, the target's encoding.
func (l *lowerer) finished(colour []llir.Value) []llir.Value {
	if l.applies(isa.NosFog) {
		copy(colour, l.where(l.on(isa.NosValueFogOn, 0), colour[:3], func() []llir.Value { return l.fogged(colour[:3]) }))
	}
	if l.applies(isa.NosAlphaTest) {
		l.where(l.on(isa.NosValueAlphaTestOn, 0), nil, func() []llir.Value {
			pass := l.passes(colour[3])
			l.where(l.op(llir.Not, llir.Bool, pass), nil, func() []llir.Value {
				l.add(&llir.Instr{Op: llir.Discard})
				return nil
			})
			return nil
		})
	}
	if l.applies(isa.NosWriteMask) {
		for n := range colour {
			colour[n] = l.choose(llir.F32, l.on(isa.NosValueWriteMaskChannel, uint8(n)), colour[n], l.f32(0))
		}
	}
	if l.applies(isa.NosTarget) {
		copy(colour, l.where(l.on(isa.NosValueTargetSrgb, 0), colour[:3], func() []llir.Value { return l.encoded(colour[:3]) }))
	}
	return colour
}

// passes is the alpha test.
func (l *lowerer) passes(alpha llir.Value) llir.Value {
	if compares, known := l.o.State.known(isa.NosValueAlphaTestCompares, 0); known {
		s := l.o.State.Known
		l.compiledIn(isa.NosValueAlphaTestCompares, 0, compares)
		if compares == 0 {
			return l.boolean(s.AlphaFunction == nos.Always)
		}
		return l.compare(conditions[s.AlphaFunction], llir.F32, alpha, l.value(isa.NosValueAlphaTestReference, 0, llir.F32))
	}
	v := l.k.New(llir.Bool)
	l.add(&llir.Instr{Op: llir.AlphaTest, Type: llir.F32, Args: []llir.Value{alpha}, Results: []llir.Value{v}})
	return v
}

// conditions are those of the functions of the alpha test.
var conditions = map[nos.Compare]llir.Cond{nos.Less: llir.Less, nos.Equal: llir.Equal, nos.LessEqual: llir.LessEqual, nos.Greater: llir.Greater,
	nos.NotEqual: llir.NotEqual, nos.GreaterEqual: llir.GreaterEqual}

// Places in the parameters of fog, by words, after three components of its colour.
const (
	fogEnd   = 3
	fogScale = 4
	fogWords = 8
)

// fogged is a colour with the fog between it and the viewer. The modes share all they can: an exponent is what linear fog leaves.
func (l *lowerer) fogged(colour []llir.Value) []llir.Value {
	c := calculation{l, llir.F32}
	p := l.fogParameters()
	x := c.op(llir.Mul, c.sub(p[fogEnd], c.op(llir.Rcp, l.input(llir.InputReciprocalW, llir.F32))), p[fogScale])
	x = l.either(isa.NosValueFogExp2, func() llir.Value { return c.op(llir.Mul, c.op(llir.Neg, x), x) }, func() llir.Value { return x })
	x = l.either(isa.NosValueFogLinear, func() llir.Value { return x }, func() llir.Value { return c.op(llir.Exp2, x) })
	left := c.op(llir.Min, c.op(llir.Max, x, c.n(0)), c.n(1))
	list := make([]llir.Value, len(colour))
	for n := range list {
		list[n] = c.op(llir.Add, c.op(llir.Mul, p[n], c.sub(c.n(1), left)), c.op(llir.Mul, colour[n], left))
	}
	return list
}

// either is one of two values, which a value of state says.
func (l *lowerer) either(value uint8, yes, no func() llir.Value) llir.Value {
	on := l.on(value, 0)
	if known, ok := l.bits[on]; ok {
		if known.bits != 0 {
			return yes()
		}
		return no()
	}
	a, b := yes(), no()
	return l.choose(l.k.TypeOf(a), on, a, b)
}

// fogParameters loads what fog depends on: colour, end and scale. They are constants of a binding that the kernel has for them.
func (l *lowerer) fogParameters() []llir.Value {
	number := len(l.k.Bindings)
	l.k.Bindings = append(l.k.Bindings, llir.Binding{Kind: llir.Constant, Read: true, Name: "fog"})
	l.resources = append(l.resources, Resource{Name: "fog", Number: number, Fog: true})
	m := llir.Message{Binding: number}
	var tags []llir.Tag
	if at, known := l.o.State.known(isa.NosValueFogParameters, 0); known {
		l.compiledIn(isa.NosValueFogParameters, 0, at)
		m.Offset = int(at)
	} else {
		tags = []llir.Tag{{Value: isa.NosValueFogParameters, Part: isa.PatchPartOffset}, {Value: isa.NosValueFogBinding, Part: isa.PatchPartBinding}}
	}
	values := l.message(llir.LoadConstant, m, fogWords, llir.F32)
	l.region.Code[len(l.region.Code)-1].Tags = tags
	return values
}

// encoded is a colour as sRGB.
func (l *lowerer) encoded(colour []llir.Value) []llir.Value {
	c := calculation{l, llir.F32}
	list := make([]llir.Value, len(colour))
	for n, v := range colour {
		v = c.op(llir.Min, c.op(llir.Max, v, c.n(0)), c.n(1))
		power := c.op(llir.Exp2, c.op(llir.Mul, c.op(llir.Log2, v), c.n(1/2.4)))
		curve := c.op(llir.Add, c.op(llir.Mul, power, c.n(1.055)), c.n(-0.055))
		list[n] = l.choose(llir.F32, l.compare(llir.LessEqual, llir.F32, v, c.n(0.0031308)), c.op(llir.Mul, v, c.n(12.92)), curve)
	}
	return list
}

// keptInRange is a depth, between 0 and 1 where state says so.
func (l *lowerer) keptInRange(depth []llir.Value) []llir.Value {
	if len(depth) == 0 || !l.applies(isa.NosDepthClamp) {
		return depth
	}
	c := calculation{l, llir.F32}
	return []llir.Value{l.choose(llir.F32, l.on(isa.NosValueDepthClampOn, 0), c.op(llir.Min, c.op(llir.Max, depth[0], c.n(0)), c.n(1)), depth[0])}
}

// addColor ends the thread with its colour, and a depth. A target of fewer components takes fewer.
func (l *lowerer) addColor(colour, depth []llir.Value) {
	i := &llir.Instr{Op: llir.Color, Args: append(colour, depth...)}
	if l.applies(isa.NosTarget) && len(depth) == 0 {
		if count, known := l.o.State.known(isa.NosValueTargetCount, 0); known {
			l.compiledIn(isa.NosValueTargetCount, 0, count)
			i.Args = colour[:count]
		} else {
			i.Tags = []llir.Tag{{Value: isa.NosValueTargetCount, Part: isa.PatchPartCount}}
		}
	}
	l.add(i)
}
