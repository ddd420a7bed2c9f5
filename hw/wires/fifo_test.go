package wires_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

func TestEntryCanBeTakenLatencyCyclesAfterItWasPut(t *testing.T) {
	for latency := 1; latency <= 5; latency++ {
		b := newBench(t)
		var f *duct[uint64]
		var seen []uint64
		from := b.cell("From", func(c *cell, cycle uint64) wires.Activity {
			if c.s.Count == 0 && cycle == 1 {
				c.s.Count++
				f.Put(42)
			}
			return wires.Idle
		})
		to := b.cell("To", func(c *cell, cycle uint64) wires.Activity {
			if f.Valid() {
				seen = append(seen, cycle)
				require.EqualValues(t, 42, f.Take())
			}
			return wires.Idle
		})
		f = connect[uint64](b, "F", wires.LinkConfig{Depth: 4, Width: 1, Latency: latency}, from, to)
		b.run(20)
		require.Equal(t, []uint64{1 + uint64(latency)}, seen)
	}
}

func TestFullAndEmptyAreRegistered(t *testing.T) {
	b := newBench(t)
	var f *duct[uint64]
	var wave strings.Builder
	from := b.cell("From", func(c *cell, cycle uint64) wires.Activity {
		put := "-"
		if f.Ready() {
			c.s.Count++
			f.Put(c.s.Count)
			put = fmt.Sprint(c.s.Count)
		}
		fmt.Fprintf(&wave, "%d: put %s len %d", cycle, put, f.Len())
		return wires.Busy
	})
	to := b.cell("To", func(c *cell, cycle uint64) wires.Activity {
		take := "-"
		if cycle >= 4 && f.Valid() {
			take = fmt.Sprint(f.Take())
		}
		fmt.Fprintf(&wave, " take %s\n", take)
		return wires.Busy
	})
	f = connect[uint64](b, "F", wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, from, to)
	b.run(7)
	require.Equal(t, `1: put 1 len 0 take -
2: put 2 len 1 take -
3: put - len 2 take -
4: put - len 2 take 1
5: put 3 len 1 take 2
6: put 4 len 1 take 3
7: put 5 len 1 take 4
`, wave.String())
}

func TestWidthLimitsPutsAndTakesOfACycle(t *testing.T) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 16, Width: 3, Latency: 1})
	var puts, takes []int
	from.tick = func(uint64) wires.Activity {
		n := 0
		for ; f.Ready(); n++ {
			f.Put(1)
		}
		puts = append(puts, n)
		return wires.Busy
	}
	to.tick = func(uint64) wires.Activity {
		n := 0
		for ; f.Valid(); n++ {
			f.Drop()
		}
		takes = append(takes, n)
		return wires.Busy
	}
	b.run(4)
	require.Equal(t, []int{3, 3, 3, 3}, puts)
	require.Equal(t, []int{0, 3, 3, 3}, takes)
}

func TestOverflowStopsTheRun(t *testing.T) {
	for _, how := range []string{"full", "width", "slot"} {
		b := newBench(t)
		depth := map[string]int{"full": 2, "width": 8, "slot": 2}[how]
		f, from, _ := b.pair(wires.LinkConfig{Depth: depth, Width: 1, Latency: 1})
		from.tick = func(uint64) wires.Activity {
			switch how {
			case "width":
				f.Put(1)
				f.Put(2)
			case "slot":
				*f.Slot() = 3
				f.Push()
			default:
				f.Put(1)
			}
			return wires.Busy
		}
		var v *wires.Violation
		require.ErrorAs(t, b.Run(10), &v, how)
		require.Equal(t, "FIFO overflow", v.Rule)
		require.Equal(t, "F", v.Where)
		require.Equal(t, map[string]uint64{"full": 3, "width": 1, "slot": 3}[how], v.Cycle)
		require.Contains(t, v.Error(), "From.F put an entry into a full FIFO")
	}
}

func TestUnderflowStopsTheRun(t *testing.T) {
	b := newBench(t)
	f, _, to := b.pair(wires.LinkConfig{Depth: 2, Width: 1, Latency: 1})
	to.tick = func(cycle uint64) wires.Activity {
		if cycle == 3 {
			f.Take()
		}
		return wires.Busy
	}
	var v *wires.Violation
	require.ErrorAs(t, b.Run(10), &v)
	require.Equal(t, wires.Violation{Rule: "FIFO underflow", Where: "F", Cycle: 3, Detail: "To.F took an entry that was not there"}, *v)
}

// An entry of three beats comes two cycles later than one of a single beat, and the next one three cycles after it, however early
// it was put; the producer sees only that the FIFO fills up.
func TestEntriesOfSeveralBeatsComeOneAfterTheOther(t *testing.T) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 4, Width: 1, Latency: 2, Beats: 3})
	var put, took []uint64
	from.tick = func(cycle uint64) wires.Activity {
		if len(put) == 6 {
			return wires.Idle
		}
		if !f.Ready() {
			return f.Blocked()
		}
		f.Put(cycle)
		put = append(put, cycle)
		return wires.Busy
	}
	to.tick = func(cycle uint64) wires.Activity {
		if !f.Valid() {
			return f.Starved()
		}
		f.Drop()
		took = append(took, cycle)
		return wires.Busy
	}
	b.Guard()
	b.run(100)
	require.Equal(t, []uint64{1, 2, 3, 4, 6, 9}, put)
	require.Equal(t, []uint64{5, 8, 11, 14, 17, 20}, took)
}

func TestShapesThatCannotWorkAreRefused(t *testing.T) {
	b := newBench(t)
	from, to := b.cell("From", nil), b.cell("To", nil)
	for _, c := range []wires.LinkConfig{{Depth: 0, Width: 1, Latency: 1}, {Depth: 1, Width: 0, Latency: 1}, {Depth: 1, Width: 1}, {Depth: 1, Width: 1, Latency: 1, Beats: -1}} {
		_, err := join[uint64]("F", c, from, to)
		require.ErrorContains(t, err, "each must be at least 1")
	}
}

// Whatever the shape and the stalls: nothing is lost, doubled or reordered, and no
// entry comes before its latency.
func TestFifoKeepsOrderForEveryShape(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		latency := rapid.IntRange(1, 6).Draw(rt, "latency")
		cfg := wires.LinkConfig{
			Depth: rapid.IntRange(1, 20).Draw(rt, "depth"), Width: rapid.IntRange(1, 4).Draw(rt, "width"), Latency: latency, Beats: rapid.IntRange(0, 3).Draw(rt, "beats"),
			Stall: wires.Stall{Percent: uint32(rapid.SampledFrom([]int{0, 0, 30, 100}).Draw(rt, "percent")), Max: uint32(rapid.IntRange(0, 9).Draw(rt, "max"))},
		}
		pattern := rapid.SliceOfN(rapid.IntRange(0, 3), 8, 8).Draw(rt, "pattern")
		b := newBench(t)
		f, from, to := b.pair(cfg)
		putAt := map[uint64]uint64{}
		next, want, most := uint64(0), uint64(0), 0
		from.tick = func(cycle uint64) wires.Activity {
			for n := pattern[cycle%8]; n > 0 && next < 60 && f.Ready(); n-- {
				putAt[next] = cycle
				f.Put(next)
				next++
			}
			most = max(most, f.Promised())
			return wires.Busy
		}
		to.tick = func(cycle uint64) wires.Activity {
			for n := pattern[(cycle+3)%8]; n > 0 && f.Valid(); n-- {
				v := f.Take()
				require.Equal(t, want, v)
				require.GreaterOrEqual(t, cycle, putAt[v]+uint64(latency))
				want++
			}
			return wires.Busy
		}
		b.run(3000)
		if pattern[0]+pattern[1]+pattern[2]+pattern[3]+pattern[4]+pattern[5]+pattern[6]+pattern[7] > 0 {
			require.EqualValues(t, 60, want)
		}
		require.LessOrEqual(t, most, cfg.Depth)
	})
}

// arrivals runs a producer of n numbers and returns the cycles in which they can be taken.
func arrivals(t *testing.T, stall wires.Stall, n uint64, tokens func(*uint64) bool) (at []uint64) {
	b := newBench(t)
	var f *duct[uint64]
	from := b.cell("From", feed(&f, n))
	to := b.cell("To", nil)
	f = connect[uint64](b, "F", wires.LinkConfig{Depth: 64, Width: 1, Latency: 1, Stall: stall}, from, to)
	if tokens != nil {
		f.Tokens(tokens)
	}
	to.tick = func(cycle uint64) wires.Activity {
		if !f.Valid() {
			return f.Starved()
		}
		at = append(at, cycle)
		f.Drop()
		return wires.Busy
	}
	b.run(2000)
	return at
}

func TestStallsAreDeterministicAndHoldEntriesBack(t *testing.T) {
	stall := wires.Stall{Percent: 50, Max: 10}
	a := arrivals(t, stall, 40, nil)
	require.Len(t, a, 40)
	require.Equal(t, a, arrivals(t, stall, 40, nil))
	require.NotEqual(t, a, arrivals(t, wires.Stall{}, 40, nil))
}

func TestStallsStartAnewBehindAToken(t *testing.T) {
	stall := wires.Stall{Percent: 50, Max: 10}
	const part = 12
	at := arrivals(t, stall, 3*part, func(v *uint64) bool { return *v%part == 0 })
	// The generator counts from the token, so each part is held back by the same delays. Later
	// parts may start after a queue; look at the delays of a lone run instead.
	first := arrivals(t, stall, part, nil)
	require.Equal(t, first, at[:part])
	without := arrivals(t, stall, 3*part, nil)
	require.NotEqual(t, without, at)
}

// An entry arrives on any of many connections, also where it is the only one on its way.
func TestEntriesArriveOnEachOfManyConnections(t *testing.T) {
	const pairs, links, gap = 32, 4, 10 // as many blocks and connections as there may be
	b := newBench(t)
	var fifos [pairs][links]*duct[uint64]
	var seen []uint64
	for i := range fifos {
		from := b.cell("From", func(_ *cell, cycle uint64) wires.Activity {
			if k := cycle/gap - 1; cycle >= gap && cycle%gap == 0 && k/links == uint64(i) {
				fifos[i][k%links].Put(k)
			}
			return wires.Busy
		})
		to := b.cell("To", func(*cell, uint64) wires.Activity {
			for _, f := range fifos[i] {
				if f.Valid() {
					seen = append(seen, f.Take())
				}
			}
			return wires.Idle
		})
		for k := range links {
			fifos[i][k] = connect[uint64](b, fmt.Sprintf("F%d_%d", i, k), wires.LinkConfig{Depth: 2, Width: 1, Latency: 3}, from, to)
		}
	}
	b.run((pairs*links + 1) * gap)
	require.Len(t, seen, pairs*links)
	require.True(t, slices.IsSorted(seen))
}
