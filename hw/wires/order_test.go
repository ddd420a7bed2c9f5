package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/wires"
)

// chain builds a line of blocks with random stalls between them.
func chain(b *bench, n int, cfg wires.LinkConfig) (last *cell) {
	links := make([]*duct[uint64], n)
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
			Beats: rapid.IntRange(0, 3).Draw(rt, "beats"),
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
