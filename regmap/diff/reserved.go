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

func reservedPlaces(b *table.Block) []*table.Range {
	ranges := make([]*table.Range, places(b))
	for i := range b.Reserved {
		r := &b.Reserved[i]
		each(len(ranges), r.Offset, r.Length, 1, func(dword int) { ranges[dword] = r })
	}
	return ranges
}

// reserved compares what is said of each DWORD that nothing uses: ranges that are split or
// joined mean the same. DWORDs that a register or window took or left, or that came or went with
// the block's length, are changes of these.
func (b *inBlock) reserved() {
	was, is := reservedPlaces(b.old), reservedPlaces(b.new)
	used := usedPlaces(b.new)
	seen := map[pair[table.Range]]bool{}
	for d := range min(len(was), len(is)) {
		p := pair[table.Range]{was[d], is[d]}
		if p.old == p.new || seen[p] || b.used[d] || used[d] { // the first: both nil
			continue
		}
		seen[p] = true
		b.reservedPair(p)
	}
}

func (b *inBlock) reservedPair(p pair[table.Range]) {
	text := func(r *table.Range) side {
		return side{fmt.Sprintf("offset %d, %s", r.Offset, dwords(r.Length)), r, "offset"}
	}
	switch {
	case p.old == nil:
		b.add("reserved-added", b.name, side{}, text(p.new), false)
	case p.new == nil:
		b.add("reserved-removed", b.name, text(p.old), side{}, false)
	default:
		b.text("reserved-description", b.name, side{p.old.Description, p.old, "description"},
			side{p.new.Description, p.new, "description"})
	}
}
