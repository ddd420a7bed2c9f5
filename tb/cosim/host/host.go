// Package host is the software beside the machine: an operating system that serves page faults and takes pages away, and
// a driver that chooses which contexts run. It sees what real software would: memory, the bus to the CSP, the events that
// entries of the status buffer tell.
package host

import (
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
)

// Host is the software beside a machine that runs a vector: it fills memory, gives run lists and answers what the
// status buffer tells. An operating system serves page faults if the vector's pages are mapped on demand, and a driver
// chooses which contexts run if the vector has a schedule.
type Host struct {
	M *hw.Machine
	V *vector.Vector
	// Framed, when given, is called when the operating system gives a frame away.
	Framed func(use FrameUse)
	// Watcher, when given, judges what software sees.
	Watcher Watcher
	OS      *System // nil: addresses are those of memory
	Driver  *Driver // nil: the run lists stay as they are
}

// Watcher is told what software sees of a machine, and knows how far contexts are. Monitors are one.
type Watcher interface {
	// FaultElsewhere is called when a context faults on a page that is not its own.
	FaultElsewhere(context int, page int16)
	// EventsLeft is the number of events of the reference model that have not passed the break point yet.
	EventsLeft(context int) int
}

// Begin loads the vector into memory, and starts operating system and driver. Bytes that the machine writes by its own
// timing are left out of its digest.
func (h *Host) Begin() {
	v, m := h.V, h.M
	if v.Paging != nil {
		h.paged(*v.Paging)
	} else {
		for i := range v.Image.Contexts {
			x := &v.Image.Contexts[i]
			m.Memory.LeaveOut(x.Header, x.Header+regs.ContextHeaderBytes)
			m.Memory.LeaveOut(x.SaveArea, x.SaveArea+regs.SaveRoomBytes)
		}
	}
	h.Memory().Write(0, v.Image.Bytes)
	if h.OS != nil {
		h.OS.hideAll()
	}
	if h.OS != nil && h.OS.Paging.Mapped {
		h.OS.mapFirst()
	}
	for _, e := range v.Entries {
		m.Memory.WriteWord(h.OS.Table(e.Context)+4*e.Page, e.Value)
	}
	if v.Schedule != nil {
		h.scheduled(v.Schedule)
	}
}

// Active tells whether there is an operating system or a driver, which do their part while the machine runs.
func (h *Host) Active() bool { return h.OS != nil || h.Driver != nil }

// Busy tells whether operating system or driver have something to do of which the machine does not know.
func (h *Host) Busy() bool {
	return h.OS != nil && h.OS.busy() || h.Driver != nil && h.Driver.busy()
}

// NextDue returns the cycle in which operating system or driver have something to do; 0: none.
func (h *Host) NextDue() (cycle uint64) {
	if h.OS != nil {
		cycle = h.OS.next()
	}
	if h.Driver != nil {
		if at := h.Driver.next(); cycle == 0 || at > 0 && at < cycle {
			cycle = at
		}
	}
	return cycle
}

// Work has operating system and driver do what is due. A machine in which nothing can
// happen does not wait for the operating system; it sleeps until the driver does something,
// or a context that gives way looks again.
func (h *Host) Work(until uint64) error {
	if h.OS != nil {
		if h.M.Quiet() {
			h.OS.hurry()
		}
		if err := h.OS.work(); err != nil {
			return err
		}
	}
	h.sleepUntilDue(until)
	if h.Driver == nil {
		return nil
	}
	return h.Driver.work()
}

// sleepUntilDue lets time pass in a machine in which nothing can happen until software does something,
// until a cycle at the latest.
func (h *Host) sleepUntilDue(until uint64) {
	at := uint64(0)
	if h.OS != nil {
		if at = h.OS.givenWay(); at == 0 && h.OS.busy() {
			return
		}
	}
	if h.Driver != nil {
		if due := h.Driver.next(); at == 0 || due > 0 && due < at {
			at = due
		}
	}
	if at > 0 {
		h.M.Sleep(min(at, until))
	}
}

// GiveLists gives the CSP its status buffer and its run lists: the even one, which starts, then
// the odd one.
func (h *Host) GiveLists() error {
	if h.V.Status > 0 {
		at := h.V.StatusBuffer()
		h.M.Memory.LeaveOut(at, at+h.V.Status*vector.StatusBytes)
		if err := h.M.StatusBuffer(at|h.V.Garbage(0), h.V.Status); err != nil {
			return err
		}
	}
	if h.Driver != nil {
		return nil // it gives them
	}
	lists := h.Lists()
	if err := h.M.WriteRunList(false, lists[0]); err != nil {
		return err
	}
	if lists[1] == (csp.RunList{}) {
		return nil
	}
	return h.M.WriteRunList(true, lists[1])
}

// NewStatusBuffer has the CPU clear the context status buffer and name it again: entries that wait go into it before, those that come
// later begin anew.
func (h *Host) NewStatusBuffer() error {
	at := h.V.StatusBuffer()
	for n := range h.V.Status * vector.StatusBytes / 4 {
		h.M.Memory.WriteWord(at+4*n, 0)
	}
	return h.M.StatusBuffer(at|h.V.Garbage(0), h.V.Status)
}

// ServedForNothing sends SERVED for a context of whose page faults the operating system knows none that is not served. Which one follows from the cycle.
func (h *Host) ServedForNothing() error {
	all := h.V.Image.Contexts
	i := int(h.M.Cycle() % uint64(len(all)))
	if h.OS != nil && h.OS.st.Wanted[i] != vector.None {
		return nil
	}
	return h.served(i)
}

// MoveTail shows a context's ring up to a tail, as a driver does that has more work for it.
func (h *Host) MoveTail(context int, tail uint32) error {
	h.Memory().WriteWord(h.V.Image.Contexts[context].Header+4*regs.ContextHeaderTail, tail)
	if h.Driver != nil {
		h.Driver.wake()
		return nil
	}
	return h.M.Doorbell()
}
