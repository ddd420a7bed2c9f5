package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

func TestPulseIsSeenByAllReadersInOneCycle(t *testing.T) {
	b := newBench(t)
	var line *wire
	src := b.cell("Src", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 3 {
			line.Raise()
		}
		return wires.Busy
	})
	seen := map[string][]uint64{}
	var readers []wires.Block
	for _, n := range []string{"A", "B", "C"} {
		r := b.cell(n, func(c *cell, cycle uint64) wires.Activity {
			if line.High() {
				seen[c.Name()] = append(seen[c.Name()], cycle)
			}
			return wires.Idle
		})
		readers = append(readers, r)
	}
	line = joinLine(t, "INT", src, readers...)
	for _, order := range [][]int{nil, {3, 2, 1, 0}, {1, 0, 3, 2}} {
		b.SetOrder(order)
	}
	b.run(10)
	require.Equal(t, map[string][]uint64{"A": {4}, "B": {4}, "C": {4}}, seen)
}

func TestPulsesInFollowingCyclesAreAllSeen(t *testing.T) {
	b := newBench(t)
	seen := b.line(func(_ *cell, l *wire, cycle uint64) wires.Activity {
		if cycle == 2 || cycle == 3 || cycle == 6 {
			l.Raise()
		}
		return wires.Busy
	})
	b.run(12)
	require.Equal(t, []uint64{3, 4, 7}, *seen)
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

func TestOnlyAQuietMachineSleeps(t *testing.T) {
	b := newBench(t)
	c := b.cell("Timer", func(c *cell, cycle uint64) wires.Activity {
		if cycle == 1 {
			c.WakeAt(1000)
		}
		return wires.Waiting
	})
	b.run(500)
	b.Sleep(600)
	require.EqualValues(t, 500, b.Cycle(), "a timer is set")
	b.run(1000)
	b.Sleep(900)
	require.EqualValues(t, 1000, b.Cycle(), "time does not go back")
	b.Sleep(5000)
	require.EqualValues(t, 5000, b.Cycle())
	b.Wake(c)
	b.run(5001)
	require.Equal(t, 3, c.evals)
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

func TestTimerThatIsForgotten(t *testing.T) {
	b := newBench(t)
	var at, others []uint64
	b.cell("Timer", func(c *cell, cycle uint64) wires.Activity {
		at = append(at, cycle)
		c.NoWake() // none is set
		if cycle == 1 {
			c.WakeAt(20)
			c.NoWake()
			c.WakeAt(70)
		}
		return wires.Waiting
	})
	b.cell("Other", func(c *cell, cycle uint64) wires.Activity {
		others = append(others, cycle)
		if cycle == 1 {
			c.WakeAt(30)
		}
		return wires.Waiting
	})
	b.run(100)
	require.Equal(t, []uint64{1, 70}, at)
	require.Equal(t, []uint64{1, 30}, others)
	require.True(t, b.Quiet())
}

// A producer that had room is not woken by more of it.
func TestEntryOnItsWayWakesItsConsumerAndNothingElse(t *testing.T) {
	for depth, producer := range map[int]int{1: 2, 4: 1} {
		entryOnItsWay(t, depth, producer)
	}
}

func entryOnItsWay(t *testing.T, depth, producer int) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: depth, Width: 1, Latency: 300})
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
	require.Equal(t, producer, from.evals, "reset, and room if there was none")
	require.LessOrEqual(t, b.Evaluated(), uint64(4))
}

func TestLineWakesItsReaders(t *testing.T) {
	b := newBench(t)
	high := b.line(func(c *cell, l *wire, cycle uint64) wires.Activity {
		if cycle == 1 {
			c.WakeAt(40)
		}
		if cycle == 40 {
			l.Raise()
		}
		return wires.Waiting
	})
	b.run(100)
	require.Equal(t, []uint64{41}, *high)
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

func TestRoundRobinIsFair(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 63).Draw(rt, "n")
		var r wires.RoundRobin
		wait := make([]int, n)
		for range 200 {
			want := rapid.Uint64().Draw(rt, "requests") & (1<<n - 1)
			got := r.Pick(want)
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
	links := make([]*duct[uint64], 1)
	from := b.cell("Source", feed(&links[0], 1<<60))
	to := b.cell("Sink", drain(&links[0]))
	links[0] = connect[uint64](b, "F", wires.LinkConfig{Depth: 8, Width: 1, Latency: 3, Stall: wires.Stall{Percent: 10, Max: 4}}, from, to)
	b.run(1000)
	require.Zero(t, testing.AllocsPerRun(10, func() { b.run(b.Cycle() + 1000) }))
}
