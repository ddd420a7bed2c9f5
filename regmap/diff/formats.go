package diff

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/formats"
)

func matchFiles(old, new *formats.Set) []pair[formats.File] {
	name := func(f *formats.File) string { return f.Name }
	return match(old.Files, new.Files, name, name)
}

// inFormats compares command formats and structures.
type inFormats struct {
	*comparer
	old, new *formats.Set
	enums    map[string]string // new names by old ones
}

func (c *comparer) formats(old, new *formats.Set) {
	f := &inFormats{comparer: c, old: old, new: new, enums: map[string]string{}}
	f.files()
	if len(old.Files) == 0 && len(new.Files) > 0 {
		return // nothing was described before, which is not to say that nothing was there
	}
	f.enumsOf()
	f.header()
	f.commands()
	f.structures()
	f.instructions()
	f.messages()
}

func (f *inFormats) files() {
	for _, p := range matchFiles(f.old, f.new) {
		switch {
		case p.old == nil:
			f.came("formats-added", p.new.Name, side{p.new.Version, p.new, "formats"}, false)
		case p.new == nil:
			f.went("formats-removed", p.old.Name, side{p.old.Version, p.old, "formats"}, false)
		default:
			keyed{f.comparer, p.new.Name, p.old, p.new, false}.changed("formats-description", "description", p.old.Description, p.new.Description)
		}
	}
}

// path names an entry by the file that it stands in, and its names.
func (f *inFormats) path(set *formats.Set, of placed, names ...string) string {
	file := "FORMATS"
	for i := range set.Files {
		if len(set.Files) == 1 || set.Files[i].At("").File == of.At("").File {
			file = set.Files[i].Name
			break
		}
	}
	return dotted(append([]string{file}, names...)...)
}

// enumsOf compares the enums that words and fields refer to.
func (f *inFormats) enumsOf() {
	name := func(e *formats.Enum) string { return e.Name }
	values := func(e *formats.Enum) string {
		var list []string
		for _, v := range e.Values {
			list = append(list, fmt.Sprintf("%d %s", v.Value, v.Name))
		}
		slices.Sort(list)
		return strings.Join(list, ",")
	}
	for _, p := range match(f.old.Enums, f.new.Enums, name, values) {
		switch {
		case p.old == nil:
			f.came("enum-added", f.path(f.new, p.new, p.new.Name), side{p.new.Kind, p.new, "name"}, false)
		case p.new == nil:
			f.went("enum-removed", f.path(f.old, p.old, p.old.Name), side{p.old.Kind, p.old, "name"}, false)
		default:
			f.enums[p.old.Name] = p.new.Name
			f.enum(p.old, p.new)
		}
	}
}

func (f *inFormats) enum(old, new *formats.Enum) {
	what := f.path(f.new, new, new.Name)
	changed := keyed{f.comparer, what, old, new, false}.changed
	changed("enum-renamed", "name", old.Name, new.Name)
	changed("enum-kind", "kind", old.Kind, new.Kind)
	changed("enum-description", "description", old.Description, new.Description)
	was, is := namesOf(old), namesOf(new)
	f.values(what, was, is, false)
	for _, p := range matchValues(was, is) {
		if p.old == nil || p.new == nil {
			continue
		}
		o, n := p.old.of.(*formats.Value), p.new.of.(*formats.Value)
		changed := keyed{f.comparer, dotted(what, n.Name), o, n, false}.changed
		changed("enum-value-label", "label", o.Label, n.Label)
		changed("enum-value-description", "description", o.Description, n.Description)
	}
}

func namesOf(e *formats.Enum) []value {
	list := make([]value, len(e.Values))
	for i := range e.Values {
		list[i] = value{e.Values[i].Name, e.Values[i].Value, &e.Values[i]}
	}
	return list
}

// enumNow is what an enum is called in the new set.
func (f *inFormats) enumNow(old string) string {
	if now, ok := f.enums[old]; ok {
		return now
	}
	return old
}

func (f *inFormats) header() {
	old, new := f.old.Header, f.new.Header
	switch {
	case old == nil && new == nil:
	case old == nil:
		f.came("header-added", f.path(f.new, new, "HEADER"), side{"", new, "description"}, false)
	case new == nil:
		f.went("header-removed", f.path(f.old, old, "HEADER"), side{"", old, "description"}, false)
	default:
		what := f.path(f.new, new, "HEADER")
		keyed{f.comparer, what, old, new, false}.changed("header-description", "description", old.Description, new.Description)
		f.fields(what, old.Fields, new.Fields, false)
	}
}
