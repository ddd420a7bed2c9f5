package html

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// formatsData is what the page shows of commands, structures in memory and enums. Words with fields are shown as registers are.
type formatsData struct {
	Commands   []commandData   `json:"c"`
	Structures []structureData `json:"s"`
	Enums      []enumData      `json:"e"`
}

type commandData struct {
	Name        string       `json:"n"`
	Description string       `json:"d"`
	Facts       string       `json:"a"` // where it stands, and its length
	Header      registerData `json:"h"` // resets are what the command has there
	Operands    []wordData   `json:"w,omitempty"`
}

type structureData struct {
	Name        string     `json:"n"`
	Description string     `json:"d"`
	Facts       string     `json:"a"`
	Words       []wordData `json:"w"`
}

// wordData is an operand, a word of a structure, or a reserved range, which has no name.
type wordData struct {
	Name        string        `json:"n,omitempty"`
	Place       string        `json:"o"` // DWORDs
	Type        string        `json:"t,omitempty"`
	Description string        `json:"d"`
	Register    *registerData `json:"r,omitempty"` // its fields; none
	Enum        string        `json:"e,omitempty"`
}

type enumData struct {
	Name        string   `json:"n"`
	Description string   `json:"d"`
	Values      [][3]any `json:"v"` // name, value, description
}

func (b *builder) formats(set *formats.Set) *formatsData {
	if set == nil {
		return nil
	}
	out := &formatsData{Commands: []commandData{}, Structures: []structureData{}, Enums: []enumData{}}
	for _, c := range set.Commands {
		out.Commands = append(out.Commands, b.command(set, c))
	}
	for _, s := range set.Structures {
		out.Structures = append(out.Structures, b.structure(set, s))
	}
	for _, e := range set.Enums {
		d := enumData{Name: e.Name, Description: e.Description}
		for _, v := range e.Values {
			d.Values = append(d.Values, [3]any{v.Name, v.Value, v.Description})
		}
		out.Enums = append(out.Enums, d)
	}
	return out
}

func (b *builder) command(set *formats.Set, c formats.Command) commandData {
	least, most := set.LengthRange(c)
	length := fmt.Sprint(least)
	if most > least {
		length += " and more"
	}
	out := commandData{Name: c.Name, Description: c.Description, Facts: fmt.Sprintf("In %s. Length %s.", places(c), length)}
	if c.Alone != "" {
		out.Facts += fmt.Sprintf(" A word of 0 is called %s.", c.Alone)
	}
	header := table.Register{Name: "HEADER"}
	word := set.Code(c) | uint32(least)<<set.Header.Field(formats.LengthField).Lo
	for _, f := range set.Header.Fields {
		enum, about := f.Enum, f.Description
		if f.Name == formats.SubField && c.Sub != nil {
			enum, about = c.Sub.Enum, c.Sub.Name+": "+c.Sub.Description
		}
		field := fieldOf(set, f.Name, f.Hi, f.Lo, f.Type, enum, about)
		field.Reset = int64(word >> f.Lo & f.Mask())
		header.Fields = append(header.Fields, field)
	}
	out.Header = b.register(&header)
	for _, w := range c.Operands {
		out.Operands = append(out.Operands, b.word(set, w))
	}
	return out
}

func places(c formats.Command) string {
	names := strings.NewReplacer("dma_buffer", "DMA buffers", "place_holder", "place-holders", "ring", "rings")
	return names.Replace(strings.Join(c.Where, " and "))
}

func (b *builder) structure(set *formats.Set, s formats.Structure) structureData {
	out := structureData{Name: s.Name, Description: s.Description, Facts: fmt.Sprintf("%s bytes, aligned to %d.", number.Thousands(s.Size()), s.Align)}
	if s.Count > 1 {
		out.Facts += fmt.Sprintf(" %d of them stand one after the other.", s.Count)
	}
	reserved := slices.Clone(s.Reserved)
	slices.SortStableFunc(reserved, func(a, b formats.Reserved) int { return a.Offset - b.Offset })
	before := func(offset int) {
		for len(reserved) > 0 && reserved[0].Offset < offset {
			out.Words = append(out.Words, wordData{Place: between(reserved[0].Offset, reserved[0].Length), Description: reserved[0].Description})
			reserved = reserved[1:]
		}
	}
	for _, w := range s.Words {
		before(w.Offset)
		out.Words = append(out.Words, b.word(set, w))
	}
	before(s.Length)
	return out
}

func between(offset, n int) string {
	if n == 1 {
		return fmt.Sprint(offset)
	}
	return fmt.Sprintf("%d to %d", offset, offset+n-1)
}

func (b *builder) word(set *formats.Set, w formats.Word) wordData {
	out := wordData{Name: w.Name, Place: between(w.Offset, w.DWords()), Type: w.Type, Description: w.Description, Enum: w.Enum}
	if w.Rest {
		out.Place += " ..."
	}
	switch {
	case w.Align > 1:
		out.Description += fmt.Sprintf(" Aligned to %d bytes.", w.Align)
	case w.Max > 0:
		out.Description += fmt.Sprintf(" At most %d.", w.Max)
	}
	if len(w.Fields) > 0 {
		r := table.Register{Name: w.Name}
		for _, f := range w.Fields {
			r.Fields = append(r.Fields, fieldsOf(set, f)...)
		}
		data := b.register(&r)
		out.Type, out.Register = "", &data
	}
	return out
}

// fieldsOf makes a field as registers have them; of flags one for each.
func fieldsOf(set *formats.Set, f formats.Field) (out []table.Field) {
	if f.Type != "flags" {
		return []table.Field{fieldOf(set, f.Name, f.Hi, f.Lo, f.Type, f.Enum, f.Description)}
	}
	for _, v := range set.Enum(f.Enum).Values {
		bit := f.Lo
		for n := v.Value; n > 1; n >>= 1 {
			bit++
		}
		out = append(out, fieldOf(set, f.Name+"_"+v.Name, bit, bit, "bool", "", v.Description))
	}
	return out
}

func fieldOf(set *formats.Set, name string, hi, lo int, kind, enum, about string) table.Field {
	f := table.Field{Name: name, Hi: hi, Lo: lo, Type: kind, SW: "rw", HW: "ro", Description: about}
	if e := set.Enum(enum); e != nil {
		f.Type = "enum"
		for _, v := range e.Values {
			f.Enum = append(f.Enum, table.EnumValue{Name: v.Name, Value: v.Value})
		}
	}
	return f
}
