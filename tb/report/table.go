package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

// Run is what is said of a run.
type Run struct{ *runs.Result }

// Print writes the summary for a reader, all but its verdict.
func (r Run) Print(w io.Writer) {
	r.printRun(w)
	printState(w, r.StateWork())
	r.printInterrupts(w)
	p := r.Last()
	if r.Cut != nil || len(p.Log.Switches) > 0 { // a time slice cuts without being asked
		r.printSwitches(w, p)
	}
	run := "uninterrupted"
	if r.Cut != nil {
		r.printWork(w)
		run = "interrupted"
	}
	printBlocks(w, run, p)
	printFifos(w, run, p)
	printQueues(w, run, p)
}

func table(w io.Writer, align uint) *tabwriter.Writer {
	return tabwriter.NewWriter(w, 0, 0, 2, ' ', align)
}

func (r Run) printRun(w io.Writer) {
	s := r.Summary()
	fmt.Fprintf(w, "%s, %dx%d, %s\n\n", s.Scene, s.Width, s.Height, number.Count(len(r.Golden), "context"))
	t := table(w, tabwriter.AlignRight)
	defer t.Flush()
	columns := "\tuninterrupted\t"
	if r.Cut != nil {
		columns += "interrupted\t"
	}
	fmt.Fprintln(t, columns+"golden\t")
	rowOf := func(name, golden string, value func(p *runs.Pass) string) {
		fmt.Fprintf(t, "%s\t%s\t", name, value(&r.Plain))
		if r.Cut != nil {
			fmt.Fprintf(t, "%s\t", value(r.Cut))
		}
		fmt.Fprintf(t, "%s\t\n", golden)
	}
	row := func(name string, value func(p *runs.Pass) string) { rowOf(name, "", value) }
	row("cycles", func(p *runs.Pass) string { return number.Thousands(p.Session.M.Cycle()) })
	row("evaluated cycles", func(p *runs.Pass) string { return number.Thousands(p.Session.M.Evaluated()) })
	for _, c := range []struct {
		name string
		of   func(c runs.Counts) uint64
	}{
		{"triangles", func(c runs.Counts) uint64 { return c.Triangles }},
		{"tiles", func(c runs.Counts) uint64 { return c.Tiles }},
		{"fragments", func(c runs.Counts) uint64 { return c.Fragments }},
	} {
		rowOf(c.name, number.Thousands(c.of(s.Golden)), func(p *runs.Pass) string { return number.Thousands(c.of(p.Drawn.Counts())) })
	}
	row("cuts", func(p *runs.Pass) string { return number.Thousands(p.Session.M.CSP.S.Stats.Cuts) })
	row("cuts in a restore", func(p *runs.Pass) string { return number.Thousands(p.Session.M.CSP.S.Stats.Aborted) })
	row("interrupts with nothing to cut", func(p *runs.Pass) string { return number.Thousands(p.Session.M.CSP.S.Stats.Ignored) })
	row("seconds", func(p *runs.Pass) string { return fmt.Sprintf("%.2f", p.Seconds) })
	row("evaluated cycles a second", func(p *runs.Pass) string {
		return number.Thousands(uint64(float64(p.Session.M.Evaluated()) / max(p.Seconds, 1e-9)))
	})
}

// printWork says what the cuts threw away and had done again.
func (r Run) printWork(w io.Writer) {
	fmt.Fprint(w, "\nwork thrown away, entries by block: ")
	var parts []string
	for b, n := range r.Cut.Session.M.CSP.S.Stats.Discarded {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", regs.Blocks[b].Name, number.Thousands(n)))
		}
	}
	if len(parts) == 0 {
		parts = []string{"none"}
	}
	fmt.Fprintf(w, "%s\n\n", strings.Join(parts, ", "))
	t := table(w, tabwriter.AlignRight)
	fmt.Fprint(t, "work done\tuninterrupted\tinterrupted\tagain\t%\t\n")
	for i, name := range runs.StageNames {
		a, b := r.Plain.Work[i], r.Cut.Work[i]
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", name, number.Thousands(a), number.Thousands(b), number.Thousands(since(b, a)), percent(since(b, a), a))
	}
	t.Flush()
}

// printBlocks says what each block spent its time on, in per cent of all cycles.
func printBlocks(w io.Writer, run string, p *runs.Pass) {
	m := p.Session.M
	cycles := m.Cycle()
	fmt.Fprintf(w, "\nblocks in the %s run, %% of cycles; starved: an input is empty, blocked: an output is full\n\n", run)
	t := table(w, 0)
	defer t.Flush()
	fmt.Fprint(t, "block\tbusy\tstarved\tblocked\twaiting\tidle\tstarved on\tblocked by\n")
	from, to := neighbours(m.Connections())
	for _, b := range m.Blocks() {
		a := m.Account(b)
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", runs.ShortName(b.Name()),
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

// mostShares is how many FIFOs a line names.
const mostShares = 3

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
	for _, n := range names[:min(len(names), mostShares)] {
		out = append(out, fmt.Sprintf("%s (%s) %s", runs.ShortName(other[n]), n, percent(fifos[n], cycles)))
	}
	if more := len(names) - mostShares; more > 0 {
		out = append(out, fmt.Sprintf("%d more", more))
	}
	return strings.Join(out, ", ")
}

// printFifos says how full each FIFO was.
func printFifos(w io.Writer, run string, p *runs.Pass) {
	fmt.Fprintf(w, "\nFIFOs in the %s run, mean fill and %% of cycles; fill counts entries on their way\n\n", run)
	t, unused := table(w, 0), 0
	fmt.Fprint(t, "FIFO\tfrom\tto\tdepth\tmean\tmost\tempty\tfull\n")
	for _, c := range p.Session.M.Connections() {
		if c.Line {
			continue
		}
		total := uint64(0)
		for _, n := range c.Fill {
			total += n
		}
		if c.Fill[0] == total {
			unused++
			continue
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.2f\t%d\t%s\t%s\n", c.Name, runs.ShortName(c.From), runs.ShortName(c.To), c.Depth,
			meanFill(&c), c.Most, percent(c.Fill[0], total), percent(c.Fill[len(c.Fill)-1], total))
	}
	t.Flush()
	if unused > 0 {
		fmt.Fprintf(w, "and %s in which nothing ever was\n", number.Count(unused, "FIFO"))
	}
}

// printQueues says how full the queues inside blocks were.
func printQueues(w io.Writer, run string, p *runs.Pass) {
	fmt.Fprintf(w, "\nqueues inside blocks in the %s run, mean fill and %% of cycles; each is called after the parameter that is its depth\n\n", run)
	t, unused := table(w, 0), 0
	fmt.Fprint(t, "block\tqueue\tdepth\tmean\tmost\tempty\tfull\n")
	for _, u := range p.Queues.Usage() {
		if u.Most() == 0 {
			unused++
			continue
		}
		total := uint64(0)
		for _, n := range u.Fill {
			total += n
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%.2f\t%d\t%s\t%s\n", runs.ShortName(u.Block), u.Name, u.Depth, u.Mean(), u.Most(), percent(u.Fill[0], total), percent(u.Fill[u.Depth], total))
	}
	t.Flush()
	if unused > 0 {
		fmt.Fprintf(w, "and %s in which nothing ever was\n", number.Count(unused, "queue"))
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

// printState writes a line, where kernels depend on state at all.
func printState(w io.Writer, s request.StateWork) {
	var parts []string
	if s.Patched > 0 {
		parts = append(parts, fmt.Sprintf("%s patched by the driver (%s)", number.Count(s.Patched, "kernel"), number.Count(s.Instructions, "instruction")))
	}
	if s.Shared > 0 {
		parts = append(parts, number.Count(s.Shared, "draw")+" shared one")
	}
	if s.Machine > 0 {
		parts = append(parts, fmt.Sprintf("%s patched by the machine", number.Count(s.Machine, "kernel")))
	}
	if len(parts) == 0 && s.Compiled == 0 {
		return
	}
	parts = append(parts, fmt.Sprintf("%d compiled again", s.Compiled))
	fmt.Fprintf(w, "\nfor the state of draws: %s\n", strings.Join(parts, ", "))
}

func (r Run) printInterrupts(w io.Writer) {
	if r.Cut != nil && r.Cut.Err == nil {
		fmt.Fprintf(w, "\n%s\n", r.Cut.Interrupts())
	}
}
