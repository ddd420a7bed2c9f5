package csp

import "tilemark/hw/regs"

// yields is told by the front end that a WAIT has waited long enough: its context is interrupted, so that another one can
// do what it waits for.
func (h *host) yields() {
	if h.others() || h.Flushes > 0 {
		h.Pending |= regs.CauseWait
	}
	h.stalled()
}

// passes is told by the front end that a WAIT has passed.
func (h *host) passes() { h.Waits = 0 }

// others tells whether the lists name another context that may run, or may when it has its
// page: that may not come while this one keeps its own.
func (h *host) others() bool {
	return h.runnable() > 1 || h.faults()
}

// faults tells whether a context's page fault is not served.
func (h *host) faults() bool {
	for i := range h.Lists {
		for _, s := range h.Lists[i].Stopped {
			if s == faulted {
				return true
			}
		}
	}
	return false
}

func (h *host) runnable() (n uint8) {
	for i := range h.Lists {
		l := &h.Lists[i]
		for k, base := range l.Contexts {
			if base != 0 && l.Stopped[k] == runs {
				n++
			}
		}
	}
	return n
}

// stalled counts waits in a row. When all contexts have been through one, and nothing
// has happened between, they may wait for each other: the CPU is told, once.
func (h *host) stalled() {
	all := h.runnable()
	if h.Waits > all || h.back.full() {
		return
	}
	if h.Waits++; h.Waits > all {
		h.back.record(record{Kind: regs.StatusKindStalled, List: h.Active, Index: h.Index, Context: h.front.slot().Base})
		h.event(EventStalled, h.front.at(), Event{})
	}
}
