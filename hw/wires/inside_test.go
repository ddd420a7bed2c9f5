package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// holder is a cell with two queues, of which one has no place.
type holder struct {
	cell
	q wires.Queue[uint64]
}

func (h *holder) Queues(q *wires.Queues) {
	q.Add("places", 5, h.q.Len)
	q.Add("none", 0, h.q.Len)
}

func (h *holder) Parts() (ports, state any) { return nil, &h.q }

// A queue is counted in each cycle, also in those in which its block, or all blocks, sleep; from the cycle on in which the
// meter was asked for.
func TestQueuesInsideBlocksAreCounted(t *testing.T) {
	b := newBench(t)
	h := &holder{cell: cell{BlockBase: wires.NewBlockBase("Holder")}}
	want, from := make([]uint64, 6), uint64(37)
	h.tick = func(cycle uint64) wires.Activity {
		if wires.Mix(1, cycle)%3 == 0 && h.q.Len() > 0 {
			h.q.Pop()
		} else if h.q.Len() < 4 {
			h.q.Push(cycle)
		}
		h.WakeAt(cycle + 1 + wires.Mix(2, cycle)%9)
		return wires.Waiting
	}
	b.Add(h)
	var m *wires.QueueMeter
	for cycle := uint64(1); cycle <= 500; cycle++ {
		if cycle == from {
			m = b.MeterQueues()
		}
		if cycle >= from {
			want[h.q.Len()]++ // what it holds when the cycle begins
		}
		b.run(cycle)
	}
	for range 2 { // to ask changes nothing
		use := m.Usage()
		require.Len(t, use, 1)
		require.Equal(t, wires.QueueUsage{Block: "Holder", Name: "places", Depth: 5, Fill: want}, use[0])
		require.Equal(t, 4, use[0].Most())
		sum := 0.0
		for n, c := range want {
			sum += float64(n) * float64(c) / 464
		}
		require.InDelta(t, sum, use[0].Mean(), 1e-9)
	}

	// Put back to an earlier cycle, it goes on from there.
	var s wires.Snapshot
	b.Save(&s)
	b.run(600)
	total := func() (n uint64) {
		for _, c := range m.Usage()[0].Fill {
			n += c
		}
		return n
	}
	n := total()
	require.EqualValues(t, 564, n)
	b.Load(&s)
	b.run(550)
	require.InDelta(t, float64(n+50), float64(total()), 30, "what is lost is the time up to the next change")

	h.tick = func(cycle uint64) wires.Activity {
		h.q.Push(cycle)
		return wires.Busy
	}
	err := b.Run(620)
	require.ErrorContains(t, err, "rule queue overflow broken at Holder places")
	require.ErrorContains(t, err, "6 entries; at most 5 were expected")
}

// The highest fill of a connection is told, entries of now among them.
func TestHighestFillOfAConnection(t *testing.T) {
	b := newBench(t)
	f, from, to := b.pair(wires.LinkConfig{Depth: 4, Width: 1, Latency: 1})
	from.tick = func(cycle uint64) wires.Activity {
		if cycle <= 3 {
			f.Put(cycle)
		}
		return wires.Busy
	}
	takes := false
	to.tick = func(uint64) wires.Activity {
		if takes && f.Valid() {
			f.Drop()
		}
		return wires.Busy
	}
	most := func() int { return b.Connections()[0].Most }
	require.Zero(t, most())
	b.run(2)
	require.Equal(t, 2, most())
	b.run(6)
	require.Equal(t, 3, most())
	takes = true
	b.run(12)
	require.Equal(t, 3, most())
}
