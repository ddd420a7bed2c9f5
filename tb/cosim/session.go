// Package cosim runs a vector on the machine beside golden. A session has the machine, the software beside it
// (cosim/host), and the monitors (cosim/monitor) that compare every cycle with golden; a plan says when it is
// interrupted. Whoever runs vectors uses it; sweeps over all cuts are in cosim/sweep.
package cosim

import (
	"fmt"
	"slices"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/cosim/host"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// Session is a machine that runs a vector, with its monitors.
type Session struct {
	host.Host
	monitor.Selection

	Mon *monitor.Monitor
	// Patience is the number of cycles without progress after which a run is called
	// hung.
	Patience uint64
	// Live has the machine run through its engine, which Akita's monitor can pause.
	Live bool
	// Look, when given, looks at the machine between cycles and returns the cycle after
	// which it must look again, which is a later one.
	Look func(cycle uint64) (next uint64)
	// Interrupts counts those that the CPU has raised.
	Interrupts int
	// Raised, when given, is called in the cycle in which the CPU raises one.
	Raised func(cycle uint64)
	beat   beat
	log    *Log // nil: none is kept
	halted bool // a monitor has stopped the run
}

// Advance runs the machine to a cycle, or until a monitor or an idle machine stops it;
// operating system and driver do their part on the way.
func (s *Session) Advance(until uint64) error {
	s.halted = false
	for s.Active() {
		target := until
		before, planned := s.M.Cycle(), s.NextDue()
		if planned > 0 {
			target = min(until, max(planned, before+1))
		}
		if err := s.run(target); err != nil {
			return err
		}
		if err := s.Work(until); err != nil {
			return err
		}
		stuck := s.M.Cycle() == before && s.NextDue() == planned && s.M.Quiet()
		if s.M.Cycle() >= until || s.halted || stuck {
			return nil
		}
	}
	return s.run(until)
}

// run runs to a cycle, or until something stops it, which may be in the last cycle before Look's.
func (s *Session) run(until uint64) error {
	for s.Look != nil {
		next := s.Look(s.M.Cycle())
		if next >= until {
			break
		}
		if err := s.clock(next); err != nil || s.M.Cycle() < next || s.M.Stopped() {
			return err
		}
	}
	return s.clock(until)
}

func (s *Session) clock(until uint64) error {
	if s.Live {
		return s.M.Engine.RunTo(until)
	}
	return s.M.Run(until)
}

// Stop has the run return at the end of the cycle to who waits for what has happened.
// Observers call it.
func (s *Session) Stop() {
	s.halted = true
	s.M.Stop()
}

// NewSession builds a machine, loads the vector into its memory and gives it the run
// list. With monitors off only the final check remains.
func NewSession(cfg hw.Config, v *vector.Vector, monitors bool) (*Session, error) {
	if n := v.Pages(); v.Paging != nil && n > vector.MostPages {
		return nil, fmt.Errorf("paging of %s pages of %d KiB: at most %s were expected", number.Thousands(n), vector.PageBytes>>10, number.Thousands(vector.MostPages))
	}
	if need := int(v.End()); need > cfg.Memory.SizeMiB<<20 {
		cfg.Memory.SizeMiB = (need + 1<<20 - 1) >> 20
	}
	m, err := hw.Build(cfg)
	if err != nil {
		return nil, err
	}
	if v, err = v.LimitedAs(&m.Config); err != nil {
		return nil, err
	}
	s := &Session{Host: host.Host{M: m, V: v}, Patience: 4 * (bounds.Of(v, &m.Config).Total() + 100000)}
	s.Begin()
	if monitors {
		if s.Mon, err = monitor.New(&s.Host, &s.Selection, s.Stop); err != nil {
			return nil, err
		}
	}
	s.watchBeat()
	if err := s.GiveLists(); err != nil {
		return nil, err
	}
	return s, m.Run(m.Cycle() + StartCycles)
}

// Step runs for a cycle, or not at all when the machine is idle.
func (s *Session) Step() error {
	before := s.M.Cycle()
	if err := s.RunTo(before + 1); err != nil {
		return err
	}
	if s.M.Cycle() == before && !s.Idle() {
		return s.Hang("nothing can happen any more")
	}
	return nil
}

// Finish runs until the machine is idle.
func (s *Session) Finish() error {
	if err := s.RunTo(^uint64(0)); err != nil {
		return err
	}
	if !s.Idle() {
		return s.Hang("nothing can happen any more")
	}
	if err := s.rest(); err != nil {
		return err
	}
	if s.Mon != nil {
		return s.Guard(s.Mon.CheckEnd)
	}
	return nil
}

// rest lets an idle machine come to rest: the CSP has told that it is idle, but what it has
// told other blocks may still be on its way.
func (s *Session) rest() error {
	for until := s.M.Cycle() + s.Patience; s.underWay() && !s.M.Quiet(); {
		if s.M.Cycle() >= until {
			return s.Hang("the machine is idle, but does not come to rest")
		}
		if err := s.Advance(s.M.Cycle() + 1); err != nil {
			return err
		}
	}
	return nil
}

// Sleep lets a machine that is finished run until nothing can happen in it any more: no block
// may go on by itself, or sleep while something waits for it.
func (s *Session) Sleep() error {
	if err := s.M.Run(s.M.Cycle() + s.Patience); err != nil {
		return err
	}
	if !s.M.Quiet() {
		return s.Hang("the machine is idle, but does not sleep")
	}
	if s.underWay() {
		return s.Hang("the machine sleeps, but something is on its way")
	}
	return nil
}

// underWay tells whether a FIFO holds something.
func (s *Session) underWay() bool {
	return slices.ContainsFunc(s.M.Views(), func(v wires.View) bool { return v.Len() > 0 })
}

// Guard turns a broken rule into an error.
func (s *Session) Guard(check func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			v, ok := r.(*wires.Violation)
			if !ok {
				panic(r)
			}
			if v.Cycle == 0 { // broken in what does not know its domain
				v = v.At(s.M.Cycle())
			}
			err = v
		}
	}()
	check()
	return nil
}

// Idle tells whether every context has ended and the pipe is empty.
func (s *Session) Idle() bool {
	return s.M.Idle() && !s.Busy()
}

// Interrupt raises the CPU's interrupt.
func (s *Session) Interrupt() (err error) {
	s.Interrupts++
	s.log.interrupted(s.M.Cycle())
	if s.Raised != nil {
		s.Raised(s.M.Cycle())
	}
	if s.Live {
		s.M.Engine.Inspect(func() { err = s.M.Interrupt() })
		return err
	}
	return s.M.Interrupt()
}

// AwaitRoom runs until the bus to the CSP has room for a command.
func (s *Session) AwaitRoom() error {
	for s.M.Room() == 0 {
		if err := s.Step(); err != nil {
			return err
		}
	}
	return nil
}

// InterruptSoon interrupts when the bus to the CSP has room.
func (s *Session) InterruptSoon() error {
	if err := s.AwaitRoom(); err != nil {
		return err
	}
	return s.Interrupt()
}

// Cursor returns the break point's cursor in a context, as golden has it.
func (s *Session) Cursor(context int) golden.Cursor { return s.Mon.State().Contexts[context].At }

// Cuts returns how often the line was raised.
func (s *Session) Cuts() int { return int(s.Mon.State().Cuts) }

// StartCycles is how long the run list is on its way to the CSP; interrupts count from
// there on.
const StartCycles = 4

// RunTo runs to a cycle, or until the machine is idle.
func (s *Session) RunTo(cycle uint64) error {
	for s.M.Cycle() < cycle && !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(min(cycle, before+s.Patience/4)); err != nil {
			return err
		}
		if err := s.Hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			break
		}
	}
	return nil
}
