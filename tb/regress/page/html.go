package page

import (
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	base "tilemark/regmap/emit/html"
	"tilemark/tb/regress"
	"tilemark/text/number"
)

//go:embed page.tmpl page.css
var parts embed.FS

// view is what the template shows beside the report.
type view struct {
	*Report
	Policy   string
	Style    template.CSS
	Script   template.JS
	Failures []groupView
	Trends   []trend
}

// groupView is a group of failures: some are shown, the others named.
type groupView struct {
	FailureGroup
	Shown  []failedView
	Others []Failed
}

// Title is rule and place in words.
func (g *groupView) Title() string {
	if g.Rule != "" && g.Rule[0] >= 'A' && g.Rule[0] <= 'Z' {
		return fmt.Sprintf("Rule %s at %s", g.Rule, g.Place)
	}
	return fmt.Sprintf("%s: %s", g.Rule, g.Place)
}

// failedView is a failure with what can be seen of it.
type failedView struct {
	Failed
	Images []imageView
	Wave   *waveView
}

type imageView struct {
	Name string
	URL  template.URL
}

// HTML writes the page: one file that asks nothing of the network.
func (r *Report) HTML(w io.Writer) error {
	style, err := parts.ReadFile("page.css")
	if err != nil {
		return err
	}
	css := base.Style() + string(style)
	script := base.Themes() + "setTheme(keptTheme());\n"
	v := &view{Report: r, Policy: base.Policy(css, script), Style: template.CSS(css), Script: template.JS(script), Trends: r.trends()}
	for _, g := range r.Failures {
		n := min(len(g.Cases), mostPictured)
		gv := groupView{FailureGroup: g, Others: g.Cases[n:]}
		for _, f := range g.Cases[:n] {
			gv.Shown = append(gv.Shown, g.seen(f))
		}
		v.Failures = append(v.Failures, gv)
	}
	t, err := template.New("page.tmpl").Funcs(template.FuncMap{
		"percent": percent, "thousands": number.Thousands[int], "thousands64": number.Thousands[uint64], "cycles": cycles, "duration": duration,
		"meter": meter, "share": share,
	}).ParseFS(parts, "page.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}

// broken tells whether a rule of the machine broke in the middle of a run.
func (g *FailureGroup) broken() bool {
	other := []string{regress.RuleHang, regress.RulePanic, regress.RuleLimit, regress.RuleInvalid}
	return !g.ended() && !slices.Contains(other, g.Rule)
}

// ended tells whether its cases came to their end, and what was wrong was found by looking back.
func (g *FailureGroup) ended() bool {
	return g.Place == regress.PlaceMemory || g.Rule == regress.RuleExpectation || g.Rule == regress.RuleSweep || g.Rule == regress.RuleFlaky
}

// seen makes pictures of what the database has: only PNG, and waves of our own format.
func (g *FailureGroup) seen(f Failed) failedView {
	v := failedView{Failed: f}
	for _, p := range f.Pictures {
		switch p.Kind {
		case "image/png":
			_, name, _ := strings.Cut(p.Name, ": ") // they are numbered, so that they keep their order
			if name == regress.PictureDifference && !g.ended() {
				name = "not drawn yet, or different"
			}
			v.Images = append(v.Images, imageView{name, template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(p.Data))})
		case regress.WaveKind:
			v.Wave = drawWave(p.Data, g, f.Cycle)
		}
	}
	return v
}

// Bad counts the cases that did not pass.
func (r *Report) Bad() int { return r.Failed + r.Errors }

// Killed counts the mutants that were found.
func (r *Report) Killed() int { return len(r.Mutants) - r.Survivors() }

// OneRun tells that there is no history.
func (r *Report) OneRun() bool { return len(r.History) < 2 }

// Longest is the time of the slowest case in seconds.
func (r *Report) Longest() float64 {
	if len(r.Slowest) == 0 {
		return 0
	}
	return r.Slowest[0].Seconds
}

// outcome says what became of the cases.
func (r *Report) outcome() string {
	switch {
	case r.Cases == 0:
		return "No case was run, which is a failure of its own."
	case r.Bad() == 0:
		return fmt.Sprintf("%s ran in %s. All passed.", number.Count(r.Cases, "case"), duration(r.Seconds))
	}
	return fmt.Sprintf("%s ran in %s. %s passed, %s failed, %s ended in errors.", number.Count(r.Cases, "case"), duration(r.Seconds),
		number.Thousands(r.Passed), number.Thousands(r.Failed), number.Thousands(r.Errors))
}

// ofMutants says what became of the mutants, as regress does.
func (r *Report) ofMutants() string {
	if len(r.Mutants) == 0 {
		return "No mutant was tried, which is a failure of its own."
	}
	s := fmt.Sprintf("%s of %s killed in %s, %s; at least %g %% was expected", number.Thousands(r.Killed()), number.Count(len(r.Mutants), "mutant"), duration(r.Seconds),
		percent(r.Killed(), len(r.Mutants)), r.tried.Percent)
	if r.Shard != "" {
		s += " of all shards"
	}
	if r.Unmet > 0 {
		s += fmt.Sprintf("; survivors without a reason, which each must have: %s", number.Thousands(r.Unmet))
	}
	if r.Bad() > 0 {
		s += fmt.Sprintf("; cases that fail without a mutant: %s", number.Thousands(r.Bad()))
	}
	return s + "."
}

// Sentence says in words what happened.
func (r *Report) Sentence() string {
	s := r.outcome()
	if r.tried != nil {
		s = r.ofMutants()
	}
	if r.nothing() {
		return s
	}
	switch {
	case r.complete:
	case r.Note != "": // shards were joined
		s += " Shards are missing or not finished; the note names them."
	default:
		s += " The run was stopped before its end; --resume goes on with it."
	}
	if len(r.Missing) > 0 {
		s += " " + regress.Unexercised(r.Missing)
		if r.complete {
			s += "; more time (--budget) was needed"
		}
		s += "."
	}
	return s
}

func percent(n, of int) string {
	switch {
	case of == 0:
		return "–"
	case n == of:
		return "100 %"
	}
	return fmt.Sprintf("%.1f %%", min(99.9, 100*float64(n)/float64(of)))
}

// cycles writes a large number in few digits.
func cycles(n uint64) string {
	for _, u := range []struct {
		of   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if float64(n) >= u.of {
			return fmt.Sprintf("%.1f %s", float64(n)/u.of, u.name)
		}
	}
	return fmt.Sprint(n)
}

func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	if d < 10*time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	text := d.Round(time.Second).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if short, found := strings.CutSuffix(text, zero); found {
			text = short + zero[:1]
		}
	}
	return text
}

// meter draws a share of a whole.
func meter(n, of int) template.HTML {
	return bar(float64(n), float64(of), fmt.Sprintf("%s of %s", number.Thousands(n), number.Thousands(of)))
}

func share(n, of float64) template.HTML { return bar(n, of, fmt.Sprintf("%.2f s", n)) }

func bar(n, of float64, title string) template.HTML {
	width := 0.0
	if of > 0 {
		width = 100 * n / of
	}
	return template.HTML(fmt.Sprintf(`<svg class="meter" viewBox="0 0 100 8" preserveAspectRatio="none" role="img"><title>%s</title><rect class="all" width="100" height="8"/><rect class="part" width="%.2f" height="8"/></svg>`, title, width))
}
