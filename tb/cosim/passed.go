package cosim

// Passed returns how many of golden's events of a context have passed the break point.
func (s *Session) Passed(context int) int { return s.Mon.State().Contexts[context].Pos }

// RunPast runs until the first context has passed so many events, or until the machine is
// idle.
func (s *Session) RunPast(events int) error {
	s.Mon.StopAfter(events)
	defer s.Mon.StopAfter(0)
	for s.Passed(0) < events && !s.Idle() {
		before := s.M.Cycle()
		if err := s.Advance(before + s.Patience/4); err != nil {
			return err
		}
		if err := s.Hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			return s.Hang("nothing can happen any more")
		}
	}
	return nil
}
