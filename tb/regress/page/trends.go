package page

import (
	"fmt"
	"html/template"
	"strings"

	"tilemark/tb/regress/store"
	"tilemark/text/number"
)

// trend is a number over the runs.
type trend struct {
	Name, Last string
	SVG        template.HTML
}

// trends are cases, failures, coverage and speed over the runs of the history.
func (r *Report) trends() (list []trend) {
	for _, t := range []struct {
		name   string
		value  func(s *store.Summary) float64
		format func(v float64) string
		skip   bool
	}{
		{"Cases", func(s *store.Summary) float64 { return float64(s.Cases) }, func(v float64) string { return number.Thousands(uint64(v)) }, false},
		{"Not passed", func(s *store.Summary) float64 { return float64(s.Failed) }, func(v float64) string { return number.Thousands(uint64(v)) }, false},
		{"Coverage", func(s *store.Summary) float64 { return 100 * float64(s.Covered) / float64(max(1, s.Bins)) }, func(v float64) string { return fmt.Sprintf("%.1f %%", v) }, r.Bins == 0},
		{"Thousand cycles a second", func(s *store.Summary) float64 { return float64(s.Cycles) / 1000 / max(1e-3, s.Wall.Seconds()) }, func(v float64) string { return number.Thousands(uint64(v)) }, false},
	} {
		if t.skip {
			continue
		}
		values := make([]float64, len(r.History))
		for i := range r.History {
			values[i] = t.value(&r.History[i])
		}
		last := ""
		if len(values) > 0 {
			last = t.format(values[len(values)-1])
		}
		list = append(list, trend{t.name, last, r.line(values, t.format)})
	}
	return list
}

// Size of a trend's picture, and of the room around the line.
const (
	trendWidth  = 300
	trendHeight = 96
	trendEdge   = 8
	trendFoot   = 14
)

// line draws numbers as a line from zero up, with a dot for each run.
func (r *Report) line(values []float64, format func(float64) string) template.HTML {
	top := 0.0
	for _, v := range values {
		top = max(top, v)
	}
	x := func(i int) float64 {
		return trendEdge + float64(i)*(trendWidth-2*trendEdge)/float64(max(1, len(values)-1))
	}
	y := func(v float64) float64 {
		if top == 0 {
			return trendHeight - trendFoot
		}
		return trendHeight - trendFoot - v/top*(trendHeight-trendFoot-trendEdge)
	}
	var path, dots strings.Builder
	for i, v := range values {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], x(i), y(v))
		s, class := &r.History[i], ""
		if s.Failed > 0 {
			class = ` class="bad"`
		}
		fmt.Fprintf(&dots, `<circle cx="%.1f" cy="%.1f" r="3"%s><title>%s, %s: %s</title></circle>`, x(i), y(v), class, s.Started.UTC().Format("2006-01-02 15:04"),
			template.HTMLEscapeString(short(s.Revision)), format(v))
	}
	area := ""
	if n := len(values); n > 1 {
		area = fmt.Sprintf(`<path class="area" d="%sL%.1f %d L%.1f %dZ"/>`, path.String(), x(n-1), trendHeight-trendFoot, x(0), trendHeight-trendFoot)
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" role="img" aria-label="over %s">%s<line x1="%d" x2="%d" y1="%d" y2="%d"/><path d="%s"/>%s<text x="%d" y="%d">%s</text></svg>`,
		trendWidth, trendHeight, number.Count(len(values), "run"), area, trendEdge, trendWidth-trendEdge, trendHeight-trendFoot, trendHeight-trendFoot, path.String(), dots.String(),
		trendEdge, trendHeight-2, number.Count(len(values), "run")))
}

// short is a commit as people write it.
func short(revision string) string {
	rev, changes, changed := strings.Cut(revision, "+")
	if rev = rev[:min(len(rev), 12)]; changed {
		rev += "+" + changes
	}
	return rev
}
