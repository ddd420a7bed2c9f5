package exec

import "encoding/binary"

// ContextBuffer is where handlers keep the state of threads. It is accessed by address; beyond its ends reads are 0, and nothing is written.
type ContextBuffer struct {
	Base uint64 // address of its first byte
	Data []byte
}

// RegisterSet is a set of registers, a bit each, r0 in the lowest of the first word.
type RegisterSet [mostRegisters / 32]uint32

func (s *RegisterSet) has(reg int) bool { return s[reg/32]>>(reg%32)&1 != 0 }

// allocated is the number of registers that a thread has: in a handler at least its own.
func (t *Thread) allocated() int {
	if h := t.handler.interrupted; h != nil {
		return max(h.Registers, h.Allocated, t.kernel.Registers)
	}
	return max(t.kernel.Registers, t.kernel.Allocated)
}

// contextWord is the place in the context buffer of a word of a message, counted from its offset.
func (t *Thread) contextWord(s *message, n int) uint64 {
	address := uint64(t.handler.trap[1])<<32 | uint64(t.handler.trap[0])
	return address&^3 + uint64(s.offset) + 4*uint64(n) - t.memory.Context.Base
}

// within tells whether a word lies in the context buffer. A place below its base has wrapped around.
func (c *ContextBuffer) within(at uint64) bool {
	return at < uint64(len(c.Data)) && uint64(len(c.Data))-at >= 4
}

// loadContext reads a register, the n-th of a message.
func (t *Thread) loadContext(s *message, n, reg int) {
	c := &t.memory.Context
	for w := range registerWords {
		value := uint32(0)
		if at := t.contextWord(s, n*registerWords+w); c.within(at) {
			value = binary.LittleEndian.Uint32(c.Data[at:])
		}
		t.Registers[reg*registerWords+w] = value
	}
}

func (t *Thread) storeContext(s *message, n, reg int) {
	c := &t.memory.Context
	for w := range registerWords {
		if at := t.contextWord(s, n*registerWords+w); c.within(at) {
			binary.LittleEndian.PutUint32(c.Data[at:], t.Registers[reg*registerWords+w])
		}
	}
}

func contextLoad(t *Thread, i *instruction, _ uint32) {
	for n := range int(i.send.components) {
		t.loadContext(&i.send, n, int(i.send.answer)/registerWords+n)
	}
}

func contextStore(t *Thread, i *instruction, _ uint32) {
	for n := range int(i.send.components) {
		t.storeContext(&i.send, n, int(i.send.data)/registerWords+n)
	}
}

func contextLoadSet(t *Thread, i *instruction, _ uint32) { t.eachOfSet(i, (*Thread).loadContext) }

func contextStoreSet(t *Thread, i *instruction, _ uint32) { t.eachOfSet(i, (*Thread).storeContext) }

// eachOfSet moves the registers of a set that the thread has. The set is taken before the first moves: a load may overwrite it.
func (t *Thread) eachOfSet(i *instruction, move func(t *Thread, s *message, n, reg int)) {
	var set RegisterSet
	copy(set[:], t.Registers[i.send.address:])
	n := 0
	for reg := range t.allocated() {
		if set.has(reg) {
			move(t, &i.send, n, reg)
			n++
		}
	}
}

// liveSet answers in lanes 0 to 3; the rest of the register becomes 0.
func liveSet(t *Thread, i *instruction, _ uint32) {
	answer := t.Registers[i.send.answer:][:registerWords]
	clear(answer)
	set := t.liveAt(t.handler.pc)
	copy(answer, set[:])
}

// liveAt is the set of registers that count before the instruction at a byte of the interrupted program, by its table.
func (t *Thread) liveAt(pc uint32) (set RegisterSet) {
	if k := t.handler.interrupted; k != nil && k.Live != nil {
		if n := uint64(pc / slotBytes); n < uint64(len(k.Live)) {
			set = k.Live[n]
		}
		return set
	}
	for reg := range t.allocated() {
		set[reg/32] |= 1 << (reg % 32)
	}
	return set
}

// Forget makes a thread at its beginning one that was saved: scratch memory is in memory and stays, registers have nothing until a handler brings it.
func (t *Thread) Forget(saved *Thread) {
	clear(t.Registers[:])
	t.Scratch = saved.Scratch
	if saved.State == Ended {
		t.State, t.Instructions = Ended, saved.Instructions
	}
}
