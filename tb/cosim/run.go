package cosim

import (
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/tb/cosim/vector"
)

// Plan says when a run is interrupted.
type Plan struct {
	At []uint64 // cycles at which the CPU interrupts, rising
	// Every has the CPU interrupt that many cycles after the start, each resume, and an
	// interrupt that found nothing to cut; when one has ended a context, after the start of
	// the next one. A machine at rest is not interrupted; when it goes on, the next interrupt
	// comes at most that many cycles later. 0: never.
	Every uint64
	Until uint64 // the run is left unfinished, and its memory unchecked, after this cycle; 0: it runs to its end
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
	pace := pace{Plan: p, beat: s.beat}
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
		if s.M.Room() > 0 && pace.due(s.M.Cycle(), s.beat, s.interruptIsDecided()) && !s.Idle() {
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
	return s.M.Resting() && !s.Busy()
}

// interruptIsDecided tells whether it shows if there is something to interrupt: no command is on its way
// to a CSP that rests. It may be an interrupt that will find nothing to cut, and takes longer
// to tell of than it takes to raise the next one.
func (s *Session) interruptIsDecided() bool { return !s.M.CSP.Resting() || s.M.Resting() }

// pace is how far a plan has been followed.
type pace struct {
	Plan
	raised int    // of At
	last   uint64 // what Every counts from
	asked  uint64 // the last cycle in which Every was due
	beat   beat   // as seen last
}

// periodic is the cycle in which Every is due next; ok tells whether it is.
func (p *pace) periodic() (cycle uint64, ok bool) {
	cycle = p.last + p.Every
	return cycle, p.Every > 0 && cycle > p.asked
}

// postpone has Every count from now.
func (p *pace) postpone(now uint64) {
	if p.Every > 0 && now >= p.last+p.Every {
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

// due tells whether an interrupt is due; Every's waits until it is settled what there is to interrupt.
func (p *pace) due(now uint64, b beat, settled bool) (yes bool) {
	if b.resumes != p.beat.resumes || b.starts != p.beat.starts && p.asked == p.last+p.Every {
		p.last = now
	}
	p.beat = b
	if p.raised < len(p.At) && now >= p.At[p.raised] {
		p.raised++
		yes = true
	}
	if cycle, ok := p.periodic(); ok && settled && now >= cycle {
		p.asked = cycle
		yes = true
	}
	return yes
}

// runUntil runs to a cycle, and stops at what Every counts from when told to. With more to come from
// outside, time passes also when the machine can do nothing.
func (s *Session) runUntil(cycle uint64, stop, more bool) error {
	before := s.M.Cycle()
	if cycle <= before {
		return nil // an interrupt is due at once
	}
	s.beat.stop = stop
	defer func() { s.beat.stop = false }()
	if err := s.Advance(cycle); err != nil {
		return err
	}
	if err := s.Hung(); err != nil {
		return err
	}
	switch {
	case s.M.Cycle() > before:
	case more:
		s.M.Sleep(cycle)
		if s.Mon != nil {
			s.Mon.Moved()
		}
	case !s.Idle():
		return s.Hang("nothing can happen any more")
	}
	return nil
}

// beat counts what a plan's Every counts from.
type beat struct {
	resumes uint32 // restores that have reached their cursor, and interrupts that found nothing to cut
	starts  uint32 // of contexts that have nothing to restore
	stop    bool   // the run stops there
}

// watchBeat counts, with monitors and without.
func (s *Session) watchBeat() {
	count := func(n *uint32) {
		if *n++; s.beat.stop {
			s.Stop()
		}
	}
	s.M.CSP.P.DatapathA.Tap().OnPut(func(_ uint64, r *pipe.Report) {
		if r.Kind == pipe.Resumed {
			count(&s.beat.resumes)
		}
	})
	s.M.CSP.P.Events.Watch(func(e *csp.Event) {
		switch {
		case e.Kind == csp.EventIgnored:
			count(&s.beat.resumes)
		case e.Kind == csp.EventStarted && !e.Restored:
			count(&s.beat.starts)
		}
	})
}

// Uninterrupted runs a vector without interrupts and returns the finished session.
func Uninterrupted(cfg hw.Config, v *vector.Vector, monitors bool) (*Session, error) {
	s, err := NewSession(cfg, v, monitors)
	if err != nil {
		return nil, err
	}
	if err := s.Finish(); err != nil {
		return s, err
	}
	return s, s.Check()
}
