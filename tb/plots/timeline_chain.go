package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"

	"tilemark/tb/explain"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

// chain is who was waited for, cycle by cycle, in phases that follow each other.
type chain struct {
	name string
	runs []explain.Run
	tint color.NRGBA
	low  bool // its marks are at the bottom of the blocks' rows, else at the top
}

var (
	chainTint = rgb(0x22262c)
	nextTint  = rgb(0x1f57b5)
	heldTint  = rgb(0xb5541f)
)

// chainOf puts the runs of phases together.
func chainOf(c *runs.CloseUp, name string, tint color.NRGBA, low bool, phases ...explain.Phase) (out chain) {
	out = chain{name: name, tint: tint, low: low}
	for _, p := range c.Parts {
		if slices.Contains(phases, p.Phase) {
			out.runs = append(out.runs, p.Runs...)
		}
	}
	return out
}

// leavePanel is the stretch in which the context leaves and the next one begins to draw.
func leavePanel(c *runs.CloseUp) *panel {
	s := &c.Switch
	q := &panel{s: c.Leaves, from: c.Leaves.From, to: c.Leaves.End(), parts: stretches(c.Log), cuts: []uint64{s.Line}}
	q.title = fmt.Sprintf("cut %d of %s, line in cycle %s: saved after %s cycles", c.Number, number.Thousands(c.Of), number.Thousands(s.Line), number.Thousands(s.Saved))
	q.marks = append(q.marks, mark{s.Line, "line"})
	for _, m := range []struct {
		name  string
		after uint64
	}{{"TG_INT", s.TGInt}, {"discarded", s.Discarded}, {"drained", s.Drained}, {"saved", s.Saved}, {"next tile", s.NextTile}} {
		if m.after > 0 {
			q.marks = append(q.marks, mark{s.Line + m.after, m.name})
		}
	}
	q.chains = []chain{chainOf(c, "until saved", chainTint, true, explain.Ask, explain.Stop, explain.Discard, explain.Drain, explain.Save)}
	if s.NextTile > 0 {
		q.chains = append(q.chains, chainOf(c, "next tile", nextTint, false, explain.NextTile))
	}
	return q
}

// returnPanel is the stretch in which the context comes back; nil: it did not.
func returnPanel(c *runs.CloseUp) *panel {
	if c.Returns == nil {
		return nil
	}
	s := &c.Switch
	q := &panel{s: c.Returns, from: c.Returns.From, to: c.Returns.End(), parts: stretches(c.Log)}
	q.title = fmt.Sprintf("the context comes back in cycle %s: restored after %s cycles", number.Thousands(s.Started), number.Thousands(s.Restore+s.Skip))
	q.marks = []mark{{s.Started, "started"}, {s.Started + s.Restore, "registers loaded"}}
	if s.Skip > 0 {
		q.marks = append(q.marks, mark{s.Started + s.Restore + s.Skip, "resumed"})
	}
	q.chains = []chain{chainOf(c, "until resumed", chainTint, true, explain.Restore, explain.Skip)}
	return q
}

// chainStrip names who was waited for: in each stretch of it the one who was so for longest. The
// marks in the rows are exact.
func (q *panel) chainStrip(c *painter, y float64, k *chain) {
	c.text(labelWidth-8, y+stripHeight/2, 12, text.XRight, grey, k.name)
	c.rect(labelWidth, y, plotWidth, stripHeight, rgb(0xf6f7f8))
	for i, r := range merged(q.stretched(k.runs)) {
		x0, x1 := q.x(r.From), q.x(r.To)
		tint := faint(k.tint, []uint8{40, 75}[i%2])
		if r.Block == "" {
			tint = faint(heldTint, 90)
		}
		c.rect(x0, y, x1-x0, stripHeight, tint)
		if name := r.Critical(); x1-x0 > 6.4*float64(len(name))+4 {
			c.text((x0+x1)/2, y+stripHeight/2, 11, text.XCenter, ink, name)
		}
	}
}

// stretchWidth is the least width of a part of a strip, in pixels.
const stretchWidth = 28

// stretched divides the time of runs into stretches that are wide enough for a name, and gives each
// to whom most of its cycles belong, the first of equals.
func (q *panel) stretched(runs []explain.Run) (out []explain.Run) {
	if len(runs) == 0 {
		return nil
	}
	step := max(1, uint64(stretchWidth*float64(q.to-q.from)/plotWidth))
	end := runs[len(runs)-1].To
	for at := runs[0].From; at < end; at += step {
		var most explain.Run
		cycles := map[string]uint64{}
		best := uint64(0)
		for _, r := range runs {
			a, b := max(r.From, at), min(r.To, at+step, end)
			if a >= b {
				continue
			}
			name := r.Critical()
			if cycles[name] += b - a; cycles[name] > best {
				best, most = cycles[name], r
			}
		}
		most.From, most.To = at, min(at+step, end)
		out = append(out, most)
	}
	return out
}

// merged puts neighbouring runs together in which the same block or connection was waited for.
func merged(runs []explain.Run) (out []explain.Run) {
	for _, r := range runs {
		if n := len(out); n > 0 && out[n-1].Critical() == r.Critical() && out[n-1].To == r.From {
			out[n-1].To = r.To
			continue
		}
		out = append(out, r)
	}
	return out
}

// chainHeight is the height of the marks in the blocks' rows.
const chainHeight = 4

// chainMarks marks in the row of each block when it was waited for.
func (q *panel) chainMarks(c *painter, rows float64, k *chain) {
	for _, r := range merged(k.runs) {
		i := slices.Index(q.s.Names, r.Block)
		x0, x1 := q.x(max(r.From, q.from)), q.x(min(r.To, q.to))
		if i < 0 || x1 <= x0 {
			continue
		}
		y := rows + float64(i)*(rowHeight+rowGap)
		if k.low {
			y += rowHeight - chainHeight
		}
		c.rect(x0, y, max(x1-x0, 0.7), chainHeight, k.tint)
	}
}

func drawChainLegend(c *painter, y float64) {
	c.text(16, y, 13, text.XLeft, grey, "waited for:")
	x := 94.0
	for _, e := range []struct {
		tint color.NRGBA
		name string
	}{
		{chainTint, "until saved, or resumed (bottom of a row)"}, {nextTint, "until the next tile (top of a row)"},
		{heldTint, "a connection held what it carried"},
	} {
		c.rect(x, y-chainHeight/2, 14, chainHeight, e.tint)
		c.text(x+20, y, 13, text.XLeft, ink, e.name)
		x += 46 + 6.6*float64(len(e.name))
	}
}
