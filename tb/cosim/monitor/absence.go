package monitor

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim/vector"
)

// Absence is what a monitor watches of the context that a fork's interrupt has cut. It is no part of a session's state.
type Absence struct {
	Watched bool
	Context int8 // none: no context is cut yet
	Marked  bool // another context has passed a place of comparison
	Over    bool // a line of the context's header or save area is asked for
}

// WatchAbsence has the run stop at places of comparison that another context passes while the one that the next
// interrupt cuts is away, and where memory is asked for a line of that one.
func (mon *Monitor) WatchAbsence(on bool) { mon.Absent = Absence{Watched: on, Context: vector.None} }

// noteCut notes whom an interrupt cuts.
func (a *Absence) noteCut(context int8) {
	if a.Watched {
		a.Context = context
	}
}

// passesMark stops at a place of comparison of a context that runs while the one that was cut is away.
func (mon *Monitor) passesMark(pos int, t *golden.Trace) {
	if a := &mon.Absent; a.Watched && a.Context != vector.None && mon.v.Traces[a.Context] != t && pos%MarkEvery == 0 {
		a.Marked = true
		mon.halt()
	}
}

// asksFor stops when memory is asked for a line of the context that is away, whoever asks. Memory answers in a later
// cycle, so nothing has depended on the line yet. The writes of its save are left to pass.
func (mon *Monitor) asksFor(r *pipe.MemRequest) {
	a := &mon.Absent
	if !a.Watched || a.Context == vector.None || r.Op == pipe.Write && slices.Contains(mon.s.Slot[:], a.Context) {
		return
	}
	if x := &mon.v.Image.Contexts[a.Context]; r.Addr-x.Header < vector.HeaderBytes || r.Addr-x.SaveArea < 4*vector.SavedLines {
		a.Over = true
		mon.halt()
	}
}

// IsAway tells whether the context that was cut is saved, and no interrupt waits. The monitors have compared its save
// area and header in memory with golden's when it left its slot, so no write to them is on its way.
func (mon *Monitor) IsAway() bool {
	return mon.Absent.Context != vector.None && !mon.Absent.Over && !mon.Pending() && !slices.Contains(mon.s.Slot[:], mon.Absent.Context)
}

// MarkEvery is the number of golden's events between two places at which runs are
// compared.
const MarkEvery = 32
