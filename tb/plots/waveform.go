package plots

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"

	"tilemark/tb/request"
	"tilemark/tb/wave"
	"tilemark/text/number"
)

// Sizes of a picture of tokens, in pixels.
const (
	waveLabel  = 118
	waveWidth  = 1240 // of the cycles
	waveRow    = 24
	waveGap    = 6
	waveTop    = 46
	waveFoot   = 78
	waveLetter = 6.2 // mean width of a letter of size 10
)

var (
	tokenColor   = rgb(0xd1495b)
	cutColor     = rgb(0xe8801a)
	fillColor    = rgb(0x86b6e0)
	discardColor = rgb(0xb99ad0)
	passColor    = rgb(0xf3b7bf)
	restColor    = rgb(0xf1f3f5)
	workColor    = rgb(0xcfe6d5)
)

// waveform draws the tokens of a record.
type waveform struct {
	c *painter
	r *wave.Store
}

// WaveSVG draws the tokens of a record into an SVG file.
func WaveSVG(path, title string, r *wave.Store) error { return drawWave(path, title, r, newDrawing) }

// WavePNG draws them into a PNG file.
func WavePNG(path, title string, r *wave.Store) error { return drawWave(path, title, r, newPainter) }

// drawWave draws lines, phases of the blocks that cut or end a context, and the FIFOs that
// carry tokens, on newPainter or newDrawing.
func drawWave(path, title string, r *wave.Store, canvas func(width, height float64) *painter) error {
	rows := waveRows(r)
	width, height := float64(waveLabel+waveWidth+24), waveTop+float64(len(rows))*(waveRow+waveGap)+waveFoot
	w := &waveform{canvas(width, height), r}
	w.c.text(16, 20, 16, text.XLeft, ink, title)
	y := float64(waveTop)
	for _, row := range rows {
		w.row(row, y)
		y += waveRow + waveGap
	}
	w.axis(y)
	return request.AsUsage(w.c.save(path))
}

// row is a line, a phase or a FIFO.
type row struct {
	name         string
	bit, phase   int // signals; -1 for none
	fill, tokens int
}

// waveRows lists what is drawn, from the top of the pipe down.
func waveRows(r *wave.Store) (rows []row) {
	for i := range r.Signals {
		s := &r.Signals[i]
		switch {
		case s.Scope == "" && s.Width == 1 && s.Label != "asleep":
			rows = append(rows, row{name: s.Label, bit: i, phase: -1, tokens: -1})
		case s.Label == "phase" && s.Width == 0:
			rows = append(rows, row{name: s.Scope, bit: -1, phase: i, tokens: -1})
		case s.Label == "tokens":
			_, name, _ := strings.Cut(s.Scope, ".")
			rows = append(rows, row{
				name: name, bit: -1, phase: -1, tokens: i, fill: r.Find(s.Scope, "fill"),
			})
		}
	}
	return rows
}

// x is where a cycle begins.
func (w *waveform) x(cycle uint64) float64 {
	return waveLabel + waveWidth*float64(cycle-w.r.From)/float64(w.r.To-w.r.From)
}

func (w *waveform) row(r row, y float64) {
	w.c.text(waveLabel-8, y+waveRow/2, 11, text.XRight, ink, r.name)
	switch {
	case r.bit >= 0:
		w.bit(r.bit, y)
	case r.phase >= 0:
		w.phase(r.phase, y)
	default:
		w.fifo(r, y)
	}
}

// bit draws a line as a wave.
func (w *waveform) bit(signal int, y float64) {
	before := -1.0
	for _, s := range w.r.Stretches(signal) {
		level := y + waveRow - 2
		if s.Value == 1 {
			level = y + 2
		}
		if before >= 0 && before != level {
			w.c.line(w.x(s.From), before, w.x(s.From), level, 1.5, ink)
		}
		w.c.line(w.x(s.From), level, w.x(s.To), level, 1.5, ink)
		before = level
	}
}

// phase draws the states of a block as boxes with their names.
func (w *waveform) phase(signal int, y float64) {
	for _, s := range w.r.Stretches(signal) {
		name := w.r.Name(s.Value)
		x0, x1 := w.x(s.From), w.x(s.To)
		w.c.rect(x0, y+3, x1-x0, waveRow-6, phaseColor(name))
		if x1-x0 > 3 {
			w.c.line(x0, y+3, x0, y+waveRow-3, 0.5, grey)
		}
		if float64(len(name))*waveLetter+4 < x1-x0 {
			w.c.text(x0+3, y+waveRow/2, 9, text.XLeft, ink, name)
		}
	}
}

// phaseColor tells discards, tokens and rest apart by what states are called.
func phaseColor(name string) color.Color {
	switch {
	case strings.HasPrefix(name, "DISCARD"):
		return discardColor
	case strings.HasPrefix(name, "END_") && name != "END_DRAW", strings.HasPrefix(name, "TOKEN"), strings.HasPrefix(name, "SEND_"),
		name == "REPORT", name == "LEFT", name == "END", name == "BARRIER":
		return passColor
	case name == "NORMAL", name == "IDLE", name == "EMPTY":
		return restColor
	}
	return workColor
}

// fifo draws fill from below, and after it where a token is in the FIFO.
func (w *waveform) fifo(r row, y float64) {
	w.c.rect(waveLabel, y, waveWidth, waveRow, restColor)
	for _, s := range w.r.Stretches(r.tokens) {
		name := w.r.Name(s.Value)
		x0, x1 := w.x(s.From), w.x(s.To)
		if strings.HasSuffix(name, "INT_END") {
			w.c.rect(x0, y, x1-x0, waveRow, faint(tokenColor, 110))
			w.c.rect(x0, y, x1-x0, 4, tokenColor)
		}
		if strings.HasPrefix(name, "TG_INT") {
			w.c.rect(x0, y+5, x1-x0, 4, cutColor)
		}
	}
	depth := float64(uint64(1)<<w.r.Signals[r.fill].Width - 1)
	top := 1.0
	for _, s := range w.r.Stretches(r.fill) {
		top = max(top, float64(s.Value))
	}
	top = min(top, depth)
	for _, s := range w.r.Stretches(r.fill) {
		if s.Value > 0 {
			h := (waveRow - 10) * float64(s.Value) / top
			w.c.rect(w.x(s.From), y+waveRow-h, w.x(s.To)-w.x(s.From), h, fillColor)
		}
	}
}

// axis draws cycles and the legend.
func (w *waveform) axis(y float64) {
	w.c.line(waveLabel, y+2, waveLabel+waveWidth, y+2, 1, ink)
	step := roundStep(w.r.To-w.r.From, 12)
	for c := (w.r.From + step - 1) / step * step; c < w.r.To; c += step {
		w.c.line(w.x(c), waveTop-6, w.x(c), y+6, 0.5, faint(grey, 90))
		w.c.text(w.x(c), y+16, 11, text.XCenter, ink, number.Thousands(c))
	}
	w.c.text(waveLabel+waveWidth, y+32, 11, text.XRight, grey, "cycles")
	x := float64(waveLabel)
	for _, k := range []struct {
		c    color.Color
		name string
	}{
		{tokenColor, "INT_END in the FIFO"}, {cutColor, "TG_INT in the FIFO"}, {fillColor, "fill of the FIFO, to its largest"},
		{discardColor, "block discards"}, {passColor, "block hands the token on"}, {workColor, "other states"}, {restColor, "at rest"},
	} {
		w.c.rect(x, y+44, 14, 14, k.c)
		w.c.text(x+20, y+51, 11, text.XLeft, ink, k.name)
		x += 44 + 6.4*float64(len(k.name))
	}
}
