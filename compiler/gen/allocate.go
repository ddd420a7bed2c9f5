package gen

import (
	"slices"
	"strings"
)

// allocate finds registers: ranges from first to last, in the order of the instructions, are given the lowest free place, those that begin first first.
// What lives into a loop lives to its end. An if is one range: its sides are executed one after the other, in the machine's order.
// When there are not enough, the register whose next use is far away goes to scratch memory, and it begins anew.
func (g *generator) allocate() {
	const mostSpills = 1000
	for range mostSpills {
		list := g.ranges()
		slices.SortStableFunc(list, func(a, b *virtual) int { return a.first - b.first })
		victims := assign(list)
		if len(victims) == 0 {
			return
		}
		for _, v := range victims {
			g.spill(v)
		}
	}
	fail("it needs more than %d registers with %d lanes, however many are kept in memory", registers, g.lanes)
}

// assign gives ranges their places. What finds none has others go to memory, which it returns: all that it takes to come to the end.
func assign(list []*virtual) (victims []*virtual) {
	var file file
	var active []*virtual
	for _, v := range list {
		active = slices.DeleteFunc(active, func(a *virtual) bool {
			if a.last < v.first {
				file.free(a)
				return true
			}
			return false
		})
		if !v.fixed {
			at, ok := file.find(v)
			for !ok {
				n := farthest(active, v)
				if n < 0 {
					if !v.spillable() {
						fail("it needs more than %d registers at one place", registers)
					}
					victims = append(victims, v)
					break
				}
				victims = append(victims, active[n])
				file.free(active[n])
				active = slices.Delete(active, n, n+1)
				at, ok = file.find(v)
			}
			if !ok {
				continue
			}
			v.place = at
		}
		file.take(v)
		active = append(active, v)
	}
	return victims
}

// spillable tells whether a register may live in scratch memory: it counts for longer than it takes to load it.
func (v *virtual) spillable() bool {
	return !v.fixed && !v.word && !v.temporary && v.last-v.first > 8
}

// farthest is the register that counts for longest after v begins, among those that may go and are not accessed right there; -1: none.
func farthest(active []*virtual, v *virtual) int {
	best := -1
	for n, a := range active {
		if a.spillable() && (best < 0 || a.reach(v.first) > active[best].reach(v.first)) {
			best = n
		}
	}
	return best
}

// reach is how far away the next access is, with a preference for those that are accessed seldom.
func (v *virtual) reach(at int) int {
	next := v.last + 1
	for _, r := range v.reads {
		if r >= at && r < next {
			next = r
		}
	}
	return (next - at) * 64 / (1 + len(v.reads) + len(v.writes))
}

// spill keeps a register in scratch memory: it is loaded before each read, and stored after each write. Where lanes may not execute, a write keeps what
// others have. What results are sent from is loaded once, as it has to stay where it is until they are taken.
func (g *generator) spill(v *virtual) {
	at := &virtual{bytes: v.bytes}
	var code []*instruction
	var sent *virtual
	for _, i := range g.code {
		if i.mark == begins && i.dst.v != nil && rootOf(i.dst.v) == v {
			continue
		}
		reads, writes := i.accesses(v)
		if i.deleted || !reads && !writes {
			code = append(code, i)
			continue
		}
		if sent != nil {
			i.replace(v, sent)
			code = append(code, i)
			continue
		}
		t := &virtual{bytes: v.bytes, temporary: true}
		i.replace(v, t)
		if strings.HasPrefix(i.op, sendResult) {
			sent = t
		}
		if reads || i.writesPart(v) {
			code = append(code, g.moveScratch("send.scratch_load", t, at, i.depth)...)
		}
		code = append(code, i)
		if writes {
			code = append(code, g.moveScratch("send.scratch_store", t, at, i.depth)...)
		}
	}
	g.code = code
}

func rootOf(v *virtual) *virtual {
	r, _ := v.root()
	return r
}

// accesses tells whether an instruction reads or writes a register.
func (i *instruction) accesses(v *virtual) (reads, writes bool) {
	for _, s := range i.src {
		reads = reads || s.v != nil && rootOf(s.v) == v
	}
	return reads, i.hasDst && i.dst.v != nil && rootOf(i.dst.v) == v
}

// writesPart tells whether an instruction may write less than the whole register.
func (i *instruction) writesPart(v *virtual) bool {
	return i.predicate != "" || len(i.tags) > 0 || i.depth > 0 || i.written < v.bytes
}

// replace puts another register in the place of one.
func (i *instruction) replace(v, t *virtual) {
	change := func(o *operand) {
		if o.v == nil {
			return
		}
		if root, at := o.v.root(); root == v {
			o.v, o.at = t, o.at+at
		}
	}
	for n := range i.src {
		change(&i.src[n])
	}
	if i.hasDst {
		change(&i.dst)
	}
}

// moveScratch moves a register to or from scratch memory, four at a time.
func (g *generator) moveScratch(name string, t, at *virtual, depth int) (list []*instruction) {
	count := t.bytes / registerBytes
	for n := 0; n < count; n += mostComponents {
		m := min(mostComponents, count-n)
		o := operand{v: t, at: n * registerBytes}
		i := &instruction{op: name + components(m), depth: depth, slot: at, slotAt: n * registerBytes, written: m * registerBytes}
		if name == "send.scratch_load" {
			i.dst, i.hasDst = o, true
		} else {
			i.src = []operand{o}
		}
		list = append(list, i)
	}
	return list
}

// slots gives what was spilled its places in scratch memory, by ranges as registers have them, and returns the bytes that they take: whole words of all lanes, as private memory, which
// follows, has words.
func (g *generator) slots() int {
	if g.scratch > 0 {
		return g.scratch
	}
	spills := &generator{code: make([]*instruction, len(g.code))}
	for n, i := range g.code {
		spills.code[n] = &instruction{mark: i.mark}
		if i.slot != nil {
			spills.code[n].src = []operand{{v: i.slot}}
		}
		if i.mark == begins {
			spills.code[n].mark = noMark
		}
	}
	list := spills.ranges()
	slices.SortStableFunc(list, func(a, b *virtual) int { return a.first - b.first })
	var taken []*virtual
	for _, v := range list {
		taken = slices.DeleteFunc(taken, func(a *virtual) bool { return a.last < v.first })
		slices.SortFunc(taken, func(a, b *virtual) int { return a.place - b.place })
		v.place = 0
		for _, a := range taken {
			if v.place+v.bytes <= a.place {
				break
			}
			v.place = a.place + a.bytes
		}
		taken = append(taken, v)
		g.scratch = max(g.scratch, v.place+v.bytes)
	}
	words := wordBytes * g.lanes
	if g.scratch = (g.scratch + words - 1) / words * words; g.scratch > mostSpilled {
		fail("%d bytes of registers are kept in memory, the machine has %d", g.scratch, mostSpilled)
	}
	return g.scratch
}

// mostSpilled is how far messages that move registers reach.
const mostSpilled = 32768

// loopRange is a loop, by positions.
type loopRange struct{ first, last int }

// ranges finds from where to where each register counts. Sources are read before destinations are written: what ends with an instruction leaves its place
// to what begins there. Messages are an exception: they may write their answer while others wait.
func (g *generator) ranges() []*virtual {
	var list []*virtual
	loops := loopsOf(g.code)
	seen := map[*virtual]bool{}
	access := func(v *virtual, at int, write bool) {
		r, _ := v.root()
		if !seen[r] {
			seen[r] = true
			list = append(list, r)
			r.reads, r.writes = r.reads[:0], r.writes[:0]
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
	for _, v := range list {
		v.last = extended(v.first, v.last, loops)
	}
	g.known = list
	return list
}

// loopsOf finds the loops of some code.
func loopsOf(code []*instruction) (loops []loopRange) {
	var open []int
	for n, i := range code {
		switch i.mark {
		case loopBegins:
			open = append(open, 2*n)
		case loopEnds:
			loops = append(loops, loopRange{open[len(open)-1], 2 * n})
			open = open[:len(open)-1]
		}
	}
	return loops
}

// extended is where what is made at first and accessed last at a place counts last: what is made before a loop and counts in it counts to its end.
func extended(first, last int, loops []loopRange) int {
	for _, l := range loops { // inner ones first, as they end
		if first < l.first && last > l.first && last < l.last+2 {
			last = l.last + 2
		}
	}
	return last
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
