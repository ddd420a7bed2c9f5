package regtest

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/regmap/cases"
	"tilemark/text/number"
)

// Print writes a table of how many tests each block has of each kind, then the tests that
// failed and what was wrong.
func Print(w io.Writer, results []Result) error {
	var blocks []string
	count, failed := map[string]map[cases.Kind]int{}, map[string]map[cases.Kind]int{}
	for _, r := range results {
		b := r.Of[:strings.IndexAny(r.Of+".", ".[")]
		if count[b] == nil {
			blocks = append(blocks, b)
			count[b], failed[b] = map[cases.Kind]int{}, map[cases.Kind]int{}
		}
		count[b][r.Kind]++
		if r.Failure != "" {
			failed[b][r.Kind]++
		}
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "block\t")
	for _, k := range cases.Kinds {
		fmt.Fprintf(t, "%s\t", k)
	}
	fmt.Fprintln(t)
	for _, b := range blocks {
		fmt.Fprintf(t, "%s\t", b)
		for _, k := range cases.Kinds {
			fmt.Fprintf(t, "%s\t", cell(count[b][k], failed[b][k]))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, r := range Failed(results) {
		fmt.Fprintf(w, "FAILED %s: %s\n", r.Name(), r.Failure)
	}
	return nil
}

// cell is a number of tests, with those that failed.
func cell(count, failed int) string {
	switch {
	case count == 0:
		return "-"
	case failed > 0:
		return fmt.Sprintf("%s of %s failed", number.Thousands(failed), number.Thousands(count))
	}
	return fmt.Sprint(count)
}
