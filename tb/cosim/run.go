package cosim

import (
	"tilemark/hw"
	"tilemark/hw/pipe"
)

// Plan says when a run is interrupted.
type Plan struct {
	At    []uint64 // cycles at which the CPU interrupts, rising
	Every uint64   // interrupt that many cycles behind each resume, the start, and an interrupt that found nothing to cut; 0: never
	Until uint64   // the run is left unfinished, and its memory unchecked, behind this cycle; 0: it runs to its end
	// Act, when given, does what is due: at the start, whenever the run stops, and no later
	// than in the cycle that it asked for. While it asks for one the run goes on, and time
	// passes in an idle machine too; 0: nothing is planned.
	Act func(now uint64) (next uint64, err error)
}

func (p *Plan) act(now uint64) (next uint64, err error) {
	if p.Act == nil {
		return 0, nil
	}
	return p.Act(now)
}

// Run executes a session to its end under a plan and checks it against golden.
// progress, when given, is called now and then; it returns the cycle at which it must be
// called next, 0 when any will do.
func (s *Session) Run(p Plan, progress func(cycle uint64) (next uint64)) error {
	look := uint64(0)
	if progress != nil {
		look = progress(s.M.Cycle())
	}
	pace := pace{Plan: p, resumes: s.resumes()}
	due, err := p.act(s.M.Cycle())
	if err != nil {
		return err
	}
	for !s.Idle() || due > 0 {
		limit := s.M.Cycle() + s.Patience/4
		for _, at := range [...]uint64{look, due} {
			if at > s.M.Cycle() {
				limit = min(limit, at)
			}
		}
		until := pace.next(s.M.Cycle(), limit)
		if s.M.Room() == 0 { // the CPU waits for the bus
			until = max(until, s.M.Cycle()+1)
		}
		if err := s.runUntil(until, p.Every > 0, due > 0 && s.M.Room() > 0); err != nil {
			return err
		}
		if progress != nil {
			look = progress(s.M.Cycle())
		}
		if p.Until > 0 && s.M.Cycle() >= p.Until {
			return nil
		}
		if due, err = p.act(s.M.Cycle()); err != nil {
			return err
		}
		if s.resting() {
			pace.postpone(s.M.Cycle())
		}
		if s.M.Room() > 0 && pace.due(s.M.Cycle(), s.resumes()) && !s.Idle() {
			if err := s.Interrupt(); err != nil {
				return err
			}
		}
	}
	if err := s.Finish(); err != nil {
		return err
	}
	return s.Check()
}

// resting tells whether there is nothing to interrupt: all that is left to do may be to tell
// the CPU of what has happened, and an interrupt that comes again and again would give ever
// more to tell.
func (s *Session) resting() bool {
	return s.M.Resting() && (s.os == nil || !s.os.busy()) && (s.driver == nil || !s.driver.busy())
}

// pace is how far a plan has been followed.
type pace struct {
	Plan
	raised  int    // of At
	last    uint64 // the start or resume that Every counts from
	asked   uint64 // the last cycle in which Every was due
	resumes uint32
}

// periodic is the cycle in which Every is due next; ok tells whether it is.
func (p *pace) periodic() (cycle uint64, ok bool) {
	cycle = p.last + p.Every
	return cycle, p.Every > 0 && cycle > p.asked
}

// postpone has Every count from now.
func (p *pace) postpone(now uint64) {
	if cycle, ok := p.periodic(); ok && now >= cycle {
		p.last = now
	}
}

// next is the cycle to run to, limit at the most.
func (p *pace) next(now, limit uint64) uint64 {
	if p.Until > 0 {
		limit = min(limit, p.Until)
	}
	if p.raised < len(p.At) {
		limit = min(limit, p.At[p.raised])
	}
	if cycle, ok := p.periodic(); ok {
		limit = min(limit, max(cycle, now+1))
	}
	return limit
}

// due tells whether an interrupt is due. resumes is the number of restores that have
// reached their cursor.
func (p *pace) due(now uint64, resumes uint32) (yes bool) {
	if resumes != p.resumes {
		p.resumes, p.last = resumes, now
	}
	if p.raised < len(p.At) && now >= p.At[p.raised] {
		p.raised++
		yes = true
	}
	if cycle, ok := p.periodic(); ok && now >= cycle {
		p.asked = cycle
		yes = true
	}
	return yes
}

// runUntil runs to a cycle, and stops at a resume when told to. With more to come from
// outside, time passes also when the machine can do nothing.
func (s *Session) runUntil(cycle uint64, stopAtResume, more bool) error {
	before := s.M.Cycle()
	if cycle <= before {
		return nil // an interrupt is due at once
	}
	s.stopResume(stopAtResume)
	defer s.stopResume(false)
	if err := s.Advance(cycle); err != nil {
		return err
	}
	if err := s.hung(); err != nil {
		return err
	}
	switch {
	case s.M.Cycle() > before:
	case more:
		s.M.Sleep(cycle)
		if s.Mon != nil {
			s.Mon.moved()
		}
	case !s.Idle():
		return s.Hang("nothing can happen any more")
	}
	return nil
}

// resumes returns the number of restores that have reached their cursor.
func (s *Session) resumes() uint32 {
	if s.Mon != nil {
		return s.Mon.s.Resumes + s.Mon.s.Ignored
	}
	return s.bare.resumes
}

// stopResume has the machine stop when a restore reaches its cursor.
func (s *Session) stopResume(on bool) {
	if s.Mon != nil {
		s.Mon.stopResume = on
	}
	s.bare.stop = on
}

// bare is what a session without monitors still has to know.
type bare struct {
	resumes uint32
	stop    bool
}

func (b *bare) watch(m *hw.Machine) {
	m.Taps().PathA.OnPut(func(_ uint64, r *pipe.Report) {
		if r.Kind != pipe.Resumed {
			return
		}
		if b.resumes++; b.stop {
			m.Stop()
		}
	})
}

// Uninterrupted runs a vector without interrupts and returns the finished session.
func Uninterrupted(cfg hw.Config, v *Vector, monitors bool) (*Session, error) {
	s, err := NewSession(cfg, v, monitors)
	if err != nil {
		return nil, err
	}
	if err := s.Finish(); err != nil {
		return s, err
	}
	return s, s.Check()
}
