package cosim

import (
	"fmt"
	"slices"

	"tilemark/golden"
	"tilemark/hw/pipe"
)

// While a context is out of the machine, all that it is lies in memory. Nothing depends on its header, its save area,
// or what the monitors know of it, until something asks memory for one of those lines again. So the contexts that run
// meanwhile take one course in all runs that differ in nothing else: a run may go on from where that course led
// another one, when its own header, save area and monitor state are put in there (docs/decisions/0004-futures.md).

// absence is what a monitor watches of the context that a fork's interrupt has cut. It is no part of a session's state.
type absence struct {
	watched bool
	context int8 // none: no context is cut yet
	marked  bool // another context has passed a place of comparison
	over    bool // a line of the context's header or save area is asked for
}

// watchAbsence has the monitor stop a fork where its course may be compared, and where it ends.
func (s *Session) watchAbsence(on bool) {
	s.Mon.absent = absence{watched: on && s.sharesCourses(), context: none}
}

// sharesCourses tells whether runs of a session may go on from the courses of others. With paging and with a driver
// that schedules, software reads headers; entries of the status buffer tell cycles.
func (s *Session) sharesCourses() bool {
	return s.os == nil && s.driver == nil && s.V.Status == 0 && len(s.V.Traces) > 1
}

// leaves notes whom an interrupt cuts.
func (a *absence) leaves(context int8) {
	if a.watched {
		a.context = context
	}
}

// passesMark stops at a place of comparison of a context that runs while the one that was cut is away.
func (mon *Monitor) passesMark(pos int, t *golden.Trace) {
	if a := &mon.absent; a.watched && a.context != none && mon.v.Traces[a.context] != t && pos%markEvery == 0 {
		a.marked = true
		mon.stop()
	}
}

// asksFor stops when memory is asked for a line of the context that is away, whoever asks. Memory answers in a later
// cycle, so nothing has depended on the line yet. The writes of its save are left to pass.
func (mon *Monitor) asksFor(r *pipe.MemRequest) {
	a := &mon.absent
	if !a.watched || a.context == none || r.Op == pipe.Write && slices.Contains(mon.s.Slot[:], a.context) {
		return
	}
	if x := &mon.v.Image.Contexts[a.context]; r.Addr-x.Header < headerBytes || r.Addr-x.SaveArea < 4*savedLines {
		a.over = true
		mon.stop()
	}
}

// isAway tells whether the context that was cut is saved, and no interrupt waits. The monitors have compared its save
// area and header in memory with golden's when it left its slot, so no write to them is on its way.
func (s *Session) isAway() bool {
	mon := s.Mon
	return mon.absent.context != none && !mon.absent.over && !mon.pending() && !slices.Contains(mon.s.Slot[:], mon.absent.context)
}

// own is what belongs to a context that is away, and what its run has counted: all that keyWithout leaves out of a key.
type own struct {
	header [headerBytes / 4]uint32
	area   [savedLines]uint32
	state  contextState
	served uint32
}

// take copies it from a session.
func (o *own) take(s *Session, context int8) {
	x := &s.V.Image.Contexts[context]
	for i := range o.header {
		o.header[i] = s.Memory().ReadWord(x.Header + 4*uint32(i))
	}
	for i := range o.area {
		o.area[i] = s.Memory().ReadWord(x.SaveArea + 4*uint32(i))
	}
	o.state, o.served = s.Mon.s.Contexts[context], s.Mon.s.Int.Served
}

// give puts it into a session.
func (o *own) give(s *Session, context int8) {
	x := &s.V.Image.Contexts[context]
	for i, w := range o.header {
		s.Memory().WriteWord(x.Header+4*uint32(i), w)
	}
	for i, w := range o.area {
		s.Memory().WriteWord(x.SaveArea+4*uint32(i), w)
	}
	s.Mon.s.Contexts[context], s.Mon.s.Int.Served = o.state, o.served
}

// awayCourse is what a run went through while a context was away.
type awayCourse struct {
	context int8
	keys    []uint64 // of states in it, without what is the context's own
	end     Snapshot // at the end of the cycle in which one of the context's lines is asked for
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

// goesOn does what is due where the monitor has stopped a fork: it tells whether the fork's future is known, or has it
// go on from another run's course.
func (w *worker) goesOn(f *Session, known func(at uint64) bool) bool {
	a := &f.Mon.absent
	marked := a.marked
	a.marked = false
	switch {
	case a.over:
		w.endCourse(f)
	case marked && f.isAway():
		digest := f.M.Digest()
		if known(f.keyWithout(digest, none)) {
			return true
		}
		w.splice(f, f.keyWithout(digest, a.context))
	}
	return false
}

// splice has the fork go on from the end of a course that another run was in with the same key.
func (w *worker) splice(f *Session, key uint64) {
	context := f.Mon.absent.context
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
	f.watchAbsence(false)
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
func (w *worker) endCourse(f *Session) {
	if len(w.keys) > 0 {
		c := &w.courses[w.oldest]
		w.oldest = (w.oldest + 1) % mostCourses
		c.context, c.keys = f.Mon.absent.context, append(c.keys[:0], w.keys...)
		f.Save(&c.end)
	}
	f.watchAbsence(false)
}

// unspliced runs a spliced fork again up to its restore, without other runs' courses: it must come into the same state
// there. It returns what the run fails with.
func (w *worker) unspliced(f *Session, at *Snapshot, o *Outcome) error {
	led := w.restoredIn
	f.Load(at)
	if err := f.interruptSoon(); err != nil {
		return err
	}
	_, err := w.untilRestore(f, func(uint64) bool { return false })
	if err == nil && o.Err == nil && led != 0 && led != w.restoredIn {
		o.Err = fmt.Errorf("%w: the restore begins in another state than the course of another run leads to", ErrShortcut)
	}
	return err
}
