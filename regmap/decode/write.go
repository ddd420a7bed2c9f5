package decode

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/text/number"
)

// Formats are the forms of a table.
var Formats = []string{"text", "json", "csv"}

// About says what a table is of.
type About struct {
	File  string `json:"file"`
	As    string `json:"as"`
	Input string `json:"input"`
	Base  uint64 `json:"base"`
	Bytes int    `json:"bytes"`
}

func (a *About) String() string {
	return fmt.Sprintf("%s: %s of %s bytes from %#x, read as %s", a.File, a.As, number.Thousands(a.Bytes), a.Base, a.Input)
}

// decoded and compared are a table and a comparison as JSON.
type (
	decoded struct {
		*About
		Rows []Row `json:"rows"`
	}
	compared struct {
		A           *About       `json:"a"`
		B           *About       `json:"b"`
		Differences []Difference `json:"differences"`
	}
)

// Kinds of JSON that decode prints, of one file and of two.
var (
	Document        = document.Kind[decoded]{Name: "decode", Version: 1, About: "Raw memory as fields with names and meanings."}
	CompareDocument = document.Kind[compared]{Name: "decode-compare", Version: 1, About: "Fields that differ in two dumps."}
)

// Write writes a table.
func Write(w io.Writer, format string, about *About, rows []Row) error {
	switch format {
	case "json":
		return Document.Write(w, decoded{about, append([]Row{}, rows...)})
	case "csv":
		return writeCSV(w, []string{"address", "name", "field", "bits", "value", "meaning", "reset", "description"}, rows, func(r *Row) []string {
			return []string{fmt.Sprintf("%#x", r.Address), r.Name, r.Field, r.Bits, r.Hex(), r.Meaning, r.Reset, r.Description}
		})
	}
	lines := [][]string{{"address", "name", "field", "value", "meaning", "reset", "description"}}
	for i := range rows {
		r := &rows[i]
		mark := r.Reset
		if mark == Differs {
			mark = ""
		}
		lines = append(lines, []string{fmt.Sprintf("0x%08x", r.Address), r.Name, r.Field, r.Hex(), r.Meaning, mark, r.Description})
	}
	return writeText(w, about.String()+"\n", lines)
}

// WriteDifferences writes what differs in two dumps, side by side.
func WriteDifferences(w io.Writer, format string, a, b *About, list []Difference) error {
	switch format {
	case "json":
		return CompareDocument.Write(w, compared{a, b, append([]Difference{}, list...)})
	case "csv":
		head := []string{"offset", "name", "field", "value_a", "meaning_a", "value_b", "meaning_b", "description"}
		return writeCSV(w, head, list, func(d *Difference) []string {
			return append(append([]string{fmt.Sprintf("%#x", d.Offset), d.Name, d.Field}, side(d.A)...), append(side(d.B), d.description())...)
		})
	}
	lines := [][]string{{"offset", "name", "field", "A", "", "B", "", "description"}}
	for i := range list {
		d := &list[i]
		lines = append(lines, append(append([]string{fmt.Sprintf("0x%08x", d.Offset), d.Name, d.Field}, side(d.A)...), append(side(d.B), d.description())...))
	}
	head := fmt.Sprintf("A: %s\nB: %s\n", a, b)
	if len(list) == 0 {
		_, err := io.WriteString(w, head+"equal\n")
		return err
	}
	return writeText(w, head, lines)
}

func side(r *Row) []string {
	if r == nil {
		return []string{"-", ""}
	}
	return []string{r.Hex(), r.Meaning}
}

func (d *Difference) description() string {
	if d.A != nil {
		return d.A.Description
	}
	return d.B.Description
}

func writeCSV[T any](w io.Writer, head []string, list []T, record func(*T) []string) error {
	c := csv.NewWriter(w)
	if err := c.Write(head); err != nil {
		return err
	}
	for i := range list {
		if err := c.Write(record(&list[i])); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// writeText writes lines in columns. The last column is as long as it is.
func writeText(w io.Writer, head string, lines [][]string) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, l := range lines {
		fmt.Fprintln(t, strings.Join(l, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString(head)
	for line := range strings.Lines(b.String()) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.Flush()
}

// Changed leaves out the fields that have their reset values.
func Changed(rows []Row) (out []Row) {
	for _, r := range rows {
		if r.Reset != Same {
			out = append(out, r)
		}
	}
	return out
}
