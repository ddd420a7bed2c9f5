package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/wires"
)

// The diagram has the pipe as a column, going down. DMA and the MXU stand to its right, the
// memory to theirs. A FIFO between neighbours of the column is an arrow between them;
// what leads further runs in a lane beside the column: datapaths and lines on the left,
// the rest on the right.

// Places of the blocks. A block that is not named here stands at the column's end.
var (
	column  = []string{"Host", "CSP", "EUPFront", "EUP", "TSU", "ASU", "SG", "TG", "ZL1", "ZL2", "PS", "WBU"}
	beside  = []string{"DMA", "MXU"}
	outside = "Memory"
)

// jobs says in a few words what blocks are for.
var jobs = map[string]string{
	"Host": "the CPU's end of the bus", "CSP": "command stream processor", "EUPFront": "front of the execution units",
	"EUP": "execution units: vertices, pixels", "TSU": "triangle setup", "ASU": "attribute setup", "SG": "span generator",
	"TG": "tile generator: the break point", "ZL1": "first-level Z", "ZL2": "depth and stencil test", "PS": "pixel shading dispatch",
	"WBU": "blending, write-back", "DMA": "fetches, saves", "MXU": "way to memory", "C2D": "fills, copies", "Memory": "",
}

// box is a block in the picture; row counts the column's blocks, -1 for others.
type box struct {
	name       string
	row        int
	x, y, w, h float64
	left       []*end
	right      []*end
}

func (b *box) middle() float64 { return b.y + b.h/2 }

// side is where a connection runs.
type side int

const (
	inGap   side = iota // between neighbours of the column
	inLeft              // in a lane left of the column
	inRight             // in a lane right of it
	across              // from the column to DMA or MXU
	upright             // between DMA and MXU
	outward             // between MXU and memory
)

// wire is a connection in the picture: a FIFO, or a line with all its readers.
type wire struct {
	name string
	text string
	line bool
	from *end
	to   []*end
	side side
	lane int
	x    float64 // of lanes and of arrows in gaps
}

// end is where a wire meets a box.
type end struct {
	box *box
	w   *wire
	y   float64
}

// span is the range of rows that a wire covers.
func (w *wire) span() (low, high int) {
	low, high = w.from.box.row, w.from.box.row
	for _, e := range w.to {
		low, high = min(low, e.box.row), max(high, e.box.row)
	}
	return low, high
}

// Sizes of the diagram, in pixels.
const (
	boxWidth   = 256.0
	sideWidth  = 160.0
	boxLeast   = 58.0
	portPitch  = 17.0
	gapHeight  = 46.0
	lanePitch  = 27.0
	diagramTop = 64.0
	edgeMargin = 26.0
	crossWidth = 140.0 // room for the names of what goes across
	laneMargin = 16.0  // right of the column, for names in gaps
)

type diagram struct {
	boxes  map[string]*box
	order  []*box // as the machine has them
	column []*box
	wires  []*wire
	lanes  [2]int // left, right
	width  float64
	height float64
}

// Diagram builds the machine and writes a picture of its blocks and connections as SVG.
func Diagram(w io.Writer, cfg hw.Config) error {
	m, err := hw.Build(cfg)
	if err != nil {
		return usage(err)
	}
	d := &diagram{boxes: map[string]*box{}}
	d.place(m.Blocks())
	d.connect(m.Connections())
	d.assignLanes()
	d.layOut()
	_, err = io.WriteString(w, d.svg())
	return err
}

// place makes the boxes and puts those of the column in order.
func (d *diagram) place(blocks []wires.Block) {
	rank := func(b *box) int {
		if i := slices.Index(column, b.name); i >= 0 {
			return i
		}
		return len(column)
	}
	for _, b := range blocks {
		x := &box{name: shortName(b.Name()), row: -1, w: sideWidth, h: boxLeast}
		d.boxes[b.Name()] = x
		d.order = append(d.order, x)
		if x.name != outside && !slices.Contains(beside, x.name) {
			x.w = boxWidth
			d.column = append(d.column, x)
		}
	}
	slices.SortStableFunc(d.column, func(a, b *box) int { return cmp.Compare(rank(a), rank(b)) })
	for i, b := range d.column {
		b.row = i
	}
}

// connect makes the wires; a line with several readers is one.
func (d *diagram) connect(list []wires.Connection) {
	known := map[string]*wire{}
	for i := range list {
		c := &list[i]
		w := known[c.Name]
		if w == nil {
			w = &wire{name: c.Name, text: c.Name, line: c.Line}
			if !c.Line {
				w.text += fmt.Sprintf(" %d", c.Depth)
			}
			if c.Width > 1 {
				w.text += fmt.Sprintf(", width %d", c.Width)
			}
			if c.Latency > 1 {
				w.text += fmt.Sprintf(", latency %d", c.Latency)
			}
			w.from = &end{box: d.boxes[c.From], w: w}
			known[c.Name] = w
			d.wires = append(d.wires, w)
		}
		w.to = append(w.to, &end{box: d.boxes[c.To], w: w})
	}
	for _, w := range d.wires {
		w.side = sideOf(w)
	}
}

func isDatapath(name string) bool {
	return strings.HasPrefix(name, "DP_") || strings.HasPrefix(name, "DATAPATH")
}

func sideOf(w *wire) side {
	a, b := w.from.box, w.to[0].box
	switch {
	case a.row < 0 && b.row < 0 && (a.name == outside || b.name == outside):
		return outward
	case a.row < 0 && b.row < 0:
		return upright
	case a.row < 0 || b.row < 0:
		return across
	case isDatapath(w.name) || len(w.to) > 1:
		return inLeft
	case b.row == a.row+1:
		return inGap
	}
	return inRight
}

// assignLanes gives short wires the lanes next to the column.
func (d *diagram) assignLanes() {
	for k, s := range []side{inLeft, inRight} {
		var list []*wire
		for _, w := range d.wires {
			if w.side == s {
				list = append(list, w)
			}
		}
		slices.SortStableFunc(list, func(a, b *wire) int { return cmp.Compare(length(a), length(b)) })
		var lanes [][]*wire
		for _, w := range list {
			i := slices.IndexFunc(lanes, func(l []*wire) bool { return !slices.ContainsFunc(l, w.overlaps) })
			if i < 0 {
				i = len(lanes)
				lanes = append(lanes, nil)
			}
			lanes[i] = append(lanes[i], w)
			w.lane = i
		}
		d.lanes[k] = len(lanes)
	}
}

func length(w *wire) int {
	low, high := w.span()
	return high - low
}

func (w *wire) overlaps(v *wire) bool {
	a, b := w.span()
	c, d := v.span()
	return a <= d && c <= b
}

// layOut gives boxes, ends and lanes their places.
func (d *diagram) layOut() {
	for _, w := range d.wires {
		for _, e := range append([]*end{w.from}, w.to...) {
			switch {
			case w.side == inLeft:
				e.box.left = append(e.box.left, e)
			case w.side == inRight || w.side == across && e.box.row >= 0:
				e.box.right = append(e.box.right, e)
			}
		}
	}
	x, y := edgeMargin+lanePitch*float64(d.lanes[0]+1), diagramTop
	for _, b := range d.column {
		b.x, b.y = x, y
		b.h = max(boxLeast, portPitch*float64(max(len(b.left), len(b.right))+1))
		spread(b, b.left)
		spread(b, b.right)
		y += b.h + gapHeight
	}
	d.height = y - gapHeight + 74
	d.layOutBeside(x)
	d.layOutWires(x)
}

// spread sets the heights of a side's ends so that lanes cross as little as can be: what
// goes up is above what goes across, and what goes down below.
func spread(b *box, ends []*end) {
	key := func(e *end) int {
		w := e.w
		if w.side == across {
			return 0
		}
		low, high := w.span()
		if high == b.row || low != b.row && w.from.box.row < b.row {
			return -1000 + w.lane
		}
		return 1000 - w.lane
	}
	slices.SortStableFunc(ends, func(p, q *end) int { return cmp.Compare(key(p), key(q)) })
	for i, e := range ends {
		e.y = b.y + b.h*float64(i+1)/float64(len(ends)+1)
	}
}

// layOutBeside places DMA beside the CSP, the MXU from the first block that it serves
// to the last, and the memory.
func (d *diagram) layOutBeside(x float64) {
	at := x + boxWidth + laneMargin + lanePitch*float64(d.lanes[1]+1) + crossWidth
	d.width = at + sideWidth + edgeMargin
	var last *box
	for _, b := range d.order {
		if b.row >= 0 || b.name == outside {
			continue
		}
		b.x = at
		top, bottom := d.height, 0.0
		for _, w := range d.wires {
			if w.side == across && (w.from.box == b || w.to[0].box == b) {
				c := w.columnEnd().box
				top, bottom = min(top, c.y), max(bottom, c.y+c.h)
			}
		}
		if bottom > 0 {
			b.y, b.h = top, bottom-top
		}
		last = b
	}
	for _, b := range d.order {
		if b.name == outside && last != nil {
			b.x, b.y, b.w = at+sideWidth+crossWidth, last.middle()-boxLeast, sideWidth*0.75
			b.h = 2 * boxLeast
			d.width = b.x + b.w + edgeMargin
		}
	}
}

// columnEnd is the end of a wire across that lies at the column.
func (w *wire) columnEnd() *end {
	if w.from.box.row >= 0 {
		return w.from
	}
	return w.to[0]
}

// layOutWires places lanes, and arrows that run between two boxes.
func (d *diagram) layOutWires(x float64) {
	count, next := map[[2]*box]int{}, map[[2]*box]int{}
	pair := func(w *wire) [2]*box {
		a, b := w.from.box, w.to[0].box
		if a.y > b.y || a.y == b.y && a.x > b.x {
			a, b = b, a
		}
		return [2]*box{a, b}
	}
	for _, w := range d.wires {
		count[pair(w)] += btoi(w.side == inGap || w.side == upright || w.side == outward)
	}
	for _, w := range d.wires {
		p := pair(w)
		part := float64(next[p]*2+1) / float64(max(count[p], 1)*2)
		switch w.side {
		case inLeft:
			w.x = x - lanePitch*float64(w.lane+1)
		case inRight:
			w.x = x + boxWidth + laneMargin + lanePitch*float64(w.lane+1)
		case inGap, upright:
			w.x = p[0].x + p[0].w*part
			next[p]++
		case outward:
			b := d.smaller(p)
			w.from.y = b.y + b.h*part
			next[p]++
		}
	}
}

func (d *diagram) smaller(p [2]*box) *box {
	if p[0].h < p[1].h {
		return p[0]
	}
	return p[1]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
