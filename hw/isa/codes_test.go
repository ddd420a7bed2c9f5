package isa_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// Codes of operations and messages are part of every kernel file, so that one that moves is noticed.
func TestCodes(t *testing.T) {
	const operations = "mov 01 sel 02 and 10 or 11 xor 12 not 13 shl 14 shr 15 asr 16 rol 17 ror 18 cmp 19 bfe 1a bfm 1b bsel 1c cbit 1d lzd 1e tzd 1f " +
		"jmp 20 call 21 ret 22 if 23 else 24 endif 25 loop 26 while 27 break 28 continue 29 rejoin 2a iret 2b nop 30 wait 31 send 32 rdsr 33 wrsr 34 " +
		"discard 35 add 40 mul 41 mad 42 fma 43 min 44 max 45 rndd 46 rndu 47 rndz 48 rnde 49 frc 4a rcp 4b sqrt 4c rsqrt 4d div 4e exp2 4f dp2 50 dp3 51 " +
		"dp4 52 dph 53 bfrev 90 fbh 91 fbl 92 log2 c0 sin c1 cos c2 cvt c3 mulh c4 mull c5 addc c6 subb c7 rem c8"
	const messages = "load 10 store 11 atomic 12 size 13 constant 20 scratch_load 30 scratch_store 31 private_load 32 private_store 33 shared_load 40 " +
		"shared_store 41 shared_atomic 42 sample 50 sample_bias 51 sample_level 52 sample_gradient 53 sample_compare 54 sample_compare_level 55 gather 56 " +
		"gather_compare 57 texel 58 texel_store 59 dimensions 5a color 60 color_depth 61 result 70 end 71 barrier 80 allocate 90 thread_end 91 " +
		"context_load a0 context_store a1 context_load_set a2 context_store_set a3 live a4"
	var list, codes []string
	for op := range isa.Operations {
		if name := isa.Operations[op].Name; name != "" {
			list = append(list, fmt.Sprintf("%s %02x", name, op))
		}
	}
	for code := range isa.Messages {
		if name := isa.Messages[code].Name; name != "" {
			codes = append(codes, fmt.Sprintf("%s %02x", name, code))
		}
	}
	require.Equal(t, operations, strings.Join(list, " "))
	require.Equal(t, messages, strings.Join(codes, " "))
}

// Names of enumerations by their values.
func TestNamesOfValues(t *testing.T) {
	for _, c := range []struct {
		names map[uint32]string
		first uint32
		want  string
	}{
		{isa.TypeNames, 0, "ub b uw w ud d uq q hf f"},
		{isa.RegionNames, 0, "<0> <1> <2> <4> <8> <q> <r>"},
		{isa.StrideNames, 0, "<1> <2> <4> <8>"},
		{isa.ConditionNames, 1, "eq ne lt le gt ge un"},
		{isa.AtomicNames, 0, "add sub min max and or xor xchg cmpxchg load store"},
		{isa.StageNames, 0, "compute vertex hull domain pixel trap restore"},
		{isa.BindingKindNames, 0, "buffer constant texture ring"},
		{isa.SpecialNames, 0, "f0 f1 f2 f3"},
		{isa.SpecialNames, 8, "ra sp active helpers lanes thread slot depth tr0 tr1 tr2 tr3 pc count registers shared"},
	} {
		for k, name := range strings.Fields(c.want) {
			require.Equal(t, name, c.names[c.first+uint32(k)], c.want)
		}
	}
	for bit, name := range strings.Fields("alpha_test fog lighting two_sided texture target write_mask flat clip_planes point_sprite depth_clamp vertex_format") {
		require.Equal(t, name, isa.NosNames[1<<bit])
	}
	for part, name := range strings.Fields("enable disable condition immediate source type count offset binding") {
		require.Equal(t, name, isa.PatchPartNames[uint32(part)])
	}
	require.Equal(t, uint32(1|0x25<<8|0x41<<16), isa.TrapStateFields{Barrier: true, Rank: 0x25, Threads: 0x41}.Pack())
}

// Values of state by their numbers: bits 7:4 are the bit of their item, whose name theirs begin with.
func TestValuesOfState(t *testing.T) {
	const want = "00 alpha_test.on 01 alpha_test.compares 02 alpha_test.function 03 alpha_test.reference 10 fog.on 11 fog.linear 12 fog.exp 13 fog.exp2 " +
		"14 fog.parameters 15 fog.binding 20 lighting.on 21 lighting.colors 30 two_sided.on 40 texture.bound 41 texture.component 42 texture.format 43 texture.srgb " +
		"44 texture.zero 45 texture.one 50 target.format 51 target.srgb 52 target.count 60 write_mask.channel 70 flat.on 80 clip_planes.on 81 clip_planes.some " +
		"90 point_sprite.on 91 point_sprite.lower a0 depth_clamp.on b0 vertex_format.type b1 vertex_format.count b2 vertex_format.normalized " +
		"b3 vertex_format.float b4 vertex_format.offset b5 vertex_format.bytes1 b6 vertex_format.bytes2 b7 vertex_format.bytes4 b8 vertex_format.binding b9 vertex_format.stride ba vertex_format.signed bb vertex_format.second bc vertex_format.third bd vertex_format.fourth"
	var list []string
	for v := range uint32(256) {
		name, ok := isa.NosValueNames[v]
		if !ok {
			continue
		}
		list = append(list, fmt.Sprintf("%02x %s", v, name))
		item, _, _ := strings.Cut(name, ".")
		require.Equal(t, isa.NosNames[1<<(v>>4)], item, name)
	}
	require.Equal(t, want, strings.Join(list, " "))
}
