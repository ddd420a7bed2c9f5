package page

import (
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"strings"

	"tilemark/tb/regress"
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
}

// drawWave draws what the blocks and FIFOs did in the last cycles. Data that is none of ours draws nothing.
func drawWave(data []byte) *waveView {
	var w regress.Wave
	if json.Unmarshal(data, &w) != nil || w.From >= w.To || len(w.Rows) == 0 {
		return nil
	}
	d := &waveDrawing{w: &w}
	height := waveTop + waveRow*float64(len(w.Rows)) + 4
	for i := range w.Rows {
		d.row(&w.Rows[i], waveTop+waveRow*float64(i))
	}
	d.axis(height)
	return &waveView{d.names(height), picture(waveWidth+waveEdge, height, fmt.Sprintf("cycles %d to %d", w.From, w.To-1), d.b.String())}
}

func picture(width, height float64, label, content string) template.HTML {
	return template.HTML(fmt.Sprintf(`<svg width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">%s</svg>`, width, height, width, height, label, content))
}

type waveDrawing struct {
	w *regress.Wave
	b strings.Builder
}

func (d *waveDrawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// x is where a cycle begins.
func (d *waveDrawing) x(cycle uint64) float64 {
	cycle = min(max(cycle, d.w.From), d.w.To)
	return waveWidth * float64(cycle-d.w.From) / float64(d.w.To-d.w.From)
}

// names draws the column of names.
func (d *waveDrawing) names(height float64) template.HTML {
	longest := 0
	for i := range d.w.Rows {
		longest = max(longest, len(d.w.Rows[i].Name))
	}
	width := math.Ceil(waveGlyph*float64(longest)) + waveEdge
	var b strings.Builder
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
		class, high := s.Class, 13.0
		if r.Kind == regress.WaveFIFO {
			if s.Depth == 0 || s.Fill == 0 {
				continue
			}
			high = max(2, 13*float64(min(s.Fill, s.Depth))/float64(s.Depth)) // one entry of many is seen, too
		}
		d.add(`<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%d to %d: %s</title></rect>`, className(class), x0, y+16-high, max(x1-x0-0.4, 0.6), high,
			s.From, s.To-1, template.HTMLEscapeString(d.say(r, &s)))
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
	for c := (d.w.From + step - 1) / step * step; c < d.w.To; c += step {
		d.add(`<line class="grid" x1="%.1f" x2="%.1f" y1="%.0f" y2="%.1f"/>`, d.x(c), d.x(c), waveTop-4, height)
		if label := fmt.Sprint(c); d.x(c)+7*float64(len(label)) < waveWidth {
			d.add(`<text class="soft" x="%.1f" y="10">%s</text>`, d.x(c), label)
		}
	}
}
