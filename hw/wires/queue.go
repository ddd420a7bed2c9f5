package wires

import (
	"math/rand/v2"
	"reflect"
	"sync"
	"unsafe"
)

// QueueCap is the most entries that a Queue can hold; a block's configuration
// says how many it uses.
const QueueCap = 64

// Queue is a small first-in first-out buffer inside a block's state: plain data, with
// a digest of its live entries only.
type Queue[T any] struct {
	head uint32
	n    uint32
	buf  [QueueCap]T
}

// Len returns the number of entries.
func (q *Queue[T]) Len() int { return int(q.n) }

// Push adds an entry. The caller has checked Len against its depth.
func (q *Queue[T]) Push(v T) { *q.Add() = v }

// Add adds an entry to be filled in place; it holds old data.
func (q *Queue[T]) Add() *T {
	if q.n == QueueCap {
		panic(&Violation{Rule: "queue overflow", Where: "queue", Detail: "a block put an entry into a full queue"})
	}
	p := &q.buf[(q.head+q.n)%QueueCap]
	q.n++
	return p
}

// Front gives the oldest entry in place.
func (q *Queue[T]) Front() *T { return &q.buf[q.head] }

// At gives entry i, 0 being the oldest, in place.
func (q *Queue[T]) At(i int) *T { return &q.buf[(q.head+uint32(i))%QueueCap] }

// Pop takes the oldest entry away. A queue that is empty begins anew with its first place, so that one that is seldom long stays in few lines of a processor's cache.
func (q *Queue[T]) Pop() {
	if q.n--; q.n == 0 {
		q.head = 0
	} else {
		q.head = (q.head + 1) % QueueCap
	}
}

// Clear takes all entries away.
func (q *Queue[T]) Clear() { q.head, q.n = 0, 0 }

var queuePlans sync.Map // reflect.Type to *plan

func (q *Queue[T]) plan() *plan { return planFor[T]() }

// planFor is the plan of a type of entries.
func planFor[T any]() *plan {
	t := reflect.TypeFor[T]()
	p, ok := queuePlans.Load(t)
	if !ok {
		made, err := planOf(t)
		if err != nil {
			panic(err)
		}
		p, _ = queuePlans.LoadOrStore(t, made)
	}
	return p.(*plan)
}

// DigestTo digests the live entries in order.
func (q *Queue[T]) DigestTo(h *Hasher) {
	p := q.plan()
	h.Word(uint64(q.n))
	for i := range int(q.n) {
		p.hash(h, unsafe.Pointer(q.At(i)))
	}
}

func (q *Queue[T]) eachTime(fn func(t *Cycle)) {
	p := q.plan()
	for i := range int(q.n) {
		p.eachTime(unsafe.Pointer(q.At(i)), fn)
	}
}

// rotate moves every entry on by some places.
func (q *Queue[T]) rotate(by uint32) {
	rotate(q.buf[:], by)
	q.head = (q.head + by) % QueueCap
}

// fillDead fills the places that hold no entry.
func (q *Queue[T]) fillDead(r *rand.Rand) {
	for i := int(q.n); i < QueueCap; i++ {
		randomise(r, reflect.TypeFor[T](), unsafe.Pointer(q.At(i)))
	}
}
