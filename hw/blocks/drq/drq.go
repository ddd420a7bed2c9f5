// Package drq is what every unit of the pipe has towards the back-end parser
// (spec chapter 2, "The DRQ machine"): its share of a datapath, on which it forwards
// the items of the neighbour behind it, and the machine that dumps registers and
// counters.
package drq

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// State is the unit's part of its block's state.
type State struct {
	Next      uint16 // register to be dumped next
	OwnTurn   bool   // the unit's turn comes before its neighbours'
	SideTurn  bool   // the second neighbour's turn comes before the first's
	Discarded uint32 // entries thrown away since the last token
}

// Unit is a unit's access to its datapath.
type Unit struct {
	Block uint8                   // block ID on its items
	in    *wires.In[pipe.Report]  // from the neighbour; nil when there is none
	side  *wires.In[pipe.Report]  // from a second neighbour; nil when there is none
	out   *wires.Out[pipe.Report] // to the next neighbour, or to the back-end parser
	st    *State
}

// Init binds the unit to its state and to its block's ports on the datapath: to the next
// neighbour, and from one or two, nil where there is none.
func (u *Unit) Init(block uint8, st *State, out *wires.Out[pipe.Report], in, side *wires.In[pipe.Report]) {
	u.Block, u.st, u.out, u.in, u.side = block, st, out, in, side
}

// Forward passes on an item of the neighbour, when the datapath has room and it is
// the neighbour's turn or the unit has sent nothing. Call it first and last in a
// cycle.
func (u *Unit) Forward(last bool) bool {
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
// activity is what the block does in this cycle.
func (u *Unit) Dump(slot uint8, regs []uint32) (a wires.Activity, done bool) {
	return u.DumpFrom(slot, 0, regs)
}

// DumpFrom is Dump for neighbouring registers, the first of which has number first.
func (u *Unit) DumpFrom(slot uint8, first uint16, regs []uint32) (a wires.Activity, done bool) {
	return u.DumpFor(u.Block, slot, first, regs)
}

// DumpFor is DumpFrom for registers of another block.
func (u *Unit) DumpFor(block, slot uint8, first uint16, regs []uint32) (a wires.Activity, done bool) {
	if int(u.st.Next) < len(regs) {
		if !u.Ready() {
			return u.out.Blocked(), false
		}
		u.SendFor(block, pipe.Report{Kind: pipe.Dumped, Slot: slot, Reg: first + u.st.Next, Value: regs[u.st.Next]})
		u.st.Next++
	}
	if int(u.st.Next) < len(regs) {
		return wires.Busy, false
	}
	u.st.Next = 0
	return wires.Busy, true
}

// EndContext sends the count of discarded entries, if any, and resets it.
func (u *Unit) EndContext(slot uint8) (done bool) { return u.EndContextOf(slot, 0) }

// EndContextOf is EndContext with entries that blocks without a datapath have discarded.
func (u *Unit) EndContextOf(slot uint8, more uint32) (done bool) {
	n := u.st.Discarded + more
	if n == 0 {
		return true
	}
	if !u.Ready() {
		return false
	}
	u.Send(pipe.Report{Kind: pipe.Discarded, Slot: slot, Value: n})
	u.st.Discarded = 0
	return true
}

// Discard counts an entry that was thrown away.
func (u *Unit) Discard() { u.st.Discarded++ }

// DiscardUpTo throws the next entry of an input away, or tells that it is INT_END, which
// stays where it is.
func DiscardUpTo[T any, E interface {
	*T
	Type() pipe.Kind
}](u *Unit, f *wires.In[T]) (a wires.Activity, token bool) {
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
