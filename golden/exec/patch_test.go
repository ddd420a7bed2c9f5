package exec

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/nos"
)

const tagged = `.kernel tagged
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

// A program with a table executes what the patcher of the driver makes of its code, for each state.
func TestProgramsArePatchedForTheirState(t *testing.T) {
	k, errs := asm.Assemble("test.tka", tagged)
	require.Empty(t, errs)
	table, err := nos.Table(k)
	require.NoError(t, err)
	patcher := nos.NewPatcher(k)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		s := nos.Default()
		s.AlphaFunction, s.AlphaReference, s.Fog, s.FogOffset, s.FogBinding = nos.Compare(r.IntN(8)), r.Float32(), nos.Fog(r.IntN(4)), 32*uint16(r.IntN(9)), 1+uint8(r.IntN(2))
		s.TargetCount = 1 + uint8(r.IntN(4))
		for n := range s.Textures {
			s.Textures[n] = nos.Texture{Bound: r.IntN(2) != 0, Format: uint8(r.IntN(16)), Swizzle: [4]nos.Component{nos.Component(r.IntN(6)), nos.Component(r.IntN(6)), nos.Component(r.IntN(6)), nos.Component(r.IntN(6))}}
		}
		w, err := s.Words(isa.StagePixel)
		require.NoError(t, err)
		want := append([]byte(nil), patcher.Code()...)
		patcher.Patch(want, &s)
		got, err := Load(Program{Code: k.Bytes(), Lanes: 16, Stage: StagePixel, Table: table, State: w})
		require.NoError(t, err)
		require.Equal(t, want, got.Patched)
		for n := range got.code {
			require.NotContains(t, got.code[n].reason, "malformed")
		}
	}
}

// Two readers of docs/isa.md come to the same line, or both find the table malformed, whatever lines, words and state are.
func TestBothPatchersAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const rounds = 200000
	good, bad := 0, 0
	for range rounds {
		var line [LineBytes]byte
		var row [nos.LineWords]uint32
		var state [StateWords]uint32
		for n := range row {
			if row[n] = r.Uint32(); n%4 == 0 {
				row[n] &^= 1 << isa.NativeControlCompactShift * uint32(r.IntN(8)/1&1)
			}
			binary.LittleEndian.PutUint32(line[4*n:], row[n])
			state[n%StateWords] = r.Uint32()
		}
		stage := [...]uint8{isa.StagePixel, isa.StageVertex}[r.IntN(2)]
		table := make([]byte, LineBytes)
		count := 1 + r.IntN(5)
		binary.LittleEndian.PutUint32(table, isa.PatchGroupEntryFields{Lines: 1, First: 1}.Pack())
		var words []uint32
		for n := range count {
			f := isa.PatchWordEntryFields{Place: uint32(min(r.IntN(3)+2*n, 7)), Last: n == count-1, Value: uint32(r.IntN(12)<<4 | r.IntN(7)), Index: uint32(r.IntN(40) * r.IntN(2)), Part: uint32(r.IntN(10)), Set: uint32(r.IntN(4) * r.IntN(2))}
			for p := range uint32(9) { // one that fits
				if r.IntN(8) > 0 && replaceable(f.Value, p) {
					f.Part = p
				}
			}
			if f.Part != isa.PatchPartSource && r.IntN(8) > 0 {
				f.Set = 0
			}
			words = append(words, f.Pack()|uint32(r.IntN(64)/63)<<(27+r.IntN(5)))
			binary.LittleEndian.PutUint32(table[4+4*n:], words[n])
		}
		got, ok := PatchLine(&line, 0, table, Stage(stage), &state)
		var l nos.Line
		want := true
		w := nos.Words(state)
		for _, word := range words {
			if want = l.Patch(&row, word, stage, &w); !want {
				break
			}
		}
		require.Equal(t, want, ok, "%x", words)
		if !ok {
			bad++
			continue
		}
		good++
		for n, v := range row {
			require.Equal(t, v, binary.LittleEndian.Uint32(got[4*n:]), "word %d, of %x", n, words)
		}
	}
	require.Greater(t, good, rounds/100)
	require.Greater(t, bad, rounds/100)
}

// A table that is malformed fails the thread at the first instruction of the line, and no other one.
func TestMalformedTablesFailTheThread(t *testing.T) {
	k, errs := asm.Assemble("test.tka", tagged)
	require.Empty(t, errs)
	table, err := nos.Table(k)
	require.NoError(t, err)
	s := nos.Default()
	w, err := s.Words(isa.StagePixel)
	require.NoError(t, err)
	load := func(table []byte) *Kernel {
		got, err := Load(Program{Code: k.Bytes(), Lanes: 16, Stage: StagePixel, Table: table, State: w})
		require.NoError(t, err)
		return got
	}
	const why = "the patch table of its line is malformed"
	endless := append([]byte(nil), table...)
	first := binary.LittleEndian.Uint32(endless) >> isa.PatchGroupEntryFirstShift
	for n := int(first); n < len(endless)/4; n++ { // no word is the last one of its line
		endless[4*n] &^= 1 << isa.PatchWordEntryLastShift
	}
	require.Equal(t, why, load(endless).code[0].reason)
	require.Equal(t, why, load(table[:4]).code[0].reason, "words beyond the table")
	beyond := append([]byte(nil), table...)
	beyond[3] = 0xff // of FIRST
	require.Equal(t, why, load(beyond).code[0].reason)
	require.NotEqual(t, why, load(table).code[0].reason)
}
