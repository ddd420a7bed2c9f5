package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
)

const vertexStage = ".stage vertex\n.lanes 8\n"

// Results lie in one row of registers, in the order of their offsets, and nothing writes them after their message.
func TestPlacesOfResults(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"send.result.4 r15, +0\nsend.result.4 r19, +128\nsend.result.2 r23, +256 {last}", ""},
		{"send.result.2 r23, +256\nsend.result.4 r15, +0 {last}", ""},
		{"send.result.4 r15, +0\nsend.result.4 r20, +128 {last}", "results begin at r16 by this message, at r15 by that of line 3"},
		{"send.result r3, +128 {last}", "results from r3 on belong at byte 128: the first one would be before r0"},
		{"send.result.4 r15, +0\nmov r18:f, 0:f\nsend.result r19, +128 {last}", "r18 is written after the result of line 3"},
		{"send.result.4 r15, +0\nmov r19:f, 0:f\nsend.result r19, +128 {last}", ""},
		{"mov r18:f, 0:f\nsend.result.4 r15, +0 {last}", ""},
		{"x: mov r15:f, 0:f\nsend.result r15, +0\n(f0.any) jmp x\nsend.end {last}", "r15 is written after the result of line 4"},
		{"(f0.any) jmp x\nsend.result r15, +0 {last}\nx: mov r15:f, 0:f\nsend.result r15, +0 {last}", ""},
		{"send.result.2 r14, +0\nmull r12:ud, r1:ud, r2:ud\nsend.end {last}", ""},
		{"send.result.2 r13, +0\nmull r12:ud, r1:ud, r2:ud\nsend.end {last}", "r13 is written after"},
	} {
		requireMistake(t, c.says, vertexStage+c.text+"\n")
	}
}

// A thread's colours end it.
func TestColoursEndAThread(t *testing.T) {
	for _, message := range []string{"color.4 r10", "color_depth.4 r10"} {
		requireMistake(t, "the thread ends with its colours: {last} was expected", ".stage pixel\nsend."+message+"\nsend.end {last}\n")
		requireMistake(t, "", ".stage pixel\nsend."+message+" {last}\n")
	}
}

// A handler has no mask stack and one flag register.
func TestWhatHandlersLack(t *testing.T) {
	for _, stage := range []string{"trap", "restore"} {
		for text, says := range map[string]string{
			"(f0) if\nendif":                 "if in a handler, which has no mask stack of its own",
			"loop\n(f0) while":               "loop in a handler",
			"(f0) discard":                   "discard outside of a pixel kernel",
			"cmp.eq.f1 null:ud, r1:ud, 0:ud": "f1 in a handler, which has f0 alone",
			"(f3) mov r1:ud, r2:ud":          "f3 in a handler",
			"x: cmp.eq.f0 null:ud, r1:ud, 0:ud\n(~f0.any) jmp x": "",
			"wrsr f3, r1<0>:ud": "",
		} {
			requireMistake(t, says, ".stage "+stage+"\n"+text+"\niret\n")
		}
	}
}

// The task's metadata is read past the cache, and not written.
func TestTheTasksMetadata(t *testing.T) {
	const head = ".cta 8 1 1\n.binding 3 task"
	for text, says := range map[string]string{
		"\nsend.load.ud r10, r1, b3 {nc}":   "",
		"\nsend.size r10, b3":               "",
		"\nsend.load.ud r10, r1, b3":        "load of the task's metadata through the cache, expected {nc}",
		"\nsend.constant r10, +0, b3":       "constant of binding 3, a task",
		"\nsend.store.ud r1, r10, b3":       "store of binding 3, a task",
		"\nsend.atomic.ud.load r10, r1, b3": "atomic of binding 3, a task",
		" write\nnop":                       "only buffers and textures are written",
	} {
		requireMistake(t, says, head+text+"\nsend.end {last}\n")
	}
}

// Effects of instructions that may become nop stand apart. Some are said by directives.
func TestUntaggedEffects(t *testing.T) {
	k := assemble(t, ".stage pixel\n.early\n.binding 0 buffer write\n(f0) discard {nos enable=alpha_test.on}\nsend.store.ud r1, r2, b0\nsend.color.4 r10 {last}\n")
	require.Equal(t, []uint32{isa.EffectDiscards | isa.EffectStores | isa.EffectEarly, isa.EffectStores | isa.EffectEarly}, []uint32{k.Effects, k.Untagged})
	k = assemble(t, ".cta 8 1 1\n.idempotent\nsend.end {last}\n")
	require.EqualValues(t, isa.EffectIdempotent, k.Effects)
	requireMistake(t, "CTAs that may be executed again in stage pixel, expected compute", ".stage pixel\n.idempotent\nsend.end {last}\n")
}

// What stays is not written in a function either, nor after one that gives it returns.
func TestResultsStayThroughCalls(t *testing.T) {
	const begin, says = ".stage vertex\n.lanes 8\n", "r20 is written after the result of line "
	for _, c := range []struct{ text, says string }{
		{"send.result.1 r20, +0\ncall f\nsend.end {last}\nf: mov r20:f, 1.5:f\nret\n", says + "3"},
		{"call f\nmov r20:f, 1.5:f\nsend.end {last}\nf: send.result.1 r20, +0\nret\n", says + "6"},
		{"call g\nsend.end {last}\nf: send.result.1 r20, +0\nret\ng: call f\nmov r20:f, 1.5:f\nret\n", says + "5"},
		{"call f\nsend.result.1 r20, +0\nsend.end {last}\nf: mov r20:f, 1.5:f\nret\n", ""},
	} {
		requireMistake(t, c.says, begin+c.text)
	}
}

// A thread does not end while lanes of it wait: not in a function either that is called within a construct.
func TestEndsWithinConstructsThroughCalls(t *testing.T) {
	const says = "t.tka:8: a call within a construct, of a function that ends the thread in line "
	for _, c := range []struct{ text, says string }{
		{"if; call f; endif; send.end {last}; f: send.end {last}", says + "11"},
		{"loop; call f; (f0) while; send.end {last}; f: (f0.any) jmp x; ret; x: send.end {last}", says + "13"},
		{"if; call g; endif; send.end {last}; f: send.end {last}; g: call f; ret", says + "11"},
		{"if; endif; call f; send.end {last}; f: send.end {last}", ""},
		{"if; call f; endif; call g; send.end {last}; f: ret; g: send.end {last}", ""},
	} {
		requireMistake(t, c.says, code(c.text))
	}
}
