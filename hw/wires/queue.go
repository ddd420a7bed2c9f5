package wires

import (
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
	buf  [QueueCap]T
	head uint32
	n    uint32
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

// Pop takes the oldest entry away.
func (q *Queue[T]) Pop() {
	q.head = (q.head + 1) % QueueCap
	q.n--
}

// Clear takes all entries away.
func (q *Queue[T]) Clear() { q.head, q.n = 0, 0 }

var queuePlans sync.Map // reflect.Type to *plan

// DigestTo digests the live entries in order.
func (q *Queue[T]) DigestTo(h *Hasher) {
	t := reflect.TypeFor[T]()
	p, ok := queuePlans.Load(t)
	if !ok {
		made, err := planOf(t)
		if err != nil {
			panic(err)
		}
		p, _ = queuePlans.LoadOrStore(t, made)
	}
	h.Word(uint64(q.n))
	for i := range q.n {
		p.(*plan).hash(h, unsafe.Pointer(&q.buf[(q.head+i)%QueueCap]))
	}
}

// Poison overwrites whatever holds no entry, as Domain.Poison does for FIFOs.
func (q *Queue[T]) Poison() {
	for i := q.n; i < QueueCap; i++ {
		p := &q.buf[(q.head+i)%QueueCap]
		fillOnes(unsafe.Pointer(p), unsafe.Sizeof(*p))
	}
}
