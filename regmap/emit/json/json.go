// Package json writes the register map for programs: all of the tables, and what
// is computed from them.
package json

import (
	"encoding/json"
	"io"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// FormatVersion changes when a program that reads the file has to.
const FormatVersion = 1

type document struct {
	Format   int             `json:"format"`
	Name     string          `json:"name"`
	SaveArea saveArea        `json:"save_area"`
	Formats  *formatDocument `json:"formats"`
}

// saveArea is the layout; offsets are in bytes from the save area's first.
type saveArea struct {
	Bytes           uint32   `json:"bytes"`
	LayoutID        uint32   `json:"layout_id"`
	OffsetRegisters []uint32 `json:"offset_registers"`
	LengthRegisters []uint32 `json:"length_registers"`
	Places          []place  `json:"places"`
}

type place struct {
	Name        string `json:"name"`
	Offset      uint32 `json:"offset"`
	Description string `json:"description"`
}

type block struct {
	Name        string     `json:"name"`
	ID          int        `json:"id"`
	Version     string     `json:"version"`
	Length      int        `json:"length"`
	SaveOffset  int        `json:"save_offset"`
	Description string     `json:"description"`
	Registers   []register `json:"registers"`
	Windows     []window   `json:"windows"`
	Reserved    []reserved `json:"reserved"`
}

// register: offset and stride are in DWORDs, save_offset (of the first element)
// in bytes; it is null when a save does not write the register.
type register struct {
	Name        string  `json:"name"`
	Offset      int     `json:"offset"`
	Count       int     `json:"count"`
	Stride      int     `json:"stride"`
	Class       string  `json:"class"`
	Since       string  `json:"since"`
	Lock        string  `json:"lock"`
	Alias       string  `json:"alias"`
	Reset       uint32  `json:"reset"`
	SaveOffset  *int    `json:"save_offset"`
	Description string  `json:"description"`
	Fields      []field `json:"fields"`
}

// field: mask is that of the word, reset the bits of the field, not shifted.
type field struct {
	Name        string      `json:"name"`
	Msb         int         `json:"msb"`
	Lsb         int         `json:"lsb"`
	Mask        uint32      `json:"mask"`
	Type        string      `json:"type"`
	SW          string      `json:"sw"`
	HW          string      `json:"hw"`
	Reset       uint32      `json:"reset"`
	Description string      `json:"description"`
	Enum        []enumValue `json:"enum,omitempty"`
}

type enumValue struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

type window struct {
	Name        string `json:"name"`
	Offset      int    `json:"offset"`
	Length      int    `json:"length"`
	SW          string `json:"sw"`
	Description string `json:"description"`
}

type reserved struct {
	Offset      int    `json:"offset"`
	Length      int    `json:"length"`
	Description string `json:"description"`
}

// Emit returns one file with all blocks.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{{Name: m.Name + ".json", Fill: func(w io.Writer) error { return write(w, m) }}}, nil
}

// write makes one block at a time, since a map may be large.
func write(w io.Writer, m *emit.Map) error {
	head, err := json.MarshalIndent(document{FormatVersion, m.Name, saveAreaOf(m.Layout), formatsOf(m.Formats)}, "", " ")
	if err != nil {
		return err
	}
	separator := "\n  "
	if _, err := w.Write(append(head[:len(head)-len("\n}")], ",\n \"blocks\": ["...)); err != nil {
		return err
	}
	for _, b := range m.Blocks {
		text, err := json.MarshalIndent(blockOf(m, b), "  ", " ")
		if err != nil {
			return err
		}
		if _, err := w.Write(append([]byte(separator), text...)); err != nil {
			return err
		}
		separator = ",\n  "
	}
	_, err = io.WriteString(w, "\n ]\n}\n")
	return err
}

func saveAreaOf(l emit.Layout) saveArea {
	a := saveArea{Bytes: 4 * l.DWords(), LayoutID: l.ID, OffsetRegisters: l.OffsetRegisters(), LengthRegisters: l.LengthRegisters(), Places: []place{}}
	for _, p := range l.Places() {
		a.Places = append(a.Places, place{p.Name, 4 * p.DWord, p.About})
	}
	return a
}

func blockOf(m *emit.Map, b table.Block) block {
	base := m.Layout.Base(b)
	out := block{Name: b.Name, ID: b.ID, Version: b.Version, Length: b.Length, SaveOffset: base, Description: b.Description,
		Registers: []register{}, Windows: []window{}, Reserved: []reserved{}}
	for _, r := range b.Registers {
		out.Registers = append(out.Registers, registerOf(r, base))
	}
	for _, w := range b.Windows {
		out.Windows = append(out.Windows, window{w.Name, w.Offset, w.Length, w.SW, w.Description})
	}
	for _, r := range b.Reserved {
		out.Reserved = append(out.Reserved, reserved{r.Offset, r.Length, r.Description})
	}
	return out
}

func registerOf(r table.Register, base int) register {
	out := register{Name: r.Name, Offset: r.Offset, Count: r.Count, Stride: r.Stride, Class: r.Class, Since: r.Since, Lock: r.Lock,
		Alias: r.Alias, Reset: r.Reset(), Description: r.Description, Fields: []field{}}
	if r.Class == "save" {
		at := base + 4*r.Offset
		out.SaveOffset = &at
	}
	for _, f := range r.Fields {
		out.Fields = append(out.Fields, fieldOf(f))
	}
	return out
}

func fieldOf(f table.Field) field {
	out := field{Name: f.Name, Msb: f.Hi, Lsb: f.Lo, Mask: f.Mask() << f.Lo, Type: f.Type, SW: f.SW, HW: f.HW,
		Reset: f.ResetBits(), Description: f.Description}
	for _, v := range f.Enum {
		out.Enum = append(out.Enum, enumValue{v.Name, v.Value})
	}
	return out
}
