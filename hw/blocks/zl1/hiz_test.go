package zl1

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

func drawTile(rt *rapid.T) *pipe.TileDepth {
	number := rapid.Float32Range(-1, 1)
	t := &pipe.TileDepth{
		X: rapid.Uint16Range(0, 500).Draw(rt, "x"), Y: rapid.Uint16Range(0, 500).Draw(rt, "y"),
		Mask: rapid.Uint64Range(1, 1<<64-1).Draw(rt, "mask"),
	}
	t.Depth.X0, t.Depth.Y0 = rapid.Int32Range(-1<<20, 1<<20).Draw(rt, "x0"), rapid.Int32Range(-1<<20, 1<<20).Draw(rt, "y0")
	t.Depth.Plane = pipe.Plane{Q: number.Draw(rt, "q"), GX: number.Draw(rt, "gx") / 4096, GY: number.Draw(rt, "gy") / 4096}
	return t
}

// stored is the word of the depth buffer for a pixel (docs/arithmetic.md, sections 5 and 7).
func stored(d *pipe.DepthPlane, px, py int32, format uint32) uint32 {
	x, y := float32(256*px-d.X0), float32(256*py-d.Y0)
	ax, ay := float32(d.Plane.GX*x), float32(d.Plane.GY*y)
	slope := float32(ax + ay)
	z := float32(d.Plane.Q + slope)
	switch {
	case !(z > 0):
		z = 0
	case z > 1:
		z = 1
	}
	steps := float64(1<<24 - 1)
	switch format {
	case regs.ZL2DepthControlFormatD32f:
		return math.Float32bits(z)
	case regs.ZL2DepthControlFormatD16:
		steps = 1<<16 - 1
	}
	exact := float64(z) * steps
	n := uint32(exact)
	if rest := exact - float64(n); rest > 0.5 || rest == 0.5 && n&1 != 0 {
		n++
	}
	return n
}

// Every depth that ZL2 finds in a tile lies within the bounds by which ZL1 judges it.
func TestBoundsHoldEveryDepthOfTheTile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tile := drawTile(rt)
		f := rapid.Uint32Range(0, 3).Draw(rt, "format")
		lo, hi, ok := bounds(tile, f)
		require.True(rt, ok)
		for bit := range int32(64) {
			if tile.Mask>>bit&1 == 0 {
				continue
			}
			w := stored(&tile.Depth, int32(tile.X)<<3+bit&7, int32(tile.Y)<<3+bit>>3, f)
			require.GreaterOrEqual(rt, w, lo)
			require.LessOrEqual(rt, w, hi)
		}
	})
}

// A report of ZL2 about a tile that is not in flight stops the run, and names the slot.
func TestWordOfATileThatIsNotOnItsWayStopsTheRun(t *testing.T) {
	on := pipe.DepthRange{Slot: 1, X: 3, Y: 5}
	for name, told := range map[string]pipe.DepthRange{
		"the tile":   on,
		"other slot": {Slot: 0, X: 3, Y: 5},
		"other tile": {Slot: 1, X: 3 + 16, Y: 5},
		"none":       {Slot: 1, X: 4, Y: 5},
	} {
		k := newBench(t)
		k.b.S.Ranges[3|5<<4] = depthRange{X: 3, Y: 5, Slot: 1, Flights: 1}
		k.back.Out.Put(told)
		err := k.Run(10)
		if told == on {
			require.NoError(t, err)
			require.Equal(t, depthRange{}, k.b.S.Ranges[3|5<<4])
			continue
		}
		var v *wires.Violation
		require.ErrorAs(t, err, &v, name)
		require.Equal(t, "depth range", v.Rule)
		require.Contains(t, v.Detail, fmt.Sprintf("tile (%d, %d) of context slot %d", told.X, told.Y, told.Slot))
	}
}

func TestPlanesThatOverflowRejectNothing(t *testing.T) {
	tile := &pipe.TileDepth{Mask: 1<<64 - 1, Depth: pipe.DepthPlane{Plane: pipe.Plane{GX: 3e38, GY: -3e38}}}
	_, _, ok := bounds(tile, regs.ZL2DepthControlFormatD24s8)
	require.False(t, ok)
}
