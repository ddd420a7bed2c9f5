package findings

import (
	"encoding/json"
	"io"

	"tilemark/regmap/document"
	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// Document is what regs check prints with --format json.
var Document = document.Kind[checked]{Name: "regs-check", Version: 1, About: "Errors of register tables, each with its place."}

// checked is what JSON writes: docs/registers.md has its meaning.
type checked struct {
	Passed bool `json:"passed"`
	Count
	Errors []record `json:"errors"`
}

// Count is how much was read.
type Count struct {
	Blocks     int `json:"blocks"`
	Registers  int `json:"registers"` // every element of an array
	Fields     int `json:"fields"`
	Commands   int `json:"commands"`
	Structures int `json:"structures"`
}

// CountOf counts what a map has, perhaps with errors.
func CountOf(m *emit.Map) Count {
	n := Count{Blocks: len(m.Blocks)}
	n.Registers, n.Fields = table.Size(m.Blocks)
	if m.Formats != nil {
		n.Commands, n.Structures = len(m.Formats.Commands), len(m.Formats.Structures)
	}
	return n
}

type record struct {
	File       string    `json:"file"`
	Line       int       `json:"line"`
	Column     int       `json:"column"`
	EndColumn  int       `json:"endColumn"`
	Rule       string    `json:"rule"`
	Message    string    `json:"message"`
	Suggestion string    `json:"suggestion,omitempty"`
	Fix        string    `json:"fix,omitempty"`
	Bits       *bitsList `json:"bits,omitempty"`
}

type bitsList struct {
	Fields []bitsOf `json:"fields"`
	Clash  bitsOf   `json:"clash"`
}

type bitsOf struct {
	Name string `json:"name"`
	Hi   int    `json:"hi"`
	Lo   int    `json:"lo"`
}

// JSON writes one object with the errors and what was checked.
func JSON(w io.Writer, n Count, errs []table.Error) error {
	d := checked{Passed: len(errs) == 0, Count: n, Errors: []record{}}
	for _, e := range errs {
		d.Errors = append(d.Errors, recordOf(e))
	}
	return Document.Write(w, d)
}

func recordOf(e table.Error) record {
	r := record{File: e.Pos.File, Line: e.Pos.Line, Column: e.Pos.Col, EndColumn: max(e.End, e.Pos.Col+1), Rule: e.Rule,
		Message: e.Message, Suggestion: e.Suggestion, Fix: e.Fix}
	if e.Bits != nil {
		r.Bits = &bitsList{Clash: bitsOf(e.Bits.Clash)}
		for _, f := range e.Bits.Fields {
			r.Bits.Fields = append(r.Bits.Fields, bitsOf(f))
		}
	}
	return r
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
