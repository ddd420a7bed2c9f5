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

// flags is a set of numbers, a byte each: to add one is a store.
type flags []uint64

func (f flags) at(i int) *uint8 { return (*uint8)(unsafe.Add(unsafe.Pointer(&f[0]), i)) }
func (f flags) set(i int)       { *f.at(i) = 1 }
func (f flags) has(i int) bool  { return *f.at(i) != 0 }
func (f flags) any() bool       { return Set(f).any() }

// pack gathers eight flags, the bytes of a word: the product has their lowest bits in its highest byte.
func pack(bytes uint64) uint64 { return bytes * 0x0102040810204080 >> 56 }

// take moves what is in f into s.
func (f flags) take(s Set) {
	clear(s)
	for w, bytes := range f {
		if bytes != 0 {
			s[w>>3] |= pack(bytes) << (8 * (w & 7))
			f[w] = 0
		}
	}
}

// takeGroup removes group i of groupLinks numbers and returns which were in f. It has no branches, since traffic follows no pattern.
func (f flags) takeGroup(i int) uint64 {
	g := (*[groupLinks / 8]uint64)(f[i*groupLinks/8:])
	set := pack(g[0]) | pack(g[1])<<8 | pack(g[2])<<16 | pack(g[3])<<24 | pack(g[4])<<32 | pack(g[5])<<40 | pack(g[6])<<48 | pack(g[7])<<56
	*g = [groupLinks / 8]uint64{}
	return set
}

// groupLinks is the number of FIFOs in a group.
const groupLinks = 64

// marks say what is to be looked at, so that a cycle costs what happens in it and not what there is. They are part of
// snapshots.
type marks struct {
	awake    flags // blocks to run in the next cycle
	run      Set   // blocks that are run in this cycle, or were in the last one
	timers   Set   // blocks that have a wake-up cycle
	lines    Set   // lines that change at the next edge
	immature Set   // FIFOs with entries on their way
	touched  flags // FIFOs with traffic in this cycle
	valid    flags // ports of ValidBits that have an entry; the first one stands for all other ports
	groups   flags // groups that have some
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
		{"awake", (*[]uint64)(&m.awake), max(1, (len(d.blocks)+7)/8)}, {"run", (*[]uint64)(&m.run), blocks}, {"timers", (*[]uint64)(&m.timers), blocks},
		{"lines", (*[]uint64)(&m.lines), words(len(d.lines))}, {"immature", (*[]uint64)(&m.immature), groups},
		{"touched", (*[]uint64)(&m.touched), groups * groupLinks / 8}, {"groups", (*[]uint64)(&m.groups), (groups + 7) / 8},
		{"wakeAt", &m.wakeAt, max(1, len(d.blocks))}, {"valid", (*[]uint64)(&m.valid), 1 + len(d.gathered)},
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
	for i := range d.slots {
		d.slots[i].awake, d.slots[i].last = m.awake.at(i), &d.meter.last[i]
	}
	for _, l := range d.links {
		n := int(l.id - 1)
		l.touched, l.group = m.touched.at(n), m.groups.at(n/groupLinks)
		l.wakeFrom, l.wakeTo = m.awake.at(l.from), m.awake.at(l.to)
		l.validBit = m.valid.at(l.place)
	}
	first := 1
	for i, v := range d.gathered {
		if i == 0 || v != d.gathered[i-1] {
			first = 1 + i
		}
		v.words = m.valid[first : 2+i]
	}
}

// ValidBits are the valid bits of up to 64 input ports of a block side by side: one that has many ports looks only at those that have an entry.
type ValidBits struct{ words flags }

// Inputs are ports of an array, for Gather.
func Inputs[T any](in []In[T]) (ports []Port) {
	for i := range in {
		ports = append(ports, &in[i])
	}
	return ports
}

// Gather makes v the valid bits of ports of a block. A block calls it in Stores, before its ports are joined.
func (d *Domain) Gather(v *ValidBits, ports ...Port) {
	for i, p := range ports {
		if i%8 == 0 {
			d.gathered = append(d.gathered, v)
		}
		p.at().place = 8*len(d.gathered) + i%8
	}
	d.grow()
}

// Bits returns the valid bits as of the last clock edge, that of the first port lowest. That of a port that is joined to nothing is 0. What the block has taken in
// this cycle counts: In.Valid tells whether more is there.
func (v *ValidBits) Bits() (set uint64) {
	for i, bytes := range v.words {
		if bytes != 0 {
			set |= pack(bytes) << (8 * i)
		}
	}
	return set
}
