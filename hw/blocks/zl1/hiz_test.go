package zl1

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
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

// Every depth that ZL2 finds in a tile lies within the bounds by which ZL1 judges it.
func TestBoundsHoldEveryDepthOfTheTile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tile := drawTile(rt)
		f := rapid.Uint32Range(0, 2).Draw(rt, "format")
		lo, hi, ok := bounds(tile, f)
		require.True(rt, ok)
		for bit := range int32(64) {
			if tile.Mask>>bit&1 == 0 {
				continue
			}
			px, py := int32(tile.X)<<3+bit&7, int32(tile.Y)<<3+bit>>3
			d := &tile.Depth
			w := word(format.Clamp(d.Plane.At(float32(px<<8-d.X0), float32(py<<8-d.Y0))), f)
			require.GreaterOrEqual(rt, w, lo)
			require.LessOrEqual(rt, w, hi)
		}
	})
}

func TestPlanesThatOverflowRejectNothing(t *testing.T) {
	tile := &pipe.TileDepth{Mask: 1<<64 - 1, Depth: pipe.DepthPlane{Plane: pipe.Plane{GX: 3e38, GY: -3e38}}}
	_, _, ok := bounds(tile, regs.ZL2DepthControlFormatD24s8)
	require.False(t, ok)
}

// A model of a tile's depth buffer behind a queue: whatever the order of tiles, compare
// functions, changes of the buffer and answers, a rejected tile would have failed.
func TestNothingIsRejectedThatWouldPass(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		b := k.b
		stored := rapid.Uint32Range(0, 1<<24-1)
		var surfaces [2][64]uint32 // two buffers at different addresses
		for i := range surfaces {
			for p := range surfaces[i] {
				surfaces[i][p] = stored.Draw(rt, "stored")
			}
		}
		current := 0
		var flights []func() pipe.DepthRange
		settle := func() {
			k.back.Queue = append(k.back.Queue, flights[0]())
			flights = flights[1:]
			k.Step(2)
			b.learn()
		}
		set := func(reg uint16, value uint32) {
			b.watch(&pipe.Cmd{Kind: pipe.State, Block: regs.BlockZL2, Reg: reg, Value: value})
		}
		fn := uint32(1)
		control := func() {
			set(regs.ZL2DepthControl, regs.ZL2DepthControlFields{TestEnable: true, WriteEnable: true, Func: fn}.Pack())
		}
		control()
		for range rapid.IntRange(1, 40).Draw(rt, "steps") {
			switch rapid.IntRange(0, 11).Draw(rt, "step") {
			case 10:
				b.S.Regs[regs.ZL1HizControl] ^= 1
			case 11: // others write the buffer behind a fence; what ZL2 tells may still be on its way
				for i, f := range flights {
					e := f()
					flights[i] = func() pipe.DepthRange { return e }
				}
				surfaces[current][rapid.IntRange(0, 63).Draw(rt, "pixel")] = stored.Draw(rt, "written")
				b.watch(&pipe.Cmd{Kind: []pipe.Kind{pipe.Fence, pipe.Blit}[rapid.IntRange(0, 1).Draw(rt, "blit")]})
			case 0:
				fn = rapid.Uint32Range(0, 7).Draw(rt, "func")
				control()
			case 1:
				current = 1 - current
				set([]uint16{regs.ZL2DepthBase, regs.ZL2DepthPitch}[rapid.IntRange(0, 1).Draw(rt, "pitch")], uint32(current)<<8)
			case 2, 3:
				if len(flights) > 0 {
					settle()
				}
			default:
				tile := drawTile(rt)
				tile.X, tile.Y, tile.Depth.X0, tile.Depth.Y0 = 0, 0, 0, 0
				tile.Kind = pipe.Tile
				if rapid.Bool().Draw(rt, "whole") {
					tile.Mask = 1<<64 - 1
				}
				mask := tile.Mask
				b.screen(tile)
				surface, f := &surfaces[current], fn
				flight := func() pipe.DepthRange {
					e := pipe.DepthRange{Raises: tile.Raises, Lowers: tile.Lowers, Whole: mask == 1<<64-1, Min: ^uint32(0)}
					for bit := range int32(64) {
						d := &tile.Depth
						z := word(format.Clamp(d.Plane.At(float32(bit&7<<8), float32(bit>>3<<8))), regs.ZL2DepthControlFormatD24s8)
						s := surface[bit]
						pass := f&1 != 0 && z < s || f&2 != 0 && z == s || f&4 != 0 && z > s
						if mask>>bit&1 != 0 && pass {
							require.NotZero(rt, tile.Mask, "pixel %d: %#x against %#x passes function %d", bit, z, s, f)
							surface[bit] = z
						}
						e.Min, e.Max = min(e.Min, surface[bit]), max(e.Max, surface[bit])
					}
					if !e.Whole {
						e.Min, e.Max = 0, 0
					}
					return e
				}
				if tile.Told {
					flights = append(flights, flight)
				} else {
					for len(flights) > 0 { // it comes behind those before it
						settle()
					}
					flight()
				}
			}
		}
	})
}
