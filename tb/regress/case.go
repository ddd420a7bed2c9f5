package regress

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/sweep"
	"tilemark/tb/directed"
	"tilemark/tb/regress/store"
)

// Rules of failures that no rule of the machine names.
const (
	RuleHang        = "hang"        // no progress, and no rule says why
	RulePanic       = "panic"       // the program broke
	RuleLimit       = "time limit"  // the case did not end
	RuleExpectation = "expectation" // what the vector must show did not happen
	RuleSweep       = "sweep"       // a sweep's shortcut says what its full run does not
	RuleInvalid     = "invalid"     // no case could be made
	RuleFlaky       = "flaky"       // two runs of one seed differ
)

// PlaceMemory is the place of what is wrong in memory at the end of a run.
const PlaceMemory = "memory"

// Execute makes and runs the case of a seed. Whatever goes wrong is in the result.
func Execute(t *Test, seed uint64, watch func(*cosim.Session)) store.Case {
	c, _ := execute(t, seed, watch)
	return c
}

// execute is Execute; it returns the case's vector too, nil when none could be made.
func execute(t *Test, seed uint64, watch func(*cosim.Session)) (c store.Case, w *Work) {
	c = store.Case{Test: t.Name, Seed: seed, Stage: t.Stage, Result: store.Pass}
	start := time.Now()
	defer func() { c.Wall = time.Since(start) }()
	w, err := t.MakeWork(seed)
	if err != nil {
		c.Result, c.Failure = store.Error, &store.Failure{Rule: RuleInvalid, Place: t.Name, Message: err.Error()}
		return c, nil
	}
	var s *cosim.Session
	err = Guard(func() error {
		return w.RunCase(&c, func(made *cosim.Session) {
			s = made
			if watch != nil {
				watch(made)
			}
		})
	})
	if s != nil {
		c.Cycles, c.Digest = s.M.Cycle(), wires.Mix(c.Digest, s.M.Digest())
		if s.Mon != nil {
			c.Cuts += s.Cuts()
		}
	}
	if err == nil {
		return c, w
	}
	c.Result, c.Failure = store.Fail, FailureOf(err)
	c.Failure.Vector = string(w.Failing())
	if s == nil {
		c.Result, c.Failure.Rule = store.Error, cmp.Or(invalid(c.Failure.Rule), c.Failure.Rule)
	} else if c.Failure.Cycle == 0 && !w.failedCut {
		c.Failure.Cycle = s.M.Cycle()
	}
	c.Failure.Command = w.command()
	return c, w
}

// invalid: what fails before there is a machine is the case's own fault, unless the program broke.
func invalid(rule string) string {
	if rule == RulePanic {
		return ""
	}
	return RuleInvalid
}

// MakeWork makes the case; a generator that breaks is an error, too.
func (t *Test) MakeWork(seed uint64) (w *Work, err error) {
	err = Guard(func() (err error) { w, err = t.Make(seed); return err })
	if w != nil {
		w.Guarded = Guarded(t.Name, seed)
	}
	return w, err
}

// Panicked is a case that broke the program.
type Panicked struct {
	what  string
	place string
	stack string
}

// Error says what broke.
func (p *Panicked) Error() string { return "panic: " + p.what + "\n" + p.stack }

// Guard turns a panic into an error.
func Guard(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			stack := string(debug.Stack())
			err = &Panicked{fmt.Sprint(r), innermost(stack), stack}
		}
	}()
	return do()
}

// innermost is the function of this program that panicked.
func innermost(stack string) string {
	behind := stack[max(0, strings.LastIndex(stack, "\npanic(")):] // the first one, when it was passed on
	m := regexp.MustCompile(`(?m)^tilemark/(\S+)\(`).FindStringSubmatch(behind)
	if m == nil {
		return "program"
	}
	return m[1]
}

// RunCase runs the case, and notes what only it knows.
func (w *Work) RunCase(c *store.Case, watch func(*cosim.Session)) error {
	v, err := directed.Parse(w.Text)
	if err != nil {
		return err
	}
	if w.Guarded {
		watch = GuardAll(watch)
	}
	if w.Every > 0 {
		return w.sweep(v, c, watch)
	}
	_, _, err = v.Play(watch)
	return err
}

// sweep interrupts runs of the vector's contexts at many cycles.
func (w *Work) sweep(v *directed.Vector, c *store.Case, watch func(*cosim.Session)) error {
	cfg, cv, err := v.Build()
	if err != nil {
		return err
	}
	s, err := cosim.NewSession(cfg, cv, true)
	if err != nil {
		return err
	}
	watch(s)
	if err := s.Run(cosim.Plan{}, nil); err != nil {
		return err
	}
	sweep := sweep.Sweep{Config: cfg, Vector: cv, Every: w.Every, From: w.From, Jobs: 1, Full: sweep.FullAsNeeded}
	r, err := sweep.Run()
	if err != nil {
		return err
	}
	c.Cuts = r.Cuts
	// Of a short vector, whose cuts are all confirmed, these are the cycles of all runs, whatever they shared.
	c.Digest = wires.Mix(uint64(r.Tried), r.Evaluated+r.Confirm-r.Repeated)
	if r.First != nil {
		w.failedCut, w.cut = true, r.First.Cycle
		return fmt.Errorf("interrupted in cycle %d: %w", r.First.Cycle, r.First.Err)
	}
	if r.Cuts == 0 {
		return fmt.Errorf("%w: %s", errNoCut, r.MissText())
	}
	return nil
}

// errNoCut: a sweep in which no interrupt cut anything shows nothing.
var errNoCut = errors.New("no interrupt cut a context")

// Failing is the vector that shows what failed: of a sweep, with the interrupt that did.
func (w *Work) Failing() []byte {
	if !w.failedCut {
		return w.Text
	}
	d := parseVectorText(w.Text)
	d.set("interrupts", fmt.Sprintf("[%d]", w.cut))
	return d.text()
}

// Vector is the case of a seed as one directed vector. That of a sweep has the first interrupt
// that fails: the case is run, and must fail.
func (t *Test) Vector(seed uint64) ([]byte, error) {
	w, err := t.MakeWork(seed)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	case w.Every == 0:
		return w.Text, nil
	}
	c, w := execute(t, seed, nil)
	if c.Result == store.Pass {
		return nil, fmt.Errorf("%s holds with this program; of a sweep, one with which it fails was expected, that of the bad revision", t.Name)
	}
	return w.Failing(), nil
}

// FailureOf tells the first wrong event of an error.
func FailureOf(err error) *store.Failure {
	f := &store.Failure{Rule: RuleExpectation, Place: "vector", Message: strings.TrimSpace(err.Error())}
	var broken *wires.Violation
	var hang *cosim.HangError
	var mismatch *monitor.Mismatch
	var panicked *Panicked
	switch {
	case errors.Is(err, sweep.ErrShortcut):
		f.Rule, f.Place = RuleSweep, "sweep"
	case errors.As(err, &broken):
		f.Rule, f.Place, f.Cycle = broken.Rule, broken.Where, broken.Cycle
	case errors.As(err, &hang):
		f.Rule, f.Place = cmp.Or(hang.Rule, RuleHang), cmp.Or(hang.Where, "machine")
	case errors.As(err, &mismatch):
		f.Rule, f.Place = mismatch.Rule, PlaceMemory
	case errors.As(err, &panicked):
		f.Rule, f.Place = RulePanic, panicked.place
	}
	return f
}
