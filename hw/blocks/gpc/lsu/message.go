package lsu

import (
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// components of a lane that a bit of entry.Pending stands for.
const perLane = 4

// whole tells whether a message moves whole registers, word after word.
func whole(code uint8) bool {
	switch code {
	case isa.MessageConstant, isa.MessageScratchLoad, isa.MessageScratchStore, isa.MessageLive:
		return true
	}
	return ofHandler(code)
}

// ofHandler tells whether a message is of the context buffer. Those of sets move a register each.
func ofHandler(code uint8) bool {
	return isa.Messages[code].Unit == isa.UnitContext && code != isa.MessageLive
}

// private tells whether a message is of scratch memory.
func private(code uint8) bool { return isa.Messages[code].Unit == isa.UnitScratch }

// writes tells whether a message changes memory.
func writes(code uint8) bool {
	switch code {
	case isa.MessageStore, isa.MessageAtomic, isa.MessageScratchStore, isa.MessagePrivateStore, isa.MessageContextStore, isa.MessageContextStoreSet:
		return true
	}
	return false
}

// uncached tells whether a message is executed in memory.
func (e *entry) uncached() bool {
	return e.Head.Code == isa.MessageAtomic || e.Head.NonCacheable || ofHandler(e.Head.Code)
}

// size is that of a component, in bytes.
func (e *entry) size() int {
	if whole(e.Head.Code) {
		return 4
	}
	return isa.Bytes(e.Head.Type)
}

// step is the number of registers from one component to the next.
func (e *entry) step() int { return isa.RegisterSet(int(e.Head.Lanes), e.size()) }

// addressesIn is the number of registers with addresses.
func (e *entry) addressesIn() int {
	if isa.Messages[e.Head.Code].Sends&isa.SendsAddresses == 0 || ofHandler(e.Head.Code) {
		return 0
	}
	return (int(e.Head.Count)*4 + isa.RegisterSize - 1) / isa.RegisterSize
}

// answers is the number of registers of the answer.
func (e *entry) answers() int {
	h := &e.Head
	n := int(h.Components) + 1
	switch h.Code {
	case isa.MessageConstant, isa.MessageScratchLoad, isa.MessageContextLoad, isa.MessageContextLoadSet:
		return n
	case isa.MessageSize, isa.MessageLive:
		return 1
	case isa.MessageLoad, isa.MessagePrivateLoad:
	case isa.MessageAtomic:
		if !h.Returns {
			return 0
		}
	default:
		return 0
	}
	return (n-1)*e.step() + (int(h.Count)*e.size()+isa.RegisterSize-1)/isa.RegisterSize
}

// take takes a beat of a message; those of a multiprocessor come one after the other.
func (b *LSU) take(side int) bool {
	s := &b.S.Sides[side]
	if !s.Filling && !b.choose(side) {
		return false
	}
	in := &b.P.SMLSU[s.SM][side]
	if !in.Valid() {
		return false
	}
	beat := in.Head()
	e := &b.entries[side][s.Entry]
	if beat.Head {
		*e = entry{Phase: Filling, SM: s.SM, Head: beat.Message()}
	} else {
		n := int(e.Beat)
		if a := e.addressesIn(); n >= a {
			n += addressRegisters - a
		}
		*b.editRegister(side, int(s.Entry), n) = *beat.Register()
		e.Beat++
	}
	if beat.Last {
		b.begin(side, int(s.Entry))
		s.Filling, s.Last, s.SM, s.Entry = false, s.SM, 0, 0
	}
	in.Drop()
	return true
}

// choose begins with the message of the next multiprocessor in turn that has one, when an entry is free.
func (b *LSU) choose(side int) bool {
	s := &b.S.Sides[side]
	free := -1
	for i := range b.entries[side] {
		if b.entries[side][i].Phase == Free {
			free = i
			break
		}
	}
	if free < 0 {
		return false
	}
	for n := range uint8(MaxSMs) {
		sm := (s.Last + 1 + n) % MaxSMs
		if in := &b.P.SMLSU[sm][side]; in.Joined() && in.Valid() {
			s.Filling, s.SM, s.Entry = true, sm, uint8(free)
			return true
		}
	}
	return false
}

// begin finds what a message accesses, now that it is complete.
func (b *LSU) begin(side, n int) {
	s, e := &b.S.Sides[side], &b.entries[side][n]
	h := &e.Head
	if b.P.Took.On() {
		b.P.Took.Emit(&Took{Side: side, Entry: n, SM: e.SM, Head: h})
	}
	if private(h.Code) || h.Code == isa.MessageEnd {
		of := b.S.Scratch[h.Slot]
		e.Base, e.Bytes = of.Addr+(uint32(e.SM)*uint32(b.cfg.Threads)+uint32(h.Thread))*of.Bytes, b.scratchOf(h)
	} else {
		e.Base, e.Bytes = b.binding(h.Slot, h.Set, h.Binding)
	}
	e.Start = uint64(uint16(h.Offset))
	if ofHandler(h.Code) {
		c := b.S.Context[h.Slot]
		e.Base, e.Bytes, e.Start = c.Addr, c.Bytes, uint64(h.Scratch)+uint64(int64(int32(h.Far)))-uint64(c.Addr)
	}
	if h.Code == isa.MessageLive {
		e.Base, e.Bytes, e.Start = h.Scratch, pipe.LiveBytes, 0
	}
	if h.Scratch == pipe.NoAddress {
		e.Bytes = 0
	}
	e.Phase = Issuing
	switch {
	case h.Code == isa.MessageEnd: // the thread ends, and what it had in scratch memory
		e.Pending[1] = uint64(b.scratchOf(h)+pipe.LineBytes-1) / pipe.LineBytes
	case h.Code == isa.MessageSize:
		b.editRegister(side, n, addressRegisters+dataRegisters)[0] = e.Bytes
	case whole(h.Code):
		e.Pending[1] = 8 * (uint64(h.Components) + 1)
	default:
		b.findComponents(side, n, e)
	}
	if e.done() {
		e.Phase = Answering
	}
	e.Beat, e.Brought = 0, e.Beat
	s.Order[s.Count] = uint8(n)
	s.Count++
}

// done tells whether nothing is to be accessed any more.
func (e *entry) done() bool {
	switch {
	case e.Missing:
		return true
	case whole(e.Head.Code), e.Head.Code == isa.MessageEnd:
		return e.Pending[0] == e.Pending[1]
	}
	return e.Pending == [2]uint64{}
}

// findComponents marks the components that lie in the binding and are accessed, and has the address of the first one of each lane in memory stand where its
// address was.
func (b *LSU) findComponents(side, n int, e *entry) {
	h, size := &e.Head, uint64(e.size())
	lanes := h.Mask
	if h.Code != isa.MessageLoad && !private(h.Code) { // helpers have their part of the thread's own memory
		lanes &^= h.Helpers
	}
	for set := lanes >> h.First; set != 0; set &= set - 1 {
		k := bits.TrailingZeros32(set)
		word := &b.editRegister(side, n, k/8)[k%8]
		at := uint64((*word + uint32(int32(h.Offset))) &^ uint32(size-1))
		if private(h.Code) { // word w of lane k is word w · lanes + k
			at = 4 * (at/4*uint64(h.Lanes) + uint64(h.First) + uint64(k))
		}
		*word = e.Base + uint32(at)
		for c := range int(h.Components) + 1 {
			if at+uint64(c*e.stride())+size <= uint64(e.Bytes) {
				bit := perLane*k + c
				e.Pending[bit>>6] |= 1 << (bit & 63)
			}
		}
	}
}

// stride is the number of bytes in memory from one component of a lane to the next.
func (e *entry) stride() int {
	if private(e.Head.Code) {
		return 4 * int(e.Head.Lanes)
	}
	return e.size()
}

// place is the address in memory of a component of a lane, which lies in the binding.
func (b *LSU) place(side, n, k, c, stride int) uint32 {
	return b.register(side, n, k/8)[k%8] + uint32(c*stride)
}

// answer sends a register of an answer, or that a message without one is done.
func (b *LSU) answer() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		s := &b.S.Sides[side]
		for _, n := range s.Order[:s.Count] {
			e := &b.entries[side][n]
			if e.Phase != Answering || !b.P.LSUSM[e.SM].Ready() {
				continue
			}
			b.answerBeat(side, int(n), e)
			return true
		}
	}
	return false
}

func (b *LSU) answerBeat(side, n int, e *entry) {
	h := &e.Head
	registers := e.answers()
	a := pipe.MessageAnswer{Slot: h.Slot, Thread: h.Thread, Generation: h.Generation, NotPresent: e.Missing}
	if registers == 0 {
		a.Last, a.Done = true, true
	} else {
		a.Reg, a.Last = h.Answer+e.Beat, int(e.Beat) == registers-1
		if !e.Missing {
			a.Mask, a.Words = e.mask(int(e.Beat)), *b.register(side, n, addressRegisters+dataRegisters+int(e.Beat))
		}
	}
	if e.Beat == 0 && b.P.Answered.On() {
		b.P.Answered.Emit(&Took{Side: side, Entry: n, SM: e.SM, Head: h, Missing: e.Missing})
	}
	b.P.LSUSM[e.SM].Put(a)
	if e.Beat++; a.Last {
		b.free(side, n, e)
	}
}

// mask is the bytes of a register of the answer that lanes which sent the message have.
func (e *entry) mask(reg int) (m uint32) {
	h := &e.Head
	if whole(h.Code) || h.Code == isa.MessageSize {
		return ^uint32(0)
	}
	size := e.size()
	lanes := isa.RegisterSize / size
	first := reg % e.step() * lanes
	for k := first; k < min(first+lanes, int(h.Count)); k++ {
		if h.Mask>>(int(h.First)+k)&1 != 0 {
			m |= (1<<size - 1) << ((k - first) * size)
		}
	}
	return m
}

// free clears an entry: nothing tells what was there before.
func (b *LSU) free(side, n int, e *entry) {
	clear := func(from, count int) {
		for r := from; r < from+count; r++ {
			*b.editRegister(side, n, r) = [pipe.RegisterWords]uint32{}
		}
	}
	addresses := e.addressesIn()
	clear(0, addresses)
	clear(addressRegisters, int(e.Brought)-addresses)
	clear(addressRegisters+dataRegisters, e.answers())
	*e = entry{}
	s := &b.S.Sides[side]
	at := 0
	for int(s.Order[at]) != n {
		at++
	}
	copy(s.Order[at:], s.Order[at+1:s.Count])
	s.Count--
	s.Order[s.Count] = 0
}
