package gen

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler/llir"
)

// value is a register of all lanes.
func value() *virtual { return &virtual{bytes: 2 * registerBytes} }

// operation is one of all 16 lanes.
func operation(op string, d *virtual, src ...*virtual) *instruction {
	i := &instruction{op: op}
	if d != nil {
		i.hasDst, i.dst, i.written = true, operand{v: d, t: "f"}, d.bytes
	}
	for _, v := range src {
		i.src = append(i.src, operand{v: v, t: "f"})
	}
	return i
}

// message is one whose operands are whole registers.
func message(op string, d *virtual, src ...*virtual) *instruction {
	i := operation(op, d, src...)
	i.dst.t = ""
	for n := range i.src {
		i.src[n].t = ""
	}
	return i
}

// ordered schedules code with registers that are not found yet, and returns the places that its instructions had.
func ordered(code ...*instruction) (places string) {
	g := &generator{lanes: 16, k: &llir.Kernel{}, code: code}
	was := map[*instruction]int{}
	for n, i := range code {
		was[i] = n
	}
	g.order()
	for _, i := range g.code {
		places += fmt.Sprint(was[i], " ")
	}
	return strings.TrimSpace(places)
}

// A message whose answer is waited for is sent first, and what does not need it comes before what does.
func TestMessagesComeEarly(t *testing.T) {
	a, b, c, d, e := value(), value(), value(), value(), value()
	a.fixed, b.fixed = true, true
	b.place = 2 * registerBytes
	require.Equal(t, "1 0 2 3", ordered(
		operation("add", c, a, a),
		message("send.load.f", d, b),
		operation("mul", e, c, c),
		operation("mul", nil, d, e),
	))
}

// Accesses to one kind of memory keep their order when one of them writes; those to others do not wait for them.
func TestMemoryKeepsItsOrder(t *testing.T) {
	for _, c := range []struct{ first, second, want string }{
		{"send.store.f", "send.load.f", "0 1"},
		{"send.load.f", "send.store.f", "0 1"},
		{"send.atomic.ud.add", "send.load.f", "0 1"},
		{"send.texel_store.4.xy", "send.texel.4.xy", "0 1"},
		{"send.shared_store.f", "send.shared_load.f", "0 1"},
		{"send.shared_atomic.ud.add", "send.shared_load.f", "0 1"},
		{"send.private_store.f", "send.private_load.f", "0 1"},
		{"send.scratch_store", "send.scratch_load", "0 1"},
		{"send.store.f", "send.shared_load.f", "any"},
		{"send.shared_store.f", "send.load.f", "any"},
		{"send.store.f", "send.constant", "any"},
	} {
		a, b := message(c.first, nil, value()), message(c.second, value(), value())
		s := newScheduler(&generator{lanes: 16, k: &llir.Kernel{}}, registers)
		s.prepare([]*instruction{a, b}, 0, 2, nil)
		s.connect(0)
		s.connect(1)
		require.Equal(t, c.want == "any", s.nodes[1].waits == 0, "%s, %s", c.first, c.second)
	}
}

// Nothing passes control flow, a barrier, a discard, results and the end.
func TestWhatNothingPasses(t *testing.T) {
	for _, op := range []string{"jmp l1", "if", "else", "endif", "loop", "while", "break.1", "continue", "rejoin", "discard", "send.barrier", "send.result.4"} {
		require.True(t, operation(op, nil).stays(), op)
	}
	for _, op := range []string{"mov", "cmp.lt.f0", "sel", "send.load.f.4", "send.store.f", "send.constant", "send.sample.4.xy"} {
		require.False(t, operation(op, nil).stays(), op)
	}
	last := operation("send.color.4", nil)
	last.last = true
	require.True(t, last.stays())
	require.True(t, (&instruction{label: "l1"}).stays())
}

// When registers are short, what would take more waits.
func TestOrderNeedsNoMoreRegisters(t *testing.T) {
	var code []*instruction
	in := &virtual{bytes: 2 * registerBytes, fixed: true}
	sum := value()
	code = append(code, operation("mov", sum, in))
	for range 80 { // all loads at first would take 160 registers
		x, next := value(), value()
		code = append(code, message("send.load.f", x, in), operation("add", next, sum, x))
		sum = next
	}
	g := &generator{lanes: 16, k: &llir.Kernel{}, code: append(code, message("send.store.f", nil, sum))}
	g.order()
	needs, ok := g.fit()
	require.True(t, ok)
	require.LessOrEqual(t, needs, fullRegisters)
	require.NotSame(t, code[1], g.code[2], "loads come before sums")
	loads := 0
	for _, i := range g.code[:20] {
		if i.message() == "load" {
			loads++
		}
	}
	require.Greater(t, loads, 10)
}

// Flag registers get the lowest numbers that are free; a comparison that state may leave out, or that a predicate chooses, goes on with what was there.
func TestFlagsAreRenumbered(t *testing.T) {
	tagged := operation("cmp.eq.f3", nil)
	tagged.tags = []llir.Tag{{}}
	chosen := operation("cmp.ge.f1", nil)
	chosen.predicate = "(~f1)"
	g := &generator{code: []*instruction{
		operation("cmp.lt.f2", nil),
		operation("cmp.ne.f3", nil),
		{op: "sel", predicate: "(f2)"},
		tagged,
		operation("cmp.le.f1", nil),
		chosen,
		{op: "discard", predicate: "(~f3)"},
		{op: "if", predicate: "(f1)"},
	}}
	g.renumberFlags()
	var list []string
	for _, i := range g.code {
		list = append(list, strings.TrimSpace(i.predicate+" "+i.op))
	}
	require.Equal(t, []string{"cmp.lt.f0", "cmp.ne.f1", "(f0) sel", "cmp.eq.f1", "cmp.le.f0", "(~f0) cmp.ge.f0", "(~f1) discard", "(f0) if"}, list)
}
