// Package study measures what a switch of contexts costs, and how that depends on the
// design: where the pipe is cut, how deep its FIFOs are, how large its tiles, how slow its
// memory. Every cut is one of a run of its own that goes on to its end, with all monitors
// on and the final check, so no figure comes from a machine that is wrong.
package study

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"tilemark/hw"
	"tilemark/tb/cosim/vector"
)

// DefaultName is the parameter of rows in which none differs.
const DefaultName = "default"

// Subject is a scene to be studied.
type Subject struct {
	Name   string
	Config hw.Config      // what does not vary
	Vector *vector.Vector // the scene, and a context that is switched to
	Twice  *vector.Vector // the scene in two contexts, for periods; nil: none are measured
	// Long makes Vector with a pixel kernel that loops for so many cycles before it does what it is for; nil: that is not varied.
	Long func(cycles int) (*vector.Vector, error)
	// Only, when given, is the value of a parameter that the scene itself is: nothing else is
	// varied with it.
	Only *Varied
}

// Varied is a parameter with its values.
type Varied struct {
	*Parameter
	List []Value
}

// Generated tells whether the parameter is of scenes that are made for it.
func (v *Varied) Generated() bool { return v.Name == triangleName }

// Options say what is measured.
type Options struct {
	Subjects []*Subject
	Vary     []Varied
	Places   []BreakPoint
	Periods  []uint64              // cycles
	Cuts     int                   // at each point
	Jobs     int                   // points measured at the same time, at least 1
	Progress func(done, total int) // of cuts; called from one goroutine at a time
}

// Result is a study. Its rows are in the order of what was asked for.
type Result struct {
	Cuts     int            `json:"cuts_by_point"`
	Rows     []*Row         `json:"rows"`
	Periods  []PeriodRow    `json:"periods"`
	Failures []Failure      `json:"failures"`
	copies   map[int]copied // by row
}

// task is a part of a study that runs by itself.
type task struct {
	weight   int // of its progress
	run      func(progress func()) error
	failures []Failure
}

// Run measures. Failed checks are in the result; the error is of the study itself, or of an
// uninterrupted run.
func Run(o Options) (*Result, error) {
	r := &Result{Cuts: o.Cuts, Rows: []*Row{}, Periods: []PeriodRow{}, Failures: []Failure{}, copies: map[int]copied{}}
	tasks := r.plan(&o)
	if err := runAll(tasks, o.Jobs, o.Progress); err != nil {
		return nil, err
	}
	for _, t := range tasks {
		r.Failures = append(r.Failures, t.failures...)
	}
	r.fillIn()
	return r, nil
}

// fillIn copies the rows of the default to where they are a value of a parameter.
func (r *Result) fillIn() {
	for i, of := range r.copies {
		row := *r.Rows[of.row]
		row.Parameter, row.Value, row.copied = of.parameter, of.value, true
		r.Rows[i] = &row
	}
}

// copied is a row that was measured as another one.
type copied struct {
	row              int
	parameter, value string
}

// plan makes the tasks and the places of their results.
func (r *Result) plan(o *Options) (tasks []*task) {
	for _, s := range o.Subjects {
		tasks = append(tasks, r.planPoints(o, s)...)
	}
	for _, s := range o.Subjects {
		if s.Twice != nil {
			tasks = append(tasks, r.planPeriods(o, s)...)
		}
	}
	return tasks
}

// planPoints makes a subject's rows. Those that are the default once more are measured once.
func (r *Result) planPoints(o *Options, s *Subject) (tasks []*task) {
	measured := map[BreakPoint]int{} // rows of the default
	for _, p := range s.points(o) {
		i := len(r.Rows)
		r.Rows = append(r.Rows, nil)
		if p.parameter == DefaultName {
			measured[p.place] = i
		}
		if p.asDefault {
			r.copies[i] = copied{measured[p.place], p.parameter, p.value.Text}
			continue
		}
		t := &task{weight: o.Cuts}
		t.run = func(progress func()) (err error) {
			r.Rows[i], t.failures, err = p.measure(o.Cuts, progress)
			return err
		}
		tasks = append(tasks, t)
	}
	return tasks
}

// planPeriods makes a subject's rows of periods.
func (r *Result) planPeriods(o *Options, s *Subject) (tasks []*task) {
	for _, period := range o.Periods {
		for _, place := range o.Places {
			i := len(r.Periods)
			r.Periods = append(r.Periods, PeriodRow{})
			t := &task{weight: 1}
			t.run = func(progress func()) error {
				row, failures := (&periodPoint{s, place, period}).measure()
				r.Periods[i], t.failures = *row, failures
				progress()
				return nil
			}
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// points lists what is measured of a subject: at each break point the default, and then
// each value of each parameter.
func (s *Subject) points(o *Options) (out []*point) {
	if s.Only != nil {
		for _, place := range o.Places {
			out = append(out, s.point(place, s.Only.Name, s.Only.List[0]))
		}
		return out
	}
	for _, place := range o.Places {
		out = append(out, s.point(place, DefaultName, Value{}))
	}
	for _, v := range o.Vary {
		for _, x := range v.List {
			for _, place := range o.Places {
				if v.now == nil || v.Name == tileName && place == TSU || v.Name == programName && s.Long == nil { // at TSU no tile is made
					continue
				}
				p := s.point(place, v.Name, x)
				p.vary(v.Parameter, x.X)
				out = append(out, p)
			}
		}
	}
	return out
}

// point makes the point of a value at a break point. Everything is at its default until
// vary.
func (s *Subject) point(place BreakPoint, parameter string, v Value) *point {
	p := &point{subject: s, parameter: parameter, value: v, place: place, config: s.Config, vector: s.Vector, unit: 1}
	p.config.BreakPoint = place.machine()
	return p
}

// vary gives a parameter a value.
func (p *point) vary(of *Parameter, x float64) {
	switch {
	case of.key != "":
		was := of.setting(&p.config)
		before := was.Value()
		set(was, p.value.Text)
		p.asDefault = was.Value() == before
	case x == of.now(&p.config):
		p.asDefault = true
	case of.apply != nil:
		of.apply(&p.config, x)
	case of.Name == programName:
		p.loop = int(x)
	default:
		p.unit = int(x/tileSize) * int(x/tileSize)
	}
}

// runAll runs tasks, some at a time.
func runAll(tasks []*task, jobs int, progress func(done, total int)) error {
	total := 0
	for _, t := range tasks {
		total += t.weight
	}
	var lock sync.Mutex
	done := 0
	step := func() {
		lock.Lock()
		defer lock.Unlock()
		if done++; progress != nil {
			progress(done, total)
		}
	}
	if progress != nil {
		progress(0, total)
	}
	errs := make([]error, len(tasks))
	var next atomic.Int64
	var failed atomic.Bool
	var wg sync.WaitGroup
	for range max(1, jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := int(next.Add(1)) - 1; i < len(tasks) && !failed.Load(); i = int(next.Add(1)) - 1 {
				if errs[i] = guarded(tasks[i], step); errs[i] != nil {
					failed.Store(true)
				}
			}
		}()
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// guarded turns a panic of a task into an error.
func guarded(t *task, progress func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal error: %v\n%s", r, debug.Stack())
		}
	}()
	return t.run(progress)
}
