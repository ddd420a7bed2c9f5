package emit

import (
	"fmt"

	"tilemark/regmap/formats"
)

// Constant is a number of the formats that a language with flat names has a name for.
type Constant struct {
	Name  string // upper-case names of the tables, joined to words with lower-case letters
	Value uint32
	Hex   bool // it is read bit by bit
	About string
}

// Constants are those of one enum, header, command or structure.
type Constants struct {
	About string
	List  []Constant
}

// FormatConstants lists the numbers of all formats: of a field _Pos, _Len (bits) and _Msk
// (in its word), of a word _Idx in DWORDs from the command's header or the structure's
// first word.
func FormatConstants(set *formats.Set) (out []Constants) {
	for _, e := range set.Enums {
		c := &Constants{About: e.Name + ": " + Line(e.Description)}
		for _, v := range e.Values {
			c.List = append(c.List, Constant{"Enum_" + e.Name + "_" + v.Name, uint32(v.Value), e.Kind == "flags", Line(v.Description)})
		}
		out = append(out, *c)
	}
	if h := set.Header; h != nil {
		c := &Constants{About: "The command header: " + Line(h.Description)}
		c.fields("Header", h.Fields)
		c.add("Header_Command_Msk", set.CodeMask(), true, "bits that tell commands apart")
		out = append(out, *c)
	}
	for _, d := range set.Commands {
		out = append(out, command(set, d))
	}
	for _, s := range set.Structures {
		c := &Constants{About: s.Name + ": " + Line(s.Description)}
		name := "Struct_" + s.Name
		c.add(name+"_Size", uint32(s.Size()), false, "bytes")
		c.add(name+"_Align", uint32(s.Align), false, "bytes")
		if s.Count > 1 {
			c.add(name+"_Num", uint32(s.Count), false, "how many stand one after the other")
		}
		c.words(name, s.Words)
		out = append(out, *c)
	}
	return out
}

func command(set *formats.Set, d formats.Command) Constants {
	c := &Constants{About: d.Name + ": " + Line(d.Description)}
	name := "Command_" + d.Name
	least, most := set.LengthRange(d)
	c.add(name, set.Code(d), true, "client and opcode in a header")
	c.add(name+"_Least", uint32(least), false, "DWORDs after the header")
	c.add(name+"_Most", uint32(most), false, "")
	c.words(name, d.Operands)
	return *c
}

func (c *Constants) add(name string, value uint32, hex bool, about string) {
	c.List = append(c.List, Constant{name, value, hex, about})
}

func (c *Constants) words(of string, words []formats.Word) {
	for _, w := range words {
		name := of + "_" + w.Name
		c.add(name+"_Idx", uint32(w.Offset), false, Line(w.Description))
		if w.Count > 1 {
			c.add(name+"_Num", uint32(w.Count), false, "")
		}
		if w.Align > 0 {
			c.add(name+"_Align", uint32(w.Align), false, "bytes")
		}
		if w.Max > 0 {
			c.add(name+"_Max", uint32(w.Max), false, "")
		}
		c.fields(name, w.Fields)
	}
}

func (c *Constants) fields(of string, fields []formats.Field) {
	for _, f := range fields {
		name := fmt.Sprintf("%s_%s", of, f.Name)
		c.add(name+"_Pos", uint32(f.Lo), false, Line(f.Description))
		c.add(name+"_Len", uint32(f.Width()), false, "")
		c.add(name+"_Msk", f.Mask()<<f.Lo, true, "")
	}
}
