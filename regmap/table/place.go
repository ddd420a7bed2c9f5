package table

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	"tilemark/text/strictyaml"
)

// Pos is a place in a table file; lines and columns count from 1, columns in characters.
type Pos struct {
	File      string
	Line, Col int
}

// String gives the form file:line:column.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

func (p Pos) compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), p.Line-q.Line, p.Col-q.Col)
}

// file is a table's text. It is read again when an error needs it: a million registers
// take less memory without it.
type file struct {
	name string
	read func() ([]byte, error)
	once sync.Once
	text string
}

// source is the file's text; "" when it cannot be read any more, and of no file.
func (f *file) source() string {
	if f == nil {
		return ""
	}
	f.once.Do(func() {
		text, _ := f.read()
		f.text = string(text)
	})
	return f.text
}

// spot is a place in a file: 1 + bytes from its beginning, 0 for no place. Lines are counted
// when an error needs them.
type spot uint32

func spotOf(n *strictyaml.Node) spot { return spot(n.Offset + 1) }

func keySpot(e *strictyaml.Entry) spot { return spot(e.Offset + 1) }

func (f *file) pos(s spot) Pos {
	if f == nil { // of what no table says
		return Pos{}
	}
	at := strictyaml.PlaceOf(f.source(), max(int(s)-1, 0))
	return Pos{f.name, at.Line, at.Column}
}

// Place is where something stands in a file. Lines and columns are counted when they are asked
// for; the zero Place is of what no file says.
type Place struct {
	file *file
	spot spot
}

// Pos counts line and column; the zero Pos of the zero Place.
func (p Place) Pos() Pos { return p.file.pos(p.spot) }

// String gives the form file:line:column.
func (p Place) String() string { return p.Pos().String() }

// wrong makes an error at the place.
func (p Place) wrong(rule, format string, args ...any) *Error {
	return p.file.at(p.spot, rule, format, args...)
}

// places keeps where an entry and the values of its keys stand, so that checks can point
// at them. A value that is missing or malformed has no place.
type places struct {
	file   *file
	entry  spot
	values [slots]uint16 // distance from the entry, with farthest added; 0 for no place
}

// farthest is how many bytes before its entry a value can stand: that of another entry,
// which holds for this one too.
const farthest = 1 << 14

func (p *places) has(keys ...key) bool {
	for _, k := range keys {
		if p.values[slotOf[k]] == 0 {
			return false
		}
	}
	return true
}

// of is where a key's value stands, or the entry when it has no place.
func (p *places) of(k key) spot {
	if d := p.values[slotOf[k]]; d != 0 {
		return p.entry + spot(d) - farthest
	}
	return p.entry
}

// place is where a key's value stands, or the entry when it has no place.
func (p *places) place(k key) Place { return Place{p.file, p.of(k)} }

// set keeps where a key's value stands. Of a value very far from its entry the entry's
// place is kept.
func (p *places) set(k key, s spot) {
	d := int64(s) - int64(p.entry) + farthest
	if d < 1 || d > 0xffff {
		d = farthest
	}
	p.values[slotOf[k]] = uint16(d)
}

// forget takes the place of a value away that makes no sense.
func (p *places) forget(k key) { p.values[slotOf[k]] = 0 }
