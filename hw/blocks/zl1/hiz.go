package zl1

import (
	"math"
	"math/bits"

	"tilemark/hw/format"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// maxRanges is the largest number of tiles that can be kept.
const maxRanges = 256

// depthRange is what is known of the depth buffer in a tile: every stored depth is at
// least Min and at most Max. Depths are the words of the buffer, the order of which is
// that of the depths. What tiles in flight to ZL2 may do to the range is counted until
// ZL2 has told.
type depthRange struct {
	X, Y           uint16
	Slot           uint8
	HasMin, HasMax bool
	Min, Max       uint32
	Flights        uint32 // tiles below that will be told of
	Stale          uint32 // the first of them, which are of a buffer that is no more
	Raisers        uint32 // of the others, those that may store greater depths
	Lowerers       uint32 // and lesser ones
}

// depthState is what ZL1 needs to know of ZL2's registers. It sees them pass.
type depthState struct {
	Control, Stencil uint32
}

func (d *depthState) reset() {
	*d = depthState{
		Control: regs.ResetValue(regs.BlockZL2, regs.ZL2DepthControl), Stencil: regs.ResetValue(regs.BlockZL2, regs.ZL2StencilControl),
	}
}

// registers returns them as ZL2's register file, for its accessors.
func (d *depthState) registers() (r regs.ZL2Regs) {
	r[regs.ZL2DepthControl], r[regs.ZL2StencilControl] = d.Control, d.Stencil
	return r
}

// watch takes note of an entry on its way to ZL2: another depth buffer, and what lets
// others write this one, make all ranges unknown.
func (b *ZL1) watch(c *pipe.Cmd) {
	switch {
	case c.Kind == pipe.Fence, c.Kind == pipe.Blit, c.Kind == pipe.Flush:
		b.forget(c.Slot)
	case c.Writes(regs.BlockZL2):
		b.watchRegister(c)
	}
}

// watchRegister takes note of a write of a register of ZL2.
func (b *ZL1) watchRegister(c *pipe.Cmd) {
	d, w := &b.S.Depth, c.RegWrite()
	switch {
	case w.Reg == regs.ZL2DepthControl:
		before := d.registers()
		d.Control = w.Value
		if after := d.registers(); before.DepthControlFormat() != after.DepthControlFormat() {
			b.forget(c.Slot)
		}
	case w.Reg == regs.ZL2StencilControl:
		d.Stencil = w.Value
	case w.Reg == regs.ZL2DepthBase, w.Reg == regs.ZL2DepthPitch: // another depth buffer
		b.forget(c.Slot)
	}
}

// forget makes the ranges of a context unknown. What ZL2 still tells of tiles in flight
// does not count.
func (b *ZL1) forget(slot uint8) {
	for i := range b.S.Ranges {
		r := &b.S.Ranges[i]
		if r.Flights == 0 {
			if r.Slot == slot {
				*r = depthRange{}
			}
		} else if r.Slot == slot {
			*r = depthRange{X: r.X, Y: r.Y, Slot: r.Slot, Flights: r.Flights, Stale: r.Flights}
		}
	}
}

// screen rejects a tile that cannot pass the depth test anywhere, by emptying its mask;
// otherwise it counts the tile as in flight, when there is a place for its range.
func (b *ZL1) screen(t *pipe.TileDepth) {
	z := b.S.Depth.registers()
	if !b.cfg.HiZ || !z.DepthControlTestEnable() {
		return
	}
	i := (uint32(t.X)&15 | uint32(t.Y)&15<<4) & uint32(b.cfg.Tiles-1)
	r := &b.S.Ranges[i]
	if r.X != t.X || r.Y != t.Y || r.Slot != t.Slot {
		if r.Flights > 0 {
			return // the place is taken until ZL2 has told of the other tile
		}
		*r = depthRange{X: t.X, Y: t.Y, Slot: t.Slot}
	}
	if (r.HasMin || r.HasMax) && !b.S.Regs.HizControlDisable() && !z.StencilControlEnable() && !z.DepthControlLate() && r.rejects(t, &z) {
		t.Mask = 0
		return
	}
	t.Told = true
	r.Flights++
	if z.DepthControlWriteEnable() {
		t.Raises, t.Lowers = mayStore(z.DepthControlFunc())
	}
	if t.Raises {
		r.Raisers++
		r.HasMax, r.Max = false, 0
	}
	if t.Lowers {
		r.Lowerers++
		r.HasMin, r.Min = false, 0
	}
}

// mayStore tells whether a passing depth can be greater, or less, than the stored one.
func mayStore(fn uint32) (greater, less bool) {
	switch fn {
	case regs.ZL2DepthControlFuncLess, regs.ZL2DepthControlFuncLequal:
		return false, true
	case regs.ZL2DepthControlFuncGreater, regs.ZL2DepthControlFuncGequal:
		return true, false
	case regs.ZL2DepthControlFuncNever, regs.ZL2DepthControlFuncEqual:
		return false, false
	}
	return true, true
}

// rejects tells whether the compare function fails for each of the tile's depths
// against each stored one.
func (r *depthRange) rejects(t *pipe.TileDepth, z *regs.ZL2Regs) bool {
	lo, hi, ok := bounds(t, z.DepthControlFormat())
	if !ok {
		return false
	}
	above := r.HasMax && lo > r.Max // every depth is greater than every stored one
	below := r.HasMin && hi < r.Min
	switch z.DepthControlFunc() {
	case regs.ZL2DepthControlFuncLess:
		return r.HasMax && lo >= r.Max
	case regs.ZL2DepthControlFuncLequal:
		return above
	case regs.ZL2DepthControlFuncEqual:
		return above || below
	case regs.ZL2DepthControlFuncGreater:
		return r.HasMin && hi <= r.Min
	case regs.ZL2DepthControlFuncGequal:
		return below
	}
	return false
}

// bounds returns the least and the greatest depth that ZL2 can find in the covered
// part of a tile. Each rounded operation of the plane rises or falls with the pixel's
// coordinates, so the extremes lie in corners of the covered rectangle, unless one is
// not finite.
func bounds(t *pipe.TileDepth, depthFormat uint32) (lo, hi uint32, ok bool) {
	columns := t.Mask | t.Mask>>32
	columns |= columns >> 16
	columns |= columns >> 8
	x0, x1 := int32(bits.TrailingZeros8(uint8(columns))), int32(7-bits.LeadingZeros8(uint8(columns)))
	y0, y1 := int32(bits.TrailingZeros64(t.Mask)>>3), int32(7-bits.LeadingZeros64(t.Mask)>>3)
	lo = math.MaxUint32
	d := &t.Depth
	for _, y := range [2]int32{y0, y1} {
		for _, x := range [2]int32{x0, x1} {
			px, py := int32(t.X)<<3+x, int32(t.Y)<<3+y
			z := d.Plane.At(float32(px<<8-d.X0), float32(py<<8-d.Y0))
			if z-z != 0 {
				return 0, 0, false
			}
			w := word(format.Clamp(z), depthFormat)
			lo, hi = min(lo, w), max(hi, w)
		}
	}
	return lo, hi, true
}

// word returns the depth as it is stored.
func word(z float32, depthFormat uint32) uint32 {
	switch depthFormat {
	case regs.ZL2DepthControlFormatD32f:
		return math.Float32bits(z)
	case regs.ZL2DepthControlFormatD16:
		return format.D16(z)
	}
	return format.D24(z)
}

// learn takes what ZL2 tells of a tile that it has finished.
func (b *ZL1) learn() bool {
	if !b.P.ZLBack.Valid() {
		return false
	}
	e := b.P.ZLBack.Head()
	r := &b.S.Ranges[(uint32(e.X)&15|uint32(e.Y)&15<<4)&uint32(b.cfg.Tiles-1)]
	if r.Flights == 0 || r.X != e.X || r.Y != e.Y || r.Slot != e.Slot {
		b.Break("depth range", "ZL2 reports tile (%d, %d) of context slot %d, which is not in flight", e.X, e.Y, e.Slot)
	}
	r.Flights--
	switch {
	case r.Stale > 0:
		r.Stale--
	default:
		r.update(e)
	}
	if r.Flights == 0 && !r.HasMin && !r.HasMax {
		*r = depthRange{}
	}
	b.P.ZLBack.Drop()
	return true
}

func (r *depthRange) update(e *pipe.DepthRange) {
	if e.Raises {
		r.Raisers--
	}
	if e.Lowers {
		r.Lowerers--
	}
	if !e.Whole {
		return
	}
	if r.Raisers == 0 {
		r.HasMax, r.Max = true, e.Max
	}
	if r.Lowerers == 0 {
		r.HasMin, r.Min = true, e.Min
	}
}
