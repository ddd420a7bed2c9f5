package compare

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tilemark/tb/report"
	"tilemark/text/number"
)

// Most connections that the text lists.
const mostConnections = 12

// Print writes the comparison for a reader, all but its verdict.
func (c *Comparison) Print(w io.Writer) {
	s := &c.Summary
	fmt.Fprintf(w, "%s\n\n", c.Title())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "A\t%s\t%s\nB\t%s\t%s\n", s.A.Name, s.A.Program, s.B.Name, s.B.Program)
	t.Flush()
	for _, n := range s.Notes {
		fmt.Fprintf(w, "note: %s\n", n)
	}
	c.printParameters(w)
	c.printTotals(w)
	c.printSwitches(w)
	c.printBlocks(w)
	c.printConnections(w)
	c.printPictures(w)
}

// Title says what was run.
func (c *Comparison) Title() string {
	r := &c.A.Run
	text := fmt.Sprintf("%s, %dx%d, %s", r.Scene, r.Width, r.Height, number.Count(r.Workload.Contexts, "context"))
	if x := asked(&r.Workload); x == asked(&c.B.Run.Workload) {
		text += ", " + x
	}
	return text
}

func right(w io.Writer) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
}

func (c *Comparison) printParameters(w io.Writer) {
	if len(c.Summary.Parameters) == 0 {
		fmt.Fprint(w, "\nparameters: the same\n")
		return
	}
	fmt.Fprint(w, "\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "parameters that differ\tA\tB\tdefault\tunit\n")
	for _, p := range c.Summary.Parameters {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", p.Key, orDot(p.A), orDot(p.B), p.Default, p.Unit)
	}
	t.Flush()
}

func orDot(s string) string {
	if s == "" {
		return "."
	}
	return s
}

func (c *Comparison) printTotals(w io.Writer) {
	fmt.Fprint(w, "\n")
	t := right(w)
	fmt.Fprint(t, "\tA\tB\tB - A\t%\t\n")
	for _, x := range c.Summary.Totals {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", x.Text, number.Thousands(x.A), number.Thousands(x.B), number.Signed(x.A, x.B), Change(x.A, x.B))
	}
	t.Flush()
}

func (c *Comparison) printSwitches(w io.Writer) {
	if len(c.Summary.Switches) == 0 {
		fmt.Fprint(w, "\nno context was cut in either run\n")
		return
	}
	fmt.Fprint(w, "\nswitches: how many had the step, its median and its worst; % is of B against A\n\n")
	t := right(w)
	defer t.Flush()
	fmt.Fprint(t, "\tcount A\tB\tmedian A\tB\t%\tworst A\tB\t%\t\n")
	for _, x := range c.Summary.Switches {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", x.Text, number.Thousands(x.A.Count), number.Thousands(x.B.Count),
			x.A.Text(x.A.Median), x.B.Text(x.B.Median), x.Change(x.A.Median, x.B.Median), x.A.Text(x.A.Worst), x.B.Text(x.B.Worst), x.Change(x.A.Worst, x.B.Worst))
	}
}

// Text writes one of a spread's values; a dot stands for a step that never came.
func (s Spread) Text(v uint64) string {
	if s.Count == 0 {
		return "."
	}
	return number.Thousands(v)
}

// Change compares a value of the step, when both runs have it.
func (x Step) Change(a, b uint64) string {
	if x.A.Count == 0 || x.B.Count == 0 {
		return "."
	}
	return Change(a, b)
}

func (c *Comparison) printBlocks(w io.Writer) {
	fmt.Fprint(w, "\nblocks, in cycles; starved: an input was empty, blocked: an output was full\n\n")
	t := right(w)
	defer t.Flush()
	fmt.Fprint(t, "\tbusy A\tB\tstarved A\tB\tblocked A\tB\twaiting A\tB\t\n")
	for i := range c.Summary.Blocks {
		p := &c.Summary.Blocks[i]
		a, b := p.both()
		fmt.Fprintf(t, "%s\t", p.Name)
		for _, of := range []func(x *report.BlockActivity) uint64{
			func(x *report.BlockActivity) uint64 { return x.Busy }, func(x *report.BlockActivity) uint64 { return x.Starved },
			func(x *report.BlockActivity) uint64 { return x.Blocked }, func(x *report.BlockActivity) uint64 { return x.Waiting },
		} {
			fmt.Fprintf(t, "%s\t%s\t", value(p.A != nil, of(&a)), value(p.B != nil, of(&b)))
		}
		fmt.Fprintln(t)
	}
}

// value writes a number that is there.
func value(is bool, n uint64) string {
	if !is {
		return "."
	}
	return number.Thousands(n)
}

func (c *Comparison) printConnections(w io.Writer) {
	list := c.Summary.stalls()
	if len(list) == 0 {
		fmt.Fprint(w, "\nconnections: blocks waited for each of them equally long in both runs\n")
		return
	}
	fmt.Fprint(w, "\nconnections whose stalls differ, in cycles; starved: the block after it waited for an entry, blocked: the block before it waited for room\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "FIFO\tfrom\tto\tstarved A\tB\tB - A\tblocked A\tB\tB - A\tmean fill A\tB\n")
	for i := range list[:min(len(list), mostConnections)] {
		p := &list[i]
		a, b := p.both()
		from, to := p.ends()
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.2f\t%.2f\n", p.Name, from, to,
			value(p.A != nil, a.StarvedCycles), value(p.B != nil, b.StarvedCycles), number.Signed(a.StarvedCycles, b.StarvedCycles),
			value(p.A != nil, a.BlockedCycles), value(p.B != nil, b.BlockedCycles), number.Signed(a.BlockedCycles, b.BlockedCycles), a.MeanFill, b.MeanFill)
	}
	t.Flush()
	if rest := len(list) - mostConnections; rest > 0 {
		fmt.Fprintf(w, "and %s with smaller differences: --json and --page have all\n", number.Count(rest, "connection"))
	}
}

func (c *Comparison) printPictures(w io.Writer) {
	fmt.Fprintln(w)
	pixels := c.A.Run.Width * c.A.Run.Height
	for i := range c.Summary.Pictures {
		p := &c.Summary.Pictures[i]
		fmt.Fprintf(w, "context %d: colour is %s, depth is %s\n", p.Context, p.Color.text(pixels), p.Depth.text(pixels))
	}
}

// Verdict says which checks held, and what B does to the time.
func (c *Comparison) Verdict() string {
	word := "PASSED"
	if !c.Summary.Held {
		word = "FAILED"
	}
	var parts []string
	for _, s := range []struct {
		name string
		of   *Which
	}{{"A", &c.Summary.A}, {"B", &c.Summary.B}} {
		if n := len(s.of.Failures); n > 0 {
			parts = append(parts, fmt.Sprintf("%s of %s broke", number.Count(n, "check"), s.name))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, "all checks of both runs held")
	}
	pictures := "pictures equal"
	if !c.SamePictures() {
		pictures = "pictures differ"
	}
	parts = append(parts, pictures, c.Effect())
	return word + ": " + strings.Join(parts, "; ")
}

// Effect says what B does to the time.
func (c *Comparison) Effect() string {
	cycles := c.Summary.Totals[0]
	parts := []string{"cycles " + Change(cycles.A, cycles.B) + " %"}
	if x := c.Summary.step("line_to_saved"); x != nil && x.A.Count > 0 && x.B.Count > 0 {
		parts = append(parts, "median save "+Change(x.A.Median, x.B.Median)+" %", "worst save "+Change(x.A.Worst, x.B.Worst)+" %")
	}
	return "B against A: " + strings.Join(parts, ", ")
}

// Change is how much more b is than a, in per cent with a sign; a dot stands for nothing to compare with.
func Change(a, b uint64) string {
	switch {
	case a == b:
		return "0"
	case a == 0:
		return "."
	}
	p := 100 * (float64(b) - float64(a)) / float64(a)
	switch {
	case p > -0.05 && p < 0:
		return "-0.0"
	case p > 0 && p < 0.05:
		return "+0.0"
	}
	if text := number.Rounded(p); p >= 1000 {
		return "+" + text
	}
	return fmt.Sprintf("%+.1f", p)
}
