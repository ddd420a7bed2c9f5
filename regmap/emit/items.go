package emit

import (
	"cmp"
	"fmt"
	"slices"

	"tilemark/regmap/table"
)

// Item is what languages with arrays and structures have at one place of a
// block: registers that repeat together, or a window.
type Item struct {
	Offset    int // DWORDs from the block's first register
	Count     int // elements
	Stride    int // DWORDs from one element to the next
	Registers []table.Register
	Window    *table.Window
}

// Name is the item's own name: that of its first register with an ending that no
// table has when several registers, or one with room after it, repeat.
func (i Item) Name() string {
	switch {
	case i.Window != nil:
		return i.Window.Name
	case i.IsFile():
		return i.Registers[0].Name + "__file"
	}
	return i.Registers[0].Name
}

// IsFile reports whether the elements are more than single DWORDs one after the
// other.
func (i Item) IsFile() bool { return i.Count > 1 && i.Stride > 1 }

// DWords is the room from the first element to the end of the last one.
func (i Item) DWords() int {
	if i.Window != nil {
		return i.Window.Length
	}
	return i.Count * i.Stride
}

// Items returns registers and windows of a block in order of their offsets. Arrays
// of the same count and stride whose elements lie between each other become one
// item. Where something else lies between the elements of an array, each element
// is an item of its own, with its number after two underscores.
func Items(b table.Block) []Item {
	items := slices.Clone(groups(b.Registers))
	for i := range b.Windows {
		w := &b.Windows[i]
		items = append(items, Item{Offset: w.Offset, Count: 1, Stride: w.Length, Window: w})
	}
	sortItems(items)
	return separate(items)
}

func sortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int { return cmp.Compare(a.Offset, b.Offset) })
}

// groups joins arrays that interleave. The registers are in order of their offsets.
func groups(registers []table.Register) (items []Item) {
	for _, r := range registers {
		if n := len(items) - 1; n >= 0 && r.Count > 1 && joins(items[n], r) {
			items[n].Registers = append(items[n].Registers, r)
			continue
		}
		item := Item{Offset: r.Offset, Count: r.Count, Stride: r.Stride, Registers: []table.Register{r}}
		if r.Count == 1 {
			item.Stride = 1
		}
		items = append(items, item)
	}
	return items
}

func joins(i Item, r table.Register) bool {
	return i.Count == r.Count && i.Stride == r.Stride && r.Offset < i.Offset+i.Stride
}

// separate takes arrays apart between whose elements other items lie.
func separate(items []Item) []Item {
	var out []Item
	for k, i := range items {
		if i.IsFile() && crossed(items, k) {
			out = append(out, elements(i)...)
		} else {
			out = append(out, i)
		}
	}
	sortItems(out)
	return out
}

// crossed reports whether another item begins in the room of item k, or reaches into it.
func crossed(items []Item, k int) bool {
	i := items[k]
	for _, other := range items[k+1:] {
		if other.Offset >= i.Offset+i.DWords() {
			break
		}
		return true
	}
	return slices.ContainsFunc(items[:k], func(before Item) bool {
		return before.IsFile() && before.Offset+before.DWords() > i.Offset
	})
}

func elements(i Item) (out []Item) {
	for _, r := range i.Registers {
		for n := range r.Count {
			e := r
			e.Name, e.Offset, e.Count, e.Stride = fmt.Sprintf("%s__%d", r.Name, n), r.Offset+n*r.Stride, 1, 1
			out = append(out, Item{Offset: e.Offset, Count: 1, Stride: 1, Registers: []table.Register{e}})
		}
	}
	return out
}
