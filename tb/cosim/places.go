package cosim

// markEvery is the number of golden's events between two places at which runs are
// compared.
const markEvery = 32

// maxStep is the greatest distance between two places, in markEvery events: a run that
// comes into a known state is not followed much longer than needed, and digests stay a
// small part of the work.
const maxStep = 4

// eachMark runs on and calls at after the cycle in which the first context passes each
// place of comparison, until at returns false or the machine is idle. With backOff the
// distance doubles from one place to the next, up to maxStep; the places are the same for all runs.
func (s *Session) eachMark(backOff bool, at func(pos int) bool) error {
	c := &s.Mon.State().Contexts[0]
	step := 1
	next := (c.Pos/markEvery + 1) * markEvery
	s.Mon.stopAt = next
	defer func() { s.Mon.stopAt = 0 }()
	for !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(before + s.Patience/4); err != nil {
			return err
		}
		if err := s.hung(); err != nil {
			return err
		}
		if c.Pos >= next {
			if !at(next) {
				return nil
			}
			if backOff {
				step = min(2*step, maxStep)
			}
			next = (c.Pos/(step*markEvery) + 1) * step * markEvery
			s.Mon.stopAt = next
		} else if s.M.Cycle() == before {
			return nil
		}
	}
	return nil
}
