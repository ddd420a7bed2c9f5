package asm

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// tagged has each part of an instruction that a value can replace, two rules of one instruction, and values that are compiled in.
const tagged = `.kernel tagged
.stage pixel
.lanes 8
.inputs 12
.early
.binding 2 texture read
.binding 3 buffer read write
.sampler 1
.sampler 15
.compiled fog.on 0x0
.compiled texture.srgb[2] 0xffffffff

    cmp.lt.f1 null:f, r6:f, 0.5:f {nos condition=alpha_test.function immediate=alpha_test.reference enable=alpha_test.compares}
    (f1) discard {nos enable=alpha_test.on}
    (f1.any) jmp L0 {nos disable=alpha_test.compares}
    send.sample.4.xy r20, r8, b2, s1 {nos binding=vertex_format.binding[15] count=vertex_format.count enable=texture.bound[2]}
    nop
    mov r24:f, r20:f[yyww] {nomask, nos source=texture.component[11] disable=texture.zero[11]}
L0:
    send.load.ub.4 r28, r1+4, b3 {nc, nos binding=fog.binding offset=vertex_format.offset[3] type=vertex_format.type[3] count=vertex_format.count[3]}
    send.store.f r1, r28, b3
    send.color.4 r20 {last, nos count=target.count}
`

// handler has what handlers alone have.
const handler = `.kernel handler
.stage trap
.lanes 8

    rdsr r1:ud, count
    rdsr r2:ud, registers
    rdsr r3:ud, shared
    send.live r4
    send.context_store.4 r0, +0
    send.context_store_set r4, +128
    send.context_load_set r4, +128 {nos enable=fog.on}
    send.context_load r1, +32
    wrsr count, r1<0>:ud
    send.shared_load.ud r5, r6
    send.end {last}
`

// enqueuing enqueues kernels, and tries again after a refusal.
const enqueuing = `.kernel enqueuing
.cta 8 1 1
.args 9
.binding 7 ring write
.enqueue quicksort
.enqueue merge_2

    mov r20:ud, 1:ud
again:
    send.allocate r10, r20, b7
    cmp.ne.f2 null:ud, r10.2<0>:ud, 0:ud
    (f2.any) jmp again
    send.store.ud r10, r20, b7 {nc}
    send.thread_end r11
    send.end {last}
`

// Kernels with everything that a header and a tag can say come back from their file and their text.
func TestKernelsWithTagsComeBack(t *testing.T) {
	for _, text := range []string{tagged, handler, enqueuing} {
		k, errs := Assemble("t.tka", text)
		require.Empty(t, errs, text)
		back, err := kernel.Unmarshal(k.Marshal())
		require.NoError(t, err, text)
		require.Equal(t, k, back, text)
		requireKernelComesBack(t, k)
		if k.Stage != isa.StageCompute { // written as a disassembler does
			require.Equal(t, text, Disassemble(k, false))
		}
	}
}

// Registers that threads begin with are written when there are more than the stage has in any case, by one as well.
func TestInputsComeBack(t *testing.T) {
	for _, inputs := range []string{"", ".inputs 6\n", ".inputs 7\n", ".inputs 128\n"} {
		k, errs := Assemble("t.tka", ".stage pixel\n"+inputs+"send.end {last}\n")
		require.Empty(t, errs)
		requireKernelComesBack(t, k)
		if k.Inputs > 6 {
			require.Contains(t, Disassemble(k, false), inputs)
		} else {
			require.NotContains(t, Disassemble(k, false), ".inputs")
		}
	}
}

// What directives say stands in the kernel.
func TestDirectives(t *testing.T) {
	k, errs := Assemble("t.tka", tagged)
	require.Empty(t, errs)
	require.Equal(t, []any{12, true, uint16(1<<1 | 1<<15)}, []any{k.Inputs, k.Early, k.Samplers})
	require.Equal(t, []kernel.Compiled{{Value: isa.NosValueFogOn}, {Value: isa.NosValueTextureSrgb, Index: 2, To: 0xffffffff}}, k.Compiled)
	k, errs = Assemble("t.tka", enqueuing)
	require.Empty(t, errs)
	require.Equal(t, []string{"quicksort", "merge_2"}, k.Enqueues)
	require.Equal(t, 6, k.Inputs, "r0, x, y, z, and 9 arguments in two registers")
}

// Each value, with and without an index, comes back with each part, and tags the instruction with its item.
func TestTagsComeBack(t *testing.T) {
	for value, name := range isa.NosValueNames {
		for part, what := range isa.PatchPartNames {
			for index, suffix := range map[uint8]string{0: "", 1: "[1]", 255: "[255]"} {
				tag := what + "=" + name + suffix
				it := readItem(t, "nop {nos "+tag+"}")
				want := kernel.Patch{Value: uint8(value), Index: index, Part: uint8(part)}
				require.Equal(t, []kernel.Patch{want}, it.patches, tag)
				require.Equal(t, uint16(1)<<(value>>4), it.in.NOS, tag)
				require.Equal(t, " "+tag, tagsText(it.in.NOS, it.patches))
			}
		}
	}
	it := readItem(t, "nop {nos fog enable=texture.bound[0] fog flat}")
	require.Equal(t, []kernel.Patch{{Value: isa.NosValueTextureBound}}, it.patches)
	require.Equal(t, " enable=texture.bound fog flat", tagsText(it.in.NOS, it.patches))
	it = readItem(t, "nop {nos fog, native, nos disable=fog.exp enable=fog.exp2, nomask}")
	require.Equal(t, " disable=fog.exp enable=fog.exp2", tagsText(it.in.NOS, it.patches))
	require.True(t, it.native && it.in.NoMask)
}

func readItem(t *testing.T, text string) item {
	t.Helper()
	tokens, bad := lex(text)
	require.Nil(t, bad)
	p := &parser{tokens: tokens}
	it := p.instruction()
	require.Nil(t, p.err, text)
	return it
}

// A tag without a rule is legal in an instruction, also by itself; a kernel does not have it.
func TestTagsWithoutRules(t *testing.T) {
	for _, text := range []string{"mov r1:f, r2:f {nos fog}", "jmp +8 {nos fog}", "endif {nos fog}", "send.end {last, nos fog}"} {
		n, err := assembleOne(t, text)
		require.Nil(t, err, text)
		require.NoError(t, isa.Check(n), text)
		require.Equal(t, text, Instruction(n))
	}
	_, errs := Assemble("t.tka", ".cta 8 1 1\nmov r1:f, r2:f {nos fog}\nsend.end {last}\n")
	require.Len(t, errs, 1)
	require.EqualError(t, errs[0], "t.tka:2: the tag fog does not say what it replaces, as in {nos enable=fog.on}")
}

// Mistakes in tags and in directives are named with their places.
func TestMistakesOfTags(t *testing.T) {
	for text, says := range map[string]string{
		"nop {nos fogg}":                                 `2:10: "fogg", expected state; did you mean "fog"?`,
		"nop {nos fog.on}":                               `2:13: ".", expected "}"`,
		"nop {nos enabel=fog.on}":                        `2:10: "enabel", expected what is replaced; did you mean "enable"?`,
		"nop {nos fog=enable}":                           `2:10: "fog", expected what is replaced`,
		"nop {nos enable=}":                              `2:17: "}", expected a value of state`,
		"nop {nos enable=fog}":                           `2:20: "}", expected "."`,
		"nop {nos enable=fog.}":                          `2:21: "}", expected a value of state`,
		"nop {nos enable=fog.onn}":                       `2:17: "fog.onn", expected a value of state; did you mean "fog.on"?`,
		"nop {nos enable=zzzzzzzz.q}":                    `2:17: "zzzzzzzz.q", expected a value of state: one of alpha_test.compares, `,
		"nop {nos enable=texture.bound[256]}":            `2:31: "256", expected a number: a number from 0 to 255`,
		"nop {nos enable=texture.bound[x]}":              `2:31: "x", expected a number`,
		"nop {nos enable=texture.bound[]}":               `2:31: "]", expected a number`,
		"nop {nos enable=texture.bound[2}":               `2:32: "}", expected "]"`,
		"nop {nos enable=fog.on":                         `2:23: the end of the line, expected "}"`,
		"nop {nos enable":                                `2:10: "enable", expected state`,
		".compiled fog.on":                               "2:17: the end of the line, expected a number of 32 bits",
		".compiled fog.on -1":                            `2:18: "-", expected a number of 32 bits`,
		".compiled fog.on 4294967296":                    `2:18: "4294967296", expected a number of 32 bits`,
		".compiled fog.on 010":                           `2:18: "010", expected a number of 32 bits`,
		".compiled fog.on 1.5":                           `2:18: "1.5", expected a number of 32 bits`,
		".compiled fog.onn 1":                            `2:11: "fog.onn", expected a value of state`,
		".compiled fog.on 1 2":                           `2:20: "2", expected the end of the line`,
		".compiled fog.on 1\n.compiled fog.on 1":         `3:11: fog.on stands twice`,
		".compiled flat.on[3] 1\n.compiled flat.on[3] 2": `3:11: flat.on[3] stands twice`,
		".sampler 16":                                    `2:10: "16", expected a sampler: a number from 0 to 15`,
		".sampler s1":                                    `2:10: "s1", expected a sampler`,
		".sampler 3\n.sampler 3":                         "3:10: sampler 3 stands twice",
		".enqueue":                                       "2:9: the end of the line, expected the name of a kernel",
		".enqueue 7":                                     `2:10: "7", expected the name of a kernel`,
		".enqueue a b":                                   `2:12: "b", expected the end of the line`,
		".enqueue a\n.enqueue b\n.enqueue a":             "4:10: kernel a stands twice",
		".early\n.early":                                 "3:2: .early stands twice",
		".early 1":                                       `2:8: "1", expected the end of the line`,
		"nop {nos}":                                      `2:9: "}", expected state, as in nos enable=fog.on`,
		".inputs 0":                                      `2:9: "0" registers, expected 1 to 128; a thread has r0`,
		".inputs 129":                                    `2:9: "129", expected registers: a number from 0 to 128`,
		".inputs 9\n.inputs 9":                           "3:2: .inputs stands twice",
	} {
		_, errs := Assemble("t.tka", ".stage pixel\n"+text+"\nsend.end {last}\n")
		require.NotEmpty(t, errs, text)
		require.Contains(t, errs[0].Error(), "t.tka:"+says, text)
	}
	for _, text := range []string{".compiled fog.on 4294967295", ".compiled fog.on 0xFFFFFFFF", ".compiled flat.on[3] 1\n.compiled flat.on[4] 1",
		".compiled flat.on 1\n.compiled flat.on[1] 1", ".sampler 0\n.sampler 15", ".inputs 128"} {
		_, errs := Assemble("t.tka", ".stage pixel\n"+text+"\nsend.end {last}\n")
		require.Empty(t, errs, text)
	}
}

// Texts of all values that are compiled in come back, as numbers of 32 bits.
func TestCompiledValuesComeBack(t *testing.T) {
	text := ".stage pixel\n"
	for value := range uint32(isa.NosValueLimit) {
		if name, ok := isa.NosValueNames[value]; ok {
			text += fmt.Sprintf(".compiled %s[%d] %d\n", name, kernel.LastIndex(uint8(value)), 0x01010101*value)
		}
	}
	k, errs := Assemble("t.tka", text+"send.end {last}\n")
	require.Empty(t, errs)
	require.Len(t, k.Compiled, len(isa.NosValueNames))
	for _, c := range k.Compiled {
		require.Equal(t, kernel.Compiled{Value: c.Value, Index: kernel.LastIndex(c.Value), To: 0x01010101 * uint32(c.Value)}, c)
	}
	requireKernelComesBack(t, k)
}
