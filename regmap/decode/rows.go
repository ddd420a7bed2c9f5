package decode

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// Row is a field of a register, an operand of a command, or a word of a structure.
type Row struct {
	Address     uint64 `json:"address"`
	Name        string `json:"name"`
	Field       string `json:"field"` // "" when the word is one value
	Bits        string `json:"bits"`  // HI:LO
	Value       uint64 `json:"value"`
	Meaning     string `json:"meaning"`
	Reset       string `json:"reset"` // Same, Differs, or "" where there is no reset value
	Description string `json:"description"`
	width       int    // bits
}

// What Row.Reset says.
const (
	Same    = "reset"
	Differs = "changed"
)

// Hex writes the value with the digits of its bits.
func (r *Row) Hex() string { return fmt.Sprintf("0x%0*x", (r.width+3)/4, r.Value) }

// Tables are what a dump is read by: a map with its formats.
type Tables struct{ *emit.Map }

// unregistered is the row of a DWORD of a block where no register is.
func unregistered(name string, word uint32, at uint64) Row {
	return Row{Address: at, Name: name, Bits: "31:0", Value: uint64(word), width: 32, Meaning: "no register", Description: "Reserved space."}
}

// register gives a row for each field of a register, and one for bits outside of all fields.
func register(name string, r *table.Register, word uint32, at uint64) (rows []Row) {
	rest := word
	for i := range r.Fields {
		f := &r.Fields[i]
		bits := word >> f.Lo & f.Mask()
		rest &^= f.Mask() << f.Lo
		row := Row{Address: at, Name: name, Field: f.Name, Bits: emit.BitRange(f.Hi, f.Lo), Value: uint64(bits), width: f.Width(),
			Meaning: fieldMeaning(f, bits), Description: emit.Line(f.Description), Reset: Differs}
		if bits == f.ResetBits() {
			row.Reset = Same
		}
		if len(r.Fields) == 1 && f.Name == table.ValueField {
			row.Field, row.Description = "", emit.Line(r.Description+" "+f.Description)
		}
		rows = append(rows, row)
	}
	if rest != 0 {
		rows = append(rows, Row{Address: at, Name: name, Field: "-", Bits: "31:0", Value: uint64(rest), width: 32, Meaning: "set outside of all fields",
			Description: "Bits that no field has.", Reset: Differs})
	}
	return rows
}

func fieldMeaning(f *table.Field, bits uint32) string {
	for _, e := range f.Enum {
		if uint32(e.Value)&f.Mask() == bits {
			return e.Name
		}
	}
	fixed, isFixed := f.Fixed()
	switch {
	case len(f.Enum) > 0:
		return "no name"
	case isFixed:
		return strconv.FormatFloat(fixed.Value(bits), 'f', -1, 64)
	case f.Type == "zero" && bits != 0:
		return "must be zero"
	case f.Type == "one" && bits != f.Mask():
		return "must be ones"
	}
	return scalar(f.Type, bits, f.Width())
}

// scalar says what bits of a type mean that needs no names.
func scalar(kind string, bits uint32, width int) string {
	switch kind {
	case "bool":
		return strconv.FormatBool(bits != 0)
	case "f32":
		return floatText(bits)
	case "sint":
		return strconv.Itoa(int(int32(bits<<(32-width)) >> (32 - width)))
	case "address", "raw":
		return ""
	}
	return strconv.FormatUint(uint64(bits), 10)
}

// floatText is the shortest number that stands for a binary32 pattern.
func floatText(bits uint32) string {
	return strconv.FormatFloat(float64(math.Float32frombits(bits)), 'g', -1, 32)
}

// element finds the register at an offset of a block, and its name.
func element(b *table.Block, offset int) (*table.Register, string) {
	for i := range b.Registers {
		r := &b.Registers[i]
		k := (offset - r.Offset) / r.Stride
		if offset >= r.Offset && k < r.Count && r.Offset+k*r.Stride == offset {
			return r, b.Name + "." + emit.ElementName(*r, k)
		}
	}
	return nil, fmt.Sprintf("%s[%d]", b.Name, offset)
}

// enumText names a value of an enum of formats; flags are joined.
func (t *Tables) enumText(name string, v uint32) string {
	e := t.Formats.Enum(name)
	if e == nil {
		return strconv.FormatUint(uint64(v), 10)
	}
	var flags []string
	rest := v
	for _, x := range e.Values {
		switch {
		case e.Kind != "flags" && uint32(x.Value) == v:
			return x.Text()
		case e.Kind == "flags" && v&uint32(x.Value) != 0:
			flags = append(flags, x.Text())
			rest &^= uint32(x.Value)
		}
	}
	switch {
	case e.Kind != "flags":
		return "no name"
	case rest != 0:
		flags = append(flags, fmt.Sprintf("%#x has no name", rest))
	case v == 0:
		return "none"
	}
	return strings.Join(flags, " + ")
}

// word gives the rows of a word of a structure, or of an operand. high is the upper half of type uint64.
func (t *Tables) word(name string, w *formats.Word, low, high uint32, at uint64) (rows []Row) {
	row := Row{Address: at, Name: name, Bits: "31:0", Value: uint64(low), width: 32, Description: emit.Line(w.Description)}
	for i := range w.Fields {
		f := &w.Fields[i]
		bits := low >> f.Lo & f.Mask()
		one := row
		one.Field, one.Bits, one.Value, one.width, one.Description = f.Name, emit.BitRange(f.Hi, f.Lo), uint64(bits), f.Width(), emit.Line(f.Description)
		if one.Meaning = scalar(f.Type, bits, f.Width()); f.Enum != "" {
			one.Meaning = t.enumText(f.Enum, bits)
		}
		rows = append(rows, one)
	}
	switch {
	case len(rows) > 0:
		return rows
	case w.Type == "uint64":
		row.Value, row.Bits, row.width = uint64(high)<<32|uint64(low), "63:0", 64
		row.Meaning = strconv.FormatUint(row.Value, 10)
	case w.Type == "command":
		row.Meaning = t.commandName(low)
	case w.Enum != "":
		row.Meaning = t.enumText(w.Enum, low)
	default:
		row.Meaning = scalar(w.Type, low, 32)
	}
	return []Row{row}
}
