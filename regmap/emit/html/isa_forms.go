package html

import (
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// formWord is a word of a form with the fields that it has, those of NATIVE where it says no more than that it is as there, and one of 32 bits where
// it has none. when says of which instructions it is so; "" of all others.
type formWord struct {
	formats.Word
	when  string
	boxes []table.Field
}

// Instructions whose last source is a number have it in place of fields.
const (
	whenNumber  = "an immediate of one or two sources"
	whenShort   = "an immediate of three sources"
	whenCompact = "an immediate"
	whenFew     = "two sources at most"
)

// numberField is the number of an immediate.
const numberField = "NUMBER"

// wordsOf lists the words of a form, each followed by what it is otherwise with an immediate.
func wordsOf(set *formats.Set, s *formats.Structure) (list []formWord) {
	for _, w := range s.Words {
		w.Fields = fieldsIn(set, &w)
		list = append(list, newFormWord(set, w, ""))
		switch s.Name + "." + w.Name {
		case "NATIVE.LAST":
			list = append(list, newFormWord(set, withNumber(w, 31, 0), whenNumber), newFormWord(set, withNumber(w, 31, 16), whenShort))
		case "COMPACT.HIGH":
			list = append(list, newFormWord(set, withNOS(set, w), whenFew), newFormWord(set, withNOS(set, withNumber(w, 26, 11)), whenCompact))
		}
	}
	return list
}

// fieldsIn are the fields of a word.
func fieldsIn(set *formats.Set, w *formats.Word) []formats.Field {
	if len(w.Fields) > 0 {
		return w.Fields
	}
	if native := structureNamed(set, "NATIVE"); native != nil && w.Name == "CONTROL" {
		return native.Words[0].Fields
	}
	kind := w.Type
	if kind == "raw" {
		kind = "uint"
	}
	return []formats.Field{{Name: w.Name, Hi: 31, Lo: 0, Type: kind, Enum: w.Enum, Description: w.Description}}
}

// withNumber puts the number of an immediate into a word. Fields that end below keep their place.
func withNumber(w formats.Word, hi, lo int) formats.Word {
	var fields []formats.Field
	for _, f := range w.Fields {
		if f.Hi < lo {
			fields = append(fields, f)
		}
	}
	w.Fields = append(fields, formats.Field{Name: numberField, Hi: hi, Lo: lo, Type: "uint", Description: "The number, or as many of its bits."})
	return w
}

// withNOS puts the number of an item of state in the place of source 2.
func withNOS(set *formats.Set, w formats.Word) formats.Word {
	short := structureNamed(set, "COMPACT_SHORT")
	if short == nil {
		return w
	}
	var fields []formats.Field
	for _, f := range w.Fields {
		if !strings.HasPrefix(f.Name, "SRC2") {
			fields = append(fields, f)
		}
	}
	w.Fields = append(fields, short.Words[1].Fields...)
	return w
}

func newFormWord(set *formats.Set, w formats.Word, when string) formWord {
	out := formWord{Word: w, when: when}
	for _, f := range w.Fields {
		enum := f.Enum
		if f.Type == "flags" {
			enum = "" // one box for all of them
		}
		out.boxes = append(out.boxes, fieldOf(set, f.Name, f.Hi, f.Lo, f.Type, enum, f.Description))
	}
	return out
}

func structureNamed(set *formats.Set, name string) *formats.Structure {
	for i := range set.Structures {
		if set.Structures[i].Name == name {
			return &set.Structures[i]
		}
	}
	return nil
}
