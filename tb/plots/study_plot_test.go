package plots

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"tilemark/tb/runs"
	"tilemark/tb/sched"
	"tilemark/tb/study"
)

// texts are what a plot writes.
func texts(p *plot.Plot) (list []string) {
	r := &recorder.Canvas{}
	p.Draw(draw.NewCanvas(r, vg.Points(panelWidth), vg.Points(panelHeight)))
	for _, a := range r.Actions {
		if s, is := a.(*recorder.FillString); is {
			list = append(list, s.String)
		}
	}
	return list
}

// A picture with pale bars says in its legend what they are, and what the dots are.
func TestPaleBarsAreExplained(t *testing.T) {
	row := &study.Row{Value: "8", BreakPoint: study.TG, Complete: study.Spread{Min: 10, Median: 20, Max: 30}}
	p := newPlot()
	require.NoError(t, addMedians(p, &measures[0], []*study.Row{row}, []string{"8"}))
	widen(&p.Y)
	require.Contains(t, texts(p), "dot: median; pale bar: least to greatest")

	r := &runs.PolicyResult{
		Options: runs.PolicyOptions{Slices: []uint32{1000}, Policies: []sched.Policy{sched.Fair{}}},
		Result:  &study.Policies{Rows: []study.PolicyRow{{Policy: "fair", MeanTurnaround: 5, MaxTurnaround: 9}}},
	}
	p, err := turnarounds(r)
	require.NoError(t, err)
	require.Contains(t, texts(p), "dot: mean; pale bar: up to the worst")
}
