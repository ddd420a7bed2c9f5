package directed

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/driver"
	"tilemark/text/number"
)

// Run executes the vector and checks everything. The session is nil when the vector makes
// no sense.
func (v *Vector) Run() (*cosim.Session, error) {
	s, _, err := v.Play()
	return s, err
}

// Play is Run; observers look at the session before it starts. It returns what switches took, too.
func (v *Vector) Play(observers ...func(*cosim.Session)) (*cosim.Session, *cosim.Log, error) {
	cfg, cv, err := v.Build()
	if err != nil {
		return nil, nil, err
	}
	s, err := cosim.NewSession(cfg, cv, true)
	if err != nil {
		return nil, nil, err
	}
	log := s.Log()
	v.rejected = 0
	s.M.ZL2.P.Tested.Watch(func(f *zl2.Fragment) {
		if f.Rejected {
			v.rejected++
		}
	})
	for _, watch := range observers {
		watch(s)
	}
	if err := v.prepare(s); err != nil {
		return nil, nil, err
	}
	return s, log, v.within(s, func() error { return v.play(s, log, &cfg) })
}

// ErrLong is a run that was ended since it took more cycles, or more time, than it may.
var ErrLong = errors.New("the run takes longer than it may")

// within ends a run after the most cycles that it may take, or when it is over, and writes down how many it took.
func (v *Vector) within(s *cosim.Session, play func() error) (err error) {
	defer func() {
		v.Took = s.M.Cycle()
		if r := recover(); r == ErrLong {
			err = ErrLong
		} else if r != nil {
			panic(r)
		}
	}()
	if look := s.Look; v.Most > 0 || v.Over != nil {
		most := v.Most
		if most == 0 {
			most = math.MaxUint64 - 1
		}
		s.Look = func(cycle uint64) uint64 {
			if cycle > most || v.Over != nil && v.Over() {
				panic(ErrLong)
			}
			next := min(most+1, cycle+betweenTimes)
			if look == nil {
				return next
			}
			return min(next, look(cycle))
		}
	}
	return play()
}

// betweenTimes is how many cycles there are between two questions whether it is over.
const betweenTimes = 100_000

func (v *Vector) play(s *cosim.Session, log *cosim.Log, cfg *hw.Config) error {
	if err := v.drive(s); err != nil {
		return err
	}
	if err := v.expect(s, log, cfg); err != nil {
		return err
	}
	return s.Sleep()
}

// drive does the steps and runs to the end. It asks for nothing that the vector expects.
func (v *Vector) drive(s *cosim.Session) error {
	for i := range v.Steps {
		if err := v.step(s, &v.Steps[i]); err != nil {
			return fmt.Errorf("step %d: %w", i, err)
		}
	}
	v.Raised = nil
	s.Raised = func(cycle uint64) { v.Raised = append(v.Raised, cycle) }
	return s.Run(cosim.Plan{Every: v.Every, Act: newAgenda(v, s).act}, nil)
}

// Unmet is something that a vector says must come of it, and that did not: what, by its key.
type Unmet struct{ Key, Message string }

// Error returns the message.
func (u *Unmet) Error() string { return u.Message }

func unmet(key, format string, args ...any) error {
	return &Unmet{Key: key, Message: fmt.Sprintf(format, args...)}
}

// expect checks that what the vector shows has happened, and that no switch took longer
// than its bound.
func (v *Vector) expect(s *cosim.Session, log *cosim.Log, cfg *hw.Config) error {
	if v.Cuts != nil && s.Cuts() != *v.Cuts {
		return unmet("cuts", "%s cuts, expected %s", number.Thousands(s.Cuts()), number.Thousands(*v.Cuts))
	}
	stats := &s.M.CSP.S.Stats
	found := AtLeast{Cuts: s.Cuts(), Aborted: stats.Aborted, Ignored: stats.Ignored, Starts: log.Starts(), Rejected: v.rejected}
	if missing := v.AtLeast.missing(&found); missing != "" {
		return unmet("at_least", "%s", missing)
	}
	bound := bounds.Of(s.V, cfg)
	for _, w := range log.Switches {
		if w.Saved > bound.Total() {
			return unmet("bound", "the switch of cycle %d took %s cycles, the bound is %s", w.Line, number.Thousands(w.Saved), number.Thousands(bound.Total()))
		}
	}
	if v.Paging != nil && s.Faults() < v.Paging.Faults {
		return unmet("faults", "%s page faults, at least %s expected", number.Thousands(s.Faults()), number.Thousands(v.Paging.Faults))
	}
	if v.Ends != nil && !slices.Equal(v.Ends, ends(s, log)) {
		return unmet("ends", "contexts ended in the order %v, expected %v", ends(s, log), v.Ends)
	}
	if v.Status != nil && !slices.Equal(v.Status, s.StatusTexts()) {
		return unmet("status", "the status buffer says\n  %s\nexpected\n  %s", strings.Join(s.StatusTexts(), "\n  "), strings.Join(v.Status, "\n  "))
	}
	if v.CutAt == nil {
		return nil
	}
	if len(log.Switches) == 0 {
		return unmet("cut_at", "no cut, but cut_at says where it must be")
	}
	at := log.Switches[0].At
	if !v.CutAt.is(s, golden.Cursor{Head: at.Head, Buffer: at.Buffer, Offset: at.Offset, Instance: at.Instance,
		Primitive: at.Primitive, Triangle: at.Triangle, Tile: at.Tile}) {
		return unmet("cut_at", "the cut is at %+v, not where cut_at says", at)
	}
	return nil
}

// ends returns the contexts in the order of their ends; one whose tail moves later is there
// for each.
func ends(s *cosim.Session, log *cosim.Log) (order []int) {
	for i := range log.Events {
		e := &log.Events[i]
		if k := s.ContextAt(e.Context); k >= 0 && e.Kind == csp.EventEnded {
			order = append(order, k)
		}
	}
	return order
}

// prepare hides what the CPU will show later.
func (v *Vector) prepare(s *cosim.Session) error {
	for i := range v.Contexts {
		c, x := &v.Contexts[i], &s.V.Image.Contexts[i]
		if c.HoldBack.some() {
			shown, err := c.shown(x, i)
			if err != nil {
				return err
			}
			s.Memory().WriteWord(x.Header+4*regs.ContextHeaderTail, shown)
		}
		if c.Wait || c.WaitsFor != nil {
			s.Memory().WriteWord(x.Wait, 0)
		}
	}
	return nil
}

// shown is the tail with which a context that hides commands begins.
func (c *Context) shown(x *driver.Context, context int) (tail uint32, err error) {
	last := len(x.Tails) - 1
	switch {
	case c.HoldBack == everything:
		return uint32(c.RingStart), nil
	case int(c.HoldBack) > last:
		return 0, c.Wrong("hold_back", "context %d: hold_back %d; 0 to %d, or all, was expected, the ring has %s commands", context, c.HoldBack, last, number.Thousands(last+1))
	}
	return x.Tails[last-int(c.HoldBack)], nil
}

var errNeverHeld = errors.New("the condition never held")

// deadline is the cycle after which a step's condition is not waited for any more.
const deadline = 2_000_000

// step runs until a step's condition holds, and then does what it says.
func (v *Vector) step(s *cosim.Session, st *Step) error {
	for held := 0; ; {
		if v.holds(s, st) {
			if held++; held >= max(1, st.Times) {
				break
			}
		}
		if s.Idle() && st.Cycle == 0 || s.M.Cycle() > deadline {
			return errNeverHeld
		}
		before := s.M.Cycle()
		if err := s.Advance(before + 1); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			return s.Hang("nothing can happen any more")
		}
	}
	if st.After > 0 {
		if err := s.Advance(s.M.Cycle() + st.After); err != nil {
			return err
		}
	}
	if err := s.AwaitRoom(); err != nil {
		return err
	}
	return actions[st.Do](v, s, st)
}
