package monitor

import (
	"tilemark/golden"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl2"
	"tilemark/tb/cosim/vector"
)

// tested compares a fragment of ZL2 with golden's next one.
func (mon *Monitor) tested(f *zl2.Fragment) {
	c, t, i := mon.context(f.Slot, "ZL2")
	if !mon.nextFragment(c, t) && c.Pos > c.Doubt {
		if e := mon.uncertainTile(c, t, i, f.X, f.Y, func(n *vector.TileInfo) bool { return n.NoDepth }); e != nil && !f.Rejected {
			c.owe(depths, e.Depth, &golden.Fragment{X: f.X, Y: f.Y}, uint64(f.Old), uint64(f.New))
		}
		return
	}
	if !mon.nextFragment(c, t) {
		mon.breaks(checkNextFragment, "P2", "ZL2", "context %d: fragment (%d, %d) is tested, but every committed tile is complete", i, f.X, f.Y)
		return
	}
	if f.Rejected {
		mon.rejected(c, t, i, f)
		return
	}
	g := &t.Fragments[c.Fragment]
	old, now := f.Old, f.New
	if g.X != f.X || g.Y != f.Y || g.Pass != f.Pass || !mon.v.Tiles[i][c.Tile].NoDepth && (g.ZOld != old || g.ZNew != now) {
		mon.fail(checkNextFragment, "ZL2", "context %d: fragment (%d, %d) pass %t, Z %08x to %08x; golden has (%d, %d) pass %t, Z %08x to %08x",
			i, f.X, f.Y, f.Pass, old, now, g.X, g.Y, g.Pass, g.ZOld, g.ZNew)
	}
	c.owe(depths, t.Events[c.Tile].Depth, g, uint64(g.ZOld), uint64(g.ZNew))
	c.Fragment++
}

// rejected checks a tile that hierarchical Z rejected: golden tests all its fragments,
// and all fail (P9).
func (mon *Monitor) rejected(c *ContextState, t *golden.Trace, i int, f *zl2.Fragment) {
	e := &t.Events[c.Tile]
	if e.X != f.X>>3 || e.Y != f.Y>>3 || c.Fragment != e.First {
		mon.fail(checkRejectedTile, "ZL1", "context %d: the tile at (%d, %d) is rejected, golden has %s next", i, f.X>>3, f.Y>>3, describe(e))
	}
	for ; c.Fragment < e.First+e.Count; c.Fragment++ {
		if g := &t.Fragments[c.Fragment]; g.Pass || g.ZOld != g.ZNew {
			mon.breaks(checkRejectedTile, "P9", "ZL1", "context %d: the tile at (%d, %d) is rejected, but pixel (%d, %d) passes in golden", i, e.X, e.Y, g.X, g.Y)
		}
	}
}

// nextFragment moves to the next fragment that must be tested, among committed tiles of which golden says what they draw.
func (mon *Monitor) nextFragment(c *ContextState, t *golden.Trace) bool {
	for ; c.Tile < min(c.Pos, c.Doubt); c.Tile++ {
		e := &t.Events[c.Tile]
		if e.Kind == golden.KindTile {
			c.Fragment = max(c.Fragment, e.First)
			for ; c.Fragment < e.First+e.Count; c.Fragment++ {
				if t.Fragments[c.Fragment].Tested {
					return true
				}
			}
		}
	}
	return false
}

// blended compares a pixel of WBU with golden's next one.
func (mon *Monitor) blended(p *wbu.Pixel) {
	c, t, i := mon.context(p.Slot, "WBU")
	if !mon.nextPixel(c, t, i) && c.Pos > c.Doubt {
		if e := mon.uncertainTile(c, t, i, p.X, p.Y, func(n *vector.TileInfo) bool { return n.NoColor }); e != nil {
			c.owe(colors, e.Color, &golden.Fragment{X: p.X, Y: p.Y}, p.Old, p.New)
		}
		return
	}
	if !mon.nextPixel(c, t, i) {
		mon.breaks(checkNextPixel, "P2", "WBU", "context %d: pixel (%d, %d) is written, but every committed tile is complete", i, p.X, p.Y)
		return
	}
	g := &t.Fragments[c.Pixel]
	if g.X != p.X || g.Y != p.Y || g.COld != p.Old || g.CNew != p.New {
		mon.fail(checkNextPixel, "WBU", "context %d: pixel (%d, %d) %08x to %08x; golden has (%d, %d) %08x to %08x",
			i, p.X, p.Y, p.Old, p.New, g.X, g.Y, g.COld, g.CNew)
	}
	c.owe(colors, t.Events[c.Blend].Color, g, g.COld, g.CNew)
	c.Pixel++
}

// nextPixel moves to the next fragment that must be written, among the same tiles.
func (mon *Monitor) nextPixel(c *ContextState, t *golden.Trace, i int) bool {
	for c.Blend < min(c.Pos, c.Doubt) {
		e := &t.Events[c.Blend]
		if e.Kind == golden.KindTile && !mon.v.Tiles[i][c.Blend].NoColor {
			c.Pixel = max(c.Pixel, e.First)
			for ; c.Pixel < e.First+e.Count; c.Pixel++ {
				if t.Fragments[c.Pixel].Colored {
					return true
				}
			}
		}
		c.Blend++
	}
	return false
}
