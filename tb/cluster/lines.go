package cluster

import (
	"fmt"
	"slices"

	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
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
	b.remember(e)
	n, cluster := uint64(e.Line.Number), b.spaces[e.Line.Slot].cluster
	switch data := e.Line.Kind == l15.Data; {
	case e.Kind == l15.Filled && data:
		cluster.FillWith(n, &b.reads[e.Tag])
	case e.Kind == l15.Filled:
		cluster.FillConstantsWith(n, &b.reads[e.Tag])
	case e.Kind == l15.WroteBack:
		w := writeBack{}
		w.mask, w.bytes = cluster.Written(n)
		at := lineOf{e.Line.Slot, e.Line.Number}
		b.leaving[at] = append(b.leaving[at], w)
	case e.Kind == l15.Dropped && e.Line.Written != 0:
		b.err = fmt.Errorf("cycle %d: line %#x is dropped, but memory does not have bytes %#x of it", b.Cycle(), n, e.Line.Written)
	case e.Kind == l15.Dropped && data:
		cluster.Drop(n)
	case e.Kind == l15.Refreshed:
		cluster.Refresh(n)
	case e.Kind == l15.Evicted, e.Kind == l15.Forgotten, e.Kind == l15.Refused:
		b.inOrder(e)
	case e.Kind == l15.Accessed && !e.Code:
		b.inOrder(e)
		b.deliver(int(e.Side), int(e.Tag), ^uint64(0))
	}
}

// writeBack is what the simulator's line has for memory.
type writeBack struct {
	mask  uint64
	bytes [pipe.LineBytes]byte
}

// fetched is a line that memory reads for the cache.
func (b *Bench) fetched(r *pipe.MemRequest) {
	copy(b.reads[r.Tag][:], b.spaces[r.Slot].image[r.Addr:])
}

// wroteLine is a line that the cache writes to memory: the simulator's memory has it from now on, too.
func (b *Bench) wroteLine(r *pipe.MemRequest) {
	at := lineOf{r.Slot, r.Addr / pipe.LineBytes}
	list := b.leaving[at]
	if b.err != nil {
		return
	}
	if len(list) == 0 {
		b.err = fmt.Errorf("cycle %d: line %#x is written to memory, and nobody has written it back", b.Cycle(), at.line)
		return
	}
	w := &list[0]
	b.leaving[at] = list[1:]
	if r.Addr >= scratchAt { // the simulator has scratch memory by threads
		return
	}
	if r.Mask != w.mask {
		b.err = fmt.Errorf("cycle %d: bytes %#x of line %#x are written to memory, expected %#x", b.Cycle(), r.Mask, at.line, w.mask)
		return
	}
	image := b.spaces[r.Slot].image[r.Addr:][:pipe.LineBytes]
	for n := range image {
		if w.mask>>n&1 == 0 {
			continue
		}
		if got := byte(r.Data[n/4] >> (n % 4 * 8)); got != w.bytes[n] {
			b.err = fmt.Errorf("cycle %d: byte %#x is written to memory as %#x, expected %#x", b.Cycle(), int(r.Addr)+n, got, w.bytes[n])
			return
		}
		image[n] = w.bytes[n]
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
	if !slices.Contains(o.lines, line) {
		o.lines = append(o.lines, line)
	}
	if err := o.sent.DeliverSome(uint64(line), mask); err != nil {
		b.fail(o.sm, o.head.Thread, o.pc, "%v", err)
	}
}

// executed is an access that memory executes.
func (b *Bench) executed(r *pipe.MemRequest) {
	side, tag := b.LSU.AccessOf(r)
	if line := r.Addr / pipe.LineBytes; len(b.leaving[lineOf{r.Slot, line}]) > 0 && b.err == nil {
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
	b.happened(r.Slot, r.Addr/pipe.LineBytes, "accessed in memory")
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
	if r := b.seats[t.SM].slots[t.Head.Thread]; r != nil {
		r.answered = o
	}
	if err := o.sent.Answer(); err != nil {
		b.fail(int(t.SM), o.head.Thread, o.pc, "%v", err)
	}
}

// forgotten checks that no line of the scratch memory of a thread is left that has ended.
func (b *Bench) forgotten(t *lsu.Took) {
	room := b.scratchOf(t.Head.Slot) / pipe.LineBytes
	first := b.scratchAt()/pipe.LineBytes + (uint32(t.SM)*uint32(b.cfg.SM.Threads)+uint32(t.Head.Thread))*room
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
