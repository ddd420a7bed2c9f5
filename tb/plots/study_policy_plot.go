package plots

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"tilemark/tb/runs"
	"tilemark/tb/study"
	"tilemark/text/number"
)

// policyColors are the colours of policies, in the order of the comparison.
var policyColors = []color.NRGBA{rgb(0xc4472b), rgb(0x2b62c4), rgb(0x2b9a72), rgb(0x8a4fb5), rgb(0xb5852b), rgb(0x5d6470)}

// Turnarounds draws mean turnarounds, with whiskers to the worst, over the slices.
func Turnarounds(path string, r *runs.PolicyResult) error {
	p, err := turnarounds(r)
	if err != nil {
		return err
	}
	return savePolicyPlot(path, p)
}

func turnarounds(r *runs.PolicyResult) (*plot.Plot, error) {
	p := policyPlot(r, "turnaround: mean, and up to the worst", "cycles from arrival to end")
	for k := range r.Options.Policies {
		rows := rowsOf(r, k)
		c, aside := policyColors[k%len(policyColors)], aside(r, k)
		for i := range rows {
			if rows[i].Failed {
				continue
			}
			x := float64(i) + aside
			whisker, err := newWhisker(x, rows[i].MeanTurnaround, rows[i].MaxTurnaround, c)
			if err != nil {
				return nil, err
			}
			p.Add(whisker)
		}
		if err := addPolicy(p, rows, c, aside, func(r *study.PolicyRow) float64 { return r.MeanTurnaround }); err != nil {
			return nil, err
		}
	}
	p.Legend.Add("dot: mean; pale bar: up to the worst", paleBar{})
	return p, nil
}

// Lost draws the share of cycles in which no context made headway over the slices.
func Lost(path string, r *runs.PolicyResult) error {
	p := policyPlot(r, "lost to switches and to the driver", "% of cycles without headway")
	for k := range r.Options.Policies {
		if err := addPolicy(p, rowsOf(r, k), policyColors[k%len(policyColors)], aside(r, k), func(r *study.PolicyRow) float64 { return r.Lost }); err != nil {
			return err
		}
	}
	return savePolicyPlot(path, p)
}

// rowsOf returns the rows of the policy with a number.
func rowsOf(r *runs.PolicyResult, policy int) []study.PolicyRow {
	n := len(r.Options.Slices)
	return r.Result.Rows[policy*n : (policy+1)*n]
}

// aside is how far a policy's figures are moved, so that none hides another.
func aside(r *runs.PolicyResult, policy int) float64 {
	return 0.07 * (float64(policy) - float64(len(r.Options.Policies)-1)/2)
}

// policyPlot makes a plot over the slices.
func policyPlot(r *runs.PolicyResult, title, measured string) *plot.Plot {
	p := newPlot()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, "slice (cycles)", measured
	p.Y.Scale, p.Y.Tick.Marker = plot.LinearScale{}, roundTicks(6)
	var names []string
	for _, s := range r.Options.Slices {
		names = append(names, number.Thousands(s))
	}
	p.NominalX(names...)
	p.X.Min, p.X.Max = -0.4, float64(len(names))-0.6
	return p
}

// addPolicy draws the figures of a policy.
func addPolicy(p *plot.Plot, rows []study.PolicyRow, c color.NRGBA, aside float64, of func(r *study.PolicyRow) float64) error {
	var line plotter.XYs
	for i := range rows {
		if !rows[i].Failed {
			line = append(line, plotter.XY{X: float64(i) + aside, Y: of(&rows[i])})
		}
	}
	if len(line) == 0 {
		return nil
	}
	l, points, err := plotter.NewLinePoints(line)
	if err != nil {
		return fmt.Errorf("%s: %w", rows[0].Policy, err)
	}
	l.Color, l.Width = c, vg.Points(1.5)
	points.Color, points.Shape, points.Radius = c, draw.CircleGlyph{}, vg.Points(3.5)
	p.Add(l, points)
	p.Legend.Add(rows[0].Policy, l, points)
	return nil
}

// savePolicyPlot gives the axis room for the legend and writes the file.
func savePolicyPlot(path string, p *plot.Plot) error {
	if !(p.Y.Max > 0) || p.Y.Max > 1e300 { // nothing is drawn, or nothing but zeros
		p.Y.Max = 1
	}
	p.Y.Min, p.Y.Max = 0, 1.45*p.Y.Max
	c := newPainter(620, panelHeight)
	p.Draw(draw.Crop(c.c, vg.Points(10), vg.Points(-16), vg.Points(8), vg.Points(-8)))
	return c.save(path)
}
