package wires

import (
	"math"
	"reflect"
	"testing"

	"github.com/sarchlab/akita/v3/sim"
	"github.com/stretchr/testify/require"
)

// A cycle's time, and times at both sides of it, lie in the right cycles, however times are rounded.
func TestTimesLieInTheirCycles(t *testing.T) {
	for _, freq := range []sim.Freq{1 * sim.GHz, 1.37 * sim.GHz, 999 * sim.MHz, 3} {
		d := NewDomain(freq, 1)
		for n := uint64(1); n < 200_000; n = n + 1 + n/50 {
			at := d.timeOf(n)
			next, before := sim.VTimeInSec(math.Nextafter(float64(at), math.Inf(1))), sim.VTimeInSec(math.Nextafter(float64(at), 0))
			require.Equal(t, n, d.lastUpTo(at), "cycle %d at %v", n, freq)
			require.Equal(t, n, d.lastUpTo(next), "after cycle %d at %v", n, freq)
			require.Equal(t, n-1, d.lastUpTo(before), "before cycle %d at %v", n, freq)
			require.Equal(t, n-1, d.lastBefore(at), "cycle %d at %v", n, freq)
			require.Equal(t, n, d.lastBefore(next), "after cycle %d at %v", n, freq)
		}
		require.Zero(t, d.lastUpTo(0))
	}
}

// Fields that lie side by side are digested as one piece: a cycle's digest costs what the pieces cost.
func TestFieldsSideBySideAreOnePiece(t *testing.T) {
	type pair struct{ A, B uint32 }
	for _, v := range []any{struct{ A, B, C uint32 }{}, struct {
		A [3]uint16
		B uint16
		C [4]pair
		D [2][2]uint64
	}{}, [5]pair{}} {
		p, err := planOf(reflect.TypeOf(v))
		require.NoError(t, err)
		require.Equal(t, []span{{0, reflect.TypeOf(v).Size()}}, p.raw, "%T", v)
		require.Empty(t, p.loops, "%T", v)
	}
	p, err := planOf(reflect.TypeOf(struct {
		A uint8
		B uint32
	}{}))
	require.NoError(t, err)
	require.Equal(t, []span{{0, 1}, {4, 4}}, p.raw, "padding is left out")
}

// The compiler makes the methods of FIFOs and ports for each type of entries in each package that mentions one (docs/decisions/0015-types-of-entries.md), so there are few.
func TestWhatIsGenericHasFewMethods(t *testing.T) {
	for _, v := range []any{&Fifo[uint64]{}, &Out[uint64]{}, &In[uint64]{}} {
		require.LessOrEqual(t, reflect.TypeOf(v).NumMethod(), 10, "%T: what need not know the type belongs into link", v)
	}
}

// A queue that is emptied begins anew with its first place, wherever it was.
func TestAnEmptyQueueBeginsAnew(t *testing.T) {
	var q Queue[int]
	for round := range 3 * QueueCap {
		for i := range 1 + round%3 {
			q.Push(i)
		}
		require.Same(t, &q.buf[0], q.Front(), "round %d", round)
		for q.Len() > 0 {
			q.Pop()
		}
	}
}
