package cosim

// A pair is a cut in cycle c1 and a second one in a later cycle c2 of the run with the
// first, while the first is drained, saved or restored too. Runs with different first
// cuts that come into one state have the same second cuts ahead, so each state's are
// tried once.

// tail counts the pairs whose second cut is in a state or behind it.
type tail struct {
	cuts, different int
	cut             int
	first           uint64 // distance of the first that differs, in cycles, with different
	err             error  // of that one
}

// pairs tries all second cuts behind a first one.
func (w *worker) pairs(c1 uint64, t *Report) error {
	start := w.cut.machine.Evaluated()
	o := Outcome{Cycle: c1}
	keys, rest, err := w.path()
	w.remember(keys, err)
	t.Evaluated += w.walk.M.Evaluated() - start
	if err != nil { // the first cut alone fails
		o.Err = err
		t.add(o)
		return nil
	}
	return w.seconds(c1, keys, rest, t)
}

// once puts the walking machine behind the first cut.
func (w *worker) once() error {
	w.walk.Load(&w.cut)
	if err := w.walk.interruptSoon(); err != nil {
		return err
	}
	return w.walk.step()
}

// path returns the states behind the first cut, cycle by cycle, up to one whose second
// cuts are known, or to the end of the run, which is checked.
func (w *worker) path() (keys []uint64, rest *tail, err error) {
	for err = w.once(); err == nil && !w.walk.Idle(); err = w.walk.step() {
		at := w.walk.key()
		if r, ok := w.walks.Load(at); ok {
			return keys, r.(*tail), nil
		}
		keys = append(keys, at)
	}
	if err == nil {
		err = w.walk.Finish()
	}
	if err == nil {
		err = w.walk.Check()
	}
	return keys, &tail{}, err
}

// seconds tries the second cut in each of the states, and takes the rest as known. Some
// of all are run to their end.
func (w *worker) seconds(c1 uint64, keys []uint64, rest *tail, t *Report) error {
	start := w.cut.machine.Evaluated()
	tried := make([]Outcome, 0, len(keys))
	err := w.once()
	for ; err == nil && len(tried) < len(keys); err = w.walk.step() {
		w.walk.Save(&w.second)
		o := w.try(&w.second, w.confirms(c1, w.walk.M.Cycle()))
		o.Cycle, o.Second = c1, w.walk.M.Cycle()
		tried = append(tried, o)
		t.add(o)
	}
	t.Evaluated += w.walk.M.Evaluated() - start
	if err != nil {
		return err
	}
	w.publish(keys, tried, rest)
	w.addRest(c1, rest, t)
	return w.confirmRest(c1, rest, t)
}

// publish notes the second cuts ahead of each state, from the last to the first.
func (w *worker) publish(keys []uint64, tried []Outcome, rest *tail) {
	all := *rest
	for i := len(keys) - 1; i >= 0; i-- {
		o := &tried[i]
		all.cuts++
		all.first++
		if o.Cut {
			all.cut++
		}
		if o.Err != nil {
			all.different++
			all.first, all.err = 0, o.Err
		}
		one := all
		w.walks.Store(keys[i], &one)
	}
}

// addRest counts the second cuts that are known; the walking machine is at the first of
// them.
func (w *worker) addRest(c1 uint64, rest *tail, t *Report) {
	t.Cuts += rest.cuts
	t.Cut += rest.cut
	t.Different += rest.different
	equal := rest.cuts - rest.different
	t.Equal, t.Shared, t.Converged = t.Equal+equal, t.Shared+equal, t.Converged+equal
	if rest.different > 0 && t.First == nil {
		t.First = &Outcome{Cycle: c1, Second: w.walk.M.Cycle() + rest.first, Err: rest.err, Shared: true}
	}
}

// confirmRest runs some of the pairs that were known to their end.
func (w *worker) confirmRest(c1 uint64, rest *tail, t *Report) error {
	if w.Full == 0 || rest.cuts == 0 || rest.different > 0 {
		return nil
	}
	start := w.walk.M.Evaluated()
	var err error
	for ; err == nil && !w.walk.Idle(); err = w.walk.step() {
		if !w.confirms(c1, w.walk.M.Cycle()) {
			continue
		}
		w.walk.Save(&w.second)
		w.fork.Load(&w.second)
		from := w.fork.M.Evaluated()
		o := Outcome{Cycle: c1, Second: w.walk.M.Cycle()}
		if o.Err = w.fork.interruptSoon(); o.Err == nil {
			o.confirm(w.fork)
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
	t.Equal, t.Shared, t.Converged, t.Different = t.Equal-1, t.Shared-1, t.Converged-1, t.Different+1
	if t.First == nil || o.before(t.First) {
		t.First = &o
	}
}

// confirms tells which pairs are run to their end: one in Full, spread over all.
func (s *Sweep) confirms(c1, c2 uint64) bool { return s.Full > 0 && (c1*7919+c2)%uint64(s.Full) == 0 }
