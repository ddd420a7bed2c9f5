package zl1

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// hardTile draws a tile with few or many pixels, and a plane that is level, steep, or leaves the numbers.
func hardTile(rt *rapid.T) *pipe.TileDepth {
	t := drawTile(rt)
	t.Mask = rapid.OneOf(
		rapid.Uint64Range(1, 1<<64-1),
		rapid.Custom(func(rt *rapid.T) uint64 { return 1 << rapid.IntRange(0, 63).Draw(rt, "pixel") }),
		rapid.Custom(func(rt *rapid.T) uint64 {
			return 1<<rapid.IntRange(0, 63).Draw(rt, "pixel") | 1<<rapid.IntRange(0, 63).Draw(rt, "pixel")
		}),
		rapid.Custom(func(rt *rapid.T) uint64 { return 0xff << (8 * rapid.IntRange(0, 7).Draw(rt, "row")) }),
		rapid.Custom(func(rt *rapid.T) uint64 { return 0x0101010101010101 << rapid.IntRange(0, 7).Draw(rt, "column") }),
	).Draw(rt, "mask")
	p := &t.Depth.Plane
	switch rapid.IntRange(0, 3).Draw(rt, "plane") {
	case 0:
		*p = pipe.Plane{Q: hard.Share().Draw(rt, "q")}
	case 1: // its corners lie on both sides of what is clamped
		t.Depth.X0, t.Depth.Y0 = int32(t.X)<<11+rapid.Int32Range(-256, 2048).Draw(rt, "x0"), int32(t.Y)<<11+rapid.Int32Range(-256, 2048).Draw(rt, "y0")
		p.Q = hard.Share().Draw(rt, "q")
		p.GX, p.GY = rapid.Float32Range(-0.002, 0.002).Draw(rt, "gx"), rapid.Float32Range(-0.002, 0.002).Draw(rt, "gy")
	case 2:
		*p = pipe.Plane{Q: hard.Float().Draw(rt, "q"), GX: hard.Float().Draw(rt, "gx"), GY: hard.Float().Draw(rt, "gy")}
	}
	return t
}

// The bounds are those of all pixels of the rectangle around the covered ones, whatever depth and format.
func TestBoundsPropertyAreTheExtremesOfTheCoveredRectangle(t *testing.T) {
	known := 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 10 {
			tile := hardTile(rt)
			x0, y0, x1, y1 := int32(8), int32(8), int32(-1), int32(-1)
			for bit := range int32(64) {
				if tile.Mask>>bit&1 != 0 {
					x0, y0, x1, y1 = min(x0, bit%8), min(y0, bit/8), max(x1, bit%8), max(y1, bit/8)
				}
			}
			d := &tile.Depth
			z := func(x, y int32) float32 {
				dx, dy := float32(int64(tile.X)*2048+int64(x)*256-int64(d.X0)), float32(int64(tile.Y)*2048+int64(y)*256-int64(d.Y0))
				return hard.Add(d.Plane.Q, hard.Add(hard.Mul(d.Plane.GX, dx), hard.Mul(d.Plane.GY, dy)))
			}
			finite := true
			for _, y := range [2]int32{y0, y1} {
				for _, x := range [2]int32{x0, x1} {
					finite = finite && z(x, y)-z(x, y) == 0
				}
			}
			for format := range uint32(4) {
				lo, hi, ok := bounds(tile, format)
				require.Equal(rt, finite, ok, "%+v", tile)
				if !finite {
					continue
				}
				known++
				least, greatest := uint32(math.MaxUint32), uint32(0)
				for y := y0; y <= y1; y++ {
					for x := x0; x <= x1; x++ {
						w := stored(d, int32(tile.X)*8+x, int32(tile.Y)*8+y, format)
						least, greatest = min(least, w), max(greatest, w)
					}
				}
				require.Equal(rt, [2]uint32{least, greatest}, [2]uint32{lo, hi}, "%+v in format %d", tile, format)
			}
		}
	})
	require.Positive(t, known)
}

// between makes a tile whose depths in D16 are lo and hi.
func between(lo, hi uint32) *pipe.TileDepth {
	t := &pipe.TileDepth{Mask: 3, X: 2, Y: 3}
	t.Depth.X0, t.Depth.Y0 = 2*8*256, 3*8*256
	t.Depth.Plane = pipe.Plane{Q: float32(lo) / 65535, GX: (float32(hi)/65535 - float32(lo)/65535) / 256}
	return t
}

// couldPass tells whether a depth from lo to hi passes against any stored one that is possible: from least to greatest, where they are known.
func couldPass(fn, lo, hi uint32, r *depthRange) bool {
	least, greatest := uint32(0), uint32(9)
	if r.HasMin {
		least = r.Min
	}
	if r.HasMax {
		greatest = r.Max
	}
	for z := lo; z <= hi; z++ {
		for s := least; s <= greatest; s++ {
			if passes(fn, z, s, regs.ZL2DepthControlFormatD16) {
				return true
			}
		}
	}
	return false
}

// For all small ranges, and all that can be known of the buffer: what could pass is not rejected, and what cannot is, by the
// functions that a range decides.
func TestRejectionsAreExactAtEqualDepths(t *testing.T) {
	var z regs.ZL2Regs
	for fn := range uint32(8) {
		z[regs.ZL2DepthControl] = regs.ZL2DepthControlFields{TestEnable: true, Func: fn, Format: regs.ZL2DepthControlFormatD16}.Pack()
		for lo := uint32(2); lo <= 6; lo++ {
			for hi := lo; hi <= 6; hi++ {
				for least := uint32(1); least <= 7; least++ {
					for greatest := least; greatest <= 7; greatest++ {
						for known := range 4 {
							r := depthRange{HasMin: known&1 != 0, HasMax: known&2 != 0}
							if r.HasMin {
								r.Min = least
							}
							if r.HasMax {
								r.Max = greatest
							}
							got := r.rejects(between(lo, hi), &z)
							want := !couldPass(fn, lo, hi, &r)
							switch fn {
							case regs.ZL2DepthControlFuncNever, regs.ZL2DepthControlFuncNotequal, regs.ZL2DepthControlFuncAlways:
								want = false // left to ZL2
							}
							require.Equal(t, want, got, "function %d, depths %d to %d, buffer %+v", fn, lo, hi, r)
						}
					}
				}
			}
		}
	}
}

// A plane that leaves the numbers somewhere rejects nothing, whatever is known.
func TestPlanesThatOverflowAreNotRejected(t *testing.T) {
	var z regs.ZL2Regs
	inf := float32(math.Inf(1))
	for fn := range uint32(8) {
		for format := range uint32(4) {
			z[regs.ZL2DepthControl] = regs.ZL2DepthControlFields{TestEnable: true, Func: fn, Format: format}.Pack()
			for _, p := range []pipe.Plane{{Q: float32(math.NaN())}, {Q: inf}, {Q: -inf}, {GX: math.MaxFloat32}, {GY: -math.MaxFloat32}, {GX: 0x1p120, GY: inf}} {
				tile := &pipe.TileDepth{Mask: 1<<64 - 1, Depth: pipe.DepthPlane{Plane: p}}
				for _, r := range []depthRange{{HasMin: true, HasMax: true, Min: 5, Max: 5}, {HasMin: true, HasMax: true}, {HasMin: true, Min: 1 << 31}, {HasMax: true}} {
					require.False(t, r.rejects(tile, &z), "function %d in format %d", fn, format)
				}
			}
		}
	}
}

// What a tile may store follows from what passes.
func TestWhatMayBeStoredIsWhatCanPass(t *testing.T) {
	for fn := range uint32(8) {
		greater, less := mayStore(fn)
		require.Equal(t, passes(fn, 2, 1, 0), greater, "function %d", fn)
		require.Equal(t, passes(fn, 1, 2, 0), less, "function %d", fn)
	}
}

// inFlight is a tile below ZL1 in the list of a place; stale, when its buffer is no more.
type inFlight struct{ raises, lowers, stale bool }

// placeKnown is what must be known of the tile that has a place: the tiles below, and the range.
type placeKnown struct {
	x, y     uint16
	slot     uint8
	list     []inFlight
	min, max int64 // -1: unknown
}

// knownModel says tile by tile what ZL1 does, from lists of what is below.
type knownModel struct {
	tiles  int
	places map[int]*placeKnown
}

func (m *knownModel) at(x, y uint16) *placeKnown {
	i := (int(x)%16 + 16*(int(y)%16)) % m.tiles
	if m.places[i] == nil {
		m.places[i] = &placeKnown{min: -1, max: -1}
	}
	return m.places[i]
}

// send is a tile of flat depth z; it returns what is to become of it.
func (m *knownModel) send(t *pipe.TileDepth, z uint32, control regs.ZL2DepthControlFields, stencil, disabled bool) (rejected, told, raises, lowers bool) {
	if !control.TestEnable {
		return
	}
	p := m.at(t.X, t.Y)
	if p.x != t.X || p.y != t.Y || p.slot != t.Slot {
		if len(p.list) > 0 {
			return
		}
		*p = placeKnown{x: t.X, y: t.Y, slot: t.Slot, min: -1, max: -1}
	}
	if !stencil && !disabled && !control.Late && control.Func != 0 && control.Func != 5 && control.Func != 7 {
		r := depthRange{HasMin: p.min >= 0, HasMax: p.max >= 0, Min: uint32(max(p.min, 0)), Max: uint32(max(p.max, 0))}
		if !couldPass(control.Func, z, z, &r) {
			return true, false, false, false
		}
	}
	if control.WriteEnable {
		raises, lowers = passes(control.Func, 2, 1, 0), passes(control.Func, 1, 2, 0)
	}
	p.list = append(p.list, inFlight{raises: raises, lowers: lowers})
	if raises {
		p.max = -1
	}
	if lowers {
		p.min = -1
	}
	return false, true, raises, lowers
}

func (m *knownModel) learn(e *pipe.DepthRange) {
	p := m.at(e.X, e.Y)
	first := p.list[0]
	p.list = p.list[1:]
	raised, lowered := false, false
	for _, b := range p.list {
		if !b.stale {
			raised, lowered = raised || b.raises, lowered || b.lowers
		}
	}
	if !first.stale && e.Whole {
		if !raised {
			p.max = int64(e.Max)
		}
		if !lowered {
			p.min = int64(e.Min)
		}
	}
}

func (m *knownModel) forget(slot uint8) {
	for _, p := range m.places {
		if p.slot == slot {
			p.min, p.max = -1, -1
			for i := range p.list {
				p.list[i].stale = true
			}
		}
	}
}

// Every tile is rejected, told of and marked as the model says: nothing that could be known is lost, whatever the order of tiles,
// answers and writes of registers, of two contexts, at each size of the table.
func TestRangesPropertyAreKnownAsSoonAsTheyCanBe(t *testing.T) {
	rejections := 0
	rapid.Check(t, func(rt *rapid.T) {
		size := 1 << rapid.IntRange(0, 8).Draw(rt, "tiles")
		k := newBenchAt(t, breakpoint.AtTG)
		k.b.cfg.Tiles = size
		m := &knownModel{tiles: size, places: map[int]*placeKnown{}}
		var due []pipe.DepthRange
		var stencil, disabled bool
		slot := uint8(0)
		control := regs.ZL2DepthControlFields{TestEnable: true, WriteEnable: true, Func: 1, Format: regs.ZL2DepthControlFormatD16}
		set := func(block uint8, reg uint16, v uint32) {
			k.b.see(pipe.RegWrite{Block: block, Reg: reg, Value: v}.Cmd(slot, pipe.Cursor{}))
		}
		set(regs.BlockZL2, regs.ZL2DepthControl, control.Pack())
		m.forget(slot)
		columns := rapid.SampledFrom([]uint16{0, 1, 2, 15, 16, 17, 31, 33, 256, 2047})
		for range 800 {
			switch rapid.IntRange(0, 29).Draw(rt, "step") {
			case 29:
				slot = (slot + 1) % pipe.Slots
			case 0:
				control.Func = rapid.Uint32Range(0, 7).Draw(rt, "function")
				control.WriteEnable, control.Late = rapid.IntRange(0, 3).Draw(rt, "writes") > 0, rapid.IntRange(0, 5).Draw(rt, "late") == 0
				control.TestEnable = rapid.IntRange(0, 5).Draw(rt, "tests") > 0
				set(regs.BlockZL2, regs.ZL2DepthControl, control.Pack())
			case 1:
				switch rapid.IntRange(0, 6).Draw(rt, "state") {
				case 0:
					set(regs.BlockZL2, regs.ZL2DepthBase, hard.Word().Draw(rt, "base"))
					m.forget(slot)
				case 1:
					set(regs.BlockZL2, regs.ZL2DepthPitch, hard.Word().Draw(rt, "pitch"))
					m.forget(slot)
				case 2:
					k.b.watch(&pipe.Cmd{Kind: rapid.SampledFrom([]pipe.Kind{pipe.Fence, pipe.Blit, pipe.Flush}).Draw(rt, "kind"), Slot: slot})
					m.forget(slot)
				case 3:
					stencil = !stencil
					set(regs.BlockZL2, regs.ZL2StencilControl, regs.ZL2StencilControlFields{Enable: stencil}.Pack())
				case 4: // other registers, of this block and of another one, forget nothing
					set(regs.BlockZL2, regs.ZL2StencilRef, 7)
					set(regs.BlockWBU, regs.ZL2DepthBase, 7)
					k.b.see(pipe.QueryWrite{Addr: regs.BlockZL2 | regs.ZL2DepthBase<<16}.Cmd(slot, pipe.Cursor{})) // a write's bits under another kind
				case 5:
					disabled = !disabled
					k.b.S.Regs[regs.ZL1HizControl] ^= 1
				default: // another format and back
					other := control
					other.Format = 0
					set(regs.BlockZL2, regs.ZL2DepthControl, other.Pack())
					set(regs.BlockZL2, regs.ZL2DepthControl, control.Pack())
					m.forget(slot)
				}
			case 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15:
				if len(due) > 0 {
					e := due[0]
					e.Min = rapid.Uint32Range(1, 7).Draw(rt, "least")
					e.Max = rapid.Uint32Range(e.Min, 7).Draw(rt, "greatest")
					if e.Whole = rapid.IntRange(0, 4).Draw(rt, "whole") > 0; !e.Whole {
						e.Min, e.Max = 0, 0
					}
					due = due[1:]
					m.learn(&e)
					k.back.Queue = append(k.back.Queue, e)
					k.Step(2)
				}
			default:
				z := rapid.Uint32Range(1, 7).Draw(rt, "z")
				tile := between(z, z)
				tile.Slot, tile.X, tile.Y = slot, columns.Draw(rt, "column"), columns.Draw(rt, "row")
				if rapid.IntRange(0, 9).Draw(rt, "elsewhere") > 0 {
					tile.X, tile.Y = 1+2*uint16(slot)+rapid.Uint16Range(0, 1).Draw(rt, "beside"), 17
				}
				tile.Depth.X0, tile.Depth.Y0 = int32(tile.X)*2048, int32(tile.Y)*2048
				rejected, told, raises, lowers := m.send(tile, z, control, stencil, disabled)
				k.b.screen(tile)
				require.Equal(rt, []bool{rejected, told, raises, lowers}, []bool{tile.Mask == 0, tile.Told, tile.Raises, tile.Lowers}, "rejected, told, raises, lowers")
				if told {
					due = append(due, pipe.DepthRange{Slot: slot, X: tile.X, Y: tile.Y, Raises: raises, Lowers: lowers})
				}
				if rejected {
					rejections++
				}
			}
		}
	})
	require.Greater(t, rejections, 100)
}

// Without hierarchical Z no tile is looked at.
func TestWithoutHierarchicalZNothingIsTold(t *testing.T) {
	k := newBench(t)
	k.b.cfg.HiZ = false
	control := regs.ZL2DepthControlFields{TestEnable: true, WriteEnable: true, Func: 1}
	k.b.see(pipe.RegWrite{Block: regs.BlockZL2, Reg: regs.ZL2DepthControl, Value: control.Pack()}.Cmd(0, pipe.Cursor{}))
	tile := between(3, 3)
	k.b.screen(tile)
	require.False(t, tile.Told)
	require.NotZero(t, tile.Mask)
}

// Before the first write of them ZL2's registers are those of its reset.
func TestDepthStateIsThatOfTheResetRegisters(t *testing.T) {
	var r regs.ZL2Regs
	r.Reset()
	b := newBench(t).b
	b.S.Depth = depthState{1, 2}
	b.S.Depth.reset()
	require.Equal(t, depthState{r[regs.ZL2DepthControl], r[regs.ZL2StencilControl]}, b.S.Depth)
}
