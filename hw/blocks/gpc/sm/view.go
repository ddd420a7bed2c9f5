package sm

import (
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// ThreadOf finds for observers the thread slot of some work of a slot's context on a side of the break point. Threads that were cancelled do not count.
func (b *SM) ThreadOf(slot uint8, side int, work uint16) (n uint8, ok bool) {
	return b.find(side, func(t *Thread) bool {
		return t.Head.Stage != isa.StageCompute && t.Head.Slot == slot && t.Head.Work == work && !t.Cancelled
	})
}

// CancelledOf finds for observers a thread of a slot's context that was cancelled, and has not ended.
func (b *SM) CancelledOf(slot uint8) (n uint8, ok bool) {
	return b.find(pipe.Above, func(t *Thread) bool { return t.Head.Slot == slot && t.Cancelled })
}

// AboveOf tells observers how many threads above the break point there are of a slot's context, cancelled ones among them.
func (b *SM) AboveOf(slot uint8) (n int) {
	b.find(pipe.Above, func(t *Thread) bool {
		if t.Head.Slot == slot {
			n++
		}
		return false
	})
	return n
}

func (b *SM) find(side int, is func(t *Thread) bool) (n uint8, ok bool) {
	for left := b.S.Sides[side]; !left.none(); left.remove(n) {
		if n = left.first(); is(&b.threads[n]) {
			return n, true
		}
	}
	return 0, false
}

// StallOf says, between two cycles, what a thread waits for before it issues or ends.
func (b *SM) StallOf(n uint8) Stall {
	s, t := &b.S, &b.threads[n]
	switch {
	case t.Missing && !t.Cancelled:
		return OnPage
	case b.sends(n):
		return OnSend
	case s.Ending.has(n) && t.fetches():
		return OnLine
	case s.Ending.has(n) && t.Answers > 0:
		return OnAnswer
	case s.Ending.has(n):
		return OnEnd
	case s.Waits.has(n):
		return OnBarrier
	case s.Stopping.has(n), s.Moves.has(n):
		return OnHandler
	case !s.Runs.has(n):
		return OnEnd
	}
	return b.stallOf(n, t)
}

// Ready tells observers, between two cycles, whether a thread waits for nothing but its turn, or for a unit that others use.
func (b *SM) Ready(n uint8) bool {
	t := &b.threads[n]
	return b.S.Runs.has(n) && !b.S.Parked.has(n) && !b.sends(n) && uint64(t.Until) <= b.Domain().Cycle()
}

// Delivers tells observers whether the results of a thread are being sent.
func (b *SM) Delivers(n uint8, side int) bool {
	d := &b.S.Delivery[side]
	return d.Active && d.Thread == n
}
