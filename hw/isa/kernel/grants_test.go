package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/asm"
)

const (
	allocate = "send.allocate r2, r1, b7; "
	refused  = "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud; "
	finish   = "send.thread_end r2; send.end {last}"
)

// Between a grant and its thread_end, on every way, there is nothing that lets the thread wait.
func TestGrants(t *testing.T) {
	const between, back = "between the grant of line 7 and its thread_end", "a branch back between the grant of line"
	for _, c := range []struct{ text, says string }{
		{finish, ""},
		{"send.store.ud r1, r2, b7 {nc}; send.thread_end r2; send.barrier; wait; send.end {last}", ""},
		{"(f0.any) jmp x; nop; x: " + finish, ""},
		{"x: (f0.any) jmp x; " + finish, back},
		{"x: nop; (f0.any) jmp x; " + finish, back},
		{"send.thread_end r2; x: (f0.any) jmp x; send.end {last}", ""},
		{"loop; (f0) while; " + finish, back},
		{"if; nop; endif; " + finish, ""},
		{"send.barrier; " + finish, "barrier " + between},
		{"wait; " + finish, "wait " + between},
		{"send.allocate r3, r1, b7; send.thread_end r2; send.thread_end r3; send.end {last}", "allocate " + between},
		{"send.end {last}", "end " + between},
		{"(f0.any) jmp x; send.thread_end r2; x: send.end {last}", "end " + between},
		{"call f; " + finish + "; f: ret", "call " + between},
		{"call f {nos enable=fog.on}; " + finish + "; f: ret", "call " + between},
		{"if; wait; endif; " + finish, "wait " + between},
		{"if; send.thread_end r2; endif; send.end {last}", "end " + between},
	} {
		requireMistake(t, c.says, code(allocate+c.text))
	}
	requireMistake(t, "ret between the grant of line 9 and its thread_end", code("call f; send.end {last}; f: "+allocate+"ret"))
	// A way back is refused wherever it goes to: what follows an allocation counts as granted.
	requireMistake(t, back, code("x: "+allocate+"(f0.any) jmp x; "+finish))
	requireMistake(t, back, code("x: nop; "+allocate+"(f0.any) jmp x; "+finish))
	requireMistake(t, back, code("nop; "+allocate+"x: (f0.any) jmp x; "+finish))
	requireMistake(t, back, code("loop; "+allocate+"(f0) while; "+finish))
}

// The way of a refusal is free when the code shows which it is: in four spellings, by any or all, with nops between, by each flag register.
func TestWaysOfRefusals(t *testing.T) {
	const wait = "r: wait; jmp again"
	for _, c := range []struct{ condition, jump, rest string }{
		{"ne", "", finish + "; " + wait},                                          // the jump goes to the refused way
		{"eq", "~", finish + "; " + wait},                                         // the same
		{"eq", "", "wait; jmp again; r: " + finish},                               // the jump goes to the granted way
		{"ne", "~", "send.barrier; jmp again; r: " + finish},                      // the same
		{"eq", "", allocate + "send.thread_end r2; jmp again; r: nop; " + finish}, // another try
	} {
		for _, how := range []string{"any", "all"} {
			for flag := range 4 {
				for _, nops := range []string{"", "nop; ", "nop; nop {native}; nop; "} {
					compare := fmt.Sprintf("cmp.%s.f%d null:ud, r2.2<0>:ud, 0:ud; ", c.condition, flag)
					jump := fmt.Sprintf("(%sf%d.%s) jmp r; ", c.jump, flag, how)
					text := "again: " + allocate + nops + compare + nops + jump + c.rest
					requireMistake(t, "", code(text))
					// The other way round, the same code has the refused way for granted.
					other := map[string]string{"": "~", "~": ""}[c.jump]
					_, errs := asm.Assemble("t.tka", code("again: "+allocate+nops+compare+nops+fmt.Sprintf("(%sf%d.%s) jmp r; ", other, flag, how)+c.rest))
					require.NotEmpty(t, errs, text)
					require.Contains(t, fmt.Sprint(errs), "between the grant of line 7 and its thread_end", text)
				}
			}
		}
	}
	// The jump may be the retry.
	requireMistake(t, "", code("again: "+allocate+refused+"(f0.any) jmp again; "+finish))
	requireMistake(t, "a branch back", code("again: "+allocate+refused+"(~f0.any) jmp again; "+finish))
	requireMistake(t, "", code("again: "+allocate+refused+"(~f0.any) jmp x; jmp again; x: "+finish))
	requireMistake(t, "", code("again: mov r1:ud, 1:ud; "+allocate+refused+"(f0.all) jmp again; "+finish))
	requireMistake(t, "", code(allocate+refused+"(f0.any) jmp r; "+finish+"; r: send.end {last}"))
	requireMistake(t, "", code("if; again: "+allocate+refused+"(f0.any) jmp again; send.thread_end r2; endif; send.end {last}"))
	// A nop of the assembler's, which fills up a line of 64 bytes, between both.
	k := assemble(t, code(strings.Repeat("nop; ", 5)+"again: "+allocate+"cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud {native}; (f0.any) jmp again; "+finish))
	require.Zero(t, k.Code[6].Line)
}

// Each allocation has a refusal of its own.
func TestTwoAllocations(t *testing.T) {
	const second = "b: send.allocate r4, r1, b7; cmp.ne.f1 null:ud, r4.2<0>:ud, 0:ud; (f1.any) jmp b; send.thread_end r4; "
	requireMistake(t, "", code("a: "+allocate+refused+"(f0.any) jmp a; send.thread_end r2; "+second+"send.end {last}"))
	requireMistake(t, "allocate between the grant of line", code("a: "+allocate+refused+"(f0.any) jmp a; "+second+"send.thread_end r2; send.end {last}"))
	// The second pair is not that of the first allocation, which jumps into it.
	requireMistake(t, "a branch back between the grant of line", code(allocate+"jmp x; b: "+allocate+"x: "+refused+"(f0.any) jmp b; "+finish))
}

// The way of a refusal is not free when the code does not show it right after the allocation.
func TestRefusalsThatAreNotKnown(t *testing.T) {
	const jump = "(f0.any) jmp again; "
	for name, between := range map[string]string{
		"no cmp":                    jump,
		"no jmp":                    refused + "mov r20:ud, 1:ud; " + jump,
		"something before the cmp":  "mov r20:ud, 1:ud; " + refused + jump,
		"nop that was something":    "mov r20:ud, 1:ud {nos disable=fog.on}; " + refused + jump,
		"tagged cmp":                "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud {nos enable=fog.on}; " + jump,
		"cmp that may be disabled":  "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud {nos disable=fog.on}; " + jump,
		"condition by state":        "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud {nos condition=alpha_test.function enable=alpha_test.compares}; " + jump,
		"number by state":           "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud {nos immediate=alpha_test.reference}; " + jump,
		"tagged jmp":                refused + "(f0.any) jmp again {nos enable=fog.on}; ",
		"jmp that may be disabled":  refused + "(f0.any) jmp again {nos disable=fog.on}; ",
		"cmp under a predicate":     "(f0) cmp.ne null:ud, r2.2<0>:ud, 0:ud; " + jump,
		"cmp of some lanes":         "cmp.ne.f0 (8) null:ud, r2.2<0>:ud, 0:ud; " + jump,
		"another register":          "cmp.ne.f0 null:ud, r3.2<0>:ud, 0:ud; " + jump,
		"the entry":                 "cmp.ne.f0 null:ud, r2.1<0>:ud, 0:ud; " + jump,
		"the address":               "cmp.ne.f0 null:ud, r2<0>:ud, 0:ud; " + jump,
		"each lane of its own":      "cmp.ne.f0 null:ud, r2:ud, 0:ud; " + jump,
		"half of the status":        "cmp.ne.f0 null:ud, r2.4<0>:uw, 0:uw; " + jump,
		"absolute value":            "cmp.ne.f0 null:d, |r2.2|<0>:d, 0:d; " + jump,
		"negated":                   "cmp.ne.f0 null:ud, -r2.2<0>:ud, 0:ud; " + jump,
		"another number":            "cmp.ne.f0 null:ud, r2.2<0>:ud, 1:ud; " + jump,
		"a register of a number":    "cmp.ne.f0 null:ud, r2.2<0>:ud, r20<0>:ud; " + jump,
		"another condition":         "cmp.gt.f0 null:ud, r2.2<0>:ud, 0:ud; " + jump,
		"another flag register":     "cmp.ne.f1 null:ud, r2.2<0>:ud, 0:ud; " + jump,
		"flag register of the jump": refused + "(f1.any) jmp again; ",
		"both ways go back":         "cmp.ne.f0 null:ud, r2.2<0>:ud, 0:ud; (f0.any) jmp x; jmp again; x: jmp again; ",
		"something that is no cmp":  "add.ne.f0 null:ud, r2.2<0>:ud, 0:ud; " + jump,
		"two comparisons":           refused + "cmp.ne.f0 null:ud, r20:ud, 0:ud; " + jump,
	} {
		t.Run(name, func(t *testing.T) {
			requireMistake(t, "between the grant of line", code("again: "+allocate+between+finish))
		})
	}
	for _, condition := range []string{"lt", "le", "gt", "ge"} {
		for _, rest := range []string{"(f0.any) jmp r; " + finish + "; r: wait; jmp again", "(f0.any) jmp r; wait; jmp again; r: " + finish} {
			requireMistake(t, "wait between the grant of line", code("again: "+allocate+"cmp."+condition+".f0 null:ud, r2.2<0>:ud, 0:ud; "+rest))
		}
	}
	requireMistake(t, "between the grant of line", code("again: "+allocate+refused+"jmp again"))
	requireMistake(t, "between the grant of line", code(allocate+refused+"if; wait; endif; "+finish))
	requireMistake(t, "", code("again: "+allocate+"cmp.ne.f0 r20:ud, r2.2<0>:ud, 0:ud {nomask}; "+jump+finish))
}

// A jmp that may become nop goes on after it, whatever its predicate: what is there is between a grant and its thread_end.
func TestJumpsThatMayBecomeNop(t *testing.T) {
	for _, tag := range []string{"enable", "disable"} {
		requireMistake(t, "wait between the grant", code(allocate+"jmp x {nos "+tag+"=fog.on}; wait; x: "+finish))
	}
	requireMistake(t, "", code(allocate+"jmp x; wait; x: "+finish))
	requireMistake(t, "barrier between the grant", code(allocate+"jmp x {nos enable=fog.on}; x: send.barrier; "+finish))
	requireMistake(t, "a branch back between", code(allocate+"x: nop; jmp y; jmp x; y: jmp x {nos enable=fog.on}; "+finish))
	requireMistake(t, "", code(allocate+"send.store.ud r1, r2, b7 {nc, nos enable=fog.on}; nop {nos enable=fog.on}; "+finish))
}

// A thread_end follows a grant on each way. Where lanes part, a thread goes both ways, and would send two.
func TestGrantsOfThreadEnds(t *testing.T) {
	const without = "thread_end without a grant on some path"
	for _, c := range []struct{ text, says string }{
		{finish, without},
		{allocate + "send.thread_end r2; " + finish, without},
		{"(f0.any) jmp x; " + allocate + "x: " + finish, without},
		{allocate + refused + "(f0.any) jmp x; x: " + finish, without},
		{"again: " + allocate + refused + "(f0.any) jmp x; " + finish + "; x: jmp again", ""},
		{allocate + "if; send.thread_end r2; else; send.thread_end r2; endif; send.end {last}", without},
		{"if; " + allocate + "endif; " + finish, without},
		{"loop; " + allocate + "send.thread_end r2; (f0) while; send.end {last}", ""},
		{"if; " + allocate + "send.thread_end r2; else; " + allocate + "send.thread_end r2; endif; send.end {last}", ""},
	} {
		requireMistake(t, c.says, code(c.text))
	}
}
