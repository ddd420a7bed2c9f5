package wires

import (
	"encoding/binary"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"unsafe"
)

// The methods in this file randomise, between two cycles, what a digest leaves out.
// Tests use them to see that it does not matter. SetCycle keeps what matters: what lies
// ahead stays as far ahead.

// SetCycle puts the clock to another cycle. Times that lie ahead move with it; those of
// the past become any time of the new past.
func (d *Domain) SetCycle(cycle uint64, r *rand.Rand) {
	now := d.clk.Cycle
	d.clk.Cycle = cycle
	move := func(t *uint64, until uint64) {
		switch {
		case *t == 0 || *t == never:
		case *t > now+until:
			*t += cycle - now
		default:
			*t = 1 + r.Uint64N(cycle+until)
		}
	}
	for i := range d.regions {
		if p := d.regions[i].plan; p != nil {
			p.eachTime(d.regions[i].ptr, func(t *Cycle) { move((*uint64)(t), 0) })
		}
	}
	for _, l := range d.links {
		l.eachTime(func(t *Cycle) { move((*uint64)(t), 0) })
		for i := l.ctr.head; l.slow && i != l.ctr.tail; i++ {
			move(&l.stamps[i&l.mask], 1) // it can be taken in the cycle after the present one
		}
	}
	for i := range d.marks.wakeAt {
		move(&d.marks.wakeAt[i], 0)
	}
	move(&d.clk.nextTimer, 0)
}

// WakeMore has blocks and connections evaluated that need not be, in the next cycle and
// by timers.
func (d *Domain) WakeMore(r *rand.Rand) {
	some := func(n int, add func(i int)) {
		for i := range n {
			if r.IntN(2) == 0 {
				add(i)
			}
		}
	}
	some(len(d.blocks), d.marks.awake.set)
	some(len(d.blocks), d.marks.run.Add)
	some(len(d.lines), d.marks.lines.Add)
	for _, b := range d.blocks {
		if r.IntN(4) == 0 {
			b.base().WakeAt(d.clk.Cycle + 1 + r.Uint64N(50))
		}
	}
	for n, l := range d.links {
		if r.IntN(4) == 0 {
			l.touch()
		}
		if l.slow && r.IntN(4) == 0 {
			d.marks.immature.Add(n)
		}
	}
}

// SpoilValid changes the place of the valid bits that no ValidBits reads.
func (d *Domain) SpoilValid(r *rand.Rand) { d.marks.valid[0] = r.Uint64() }

// Rotate moves the entries of every FIFO and queue to other places, in their order.
func (d *Domain) Rotate(r *rand.Rand) {
	for _, l := range d.links {
		l.rotate(r.Uint32())
	}
	d.eachQueue(func(q Digester) { q.rotate(r.Uint32N(QueueCap)) })
}

// FillDead fills the places of FIFOs and queues that hold no entry.
func (d *Domain) FillDead(r *rand.Rand) {
	for _, l := range d.links {
		l.fillDead(r)
	}
	d.eachQueue(func(q Digester) { q.fillDead(r) })
}

// SpoilStatistics gives histograms of fill, accounts of activity and the number of
// evaluated cycles any value.
func (d *Domain) SpoilStatistics(r *rand.Rand) {
	d.clk.Evaluated = r.Uint64() >> 1
	for _, l := range d.links {
		l.fill.since = r.Uint64()
		for i := range l.depth + 1 {
			*l.fill.of(i) = r.Uint64()
		}
	}
	m := &d.meter
	for i := range m.last {
		s := &m.spent[i]
		m.last[i], s.since = Activity(r.IntN(len(s.count))), r.Uint64()
		for a := range s.count {
			s.count[a] = r.Uint64()
		}
		d.blocks[i].base().main = Activity(r.IntN(len(s.count)))
	}
}

// SpoilTagged gives the fields with the tag digest:"-" any value.
func (d *Domain) SpoilTagged(r *rand.Rand) {
	for i := range d.regions {
		if p := d.regions[i].plan; p != nil {
			p.eachTagged(d.regions[i].ptr, func(t reflect.Type, at unsafe.Pointer) { randomise(r, t, at) })
		}
	}
}

// SharePages writes into pages what they hold anyway, and takes a snapshot of some of them.
func (d *Domain) SharePages(r *rand.Rand) {
	for _, p := range d.pages {
		if r.IntN(2) == 0 {
			p.Save(new(SavedPages))
		}
		for range 4 {
			p.Poke(r.Uint32N(p.rows))
		}
	}
}

// CountLoads counts snapshots that nobody put back: blocks forget what they have found in their pages.
func (d *Domain) CountLoads(r *rand.Rand) {
	for _, p := range d.pages {
		p.loads += r.Uint32()
	}
}

// SpoilLast gives the last event any value.
func (p *Probe[T]) SpoilLast(r *rand.Rand) {
	randomise(r, reflect.TypeFor[T](), unsafe.Pointer(&p.last))
}

func (l *link) eachTime(fn func(t *Cycle)) {
	for i := l.ctr.head; i != l.ctr.tail; i++ {
		l.plan.eachTime(l.slot(i), fn)
	}
}

func (l *link) rotate(by uint32) {
	rotateBytes(unsafe.Slice((*byte)(l.entries), uintptr(l.mask+1)*l.typ.Size()), by&l.mask*uint32(l.typ.Size()))
	if l.slow {
		rotate(l.stamps, by)
	}
	c := &l.ctr
	for _, n := range []*uint32{&c.head, &c.tail, &c.vis, &c.newHead, &c.newTail, &c.putEnd, &c.takeEnd} {
		*n += by
	}
	if l.stall.Percent == 0 { // it counts nothing
		c.seq = by
	}
}

// rotateBytes moves plain data on by some bytes.
func rotateBytes(buf []byte, by uint32) {
	old := slices.Clone(buf)
	copy(buf[by:], old)
	copy(buf, old[uint32(len(old))-by:])
}

func (l *link) fillDead(r *rand.Rand) {
	for i := range l.mask + 1 {
		if (i-l.ctr.head)&l.mask < l.ctr.tail-l.ctr.head {
			continue
		}
		randomise(r, l.typ, l.slot(i))
		if l.slow {
			l.stamps[i] = r.Uint64()
		}
	}
}

// rotate moves every element of a buffer, whose length is a power of two, on by some
// places.
func rotate[T any](buf []T, by uint32) {
	old := append([]T(nil), buf...)
	for i := range old {
		buf[(uint32(i)+by)&uint32(len(buf)-1)] = old[i]
	}
}

func (d *Domain) eachQueue(fn func(q Digester)) {
	for i := range d.regions {
		if p := d.regions[i].plan; p != nil {
			p.eachOwn(d.regions[i].ptr, fn)
		}
	}
}

// randomise fills plain data of a type.
func randomise(r *rand.Rand, t reflect.Type, at unsafe.Pointer) {
	b := unsafe.Slice((*byte)(at), t.Size())
	for ; len(b) >= 8; b = b[8:] {
		binary.NativeEndian.PutUint64(b, r.Uint64())
	}
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	for _, off := range boolsOf(t) {
		*(*byte)(unsafe.Add(at, off)) &= 1
	}
}

var boolPlans sync.Map // reflect.Type to []uintptr

// boolsOf returns where a type has bools, which are 0 or 1.
func boolsOf(t reflect.Type) []uintptr {
	if known, ok := boolPlans.Load(t); ok {
		return known.([]uintptr)
	}
	var out []uintptr
	within := func(t reflect.Type, off uintptr) {
		for _, b := range boolsOf(t) {
			out = append(out, off+b)
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		out = []uintptr{0}
	case reflect.Struct:
		for i := range t.NumField() {
			within(t.Field(i).Type, t.Field(i).Offset)
		}
	case reflect.Array:
		for i := range t.Len() {
			within(t.Elem(), uintptr(i)*t.Elem().Size())
		}
	}
	boolPlans.Store(t, out)
	return out
}
