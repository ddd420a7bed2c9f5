package table

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
)

// blocks applies the rules that concern several files.
func (c *checker) blocks(blocks []Block) {
	ids := map[int]Place{}
	scope := c.names("block")
	for i := range blocks {
		if b := &blocks[i]; b.at.has(kBlock) {
			scope.Add(b.Name, b.at.place(kBlock))
		}
	}
	for i := range blocks {
		b := &blocks[i]
		if !b.at.has(kID) {
			continue
		}
		if b.ID < 0 || b.ID >= c.limits.Blocks {
			c.at(&b.at, kID, "range", "block id %d, expected 0 to %d", b.ID, c.limits.Blocks-1)
		}
		if first, ok := ids[b.ID]; ok {
			c.at(&b.at, kID, "duplicate", "block id %d stands already at %s, expected another id", b.ID, first).
				suggest("%d", c.freeID(blocks))
			continue
		}
		ids[b.ID] = b.at.place(kID)
	}
	c.totalLength(blocks)
}

func (c *checker) freeID(blocks []Block) int {
	id := 0
	for slices.ContainsFunc(blocks, func(b Block) bool { return b.ID == id }) {
		id++
	}
	return id
}

// totalLength checks that the offset registers reach every block.
func (c *checker) totalLength(blocks []Block) {
	byID := make([]*Block, len(blocks))
	for i := range blocks {
		byID[i] = &blocks[i]
	}
	slices.SortStableFunc(byID, func(a, b *Block) int { return cmp.Compare(a.ID, b.ID) })
	unit := 1
	for _, b := range byID {
		if unit > c.limits.SaveUnits {
			c.at(&b.at, kLength, "total",
				"block %s would begin at unit %d of the save area, expected at most %d (16 bytes each)", b.Name, unit, c.limits.SaveUnits)
			return
		}
		if b.Length > 0 && b.Length <= MaxBlockLength {
			unit += (b.Length + 3) / 4
		}
	}
}

func (c *checker) block(b *Block) {
	c.description(&b.at, "block", b.Name, b.Description)
	c.version(b)
	c.registerNames(b)
	for i := range b.Registers {
		c.register(b, &b.Registers[i])
	}
	for i := range b.Windows {
		c.window(b, &b.Windows[i])
	}
	for i := range b.Reserved {
		c.description(&b.Reserved[i].at, "reserved range", "", b.Reserved[i].Description)
	}
	c.locks(b)
	c.aliases(b)
	c.pairs(b)
	if !b.at.has(kLength) {
		return
	}
	if b.Length < 1 || b.Length > MaxBlockLength {
		c.at(&b.at, kLength, "range", "block length %d, expected 1 to %d DWORDs", b.Length, MaxBlockLength)
		return
	}
	c.lengthRegister(b)
	c.coverage(b)
}

// registerNames checks names of registers, of the elements of arrays and of windows.
func (c *checker) registerNames(b *Block) {
	scope := c.names("register")
	for i := range b.Registers {
		if r := &b.Registers[i]; r.at.has(kName) {
			scope.Add(r.Name, r.at.place(kName))
		}
	}
	for i := range b.Windows {
		if w := &b.Windows[i]; w.at.has(kName) {
			scope.Add(w.Name, w.at.place(kName))
		}
	}
	for i := range b.Registers {
		r := &b.Registers[i]
		for k := 0; r.Count > 1 && r.Count <= MaxBlockLength && k < r.Count; k++ {
			if other, ok := scope.seen[r.Name+"_"+strconv.Itoa(k)]; ok {
				c.at(&r.at, kName, "duplicate", "element %d of array %s is called like %s at %s, expected another name",
					k, r.Name, r.Name+"_"+strconv.Itoa(k), other)
				break
			}
		}
	}
}

// lengthRegister checks that a length beyond 8 bits is meant (chapter 3: it saturates
// its field of the length registers).
func (c *checker) lengthRegister(b *Block) {
	switch {
	case b.Length > MaxRegisterLength && !b.Saturates:
		c.at(&b.at, kLength, "length-register", "block length %d, expected at most %d, or saturates: true: its length register has 8 bits",
			b.Length, MaxRegisterLength).suggest("saturates: true")
	case b.Length <= MaxRegisterLength && b.Saturates:
		c.at(&b.at, kSaturates, "length-register", "block length %d fits into its length register, expected no saturates: true", b.Length).
			fix("false")
	}
}

// window checks what a window says of itself.
func (c *checker) window(b *Block, w *Window) {
	c.description(&w.at, "window", w.Name, w.Description)
	c.oneOf(&w.at, kSW, "sw", w.SW, windowAccess)
	if w.at.has(kName) {
		c.keyword(&w.at, "window", w.Name, blockKeywords)
	}
	if !w.at.has(kOffset, kLength) || w.Length < 1 || w.Length > MaxBlockLength || w.Offset < 0 || w.Offset > MaxBlockLength {
		return // the range is checked with those of the block's other parts
	}
	size := 1 << bits.Len(uint(w.Length-1))
	if w.Offset%size != 0 {
		c.at(&w.at, kOffset, "alignment", "window %s of %d DWORDs at %d, expected a multiple of %d, so that the upper bits of an address select it",
			w.Name, w.Length, w.Offset, size).suggest("%d", (w.Offset+size-1)/size*size)
	}
}
