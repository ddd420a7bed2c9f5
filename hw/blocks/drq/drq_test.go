package drq_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/drq"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

const ownBlock = 7

// registers counts how often they are reset.
type registers struct{ resets int }

func (r *registers) Reset() { r.resets++ }

// unit is a block that is nothing but a unit of the datapath; do is its own part of a
// cycle.
type unit struct {
	wires.BlockBase
	P  unitPorts
	u  drq.Unit
	S  drq.State
	do func()
}

func (b *unit) Tick(uint64) wires.Activity {
	b.u.Begin()
	if b.do != nil {
		b.do()
	}
	b.u.Moved()
	return wires.Busy
}

func (b *unit) Line() string { return "DRQ" }

func (b *unit) Parts() (ports, state any) { return &b.P, &b.S }

// unitPorts are those of a unit.
type unitPorts struct {
	In, Side wires.In[pipe.Report]
	DP       wires.Out[pipe.Report]
}

type bench struct {
	*blocktest.Bench
	b        *unit
	in, side *blocktest.Source[pipe.Report]
	out      *blocktest.Sink[pipe.Report]
}

// newBench makes a unit with a neighbour "n" and, when two, another "s".
func newBench(t testing.TB, two bool) *bench {
	b := &unit{BlockBase: wires.NewBlockBase("Unit")}
	b.u.Init(ownBlock, &b.S, &b.P.DP, &b.P.In, &b.P.Side)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.In, "IN", 2)
	if two {
		k.side = blocktest.In(k.Bench, &b.P.Side, "SIDE", 2)
	}
	k.out = blocktest.Datapath(k.Bench, &b.P.DP)
	return k
}

func items(block uint8, n int) (out []pipe.Report) {
	for i := range n {
		out = append(out, pipe.RegisterReport(pipe.Committed, 0, 0, uint32(i)).From(block))
	}
	return out
}

// from draws who the items came from: o for the unit itself.
func (k *bench) from() string {
	var s strings.Builder
	for i := range k.out.Got {
		s.WriteString(map[uint8]string{ownBlock: "o", 1: "n", 2: "s"}[k.out.Got[i].Block])
	}
	return s.String()
}

// wants makes the unit send n items as soon as it may.
func (k *bench) wants(n int) {
	k.b.do = func() {
		if n > 0 && k.b.u.Ready() {
			k.b.u.Send(pipe.RegisterReport(pipe.Progress, 0, 0, uint32(n)))
			n--
		}
	}
}

func TestOwnAndForwardedReportsTakeTurns(t *testing.T) {
	k := newBench(t, false)
	k.in.Queue = items(1, 6)
	k.wants(6)
	k.Step(20)
	require.Equal(t, "onononononon", k.from()[:12])
	require.Len(t, k.out.Got, 12)
}

func TestTurnsGoOnUnderBackPressure(t *testing.T) {
	k := newBench(t, false)
	k.in.Queue = items(1, 8)
	k.wants(8)
	for i := range 60 {
		k.out.Shut = i%3 != 0
		k.Step(1)
	}
	require.Equal(t, strings.Repeat("on", 8), k.from())
}

func TestTwoNeighboursShareWhatTheUnitLeaves(t *testing.T) {
	k := newBench(t, true)
	k.in.Queue, k.side.Queue = items(1, 4), items(2, 4)
	k.Step(3)
	k.wants(8)
	k.Step(25)
	require.Len(t, k.out.Got, 16)
	require.Contains(t, k.from(), "onosonos")
	k.out.Got = nil
	k.in.Queue, k.side.Queue = items(1, 4), items(2, 4)
	k.Step(14)
	require.Equal(t, "nsnsnsns", k.from(), "the unit is silent")
}

func TestAloneEachSendsInEveryCycle(t *testing.T) {
	k := newBench(t, true)
	k.side.Queue = items(2, 8)
	k.Step(11)
	require.Equal(t, "ssssssss", k.from())
	for i := range k.out.Got {
		_, value := k.out.Got[i].Register()
		require.EqualValues(t, i, value, "in order")
	}
	k.out.Got = nil
	k.wants(8)
	k.Step(9)
	require.Equal(t, "oooooooo", k.from())
}

// Registers go out one a cycle with numbers from first on, forwarded items between
// them; the next dump begins at its first register again.
func TestDumpNumbersRegistersFromFirst(t *testing.T) {
	for _, first := range []uint16{0, 12} {
		k := newBench(t, false)
		for round := range 2 {
			k.in.Queue = items(1, 2)
			k.out.Got = nil
			finished := 0
			k.b.do = func() {
				if finished > 0 {
					return
				}
				if a, done := k.b.u.EndContext(1, drq.Counters{Block: ownBlock, First: first, Regs: []uint32{50, 51, 52, 53}}); done {
					require.Equal(t, wires.Busy, a)
					k.b.u.Return(&registers{})
					finished++
				}
			}
			k.out.Shut = true
			k.Step(5)
			require.Zero(t, finished, "the datapath is full")
			k.out.Shut = false
			k.Step(12)
			require.Equal(t, 1, finished)
			var got []string
			for _, r := range k.out.Got {
				if r.Block == ownBlock {
					require.Equal(t, pipe.Dumped, r.Kind)
					require.EqualValues(t, 1, r.Slot)
					reg, value := r.Register()
					got = append(got, fmt.Sprint(reg-first, "=", value))
				}
			}
			require.Equal(t, []string{"0=50", "1=51", "2=52", "3=53"}, got, "round %d", round)
			require.Len(t, k.out.Got, 6)
			require.Zero(t, k.b.S.Next)
		}
	}
}

func TestEndOfContextSendsTheCountOfDiscardedEntriesOnce(t *testing.T) {
	k := newBench(t, false)
	var done []bool
	end := func() {
		_, ended := k.b.u.EndContext(1, drq.Counters{})
		if done = append(done, ended); ended {
			k.b.u.Return(&registers{})
		}
	}
	k.b.do = end
	k.Step(1)
	require.Equal(t, []bool{true}, done, "nothing was discarded")
	k.b.do = nil
	k.Step(2)
	require.Empty(t, k.out.Got)

	for range 5 {
		k.b.u.Discard()
	}
	k.out.Shut = true
	k.in.Queue = items(1, 2) // they fill the datapath
	k.Step(4)
	done, k.b.do = nil, end
	k.Step(2)
	require.Equal(t, []bool{false, false}, done)
	require.EqualValues(t, 5, k.b.S.Discarded, "kept until there is room")
	k.out.Shut = false
	k.Step(6)
	require.Len(t, k.out.Got, 3)
	require.Equal(t, pipe.DiscardReport(1, 5).From(ownBlock), k.out.Got[2])
	require.Zero(t, k.b.S.Discarded)
}

// At INT_END the discarded entries are told, then the counters; the token goes on, as its outputs have room, and with
// the last of them the registers are reset.
func TestMachineComesThroughTheEndOfAContext(t *testing.T) {
	k := newBench(t, false)
	var r registers
	var shown wires.Signals
	k.b.u.Signals(&shown, drq.Bare, drq.Discarding, drq.Counted, drq.DiscardingCounted)
	room, handed := false, false
	end := func() {
		if _, done := k.b.u.EndContext(1, drq.Counters{Block: ownBlock, Regs: []uint32{8, 9}}); done && room && !handed {
			k.b.u.Return(&r)
			handed = true
			k.b.do = nil
		}
	}
	for range 3 {
		k.b.u.Discard()
	}
	var states []string
	step := func(n int) {
		for range n {
			k.Step(1)
			states = append(states, shown.List[0].Name())
		}
	}
	k.out.Shut = true
	k.in.Queue = items(1, 2) // they fill the datapath
	step(4)
	k.b.do = end
	step(2)
	require.False(t, k.b.u.Reported())
	k.out.Shut = false
	step(8)
	require.True(t, k.b.u.Reported())
	require.True(t, k.b.u.Ending())
	require.Zero(t, r.resets, "the token waits for room")
	room = true
	step(1)
	require.Equal(t, 1, r.resets)
	var walk []string
	for _, s := range states {
		if len(walk) == 0 || walk[len(walk)-1] != s {
			walk = append(walk, s)
		}
	}
	require.Equal(t, "NORMAL DISCARDS COUNTING ENDING NORMAL", strings.Join(walk, " "))
	var own []pipe.ReportKind
	for i := range k.out.Got {
		if e := &k.out.Got[i]; e.Block == ownBlock {
			own = append(own, e.Kind)
		}
	}
	require.Equal(t, []pipe.ReportKind{pipe.Discarded, pipe.Dumped, pipe.Dumped}, own)
}

// A cut ends a dump: the next one begins at the first register.
func TestCancelledDumpBeginsAgain(t *testing.T) {
	k := newBench(t, false)
	dump := func() { k.b.u.Dump(0, []uint32{1, 2, 3}) }
	k.b.do = dump
	k.Step(2)
	require.Equal(t, drq.State{Phase: drq.Dumping, Next: 2}, k.b.S)
	k.b.do = k.b.u.Cancel
	k.Step(1)
	require.Equal(t, drq.State{}, k.b.S)
	k.b.do = dump
	k.Step(3)
	require.Equal(t, drq.State{}, k.b.S)
	require.Len(t, k.out.Got, 5-1) // the last one is on its way
}
