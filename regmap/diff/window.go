package diff

import (
	"fmt"

	"tilemark/regmap/table"
)

func (b *inBlock) windows() {
	name := func(w *table.Window) string { return w.Name }
	for _, p := range match(b.old.Windows, b.new.Windows, name, extent) {
		switch {
		case p.old == nil && b.wasUsed(p.new.Offset, p.new.Length, 1):
			b.came("window-reuses", dotted(b.name, p.new.Name), side{extent(p.new), p.new, "name"}, false)
		case p.old == nil:
			b.came("window-added", dotted(b.name, p.new.Name), side{extent(p.new), p.new, "name"}, false)
		case p.new == nil:
			b.went("window-removed", dotted(b.name, p.old.Name), side{extent(p.old), p.old, "name"}, false)
		default:
			b.window(p.old, p.new)
		}
	}
}

// extent is what a window is known by when its name changed, and how people read it.
func extent(w *table.Window) string { return fmt.Sprintf("offset %d, %s", w.Offset, dwords(w.Length)) }

func (b *inBlock) window(old, new *table.Window) {
	what := dotted(b.name, new.Name)
	changed := keyed{b.comparer, what, old, new, false}.changed
	changed("window-renamed", "name", old.Name, new.Name)
	changed("window-moved", "offset", offset(old.Offset), offset(new.Offset))
	length := "window-grown"
	if old.Length > new.Length {
		length = "window-shrunk"
	}
	changed(length, "length", dwords(old.Length), dwords(new.Length))
	changed(accessRule(old.SW, new.SW), "sw", old.SW, new.SW)
	changed("window-description", "description", old.Description, new.Description)
}
