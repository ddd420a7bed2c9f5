package tsu

import "tilemark/hw/pipe"

// Counts in the order of the registers (docs/arithmetic.md, section 10).
const (
	iaVertices = iota
	iaPrimitives
	vsInvocations
	clipInvocations
	clipPrimitives
)

// count adds a primitive, or a triangle of a patch, that has just been clipped.
func (b *TSU) count(e *pipe.Shaded) {
	n := &b.S.Begun
	if vertices := e.Assembly().Vertices; vertices > 0 { // not a later triangle of a patch
		n[iaVertices] += vertices
		n[iaPrimitives]++
	}
	n[vsInvocations] += uint32(len(e.V))
	n[clipInvocations]++
	if b.S.Count > 2 {
		n[clipPrimitives] += uint32(b.S.Count) - 2
	}
}

// complete adds the primitive's counts to those that can be told, after its last
// triangle.
func (b *TSU) complete() {
	s := &b.S
	if s.Prim.Assembly().More > 0 {
		return
	}
	for i, n := range s.Begun {
		s.Ended[i] += n
	}
	s.Begun = counts{}
}

// tell sends the counts of completed primitives, before what moves the cursor past
// them; it reports whether there were any. The output must be ready.
func (b *TSU) tell(slot uint8) bool {
	s := &b.S
	if s.Ended == (counts{}) {
		return false
	}
	t := b.out.Slot()
	*t = pipe.Triangle{Cmd: pipe.StatsCmd(slot, s.Ended)}
	b.out.Push()
	s.Ended = counts{}
	return true
}
