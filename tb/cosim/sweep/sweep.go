// Package sweep interrupts a run at every cycle: it forks a session, cuts the fork, and follows it until its future is
// known (docs/decisions/0004-futures.md).
package sweep

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
	"tilemark/text/number"
)

// Sweep interrupts a vector at every cycle.
type Sweep struct {
	Config   hw.Config
	Vector   *vector.Vector
	Pairs    bool   // interrupt at every later cycle of each interrupted run as well
	From, To uint64 // cycles of the first cut, To exclusive; 0: the whole run
	Every    uint64 // 0: 1
	Jobs     int
	Full     int // every so many cuts is also run to its end; 0: none; FullAsNeeded: as the vector's length asks for
	// Progress, when given, is told of first cuts: when it is known how many there are, and after each.
	Progress func(done, total int)
	// Before are first cuts that a sweep before has tried; they are left out, and count.
	Before *Part
	// Tried, when given, is told of each first cut that was tried, by one goroutine. Its error ends the sweep.
	Tried func(t *Tried) error

	before *Part // Before, as it was at the start
	taken  atomic.Int64
	known  sync.Map // key of a state to *fate, or nil
	walks  sync.Map // key of a state to *tail: pairs whose second cut is in it or after it
	basis  atomic.Uint64
	held   holds // by event that passed in the uninterrupted run
}

// FullAsNeeded runs every cut of a short vector to its end, and one in fifty of others
// and of pairs.
const FullAsNeeded = -1

// shortRun is the length, in cycles, below which a vector is short.
const shortRun = 5000

// Run sweeps. The error is one of the sweep itself; differences are in the report.
func (s *Sweep) Run() (*Report, error) {
	last, err := s.reference()
	if err != nil {
		return nil, err
	}
	total, err := s.plan(last)
	if err != nil {
		return nil, err
	}
	if s.before = s.Before.clone(); s.before.end() > total {
		return nil, fmt.Errorf("%s first cuts were tried before; %s at most were expected", number.Thousands(s.before.end()), number.Thousands(total))
	}
	out, errs := s.start(total)
	rep, err := s.collect(out, total)
	if err != nil {
		return nil, err
	}
	rep.Cycles, rep.Whole = last, s.Every == 1 && s.From == cosim.StartCycles && s.To == last
	select {
	case err := <-errs:
		return rep, err
	default:
		return rep, nil
	}
}

// plan replaces what was left open by what the length of the uninterrupted run says, and
// returns the number of first cuts.
func (s *Sweep) plan(last uint64) (total int, err error) {
	if s.Every == 0 {
		s.Every = 1
	}
	if s.To == 0 || s.To > last {
		s.To = last
	}
	if s.Full == FullAsNeeded {
		s.Full = 50
		if last < shortRun && !s.Pairs {
			s.Full = 1
		}
	}
	s.From = max(s.From, cosim.StartCycles)
	if s.From >= s.To {
		return 0, fmt.Errorf("nothing to sweep: from cycle %d to %d, the run has %s", s.From, s.To, number.Thousands(last))
	}
	return int((s.To - s.From + s.Every - 1) / s.Every), nil
}

// collect adds up what the workers send until they have finished.
func (s *Sweep) collect(out <-chan Tried, total int) (rep *Report, err error) {
	rep = &Report{Pairs: s.Pairs}
	rep.merge(&s.before.report)
	done := s.before.Count()
	if s.Progress != nil {
		s.Progress(done, total)
	}
	for t := range out {
		if err != nil {
			continue // the workers are on their way out
		}
		rep.merge(&t.Report)
		for _, e := range t.next {
			s.before.next[e] = true
		}
		if s.Tried != nil {
			if err = s.Tried(&t); err != nil {
				s.taken.Store(int64(total))
			}
		}
		if done++; s.Progress != nil {
			s.Progress(done, total)
		}
	}
	rep.Evaluated += s.basis.Load()
	rep.countTiles(s.Vector.Traces, s.before.next, s.held)
	return rep, err
}

// start starts the workers; the first channel is closed when they have finished.
func (s *Sweep) start(total int) (<-chan Tried, <-chan error) {
	out := make(chan Tried, 256)
	var wg sync.WaitGroup
	s.taken.Store(0)
	errs := make(chan error, max(1, s.Jobs))
	for range max(1, s.Jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					errs <- fmt.Errorf("internal error: %v\n%s", r, debug.Stack())
				}
			}()
			if err := s.work(total, out); err != nil {
				errs <- err
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out, errs
}

// reference runs the vector uninterrupted, checks it, and notes the machine's digest
// at places of golden's sequence, for convergence.
func (s *Sweep) reference() (last uint64, err error) {
	ref, err := cosim.NewSession(s.Config, s.Vector, true)
	if err != nil {
		return 0, err
	}
	s.held = holds{}
	ref.Mon.OnPass(func(t *golden.Trace, i int) {
		context := slices.Index(s.Vector.Traces, t)
		s.held[monitor.EventPlace{Context: context, Event: i}] = ref.Mon.Hold(context)
	})
	var path []waypoint
	err = ref.EachMark(false, func(pos int) bool {
		path = append(path, waypoint{ref.Key(), ref.Mon.State().Int.Served})
		return true
	})
	if err == nil {
		err = ref.Finish()
	}
	if err == nil {
		err = ref.Check()
	}
	if err != nil {
		return 0, fmt.Errorf("the uninterrupted run fails: %w", err)
	}
	for _, w := range path {
		s.remember([]waypoint{{at: w.at}}, 0, ref.Mon.State().Int.Served-w.served, nil)
	}
	s.basis.Add(ref.M.Evaluated())
	return ref.M.Cycle(), nil
}

// batch is the number of neighbouring cuts that a worker takes at a time.
const batch = 16

// worker has the machines of one goroutine.
type worker struct {
	*Sweep
	splicer
	base, fork, walk *cosim.Session
	guarded          *cosim.Session // a fork with guards on its connections
	cut, second      cosim.Snapshot
	next             map[monitor.EventPlace]bool // events that were next at some cut
	fresh            []monitor.EventPlace        // those of them that nobody was told of
}

// guardedOneIn is the number of cuts of which one is followed with guards on all connections.
const guardedOneIn = 32

// forkFor returns the machine in which a cut at a snapshot is followed. It depends on the snapshot's cycle alone, so that a
// sweep has the same result with any number of workers.
func (w *worker) forkFor(at *cosim.Snapshot) *cosim.Session {
	if wires.Mix(guardedOneIn, at.Machine.Cycle())%guardedOneIn == 0 {
		return w.guarded
	}
	return w.fork
}

func (s *Sweep) newWorker() (w *worker, err error) {
	w = &worker{Sweep: s, next: map[monitor.EventPlace]bool{}}
	for _, m := range []**cosim.Session{&w.base, &w.fork, &w.guarded, &w.walk} {
		if m == &w.walk && !s.Pairs {
			continue
		}
		if *m, err = cosim.NewSession(s.Config, s.Vector, true); err != nil {
			return nil, err
		}
		(*m).Mon.OnCut = w.saw
	}
	w.base.M.Guard()
	w.guarded.M.Guard()
	return w, nil
}

// saw notes that an event was next at a cut.
func (w *worker) saw(e monitor.EventPlace) {
	if !w.next[e] {
		w.next[e] = true
		w.fresh = append(w.fresh, e)
	}
}

// work takes batches of first cuts until all are taken.
func (s *Sweep) work(total int, out chan<- Tried) error {
	w, err := s.newWorker()
	if err != nil {
		return err
	}
	defer func() { w.basis.Add(w.base.M.Evaluated()) }()
	for {
		from := int(s.taken.Add(batch)) - batch
		if from >= total {
			return nil
		}
		for i := from; i < min(from+batch, total); i++ {
			if w.before.has(i) {
				continue
			}
			t, err := w.first(i)
			if err != nil {
				return err
			}
			out <- Tried{t, i, w.fresh}
			w.fresh = nil
		}
	}
}

// first tries the first cut of a number, and with pairs all second cuts after it.
func (w *worker) first(i int) (t Report, err error) {
	cycle := w.From + uint64(i)*w.Every
	if err := w.base.RunTo(cycle); err != nil {
		return t, err
	}
	w.base.Save(&w.cut)
	if w.Pairs {
		err = w.pairs(cycle, &t)
		return t, err
	}
	o := w.try(&w.cut, w.Full > 0 && i%w.Full == 0)
	o.Cycle = cycle
	t.add(o)
	return t, nil
}
