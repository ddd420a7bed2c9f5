package wires

import (
	"math/rand/v2"
	"reflect"
	"unsafe"
)

// StagesCap is the most stages that a unit can have: its longest latency in cycles.
const StagesCap = 32

// Stages is what is in the stages of a pipelined unit inside a block's state: plain data, with a digest
// of its live entries only, and none while it is empty. An entry may begin in each cycle; it is at the end after as many cycles as
// there are stages, and leaves in order. While the end is held back, entries move up to it, and none begins when all stages
// are full. DelayedIn and DelayedOut join it to a port of the block.
type Stages[T any] struct {
	head, n uint32
	past    bool // what comes does not go through it: see DelayedIn.Cut
	buf     [StagesCap]delayed[T]
}

// delayed is an entry, and the first cycle in which it is at the end.
type delayed[T any] struct {
	Due Cycle
	V   T
}

// Len returns the number of entries.
func (d *Stages[T]) Len() int { return int(d.n) }

// At gives entry i, 0 being the oldest, in place.
func (d *Stages[T]) At(i int) *T { return &d.place(uint32(i)).V }

func (d *Stages[T]) place(i uint32) *delayed[T] { return &d.buf[(d.head+i)%StagesCap] }

// due tells whether the oldest entry is at the end in a cycle. There must be one.
func (d *Stages[T]) due(cycle Cycle) bool { return d.buf[d.head].Due <= cycle }

// begin adds the entry that was written to the place after the youngest.
func (d *Stages[T]) begin(due Cycle) {
	d.place(d.n).Due = due
	d.n++
}

func (d *Stages[T]) pop() {
	d.head = (d.head + 1) % StagesCap
	d.n--
}

func (d *Stages[T]) clear() (n int) {
	n = int(d.n)
	d.head, d.n = 0, 0
	return n
}

func (d *Stages[T]) show(s *Signals, label string, stages Cycle) {
	if stages > 0 {
		s.Word(label, 8, func() uint64 { return uint64(d.n) })
	}
}

// DigestTo digests the live entries in order. A machine whose unit takes no further cycle has the digests of one without the unit.
func (d *Stages[T]) DigestTo(h *Hasher) {
	if d.n == 0 && !d.past {
		return
	}
	h.Word(uint64(d.n)<<1 | uint64(bit(d.past)))
	p := planFor[delayed[T]]()
	for i := range d.n {
		p.hash(h, unsafe.Pointer(d.place(i)))
	}
}

func (d *Stages[T]) eachTime(fn func(t *Cycle)) {
	p := planFor[delayed[T]]()
	for i := range d.n {
		p.eachTime(unsafe.Pointer(d.place(i)), fn)
	}
}

func (d *Stages[T]) rotate(by uint32) {
	by %= StagesCap
	rotate(d.buf[:], by)
	d.head = (d.head + by) % StagesCap
}

func (d *Stages[T]) fillDead(r *rand.Rand) {
	for i := d.n; i < StagesCap; i++ {
		randomise(r, reflect.TypeFor[delayed[T]](), unsafe.Pointer(d.place(i)))
	}
}

// DelayedIn is an input of a block whose entries go through stages before the block sees them: the first stages of its work
// take so many cycles. With latency 0 it is the input itself. The block calls Begin before its work and End after it.
type DelayedIn[T any] struct {
	in      *In[T]
	d       *Stages[T]
	latency Cycle // stages
	now     Cycle
}

// Init joins the input to its stages, at most StagesCap.
func (u *DelayedIn[T]) Init(in *In[T], d *Stages[T], latency int) {
	u.in, u.d, u.latency = in, d, Cycle(latency)
}

// Begin begins a cycle.
func (u *DelayedIn[T]) Begin(cycle uint64) { u.now = Cycle(cycle) }

// direct tells whether the block sees the input itself.
func (u *DelayedIn[T]) direct() bool { return u.latency == 0 || u.d.past }

// Valid tells whether there is an entry to take.
func (u *DelayedIn[T]) Valid() bool {
	if u.direct() {
		return u.in.Valid()
	}
	return u.d.n > 0 && u.d.due(u.now)
}

// Head gives the oldest entry in place; the block must have seen Valid.
func (u *DelayedIn[T]) Head() *T {
	if u.direct() {
		return u.in.Head()
	}
	return u.d.At(0)
}

// Drop takes the oldest entry away; the block must have seen Valid. It stays in place until End.
func (u *DelayedIn[T]) Drop() {
	if u.direct() {
		u.in.Drop()
	} else {
		u.d.pop()
	}
}

// Queue adds the stages to the queues of their block.
func (u *DelayedIn[T]) Queue(q *Queues, name string) { q.Add(name, int(u.latency), u.d.Len) }

// Show adds the number of entries in the stages, where there are any, to the signals of their block.
func (u *DelayedIn[T]) Show(s *Signals, label string) { u.d.show(s, label, u.latency) }

// Starved is the activity of a block that waits for an entry: it is busy while there is one in the stages, or enters them.
func (u *DelayedIn[T]) Starved() Activity {
	if !u.direct() && (u.d.n > 0 || u.in.Valid()) {
		return Busy
	}
	return u.in.Starved()
}

// Cut empties the stages, and returns how many entries were in them. Until Through, the block sees the input itself: what it
// throws away has no work done.
func (u *DelayedIn[T]) Cut() (discarded int) {
	if u.latency > 0 {
		u.d.past = true
	}
	return u.d.clear()
}

// Through has entries go through the stages again.
func (u *DelayedIn[T]) Through() { u.d.past = false }

// End ends a cycle: an entry of the input enters the first stage, if that is free. a is the activity of the block's work, which
// becomes Busy when one did.
func (u *DelayedIn[T]) End(a Activity) Activity {
	if u.direct() || Cycle(u.d.n) >= u.latency || !u.in.Valid() {
		return a
	}
	u.d.place(u.d.n).V = *u.in.Head()
	u.d.begin(u.now + u.latency)
	u.in.Drop()
	return Busy
}

// DelayedOut is an output of a block whose entries go through stages before they are in the connection: the last stages of the
// block's work take so many cycles. With latency 0 it is the output itself. The block calls Begin before its work and End
// after it, and puts at most an entry in a cycle.
type DelayedOut[T any] struct {
	out     *Out[T]
	d       *Stages[T]
	latency Cycle // stages
	now     Cycle
	moved   bool // an entry left in this cycle
}

// Init joins the output to its stages, at most StagesCap.
func (u *DelayedOut[T]) Init(out *Out[T], d *Stages[T], latency int) {
	u.out, u.d, u.latency = out, d, Cycle(latency)
}

// Begin begins a cycle: the oldest entry leaves, if it is at the end and there is room for it.
func (u *DelayedOut[T]) Begin(cycle uint64) {
	if u.latency == 0 {
		return
	}
	u.now = Cycle(cycle)
	if u.moved = u.d.n > 0 && u.d.due(u.now) && u.out.Ready(); u.moved {
		*u.out.Slot() = *u.d.At(0)
		u.out.Push()
		u.d.pop()
	}
}

// Ready tells whether an entry may be put.
func (u *DelayedOut[T]) Ready() bool {
	if u.latency == 0 {
		return u.out.Ready()
	}
	return Cycle(u.d.n) < u.latency
}

// Slot gives the place of the next entry, to be written in place and then pushed; the block must have seen Ready. It holds an
// old entry.
func (u *DelayedOut[T]) Slot() *T {
	if u.latency == 0 {
		return u.out.Slot()
	}
	return &u.d.place(u.d.n).V
}

// Push puts the entry that was written into Slot.
func (u *DelayedOut[T]) Push() {
	if u.latency == 0 {
		u.out.Push()
	} else {
		u.d.begin(u.now + u.latency)
	}
}

// Blocked is the activity of a block that waits for room.
func (u *DelayedOut[T]) Blocked() Activity {
	if u.latency > 0 && (u.d.n == 0 || !u.d.due(u.now)) {
		return Busy
	}
	return u.out.Blocked()
}

// Queue adds the stages to the queues of their block.
func (u *DelayedOut[T]) Queue(q *Queues, name string) { q.Add(name, int(u.latency), u.d.Len) }

// Show adds the number of entries in the stages, where there are any, to the signals of their block.
func (u *DelayedOut[T]) Show(s *Signals, label string) { u.d.show(s, label, u.latency) }

// Cut empties the stages, and returns how many entries were in them.
func (u *DelayedOut[T]) Cut() (discarded int) { return u.d.clear() }

// Moves tells whether an entry left in this cycle, or moves towards the end.
func (u *DelayedOut[T]) Moves() bool {
	return u.latency > 0 && (u.moved || u.d.n > 0 && !u.d.due(u.now))
}

// Empty tells whether no entry was in the stages when the cycle began, and none is.
func (u *DelayedOut[T]) Empty() bool { return u.d.n == 0 && !u.moved }

// End ends a cycle. a is the activity of the block's work. It becomes Busy when an entry moves, and a block that has nothing else to
// do waits for room when one is at the end.
func (u *DelayedOut[T]) End(a Activity) Activity {
	switch {
	case a == Busy || u.Moves():
		return Busy
	case u.d.n == 0:
		return a
	}
	if _, _, blocked := a.Port(); blocked {
		return a
	}
	return u.out.Blocked()
}
