package pipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

func TestStepsOfABindingTableAreItsEntries(t *testing.T) {
	table := pipe.BindingTable{Buffers: 2, Textures: 1, Samplers: 2}
	registers := []uint32{1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 30, 31, 32}
	require.EqualValues(t, 6, table.Steps())
	want := []pipe.Control{
		{Kind: pipe.ControlBuffer, Words: [8]uint32{1, 2}}, {Kind: pipe.ControlBuffer, Number: 1, Words: [8]uint32{3, 4}},
		{Kind: pipe.ControlTexture, Words: [8]uint32{10, 11, 12, 13, 14}},
		{Kind: pipe.ControlSampler, Words: [8]uint32{20, 21, 22}}, {Kind: pipe.ControlSampler, Number: 1, Words: [8]uint32{30, 31, 32}},
		{Kind: pipe.ControlSet},
	}
	for n, c := range want {
		c.Slot, c.Set = 1, 7
		require.Equal(t, c, table.Step(uint8(n), 1, 7, registers))
	}
}
