package sm

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Stall is what keeps a multiprocessor from issuing.
type Stall uint8

// Stalls.
const (
	NoThread  Stall = iota // no thread is there
	OnLine                 // an instruction line is not there
	OnALU                  // a result of the ALU is on its way to what the instruction needs
	OnMath                 // the same of the math unit
	OnShared               // the same of shared memory
	OnAnswer               // a message is not answered, or its answer is on its way to what the instruction needs
	OnUnit                 // the instruction's unit, or the one before of the same thread, is in its passes
	OnSend                 // a message is being sent
	OnBarrier              // all threads wait at barriers
	OnPage                 // a page is not in memory: the thread waits for its context's cut
	OnEnd                  // threads have ended, and are called for, or cleared
	OnHandler              // threads stop for a handler, or move registers for it
	NumStalls
)

var stallNames = [NumStalls]string{
	"no thread", "instruction line", "ALU result", "math result", "shared memory", "answer", "unit in passes", "message being sent", "barrier", "missing page", "end", "handler",
}

// String names a stall.
func (s Stall) String() string { return stallNames[s] }

// Stalled says, between two cycles, what the thread waits for that is next in turn, if none issues. It is for observers: nothing in the machine asks.
func (b *SM) Stalled() Stall {
	s := &b.S
	switch {
	case !s.Runs.none():
		n := s.Runs.after(s.Last)
		return b.stallOf(n, &b.threads[n])
	case !s.Stopping.none(), !s.Moves.none():
		return OnHandler
	case !s.Waits.none():
		return OnBarrier
	case !s.Ending.none():
		return OnEnd
	}
	for above := s.Sides[pipe.Above]; !above.none(); { // who misses a page does not run
		n := above.first()
		if b.threads[n].Missing {
			return OnPage
		}
		above.remove(n)
	}
	return NoThread
}

func (b *SM) stallOf(n uint8, t *Thread) Stall {
	s := &b.S
	for side := range pipe.Sides {
		for _, m := range [...]*sending{&s.Sending[side], &s.ToTex[side]} {
			if m.Active && m.Thread == n {
				return OnSend
			}
		}
	}
	switch {
	case s.Wants.has(n), !t.has(t.Control.PC):
		return OnLine
	case uint64(t.Until) > b.Domain().Cycle() || !s.Parked.has(n):
		return OnUnit
	case comes(&s.ALU.Results, n):
		return OnALU
	case comes(&s.Math.Results, n):
		return OnMath
	case comes(&s.Shared.Results, n):
		return OnShared
	}
	return OnAnswer
}

// comes tells whether a result of a thread is on its way.
func comes(q *wires.Queue[result], n uint8) bool {
	for i := range q.Len() {
		if q.At(i).Thread == n {
			return true
		}
	}
	return false
}
