package json

import "tilemark/regmap/formats"

// formatDocument is the part of the file about commands and structures in memory.
type formatDocument struct {
	Enums      []enum      `json:"enums"`
	Header     []bits      `json:"header"`
	Commands   []command   `json:"commands"`
	Structures []structure `json:"structures"`
}

type enum struct {
	Name        string  `json:"name"`
	Kind        string  `json:"kind"`
	Description string  `json:"description"`
	Values      []value `json:"values"`
}

type value struct {
	Name        string `json:"name"`
	Value       int64  `json:"value"`
	Label       string `json:"label"`
	Description string `json:"description"`
}

// bits is a field of a word; mask is that of the word.
type bits struct {
	Name        string `json:"name"`
	Msb         int    `json:"msb"`
	Lsb         int    `json:"lsb"`
	Mask        uint32 `json:"mask"`
	Type        string `json:"type"`
	Enum        string `json:"enum,omitempty"`
	Description string `json:"description"`
}

// command: code is client and opcode in a header, least and most are DWORDs after it.
type command struct {
	Name        string   `json:"name"`
	Alone       string   `json:"alone,omitempty"`
	Client      string   `json:"client"`
	Opcode      int      `json:"opcode"`
	Code        uint32   `json:"code"`
	Least       int      `json:"least"`
	Most        int      `json:"most"`
	Where       []string `json:"where"`
	SubOpcode   *sub     `json:"sub_opcode"`
	Operands    []word   `json:"operands"`
	Description string   `json:"description"`
}

type sub struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Enum        string `json:"enum,omitempty"`
	Description string `json:"description"`
}

// word: offset counts DWORDs from the command's header or the structure's first word.
type word struct {
	Name        string `json:"name"`
	Offset      int    `json:"offset"`
	Count       int    `json:"count"`
	Rest        bool   `json:"rest"`
	Type        string `json:"type"`
	Enum        string `json:"enum,omitempty"`
	Align       int    `json:"align,omitempty"`
	Max         int64  `json:"max,omitempty"`
	Writer      string `json:"writer,omitempty"`
	Description string `json:"description"`
	Fields      []bits `json:"fields,omitempty"`
}

type structure struct {
	Name        string     `json:"name"`
	Length      int        `json:"length"`
	Align       int        `json:"align"`
	Count       int        `json:"count"`
	Behind      string     `json:"behind,omitempty"`
	Description string     `json:"description"`
	Words       []word     `json:"words"`
	Reserved    []reserved `json:"reserved"`
}

func formatsOf(set *formats.Set) *formatDocument {
	if set == nil {
		return nil
	}
	d := &formatDocument{Enums: []enum{}, Header: []bits{}, Commands: []command{}, Structures: []structure{}}
	for _, e := range set.Enums {
		out := enum{Name: e.Name, Kind: e.Kind, Description: e.Description}
		for _, v := range e.Values {
			out.Values = append(out.Values, value{v.Name, v.Value, v.Text(), v.Description})
		}
		d.Enums = append(d.Enums, out)
	}
	if set.Header != nil {
		d.Header = bitsOf(set.Header.Fields)
	}
	for _, c := range set.Commands {
		d.Commands = append(d.Commands, commandOf(set, c))
	}
	for _, s := range set.Structures {
		out := structure{s.Name, s.Length, s.Align, s.Count, s.Behind, s.Description, wordsOf(s.Words), []reserved{}}
		for _, r := range s.Reserved {
			out.Reserved = append(out.Reserved, reserved{r.Offset, r.Length, r.Description})
		}
		d.Structures = append(d.Structures, out)
	}
	return d
}

func commandOf(set *formats.Set, c formats.Command) command {
	least, most := set.LengthRange(c)
	out := command{Name: c.Name, Alone: c.Alone, Client: c.Client, Opcode: c.Opcode, Code: set.Code(c), Least: least, Most: most,
		Where: c.Where, Operands: wordsOf(c.Operands), Description: c.Description}
	if s := c.Sub; s != nil {
		out.SubOpcode = &sub{s.Name, s.Type, s.Enum, s.Description}
	}
	return out
}

func wordsOf(words []formats.Word) []word {
	out := []word{}
	for _, w := range words {
		out = append(out, word{w.Name, w.Offset, w.Count, w.Rest, w.Type, w.Enum, w.Align, w.Max, w.Writer, w.Description, bitsOf(w.Fields)})
	}
	return out
}

func bitsOf(fields []formats.Field) (out []bits) {
	for _, f := range fields {
		out = append(out, bits{f.Name, f.Hi, f.Lo, f.Mask() << f.Lo, f.Type, f.Enum, f.Description})
	}
	return out
}
