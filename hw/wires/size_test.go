package wires_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/wires"
)

// sizes is the state of a block for TestSizes.
type sizes struct {
	On    bool
	Phase uint8
	Words [3]uint32
	Due   wires.Cycle
	Count uint64 `digest:"-"` // a statistic
	Queue wires.Queue[struct {
		Valid bool
		Data  uint16
	}]
}

type sizedBlock struct {
	wires.BlockBase
	s sizes
}

func (*sizedBlock) Tick(uint64) wires.Activity { return wires.Idle }
func (*sizedBlock) Line() string               { return "" }
func (k *sizedBlock) Parts() (any, any)        { return nil, &k.s }

// Bits are those of the fields, without padding and statistics; queues count their entries.
func TestSizes(t *testing.T) {
	b := newBench(t)
	k := &sizedBlock{BlockBase: wires.NewBlockBase("Sized")}
	b.Add(k)
	require.Equal(t, uint64(1+8+3*32+64), b.StateBits(k))
	k.s.Queue.Add()
	k.s.Queue.Add()
	require.Equal(t, uint64(1+8+3*32+64+2*17), b.StateBits(k))

	connect[struct {
		A bool
		B uint32
	}](b, "F", wires.LinkConfig{Depth: 1, Width: 1, Latency: 1}, k, b.cell("To", nil))
	require.Equal(t, 33, b.Connections()[0].EntryBits)
}
