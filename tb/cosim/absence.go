package cosim

import (
	"slices"

	"tilemark/golden"
	"tilemark/hw/pipe"
)

// absence is what a monitor watches of the context that a fork's interrupt has cut. It is no part of a session's state.
type absence struct {
	watched bool
	context int8 // none: no context is cut yet
	marked  bool // another context has passed a place of comparison
	over    bool // a line of the context's header or save area is asked for
}

// watchAbsence has the run stop at places of comparison that another context passes while the one that the next
// interrupt cuts is away, and where memory is asked for a line of that one.
func (mon *Monitor) watchAbsence(on bool) { mon.absent = absence{watched: on, context: none} }

// leaves notes whom an interrupt cuts.
func (a *absence) leaves(context int8) {
	if a.watched {
		a.context = context
	}
}

// passesMark stops at a place of comparison of a context that runs while the one that was cut is away.
func (mon *Monitor) passesMark(pos int, t *golden.Trace) {
	if a := &mon.absent; a.watched && a.context != none && mon.v.Traces[a.context] != t && pos%markEvery == 0 {
		a.marked = true
		mon.halt()
	}
}

// asksFor stops when memory is asked for a line of the context that is away, whoever asks. Memory answers in a later
// cycle, so nothing has depended on the line yet. The writes of its save are left to pass.
func (mon *Monitor) asksFor(r *pipe.MemRequest) {
	a := &mon.absent
	if !a.watched || a.context == none || r.Op == pipe.Write && slices.Contains(mon.s.Slot[:], a.context) {
		return
	}
	if x := &mon.v.Image.Contexts[a.context]; r.Addr-x.Header < headerBytes || r.Addr-x.SaveArea < 4*savedLines {
		a.over = true
		mon.halt()
	}
}

// isAway tells whether the context that was cut is saved, and no interrupt waits. The monitors have compared its save
// area and header in memory with golden's when it left its slot, so no write to them is on its way.
func (mon *Monitor) isAway() bool {
	return mon.absent.context != none && !mon.absent.over && !mon.pending() && !slices.Contains(mon.s.Slot[:], mon.absent.context)
}
