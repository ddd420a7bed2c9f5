package runs

import (
	"fmt"
	"strconv"

	"tilemark/tb/cosim"
	"tilemark/tb/explain"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// CutChoice names a cut of a run: its number, counted from 1, or the one that was saved last of
// all after its line.
type CutChoice struct {
	Number int // 0: not given
	Worst  bool
}

// worstCut is what a user calls the cut that took longest.
const worstCut = "worst"

// ParseCut reads a number from 1, or "worst".
func ParseCut(flag, text string) (CutChoice, error) {
	if text == worstCut {
		return CutChoice{Worst: true}, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return CutChoice{}, request.Usage("--%s %q: the number of a cut, counted from 1, or %s was expected", flag, text, worstCut)
	}
	return CutChoice{Number: n}, nil
}

// WorstCut returns the index of the cut whose save took longest; the first of equals, -1 for none.
func WorstCut(list []cosim.Switch) int {
	at := -1
	for i := range list {
		if at < 0 || list[i].Saved > list[at].Saved {
			at = i
		}
	}
	return at
}

// find returns the index of the cut in a run's list.
func (c CutChoice) find(flag string, list []cosim.Switch) (int, error) {
	switch {
	case len(list) == 0:
		return 0, request.Usage("--%s: no context was cut; --interrupt and --every say when the CPU interrupts", flag)
	case c.Worst:
		return WorstCut(list), nil
	case c.Number > len(list):
		return 0, request.Usage("--%s %d: the run has %s", flag, c.Number, number.Count(len(list), "cut"))
	}
	return c.Number - 1, nil
}

// CloseUp is a switch seen from near, by a run that repeats the one it happened in.
type CloseUp struct {
	Number, Of int
	Switch     cosim.Switch
	Log        *cosim.Log
	Parts      []explain.Part
	Leaves     *Sampler // block activity from a little before the line until the next context draws
	Returns    *Sampler // and while the context comes back; nil: it did not
}

// Margins around the switch, in cycles.
const (
	zoomLead = 120
	zoomTail = 120
)

// never is a cycle that does not come.
const never = ^uint64(0)

// look repeats a run up to the end of one of its switches, and looks at that from near.
func look(w *request.Work, plan cosim.Plan, of *cosim.Log, i int, progress func(what string, done, total uint64)) (*CloseUp, error) {
	c := &CloseUp{Number: i + 1, Of: len(of.Switches), Switch: of.Switches[i], Log: of}
	s, err := cosim.NewSession(w.Config, w.Vector, false)
	if err != nil {
		return nil, err
	}
	watch := explain.NewWatch(s.M, &c.Switch)
	plan.Until = explain.End(&c.Switch) + zoomTail
	windows := c.windows(s)
	err = s.Run(plan, func(cycle uint64) uint64 {
		if progress != nil {
			progress("repeated", cycle, plan.Until)
		}
		next := never
		for _, z := range windows {
			next = min(next, z.sample(cycle))
		}
		return next
	})
	if err != nil {
		return nil, fmt.Errorf("the run that looks at cut %d: %w", c.Number, err)
	}
	if c.Parts, err = watch.Parts(); err != nil {
		return nil, fmt.Errorf("cut %d of %s, line in cycle %d: %w", c.Number, number.Thousands(c.Of), c.Switch.Line, err)
	}
	return c, nil
}

// window samples a stretch of a run.
type window struct {
	session  *cosim.Session
	from, to uint64
	into     **Sampler
}

// windows are the stretches that are drawn.
func (c *CloseUp) windows(s *cosim.Session) []window {
	lead := func(at uint64) uint64 { return max(at, zoomLead+1) - zoomLead }
	list := []window{{s, lead(explain.From(&c.Switch)), explain.To(&c.Switch) + zoomTail, &c.Leaves}}
	if c.Switch.Started > 0 {
		list = append(list, window{s, lead(c.Switch.Started), explain.End(&c.Switch) + zoomTail, &c.Returns})
	}
	return list
}

// sample returns the cycle at which to come again.
func (z *window) sample(cycle uint64) (next uint64) {
	switch {
	case cycle >= z.to:
		return never
	case cycle < z.from:
		return z.from
	case *z.into == nil:
		*z.into = newSampler(z.session.M, 1)
	}
	return (*z.into).sample(cycle)
}
