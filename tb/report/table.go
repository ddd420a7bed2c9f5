package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
)

// Print writes the summary for a reader, all but its verdict.
func (r *Result) Print(w io.Writer) {
	r.printRun(w)
	p := r.Last()
	if r.Cut != nil || len(p.Log.Switches) > 0 { // a time slice cuts without being asked
		r.printSwitches(w, p)
	}
	if r.Cut != nil {
		r.printWork(w)
	}
	printBlocks(w, p)
	printFifos(w, p)
}

func table(w io.Writer, align uint) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', align)
}

func (r *Result) printRun(w io.Writer) {
	s := r.Summary()
	fmt.Fprintf(w, "%s, %dx%d, %s\n\n", s.Scene, s.Width, s.Height, plural(len(r.Golden), "context"))
	t := table(w, tabwriter.AlignRight)
	defer t.Flush()
	columns := "\tuninterrupted\t"
	if r.Cut != nil {
		columns += "interrupted\t"
	}
	fmt.Fprintln(t, columns+"golden\t")
	rowOf := func(name, golden string, value func(p *Pass) string) {
		fmt.Fprintf(t, "%s\t%s\t", name, value(&r.Plain))
		if r.Cut != nil {
			fmt.Fprintf(t, "%s\t", value(r.Cut))
		}
		fmt.Fprintf(t, "%s\t\n", golden)
	}
	row := func(name string, value func(p *Pass) string) { rowOf(name, "", value) }
	row("cycles", func(p *Pass) string { return thousands(p.Session.M.Cycle()) })
	row("evaluated cycles", func(p *Pass) string { return thousands(p.Session.M.Evaluated()) })
	for _, c := range []struct {
		name string
		of   func(c Counts) uint64
	}{
		{"triangles", func(c Counts) uint64 { return c.Triangles }},
		{"tiles", func(c Counts) uint64 { return c.Tiles }},
		{"fragments", func(c Counts) uint64 { return c.Fragments }},
	} {
		rowOf(c.name, thousands(c.of(s.Golden)), func(p *Pass) string { return thousands(c.of(p.Drawn.counts())) })
	}
	row("cuts", func(p *Pass) string { return thousands(uint64(p.Session.M.CSP.S.Stats.Cuts)) })
	row("cuts in a restore", func(p *Pass) string { return thousands(uint64(p.Session.M.CSP.S.Stats.Aborted)) })
	row("interrupts with nothing to cut", func(p *Pass) string { return thousands(uint64(p.Session.M.CSP.S.Stats.Ignored)) })
	row("seconds", func(p *Pass) string { return fmt.Sprintf("%.2f", p.Seconds) })
	row("evaluated cycles a second", func(p *Pass) string {
		return thousands(uint64(float64(p.Session.M.Evaluated()) / max(p.Seconds, 1e-9)))
	})
}

// step is a column of the table of switches.
type step struct {
	name  string
	value func(s *cosim.Switch) uint64
}

var steps = []step{
	{"TG_INT", func(s *cosim.Switch) uint64 { return s.TGInt }},
	{"discard", func(s *cosim.Switch) uint64 { return s.Discarded }},
	{"drain", func(s *cosim.Switch) uint64 { return since(s.Drained, s.Discarded) }},
	{"save", func(s *cosim.Switch) uint64 { return since(s.Saved, s.Drained) }},
	{"saved", func(s *cosim.Switch) uint64 { return s.Saved }},
	{"next tile", func(s *cosim.Switch) uint64 { return s.NextTile }},
	{"restore", func(s *cosim.Switch) uint64 { return s.Restore }},
	{"skip", func(s *cosim.Switch) uint64 { return s.Skip }},
	{"saved bytes", func(s *cosim.Switch) uint64 { return 4 * uint64(s.SaveWords) }},
	{"discarded", func(s *cosim.Switch) uint64 { return uint64(s.Above) }},
}

// since is a time between two steps; a step that did not come is 0.
func since(to, from uint64) uint64 {
	if to < from {
		return 0
	}
	return to - from
}

// measured is the values of a step that came.
func (c *step) measured(list []cosim.Switch) []float64 {
	var out []float64
	for i := range list {
		if v := c.value(&list[i]); v > 0 {
			out = append(out, float64(v))
		}
	}
	slices.Sort(out)
	return out
}

// manySwitches is the number of switches up to which each has a row.
const manySwitches = 10

func (r *Result) printSwitches(w io.Writer, p *Pass) {
	list := p.Log.Switches
	if len(list) == 0 {
		fmt.Fprint(w, "\nno context was cut\n")
		return
	}
	fmt.Fprintf(w, "\nswitches, in cycles: TG_INT, discard (INT_END at TG), saved and next tile count from the line,\n"+
		"drain (with the flush of the caches) from discard, save from drain, restore from its start, skip from there\n\n")
	t := table(w, tabwriter.AlignRight)
	head := func(first string) {
		fmt.Fprintf(t, "%s\t", first)
		for i := range steps {
			fmt.Fprintf(t, "%s\t", steps[i].name)
		}
	}
	head("")
	fmt.Fprintln(t)
	for _, q := range []struct {
		name string
		at   float64
	}{{"min", 0}, {"median", 0.5}, {"90 %", 0.9}, {"max", 1}} {
		fmt.Fprintf(t, "%s\t", q.name)
		for i := range steps {
			if v := steps[i].measured(list); len(v) > 0 {
				fmt.Fprintf(t, "%s\t", thousands(uint64(stat.Quantile(q.at, stat.Empirical, v, nil))))
			} else {
				fmt.Fprint(t, ".\t")
			}
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	fmt.Fprintf(w, "\nworst-case bound of a save: %s cycles (`tilemark config` shows its parts)\n", thousands(r.Bound.Total()))
	if len(list) > manySwitches {
		return
	}
	fmt.Fprintln(w)
	head("line in cycle")
	fmt.Fprint(t, "  cut at (ring head, DMA offset: instance, primitive, triangle, tile)\n")
	for i := range list {
		printSwitch(t, &list[i])
	}
	t.Flush()
}

func printSwitch(t io.Writer, s *cosim.Switch) {
	fmt.Fprintf(t, "%s\t", thousands(s.Line))
	for i := range steps {
		text := "."
		if v := steps[i].value(s); v > 0 {
			text = thousands(v)
		}
		fmt.Fprintf(t, "%s\t", text)
	}
	at := fmt.Sprintf("%d, %d: %d, %d, %d, %d", s.At.Head, s.At.Offset, s.At.Instance, s.At.Primitive, s.At.Triangle, s.At.Tile)
	if s.Aborted {
		at = "in a restore"
	}
	fmt.Fprintf(t, "  %s, by %s\n", at, causeName(s.Cause))
}

// printWork says what the cuts threw away and had done again.
func (r *Result) printWork(w io.Writer) {
	fmt.Fprint(w, "\nwork thrown away, entries by block: ")
	var parts []string
	for b, n := range r.Cut.Session.M.CSP.S.Stats.Discarded {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", regs.Blocks[b].Name, thousands(uint64(n))))
		}
	}
	if len(parts) == 0 {
		parts = []string{"none"}
	}
	fmt.Fprintf(w, "%s\n\n", strings.Join(parts, ", "))
	t := table(w, tabwriter.AlignRight)
	fmt.Fprint(t, "work done\tuninterrupted\tinterrupted\tagain\t%\t\n")
	for i, name := range stageNames {
		a, b := r.Plain.Work[i], r.Cut.Work[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", name, thousands(a), thousands(b), thousands(since(b, a)), percent(since(b, a), a))
	}
	t.Flush()
}

// printBlocks says what each block spent its time on, in per cent of all cycles.
func printBlocks(w io.Writer, p *Pass) {
	m := p.Session.M
	cycles := m.Cycle()
	fmt.Fprint(w, "\nblocks, % of cycles; starved: an input is empty, blocked: an output is full\n\n")
	t := table(w, 0)
	defer t.Flush()
	fmt.Fprint(t, "block\tbusy\tstarved\tblocked\twaiting\tidle\tstarved on\tblocked by\n")
	from, to := neighbours(m.Connections())
	for _, b := range m.Blocks() {
		a := m.Account(b)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", shortName(b.Name()),
			percent(a.Busy, cycles), percent(wires.Total(a.Starved), cycles), percent(wires.Total(a.Blocked), cycles),
			percent(a.Waiting, cycles), percent(a.Idle, cycles),
			shares(a.Starved, cycles, from), shares(a.Blocked, cycles, to))
	}
}

// neighbours has the producer and the consumer of each FIFO.
func neighbours(list []wires.Connection) (from, to map[string]string) {
	from, to = map[string]string{}, map[string]string{}
	for i := range list {
		from[list[i].Name], to[list[i].Name] = list[i].From, list[i].To
	}
	return from, to
}

// shares lists FIFOs with the block at their other end and their part of the time, the
// largest first.
func shares(fifos map[string]uint64, cycles uint64, other map[string]string) string {
	names := slices.SortedFunc(maps.Keys(fifos), func(a, b string) int {
		if fifos[a] != fifos[b] {
			return cmp.Compare(fifos[b], fifos[a])
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, n := range names {
		out = append(out, fmt.Sprintf("%s (%s) %s", shortName(other[n]), n, percent(fifos[n], cycles)))
	}
	return strings.Join(out, ", ")
}

// printFifos says how full each FIFO was.
func printFifos(w io.Writer, p *Pass) {
	fmt.Fprint(w, "\nFIFOs, mean fill and % of cycles; fill counts entries on their way\n\n")
	t := table(w, 0)
	defer t.Flush()
	fmt.Fprint(t, "FIFO\tfrom\tto\tdepth\tmean\tempty\tfull\n")
	for _, c := range p.Session.M.Connections() {
		if c.Line {
			continue
		}
		total := uint64(0)
		for _, n := range c.Fill {
			total += n
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.2f\t%s\t%s\n", c.Name, shortName(c.From), shortName(c.To), c.Depth,
			meanFill(&c), percent(c.Fill[0], total), percent(c.Fill[len(c.Fill)-1], total))
	}
}

// meanFill estimates the mean number of entries from the histogram: empty, equal parts,
// full.
func meanFill(c *wires.Connection) float64 {
	sum, total := 0.0, 0.0
	last := len(c.Fill) - 1
	for k, n := range c.Fill {
		entries := float64(c.Depth)
		if k < last {
			entries = middle(k, c.Depth, last-1)
		}
		sum += entries * float64(n)
		total += float64(n)
	}
	return sum / max(total, 1)
}

// middle is the mean number of entries of a bin that is neither full nor empty: entry n
// falls into bin 1 + (n-1)*parts/depth.
func middle(bin, depth, parts int) float64 {
	sum, count := 0, 0
	for n := 1; n < depth; n++ {
		if 1+(n-1)*parts/depth == bin {
			sum, count = sum+n, count+1
		}
	}
	return float64(sum) / max(float64(count), 1)
}

// PrintVerdict writes the line that ends a run.
func (r *Result) PrintVerdict(w io.Writer) { fmt.Fprintln(w, r.verdict()) }

// verdict says which checks held.
func (r *Result) verdict() string {
	word := "PASSED"
	if len(r.Failures) > 0 {
		word = "FAILED"
	}
	var parts []string
	if r.goldenEqual() {
		parts = append(parts, "machine and golden equal")
	}
	if r.Plain.Err != nil {
		parts = append(parts, "a check of the uninterrupted run broke")
	}
	if r.Cut != nil && r.Cut.Err != nil {
		parts = append(parts, "a check of the interrupted run broke")
	}
	if r.Cut != nil {
		same := "equal"
		if !r.SameFrame {
			same = "differ"
		}
		parts = append(parts, "interrupted and uninterrupted "+same)
	}
	if r.slow {
		parts = append(parts, "a switch took longer than the bound")
	}
	if n := r.Last().Session.M.CSP.S.Stats.Cuts; r.Cut != nil || n > 0 {
		parts = append(parts, plural(int(n), "cut"))
	}
	out := word + ": " + strings.Join(parts, "; ")
	if !r.Options.Monitors {
		out += " (final memory only: the monitors were off)"
	}
	return out
}

// PrintNote says that there is nothing to see, if that is so.
func (r *Result) PrintNote(w io.Writer) {
	given, inView, fragments := uint64(0), uint64(0), uint64(0)
	for _, t := range r.Vector.Traces {
		given, inView, fragments = given+t.Stats.Primitives, inView+t.Stats.Triangles, fragments+t.Stats.Fragments
	}
	if fragments == 0 {
		fmt.Fprintf(w, "note: nothing was drawn: %s of %s triangles are in view\n", thousands(inView), thousands(given))
	}
}

// PrintFailures writes what did not hold, and the commands that repeat it.
func (r *Result) PrintFailures(w io.Writer) {
	for _, f := range r.Failures {
		fmt.Fprintf(w, "FAILED: %v\nrepeat with: %s\n", f.Err, f.Repeat)
	}
}
