package page

import (
	"fmt"
	"io"
	"strings"

	"tilemark/regmap/document"
	"tilemark/text/number"
)

// Document is what report writes as report.json.
var Document = document.Kind[Report]{Name: "report", Version: 1, About: "The last run of a regression, with failures, coverage, testplan and history."}

// JSON writes the report for programs.
func (r *Report) JSON(w io.Writer) error {
	return Document.Write(w, *r)
}

// mostListed are the groups of failures that the summary names.
const mostListed = 20

// Markdown writes a summary for a job's page.
func (r *Report) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s: %s\n\n%s\n\n", r.Regression, r.Verdict, r.Sentence())
	if r.Note != "" {
		fmt.Fprintf(&b, "Note: %s.\n\n", r.Note)
	}
	fmt.Fprintf(&b, "| | |\n| --- | --- |\n| Commit | %s |\n| Register tables | %s |\n| Cycles | %s |\n", code(r.Revision), code(r.Tables), number.Thousands(r.Cycles))
	if r.Bins > 0 {
		fmt.Fprintf(&b, "| Coverage | %s of %s bins |\n", percent(r.Covered, r.Bins), number.Thousands(r.Bins))
	}
	if len(r.Mutants) > 0 {
		fmt.Fprintf(&b, "| Mutants killed | %s of %s |\n", percent(r.Killed(), len(r.Mutants)), number.Thousands(len(r.Mutants)))
	}
	b.WriteString("\n")
	if n := r.Survivors(); n > 0 { // they come first
		b.WriteString("| Survivor | Block | Why nothing killed it |\n| --- | --- | --- |\n")
		for i := range r.Mutants[:n] {
			m := &r.Mutants[i]
			fmt.Fprintf(&b, "| %s | %s | %s |\n", cell(m.Name), cell(m.Block), cell(m.How))
		}
		b.WriteString("\n")
	}
	if len(r.Failures) > 0 {
		b.WriteString("| Rule | Place | | Cases | Repeat with |\n| --- | --- | --- | ---: | --- |\n")
		for i := range r.Failures[:min(len(r.Failures), mostListed)] {
			g := &r.Failures[i]
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", cell(g.Rule), cell(g.Place), g.State, number.Thousands(len(g.Cases)), code(g.Cases[0].Command))
		}
		if n := len(r.Failures) - mostListed; n > 0 {
			fmt.Fprintf(&b, "\nand %s more.\n", number.Thousands(n))
		}
		b.WriteString("\n")
	}
	if len(r.Fixed) > 0 {
		fmt.Fprintf(&b, "%s cases that failed the last time pass now.\n\n", number.Thousands(len(r.Fixed)))
	}
	b.WriteString("| Tests | Stage | Cases | Not passed |\n| --- | --- | ---: | ---: |\n")
	for i := range r.Plan {
		p := &r.Plan[i]
		if p.Cases == 0 { // no number: it looks like success
			fmt.Fprintf(&b, "| %s | %s | %s | |\n", cell(p.Name), cell(p.Stage), p.State())
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell(p.Name), cell(p.Stage), number.Thousands(p.Cases), number.Thousands(p.Failed))
	}
	if len(r.Excluded) > 0 {
		fmt.Fprintf(&b, "\n<details><summary>%s bins are excluded from the coverage</summary>\n\n| Why | Bins |\n| --- | ---: |\n", number.Thousands(r.Unreachable()))
		for i := range r.Excluded {
			fmt.Fprintf(&b, "| %s | %s |\n", cell(r.Excluded[i].Why), number.Thousands(r.Excluded[i].Count))
		}
		b.WriteString("\n</details>\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell keeps a text in its cell.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", "`", "'").Replace(s)
}

func code(s string) string {
	if s == "" {
		return "not known"
	}
	return "`" + strings.NewReplacer("|", "\\|", "\n", " ", "`", "'").Replace(s) + "`"
}
