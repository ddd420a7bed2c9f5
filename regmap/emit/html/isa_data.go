package html

import (
	"strings"

	"tilemark/regmap/formats"
)

// The data of the manual's page, as JSON inside it, with keys as short as those of a map (data.go).

type isaData struct {
	Operations []operationData         `json:"operations"`
	Messages   []messageData           `json:"messages"`
	Enums      []isaEnumData           `json:"enums"`
	Forms      map[string][]formData   `json:"forms"`
	Tables     map[string][]int64      `json:"tables"`
	Parts      map[string][]partOfData `json:"parts"`
}

type operationData struct {
	Name        string    `json:"n"`
	Opcode      int       `json:"o"`
	Form        string    `json:"f"`
	Sources     int       `json:"s"`
	Types       []string  `json:"t"`
	Allows      []string  `json:"a"`
	Description string    `json:"d"`
	Example     [4]uint32 `json:"x"` // a legal instruction
}

type messageData struct {
	Name        string    `json:"n"`
	Code        int       `json:"c"`
	Unit        string    `json:"u"`
	Sends       []string  `json:"s"`
	Answers     string    `json:"w"` // "" for none
	Uses        []string  `json:"a"`
	Description string    `json:"d"`
	Example     [4]uint32 `json:"x"`
}

type isaEnumData struct {
	Name        string   `json:"n"`
	Description string   `json:"d"`
	Values      [][4]any `json:"v"` // name, value, how texts name it ("" for none), description
}

// formData is a word of a form.
type formData struct {
	Name   string      `json:"n"`
	Word   int         `json:"o"`
	When   string      `json:"w,omitempty"` // of which instructions it is so; of all others
	Fields []fieldData `json:"f"`
}

func (b *builder) isa(set *formats.Set) *isaData {
	out := &isaData{Forms: map[string][]formData{}, Tables: map[string][]int64{}, Parts: partsOfIndices}
	for i := range set.Instructions {
		op := &set.Instructions[i]
		out.Operations = append(out.Operations, operationData{strings.ToLower(op.Name), op.Opcode, op.Format, op.Sources, orNone(op.Types), orNone(op.Allows), op.Description,
			operationExample(set, op)})
	}
	for i := range set.Messages {
		m := &set.Messages[i]
		out.Messages = append(out.Messages, messageData{strings.ToLower(m.Name), m.Code, m.Unit, orNone(m.Sends), m.Answers, orNone(m.Allows), m.Description, messageExample(set, m)})
	}
	for _, e := range set.Enums {
		if isTable(e.Name) {
			for _, v := range e.Values {
				out.Tables[e.Name] = append(out.Tables[e.Name], v.Value)
			}
			continue
		}
		d := isaEnumData{Name: e.Name, Description: e.Description}
		for _, v := range e.Values {
			d.Values = append(d.Values, [4]any{v.Name, v.Value, v.Label, v.Description})
		}
		out.Enums = append(out.Enums, d)
	}
	for i := range set.Structures {
		s := &set.Structures[i]
		for _, w := range wordsOf(set, s) {
			out.Forms[s.Name] = append(out.Forms[s.Name], formDataOf(set, &w))
		}
	}
	return out
}

func orNone(words []string) []string {
	if words == nil {
		return []string{}
	}
	return words
}

func formDataOf(set *formats.Set, w *formWord) formData {
	out := formData{Name: w.Name, Word: w.Offset, When: w.when}
	for _, f := range w.Fields {
		d := fieldData{Name: f.Name, Hi: f.Hi, Lo: f.Lo, Type: unless(f.Type, "uint"), Description: f.Description}
		if e := set.Enum(f.Enum); e != nil {
			for _, v := range e.Values {
				d.Enum = append(d.Enum, enumValue{v.Text(), v.Value})
			}
		}
		out.Fields = append(out.Fields, d)
	}
	return out
}

// partOfData is what bits of an index's value are: a field of the native form, the value's bits from At on.
type partOfData struct {
	Field string `json:"f"`
	At    int    `json:"b"`
}

// partsOfIndices say how the values of the tables of compaction are put together, as their descriptions do.
var partsOfIndices = map[string][]partOfData{
	"COMPACT_CONTROL": {{"CONTROL.GROUP", 0}, {"CONTROL.NO_MASK", 2}, {"CONTROL.SATURATE", 3}, {"CONTROL.PREDICATE", 4}, {"CONTROL.INVERT", 6}, {"CONTROL.FLAG", 7},
		{"CONTROL.CONDITION", 9}, {"CONTROL.SWIZZLE", 12}},
	"COMPACT_TYPES": {{"DESTINATION.TYPE", 0}, {"DESTINATION.STRIDE", 4}, {"DESTINATION.NULL", 6}, {"DESTINATION.IMMEDIATE", 7}, {"SOURCES.SRC0_TYPE", 8},
		{"SOURCES.SRC1_TYPE", 12}},
	"COMPACT_SUBS":     {{"DESTINATION.SUB", 0}, {"SOURCES.SRC0_SUB", 5}, {"LAST.SRC1_SUB", 10}},
	"COMPACT_SOURCE":   {{"SOURCES.SRC0_REGION", 0}, {"SOURCES.SRC0_NEGATE", 3}, {"SOURCES.SRC0_ABS", 4}},
	"COMPACT_SOURCE_1": {{"SOURCES.SRC1_REGION", 0}, {"SOURCES.SRC1_NEGATE", 3}, {"SOURCES.SRC1_ABS", 4}},
	"COMPACT_LAST":     {{"LAST.SRC2_TYPE", 0}, {"LAST.SRC2_REGION", 4}, {"SOURCES.SRC2_NEGATE", 7}, {"SOURCES.SRC2_ABS", 8}, {"LAST.SRC2_SUB", 9}},
	"COMPACT_MESSAGE": {{"PAYLOAD.MESSAGE", 0}, {"DESCRIPTOR.TYPE", 16}, {"DESCRIPTOR.COUNT", 20}, {"DESCRIPTOR.NON_CACHEABLE", 22}, {"DESCRIPTOR.RETURNS", 23},
		{"DESCRIPTOR.OPERATION", 24}, {"DESCRIPTOR.LAST", 28}, {"DESTINATION.NULL", 31}},
}
