package html

import (
	"encoding/json"
	"io"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// The data of a page, as JSON inside it: what the script shows and searches. Keys are short, since a large map has a million of them; the scripts use the same
// letters. What is left out is said at each key.

type blockData struct {
	Name        string         `json:"n"`
	ID          int            `json:"i"`
	Version     string         `json:"v,omitempty"`
	Length      int            `json:"l"` // DWORDs
	Save        int            `json:"o"` // bytes from the save area's begin
	Description string         `json:"d"`
	Registers   []registerData `json:"r"`
	Windows     []spaceData    `json:"w,omitempty"`
	Reserved    []spaceData    `json:"x,omitempty"`
}

type registerData struct {
	Name        string      `json:"n"`
	Offset      int         `json:"o"`           // DWORDs
	Count       int         `json:"k,omitempty"` // 1
	Stride      int         `json:"s,omitempty"` // 1
	Class       string      `json:"c,omitempty"` // save
	Since       string      `json:"v,omitempty"`
	Lock        string      `json:"l,omitempty"`
	Alias       string      `json:"a,omitempty"`
	Description string      `json:"d"`
	Diagram     int         `json:"g,omitempty"` // the symbols dNw and dNn; none
	Fields      []fieldData `json:"f"`
	Tests       *testsData  `json:"t,omitempty"`
}

type fieldData struct {
	Name        string      `json:"n"`
	Hi          int         `json:"h"`
	Lo          int         `json:"b"`
	Type        string      `json:"t,omitempty"` // uint
	SW          string      `json:"s,omitempty"` // rw
	HW          string      `json:"w,omitempty"` // ro
	Reset       uint32      `json:"r,omitempty"` // not shifted; 0
	Description string      `json:"d"`
	Enum        []enumValue `json:"e,omitempty"`
}

// enumValue is a pair: the name and the field's bits.
type enumValue [2]any

// spaceData is a window or a reserved range, which has no name.
type spaceData struct {
	Name        string `json:"n,omitempty"`
	Offset      int    `json:"o"`
	Length      int    `json:"l"`
	SW          string `json:"s,omitempty"`
	Description string `json:"d"`
}

// unless gives a value that is not the usual one, and nothing for that.
func unless[T comparable](value, usual T) (out T) {
	if value != usual {
		out = value
	}
	return out
}

// builder makes the data, and the diagrams on the way.
type builder struct {
	diagrams diagrams
	layout   *emit.Layout
	tests    tests
}

// write puts the data into a script element, a block at a time, since a map may be large. What json writes cannot end the element.
func (b *builder) write(w io.Writer, m *emit.Map) error {
	blocks := m.Blocks
	head := `<script type="application/json" id="data">{"blocks":[`
	for i := range blocks {
		if err := writeJSON(w, head, b.block(&blocks[i])); err != nil {
			return err
		}
		head = ",\n"
	}
	if len(blocks) == 0 {
		if _, err := io.WriteString(w, head); err != nil {
			return err
		}
	}
	if err := writeJSON(w, `],"vectors":`, b.tests.vectors()); err != nil {
		return err
	}
	if err := writeJSON(w, `,"formats":`, b.formats(m.Formats)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "}</script>\n")
	return err
}

func writeJSON(w io.Writer, head string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

func (b *builder) block(t *table.Block) blockData {
	out := blockData{Name: t.Name, ID: t.ID, Version: t.Version, Length: t.Length, Save: b.layout.Base(*t), Description: t.Description, Registers: []registerData{}}
	for i := range t.Registers {
		r := b.register(&t.Registers[i])
		r.Tests = b.tests.register(t.Name+"."+t.Registers[i].Name, &t.Registers[i])
		out.Registers = append(out.Registers, r)
	}
	for _, w := range t.Windows {
		out.Windows = append(out.Windows, spaceData{w.Name, w.Offset, w.Length, w.SW, w.Description})
	}
	for _, r := range t.Reserved {
		out.Reserved = append(out.Reserved, spaceData{Offset: r.Offset, Length: r.Length, Description: r.Description})
	}
	return out
}

func (b *builder) register(r *table.Register) registerData {
	out := registerData{
		Name: r.Name, Offset: r.Offset, Count: unless(r.Count, 1), Stride: unless(r.Stride, 1), Class: unless(r.Class, "save"), Since: r.Since,
		Lock: r.Lock, Alias: r.Alias, Description: r.Description, Diagram: b.diagrams.of(r),
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		field := fieldData{
			Name: f.Name, Hi: f.Hi, Lo: f.Lo, Type: unless(f.Type, "uint"), SW: unless(f.SW, "rw"), HW: unless(f.HW, "ro"), Reset: f.ResetBits(), Description: f.Description,
		}
		for _, e := range f.Enum {
			field.Enum = append(field.Enum, enumValue{e.Name, uint32(e.Value) & f.Mask()})
		}
		out.Fields = append(out.Fields, field)
	}
	return out
}
