package nos_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

var stages = [...]uint8{isa.StageVertex, isa.StageHull, isa.StageDomain, isa.StagePixel}

// randomState is a state for which registers have room.
func randomState(r *rand.Rand) nos.State {
	flip := func() bool { return r.IntN(2) != 0 }
	s := nos.State{
		AlphaFunction: nos.Compare(r.IntN(8)), AlphaReference: r.Float32(), Fog: nos.Fog(r.IntN(4)), FogBinding: uint8(r.IntN(16)), FogOffset: 32 * uint16(r.IntN(2048)), Lighting: flip(), Colors: flip(), TwoSided: flip(),
		TargetFormat: uint8(r.IntN(16)), TargetSRGB: flip(), TargetCount: uint8(1 + r.IntN(4)), WriteMask: uint8(r.IntN(16)), Flat: uint16(r.Uint32()), PointSprite: uint16(r.Uint32()), PointLower: flip(),
		ClipPlanes: uint8(r.Uint32()), DepthClamp: flip(),
	}
	for n := range s.Textures {
		s.Textures[n] = nos.Texture{Bound: flip(), SRGB: flip(), Format: uint8(r.IntN(16))}
		for c := range s.Textures[n].Swizzle {
			s.Textures[n].Swizzle[c] = nos.Component(r.IntN(6))
		}
	}
	for n := range s.Attributes {
		s.Attributes[n] = nos.Attribute{Type: uint8(r.IntN(isa.TypeLimit)), Count: uint8(1 + r.IntN(4)), Normalized: flip(), Offset: uint16(r.IntN(1024)), Stride: uint16(r.IntN(2048)), Binding: uint8(r.IntN(8))}
	}
	return s
}

// What registers have of a state are the values of the state.
func TestWordsHaveTheValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		s := randomState(r)
		for _, stage := range stages {
			w, err := s.Words(stage)
			require.NoError(t, err)
			for v := range 256 {
				for index := range uint8(33) {
					if nos.Has(stage, uint8(v), index) {
						require.Equal(t, s.Value(uint8(v), index), w.Value(stage, uint8(v), index), "%d %s", stage, kernel.ValueText(uint8(v), index))
					}
				}
			}
		}
	}
}

// What has no room in registers is refused.
func TestWhatHasNoRoom(t *testing.T) {
	s := nos.Default()
	s.Textures[3].Format = 16
	_, err := s.Words(isa.StagePixel)
	require.ErrorContains(t, err, "texture 3 has the format 16; 0 to 15 was expected")
	s = nos.Default()
	s.TargetFormat = 16
	_, err = s.Words(isa.StagePixel)
	require.ErrorContains(t, err, "the target has the format 16; 0 to 15 was expected")
	s = nos.Default()
	s.FogOffset = 40
	_, err = s.Words(isa.StagePixel)
	require.ErrorContains(t, err, "the parameters of fog are at byte 40; a multiple of 32 was expected")
	s = nos.Default()
	s.Attributes[4].Offset, s.Attributes[5].Offset = 1024, 1024
	_, err = s.Words(isa.StagePixel)
	require.NoError(t, err)
	_, err = s.Words(isa.StageVertex)
	require.ErrorContains(t, err, "vertex attribute 4 lies at byte 1024 of binding 0, with a stride of 0 bytes; bytes up to 1023")
	s.Attributes[4].Offset, s.Attributes[2].Stride = 0, 2048
	_, err = s.Words(isa.StageVertex)
	require.ErrorContains(t, err, "vertex attribute 2 lies at byte 0 of binding 0, with a stride of 2048 bytes; bytes up to 1023 of bindings up to 7 and strides up to 2047 were expected")
	for want, spoil := range map[string]func(s *nos.State) uint8{
		"the function of the alpha test is 9; 0 to 7 was expected":          func(s *nos.State) uint8 { s.AlphaFunction = 9; return isa.StagePixel },
		"the mode of fog is 5; 0 to 3 was expected":                         func(s *nos.State) uint8 { s.Fog = 5; return isa.StageVertex },
		"the parameters of fog are in binding 16; 0 to 15 was expected":     func(s *nos.State) uint8 { s.FogBinding = 16; return isa.StageHull },
		"the target has 0 components; 1 to 4 was expected":                  func(s *nos.State) uint8 { s.TargetCount = 0; return isa.StagePixel },
		"the target has 5 components; 1 to 4 was expected":                  func(s *nos.State) uint8 { s.TargetCount = 5; return isa.StagePixel },
		"the write mask is 0x1f; bits of 4 channels were expected":          func(s *nos.State) uint8 { s.WriteMask = 0x1f; return isa.StagePixel },
		"the swizzle of texture 1 has the component 6; 0 to 5 was expected": func(s *nos.State) uint8 { s.Textures[1].Swizzle[2] = 6; return isa.StageDomain },
		"vertex attribute 4 has the type 10; 0 to 9 was expected":           func(s *nos.State) uint8 { s.Attributes[4].Type = isa.TypeLimit; return isa.StageVertex },
		"vertex attribute 0 has 5 components; 1 to 4 was expected":          func(s *nos.State) uint8 { s.Attributes[0].Count = 5; return isa.StageVertex },
		"vertex attribute 3 lies at byte 0 of binding 8, with a stride of":  func(s *nos.State) uint8 { s.Attributes[3].Binding = 8; return isa.StageVertex },
	} {
		s := nos.Default()
		_, err := s.Words(spoil(&s))
		require.ErrorContains(t, err, want)
	}
	_, err = nos.Table(assemble(t, ".kernel v\n.stage vertex\n.lanes 8\n.inputs 19\nmov r20:f, 0:f {nos enable=alpha_test.on}\nsend.result.4 r20, +0 {last}\n"))
	require.ErrorContains(t, err, "kernel v, line 5: alpha_test.on; a value that the registers of the vertex stage have was expected")
}

const patched = `.kernel patched
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
cmp.lt.f0 null:ud, r19:ud, 0:ud
cmp.lt.f0 null:f, r19:f, 0:f {nos enable=alpha_test.compares condition=alpha_test.function immediate=alpha_test.reference}
(~f0) discard
mov r33:ud, 0:ud {nos immediate=texture.format[7]}
send.color.4 r24 {last, nos count=target.count}
`

// patchLines patches a kernel a line after the other by its table; false: a line is malformed.
func patchLines(t testing.TB, k *kernel.Kernel, s *nos.State, table []byte) []byte {
	w, err := s.Words(k.Stage)
	require.NoError(t, err)
	code := k.Bytes()
	code = append(code, make([]byte, -len(code)&63)...)
	word := func(n int) uint32 { return binary.LittleEndian.Uint32(table[4*n:]) }
	for line := range len(code) / 64 {
		group := isa.UnpackPatchGroupEntry(word(line / nos.GroupLines))
		if group.Lines>>(line%nos.GroupLines)&1 == 0 {
			continue
		}
		var row [nos.LineWords]uint32
		for n := range row {
			row[n] = binary.LittleEndian.Uint32(code[64*line+4*n:])
		}
		var l nos.Line
		for n := int(group.First); ; n++ {
			f := isa.UnpackPatchWordEntry(word(n))
			if int(f.Line) < line%nos.GroupLines {
				continue
			}
			require.Equal(t, line%nos.GroupLines, int(f.Line))
			require.True(t, l.Patch(&row, word(n), k.Stage, &w), "%#x", word(n))
			if f.Last {
				break
			}
		}
		for n, v := range row {
			binary.LittleEndian.PutUint32(code[64*line+4*n:], v)
		}
	}
	return code
}

// Lines that are patched by the table are those of the kernel that is patched as a whole.
func TestTableIsWhatTheKernelHas(t *testing.T) {
	k := assemble(t, patched)
	table, err := nos.Table(k)
	require.NoError(t, err)
	require.Len(t, table, 64)
	r := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		s := randomState(r)
		s.FogBinding = 1 + s.FogBinding%2
		want := nos.NewPatcher(k)
		code := append([]byte(nil), want.Code()...)
		want.Patch(code, &s)
		require.Equal(t, code, patchLines(t, k, &s, table)[:len(code)])
	}
}

// A word that is malformed is refused, whatever it is, and no word breaks anything.
func TestMalformedWords(t *testing.T) {
	s := nos.Default()
	w, err := s.Words(isa.StagePixel)
	require.NoError(t, err)
	good := isa.PatchWordEntryFields{Place: 2, Value: isa.NosValueAlphaTestOn, Part: isa.PatchPartEnable}
	tagged := func() (line [nos.LineWords]uint32) {
		for n := range 4 {
			line[4*n+isa.NativeDestination] = isa.NosAlphaTest << isa.NativeDestinationNosShift
		}
		return line
	}
	line := tagged()
	require.True(t, new(nos.Line).Patch(&line, good.Pack(), isa.StagePixel, &w))
	for name, bad := range map[string]func(f *isa.PatchWordEntryFields){
		"an instruction that passes the line":    func(f *isa.PatchWordEntryFields) { f.Place = 7 },
		"no value":                               func(f *isa.PatchWordEntryFields) { f.Value = 0x0f },
		"a value of another stage":               func(f *isa.PatchWordEntryFields) { f.Value = isa.NosValueClipPlanesOn },
		"an index of a value that is there once": func(f *isa.PatchWordEntryFields) { f.Index = 1 },
		"a part that the value cannot replace":   func(f *isa.PatchWordEntryFields) { f.Part = isa.PatchPartBinding },
		"no part":                                func(f *isa.PatchWordEntryFields) { f.Part = 15 },
		"a register set of a part without":       func(f *isa.PatchWordEntryFields) { f.Set = 1 },
		"an instruction without the tag":         func(f *isa.PatchWordEntryFields) { f.Value = isa.NosValueFogOn },
	} {
		f, line := good, tagged()
		bad(&f)
		require.False(t, new(nos.Line).Patch(&line, f.Pack(), isa.StagePixel, &w), name)
	}
	line = tagged()
	require.False(t, new(nos.Line).Patch(&line, good.Pack()|1<<27, isa.StagePixel, &w), "bits that mean nothing")
	line[4] |= 1 << isa.NativeControlCompactShift
	require.False(t, new(nos.Line).Patch(&line, good.Pack(), isa.StagePixel, &w), "a compact instruction without the tag")
	c, why := isa.Compacted((&isa.Instruction{Op: isa.OpDiscard, Size: isa.SizeThread, Swizzle: isa.OwnOrder, NOS: isa.NosAlphaTest}).Encode())
	require.Empty(t, why)
	last := good
	last.Place = 7
	for part, legal := range map[uint32]bool{isa.PatchPartEnable: true, isa.PatchPartCondition: false} {
		copy(line[14:], c[:])
		if last.Part = part; !legal {
			last.Value = isa.NosValueAlphaTestFunction
		}
		require.Equal(t, legal, new(nos.Line).Patch(&line, last.Pack(), isa.StagePixel, &w), "the last instruction of a line, of 64 bits")
		last.Value = good.Value
	}
	l := nos.Line{Begun: true, Place: 6}
	copy(line[12:], c[:])
	copy(line[14:], c[:])
	last.Part = isa.PatchPartEnable
	require.True(t, l.Patch(&line, last.Pack(), isa.StagePixel, &w), "one after another of 64 bits")
	line[12] &^= 1 << isa.NativeControlCompactShift
	l = nos.Line{Begun: true, Place: 6}
	require.False(t, l.Patch(&line, last.Pack(), isa.StagePixel, &w), "within one of 128 bits")
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		var line [nos.LineWords]uint32
		var w nos.Words
		for n := range line {
			line[n], w[n%len(w)] = r.Uint32(), r.Uint32()
		}
		var l nos.Line
		for range 4 {
			l.Patch(&line, r.Uint32()&r.Uint32()&0x7ffffff, stages[r.IntN(len(stages))], &w)
		}
	}
}

// Registers of the pixel stage have all values but those of vertex attributes, with all indices; those of other stages some of them.
func TestValuesThatRegistersHave(t *testing.T) {
	for v := range 256 {
		_, named := isa.NosValueNames[uint32(v)]
		last := kernel.LastIndex(uint8(v))
		pixel := named && v>>4 != isa.NosValueVertexFormatType>>4
		require.Equal(t, pixel, nos.Has(isa.StagePixel, uint8(v), last), "%#x", v)
		require.False(t, nos.Has(isa.StagePixel, uint8(v), last+1), "%#x", v)
		for _, stage := range stages[:3] {
			require.False(t, nos.Has(stage, uint8(v), 0) && !named, "%#x", v)
			require.False(t, nos.Has(stage, uint8(v), last+1), "%#x", v)
		}
	}
	for value, count := range map[uint8]uint8{
		isa.NosValueTextureBound: 2, isa.NosValueTextureComponent: 8, isa.NosValueVertexFormatType: 5, isa.NosValueVertexFormatStride: 5, isa.NosValueVertexFormatFourth: 5, isa.NosValueVertexFormatBytes4: 5, isa.NosValueClipPlanesSome: 1, isa.NosValueFlatOn: 16, isa.NosValueClipPlanesOn: 8, isa.NosValueFogBinding: 1,
		isa.NosValueAlphaTestOn: 0, isa.NosValueTargetSrgb: 0, isa.NosValueWriteMaskChannel: 0, isa.NosValuePointSpriteOn: 0, isa.NosValuePointSpriteLower: 1,
	} {
		for index := range uint8(40) {
			require.Equal(t, index < count, nos.Has(isa.StageVertex, value, index), kernel.ValueText(value, index))
		}
	}
}

var took uint32

func BenchmarkValue(b *testing.B) {
	s := nos.Default()
	w, err := s.Words(isa.StagePixel)
	require.NoError(b, err)
	for b.Loop() {
		took += w.Value(isa.StagePixel, isa.NosValueAlphaTestFunction, 0) + w.Value(isa.StagePixel, isa.NosValueTextureComponent, 30)
	}
}
