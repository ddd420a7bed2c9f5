package plots

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cluster"
	"tilemark/tb/request"
	"tilemark/tb/runs"
)

// The diagram has the pipe as a column, going down. DMA and the MXU stand to its right, the
// memory to theirs. A FIFO between neighbours of the column is an arrow between them;
// what leads further runs in a lane beside the column: datapaths and lines on the left,
// the rest on the right. Clusters are alike, and so are the multiprocessors of each: one stands for all.

// Places of the blocks. A block that is not named here stands at the column's end.
var (
	column  = []string{"Host", "CSP", "EUPFront", "VF", "Tess", "EUP", "PM", "SM", "LSU", "L15", "TEX", "TSU", "ASU", "SG", "TG", "ZL1", "ZL2", "PS", "WBU"}
	beside  = []string{"DMA", "MXU"}
	outside = "Memory"
)

// jobs says in a few words what blocks are for.
var jobs = map[string]string{
	"Host": "the CPU's end of the bus", "CSP": "command stream processor", "EUPFront": "front of the execution units",
	"VF": "vertex fetch", "Tess": "tessellator", "EUP": "thread dispatch", "PM": "pipeline manager", "SM": "multiprocessor", "LSU": "load/store unit", "L15": "level-1.5 cache", "TEX": "sampler", "TSU": "triangle setup", "ASU": "attribute setup", "SG": "span generator",
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

// face is the edge that looks at the lanes right of the column.
func (b *box) face() float64 {
	if b.row >= 0 {
		return b.x + b.w
	}
	return b.x
}

// side is where a connection runs.
type side int

const (
	inGap   side = iota // between neighbours of the column
	inLeft              // in a lane left of the column
	inRight             // in a lane right of it
	across              // from the column to DMA or MXU
	around              // the same in a lane right of the column, past what stands between
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
	row  int     // around: of the column, at which it goes across
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
	if w.side == around {
		row := w.columnEnd().box.row
		return min(row, w.row), max(row, w.row)
	}
	low, high = w.from.box.row, w.from.box.row
	for _, e := range w.to {
		low, high = min(low, e.box.row), max(high, e.box.row)
	}
	return low, high
}

type diagram struct {
	boxes  map[string]*box
	order  []*box // as the machine has them
	column []*box
	wires  []*wire
	lanes  [2]int // left, right

	clusters, sms int // of the machine, and multiprocessors of each
	width         float64
	height        float64
}

// Diagram builds the machine and writes a picture of its blocks and connections as SVG.
func Diagram(w io.Writer, cfg hw.Config) error {
	m, err := hw.Build(cfg)
	if err != nil {
		return request.AsUsage(err)
	}
	_, err = io.WriteString(w, diagramOf(m).svg())
	return err
}

// diagramOf gives everything in the picture its place.
func diagramOf(m *hw.Machine) *diagram {
	d := &diagram{boxes: map[string]*box{}, clusters: m.Config.GPC.Count, sms: m.Config.GPC.SMs}
	d.place(m.Blocks())
	d.connect(m.Connections())
	d.assignLanes()
	d.layOut()
	return d
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
		if !first(b.Name()) {
			continue
		}
		x := &box{name: cluster.KindOf(runs.ShortName(b.Name())), row: -1, w: sideWidth, h: boxLeast}
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

// first tells whether a block is the first one of those that are alike, or alone.
func first(name string) bool {
	return !strings.Contains(strings.ReplaceAll(name, "[0]", ""), "[")
}

// connect makes the wires; a line with several readers is one.
func (d *diagram) connect(list []wires.Connection) {
	known := map[string]*wire{}
	for i := range list {
		c := &list[i]
		if !first(c.From) || !first(c.To) {
			continue
		}
		w := known[c.Name]
		if w == nil {
			name := cluster.KindOf(c.Name)
			w = &wire{name: name, text: name, line: c.Line}
			if !c.Line {
				w.text += fmt.Sprintf(" %d", c.Depth)
			}
			if c.Beats > 1 {
				w.text += fmt.Sprintf(", %d beats", c.Beats)
			}
			if c.Width > 1 {
				w.text += fmt.Sprintf(", %d a cycle", c.Width)
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
	d.sendAround()
}

// sendAround finds wires across that would run through another box: a row of the column
// belongs to the first box that it is joined to. They go across where their own box begins.
func (d *diagram) sendAround() {
	owner := make([]*box, len(d.column))
	for _, w := range d.wires {
		if row := w.columnEnd().box.row; w.side == across && owner[row] == nil {
			owner[row] = w.besideEnd().box
		}
	}
	for _, w := range d.wires {
		if b := w.besideEnd().box; w.side == across && owner[w.columnEnd().box.row] != b {
			w.side, w.row = around, slices.Index(owner, b)
		}
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
