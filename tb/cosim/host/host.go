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
func (s *Host) Begin() {
	v, m := s.V, s.M
	if v.Paging != nil {
		s.paged(*v.Paging)
	} else {
		for i := range v.Image.Contexts {
			x := &v.Image.Contexts[i]
			m.Memory.LeaveOut(x.Header, x.Header+regs.ContextHeaderBytes)
			m.Memory.LeaveOut(x.SaveArea, x.SaveArea+regs.SaveRoomBytes)
		}
	}
	s.Memory().Write(0, v.Image.Bytes)
	if s.OS != nil {
		s.OS.hideAll()
	}
	if s.OS != nil && s.OS.Paging.Mapped {
		s.OS.mapFirst()
	}
	for _, e := range v.Entries {
		m.Memory.WriteWord(s.OS.Table(e.Context)+4*e.Page, e.Value)
	}
	if v.Schedule != nil {
		s.scheduled(v.Schedule)
	}
}

// Active tells whether there is an operating system or a driver, which do their part while the machine runs.
func (s *Host) Active() bool { return s.OS != nil || s.Driver != nil }

// Busy tells whether operating system or driver have something to do of which the machine does not know.
func (s *Host) Busy() bool {
	return s.OS != nil && s.OS.busy() || s.Driver != nil && s.Driver.busy()
}

// next returns the cycle in which operating system or driver have something to do; 0: none.
func (s *Host) NextDue() (cycle uint64) {
	if s.OS != nil {
		cycle = s.OS.next()
	}
	if s.Driver != nil {
		if at := s.Driver.next(); cycle == 0 || at > 0 && at < cycle {
			cycle = at
		}
	}
	return cycle
}

// software has operating system and driver do what is due. A machine in which nothing can
// happen does not wait for the operating system; it sleeps until the driver does something,
// or a context that gives way looks again.
func (s *Host) Work(until uint64) error {
	if s.OS != nil {
		if s.M.Quiet() {
			s.OS.hurry()
		}
		if err := s.OS.work(); err != nil {
			return err
		}
	}
	s.sleepUntilDue(until)
	if s.Driver == nil {
		return nil
	}
	return s.Driver.work()
}

// sleepUntilDue lets time pass in a machine in which nothing can happen until software does something,
// until a cycle at the latest.
func (s *Host) sleepUntilDue(until uint64) {
	at := uint64(0)
	if s.OS != nil {
		if at = s.OS.givenWay(); at == 0 && s.OS.busy() {
			return
		}
	}
	if s.Driver != nil {
		if due := s.Driver.next(); at == 0 || due > 0 && due < at {
			at = due
		}
	}
	if at > 0 {
		s.M.Sleep(min(at, until))
	}
}

// give gives the CSP its status buffer and its run lists: the even one, which starts, then
// the odd one.
func (s *Host) GiveLists() error {
	if s.V.Status > 0 {
		at := s.V.StatusBuffer()
		s.M.Memory.LeaveOut(at, at+s.V.Status*vector.StatusBytes)
		if err := s.M.StatusBuffer(at|s.V.Garbage(0), s.V.Status); err != nil {
			return err
		}
	}
	if s.Driver != nil {
		return nil // it gives them
	}
	lists := s.Lists()
	if err := s.M.WriteRunList(false, lists[0]); err != nil {
		return err
	}
	if lists[1] == (csp.RunList{}) {
		return nil
	}
	return s.M.WriteRunList(true, lists[1])
}

// NewStatusBuffer has the CPU clear the context status buffer and name it again: entries that wait go into it before, those that come
// later begin anew.
func (s *Host) NewStatusBuffer() error {
	at := s.V.StatusBuffer()
	for n := range s.V.Status * vector.StatusBytes / 4 {
		s.M.Memory.WriteWord(at+4*n, 0)
	}
	return s.M.StatusBuffer(at|s.V.Garbage(0), s.V.Status)
}

// ServedForNothing sends SERVED for a context of whose page faults the operating system knows none that is not served. Which one follows from the cycle.
func (s *Host) ServedForNothing() error {
	all := s.V.Image.Contexts
	i := int(s.M.Cycle() % uint64(len(all)))
	if s.OS != nil && s.OS.st.Wanted[i] != vector.None {
		return nil
	}
	return s.served(i)
}

// MoveTail shows a context's ring up to a tail, as a driver does that has more work for it.
func (s *Host) MoveTail(context int, tail uint32) error {
	s.Memory().WriteWord(s.V.Image.Contexts[context].Header+4*regs.ContextHeaderTail, tail)
	if s.Driver != nil {
		s.Driver.wake()
		return nil
	}
	return s.M.Doorbell()
}
