package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tilemark/tb/study"
	"tilemark/text/number"
)

// placeColors are the colours of the break points.
var placeColors = map[study.BreakPoint]color.NRGBA{study.TSU: rgb(0xc4472b), study.TG: rgb(0x2b62c4), study.ZL1: rgb(0x2b9a72)}

// measure is a time that is drawn.
type measure struct {
	name string
	of   func(r *study.Row) *study.Spread
	all  func(r *study.Row) []float64
}

// measures are the two panels of a picture.
var measures = [2]measure{
	{"old context saved", func(r *study.Row) *study.Spread { return &r.Complete }, (*study.Row).Completes},
	{"new context's first tile", func(r *study.Row) *study.Spread { return &r.FirstTile }, (*study.Row).FirstTiles},
}

// Parameter draws medians, and whiskers from the least to the largest value, over the
// values of a parameter.
func Parameter(path, scene string, parameter *study.Parameter, rows []*study.Row) error {
	var values []string
	for _, r := range rows {
		if !slices.Contains(values, r.Value) {
			values = append(values, r.Value)
		}
	}
	return drawPanels(path, func(p *plot.Plot, m *measure) error {
		p.Title.Text = fmt.Sprintf("%s: %s", scene, m.name)
		p.X.Label.Text = fmt.Sprintf("%s (%s)", parameter.Name, parameter.Unit)
		return addMedians(p, m, rows, values)
	})
}

// addMedians draws all break points' figures over the values of a parameter.
func addMedians(p *plot.Plot, m *measure, rows []*study.Row, values []string) error {
	p.NominalX(values...)
	p.X.Min, p.X.Max = -0.4, float64(len(values))-0.6
	for k, place := range study.BreakPoints {
		if err := addSeries(p, m, rows, values, place, 0.06*float64(k-1)); err != nil {
			return err
		}
	}
	p.Legend.Add("dot: median; pale bar: least to greatest", paleBar{})
	p.Y.Max *= 4 // room for the legend
	return nil
}

// whiskerWidth is that of the pale bars.
var whiskerWidth = vg.Points(4)

// newWhisker makes a pale bar.
func newWhisker(x, low, high float64, of color.NRGBA) (*plotter.Line, error) {
	l, err := plotter.NewLine(plotter.XYs{{X: x, Y: low}, {X: x, Y: high}})
	if err == nil {
		l.Color, l.Width = faint(of, 110), whiskerWidth
	}
	return l, err
}

// paleBar is a whisker in the legend, of no break point's colour.
type paleBar struct{}

// Thumbnail implements plot.Thumbnailer.
func (paleBar) Thumbnail(c *draw.Canvas) {
	middle := c.Center().X
	c.StrokeLine2(draw.LineStyle{Color: faint(rgb(0x5d6470), 110), Width: whiskerWidth}, middle, c.Min.Y, middle, c.Max.Y)
}

// addSeries draws a break point's figures, moved aside a little so that none hides another.
func addSeries(p *plot.Plot, m *measure, rows []*study.Row, values []string, place study.BreakPoint, aside float64) error {
	var line plotter.XYs
	for _, r := range rows {
		if r.BreakPoint != place || m.of(r).Max == 0 {
			continue
		}
		s := m.of(r)
		x := float64(slices.Index(values, r.Value)) + aside
		line = append(line, plotter.XY{X: x, Y: max(1, s.Median)})
		whisker, err := newWhisker(x, max(1, s.Min), s.Max, placeColors[place])
		if err != nil {
			return err
		}
		p.Add(whisker)
	}
	if len(line) == 0 {
		return nil
	}
	l, points, err := plotter.NewLinePoints(line)
	if err != nil {
		return err
	}
	l.Color, l.Width = placeColors[place], vg.Points(1.5)
	points.Color, points.Shape, points.Radius = placeColors[place], draw.CircleGlyph{}, vg.Points(3.5)
	p.Add(l, points)
	p.Legend.Add(string(place), l, points)
	return nil
}

// Distribution draws the share of cuts that take no longer than a time.
func Distribution(path, scene string, rows []*study.Row) error {
	return drawPanels(path, func(p *plot.Plot, m *measure) error {
		p.Title.Text = fmt.Sprintf("%s: %s", scene, m.name)
		p.X.Label.Text = "cycles from the interrupt"
		p.Y.Label.Text = "% of the cuts take no longer"
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{}
		p.Y.Scale, p.Y.Tick.Marker = plot.LinearScale{}, roundTicks(5)
		p.Y.Min, p.Y.Max = 0, 104
		for _, r := range rows {
			times := slices.Sorted(slices.Values(m.all(r)))
			if len(times) == 0 {
				continue
			}
			l, err := plotter.NewLine(staircase(times))
			if err != nil {
				return err
			}
			l.Color, l.Width = placeColors[r.BreakPoint], vg.Points(2)
			p.Add(l)
			p.Legend.Add(string(r.BreakPoint), l)
		}
		widen(&p.X)
		return nil
	})
}

// staircase makes a staircase of sorted times.
func staircase(times []float64) (out plotter.XYs) {
	for i, t := range times {
		share := 100 / float64(len(times))
		out = append(out, plotter.XY{X: max(1, t), Y: share * float64(i)}, plotter.XY{X: max(1, t), Y: share * float64(i+1)})
	}
	return out
}

// Periods draws the overhead over the period of interrupts.
func Periods(path, scene string, rows []study.PeriodRow) error {
	p := newPlot()
	p.Title.Text = scene + ": two contexts, interrupted in turn"
	p.X.Label.Text, p.Y.Label.Text = "cycles between two interrupts", "the run gets longer by %"
	p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, powers{}
	for _, place := range study.BreakPoints {
		var line plotter.XYs
		for _, r := range rows {
			if r.Scene == scene && r.BreakPoint == place && r.Cuts > 0 && r.Overhead > 0 { // a log scale has no zero
				line = append(line, plotter.XY{X: float64(r.Period), Y: r.Overhead})
			}
		}
		if len(line) == 0 {
			continue
		}
		l, points, err := plotter.NewLinePoints(line)
		if err != nil {
			return err
		}
		l.Color, points.Color, points.Shape = placeColors[place], placeColors[place], draw.CircleGlyph{}
		p.Add(l, points)
		p.Legend.Add(string(place), l, points)
	}
	widen(&p.X)
	widen(&p.Y)
	c := newPainter(560, panelHeight)
	p.Draw(draw.Crop(c.c, vg.Points(10), vg.Points(-16), vg.Points(8), vg.Points(-8)))
	return c.save(path)
}

// widen lets an axis end at powers of ten, or at 1 to 10 when nothing is drawn.
func widen(a *plot.Axis) {
	if !(a.Min > 0 && a.Max >= a.Min) || math.IsInf(a.Min, 0) || math.IsInf(a.Max, 0) {
		a.Min, a.Max = 1, 10
	}
	a.Min, a.Max = math.Pow(10, math.Floor(math.Log10(a.Min))), math.Pow(10, math.Ceil(math.Log10(a.Max)))
	if a.Min == a.Max {
		a.Max *= 10
	}
}

// panelWidth and panelHeight are the size of a panel in pixels.
const (
	panelWidth  = 520
	panelHeight = 380
)

// newPlot makes a plot in the style of the others, with a logarithmic vertical axis.
func newPlot() *plot.Plot {
	p := plot.New()
	p.Title.Padding, p.X.Label.Padding, p.Y.Label.Padding = vg.Points(8), vg.Points(6), vg.Points(4)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, powers{}
	p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Points(3)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = rgb(0xe3e6ea), rgb(0xe3e6ea)
	p.Add(grid)
	plainStyle(p)
	p.Title.TextStyle.Font.Size = vg.Points(14)
	p.Legend.TextStyle.Font.Variant, p.Legend.TextStyle.Font.Size = "Sans", vg.Points(13)
	return p
}

// drawPanels draws both measures side by side.
func drawPanels(path string, fill func(p *plot.Plot, m *measure) error) error {
	c := newPainter(2*panelWidth, panelHeight)
	for i := range measures {
		p := newPlot()
		p.Y.Label.Text = "cycles from the interrupt"
		if err := fill(p, &measures[i]); err != nil {
			return err
		}
		if _, log := p.Y.Scale.(plot.LogScale); log {
			widen(&p.Y)
		}
		left, right := float64(i*panelWidth), float64((1-i)*panelWidth)
		p.Draw(draw.Crop(c.c, vg.Points(left+10), vg.Points(-right-16), vg.Points(8), vg.Points(-8)))
	}
	return c.save(path)
}

// powers puts ticks at powers of ten, with smaller ones between.
type powers struct{}

// Ticks implements plot.Ticker.
func (powers) Ticks(low, high float64) (out []plot.Tick) {
	for v := math.Pow(10, math.Floor(math.Log10(low))); v <= high*1.0001; v *= 10 {
		label := fmt.Sprint(v)
		if v >= 1 {
			label = number.Thousands(uint64(math.Round(v)))
		}
		for k := 1.0; k < 10; k++ {
			if at := v * k; at >= low*0.9999 && at <= high*1.0001 {
				out = append(out, plot.Tick{Value: at, Label: label})
			}
			label = ""
		}
	}
	return out
}
