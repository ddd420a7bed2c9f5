package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
)

// everywhere is a header with all that instructions of a stage may name.
var everywhere = map[string]string{
	"compute": ".cta 8 1 1\n.scratch 64\n.shared 64\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n.binding 7 ring write\n" +
		".enqueue f\n.sampler 0\n",
	"pixel":  ".stage pixel\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n.sampler 0\n",
	"vertex": ".stage vertex\n",
	"trap":   ".stage trap\n",
}

// What a value can replace: for each instruction the parts that it has, by the rules of docs/isa/README.md, "Patch part", and no other.
func TestPartsOfInstructions(t *testing.T) {
	const whole = "enable disable "
	for _, c := range []struct{ stage, text, parts string }{
		{"compute", "mov r1:f, r2:f", whole + "swizzle"},
		{"compute", "mov r1:f, r2<0>:f", whole},
		{"compute", "mov r1:f, r2<4>:f", whole + "swizzle"},
		{"compute", "mov r1:f, r2:f[yyww]", whole + "swizzle"},
		{"compute", "mov (4) r1:f, r2:f", whole + "swizzle"},
		{"compute", "mov (8) r1:f, r2:f", whole + "swizzle"},
		{"compute", "mov (2) r1:f, r2:f", whole},
		{"compute", "mov (1) r1:f, r2:f", whole},
		{"compute", "mov r1:f, 1:f", whole + "immediate"},
		{"compute", "add r1:f, r2:f, 1:f", whole + "swizzle immediate"},
		{"compute", "add r1:f, r2<0>:f, 1:f", whole + "immediate"},
		{"compute", "add.lt r1:f, r2<0>:f, r3:f", whole + "condition"},
		{"compute", "mad r1:f, r2<0>:f, r3:f, 0.5:f", whole + "immediate"},
		{"compute", "mad r1:f, r2:f, r3<0>:f, r4<0>:f", whole + "swizzle"},
		{"compute", "cmp.lt.f1 null:f, r2:f, 0.5:f", whole + "condition swizzle immediate"},
		{"compute", "sel.lt r1:f, r2:f, r3:f", whole + "condition swizzle"},
		{"compute", "(f0) sel r1:f, r2:f, r3:f", whole + "swizzle"},
		{"compute", "rdsr r1:ud, f0", whole},
		{"compute", "wrsr f0, r1<0>:ud", whole},
		{"compute", "nop", whole},
		{"compute", "wait", whole},
		{"pixel", "discard", whole},
		{"compute", "(f0.any) jmp x\nx:", whole},
		{"compute", "jmp x\nx:", whole},
		{"compute", "call x\njmp y\nx: ret\ny:", whole},
		{"compute", "loop\n(f0) break TAG\n(f0) while", whole},
		{"compute", "loop\n(f0) continue TAG\n(f0) while", whole},
		{"compute", "send.load.f.2 r8, r2+4, b0", whole + "type count offset binding"},
		{"compute", "send.store.f.2 r8+4, r2, b0", whole + "type count offset binding"},
		{"compute", "send.atomic.ud.add r8, r2, b0", whole + "type offset binding"},
		{"compute", "send.size r8, b0", whole + "binding"},
		{"compute", "send.constant.2 r8, +32, b1", whole + "count offset binding"},
		{"compute", "send.scratch_load r8, +32", whole + "count"},
		{"compute", "send.scratch_store r8, +32", whole + "count"},
		{"compute", "send.private_load.f r8, r2", whole + "type count offset"},
		{"compute", "send.shared_atomic.ud.add r8, r2", whole + "type offset"},
		{"pixel", "send.sample r20, r2, b2, s0", whole + "count binding sampler"},
		{"compute", "send.texel r20, r2, b2", whole + "count binding"},
		{"compute", "send.texel_store r2, r8, b2", whole + "count binding"},
		{"compute", "send.dimensions r20, r2, b2", whole + "binding"},
		{"pixel", "send.color.2 r8", whole + "count"},
		{"pixel", "send.color.2 r8 {last}", "count"},
		{"pixel", "send.color_depth r8", whole + "count"},
		{"vertex", "send.result.2 r8, +32", whole + "count"},
		{"vertex", "send.result.2 r8, +32 {last}", "count"},
		{"trap", "send.context_load r8, +32", whole + "count"},
		{"trap", "send.context_store_set r8, +32", whole},
		{"trap", "send.live r8", whole},
		// What keeps the mask stack, ends a thread, or threads wait for.
		{"compute", "if TAG\nendif", ""},
		{"compute", "(f0) if TAG\nendif", ""},
		{"compute", "if\nelse TAG\nendif", ""},
		{"compute", "if\nendif", ""},
		{"compute", "loop TAG\n(f0) while", ""},
		{"compute", "loop\nrejoin TAG\n(f0) while", ""},
		{"compute", "loop\n(f0) while", ""},
		{"compute", "call x\njmp y\nx: ret TAG\ny:", ""},
		{"compute", "call x\njmp y\nx: (f0.any) ret TAG\nret\ny:", ""},
		{"trap", "iret", ""},
		{"compute", "send.end {last}", ""},
		{"compute", "send.barrier", ""},
		{"compute", "send.allocate r8, r2, b7 TAG\nsend.thread_end r2", ""},
		{"compute", "send.allocate r2, r1, b7\nsend.thread_end r2", ""},
	} {
		for part := range uint32(isa.PatchPartLimit) {
			name := isa.PatchPartNames[part]
			text := everywhere[c.stage] + tag(c.text, "nos "+name+"=flat.on[3]") + "\nsend.end {last}\n"
			_, errs := asm.Assemble("t.tka", text)
			if strings.Contains(c.parts, name) {
				require.Empty(t, errs, text)
				continue
			}
			require.Len(t, errs, 1, text)
			require.Regexp(t, `: \w+ has no `+name+` that flat.on\[3\] could replace$`, errs[0].Error(), text)
		}
	}
}

// tag puts an attribute where a text says TAG, otherwise after its first line, or its last when that begins with an end.
func tag(text, attribute string) string {
	with := func(line string) string {
		if rest, ok := strings.CutSuffix(line, "}"); ok {
			return rest + ", " + attribute + "}"
		}
		return line + " {" + attribute + "}"
	}
	if strings.Contains(text, " TAG") {
		return strings.Replace(text, " TAG", " {"+attribute+"}", 1)
	}
	first, rest, more := strings.Cut(text, "\n")
	switch {
	case rest == "endif" || rest == "(f0) while":
		return first + "\n" + with(rest)
	case more:
		return with(first) + "\n" + rest
	}
	return with(first)
}

// Tags have rules, each part has one; several parts of an instruction may have values of one item, or of several.
func TestRulesOfTags(t *testing.T) {
	for text, says := range map[string]string{
		"cmp.lt.f1 null:f, r2:f, 0.5:f {nos condition=alpha_test.function immediate=alpha_test.reference}": "",
		"cmp.lt.f1 null:f, r2:f, 0.5:f {nos condition=alpha_test.function enable=texture.bound[2]}":        "",
		"mov r1:f, r2:f {nos enable=fog.on disable=fog.linear}":                                            "",
		"mov r1:f, r2:f {nos enable=fog.on enable=fog.on}":                                                 "enable is replaced twice",
		"mov r1:f, r2:f {nos enable=fog.on enable=flat.on}":                                                "enable is replaced twice",
		"mov r1:f, r2:f {nos disable=fog.on swizzle=flat.on disable=fog.exp}":                              "disable is replaced twice",
		"mov r1:f, r2:f {nos fog}":                      "the tag fog does not say what it replaces, as in {nos enable=fog.on}",
		"mov r1:f, r2:f {nos enable=fog.on fog}":        "",
		"mov r1:f, r2:f {nos enable=fog.on flat}":       "the tag flat does not say what it replaces, as in {nos enable=flat.on}",
		"nop {nos texture}":                             "as in {nos enable=texture.bound}",
		"nop {nos alpha_test}":                          "as in {nos enable=alpha_test.on}",
		"nop {nos vertex_format}":                       "as in {nos enable=vertex_format.type}",
		"if; endif {nos fog}":                           "the tag fog does not say what it replaces",
		"send.barrier {nos fog}":                        "the tag fog does not say what it replaces",
		"mov r1:f, r2:f {nos immediate=fog.parameters}": "mov has no immediate that fog.parameters could replace",
	} {
		_, errs := asm.Assemble("t.tka", code(text+"; send.end {last}"))
		if says == "" {
			require.Empty(t, errs, text)
			continue
		}
		require.Len(t, errs, 1, text)
		require.Contains(t, errs[0].Message, says, text)
	}
	_, errs := asm.Assemble("t.tka", code("nop {nos fog flat texture enable=target.count}; send.end {last}"))
	var all []string
	for _, e := range errs {
		all = append(all, strings.Fields(e.Message)[2])
	}
	require.Equal(t, []string{"fog", "texture", "flat"}, all, "each tag without a rule is named, in the order of bits")
}

// The kernel goes on after an instruction that may become nop, also after its last.
func TestLastInstructionsThatMayBecomeNop(t *testing.T) {
	const on = "the kernel goes on after its last instruction"
	for _, tag := range []string{"enable", "disable"} {
		requireMistake(t, on, code("x: nop; jmp x {nos "+tag+"=fog.on}"))
		requireMistake(t, "", code("x: nop; jmp x {nos "+tag+"=fog.on}; send.end {last}"))
	}
	requireMistake(t, "", code("x: nop; jmp x"))
	requireMistake(t, "ret where no call leads", code("jmp x {nos enable=fog.on}; ret; x: send.end {last}"))
	requireMistake(t, "", code("jmp x; ret; x: send.end {last}"))
}

// What an instruction writes that may become nop ends no life; what it reads is live; a jump goes both ways.
func TestLiveAtInstructionsThatMayBecomeNop(t *testing.T) {
	for _, tag := range []string{" {nos enable=fog.on}", " {nos disable=fog.on}"} {
		for name, lines := range map[string][][2]string{
			"write":        {{set10 + tag, "1 10"}, {put10, "1 10"}, {stop, ""}},
			"read":         {{put10 + tag, "1 10"}, {stop, ""}},
			"copy":         {{"mov r10:ud, r11:ud" + tag, "1 10 11"}, {put10, "1 10"}, {stop, ""}},
			"answer":       {{"send.load.ud r10, r1, b0" + tag, "1 10"}, {put10, "1 10"}, {stop, ""}},
			"block":        {{"send.size r10, b0" + tag, "1 10"}, {put10, "1 10"}, {stop, ""}},
			"without mask": {{"mov r10:ud, 5:ud {nomask," + tag[2:], "1 10"}, {put10, "1 10"}, {stop, ""}},
			"jump":         {{"jmp x" + tag, "1 10"}, {put10, "1 10"}, {"x: " + stop, ""}},
			"call":         {{"call x" + tag, "1 10 11"}, {put10, "1 10"}, {stop, ""}, {"x: send.store.ud r1, r11, b0", "1 10 11"}, {"ret", "1 10"}},
			"next to it":   {{set10, "1"}, {"nop" + tag, "1 10"}, {put10, "1 10"}, {stop, ""}},
		} {
			text := ".cta 8 1 1\n.binding 0 buffer read write\n"
			var want []string
			for _, l := range lines {
				text += l[0] + "\n"
				want = append(want, l[1])
			}
			require.Equal(t, want, liveLines(assemble(t, text)), name)
		}
	}
	// Of a part that is replaced the write stays one.
	k := assemble(t, ".cta 8 1 1\n.binding 0 buffer read write\nmov r10:ud, 5:ud {nos immediate=fog.parameters}\n"+put10+"\n"+stop+"\n")
	require.Equal(t, "1", liveLines(k)[0])
}

// Live registers stand by place: a set for each 8 bytes, empty within an instruction.
func TestPlacesOfLiveRegisters(t *testing.T) {
	k := assemble(t, ".cta 8 1 1\n.binding 0 buffer read write\nmov r10:ud, 5:ud\nnop {native}\n"+put10+"\nnop {native}\n"+stop+"\n")
	var got []string
	for _, s := range k.LiveSlots() {
		got = append(got, fmt.Sprintf("%x", s[0]))
	}
	require.Equal(t, []string{"2", "402", "0", "402", "0", "0", "0"}, got)
}
