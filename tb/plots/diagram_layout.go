package plots

import (
	"cmp"
	"slices"
)

// Sizes of the diagram, in pixels.
const (
	boxWidth   = 256.0
	sideWidth  = 160.0
	boxLeast   = 58.0
	portPitch  = 17.0
	gapHeight  = 46.0
	lanePitch  = 27.0
	diagramTop = 80.0
	edgeMargin = 26.0
	crossWidth = 140.0 // room for the names of what goes across
	laneMargin = 16.0  // right of the column, for names in gaps
)

// assignLanes gives short wires the lanes next to the column.
func (d *diagram) assignLanes() {
	for k, s := range []side{inLeft, inRight} {
		var list []*wire
		for _, w := range d.wires {
			if w.side == s || s == inRight && w.side == around {
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
			case w.side == inRight || (w.side == across || w.side == around) && e.box.row >= 0:
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
		d.addAround(b)
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

// addAround makes room at a box's top for wires that go around others to it.
func (d *diagram) addAround(b *box) {
	n := 0
	for _, w := range d.wires {
		if w.side == around && w.besideEnd().box == b {
			n++
			w.besideEnd().y = b.y - portPitch*float64(n)
		}
	}
	if n > 0 {
		b.y -= portPitch * float64(n+1)
		b.h += portPitch * float64(n+1)
	}
}

// columnEnd is the end of a wire across that lies at the column, besideEnd the other one.
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
		case inRight, around:
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

func (w *wire) besideEnd() *end {
	if w.from.box.row >= 0 {
		return w.to[0]
	}
	return w.from
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
