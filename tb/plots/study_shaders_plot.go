package plots

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tilemark/tb/runs"
)

// least is the least time that pictures show, in ms: axes with powers of ten have no 0.
const least = 0.0005

// Frames draws what each frame costs the processor.
func Frames(path string, r *runs.ShaderResult) error {
	p := newPlot()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "what frames cost, in states that come up as the program goes on", "frame", "ms of processor time"
	lines := []struct {
		name string
		of   func(n int) float64
	}{
		{"compiled at the draw, and kept", func(n int) float64 { return r.Frames[n].Compile }},
		{"patched at the draw", func(n int) float64 { return r.Frames[n].Patch }},
	}
	for k, l := range lines {
		points := make(plotter.XYs, len(r.Frames))
		for n := range points {
			points[n] = plotter.XY{X: float64(n), Y: max(least, l.of(n))}
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return err
		}
		line.Color, line.Width = policyColors[k], vg.Points(1.2)
		p.Add(line)
		p.Legend.Add(l.name, line)
	}
	p.X.Tick.Marker = roundTicks(6)
	p.Y.Min, p.Y.Max = least, 10*max(1, p.Y.Max)
	widen(&p.Y)
	return saveShaderPlot(path, p)
}

// Patching draws the time of patching over the instructions that depend on state.
func Patching(path string, r *runs.ShaderResult) error {
	p := newPlot()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = "patching", "tagged instructions of a kernel", "us of processor time"
	p.Y.Scale, p.Y.Tick.Marker = plot.LinearScale{}, roundTicks(6)
	var points plotter.XYs
	for i := range r.Shaders {
		points = append(points, plotter.XY{X: float64(r.Shaders[i].Tagged), Y: r.Shaders[i].Patch})
	}
	dots, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	dots.Color, dots.Shape, dots.Radius = policyColors[0], draw.CircleGlyph{}, vg.Points(3.5)
	p.Add(dots)
	p.X.Tick.Marker = roundTicks(6)
	p.X.Min, p.Y.Min = 0, 0
	p.X.Max, p.Y.Max = max(1, 1.1*p.X.Max), max(0.1, 1.2*p.Y.Max)
	return saveShaderPlot(path, p)
}

func saveShaderPlot(path string, p *plot.Plot) error {
	c := newPainter(620, panelHeight)
	p.Draw(draw.Crop(c.c, vg.Points(10), vg.Points(-16), vg.Points(8), vg.Points(-8)))
	return c.save(path)
}
