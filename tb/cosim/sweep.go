package cosim

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Outcome is what became of one cut.
type Outcome struct {
	Cycle     uint64
	Err       error // nil: equal
	Cut       bool  // the interrupt cut a context; otherwise there was nothing to cut
	Shared    bool  // its restore began in a state whose future was known
	Converged bool  // its state became that of a run that held, at the same place
	Evaluated uint64
	Next      int // event of the first context that was next at the cut; -1: no cut
}

// Report is the result of a sweep.
type Report struct {
	Cuts      int
	Equal     int
	Different int
	Converged int // shared futures included
	Shared    int
	Cycles    uint64 // of the uninterrupted run
	Evaluated uint64 // cycles evaluated in all forks
	Cut       int    // interrupts that cut a context; the others found nothing to cut
	First     *Outcome
	Tiles     int // tiles of the first context
	TilesCut  int // tiles that were the next one at some cut
}

// String is the sweep's last line.
func (r *Report) String() string {
	return fmt.Sprintf("%d cuts: %d equal, %d different, %d converged early", r.Cuts, r.Equal, r.Different, r.Converged)
}

// Sweep interrupts a vector at every cycle.
type Sweep struct {
	Config   hw.Config
	Vector   *Vector
	From, To uint64 // cycles, To exclusive; 0: the whole run
	Every    uint64 // 0: 1
	Jobs     int
	Full     int // every so many cuts is run to its end whatever is known; 0: none
	Progress func(done, total int)

	future sync.Map // digest when the restore begins to error or nil
	good   sync.Map // digest at a place of golden's sequence, of runs that held
}

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
	s.From = max(s.From, startCycles)
	if s.From >= s.To {
		return nil, fmt.Errorf("nothing to sweep: from cycle %d to %d, the run has %d", s.From, s.To, last)
	}
	total := int((s.To - s.From + s.Every - 1) / s.Every)
	rep := &Report{Cycles: last}
	next := map[int]bool{} // events that were next at some cut
	out := make(chan Outcome, 256)
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
	for o := range out {
		rep.add(o)
		next[o.Next] = true
		if s.Progress != nil {
			s.Progress(rep.Cuts, total)
		}
	}
	rep.countTiles(s.Vector.Traces[0], next)
	select {
	case err := <-errs:
		return rep, err
	default:
		return rep, nil
	}
}

func (r *Report) add(o Outcome) {
	r.Cuts++
	r.Evaluated += o.Evaluated
	if o.Cut {
		r.Cut++
	}
	switch {
	case o.Err != nil:
		r.Different++
		if r.First == nil || o.Cycle < r.First.Cycle {
			r.First = &o
		}
		return
	case o.Shared:
		r.Shared++
		r.Converged++
	case o.Converged:
		r.Converged++
	}
	r.Equal++
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
		path = append(path, ref.place(pos))
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
	s.remember(path)
	return ref.M.Cycle(), nil
}

// markEvery is the number of golden's events between two places at which runs are
// compared.
const markEvery = 32

// eachMark runs on and calls at behind the cycle in which the first context passes each
// place of comparison, until at returns false or the machine is idle. With backOff the
// distance doubles from one place to the next; the places are the same for all runs.
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
				step *= 2
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
const batch = 64

func (s *Sweep) work(next *atomic.Int64, total int, out chan<- Outcome) error {
	base, err := NewSession(s.Config, s.Vector, true)
	if err != nil {
		return err
	}
	fork, err := NewSession(s.Config, s.Vector, true)
	if err != nil {
		return err
	}
	var snap Snapshot
	for {
		from := int(next.Add(batch)) - batch
		if from >= total {
			return nil
		}
		for i := from; i < min(from+batch, total); i++ {
			cycle := s.From + uint64(i)*s.Every
			if err := base.RunTo(cycle); err != nil {
				return err
			}
			base.Save(&snap)
			fork.Load(&snap)
			o := s.cut(fork, s.Full > 0 && i%s.Full == 0)
			o.Cycle = cycle
			out <- o
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

var errDiffers = errors.New("the same future as a cut that failed")

// cut interrupts the forked machine and follows it until its future is known.
func (s *Sweep) cut(f *Session, full bool) (o Outcome) {
	start := f.M.Evaluated()
	o.Next = -1
	defer func() { o.Evaluated = f.M.Evaluated() - start }()
	cuts := f.Mon.s.Cuts
	if o.Err = f.Interrupt(); o.Err != nil {
		return o
	}
	if o.Err = f.untilRestore(); o.Err != nil {
		return o
	}
	if o.Cut = f.Mon.s.Cuts > cuts; o.Cut && f.Mon.restored {
		o.Next = f.Mon.s.Contexts[0].Saved
	}
	key := f.futureDigest()
	if known, ok := s.future.Load(key); ok && !full {
		o.Shared = true
		if known != nil {
			o.Err = errDiffers
		}
		return o
	}
	o.Converged, o.Err = s.follow(f, full)
	if o.Err == nil {
		s.future.Store(key, nil)
	} else {
		s.future.Store(key, o.Err)
	}
	return o
}

// follow runs to the end, or until the machine is in a state at which a run that held,
// interrupted or not, was at the same place.
func (s *Sweep) follow(f *Session, full bool) (converged bool, err error) {
	var path []uint64
	if !full {
		err = f.eachMark(true, func(pos int) bool {
			at := f.place(pos)
			_, converged = s.good.Load(at)
			path = append(path, at)
			return !converged
		})
		if err != nil {
			return false, err
		}
	}
	if !converged {
		if err := f.Finish(); err != nil {
			return false, err
		}
		if err := f.Check(); err != nil {
			return false, err
		}
	}
	s.remember(path)
	return converged, nil
}

// place is the digest of the machine at a place of golden's sequence. It leaves headers
// and save areas out: what they hold is written anew before it is read again.
func (s *Session) place(pos int) uint64 {
	h := wires.Mix(s.M.Digest(), uint64(pos))
	for i := range s.V.Traces {
		h = wires.Mix(h, uint64(s.Mon.s.Contexts[i].Pos))
	}
	return h
}

// remember notes the states on the way of a run that held.
func (s *Sweep) remember(path []uint64) {
	for _, at := range path {
		s.good.Store(at, nil)
	}
}

// untilRestore runs until a context starts from its save area, or the machine is idle.
func (s *Session) untilRestore() error {
	s.Mon.stopRestore = true
	defer func() { s.Mon.stopRestore = false }()
	s.Mon.restored = false
	for !s.Idle() && !s.Mon.restored {
		before := s.M.Cycle()
		if err := s.M.Run(before + s.Patience/4); err != nil {
			return err
		}
		if err := s.hung(); err != nil {
			return err
		}
		if s.M.Cycle() == before {
			return s.Hang("nothing can happen any more")
		}
	}
	return nil
}

// futureDigest is the digest of everything that the rest of the run depends on: the
// machine, and what its own digest leaves out of memory.
func (s *Session) futureDigest() uint64 {
	h := s.M.Digest()
	for i := range s.V.Image.Contexts {
		x := &s.V.Image.Contexts[i]
		for at := x.Header; at < x.Header+32; at += 4 {
			h = wires.Mix(h, uint64(s.M.Memory.ReadWord(at)))
		}
		for at := x.SaveArea; at < x.SaveArea+regs.SaveAreaBytes; at += 4 {
			h = wires.Mix(h, uint64(s.M.Memory.ReadWord(at)))
		}
		h = wires.Mix(h, uint64(s.Mon.s.Contexts[i].Pos))
	}
	return h
}
