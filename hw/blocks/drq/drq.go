// Package drq is what a unit of the pipe has towards the back-end parser (spec chapter 2,
// "The DRQ machine"): its share of a datapath, on which it forwards the items of the
// neighbour before it, and the machine that dumps, resets and reports registers.
package drq

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Phase is the state of the DRQ machine.
type Phase uint8

// Phases. Those of INT_END follow each other in this order.
const (
	Normal   Phase = iota // only what the block itself reports is sent
	Dumping               // INTERRUPTIBLE: the registers go out
	Discards              // INT_END: the number of discarded entries goes out
	Counting              // INT_END: the counters go out
	Ending                // INT_END: all is reported, and the token goes on; Return resets the registers
)

// State is the unit's part of its block's state.
type State struct {
	Phase     Phase
	Next      uint16 // Dumping, Counting: register to be sent next
	OwnTurn   bool   // the unit's turn comes before its neighbours'
	SideTurn  bool   // the second neighbour's turn comes before the first's
	Discarded uint32 // entries thrown away since the last token
}

// Unit is a unit's access to its datapath.
type Unit struct {
	Block     uint8                   // block ID on its items
	in        *wires.In[pipe.Report]  // from the neighbour; nil when there is none
	side      *wires.In[pipe.Report]  // from a second neighbour; nil when there is none
	out       *wires.Out[pipe.Report] // to the next neighbour, or to the back-end parser
	st        *State
	asked     bool // a neighbour has an item in this cycle
	forwarded bool // one went on in this cycle, before the block's work
}

// Init binds the unit to its state and to its block's ports on the datapath: to the next
// neighbour, and from one or two, nil where there is none.
func (u *Unit) Init(block uint8, st *State, out *wires.Out[pipe.Report], in, side *wires.In[pipe.Report]) {
	u.Block, u.st, u.out, u.in, u.side = block, st, out, in, side
}

// Begin is the datapath's part of a cycle before the block's work, which may send one item too.
func (u *Unit) Begin() {
	u.asked = waits(u.in) || waits(u.side)
	u.forwarded = u.asked && u.forward(false)
}

// End is the datapath's part of a cycle after the block's work. It returns the activity of the cycle; main is that of the
// work, which b accounts for.
func (u *Unit) End(b *wires.BlockBase, main wires.Activity) wires.Activity {
	b.Main(main)
	if u.Moved() {
		return wires.Busy
	}
	return main
}

// Moved is End for a block with several machines, whose activity it works out by itself. It tells whether an item was forwarded in
// this cycle.
func (u *Unit) Moved() bool {
	if !u.asked && !u.st.OwnTurn && !u.st.SideTurn {
		return false
	}
	return u.forward(true) || u.forwarded
}

// forward passes on an item of the neighbour, when the datapath has room and it is
// the neighbour's turn or, last in a cycle, the unit has sent nothing.
func (u *Unit) forward(last bool) bool {
	if u.st.OwnTurn && !last || !u.out.Ready() {
		return false
	}
	from, side := u.in, u.side
	if !waits(from) || u.st.SideTurn && waits(side) {
		from = side
	}
	if !waits(from) {
		if last { // an idle arbiter goes back to its default
			u.st.OwnTurn, u.st.SideTurn = false, false
		}
		return false
	}
	*u.out.Slot() = *from.Head()
	u.out.Push()
	from.Drop()
	u.st.OwnTurn, u.st.SideTurn = true, side != nil && from == u.in
	return true
}

// waits tells whether a neighbour, which there may not be, has an item.
func waits(in *wires.In[pipe.Report]) bool { return in != nil && in.Joined() && in.Valid() }

// Blocked is the activity of a block whose unit waits for room.
func (u *Unit) Blocked() wires.Activity { return u.out.Blocked() }

// Ready tells whether the unit may send in this cycle.
func (u *Unit) Ready() bool { return u.out.Ready() }

// Send puts an item of the unit on the datapath, which must be ready.
func (u *Unit) Send(r pipe.Report) { u.SendFor(u.Block, r) }

// SendFor is Send for an item that carries another block's ID.
func (u *Unit) SendFor(block uint8, r pipe.Report) {
	r.Block = block
	u.out.Put(r)
	u.st.OwnTurn = false
}

// Dump sends all registers, one a cycle, and tells when they are sent; until then the
// activity is what the block does in this cycle. INTERRUPTIBLE asks for it.
func (u *Unit) Dump(slot uint8, regs []uint32) (a wires.Activity, done bool) {
	return u.DumpFor(u.Block, slot, regs)
}

// DumpFor is Dump for registers with another block's ID.
func (u *Unit) DumpFor(block, slot uint8, regs []uint32) (a wires.Activity, done bool) {
	u.st.Phase = Dumping
	if a, done = u.send(block, slot, 0, regs); done {
		u.st.Phase = Normal
	}
	return a, done
}

// Cancel drops a dump that is under way: a cut came.
func (u *Unit) Cancel() { u.st.Phase, u.st.Next = Normal, 0 }

// Counters are registers that the hardware counts: neighbours, the first of which has number First.
type Counters struct {
	Block uint8 // block ID
	First uint16
	Regs  []uint32
}

// EndContext is what INT_END asks for: how many entries were thrown away goes out, if any were, then the counters, one a cycle.
// It tells when all is reported. From then on the block hands the token on, to each of its outputs as that has
// room, and calls Return when the last one has it.
func (u *Unit) EndContext(slot uint8, c Counters) (a wires.Activity, done bool) {
	s := u.st
	s.Phase = max(s.Phase, Discards)
	if s.Phase == Discards {
		if a, done = u.TellDiscards(slot, 0); !done {
			return a, false
		}
		s.Phase = Counting
	}
	if s.Phase == Counting && len(c.Regs) > 0 {
		if a, done = u.send(c.Block, slot, c.First, c.Regs); !done {
			return a, false
		}
	}
	s.Phase = Ending
	return wires.Busy, true
}

// TellDiscards is the first part of EndContext, alone, with entries that blocks without a datapath have thrown away.
func (u *Unit) TellDiscards(slot uint8, more uint32) (a wires.Activity, done bool) {
	n := u.st.Discarded + more
	switch {
	case n == 0:
		return wires.Busy, true
	case !u.Ready():
		return u.out.Blocked(), false
	}
	u.Send(pipe.DiscardReport(slot, n))
	u.st.Discarded = 0
	return wires.Busy, true
}

// Reported tells whether the discarded entries of the context that ends are reported: a block
// that has counters may hand the token on to an output that they do not concern.
func (u *Unit) Reported() bool { return u.st.Phase > Discards }

// Ending tells whether EndContext was done in an earlier cycle, or in this one.
func (u *Unit) Ending() bool { return u.st.Phase == Ending }

// Return is the end of a context in the unit: the token has gone on. The registers are reset for the next context.
func (u *Unit) Return(registers interface{ Reset() }) {
	registers.Reset()
	u.st.Phase = Normal
}

// send sends registers of a block, the first of which has number first, one a cycle.
func (u *Unit) send(block, slot uint8, first uint16, regs []uint32) (a wires.Activity, done bool) {
	if !u.Ready() {
		return u.out.Blocked(), false
	}
	s := u.st
	u.SendFor(block, pipe.RegisterReport(pipe.Dumped, slot, first+s.Next, regs[s.Next]))
	if s.Next++; int(s.Next) < len(regs) {
		return wires.Busy, false
	}
	s.Next = 0
	return wires.Busy, true
}

// Discard counts an entry that was thrown away.
func (u *Unit) Discard() { u.st.Discarded++ }

// DiscardAll counts so many entries that were thrown away at once.
func (u *Unit) DiscardAll(n int) { u.st.Discarded += uint32(n) }

// Source is an input of a block: wires.In, or wires.DelayedIn.
type Source[T any] interface {
	Valid() bool
	Head() *T
	Drop()
	Starved() wires.Activity
}

// DiscardUpTo throws the next entry of an input away, or tells that it is INT_END, which
// stays where it is.
func DiscardUpTo[T any, E interface {
	*T
	Type() pipe.Kind
}](u *Unit, f Source[T]) (a wires.Activity, token bool) {
	if !f.Valid() {
		return f.Starved(), false
	}
	if E(f.Head()).Type() == pipe.IntEnd {
		return wires.Busy, true
	}
	f.Drop()
	u.Discard()
	return wires.Busy, false
}
