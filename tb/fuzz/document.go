package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tilemark/text/output"
)

// The table stands between these lines.
const (
	tableBegin = "<!-- targets, by make fuzz-table -->\n"
	tableEnd   = "<!-- end of targets -->\n"
)

// fast is the rate that a target has, or says why not.
const fast = 1000

// row is a row of the table: a target and its rate.
var row = regexp.MustCompile("(?m)^\\| `(\\S+)` \\| (\\d+) \\|")

// rates gives targets that have not run the rates that a table has. It returns a name that is no target's, "" for none.
func rates(table string, targets []*target) (unknown string) {
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		i := slices.IndexFunc(targets, func(t *target) bool { return t.String() == m[1] })
		if i < 0 {
			unknown = m[1]
		} else if targets[i].rate == 0 {
			targets[i].rate, _ = strconv.ParseFloat(m[2], 64)
		}
	}
	return unknown
}

// document writes the targets with their rates into a page; those that have not run keep theirs.
//
//fuzz:none it reads a document of this project between two lines
func document(path string, targets []*target) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, begins := strings.Cut(string(page), tableBegin)
	old, after, ends := strings.Cut(rest, tableEnd)
	if !begins || !ends {
		return fmt.Errorf("%s: the lines %q and %q were expected", path, tableBegin, tableEnd)
	}
	rates(old, targets)
	var b bytes.Buffer
	b.WriteString(before + tableBegin)
	table(&b, targets)
	b.WriteString(tableEnd + after)
	return output.Write(path, func(w io.Writer) error { _, err := b.WriteTo(w); return err })
}

// table writes a row for each target.
func table(b *bytes.Buffer, targets []*target) {
	b.WriteString("| target | a second | what it tries and what must hold |\n| --- | ---: | --- |\n")
	for _, t := range targets {
		holds := t.holds
		if t.slow != "" {
			holds += " **Not faster:** " + t.slow
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", t, about(t.rate), strings.ReplaceAll(holds, "|", `\|`))
	}
}

// about is a rate with two digits that count.
func about(rate float64) string {
	n, zeros := int(rate+0.5), 1
	for n >= 100 {
		n, zeros = (n+5)/10, 10*zeros
	}
	return fmt.Sprint(n * zeros)
}
