package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// message is a message alone, with nothing else said.
func message(code uint8) kernel.Instruction {
	in := isa.Instruction{Op: isa.OpSend, Size: isa.SizeThread, Swizzle: isa.OwnOrder, Dst: isa.Destination{Null: true},
		Message: isa.Send{Code: code}}
	return kernel.Instruction{Native: in.Encode()}
}

// Every message has the effects that docs/isa/README.md says, most have none; so does every other operation.
func TestEffects(t *testing.T) {
	want := map[string]uint32{"store": 0x1, "texel_store": 0x1, "atomic": 0x2, "color_depth": 0x8, "barrier": 0x10, "allocate": 0x20, "sample": 0x40,
		"sample_bias": 0x40, "sample_level": 0x40, "sample_gradient": 0x40, "sample_compare": 0x40, "sample_compare_level": 0x40, "gather": 0x40,
		"gather_compare": 0x40, "texel": 0x40, "dimensions": 0x40}
	for code := range isa.Messages {
		if m := &isa.Messages[code]; m.Name != "" {
			k := kernel.Kernel{Lanes: 8, Code: []kernel.Instruction{message(uint8(code))}}
			k.Analyse()
			require.Equal(t, want[m.Name], k.Effects, m.Name)
		}
	}
	for op := range isa.Operations {
		if o := &isa.Operations[op]; o.Name != "" && op != isa.OpSend {
			in := isa.Instruction{Op: uint8(op), Size: isa.SizeThread, Swizzle: isa.OwnOrder}
			k := kernel.Kernel{Lanes: 8, Code: []kernel.Instruction{{Native: in.Encode()}}}
			k.Analyse()
			require.Equal(t, map[string]uint32{"discard": 0x4}[o.Name], k.Effects, o.Name)
		}
	}
}

// Effects of all instructions count, and none of an analysis before.
func TestEffectsAddUp(t *testing.T) {
	k := kernel.Kernel{Lanes: 8, Effects: 0xff, Registers: 99, Stack: 9,
		Code: []kernel.Instruction{message(isa.MessageBarrier), message(isa.MessageAtomic), message(isa.MessageEnd)}}
	k.Analyse()
	require.Equal(t, []any{uint32(0x12), 0}, []any{k.Effects, k.Stack})
	k.Code = k.Code[2:]
	k.Analyse()
	require.Equal(t, []any{uint32(0), 4}, []any{k.Effects, k.Registers}, "r0 to r3 are those that each thread begins with")
}

// liveLines are the live registers before each instruction of a text, in the order of the lines.
func liveLines(k *kernel.Kernel) (lines []string) {
	for n := range k.Code {
		if k.Code[n].Line == 0 {
			continue // it fills up a line of 64 bytes
		}
		var regs []string
		for r := range isa.Registers {
			if k.Live[n].Has(r) {
				regs = append(regs, fmt.Sprint(r))
			}
		}
		lines = append(lines, strings.Join(regs, " "))
	}
	return lines
}

const (
	set10 = "mov r10:ud, 5:ud"
	put10 = "send.store.ud r1, r10, b0"
	stop  = "send.end {last}"
)

// Registers are live along every way that a thread can take. Lines of the table: an instruction, and the registers that are live before it.
func TestLiveAlongEveryWay(t *testing.T) {
	for name, lines := range map[string][][2]string{
		"jump":          {{"jmp x", ""}, {put10, "1 10"}, {"x: " + stop, ""}},
		"jump if any":   {{"(f0.any) jmp x", "1 10"}, {put10, "1 10"}, {"x: " + stop, ""}},
		"jump if all":   {{"(~f0.all) jmp x", "1 10 11"}, {"send.store.ud r1, r11, b0", "1 11"}, {stop, ""}, {"x: " + put10, "1 10"}, {stop, ""}},
		"jump to it":    {{"jmp x", "1 10"}, {stop, ""}, {"x: " + put10, "1 10"}, {stop, ""}},
		"jump back":     {{"x: " + put10, "1 10 11"}, {"mov r10:ud, r11:ud", "1 11"}, {"(f0.any) jmp x", "1 10 11"}, {stop, ""}},
		"end":           {{stop, ""}, {put10, "1 10"}, {stop, ""}},
		"last":          {{"send.store.ud r1, r11, b0", "1 10 11"}, {put10, "1 10"}, {stop, ""}},
		"if":            {{"(f0) if", "1 10 11"}, {"mov r10:ud, r11:ud", "1 10 11"}, {"endif", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"loop":          {{"loop", "1 10"}, {put10, "1 10"}, {set10, "1 10"}, {"(f0) while", "1 10"}, {stop, ""}},
		"break":         {{"loop", "1 10"}, {"(f0) break", "1 10"}, {put10, "1 10"}, {"(f0) while", "1 10"}, {stop, ""}},
		"outer, inner":  {{"mov r10:ud, r11:ud", "1 11"}, {"if", "1 10"}, {put10, "1 10"}, {"endif", "1"}, {set10, "1"}, {put10, "1 10"}, {stop, ""}},
		"half of it":    {{"mov r10:uw, 1:uw", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"some lanes":    {{"mov (4) r10:ud, 1:ud", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"by predicate":  {{"(f0) mov r10:ud, 1:ud", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"with stride":   {{"mov r10<2>:uw, 1:uw", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"whole":         {{set10, "1"}, {put10, "1 10"}, {stop, ""}},
		"nomask in if":  {{"if", "1 10"}, {"mov r10:ud, 5:ud {nomask}", "1"}, {"endif", "1 10"}, {put10, "1 10"}, {stop, ""}},
		"null":          {{"cmp.eq.f0 null:ud, r11:ud, 1:ud", "1 10 11"}, {put10, "1 10"}, {stop, ""}},
		"high half":     {{"mull r10:ud, r2:ud, r3:ud", "1 2 3"}, {put10, "1 10 11"}, {"send.store.ud r1, r11, b0", "1 11"}, {stop, ""}},
		"three sources": {{"mad r10:f, r2:f, r3:f, r4:f", "1 2 3 4"}, {put10, "1 10"}, {stop, ""}},
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

// Nothing interrupts a handler: it has no live registers, and its file has none.
func TestLiveInHandlers(t *testing.T) {
	for _, stage := range []string{"trap", "restore"} {
		k := assemble(t, ".stage "+stage+"\nsend.context_store r2, +0\niret\n")
		require.Nil(t, k.Live)
		require.Nil(t, k.LiveSlots())
		require.Zero(t, word(k.Marshal(), isa.KernelFileLive))
	}
}

// A return goes to after every call, and goes on when it has a predicate that fails; a function called within a construct keeps what waiting lanes have.
func TestLiveInFunctions(t *testing.T) {
	const use11 = "send.store.ud r11, r10, b0"
	for name, lines := range map[string][][2]string{
		"return": {{"call fn", "1 10 11"}, {put10, "1 10"}, {stop, ""}, {"fn: send.store.ud r1, r11, b0", "1 10 11"}, {"ret", "1 10"}},
		"return under a predicate": {{"call fn", "11"}, {stop, ""}, {"fn: mov r10:ud, 1:ud {nomask}", "11"}, {"(f0.any) ret", "10 11"}, {use11, "10 11"},
			{"ret", ""}},
		"call under a predicate": {{"(f0.any) call fn", "1 10 11"}, {put10, "1 10"}, {stop, ""}, {"fn: mov r10:ud, r11:ud {nomask}", "1 11"}, {"ret", "1 10"}},
		"two calls": {{"call fn", "1 2 10"}, {put10, "1 2 10"}, {"call fn", "1 2 10"}, {"send.store.ud r2, r10, b0", "2 10"}, {stop, ""},
			{"fn: ret", "1 2 10"}},
		"within an if": {{set10 + " {nomask}", "1"}, {"(f0) if", "1 10"}, {"call fn", "1 10"}, {"endif", "1 10"}, {put10, "1 10"}, {stop, ""},
			{"fn: mov r10:ud, 1:ud", "1 10"}, {"ret", "1 10"}},
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

// What messages bring is live before them. An answer ends the life of what was there, unless a predicate or a construct lets lanes keep it.
func TestLiveAtMessages(t *testing.T) {
	const pixel = ".stage pixel\n.scratch 128\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n.sampler 0\n"
	const compute = ".enqueue f\n.binding 7 ring write\n.cta 8 1 1\n.shared 64\n.binding 0 buffer read write\n"
	for _, c := range []struct{ header, text, before string }{
		{pixel, "send.color.4 r5 {last}", "5 6 7 8"},
		{pixel, "send.color_depth.4 r5 {last}", "5 6 7 8 9"},
		{pixel, "send.color_depth.1 r5 {last}", "5 6"},
		{pixel, "send.store.ud.2 r4, r8, b0", "4 8 9"},
		{pixel, "send.store.uw r4, r8, b0", "4 8"},
		{pixel, "send.store.uq r4, r8, b0", "4 8 9"},
		{pixel, "send.atomic.ud.add r4, r8, b0", "4 8"},
		{pixel, "send.atomic.ud.cmpxchg r4, r8, b0", "4 8 9"},
		{pixel, "send.atomic.ud.load r9, r4, b0", "4"},
		{pixel, "send.sample_gradient.xyzw r20, r4, r8, b2, s0", "4 5 6 7 8 9 10 11 12 13"},
		{pixel, "send.sample_gradient.xy r20, r4, r8, b2, s0", "4 5 8 9 10 11"},
		{pixel, "send.sample.xyzw r20, r4, b2, s0", "4 5 6 7"},
		{pixel, "send.sample.xyzwv r20, r4, b2, s0", "4 5 6 7 8"},
		{pixel, "send.texel_store.2.xy r4, r8, b2", "4 5 8 9"},
		{pixel, "send.scratch_store.3 r8, +0", "8 9 10"},
		{pixel, "send.private_store.ud.2 r4, r8", "4 8 9"},
		{".stage vertex\n", "send.result.2 r8, +0", "8 9"},
		{compute, "send.shared_store.ud.2 r4, r8", "4 8 9"},
		{compute, "send.shared_atomic.ud.cmpxchg r4, r8", "4 8 9"},
		{compute, "send.allocate r9, r5, b7\nsend.thread_end r6", "5 6"},
	} {
		require.Equal(t, c.before, liveLines(assemble(t, c.header+c.text+"\n"+stop))[0], c.text)
	}
	for _, c := range []struct{ header, text string }{
		{pixel, "send.load.ud.2 r10, r4, b0"},
		{pixel, "send.constant.2 r10, +0, b1"},
		{pixel, "send.scratch_load.2 r10, +0"},
		{pixel, "send.private_load.ud.2 r10, r4"},
		{pixel, "send.sample.2.xy r10, r4, b2, s0"},
		{compute, "send.shared_load.ud.2 r10, r4"},
	} {
		use := "\nsend.store.ud.2 r1, r10, b0\n" + stop
		require.NotContains(t, liveLines(assemble(t, c.header+c.text+use))[0], "10", c.text)
		require.Contains(t, liveLines(assemble(t, c.header+"(f0) "+c.text+use))[0], "10 11", "under a predicate: %s", c.text)
	}
	use := "\nsend.store.ud.2 r1, r10, b0\n" + stop
	require.Contains(t, liveLines(assemble(t, pixel+"if\nsend.load.ud.2 r10, r4, b0\nendif"+use))[0], "10 11", "within a construct")
	require.Contains(t, liveLines(assemble(t, pixel+"send.load.ud.2 (4) r10, r4, b0"+use))[0], "10 11", "of four lanes")
	require.Contains(t, liveLines(assemble(t, pixel+"send.load.uw.2 r10, r4, b0"+use))[0], "10 11", "of halves of registers")
}
