package wires

import "unsafe"

// Set is a set of numbers, a bit each. It does not grow.
type Set []uint64

// Has tells whether a number is in the set.
func (s Set) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Add and Remove change the set.
func (s Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove: see Add.
func (s Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

func (s Set) any() bool {
	for _, w := range s {
		if w != 0 {
			return true
		}
	}
	return false
}

// groupLinks is the number of FIFOs in a group.
const groupLinks = 64

// marks say what is to be looked at, so that a cycle costs what happens in it and not what there is. They are part of
// snapshots. Those that blocks set are a byte each: to set one is a store.
type marks struct {
	awake    Set // blocks to run in the next cycle
	run      Set // blocks that are run in this cycle, or were in the last one
	timers   Set // blocks that have a wake-up cycle
	lines    Set // lines that change at the next edge
	immature Set // FIFOs with entries on their way
	touched  Set // FIFOs with traffic in this cycle, a byte each
	groups   Set // groups that have some, a byte each
	wakeAt   []uint64
}

// grow makes the marks as large as the blocks, FIFOs and lines want them. Their regions follow that of the clock.
func (d *Domain) grow() {
	m := &d.marks
	words := func(n int) int { return max(1, (n+63)/64) }
	blocks, groups := words(len(d.blocks)), words(len(d.links))
	for i, f := range [...]struct {
		name  string
		words *[]uint64
		size  int
	}{
		{"awake", (*[]uint64)(&m.awake), blocks}, {"run", (*[]uint64)(&m.run), blocks}, {"timers", (*[]uint64)(&m.timers), blocks},
		{"lines", (*[]uint64)(&m.lines), words(len(d.lines))}, {"immature", (*[]uint64)(&m.immature), groups},
		{"touched", (*[]uint64)(&m.touched), groups * groupLinks / 8}, {"groups", (*[]uint64)(&m.groups), (groups + 7) / 8},
		{"wakeAt", &m.wakeAt, max(1, len(d.blocks))},
	} {
		if len(*f.words) >= f.size {
			continue
		}
		*f.words = append(make([]uint64, 0, f.size), *f.words...)[:f.size]
		r := arrayRegion("clock", *f.words)
		r.field = "wires.marks." + f.name
		if 1+i == len(d.regions) { // the first time
			d.regions = append(d.regions, r)
		} else {
			d.regions[1+i] = r
		}
	}
	for _, l := range d.links {
		n := l.id - 1
		l.touched = (*uint8)(unsafe.Add(unsafe.Pointer(&m.touched[0]), n))
		l.group = (*uint8)(unsafe.Add(unsafe.Pointer(&m.groups[0]), n/groupLinks))
		l.fromWord, l.toWord = &m.awake[l.from>>6], &m.awake[l.to>>6]
	}
}
