package states

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/text/prose"
)

const head = `# States of threads, CTAs and tasks

In which states the threads, CTAs and tasks of a cluster are ([clusters.md](clusters.md)), and what each event does in each of them, for one cycle of the clock. ` + "`go test ./tb/states -run NotStale -update`" + ` makes this page from the tables in tb/states.
` + "`go test ./tb/cluster -run States`" + ` runs programs on the bench, with events every few cycles, in each cycle near the end of a thread, and at random, and finds in each cycle the state of each thread, CTA and task and the events that concern it. Each change must be one of the
table; each cell that can be must have been there, and no other. Of pairs all but those that are marked must have been there.

In the tables of cells

- a name is the state in the next cycle; where there are several, what else is on its way decides;
- *as before* is what would be without the event: the state stays, or passes as its row says;
- a number is a reason why it cannot be, below the table.

*Freeze*: not there yet. It will keep multiprocessors from issuing but for the handlers' instructions, and PM from beginning CTAs. *Reset*: not there yet. It will clear slots of a context that is saved; now each slot is clear
when its thread has ended ([inventory.md](inventory.md)).
`

// Page is docs/states.md.
func Page() string {
	var out strings.Builder
	out.WriteString(head)
	for _, t := range Tables {
		t.write(&out)
	}
	return prose.Wrap(out.String())
}

func (t *Table) write(out *strings.Builder) {
	title := strings.ToUpper(t.Of[:1]) + t.Of[1:]
	fmt.Fprintf(out, "\n## %ss\n\n| state | what it is | passes to |\n| --- | --- | --- |\n", title)
	for _, r := range t.Rows {
		fmt.Fprintf(out, "| %s | %s | %s |\n", t.States[r.State].Name, t.States[r.State].What, t.names(r.Passes))
	}
	out.WriteString("\n| event | what happens |\n| --- | --- |\n")
	for _, e := range t.Events {
		fmt.Fprintf(out, "| %s | %s |\n", e.Name, e.What)
	}
	t.writeCells(out)
	t.writePairs(out)
	if t.Reports != "" {
		fmt.Fprintf(out, "\n%s\n", t.Reports)
	}
}

// writeCells writes what each event does in each state.
func (t *Table) writeCells(out *strings.Builder) {
	out.WriteString("\n| |")
	for _, e := range t.Events {
		fmt.Fprintf(out, " %s |", e.Name)
	}
	out.WriteString("\n|" + strings.Repeat(" --- |", len(t.Events)+1) + "\n")
	var reasons []string
	for _, r := range t.Rows {
		fmt.Fprintf(out, "| **%s** |", t.States[r.State].Name)
		for i := range r.Cells {
			switch c := &r.Cells[i]; {
			case c.Same:
				out.WriteString(" as before |")
			case c.Never == "":
				fmt.Fprintf(out, " %s |", t.names(c.Next))
			default:
				if !slices.Contains(reasons, c.Never) {
					reasons = append(reasons, c.Never)
				}
				fmt.Fprintf(out, " %d |", slices.Index(reasons, c.Never)+1)
			}
		}
		out.WriteString("\n")
	}
	out.WriteString("\n")
	for n, why := range reasons {
		fmt.Fprintf(out, "%d. %s.\n", n+1, why)
	}
}

// writePairs writes which one of two events of a cycle takes effect.
func (t *Table) writePairs(out *strings.Builder) {
	fmt.Fprintf(out, "\nTwo events of a %s in one cycle: the name is that of the one that takes effect, as if alone; *-* cannot be. %s", t.Of, t.Why)
	var free []string
	for e := range t.Events {
		if !slices.Contains(t.Order, Event(e)) {
			free = append(free, "*"+t.Events[e].Name+"*")
		}
	}
	fmt.Fprintf(out, " With %s another event does what it does alone.\n\n| |", strings.Join(free, ", "))
	for _, e := range t.Order[1:] {
		fmt.Fprintf(out, " %s |", t.Events[e].Name)
	}
	out.WriteString("\n|" + strings.Repeat(" --- |", len(t.Order)) + "\n")
	for i, a := range t.Order[:len(t.Order)-1] {
		fmt.Fprintf(out, "| **%s** |", t.Events[a].Name)
		for k, b := range t.Order[1:] {
			switch {
			case k < i:
				out.WriteString(" |")
			case t.IsUnshown(a, b):
				fmt.Fprintf(out, " %s (no run has shown it) |", t.Events[a].Name)
			case t.Pair(a, b):
				fmt.Fprintf(out, " %s |", t.Events[a].Name)
			default:
				out.WriteString(" - |")
			}
		}
		out.WriteString("\n")
	}
}

// names are those of states.
func (t *Table) names(list []State) string {
	var names []string
	for _, s := range list {
		names = append(names, t.States[s].Name)
	}
	return strings.Join(names, ", ")
}
