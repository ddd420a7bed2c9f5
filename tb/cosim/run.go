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
}

// Run executes a session to its end under a plan and checks it against golden.
// progress, when given, is called now and then; it returns the cycle at which it must be
// called next, 0 when any will do.
func (s *Session) Run(p Plan, progress func(cycle uint64) (next uint64)) error {
	look := uint64(0)
	if progress != nil {
		look = progress(s.M.Cycle())
	}
	next := 0
	last := uint64(0) // start or resume that Every counts from
	asked := uint64(0)
	resumes := s.resumes()
	for !s.Idle() {
		target := s.M.Cycle() + s.Patience/4
		if p.Until > 0 {
			target = min(target, p.Until)
		}
		if next < len(p.At) {
			target = min(target, p.At[next])
		}
		if look > s.M.Cycle() {
			target = min(target, look)
		}
		due := last + p.Every
		if p.Every > 0 && due > asked {
			target = min(target, max(due, s.M.Cycle()+1))
		}
		if err := s.runUntil(target, p.Every > 0); err != nil {
			return err
		}
		if progress != nil {
			look = progress(s.M.Cycle())
		}
		if p.Until > 0 && s.M.Cycle() >= p.Until {
			return nil
		}
		if n := s.resumes(); n != resumes {
			resumes, last = n, s.M.Cycle()
		}
		fire := next < len(p.At) && s.M.Cycle() >= p.At[next]
		if fire {
			next++
		}
		if due = last + p.Every; p.Every > 0 && due > asked && s.M.Cycle() >= due {
			fire, asked = true, due
		}
		if fire && !s.Idle() {
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

// runUntil runs to a cycle, and stops at a resume when told to.
func (s *Session) runUntil(cycle uint64, stopAtResume bool) error {
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
	if s.M.Cycle() == before && !s.Idle() {
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
