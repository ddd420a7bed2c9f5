package diff

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/regmap/formats"
)

// saveAreaName begins the names of the structures that a save area holds besides the blocks.
const saveAreaName = "SAVE_AREA_"

// shapeOfStructure is what a structure is known by when its name changed.
func shapeOfStructure(s *formats.Structure) string {
	var b strings.Builder
	fmt.Fprint(&b, s.Length, s.Behind)
	for _, w := range s.Words {
		fmt.Fprintf(&b, " %s@%d", w.Name, w.Offset)
	}
	return b.String()
}

func (f *inFormats) structures() {
	name := func(s *formats.Structure) string { return s.Name }
	for _, p := range match(f.old.Structures, f.new.Structures, name, shapeOfStructure) {
		switch {
		case p.old == nil:
			f.came("structure-added", f.path(f.new, p.new, p.new.Name), side{dwords(p.new.Length), p.new, "name"}, inSaveArea(p.new))
		case p.new == nil:
			f.went("structure-removed", f.path(f.old, p.old, p.old.Name), side{dwords(p.old.Length), p.old, "name"}, inSaveArea(p.old))
		default:
			f.structure(p.old, p.new)
		}
	}
}

func inSaveArea(s *formats.Structure) bool { return strings.HasPrefix(s.Name, saveAreaName) }

func (f *inFormats) structure(old, new *formats.Structure) {
	what := f.path(f.new, new, new.Name)
	changed := keyed{f.comparer, what, old, new, inSaveArea(old)}.changed
	changed("structure-renamed", "name", old.Name, new.Name)
	changed("structure-length", "length", dwords(old.Length), dwords(new.Length))
	changed("structure-count", "count", strconv.Itoa(old.Count), strconv.Itoa(new.Count))
	changed("structure-behind", "behind", old.Behind, new.Behind)
	changed(alignRule(old.Align, new.Align), "align", strconv.Itoa(old.Align), strconv.Itoa(new.Align))
	changed("structure-description", "description", old.Description, new.Description)
	was, is := words{old.Words, spaceOf(old.Words)}, words{new.Words, spaceOf(new.Words)}
	f.words(what, was, is, inSaveArea(old))
	f.stretches(what, reservedPlaces(old.Reserved, bounded(old.Length), ofStructure), reservedPlaces(new.Reserved, bounded(new.Length), ofStructure),
		was.within(old.Length), is.within(new.Length))
}

func ofStructure(r *formats.Reserved) stretch { return stretch{r.Offset, r.Length, r.Description, r} }

// words are the words of a structure or the operands of a command, and the DWORDs that they take.
type words struct {
	list []formats.Word
	used []bool
}

// mostDWords bounds lengths that a table has by mistake.
const mostDWords = 1 << 16

func bounded(length int) int { return max(0, min(length, mostDWords)) }

// spaceOf marks the DWORDs of words; of one that takes the rest of a command, of its first element.
func spaceOf(list []formats.Word) []bool {
	end := 0
	for _, w := range list {
		end = max(end, w.Offset+w.DWords())
	}
	used := make([]bool, bounded(end))
	for _, w := range list {
		each(len(used), w.Offset, w.DWords(), 1, func(dword int) { used[dword] = true })
	}
	return used
}

// within is the DWORDs of a structure that words take.
func (w words) within(length int) []bool {
	used := make([]bool, bounded(length))
	copy(used, w.used)
	return used
}

// extentOf is what a word is known by when its name changed.
func extentOf(w *formats.Word) string {
	return fmt.Sprintf("offset %d, %s", w.Offset, dwords(w.DWords()))
}

func (f *inFormats) words(what string, old, new words, saved bool) {
	name := func(w *formats.Word) string { return w.Name }
	for _, p := range match(old.list, new.list, name, extentOf) {
		switch {
		case p.old == nil:
			f.wordAdded(what, old, p.new, saved)
		case p.new == nil:
			f.went("word-removed", dotted(what, p.old.Name), side{extentOf(p.old), p.old, "name"}, saved)
		default:
			f.word(dotted(what, p.new.Name), p.old, p.new, saved)
		}
	}
}

func (f *inFormats) wordAdded(what string, old words, w *formats.Word, saved bool) {
	rule := "word-added"
	each(len(old.used), w.Offset, w.DWords(), 1, func(dword int) {
		if old.used[dword] {
			rule = "word-reuses"
		}
	})
	f.came(rule, dotted(what, w.Name), side{extentOf(w), w, "name"}, saved)
}

func (f *inFormats) word(what string, old, new *formats.Word, saved bool) {
	changed := keyed{f.comparer, what, old, new, saved}.changed
	changed("word-renamed", "name", old.Name, new.Name)
	changed("word-moved", "offset", offset(old.Offset), offset(new.Offset))
	changed("word-count", "count", strconv.Itoa(old.Count), strconv.Itoa(new.Count))
	changed("word-rest", "rest", strconv.FormatBool(old.Rest), strconv.FormatBool(new.Rest))
	changed("type-changed", "type", old.Type, new.Type)
	changed("enum-changed", "enum", f.enumNow(old.Enum), new.Enum)
	changed(alignRule(old.Align, new.Align), "align", strconv.Itoa(old.Align), strconv.Itoa(new.Align))
	changed(maxRule(old.Max, new.Max), "max", strconv.FormatInt(old.Max, 10), strconv.FormatInt(new.Max, 10))
	changed("word-writer", "writer", old.Writer, new.Writer)
	changed("word-description", "description", old.Description, new.Description)
	f.fields(what, old.Fields, new.Fields, saved)
}

// maxRule compares two largest values; 0 is any.
func maxRule(old, new int64) string {
	if new == 0 || old != 0 && new > old {
		return "max-raised"
	}
	return "max-lowered"
}

func (f *inFormats) fields(what string, old, new []formats.Field, saved bool) {
	name := func(v *formats.Field) string { return v.Name }
	bits := func(v *formats.Field) string { return fmt.Sprintf("%d:%d", v.Hi, v.Lo) }
	var used uint32
	for _, v := range old {
		used |= v.Mask() << v.Lo
	}
	for _, p := range match(old, new, name, bits) {
		switch {
		case p.new == nil:
			f.went("field-removed", dotted(what, p.old.Name), side{"bits " + bits(p.old), p.old, "name"}, saved)
		case p.old == nil && used&(p.new.Mask()<<p.new.Lo) != 0:
			f.came("field-reuses", dotted(what, p.new.Name), side{"bits " + bits(p.new), p.new, "name"}, saved)
		case p.old == nil:
			f.came("field-added", dotted(what, p.new.Name), side{"bits " + bits(p.new), p.new, "name"}, saved)
		default:
			changed := keyed{f.comparer, dotted(what, p.new.Name), p.old, p.new, saved}.changed
			changed("field-renamed", "name", p.old.Name, p.new.Name)
			changed(bitsRule(p.old.Hi, p.old.Lo, p.new.Hi, p.new.Lo, p.old.Type == "sint"), "bits", bits(p.old), bits(p.new))
			changed("type-changed", "type", p.old.Type, p.new.Type)
			changed("enum-changed", "enum", f.enumNow(p.old.Enum), p.new.Enum)
			changed("field-description", "description", p.old.Description, p.new.Description)
		}
	}
}
