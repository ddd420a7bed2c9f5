package kernel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// requireMistake wants a text to be refused for a reason; to be legal when that is "".
func requireMistake(t *testing.T, says, text string) {
	t.Helper()
	_, errs := asm.Assemble("t.tka", text)
	if says == "" {
		require.Empty(t, errs, text)
		return
	}
	all := ""
	for _, e := range errs {
		all += e.Error() + "\n"
	}
	require.Contains(t, all, says, text)
}

// code is lines of a text, which are written with semicolons, in a kernel of compute.
func code(lines string) string {
	return ".cta 8 1 1\n.scratch 64\n.shared 64\n.binding 0 buffer read write\n.binding 7 ring write\n.enqueue f\n" + strings.ReplaceAll(lines, "; ", "\n")
}

// Each limit of a header is tried on both sides.
func TestLimitsOfHeaders(t *testing.T) {
	const end = "\nsend.end {last}\n"
	for _, c := range []struct{ text, says string }{
		{".cta 8 1 1\n.scratch 0", ""},
		{".cta 8 1 1\n.scratch 16", "16 bytes of scratch memory, expected a multiple of 32"},
		{".cta 8 1 1\n.scratch 32", ""},
		{".cta 8 1 1\n.scratch 48", "48 bytes of scratch memory, expected a multiple of 32"},
		{".cta 8 1 1\n.scratch 96", ""},
		{".cta 8 1 1\n.scratch 1048576", ""},
		{".cta 8 1 1\n.scratch 1048608", "1048608 bytes of scratch memory"},
		{".cta 8 1 1\n.shared 65536", ""},
		{".cta 8 1 1\n.shared 65537", "65537 bytes of shared memory"},
		{".cta 8 1 1\n.args 256", ""},
		{".cta 8 1 1\n.args 257", "257 arguments"},
		{".cta 1 1 1", ""},
		{".cta 1024 1 1", ""},
		{".cta 1 1024 1", ""},
		{".cta 1 1 1024", ""},
		{".cta 16 8 8", ""},
		{".cta 1025 1 1", "a CTA of 1025 by 1 by 1 lanes"},
		{".cta 1 1025 1", "a CTA of 1 by 1025 by 1 lanes"},
		{".cta 1 1 1025", "a CTA of 1 by 1 by 1025 lanes"},
		{".cta 205 5 1", "a CTA of 205 by 5 by 1 lanes"},
		{".cta 0 1 1", "a CTA of 0 by 1 by 1 lanes"},
		{".cta 1 0 1", "a CTA of 1 by 0 by 1 lanes"},
		{".cta 1 1 0", "a CTA of 1 by 1 by 0 lanes"},
		{".cta 0 0 0", "no CTA"},
		{".cta 8 1 1\n.lanes 8", ""},
		{".cta 8 1 1\n.lanes 16", ""},
		{".cta 8 1 1\n.lanes 32", ""},
		{".cta 8 1 1\n.lanes 4", "4 lanes, expected 8, 16 or 32"},
		{".cta 8 1 1\n.lanes 24", "24 lanes, expected 8, 16 or 32"},
		{".stage pixel", ""},
		{".stage pixel\n.cta 8 1 1", "a CTA in stage pixel"},
		{".stage pixel\n.shared 4", "4 bytes of shared memory"},
		{".stage pixel\n.args 1", "1 arguments"},
		{".stage pixel\n.scratch 32", ""},
		{".stage trap\n.binding 0 buffer", "t.tka:2: bindings of a handler, which has none"},
		{".stage restore\n.binding 0 buffer", "bindings of a handler"},
		{".stage domain\n.binding 0 buffer", ""},
		{".stage pixel\n.binding 0 buffer write", ""},
		{".stage pixel\n.binding 0 texture write", ""},
		{".stage pixel\n.binding 0 constant write", "a constant is read"},
		{".cta 8 1 1\n.binding 0 ring write", ""},
		{".cta 8 1 1\n.binding 0 ring read", "binding 0: a ring is written only"},
		{".cta 8 1 1\n.binding 0 ring read write", "binding 0: a ring is written only"},
		{".stage pixel\n.sampler 0\n.sampler 15", ""},
		{".stage trap\n.sampler 15", "t.tka:2: samplers of a handler, which has none"},
		{".stage restore\n.sampler 0", "t.tka:2: samplers of a handler, which has none"},
		{".stage trap\n.scratch 32", "t.tka:2: scratch memory of a handler, which has none"},
		{".stage restore\n.scratch 32", "t.tka:2: scratch memory of a handler, which has none"},
		{".stage trap\n.shared 32", "32 bytes of shared memory"},
		{".stage pixel\n.early", ""},
		{".cta 8 1 1\n.early", "t.tka:2: an early depth test in stage compute, expected pixel"},
		{".stage domain\n.early", "t.tka:2: an early depth test in stage domain, expected pixel"},
		{".cta 8 1 1\n.enqueue f", ""},
		{".stage pixel\n.enqueue f", "t.tka:2: kernels that a kernel of stage pixel enqueues, expected compute"},
		{".stage trap\n.enqueue f", "t.tka:2: kernels that a kernel of stage trap enqueues, expected compute"},
		{".stage pixel\n.compiled fog.on 0\n.compiled fog.linear 0", ""},
	} {
		requireMistake(t, c.says, c.text+end)
	}
}

// Kernels that were not read from a text: reserved numbers.
func TestReservedNumbersOfHeaders(t *testing.T) {
	for says, spoil := range map[string]func(*kernel.Kernel){
		"stage 7 is reserved":             func(k *kernel.Kernel) { k.Stage = 7 },
		"kind 5 of binding 0 is reserved": func(k *kernel.Kernel) { k.Bindings[0].Kind = 5 },
		"binding 0: a buffer is read":     func(k *kernel.Kernel) { k.Bindings[0].Read = false },
		"fog.on is compiled in twice": func(k *kernel.Kernel) {
			k.Compiled = []kernel.Compiled{{Value: 0x10}, {Value: 0x11}, {Value: 0x10, To: 1}}
		},
		"flat.on[3] is compiled in twice": func(k *kernel.Kernel) {
			k.Compiled = []kernel.Compiled{{Value: 0x70, Index: 3}, {Value: 0x70}, {Value: 0x70, Index: 3}}
		},
		"kernel f is named twice":                             func(k *kernel.Kernel) { k.Enqueues = []string{"f", "g", "f"} },
		"binding 0 follows 0, expected ascending numbers":     func(k *kernel.Kernel) { k.Bindings = append(k.Bindings, k.Bindings[0]) },
		"-32 bytes of scratch memory, expected a multiple of": func(k *kernel.Kernel) { k.Scratch = -32 },
		"it has no instruction":                               func(k *kernel.Kernel) { k.Code = nil },
	} {
		k := assemble(t, ".cta 8 1 1\n.binding 0 buffer\nsend.end {last}\n")
		require.Empty(t, k.Check())
		spoil(k)
		k.Analyse()
		var all []string
		for _, e := range k.Check() {
			all = append(all, e.Message)
		}
		require.Contains(t, strings.Join(all, "\n"), says)
	}
}

// Each message is legal in these stages and in no other.
func TestStagesOfMessages(t *testing.T) {
	const everywhere, writing, sharing, handlers = "compute vertex hull domain pixel", "compute pixel", "compute trap restore", "trap restore"
	want := map[string]string{"load": everywhere, "size": everywhere, "constant": everywhere, "scratch_load": everywhere, "scratch_store": everywhere,
		"private_load": everywhere, "private_store": everywhere, "end": everywhere + " trap", "store": writing, "atomic": writing, "texel_store": writing,
		"shared_load": sharing, "shared_store": sharing, "shared_atomic": sharing, "barrier": "compute", "allocate": "compute", "thread_end": "compute",
		"sample": "pixel", "sample_bias": "pixel", "sample_compare": "pixel", "sample_level": everywhere, "sample_gradient": everywhere,
		"sample_compare_level": everywhere, "gather": everywhere, "gather_compare": everywhere, "texel": everywhere, "dimensions": everywhere,
		"color": "pixel", "color_depth": "pixel", "result": "vertex hull domain",
		"context_load": handlers, "context_store": handlers, "context_load_set": handlers, "context_store_set": handlers, "live": handlers}
	for c := range isa.Messages {
		name := isa.Messages[c].Name
		if name == "" {
			continue
		}
		for stage := range uint8(isa.StageLimit) {
			k := kernel.Kernel{Stage: stage, Lanes: 8, Code: []kernel.Instruction{message(uint8(c))}}
			k.Analyse()
			in := isa.StageNames[uint32(stage)]
			refused := slices.ContainsFunc(k.Check(), func(e *kernel.Error) bool { return strings.HasPrefix(e.Message, name+" in stage "+in+", expected ") })
			require.Equal(t, slices.Contains(strings.Fields(want[name]), in), !refused, "%s in stage %s", name, in)
		}
	}
}

// Operations that are legal in some stages: handlers alone have iret and all special registers, pixel kernels discard.
func TestStagesOfOperations(t *testing.T) {
	outside := " outside of a handler"
	for _, c := range []struct{ stage, text, says string }{
		{"pixel", "discard", ""},
		{"vertex", "discard", "discard outside of a pixel kernel"},
		{"trap", "discard", "discard outside of a pixel kernel"},
		{"pixel", "iret", "iret" + outside},
		{"trap", "iret", ""},
		{"restore", "iret", ""},
		{"pixel", "rdsr r1:ud, f0", ""},
		{"pixel", "wrsr f3, r1<0>:ud", ""},
		{"pixel", "wrsr ra, r1<0>:ud", ""},
		{"pixel", "wrsr sp, r1<0>:ud", ""},
		{"pixel", "rdsr r1:ud, active", ""},
		{"pixel", "wrsr active, r1<0>:ud", "wrsr of active" + outside},
		{"pixel", "rdsr r1:ud, depth", ""},
		{"pixel", "wrsr depth, r1<0>:ud", "wrsr of depth" + outside},
		{"pixel", "rdsr r1:ud, tr0", "rdsr of tr0" + outside},
		{"pixel", "rdsr r1:ud, pc", "rdsr of pc" + outside},
		{"pixel", "rdsr r1:ud, stack", "rdsr of stack" + outside},
		{"pixel", "wrsr stack+127, r1<0>:ud", "wrsr of stack_end" + outside},
		{"trap", "rdsr r1:ud, tr0", ""},
		{"trap", "wrsr active, r1<0>:ud", ""},
		{"restore", "wrsr stack+127, r1<0>:ud", ""},
		{"pixel", "rdsr r1:ud, count", "rdsr of count" + outside},
		{"pixel", "wrsr count, r1<0>:ud", "wrsr of count" + outside},
		{"pixel", "rdsr r1:ud, registers", "rdsr of registers" + outside},
		{"pixel", "rdsr r1:ud, shared", "rdsr of shared" + outside},
		{"trap", "rdsr r1:ud, count", ""},
		{"trap", "wrsr count, r1<0>:ud", ""},
		{"restore", "wrsr count, r1<0>:ud", ""},
		{"restore", "rdsr r1:ud, registers", ""},
		{"trap", "rdsr r1:ud, shared", ""},
		{"trap", "wrsr registers, r1<0>:ud", "registers is read only"},
		{"trap", "wrsr shared, r1<0>:ud", "shared is read only"},
		{"trap", "send.end {last}", ""},
		{"restore", "send.end {last}", "end in stage restore"},
	} {
		end := "send.end {last}"
		if c.stage == "restore" { // a restored thread goes on
			end = "iret"
		}
		requireMistake(t, c.says, ".stage "+c.stage+"\n"+c.text+"\n"+end+"\n")
	}
}

// A message fits the kind of its binding, and its access; `size` asks for no access.
func TestBindingsOfMessages(t *testing.T) {
	for _, c := range []struct{ text, kinds, access string }{
		{"send.load.ud r1, r2, b0", "buffer constant ring", "read"},
		{"send.store.ud r1, r2, b0 {nc}", "buffer ring", "write"},
		{"send.atomic.ud.add r1, r2, b0", "buffer", "read write"},
		{"send.atomic.ud.add r1, r2, r3, b0", "buffer", "read write"},
		{"send.atomic.ud.load r1, r2, b0", "buffer", "read"},
		{"send.size r1, b0", "buffer constant ring", ""},
		{"send.constant r1, +0, b0", "constant", "read"},
		{"send.sample.xy r1, r2, b0, s0", "texture", "read"},
		{"send.sample_gradient.xy r1, r2, r8, b0, s0", "texture", "read"},
		{"send.gather.xyz r1, r2, b0, s0", "texture", "read"},
		{"send.texel.xyz r1, r2, b0", "texture", "read"},
		{"send.texel_store.xy r1, r8, b0", "texture", "write"},
	} {
		for _, kind := range []string{"buffer", "constant", "texture", "ring"} {
			for _, access := range []string{"read", "write", "read write"} {
				if access != "read" && kind == "constant" || access != "write" && kind == "ring" {
					continue
				}
				says := ""
				switch {
				case kind == "ring" && strings.Contains(c.text, "send.store"):
					says = "store to the ring without a grant" // and allocate is of compute
				case !strings.Contains(c.kinds, kind):
					says = "of binding 0, a " + kind
				case strings.Contains(c.access, "write") && access == "read":
					says = "to binding 0, which is only read"
				case strings.Contains(c.access, "read") && access == "write":
					says = "from binding 0, which is only written"
				}
				requireMistake(t, says, fmt.Sprintf(".stage pixel\n.sampler 0\n.binding 0 %s %s\n%s\nsend.end {last}\n", kind, access, c.text))
			}
		}
		requireMistake(t, "of binding 0, which the kernel does not have", ".stage pixel\n.binding 1 buffer\n"+c.text+"\nsend.end {last}\n")
	}
}

// A message names a sampler that the kernel has, of each message that has one and of no other.
func TestSamplersOfMessages(t *testing.T) {
	const header = ".stage pixel\n.binding 0 texture read write\n"
	for _, text := range []string{"sample.xy r20, r2", "sample_bias.xyz r20, r2", "sample_level.xyz r20, r2", "sample_gradient.xy r20, r2, r8",
		"sample_compare.xyz r20, r2", "sample_compare_level.xyz r20, r2", "gather.xyz r20, r2", "gather_compare.xyz r20, r2"} {
		name, _, _ := strings.Cut(text, ".")
		for s := range 16 {
			text := fmt.Sprintf("send.%s, b0, s%d\nsend.end {last}\n", text, s)
			requireMistake(t, fmt.Sprintf("%s of sampler %d, which the kernel does not have", name, s), header+text)
			requireMistake(t, fmt.Sprintf("%s of sampler %d, which", name, s), header+fmt.Sprintf(".sampler %d\n", (s+1)%16)+text)
			requireMistake(t, "", header+fmt.Sprintf(".sampler %d\n", s)+text)
		}
	}
	for _, text := range []string{"send.texel.xyz r20, r2, b0", "send.texel_store.xy r2, r8, b0", "send.dimensions.x r20, r2, b0"} {
		requireMistake(t, "", header+text+"\nsend.end {last}\n")
	}
}

// Stores to the ring bypass the cache; commands are asked for from the ring, for all lanes, by kernels that name what they enqueue.
func TestRings(t *testing.T) {
	const free = "store to the ring without a grant on some path"
	const cached, some = "store to the ring through the cache, expected {nc}", "under a predicate or of some lanes, expected one of all lanes"
	const end, nameless = "; send.thread_end r2", "allocate, but the kernel names none that it enqueues: .enqueue NAME"
	for _, c := range []struct{ text, says string }{
		{"send.store.ud r1, r2, b7 {nc}", free},
		{"send.store.ud r1, r2, b7", cached},
		{"send.allocate r2, r1, b7; send.store.ud r1, r2, b7 {nc}" + end, ""},
		{"send.allocate r2, r1, b7; send.store.ud r1, r2, b7 {nc, nos enable=fog.on}" + end, ""},
		{"send.allocate r2, r1, b7" + end + "; send.store.ud r1, r2, b7 {nc}", free},
		{"a: send.allocate r2, r1, b7; cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud; (f0.any) jmp r; send.store.ud r1, r2, b7 {nc}" + end + "; r: nop", ""},
		{"a: send.allocate r2, r1, b7; cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud; (f0.any) jmp r" + end + "; r: send.store.ud r1, r2, b7 {nc}", free},
		{"send.store.ud r1, r2, b0", ""},
		{"send.load.ud r1, r2, b7", "load from binding 7, which is only written"},
		{"send.load.ud r1, r2, b7 {nc}", "load from binding 7, which is only written"},
		{"send.atomic.ud.add r1, r2, b7", "atomic of binding 7, a ring"},
		{"send.size r1, b7", ""},
		{"send.constant r1, +0, b7", "constant of binding 7, a ring"},
		{"send.texel_store.x r1, r8, b7", "texel_store of binding 7, a ring"},
		{"send.allocate r2, r1, b7" + end, ""},
		{"send.allocate r2, r1, b0" + end, "allocate of binding 0, a buffer"},
		{"send.allocate r2, r1, b6" + end, "allocate of binding 6, which the kernel does not have"},
		{"(f0) send.allocate r2, r1, b7" + end, "allocate " + some},
		{"(~f3) send.allocate r2, r1, b7" + end, "allocate " + some},
		{"send.allocate (8) r2, r1, b7" + end, "allocate " + some},
		{"send.allocate (1) r2, r1, b7 {nomask}" + end, "allocate " + some},
		{"send.allocate r2, r1, b7 {nomask}" + end, ""},
		{"(f0) send.thread_end r2", "thread_end " + some},
		{"send.thread_end (8) r2", "thread_end " + some},
		{"send.allocate r2, r1, b7; send.thread_end r2", ""},
	} {
		requireMistake(t, c.says, code(c.text+"; send.end {last}"))
	}
	const ring = ".cta 8 1 1\n.binding 7 ring write\n"
	requireMistake(t, nameless, ring+"send.allocate r2, r1, b7\nsend.thread_end r2\nsend.end {last}\n")
	requireMistake(t, "", ring+".enqueue f\nsend.allocate r2, r1, b7\nsend.thread_end r2\nsend.end {last}\n")
}

// Registers of scratch memory that a message moves lie in it as a whole.
func TestEndOfScratch(t *testing.T) {
	for _, c := range []struct {
		scratch int
		text    string
		legal   bool
	}{
		{32, "load r1, +0", true},
		{32, "load r1, +32", false},
		{32, "load.2 r1, +0", false},
		{64, "load r1, +32", true},
		{64, "load.2 r1, +0", true},
		{64, "load.2 r1, +32", false},
		{64, "load r1, +64", false},
		{32, "store r1, +0", true},
		{32, "store r1, +32", false},
		{128, "store.4 r1, +0", true},
		{96, "store.4 r1, +0", false},
	} {
		says := fmt.Sprintf("passes the end of %d bytes of scratch memory", c.scratch)
		if c.legal {
			says = ""
		}
		requireMistake(t, says, fmt.Sprintf(".cta 8 1 1\n.scratch %d\nsend.scratch_%s\nsend.end {last}\n", c.scratch, c.text))
	}
	requireMistake(t, "scratch_load, but the kernel has no scratch memory", ".cta 8 1 1\nsend.scratch_load r1, +0\nsend.end {last}\n")
	requireMistake(t, "private_load, but the kernel has no scratch memory", ".cta 8 1 1\nsend.private_load.ud r1, r2\nsend.end {last}\n")
	requireMistake(t, "shared_load, but the kernel has no shared memory", ".cta 8 1 1\nsend.shared_load.ud r1, r2\nsend.end {last}\n")
}

// The last register at which each operand may begin, by the lanes of the thread: one further is refused.
func TestLastRegisterOfOperands(t *testing.T) {
	const pixel, compute, vertex = ".stage pixel", ".cta 8 1 1\n.shared 64\n.binding 7 ring write\n.enqueue f", ".stage vertex"
	for _, c := range []struct {
		stage, text string
		last        [3]int // for 8, 16 and 32 lanes
	}{
		{pixel, "mov r%d:f, r1:f", [3]int{127, 126, 124}},
		{pixel, "mov r1:f, r%d:f", [3]int{127, 126, 124}},
		{pixel, "add r1:f, r2:f, r%d:f", [3]int{127, 126, 124}},
		{pixel, "mad r1:f, r2:f, r3:f, r%d:f", [3]int{127, 126, 124}},
		{pixel, "mov r1:f, r%d<0>:f", [3]int{127, 127, 127}},
		{pixel, "mov r1:f, r%d<q>:f", [3]int{127, 127, 127}},
		{pixel, "mov r1:f, r%d<r>:f", [3]int{127, 127, 127}},
		{pixel, "mov r1:f, r%d.4<q>:f", [3]int{127, 127, 126}},
		{pixel, "mov r1:f, r%d<2>:f", [3]int{126, 124, 120}},
		{pixel, "mov r1:f, r%d<8>:f", [3]int{120, 112, 96}},
		{pixel, "mov r%d<4>:f, r1:f", [3]int{124, 120, 112}},
		{pixel, "mov r%d:ub, r1:ub", [3]int{127, 127, 127}},
		{pixel, "mov r%d:q, r1:q", [3]int{126, 124, 120}},
		{pixel, "mull r%d:ud, r1:ud, r2:ud", [3]int{126, 124, 120}},
		{pixel, "send.load.f r%d, r1, b0", [3]int{127, 126, 124}},
		{pixel, "send.load.f.4 r%d, r1, b0", [3]int{124, 120, 112}},
		{pixel, "send.load.uw.4 r%d, r1, b0", [3]int{124, 124, 120}},
		{pixel, "send.load.f r1, r%d, b0", [3]int{127, 126, 124}},
		{pixel, "send.store.f.3 r1, r%d, b0", [3]int{125, 122, 116}},
		{pixel, "send.store.uq.2 r1, r%d, b0", [3]int{124, 120, 112}},
		{pixel, "send.atomic.ud.add r1, r%d, b0", [3]int{127, 126, 124}},
		{pixel, "send.atomic.ud.cmpxchg r1, r%d, b0", [3]int{126, 124, 120}},
		{pixel, "send.atomic.ud.add r%d, r1, r2, b0", [3]int{127, 126, 124}},
		{pixel, "send.atomic.ud.load r1, r%d, b0", [3]int{127, 126, 124}},
		{pixel, "send.size r%d, b0", [3]int{127, 127, 127}},
		{pixel, "send.constant.4 r%d, +0, b1", [3]int{124, 124, 124}},
		{pixel, "send.scratch_load.2 r%d, +0", [3]int{126, 126, 126}},
		{pixel, "send.scratch_store.3 r%d, +0", [3]int{125, 125, 125}},
		{pixel, "send.private_load.f.2 r%d, r1", [3]int{126, 124, 120}},
		{pixel, "send.private_store.f.2 r1, r%d", [3]int{126, 124, 120}},
		{pixel, "send.sample.x r1, r%d, b2, s0", [3]int{127, 126, 124}},
		{pixel, "send.sample.xyzw r1, r%d, b2, s0", [3]int{124, 120, 112}},
		{pixel, "send.sample.xyzwv r1, r%d, b2, s0", [3]int{123, 118, 108}},
		{pixel, "send.sample.4.xy r%d, r1, b2, s0", [3]int{124, 120, 112}},
		{pixel, "send.sample_gradient.xyzw r1, r%d, r2, b2, s0", [3]int{124, 120, 112}},
		{pixel, "send.sample_gradient.x r1, r4, r%d, b2, s0", [3]int{126, 124, 120}},
		{pixel, "send.sample_gradient.xy r1, r4, r%d, b2, s0", [3]int{124, 120, 112}},
		{pixel, "send.sample_gradient.xyzw r1, r4, r%d, b2, s0", [3]int{122, 116, 104}},
		{pixel, "send.texel_store.3.xy r1, r%d, b2", [3]int{125, 122, 116}},
		{pixel, "send.dimensions.x r%d, r1, b2", [3]int{124, 120, 112}},
		{pixel, "send.color.4 r%d {last}", [3]int{124, 120, 112}},
		{pixel, "send.color_depth.4 r%d {last}", [3]int{123, 118, 108}},
		{pixel, "send.color_depth.1 r%d {last}", [3]int{126, 124, 120}},
		{vertex, "send.result.3 r%d, +0", [3]int{125, 125, 125}},
		{compute, "send.shared_load.f.2 r%d, r1", [3]int{126, 124, 120}},
		{compute, "send.shared_atomic.ud.cmpxchg r1, r%d", [3]int{126, 124, 120}},
		{compute, "send.allocate r2, r1, b7\nsend.thread_end r%d", [3]int{127, 127, 127}},
		{compute, "send.allocate r%d, r1, b7\nsend.thread_end r1", [3]int{127, 127, 127}},
	} {
		for k, lanes := range []int{8, 16, 32} {
			text := fmt.Sprintf("%s\n.lanes %d\n.scratch 128\n.sampler 0\n.binding 0 buffer read write\n.binding 1 constant\n.binding 2 texture read write\n%s\nsend.end {last}\n",
				c.stage, lanes, c.text)
			requireMistake(t, "", fmt.Sprintf(text, c.last[k]))
			_, errs := asm.Assemble("t.tka", fmt.Sprintf(text, c.last[k]+1))
			require.Len(t, errs, 1, "%d lanes: %s", lanes, fmt.Sprintf(c.text, c.last[k]+1))
			require.Regexp(t, `it needs r|passes r127|as much room after it|"r128", expected`, errs[0].Error(), c.text)
		}
	}
}

// The same for what handlers alone have: whole registers, whatever the lanes. A set names registers of its own.
func TestLastRegisterOfContextMessages(t *testing.T) {
	for text, last := range map[string]int{"live r%d": 127, "context_load_set r%d, +0": 127, "context_store_set r%d, +0": 127, "context_load r%d, +0": 127,
		"context_load.4 r%d, +0": 124, "context_store.2 r%d, +0": 126, "context_store.4 r%d, +32736": 124} {
		for _, lanes := range []int{8, 16, 32} {
			header := fmt.Sprintf(".stage restore\n.lanes %d\nsend.", lanes)
			requireMistake(t, "", header+fmt.Sprintf(text, last)+"\niret\n")
			_, errs := asm.Assemble("t.tka", header+fmt.Sprintf(text, last+1)+"\niret\n")
			require.Len(t, errs, 1, "%d lanes: %s", lanes, text)
			require.Regexp(t, `it needs r128|"r128", expected`, errs[0].Error(), text)
		}
	}
	require.Equal(t, 5, assemble(t, ".stage trap\nsend.context_store_set r4, +0\niret\n").Registers)
}

// Lanes of an instruction are lanes of the thread.
func TestLanesOfInstructions(t *testing.T) {
	for _, c := range []struct {
		lanes      int
		size, says string
	}{
		{8, "8", ""}, {8, "16", "lanes 0 to 15 of a thread of 8"}, {8, "1@8", "lanes 8 to 8 of a thread of 8"},
		{16, "16", ""}, {16, "8@8", ""}, {16, "8@16", "lanes 16 to 23 of a thread of 16"}, {16, "16@8", "lanes 8 to 23 of a thread of 16"},
		{32, "32", ""}, {32, "16@16", ""}, {32, "8@24", ""}, {32, "16@24", "16 lanes from lane 24 on pass lane 31"},
	} {
		requireMistake(t, c.says, fmt.Sprintf(".cta 8 1 1\n.lanes %d\nmov (%s) r1:f, r2:f\nsend.end {last}\n", c.lanes, c.size))
	}
}

// A jump stays within its construct, a call goes to code outside of all, and both to an instruction.
func TestTargetsOfJumpsAndCalls(t *testing.T) {
	const jump, call = "in another construct", "call goes to line"
	for _, c := range []struct{ text, says string }{
		{"jmp x; x: send.end {last}", ""},
		{"if; jmp x; nop; x: nop; endif; send.end {last}", ""},
		{"if; x: nop; (f0.any) jmp x; endif; send.end {last}", ""},
		{"if; jmp x; x: endif; send.end {last}", ""},
		{"if; jmp x; endif; x: send.end {last}", jump},
		{"jmp x; if; x: nop; endif; send.end {last}", jump},
		{"jmp x; if; x: endif; send.end {last}", jump},
		{"x: if; jmp x; endif; send.end {last}", jump},
		{"if; (f0.any) jmp x; endif; if; x: nop; endif; send.end {last}", jump},
		{"if; (f0.any) jmp x; else; x: nop; endif; send.end {last}", jump},
		{"if; x: nop; else; (f0.any) jmp x; endif; send.end {last}", jump},
		{"if; (f0.any) jmp x; if; nop; endif; x: nop; endif; send.end {last}", ""},
		{"if; (f0.any) jmp x; if; x: nop; endif; endif; send.end {last}", jump},
		{"loop; (f0.any) jmp x; nop; x: (f0) while; send.end {last}", ""},
		{"loop; (f0.any) jmp x; (f0) while; x: send.end {last}", jump},
		{"loop; (f0.any) jmp x; (f0) while; loop; x: (f0) while; send.end {last}", jump},
		{"call x; send.end {last}; x: ret", ""},
		{"if; call x; endif; send.end {last}; x: ret", ""},
		{"x: if; endif; (f0.any) jmp y; call x; y: send.end {last}", "a function that calls itself"},
		{"ret", "ret where no call leads"},
		{"(f0.any) ret; send.end {last}", "ret where no call leads"},
		{"call x; ret; x: ret", "ret where no call leads"},
		{"call x; send.end {last}; x: if; ret; endif; ret", "ret within a construct"},
		{"if; call x; jmp q; x: ret; q: nop; endif; send.end {last}", call},
		{"nop; if; call x; jmp q; x: ret; q: nop; endif; send.end {last}", call},
		{"loop; call x; jmp q; x: ret; q: (f0) while; send.end {last}", call},
		{"call x; send.end {last}; if; x: ret; endif; ret", call},
		{"jmp +8; send.end {last}", ""},
		{"jmp +16; send.end {last}", "jmp goes to byte 16, where no instruction begins"},
		{"jmp -8; send.end {last}", "jmp goes to byte -8, where no instruction begins"},
		{"jmp +16; mov r1:f, 0.1:f {native}; send.end {last}", "jmp goes to byte 16, where no instruction begins"},
		{"jmp +24; mov r1:f, 0.1:f {native}; send.end {last}", ""},
		{"if +16; nop; endif; send.end {last}", ""},
		{"if +24; nop; endif; send.end {last}", "if goes to line 10, expected line 9 by its construct"},
		{"loop; (f0) while -8; send.end {last}", "while goes to line 7, expected line 8 by its construct"},
		{"loop; nop; (f0) while -8; send.end {last}", ""},
	} {
		requireMistake(t, c.says, code(c.text))
	}
}

// A mistake names its place: byte and line, of the first instruction too; one of the header has none.
func TestPlacesOfMistakes(t *testing.T) {
	k := assemble(t, ".stage pixel\n.lanes 16\ndiscard\ndiscard\nsend.end {last}\n")
	k.Stage, k.Lanes, k.Attributes = isa.StageVertex, 12, 0
	var all []string
	for _, e := range k.Check() {
		all = append(all, fmt.Sprint(e.Instruction, " ", e.Directive, " ", e))
	}
	require.Equal(t, []string{"-1 lanes 12 lanes, expected 8, 16 or 32", "0  line 3, byte 0: discard outside of a pixel kernel",
		"1  line 4, byte 8: discard outside of a pixel kernel"}, all)
}

// A thread does not go on after the last instruction, and ends with all its lanes.
func TestEndsOfKernels(t *testing.T) {
	const on, last = "the kernel goes on after its last instruction", "last under a predicate or within a construct"
	for _, c := range []struct{ text, says string }{
		{"send.end {last}", ""},
		{"(f0) send.end {last}", last},
		{"(~f0) send.end {last}", last},
		{"(f0) send.end {last}; send.end {last}", last},
		{"if; send.end {last}; endif; send.end {last}", last},
		{"if; nop; else; send.end {last}; endif; send.end {last}", last},
		{"loop; send.end {last}; (f0) while; send.end {last}", last},
		{"x: nop; jmp x", ""},
		{"x: nop; (f0.any) jmp x", on},
		{"x: nop; (~f0.all) jmp x", on},
		{"call f; send.end {last}; f: ret", ""},
		{"call f; send.end {last}; f: nop; (f0.any) ret", on},
		{"jmp x; f: send.end {last}; x: call f", on},
		{"nop", on},
		{"wait", on},
		{"if; endif", on},
		{"loop; (f0) while", on},
		{"mov r1:f, r2:f", on},
		{"send.store.ud r1, r2, b0", on},
	} {
		requireMistake(t, c.says, code(c.text))
	}
	for text, says := range map[string]string{"send.color.4 r1 {last}": "", "send.color_depth r1 {last}": "", "mov r1:f, r2:f": on, "(f0) send.color.4 r1 {last}": last} {
		requireMistake(t, says, ".stage pixel\n"+text+"\n")
	}
	for text, says := range map[string]string{"iret": "", "rdsr r1:ud, pc": on} {
		requireMistake(t, says, ".stage trap\n"+text+"\n")
	}
}

// within is depth constructs with something in all of them.
func within(depth int, inner string) string {
	return strings.Repeat("if; ", depth) + inner + strings.Repeat("endif; ", depth)
}

// The stack has 32 entries: those of constructs around calls, and of the functions.
func TestDepthOfTheStack(t *testing.T) {
	const calls, constructs = "the execution-mask stack needs %d entries, expected 32 at most", "%d constructs lie in each other, expected 32 at most"
	for _, c := range []struct {
		main, function, second int // entries at the call, in the function at its call, and in what it calls
		needs                  int
		says                   string
	}{
		{0, 0, 0, 0, ""},
		{32, 0, 0, 32, ""},
		{33, 0, 0, 33, constructs},
		{0, 0, 32, 32, ""},
		{0, 0, 33, 33, constructs},
		{31, 0, 1, 32, ""},
		{32, 0, 1, 33, calls},
		{32, 1, 0, 33, calls},
		{20, 12, 0, 32, ""},
		{20, 13, 0, 33, calls},
		{20, 20, 0, 40, calls},
		{1, 31, 0, 32, ""},
		{1, 0, 32, 33, calls},
		{10, 11, 11, 32, ""},
		{10, 11, 12, 33, calls},
		{11, 11, 11, 33, calls},
	} {
		text := code(within(c.main, "call f; ") + "send.end {last}; f: nop; rdsr r20:ud, ra; " + within(c.function, "call g; ") + "wrsr ra, r20<0>:ud; ret; g: nop; " +
			within(c.second, "") + "ret")
		says := c.says
		if says != "" {
			says = fmt.Sprintf(says, c.needs)
		}
		requireMistake(t, says, text)
		if says == "" {
			k := assemble(t, text)
			require.Equal(t, c.needs, k.Stack)
			_, err := kernel.Unmarshal(k.Marshal())
			require.NoError(t, err, "%+v", c)
		}
	}
	requireMistake(t, "", code(strings.Repeat("loop; ", 32)+strings.Repeat("(f0) while; ", 32)+"send.end {last}"))
	requireMistake(t, "33 constructs lie in each other", code(strings.Repeat("loop; ", 33)+strings.Repeat("(f0) while; ", 33)+"send.end {last}"))
	requireMistake(t, "", code(strings.Repeat("if; endif; ", 40)+"send.end {last}"))
	requireMistake(t, "a function that calls itself", code("call f; send.end {last}; f: call g; ret; g: call f; ret"))
}

// Constructs are nested. A break leaves as many loops as are around it, a continue needs one, also after the rejoin.
func TestConstructs(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"loop; rejoin; (f0) break; (f1) while", ""},
		{"loop; rejoin; (f0) continue; (f1) while", ""},
		{"loop; (f0) continue; rejoin; (f1) while", ""},
		{"loop; if; (f0) break; else; (f0) continue; endif; rejoin; if; (f0) break; endif; (f1) while", ""},
		{"loop; loop; (f0) break.2; (f0) while; (f0) while", ""},
		{"loop; rejoin; loop; rejoin; (f0) break.2; (f0) while; (f0) while", ""},
		{"loop; loop; (f0) break.3; (f0) while; (f0) while", "break leaves 3 loops, but is in 2"},
		{"loop; rejoin; (f0) break.2; (f0) while", "break leaves 2 loops, but is in 1"},
		{"loop; if; (f0) break.2; endif; (f0) while", "break leaves 2 loops, but is in 1"},
		{"if; (f0) break; endif", "break outside of a loop"},
		{"(f0) break", "break outside of a loop"},
		{"(f0) continue", "continue outside of a loop"},
		{"loop; (f0) while; (f0) break", "break outside of a loop"},
		{"loop; rejoin; rejoin; (f0) while", "rejoin, but no loop is open, or it has one already"},
		{"loop; if; rejoin; endif; (f0) while", "rejoin, but no loop is open"},
		{"rejoin", "rejoin, but no loop is open"},
		{"else; endif", "else without an if"},
		{"if; else; else; endif", "else without an if"},
		{"endif", "endif without an if"},
		{"loop; endif", "endif without an if: the loop of line 7 is open"},
		{"loop; rejoin; endif", "endif without an if: the rejoin of line 8 is open"},
		{"if; (f0) while; endif", "while without a loop: the if of line 7 is open"},
		{"if; else; (f0) while; endif", "while without a loop: the else of line 8 is open"},
		{"(f0) while", "while without a loop"},
		{"if", "if without an end"},
		{"if; else", "else without an end"},
		{"loop", "loop without an end"},
		{"loop; rejoin", "rejoin without an end"},
	} {
		requireMistake(t, c.says, code(c.text+"; send.end {last}"))
	}
}

// What an assembler finds by itself: by instruction, the number of the one that it goes to, from docs/isa.md, "Control flow".
func TestTargetsOfConstructs(t *testing.T) {
	for text, want := range map[string]map[int]int{
		"if; nop; endif":                                               {0: 2},
		"if; nop; else; nop; endif":                                    {0: 2, 2: 4},
		"loop; nop; (f0) while":                                        {2: 1},
		"loop; nop; rejoin; nop; (f0) while":                           {4: 1},
		"loop; (f0) break; (f0) continue; (f0) while":                  {1: 3, 2: 3, 3: 1},
		"loop; (f0) break; (f0) continue; rejoin; (f0) while":          {1: 3, 2: 3, 4: 1},
		"loop; rejoin; (f0) break; (f0) continue; (f0) while":          {2: 4, 3: 4, 4: 1},
		"loop; if; (f0) break; else; (f0) continue; endif; (f0) while": {1: 3, 2: 3, 3: 5, 4: 5, 6: 1},
		"loop; loop; (f0) break.2; (f0) while; (f0) while":             {2: 3, 3: 2, 4: 1},
		"loop; nop; rejoin; loop; nop; rejoin; (f0) while; (f0) while": {6: 4, 7: 1},
	} {
		k := assemble(t, code(text+"; send.end {last}"))
		targets, err := kernel.Targets(k.Code)
		require.Nil(t, err)
		require.Equal(t, want, targets, text)
		for from, to := range want {
			in := isa.Decode(k.Code[from].Native)
			require.Equal(t, k.Code[to].Offset, k.Code[from].Offset+int(in.Target), text)
		}
	}
}
