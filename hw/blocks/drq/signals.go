package drq

import "tilemark/hw/wires"

// Walks of the machine at INT_END, for Signals, from clock edge to clock edge.
const (
	// Bare: nothing to report, and the token goes on as soon as there is room.
	Bare = "NORMAL ENDING NORMAL"
	// Discarding: the number of discarded entries waits for room, then the token for its own, or goes on at once.
	Discarding = "NORMAL DISCARDS ENDING NORMAL DISCARDS NORMAL"
	// Counted: the token goes on in a cycle after the last counter's.
	Counted = "NORMAL COUNTING ENDING NORMAL"
	// CountedAtOnce: the token goes on in the cycle of the last counter.
	CountedAtOnce = "NORMAL COUNTING NORMAL"
	// DiscardingCounted: the number of discarded entries comes before the counters.
	DiscardingCounted = "NORMAL DISCARDS COUNTING"
)

// Signals shows the state of the machine, among the registers of its block, which says how it comes through INT_END.
func (u *Unit) Signals(s *wires.Signals, ends ...string) {
	m := wires.Phase(s, "drq", &u.st.Phase, "NORMAL", "DUMPING", "DISCARDS", "COUNTING", "ENDING")
	m.Transitions("NORMAL DUMPING NORMAL")
	m.Transitions(ends...)
}
