package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

func TestPulseIsSeenByAllReadersInOneCycle(t *testing.T) {
	b := newBench(t)
	var line *wires.Line
	src := b.cell("Src", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 3 {
			line.Raise()
		}
		return wires.Busy
	})
	seen := map[string][]uint64{}
	var readers []wires.Reader
	for _, n := range []string{"A", "B", "C"} {
		r := b.cell(n, func(c *cell, cycle uint64) wires.Activity {
			if line.High() {
				seen[c.Name()] = append(seen[c.Name()], cycle)
			}
			return wires.Idle
		})
		readers = append(readers, wires.Reader{Block: r, Port: "Int"})
	}
	var err error
	line, err = wires.ConnectLine("INT", src, "Int", readers...)
	require.NoError(t, err)
	for _, order := range [][]int{nil, {3, 2, 1, 0}, {1, 0, 3, 2}} {
		b.SetOrder(order)
	}
	b.run(10)
	require.Equal(t, map[string][]uint64{"A": {4}, "B": {4}, "C": {4}}, seen)
}

func TestPulsesInFollowingCyclesAreAllSeen(t *testing.T) {
	b := newBench(t)
	var line *wires.Line
	src := b.cell("Src", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 2 || cycle == 3 || cycle == 6 {
			line.Raise()
		}
		return wires.Busy
	})
	var seen []uint64
	to := b.cell("To", func(c *cell, cycle uint64) wires.Activity {
		if line.High() {
			seen = append(seen, cycle)
		}
		return wires.Idle
	})
	line, _ = wires.ConnectLine("L", src, "Out", wires.Reader{Block: to, Port: "In"})
	b.run(12)
	require.Equal(t, []uint64{3, 4, 7}, seen)
}

func TestSleepingBlockIsNotEvaluated(t *testing.T) {
	b := newBench(t)
	busy := b.cell("Busy", func(*cell, uint64) wires.Activity { return wires.Busy })
	idle := b.cell("Idle", func(*cell, uint64) wires.Activity { return wires.Idle })
	b.run(100)
	require.Equal(t, 100, busy.evals)
	require.Equal(t, 1, idle.evals)
}

func TestSleepingMachineJumpsToTheNextTimer(t *testing.T) {
	b := newBench(t)
	var at []uint64
	b.cell("Timer", func(c *cell, cycle uint64) wires.Activity {
		at = append(at, cycle)
		if cycle < 2_000_000 {
			c.WakeAt(cycle + 1_000_000)
		}
		return wires.Waiting
	})
	b.run(10_000_000)
	require.Equal(t, []uint64{1, 1_000_001, 2_000_001}, at)
	require.EqualValues(t, 3, b.Evaluated())
	require.True(t, b.Quiet())
}

func TestRunEndsAtTheCycleAskedForInAJump(t *testing.T) {
	b := newBench(t)
	c := b.cell("Timer", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 1 {
			c.WakeAt(1000)
		}
		return wires.Waiting
	})
	b.run(500)
	require.EqualValues(t, 500, b.Cycle())
	require.Equal(t, 1, c.evals)
	b.run(999)
	require.Equal(t, 1, c.evals)
	b.run(1000)
	require.Equal(t, 2, c.evals)
}

func TestEarliestOfSeveralTimersCounts(t *testing.T) {
	b := newBench(t)
	var at []uint64
	b.cell("Timer", func(c *cell, cycle uint64) wires.Activity {
		at = append(at, cycle)
		if cycle == 1 {
			c.WakeAt(50)
			c.WakeAt(20)
			c.WakeAt(70)
		}
		return wires.Waiting
	})
	b.run(100)
	require.Equal(t, []uint64{1, 20}, at)
}

func TestEntryOnItsWayWakesItsConsumerAndNothingElse(t *testing.T) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 4, Width: 1, Latency: 300})
	from.tick = func(cycle uint64) wires.Activity {
		if cycle == 1 {
			f.Put(1)
		}
		return wires.Idle
	}
	var took uint64
	to.tick = func(cycle uint64) wires.Activity {
		if f.Valid() {
			f.Drop()
			took = cycle
		}
		return wires.Idle
	}
	b.run(1000)
	require.EqualValues(t, 301, took)
	require.Equal(t, 2, to.evals, "reset, arrival")
	require.Equal(t, 2, from.evals, "reset, room")
	require.LessOrEqual(t, b.Evaluated(), uint64(4))
}

func TestLineWakesItsReaders(t *testing.T) {
	b := newBench(t)
	var line *wires.Line
	src := b.cell("Src", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 1 {
			c.WakeAt(40)
		}
		if cycle == 40 {
			line.Raise()
		}
		return wires.Waiting
	})
	var high []uint64
	to := b.cell("To", func(c *cell, cycle uint64) wires.Activity {
		if line.High() {
			high = append(high, cycle)
		}
		return wires.Idle
	})
	line, _ = wires.ConnectLine("L", src, "Out", wires.Reader{Block: to, Port: "In"})
	b.run(100)
	require.Equal(t, []uint64{41}, high)
}

func TestStopEndsTheRunBehindTheCycle(t *testing.T) {
	b := newBench(t)
	b.cell("Busy", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 5 {
			b.Stop()
		}
		return wires.Busy
	})
	b.run(100)
	require.EqualValues(t, 5, b.Cycle())
	b.run(100)
	require.EqualValues(t, 100, b.Cycle())
}

func TestBrokenRuleNamesRulePlaceAndCycle(t *testing.T) {
	b := newBench(t)
	b.cell("Unit", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 9 {
			c.Break("T1", "INT_END came %d times", 2)
		}
		return wires.Busy
	})
	err := b.Run(100)
	require.EqualError(t, err, "rule T1 broken at Unit in cycle 9: INT_END came 2 times")
}

func TestPanicThatIsNoRuleIsNotSwallowed(t *testing.T) {
	b := newBench(t)
	b.cell("Unit", func(*cell, uint64) wires.Activity { panic("a bug") })
	require.PanicsWithValue(t, "a bug", func() { _ = b.Run(1) })
}

// chain builds a line of blocks with random stalls between them.
func chain(b *bench, n int, cfg wires.LinkConfig) (last *cell) {
	links := make([]*wires.Fifo[uint64], n)
	from := b.cell("Source", feed(&links[0], 200))
	for i := range n {
		var to *cell
		if i == n-1 {
			to = b.cell("Sink", drain(&links[i]))
		} else {
			to = b.cell("Stage", func(c *cell, _ uint64) wires.Activity {
				switch {
				case !links[i].Valid():
					return links[i].Starved()
				case !links[i+1].Ready():
					return links[i+1].Blocked()
				}
				links[i+1].Put(links[i].Take() + 1)
				return wires.Busy
			})
		}
		links[i] = connect[uint64](b, "F"+string(rune('0'+i)), cfg, from, to)
		from = to
	}
	return from
}

// digests runs a domain cycle by cycle.
func digests(t testing.TB, b *bench, cycles uint64) (out []uint64) {
	for c := b.Cycle() + 1; c <= cycles; c++ {
		b.run(c)
		out = append(out, b.Digest())
	}
	return out
}

func TestEvaluationOrderAndSleepDoNotShow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := wires.LinkConfig{
			Depth: rapid.IntRange(1, 9).Draw(rt, "depth"), Width: rapid.IntRange(1, 3).Draw(rt, "width"), Latency: rapid.IntRange(1, 4).Draw(rt, "latency"),
			Stall: wires.Stall{Percent: uint32(rapid.IntRange(0, 60).Draw(rt, "percent")), Max: 12},
		}
		want := func() []uint64 {
			b := newBench(t)
			chain(b, 5, cfg)
			return digests(t, b, 400)
		}()
		b := newBench(t)
		chain(b, 5, cfg)
		b.SetOrder(rapid.Permutation([]int{0, 1, 2, 3, 4, 5}).Draw(rt, "order"))
		b.SetAlwaysAwake(rapid.Bool().Draw(rt, "awake"))
		require.Equal(t, want, digests(t, b, 400))
	})
}

func TestAccountsAndFillAddUp(t *testing.T) {
	b := newBench(t)
	last := chain(b, 4, wires.LinkConfig{Depth: 3, Width: 1, Latency: 2, Stall: wires.Stall{Percent: 40, Max: 9}})
	b.run(5000)
	require.Greater(t, b.Cycle(), uint64(200)) // it ends when all is through
	for _, k := range b.Blocks() {
		a := b.Account(k)
		require.Equal(t, b.Cycle(), a.Busy+a.Idle+a.Waiting+wires.Total(a.Starved)+wires.Total(a.Blocked), k.Name())
	}
	require.Positive(t, b.Account(last).Starved["F3"])
	require.Equal(t, last.Name(), "Sink")
	for _, c := range b.Connections() {
		sum := uint64(0)
		for _, n := range c.Fill {
			sum += n
		}
		require.Equal(t, b.Cycle(), sum, c.Name)
	}
}

func TestActivityNamesThePortThatIsWaitedFor(t *testing.T) {
	b := newBench(t)
	f, _, _ := b.pair(wires.LinkConfig{Depth: 1, Width: 1, Latency: 1})
	_, starved, blocked := f.Starved().Port()
	require.True(t, starved && !blocked)
	_, starved, blocked = f.Blocked().Port()
	require.True(t, !starved && blocked)
	port, _, _ := wires.Waiting.Port()
	require.Equal(t, -1, port)
}

func TestRoundRobinIsFair(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 32).Draw(rt, "n")
		var r wires.RoundRobin
		wait := make([]int, n)
		for range 200 {
			want := rapid.Uint32().Draw(rt, "requests") & uint32(uint64(1)<<n-1)
			got := r.Pick(want, n)
			if want == 0 {
				require.Equal(t, -1, got)
				continue
			}
			require.NotZero(t, want>>got&1, "served without a request")
			for i := range wait {
				switch {
				case i == got || want>>i&1 == 0:
					wait[i] = 0
				default:
					wait[i]++
				}
				require.Less(t, wait[i], n, "request %d starves", i)
			}
		}
	})
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	b := newBench(t)
	links := make([]*wires.Fifo[uint64], 1)
	from := b.cell("Source", feed(&links[0], 1<<60))
	to := b.cell("Sink", drain(&links[0]))
	links[0] = connect[uint64](b, "F", wires.LinkConfig{Depth: 8, Width: 1, Latency: 3, Stall: wires.Stall{Percent: 10, Max: 4}}, from, to)
	b.run(1000)
	require.Zero(t, testing.AllocsPerRun(10, func() { b.run(b.Cycle() + 1000) }))
}
