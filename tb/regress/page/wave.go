package page

import (
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"tilemark/tb/regress"
	"tilemark/text/number"
)

// Sizes of a picture of the last cycles. It is never made smaller: names of 10 pixels are as small as can be read.
const (
	waveWidth = 900.0 // of the cycles
	waveRow   = 19.0
	waveTop   = 18.0
	waveEdge  = 8.0
	waveGlyph = 6.2 // width of a letter
)

// waveView is a picture of the last cycles: the names of its rows stay where they are while the cycles scroll.
type waveView struct {
	Names, Cycles template.HTML
	Caption       string
	Keys          []waveKey // the colours that are in it
}

// waveKey says what a colour means.
type waveKey struct{ Class, Says string }

var waveKeys = []waveKey{
	{regress.ClassWork, "a block works"},
	{regress.ClassRest, "a block rests"},
	{regress.ClassDiscard, "a block discards what it holds"},
	{regress.ClassFill, "a FIFO: the higher, the fuller"},
	{regress.ClassToken, "a FIFO holds a token, or a block passes one on"},
	{regress.WaveLine, "a line: low or high"},
}

// drawWave draws what the blocks and FIFOs did in the last cycles, and marks where a case of a group failed. Data that is
// none of ours draws nothing.
func drawWave(data []byte, g *FailureGroup, cycle uint64) *waveView {
	var w regress.Wave
	if json.Unmarshal(data, &w) != nil || w.From >= w.To || len(w.Rows) == 0 {
		return nil
	}
	d := &waveDrawing{w: &w, seen: map[string]bool{}, cycle: cycle}
	height := waveTop + waveRow*float64(len(w.Rows)) + 4
	rows := d.rowsOf(g.Place)
	for _, i := range rows {
		d.add(`<rect class="place" x="0" y="%.1f" width="%.0f" height="%.0f"/>`, waveTop+waveRow*float64(i)+0.5, waveWidth, waveRow)
	}
	for i := range w.Rows {
		d.row(&w.Rows[i], waveTop+waveRow*float64(i))
	}
	d.axis(height)
	d.mark(height)
	v := &waveView{Names: d.names(height, rows), Caption: d.caption(g, rows)}
	v.Cycles = picture(waveWidth+waveEdge, height, fmt.Sprintf("cycles %s to %s", number.Thousands(w.From), number.Thousands(w.To-1)), d.b.String())
	for _, k := range waveKeys {
		if d.seen[k.Class] {
			v.Keys = append(v.Keys, k)
		}
	}
	return v
}

func picture(width, height float64, label, content string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">%s</svg>`, width, height, width, height, label, content))
}

type waveDrawing struct {
	w     *regress.Wave
	b     strings.Builder
	seen  map[string]bool // classes of what was drawn
	cycle uint64          // in which the case failed
}

func (d *waveDrawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// x is where a cycle begins.
func (d *waveDrawing) x(cycle uint64) float64 {
	cycle = min(max(cycle, d.w.From), d.w.To)
	return waveWidth * float64(cycle-d.w.From) / float64(d.w.To-d.w.From)
}

// marked tells whether the cycle of the failure is one of those that are drawn.
func (d *waveDrawing) marked() bool { return d.w.From <= d.cycle && d.cycle <= d.w.To && d.cycle > 0 }

// mark draws a line through the cycle of the failure, which may be the one after the last.
func (d *waveDrawing) mark(height float64) {
	if d.marked() {
		x := (d.x(d.cycle) + d.x(d.cycle+1)) / 2
		d.add(`<line class="mark" x1="%.1f" x2="%.1f" y1="%.0f" y2="%.1f"/><text class="mark" x="%.1f" y="10" text-anchor="end">%s</text>`, x, x, waveTop-4, height, x+4, number.Thousands(d.cycle))
	}
}

// rowName is what the row of a place is called: datapath A is the connection DATAPATH_A.
func rowName(place string) string { return strings.ToUpper(strings.ReplaceAll(place, " ", "_")) }

// rowsOf finds the row of a place, or those of its connections.
func (d *waveDrawing) rowsOf(place string) (rows []int) {
	place = rowName(place)
	for i := range d.w.Rows {
		switch name := d.w.Rows[i].Name; {
		case name == place:
			return []int{i}
		case slices.Contains(strings.Split(name, "_"), place):
			rows = append(rows, i)
		}
	}
	return rows
}

// caption says what is marked.
func (d *waveDrawing) caption(g *FailureGroup, rows []int) string {
	text := fmt.Sprintf("The last %s cycles.", number.Thousands(d.w.To-d.w.From))
	if d.marked() {
		what := "in which the run stopped"
		switch {
		case g.ended():
			what = "the end of the run"
		case g.broken():
			what = fmt.Sprintf("in which rule %s was broken", g.Rule)
		}
		text += fmt.Sprintf(" The red line is cycle %s, %s.", number.Thousands(d.cycle), what)
	}
	switch {
	case len(rows) == 1 && d.w.Rows[rows[0]].Name == rowName(g.Place):
		text += fmt.Sprintf(" The row of %s is shaded.", g.Place)
	case len(rows) > 0:
		text += fmt.Sprintf(" %s has no row of its own: those of its connections are shaded.", g.Place)
	case g.broken():
		text += fmt.Sprintf(" %s has no row: rows are of what did something, and of blocks that have states.", g.Place)
	}
	return text
}

// names draws the column of names.
func (d *waveDrawing) names(height float64, shaded []int) template.HTML {
	longest := 0
	for i := range d.w.Rows {
		longest = max(longest, len(d.w.Rows[i].Name))
	}
	width := math.Ceil(waveGlyph*float64(longest)) + waveEdge
	var b strings.Builder
	for _, i := range shaded {
		fmt.Fprintf(&b, `<rect class="place" x="0" y="%.1f" width="%.0f" height="%.0f"/>`, waveTop+waveRow*float64(i)+0.5, width, waveRow)
	}
	for i := range d.w.Rows {
		fmt.Fprintf(&b, `<text x="%.0f" y="%.1f" text-anchor="end">%s</text>`, width-waveEdge/2, waveTop+waveRow*float64(i)+13, template.HTMLEscapeString(d.w.Rows[i].Name))
	}
	return picture(width, height, "names of the rows", b.String())
}

func (d *waveDrawing) row(r *regress.WaveRow, y float64) {
	if r.Kind == regress.WaveLine {
		d.line(r, y)
		return
	}
	for _, s := range r.Stretches {
		x0, x1 := d.x(s.From), d.x(s.To)
		class, high := className(s.Class), 13.0
		if r.Kind == regress.WaveFIFO {
			if s.Depth == 0 || s.Fill == 0 {
				continue
			}
			high = max(2, 13*float64(min(s.Fill, s.Depth))/float64(s.Depth)) // one entry of many is seen, too
		}
		d.seen[class] = true
		d.add(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s to %s: %s</title></rect>`, class, x0, y+16-high, max(x1-x0-0.4, 0.6), high,
			number.Thousands(s.From), number.Thousands(s.To-1), template.HTMLEscapeString(d.say(r, &s)))
		if r.Kind == regress.WavePhase && waveGlyph*float64(len(s.Text))+5 < x1-x0 {
			d.add(`<text x="%.1f" y="%.1f">%s</text>`, x0+3, y+13, template.HTMLEscapeString(s.Text))
		}
	}
}

// say is a stretch in words.
func (d *waveDrawing) say(r *regress.WaveRow, s *regress.WaveStretch) string {
	if r.Kind == regress.WaveFIFO {
		return fmt.Sprintf("%d of %d", s.Fill, s.Depth)
	}
	return s.Text
}

// className lets only classes of ours through.
func className(c string) string {
	switch c {
	case regress.ClassRest, regress.ClassWork, regress.ClassDiscard, regress.ClassToken, regress.ClassFill:
		return c
	}
	return regress.ClassWork
}

// line draws a bit as a wave.
func (d *waveDrawing) line(r *regress.WaveRow, y float64) {
	d.seen[regress.WaveLine] = true
	d.add(`<path class="line" d="`)
	for i, s := range r.Stretches {
		level := y + 15
		if s.Fill > 0 {
			level = y + 4
		}
		d.add("%c%.1f %.1fH%.1f", "ML"[min(i, 1)], d.x(s.From), level, d.x(s.To))
	}
	d.add(`"/>`)
}

// axis writes round cycles above the rows, with a line down.
func (d *waveDrawing) axis(height float64) {
	step := uint64(1)
	for k := 0; (d.w.To-d.w.From)/step > 8; k++ {
		step = step * []uint64{2, 5, 4}[k%3] / []uint64{1, 2, 2}[k%3]
	}
	free := waveWidth // the label of the failure's cycle comes after the others
	if d.marked() {
		free = d.x(d.cycle) - waveGlyph*float64(len(number.Thousands(d.cycle)))
	}
	for c := (d.w.From + step - 1) / step * step; c < d.w.To; c += step {
		d.add(`<line class="grid" x1="%.1f" x2="%.1f" y1="%.0f" y2="%.1f"/>`, d.x(c), d.x(c), waveTop-4, height)
		if label := number.Thousands(c); d.x(c)+7*float64(len(label)) < free {
			d.add(`<text class="soft" x="%.1f" y="10">%s</text>`, d.x(c), label)
		}
	}
}
