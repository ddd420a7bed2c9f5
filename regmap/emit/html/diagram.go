package html

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// mostDiagrams bounds the pictures of a page. Registers of the same shape share one; in a map with more shapes the later ones have none, their table of fields
// says the same.
const mostDiagrams = 4096

// A drawing says how a register is laid out: bits in a row, and pixels of a bit.
type drawing struct {
	suffix  string
	perRow  int
	bitSize float64
}

// drawings are the two that each shape has: for a desk, and for a phone.
var drawings = []drawing{{"w", 32, 24}, {"n", 16, 20}}

const (
	letterSize = 6.7 // pixels of a letter of a label
	numberRow  = 14  // pixels of the row of bit numbers
	leastBox   = 30  // pixels of a box's height
	mostLetter = 16  // of a label that stands upright
)

// diagrams collects the shapes of registers.
type diagrams struct {
	svg   bytes.Buffer
	known map[string]int
	boxes map[string]string // viewBox of the symbol of a number and a drawing's suffix
	key   []byte            // of the register that is looked for
}

func newDiagrams() diagrams { return diagrams{known: map[string]int{}, boxes: map[string]string{}} }

// of returns the number of a register's diagram, from 1; 0 when there are too many.
func (d *diagrams) of(r *table.Register) int {
	d.key = d.key[:0]
	for i := range r.Fields {
		f := &r.Fields[i]
		d.key = append(append(append(d.key, f.Name...), byte(f.Hi), byte(f.Lo)), f.SW...)
	}
	n, ok := d.known[string(d.key)]
	if ok || len(d.known) >= mostDiagrams {
		return n
	}
	n = len(d.known) + 1
	d.known[string(d.key)] = n
	fields := emit.Descending(r.Fields)
	for _, how := range drawings {
		d.symbol(n, fields, how)
	}
	return n
}

// A box is a run of bits of one field, or of none, in one row.
type box struct {
	hi, lo int
	field  *table.Field
}

// boxes cuts a row of bits into runs. Fields are in falling order.
func boxes(fields []table.Field, hi, lo int) (list []box) {
	at := hi
	for i := range fields {
		f := &fields[i]
		top, bottom := min(f.Hi, at), max(f.Lo, lo)
		if top < bottom {
			continue
		}
		if top < at {
			list = append(list, box{at, top + 1, nil})
		}
		list = append(list, box{top, bottom, f})
		at = bottom - 1
	}
	if at >= lo {
		list = append(list, box{at, lo, nil})
	}
	return list
}

func (d *diagrams) symbol(n int, fields []table.Field, how drawing) {
	width, y := float64(how.perRow)*how.bitSize+2, 0.0
	var b bytes.Buffer
	for hi := 31; hi >= 0; hi -= how.perRow {
		row := boxes(fields, hi, hi-how.perRow+1)
		height := rowHeight(row, how)
		for _, x := range row {
			x.draw(&b, 1+float64(hi-x.hi)*how.bitSize, y, height, how)
		}
		y += numberRow + height + 4
	}
	box := fmt.Sprintf("0 0 %g %g", width, y)
	d.boxes[fmt.Sprintf("%d%s", n, how.suffix)] = box
	fmt.Fprintf(&d.svg, `<symbol id="d%d%s" viewBox="%s"><title>%s</title>%s</symbol>`+"\n", n, how.suffix, box, html.EscapeString(title(fields)), b.Bytes())
}

// title says in words what a diagram shows.
func title(fields []table.Field) string {
	var parts []string
	for _, x := range boxes(fields, 31, 0) {
		name := "reserved"
		if x.field != nil {
			name = x.field.Name
		}
		parts = append(parts, fmt.Sprintf("%s %s", emit.BitRange(x.hi, x.lo), name))
	}
	return "Bits " + strings.Join(parts, ", ")
}

func (x *box) width(how drawing) float64 { return float64(x.hi-x.lo+1) * how.bitSize }

// label is the field's name, cut where the name is too long; upright when it does not fit across.
func (x *box) label(how drawing) (text string, upright bool) {
	text = x.field.Name
	if letterSize*float64(len(text))+4 <= x.width(how) {
		return text, false
	}
	if len(text) > mostLetter {
		text = text[:mostLetter-1] + "…"
	}
	return text, true
}

func rowHeight(row []box, how drawing) float64 {
	height := float64(leastBox)
	for i := range row {
		if row[i].field == nil {
			continue
		}
		if text, upright := row[i].label(how); upright {
			height = max(height, letterSize*float64(len([]rune(text)))+12)
		}
	}
	return height
}

// draw writes a box with its bit numbers above and its name inside.
func (x *box) draw(b *bytes.Buffer, left, top, height float64, how drawing) {
	width, class := x.width(how), "gap"
	if x.field != nil {
		class = "bits"
		if x.field.SW != "" && x.field.SW != "rw" {
			class = "bits other"
		}
	}
	y := top + numberRow
	fmt.Fprintf(b, `<rect class="%s" x="%g" y="%g" width="%g" height="%g"/>`, class, left, y, width, height)
	if x.hi == x.lo {
		fmt.Fprintf(b, `<text class="bit" x="%g" y="%g" text-anchor="middle">%d</text>`, left+width/2, y-3, x.hi)
	} else {
		fmt.Fprintf(b, `<text class="bit" x="%g" y="%g">%d</text><text class="bit" x="%g" y="%g" text-anchor="end">%d</text>`, left+2, y-3, x.hi, left+width-2, y-3, x.lo)
	}
	if x.field == nil {
		return
	}
	text, upright := x.label(how)
	cx, cy, turn := left+width/2, y+height/2, ""
	if upright {
		turn = fmt.Sprintf(` transform="rotate(-90 %g %g)"`, cx, cy)
	}
	fmt.Fprintf(b, `<text class="name" x="%g" y="%g" dy="0.35em" text-anchor="middle"%s>%s</text>`, cx, cy, turn, html.EscapeString(text))
}
