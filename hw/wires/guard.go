package wires

import "unsafe"

// guard remembers what is in a FIFO by its sums.
type guard struct {
	sums       []uint64
	at         []uint64 // cycles in which the entries were put
	put, taken uint32
}

// Guard has every FIFO compare what is taken with what was put: the same entries, unchanged,
// in their order, and none held back for longer than the connection may. A difference
// breaks the rule "connection". It costs a digest of each entry at both ends.
func (d *Domain) Guard() {
	for _, v := range d.views {
		v.(guarded).guard()
	}
}

// Unguarded returns what a run leaves behind that has come to its end: entries that were
// put into a FIFO and never taken.
func (d *Domain) Unguarded() *Violation {
	for _, l := range d.links {
		if g := l.guarded; g != nil && g.put != g.taken && l.ctr.tail == l.ctr.head {
			return &Violation{Rule: "connection", Where: l.name, Cycle: d.clk.Cycle, Detail: "an entry was put and never taken"}
		}
	}
	return nil
}

type guarded interface{ guard() }

func (f *Fifo[T]) guard() {
	size := uint32(len(f.buf))
	g := &guard{sums: make([]uint64, size), at: make([]uint64, size)}
	f.guarded = g
	sum := func(v *T) uint64 {
		var h Hasher
		f.plan.hash(&h, unsafe.Pointer(v))
		return h.Sum()
	}
	for i := range f.Len() {
		g.sums[i], g.at[i] = sum(f.Peek(i)), f.dom.clk.Cycle
		g.put++
	}
	f.OnTake(func(_ uint64, v *T) {
		switch {
		case g.taken == g.put:
			f.dom.Break("connection", f.name, "an entry is taken that was not put")
		case g.sums[g.taken&f.mask] != sum(v):
			f.dom.Break("connection", f.name, "entry %d is not taken as it was put", g.taken)
		}
		g.taken++
	})
	f.OnPut(func(cycle uint64, v *T) {
		if g.put-g.taken >= f.depth {
			f.dom.Break("connection", f.name, "an entry was put into a FIFO of %d and never taken", f.depth)
		}
		g.sums[g.put&f.mask], g.at[g.put&f.mask] = sum(v), cycle
		g.put++
	})
}

// late stops the run when an entry is on its way for longer than it may be.
func (l *link) late(cycle uint64) {
	g, n := l.guarded, l.ctr.vis-l.ctr.head
	if g == nil || l.ctr.vis == l.ctr.tail || g.taken+n == g.put {
		return
	}
	if at := g.at[(g.taken+n)&l.mask]; cycle > at+l.latency+uint64(l.stall.Max)+1 {
		l.dom.Break("connection", l.name, "an entry that was put in cycle %d has not arrived", at)
	}
}
