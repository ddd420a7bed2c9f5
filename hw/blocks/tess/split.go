package tess

import "tilemark/hw/pipe"

// maxLevel is the most segments of a patch's side.
const maxLevel = 32

// segments returns the segments of a side for a value of TESSELLATION.LEVEL, or for what a hull kernel says.
func segments(level uint32) uint8 { return uint8(min(max(level, 1), maxLevel)) }

// corner returns the grid point of corner k of triangle t: two triangles a cell, cells by rows.
func corner(t uint16, k int, n uint8) (i, j uint16) {
	cell := t >> 1
	i, j = cell%uint16(n), cell/uint16(n)
	switch {
	case t&1 == 0 && k == 1, t&1 == 1 && k == 0:
		return i + 1, j
	case k == 2:
		return i, j + 1
	case t&1 == 1:
		return i + 1, j + 1
	}
	return i, j
}

// patch is the patch that is split. What follows it waits until its last triangle has left.
type patch struct {
	Level    uint8    // segments of a side
	Triangle uint16   // the next one
	Cmd      pipe.Cmd // of the patch
}

// triangles returns the number of triangles of the patch.
func (p *patch) triangles() uint16 { return 2 * uint16(p.Level) * uint16(p.Level) }

// command is that of the next triangle.
func (p *patch) command() pipe.Cmd {
	c := p.Cmd
	made := c.Assembly()
	if made.More = p.triangles() - 1 - p.Triangle; p.Triangle > 0 {
		made.Vertices = 0
	}
	c.Kind, c.At.Triangle = pipe.Prim, 8*uint32(p.Triangle)
	c.SetAssembly(made)
	return c
}

// point returns u and v of corner k of the next triangle.
func (p *patch) point(k int) (u, v float32) {
	i, j := corner(p.Triangle, k, p.Level)
	n := float32(p.Level)
	return float32(i) / n, float32(j) / n
}
