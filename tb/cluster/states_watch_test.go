package cluster

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/pm"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/eu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/tb/states"
)

// cell is a state with an event, or a pair of events.
type cell struct {
	table *states.Table
	a, b  int
}

// stateCoverage counts what runs have shown.
type stateCoverage struct {
	cells, pairs map[cell]int
}

// subject is a thread slot, a request, a CTA slot or a task.
type subject struct {
	table  *states.Table
	was    states.State
	events []states.Event // of this cycle
}

// stateWatch finds in each cycle in which state everything of a cluster is, and which events concern it, and compares that with the tables of tb/states.
type stateWatch struct {
	t     *testing.T
	b     *Bench
	view  *states.View
	seen  *stateCoverage
	name  string
	first bool // nothing was looked at yet

	threads, ctas, tasks []subject
	requests             [pipe.Sides]subject
	launches             [pipe.Slots]subject
	// As it was before this cycle.
	pm      pm.State
	places  []pm.Thread
	groups  []pm.CTA
	inSM    [][]sm.Thread
	wants   []sm.Bits
	cache   l15.Phase
	high    [pipe.Slots]bool // lines of cuts in this cycle
	lines   int              // cycles in which one was high
	waiting [pipe.Sides]uint16

	from, cycles int // the cycles in which programs run begin so many cycles after the first one, and are so many

	freed, expected int // threads without a CTA whose places are said to be free, and those that are gone
	history         []map[int]moment
	reference       []map[int]moment // of the same run without its first cut; nil: there is none
}

// moment is what a thread slot was, and what happened to it, in a cycle.
type moment struct {
	was    states.State
	events []states.Event
}

func watchStates(t *testing.T, b *Bench, name string, seen *stateCoverage) *stateWatch {
	w := &stateWatch{t: t, b: b, name: name, seen: seen, first: true, view: states.NewView(b.Domain, b.PM, b.SMs)}
	subjects := func(table *states.Table, n int) (list []subject) {
		for range n {
			list = append(list, subject{table: table})
		}
		return list
	}
	w.threads, w.ctas, w.tasks = subjects(&states.Threads, len(w.view.Threads)), subjects(&states.CTAs, len(w.view.CTAs)), subjects(&states.Tasks, len(w.view.Tasks))
	for side := range w.requests {
		w.requests[side].table = &states.Threads
	}
	for slot := range w.launches {
		w.launches[slot].table = &states.CTAs
	}
	w.inSM, w.wants = make([][]sm.Thread, len(b.SMs)), make([]sm.Bits, len(b.SMs))
	for m, x := range b.SMs {
		w.watchSM(m, x)
	}
	p := &b.PM.P
	for slot := range p.WDUPM {
		p.WDUPM[slot].Tap().OnTake(func(_ uint64, e *pipe.TaskBeat) {
			n := e.Task()
			event := states.TaskBeat
			switch e.Kind {
			case pipe.TaskArgs:
				n = b.PM.S.Filling[slot]
			case pipe.TaskLaunch:
				event = states.TaskLaunch
				require.Equal(t, states.CTAWaiting, w.launches[slot].was, "%s, cycle %d: a CTA begins", name, b.Cycle())
			}
			w.tasks[n].note(event)
		})
	}
	p.PMWDU.Tap().OnPut(func(_ uint64, e *pipe.CTAEnd) {
		if e.Kind == pipe.CallDone && w.pm.Stopped[e.Slot] && !b.PM.S.Stopped[e.Slot] {
			w.ofSlot(w.tasks, states.TaskDone, e.Slot)
		}
	})
	p.PMEUP.Tap().OnPut(func(_ uint64, e *pipe.ThreadFree) {
		if e.Kind == pipe.PlaceFree {
			w.freed++
		}
	})
	return w
}

// watchSM notes events of the threads of a multiprocessor, as they happen.
func (w *stateWatch) watchSM(m int, x *sm.SM) {
	per := len(w.view.In[m])
	thread := func(n uint8) *subject { return &w.threads[m*per+int(n)] }
	x.P.PMSM.Tap().OnTake(func(_ uint64, e *pipe.ThreadBeat) {
		switch e.Kind {
		case pipe.BeatHandler:
			c := e.HandlerCall()
			thread(c.Thread).note(map[uint8]states.Event{isa.StageTrap: states.Trap, isa.StageRestore: states.Restore}[c.Stage])
		case pipe.BeatResults:
			n, _ := e.Called()
			thread(n).note(states.Results)
		case pipe.BeatCut:
			for n := range per {
				if p := &w.places[m*per+n]; p.Used && p.Side == pipe.Above && p.Slot == e.Slot {
					thread(uint8(n)).note(states.Token)
				}
			}
		}
	})
	x.P.L15SM.Tap().OnTake(func(_ uint64, e *pipe.CodeLine) {
		was, is := &w.inSM[m][e.Thread], &w.view.In[m][e.Thread]
		wanted := w.wants[m][e.Thread/64]>>(e.Thread%64)&1 != 0 && e.Addr == was.Head.Kernel+was.Control.PC&^(pipe.LineBytes-1)
		if e.NotPresent && (wanted || is.Missing && !was.Missing) {
			thread(e.Thread).note(states.Missing)
		}
	})
	answered := func(_ uint64, e *pipe.MessageAnswer) {
		if e.NotPresent {
			thread(e.Thread).note(states.Missing)
		}
	}
	x.P.LSUSM.Tap().OnTake(answered)
	x.P.TexSM.Tap().OnTake(answered)
	x.P.Issued.Watch(func(e *sm.Issue) {
		if e.Op.Unit == eu.Send && e.Op.Message.Last {
			thread(e.Thread).note(states.Last)
		}
	})
	x.P.Ended.Watch(func(e *sm.End) { w.fault(m, int(e.Thread), e.State.Fault) })
	x.P.SMPM.Tap().OnPut(func(_ uint64, e *pipe.ThreadEnd) {
		if e.Kind == pipe.ThreadDone {
			require.Equal(w.t, states.Told, w.view.Thread(m, int(e.Thread)), "%s, cycle %d: a thread is said to have results", w.name, w.b.Cycle())
		}
	})
	x.P.SMPM.Tap().OnTake(func(_ uint64, e *pipe.ThreadEnd) { w.ended(m, e) })
}

// fault notes that a thread cannot go on, if that is new.
func (w *stateWatch) fault(m, n int, f eu.Fault) {
	if f == eu.NoFault || w.first || w.inSM[m][n].Fault != eu.NoFault {
		return
	}
	event := states.Fault
	if f == eu.LimitReached {
		event = states.Limit
	}
	if s := &w.threads[m*len(w.inSM[m])+n]; !slices.Contains(s.events, event) {
		s.note(event)
	}
}

// ended notes what a CTA and its task have of a thread's end, or of another step of its life.
func (w *stateWatch) ended(m int, e *pipe.ThreadEnd) {
	per := len(w.view.In[m])
	p := &w.places[m*per+int(e.Thread)]
	if e.Kind == pipe.TokenArrived || !p.InCTA {
		return
	}
	c := &w.ctas[m*per+int(p.CTA)]
	switch e.Kind {
	case pipe.ThreadSaved:
		c.note(states.CTAThreadSaved)
		return
	case pipe.ThreadBack:
		c.note(states.CTAThreadBack)
		return
	}
	group := &w.groups[m*per+int(p.CTA)]
	event := states.CTAEnd
	if group.Live == 1 {
		event = states.CTAExit
		w.tasks[group.Task].note(states.TaskExit)
	}
	if e.Fault != 0 {
		event += states.CTAFaultEnd - states.CTAEnd
	}
	c.note(event)
}

func (s *subject) note(e states.Event) { s.events = append(s.events, e) }

// ofSlot notes an event of all tasks of a slot.
func (w *stateWatch) ofSlot(list []subject, e states.Event, slot uint8) {
	for n := range list {
		if w.view.Tasks[n].Slot == slot {
			list[n].note(e)
		}
	}
}

// cycle compares the cycle that has passed.
func (w *stateWatch) cycle() {
	if w.first {
		w.first = false
		w.remember()
		return
	}
	w.noteRest()
	moments := map[int]moment{}
	for n := range w.threads {
		if s := &w.threads[n]; s.was != states.Gone {
			moments[n] = moment{s.was, slices.Clone(s.events)}
		}
	}
	w.compareReference(moments)
	w.history = append(w.history, moments)
	per := len(w.view.In[0])
	began := map[uint16]bool{} // works that got a place
	for n := range w.threads {
		was, is := w.threads[n].was, w.view.Thread(n/per, n%per)
		if was == states.Gone && is != states.Gone && !w.view.Threads[n].InCTA {
			began[w.view.Threads[n].Work] = true
		}
		if was != states.Gone && is == states.Gone && !w.places[n].InCTA {
			w.expected++
		}
		w.check(&w.threads[n], is, fmt.Sprintf("thread slot %d", n))
	}
	for side := range w.requests {
		s := &w.requests[side]
		is := w.view.Request(side)
		if s.was == states.Discarded && is == states.Gone || s.was == states.Waiting && is == states.Gone && !began[w.waiting[side]] {
			w.expected++
		}
		if s.was == states.Waiting && is == states.Gone && began[w.waiting[side]] {
			is = states.Placed
		}
		w.check(s, is, fmt.Sprintf("request %d", side))
		s.was = w.view.Request(side)
	}
	made := [pipe.Slots]bool{}
	for n := range w.ctas {
		is := w.view.CTA(n/per, n%per)
		if w.ctas[n].was == states.CTAGone && is != states.CTAGone {
			made[w.view.Tasks[w.view.CTAs[n].Task].Slot] = true
		}
		w.check(&w.ctas[n], is, fmt.Sprintf("CTA slot %d", n))
	}
	for slot := range w.launches {
		l, is := &w.launches[slot], w.view.Launch(slot)
		if made[slot] {
			is = states.CTAMade
		}
		w.check(l, is, fmt.Sprintf("CTA of slot %d that is to be launched", slot))
		l.was = w.view.Launch(slot)
	}
	for n := range w.tasks {
		w.check(&w.tasks[n], w.view.Task(n), fmt.Sprintf("task %d", n))
	}
	require.Equal(w.t, w.expected, w.freed, "%s, cycle %d: places that are said to be free", w.name, w.b.Cycle())
	w.remember()
}

// noteRest notes events that are seen by state and lines.
func (w *stateWatch) noteRest() {
	per := len(w.view.In[0])
	for n := range w.threads {
		w.fault(n/per, n%per, w.view.In[n/per][n%per].Fault)
	}
	for slot, high := range w.high {
		if high {
			w.noteCut(uint8(slot))
		}
	}
	if s := &w.b.PM.S; s.Phase == pm.Calling && w.pm.Phase != pm.Calling {
		r := w.b.PM.P.WDUCall.Tap().Peek(0)
		events := [...]states.Event{states.CTATrap, states.TaskTrap}
		if r.Stage == isa.StageRestore {
			events = [...]states.Event{states.CTARestore, states.TaskRestore}
		}
		w.noteCTAs(events[0], r.Slot)
		w.ofSlot(w.tasks, events[1], r.Slot)
	}
	if is := w.b.L15.S.Phase; is != l15.Serve && w.cache == l15.Serve {
		for e, list := range map[states.Event][]subject{states.Flush: w.threads, states.CTAFlush: w.ctas, states.TaskFlush: w.tasks} {
			for n := range list {
				list[n].note(e)
			}
		}
		for side := range w.requests {
			w.requests[side].note(states.Flush)
		}
		for slot := range w.launches {
			w.launches[slot].note(states.CTAFlush)
		}
	}
}

// noteCut notes the line of a cut.
func (w *stateWatch) noteCut(slot uint8) {
	w.lines++
	side := map[bool]states.Event{true: states.Cut, false: states.Elsewhere}
	for n := range w.threads {
		if p := &w.places[n]; p.Used && p.Slot == slot {
			w.threads[n].note(side[p.Side == pipe.Above])
		}
	}
	for n := range w.requests {
		if w.pm.Waiting[n].Head.Slot == slot {
			w.requests[n].note(side[n == pipe.Above])
		}
	}
	w.noteCTAs(states.CTACut, slot)
	w.ofSlot(w.tasks, states.TaskCut, slot)
}

// noteCTAs notes an event of all CTAs of a slot.
func (w *stateWatch) noteCTAs(e states.Event, slot uint8) {
	for n := range w.ctas {
		if c := &w.groups[n]; c.Live > 0 && w.view.Tasks[c.Task].Slot == slot {
			w.ctas[n].note(e)
		}
	}
	if l := &w.launches[slot]; l.was != states.CTAGone && w.b.PM.P.WDUPM[slot].Tap().Len() > 0 {
		l.note(e)
	}
}

// check compares what has become of something with the table.
func (w *stateWatch) check(s *subject, is states.State, what string) {
	x := s.table
	defer func() { s.was, s.events = is, nil }()
	if s.was == 0 {
		if !x.Allows(0, nil, is) {
			w.fail(s, is, what)
		}
		return
	}
	var ordered []states.Event
	for _, e := range x.Order {
		if slices.Contains(s.events, e) {
			ordered = append(ordered, e)
		}
	}
	for _, e := range s.events {
		if x.Cell(s.was, e).Never != "" {
			w.fail(s, is, what)
		}
		if len(ordered) == 0 || e == ordered[0] || !slices.Contains(x.Order, e) {
			w.seen.cells[cell{x, int(s.was), int(e)}]++
		}
	}
	for i, a := range ordered {
		for _, b := range ordered[i+1:] {
			if !x.Pair(a, b) {
				w.fail(s, is, what)
			}
			w.seen.pairs[cell{x, int(a), int(b)}]++
		}
	}
	if !x.Allows(s.was, s.events, is) {
		w.fail(s, is, what)
	}
}

func (w *stateWatch) fail(s *subject, is states.State, what string) {
	var events []string
	for _, e := range s.events {
		events = append(events, s.table.Events[e].Name)
	}
	text := fmt.Sprintf("%s: %s x %v -> %s", s.table.Of, s.table.States[s.was].Name, events, s.table.States[is].Name)
	require.FailNow(w.t, "a change that is not in the table", "%s, cycle %d, %s: %s", w.name, w.b.Cycle(), what, text)
}

// compareReference looks what would have happened in the cycle of the first line to threads that it cancels: up to there both runs are the same.
func (w *stateWatch) compareReference(moments map[int]moment) {
	at := len(w.history)
	if w.reference == nil || w.lines != 1 || !w.high[0] && !w.high[1] || at >= len(w.reference) {
		return
	}
	for n, is := range moments {
		if !slices.Contains(is.events, states.Cut) {
			continue
		}
		other := w.reference[at][n]
		require.Equal(w.t, other.was, is.was, "%s, cycle %d: the runs differ before the cut", w.name, w.b.Cycle())
		for _, e := range states.Threads.Suppressed {
			if slices.Contains(other.events, e) {
				require.NotContains(w.t, is.events, e, "%s, cycle %d: a cancelled thread goes on", w.name, w.b.Cycle())
				w.seen.pairs[cell{&states.Threads, int(states.Cut), int(e)}]++
			}
		}
	}
}

// suppressible tells whether a thread ends in a cycle, by its instruction.
func (w *stateWatch) suppressible(at int) bool {
	if at >= len(w.history) {
		return false
	}
	for _, m := range w.history[at] {
		for _, e := range states.Threads.Suppressed {
			if slices.Contains(m.events, e) {
				return true
			}
		}
	}
	return false
}

// remember keeps what the next cycle is compared with.
func (w *stateWatch) remember() {
	w.pm = w.b.PM.S
	w.places = append(w.places[:0], w.view.Threads...)
	w.groups = append(w.groups[:0], w.view.CTAs...)
	for m := range w.inSM {
		w.inSM[m] = append(w.inSM[m][:0], w.view.In[m]...)
		w.wants[m] = w.b.SMs[m].S.Wants
	}
	w.cache = w.b.L15.S.Phase
	for slot := range w.high {
		w.high[slot] = w.b.PM.P.Cancel[slot].High()
	}
	for side := range w.waiting {
		w.waiting[side] = w.pm.Waiting[side].Head.Work
	}
}
