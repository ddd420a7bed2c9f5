package plots

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tilemark/tb/runs"
	"tilemark/text/number"
)

// latencyTitle says of how many of the cuts the times are: the others have none.
func latencyTitle(scene string, times, cuts int) string {
	if times == cuts {
		return fmt.Sprintf("%s: latency of %s switches", scene, number.Thousands(cuts))
	}
	return fmt.Sprintf("%s: latency of %s of %s switches (a tile followed before the next cut)", scene, number.Thousands(times), number.Thousands(cuts))
}

// Latency draws how many switches took how long, in cycles.
func Latency(path string, times []float64, cuts int, scene string) error {
	slices.Sort(times)
	p := plot.New()
	p.Title.Text = latencyTitle(scene, len(times), cuts)
	p.Title.Padding = vg.Points(10)
	p.X.Label.Text = "cycles from the line to the next tile of any context"
	p.X.Label.Padding = vg.Points(8)
	p.Y.Label.Text = "switches"
	h, err := plotter.NewHist(plotter.Values(times), min(max(len(times)/4, 10), 60))
	if err != nil {
		return err
	}
	h.FillColor, h.Color = doingColors[runs.DoingWaiting], color.White
	top := 0.0
	for _, b := range h.Bins {
		top = max(top, b.Weight)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = rgb(0xe3e6ea), rgb(0xe3e6ea)
	p.Add(grid, h)
	p.Y.Min, p.Y.Max = 0, 1.22*top
	p.X.Max += 0.15 * (p.X.Max - p.X.Min) // room for the last name
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks(14), roundTicks(8)
	if err := markQuantiles(p, times, top); err != nil {
		return err
	}
	plainStyle(p)
	c := newPainter(1100, 520)
	p.Draw(draw.Crop(c.c, vg.Points(14), vg.Points(-24), vg.Points(12), vg.Points(-12)))
	return c.save(path)
}

// markQuantiles draws a line at the median, at 90 % and at the maximum. Their names stand
// right of them, the leftmost one highest, so that no line crosses a name.
func markQuantiles(p *plot.Plot, sorted []float64, top float64) error {
	for i, q := range []struct {
		name string
		at   float64
	}{{"median", 0.5}, {"90 %", 0.9}, {"max", 1}} {
		v := stat.Quantile(q.at, stat.Empirical, sorted, nil)
		y := top * (1.17 - 0.06*float64(i))
		l, err := plotter.NewLine(plotter.XYs{{X: v, Y: 0}, {X: v, Y: y}})
		if err != nil {
			return err
		}
		l.Color, l.Dashes = ink, []vg.Length{vg.Points(4), vg.Points(3)}
		n, err := plotter.NewLabels(plotter.XYLabels{
			XYs: plotter.XYs{{X: v, Y: y}}, Labels: []string{fmt.Sprintf("%s %s", q.name, number.Thousands(uint64(v)))},
		})
		if err != nil {
			return err
		}
		s := &n.TextStyle[0]
		s.Font.Size, s.Font.Variant, s.YAlign = vg.Points(13), "Sans", text.YCenter
		n.Offset.X = vg.Points(4)
		p.Add(l, n)
	}
	return nil
}

// plainStyle sets fonts that can be read.
func plainStyle(p *plot.Plot) {
	for _, s := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label,
	} {
		s.Font.Variant, s.Font.Size, s.Color = "Sans", vg.Points(13), ink
	}
	p.Title.TextStyle.Font.Size = vg.Points(17)
}

// roundTicks puts about that many ticks at round numbers.
type roundTicks uint64

// Ticks implements plot.Ticker.
func (n roundTicks) Ticks(low, high float64) (out []plot.Tick) {
	step := float64(roundStep(uint64(math.Ceil(high-low)), uint64(n)))
	for v := math.Ceil(low/step) * step; v <= high; v += step {
		out = append(out, plot.Tick{Value: v, Label: number.Thousands(uint64(v))})
	}
	return out
}
