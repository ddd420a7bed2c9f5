package wires

import (
	"fmt"
	"reflect"
	"unsafe"
)

// region is a piece of the machine's state: plain data in one place.
type region struct {
	name   string
	typ    reflect.Type
	ptr    unsafe.Pointer
	size   uintptr
	plan   *plan           // of a block's or a line's state
	digest func(h *Hasher) // nil: left out of the digest
	field  string          // of the domain, when it is one
}

// AddPages registers pages that a block has beside its state. Block and name, as in "contents",
// say in Digests which they are.
func (d *Domain) AddPages(b Block, name string, p *Pages) {
	p.owner, p.name = b, name
	d.pages = append(d.pages, p)
}

// regionOf describes a pointer to plain data. The clock's own state is left out
// of the digest: its cycle by definition, whom it evaluates next because an
// evaluation that is not needed changes nothing (tests run with every block
// awake in every cycle).
func regionOf(name string, state any, noDigest bool) region {
	v := reflect.ValueOf(state)
	if v.Kind() != reflect.Pointer {
		panic(fmt.Sprintf("state of %s: %T is not a pointer", name, state))
	}
	p, err := planOf(v.Type().Elem())
	if err != nil {
		panic(fmt.Sprintf("state of %s: %v", name, err))
	}
	r := region{name: name, typ: v.Type().Elem(), ptr: v.UnsafePointer(), size: v.Type().Elem().Size()}
	if !noDigest {
		r.plan = p
		r.digest = func(h *Hasher) { p.hash(h, r.ptr) }
	}
	return r
}

// regions describes a FIFO: counters, entries, arrival times. Its digest takes
// the live entries in order.
func (l *link) regions() []region {
	p, err := planOf(l.typ)
	if err != nil {
		panic(fmt.Sprintf("entries of %s: %v", l.name, err))
	}
	l.plan = p
	ctr := regionOf(l.name, &l.ctr, true)
	t := reflect.ArrayOf(int(l.mask)+1, l.typ)
	buf := region{name: l.name + " entries", typ: t, ptr: l.entries, size: t.Size(), digest: l.digest}
	rs := []region{ctr, buf}
	if l.slow {
		rs = append(rs, arrayRegion(l.name+" arrivals", l.stamps))
	}
	return rs
}

func arrayRegion[T any](name string, s []T) region {
	t := reflect.ArrayOf(len(s), reflect.TypeFor[T]())
	return region{name: name, typ: t, ptr: unsafe.Pointer(&s[0]), size: t.Size()}
}

func (l *link) digest(h *Hasher) {
	c := &l.ctr
	h.Word(uint64(c.tail - c.head))
	for i := c.head; i != c.tail; i++ {
		l.plan.hash(h, l.slot(i))
		if l.slow {
			h.Word(max(l.stamps[i&l.mask], h.now+1) - h.now)
		}
	}
	if l.stall.Percent > 0 {
		h.Word(uint64(c.seq))
	}
}

// Snapshot is the state of a whole machine between two cycles. It can be put back
// into the machine that it was taken from, or into one built in the same way.
type Snapshot struct {
	data  []byte
	pages []SavedPages
}

// Cycle returns the cycle after which the snapshot was taken.
func (s *Snapshot) Cycle() uint64 { return *(*uint64)(unsafe.Pointer(&s.data[0])) }

// Evaluated returns the number of cycles that were evaluated up to there.
func (s *Snapshot) Evaluated() uint64 { return (*clock)(unsafe.Pointer(&s.data[0])).Evaluated }

// Bytes returns the size of the copied state, without shared pages.
func (s *Snapshot) Bytes() int { return len(s.data) }

// Save takes a snapshot into s, reusing its storage.
func (d *Domain) Save(s *Snapshot) {
	var total uintptr
	for i := range d.regions {
		total += d.regions[i].size
	}
	if uintptr(len(s.data)) != total {
		s.data = make([]byte, total)
	}
	off := uintptr(0)
	for i := range d.regions {
		r := &d.regions[i]
		copy(s.data[off:], unsafe.Slice((*byte)(r.ptr), r.size))
		off += r.size
	}
	if len(s.pages) != len(d.pages) {
		s.pages = make([]SavedPages, len(d.pages))
	}
	for i, p := range d.pages {
		p.Save(&s.pages[i])
	}
}

// Load puts a snapshot back.
func (d *Domain) Load(s *Snapshot) {
	off := uintptr(0)
	for i := range d.regions {
		r := &d.regions[i]
		copy(unsafe.Slice((*byte)(r.ptr), r.size), s.data[off:off+r.size])
		off += r.size
	}
	for i, p := range d.pages {
		p.Load(&s.pages[i])
	}
	for i := range d.meter.spent {
		d.meter.spent[i].since = d.clk.Cycle
	}
	for _, l := range d.links {
		l.fill.since = d.clk.Cycle
	}
	d.trustSnapshot()
}

// Digest returns the canonical digest of the whole machine: block states, live
// FIFO entries in order, lines and pages. It leaves out the clock, statistics,
// and fields tagged digest:"-".
func (d *Domain) Digest() uint64 {
	h := Hasher{now: d.clk.Cycle}
	for i := range d.regions {
		if d.regions[i].digest != nil {
			d.regions[i].digest(&h)
		}
	}
	for _, p := range d.pages {
		p.Digest(&h)
	}
	return h.Sum()
}

// Digests returns the digest of each part by name, to find where two machines
// differ.
func (d *Domain) Digests() (names []string, sums []uint64) {
	for i := range d.regions {
		if d.regions[i].digest == nil {
			continue
		}
		h := Hasher{now: d.clk.Cycle}
		d.regions[i].digest(&h)
		names, sums = append(names, d.regions[i].name), append(sums, h.Sum())
	}
	for _, p := range d.pages {
		h := Hasher{now: d.clk.Cycle}
		p.Digest(&h)
		names, sums = append(names, p.owner.Name()+" "+p.name), append(sums, h.Sum())
	}
	return names, sums
}
