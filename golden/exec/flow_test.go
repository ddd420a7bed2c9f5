package exec

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/isa"
)

// Registers of tests of control flow: r1 lanes, r2 what they did.
func numbered(t *Thread) { t.set(1, lanes8...) }

// mark adds a power of ten to what the active lanes did.
func mark(n uint32) ins {
	power := uint32(1)
	for range n {
		power *= 10
	}
	return do(isa.OpAdd, ud(2), ud(2), num(power, isa.TypeUd))
}

// below sets f0 in lanes below a number.
func below(n uint32) ins {
	return do(isa.OpCmp, null(isa.TypeUd), ud(1), num(n, isa.TypeUd)).cond(isa.ConditionLt, 0)
}

func TestIfElse(t *testing.T) {
	program := func(n uint32) []any {
		return []any{
			below(n), flow(isa.OpIf, "else").when(0), mark(0),
			label("else"), flow(isa.OpElse, "endif"), mark(1),
			label("endif"), flow(isa.OpEndif, ""), mark(2)}
	}
	m := machine{prepare: numbered}
	require.Equal(t, []uint32{101, 101, 101, 110, 110, 110, 110, 110}, m.run(t, program(3)...).at(2, 8))
	require.Equal(t, []uint32{110, 110, 110, 110, 110, 110, 110, 110}, m.run(t, program(0)...).at(2, 8))
	require.Equal(t, []uint32{101, 101, 101, 101, 101, 101, 101, 101}, m.run(t, program(8)...).at(2, 8))
	m.prepare = func(t *Thread) { numbered(t); t.Active = 0x18 }
	require.Equal(t, []uint32{0, 0, 0, 101, 110, 0, 0, 0}, m.run(t, program(4)...).at(2, 8))
	got := m.run(t, below(4), flow(isa.OpIf, "endif").when(0).not(), mark(0), label("endif"), flow(isa.OpEndif, ""), mark(1))
	require.Equal(t, []uint32{0, 0, 0, 10, 11, 0, 0, 0}, got.at(2, 8), "without else")
	got = m.run(t, flow(isa.OpIf, "else"), mark(0), label("else"), flow(isa.OpElse, "endif"), mark(1), label("endif"), flow(isa.OpEndif, ""))
	require.Equal(t, []uint32{0, 0, 0, 1, 1, 0, 0, 0}, got.at(2, 8), "without a predicate all active lanes are chosen")
}

// TestWhereNobodyGoes: instructions that no lane executes are passed over.
func TestWhereNobodyGoes(t *testing.T) {
	var visited []int
	m := machine{prepare: numbered}
	m.options.Hook = func(e *Event) { visited = append(visited, e.At/16) }
	thread := m.thread(t, below(0), flow(isa.OpIf, "else").when(0), mark(0), label("else"), flow(isa.OpElse, "endif"), mark(1),
		label("endif"), flow(isa.OpEndif, ""), below(9), flow(isa.OpIf, "else2").when(0), mark(2), label("else2"), flow(isa.OpElse, "endif2"), mark(3),
		label("endif2"), flow(isa.OpEndif, ""), end())
	thread.run()
	require.Equal(t, Ended, thread.State)
	require.Equal(t, []int{0, 1, 3, 4, 5, 6, 7, 8, 9, 11, 12}, visited)
}

func TestLoops(t *testing.T) {
	m := machine{prepare: numbered}
	// Lane k goes round k + 1 times; the odd ones skip mark(1) by continue; all have mark(2).
	got := m.run(t,
		do(isa.OpAnd, null(isa.TypeUd), ud(1), num(1, isa.TypeUd)).cond(isa.ConditionNe, 1),
		flow(isa.OpLoop, ""), label("body"), mark(0),
		flow(isa.OpContinue, "rejoin").when(1), mark(1),
		label("rejoin"), flow(isa.OpRejoin, ""),
		do(isa.OpAdd, ud(3), ud(3), num(1, isa.TypeUd)),
		do(isa.OpCmp, null(isa.TypeUd), ud(3), ud(1)).cond(isa.ConditionLe, 0),
		flow(isa.OpWhile, "body").when(0), mark(2))
	require.Equal(t, []uint32{111, 102, 133, 104, 155, 106, 177, 108}, got.at(2, 8))
	require.Zero(t, got.Depth)
	require.Equal(t, uint32(0xff), got.Active)
}

func TestBreakLeavesLoops(t *testing.T) {
	m := machine{prepare: numbered}
	// Lanes 0 and 1 leave both loops from within an if, 2 and 3 the inner one.
	got := m.run(t,
		flow(isa.OpLoop, ""), label("outer"),
		flow(isa.OpLoop, ""), label("inner"),
		below(4), flow(isa.OpIf, "endif").when(0),
		below(2), flow(isa.OpBreak, "endif").when(0).levelled(2),
		mark(0), flow(isa.OpBreak, "endif"),
		label("endif"), flow(isa.OpEndif, ""), mark(1),
		below(0), flow(isa.OpWhile, "inner").when(0), mark(2),
		below(0), flow(isa.OpWhile, "outer").when(0), mark(3))
	require.Equal(t, []uint32{1000, 1000, 1101, 1101, 1110, 1110, 1110, 1110}, got.at(2, 8))
	// All lanes leave at once.
	got = m.run(t, flow(isa.OpLoop, ""), label("body"), flow(isa.OpLoop, ""), label("inner"), mark(0), flow(isa.OpBreak, "while").levelled(2), mark(1),
		label("while"), flow(isa.OpWhile, "inner"), mark(2), flow(isa.OpWhile, "body"), mark(3))
	require.Equal(t, []uint32{1001, 1001, 1001, 1001, 1001, 1001, 1001, 1001}, got.at(2, 8))
}

// Lanes that a rejoin has brought back do not wait any more: one that breaks after it does not come back at the while.
func TestBreakAfterARejoin(t *testing.T) {
	m := machine{prepare: numbered, options: Options{Limit: 1000}}
	// Lanes 0 to 3 continue, 0 and 1 of them break after the rejoin; the others go round twice.
	got := m.run(t, flow(isa.OpLoop, ""), label("body"), mark(0), below(4), flow(isa.OpContinue, "rejoin").when(0), mark(1),
		label("rejoin"), flow(isa.OpRejoin, ""), below(2), flow(isa.OpBreak, "while").when(0), mark(2),
		do(isa.OpAdd, ud(3), ud(3), num(1, isa.TypeUd)), do(isa.OpCmp, null(isa.TypeUd), ud(3), num(2, isa.TypeUd)).cond(isa.ConditionLt, 0),
		label("while"), flow(isa.OpWhile, "body").when(0), mark(3))
	require.Equal(t, []uint32{1001, 1001, 1202, 1202, 1222, 1222, 1222, 1222}, got.at(2, 8))
}

func TestCallAndReturn(t *testing.T) {
	m := machine{prepare: numbered}
	got := m.run(t, flow(isa.OpCall, "function"), mark(0), flow(isa.OpJmp, "end"),
		label("function"), do(isa.OpRdsr, ud(5), num(isa.SpecialRa, isa.TypeUd)), flow(isa.OpCall, "leaf"), mark(1),
		do(isa.OpWrsr, null(isa.TypeUd), ud(5).by(isa.RegionScalar), num(isa.SpecialRa, isa.TypeUd)), flow(isa.OpRet, ""),
		label("leaf"), mark(2), flow(isa.OpRet, ""),
		label("end"))
	require.Equal(t, []uint32{111, 111, 111, 111, 111, 111, 111, 111}, got.at(2, 8))
}

func TestJumpsByAllLanes(t *testing.T) {
	for flag, c := range map[uint32]struct{ any, all, notAny, notAll bool }{
		0x00: {false, false, true, true}, 0x04: {true, false, true, false}, 0x3c: {true, true, false, false}, 0xc3: {false, false, true, true},
	} {
		m := machine{prepare: func(t *Thread) { t.Active, t.Flags[2] = 0x3c, flag }}
		for _, j := range []struct {
			i    ins
			want bool
		}{
			{flow(isa.OpJmp, "L").pred(isa.PredicateAny, 2), c.any}, {flow(isa.OpJmp, "L").pred(isa.PredicateAll, 2), c.all},
			{flow(isa.OpJmp, "L").pred(isa.PredicateAny, 2).not(), c.notAny}, {flow(isa.OpJmp, "L").pred(isa.PredicateAll, 2).not(), c.notAll},
		} {
			got := m.run(t, j.i, do(isa.OpMov, ud(2), num(1, isa.TypeUd)), label("L"))
			require.Equal(t, uint32(one(!j.want)), got.at(2, 8)[2], "flags %#x, predicate %d", flag, j.i.control.Predicate)
		}
	}
}

func TestJumpsOfNoLane(t *testing.T) {
	m := machine{prepare: func(t *Thread) { t.Active, t.Flags[2] = 0, 0x3c }}
	for _, inverted := range []bool{false, true} {
		for predicate, want := range map[uint32]bool{isa.PredicateNone: true, isa.PredicateAny: false, isa.PredicateAll: true} {
			i := flow(isa.OpJmp, "L")
			if predicate != isa.PredicateNone {
				i = i.pred(predicate, 2)
				i.control.Invert = inverted
			}
			got := m.run(t, i, do(isa.OpMov, ud(2), num(1, isa.TypeUd)).noMask(), label("L"))
			require.Equal(t, uint32(one(!want)), got.at(2, 1)[0], "predicate %d, inverted %v", predicate, inverted)
		}
	}
}

// TestHookSeesJumps: the lanes of a jump are all that are active, or none.
func TestHookSeesJumps(t *testing.T) {
	for predicate, lanes := range map[uint32][2]uint32{isa.PredicateAny: {0x3c, 0}, isa.PredicateAll: {0, 0}} {
		for n, flag := range []uint32{0x04, 0} {
			var got []uint32
			m := machine{prepare: func(t *Thread) { t.Active, t.Flags[2] = 0x3c, flag }}
			m.options.Hook = func(e *Event) { got = append(got, e.Lanes) }
			thread := m.thread(t, flow(isa.OpJmp, "L").pred(predicate, 2), label("L"), end())
			thread.run()
			require.Equal(t, []uint32{lanes[n], 0x3c}, got, "predicate %d, flags %#x", predicate, flag)
		}
	}
}

func TestNopAndWaitDoNothing(t *testing.T) {
	m := machine{prepare: numbered}
	want := m.run(t, mark(0))
	got := m.run(t, flow(isa.OpNop, ""), mark(0), flow(isa.OpWait, ""))
	require.Equal(t, want.Instructions+2, got.Instructions)
	require.Equal(t, want.Registers, got.Registers)
	require.Equal(t, want.Masks, got.Masks)
}

func TestCallsAndReturnsByAllLanes(t *testing.T) {
	m := machine{prepare: func(t *Thread) { numbered(t); t.Flags[1], t.Flags[3] = 0x10, 0xff }}
	calls := func(i ins) uint32 { // mark(0) of a call, mark(1) after it
		return m.run(t, i, mark(1), flow(isa.OpJmp, "end"), label("function"), mark(0), flow(isa.OpRet, ""), label("end")).at(2, 1)[0]
	}
	returns := func(i ins) uint32 { // mark(2) when it does not return
		return m.run(t, flow(isa.OpCall, "function"), mark(1), flow(isa.OpJmp, "end"), label("function"), mark(0), i, mark(2), flow(isa.OpRet, ""), label("end")).at(2, 1)[0]
	}
	call, ret := flow(isa.OpCall, "function"), flow(isa.OpRet, "")
	for name, c := range map[string]struct {
		predicated func(ins) ins
		want       bool
	}{
		"any":               {func(i ins) ins { return i.pred(isa.PredicateAny, 1) }, true},
		"any of none":       {func(i ins) ins { return i.pred(isa.PredicateAny, 0) }, false},
		"all":               {func(i ins) ins { return i.pred(isa.PredicateAll, 3) }, true},
		"all of a part":     {func(i ins) ins { return i.pred(isa.PredicateAll, 1) }, false},
		"any is inverted":   {func(i ins) ins { return i.pred(isa.PredicateAny, 1).not() }, true},
		"any none inverted": {func(i ins) ins { return i.pred(isa.PredicateAny, 3).not() }, false},
		"all inverted":      {func(i ins) ins { return i.pred(isa.PredicateAll, 0).not() }, true},
		"none":              {func(i ins) ins { return i }, true},
	} {
		require.Equal(t, map[bool]uint32{true: 11, false: 10}[c.want], calls(c.predicated(call)), "call %s", name)
		require.Equal(t, map[bool]uint32{true: 11, false: 111}[c.want], returns(c.predicated(ret)), "ret %s", name)
	}
}

func TestDiscardMakesHelpers(t *testing.T) {
	m := machine{prepare: func(t *Thread) { numbered(t); t.Active = 0x0f }}
	got := m.run(t, below(2), flow(isa.OpDiscard, "").when(0), mark(0))
	require.Equal(t, uint32(3), got.Helpers)
	require.Equal(t, []uint32{1, 1, 1, 1, 0, 0, 0, 0}, got.at(2, 8), "helpers execute")
	require.Equal(t, uint32(0x0f), m.run(t, flow(isa.OpDiscard, "")).Helpers)
}

// nested is so many constructs, one within the other.
func nested(levels int) (items []any) {
	for n := range levels {
		if n%2 == 0 {
			items = append(items, flow(isa.OpIf, fmt.Sprint("endif", n)))
		} else {
			items = append(items, flow(isa.OpLoop, ""), label(fmt.Sprint("body", n)))
		}
	}
	items = append(items, mark(0))
	for n := levels - 1; n >= 0; n-- {
		if n%2 == 0 {
			items = append(items, label(fmt.Sprint("endif", n)), flow(isa.OpEndif, ""))
		} else {
			items = append(items, below(0), flow(isa.OpWhile, fmt.Sprint("body", n)).when(0))
		}
	}
	return items
}

func TestTheStackHas32Entries(t *testing.T) {
	m := machine{prepare: numbered}
	require.Equal(t, []uint32{1, 1, 1, 1, 1, 1, 1, 1}, m.run(t, nested(32)...).at(2, 8))
	m.fails(t, 16*32, "stack", nested(33)...)
	m.fails(t, 0, "empty", flow(isa.OpEndif, ""))
	m.fails(t, 16, "another construct", flow(isa.OpLoop, ""), flow(isa.OpEndif, ""))
	m.fails(t, 48, "another construct", below(4), flow(isa.OpIf, "").when(0), flow(isa.OpElse, ""), flow(isa.OpElse, ""))
	m.fails(t, 16, "another construct", flow(isa.OpIf, ""), flow(isa.OpWhile, ""))
	m.fails(t, 16, "another construct", flow(isa.OpIf, ""), flow(isa.OpRejoin, ""))
	m.fails(t, 16, "fewer loops", flow(isa.OpLoop, ""), flow(isa.OpBreak, "L").levelled(2), label("L"), end())
	m.fails(t, 0, "fewer loops", flow(isa.OpContinue, "L"), label("L"), end())
}

func TestWhereAProgramCannotBe(t *testing.T) {
	m := machine{prepare: numbered}
	m.fails(t, 16, "no instruction", mark(0))
	m.fails(t, 4096, "no instruction", do(isa.OpWrsr, null(isa.TypeUd), num(0, isa.TypeUd).asRegister(9).by(isa.RegionScalar), num(isa.SpecialRa, isa.TypeUd)),
		do(isa.OpMov, ud(3), num(4096, isa.TypeUd)), do(isa.OpWrsr, null(isa.TypeUd), ud(3).by(isa.RegionScalar), num(isa.SpecialRa, isa.TypeUd)), flow(isa.OpRet, ""))
	m.fails(t, 4, "no instruction", do(isa.OpMov, ud(3), num(4, isa.TypeUd)), do(isa.OpWrsr, null(isa.TypeUd), ud(3).by(isa.RegionScalar), num(isa.SpecialRa, isa.TypeUd)), flow(isa.OpRet, ""))
	back := flow(isa.OpJmp, "").words(-8)
	m.fails(t, -8, "no instruction", bytesOf(back[:]...))
	m.fails(t, 16, "ends within", mark(0), bytesOf(back[0], 0))
	m.options.Limit = 100
	m.fails(t, 0, "which is its limit", label("L"), flow(isa.OpJmp, "L"))
	m.options.Limit = 2
	require.Equal(t, 2, m.run(t, mark(0)).Instructions)
}

// A random program with constructs, which each lane executes by itself, too.

type statement struct {
	kind      int // what follows
	mark      uint32
	condition uint32 // lanes for which it holds in round r: bit (lane + r) mod 8
	levels    int
	rounds    uint32 // lane k goes round rounds + k mod 3 times
	rejoins   bool
	then, or  []statement
}

const (
	marks = iota
	branch
	loops2
	breaks
	continues
)

func drawStatements(t *rapid.T, depth, loopsAround int, mayContinue bool) (list []statement) {
	for range rapid.IntRange(0, 3).Draw(t, "statements") {
		kinds := []int{marks}
		if depth > 0 {
			kinds = append(kinds, branch, branch, loops2)
		}
		if loopsAround > 0 {
			kinds = append(kinds, breaks)
		}
		if mayContinue {
			kinds = append(kinds, continues)
		}
		s := statement{kind: rapid.SampledFrom(kinds).Draw(t, "kind"), mark: rapid.Uint32Range(1, 99).Draw(t, "mark"),
			condition: rapid.Uint32Range(0, 255).Draw(t, "condition")}
		switch s.kind {
		case branch:
			s.then = drawStatements(t, depth-1, loopsAround, mayContinue)
			s.or = drawStatements(t, depth-1, loopsAround, mayContinue)
		case loops2:
			s.rounds, s.rejoins = rapid.Uint32Range(0, 2).Draw(t, "rounds"), rapid.Bool().Draw(t, "rejoins")
			s.then = drawStatements(t, depth-1, loopsAround+1, true)
		case breaks:
			s.levels = rapid.IntRange(1, loopsAround).Draw(t, "levels")
		}
		list = append(list, s)
	}
	return list
}

// lane executes statements for one lane.
type lane struct {
	number, result, clock uint32
}

// outcome is how statements end: 0, or so many loops are left, or -1 of a continue.
func (l *lane) statements(list []statement) int {
	for _, s := range list {
		if outcome := l.statement(s); outcome != 0 {
			return outcome
		}
	}
	return 0
}

func (l *lane) holds(condition uint32) bool {
	l.clock++
	return condition>>((l.number+l.clock)%8)&1 != 0
}

func (l *lane) statement(s statement) int {
	switch s.kind {
	case marks:
		l.result = l.result*31 + s.mark
	case branch:
		if l.holds(s.condition) {
			return l.statements(s.then)
		}
		return l.statements(s.or)
	case breaks:
		if l.holds(s.condition) {
			return s.levels
		}
	case continues:
		if l.holds(s.condition) {
			return -1
		}
	case loops2:
		for round := uint32(0); round < 1+s.rounds+l.number%3; round++ {
			if outcome := l.statements(s.then); outcome > 0 {
				return outcome - 1
			}
		}
	}
	return 0
}

// compiler makes instructions of statements. r2 is the result, r3 the clock, r4 lane mod 3, from r10 on a counter of each loop around.
type compiler struct {
	items  []any
	labels int
}

func (c *compiler) add(items ...any) { c.items = append(c.items, items...) }

func (c *compiler) label() string { c.labels++; return fmt.Sprint("L", c.labels) }

// test sets f0 where a condition holds.
func (c *compiler) test(condition uint32) {
	c.add(do(isa.OpAdd, ud(3), ud(3), num(1, isa.TypeUd)), do(isa.OpAdd, ud(5), ud(1), ud(3)), do(isa.OpAnd, ud(5), ud(5), num(7, isa.TypeUd)),
		do(isa.OpMov, ud(6), num(condition, isa.TypeUd)), do(isa.OpShr, ud(6), ud(6), ud(5)),
		do(isa.OpAnd, null(isa.TypeUd), ud(6), num(1, isa.TypeUd)).cond(isa.ConditionNe, 0))
}

// statements compiles a list; next is where lanes may be active after all have left.
func (c *compiler) statements(list []statement, depth int, next string) {
	for _, s := range list {
		switch s.kind {
		case marks:
			c.add(do(isa.OpMad, ud(2), ud(2), ud(7), num(s.mark, isa.TypeUd)))
		case branch:
			c.branch(s, depth)
		case breaks:
			c.test(s.condition)
			c.add(flow(isa.OpBreak, next).when(0).levelled(uint32(s.levels)))
		case continues:
			c.test(s.condition)
			c.add(flow(isa.OpContinue, next).when(0))
		case loops2:
			c.loop(s, depth)
		}
	}
}

func (c *compiler) branch(s statement, depth int) {
	or, after := c.label(), c.label()
	c.test(s.condition)
	if len(s.or) == 0 {
		c.add(flow(isa.OpIf, after).when(0))
		c.statements(s.then, depth, after)
	} else {
		c.add(flow(isa.OpIf, or).when(0))
		c.statements(s.then, depth, or)
		c.add(label(or), flow(isa.OpElse, after))
		c.statements(s.or, depth, after)
	}
	c.add(label(after), flow(isa.OpEndif, ""))
}

// loop compiles a loop with a counter at its end, after a rejoin, or at its beginning, without.
func (c *compiler) loop(s statement, depth int) {
	counter, limit := 10+2*depth, 11+2*depth
	body, on := c.label(), c.label()
	c.add(do(isa.OpMov, ud(counter), num(0, isa.TypeUd)), do(isa.OpAdd, ud(limit), ud(4), num(1+s.rounds, isa.TypeUd)), flow(isa.OpLoop, ""), label(body))
	count := []any{
		do(isa.OpAdd, ud(counter), ud(counter), num(1, isa.TypeUd)),
		do(isa.OpCmp, null(isa.TypeUd), ud(counter), ud(limit)).cond(isa.ConditionLt, 0)}
	if s.rejoins {
		c.statements(s.then, depth+1, on)
		c.add(label(on), flow(isa.OpRejoin, ""))
		c.add(count...)
		c.add(flow(isa.OpWhile, body).when(0))
		return
	}
	c.add(do(isa.OpCmp, null(isa.TypeUd), ud(counter), ud(limit)).cond(isa.ConditionGe, 0), flow(isa.OpBreak, on).when(0), count[0])
	c.statements(s.then, depth+1, on)
	c.add(label(on), flow(isa.OpWhile, body))
}

func TestLanesOfAProgramDoWhatEachDoesAlone(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := drawStatements(rt, 4, 0, false)
		active := rapid.Uint32Range(1, 255).Draw(rt, "active")
		c := &compiler{}
		c.statements(list, 0, "")
		m := machine{prepare: func(t *Thread) {
			numbered(t)
			t.set(4, 0, 1, 2, 0, 1, 2, 0, 1)
			t.set(7, 31, 31, 31, 31, 31, 31, 31, 31)
			t.Active = active
		}}
		m.options.Limit = 100_000
		got := m.run(t, c.items...)
		require.Zero(rt, got.Depth)
		require.Equal(rt, active, got.Active)
		for k := range uint32(8) {
			l := lane{number: k}
			if active>>k&1 != 0 {
				l.statements(list)
			}
			require.Equal(rt, l.result, got.at(2, 8)[k], "lane %d", k)
		}
	})
}
