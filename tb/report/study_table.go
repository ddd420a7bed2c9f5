package report

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"tilemark/tb/study"
	"tilemark/text/number"
)

// rounded writes a rounded figure.
func rounded(x float64) string {
	if x < 0 {
		return "-" + rounded(-x)
	}
	return number.Thousands(uint64(math.Round(x)))
}

// Print writes the tables of a study for a reader.
func (r *StudyResult) Print(w io.Writer) {
	for _, name := range r.names {
		fmt.Fprintf(w, "%s, %s, switched to %s; times in cycles\n", name, r.sizes[name], r.Options.Partner)
		for _, p := range r.varied(name) {
			r.printParameter(w, name, p)
			if p == study.DefaultName {
				r.printBytes(w, name)
			}
		}
		r.printPeriods(w, name)
		fmt.Fprintln(w)
	}
}

// PrintVerdict writes the line that ends a study.
func (r *StudyResult) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// printParameter writes a row for each value and break point.
func (r *StudyResult) printParameter(w io.Writer, name, parameter string) {
	fmt.Fprintln(w)
	head := ""
	if p := r.parameter(parameter); p != nil {
		fmt.Fprintf(w, "%s (%s): %s\n", parameter, p.Unit, p.Doc)
		head = parameter
	}
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\tbreak\told context saved:\t\t\tnew one's first tile:\t\t\theld\t\tthrown away\tdone again:\t\tmakes the run\t\n", head)
	fmt.Fprintln(t, "\tpoint\tmedian\t90 %\tmax\tmedian\t90 %\tmax\tmedian\tmax\tentries\ttriangles\tspans\tlonger by\t")
	for _, row := range r.rowsOf(name, parameter) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.1f\t%.1f\t%s\t\n", row.Value, row.BreakPoint,
			rounded(row.Complete.Median), rounded(row.Complete.P90), rounded(row.Complete.Max),
			rounded(row.FirstTile.Median), rounded(row.FirstTile.P90), rounded(row.FirstTile.Max),
			rounded(row.Held.Median), rounded(row.Held.Max), rounded(row.Discarded.Median),
			row.Redone.Triangles, row.Redone.Spans, rounded(row.Cost.Median))
	}
	t.Flush()
}

// printBytes compares what a cut writes with a dump of everything.
func (r *StudyResult) printBytes(w io.Writer, name string) {
	fmt.Fprint(w, "\nbytes that a cut writes, and that a dump of everything in FIFOs and blocks would\n")
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "break\twritten\tsave\tin FIFOs:\t\tall FIFOs\tblocks:\t")
	fmt.Fprintln(t, "point\tat the cut\tarea\tmedian\tmax\tfull\tmedian\t")
	for _, row := range r.rowsOf(name, study.DefaultName) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", row.BreakPoint, rounded(row.SavedBytes.Median), rounded(row.SaveArea),
			rounded(row.Dump.Fifos.Median), rounded(row.Dump.Fifos.Max), rounded(row.Dump.Capacity), rounded(row.Dump.Blocks.Median))
	}
	t.Flush()
}

// printPeriods writes what interrupts at a fixed distance cost.
func (r *StudyResult) printPeriods(w io.Writer, name string) {
	if len(r.Options.Periods) == 0 || name == generated {
		return
	}
	fmt.Fprint(w, "\nperiod: two contexts draw the scene, interrupted in turn\n")
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "period\tbreak\tcuts\tcycles\tlonger by\tby each cut\t")
	fmt.Fprintln(t, "\tpoint\t\t\t%\tcycles\t")
	for i := range r.Result.Periods {
		p := &r.Result.Periods[i]
		if p.Scene == name {
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%.2f\t%s\t\n", number.Thousands(p.Period), p.BreakPoint, number.Thousands(p.Cuts), number.Thousands(p.Cycles),
				p.Overhead, rounded(p.PerCut))
		}
	}
	t.Flush()
}

// Held tells whether every cut was restored as it must.
func (r *StudyResult) Held() bool { return len(r.Result.Failures) == 0 }

// verdict is the last line.
func (r *StudyResult) verdict() string {
	cuts, points := 0, 0
	for _, row := range r.Result.Rows {
		if !row.Copied() {
			cuts += row.Cuts
			points++
		}
	}
	word := "PASSED"
	if !r.Held() {
		word = "FAILED"
	}
	return fmt.Sprintf("%s: %s at %s restored equal, %s", word, number.Count(cuts, "cut"), number.Count(points, "point"), number.Count(len(r.Result.Failures), "failure"))
}

// PrintFailures writes each failed check and the command that repeats it.
func (r *StudyResult) PrintFailures(w io.Writer) {
	for i := range r.Result.Failures {
		f := &r.Result.Failures[i]
		what := "default"
		if f.Value != "" {
			what = f.Parameter + " " + f.Value
		}
		fmt.Fprintf(w, "FAILED: %s, %s, break point %s, interrupt in cycle %d: %s\nrepeat with: %s\n", f.Scene, what, f.BreakPoint, f.Cycle, f.Text, r.repeat(f))
	}
}
