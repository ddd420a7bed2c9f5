package main

import (
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"tilemark/tb/overlay"
	"tilemark/text/number"
)

// mostBins are shown of a survivor.
const mostBins = 12

// near are the bins without a hit whose name has the block of a file in it, or what the file is called.
func near(holes []string, file string) (list []string) {
	words := []string{plainWord(blockOf(file)), plainWord(strings.TrimSuffix(path.Base(file), ".go"))}
	for _, bin := range holes {
		if slices.ContainsFunc(words, func(word string) bool { return strings.Contains(plainWord(bin), word) }) {
			list = append(list, bin)
		}
	}
	return list
}

// plainWord is a name without what distinguishes file names from those of blocks.
func plainWord(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// line tells what became of a sabotage.
func line(r *result) string {
	text := fmt.Sprintf("%s %s", r.Name, r.Verdict)
	switch {
	case r.Verdict == broken || r.Verdict == equivalent:
		return text + ": " + r.Message
	case r.Verdict.dead():
		text += fmt.Sprintf(" in %s by %s", r.Stage, r.Test)
		if r.Rule != "" {
			text += ", rule " + r.Rule
		}
		if r.Place != "" {
			text += " at " + r.Place
		}
	default:
		text += " " + exercise(r)
	}
	return text + fmt.Sprintf(", %s, %.1f s", number.Count(r.Cases, "case"), r.Seconds)
}

// exercise says of a sabotage that nothing noticed whether it did anything.
func exercise(r *result) string {
	changed := "in none of them cycles, cuts or the last state differ"
	if r.Changed > 0 {
		changed = fmt.Sprintf("in %s of quick cycles, cuts or the last state differ, first in %s", number.Count(r.Changed, "case"), r.FirstChanged)
	}
	if r.Entered < 0 {
		return "(" + changed + ")"
	}
	return fmt.Sprintf("(its function was called in %s; %s)", number.Count(r.Entered, "case"), changed)
}

// print writes the report as text.
func (r *results) print(w io.Writer, overlayFile string) {
	for _, one := range r.living() {
		if one.Verdict == equivalent {
			fmt.Fprintf(w, "\nEQUIVALENT %s (%s): %s\n  %s\n", one.Name, one.File, one.Note, one.Message)
			continue
		}
		fmt.Fprintf(w, "\nSURVIVED %s (%s): %s\n  %s\n", one.Name, one.File, one.Note, exercise(one))
		if one.Message != "" {
			fmt.Fprintf(w, "  open: %s\n", one.Message)
		}
		for _, bin := range one.Bins[:min(len(one.Bins), mostBins)] {
			fmt.Fprintf(w, "  not covered by quick: %s\n", bin)
		}
		if n := len(one.Bins) - mostBins; n > 0 {
			fmt.Fprintf(w, "  and %s more bins of its block\n", number.Thousands(n))
		}
		for _, text := range one.Unsound {
			fmt.Fprintf(w, "  fails without it, too: %s\n", text)
		}
		if overlayFile != "" && one.Entered >= 0 {
			fmt.Fprintf(w, "  look at it with: %s=%s go run -overlay %s ./cmd/tilemark run teapot\n", overlay.Variable, one.Name, overlayFile)
		}
	}
	for _, one := range r.Results {
		if one.Verdict == broken {
			fmt.Fprintf(w, "\nDOES NOT COMPILE %s: %s\n", one.Name, one.Message)
		}
		if one.Verdict.dead() && r.reason(one) != "" {
			fmt.Fprintf(w, "\nNOT EQUIVALENT %s: %s notices it, though the table says %q\n", one.Name, one.Test, r.reason(one))
		}
	}
	fmt.Fprintln(w)
	r.printAreas(w)
	fmt.Fprintln(w, r.summary())
}

// living are the sabotages that nothing noticed, by their areas.
func (r *results) living() (list []*result) {
	for _, one := range r.Results {
		if one.Verdict == survived || one.Verdict == equivalent {
			list = append(list, one)
		}
	}
	slices.SortStableFunc(list, func(a, b *result) int { return strings.Compare(a.Area, b.Area) })
	return list
}

// reason is what the table says against a sabotage.
func (r *results) reason(one *result) string { return r.reasons[one.Name] }

// columns are those of tables by area.
var columns = []string{"all", "directed", "units", "quick", "random", "crash", "timeout", "survived", "equivalent", "no Go"}

// areas lists the areas, in order, with the numbers of their columns.
func (r *results) areas() (names []string, rows [][]int) {
	for _, one := range r.Results {
		names = append(names, one.Area)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range append(slices.Clone(names), "") {
		part := &results{}
		for _, one := range r.Results {
			if name == "" || one.Area == name {
				part.Results = append(part.Results, one)
			}
		}
		rows = append(rows, []int{
			len(part.Results), part.by(stageDirected), part.by(stageUnits), part.by(stageQuick), part.by(stageRandom),
			part.count(crashed), part.count(timedOut), part.count(survived), part.count(equivalent), part.count(broken),
		})
	}
	return append(names, "all"), rows
}

func (r *results) printAreas(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.Join(columns, "\t")+"\t  area")
	names, rows := r.areas()
	for i, row := range rows {
		for _, n := range row {
			fmt.Fprintf(w, "%s\t", number.Thousands(n))
		}
		fmt.Fprintf(w, "  %s\n", names[i])
	}
	w.Flush()
}

// summary is the last line.
func (r *results) summary() string {
	percent, of := r.share()
	dead := r.count(killed, crashed, timedOut)
	text := fmt.Sprintf("%s of %s killed, %.1f %%", number.Thousands(dead), number.Count(of, "sabotage"), percent)
	if of > 0 {
		early := r.by(stageDirected, stageUnits, stageQuick)
		text += fmt.Sprintf("; %.1f %% without random cases", 100*float64(early)/float64(of))
	}
	for _, v := range []verdict{crashed, timedOut} {
		if n := r.count(v); n > 0 {
			text += fmt.Sprintf("; by %s: %s", v, number.Thousands(n))
		}
	}
	for _, v := range []verdict{equivalent, broken} {
		if n := r.count(v); n > 0 {
			text += fmt.Sprintf("; %s, not counted: %s", v, number.Thousands(n))
		}
	}
	return text
}

// document writes the results as a page beside the table.
func (r *results) document(w io.Writer) {
	fmt.Fprintf(w, "# Results of %s\n\n", filepath.ToSlash(filepath.Base(r.Table)))
	if r.About != "" {
		fmt.Fprintf(w, "%s\n\n", strings.TrimSpace(r.About))
	}
	fmt.Fprintf(w, "%s.\n\n", r.summary())
	fmt.Fprintf(w, "Written by `make sabotage` (docs/sabotage.md); random cases for %s each.\n\n", r.Random)
	for _, text := range r.Unsound {
		fmt.Fprintf(w, "- Left out, it fails without a sabotage: %s\n", text)
	}
	names, rows := r.areas()
	fmt.Fprintf(w, "\n| area | %s |\n| --- |%s\n", strings.Join(columns, " | "), strings.Repeat(" ---: |", len(columns)))
	for i, row := range rows {
		fmt.Fprintf(w, "| %s |", names[i])
		for _, n := range row {
			fmt.Fprintf(w, " %s |", number.Thousands(n))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\n| sabotage | file | what is wrong | verdict | stage | noticed by | rule | cases | seconds |\n| --- | --- | --- | --- | --- | --- | --- | ---: | ---: |\n")
	for _, one := range r.Results {
		by, rule := one.Test, one.Rule
		if !one.Verdict.dead() {
			by = one.Message
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s | %s | %s | %.1f |\n", one.Name, strings.TrimPrefix(one.File, machine), cell(one.Note), one.Verdict, one.Stage, cell(by), rule, number.Thousands(one.Cases), one.Seconds)
	}
}

// cell is a text that may stand in a table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
