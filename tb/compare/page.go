package compare

import (
	"bytes"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/png"
	"io"

	base "tilemark/regmap/emit/html"
	"tilemark/tb/report"
	"tilemark/text/number"
)

//go:embed page.tmpl page.css
var parts embed.FS

// view is what the template shows beside the comparison.
type view struct {
	*Comparison
	Policy  string
	Style   template.CSS
	Script  template.JS
	Program report.Program // that wrote the page
	Charts  []chart
	Drawn   []drawnView
}

// drawnView is a context's pictures.
type drawnView struct {
	Context int
	Kind    string
	Text    string
	Equal   bool
	Images  []imageView
}

type imageView struct {
	Name string
	URL  template.URL
}

// HTML writes the page: one file that asks nothing of the network.
func (c *Comparison) HTML(w io.Writer) error {
	style, err := parts.ReadFile("page.css")
	if err != nil {
		return err
	}
	css := base.Style() + string(style)
	script := base.Themes() + "setTheme(keptTheme());\n"
	v := &view{Comparison: c, Policy: base.Policy(css, script), Style: template.CSS(css), Script: template.JS(script), Program: report.ThisProgram(), Charts: c.charts()}
	if v.Drawn, err = c.drawn(); err != nil {
		return err
	}
	t, err := template.New("page.tmpl").Funcs(template.FuncMap{
		"thousands": number.Thousands[uint64], "change": Change, "signed": number.Signed, "ordot": orDot,
		"asked": func(w report.Workload) string { return asked(&w) }, "bar": c.bar,
	}).ParseFS(parts, "page.tmpl")
	if err != nil {
		return err
	}
	return t.Execute(w, v)
}

// Word is the verdict's.
func (c *Comparison) Word() string {
	if c.Summary.Held {
		return "PASSED"
	}
	return "FAILED"
}

// tile is a number on top of the page.
type tile struct {
	Text, Change, Values string
	Bad                  bool
}

// Tiles are the numbers that are looked for first.
func (c *Comparison) Tiles() []tile {
	cycles := c.Summary.Totals[0]
	list := []tile{{Text: "cycles", Change: percent(cycles.A, cycles.B), Values: number.Thousands(cycles.A) + " → " + number.Thousands(cycles.B)}}
	if x := c.Summary.step("line_to_saved"); x != nil && x.A.Count > 0 && x.B.Count > 0 {
		list = append(list,
			tile{Text: "median save", Change: percent(x.A.Median, x.B.Median), Values: number.Thousands(x.A.Median) + " → " + number.Thousands(x.B.Median) + " cycles"},
			tile{Text: "worst save", Change: percent(x.A.Worst, x.B.Worst), Values: number.Thousands(x.A.Worst) + " → " + number.Thousands(x.B.Worst) + " cycles"})
	}
	pictures := tile{Text: "pictures", Change: "equal", Values: "in every bit"}
	if !c.SamePictures() {
		pictures.Change, pictures.Values, pictures.Bad = "differ", "see below", true
	}
	return append(list, pictures)
}

func percent(a, b uint64) string {
	if a == b {
		return "equal"
	}
	return Change(a, b) + " %"
}

// drawn makes the pictures of each context; one of a kind when both are equal.
func (c *Comparison) drawn() (list []drawnView, err error) {
	pixels := c.A.Run.Width * c.A.Run.Height
	for i := range c.Summary.Pictures {
		p := &c.Summary.Pictures[i]
		add := func(kind string, x *PictureCompared, of func(p *Picture) *image.NRGBA, difference *image.NRGBA) {
			d := drawnView{Context: i, Kind: kind, Text: x.text(pixels), Equal: x.Equal}
			for k, side := range []*Side{c.A, c.B} {
				if i < len(side.Pictures) && err == nil {
					err = d.add("AB"[k:k+1], of(&side.Pictures[i]))
				}
			}
			if difference != nil && err == nil {
				err = d.add("where they differ", difference)
			}
			list = append(list, d)
		}
		add("colour", &p.Color, func(p *Picture) *image.NRGBA { return p.Color }, p.colors)
		add("depth", &p.Depth, func(p *Picture) *image.NRGBA { return p.Depth }, p.depths)
	}
	return list, err
}

func (d *drawnView) add(name string, m *image.NRGBA) error {
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return err
	}
	d.Images = append(d.Images, imageView{name, template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()))})
	return nil
}

// StalledConnections are those whose stalls differ, the most first.
func (c *Comparison) StalledConnections() []stalled {
	var list []stalled
	for _, p := range c.Summary.stalls() {
		a, b := p.both()
		from, to := p.ends()
		list = append(list, stalled{p.Name, from, to, a, b})
	}
	return list
}

type stalled struct {
	Name, From, To string
	A, B           report.ConnectionUsage
}

// Activities are the blocks with what they did in both runs.
func (c *Comparison) Activities() []active {
	var list []active
	for i := range c.Summary.Blocks {
		p := &c.Summary.Blocks[i]
		a, b := p.both()
		list = append(list, active{p.Name, a, b})
	}
	return list
}

type active struct {
	Name string
	A, B report.BlockActivity
}

// bar draws what a block did, so long as its run was against the longer one.
func (c *Comparison) bar(which string, a report.BlockActivity) template.HTML {
	whole := float64(max(c.A.Run.Cycles, c.B.Run.Cycles))
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg class="doing" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="%s: busy %s, blocked %s, starved %s, waiting %s, idle %s cycles">`,
		which, number.Thousands(a.Busy), number.Thousands(a.Blocked), number.Thousands(a.Starved), number.Thousands(a.Waiting), number.Thousands(a.Idle))
	x := 0.0
	for _, part := range []struct {
		class  string
		cycles uint64
	}{{"busy", a.Busy}, {"blocked", a.Blocked}, {"starved", a.Starved}, {"waiting", a.Waiting}, {"idle", a.Idle}} {
		width := 1000 * float64(part.cycles) / max(whole, 1)
		if width > 0 {
			fmt.Fprintf(&b, `<rect class="%s" x="%.2f" width="%.2f" height="10"><title>%s, %s: %s cycles</title></rect>`, part.class, x, width, which, part.class, number.Thousands(part.cycles))
		}
		x += width
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}
