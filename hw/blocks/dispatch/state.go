package dispatch

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

const versions = pipe.StateVersions

// statesAbove is the number of stages above the break point: vertex, hull and domain.
const statesAbove = 3

// state is what the kernels of a stage depend on beside their inputs: non-orthogonal state (docs/isa.md, "State tags"). A thread keeps the version that was there when its filling began.
type state struct {
	Now   uint8                             // version that threads get
	Users [versions]uint8                   // threads of each that are not gone
	Words [versions][pipe.StateWords]uint32 // of versions that are in use
	Sent  [pipe.Slots]uint8                 // versions that the clusters have for threads of a slot, a bit each
}

// setState writes the words of threads to come. false: threads have all other versions, so the write waits until those of one are gone.
func (b *Dispatcher) setState(s *state, words *[pipe.StateWords]uint32) bool {
	if s.Words[s.Now] == *words {
		return true
	}
	if s.Users[s.Now] > 0 {
		n, ok := s.free()
		if !ok {
			return false
		}
		s.Now = n
	}
	s.Words[s.Now] = *words
	b.unsend(s, s.Now)
	if b.P.Written.On() {
		b.P.Written.Emit(&Written{Users: s.Users[s.Now]})
	}
	return true
}

// free is the first version that no thread has.
func (s *state) free() (n uint8, ok bool) {
	for n := range s.Users {
		if s.Users[n] == 0 {
			return uint8(n), true
		}
	}
	return 0, false
}

// releaseState counts a thread less. What nobody has any more is cleared, and when no thread is left the next one has version 0 again: so a context that was cut comes back to the state of one that was not.
func (b *Dispatcher) releaseState(s *state, n uint8) {
	if s.Users[n]--; s.Users[n] > 0 {
		return
	}
	if n != s.Now {
		s.Words[n] = [pipe.StateWords]uint32{}
		b.unsend(s, n)
	}
	if s.Now != 0 && s.Users == [versions]uint8{} {
		s.Words[0], s.Words[s.Now] = s.Words[s.Now], [pipe.StateWords]uint32{}
		b.unsend(s, 0)
		b.unsend(s, s.Now)
		s.Now = 0
	}
}

// stateSent tells whether the clusters have the state of a thread whose kernel they patch, and otherwise has it sent, when no other task is on its way.
func (b *Dispatcher) stateSent(t *thread) bool {
	s := b.stateOf(t.Slot, t.Stage)
	if s.Sent[t.Slot]>>t.Version&1 != 0 {
		return true
	}
	if c := &b.S.Ctrl; c.Task == idle {
		c.Task, c.Slot, c.Stage, c.Version, c.Words = sendState, t.Slot, t.Stage, t.Version, s.Words[t.Version]
	}
	return false
}

// unsend notes that the clusters do not have the words of a version; what is on its way to them does not count.
func (b *Dispatcher) unsend(s *state, n uint8) {
	for slot := range s.Sent {
		s.Sent[slot] &^= 1 << n
	}
	if c := &b.S.Ctrl; c.Task == sendState && c.Version == n && b.stateOf(c.Slot, c.Stage) == s {
		c.Orphan = true
	}
}

// sent notes that the clusters have the state that was sent.
func (b *Dispatcher) sent() {
	c := &b.S.Ctrl
	if !c.Orphan {
		b.stateOf(c.Slot, c.Stage).Sent[c.Slot] |= 1 << c.Version
	}
	*c = controls{}
}

// forgetStates notes of which stages the clusters forget the state that they have for a slot, as its instructions are forgotten, a bit each: those that no thread of the slot has. Quads do not come
// meanwhile; vertices do. The clusters may have versions that do not count any more, too: those of before a cut.
func (b *Dispatcher) forgetStates(slot uint8) (stages uint8) {
	for _, stage := range [...]uint8{isa.StageVertex, isa.StageHull, isa.StageDomain, isa.StagePixel} {
		s := b.stateOf(slot, stage)
		if stage == isa.StagePixel || s.Users == [versions]uint8{} {
			s.Sent[slot] = 0
			stages |= 1 << stage
		}
	}
	return stages
}

// resetState has threads to come begin with zeros, and forgets what others had, which have executed what they will.
func (b *Dispatcher) resetState(s *state) {
	s.Words = [versions][pipe.StateWords]uint32{}
	for n := range uint8(versions) {
		b.unsend(s, n)
	}
}

// stateOf is the state of a stage.
func (b *Dispatcher) stateOf(slot, stage uint8) *state {
	switch stage {
	case isa.StagePixel:
		return &b.S.Pixel
	case isa.StageHull:
		return &b.S.States[slot][1]
	case isa.StageDomain:
		return &b.S.States[slot][2]
	}
	return &b.S.States[slot][0]
}

// writeState writes a register of a slot that kernels above the break point depend on, if it is one. false: the write waits.
func (b *Dispatcher) writeState(slot uint8, reg uint16, value uint32) bool {
	n := int(reg) - regs.EUPVertexNos0
	if n < 0 || n >= statesAbove*pipe.StateWords {
		return true
	}
	s := &b.S.States[slot][n/pipe.StateWords]
	words := s.Words[s.Now]
	words[n%pipe.StateWords] = value
	return b.setState(s, &words)
}

// forget forgets a thread: its place is free.
func (b *Dispatcher) forget(t *thread) {
	b.releaseState(b.stateOf(t.Slot, t.Stage), t.Version)
	*t = thread{}
}
