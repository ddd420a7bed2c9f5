package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"

	"tilemark/tb/runs"
	"tilemark/text/number"
)

var doingColors = [runs.NumDoings]color.NRGBA{rgb(0x2f8f4e), rgb(0xd1495b), rgb(0xf3d98b), rgb(0x86b6e0), rgb(0xe9ebee)}

// Sizes of the timeline, in pixels.
const (
	timelineWidth = 1400
	labelWidth    = 100
	rightMargin   = 24
	plotWidth     = timelineWidth - labelWidth - rightMargin
	rowHeight     = 20
	rowGap        = 3
	stripHeight   = 14
	titleHeight   = 34
	marksHeight   = 32 // names of the marks
	panelFoot     = 38 // axis
	legendHeight  = 58
)

// panel is a stretch of time with a row for each block.
type panel struct {
	title  string
	s      *runs.Sampler
	parts  []stretch
	cuts   []uint64
	marks  []mark  // named lines
	chains []chain // who was waited for
	top    float64
	from   uint64
	to     uint64
	height float64
}

type mark struct {
	cycle uint64
	name  string
}

// Timeline draws the whole run and, where there was a switch, its first one from
// near.
func Timeline(path, title string, p *runs.Pass) error {
	panels := []*panel{wholePanel(p)}
	if p.Zoom != nil {
		panels = append(panels, leavePanel(p.Zoom))
	}
	return drawTimelines(path, title, panels)
}

// Cut draws a cut, and the context's return when there is one: what the blocks did, and who was waited for.
func Cut(path, title string, c *runs.CloseUp) error {
	panels := []*panel{leavePanel(c)}
	if q := returnPanel(c); q != nil {
		panels = append(panels, q)
	}
	return drawTimelines(path, title, panels)
}

// drawTimelines draws panels below each other.
func drawTimelines(path, title string, panels []*panel) error {
	height, named := 44.0, false
	for _, q := range panels {
		q.top = height
		q.height = q.head() + float64(2+len(q.chains))*(stripHeight+rowGap) + float64(len(q.s.Names))*(rowHeight+rowGap) + panelFoot
		height += q.height
		named = named || len(q.chains) > 0
	}
	legend := float64(legendHeight)
	if named {
		legend += 24
	}
	c := newPainter(timelineWidth, height+legend)
	c.text(16, 24, 18, text.XLeft, ink, title)
	for _, q := range panels {
		q.draw(c)
	}
	drawLegend(c, height, named)
	return c.save(path)
}

func wholePanel(p *runs.Pass) *panel {
	q := &panel{s: p.Whole, from: p.Whole.From, to: max(p.Whole.End(), p.Whole.From+1), parts: stretches(p.Log)}
	for i := range p.Log.Switches {
		q.cuts = append(q.cuts, p.Log.Switches[i].Line)
	}
	q.title = fmt.Sprintf("the whole run: %s cycles, %s", number.Thousands(q.to), number.Count(len(q.cuts), "cut"))
	return q
}

// head is the height above the rows.
func (q *panel) head() float64 {
	if len(q.marks) > 0 {
		return titleHeight + marksHeight
	}
	return titleHeight
}

// x is where a cycle is.
func (q *panel) x(cycle uint64) float64 {
	return labelWidth + plotWidth*(float64(cycle)-float64(q.from))/float64(q.to-q.from)
}

func (q *panel) inside(cycle uint64) bool { return cycle >= q.from && cycle <= q.to }

func (q *panel) draw(c *painter) {
	c.text(labelWidth, q.top+12, 14, text.XLeft, ink, q.title)
	y := q.top + q.head()
	q.strip(c, y, "leaves", true)
	y += stripHeight + rowGap
	q.strip(c, y, "returns", false)
	y += stripHeight + rowGap
	for i := range q.chains {
		q.chainStrip(c, y, &q.chains[i])
		y += stripHeight + rowGap
	}
	rows := y
	for i, name := range q.s.Names {
		c.text(labelWidth-8, y+rowHeight/2, 13, text.XRight, ink, name)
		c.image(labelWidth, y, q.row(i))
		y += rowHeight + rowGap
	}
	for i := range q.chains {
		q.chainMarks(c, rows, &q.chains[i])
	}
	q.lines(c, y)
	q.axis(c, y)
}

// strip draws the parts of the switches in a line of their own.
func (q *panel) strip(c *painter, y float64, name string, out bool) {
	c.text(labelWidth-8, y+stripHeight/2, 12, text.XRight, grey, name)
	c.rect(labelWidth, y, plotWidth, stripHeight, rgb(0xf6f7f8))
	for _, s := range q.parts {
		if s.out() != out || s.to < q.from || s.from > q.to {
			continue
		}
		x0, x1 := q.x(max(s.from, q.from)), q.x(min(s.to, q.to))
		c.rect(x0, y, max(x1-x0, 1), stripHeight, partColors[s.part])
	}
}

// row draws a block: in each column the shares of what it did, stacked.
func (q *panel) row(block int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, plotWidth, rowHeight))
	columns := q.columns(block)
	for x := range columns {
		total := 0.0
		for _, v := range columns[x] {
			total += v
		}
		y, sum := rowHeight, 0.0
		for d, v := range columns[x] {
			sum += v
			for end := rowHeight - int(math.Round(sum/max(total, 1e-9)*rowHeight)); y > end; y-- {
				img.SetNRGBA(x, y-1, doingColors[d])
			}
		}
	}
	return img
}

// columns spreads the bins of a block over the pixels.
func (q *panel) columns(block int) [][runs.NumDoings]float64 {
	out := make([][runs.NumDoings]float64, plotWidth)
	from := q.s.From
	for i := range q.s.Bins {
		b := &q.s.Bins[i]
		x0, x1 := q.x(from)-labelWidth, q.x(b.To)-labelWidth
		for x := int(x0); x < plotWidth && float64(x) < x1; x++ {
			overlap := min(x1, float64(x+1)) - max(x0, float64(x))
			for d, n := range b.Blocks[block] {
				out[x][d] += float64(n) * overlap / (x1 - x0)
			}
		}
		from = b.To
	}
	return out
}

// Numbers of cuts up to which their lines cross all rows, plainly and faintly.
const (
	plainCuts = 40
	faintCuts = 250
)

func (q *panel) lines(c *painter, bottom float64) {
	top, tint := q.top+q.head()-8, faint(ink, 230)
	switch {
	case len(q.cuts) > faintCuts:
		bottom, tint = q.top+q.head(), faint(ink, 120)
	case len(q.cuts) > plainCuts:
		tint = faint(ink, 90)
	}
	for _, cycle := range q.cuts {
		if q.inside(cycle) {
			c.line(q.x(cycle), top, q.x(cycle), bottom, 1.2, tint)
		}
	}
	q.drawMarks(c, bottom)
}

// markLines is the number of lines that names of marks have, so as not to collide.
const markLines = 3

// drawMarks names the steps of a switch.
func (q *panel) drawMarks(c *painter, bottom float64) {
	free := [markLines]float64{}
	for _, m := range q.marks {
		if !q.inside(m.cycle) {
			continue
		}
		x, line := q.x(m.cycle), 0
		for k := range free { // the lowest line with room, else the one that has it first
			if free[line] > x && free[k] < free[line] {
				line = k
			}
		}
		at := max(x+3, free[line])
		free[line] = at + 6.5*float64(len(m.name)) + 7
		y := q.top + q.head() - 8 - 13*float64(line)
		c.line(x, y, x, bottom, 1, faint(ink, 150), 3, 3)
		c.text(at, y, 12, text.XLeft, ink, m.name)
	}
}

// axis draws ticks at round cycles.
func (q *panel) axis(c *painter, y float64) {
	c.line(labelWidth, y, labelWidth+plotWidth, y, 1, grey)
	step := roundStep(q.to-q.from, 12)
	for t := (q.from + step - 1) / step * step; t <= q.to; t += step {
		c.line(q.x(t), y, q.x(t), y+6, 1, grey)
		name := number.Thousands(t)
		c.text(min(q.x(t), timelineWidth-4-c.width(12, name)/2), y+14, 12, text.XCenter, ink, name)
	}
	c.text(16, y+14, 12, text.XLeft, grey, "cycle")
}

// roundStep is 1, 2 or 5 times a power of ten, at most parts of which make up a length.
func roundStep(length uint64, parts uint64) uint64 {
	for step := uint64(1); ; step *= 10 {
		for _, k := range []uint64{1, 2, 5} {
			if length/(k*step) <= parts {
				return k * step
			}
		}
	}
}

func drawLegend(c *painter, y float64, chains bool) {
	entry := func(x, y float64, tint color.Color, name string) float64 {
		c.rect(x, y-7, 14, 14, tint)
		c.text(x+20, y, 13, text.XLeft, ink, name)
		return x + 46 + 6.4*float64(len(name))
	}
	x := 16.0
	c.text(x, y+12, 13, text.XLeft, grey, "block:")
	x = 84
	for d, name := range runs.DoingNames {
		x = entry(x, y+12, doingColors[d], name)
	}
	c.text(16, y+36, 13, text.XLeft, grey, "switch:")
	x = 84
	c.line(x+6, y+28, x+6, y+44, 1.5, ink)
	c.text(x+20, y+36, 13, text.XLeft, ink, "cut (line raised)")
	x += 150
	for p, name := range partNames {
		x = entry(x, y+36, partColors[p], name)
	}
	if chains {
		drawChainLegend(c, y+60)
	}
}
