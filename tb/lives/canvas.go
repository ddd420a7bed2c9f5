// Package lives draws what becomes of a tile, of a cut, of a restore and of a kernel, from beginning to end, as the SVG figures of
// docs/figures. A figure of a cut has the cycles of a run, as "tilemark explain --json" prints them.
package lives

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode"
)

// Measures of figures, in pixels. A page is as wide as a figure, so that nobody has to enlarge it.
const (
	figureWidth = 960.0
	margin      = 20.0
	lineHeight  = 16.0
	textSize    = 12.5
	smallSize   = 11.5
	padding     = 8.0
)

// style has the colours of a light and of a dark page.
const style = `<style>
.page{fill:#ffffff} .text{fill:#22262c} .soft{fill:#4b5563} .rule{stroke:#9aa3b0} .arrow{stroke:#4b5563;fill:none} .tip{fill:#4b5563}
.plain{fill:#eef2f7;stroke:#9aa3b0} .above{fill:#fbe3e4;stroke:#c2253c} .gate{fill:#fde7c7;stroke:#b7791f} .below{fill:#dff1e4;stroke:#1d7a45}
.save{fill:#e3ecfa;stroke:#1f57b5} .known{fill:#1f57b5} .known-text{fill:#ffffff} .open{fill:none;stroke:#9aa3b0} .cut{stroke:#c2253c} .cut-text{fill:#c2253c}
@media (prefers-color-scheme: dark){
.page{fill:#0d1117} .text{fill:#e6edf3} .soft{fill:#a5b0bd} .rule{stroke:#5b6673} .arrow{stroke:#a5b0bd} .tip{fill:#a5b0bd}
.plain{fill:#1c232c;stroke:#5b6673} .above{fill:#3d1a20;stroke:#f0808d} .gate{fill:#3d2e10;stroke:#e3b04b} .below{fill:#13301d;stroke:#5fbf80}
.save{fill:#152642;stroke:#7aa7f0} .known{fill:#7aa7f0} .known-text{fill:#0d1117} .open{stroke:#5b6673} .cut{stroke:#f0808d} .cut-text{fill:#f0808d}
}
</style>`

// canvas collects the elements of a figure.
type canvas struct {
	strings.Builder
	wrong []string // words that have no room
}

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder does not fail
	return b.String()
}

// width is how many pixels a text takes at most in one of the fonts of a figure, at a size in pixels.
func width(s string, size float64, bold bool) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("ilj.,:;'|!()[]ft ", r):
			w += 0.42
		case strings.ContainsRune("mwMW@%→", r):
			w += 0.99
		case unicode.IsUpper(r):
			w += 0.74
		default:
			w += 0.64
		}
	}
	if bold {
		w *= 1.1
	}
	return w * size
}

// wrap breaks a text into lines that are at most so many pixels wide. A word without room is noted.
func (c *canvas) wrap(s string, size, room float64) (lines []string) {
	line := ""
	for w := range strings.FieldsSeq(s) {
		if width(w, size, false) > room {
			c.wrong = append(c.wrong, w)
		}
		if line != "" && width(line+" "+w, size, false) > room {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+w, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// line writes one line of text with its base line at y.
func (c *canvas) line(x, y, size float64, class, anchor string, bold bool, s string) {
	weight := ""
	if bold {
		weight = ` font-weight="bold"`
	}
	c.add(`<text x="%.1f" y="%.1f" font-size="%.1f" class="%s" text-anchor="%s"%s>%s</text>`, x, y, size, class, anchor, weight, escape(s))
}

// lines writes lines of text from the top y downwards.
func (c *canvas) lines(x, y, size float64, class string, lines []string) {
	for i, l := range lines {
		c.line(x, y+lineHeight*float64(i)+lineHeight-4, size, class, "start", false, l)
	}
}

// rect draws a box of a class of the style.
func (c *canvas) rect(x, y, w, h float64, class string) {
	c.add(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="5" class="%s"/>`, x, y, w, h, class)
}

// noteHeight is the height of a box of text.
func noteHeight(lines []string) float64 { return lineHeight*float64(len(lines)) + 2*padding }

// box draws a box with a title in bold and lines below it, whatever its height.
func (c *canvas) box(x, y, w, h float64, class, title string, lines []string) {
	c.rect(x, y, w, h, class)
	if width(title, textSize, true) > w-2*padding+4 {
		c.wrong = append(c.wrong, title)
	}
	top := y + padding
	if title != "" {
		c.line(x+padding, top+lineHeight-4, textSize, "text", "start", true, title)
		top += lineHeight + 2
	}
	c.lines(x+padding, top, smallSize, "text", lines)
}

// named draws a box with a name in its middle.
func (c *canvas) named(x, y, w, h float64, class, name string) {
	c.rect(x, y, w, h, class)
	if width(name, textSize, true) > w-padding {
		c.wrong = append(c.wrong, name)
	}
	c.line(x+w/2, y+h/2+4.5, textSize, "text", "middle", true, name)
}

// arrow draws a line with a tip at its end, through points.
func (c *canvas) arrow(points ...[2]float64) {
	var b strings.Builder
	for i, p := range points {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], p[0], p[1])
	}
	c.add(`<path d="%s" class="arrow" stroke-width="1.5" marker-end="url(#tip)"/>`, b.String())
}

// figure is the SVG of what was drawn, under a title, of a height in pixels. Its error names words without room.
func (c *canvas) figure(title, about string, height float64) (string, error) {
	if len(c.wrong) > 0 {
		return "", fmt.Errorf("figure %q has no room for: %s", title, strings.Join(c.wrong, ", "))
	}
	if width(about, smallSize, false) > figureWidth-2*margin {
		return "", fmt.Errorf("figure %q has no room for: %s", title, about)
	}
	out := &canvas{}
	out.add(`<!-- Made by tb/lives (make docs). Do not edit. -->`)
	out.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="DejaVu Sans, Verdana, Arial, sans-serif">`,
		figureWidth, height, figureWidth, height)
	out.add(`%s`, style)
	out.add(`<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0.8L8 4L0 7.2z" class="tip"/></marker></defs>`)
	out.add(`<rect width="100%%" height="100%%" class="page"/>`)
	out.line(margin, 32, 18, "text", "start", false, title)
	out.line(margin, 52, smallSize, "soft", "start", false, about)
	out.WriteString(c.String())
	out.add(`</svg>`)
	return out.String(), nil
}
