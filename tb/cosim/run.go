package cosim

import (
	"tilemark/hw"
)

// Plan says when a run is interrupted.
type Plan struct {
	At    []uint64 // cycles at which the CPU interrupts, rising
	Every uint64   // interrupt that many cycles behind each resume, and behind the start; 0: never
}

// Run executes a session to its end under a plan and checks it against golden.
func (s *Session) Run(p Plan, progress func(cycle uint64)) error {
	next := 0
	last := uint64(0) // start or resume that Every counts from
	asked := uint64(0)
	resumes := s.Mon.s.Resumes
	for !s.Idle() {
		target := s.M.Cycle() + s.Patience/4
		if next < len(p.At) {
			target = min(target, p.At[next])
		}
		due := last + p.Every
		if p.Every > 0 && due > asked {
			target = min(target, max(due, s.M.Cycle()+1))
		}
		if err := s.runUntil(target, p.Every > 0); err != nil {
			return err
		}
		if progress != nil {
			progress(s.M.Cycle())
		}
		if s.Mon.s.Resumes != resumes {
			resumes, last = s.Mon.s.Resumes, s.M.Cycle()
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
	s.Mon.stopResume = stopAtResume
	defer func() { s.Mon.stopResume = false }()
	before := s.M.Cycle()
	if err := s.M.Run(cycle); err != nil {
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
