package cosim

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/wires"
)

// Outcome is what became of one cut, or of a pair of cuts.
type Outcome struct {
	Cycle     uint64
	Second    uint64 // of a pair: the cycle of its second cut, in the run with the first
	Err       error  // nil: equal
	Cut       bool   // the interrupt cut a context; otherwise there was nothing to cut
	Shared    bool   // its restore began in a state whose future was known
	Converged bool   // it came later into a state whose future was known
	Confirmed bool   // it was run to its end besides
	Evaluated uint64 // cycles until its future was known
	Confirm   uint64 // cycles from there to its end
	Naive     uint64 // cycles of the run from the start to the end; 0: not measured
	Next      int    // event of the first context that was next at the cut; -1: no cut
}

// Report is the result of a sweep.
type Report struct {
	Pairs     bool // pairs of cuts were tried
	Cuts      int  // or pairs
	Equal     int
	Different int
	Converged int // shared futures included
	Shared    int
	Confirmed int    // run to their end, whatever was known
	Cycles    uint64 // of the uninterrupted run
	Evaluated uint64 // cycles evaluated until every future was known
	Confirm   uint64 // cycles evaluated to confirm
	Cut       int    // interrupts that cut a context; the others found nothing to cut
	First     *Outcome
	Tiles     int // tiles of the first context
	TilesCut  int // tiles that were the next one at some cut

	naive    uint64 // cycles of measured runs from the start to the end
	measured int
}

// String is the sweep's last line.
func (r *Report) String() string {
	what := "cuts"
	if r.Pairs {
		what = "pairs"
	}
	return fmt.Sprintf("%d %s: %d equal, %d different, %d converged early", r.Cuts, what, r.Equal, r.Different, r.Converged)
}

// Naive is the number of cycles that running each cut from the start to the end would
// evaluate: the mean of the runs that were measured, times the cuts. 0: none was.
func (r *Report) Naive() uint64 {
	if r.measured == 0 {
		return 0
	}
	return uint64(float64(r.naive) / float64(r.measured) * float64(r.Cuts))
}

// Sweep interrupts a vector at every cycle.
type Sweep struct {
	Config   hw.Config
	Vector   *Vector
	Pairs    bool   // interrupt at every later cycle of each interrupted run as well
	From, To uint64 // cycles of the first cut, To exclusive; 0: the whole run
	Every    uint64 // 0: 1
	Jobs     int
	Full     int // every so many cuts is also run to its end; 0: none; FullAsNeeded: as the vector's length asks for
	Progress func(done, total int)

	known sync.Map // key of a state to the error of its future, or nil
	walks sync.Map // key of a state to *tail: pairs whose second cut is in it or behind it
	basis atomic.Uint64
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
	s.From = max(s.From, startCycles)
	if s.From >= s.To {
		return nil, fmt.Errorf("nothing to sweep: from cycle %d to %d, the run has %d", s.From, s.To, last)
	}
	total := int((s.To - s.From + s.Every - 1) / s.Every)
	rep := &Report{Cycles: last, Pairs: s.Pairs}
	next := map[int]bool{} // events that were next at some cut
	out, errs := s.start(total)
	firsts := 0
	for part := range out {
		rep.merge(&part)
		for _, n := range part.next {
			next[n] = true
		}
		if firsts++; s.Progress != nil {
			s.Progress(firsts, total)
		}
	}
	rep.Evaluated += s.basis.Load()
	rep.countTiles(s.Vector.Traces[0], next)
	select {
	case err := <-errs:
		return rep, err
	default:
		return rep, nil
	}
}

// start starts the workers; the first channel is closed when they have finished.
func (s *Sweep) start(total int) (<-chan tally, <-chan error) {
	out := make(chan tally, 256)
	var wg sync.WaitGroup
	var taken atomic.Int64
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
			if err := s.work(&taken, total, out); err != nil {
				errs <- err
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out, errs
}

// tally counts the cuts, or pairs, with one first cut.
type tally struct {
	Report
	next []int
}

func (r *tally) add(o Outcome) {
	r.Cuts++
	r.Evaluated += o.Evaluated
	r.Confirm += o.Confirm
	if o.Confirmed {
		r.Confirmed++
	}
	if o.Naive > 0 {
		r.naive, r.measured = r.naive+o.Naive, r.measured+1
	}
	if o.Cut {
		r.Cut++
	}
	if o.Next >= 0 {
		r.next = append(r.next, o.Next)
	}
	if o.Err != nil {
		r.Different++
		if r.First == nil || o.before(r.First) {
			r.First = &o
		}
		return
	}
	if o.Shared {
		r.Shared++
	}
	if o.Shared || o.Converged {
		r.Converged++
	}
	r.Equal++
}

func (o *Outcome) before(p *Outcome) bool {
	return o.Cycle < p.Cycle || o.Cycle == p.Cycle && o.Second < p.Second
}

func (r *Report) merge(t *tally) {
	r.Cuts += t.Cuts
	r.Equal += t.Equal
	r.Different += t.Different
	r.Converged += t.Converged
	r.Shared += t.Shared
	r.Confirmed += t.Confirmed
	r.Evaluated += t.Evaluated
	r.Confirm += t.Confirm
	r.Cut += t.Cut
	r.naive += t.naive
	r.measured += t.measured
	if t.First != nil && (r.First == nil || t.First.before(r.First)) {
		r.First = t.First
	}
}

// countTiles tells how many of golden's tiles were the next one at some cut.
func (r *Report) countTiles(t *golden.Trace, next map[int]bool) {
	for i := range t.Events {
		if t.Events[i].Kind != golden.KindTile {
			continue
		}
		r.Tiles++
		if next[i] {
			r.TilesCut++
		}
	}
}

// reference runs the vector uninterrupted, checks it, and notes the machine's digest
// at places of golden's sequence, for convergence.
func (s *Sweep) reference() (last uint64, err error) {
	ref, err := NewSession(s.Config, s.Vector, true)
	if err != nil {
		return 0, err
	}
	var path []uint64
	err = ref.eachMark(false, func(pos int) bool {
		path = append(path, ref.key())
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
	s.remember(path, nil)
	s.basis.Add(ref.M.Evaluated())
	return ref.M.Cycle(), nil
}

// markEvery is the number of golden's events between two places at which runs are
// compared.
const markEvery = 32

// maxStep is the greatest distance between two places, in markEvery events: a run that
// comes into a known state is not followed much longer than needed, and digests stay a
// small part of the work.
const maxStep = 4

// eachMark runs on and calls at behind the cycle in which the first context passes each
// place of comparison, until at returns false or the machine is idle. With backOff the
// distance doubles from one place to the next, up to maxStep; the places are the same for all runs.
func (s *Session) eachMark(backOff bool, at func(pos int) bool) error {
	c := &s.Mon.s.Contexts[0]
	step := 1
	next := (c.Pos/markEvery + 1) * markEvery
	s.Mon.stopAt = next
	defer func() { s.Mon.stopAt = 0 }()
	for !s.Idle() {
		before := s.M.Cycle()
		if err := s.M.Run(before + s.Patience/4); err != nil {
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

// batch is the number of neighbouring cuts that a worker takes at a time.
const batch = 16

// worker has the machines of one goroutine.
type worker struct {
	*Sweep
	base, fork, walk *Session
	cut, second      Snapshot
}

func (s *Sweep) newWorker() (w *worker, err error) {
	w = &worker{Sweep: s}
	for _, m := range []**Session{&w.base, &w.fork, &w.walk} {
		if m == &w.walk && !s.Pairs {
			continue
		}
		if *m, err = NewSession(s.Config, s.Vector, true); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (s *Sweep) work(next *atomic.Int64, total int, out chan<- tally) error {
	w, err := s.newWorker()
	if err != nil {
		return err
	}
	defer func() { s.basis.Add(w.base.M.Evaluated()) }()
	for {
		from := int(next.Add(batch)) - batch
		if from >= total {
			return nil
		}
		for i := from; i < min(from+batch, total); i++ {
			cycle := s.From + uint64(i)*s.Every
			if err := w.base.RunTo(cycle); err != nil {
				return err
			}
			w.base.Save(&w.cut)
			var t tally
			if s.Pairs {
				err = w.pairs(cycle, &t)
			} else {
				o := w.try(&w.cut, s.Full > 0 && i%s.Full == 0)
				o.Cycle = cycle
				t.add(o)
			}
			if err != nil {
				return err
			}
			out <- t
		}
	}
}

// Snapshot is a machine and its monitors between two cycles.
type Snapshot struct {
	machine wires.Snapshot
	monitor monitorState
}

// Save takes a snapshot.
func (s *Session) Save(to *Snapshot) {
	s.M.Save(&to.machine)
	if s.Mon != nil {
		to.monitor = s.Mon.s
	}
}

// Load puts a snapshot of a session with the same configuration and vector back.
func (s *Session) Load(from *Snapshot) {
	s.M.Load(&from.machine)
	if s.Mon != nil {
		s.Mon.s = from.monitor
	}
}

// try interrupts a fork of a snapshot, follows it until its future is known and, with
// full, on to its end.
func (w *worker) try(at *Snapshot, full bool) (o Outcome) {
	f := w.fork
	f.Load(at)
	start := f.M.Evaluated()
	ended := w.follow(f, &o)
	reached := f.M.Evaluated()
	o.Evaluated = reached - start
	if !full {
		return o
	}
	if !ended {
		o.confirm(f)
		o.Confirm = f.M.Evaluated() - reached
	}
	o.Confirmed, o.Naive = true, f.M.Evaluated()
	return o
}

// confirm runs to the end. What was known must hold.
func (o *Outcome) confirm(f *Session) {
	err := f.Finish()
	if err == nil {
		err = f.Check()
	}
	switch {
	case o.Err != nil && err != nil:
		o.Err = err
	case o.Err != nil:
		o.Err = fmt.Errorf("the sweep is wrong: the run holds, but its shortcut says: %w", o.Err)
	case err != nil:
		o.Err = fmt.Errorf("the sweep is wrong: the shortcut says that the run holds, but: %w", err)
	}
}

// follow interrupts, and runs until a restore begins in a known state, until a known
// state comes later, or to the end.
func (s *Sweep) follow(f *Session, o *Outcome) (ended bool) {
	o.Next = -1
	cuts := f.Mon.s.Cuts
	if o.Err = f.Interrupt(); o.Err != nil {
		return true
	}
	var path []uint64
	known := func() bool {
		at := f.key()
		v, ok := s.known.Load(at)
		if ok {
			if err, bad := v.(error); bad {
				o.Err = fmt.Errorf("the same future as a run that failed: %w", err)
			}
			return true
		}
		path = append(path, at)
		return false
	}
	o.Shared, o.Err = f.untilRestore(s.Pairs, known)
	if o.Cut = f.Mon.s.Cuts > cuts; o.Cut && f.Mon.restored {
		o.Next = f.Mon.s.Contexts[0].Saved
	}
	if !o.Shared && o.Err == nil {
		err := f.eachMark(true, func(int) bool { o.Converged = known(); return !o.Converged })
		if err != nil {
			o.Err = err
		}
	}
	if !o.Shared && !o.Converged && o.Err == nil {
		if o.Err = f.Finish(); o.Err == nil {
			o.Err = f.Check()
		}
		ended = true
	}
	s.remember(path, o.Err)
	return ended || o.Err != nil && !o.Shared && !o.Converged
}

// remember notes what became of the states on a run's way.
func (s *Sweep) remember(path []uint64, err error) {
	for _, at := range path {
		if err != nil {
			s.known.Store(at, err)
		} else {
			s.known.Store(at, nil)
		}
	}
}

// alignment is the distance, in cycles, of the first comparisons of a pair's run: those
// of neighbouring second cuts come in the same cycle.
const alignment = 32

// untilRestore runs until a context starts from its save area, or the machine is idle,
// and asks there whether the future is known; with early also before, since a second
// interrupt often waits, or is dropped, and it does not show when it came.
func (s *Session) untilRestore(early bool, known func() bool) (bool, error) {
	s.Mon.stopRestore = true
	defer func() { s.Mon.stopRestore = false }()
	s.Mon.restored = false
	look := ^uint64(0)
	if early {
		look = (s.M.Cycle()/alignment + 1) * alignment
	}
	for !s.Idle() && !s.Mon.restored {
		before := s.M.Cycle()
		if err := s.M.Run(min(look, before+s.Patience/4)); err != nil {
			return false, err
		}
		if err := s.hung(); err != nil {
			return false, err
		}
		if s.M.Cycle() == before {
			return false, s.Hang("nothing can happen any more")
		}
		if s.M.Cycle() >= look && !s.Mon.restored {
			if known() {
				return true, nil
			}
			look = look + 4*alignment - look%(4*alignment)
		}
	}
	return known(), nil
}
