package sampler

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// step is the number of registers from one set of coordinates, or component, to the next.
func (e *entry) step() int { return isa.RegisterSet(int(e.Head.Lanes), 4) }

// sets is the number of register sets of coordinates.
func (e *entry) sets() int { return int(e.Head.Type) + 1 }

// lastSet is the number of registers of a set that a message has, when it is the last one.
func (e *entry) lastSet() int { return (int(e.Head.Count)*4 + isa.RegisterSize - 1) / isa.RegisterSize }

// coordinatesIn is the number of registers with coordinates.
func (e *entry) coordinatesIn() int { return (e.sets()-1)*e.step() + e.lastSet() }

// components is the number of components of the answer.
func (e *entry) components() int {
	switch e.Head.Code {
	case isa.MessageTexelStore:
		return 0
	case isa.MessageDimensions:
		return 4
	}
	return int(e.Head.Components) + 1
}

// answers is the number of registers of the answer.
func (e *entry) answers() int {
	if n := e.components(); n > 0 {
		return (n-1)*e.step() + e.lastSet()
	}
	return 0
}

// take takes a beat of a message; those of a multiprocessor come one after the other.
func (b *Sampler) take(side int) bool {
	s := &b.S.Sides[side]
	if !s.Filling && !b.choose(side) {
		return false
	}
	in := &b.P.SMTex[s.SM][side]
	if !in.Valid() {
		return false
	}
	beat := in.Head()
	e := &b.entries[side][s.Entry]
	if beat.Head {
		*e = entry{Phase: Filling, SM: s.SM, Head: beat.Message()}
	} else {
		n := int(e.Beat)
		if c := e.coordinatesIn(); n >= c {
			n += coordinateRegisters - c
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
func (b *Sampler) choose(side int) bool {
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
		if in := &b.P.SMTex[sm][side]; in.Joined() && in.Valid() {
			s.Filling, s.SM, s.Entry = true, sm, uint8(free)
			return true
		}
	}
	return false
}

// begin finds the quads of a message, now that it is complete.
func (b *Sampler) begin(side, n int) {
	s, e := &b.S.Sides[side], &b.entries[side][n]
	if b.P.Took.On() {
		b.P.Took.Emit(&Took{Side: side, Entry: n, SM: e.SM, Head: &e.Head})
	}
	b.describe(e)
	for lanes, q := e.Head.Mask>>e.Head.First, 0; lanes != 0; lanes, q = lanes>>quadLanes, q+1 {
		if lanes&(1<<quadLanes-1) != 0 {
			e.Todo |= 1 << q
		}
	}
	e.Phase, e.Beat, e.Brought = Working, 0, e.Beat
	s.Order[s.Count] = uint8(n)
	s.Count++
	e.advance() // a message of no lanes has nothing to do
}

// beginQuad has a quad of the oldest message that has one left come into work.
func (b *Sampler) beginQuad(side int) bool {
	s := &b.S.Sides[side]
	if int(s.Works) == len(b.quads[side]) {
		return false
	}
	for _, n := range s.Order[:s.Count] {
		e := &b.entries[side][n]
		if e.Todo == 0 {
			continue
		}
		i := 0
		for b.quads[side][i].Stage != idle {
			i++
		}
		number := lowest(uint32(e.Todo))
		b.quads[side][i] = quad{
			Stage: levels, Entry: n, Number: uint8(number), Mask: uint8(e.Head.Mask >> (int(e.Head.First) + quadLanes*number) & (1<<quadLanes - 1)),
		}
		e.Todo &^= 1 << number
		e.Open++
		s.Work[s.Works] = uint8(i)
		s.Works++
		return true
	}
	return false
}

// endQuad frees a quad whose part of the answer is there, or whose texels are on their way to memory.
func (b *Sampler) endQuad(side, i int) {
	s, q := &b.S.Sides[side], &b.quads[side][i]
	e := &b.entries[side][q.Entry]
	*q = quad{}
	remove(&s.Work, &s.Works, uint8(i))
	e.Open--
	e.advance()
}

// abandon ends a message that cannot be answered: its quads are given up, whatever they wait for. What comes for them goes into the cache alone.
func (b *Sampler) abandon(side int, n uint8) {
	e := &b.entries[side][n]
	e.Missing, e.Todo = true, 0
	for i := range b.quads[side] {
		if q := &b.quads[side][i]; q.Stage != idle && q.Entry == n {
			b.endQuad(side, i)
		}
	}
}

// remove takes a number out of a list.
func remove(list *[16]uint8, count *uint8, n uint8) {
	at := 0
	for list[at] != n {
		at++
	}
	copy(list[at:], list[at+1:*count])
	*count--
	list[*count] = 0
}

// advance moves a message on when all of it is done.
func (e *entry) advance() {
	if e.Todo == 0 && e.Open == 0 && e.Writes == 0 {
		e.Phase = Answering
	}
}

// answer sends a register of an answer, or that a message without one is done.
func (b *Sampler) answer() bool {
	for side := pipe.Sides - 1; side >= 0; side-- {
		s := &b.S.Sides[side]
		for _, n := range s.Order[:s.Count] {
			e := &b.entries[side][n]
			if e.Phase != Answering || !b.P.TexSM[e.SM].Ready() {
				continue
			}
			b.answerBeat(side, int(n), e)
			return true
		}
	}
	return false
}

func (b *Sampler) answerBeat(side, n int, e *entry) {
	h := &e.Head
	registers := e.answers()
	a := pipe.MessageAnswer{Slot: h.Slot, Thread: h.Thread, Generation: h.Generation, NotPresent: e.Missing}
	if registers == 0 {
		a.Last, a.Done = true, true
	} else {
		a.Reg, a.Last = h.Answer+e.Beat, int(e.Beat) == registers-1
		if !e.Missing {
			a.Mask, a.Words = e.mask(int(e.Beat)), *b.register(side, n, firstAnswer+int(e.Beat))
		}
	}
	if e.Beat == 0 && b.P.Answered.On() {
		b.P.Answered.Emit(&Took{Side: side, Entry: n, SM: e.SM, Head: h, Missing: e.Missing})
	}
	b.P.TexSM[e.SM].Put(a)
	if e.Beat++; a.Last {
		b.free(side, n, e)
	}
}

// mask is the bytes of a register of the answer that lanes which sent the message have.
func (e *entry) mask(reg int) (m uint32) {
	first := int(e.Head.First) + reg%e.step()*pipe.RegisterWords
	for k := range pipe.RegisterWords {
		if e.Head.Mask>>(first+k)&1 != 0 {
			m |= 0xf << (4 * k)
		}
	}
	return m
}

// free clears an entry: nothing tells what was there before.
func (b *Sampler) free(side, n int, e *entry) {
	coordinates := e.coordinatesIn()
	b.clear(side, n, 0, coordinates)
	b.clear(side, n, coordinateRegisters, int(e.Brought)-coordinates)
	b.clear(side, n, firstAnswer, e.answers())
	*e = entry{}
	s := &b.S.Sides[side]
	remove(&s.Order, &s.Count, uint8(n))
}

func (b *Sampler) clear(side, n, from, count int) {
	for r := from; r < from+count; r++ {
		*b.editRegister(side, n, r) = [pipe.RegisterWords]uint32{}
	}
}

// word is a lane of the message in a register set; of lanes that it does not have 0.
func (b *Sampler) word(side int, q *quad, first, set, lane int) uint32 {
	e := &b.entries[side][q.Entry]
	k := quadLanes*int(q.Number) + lane
	if k >= int(e.Head.Count) {
		return 0
	}
	return b.register(side, int(q.Entry), first+set*e.step()+k/pipe.RegisterWords)[k%pipe.RegisterWords]
}

// coordinate is a coordinate of the texture in a lane of a quad; 0 when the message does not have it.
func (b *Sampler) coordinate(side int, q *quad, n, lane int) uint32 {
	e := &b.entries[side][q.Entry]
	sets := e.sets()
	if hasLast(e.Head.Code) {
		sets--
	}
	if n >= sets {
		return 0
	}
	return b.word(side, q, 0, n, lane)
}

// last is the set of coordinates of a lane that is none of the texture.
func (b *Sampler) last(side int, q *quad, lane int) uint32 {
	return b.word(side, q, 0, b.entries[side][q.Entry].sets()-1, lane)
}

// hasLast tells whether the last set of a message is none of the texture's coordinates.
func hasLast(code uint8) bool {
	switch code {
	case isa.MessageSample, isa.MessageSampleGradient, isa.MessageTexelStore:
		return false
	}
	return true
}
