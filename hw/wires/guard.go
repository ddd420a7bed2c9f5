package wires

import "unsafe"

// guard remembers what should be in a FIFO, by its sums.
type guard struct {
	sums       []uint64
	at         []uint64 // cycles in which the entries were put
	due        []uint64 // and up to which they must have arrived
	last       uint64   // the greatest due
	put, taken uint32
	off        bool
	hasher     Hasher // here, so that none is allocated for an entry
	begin      func() // takes the FIFO as it is
	check      func() // compares the FIFO with that
}

// Guard has the contract of every connection checked at each clock edge with traffic. A FIFO
// holds what was put and not taken, unchanged and in its order, none of it on its way for
// longer than latency and stalls allow, and lets producer and consumer go as far as it has
// room and entries. A line is high in the cycle after the one in which it was raised, and in
// no other. A difference breaks the rule "connection". It costs a digest of each entry. What a
// snapshot brings into the FIFOs is taken as right. A block that writes another one's pages
// breaks the rule "pages".
func (d *Domain) Guard() {
	d.guarded = true
	d.writers = make([]writer, len(d.blocks))
	for i, b := range d.blocks {
		d.writers[i] = writer{b, d}
	}
	d.watchPages(true)
	for _, l := range d.links {
		l.guard()
	}
}

// GuardShare is Guard for the first cycles of each period, which is a power of two: that costs little more than
// nothing, and finds what goes on for longer than a period.
func (d *Domain) GuardShare(cycles, period uint64) {
	d.Guard()
	d.OnEdge(func(Set) {
		// What is seen at this edge is already checked; the choice is for the next.
		if on := (d.clk.Cycle+1)&(period-1) < cycles; on != d.guarded {
			d.guarded = on
			d.watchPages(on)
			for _, l := range d.links {
				if l.guarded.off = !on; on {
					l.guarded.begin()
				}
			}
		}
	})
}

// trustSnapshot has guards begin with what a snapshot has brought.
func (d *Domain) trustSnapshot() {
	for _, l := range d.links {
		if l.guarded != nil {
			l.guarded.begin()
		}
	}
}

// writer is a block whose evaluation is noted, so that it is known who writes.
type writer struct {
	Block
	dom *Domain
}

func (w *writer) Tick(cycle uint64) Activity {
	w.dom.evaluating = w.Block
	a := w.Block.Tick(cycle)
	w.dom.evaluating = nil
	return a
}

// watchPages has pages check who writes them, or no more.
func (d *Domain) watchPages(on bool) {
	var by *Domain
	if on {
		by = d
	}
	for _, p := range d.pages {
		p.guard = by
	}
	for i := range d.writers {
		d.slots[i].Block = d.writers[i].Block
		if on {
			d.slots[i].Block = &d.writers[i]
		}
	}
}

func (l *link) guard() {
	size := l.mask + 1
	g := &guard{sums: make([]uint64, size), at: make([]uint64, size), due: make([]uint64, size)}
	l.guarded = g
	sum := func(at unsafe.Pointer) uint64 {
		g.hasher = Hasher{}
		l.plan.hash(&g.hasher, at)
		return g.hasher.Sum()
	}
	put := func(cycle uint64, at unsafe.Pointer) {
		if g.off {
			return
		}
		g.last = max(cycle+l.longest(), g.last+l.beats)
		if l.beats == 1 {
			g.last = cycle + l.longest()
		}
		g.sums[g.put&l.mask], g.at[g.put&l.mask], g.due[g.put&l.mask] = sum(at), cycle, g.last
		g.put++
	}
	g.begin = func() {
		g.put, g.taken = 0, 0
		for n := l.ctr.head; n != l.ctr.tail; n++ {
			put(l.dom.clk.Cycle, l.slot(n))
		}
	}
	g.begin()
	l.watchTakes(func(uint64, unsafe.Pointer) { g.taken++ })
	l.watchPuts(put)
	g.check = func() {
		if g.off {
			return
		}
		if n, want := l.Len(), int(g.put-g.taken); n != want {
			l.dom.Break("connection", l.name, "it holds %d entries; %d were put and not taken", n, want)
		}
		for i := range l.ctr.tail - l.ctr.head {
			if g.sums[(g.taken+i)&l.mask] != sum(l.slot(l.ctr.head+i)) {
				l.dom.Break("connection", l.name, "entry %d is not as it was put", i)
			}
		}
		l.reach()
	}
}

// reach checks how far producer and consumer may go in the next cycle, and the valid bit.
func (l *link) reach() {
	c := &l.ctr
	if valid := bit(c.vis != c.head); l.place != 0 && *l.validBit != valid {
		l.dom.Break("connection", l.name, "the valid bit is %d, and %d entries have arrived", *l.validBit, c.vis-c.head)
	}
	if n, want := c.takeEnd-c.head, min(l.width, c.vis-c.head); n != want {
		l.dom.Break("connection", l.name, "the consumer may take %d entries; %d have arrived", n, want)
	}
	if n, want := c.putEnd-c.tail, min(l.width, l.depth-(c.tail-c.head)); n != want {
		l.dom.Break("connection", l.name, "the producer may put %d entries; there is room for %d", n, want)
	}
}

// late stops the run when an entry is on its way for longer than it may be.
func (l *link) late(cycle uint64) {
	g, n := l.guarded, l.ctr.vis-l.ctr.head
	if g == nil || g.off || l.ctr.vis == l.ctr.tail || g.taken+n == g.put {
		return
	}
	if next := (g.taken + n) & l.mask; cycle >= g.due[next] {
		l.dom.Break("connection", l.name, "an entry that was put in cycle %d has not arrived", g.at[next])
	}
}

// longest is the most cycles that an entry is on its way when none is before it.
func (l *link) longest() uint64 {
	n := l.latency + l.beats - 1
	if l.stall.Percent > 0 {
		n += uint64(max(l.stall.Max, 1))
	}
	return n
}
