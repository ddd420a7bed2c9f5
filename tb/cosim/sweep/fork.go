package sweep

import (
	"errors"
	"fmt"

	"tilemark/tb/cosim"
	"tilemark/text/number"
)

// try interrupts a fork of a snapshot, follows it until its future is known and, with
// full, on to its end. One that has gone on from another run's course and fails is run
// again whole, so that its failure is named by its own cycles.
func (w *worker) try(at *cosim.Snapshot, full bool) (o Outcome) {
	f := w.forkFor(at)
	f.Load(at)
	served := f.Mon.State().Int.Served
	w.begins(f.M.Evaluated())
	start := w.began
	ended := w.follow(f, &o)
	reached := f.M.Evaluated()
	o.Evaluated = reached - w.began
	var failed error
	switch {
	case w.spliced && (full || o.Err != nil):
		failed = w.unspliced(f, at, &o)
		ended, reached, o.Repeated = false, start, o.Evaluated
	case !full:
		return o
	}
	if !ended {
		o.confirm(f, failed)
		o.Confirm = f.M.Evaluated() - reached
		if n := f.Mon.State().Int.Served - served; o.Err == nil && n != o.served+o.later {
			o.Err = fmt.Errorf("%w: the interrupt asked for %s cuts, but its shortcut says %s", ErrShortcut, number.Thousands(n), number.Thousands(o.served+o.later))
		}
	}
	o.Confirmed, o.Naive = true, f.M.Evaluated()
	return o
}

// ErrShortcut is a sweep that finds something wrong in a run that holds: its own fault, not the
// machine's.
var ErrShortcut = errors.New("the sweep is wrong")

// confirm runs to the end, unless the run has failed already. What was known must hold.
func (o *Outcome) confirm(f *cosim.Session, err error) {
	if err == nil {
		err = f.Finish()
	}
	if err == nil {
		err = f.Check()
	}
	switch {
	case o.Err != nil && err != nil:
		o.Err = err
	case o.Err != nil:
		o.Err = fmt.Errorf("%w: the run holds, but its shortcut says: %w", ErrShortcut, o.Err)
	case err != nil: // a failure of the run, all the same
		o.Err = fmt.Errorf("the sweep is wrong: the shortcut says that the run holds, but: %w", err)
	}
}

// follow interrupts, and runs until a restore begins in a known state, until a known
// state comes later, or to the end.
func (w *worker) follow(f *cosim.Session, o *Outcome) (ended bool) {
	account := &f.Mon.State().Int
	from := account.Served
	if o.Err = f.AwaitRoom(); o.Err != nil {
		return true
	}
	o.Miss = f.Mon.Miss()
	if o.Err = f.Interrupt(); o.Err != nil {
		return true
	}
	var path []waypoint
	var failed error // of the future that is known
	known := func(at uint64) bool {
		v, ok := w.known.Load(at)
		if !ok {
			path = append(path, waypoint{at, account.Served - from})
			return false
		}
		if fate, told := v.(*fate); told {
			o.served, o.later = fate.served, fate.later
			if fate.err != nil {
				failed = fmt.Errorf("the same future as a run that failed: %w", fate.err)
			}
		}
		return true
	}
	watchAbsence(f, true)
	shared, err := w.untilRestore(f, known)
	watchAbsence(f, false)
	if o.Shared = shared; err == nil && !shared {
		err = f.EachMark(true, func(int) bool { o.Converged = known(f.Key()); return !o.Converged })
	}
	if err == nil && !o.Shared && !o.Converged {
		if err = f.Finish(); err == nil {
			err = f.Check()
		}
		ended = true
	}
	if o.Err = err; err == nil {
		o.Err = failed
	}
	o.served += account.Served - from
	o.Cut = o.served > 0
	w.remember(path, o.served, o.later, o.Err)
	return ended || err != nil
}

// waypoint is a state on a run's way.
type waypoint struct {
	at     uint64 // its key
	served uint32 // cuts that interrupts asked for on the way there
}

// fate is what became of a state: in Sweep.known, nil stands for one that held and in which no cut was still to come.
type fate struct {
	err    error
	served uint32 // cuts that interrupts asked for from there on; only a state in which one waits has any
	later  uint32 // cuts that the uninterrupted run has from there on: a driver interrupts by itself
}

// remember notes what became of the states on a run's way, with all cuts that interrupts asked for in it, and those that come later.
func (s *Sweep) remember(path []waypoint, served, later uint32, err error) {
	for _, w := range path {
		if err != nil || served > w.served || later > 0 {
			s.known.Store(w.at, &fate{err, served - w.served, later})
		} else {
			s.known.Store(w.at, nil)
		}
	}
}

// alignment is the distance, in cycles, of the first comparisons of a pair's run: those
// of neighbouring second cuts come in the same cycle.
const alignment = 32

// untilRestore runs a fork until a context starts from its save area, or the machine is idle,
// and asks there whether the future is known; with pairs also before, since a second
// interrupt often waits, or is dropped, and it does not show when it came. While the context
// that was cut is away the fork may go on from another run's course.
func (w *worker) untilRestore(s *cosim.Session, known func(at uint64) bool) (bool, error) {
	s.Mon.AwaitRestore(true)
	defer s.Mon.AwaitRestore(false)
	look := ^uint64(0)
	if w.Pairs {
		look = (s.M.Cycle()/alignment + 1) * alignment
	}
	for !s.Idle() && !s.Mon.RestoreStarted() {
		before := s.M.Cycle()
		if err := s.Advance(min(look, before+s.Patience/4)); err != nil {
			return false, err
		}
		if err := s.Hung(); err != nil {
			return false, err
		}
		if s.M.Cycle() == before {
			return false, s.Hang("nothing can happen any more")
		}
		if s.Mon.Absent.Watched && !s.Mon.RestoreStarted() && w.continueElsewhere(s, known) {
			return true, nil
		}
		if s.M.Cycle() >= look && !s.Mon.RestoreStarted() {
			if known(s.Key()) {
				return true, nil
			}
			look = (s.M.Cycle()/(4*alignment) + 1) * 4 * alignment
		}
	}
	w.restoredIn = s.Key()
	return known(w.restoredIn), nil
}
