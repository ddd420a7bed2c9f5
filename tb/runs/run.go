package runs

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/bounds"
	"tilemark/tb/driver"
	"tilemark/tb/request"
	"tilemark/text/number"
)

// RunOptions say how a scene is run.
type RunOptions struct {
	request.Input
	At       []uint64 // cycles at which the CPU interrupts
	Every    uint64   // and that many after each resume; 0: never
	Monitors bool
	SaveArea string    // file for the first context's save area, "" for none
	Zoom     CutChoice // the cut that the timeline shows from near; zero: the first
	// Progress is told how far the run is; total is 0 while nobody knows.
	Progress func(what string, done, total uint64)
	// Found, when given, is told of each check that does not hold.
	Found func(err error)
	// Monitor, when given, gets the session that the report is about before it runs.
	Monitor func(s *cosim.Session) error
}

// Frame is what a context drew.
type Frame struct {
	Color, Depth []uint64 // pixels in the surfaces' formats, rows from the top
}

// FrameOf reads a context's surfaces.
func FrameOf(c *driver.Context, read func(s *driver.Surface) []uint64) Frame {
	return Frame{read(&c.Color), read(&c.Depth)}
}

// Result is a run, its checks and all that was measured.
type Result struct {
	*request.Work
	Options   RunOptions
	Golden    []Frame // by context
	Plain     Pass    // uninterrupted
	Cut       *Pass   // interrupted; nil when no interrupt was asked for
	Bound     bounds.Bound
	Failures  []Failure
	SameFrame bool // interrupted and uninterrupted frames are equal
	Slow      bool // a switch took longer than the bound
}

// Pass is one run of the machine.
type Pass struct {
	Session *cosim.Session
	Log     *cosim.Log
	Frames  []Frame
	Work    counts
	Drawn   drawn
	Seconds float64           // of the machine, without the time that was spent on looking
	Err     error             // what the lockstep check, a monitor or the final check found
	Whole   *Sampler          // block activity of the run
	Queues  *wires.QueueMeter // fill of the queues inside blocks
	Zoom    *CloseUp          // and of one of its switches; nil: it has none
	areas   [][]byte          // save areas by context, as its last cut left it; nil: none
}

// Failure is a check that did not hold.
type Failure struct {
	Err    error
	Repeat string // the command that repeats it
}

// Last returns the pass that the report is about: the interrupted one, or the only one.
func (r *Result) Last() *Pass {
	if r.Cut != nil {
		return r.Cut
	}
	return &r.Plain
}

// Equal tells whether a pass drew what golden draws, and nothing else was wrong.
func (p *Pass) Equal() bool { return p.Err == nil }

// Run renders a scene with golden, uninterrupted and interrupted, and compares. The
// error is a UsageError, or one of the program itself; failed checks are in the result.
func Run(o RunOptions) (*Result, error) {
	slices.Sort(o.At)
	for i := range o.At[min(1, len(o.At)):] {
		if o.At[i] == o.At[i+1] {
			return nil, request.Usage("interrupt in cycle %d: given twice", o.At[i])
		}
	}
	w, err := o.Load()
	if err != nil {
		return nil, err
	}
	o.At, o.Every = w.Interrupts(o.At, o.Every)
	return RunWork(w, o)
}

// RunWork is Run for work that has been read; its interrupts are in the options.
func RunWork(w *request.Work, o RunOptions) (*Result, error) {
	r := &Result{Work: w, Options: o, SameFrame: true, Bound: bounds.Of(w.Vector, &w.Config)}
	if err := r.canCut(); err != nil {
		return nil, err
	}
	for i := range w.Vector.Image.Contexts {
		c := &w.Vector.Image.Contexts[i]
		r.Golden = append(r.Golden, FrameOf(c, w.Vector.Golden))
	}
	if err := r.plain(); err != nil {
		return nil, err
	}
	if len(o.At) > 0 || o.Every > 0 {
		if err := r.interrupted(); err != nil {
			return nil, err
		}
	}
	r.checkBound()
	if err := r.wasCut(); err != nil {
		return r, err
	}
	return r, r.zoomIn()
}

// zoomIn looks at a cut of the pass that the report is about, unless that broke.
func (r *Result) zoomIn() error {
	p, choice := r.Last(), r.Options.Zoom
	if p.Err != nil {
		return nil
	}
	if choice == (CutChoice{}) {
		if choice.Number = 1; len(p.Log.Switches) == 0 {
			return nil
		}
	}
	i, err := choice.find("zoom", p.Log.Switches)
	if err != nil {
		return err
	}
	p.Zoom, err = look(r.Work, r.PlanOf(p), p.Log, i, r.Options.Progress)
	return err
}

// PlanOf is the plan of a pass.
func (r *Result) PlanOf(p *Pass) cosim.Plan {
	if p == &r.Plain {
		return cosim.Plan{}
	}
	return cosim.Plan{At: r.Options.At, Every: r.Options.Every}
}

// plain runs without interrupts.
func (r *Result) plain() error {
	if err := r.pass(&r.Plain, cosim.Plan{}, "uninterrupted", 0); err != nil {
		return err
	}
	if at := r.Options.At; r.Plain.Err == nil && len(at) > 0 {
		return r.reached(&r.Plain, cosim.Plan{}, at[0], "the run")
	}
	return nil
}

// interrupted runs with interrupts and compares with the run without.
func (r *Result) interrupted() error {
	r.Cut = &Pass{}
	plan := cosim.Plan{At: r.Options.At, Every: r.Options.Every}
	if err := r.pass(r.Cut, plan, "interrupted", r.Plain.Session.M.Cycle()); err != nil {
		return err
	}
	if at := r.Options.At; r.Cut.Err == nil && len(at) > 0 {
		if err := r.reached(r.Cut, plan, at[len(at)-1], "with the other interrupts, the run"); err != nil {
			return err
		}
	}
	r.compareFrames()
	return nil
}

// lastCycles is a stretch before the end of a run in which it may be idle already.
const lastCycles = 64

// reached refuses an interrupt in a cycle that a pass does not come to, or in which it has
// nothing left to do.
func (r *Result) reached(p *Pass, plan cosim.Plan, at uint64, what string) error {
	end := p.Session.M.Cycle()
	if at+lastCycles < end {
		return nil
	}
	s, err := cosim.NewSession(r.Config, r.Vector, false)
	if err != nil {
		return err
	}
	near := max(end, lastCycles) - lastCycles
	// one cycle at a time, it stops in the first one in which it is idle
	if err := s.Run(plan, func(cycle uint64) uint64 { return max(cycle+1, near) }); err != nil {
		return fmt.Errorf("the run that finds its last cycle: %w", err)
	}
	if last := s.M.Cycle() - 1; at > last {
		return request.Usage("interrupt in cycle %d: %s can be interrupted in cycles 0 to %d", at, what, last)
	}
	return nil
}

// A monitored run has guards on its connections in so many cycles of each period, which costs less than a tenth of its speed.
const guardedCycles, guardedPeriod = 256, 4096

// pass runs a session under a plan. A failed check is kept in the pass.
func (r *Result) pass(p *Pass, plan cosim.Plan, what string, total uint64) error {
	s, err := cosim.NewSession(r.Config, r.Vector, r.Options.Monitors)
	if err != nil {
		return err
	}
	if r.Options.Monitor != nil && (p == r.Cut || len(r.Options.At) == 0 && r.Options.Every == 0) {
		if err := r.Options.Monitor(s); err != nil {
			return err
		}
	}
	p.Session, p.Log = s, s.Log()
	if r.Options.Monitors {
		s.M.GuardShare(guardedCycles, guardedPeriod)
	}
	if r.Options.SaveArea != "" {
		r.keepAreas(p)
	}
	p.Work.watch(s.M)
	p.Drawn.watch(s.M)
	p.Whole = newSampler(s.M, r.sampleStep(p, total))
	p.Queues = s.M.MeterQueues()
	start, looking := time.Now(), time.Duration(0)
	p.Err = s.Run(plan, func(cycle uint64) uint64 {
		from := time.Now()
		defer func() { looking += time.Since(from) }()
		if r.Options.Progress != nil {
			r.Options.Progress(what, cycle, total)
		}
		return p.Whole.sample(cycle)
	})
	p.Seconds = (time.Since(start) - looking).Seconds()
	p.Whole.close(s.M.Cycle())
	for i := range r.Vector.Image.Contexts {
		c := &r.Vector.Image.Contexts[i]
		p.Frames = append(p.Frames, FrameOf(c, func(f *driver.Surface) []uint64 { return f.Pixels(s.Memory().ReadWord) }))
	}
	if p.Err != nil {
		r.fail(fmt.Errorf("%s run: %w", what, p.Err), plan)
	}
	return nil
}

// sampleStep is the first bin's size; only the pass that is drawn is looked at closely.
func (r *Result) sampleStep(p *Pass, total uint64) uint64 {
	if p == &r.Plain && (len(r.Options.At) > 0 || r.Options.Every > 0) {
		return 1 << 16
	}
	return total / (maxBins / 2)
}

func (r *Result) fail(err error, plan cosim.Plan) {
	repeat := r.CommandOf("run", plan)
	if !r.Options.Monitors {
		repeat += " --monitors=false"
	}
	r.Failures = append(r.Failures, Failure{err, repeat})
	if r.Options.Found != nil {
		r.Options.Found(err)
	}
}

// compareFrames compares the two runs with each other, whatever golden says.
func (r *Result) compareFrames() {
	for i := range r.Golden {
		a, b := &r.Plain.Frames[i], &r.Cut.Frames[i]
		if !slices.Equal(a.Color, b.Color) || !slices.Equal(a.Depth, b.Depth) {
			r.SameFrame = false
		}
	}
	if !r.SameFrame && r.Cut.Err == nil {
		r.fail(errors.New("the interrupted run's picture is not the uninterrupted one's"), cosim.Plan{At: r.Options.At, Every: r.Options.Every})
	}
}

// Compared tells whether both runs came to their ends, so that comparing their frames says something.
func (r *Result) Compared() bool {
	return r.Cut != nil && r.Plain.Session.Idle() && r.Cut.Session.Idle()
}

// checkBound compares each switch with the worst case that follows from the
// configuration.
func (r *Result) checkBound() {
	list := r.Last().Log.Switches
	for i := range list {
		s := &list[i]
		if s.Saved > r.Bound.Total() {
			r.Slow = true
			r.fail(fmt.Errorf("the switch in cycle %d took %s cycles, the bound is %s", s.Line, number.Thousands(s.Saved), number.Thousands(r.Bound.Total())),
				cosim.Plan{At: r.Options.At, Every: r.Options.Every})
			return
		}
	}
}

// GoldenEqual tells whether the pass that the report is about, and the uninterrupted
// one, hold against golden.
func (r *Result) GoldenEqual() bool {
	return r.Plain.Equal() && r.Last().Equal()
}
