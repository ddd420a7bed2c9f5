package asm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

// Words of whole instructions, put together by hand from the bits in hw/isa/encoding.yaml and from the codes in opcodes.yaml and messages.yaml.
func TestWordsOfInstructions(t *testing.T) {
	for _, c := range []struct {
		text  string
		words isa.Native
	}{
		{"mov r10:ud, r1:ud", isa.Native{0xe01, 0x400a, 0x14001, 0}},
		{"mov r10:ud, 5:ud", isa.Native{0xe01, 0x8400a, 0x4000, 5}},
		{"(f0) add.sat r4:f, r5:f, -|r6.3|<0>:f", isa.Native{0x18e40, 0x9004, 0x31219005, 0x606}},
		{"cmp.lt.f1 (8@8) null:d, r10:d, 100:d", isa.Native{0x681619, 0xc5000, 0xa1500a, 0x64}},
		{"mov r3.1<2>:uw, r8<2>:uw {nomask, nos fog}", isa.Native{0x4e01, 0x212103, 0x22008, 0}},
		{"(~f2) sel r4:f, r5:f[yyww], r6<4>:f", isa.Native{0x11150e02, 0x9004, 0x7219005, 6}},
		{"mad r4:f, r5<q>:f, r6<r>:f, -r7.1<8>:f", isa.Native{0xe42, 0x9004, 0x4d259005, 0x103c9006}},
		{"fma r4:f, r5:f, r6:f, 0.5:f", isa.Native{0xe43, 0x89004, 0x3219005, 0x3f009006}},
		{"shr.ne.f3 (32) r4:uq, r5:uq, 63:ud", isa.Native{0x580a15, 0x86004, 0x816005, 0x3f}},
		{"if +32", isa.Native{0xe23, 0, 0, 0x20}},
		{"(f1.any) jmp +64", isa.Native{0xa0e20, 0, 0, 0x40}},
		{"(~f0.all) call -16", isa.Native{0x70e21, 0, 0, 0xfffffff0}},
		{"(~f0) break.2 -8", isa.Native{0x50e28, 0, 2, 0xfffffff8}},
		{"(f2) while -24", isa.Native{0x110e27, 0, 0, 0xffffffe8}},
		{"endif", isa.Native{0xe25, 0, 0, 0}},
		{"ret", isa.Native{0xe22, 0, 0, 0}},
		{"rdsr r4.1:ud, ra", isa.Native{0x4033, 0x84204, 0x4000, 8}},
		{"wrsr stack+3, r4.2<0>:ud", isa.Native{0x4034, 0xc4000, 0x804404, 0x23}},
		{"send.load.f.4 r10, r4+16, b0", isa.Native{0xe32, 0xa, 0x100804, 0x390000}},
		{"send.store.ud r4-4, r10, b1 {nc}", isa.Native{0xe32, 0x40000, 0xfffc0884, 0x44010a}},
		{"(f1) send.atomic.d.cmpxchg (8@8) r12, r4, r10, b255", isa.Native{0x91632, 0xc, 0x904, 0x885ff0a}},
		{"send.sample.4.x r10, r4, b2, s15", isa.Native{0xe32, 0xa, 0x2804, 0xf300200}},
		{"send.sample.4.xy r10, r4, b2, s15", isa.Native{0xe32, 0xa, 0x2804, 0xf310200}},
		{"send.sample_gradient.xyzwv r10, r4, r20, b2, s1 {texels 1 -2 7}", isa.Native{0xe32, 0xa, 0x7e12984, 0x1040214}},
		{"send.gather.2.xyz r10, r4, b2, s0 {texels 0 0 -8}", isa.Native{0xe32, 0xa, 0x8002b04, 0x120200}},
		{"send.texel_store.3.xyz r4, r10, b2", isa.Native{0xe32, 0x40000, 0x2c84, 0x22020a}},
		{"send.dimensions.x r10, r4, b2", isa.Native{0xe32, 0xa, 0x2d04, 0x200}},
		{"send.constant.2 r10, +64, b3", isa.Native{0xe32, 0xa, 0x401000, 0x100300}},
		{"send.result.4 r15, +128", isa.Native{0xe32, 0x40000, 0x803800, 0x30000f}},
		{"send.allocate r10, r4, b7", isa.Native{0xe32, 0xa, 0x4804, 0x700}},
		{"send.thread_end r127", isa.Native{0xe32, 0x40000, 0x48ff, 0}},
		{"send.context_load.4 r10, +32736", isa.Native{0xe32, 0xa, 0x7fe05000, 0x300000}},
		{"send.context_store.2 r10, +0", isa.Native{0xe32, 0x40000, 0x5080, 0x10000a}},
		{"send.context_load_set r127, +0", isa.Native{0xe32, 0x40000, 0x517f, 0}},
		{"send.context_store_set r4, +64", isa.Native{0xe32, 0x40000, 0x405184, 0}},
		{"send.live r10", isa.Native{0xe32, 0xa, 0x5200, 0}},
		{"send.end {last}", isa.Native{0xe32, 0x40000, 0x3880, 0x10000000}},
		{"rdsr r4:ud, count", isa.Native{0x4033, 0x84004, 0x4000, 0x15}},
		{"wrsr count, r4<0>:ud", isa.Native{0x4034, 0xc4000, 0x804004, 0x15}},
		{"rdsr r4:ud, registers", isa.Native{0x4033, 0x84004, 0x4000, 0x16}},
		{"rdsr r4:ud, shared", isa.Native{0x4033, 0x84004, 0x4000, 0x17}},
		{"(f1.any) jmp +64 {nos fog}", isa.Native{0xa0e20, 0x200000, 0, 0x40}},
		{"(f2) if +32 {nos alpha_test clip_planes}", isa.Native{0x110e23, 0x10100000, 0, 0x20}},
		{"(~f0) break.2 -8 {nos vertex_format}", isa.Native{0x50e28, 0x80000000, 2, 0xfffffff8}},
		{"endif {nos two_sided}", isa.Native{0xe25, 0x800000, 0, 0}},
		{"nop {nos lighting depth_clamp}", isa.Native{0xe30, 0x40400000, 0, 0}},
		{"send.store.f r4, r10, b1 {nc, nos texture target}", isa.Native{0xe32, 0x3040000, 0x884, 0x49010a}},
	} {
		n, err := assembleOne(t, c.text)
		require.Nil(t, err, c.text)
		require.NoError(t, isa.Check(n), c.text)
		require.Equal(t, c.words, n, "%s: %08x, expected %08x", c.text, n, c.words)
		require.Equal(t, c.text, Instruction(c.words))
	}
}

// Words of compact instructions, put together by hand with the indices that have their values in compaction.yaml.
func TestWordsOfCompactInstructions(t *testing.T) {
	for _, c := range []struct {
		text    string
		native  isa.Native
		compact isa.Compact
	}{
		{"mov r10:ud, 5:ud", isa.Native{0xe01, 0x8400a, 0x4000, 5}, isa.Compact{0x520101, 0x2880}},
		{"mov r127:f, -1.5:f", isa.Native{0xe01, 0x8907f, 0x9000, 0xbfc00000}, isa.Compact{0x83f94101, 0x5fe0080}},
		{"add r12:d, r13:d, -3:d", isa.Native{0xe40, 0x8500c, 0xa1500d, 0xfffffffd}, isa.Compact{0x678140, 0x7ffe80d}},
		{"mul r4:f, r5:f, r6:f", isa.Native{0xe41, 0x9004, 0x3219005, 6}, isa.Compact{0x200141, 0x3005}},
		{"add r4:f, r5:f, -r6:f", isa.Native{0xe40, 0x9004, 0x13219005, 6}, isa.Compact{0x200140, 0xc3005}},
		{"mad r4:f, r5:f, r6<0>:f, r7:f", isa.Native{0xe42, 0x9004, 0x1219005, 0x399006}, isa.Compact{0x200142, 0x1c43005}},
		{"mad r4:f, r5:f, r6.1<0>:f, r127.3<0>:f", isa.Native{0xe42, 0x9004, 0x1219005, 0x33f89206}, isa.Compact{0x8200142, 0x5fc43005}},
		{"cmp.lt.f0 null:ud, r1:ud, r2:ud", isa.Native{0x600e19, 0x44000, 0x2814001, 2}, isa.Compact{0x1c519, 0x1001}},
		{"cvt r20:f, r21:ud", isa.Native{0xec3, 0x9014, 0x14015, 0}, isa.Compact{0xa241c3, 0x40015}},
		{"mov r3:ud, r0.1<0>:ud", isa.Native{0xe01, 0x4003, 0x4200, 0}, isa.Compact{0xc1dc101, 0x40080}},
		{"(f0) if +16", isa.Native{0x10e23, 0, 0, 0x10}, isa.Compact{0x323, 0x200}},
		{"(f1) break -8", isa.Native{0x90e28, 0, 1, 0xfffffff8}, isa.Compact{0x728, 0xffffff01}},
		{"jmp +67108856", isa.Native{0xe20, 0, 0, 0x3fffff8}, isa.Compact{0x120, 0x7fffff00}},
		{"endif", isa.Native{0xe25, 0, 0, 0}, isa.Compact{0x125, 0}},
		{"send.shared_load.f r10, r4-512", isa.Native{0xe32, 0xa, 0xfe002004, 0x90000}, isa.Compact{0x504132, 0xfe000004}},
		{"send.store.ud r4+508, r127, b15", isa.Native{0xe32, 0x40000, 0x1fc0884, 0x40f7f}, isa.Compact{0x14132, 0x1ffff84}},
		{"send.load.f r1, r2-32768, b0", isa.Native{0xe32, 1, 0x80000802, 0x90000}, isa.Compact{0x90132, 0x80000002}},
		{"send.load.f r1, r2+32764, b1", isa.Native{0xe32, 1, 0x7ffc0802, 0x90100}, isa.Compact{0x90132, 0x7ffc0082}},
		{"send.constant.4 r10, +64, b3", isa.Native{0xe32, 0xa, 0x401000, 0x300300}, isa.Compact{0x524132, 0x400180}},
		{"send.color.4 r10 {last}", isa.Native{0xe32, 0x40000, 0x3000, 0x1030000a}, isa.Compact{0x60132, 0x5000}},
		{"send.end {last}", isa.Native{0xe32, 0x40000, 0x3880, 0x10000000}, isa.Compact{0x8132, 0}},
		{"send.barrier", isa.Native{0xe32, 0x40000, 0x4000, 0}, isa.Compact{0x132, 0}},
	} {
		n, err := assembleOne(t, c.text)
		require.Nil(t, err, c.text)
		require.Equal(t, c.native, n, "%s: %08x, expected %08x", c.text, n, c.native)
		words, why := isa.Compacted(n)
		require.Empty(t, why, c.text)
		require.Equal(t, c.compact, words, "%s: %08x, expected %08x", c.text, words, c.compact)
		back, expandErr := c.compact.Expand()
		require.NoError(t, expandErr, c.text)
		require.Equal(t, c.native, back, c.text)
	}
}

// What no compact form has: numbers of more than 16 bits, offsets that are no multiples of 4, bindings above 15, targets that are too far away, lanes, state.
func TestInstructionsThatAreNotCompact(t *testing.T) {
	for text, says := range map[string]string{
		"add r1:d, r2:d, 32767:d":                  "",
		"add r1:d, r2:d, 32768:d":                  "its immediate has more than 16 bits that count",
		"add r1:d, r2:d, 65536:d":                  "",
		"add r1:d, r2:d, 65537:d":                  "its immediate has more than 16 bits that count",
		"add r1:d, r2:d, -32768:d":                 "",
		"add r1:d, r2:d, -32769:d":                 "its immediate has more than 16 bits that count",
		"send.load.f r1, r2+32764, b0":             "",
		"send.load.f r1, r2+32767, b0":             "its offset is no multiple of 4",
		"send.load.f r1, r2-32768, b0":             "",
		"send.load.f r1, r2-32767, b0":             "its offset is no multiple of 4",
		"send.load.f r1, r2+2, b0":                 "its offset is no multiple of 4",
		"send.load.f r1, r2, b15":                  "",
		"send.load.f r1, r2, b16":                  "its binding is above 15",
		"send.load.f r1, r2, b255":                 "its binding is above 15",
		"send.live r1":                             "no index has its descriptor",
		"jmp +67108856":                            "",
		"jmp +67108864":                            "its target is too far away",
		"jmp -67108864":                            "",
		"jmp -67108872":                            "its target is too far away",
		"mov (8) r1:f, r2:f":                       "it is for 8 lanes, not all of the thread",
		"mov r1:f, r2:f {nos fog}":                 "",
		"mov r1:f, r2:f {nos fog target}":          "it depends on several items of state",
		"mad r1:f, r2:f, r3:f, r4:f {nos fog}":     "it depends on state, and has three sources",
		"mad r1:f, r2:f, r3:f, 0.5:f":              "it has three sources and an immediate",
		"mov r1:f, r2:f {nos vertex_format}":       "",
		"add r1:d, r2:d, 32767:d {nos alpha_test}": "",
		"jmp +8 {nos fog}":                         "",
		"endif {nos vertex_format}":                "",
		"send.barrier {nos fog}":                   "",
	} {
		n, err := assembleOne(t, text)
		require.Nil(t, err, text)
		_, why := isa.Compacted(n)
		require.Equal(t, says, why, text)
	}
}
