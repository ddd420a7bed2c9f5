package kernel_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// everywhere is a header with all that instructions of a stage may name.
var everywhere = map[string]string{
	"compute": ".cta 8 1 1\n.scratch 64\n.shared 64\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n.binding 7 ring write\n" +
		".enqueue f\n.sampler 0\n",
	"pixel":  ".stage pixel\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n.sampler 0\n",
	"vertex": ".stage vertex\n",
	"trap":   ".stage trap\n",
}

// byPart is a value that may replace a part.
var byPart = [isa.PatchPartLimit]string{"flat.on[3]", "flat.on[3]", "alpha_test.function", "texture.format[7]", "texture.component[31]", "vertex_format.type[3]",
	"vertex_format.count[3]", "vertex_format.offset[3]", "vertex_format.binding[3]"}

// What a value can replace: for each instruction the parts that it has, by the rules of docs/isa/README.md, "Patch part", and no other.
func TestPartsOfInstructions(t *testing.T) {
	const whole = "enable disable "
	for _, c := range []struct{ stage, text, parts string }{
		{"compute", "mov r1:f, r2:f", whole + "source"},
		{"compute", "mov r1:f, r2<0>:f", whole + "source"},
		{"compute", "mov r1:f, r2<4>:f", whole + "source"},
		{"compute", "mov r1:f, r2:f[yyww]", whole + "source"},
		{"compute", "mov (1) r1:f, r2:f", whole + "source"},
		{"compute", "mov r1:f, 1:f", whole + "immediate"},
		{"compute", "add r1:f, r2:f, 1:f", whole + "source immediate"},
		{"compute", "add.lt r1:f, r2<0>:f, r3:f", whole + "condition source"},
		{"compute", "mad r1:f, r2<0>:f, r3:f, 0.5:f", whole + "source"}, // a number of 16 bits
		{"compute", "mad r1:f, r2:f, r3<0>:f, r4<0>:f", whole + "source"},
		{"compute", "cmp.lt.f1 null:f, r2:f, 0.5:f", whole + "condition source immediate"},
		{"compute", "sel.lt r1:f, r2:f, r3:f", whole + "condition source"},
		{"compute", "(f0) sel r1:f, r2:f, r3:f", whole + "source"},
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
		{"pixel", "send.sample.xy r20, r2, b2, s0", whole + "count binding"},
		{"compute", "send.texel.xyz r20, r2, b2", whole + "count binding"},
		{"compute", "send.texel_store.xy r2, r8, b2", whole + "count binding"},
		{"compute", "send.dimensions.x r20, r2, b2", whole + "binding"},
		{"pixel", "send.color.2 r8 {last}", "count"},
		{"pixel", "send.color_depth r8 {last}", ""}, // depths follow the colours
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
			value := byPart[part]
			attribute := "nos " + name + "=" + value
			if part == isa.PatchPartCondition && strings.Contains(c.parts, name) {
				attribute += " enable=alpha_test.compares"
			}
			text := everywhere[c.stage] + tag(c.text, attribute) + "\nsend.end {last}\n"
			_, errs := asm.Assemble("t.tka", text)
			if strings.Contains(c.parts, name) {
				require.Empty(t, errs, text)
				continue
			}
			require.Len(t, errs, 1, text)
			require.Regexp(t, `: \w+ has no `+name+` that `+regexp.QuoteMeta(value)+` could replace$`, errs[0].Error(), text)
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
		"cmp.lt.f1 null:f, r2:f, 0.5:f {nos condition=alpha_test.function immediate=alpha_test.reference enable=alpha_test.compares}": "",
		"mov r1:f, r2:f {nos enable=fog.on disable=fog.linear}":                                                                       "",
		"mov r1:f, r2:f {nos enable=fog.on enable=fog.on}":                                                                            "enable is replaced twice",
		"mov r1:f, r2:f {nos enable=fog.on enable=flat.on}":                                                                           "enable is replaced twice",
		"mov r1:f, r2:f {nos disable=fog.on source=texture.component disable=fog.exp}":                                                "disable is replaced twice",
		"mov r1:f, r2:f {nos fog}":                "the tag fog does not say what it replaces, as in {nos enable=fog.on}",
		"mov r1:f, r2:f {nos enable=fog.on fog}":  "",
		"mov r1:f, r2:f {nos enable=fog.on flat}": "the tag flat does not say what it replaces, as in {nos enable=flat.on}",
		"nop {nos texture}":                       "as in {nos enable=texture.bound}",
		"nop {nos alpha_test}":                    "as in {nos enable=alpha_test.on}",
		"nop {nos vertex_format}":                 "as in {nos type=vertex_format.type}",
		"if; endif {nos fog}":                     "the tag fog does not say what it replaces",
		"send.barrier {nos fog}":                  "the tag fog does not say what it replaces",
		"nop {nos target}":                        "as in {nos immediate=target.format}",
	} {
		_, errs := asm.Assemble("t.tka", code(text+"; send.end {last}"))
		if says == "" {
			require.Empty(t, errs, text)
			continue
		}
		require.Len(t, errs, 1, text)
		require.Contains(t, errs[0].Message, says, text)
	}
	_, errs := asm.Assemble("t.tka", code("nop {nos fog flat texture enable=target.srgb}; send.end {last}"))
	var all []string
	for _, e := range errs {
		all = append(all, strings.Fields(e.Message)[2])
	}
	require.Equal(t, []string{"fog", "texture", "flat"}, all, "each tag without a rule is named, in the order of bits")
}

// Each value has parts that it may replace, and a highest index; all others are refused.
func TestValuesAndTheirParts(t *testing.T) {
	const whole = "enable, disable"
	want := map[string]struct {
		parts string
		last  int
	}{
		"alpha_test.on": {whole, 0}, "alpha_test.compares": {whole, 0}, "alpha_test.function": {"condition", 0}, "alpha_test.reference": {"immediate", 0},
		"fog.on": {whole, 0}, "fog.linear": {whole, 0}, "fog.exp": {whole, 0}, "fog.exp2": {whole, 0}, "fog.parameters": {"offset", 0}, "fog.binding": {"binding", 0},
		"lighting.on": {whole, 0}, "lighting.colors": {whole, 0}, "two_sided.on": {whole, 0}, "depth_clamp.on": {whole, 0},
		"texture.bound": {whole, 7}, "texture.component": {"immediate, source", 31}, "texture.format": {"immediate", 7}, "texture.srgb": {whole, 7},
		"texture.zero": {whole, 31}, "texture.one": {whole, 31}, "target.format": {"immediate", 0}, "target.srgb": {whole, 0}, "target.count": {"count", 0},
		"write_mask.channel": {whole, 3}, "flat.on": {whole, 15}, "clip_planes.on": {whole, 7}, "clip_planes.some": {whole, 0}, "point_sprite.on": {whole, 15}, "point_sprite.lower": {whole, 0},
		"vertex_format.type": {"type", 15}, "vertex_format.count": {"count", 15}, "vertex_format.normalized": {whole, 15}, "vertex_format.float": {whole, 15},
		"vertex_format.offset": {"offset", 15}, "vertex_format.bytes1": {whole, 15}, "vertex_format.bytes2": {whole, 15}, "vertex_format.bytes4": {whole, 15},
		"vertex_format.binding": {"binding", 15}, "vertex_format.stride": {"immediate", 15}, "vertex_format.signed": {whole, 15},
		"vertex_format.second": {whole, 15}, "vertex_format.third": {whole, 15}, "vertex_format.fourth": {whole, 15},
	}
	require.Len(t, want, len(isa.NosValueNames))
	carriers := [isa.PatchPartLimit]string{isa.PatchPartEnable: "nop", isa.PatchPartDisable: "nop", isa.PatchPartCondition: "cmp.lt null:f, r2:f, 1:f",
		isa.PatchPartImmediate: "mov r1:f, 1:f", isa.PatchPartSource: "mov r1:f, r2:f"} // others: a message with all
	for number, name := range isa.NosValueNames {
		w := want[name]
		require.EqualValues(t, w.last, kernel.LastIndex(uint8(number)), name)
		for part := range uint8(isa.PatchPartLimit) {
			partName := isa.PatchPartNames[uint32(part)]
			carrier, after := carriers[part], ""
			if carrier == "" {
				carrier = "send.load.f.4 r8, r1+4, b0"
			}
			if part == isa.PatchPartCondition {
				after = " enable=alpha_test.compares"
			}
			says := partName + " cannot be replaced by " + name + ", expected one of: " + w.parts
			if slices.Contains(strings.Split(w.parts, ", "), partName) {
				says = ""
				beyond := fmt.Sprintf("%s[%d], expected an index up to %d", name, w.last+1, w.last)
				if w.last == 0 {
					beyond = name + "[1], expected no index"
				}
				requireMistake(t, "", everywhere["compute"]+fmt.Sprintf("%s {nos %s=%s[%d]%s}\nsend.end {last}\n", carrier, partName, name, w.last, after))
				requireMistake(t, beyond, everywhere["compute"]+fmt.Sprintf("%s {nos %s=%s[%d]%s}\nsend.end {last}\n", carrier, partName, name, w.last+1, after))
			}
			require.Equal(t, says == "", slices.Contains(kernel.Values(part), uint8(number)), name)
			requireMistake(t, says, everywhere["compute"]+fmt.Sprintf("%s {nos %s=%s%s}\nsend.end {last}\n", carrier, partName, name, after))
		}
	}
}

// There is no condition for always and never: the instruction has to go then.
func TestConditionsOfTheAlphaTest(t *testing.T) {
	const without = "condition=alpha_test.function without enable=alpha_test.compares: there is no condition for always and never"
	for tag, says := range map[string]string{
		"condition=alpha_test.function enable=alpha_test.compares":  "",
		"enable=alpha_test.compares condition=alpha_test.function":  "",
		"condition=alpha_test.function":                             without,
		"condition=alpha_test.function enable=alpha_test.on":        without,
		"condition=alpha_test.function disable=alpha_test.compares": without,
		"enable=alpha_test.compares":                                "",
	} {
		requireMistake(t, says, code("cmp.lt.f1 null:f, r2:f, 0.5:f {nos "+tag+"}; send.end {last}"))
	}
}

// A kernel that is compiled for a value has no tag that names it.
func TestValuesThatAreCompiledIn(t *testing.T) {
	for compiled, says := range map[string]string{
		"texture.srgb[2]": "enable=texture.srgb[2], but texture.srgb[2] is compiled in",
		"texture.srgb[3]": "",
		"texture.srgb":    "",
		"texture.zero[2]": "",
	} {
		requireMistake(t, says, ".compiled "+compiled+" 0\n"+code("nop {nos enable=texture.srgb[2]}; send.end {last}"))
	}
}

// Source 0 may be one of six register sets: the kernel has the registers of all, and they are live. A type and the thread's lanes say how large a set is.
func TestSourcesByState(t *testing.T) {
	for _, c := range []struct {
		lanes           int
		source          string
		registers, live string
	}{
		{8, "r40:f", "46", "40 41 42 43 44 45"},
		{8, "r40:uq", "52", "40 41 42 43 44 45 46 47 48 49 50 51"},
		{8, "r40<0>:ub", "46", "40 41 42 43 44 45"},
		{16, "r40:f", "52", "40 41 42 43 44 45 46 47 48 49 50 51"},
		{16, "r40<0>:f", "51", "40 42 44 46 48 50"},
		{32, "r40:hf", "52", "40 41 42 43 44 45 46 47 48 49 50 51"},
		{32, "r40.1<0>:f", "61", "40 44 48 52 56 60"},
	} {
		typ := c.source[strings.Index(c.source, ":"):]
		const tag = " {nos source=texture.component[7]}\nsend.end {last}\n"
		k := assemble(t, fmt.Sprintf(".cta %d 1 1\n.lanes %d\nmov r20%s, %s", c.lanes, c.lanes, typ, c.source)+tag)
		require.Equal(t, []string{c.registers, c.live}, []string{fmt.Sprint(k.Registers), liveLines(k)[0]}, c.source)
	}
	for source, says := range map[string]string{
		"r122:f":    "",
		"r123:f":    "source=texture.component needs r128, expected registers up to r127",
		"r116:uq":   "",
		"r117:uq":   "source=texture.component needs r128, expected registers up to r127",
		"r123<0>:f": "source=texture.component needs r128, expected registers up to r127",
	} {
		typ := source[strings.Index(source, ":"):]
		requireMistake(t, says, code("mov r1"+typ+", "+source+" {nos source=texture.component}; send.end {last}"))
	}
}

// Of a message with fewer components by state the first is written in any case, the others may stay, and all may be read.
func TestLiveAtCountsByState(t *testing.T) {
	const head, tag = ".cta 8 1 1\n.binding 0 buffer read write\n", " {nos count=vertex_format.count}"
	live := func(text string) string { return liveLines(assemble(t, head+text+"\nsend.end {last}\n"))[0] }
	require.Equal(t, "1", live("send.load.ud.2 r10, r1, b0\nsend.store.ud.2 r1, r10, b0"))
	require.Equal(t, "1 11", live("send.load.ud.2 r10, r1, b0"+tag+"\nsend.store.ud.2 r1, r10, b0"))
	require.Equal(t, "1 10 11", live("send.store.ud.2 r1, r10, b0"+tag))
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
	k := assemble(t, ".cta 8 1 1\n.binding 0 buffer read write\nmov r10:ud, 5:ud {nos immediate=target.format}\n"+put10+"\n"+stop+"\n")
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
