// Package findings writes what a check of tables found: as text for people, as JSON, and
// as SARIF 2.1.0 for editors and for services that show findings beside the code.
package findings

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// Text writes each error with its line, a caret under what is meant, a ruler of the bits
// when they are what it is about, and a suggestion when there is one.
func Text(w io.Writer, errs []table.Error) error {
	var b bytes.Buffer
	for _, e := range errs {
		fmt.Fprintln(&b, e)
		if e.Line != "" {
			source(&b, e)
		}
		if e.Bits != nil {
			ruler(&b, e.Bits)
		}
		if e.Suggestion != "" {
			fmt.Fprintf(&b, "    suggestion: %s\n", e.Suggestion)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// widest is how much of a line is shown.
const widest = 140

// source writes the line, cut around the place when it is long, and the caret.
func source(b *bytes.Buffer, e table.Error) {
	line := []rune(e.Line)
	from := 0
	if len(line) > widest {
		from = max(0, min(e.Pos.Col-1-widest/2, len(line)-widest))
	}
	shown := string(line[from:min(from+widest, len(line))])
	before, behind := "", ""
	if from > 0 {
		before = "..."
	}
	if from+widest < len(line) {
		behind = "..."
	}
	at := max(e.Pos.Col-1-from, 0) + len(before)
	length := max(1, min(e.End-e.Pos.Col, widest-at))
	fmt.Fprintf(b, "    %s%s%s\n    %s%s\n", before, shown, behind, strings.Repeat(" ", at), strings.Repeat("^", length))
}

// ruler draws the bits 31 to 0: tens, ones, the bits of each field, and those that clash.
func ruler(b *bytes.Buffer, bits *table.Bits) {
	tens, ones := make([]byte, 32), make([]byte, 32)
	for bit := range 32 {
		tens[31-bit], ones[31-bit] = ' ', byte('0'+bit%10)
		if bit%10 == 0 || bit == 31 {
			tens[31-bit] = byte('0' + bit/10)
		}
	}
	fmt.Fprintf(b, "    %s\n    %s\n", tens, ones)
	clash := false
	for _, f := range bits.Fields {
		mark := byte('#')
		if f == bits.Clash && !clash {
			mark, clash = '!', true
		}
		fmt.Fprintf(b, "    %s  %s %d:%d\n", row(f, mark), f.Name, f.Hi, f.Lo)
	}
	if !clash {
		fmt.Fprintf(b, "    %s  %s %d:%d\n", row(bits.Clash, '!'), bits.Clash.Name, bits.Clash.Hi, bits.Clash.Lo)
	}
}

func row(s table.Span, mark byte) []byte {
	row := bytes.Repeat([]byte{'.'}, 32)
	for bit := max(s.Lo, 0); bit <= min(s.Hi, 31); bit++ {
		row[31-bit] = mark
	}
	return row
}

// Files counts the files that have errors.
func Files(errs []table.Error) int {
	var files []string
	for _, e := range errs {
		if !slices.Contains(files, e.Pos.File) {
			files = append(files, e.Pos.File)
		}
	}
	return len(files)
}
