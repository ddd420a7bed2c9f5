package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

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
