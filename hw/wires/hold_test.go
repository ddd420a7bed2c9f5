package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// A block that is held does nothing, what it feeds drains, what feeds it fills up, and
// after Release everything comes through.
func TestHeldBlockStandsStill(t *testing.T) {
	b := newBench(t)
	var in, out *duct[uint64]
	source := b.cell("Source", feed(&in, 20))
	stage := b.cell("Stage", func(c *cell, _ uint64) wires.Activity {
		switch {
		case !in.Valid():
			return in.Starved()
		case !out.Ready():
			return out.Blocked()
		}
		c.s.Count++
		out.Put(in.Take())
		return wires.Busy
	})
	sink := b.cell("Sink", drain(&out))
	cfg := wires.LinkConfig{Depth: 4, Width: 1, Latency: 1}
	in, out = connect[uint64](b, "In", cfg, source, stage), connect[uint64](b, "Out", cfg, stage, sink)

	b.run(5)
	did := stage.s.Count
	b.Hold(stage, nil)
	b.run(50)
	require.Equal(t, did, stage.s.Count)
	require.Equal(t, did, sink.s.Count)
	require.Equal(t, 4, in.Len())
	require.True(t, b.Quiet())

	b.Release(stage)
	b.run(100)
	require.Equal(t, uint64(20), sink.s.Count)
}

// A held block misses a pulse, and its state is in snapshots as it stands.
func TestHeldBlockMissesPulses(t *testing.T) {
	b := newBench(t)
	var line *wire
	from := b.cell("From", nil)
	to := b.cell("To", func(c *cell, _ uint64) wires.Activity {
		if line.High() {
			c.s.Count++
		}
		return wires.Idle
	})
	line = joinLine(t, "L", from, to)
	b.run(1)
	for _, hold := range []bool{true, false} {
		if hold {
			b.Hold(to, nil)
		}
		line.Raise()
		b.run(b.Cycle() + 3)
		b.Release(to)
	}
	b.run(b.Cycle() + 2)
	require.Equal(t, uint64(1), to.s.Count)
}

// What stands in for a held block may use its FIFOs.
func TestStandIn(t *testing.T) {
	b := newBench(t)
	var in *duct[uint64]
	source := b.cell("Source", feed(&in, 20))
	sink := b.cell("Sink", drain(&in))
	in = connect[uint64](b, "In", wires.LinkConfig{Depth: 4, Width: 1, Latency: 1}, source, sink)
	dropped := 0
	b.Hold(sink, func(uint64) wires.Activity {
		if !in.Valid() {
			return in.Starved()
		}
		in.Drop()
		dropped++
		return wires.Busy
	})
	b.run(100)
	require.Equal(t, 20, dropped)
	require.Zero(t, sink.s.Count)
}
