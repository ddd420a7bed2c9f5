package diff

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/table"
)

// meaning writes all that blocks say, without places and in an order of its own: two maps
// mean the same when it is equal. It knows nothing of how diff compares.
func meaning(blocks []table.Block) string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, b := range blocks {
		add("%s id %d length %d saturates %t version %s: %q", b.Name, b.ID, b.Length, b.Saturates, b.Version, b.Description)
		for _, r := range b.Registers {
			at := fmt.Sprintf("%s register %s", b.Name, r.Name)
			add("%s class %s since %q lock %q alias %q count %d: %q", at, r.Class, r.Since, r.Lock, r.Alias, r.Count, r.Description)
			for i := range r.Count {
				add("%s element %d offset %d", at, i, r.Offset+i*r.Stride)
			}
			for _, f := range r.Fields {
				add("%s field %s %d:%d %s sw %s hw %s align %d reset %d: %q", at, f.Name, f.Hi, f.Lo, f.Type, f.SW, f.HW, f.Align, f.Reset, f.Description)
				for _, v := range f.Enum {
					add("%s field %s value %s %d", at, f.Name, v.Name, v.Value)
				}
			}
		}
		for _, w := range b.Windows {
			add("%s window %s %d %d sw %s: %q", b.Name, w.Name, w.Offset, w.Length, w.SW, w.Description)
		}
		for _, r := range b.Reserved {
			for i := range r.Length {
				add("%s reserved %d: %q", b.Name, r.Offset+i, r.Description)
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
