package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/scene"
	"tilemark/tb/study"
	"tilemark/text/number"
)

// Policies is what is said of a comparison of policies.
type Policies struct{ *runs.PolicyResult }

// Print writes the tables of a comparison for a reader.
func (r Policies) Print(w io.Writer) {
	fmt.Fprintf(w, "%s; times in cycles\n\n", number.Count(r.Contexts(), "context"))
	r.printJobs(w)
	fmt.Fprintln(w)
	r.printRows(w)
	fmt.Fprintln(w)
}

// PrintVerdict writes the line that ends a comparison.
func (r Policies) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// printJobs says what is scheduled.
func (r Policies) printJobs(w io.Writer) {
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "contexts\tscene\tsize\tpriority\tarrives\talone\t")
	first := 0
	for i := range r.Jobs {
		j := &r.Jobs[i]
		which := fmt.Sprint(first)
		if j.Copies > 1 {
			which += fmt.Sprintf("-%d", first+j.Copies-1)
		}
		first += j.Copies
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%s\t%s\t\n", which, shortened(j.Name, 50), j.Size, j.Priority, number.Thousands(j.Arrives), number.Thousands(r.Result.Alone[i]))
	}
	t.Flush()
}

// printRows writes a row for each policy and slice.
func (r Policies) printRows(w io.Writer) {
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
func (r Policies) verdict() string {
	rows := number.Count(len(r.Result.Rows), "row")
	if !r.Held() {
		return fmt.Sprintf("FAILED: %s, %s", rows, number.Count(len(r.Result.Failures), "failure"))
	}
	return fmt.Sprintf("PASSED: %s, machine and golden equal in each run", rows)
}

// PrintFailures writes each failed check and the command that repeats it.
func (r Policies) PrintFailures(w io.Writer) {
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

// PolicySummary is a comparison for other programs; its keys are stable. A time is in
// cycles.
type PolicySummary struct {
	Jobs    []PolicyJob    `json:"jobs"`
	Remarks []scene.Remark `json:"remarks"`
	Clock   int            `json:"clock_mhz"`
	Depth   int            `json:"depth"`
	Latency uint64         `json:"latency"`
	*study.Policies
}

// PolicyJob is a job of a mix.
type PolicyJob struct {
	Scene    string `json:"scene"`
	Width    int    `json:"width"`
	Height   int    `json:"height"`
	Priority int    `json:"priority"`
	Arrives  uint64 `json:"arrives"`
	Copies   int    `json:"copies"`
}

// PolicyDocument is what study policy prints with --json and writes as policies.json.
var PolicyDocument = document.Kind[PolicySummary]{Name: "study-policy", Version: 1, About: "Policies of a driver that schedules contexts, compared on the same jobs. Times are in cycles."}

// Summary is what a comparison prints with --json.
func (r Policies) Summary() PolicySummary {
	s := PolicySummary{Remarks: r.Options.Remarks.List(), Clock: r.Clock, Depth: r.Options.Depth, Latency: r.Options.Latency, Policies: r.Result}
	for i := range r.Jobs {
		j := &r.Jobs[i]
		s.Jobs = append(s.Jobs, PolicyJob{j.Name, j.Size.Width, j.Size.Height, j.Priority, j.Arrives, j.Copies})
	}
	return s
}

// repeat writes the command that makes a failing run again.
func (r Policies) repeat(f *study.PolicyFailure) string {
	o := &r.Options
	args := []string{"tilemark", "study", "policy"}
	for i := range o.Jobs {
		args = append(args, request.Quote(o.Jobs[i].String()))
	}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, "--"+flag, request.Quote(value))
		}
	}
	if o.Size != (request.Size{}) {
		add("size", o.Size.String())
	}
	add("config", o.File)
	for _, s := range o.Set {
		add("set", s)
	}
	if f.Policy != "" {
		add("policies", f.Policy)
		add("slice", fmt.Sprint(f.Slice))
	}
	add("depth", fmt.Sprint(o.Depth))
	add("latency", fmt.Sprint(o.Latency))
	return strings.Join(args, " ")
}
