package cluster

import (
	"fmt"
	"slices"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// took notes the message of an entry of the load/store unit.
func (b *Bench) took(t *lsu.Took) {
	b.messages[t.Side][t.Entry] = b.oldest(int(t.SM), t.Head)
}

// line has the simulator's lines do what the cluster's do, and messages access them in the same order.
func (b *Bench) line(e *l15.Event) {
	if b.err != nil {
		return
	}
	n, cluster := uint64(e.Line.Number), b.spaces[e.Line.Slot].cluster
	switch data := e.Line.Kind == l15.Data; {
	case e.Kind == l15.Filled && data:
		cluster.Fill(n)
	case e.Kind == l15.Filled:
		cluster.FillConstants(n)
	case e.Kind == l15.WroteBack:
		b.leaving[lineOf{e.Line.Slot, e.Line.Number}]++
		cluster.WriteBack(n)
	case e.Kind == l15.Dropped && e.Line.Written != 0:
		b.err = fmt.Errorf("cycle %d: line %#x is dropped, but memory does not have bytes %#x of it", b.Cycle(), n, e.Line.Written)
	case e.Kind == l15.Dropped && data:
		cluster.Drop(n)
	case e.Kind == l15.Evicted, e.Kind == l15.Forgotten, e.Kind == l15.Refused:
		b.inOrder(e)
	case e.Kind == l15.Accessed && !e.Code:
		b.inOrder(e)
		b.deliver(int(e.Side), int(e.Tag), ^uint64(0))
	}
}

// inOrder checks that accesses of a line are executed in the order in which they were asked for, those of each side.
func (b *Bench) inOrder(e *l15.Event) {
	list := &b.asked[e.Side]
	for n := range *list {
		r := &(*list)[n]
		if r.Tag == e.Tag {
			*list = slices.Delete(*list, n, n+1)
			return
		}
		if r.Addr/pipe.LineBytes == e.Line.Number && r.Slot == e.Line.Slot && (r.Op == pipe.LineConstant) == (e.Line.Kind == l15.ReadOnly) {
			b.err = fmt.Errorf("cycle %d: line %#x: access %d is executed before access %d, which was asked for before", b.Cycle(), e.Line.Number, e.Tag, r.Tag)
			return
		}
	}
	b.err = fmt.Errorf("cycle %d: line %#x: access %d is executed, and nobody has asked for it", b.Cycle(), e.Line.Number, e.Tag)
}

// deliver has the simulator access a line for an access of the load/store unit.
func (b *Bench) deliver(side, tag int, mask uint64) {
	entry, line := b.LSU.Access(side, tag)
	o := b.messages[side][entry]
	if o.sent == nil { // it is done: scratch memory
		return
	}
	if err := o.sent.DeliverSome(uint64(line), mask); err != nil {
		b.fail(o.sm, o.head.Thread, o.pc, "%v", err)
	}
}

// executed is an access that memory executes.
func (b *Bench) executed(r *pipe.MemRequest) {
	side, tag := b.LSU.AccessOf(r)
	if line := r.Addr / pipe.LineBytes; b.leaving[lineOf{r.Slot, line}] > 0 && b.err == nil {
		b.err = fmt.Errorf("cycle %d: line %#x is accessed in memory before memory has what was written to it in the cache", b.Cycle(), line)
	}
	mask := ^uint64(0)
	if r.Op == pipe.Atomic {
		mask = 0
		for n := range 8 {
			if r.Mask>>n&1 != 0 {
				mask |= 0xf << (r.Addr%pipe.LineBytes + uint32(4*n))
			}
		}
	}
	b.deliver(side, tag, mask)
}

// answered has the simulator's thread get the answer.
func (b *Bench) answered(t *lsu.Took) {
	o := b.messages[t.Side][t.Entry]
	if b.err == nil && t.Head.Code == isa.MessageEnd && t.Head.Operation == pipe.ScratchEnds {
		b.forgotten(t)
	}
	if t.Missing {
		b.missed(t.Side, o)
		return
	}
	if b.err != nil || o.sent == nil {
		return
	}
	if err := o.sent.Answer(); err != nil {
		b.fail(int(t.SM), o.head.Thread, o.pc, "%v", err)
	}
}

// forgotten checks that no line of the scratch memory of a thread is left that has ended.
func (b *Bench) forgotten(t *lsu.Took) {
	room := (t.Head.Scratch + pipe.LineBytes - 1) / pipe.LineBytes
	first := scratchAt/pipe.LineBytes + (uint32(t.SM)*sm.MaxThreads+uint32(t.Head.Thread))*room
	for line := first; line < first+room; line++ {
		if b.L15.Has(t.Head.Slot, line) {
			b.fail(int(t.SM), t.Head.Thread, 0, "the thread has ended, and line %#x of its scratch memory is in the cache", line)
		}
	}
}

// missed checks that a message may end without its page.
func (b *Bench) missed(side int, o *outstanding) {
	if side == pipe.Below {
		b.fail(o.sm, o.head.Thread, o.pc, "a page of a message from below the break point is said to be missing")
	}
}
