// Package csv writes the register map as one table for spreadsheets, a row for each
// field, window and reserved range (RFC 4180, but lines end as Unix's do).
package csv

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// Columns are the names of the first row. Offsets, strides and lengths are in DWORDs;
// address is the byte offset of the place in the save area; mask is that of the word, reset the field's bits, not shifted; enum is NAME=VALUE, separated by blanks.
var Columns = []string{"kind", "block", "id", "register", "offset", "count", "stride", "length", "address", "class", "since", "lock", "alias",
	"field", "msb", "lsb", "mask", "type", "sw", "hw", "reset", "enum", "description"}

// Emit returns the table.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{{Name: m.Name + ".csv", Fill: func(w io.Writer) error { return write(w, m) }}}, nil
}

func write(to io.Writer, m *emit.Map) error {
	w := csv.NewWriter(to)
	if err := w.Write(Columns); err != nil {
		return err
	}
	for _, b := range m.Blocks {
		for _, row := range rows(m, b) {
			if err := w.Write(row); err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}

// row has a cell for each column that it names.
type row map[string]string

func (r row) cells() []string {
	cells := make([]string, len(Columns))
	for i, c := range Columns {
		cells[i] = r[c]
	}
	return cells
}

func rows(m *emit.Map, b table.Block) (out [][]string) {
	for _, r := range b.Registers {
		for _, f := range r.Fields {
			out = append(out, fieldRow(m, b, r, f))
		}
	}
	for _, w := range b.Windows {
		out = append(out, row{"kind": "window", "block": b.Name, "id": strconv.Itoa(b.ID), "register": w.Name, "address": strconv.Itoa(m.Layout.Base(b) + 4*w.Offset), "offset": strconv.Itoa(w.Offset),
			"length": strconv.Itoa(w.Length), "sw": w.SW, "description": emit.Line(w.Description)}.cells())
	}
	for _, r := range b.Reserved {
		out = append(out, row{"kind": "reserved", "block": b.Name, "id": strconv.Itoa(b.ID), "address": strconv.Itoa(m.Layout.Base(b) + 4*r.Offset), "offset": strconv.Itoa(r.Offset),
			"length": strconv.Itoa(r.Length), "description": emit.Line(r.Description)}.cells())
	}
	return out
}

func fieldRow(m *emit.Map, b table.Block, r table.Register, f table.Field) []string {
	return row{"kind": "field", "address": strconv.Itoa(m.Layout.Base(b) + 4*r.Offset), "block": b.Name, "id": strconv.Itoa(b.ID), "register": r.Name, "offset": strconv.Itoa(r.Offset),
		"count": strconv.Itoa(r.Count), "stride": strconv.Itoa(r.Stride), "class": r.Class, "since": r.Since, "lock": r.Lock, "alias": r.Alias,
		"field": f.Name, "msb": strconv.Itoa(f.Hi), "lsb": strconv.Itoa(f.Lo), "mask": emit.Hex(f.Mask() << f.Lo), "type": f.Type,
		"sw": f.SW, "hw": f.HW, "reset": emit.Hex(f.ResetBits()), "enum": enum(f), "description": emit.Line(f.Description)}.cells()
}

func enum(f table.Field) string {
	names := make([]string, len(f.Enum))
	for i, v := range f.Enum {
		names[i] = fmt.Sprintf("%s=%d", v.Name, v.Value)
	}
	return strings.Join(names, " ")
}
