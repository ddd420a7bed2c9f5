package diff

import (
	"fmt"

	"tilemark/regmap/table"
)

// each calls f for DWORDs of a block of a length: count of them from offset, stride apart.
func each(length, offset, count, stride int, f func(dword int)) {
	if stride < 1 {
		count = min(count, 1)
	}
	for i := 0; i < count && offset < length; i++ {
		if offset >= 0 {
			f(offset)
		}
		offset += stride
	}
}

// usedPlaces are the DWORDs of a block's registers and windows.
func usedPlaces(b *table.Block) []bool {
	used := make([]bool, places(b))
	use := func(dword int) { used[dword] = true }
	for _, r := range b.Registers {
		each(len(used), r.Offset, r.Count, r.Stride, use)
	}
	for _, w := range b.Windows {
		each(len(used), w.Offset, w.Length, 1, use)
	}
	return used
}

// places is a block's length, within what a table may have.
func places(b *table.Block) int { return max(0, min(b.Length, table.MaxBlockLength)) }

// stretch is a reserved range, of a block or of a structure.
type stretch struct {
	offset, length int
	description    string
	of             placed
}

func stretchesOf(b *table.Block) []stretch {
	list := make([]stretch, len(b.Reserved))
	for i := range b.Reserved {
		r := &b.Reserved[i]
		list[i] = stretch{r.Offset, r.Length, r.Description, r}
	}
	return list
}

// reservedPlaces are the ranges by DWORD.
func reservedPlaces(list []stretch, length int) []*stretch {
	places := make([]*stretch, length)
	for i := range list {
		each(length, list[i].offset, list[i].length, 1, func(dword int) { places[dword] = &list[i] })
	}
	return places
}

func (b *inBlock) reserved() {
	was := reservedPlaces(stretchesOf(b.old), places(b.old))
	is := reservedPlaces(stretchesOf(b.new), places(b.new))
	b.stretches(b.name, was, is, b.used, usedPlaces(b.new))
}

// stretches compares what is said of each DWORD that nothing uses: ranges that are split or
// joined mean the same. DWORDs that a register or window took or left, or that came or went with
// the length, are changes of these.
func (c *comparer) stretches(what string, was, is []*stretch, wasUsed, isUsed []bool) {
	seen := map[pair[stretch]]bool{}
	for d := range min(len(was), len(is)) {
		p := pair[stretch]{was[d], is[d]}
		if p.old == p.new || seen[p] || wasUsed[d] || isUsed[d] { // the first: both nil
			continue
		}
		seen[p] = true
		c.reservedPair(what, p)
	}
}

func (c *comparer) reservedPair(what string, p pair[stretch]) {
	text := func(s *stretch) side {
		return side{fmt.Sprintf("offset %d, %s", s.offset, dwords(s.length)), s.of, "offset"}
	}
	switch {
	case p.old == nil:
		c.came("reserved-added", what, text(p.new), false)
	case p.new == nil:
		c.went("reserved-removed", what, text(p.old), false)
	default:
		keyed{c, what, p.old.of, p.new.of, false}.changed("reserved-description", "description", p.old.description, p.new.description)
	}
}
