package nos_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

func assemble(t testing.TB, text string) *kernel.Kernel {
	k, errs := asm.Assemble("test.tka", text)
	require.Empty(t, errs)
	return k
}

// each part of an instruction is replaced by what the state has; what it does not need is nop.
func TestPartsAreReplaced(t *testing.T) {
	k := assemble(t, `.kernel parts
.stage pixel
.lanes 16
.binding 0 texture
.binding 1 constant
.binding 2 constant
.sampler 0
.inputs 23
send.sample.4.xy r24, r19, b0, s0 {nos enable=texture.bound}
mov r32:f, r24:f {nos source=texture.component[2]}
mov r32:f, 0:f {nos enable=texture.zero[2]}
jmp away {nos disable=fog.on}
send.constant r40, +0, b1 {nos offset=fog.parameters binding=fog.binding}
away:
cmp.lt.f0 null:f, r17:f, 0.5:f {nos enable=alpha_test.compares condition=alpha_test.function immediate=alpha_test.reference}
(~f0) discard {nos enable=alpha_test.on}
send.color.4 r24 {last, nos count=target.count}
`)
	s := nos.Default()
	s.AlphaFunction, s.AlphaReference = nos.GreaterEqual, 0.25
	s.Fog, s.FogOffset, s.FogBinding = nos.Exp, 64, 2
	s.Textures[0].Swizzle = [4]nos.Component{nos.Red, nos.Green, nos.Alpha, nos.One}
	s.TargetCount = 3
	was := k.Bytes()
	p := nos.Kernel(k, &s)
	require.Equal(t, was, k.Bytes(), "the kernel itself stays")
	require.Equal(t, `send.sample.4.xy r24, r19, b0, s0
mov r32:f, r30:f
nop
nop
send.constant r40, +64, b2
cmp.ge.f0 null:f, r17:f, 0.25:f
(~f0) discard
send.color.3 r24 {last}
`, text(p))
	require.NotZero(t, p.Effects&isa.EffectDiscards)
	require.NotZero(t, p.Untagged&isa.EffectDiscards, "what was tagged counts like other instructions")
	require.Len(t, p.Bindings, 2, "binding 1 is not read any more")

	s = nos.Default()
	s.Textures[0].Bound = false
	p = nos.Kernel(k, &s)
	require.Equal(t, `nop
mov r32:f, r32:f
mov r32:f, 0:f
jmp
send.constant r40, +0, b0
nop
nop
send.color.4 r24 {last}
`, text(p))
	require.Zero(t, p.Effects)
	require.Empty(t, p.Bindings)
}

// A message has no more components than the kernel gives it.
func TestNoComponentIsAdded(t *testing.T) {
	k := assemble(t, ".kernel two\n.stage pixel\n.lanes 16\n.inputs 11\nsend.color.2 r3 {last, nos count=target.count}\n")
	s := nos.Default()
	for count, want := range []string{1: "send.color r3 {last}\n", 2: "send.color.2 r3 {last}\n", 3: "send.color.2 r3 {last}\n", 4: "send.color.2 r3 {last}\n"} {
		if s.TargetCount = uint8(count); count > 0 {
			require.Equal(t, want, text(nos.Kernel(k, &s)))
		}
	}
}

// text is what is left of a kernel, without places of jumps.
func text(k *kernel.Kernel) (all string) {
	for n := range k.Code {
		in := isa.Decode(k.Code[n].Native)
		if in.Op == isa.OpJmp {
			all += "jmp\n"
			continue
		}
		all += asm.Instruction(k.Code[n].Native) + "\n"
	}
	return all
}

// Every instruction that has a tag is legal when it is patched, whatever the state; what state never needs is nop.
func TestPatchedInstructionsAreLegal(t *testing.T) {
	k := assemble(t, `.kernel legal
.stage vertex
.lanes 8
.binding 0 buffer read
.binding 1 buffer read
send.load.f.4 r20, r1+0, b0 {nos type=vertex_format.type[2] offset=vertex_format.offset[2] count=vertex_format.count[2] binding=vertex_format.binding[2]}
mul r20:f, r20:f, r21:f {nos enable=vertex_format.normalized[2]}
cvt r20:f, r20:d {nos disable=vertex_format.float[2]}
mov r22:ud, 0:ud {nos immediate=texture.format[7]}
add r22:ud, r22:ud, r1:ud {nos enable=clip_planes.on[5] disable=lighting.on}
send.result.4 r20, +0 {last}
`)
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		s := nos.Default()
		s.Attributes[2] = nos.Attribute{Type: [...]uint8{isa.TypeF, isa.TypeUd, isa.TypeD}[r.IntN(3)], Count: uint8(1 + r.IntN(4)), Normalized: r.IntN(2) != 0, Offset: uint16(r.IntN(2048)), Stride: uint16(r.IntN(2049)), Binding: uint8(r.IntN(2))}
		s.Textures[7].Format, s.ClipPlanes, s.Lighting = uint8(r.IntN(16)), uint8(r.IntN(256)), r.IntN(2) != 0
		for n := range k.Code {
			require.NoError(t, isa.Check(nos.Instruction(k.Code[n].Native, k.Code[n].Patches, k.Lanes, &s)))
		}
		last := asm.Instruction(nos.Instruction(k.Code[4].Native, k.Code[4].Patches, k.Lanes, &s))
		require.Equal(t, s.ClipPlanes>>5&1 == 0 || s.Lighting, last == "nop")
	}
}

// The values that rules name are those of the tables; each follows from the state, and others are 0.
func TestValuesFollowFromTheState(t *testing.T) {
	s := nos.Default()
	s.Lighting, s.Colors, s.TwoSided, s.TargetSRGB, s.DepthClamp, s.PointLower = true, true, true, true, true, true
	s.AlphaFunction, s.AlphaReference, s.Fog, s.FogOffset, s.FogBinding = nos.Less, 1, nos.Exp2, 32, 3
	s.TargetFormat, s.Flat, s.PointSprite, s.ClipPlanes = 2, 0x8001, 0x0004, 0x80
	for n := range s.Textures {
		s.Textures[n] = nos.Texture{Bound: true, SRGB: true, Format: 5, Swizzle: [4]nos.Component{nos.Alpha, nos.One, nos.Zero, nos.Red}}
	}
	s.Attributes[15] = nos.Attribute{Type: isa.TypeHf, Count: 2, Normalized: true, Offset: 12, Stride: 20, Binding: 7}
	s.Attributes[14] = nos.Attribute{Type: isa.TypeW, Count: 3}
	want := map[uint8]map[uint8]uint32{
		isa.NosValueAlphaTestOn: {0: 1}, isa.NosValueAlphaTestCompares: {0: 1}, isa.NosValueAlphaTestFunction: {0: isa.ConditionLt},
		isa.NosValueAlphaTestReference: {0: 0x3f800000}, isa.NosValueFogOn: {0: 1}, isa.NosValueFogLinear: {0: 0}, isa.NosValueFogExp: {0: 0},
		isa.NosValueFogExp2: {0: 1}, isa.NosValueFogParameters: {0: 32}, isa.NosValueFogBinding: {0: 3}, isa.NosValueLightingOn: {0: 1},
		isa.NosValueLightingColors: {0: 1}, isa.NosValueTwoSidedOn: {0: 1}, isa.NosValueTextureBound: {7: 1, 8: 0},
		isa.NosValueTextureComponent: {28: 3, 29: 5, 30: 4, 31: 0}, isa.NosValueTextureFormat: {7: 5}, isa.NosValueTextureSrgb: {7: 1}, isa.NosValueTextureZero: {30: 1, 29: 0},
		isa.NosValueTextureOne: {29: 1, 30: 0}, isa.NosValueTargetFormat: {0: 2}, isa.NosValueTargetSrgb: {0: 1}, isa.NosValueTargetCount: {0: 4},
		isa.NosValueWriteMaskChannel: {3: 1}, isa.NosValueFlatOn: {15: 1, 14: 0}, isa.NosValueClipPlanesOn: {7: 1, 6: 0}, isa.NosValueClipPlanesSome: {0: 1},
		isa.NosValuePointSpriteOn: {2: 1, 3: 0}, isa.NosValuePointSpriteLower: {0: 1}, isa.NosValueDepthClampOn: {0: 1},
		isa.NosValueVertexFormatType: {15: isa.TypeHf}, isa.NosValueVertexFormatCount: {15: 2}, isa.NosValueVertexFormatNormalized: {15: 1, 0: 0},
		isa.NosValueVertexFormatFloat: {15: 1}, isa.NosValueVertexFormatOffset: {15: 12}, isa.NosValueVertexFormatBytes1: {15: 0},
		isa.NosValueVertexFormatBytes2: {15: 1}, isa.NosValueVertexFormatBytes4: {15: 0, 0: 1}, isa.NosValueVertexFormatBinding: {15: 7},
		isa.NosValueVertexFormatStride: {15: 20, 14: 0}, isa.NosValueVertexFormatSigned: {14: 1, 15: 0}, isa.NosValueVertexFormatSecond: {15: 1},
		isa.NosValueVertexFormatThird: {14: 1, 15: 0}, isa.NosValueVertexFormatFourth: {13: 1, 14: 0},
	}
	for v := range 256 {
		_, named := isa.NosValueNames[uint32(v)]
		require.Equal(t, named, want[uint8(v)] != nil, "value %#x", v)
		for index, x := range want[uint8(v)] {
			require.Equal(t, x, s.Value(uint8(v), index), kernel.ValueText(uint8(v), index))
		}
		if !named {
			require.Zero(t, s.Value(uint8(v), 0))
		}
	}
}
