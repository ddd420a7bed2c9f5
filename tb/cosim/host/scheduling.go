package host

import (
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
)

// JobState is what the driver remembers of a context.
type JobState struct {
	Ran     uint64 // cycles
	Turn    uint32 // number of its last turn
	Shown   bool   // its tail is
	Placed  bool   // it is in a context slot
	Faulted bool   // its page fault is not served
	Stopped bool   // for good: its work is invalid
	Waiting bool   // it has given up its turn for a word that has not come
}

// runList is what the driver believes that a run list holds.
type runList struct {
	Contexts [vector.ListLength]int8 // numbers, none for no context
	Sliced   bool
}

var emptyList = runList{Contexts: [vector.ListLength]int8{vector.None, vector.None, vector.None, vector.None}}

// DriverState is everything that the driver remembers: plain data, copied with a snapshot.
type DriverState struct {
	Jobs       [vector.MaxContexts]JobState
	Lists      [2]runList
	Was        [2]runList // before the last write, which may be refused
	Active     uint8      // list that runs
	Running    int8       // context
	RunFrom    uint64     // cycle from which on it has run; 0: it is being restored
	Due        uint64     // when the driver does something; 0: nothing has happened
	Turns      uint32
	Idle       bool // the machine has said so
	Preempting bool // an interrupt is on its way
}

// Driver is the driver of a session.
type Driver struct {
	vector.Schedule
	s       *Host
	st      DriverState
	account *Account // for reports; nil: none is kept
}

// scheduled sets a session up for a driver.
func (h *Host) scheduled(p *vector.Schedule) {
	d := &Driver{Schedule: *p, s: h}
	d.Depth = max(1, d.Depth)
	d.st.Lists, d.st.Running, d.st.Idle = [2]runList{emptyList, emptyList}, vector.None, true
	for i := range h.V.Image.Contexts {
		if j := &d.st.Jobs[i]; p.Jobs[i].Arrives == 0 {
			j.Shown = true
		} else {
			x := &h.V.Image.Contexts[i]
			h.Memory().WriteWord(x.Header+4*regs.ContextHeaderTail, h.Memory().ReadWord(x.Header+4*regs.ContextHeaderHead))
		}
	}
	d.st.Due = 1
	h.Driver = d
	h.M.CSP.P.Events.Watch(d.event)
}

// event notes what the driver is told.
func (d *Driver) event(e *csp.Event) {
	st := &d.st
	if e.Kind == csp.EventListRefused {
		st.Lists[e.Slot] = st.Was[e.Slot]
		d.wake()
		return
	}
	if e.Kind == csp.EventIdle {
		st.Idle, st.Running = true, vector.None
		d.wake()
		return
	}
	i := d.s.ContextAt(e.Context)
	if i < 0 {
		return
	}
	j := &st.Jobs[i]
	switch e.Kind {
	case csp.EventStarted:
		d.started(int8(i), e)
	case csp.EventResumed:
		if st.Running == int8(i) {
			st.RunFrom = e.Cycle
		}
		return
	case csp.EventCut, csp.EventEnded:
		d.ended(j, e)
	case csp.EventSaved:
		j.Placed = false
	case csp.EventFault, csp.EventRefused:
		j.Faulted = j.Faulted || e.Cause == regs.CauseFault
		j.Stopped = j.Stopped || e.Cause == regs.CauseInvalid
	default:
		return
	}
	d.wake()
}

func (d *Driver) wake() {
	if at := d.s.M.Cycle() + max(d.Latency, 1); d.st.Due == 0 || at < d.st.Due {
		d.st.Due = at
	}
	d.s.M.Stop()
}

func (d *Driver) started(i int8, e *csp.Event) {
	st := &d.st
	st.Idle, st.Preempting, st.Running, st.RunFrom = false, false, i, 0
	if !e.Restored {
		st.RunFrom = e.Cycle
	}
	st.Turns++
	st.Jobs[i].Placed, st.Jobs[i].Turn = true, st.Turns
	for k := range st.Lists {
		if slices.Contains(st.Lists[k].Contexts[:], i) {
			st.Active = uint8(k)
		}
	}
}

// ended: what a context has done may be what others wait for.
func (d *Driver) ended(j *JobState, e *csp.Event) {
	st := &d.st
	if st.RunFrom > 0 {
		j.Ran += e.Cycle - st.RunFrom
	}
	st.Running, st.RunFrom = vector.None, 0
	j.Stopped = j.Stopped || e.Cause&regs.CauseInvalid != 0
	if e.Kind == csp.EventCut && e.Cause&^regs.CauseNoProgress == regs.CauseWait {
		j.Waiting = true
		return
	}
	for i := range st.Jobs {
		st.Jobs[i].Waiting = false
	}
}

// turn is the length of a turn, in cycles; 0: contexts take none.
func (d *Driver) turn() uint32 { return d.Policy.Turn(d.Slice) }

// served: a context's page is there.
func (d *Driver) served(context int) {
	d.st.Jobs[context].Faulted = false
	d.wake()
}

// next returns the cycle in which there is something to do; 0: none.
func (d *Driver) next() (cycle uint64) {
	cycle = d.st.Due
	for i := range d.s.V.Image.Contexts {
		if at := d.Jobs[i].Arrives; !d.st.Jobs[i].Shown && (cycle == 0 || at < cycle) {
			cycle = at
		}
	}
	return cycle
}

// show shows the tails of contexts that come until a cycle.
func (d *Driver) show(until uint64) {
	for i := range d.s.V.Image.Contexts {
		j, x := &d.st.Jobs[i], &d.s.V.Image.Contexts[i]
		if j.Shown || d.Jobs[i].Arrives > until {
			continue
		}
		d.s.Memory().WriteWord(x.Header+4*regs.ContextHeaderTail, x.Tail)
		j.Shown = true
		d.account.arrived(i)
		d.wake()
	}
}

// busy tells whether a context has work that the machine does not know of.
func (d *Driver) busy() bool {
	if d.st.Due > 0 {
		return true
	}
	for i := range d.s.V.Image.Contexts {
		if j := &d.st.Jobs[i]; !j.Stopped && (!j.Shown || d.hasWork(i)) {
			return true
		}
	}
	return false
}

// hasWork tells whether a context's ring holds something.
func (d *Driver) hasWork(i int) bool {
	h := d.s.V.Image.Contexts[i].Header
	return d.s.Memory().ReadWord(h) != d.s.Memory().ReadWord(h+4)
}

// plannedCommands is how many commands a plan may give: both run lists and an interrupt. It
// waits until the bus takes them.
const plannedCommands = 3

// work does what is due.
func (d *Driver) work() error {
	d.show(d.s.M.Cycle())
	if st := &d.st; st.Due == 0 || st.Due > d.s.M.Cycle() || d.s.M.Room() < plannedCommands {
		return nil
	}
	d.st.Due = 0
	if d.st.Idle {
		return d.start()
	}
	return d.plan()
}

// Mix adds what the driver remembers, times relative to the present. Of turns their order
// counts, of the time that contexts have run the differences, when the policy looks at it.
func (d *Driver) Mix(h *digest.Mixer) {
	st, now := &d.st, d.s.M.Cycle()
	n := len(d.s.V.Image.Contexts)
	least := st.Jobs[0].Ran
	for i := range n {
		least = min(least, st.Jobs[i].Ran)
	}
	for i := range n {
		j := &st.Jobs[i]
		h.Flags(j.Shown, j.Placed, j.Faulted, j.Stopped, j.Waiting)
		if d.Policy.Measures() {
			h.Word(j.Ran - least)
		}
		before := uint64(0)
		for k := range n {
			if st.Jobs[k].Turn < j.Turn {
				before++
			}
		}
		h.Word(before)
		if !j.Shown {
			h.Word(d.Jobs[i].Arrives - now)
		}
	}
	for k := range st.Lists {
		st.Lists[k].mix(h)
		st.Was[k].mix(h)
	}
	h.Flags(st.Idle, st.Preempting, st.Due > 0, st.RunFrom > 0)
	h.Word(uint64(uint8(st.Running))<<8 | uint64(st.Active))
	if st.Due > 0 {
		h.Word(st.Due - now)
	}
	if st.RunFrom > 0 && d.WatchesTurn() {
		h.Word(now - st.RunFrom)
	}
}

func (l *runList) mix(h *digest.Mixer) {
	for _, i := range l.Contexts {
		h.Word(uint64(uint8(i)))
	}
	h.Flags(l.Sliced)
}

// WatchesTurn tells whether it matters since when the context that runs does.
func (d *Driver) WatchesTurn() bool {
	return d.Policy.Measures() || d.turn() > 0 && !d.st.Lists[d.st.Active&1].Sliced
}

// State is what the driver remembers: plain data, so that a copy is a snapshot.
func (d *Driver) State() *DriverState { return &d.st }
