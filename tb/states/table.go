package states

import "slices"

// Named is the name of a state or an event, and what it is.
type Named struct{ Name, What string }

// Cell is what an event does in a state.
type Cell struct {
	Next  []State // one of these, in the next cycle
	Same  bool    // what would be without the event
	Never string  // why it cannot be
}

func to(next ...State) Cell { return Cell{Next: next} }

func never(why string) Cell { return Cell{Never: why} }

var nothing = Cell{Same: true}

// Row is a state.
type Row struct {
	State  State
	Passes []State // what it becomes without an event, besides staying
	Cells  []Cell  // of all events, in their order
}

// Table is all that happens to threads, CTAs or tasks.
type Table struct {
	Of     string
	Begins []State // what comes when there was none
	States []Named // the first one is that there is none, which has no row
	Events []Named
	Rows   []Row
	// Order is in which order events of one cycle take effect: the first one wins. Events that it leaves out change nothing, and go with any other one.
	Order []Event
	Why   string    // the order is so
	Pairs [][]Event // of events in the order: all that can be in one cycle
	// Suppressed are events that do not happen when the first event of the order comes in their cycle: runs with and without it are compared.
	Suppressed []Event
	Unshown    [][]Event // pairs that follow from the order, and that no run has shown
	Reports    string    // what is reported
}

// Tables are those of the page.
var Tables = []*Table{&Threads, &CTAs, &Tasks}

// Cell is what an event does in a state.
func (t *Table) Cell(s State, e Event) *Cell { return &t.row(s).Cells[e] }

// row is that of a state, which has one.
func (t *Table) row(s State) *Row { return &t.Rows[s-1] }

// Allows tells whether something in a state may be in another one in the next cycle, when these events happen.
func (t *Table) Allows(from State, events []Event, next State) bool {
	if from == 0 {
		return next == 0 || slices.Contains(t.Begins, next)
	}
	for _, e := range t.Order {
		if slices.Contains(events, e) && !t.Cell(from, e).Same {
			return slices.Contains(t.Cell(from, e).Next, next)
		}
	}
	return next == from || slices.Contains(t.row(from).Passes, next)
}

// Pair tells whether two events can be in one cycle; the first one is the earlier one in the order.
func (t *Table) Pair(a, b Event) bool {
	return slices.ContainsFunc(t.Pairs, func(p []Event) bool { return p[0] == a && p[1] == b })
}

// IsUnshown tells whether no run has to show a pair.
func (t *Table) IsUnshown(a, b Event) bool {
	return slices.ContainsFunc(t.Unshown, func(p []Event) bool { return p[0] == a && p[1] == b })
}
