package gen

import "slices"

// keepInPlace lets the result of an if stay in the register of what one of its sides hands on, such as an input, and drops the move.
func (g *generator) keepInPlace() {
	c := newCoalescer(g)
	for n, i := range g.code {
		if c.movesWhole(i) {
			c.keepRegister(n, i)
		}
	}
	g.dropElse()
}

// bringInPlace lets the registers that a thread begins with serve for what a message brings, where its parts stand one after the other already.
func (g *generator) bringInPlace() {
	c := newCoalescer(g)
	for _, i := range g.code {
		for _, v := range messageOf(i) {
			c.computeInPlace(v)
			c.takeInputs(v)
		}
	}
	g.dropElse()
}

// messageOf is the registers that a message brings as a whole.
func messageOf(i *instruction) (list []*virtual) {
	for _, o := range i.src {
		if !i.deleted && o.v != nil && o.t == "" && o.at == 0 && o.v.joined == nil && !o.v.fixed {
			list = append(list, o.v)
		}
	}
	return list
}

// movesWhole tells whether an instruction does nothing but move all lanes of a register, or a part of one.
func (c *coalescer) movesWhole(i *instruction) bool {
	if i.deleted || i.op != "mov" || i.predicate != "" || i.size != "" || i.noMask || len(i.src) != 1 || len(i.tags) > 0 {
		return false
	}
	s, d := i.src[0], i.dst
	return s.v != nil && d.v != nil && !s.negate && !s.abs && !s.same && s.swizzle == "" && s.at == 0 && s.t == d.t && d.v.bytes-d.at >= c.g.setOf(d.t)
}

// keepRegister lets the destination of a move be the register that it moves. That is right when nothing else reads the register once the destination is written, and
// no lane that takes the side of the move has written it before: those lanes have the register as it was.
func (c *coalescer) keepRegister(n int, i *instruction) {
	s, from := i.src[0].v.root()
	d, at := i.dst.v.root()
	set := c.g.setOf(i.dst.t)
	if s == d || from != 0 || s.bytes != set || s.word || d.fixed || d.word || at+i.dst.at != 0 || d.bytes != set {
		return
	}
	written := 2*n + 1
	for _, a := range c.accesses[d] {
		if a.write && c.g.code[a.at/2].mark != begins {
			if written = min(written, a.at); a.at < 2*n && c.surrounds(a.at/2, n) {
				return
			}
		}
		if a.write && c.g.code[a.at/2].noMask || c.loopOf(a.at) != c.loopOf(2*n) {
			return
		}
	}
	made := -1
	for _, a := range c.accesses[s] {
		if a.write {
			made = max(made, a.at)
		}
		if a.at != 2*n && a.at > written || c.loopOf(a.at) != c.loopOf(2*n) {
			return
		}
	}
	if s.fixed == (made >= 0) || s.fixed && c.loopOf(2*n) >= 0 {
		return
	}
	i.deleted = true
	c.join(d, s, 0)
}

// surrounds tells whether an instruction stands in the region of a later one, or in one around it: lanes that execute the later one have executed it, too.
func (c *coalescer) surrounds(first, later int) bool {
	depth := c.g.code[first].depth
	return !slices.ContainsFunc(c.g.code[first+1:later], func(i *instruction) bool { return i.depth < depth })
}

// loopOf is the innermost loop around a position, -1 outside of all.
func (c *coalescer) loopOf(at int) int {
	return slices.IndexFunc(c.loops, func(l loopRange) bool { return l.first < at && at < l.last })
}

// join makes a register a part of another one.
func (c *coalescer) join(v, to *virtual, at int) {
	v.joined, v.joinedAt = to, at
	for _, a := range c.accesses[v] {
		a.from, a.to = a.from+at, a.to+at
		c.accesses[to] = append(c.accesses[to], a)
	}
	delete(c.accesses, v)
}

// computeInPlace has a message's parts computed where it brings them, also those that are written in several places, such as the sides of an if. As registers of a message
// count as a whole, this is done over a short distance only.
func (c *coalescer) computeInPlace(v *virtual) {
	for _, a := range slices.Clone(c.accesses[v]) {
		i := c.g.code[a.at/2]
		if !a.write || !c.movesWhole(i) {
			continue
		}
		s, from := i.src[0].v.root()
		if from != 0 || s == v || s.fixed || s.word || s.bytes != a.to-a.from || !c.mayBePart(v, s, a) {
			continue
		}
		i.deleted = true
		c.join(s, v, a.from)
	}
}

// mayBePart tells whether a register may be a part of a message's, to which a move brings it: that part is written by nothing else, and not read before.
func (c *coalescer) mayBePart(v, s *virtual, move access) bool {
	for _, a := range c.accesses[v] {
		if a.from < move.to && move.from < a.to && a.at != move.at && (a.write || a.at < move.at) {
			return false
		}
	}
	first, writes := move.at, 0
	for _, a := range c.accesses[s] {
		if c.loopOf(a.at) != c.loopOf(move.at) || a.write && (a.at > move.at || c.g.code[a.at/2].noMask) {
			return false
		}
		if first = min(first, a.at); a.write {
			writes++
		}
	}
	return writes > 0 && move.at-first <= 2*c.g.far
}

// takeInputs has a message bring what stands in inputs: its registers are those of the inputs from the first part on.
func (c *coalescer) takeInputs(v *virtual) {
	moves := map[int]int{} // by the byte that they write
	set, first, last := 0, -1, -1
	for _, a := range c.accesses[v] {
		last = max(last, a.at)
		if a.write {
			if i := c.g.code[a.at/2]; c.movesWhole(i) && rootOf(i.src[0].v).fixed {
				moves[a.from] = a.at / 2
			}
		}
	}
	for byte, n := range moves {
		s, from := c.g.code[n].src[0].v.root()
		at := s.place + from - byte
		if set = c.g.setOf(c.g.code[n].dst.t); first >= 0 && at != first || at < registerBytes {
			return
		}
		first = at
	}
	if first < 0 || first+v.bytes > c.g.most*registerBytes || !c.parts(v, first, set, last, moves) {
		return
	}
	whole := c.whole(first, first+v.bytes)
	for _, n := range moves {
		c.g.code[n].deleted = true
	}
	c.join(v, whole, first-whole.place)
}

// whole makes one register of the inputs between two bytes, and of those that belong together with them.
func (c *coalescer) whole(first, end int) *virtual {
	var list []*virtual
	for at := first; at < end; at += registerBytes {
		s := c.g.inputs[at/registerBytes]
		if s == nil {
			continue
		}
		if root := rootOf(s); !slices.Contains(list, root) {
			list = append(list, root)
			first, end = min(first, root.place), max(end, root.place+root.bytes)
		}
	}
	whole := &virtual{bytes: end - first, fixed: true, place: first}
	for _, s := range list {
		c.join(s, whole, s.place-first)
	}
	return whole
}

// parts tells whether each part of a message may be made where it is to stand: an input that is moved there stays as it is until the message, and what is
// computed comes after the last use of the input whose place it takes.
func (c *coalescer) parts(v *virtual, first, set, last int, moves map[int]int) bool {
	if set == 0 || v.bytes%set != 0 || c.loopOf(last) >= 0 {
		return false
	}
	for byte := 0; byte < v.bytes; byte += set {
		move, moved := moves[byte]
		made := last
		for _, a := range c.accesses[v] {
			if !a.write || a.to <= byte || a.from >= byte+set {
				continue
			}
			if moved && a.at/2 != move || a.from != byte || a.to != byte+set || c.loopOf(a.at) >= 0 || c.g.code[a.at/2].noMask {
				return false
			}
			made = min(made, a.at)
		}
		s := c.g.inputs[(first+byte)/registerBytes]
		if s == nil {
			return false
		}
		for _, a := range c.accesses[rootOf(s)] {
			if c.loopOf(a.at) >= 0 || moved && a.write && a.at > 2*move || !moved && a.at > made {
				return false
			}
		}
	}
	return true
}

// dropElse drops sides of ifs that have become empty.
func (g *generator) dropElse() {
	var other *instruction
	for _, i := range g.code {
		switch {
		case i.deleted:
		case i.op == "else":
			other = i
		default:
			if i.op == "endif" && other != nil {
				other.deleted = true
			}
			other = nil
		}
	}
}
