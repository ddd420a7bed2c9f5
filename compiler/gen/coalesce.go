package gen

// access is where a register, or a part of it, is read or written.
type access struct {
	at    int // position: 2n for what instruction n reads, 2n + 1 for what it writes
	from  int // bytes
	to    int
	write bool
}

// coalesce lets values be computed where a move would bring them, and drops the move. That is right when both are in one region, so that the same lanes
// execute, when nothing accesses the destination between, and when nothing writes it as long as the value is read: one that is made before a loop and read
// in it is read up to the loop's end. A value that is written in parts, as the results of constructs are, counts from where it begins.
func (g *generator) coalesce() {
	c := newCoalescer(g)
	for n, i := range g.code {
		if c.isMove(i) {
			c.try(n, i)
		}
	}
}

// coalescer knows where registers are accessed.
type coalescer struct {
	g        *generator
	accesses map[*virtual][]access // by root
	loops    []loopRange
}

func newCoalescer(g *generator) *coalescer {
	c := &coalescer{g: g, accesses: map[*virtual][]access{}, loops: loopsOf(g.code)}
	for n, i := range g.code {
		c.note(n, i)
	}
	return c
}

func (c *coalescer) note(n int, i *instruction) {
	if i.deleted {
		if i.mark == begins {
			c.add(i.dst, i.dst.v.bytes, 2*n+1, true)
		}
		return
	}
	for _, s := range i.src {
		if s.v != nil {
			c.add(s, i.bytesOf(s, c.g.lanes), 2*n, false)
		}
	}
	if i.hasDst && i.dst.v != nil {
		c.add(i.dst, i.bytesOf(i.dst, c.g.lanes), 2*n+1, true)
	}
}

// bytesOf is how much of a register an operand names: messages name all that follows.
func (i *instruction) bytesOf(o operand, lanes int) int {
	switch {
	case o.t == "":
		return o.v.bytes - o.at
	case o.same || i.size == "(1)":
		return typeBytes[o.t]
	}
	if o.sets > 0 { // each begins a register
		return o.sets * max(registerBytes, typeBytes[o.t]*lanes)
	}
	return typeBytes[o.t] * lanes
}

func (c *coalescer) add(o operand, bytes, at int, write bool) {
	root, offset := o.v.root()
	from := offset + o.at
	c.accesses[root] = append(c.accesses[root], access{at, from, from + bytes, write})
}

// isMove tells whether an instruction only moves a whole register to another one, or to a part of one.
func (c *coalescer) isMove(i *instruction) bool {
	if i.deleted || i.op != "mov" || i.predicate != "" || len(i.src) != 1 || len(i.tags) > 0 {
		return false
	}
	s, d := i.src[0], i.dst
	if s.v == nil || d.v == nil || s.negate || s.abs || s.swizzle != "" || s.at != 0 || s.v.joined != nil || s.v.fixed || s.t != d.t {
		return false
	}
	if s.v.word != (i.size == "(1)") || s.same != s.v.word {
		return false
	}
	root, _ := d.v.root()
	return root != s.v && !root.fixed && (s.v.word && root.word || !s.v.word && !root.word && s.v.bytes == c.g.setOf(d.t))
}

// setOf is the number of bytes of a value of a machine's type.
func (g *generator) setOf(t string) int { return max(registerBytes, typeBytes[t]*g.lanes) }

func (c *coalescer) try(n int, i *instruction) {
	s := i.src[0].v
	root, offset := i.dst.v.root()
	from := offset + i.dst.at
	made, read, last := -1, -1, -1
	for _, a := range c.accesses[s] {
		switch {
		case a.write && a.at > 2*n:
			return
		case a.write && (made < 0 || a.at < made):
			made = a.at
		case !a.write && (read < 0 || a.at < read):
			read = a.at
		}
		last = max(last, a.at)
	}
	if made < 0 || read < made || c.g.code[made/2].home != i.home {
		return
	}
	if maker := c.g.code[made/2]; maker.mark != begins && maker.dst.v != s || maker.dst.at != 0 || maker.size != i.size || maker.predicate != "" && maker.op != "sel" {
		return
	}
	if root.bytes > s.bytes && n-made/2 > c.g.far {
		return
	}
	last = extended(made, last, c.loops)
	for _, a := range c.accesses[root] {
		switch overlaps := a.from < from+s.bytes && from < a.to; {
		case !overlaps || a.at == 2*n+1:
		case a.at > made && a.at < 2*n, a.write && a.at > 2*n && a.at <= last:
			return
		}
	}
	i.deleted = true
	s.joined, s.joinedAt = root, from
	for _, a := range c.accesses[s] {
		a.from, a.to = a.from+from, a.to+from
		c.accesses[root] = append(c.accesses[root], a)
	}
	delete(c.accesses, s)
}
