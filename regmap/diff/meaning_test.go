package diff

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// meaning writes all that a map says, without places and in an order of its own: two maps
// mean the same when it is equal. It knows nothing of how diff compares.
func meaning(m Map) string {
	lines := append(meaningOfBlocks(m.Blocks), meaningOfFormats(m.Formats)...)
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func meaningOfBlocks(blocks []table.Block) (lines []string) {
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
	return lines
}

func meaningOfFormats(set *formats.Set) (lines []string) {
	if set == nil {
		return nil
	}
	add := func(path string, v any) string {
		line, _ := json.Marshal(v) // the exported fields, so no places
		lines = append(lines, path+" "+string(line))
		return path
	}
	words := func(path string, list []formats.Word) {
		for _, w := range list {
			fields := w.Fields
			w.Fields = nil
			at := add(path+" word "+w.Name, w)
			for _, f := range fields {
				add(at+" field", f)
			}
		}
	}
	for _, f := range set.Files {
		add("file", f)
	}
	for _, e := range set.Enums {
		values := e.Values
		e.Values = nil
		at := add("enum "+e.Name, e)
		for _, v := range values {
			add(at+" value", v)
		}
	}
	if set.Header != nil {
		add("header", set.Header.Description)
		for _, f := range set.Header.Fields {
			add("header field", f)
		}
	}
	for _, c := range set.Commands {
		operands, where := c.Operands, c.Where
		c.Operands, c.Where = nil, nil
		at := add("command "+c.Name, c)
		words(at, operands)
		for _, place := range where {
			add(at+" where", place)
		}
	}
	for _, s := range set.Structures {
		list, reserved := s.Words, s.Reserved
		s.Words, s.Reserved = nil, nil
		at := add("structure "+s.Name, s)
		words(at, list)
		for _, r := range reserved {
			for i := range r.Length {
				add(at+" reserved", []any{r.Offset + i, r.Description})
			}
		}
	}
	return lines
}
