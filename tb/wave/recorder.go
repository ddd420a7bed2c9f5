package wave

import (
	"fmt"

	"tilemark/hw/wires"
)

// Sink takes what is recorded: first all values of the first cycle, then changes, in
// order of cycles.
type Sink interface {
	Begin(r *Recorder, first uint64, values []uint64) error
	Change(cycle uint64, signal int, value uint64) error
	// End is told the cycle after the last one.
	End(cycle uint64) error
}

// Recorder samples a machine between its cycles.
type Recorder struct {
	Signals []Signal
	Clock   int // MHz
	m       *wires.Domain
	from    uint64
	to      uint64 // cycle after the last one
	names   names
	sinks   []Sink
	last    []uint64
	ahead   []uint64 // registers as they are in the cycle that comes next
	next    uint64   // that cycle; 0 before the first look
	begun   bool     // the sinks have the first cycle, which comes after from when the machine slept then
	done    bool
	err     error
}

// NewRecorder records the given blocks (none: all) of a machine, or of clusters on a bench, with a clock in MHz, in the cycles from to to-1. Its error
// names the blocks that there are.
func NewRecorder(m *wires.Domain, clock int, blocks []string, from, to uint64, sinks ...Sink) (*Recorder, error) {
	if from >= to {
		return nil, fmt.Errorf("nothing to show: from cycle %d to %d", from, to)
	}
	if first := m.Cycle() + 1; to <= first {
		return nil, fmt.Errorf("cycles up to %d: cycle %d is the first that can be shown", to-1, first)
	}
	blocks, err := pick(m, blocks)
	if err != nil {
		return nil, err
	}
	r := &Recorder{m: m, Clock: clock, from: max(from, m.Cycle()+1), to: to, sinks: sinks}
	r.names.index = map[string]uint64{}
	c := &catalogue{m: m, want: blocks, names: &r.names}
	c.build()
	r.Signals = c.list
	r.last, r.ahead = make([]uint64, len(c.list)), make([]uint64, len(c.list))
	return r, nil
}

// Name returns the name with a number.
func (r *Recorder) Name(i uint64) string { return r.names.list[i] }

// Started tells whether the machine has come to the first cycle.
func (r *Recorder) Started() bool { return r.next != 0 }

// Sample looks at the machine after a cycle and returns the cycle after which it must
// look again.
func (r *Recorder) Sample(cycle uint64) (next uint64) {
	switch {
	case r.done || r.err != nil:
		return never
	case cycle+1 < r.from:
		return r.from - 1
	case r.next == 0 && cycle+1 >= r.to: // it slept all the time
		r.done = true
		return never
	case r.next == 0:
		r.sample(false, r.ahead)
		r.sample(true, r.ahead)
		r.next = cycle + 1
		return cycle + 1
	case cycle < r.next:
		return r.next
	}
	r.sample(true, r.ahead)
	r.emit(cycle)
	r.next = cycle + 1
	r.sample(false, r.ahead)
	if r.next >= r.to {
		r.Close()
		return never
	}
	return r.next
}

const never = ^uint64(0)

// sample reads the registers or, when late is set, what the blocks did in the cycle.
func (r *Recorder) sample(late bool, into []uint64) {
	for i := range r.Signals {
		if s := &r.Signals[i]; s.late == late {
			into[i] = s.read()
		}
	}
}

// emit tells the sinks what the cycle is.
func (r *Recorder) emit(cycle uint64) {
	for _, s := range r.sinks {
		if !r.begun {
			r.note(s.Begin(r, cycle, r.ahead))
			continue
		}
		for i, v := range r.ahead {
			if v != r.last[i] {
				r.note(s.Change(cycle, i, v))
			}
		}
	}
	r.begun = true
	copy(r.last, r.ahead)
}

func (r *Recorder) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Close ends the record. The registers that a run which was stopped had written are a
// cycle of their own: the one in which a rule was broken.
func (r *Recorder) Close() error {
	if r.done {
		return r.err
	}
	r.done = true
	if r.Started() && r.next < r.to {
		r.emit(r.next)
		r.next++
	}
	if r.Started() {
		for _, s := range r.sinks {
			r.note(s.End(r.next))
		}
	}
	return r.err
}
