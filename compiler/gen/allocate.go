package gen

import "slices"

// allocate finds registers: ranges from first to last, in the order of the instructions, are given the lowest free place, those that begin first first.
// What lives into a loop lives to its end. An if is one range: its sides are executed one after the other, in the machine's order.
func (g *generator) allocate() {
	list := g.ranges()
	slices.SortStableFunc(list, func(a, b *virtual) int { return a.first - b.first })
	var file file
	var active []*virtual
	for _, v := range list {
		keep := active[:0]
		for _, a := range active {
			if a.last < v.first {
				file.free(a)
				continue
			}
			keep = append(keep, a)
		}
		active = keep
		if !v.fixed {
			at, ok := file.find(v)
			if !ok {
				fail("it needs more than %d registers with %d lanes", registers, g.lanes)
			}
			v.place = at
		}
		file.take(v)
		active = append(active, v)
	}
}

// loopRange is a loop, by positions.
type loopRange struct{ first, last int }

// ranges finds from where to where each register counts. Sources are read before destinations are written: what ends with an instruction leaves its place
// to what begins there. Messages are an exception: they may write their answer while others wait.
func (g *generator) ranges() []*virtual {
	var list []*virtual
	var loops []loopRange
	var open []int
	seen := map[*virtual]bool{}
	access := func(v *virtual, at int, write bool) {
		r, _ := v.root()
		if !seen[r] {
			seen[r] = true
			list = append(list, r)
			if r.first = at; r.fixed {
				r.first = -1
			}
			r.last = at
		}
		r.last = max(r.last, at)
		if write {
			r.writes = append(r.writes, at)
		} else {
			r.reads = append(r.reads, at)
		}
	}
	for n, i := range g.code {
		at := 2 * n
		switch i.mark {
		case loopBegins:
			open = append(open, at)
		case loopEnds:
			loops = append(loops, loopRange{open[len(open)-1], at})
			open = open[:len(open)-1]
		}
		if i.deleted && i.mark != begins {
			continue
		}
		for _, s := range i.src {
			if s.v != nil {
				access(s.v, at, false)
			}
		}
		if i.hasDst && i.dst.v != nil {
			access(i.dst.v, at+1, true)
		}
	}
	slices.SortFunc(loops, func(a, b loopRange) int { return a.first - b.first })
	for _, v := range list {
		v.extend(loops)
	}
	return list
}

// extend lets what is made before a loop and counts in it count to its end.
func (v *virtual) extend(loops []loopRange) {
	for changed := true; changed; {
		changed = false
		for _, l := range loops {
			if v.first < l.first && v.last > l.first && v.last < l.last+2 {
				v.last, changed = l.last+2, true
			}
		}
	}
}

// file is the register file, a bit for each word.
type file [registers]uint8

// find is the lowest free place for a register: of a word in a register that is in use already, if there is one.
func (f *file) find(v *virtual) (int, bool) {
	if v.word {
		return f.findWord()
	}
	n := v.bytes / registerBytes
	for r := 0; r+n <= registers; r++ {
		free := true
		for k := range n {
			free = free && f[r+k] == 0
		}
		if free {
			return r * registerBytes, true
		}
	}
	return 0, false
}

func (f *file) findWord() (int, bool) {
	empty := -1
	for r := range f {
		switch {
		case f[r] == 0xff:
		case f[r] == 0:
			if empty < 0 {
				empty = r
			}
		case r < registers-1 || empty < 0:
			for w := range 8 {
				if f[r]>>w&1 == 0 {
					return r*registerBytes + w*wordBytes, true
				}
			}
		}
	}
	return empty * registerBytes, empty >= 0
}

func (f *file) take(v *virtual) { f.set(v, true) }
func (f *file) free(v *virtual) { f.set(v, false) }

func (f *file) set(v *virtual, taken bool) {
	for at := v.place; at < v.place+v.bytes; at += wordBytes {
		bit := uint8(1) << (at % registerBytes / wordBytes)
		if taken {
			f[at/registerBytes] |= bit
		} else {
			f[at/registerBytes] &^= bit
		}
	}
}
