package gen

import (
	"slices"
	"strings"
)

// The scheduler puts the instructions between two of control flow into an order in which a thread waits less: it issues in order, and stands still until the registers
// and flags of its next instruction have no result on their way (docs/clusters.md, "A multiprocessor"). It works twice.
//
// Before registers are found values may go anywhere, so that messages are sent early and what needs their answers comes late. That makes more values count at once. So there is a
// limit, and the order is taken only if it needs no more registers than the one that the code had, or than each thread of a full multiprocessor has anyway.
//
// After registers are found it works with what stands in each of them: uniform values share a register, in which one result is on its way at a time.

// Cycles of the machine with its default parameters, hw/blocks/gpc/sm. Those of memory are what an answer takes that the cluster has in its caches.
const (
	aluLanes       = 8
	mathLanes      = 2
	aluCycles      = 4
	mathCycles     = 12
	sharedCycles   = 10
	constantCycles = 24
	loadCycles     = 40
	sampleCycles   = 64
)

// Sizes of the scheduler's work.
const (
	mostTogether  = 256 // instructions that are looked at at once; longer code is cut
	fullRegisters = 64  // of each thread, when the multiprocessor has all its threads
	granule       = 8   // registers, so many of which a thread gets at a time
)

// mathOps are the operations of the math unit.
var mathOps = map[string]bool{"rcp": true, "sqrt": true, "rsqrt": true, "exp2": true, "log2": true, "sin": true, "cos": true, "div": true, "rem": true}

// order schedules code whose registers are not found yet. When registers are short, the order stays.
func (g *generator) order() {
	g.code = slices.DeleteFunc(g.code, func(i *instruction) bool { return i.deleted && i.mark != begins })
	was := g.code
	needs, ok := g.fit()
	if !ok {
		return
	}
	most := max((needs+granule-1)/granule*granule, fullRegisters)
	for _, less := range []int{0, 4, 8, 16} {
		s := newScheduler(g, most-less)
		g.code = s.all(was)
		if needs, ok := g.fit(); ok && needs <= most {
			return
		}
	}
	g.code = was
}

// reorder schedules code whose registers are found.
func (g *generator) reorder() { g.code = newScheduler(g, 0).all(g.code) }

// dropDeleted leaves the instructions that are written and that do something: what is moved may have got the register that it is moved to.
func (g *generator) dropDeleted() {
	g.code = slices.DeleteFunc(g.code, func(i *instruction) bool { return i.deleted || i.isIdentity() })
}

// isIdentity tells whether an instruction moves a register to itself. Registers must have been found.
func (i *instruction) isIdentity() bool {
	if i.op != "mov" || len(i.src) != 1 || len(i.tags) > 0 || i.texels != "" {
		return false
	}
	s, d := i.src[0], i.dst
	if s.v == nil || d.v == nil || s.negate || s.abs || s.swizzle != "" || s.t != d.t || s.same != (i.size == "(1)") {
		return false
	}
	from, at := s.v.root()
	to, place := d.v.root()
	return from.place+at+s.at == to.place+place+d.at
}

// fit tells how many registers the code takes; false: there are not enough.
func (g *generator) fit() (most int, ok bool) {
	list := g.ranges()
	slices.SortStableFunc(list, func(a, b *virtual) int { return a.first - b.first })
	for _, v := range list {
		if !v.fixed && v.bytes > registers*registerBytes {
			return 0, false
		}
	}
	if len(assign(list)) > 0 {
		return 0, false
	}
	for _, v := range list {
		most = max(most, (v.place+v.bytes+registerBytes-1)/registerBytes)
	}
	return most, true
}

// Kinds of memory: an access to one is not seen by those to others.
const (
	buffers = iota // and textures
	shared
	private
	slots
	memories
)

const flagRegisters = 4

// scheduler orders code.
type scheduler struct {
	g     *generator
	limit int              // registers that may count at once; 0: registers are found, and none may
	base  map[*virtual]int // before registers are found: the first word of each
	words int              // that have a place
	cells []history        // by cell: memory, flags, words
	until []int            // by register: from when on no result is on its way; flags come first
	nodes []node
	live  map[*virtual]*lifetime
}

// history is what has been done to a cell.
type history struct {
	wrote   int32 // node, from 1 on; 0: none
	readers []int32
}

// lifetime is a register in the code that is scheduled.
type lifetime struct {
	v     *virtual
	left  int  // accesses that are to come
	begun bool // it takes its place
	stays bool // it counts after the code, too
}

// node is an instruction that is to be placed.
type node struct {
	i       *instruction
	next    []int32 // nodes that wait for this one
	after   []int32 // cycles from this one to each of them
	waits   int     // nodes that it waits for
	length  int     // cycles of the longest way from it to the end
	passes  int
	cycles  int   // from its issue to its result
	touches []int // registers and flags that must have no result on their way
	writes  []int
	lives   []*lifetime
}

func newScheduler(g *generator, limit int) *scheduler {
	s := &scheduler{g: g, limit: limit, base: map[*virtual]int{}}
	if limit == 0 {
		s.words = registers * registerBytes / wordBytes
	}
	return s
}

// all schedules all code between instructions that stay where they are.
func (s *scheduler) all(code []*instruction) []*instruction {
	list := make([]*instruction, 0, len(code))
	loops := loopsOf(code)
	for at := 0; at < len(code); {
		end := at
		for end < len(code) && end-at < mostTogether && !code[end].stays() {
			end++
		}
		if end-at > 1 {
			list = append(list, s.together(code, at, end, loops)...)
		} else {
			list = append(list, code[at:end]...)
		}
		if at = end; at < len(code) && code[at].stays() {
			list = append(list, code[at])
			at++
		}
	}
	return list
}

// stays tells whether an instruction is one of control flow, or one that says what becomes of the thread or of others.
func (i *instruction) stays() bool {
	if i.label != "" || i.last || i.mark == loopBegins || i.mark == loopEnds || strings.HasPrefix(i.op, sendResult) {
		return true
	}
	name, _, _ := strings.Cut(i.op, " ")
	name, _, _ = strings.Cut(name, ".")
	switch name {
	case "jmp", "if", "else", "endif", "loop", "while", "break", "continue", "rejoin", "discard":
		return true
	}
	return i.op == "send.barrier"
}

// message is the name of a message; "": it is none.
func (i *instruction) message() string {
	name, ok := strings.CutPrefix(i.op, "send.")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, ".")
	return name
}

// memory is what a message accesses; -1: nothing that changes.
func (i *instruction) memory() (kind int, writes bool) {
	switch i.message() {
	case "", "constant", "size", "dimensions":
		return -1, false
	case "store", "atomic", "texel_store":
		return buffers, true
	case "shared_load":
		return shared, false
	case "shared_store", "shared_atomic":
		return shared, true
	case "private_load":
		return private, false
	case "private_store":
		return private, true
	case "scratch_load":
		return slots, false
	case "scratch_store":
		return slots, true
	}
	return buffers, false
}

// duration is how long an instruction keeps its thread, and when its result comes.
func (i *instruction) duration(lanes int) (passes, cycles int) {
	if i.mark == begins {
		return 0, 0
	}
	if name := i.message(); name != "" {
		for _, o := range i.src {
			passes += max(1, (i.bytesOf(o, lanes)+registerBytes-1)/registerBytes)
		}
		passes = max(1, passes)
		switch name {
		case "constant", "size":
			return passes, passes + constantCycles
		case "shared_load", "shared_store", "shared_atomic":
			return passes, passes + sharedCycles
		case "load", "store", "private_load", "private_store", "scratch_load", "scratch_store":
			return passes, passes + loadCycles
		}
		return passes, passes + sampleCycles
	}
	if i.size == "(1)" {
		lanes = 1
	}
	width, latency := aluLanes, aluCycles
	if mathOps[i.op] {
		width, latency = mathLanes, mathCycles
	}
	passes = max(1, (lanes+width-1)/width)
	return passes, passes - 1 + latency + max(0, i.written/registerBytes-1)
}

// flag is the number of the flag register in a name or a predicate; -1: it has none.
func flagIn(text string) int {
	if n := strings.LastIndexByte(text, 'f'); n > 0 && n+1 < len(text) && text[n+1] >= '0' && text[n+1] < '0'+flagRegisters && (text[n-1] == '.' || text[n-1] == '(' || text[n-1] == '~') {
		return int(text[n+1] - '0')
	}
	return -1
}

// together schedules code[from:to].
func (s *scheduler) together(code []*instruction, from, to int, loops []loopRange) []*instruction {
	s.prepare(code, from, to, loops)
	for n := range s.nodes {
		s.connect(n)
	}
	for n := len(s.nodes) - 1; n >= 0; n-- {
		d := &s.nodes[n]
		d.length = d.cycles
		for k, m := range d.next {
			d.length = max(d.length, int(d.after[k])+s.nodes[m].length)
		}
	}
	list, time := s.place(from)
	if time >= s.inOrder() {
		return code[from:to]
	}
	return list
}

// inOrder is the time that the instructions take in the order in which they are.
func (s *scheduler) inOrder() (time int) {
	clear(s.until)
	for n := range s.nodes {
		time = s.issue(&s.nodes[n], time)
	}
	return s.complete(time)
}

// complete is when nothing is on its way any more.
func (s *scheduler) complete(time int) int {
	for _, t := range s.until {
		time = max(time, t)
	}
	return time
}

// prepare forgets what was known.
func (s *scheduler) prepare(code []*instruction, from, to int, loops []loopRange) {
	s.nodes = make([]node, to-from)
	if s.limit > 0 {
		clear(s.base)
		s.words, s.live = 0, map[*virtual]*lifetime{}
	}
	for n := range s.nodes {
		d := &s.nodes[n]
		d.i = code[from+n]
		d.passes, d.cycles = d.i.duration(s.g.lanes)
		if s.limit > 0 {
			s.enter(d, to, loops)
		}
	}
	if count := memories + flagRegisters + s.words; len(s.cells) < count {
		s.cells = make([]history, count)
	} else {
		for n := range s.cells {
			s.cells[n].wrote, s.cells[n].readers = 0, s.cells[n].readers[:0]
		}
	}
	s.until = make([]int, flagRegisters+s.words*wordBytes/registerBytes)
}

// enter gives the registers of an instruction places of their own, and counts them.
func (s *scheduler) enter(d *node, end int, loops []loopRange) {
	see := func(o operand) {
		if o.v == nil {
			return
		}
		v := rootOf(o.v)
		if _, known := s.base[v]; !known {
			s.base[v] = s.words
			s.words += (v.bytes + registerBytes - 1) / registerBytes * registerBytes / wordBytes
			s.live[v] = &lifetime{v: v, stays: v.last >= 2*end}
		}
		l := s.live[v]
		if l.left++; !slices.Contains(d.lives, l) {
			d.lives = append(d.lives, l)
		} else {
			l.left--
		}
	}
	for _, o := range d.i.src {
		see(o)
	}
	if d.i.hasDst {
		see(d.i.dst)
	}
}

// span is the words that an operand names.
func (s *scheduler) span(i *instruction, o operand, dst bool) (from, to int) {
	root, at := o.v.root()
	bytes := i.bytesOf(o, s.g.lanes)
	switch {
	case i.mark == begins:
		bytes = o.v.bytes - o.at
	case dst && o.t == "" && i.written > 0:
		bytes = min(bytes, i.written)
	}
	from = at + o.at
	if s.limit > 0 {
		from += s.base[root] * wordBytes
	} else {
		from += root.place
	}
	return from / wordBytes, (from + bytes + wordBytes - 1) / wordBytes
}

// connect makes the edges from what has been before an instruction to it.
func (s *scheduler) connect(n int) {
	d := &s.nodes[n]
	i := d.i
	const wordsOf = registerBytes / wordBytes
	for _, o := range i.src {
		if o.v != nil {
			from, to := s.span(i, o, false)
			s.access(n, from, to, false)
		}
	}
	if i.hasDst && i.dst.v != nil {
		from, to := s.span(i, i.dst, true)
		s.access(n, from, to, true)
		if i.mark == noMark {
			for r := from / wordsOf; r <= (to-1)/wordsOf; r++ {
				d.writes = append(d.writes, flagRegisters+r)
			}
		}
	}
	if f := flagIn(i.predicate); f >= 0 {
		s.cell(n, memories+f, false)
		d.touches = append(d.touches, f)
	}
	if f := flagIn(i.op); f >= 0 && i.message() == "" {
		s.cell(n, memories+f, true)
		d.touches, d.writes = append(d.touches, f), append(d.writes, f)
	}
	if kind, writes := i.memory(); kind >= 0 {
		s.cell(n, kind, writes)
	}
}

// access notes words that an instruction reads or writes.
func (s *scheduler) access(n, from, to int, write bool) {
	const wordsOf = registerBytes / wordBytes
	for w := from; w < to; w++ {
		s.cell(n, memories+flagRegisters+w, write)
	}
	d := &s.nodes[n]
	for r := from / wordsOf; r <= (to-1)/wordsOf; r++ {
		d.touches = append(d.touches, flagRegisters+r)
	}
}

// cell notes that an instruction reads or writes a cell.
func (s *scheduler) cell(n, at int, write bool) {
	h := &s.cells[at]
	if h.wrote > 0 {
		cycles := s.nodes[h.wrote-1].cycles
		if at < memories { // an order alone
			cycles = 1
		}
		s.edge(int(h.wrote-1), n, cycles)
	}
	if !write {
		h.readers = append(h.readers, int32(n))
		return
	}
	for _, r := range h.readers {
		if int(r) != n {
			s.edge(int(r), n, 0)
		}
	}
	h.wrote, h.readers = int32(n+1), h.readers[:0]
}

// edge has an instruction come after another one.
func (s *scheduler) edge(from, to, cycles int) {
	d := &s.nodes[from]
	if last := len(d.next) - 1; last >= 0 && d.next[last] == int32(to) {
		d.after[last] = max(d.after[last], int32(cycles))
		return
	}
	d.next, d.after = append(d.next, int32(to)), append(d.after, int32(cycles))
	s.nodes[to].waits++
}

// place chooses one instruction after the other: of those that wait for none the one that can issue at once, and from which the way to the end is longest.
func (s *scheduler) place(from int) (list []*instruction, time int) {
	var ready []int
	for n := range s.nodes {
		if s.nodes[n].waits == 0 {
			ready = append(ready, n)
		}
	}
	taken := s.takenBefore(from)
	for len(ready) > 0 {
		best := 0
		for k := 1; k < len(ready); k++ {
			if s.better(ready[k], ready[best], time, taken) {
				best = k
			}
		}
		n := ready[best]
		ready = append(ready[:best], ready[best+1:]...)
		d := &s.nodes[n]
		list = append(list, d.i)
		time = s.issue(d, time)
		if s.limit > 0 {
			taken += d.growth(true)
		}
		for _, m := range d.next {
			if s.nodes[m].waits--; s.nodes[m].waits == 0 {
				ready = append(ready, int(m))
			}
		}
	}
	return list, s.complete(time)
}

// issue is the time after an instruction.
func (s *scheduler) issue(d *node, time int) int {
	time = s.possible(d, time)
	for _, r := range d.writes {
		s.until[r] = time + d.cycles
	}
	return time + d.passes
}

// possible is when an instruction can issue.
func (s *scheduler) possible(d *node, time int) int {
	for _, r := range d.touches {
		time = max(time, s.until[r])
	}
	return time
}

// better tells whether an instruction is to come before another one.
func (s *scheduler) better(a, b, time, taken int) bool {
	x, y := &s.nodes[a], &s.nodes[b]
	if s.limit > 0 {
		g, h := x.growth(false), y.growth(false)
		most := s.limit * registerBytes
		switch full, also := g > 0 && taken+g > most, h > 0 && taken+h > most; {
		case full != also:
			return also
		case full && g != h:
			return g < h
		case full:
			return a < b
		}
	}
	t, u := s.possible(x, time), s.possible(y, time)
	switch {
	case t != u:
		return t < u
	case x.length != y.length:
		return x.length > y.length
	}
	return a < b
}

// growth is how many bytes more count after an instruction; done: it is placed.
func (d *node) growth(done bool) (bytes int) {
	for _, l := range d.lives {
		size := l.v.bytes
		if !l.begun {
			bytes += size
		}
		if l.left == 1 && !l.stays {
			bytes -= size
		}
		if done {
			l.begun = true
			l.left--
		}
	}
	return bytes
}

// takenBefore is how many bytes count before the code, whether it accesses them or not.
func (s *scheduler) takenBefore(from int) (bytes int) {
	if s.limit == 0 {
		return 0
	}
	for _, v := range s.g.known {
		if v.first < 2*from && v.last >= 2*from {
			bytes += v.bytes
			if l := s.live[v]; l != nil {
				l.begun = true
			}
		}
	}
	return bytes
}
