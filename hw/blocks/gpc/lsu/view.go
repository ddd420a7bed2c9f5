package lsu

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// Waits is what a message waits for.
type Waits uint8

// What messages wait for.
const (
	Nothing  Waits = iota // there is no message
	ForUnit               // for the unit itself
	ForCache              // for the level-1.5 cache, which has an access
	ForMemory
)

// MessageOf tells observers what the message of a thread waits for, by the oldest of its accesses: its number, as the cache knows it, and the client of the MXU by which it goes to memory.
func (b *LSU) MessageOf(sm, thread uint8, side int) (w Waits, tag uint8, client int) {
	for i := range b.entries[side] {
		e := &b.entries[side][i]
		if e.Phase == Free || e.SM != sm || e.Head.Thread != thread {
			continue
		}
		w = ForUnit
		for k := range b.accesses[side] {
			switch a := &b.accesses[side][k]; {
			case a.Stage == unused || int(a.Entry) != i:
			case a.Stage == memory:
				return ForMemory, uint8(k), e.way(side)
			case a.Stage != evicted:
				return ForCache, uint8(k), 0
			}
		}
	}
	return w, 0, 0
}

// Write is what a lane of a message writes to a binding: a component of a store, or an atomic that is no load.
type Write struct {
	At     uint32    // byte of the binding
	Values [2]uint64 // what is stored, or the operands of the atomic
}

// EachWrite tells observers what an access writes to a binding, as it goes to the cache or to memory: side and number are those of the request's tag. of is its message.
func (b *LSU) EachWrite(side, number int, f func(of *pipe.MessageHead, w Write)) {
	a := &b.accesses[side][number]
	n := int(a.Entry)
	e := &b.entries[side][n]
	h := &e.Head
	operands := 1
	switch {
	case h.Code == isa.MessageAtomic && h.Operation == isa.AtomicCompare:
		operands = 2
	case h.Code == isa.MessageAtomic && h.Operation != isa.AtomicLoad, h.Code == isa.MessageStore:
	default:
		return
	}
	size, step := e.size(), e.step()
	for k, c := range a.components() {
		w := Write{At: b.place(side, n, k, c, size) - e.Base}
		for o := range operands {
			w.Values[o] = b.dataAt(side, n, addressRegisters+(c+o)*step, k, size) & (1<<(8*size) - 1)
		}
		f(h, w)
	}
}
