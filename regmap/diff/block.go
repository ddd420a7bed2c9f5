package diff

import (
	"fmt"
	"slices"
	"strconv"

	"tilemark/regmap/table"
)

func matchBlocks(old, new []table.Block) []pair[table.Block] {
	name := func(b *table.Block) string { return b.Name }
	id := func(b *table.Block) int { return b.ID }
	return match(old, new, name, id)
}

func (c *comparer) blocks(old, new []table.Block) {
	for _, p := range matchBlocks(old, new) {
		switch {
		case p.old == nil:
			c.came("block-added", p.new.Name, side{fmt.Sprintf("id %d", p.new.ID), p.new, "block"}, false)
		case p.new == nil:
			c.went("block-removed", p.old.Name, side{fmt.Sprintf("id %d", p.old.ID), p.old, "block"}, false)
		default:
			c.block(p.old, p.new)
		}
	}
}

func (c *comparer) block(old, new *table.Block) {
	k := keyed{c, new.Name, old, new, saves(old)}
	k.changed("block-renamed", "block", old.Name, new.Name)
	k.changed("block-id", "id", strconv.Itoa(old.ID), strconv.Itoa(new.ID))
	k.saved = units(old.Length) != units(new.Length)
	k.changed("block-length", "length", dwords(old.Length), dwords(new.Length))
	k.changed("block-saturates", "saturates", strconv.FormatBool(old.Saturates), strconv.FormatBool(new.Saturates))
	k.changed("block-description", "description", old.Description, new.Description)
	b := &inBlock{comparer: c, name: new.Name, old: old, new: new, used: usedPlaces(old)}
	b.registers()
	b.windows()
	b.reserved()
}

func dwords(n int) string {
	if n == 1 {
		return "1 DWORD"
	}
	return fmt.Sprintf("%d DWORDs", n)
}

// saves reports whether a save writes a register of the block.
func saves(b *table.Block) bool {
	return slices.ContainsFunc(b.Registers, func(r table.Register) bool { return r.Class == "save" })
}

// units is the length of a block in the save area.
func units(length int) int { return (length + 3) / 4 }

// inBlock compares what is inside a block.
type inBlock struct {
	*comparer
	name     string
	old, new *table.Block
	pairs    []pair[table.Register]
	used     []bool // DWORDs that registers and windows of the old block had
}
