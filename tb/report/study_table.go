package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"tilemark/regmap/document"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/tb/scene"
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

// Study is what is said of a study of switches.
type Study struct{ *runs.StudyResult }

// Print writes the tables of a study for a reader.
func (r Study) Print(w io.Writer) {
	for _, name := range r.Names {
		fmt.Fprintf(w, "%s, %s, switched to %s; times in cycles\n", name, r.Sizes[name], r.Options.Partner)
		for _, p := range r.Varied(name) {
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
func (r Study) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// printParameter writes a row for each value and break point.
func (r Study) printParameter(w io.Writer, name, parameter string) {
	fmt.Fprintln(w)
	head := ""
	if p := r.Parameter(parameter); p != nil {
		fmt.Fprintf(w, "%s (%s): %s\n", parameter, p.Unit, p.Doc)
		head = parameter
	}
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\tbreak\told context saved:\t\t\tnew one's first tile:\t\t\theld\t\tthrown away\tdone again:\t\tmakes the run\t\n", head)
	fmt.Fprintln(t, "\tpoint\tmedian\t90 %\tmax\tmedian\t90 %\tmax\tmedian\tmax\tentries\ttriangles\tspans\tlonger by\t")
	for _, row := range r.RowsOf(name, parameter) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.1f\t%.1f\t%s\t\n", row.Value, row.BreakPoint,
			rounded(row.Complete.Median), rounded(row.Complete.P90), rounded(row.Complete.Max),
			rounded(row.FirstTile.Median), rounded(row.FirstTile.P90), rounded(row.FirstTile.Max),
			rounded(row.Held.Median), rounded(row.Held.Max), rounded(row.Discarded.Median),
			row.Redone.Triangles, row.Redone.Spans, rounded(row.Cost.Median))
	}
	t.Flush()
}

// printBytes compares what a cut writes with a dump of everything.
func (r Study) printBytes(w io.Writer, name string) {
	fmt.Fprint(w, "\nbytes that a cut writes, and that a dump of everything in FIFOs and blocks would\n")
	t := table(w, tabwriter.AlignRight)
	fmt.Fprintln(t, "break\twritten\tsave\tin FIFOs:\t\tall FIFOs\tblocks:\t")
	fmt.Fprintln(t, "point\tat the cut\tarea\tmedian\tmax\tfull\tmedian\t")
	for _, row := range r.RowsOf(name, study.DefaultName) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", row.BreakPoint, rounded(row.SavedBytes.Median), rounded(row.SaveArea),
			rounded(row.Dump.Fifos.Median), rounded(row.Dump.Fifos.Max), rounded(row.Dump.Capacity), rounded(row.Dump.Blocks.Median))
	}
	t.Flush()
}

// printPeriods writes what interrupts at a fixed distance cost.
func (r Study) printPeriods(w io.Writer, name string) {
	if len(r.Options.Periods) == 0 || name == runs.Generated {
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

// verdict is the last line.
func (r Study) verdict() string {
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
func (r Study) PrintFailures(w io.Writer) {
	for i := range r.Result.Failures {
		f := &r.Result.Failures[i]
		what := "default"
		if f.Value != "" {
			what = f.Parameter + " " + f.Value
		}
		fmt.Fprintf(w, "FAILED: %s, %s, break point %s, interrupt in cycle %d: %s\nrepeat with: %s\n", f.Scene, what, f.BreakPoint, f.Cycle, f.Text, r.repeat(f))
	}
}

// repeat writes the command that measures a failing point again.
func (r Study) repeat(f *study.Failure) string {
	o := &r.Options
	args := []string{"tilemark", "study", "latency"}
	for _, s := range o.Scenes {
		if runs.Stem(s) == f.Scene || f.Scene == runs.Generated {
			args = append(args, request.Quote(s))
		}
	}
	add := func(flag, value string) {
		if value != "" {
			args = append(args, "--"+flag, request.Quote(value))
		}
	}
	if o.Size != (request.Size{}) {
		add("size", o.Size.String())
	}
	add("partner", o.Partner)
	add("config", o.File)
	for _, s := range o.Set {
		add("set", s)
	}
	add("break-point", string(f.BreakPoint))
	if f.Value != "" {
		add("vary", f.Parameter+"="+f.Value)
	} else {
		add("vary", "none")
	}
	return strings.Join(append(args, "--cuts", fmt.Sprint(o.Cuts)), " ")
}

// Summary is what a study prints with --json.
func (r Study) Summary() StudySummary {
	o := &r.Options
	s := StudySummary{Remarks: o.Remarks.List(), Partner: o.Partner, Clock: r.Clock, Result: r.Result}
	for _, name := range r.Names {
		s.Scenes = append(s.Scenes, StudyScene{name, r.Sizes[name].Width, r.Sizes[name].Height})
	}
	return s
}

// StudySummary is a study for other programs; its keys are stable. A time is in cycles, a
// size in bytes.
type StudySummary struct {
	Scenes  []StudyScene   `json:"scenes"`
	Remarks []scene.Remark `json:"remarks"`
	Partner string         `json:"partner"`
	Clock   int            `json:"clock_mhz"`
	*study.Result
}

// LatencyDocument is what study latency prints with --json and writes as latency.json.
var LatencyDocument = document.Kind[StudySummary]{Name: "study-latency", Version: 1, About: "What switches cost, by break point and by parameter. Times are in cycles, sizes in bytes."}

// StudyScene is a scene of a study, with its target.
type StudyScene struct {
	Name   string `json:"name"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}
