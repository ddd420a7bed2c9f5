package report

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"tilemark/tb/cosim"
	"tilemark/tb/cosim/host"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

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
	{"discarded entries", func(s *cosim.Switch) uint64 { return uint64(s.Above) }},
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

// printSwitches writes what the steps of the switches took, and each switch when there are
// few.
func (r Run) printSwitches(w io.Writer, p *runs.Pass) {
	list := p.Log.Switches
	if len(list) == 0 {
		fmt.Fprint(w, "\nno context was cut\n")
		return
	}
	fmt.Fprintf(w, "\nswitches, in cycles but for the last two columns: TG_INT, discard (INT_END at TG), saved and next tile count from the line\n"+
		"(explain counts discard from TG_INT, next tile from INT_END), drain (with the flush of the caches) from the end of discard,\n"+
		"save from drain, restore from its start, skip from there\n\n")
	t := table(w, tabwriter.AlignRight)
	printQuantiles(t, list)
	t.Flush()
	fmt.Fprintf(w, "\nworst-case bound of a save: %s cycles (`tilemark config` shows its parts)\n", number.Thousands(r.Bound.Total()))
	n := runs.WorstCut(list)
	fmt.Fprintf(w, "worst cut: number %d, line in cycle %s, saved within %s cycles; why: %s --cut %d\n", n+1, number.Thousands(list[n].Line),
		number.Thousands(list[n].Saved), r.CommandOf("explain", r.PlanOf(p)), n+1)
	if len(list) > manySwitches {
		return
	}
	fmt.Fprintln(w)
	printSteps(t, "cut\tline in cycle")
	fmt.Fprint(t, "  cut at (ring head, DMA offset: instance, primitive, triangle, tile)\n")
	for i := range list {
		fmt.Fprintf(t, "%d\t", i+1)
		printSwitch(t, &list[i])
	}
	t.Flush()
}

// printSteps writes the table's head.
func printSteps(t io.Writer, first string) {
	fmt.Fprintf(t, "%s\t", first)
	for i := range steps {
		fmt.Fprintf(t, "%s\t", steps[i].name)
	}
}

func printQuantiles(t io.Writer, list []cosim.Switch) {
	printSteps(t, "")
	fmt.Fprintln(t)
	for _, q := range []struct {
		name string
		at   float64
	}{{"min", 0}, {"median", 0.5}, {"90 %", 0.9}, {"max", 1}} {
		fmt.Fprintf(t, "%s\t", q.name)
		for i := range steps {
			text := "."
			if v := steps[i].measured(list); len(v) > 0 {
				text = number.Thousands(uint64(stat.Quantile(q.at, stat.Empirical, v, nil)))
			}
			fmt.Fprintf(t, "%s\t", text)
		}
		fmt.Fprintln(t)
	}
}

func printSwitch(t io.Writer, s *cosim.Switch) {
	fmt.Fprintf(t, "%s\t", number.Thousands(s.Line))
	for i := range steps {
		text := "."
		if v := steps[i].value(s); v > 0 {
			text = number.Thousands(v)
		}
		fmt.Fprintf(t, "%s\t", text)
	}
	at := fmt.Sprintf("%d, %d: %d, %d, %d, %d", s.At.Head, s.At.Offset, s.At.Instance, s.At.Primitive, s.At.Triangle, s.At.Tile)
	if s.Aborted {
		at = "in a restore"
	}
	fmt.Fprintf(t, "  %s, by %s\n", at, host.Causes(s.Cause))
}
