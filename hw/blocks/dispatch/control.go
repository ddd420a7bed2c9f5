package dispatch

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// controls are what the dispatcher has the clusters' pipeline managers do: one task at a time, the same for all clusters.
type controls struct {
	Task   task
	Slot   uint8
	Done   bool               // the task is done, and who asked has not looked
	Orphan bool               // who asked was discarded by a cut, or the state that is sent was written since
	Next   [MaxClusters]uint8 // step that a cluster gets next
	Open   [MaxClusters]uint8 // of its steps that are not answered

	Stages uint8 // forget, refresh: whose state is forgotten, too, a bit each

	Stage   uint8 // sendState: isa.Stage... value, version of its state, and the words
	Version uint8
	Words   [pipe.StateWords]uint32
}

// task is what is to be done.
type task uint8

const (
	idle      task = iota
	bind           // where scratch memory lies, and what the vertex stage binds, is sent
	forget         // caches write back and drop what the slot's context has there
	refresh        // caches drop what the slot's context has read
	sendState      // caches get the state of a stage for which they patch lines; a request that has it waits
)

// Steps of a task.
const (
	textures    = 2
	forgetSteps = 3
)

// bindings is what the vertex stage binds.
var bindings = pipe.BindingTable{Buffers: 8, Textures: textures, Samplers: 2}

// step is a step of the task for a cluster. The first one of what is bound is the scratch memory, of which each cluster has a part.
func (b *Dispatcher) step(n uint8, cluster int) pipe.Control {
	s := &b.S
	if c := &s.Ctrl; c.Task == sendState {
		return pipe.Control{Kind: pipe.ControlState, Slot: c.Slot, Set: c.Stage, Number: c.Version, Words: c.Words}
	}
	if s.Ctrl.Task != bind {
		k := [forgetSteps]pipe.ControlKind{pipe.ControlDrop, pipe.ControlForget, pipe.ControlTexels}[n]
		if s.Ctrl.Task == refresh && k == pipe.ControlDrop {
			k = pipe.ControlRefresh
		}
		e := pipe.Control{Kind: k, Slot: s.Ctrl.Slot}
		if k == pipe.ControlForget {
			e.Number = s.Ctrl.Stages
		}
		return e
	}
	r := &s.Regs[s.Ctrl.Slot]
	if n == 0 {
		part := uint32(b.cfg.Places) * r.ScratchBytes()
		return pipe.Control{Kind: pipe.ControlScratch, Slot: s.Ctrl.Slot, Words: [pipe.RegisterWords]uint32{r.ScratchBase() + uint32(cluster)*part, r.ScratchBytes()}}
	}
	return bindings.Step(n-1, s.Ctrl.Slot, 0, r[regs.EUPBinding0Base:])
}

// steps is the number of steps of the task.
func (c *controls) steps() uint8 {
	if c.Task == sendState {
		return 1
	}
	if c.Task != bind {
		return forgetSteps
	}
	return 1 + bindings.Steps()
}

// control goes a step on in each cluster.
func (b *Dispatcher) control() (moved bool) {
	s := &b.S.Ctrl
	if s.Task == idle || s.Done {
		return false
	}
	left := false
	for c := range b.cfg.Clusters {
		if in := &b.P.CtrlDone[c]; in.Valid() {
			in.Drop()
			s.Open[c]--
			moved = true
		}
		if out := &b.P.Ctrl[c]; s.Next[c] < s.steps() && out.Ready() {
			k := b.step(s.Next[c], c)
			out.Put(k)
			if s.Next[c]++; k.Kind.Answered() {
				s.Open[c]++
			}
			moved = true
		}
		left = left || s.Next[c] < s.steps() || s.Open[c] > 0
	}
	if !left && s.Task == sendState {
		b.sent()
		return true
	}
	if !left {
		s.Done, s.Next = true, [MaxClusters]uint8{}
		moved = true
		if s.Orphan {
			*s = controls{}
		}
	}
	return moved
}

// orphan notes that a cut has discarded those for whom the vertex stage's bindings are sent: what was begun is sent to its
// end, nobody waits for it, and the next task has its turn.
func (b *Dispatcher) orphan() {
	s := &b.S.Ctrl
	if s.Task != bind {
		return
	}
	b.S.Bound[s.Slot] = true // clusters have some of it, which the next context of the slot has to replace
	if s.Orphan = true; s.Done {
		*s = controls{}
	}
}

// controlWaits says what the task waits for.
func (b *Dispatcher) controlWaits() wires.Activity {
	s := &b.S.Ctrl
	for c := range b.cfg.Clusters {
		if s.Next[c] < s.steps() && !s.Done && !b.P.Ctrl[c].Ready() {
			return b.P.Ctrl[c].Blocked()
		}
	}
	for c := range b.cfg.Clusters {
		if s.Open[c] > 0 {
			return b.P.CtrlDone[c].Starved()
		}
	}
	return b.P.EUPS.Blocked() // who asked has not taken it
}

// do has a task done, and tells whether it is. Others wait for their turn.
func (b *Dispatcher) do(t task, slot uint8) bool {
	s := &b.S.Ctrl
	switch {
	case s.Task == idle:
		s.Task, s.Slot = t, slot
		if t != bind {
			s.Stages = b.forgetStates(slot)
		}
	case s.Task == t && s.Slot == slot && s.Done:
		*s = controls{}
		return true
	}
	return false
}

// forgotten has all caches write back and drop what a slot's context has there, or with keeps drop what it has read, and tells whether they have.
func (b *Dispatcher) forgotten(slot uint8, keeps bool) bool {
	if keeps {
		return b.do(refresh, slot)
	}
	return b.do(forget, slot)
}

// bound tells whether the clusters have what the vertex stage of a slot binds. It is sent when no vertex thread is left that could use what was bound before.
func (b *Dispatcher) bound(slot uint8) bool {
	s := &b.S
	if !s.Unsent[slot] {
		return true
	}
	any := s.Regs[slot].ScratchBytes() != 0
	for _, v := range s.Regs[slot][regs.EUPBinding0Base : regs.EUPTexture0Base+textures*pipe.TextureWords] {
		any = any || v != 0
	}
	if !any && !s.Bound[slot] {
		s.Unsent[slot] = false
		return true
	}
	b.closeThread(pipe.Above)
	for n := range b.threads[pipe.Above] {
		if t := &b.threads[pipe.Above][n]; t.Life != Nobody && t.Slot == slot {
			return false
		}
	}
	if !b.do(bind, slot) {
		return false
	}
	s.Bound[slot], s.Unsent[slot] = any, false
	return true
}
