package lives

import "strings"

// parts are the numbers of a tile ID, in their order.
var parts = [...]string{"ring", "DMA", "inst.", "prim.", "tri.", "tile"}

// station is where a tile, or what becomes one, is for some time.
type station struct {
	name  string
	where string // how the box is drawn: a class of the style
	known int    // how many numbers of the ID there are
	what  string
	to    []string // the connections to the next station
}

// stations are the way of a tile with the break point at TG.
var stations = []station{
	{"CSP: front-end parser", "above", 4, "The command has a place in the ring and in the DMA buffer, the first two numbers of the ID. The parser numbers " +
		"instances, and the primitives of each.", []string{"CSP_FIFO", "VERTEX"}},
	{"EUPFront, VF, Tess, EUP", "above", 4, "Threads of vertices run on the clusters. Tess makes the primitives of a patch.", []string{"EUP_FIFO"}},
	{"TSU, ASU, SG", "above", 5, "TSU clips and numbers the triangles of a primitive: those of a patch, and those that clipping makes of one. SG walks " +
		"its rows.", []string{"SG_TG"}},
	{"TG: break point", "gate", 6, "TG numbers the tiles of each triangle that cover a pixel. The gate has the tile's pages pinned. When a tile passes, the " +
		"cursor becomes the ID after it: the tile is committed.", []string{"TG_FIFO"}},
	{"ZL1", "below", 6, "ZL1 joins the tile with its depth and attribute planes. Hierarchical Z may empty its mask: nothing of it is drawn, and it goes on " +
		"so that pins are given up in order.", []string{"ZFIFO", "ZL1_FIFO"}},
	{"ZL2", "below", 6, "ZL2 tests depth and stencil of each quad in its cache, and sends the quads that are left, then the mark TILE_END.", []string{"PS_FIFO"}},
	{"PS, EUP, clusters", "below", 6, "The pixel kernel runs for the quads of the tile. Colours come back in order.", []string{"WB_FIFO"}},
	{"WBU", "below", 6, "WBU blends in its cache. At TILE_END the tile has retired, and WBU gives up its pin.", []string{"C_REQ", "MEM_REQ"}},
	{"memory", "save", 6, "Lines come here when the caches evict them, and at a fence, flush, fill, copy or INT_END. Each tile is drawn exactly once.", nil},
}

// atBreakPoint says what the break point does with an ID in a cut and in a restore.
var atBreakPoint = []struct{ title, text string }{
	{"cut", "TG_INT follows the last tile that has passed. The cursor is reported and saved: it is the ID of the first tile that is not drawn. " +
		"What SG_TG has from there on is discarded."},
	{"restore", "The parser goes on at the saved command, and all above makes the same IDs. Tiles before the cursor are dropped " +
		"here. The first tile at or past it is reported as RESUMED, and passes."},
}

// Columns of the figure.
const (
	nameAt, nameWidth = margin, 214.0
	idAt, idWidth     = nameAt + nameWidth + 14, 44.0
	whatAt            = idAt + 6*idWidth + 14
	whatWidth         = figureWidth - margin - whatAt
)

// Tile draws the life of a tile ID, from the command stream to memory.
func Tile() (string, error) {
	c := &canvas{}
	y := 92.0
	c.line(nameAt, 80, smallSize, "soft", "start", false, "where it is")
	c.line(idAt, 80, smallSize, "soft", "start", false, "what there is of its ID")
	c.line(whatAt, 80, smallSize, "soft", "start", false, "what happens to it there")
	for _, s := range stations {
		lines := c.wrap(s.what, smallSize, whatWidth)
		h := max(36, lineHeight*float64(len(lines))+4)
		c.named(nameAt, y, nameWidth, h, s.where, s.name)
		for i, p := range parts {
			x, top := idAt+idWidth*float64(i), y+h/2-11
			if i >= s.known {
				c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="22" class="open"/>`, x+1, top, idWidth-2)
				continue
			}
			c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="22" class="known"/>`, x+1, top, idWidth-2)
			c.line(x+idWidth/2, top+15, smallSize, "known-text", "middle", false, p)
		}
		c.lines(whatAt, y+(h-lineHeight*float64(len(lines)))/2, smallSize, "text", lines)
		bottom := y + h
		y = bottom
		if s.where == "gate" {
			y = c.gate(y + 8)
		}
		if label := strings.Join(s.to, ", "); label != "" {
			if y += 28; s.where == "gate" {
				label += ", the tile queue"
			}
			c.arrow([2]float64{nameAt + 14, bottom}, [2]float64{nameAt + 14, y - 1})
			c.line(nameAt+24, y-9, smallSize, "soft", "start", false, label)
		}
	}
	y += 34
	c.rect(nameAt, y-10, 14, 12, "above")
	c.line(nameAt+20, y, smallSize, "soft", "start", false, "above the break point: a cut discards it, a restore makes it again")
	c.rect(nameAt+460, y-10, 14, 12, "below")
	c.line(nameAt+480, y, smallSize, "soft", "start", false, "below: a cut drains it")
	return c.figure("The life of a tile ID", "With the break point at TG, as in the default machine. The dashed line is where a cut parts discarded work from drained work.", y+20)
}

// gate draws what the break point does, below its station, and returns where it ends.
func (c *canvas) gate(y float64) float64 {
	const half = (figureWidth - margin - idAt - 14) / 2
	h := 0.0
	var texts [2][]string
	for i, g := range atBreakPoint {
		texts[i] = c.wrap(g.text, smallSize, half-2*padding)
		h = max(h, noteHeight(texts[i])+lineHeight+2)
	}
	for i, g := range atBreakPoint {
		c.box(idAt+float64(i)*(half+14), y, half, h, "gate", g.title, texts[i])
	}
	c.add(`<path d="M%.1f %.1fH%.1f" class="cut" stroke-width="2" stroke-dasharray="7 5"/>`, margin, y+h+12, figureWidth-margin)
	return y + h + 10
}

// Connections are the names of the connections that the figure of a tile ID shows.
func Connections() (names []string) {
	for _, s := range stations {
		names = append(names, s.to...)
	}
	return names
}
