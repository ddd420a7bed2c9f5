package compare

import (
	"fmt"
	"html/template"
	"strings"

	"tilemark/text/number"
)

// chart shows how a step is spread in both runs.
type chart struct {
	Text string
	SVG  template.HTML
}

// Charts are drawn for these steps, from so many switches on.
var charted = []string{"line_to_saved", "line_to_next_tile"}

const leastCharted = 3

// Sizes of a chart, in pixels.
const (
	chartWidth, chartHeight = 460, 210
	chartLeft, chartRight   = 38, 12
	chartTop, chartBottom   = 10, 34
)

func (c *Comparison) charts() (list []chart) {
	for _, name := range charted {
		if x := c.Summary.step(name); x != nil && x.A.Count >= leastCharted && x.B.Count >= leastCharted {
			list = append(list, chart{x.Text, x.draw()})
		}
	}
	return list
}

// draw shows, for each number of cycles, the share of the switches that took no more.
func (x *Step) draw() template.HTML {
	most := max(x.A.Worst, x.B.Worst)
	step := tick(most)
	end := (most + step - 1) / step * step
	at := func(v uint64) float64 { return chartLeft + (chartWidth-chartLeft-chartRight)*float64(v)/float64(end) }
	up := func(share float64) float64 { return chartTop + (chartHeight-chartTop-chartBottom)*(1-share) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="chart" viewBox="0 0 %d %d" role="img" aria-label="%s: share of the switches that took no more than so many cycles">`,
		chartWidth, chartHeight, template.HTMLEscapeString(x.Text))
	for _, share := range []float64{0, 0.5, 1} {
		fmt.Fprintf(&b, `<line x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text x="%d" y="%.1f" text-anchor="end">%.0f %%</text>`,
			chartLeft, chartWidth-chartRight, up(share), up(share), chartLeft-4, up(share)+3.5, 100*share)
	}
	for v := uint64(0); v <= end; v += step {
		anchor := "middle"
		if v == end {
			anchor = "end"
		}
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="%s">%s</text>`, at(v), chartHeight-chartBottom+14, anchor, number.Thousands(v))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s, %s</text>`, (chartLeft+chartWidth-chartRight)/2, chartHeight-4, template.HTMLEscapeString(x.Text), x.Unit)
	for _, side := range []struct {
		class  string
		spread *Spread
	}{{"a", &x.A}, {"b", &x.B}} {
		fmt.Fprintf(&b, `<path class="%s" d="M%.1f %.1f`, side.class, at(0), up(0))
		for i, v := range side.spread.values {
			fmt.Fprintf(&b, "H%.1fV%.1f", at(v), up(float64(i+1)/float64(side.spread.Count)))
		}
		fmt.Fprintf(&b, `H%.1f"/>`, at(end))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// tick is the distance of an axis's numbers: 1, 2 or 5 times a power of ten, so that there are at most six.
func tick(most uint64) uint64 {
	for power := uint64(1); ; power *= 10 {
		for _, k := range []uint64{1, 2, 5} {
			if most <= 5*k*power {
				return k * power
			}
		}
	}
}
