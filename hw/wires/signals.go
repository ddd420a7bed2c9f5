package wires

import (
	"slices"
	"strings"
	"unsafe"
)

// Signal is a register, or what follows from some, as instruments show it between two
// cycles. One of Word and Name is set.
type Signal struct {
	Label   string
	Width   int // bits of Word
	Word    func() uint64
	Name    func() string // a name without spaces, such as the phase of a state machine
	Machine *StateMachine // that Name names the state of; nil: of none
}

// StateMachine is what coverage wants to know of a state machine.
type StateMachine struct {
	State  func() uint8 // the number of its state
	States []string     // names by number
	Paths  []string     // see Goes
}

// Transitions says which states can follow each other from one clock edge to the next: each path
// is a walk such as "NORMAL DISCARD NORMAL". What is on no path cannot happen, and is an
// error where it is seen.
func (m *StateMachine) Transitions(paths ...string) { m.Paths = append(m.Paths, paths...) }

// Moves tells whether a path goes from a state to another one.
func (m *StateMachine) Moves(from, to string) bool {
	return slices.ContainsFunc(m.Paths, func(p string) bool { return strings.Contains(" "+p+" ", " "+from+" "+to+" ") })
}

// Reaches tells whether a path comes to a state.
func (m *StateMachine) Reaches(state string) bool {
	return slices.ContainsFunc(m.Paths, func(p string) bool { return strings.Contains(" "+p+" ", " "+state+" ") })
}

// Signals collects what a block shows. Nothing is read before an instrument asks, so a
// machine that nobody looks at does nothing for it.
type Signals struct{ List []Signal }

// Shows is a block that shows its registers.
type Shows interface {
	Signals(s *Signals)
}

// Word adds a number of the given width in bits.
func (s *Signals) Word(label string, width int, read func() uint64) {
	s.List = append(s.List, Signal{Label: label, Width: width, Word: read})
}

// Flag adds a bit.
func (s *Signals) Flag(label string, bit *bool) {
	s.Bit(label, func() bool { return *bit })
}

// Bit adds a bit that follows from registers.
func (s *Signals) Bit(label string, read func() bool) {
	s.Word(label, 1, func() uint64 {
		if read() {
			return 1
		}
		return 0
	})
}

// Name adds a name.
func (s *Signals) Name(label string, read func() string) {
	s.List = append(s.List, Signal{Label: label, Name: read})
}

// Phase adds a state machine, whose states have the given names.
func Phase[P ~uint8](s *Signals, label string, phase *P, names ...string) *StateMachine {
	return s.machine(label, func() uint8 { return uint8(*phase) }, names)
}

func (s *Signals) machine(label string, state func() uint8, names []string) *StateMachine {
	s.Name(label, func() string {
		if i := int(state()); i < len(names) {
			return names[i]
		}
		return "?"
	})
	m := &StateMachine{State: state, States: names}
	s.List[len(s.List)-1].Machine = m
	return m
}

// QueueOf adds the phase and the length of a block that works on what is in its queue, and
// takes nothing in after a barrier.
func QueueOf[T any](s *Signals, q *Queue[T], barrier *bool) {
	s.machine("phase", func() uint8 {
		switch {
		case *barrier:
			return 2
		case q.Len() > 0:
			return 1
		}
		return 0
	}, []string{"EMPTY", "WORK", "BARRIER"}).Transitions("EMPTY WORK EMPTY", "WORK BARRIER WORK", "EMPTY BARRIER EMPTY")
	s.Word("queue", 8, func() uint64 { return uint64(q.Len()) })
}

// View shows a FIFO between two cycles, whatever it carries.
type View interface {
	Name() string
	// Len is the number of entries, those on their way included; Depth the most.
	Len() int
	Depth() int
	// Arrived is the number of entries that the consumer can see.
	Arrived() int
	// Puts is the number of entries ever put, modulo 2^32.
	Puts() uint32
	// Entry is a pointer to entry i, 0 being the oldest.
	Entry(i int) any
	// Ends are the blocks that it joins.
	Ends() (from, to Block)
	// Promised is the number of entries including those put in this cycle.
	Promised() int
	// Observe has fn called with each entry at the clock edge after its put.
	Observe(fn func(cycle uint64, entry any))
	// ObserveTakes is the same for each take.
	ObserveTakes(fn func(cycle uint64, entry any))
	// Due is the first cycle in which the entry that is being taken could have been, if it
	// was put in the given one.
	Due(put uint64) uint64
	// Histogram is the time in cycles that it has held nothing, some of its entries, and all.
	Histogram() (empty, middle, full uint64)
}

// Name implements View.
func (l *link) Name() string { return l.name }

// Len implements View.
func (l *link) Len() int { return int(l.ctr.tail - l.ctr.head) }

// Depth implements View.
func (l *link) Depth() int { return int(l.depth) }

// Arrived implements View.
func (l *link) Arrived() int { return int(l.ctr.vis - l.ctr.head) }

// Puts implements View.
func (l *link) Puts() uint32 { return l.ctr.tail }

// Entry implements View.
func (l *link) Entry(i int) any { return l.entry(l.slot(l.ctr.head + uint32(i))) }

// Promised implements View.
func (l *link) Promised() int { return int(l.ctr.newTail - l.ctr.head) }

// Observe implements View.
func (l *link) Observe(fn func(cycle uint64, entry any)) {
	l.watchPuts(func(cycle uint64, at unsafe.Pointer) { fn(cycle, l.entry(at)) })
}

// ObserveTakes implements View.
func (l *link) ObserveTakes(fn func(cycle uint64, entry any)) {
	l.watchTakes(func(cycle uint64, at unsafe.Pointer) { fn(cycle, l.entry(at)) })
}

// Due implements View.
func (l *link) Due(put uint64) uint64 {
	if l.slow {
		return l.stamps[l.ctr.head&l.mask]
	}
	return put + 1
}

// Histogram implements View.
func (l *link) Histogram() (empty, middle, full uint64) {
	fill := l.Fill(l.dom.clk.Cycle)
	for _, n := range fill[1 : fillBins-1] {
		middle += n
	}
	return fill[0], middle, fill[fillBins-1]
}

// Ends implements View.
func (l *link) Ends() (from, to Block) { return l.producer.owner, l.consumer.owner }

// Ends returns the block that raises the line, and those that read it.
func (l *Line) Ends() (from Block, to []Block) {
	for _, p := range l.ins {
		to = append(to, p.owner)
	}
	return l.out.owner, to
}

// Views returns all FIFOs in the order in which they were built.
func (d *Domain) Views() []View { return d.views }

// Lines returns all lines in the order in which they were built.
func (d *Domain) Lines() []*Line { return d.lines }

// ActivityName writes what a block did or waits for: BUSY, IDLE, WAITING,
// STARVED:connection or BLOCKED:connection.
func ActivityName(b Block, a Activity) string {
	port, starved, _ := a.Port()
	switch {
	case a == Busy:
		return "BUSY"
	case a == Idle:
		return "IDLE"
	case port < 0 || port >= len(b.base().connections):
		return "WAITING"
	case starved:
		return "STARVED:" + b.base().connections[port]
	}
	return "BLOCKED:" + b.base().connections[port]
}
