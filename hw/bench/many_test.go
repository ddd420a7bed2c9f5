package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// spinner sends a beat to itself by way of the next one, for ever.
type spinner struct {
	wires.BlockBase
	p struct {
		In  wires.In[beat]
		Out wires.Out[beat]
	}
	s struct{ Sent bool }
}

func (b *spinner) Parts() (ports, state any) { return &b.p, &b.s }
func (b *spinner) Line() string              { return "" }

func (b *spinner) Tick(cycle uint64) wires.Activity {
	if b.s.Sent && !b.p.In.Valid() {
		return b.p.In.Starved()
	}
	if b.s.Sent {
		b.p.In.Drop()
	}
	b.p.Out.Put(makeBeat(cycle))
	b.s.Sent = true
	return wires.Busy
}

// buildMany makes pairs of blocks that send to each other, of which so many connections are awake; in all others
// nothing ever happens.
func buildMany(tb testing.TB, connections, awake int) *wires.Domain {
	d := wires.NewDomain(freq, 1)
	for i := 0; i < connections; i += 2 {
		pair := [2]*spinner{}
		for k := range pair {
			pair[k] = &spinner{BlockBase: wires.NewBlockBase(fmt.Sprintf("Unit[%d].Side[%d]", i, k))}
			pair[k].s.Sent = i >= awake
			d.Add(pair[k])
		}
		for k := range pair {
			out, in := &pair[k].p.Out, &pair[1-k].p.In
			_, err := wires.Join(wires.InstanceName("BEAT", out, in), wires.LinkConfig{Depth: 2, Width: 1, Latency: 1}, out, in)
			require.NoError(tb, err)
		}
	}
	require.NoError(tb, d.Run(4))
	return d
}

// BenchmarkConnections runs a domain in which eight connections are awake beside others that are not: a cycle costs what
// is awake.
func BenchmarkConnections(b *testing.B) {
	for _, n := range []int{8, 64, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := buildMany(b, n, 8)
			from := d.Cycle()
			b.ResetTimer()
			require.NoError(b, d.Run(from+uint64(b.N)))
			require.Equal(b, from+uint64(b.N), d.Cycle())
		})
	}
}

// Many blocks and connections work as few do.
func TestThousandConnections(t *testing.T) {
	few, many := buildMany(t, 8, 8), buildMany(t, 1000, 8)
	require.Len(t, many.Views(), 1000)
	require.NoError(t, few.Run(500))
	require.NoError(t, many.Run(500))
	for i, v := range few.Views() {
		require.Equal(t, v.Puts(), many.Views()[i].Puts())
		require.Positive(t, v.Puts())
		require.Zero(t, many.Views()[999-i].Puts())
	}
}
