package runs

import (
	"slices"

	"tilemark/tb/cosim"
	"tilemark/tb/request"
)

// ExplainOptions say which cut of which run is explained.
type ExplainOptions struct {
	request.Input
	At       []uint64 // cycles at which the CPU interrupts
	Every    uint64   // and that many after each resume; 0: never. Without At and Every the file's own interrupts come
	Cut      CutChoice
	Monitors bool
	// Progress is told how far the run is; total is 0 while nobody knows.
	Progress func(what string, done, total uint64)
}

// Explanation is why a cut took its cycles.
type Explanation struct {
	*request.Work
	Repeat string // the command that repeats a check that did not hold
	Err    error  // that check; nothing is explained then
	Near   *CloseUp
}

// Explain runs a scene, and then again up to the end of one of its switches, which it looks at
// in each cycle. A check that does not hold is in the result.
func Explain(o ExplainOptions) (*Explanation, error) {
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	slices.Sort(o.At)
	var plan cosim.Plan
	plan.At, plan.Every = w.Interrupts(o.At, o.Every)
	e := &Explanation{Work: w}
	s, err := cosim.NewSession(w.Config, w.Vector, o.Monitors)
	if err != nil {
		return nil, err
	}
	log := s.Log()
	e.Err = s.Run(plan, func(cycle uint64) uint64 {
		if o.Progress != nil {
			o.Progress("first", cycle, 0)
		}
		return cycle + 1<<16
	})
	if e.Err != nil {
		e.Repeat = w.CommandOf("run", plan)
		return e, nil
	}
	i, err := o.Cut.find("cut", log.Switches)
	if err != nil {
		return nil, err
	}
	e.Near, err = look(w, plan, log, i, o.Progress)
	return e, err
}
