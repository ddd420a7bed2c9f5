package cosim

import (
	"tilemark/tb/cosim/monitor"
)

// maxStep is the greatest distance between two places, in markEvery events: a run that
// comes into a known state is not followed much longer than needed, and digests stay a
// small part of the work.
const maxStep = 4

// EachMark runs on and calls at after the cycle in which the first context passes each
// place of comparison, until at returns false or the machine is idle. With backOff the
// distance doubles from one place to the next, up to maxStep; the places are the same for all runs.
func (s *Session) EachMark(backOff bool, at func(pos int) bool) error {
	c := &s.Mon.State().Contexts[0]
	step := 1
	next := (c.Pos/monitor.MarkEvery + 1) * monitor.MarkEvery
	s.Mon.StopAfter(next)
	defer s.Mon.StopAfter(0)
	for !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(before + s.Patience/4); err != nil {
			return err
		}
		if err := s.Hung(); err != nil {
			return err
		}
		if c.Pos >= next {
			if !at(next) {
				return nil
			}
			if backOff {
				step = min(2*step, maxStep)
			}
			next = (c.Pos/(step*monitor.MarkEvery) + 1) * step * monitor.MarkEvery
			s.Mon.StopAfter(next)
		} else if s.M.Cycle() == before {
			return nil
		}
	}
	return nil
}
