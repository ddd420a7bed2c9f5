package lsu

import (
	"iter"
	"math/bits"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// atomicBytes is how much of a line an atomic access takes: a half.
const atomicBytes = pipe.LineBytes / 2

// issue makes an access for the oldest message that has one left.
func (b *LSU) issue(side int) bool {
	s := &b.S.Sides[side]
	for _, n := range s.Order[:s.Count] {
		if e := &b.entries[side][n]; e.Phase == Issuing {
			return b.issueOf(side, int(n), e)
		}
	}
	return false
}

func (b *LSU) issueOf(side, n int, e *entry) bool {
	k := -1
	for i := range b.accesses[side] {
		if b.accesses[side][i].Stage == unused {
			k = i
			break
		}
	}
	if k < 0 || !b.P.LSUL15[side].Ready() {
		return false
	}
	if e.Head.Code == isa.MessageEnd {
		b.retireScratchLine(side, n, k)
		return true
	}
	a := access{Stage: cached, Entry: uint8(n)}
	if whole(e.Head.Code) {
		if !b.nextWords(e, &a) { // beyond the end
			e.advance()
			return true
		}
	} else {
		b.nextComponents(side, n, e, &a)
	}
	fresh := private(e.Head.Code) && !b.scratchWritten(e, a.Line)
	switch {
	case ofHandler(e.Head.Code): // the cache has no lines of context buffers
		a.Stage = evicted
	case e.uncached():
		a.Stage = evicting
	case fresh && !writes(e.Head.Code): // it reads as 0
		e.accessed(&a)
		return true
	}
	if b.conflicts(side, e, &a) {
		return false
	}
	b.accesses[side][k] = a
	if a.Stage == evicted {
		e.Open++
		e.accessed(&a)
		return true
	}
	r := b.P.LSUL15[side].Slot()
	*r = pipe.LineRequest{Op: pipe.LineLoad, Slot: e.Head.Slot, Tag: uint8(k), Addr: a.Line * pipe.LineBytes}
	switch {
	case a.Stage == evicting:
		r.Op = pipe.LineEvict
	case e.Head.Code == isa.MessageConstant, e.Head.Code == isa.MessageLive:
		r.Op = pipe.LineConstant
	case writes(e.Head.Code):
		r.Op = pipe.LineStore
	}
	if r.Op != pipe.LineEvict {
		b.gather(side, n, e, &a, &r.Mask, &r.Data)
	}
	if fresh { // the rest of the line is 0
		r.Mask = ^uint64(0)
		b.writeScratch(e, a.Line)
	}
	b.P.LSUL15[side].Push()
	e.Open++
	e.accessed(&a)
	return true
}

// accessed marks the components of an access as accessed.
func (e *entry) accessed(a *access) {
	if whole(e.Head.Code) {
		e.Pending[0] = a.Parts[1]
	} else {
		e.Pending[0] &^= a.Parts[0]
		e.Pending[1] &^= a.Parts[1]
	}
	e.advance()
}

// advance moves an entry on when all its accesses are made, or answered.
func (e *entry) advance() {
	if e.Phase == Issuing && e.done() {
		e.Phase = Waiting
	}
	if e.Phase == Waiting && e.Open == 0 {
		e.Phase = Answering
	}
}

// conflicts tells whether a line is accessed by an earlier access, and one of both is executed in memory: they would not keep their order.
func (b *LSU) conflicts(side int, e *entry, a *access) bool {
	for i := range b.accesses[side] {
		o := &b.accesses[side][i]
		if o.Stage == unused || o.Line != a.Line || b.entries[side][o.Entry].Head.Slot != e.Head.Slot {
			continue
		}
		if a.Stage != cached || o.Stage != cached {
			return true
		}
	}
	return false
}

// nextWords finds the next words of whole registers that lie in one line: from Parts[0] up to Parts[1]. What lies beyond the end is passed; false: that
// was all.
func (b *LSU) nextWords(e *entry, a *access) bool {
	offset := e.Start
	next, end := e.Pending[0], e.Pending[1]
	for ; next < end && !e.within(next); next++ {
	}
	if e.Pending[0] = next; next == end {
		return false
	}
	addr := e.Base + uint32(offset+4*next)
	a.Line = addr / pipe.LineBytes
	last := next + uint64(pipe.LineBytes-addr%pipe.LineBytes+3)/4
	for last = min(last, end); !e.within(last - 1); last-- {
	}
	a.Parts = [2]uint64{next, last}
	return true
}

// within tells whether a word of whole registers lies in the binding, or what is in its place. A place before its beginning has wrapped around.
func (e *entry) within(word uint64) bool {
	at := e.Start + 4*word
	return at < uint64(e.Bytes) && uint64(e.Bytes)-at >= 4
}

// nextComponents finds the first component that is not accessed yet, and others in the same line: of an atomic in the same half, one a word.
func (b *LSU) nextComponents(side, n int, e *entry, a *access) {
	atomic, stride := e.Head.Code == isa.MessageAtomic, e.stride()
	words, first, half := uint16(0), true, uint32(0)
	for i, set := range e.Pending {
		for ; set != 0; set &= set - 1 {
			bit := 64*i + bits.TrailingZeros64(set)
			addr := b.place(side, n, bit/perLane, bit%perLane, stride)
			if first {
				a.Line, half, first = addr/pipe.LineBytes, addr/atomicBytes, false
			}
			switch {
			case addr/pipe.LineBytes != a.Line:
				continue
			case atomic:
				word := uint16(1) << (addr % pipe.LineBytes / 4)
				if addr/atomicBytes != half || words&word != 0 {
					continue
				}
				words |= word
			}
			a.Parts[i] |= set & -set
		}
	}
}

// components are the lane and the component of each part of an access that is not of whole registers, in ascending order.
func (a *access) components() iter.Seq2[int, int] {
	return func(yield func(k, c int) bool) {
		for i, set := range a.Parts {
			for ; set != 0; set &= set - 1 {
				bit := 64*i + bits.TrailingZeros64(set)
				if !yield(bit/perLane, bit%perLane) {
					return
				}
			}
		}
	}
}

// gather finds the bytes of a line that an access reads or writes, and what it writes.
func (b *LSU) gather(side, n int, e *entry, a *access, mask *uint64, data *[16]uint32) {
	put := func(addr uint32, size int, v uint64) {
		at := addr % pipe.LineBytes
		*mask |= (1<<size - 1) << at
		switch size {
		case 8:
			data[at/4], data[at/4+1] = uint32(v), uint32(v>>32)
		case 4:
			data[at/4] = uint32(v)
		default:
			m := uint32(1<<(8*size)-1) << (at % 4 * 8)
			data[at/4] = data[at/4]&^m | uint32(v)<<(at%4*8)&m
		}
	}
	if whole(e.Head.Code) {
		for w := a.Parts[0]; w < a.Parts[1]; w++ {
			put(e.Base+uint32(e.Start)+4*uint32(w), 4, uint64(b.register(side, n, addressRegisters+int(w/8))[w%8]))
		}
		return
	}
	size, step, stride := e.size(), e.step(), e.stride()
	for k, c := range a.components() {
		put(b.place(side, n, k, c, stride), size, b.dataAt(side, n, addressRegisters+c*step, k, size))
	}
}

// dataAt is a lane of a register set of an entry.
func (b *LSU) dataAt(side, n, reg, k, size int) uint64 {
	at := k * size
	words := b.register(side, n, reg+at/isa.RegisterSize)
	at %= isa.RegisterSize
	v := uint64(words[at/4]) >> (at % 4 * 8)
	if size == 8 {
		v |= uint64(words[at/4+1]) << 32
	}
	return v
}

// scatter puts what an access has read into the answer.
func (b *LSU) scatter(side, n int, e *entry, a *access, data *[16]uint32) {
	const answer = addressRegisters + dataRegisters
	if whole(e.Head.Code) {
		for w := a.Parts[0]; w < a.Parts[1]; w++ {
			addr := e.Base + uint32(e.Start) + 4*uint32(w)
			v := uint64(data[addr%pipe.LineBytes/4]) >> (addr % 4 * 8)
			b.editRegister(side, n, answer+int(w/8))[w%8] = uint32(v)
		}
		return
	}
	size, step, stride := e.size(), e.step(), e.stride()
	for k, c := range a.components() {
		from, at := b.place(side, n, k, c, stride)%pipe.LineBytes, k*size
		words := b.editRegister(side, n, answer+c*step+at/isa.RegisterSize)
		at %= isa.RegisterSize
		switch size {
		case 8:
			words[at/4], words[at/4+1] = data[from/4], data[from/4+1]
		case 4:
			words[at/4] = data[from/4]
		default:
			m := uint32(1<<(8*size)-1) << (at % 4 * 8)
			words[at/4] = words[at/4]&^m | data[from/4]>>(from%4*8)<<(at%4*8)&m
		}
	}
}

// takeLine takes an answer of the cache.
func (b *LSU) takeLine() bool {
	if !b.P.L15LSU.Valid() {
		return false
	}
	l := b.P.L15LSU.Head()
	side := int(l.Side)
	a := &b.accesses[side][l.Tag]
	if a.Stage == evicting {
		a.Stage = evicted
	} else {
		e := &b.entries[side][a.Entry]
		switch {
		case l.NotPresent:
			e.Missing = true
		case e.answers() > 0:
			b.scatter(side, int(a.Entry), e, a, &l.Data)
		}
		b.finish(a, e)
	}
	b.P.L15LSU.Drop()
	return true
}

// finish frees an access.
func (b *LSU) finish(a *access, e *entry) {
	*a = access{}
	e.Open--
	e.advance()
}

// Access is the entry and the line of an access, for observers: side and number are those of the answer's tag.
func (b *LSU) Access(side, n int) (entry int, line uint32) {
	a := &b.accesses[side][n]
	return int(a.Entry), a.Line
}

// tagOf is the tag of an access in memory.
func tagOf(side, n int) uint16 { return uint16(side<<8 | n) }

// AccessOf is the access, for observers, that a request to memory is of: a write has its tag, too, though its answer has none.
func (b *LSU) AccessOf(r *pipe.MemRequest) (side, n int) { return int(r.Tag >> 8), int(r.Tag & 0xff) }

// toMemory sends an access whose line the cache has evicted: sides in turn, and accesses of a side.
func (b *LSU) toMemory() bool {
	for n := range uint8(pipe.Sides) {
		side := int(b.S.Last+1+n) % pipe.Sides
		s := &b.S.Sides[side]
		for i := range b.accesses[side] {
			k := (int(s.Sent) + 1 + i) % len(b.accesses[side])
			if b.accesses[side][k].Stage == evicted && b.sendToMemory(side, k) {
				b.S.Last, s.Sent = uint8(side), uint8(k)
				return true
			}
		}
	}
	return false
}

// way is by which connection accesses of a message go to memory: reads from above the break point have one of their own.
func (e *entry) way(side int) int {
	if side == pipe.Above && e.Head.Code != isa.MessageAtomic && !writes(e.Head.Code) {
		return pipe.Above
	}
	return pipe.Below
}

func (b *LSU) sendToMemory(side, k int) bool {
	a := &b.accesses[side][k]
	n := int(a.Entry)
	e := &b.entries[side][n]
	r, out := pipe.MemRequest{Op: pipe.Read, Slot: e.Head.Slot, Tag: tagOf(side, k), Addr: a.Line * pipe.LineBytes}, &b.P.LSUReq[e.way(side)]
	if e.way(side) == pipe.Above {
		r.Op = pipe.ReadAbove
	}
	if !out.Ready() {
		return false
	}
	switch {
	case e.Head.Code == isa.MessageAtomic:
		b.atomicRequest(side, n, e, a, &r)
	case writes(e.Head.Code):
		if b.S.Writes.Len() == 2*b.cfg.Accesses || b.S.Writes.Len() == 64 {
			return false
		}
		r.Op = pipe.Write
		b.gather(side, n, e, a, &r.Mask, &r.Data)
		b.S.Writes.Push(written{uint8(side), uint8(k)})
	}
	out.Put(r)
	a.Stage = memory
	return true
}

// atomicRequest has memory do an operation for words of a half of a line.
func (b *LSU) atomicRequest(side, n int, e *entry, a *access, r *pipe.MemRequest) {
	h := &e.Head
	var x, y [8]uint32
	for k := range a.components() {
		addr := b.place(side, n, k, 0, 0)
		word := addr % atomicBytes / 4
		r.Addr = addr &^ (atomicBytes - 1)
		r.Mask |= 1 << word
		if h.Operation != isa.AtomicLoad {
			x[word] = uint32(b.dataAt(side, n, addressRegisters, k, 4))
		}
		if h.Operation == isa.AtomicCompare {
			y[word] = uint32(b.dataAt(side, n, addressRegisters+e.step(), k, 4))
		}
	}
	r.SetAtomic(h.Operation, h.Type == isa.TypeD, &x, &y)
}

// takeMemory takes an answer of memory, one below the break point first. The MXU takes one request in a cycle, so that answers for one side do not keep the others waiting for long.
func (b *LSU) takeMemory() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		if in := &b.P.LSUAns[side]; in.Valid() {
			b.memoryAnswered(in.Head())
			in.Drop()
			return true
		}
	}
	return false
}

func (b *LSU) memoryAnswered(m *pipe.MemAnswer) {
	if m.Op == pipe.Write {
		for range 1 + m.More {
			w := b.S.Writes.Front()
			a := &b.accesses[w.Side][w.Access]
			b.finish(a, &b.entries[w.Side][a.Entry])
			b.S.Writes.Pop()
		}
	} else {
		side := int(m.Tag >> 8)
		a := &b.accesses[side][m.Tag&0xff]
		e := &b.entries[side][a.Entry]
		if m.Op == pipe.NoPage {
			e.Missing = true
		} else if e.answers() > 0 {
			line := m.Data
			if m.Op == pipe.Atomic { // a half: what was there before
				copy(line[8:], m.Data[:8])
			}
			b.scatter(side, int(a.Entry), e, a, &line)
		}
		b.finish(a, e)
	}
}
