package sweep

import (
	"tilemark/tb/cosim/monitor"
)

// A pair is a cut in cycle c1 and a second one in a later cycle c2 of the run with the
// first, while the first is drained, saved or restored too. Runs with different first
// cuts that come into one state have the same second cuts ahead, so each state's are
// tried once.

// tail counts the pairs whose second interrupt is in a state or after it. Of a state in which the first one was answered, it counts as if
// that one had cut: whether it did does not show there.
type tail struct {
	tried, different int
	missed           [monitor.NumMisses]int
	first            uint64 // distance of the first that differs, in cycles, with different
	err              error  // of that one
}

// pairs is the number of those that are counted.
func (l *tail) pairs() int {
	n := l.tried
	for _, k := range l.missed {
		n -= k
	}
	return n
}

// withoutFirst makes it the tail after a first interrupt that found nothing to cut.
func (l *tail) withoutFirst() {
	l.missed = [monitor.NumMisses]int{monitor.MissFirst: l.tried - l.different}
}

// pairs tries all second cuts after a first one.
func (w *worker) pairs(c1 uint64, t *Report) error {
	start := w.cut.Machine.Evaluated()
	o := Outcome{Cycle: c1}
	states, rest, err := w.path()
	t.Evaluated += w.walk.M.Evaluated() - start
	if err != nil { // the first cut alone fails
		o.Err = err
		t.add(o)
		return nil
	}
	return w.seconds(c1, states, rest, t)
}

// once puts the walking machine after the first cut.
func (w *worker) once() error {
	w.walk.Load(&w.cut)
	if err := w.walk.InterruptSoon(); err != nil {
		return err
	}
	return w.walk.Step()
}

// path returns the states after the first cut, cycle by cycle, up to one whose second
// cuts are known, or to the end of the run, which is checked. What became of them is remembered.
func (w *worker) path() (states []waypoint, rest *tail, err error) {
	served, later := uint32(0), uint32(0)
	rest = &tail{}
	for err = w.once(); err == nil && !w.walk.Idle(); err = w.walk.Step() {
		at := w.walk.Key()
		served = w.firsts()
		if r, ok := w.walks.Load(at); ok {
			v, _ := w.known.Load(at)
			if f, told := v.(*fate); told {
				served, later = served+f.served, f.later
			}
			w.remember(states, served, later, nil)
			return states, r.(*tail), nil
		}
		states = append(states, waypoint{at, served})
	}
	if err == nil {
		err = w.walk.Finish()
	}
	if err == nil {
		err = w.walk.Check()
	}
	w.remember(states, w.firsts(), 0, err)
	return states, rest, err
}

// firsts counts the cuts that the first interrupt has asked for in the walking machine.
func (w *worker) firsts() uint32 {
	return w.walk.Mon.State().Int.Served - w.base.Mon.State().Int.Served
}

// second is what became of a second interrupt.
type second struct {
	Outcome
	waited bool // the first one waited for its answer then
}

// seconds tries the second cut in each of the states, and takes the rest as known. Some
// of all are run to their end.
func (w *worker) seconds(c1 uint64, states []waypoint, rest *tail, t *Report) error {
	start := w.cut.Machine.Evaluated()
	tried := make([]second, 0, len(states))
	err := w.once()
	for ; err == nil && len(tried) < len(states); err = w.walk.Step() {
		w.walk.Save(&w.second)
		o := second{w.try(&w.second, w.confirms(c1, w.walk.M.Cycle())), w.walk.Mon.Pending()}
		o.Cycle, o.Second = c1, w.walk.M.Cycle()
		if o.waited {
			o.joins()
		}
		tried = append(tried, o)
		if !o.waited && w.firsts() == 0 {
			o.Cut, o.Miss = false, monitor.MissFirst
		}
		t.add(o.Outcome)
	}
	t.Evaluated += w.walk.M.Evaluated() - start
	if err != nil {
		return err
	}
	if !w.walk.Mon.Pending() && w.firsts() == 0 {
		after := *rest
		after.withoutFirst()
		w.addRest(c1, &after, t)
	} else {
		w.addRest(c1, rest, t)
	}
	w.publish(states, tried, rest)
	return w.confirmRest(c1, rest, t)
}

// joins tells what became of a second interrupt that came while the first one waited: one cut may have served both.
func (o *second) joins() {
	switch o.served {
	case 0:
		o.Cut, o.Miss = false, monitor.MissFirst
	case 1:
		o.Cut, o.Miss = false, monitor.MissJoined
	}
}

// publish notes the second cuts ahead of each state, from the last to the first; the walking machine is after the last.
func (w *worker) publish(states []waypoint, tried []second, rest *tail) {
	all := *rest
	waits := w.walk.Mon.Pending()
	for i := len(states) - 1; i >= 0; i-- {
		o := &tried[i]
		if o.waited && !waits && w.firsts() == 0 {
			all.withoutFirst()
		}
		waits = o.waited
		all.tried++
		all.first++
		if !o.counts() {
			all.missed[o.Miss]++
		}
		if o.Err != nil {
			all.different++
			all.first, all.err = 0, o.Err
		}
		one := all
		w.walks.Store(states[i].at, &one)
	}
}

// addRest counts the second cuts that are known; the walking machine is at the first of
// them.
func (w *worker) addRest(c1 uint64, rest *tail, t *Report) {
	t.Tried += rest.tried
	t.Cuts += rest.pairs()
	for m, n := range rest.missed {
		t.Missed[m] += n
	}
	t.Different += rest.different
	equal := rest.pairs() - rest.different
	t.Equal, t.Shared, t.Converged = t.Equal+equal, t.Shared+equal, t.Converged+equal
	if rest.different > 0 && t.First == nil {
		t.First = &Outcome{Cycle: c1, Second: w.walk.M.Cycle() + rest.first, Err: rest.err, Shared: true}
	}
}

// confirmRest runs some of the pairs that were known to their end.
func (w *worker) confirmRest(c1 uint64, rest *tail, t *Report) error {
	if w.Full == 0 || rest.tried == 0 || rest.different > 0 {
		return nil
	}
	start := w.walk.M.Evaluated()
	var err error
	for ; err == nil && !w.walk.Idle(); err = w.walk.Step() {
		if !w.confirms(c1, w.walk.M.Cycle()) {
			continue
		}
		w.walk.Save(&w.second)
		w.fork.Load(&w.second)
		from := w.fork.M.Evaluated()
		o := Outcome{Cycle: c1, Second: w.walk.M.Cycle()}
		if o.Err = w.fork.InterruptSoon(); o.Err == nil {
			o.confirm(w.fork, nil)
		}
		t.confirmed(o, from, w.fork.M.Evaluated())
	}
	t.Confirm += w.walk.M.Evaluated() - start
	return err
}

// confirmed counts a run to the end of a pair that was counted as equal.
func (t *Report) confirmed(o Outcome, from, to uint64) {
	t.Confirmed++
	t.Confirm += to - from
	t.naive, t.measured = t.naive+to, t.measured+1
	if o.Err == nil {
		return
	}
	if t.Different++; t.Equal > 0 {
		t.Equal, t.Shared, t.Converged = t.Equal-1, t.Shared-1, t.Converged-1
	} else {
		t.Cuts++
	}
	if t.First == nil || o.before(t.First) {
		t.First = &o
	}
}

// confirms tells which pairs are run to their end: one in Full, spread over all.
func (s *Sweep) confirms(c1, c2 uint64) bool { return s.Full > 0 && (c1*7919+c2)%uint64(s.Full) == 0 }
