package lives

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// explained is a cut of tile 5 of a triangle, with the phases of a whole switch.
const explained = `{"scene": "any", "width": 16, "height": 8, "cut": {"ids": {"ring_head": 1, "dma_offset": 2, "tile": 5}, "saved_bytes": 64, "discarded_tiles": 1234},
	"phases": [
		{"name": "interrupt_to_line", "from_cycle": 10, "to_cycle": 12},
		{"name": "line_to_tg_int", "from_cycle": 12, "to_cycle": 20},
		{"name": "tg_int_to_int_end_at_tg", "from_cycle": 20, "to_cycle": 30},
		{"name": "int_end_at_tg_to_memory_quiet", "from_cycle": 30, "to_cycle": 40},
		{"name": "memory_quiet_to_saved", "from_cycle": 40, "to_cycle": 50},
		{"name": "int_end_at_tg_to_next_tile", "from_cycle": 30, "to_cycle": 1060},
		{"name": "restart_to_registers_loaded", "from_cycle": 2000, "to_cycle": 2100},
		{"name": "registers_loaded_to_resumed", "from_cycle": 2100, "to_cycle": 2200}]}`

func read(t *testing.T) *Explained {
	x, err := Read([]byte(explained))
	require.NoError(t, err)
	return x
}

func TestFiguresShowTheCyclesOfTheRun(t *testing.T) {
	x := read(t)
	cut, err := Cut(x)
	require.NoError(t, err)
	for _, text := range []string{"any at 16x8", "cycle 10<", "12 (+2)", "1,060 (+1,010)", "tiles 0 to 4", "1,234"} {
		require.Contains(t, cut, text)
	}
	restore, err := Restore(x)
	require.NoError(t, err)
	for _, text := range []string{"cycle 2,000<", "2,200 (+100)", "tile 5"} {
		require.Contains(t, restore, text)
	}
}

// A figure whose run has other phases, or another order of them, is not drawn.
func TestRunsThatDoNotFitAreRefused(t *testing.T) {
	_, err := Read([]byte("no JSON"))
	require.ErrorContains(t, err, "tilemark explain --json")
	x := read(t)
	x.Cut.IDs.Tile = 0
	_, err = Cut(x)
	require.ErrorContains(t, err, "a cut within a triangle was expected")
	x = read(t)
	x.Phases[5].To = 45 // before RESTORE is written
	_, err = Cut(x)
	require.ErrorContains(t, err, "a run with the other order was expected")
	x.Phases = x.Phases[:6]
	_, err = Restore(x)
	require.ErrorContains(t, err, "without the phase restart_to_registers_loaded")
}

func TestTextsStayWithinTheirBoxes(t *testing.T) {
	c := &canvas{}
	lines := c.wrap("a few words that take several lines", smallSize, 80)
	require.Greater(t, len(lines), 2)
	for _, l := range lines {
		require.LessOrEqual(t, width(l, smallSize, false), 80.0)
	}
	c.wrap("GPC[0].SM[1].SM_LSU_BELOW", smallSize, 80)
	_, err := c.figure("a figure", "", 10)
	require.ErrorContains(t, err, `figure "a figure" has no room for: GPC[0].SM[1].SM_LSU_BELOW`)
}
