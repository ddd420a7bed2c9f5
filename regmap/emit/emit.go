// Package emit holds what every generated language starts from: the checked
// register tables, the layout of the save area, and files to write. Each
// language is a package below this one with a function Emit.
package emit

import (
	"bufio"
	"bytes"
	"io"
	"slices"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Map is a register map: checked blocks in order of their IDs, and where a save
// puts them.
type Map struct {
	Name   string // begins the names of generated files, and of what has no namespace
	Blocks []table.Block
	Layout Layout
	// Formats are the commands and the structures in memory; nil without tables of them.
	Formats *formats.Set
	// Tests are the directed vectors that write registers; nil where that is not known.
	Tests *Tests
	// Coverage is what runs have shown of registers; nil where that is not known.
	Coverage *Coverage
	// Version says for readers what the map was made from and by; the zero value where that is not known.
	Version Version
}

// Version is where a map comes from.
type Version struct {
	Revision string // commit of the program that generates
	Tables   string // hash of the register tables
}

// NewMap lays out the save area of checked blocks, which are in order of their
// IDs.
func NewMap(blocks []table.Block) *Map {
	return &Map{Name: "tilemark", Blocks: blocks, Layout: NewLayout(blocks)}
}

// File is a generated file: its name below the output folder, and its content,
// either there or written when it is wanted. Fill writes the same bytes every
// time.
type File struct {
	Name string
	Data []byte
	Fill func(w io.Writer) error
}

// Write writes the content.
func (f File) Write(w io.Writer) error {
	if f.Fill != nil {
		return f.Fill(w)
	}
	_, err := w.Write(f.Data)
	return err
}

// Bytes is the content.
func (f File) Bytes() ([]byte, error) {
	var b bytes.Buffer
	err := f.Write(&b)
	return b.Bytes(), err
}

// Lazy is a file that fill makes as text when it is wanted.
func Lazy(name string, fill func(t *Text)) File {
	return File{Name: name, Fill: func(w io.Writer) error {
		t := &Text{bufio.NewWriterSize(w, 1<<16)}
		fill(t)
		return t.Flush()
	}}
}

// Line makes a description fit into one line.
func Line(description string) string { return strings.Join(strings.Fields(description), " ") }

// Traits says what a language without context classes, locks and aliases can only
// tell its readers.
func Traits(r table.Register) string {
	text := "Class " + r.Class + "."
	if r.Since != "" {
		text += " Since " + r.Since + "."
	}
	if r.Lock != "" {
		text += " Locked by " + r.Lock + "."
	}
	if r.Alias != "" {
		text += " Alias of " + r.Alias + "."
	}
	return text
}

// Descending returns fields from the highest bit to the lowest.
func Descending(fields []table.Field) []table.Field {
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, func(a, b table.Field) int { return b.Lo - a.Lo })
	return fields
}
