package sweep

import (
	"fmt"
	"slices"

	"tilemark/tb/cosim"
	"tilemark/tb/cosim/monitor"
	"tilemark/tb/cosim/vector"
)

// While a context is out of the machine, all that it is lies in memory. Nothing depends on its header, its save area,
// or what the monitors know of it, until something asks memory for one of those lines again. So the contexts that run
// meanwhile take one course in all runs that differ in nothing else: a run may go on from where that course led
// another one, when its own header, save area and monitor state are put in there (docs/decisions/0004-futures.md).

// watchAbsence has the monitor stop a fork where its course may be compared, and where it ends.
func watchAbsence(f *cosim.Session, on bool) { f.Mon.WatchAbsence(on && sharesCourses(f)) }

// sharesCourses tells whether runs of a session may go on from the courses of others. With paging and with a driver
// that schedules, software reads headers; entries of the status buffer tell cycles.
func sharesCourses(s *cosim.Session) bool {
	return !s.Active() && s.V.Status == 0 && len(s.V.Traces) > 1
}

// own is what belongs to a context that is away, and what its run has counted: all that KeyWithout leaves out of a key.
type own struct {
	header [vector.HeaderBytes / 4]uint32
	area   [vector.SavedLines]uint32
	state  monitor.ContextState
	served uint32
}

// take copies it from a session.
func (o *own) take(s *cosim.Session, context int8) {
	x := &s.V.Image.Contexts[context]
	for i := range o.header {
		o.header[i] = s.Memory().ReadWord(x.Header + 4*uint32(i))
	}
	for i := range o.area {
		o.area[i] = s.Memory().ReadWord(x.SaveArea + 4*uint32(i))
	}
	o.state, o.served = s.Mon.State().Contexts[context], s.Mon.State().Int.Served
}

// give puts it into a session.
func (o *own) give(s *cosim.Session, context int8) {
	x := &s.V.Image.Contexts[context]
	for i, w := range o.header {
		s.Memory().WriteWord(x.Header+4*uint32(i), w)
	}
	for i, w := range o.area {
		s.Memory().WriteWord(x.SaveArea+4*uint32(i), w)
	}
	s.Mon.State().Contexts[context], s.Mon.State().Int.Served = o.state, o.served
}

// awayCourse is what a run went through while a context was away.
type awayCourse struct {
	context int8
	keys    []uint64       // of states in it, without what is the context's own
	end     cosim.Snapshot // at the end of the cycle in which one of the context's lines is asked for
}

// mostCourses is how many courses a worker remembers: those of the cuts before.
const mostCourses = 6

// splicer is what a worker knows of courses, and of the fork that it follows.
type splicer struct {
	courses    [mostCourses]awayCourse
	oldest     int
	keys       []uint64 // of the fork's course so far
	spliced    bool     // the fork has gone on from another run's course
	began      uint64   // cycles evaluated when the fork began; of a spliced one, as if it had gone all the way itself
	restoredIn uint64   // key of the state in which its restore began; 0: it has not
}

// begins forgets the fork before.
func (p *splicer) begins(evaluated uint64) {
	p.keys, p.spliced, p.began, p.restoredIn = p.keys[:0], false, evaluated, 0
}

// continueElsewhere does what is due where the monitor has stopped a fork: it tells whether the fork's future is known, or has it
// go on from another run's course.
func (w *worker) continueElsewhere(f *cosim.Session, known func(at uint64) bool) bool {
	a := &f.Mon.Absent
	marked := a.Marked
	a.Marked = false
	switch {
	case a.Over:
		w.endCourse(f)
	case marked && f.Mon.IsAway():
		digest := f.M.Digest()
		if known(f.KeyWithout(digest, vector.None)) {
			return true
		}
		w.splice(f, f.KeyWithout(digest, a.Context))
	}
	return false
}

// splice has the fork go on from the end of a course that another run was in with the same key.
func (w *worker) splice(f *cosim.Session, key uint64) {
	context := f.Mon.Absent.Context
	c := w.courseWith(context, key)
	if c == nil {
		w.keys = append(w.keys, key)
		return
	}
	var mine own
	mine.take(f, context)
	before := f.M.Evaluated()
	f.Load(&c.end)
	mine.give(f, context)
	w.began += f.M.Evaluated() - before
	w.spliced = true
	watchAbsence(f, false)
}

// courseWith returns a course that a key is in; nil: there is none.
func (w *worker) courseWith(context int8, key uint64) *awayCourse {
	for i := range w.courses {
		if c := &w.courses[i]; c.context == context && slices.Contains(c.keys, key) {
			return c
		}
	}
	return nil
}

// endCourse remembers the fork's course.
func (w *worker) endCourse(f *cosim.Session) {
	if len(w.keys) > 0 {
		c := &w.courses[w.oldest]
		w.oldest = (w.oldest + 1) % mostCourses
		c.context, c.keys = f.Mon.Absent.Context, append(c.keys[:0], w.keys...)
		f.Save(&c.end)
	}
	watchAbsence(f, false)
}

// unspliced runs a spliced fork again up to its restore, without other runs' courses: it must come into the same state
// there. It returns what the run fails with.
func (w *worker) unspliced(f *cosim.Session, at *cosim.Snapshot, o *Outcome) error {
	led := w.restoredIn
	f.Load(at)
	if err := f.InterruptSoon(); err != nil {
		return err
	}
	_, err := w.untilRestore(f, func(uint64) bool { return false })
	if err == nil && o.Err == nil && led != 0 && led != w.restoredIn {
		o.Err = fmt.Errorf("%w: the restore begins in another state than the course of another run leads to", ErrShortcut)
	}
	return err
}
