// Package states says in which states the threads, CTAs and tasks of a cluster are, and what each event does to them in each state (spec chapter 12, "On one page each"). docs/states.md is
// made from its tables; a test of tb/cluster compares them with runs of the bench, cycle by cycle.
package states

import (
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// View is the state of a cluster's pipeline manager and multiprocessors.
type View struct {
	PM      *pm.PM
	Threads []pm.Thread // of all multiprocessors
	CTAs    []pm.CTA
	Tasks   []pipe.Task
	SMs     []*sm.SM
	In      [][]sm.Thread // of each multiprocessor
}

// NewView is a view of blocks in a domain.
func NewView(d *wires.Domain, p *pm.PM, list []*sm.SM) *View {
	v := &View{PM: p, Threads: stored[[]pm.Thread](d, p, "threads"), CTAs: stored[[]pm.CTA](d, p, "ctas"), Tasks: stored[[]pipe.Task](d, p, "tasks"), SMs: list}
	for _, m := range list {
		v.In = append(v.In, stored[[]sm.Thread](d, m, "threads"))
	}
	return v
}

// stored is an array that a block has registered.
func stored[T any](d *wires.Domain, b wires.Block, name string) T {
	for _, s := range d.Stored(b) {
		if s.Name == name {
			return s.Array.Slice(0, s.Array.Len()).Interface().(T)
		}
	}
	panic(b.Name() + " has no " + name)
}

// per is the number of thread slots of a multiprocessor.
func (v *View) per() int { return len(v.In[0]) }

// has tells whether a thread is in a set.
func has(set *sm.Bits, n int) bool { return set[n/64]>>(n%64)&1 != 0 }

// Request is the state of the request of a side that has come to PM and has no place; Gone: there is none.
func (v *View) Request(side int) State {
	s := &v.PM.S
	w := &s.Waiting[side]
	switch {
	case w.Beats == 0, s.Phase == pm.Forward && int(s.Source) == side:
		return Gone
	case side == pipe.Above && w.Beats == pipe.HeadBeats && s.Cut[w.Head.Slot]:
		return Discarded
	}
	return Waiting
}

// Thread is the state of a thread slot of a multiprocessor; Gone: nobody has it.
func (v *View) Thread(m, n int) State {
	at := m*v.per() + n
	t, s, x := &v.Threads[at], &v.SMs[m].S, &v.In[m][n]
	if !t.Used {
		return Gone
	}
	if !has(&s.Sides[pipe.Above], n) && !has(&s.Sides[pipe.Below], n) {
		return v.outside(at, t, s)
	}
	h := &x.Handler
	switch d := &s.Delivery[t.Side]; {
	case d.Active && int(d.Thread) == n:
		return Delivering
	case x.Cancelled:
		return Cancelled
	case has(&s.Ending, n):
		return ending(x)
	case x.Missing:
		return Parked
	case has(&s.Waits, n):
		return Barrier
	case h.Phase == sm.NoHandler && h.Restored:
		return Returning
	case h.Phase != sm.NoHandler:
		return handled(h)
	case x.Fresh:
		return Fresh
	}
	return executing(s, x, n)
}

// outside is the state of a thread that has a place in PM, and is not in its multiprocessor.
func (v *View) outside(at int, t *pm.Thread, s *sm.State) State {
	p := &v.PM.S
	kind := v.reported(at)
	switch {
	case kind == pipe.SlotFree:
		return Cleared
	case kind == pipe.ThreadSaved, t.Saved && !(p.Phase == pm.Calling && int(p.Next) == at && p.Beat > 0):
		return Saved
	case t.Saved, t.Coming:
		return Returning
	case t.Side == pipe.Above && s.Cut[t.Slot]:
		return Condemned
	}
	return Placed
}

// reported is what PM has not taken of the end of a thread; 0: nothing.
func (v *View) reported(at int) pipe.ThreadEndKind {
	f := v.PM.P.SMPM[at/v.per()].Tap()
	for k := range f.Len() {
		if e := f.Peek(k); int(e.Thread) == at%v.per() && (e.Kind == pipe.SlotFree || e.Kind == pipe.ThreadSaved) {
			return e.Kind
		}
	}
	return 0
}

// ending is the state of a thread that executes nothing more, and was not cancelled.
func ending(x *sm.Thread) State {
	switch {
	case x.Missing:
		return Parked
	case x.Saves():
		return Saving
	case x.Called:
		return Called
	case x.Told:
		return Told
	}
	return Ended
}

// handled is the state of a thread that has to do with a handler.
func handled(h *sm.Handler) State {
	restores := h.Restored || h.Code.Stage == isa.StageRestore
	switch {
	case h.Phase == sm.Returned:
		return Returned
	case h.Phase == sm.Inside && restores:
		return InRestore
	case h.Phase == sm.Inside:
		return InTrap
	case restores:
		return Entering
	case h.Phase == sm.Stopped:
		return Stopped
	}
	return Stopping
}

// executing is the state of a thread that executes its kernel.
func executing(s *sm.State, x *sm.Thread, n int) State {
	for side := range pipe.Sides {
		if a, b := &s.Sending[side], &s.ToTex[side]; a.Active && int(a.Thread) == n || b.Active && int(b.Thread) == n {
			return Sending
		}
	}
	switch {
	case x.Executed == 0 && !x.Buffers[0].Valid && !x.Buffers[1].Valid:
		return Begun
	case has(&s.Wants, n):
		return Fetching
	case x.Answers > 0:
		return Answering
	}
	return Executing
}

// Faulted tells whether a thread has a fault, and whether it is that of the limit.
func (v *View) Faulted(m, n int) (fault, limit bool) {
	f := v.In[m][n].Fault
	return f != eu.NoFault, f == eu.LimitReached
}

// CTA is the state of a slot of CTAs of a multiprocessor.
func (v *View) CTA(m, n int) State {
	c, s := &v.CTAs[m*v.per()+n], &v.PM.S
	if c.Live == 0 {
		return CTAGone
	}
	slot := v.Tasks[c.Task].Slot
	coming := false
	for k := range v.per() {
		t := &v.Threads[m*v.per()+k]
		coming = coming || t.Used && t.InCTA && int(t.CTA) == n && t.Coming
	}
	switch {
	case coming:
		return CTAComing
	case c.Saved == c.Live:
		return CTASaved
	case s.Phase == pm.Threads && int(s.SM) == m && int(s.Head.CTA) == n:
		return CTAMade
	case s.Awaited[slot] == isa.StageTrap, v.calling() == isa.StageTrap && v.PM.P.WDUCall.Tap().Peek(0).Slot == slot:
		return CTAStopping
	}
	return CTALive
}

// calling is the stage of the handler that is being called; 0: none.
func (v *View) calling() uint8 {
	if v.PM.S.Phase != pm.Calling {
		return 0
	}
	return v.PM.P.WDUCall.Tap().Peek(0).Stage
}

// Launch is the state of the CTA at the head of a slot's WDU_PM.
func (v *View) Launch(slot int) State {
	f := v.PM.P.WDUPM[slot].Tap()
	switch {
	case f.Len() == 0 || f.Peek(0).Kind != pipe.TaskLaunch:
		return CTAGone
	case v.PM.S.Stopped[slot]:
		return CTAHeld
	}
	return CTAWaiting
}

// Task is the state of a task.
func (v *View) Task(n int) State {
	k, s := &v.Tasks[n], &v.PM.S
	args := (int(k.Args) + pipe.RegisterWords - 1) / pipe.RegisterWords
	lives := false
	for i := range v.CTAs {
		lives = lives || v.CTAs[i].Live > 0 && int(v.CTAs[i].Task) == n
	}
	switch {
	case *k == (pipe.Task{}):
		return TaskGone
	case k.Lanes == 0, k.Size[0] == 0, int(s.Filling[k.Slot]) == n && int(s.Args[k.Slot]) < args:
		return TaskComing
	case s.Stopped[k.Slot]:
		return TaskHeld
	case lives:
		return TaskRuns
	}
	return TaskKnown
}
