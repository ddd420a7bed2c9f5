package lsu

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
