package study

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

func TestSpread(t *testing.T) {
	require.Zero(t, spreadOf(nil))
	var ten []float64
	for i := range 10 {
		ten = append(ten, float64(10-i))
	}
	require.Equal(t, Spread{Min: 1, Median: 5, P90: 9, P99: 10, Max: 10, Mean: 5.5}, spreadOf(ten))
	require.Equal(t, 10.0, ten[0], "the values stay as they were")
}

func TestValues(t *testing.T) {
	fifo, tile := ByName("fifo"), ByName("tile")
	got, err := fifo.Parse("1/4, 2,0.5")
	require.NoError(t, err)
	require.Equal(t, []Value{{"1/4", 0.25}, {"2", 2}, {"0.5", 0.5}}, got)
	for _, p := range Parameters {
		_, err := p.Parse(p.Values)
		require.NoError(t, err, p.Name)
	}
	for _, bad := range []struct {
		p          *Parameter
		list, text string
	}{
		{fifo, "", `"": a number or a fraction such as 1/4 was expected`},
		{fifo, "1/0", `"1/0": a number or a fraction such as 1/4 was expected`},
		{fifo, "1,1.0", "1.0: given twice; each once was expected"},
		{fifo, "0", "0: from 1/64 to 64 of the default were expected"},
		{fifo, "NaN", "NaN: from 1/64 to 64 of the default were expected"},
		{tile, "12", "12: 8, 16, 32, ...: the machine's tiles times a power of two was expected"},
		{tile, "16.5", `"16.5": a whole number was expected`},
		{ByName("memory-latency"), "0", "0: from 1 to 100000 cycles were expected"},
	} {
		_, err := bad.p.Parse(bad.list)
		require.EqualError(t, err, bad.text)
	}
}

// Scaled FIFOs keep their least legal depths, and nothing else changes.
func TestScaledFifos(t *testing.T) {
	c := hw.DefaultConfig()
	scaleFifos(&c, 1.0/64)
	require.Equal(t, 1, c.Depth("TG_FIFO"))
	d := hw.DefaultConfig()
	require.Equal(t, d.Depth("STATE_FIFO"), c.Depth("STATE_FIFO"))
	_, err := hw.Build(c)
	require.NoError(t, err)
	scaleFifos(&d, 4)
	require.Equal(t, 64, d.Depth("TG_FIFO"))
}

// Of the connections that the table has, these are looked at.
func TestFifosBelowTSUAndHopsAreFound(t *testing.T) {
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	require.ElementsMatch(t, strings.Fields("TSU_FIFO ASU_FIFO ASU_ZL1_FIFO AFIFO SG_TG TG_FIFO ZFIFO ZL1_FIFO PS_FIFO PS_EU EU_PS LATE_Z LATE_ANS WB_FIFO"),
		slices.Collect(maps.Keys(belowTSU(m))))
	c, hopsSeen := hw.DefaultConfig(), 0
	hops(&c, func(*hw.Param) { hopsSeen++ })
	require.Greater(t, hopsSeen, 10)
}
