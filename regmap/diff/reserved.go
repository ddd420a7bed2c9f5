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

func ofBlock(r *table.Range) stretch { return stretch{r.Offset, r.Length, r.Description, r} }

// reservedPlaces are the ranges by DWORD.
func reservedPlaces[T any](list []T, length int, stretchOf func(*T) stretch) []*stretch {
	places := make([]*stretch, length)
	for i := range list {
		s := stretchOf(&list[i])
		each(length, s.offset, s.length, 1, func(dword int) { places[dword] = &s })
	}
	return places
}

func (b *inBlock) reserved() {
	was := reservedPlaces(b.old.Reserved, places(b.old), ofBlock)
	is := reservedPlaces(b.new.Reserved, places(b.new), ofBlock)
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
