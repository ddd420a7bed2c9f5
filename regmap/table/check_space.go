package table

import "fmt"

// span is something that takes DWORDs of a block.
type span struct {
	what string
	name string
}

func (s span) String() string {
	if s.name == "" {
		return s.what
	}
	return s.what + " " + s.name
}

// coverage checks that every DWORD of a block belongs to one register, one window or one
// reserved range.
func (c *checker) coverage(b *Block) {
	c.owner = append(c.owner[:0], make([]int32, b.Length)...)
	c.spans = append(c.spans[:0], span{})
	complete := b.at.has(kRegisters, kReserved) && !b.dropped
	for i := range b.Registers {
		r := &b.Registers[i]
		if !r.at.has(kOffset) || !c.array(r) {
			complete = false
			continue
		}
		c.coverArray(b, r)
	}
	for i := range b.Windows {
		w := &b.Windows[i]
		complete = c.coverRange(b, &w.at, span{"window", w.Name}, w.Offset, w.Length) && complete
	}
	for i := range b.Reserved {
		r := &b.Reserved[i]
		complete = c.coverRange(b, &r.at, span{what: "reserved range"}, r.Offset, r.Length) && complete
	}
	if complete { // otherwise a gap may be an entry that could not be read
		c.gaps(b)
	}
}

// array checks count and stride.
func (c *checker) array(r *Register) bool {
	switch {
	case r.Count < 1 || r.Count > MaxBlockLength:
		c.at(&r.at, kCount, "range", "count %d of register %s, expected 1 to %d", r.Count, r.Name, MaxBlockLength)
	case r.Stride < 1 || r.Stride > MaxBlockLength:
		c.at(&r.at, kStride, "range", "stride %d of register %s, expected 1 to %d DWORDs", r.Stride, r.Name, MaxBlockLength)
	case r.Count == 1 && r.Stride != 1:
		c.at(&r.at, kStride, "range", "stride %d of register %s, which is no array, expected a count above 1 with it", r.Stride, r.Name)
	default:
		return true
	}
	return false
}

func (c *checker) coverArray(b *Block, r *Register) {
	id := c.span("register", r.Name)
	last := r.Offset + (r.Count-1)*r.Stride
	if r.Offset < 0 || r.Offset >= b.Length || last >= b.Length {
		c.outside(b, &r.at, c.spans[id], r.Offset, last)
	}
	for k := range r.Count {
		if !c.cover(b, &r.at, id, r.Offset+k*r.Stride) {
			return
		}
	}
}

func (c *checker) coverRange(b *Block, at *places, s span, offset, length int) bool {
	if !at.has(kOffset, kLength) {
		return false
	}
	if length < 1 || length > MaxBlockLength {
		c.at(at, kLength, "range", "length %d of %s, expected 1 to %d DWORDs", length, s, MaxBlockLength)
		return false
	}
	if s.name == "" {
		s.name = fmt.Sprintf("at %d", offset)
	}
	id := c.span(s.what, s.name)
	if offset < 0 || offset > b.Length-length {
		c.outside(b, at, s, offset, offset+length-1)
	}
	for i := max(offset, 0); i < min(offset, b.Length)+length; i++ {
		if !c.cover(b, at, id, i) {
			break
		}
	}
	return true
}

func (c *checker) span(what, name string) int32 {
	c.spans = append(c.spans, span{what, name})
	return int32(len(c.spans) - 1)
}

func (c *checker) outside(b *Block, at *places, s span, first, last int) {
	e := c.at(at, kOffset, "range", "%s takes DWORDs %d to %d, expected 0 to %d (the block's length is %d)", s, first, last, b.Length-1, b.Length)
	if first == last {
		e.Suggestion = c.free(b)
	}
}

// cover enters an owner of one DWORD; false when it has one already.
func (c *checker) cover(b *Block, at *places, id int32, i int) bool {
	if i < 0 || i >= len(c.owner) {
		return true // reported already
	}
	if c.owner[i] == 0 {
		c.owner[i] = id
		return true
	}
	if s := at.of(kOffset); !c.isMarked(at, s) {
		e := c.errorf(at, s, "overlap", "%s lies on %s at DWORD %d, expected a DWORD of its own", c.spans[id], c.spans[c.owner[i]], i)
		e.Suggestion = c.free(b)
	}
	return false
}

// free names the next DWORD that nothing in the whole table takes; the owners are not
// complete yet.
func (c *checker) free(b *Block) string {
	taken := make([]bool, b.Length+1)
	take := func(offset, count, stride int) {
		for k := 0; k < min(count, b.Length); k++ {
			if i := offset + k*stride; i >= 0 && i < b.Length {
				taken[i] = true
			}
		}
	}
	for i := range b.Registers {
		take(b.Registers[i].Offset, b.Registers[i].Count, b.Registers[i].Stride)
	}
	for i := range b.Windows {
		take(b.Windows[i].Offset, b.Windows[i].Length, 1)
	}
	for i := range b.Reserved {
		take(b.Reserved[i].Offset, b.Reserved[i].Length, 1)
	}
	for i := range b.Length {
		if !taken[i] {
			return fmt.Sprintf("%d, the next DWORD that is free", i)
		}
	}
	for i := range b.Reserved {
		if r := &b.Reserved[i]; r.Length > 0 {
			return fmt.Sprintf("%d, out of the reserved range there", r.Offset)
		}
	}
	return fmt.Sprintf("%d, with a block length of %d", b.Length, b.Length+1)
}

func (c *checker) gaps(b *Block) {
	for i := 0; i < len(c.owner); i++ {
		first := i
		for i < len(c.owner) && c.owner[i] == 0 {
			i++
		}
		if i > first {
			c.at(&b.at, kLength, "gap", "DWORDs %d to %d belong to no register, expected {offset: %d, length: %d} under reserved",
				first, i-1, first, i-first).suggest("- {offset: %d, length: %d, description: ...} under reserved", first, i-first)
		}
	}
}
