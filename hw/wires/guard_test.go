package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// busy is two blocks with numbers on their way all the time.
func busy(t *testing.T) (*bench, *duct[uint64]) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 8, Width: 1, Latency: 3, Stall: wires.Stall{Percent: 20, Max: 4}})
	fill, empty := feed(&f, 1<<40), drain(&f)
	from.tick = func(cycle uint64) wires.Activity {
		if f.Ready() {
			return fill(from, cycle)
		}
		return wires.Busy
	}
	to.tick = func(cycle uint64) wires.Activity { empty(to, cycle); return wires.Busy }
	return b, f
}

// A guard begins with what a snapshot has brought, and notices what is changed from there on.
func TestGuardsBeginWithWhatASnapshotBrings(t *testing.T) {
	b, f := busy(t)
	b.Guard()
	b.run(50)
	var at wires.Snapshot
	b.Save(&at)
	b.run(500)
	b.Load(&at)
	b.run(500)
	b.Load(&at)
	require.Positive(t, f.Len())
	*f.Peek(f.Len() - 1) ^= 4
	require.ErrorContains(t, b.Run(500), `connection`)
}

// Guards that watch a share notice what happens in their time, and nothing before it.
func TestGuardsOfAShareWatchTheirTime(t *testing.T) {
	for _, c := range []struct {
		cycle   uint64
		noticed bool
	}{{64, true}, {78, true}, {90, false}, {100, false}, {1027, true}} {
		b, f := busy(t)
		b.GuardShare(16, 64)
		b.run(c.cycle)
		require.Positive(t, f.Len())
		*f.Peek(f.Len() - 1) ^= 4
		if err := b.Run(3000); c.noticed {
			require.ErrorContains(t, err, `entry`, "changed after cycle %d", c.cycle)
		} else {
			require.NoError(t, err, "changed after cycle %d", c.cycle)
		}
	}
}

// Guards take and leave their places without allocating.
func TestGuardsAllocateNothing(t *testing.T) {
	b, _ := busy(t)
	b.GuardShare(16, 64)
	until := uint64(1000)
	b.run(until)
	require.Zero(t, testing.AllocsPerRun(5, func() { until += 1000; b.run(until) }))
}
