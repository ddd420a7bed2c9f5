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
			c.add("block-added", p.new.Name, side{}, side{fmt.Sprintf("id %d", p.new.ID), p.new, "block"}, false)
		case p.new == nil:
			c.add("block-removed", p.old.Name, side{fmt.Sprintf("id %d", p.old.ID), p.old, "block"}, side{}, false)
		default:
			c.block(p.old, p.new)
		}
	}
}

func (c *comparer) block(old, new *table.Block) {
	if old.Name != new.Name {
		c.add("block-renamed", new.Name, side{old.Name, old, "block"}, side{new.Name, new, "block"}, saves(old))
	}
	if old.ID != new.ID {
		c.add("block-id", new.Name, side{strconv.Itoa(old.ID), old, "id"}, side{strconv.Itoa(new.ID), new, "id"}, false)
	}
	if old.Length != new.Length {
		c.add("block-length", new.Name, side{dwords(old.Length), old, "length"}, side{dwords(new.Length), new, "length"},
			units(old.Length) != units(new.Length))
	}
	c.text("block-saturates", new.Name, side{strconv.FormatBool(old.Saturates), old, "saturates"},
		side{strconv.FormatBool(new.Saturates), new, "saturates"})
	c.text("block-description", new.Name, side{old.Description, old, "description"}, side{new.Description, new, "description"})
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
