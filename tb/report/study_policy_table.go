package report

import (
	"fmt"
	"io"
	"text/tabwriter"

	"tilemark/tb/study"
	"tilemark/text/number"
)

// Print writes the tables of a comparison for a reader.
func (r *PolicyResult) Print(w io.Writer) {
	fmt.Fprintf(w, "%s; times in cycles\n\n", number.Count(r.contexts(), "context"))
	r.printJobs(w)
	fmt.Fprintln(w)
	r.printRows(w)
	fmt.Fprintln(w)
}

// PrintVerdict writes the line that ends a comparison.
func (r *PolicyResult) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// printJobs says what is scheduled.
func (r *PolicyResult) printJobs(w io.Writer) {
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "contexts\tscene\tsize\tpriority\tarrives\talone\t")
	first := 0
	for i := range r.jobs {
		j := &r.jobs[i]
		which := fmt.Sprint(first)
		if j.Copies > 1 {
			which += fmt.Sprintf("-%d", first+j.Copies-1)
		}
		first += j.Copies
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t\n", which, shortened(j.name, 50), j.size, j.Priority, number.Thousands(j.Arrives), number.Thousands(r.Result.Alone[i]))
	}
	t.Flush()
}

// printRows writes a row for each policy and slice.
func (r *PolicyResult) printRows(w io.Writer) {
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "policy\tslice\tcycles\tbusy\tcuts\tlost\tturnaround:\t\turgent:\tslowdown:\t\t")
	fmt.Fprintln(t, "\t\t\t\t\t%\tmean\tworst\tmean\tmean\tworst\t")
	for i := range r.Result.Rows {
		row := &r.Result.Rows[i]
		fmt.Fprintf(t, "%s\t%s\t", row.Policy, number.Thousands(row.Slice))
		if row.Failed {
			fmt.Fprintln(t, "failed\t\t\t\t\t\t\t\t\t")
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%.2f\t%s\t%s\t%s\t%.2f\t%.2f\t\n", number.Thousands(row.Cycles), number.Thousands(row.Busy), number.Thousands(row.Switches), row.Lost,
			rounded(row.MeanTurnaround), rounded(row.MaxTurnaround), rounded(row.Urgent), row.MeanSlowdown, row.MaxSlowdown)
	}
	t.Flush()
}

// shortened cuts a name that a table has no room for.
func shortened(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-3]) + "..."
	}
	return name
}

// verdict is the last line.
func (r *PolicyResult) verdict() string {
	rows := number.Count(len(r.Result.Rows), "row")
	if !r.Held() {
		return fmt.Sprintf("FAILED: %s, %s", rows, number.Count(len(r.Result.Failures), "failure"))
	}
	return fmt.Sprintf("PASSED: %s, machine and golden equal in each run", rows)
}

// PrintFailures writes each failed check and the command that repeats it.
func (r *PolicyResult) PrintFailures(w io.Writer) {
	for i := range r.Result.Failures {
		f := &r.Result.Failures[i]
		fmt.Fprintf(w, "FAILED: %s: %s\nrepeat with: %s\n", where(f), f.Text, r.repeat(f))
	}
}

// where names the run of a failure.
func where(f *study.PolicyFailure) string {
	if f.Policy == "" {
		return f.Scene + " alone"
	}
	return fmt.Sprintf("%s, slice %d", f.Policy, f.Slice)
}
