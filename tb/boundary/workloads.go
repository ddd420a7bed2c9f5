package boundary

import (
	"fmt"

	"tilemark/hw/regs"
)

// Workloads whose operands are taken to their limits: an indexed strip with restart, patches, and fills and copies of a
// surface of 3 by 2 tiles.
const (
	baseIndexed = `size: [16, 16]
contexts:
  - {scene: restart%s}
  - scene: one-triangle
`
	basePatches = `size: [16, 16]
contexts:
  - {scene: patches%s}
  - scene: one-triangle
`
	baseTransfers = `size: [20, 12]
contexts:
  - {scene: {meshes: [{name: t, positions: [[-0.9, 0.9, 0.4], [0.9, 0.9, 0.4], [0, -0.9, 0.4]]}], draws: [{mesh: t, clip_space: true}, {fill: {surface: color, rect: [1, 1, 4, 3], value: [192, 64, 128]}}, {copy: {from: color, to: depth, rect: [2, 3, 8, 6], at: [3, 4]}}]}%s}
  - scene: one-triangle
`
)

// workloads adds cases of operands that no value of is refused: draws, fills and copies do what the tables say up to the
// last value of each.
func (g *generator) workloads() ([]Case, error) {
	g.draws("list", g.find(g.buffer, regs.CommandDraw), 3)
	g.draws("strip", g.last(g.buffer, regs.CommandDraw, 5), 4)
	for _, w := range []struct {
		base string
		make func(*generator)
	}{
		{baseIndexed, (*generator).indexed},
		{basePatches, func(p *generator) { p.draws("patches", p.find(p.buffer, regs.CommandDraw), 16) }},
		{baseTransfers, (*generator).rectangles},
	} {
		other, err := generatorOf(w.base)
		if err != nil {
			return nil, err
		}
		w.make(other)
		g.cases = append(g.cases, other.cases...)
	}
	return g.cases, nil
}

const (
	allOnes = 1<<32 - 1
	half    = 1 << 31
)

// draws has the operands of a draw whose primitives have so many vertices at the limits: left-over vertices, no primitive, no instance,
// as many instances of nothing as can be, and vertex numbers that pass the greatest one.
func (g *generator) draws(name string, at command, vertices uint32) {
	type operand struct {
		n     int
		value uint32
	}
	put := func(what string, operands ...operand) {
		var pokes []poke
		for _, o := range operands {
			pokes = append(pokes, poke{inBuffer, at.at + o.n, o.value})
		}
		g.add("draw/"+name+"/"+what, regs.ReasonNone, pokes...)
	}
	count := func(v uint32) operand { return operand{regs.CommandDrawCount, v} }
	instances := func(v uint32) operand { return operand{regs.CommandDrawInstances, v} }
	first := func(v uint32) operand { return operand{regs.CommandDrawFirst, v} }
	for _, n := range []uint32{0, 1, vertices - 1, vertices, vertices + 1, 2*vertices - 1, 2 * vertices} {
		put(fmt.Sprintf("count-%d", n), count(n))
	}
	for _, n := range []uint32{0, 1, 2, 3} {
		put(fmt.Sprintf("instances-%d", n), instances(n))
	}
	put("count-all-ones-no-instance", count(allOnes), instances(0))
	put("instances-all-ones-no-vertex", count(0), instances(allOnes))
	put("instances-all-ones-no-primitive", count(2), instances(allOnes))
	for _, n := range []uint32{1, vertices - 1, vertices, half - 1, half, allOnes - vertices, allOnes - vertices + 1, allOnes - 1, allOnes} {
		put(fmt.Sprintf("first-%#x", n), first(n))
	}
	for bit := uint32(1); bit < 32; bit += 5 { // of no field: nothing uses them
		put(fmt.Sprintf("flags-bit-%d", bit), operand{regs.CommandDrawFlags, g.words(inBuffer, at.at+regs.CommandDrawFlags) | 1<<bit})
	}
}

// indexed has an indexed draw end in the middle of a strip, and its indices pass the greatest vertex number.
func (g *generator) indexed() {
	at := g.find(g.buffer, regs.CommandDraw)
	n := g.words(inBuffer, at.at+regs.CommandDrawCount)
	for k := uint32(0); k <= min(n, 8); k++ {
		g.add(fmt.Sprintf("draw/indexed/count-%d", k), regs.ReasonNone, poke{inBuffer, at.at + regs.CommandDrawCount, k})
		g.add(fmt.Sprintf("draw/indexed/first-%d", k), regs.ReasonNone,
			poke{inBuffer, at.at + regs.CommandDrawFirst, k}, poke{inBuffer, at.at + regs.CommandDrawCount, n - k})
	}
	g.add("draw/indexed/no-index", regs.ReasonNone, poke{inBuffer, at.at + regs.CommandDrawCount, 0}, poke{inBuffer, at.at + regs.CommandDrawInstances, allOnes})
	for _, v := range []uint32{0, 1, half - 1, half, allOnes - 1, allOnes} {
		g.add(fmt.Sprintf("draw/indexed/base-vertex-%#x", v), regs.ReasonNone, g.state(regs.BlockCSP, regs.CSPBaseVertex, v)...)
	}
}

// register finds where a register of C2D gets its value, before the nth fill or copy.
func (g *generator) register(reg, nth int) int {
	place, seen := -1, 0
	for _, c := range g.buffer {
		switch code := c.header & regs.HeaderCommandMask; {
		case code == regs.CommandFill, code == regs.CommandCopy:
			if seen++; seen > nth {
				return place
			}
		case code == regs.CommandSetState && c.header>>regs.HeaderSubOpcodeShift&regs.HeaderSubOpcodeMask == regs.BlockC2D:
			first := int(g.words(inBuffer, c.at+regs.CommandSetStateFirst))
			if k := reg - first; k >= 0 && k < c.length-regs.CommandSetStateValue {
				place = c.at + regs.CommandSetStateValue + k
			}
		}
	}
	panic(fmt.Sprintf("no register %d of C2D is written", reg))
}

// rectangles has rectangles end at, and reach over, the last column and row of a surface, or be empty; what lies over the
// last column is in the next row of tiles, or of pixels.
func (g *generator) rectangles() {
	const width, height = 24, 16 // of the surface, whole tiles
	both := func(x, y uint32) uint32 { return y<<16 | x }
	rects := []struct {
		name       string
		x, y, w, h uint32
	}{
		{"last-pixel", width - 1, height - 1, 1, 1}, {"last-column", width - 1, 0, 1, height}, {"last-row", 0, height - 1, width, 1}, {"whole", 0, 0, width, height},
		{"over-last-column", width - 1, 2, 2, 3}, {"past-last-column", width, 2, 3, 2}, {"over-last-row", 3, height - 1, 3, 2}, {"past-last-row", 3, height, 3, 2},
		{"over-both", width - 3, height - 2, 9, 5}, {"no-width", 3, 3, 0, 4}, {"no-height", 3, 3, 4, 0}, {"no-width-all-rows", 3, 3, 0, 0xffff}, {"no-height-all-columns", 3, 3, 0xffff, 0},
	}
	for nth, name := range []string{"fill", "copy"} {
		origin, extent, layout := g.register(regs.C2DDstOrigin, nth), g.register(regs.C2DExtent, nth), g.register(regs.C2DDstLayout, nth)
		was := g.words(inBuffer, layout)
		for _, shape := range []struct {
			name   string
			layout uint32
		}{{"tiled", was}, {"rows", was&^(1<<regs.C2DDstLayoutTiledShift|regs.C2DDstLayoutPitchMask) | width}} {
			for _, r := range rects {
				if name == "copy" && (r.w > width/2 || r.h > height/2) && r.w*r.h > 0 {
					continue // it would read what it has written: the surfaces lie one after the other
				}
				g.add(fmt.Sprintf("rectangle/%s/%s/%s", name, shape.name, r.name), regs.ReasonNone,
					poke{inBuffer, layout, shape.layout}, poke{inBuffer, origin, both(r.x, r.y)}, poke{inBuffer, extent, both(r.w, r.h)})
			}
		}
		for format := uint32(0); format < 8; format++ {
			g.add(fmt.Sprintf("rectangle/%s/format-%d", name, format), regs.ReasonNone,
				poke{inBuffer, layout, was&^(regs.C2DDstLayoutFormatMask<<regs.C2DDstLayoutFormatShift) | format<<regs.C2DDstLayoutFormatShift})
		}
		base := g.register(regs.C2DDstBase, nth)
		for _, low := range []uint32{1, 32, 63} {
			g.add(fmt.Sprintf("rectangle/%s/base-%d", name, low), regs.ReasonNone, poke{inBuffer, base, g.words(inBuffer, base) + low})
		}
	}
	source, extent := g.register(regs.C2DSrcOrigin, 1), g.register(regs.C2DExtent, 1)
	for _, r := range rects {
		if r.w <= width/2 && r.h <= height/2 || r.w*r.h == 0 {
			g.add("rectangle/source/"+r.name, regs.ReasonNone, poke{inBuffer, source, both(r.x, r.y)}, poke{inBuffer, extent, both(r.w, r.h)})
		}
	}
}
