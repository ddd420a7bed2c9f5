package golang

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

// accessWriter writes what a write of software does to registers, in the form that gofmt
// gives it.
type accessWriter struct{ *emit.Text }

// accessFile is access_gen.go: what writes of software do, for the blocks in which they are
// not simply stored.
func accessFile(m *emit.Map) emit.File {
	return emit.Lazy("access_gen.go", func(t *emit.Text) {
		w := &accessWriter{t}
		w.Add(header)
		var blocks []*table.Block
		for i := range m.Blocks {
			if b := &m.Blocks[i]; resolves(b) {
				blocks = append(blocks, b)
				w.write(b)
			}
		}
		w.access(blocks)
	})
}

// resolves tells whether a write to a block's registers is not always simply stored.
func resolves(b *table.Block) bool {
	return slices.ContainsFunc(b.Registers, func(r table.Register) bool { return special(&r) })
}

// special tells whether a write to a register is not simply stored. One of strobes only is
// no such register: who owns it takes what is written, and nobody keeps it.
func special(r *table.Register) bool {
	strobe, plain := true, true
	for _, f := range r.Fields {
		strobe = strobe && f.Access().Writes == table.Pulse
		plain = plain && f.Access().Writes == table.WriteValue
	}
	return r.Lock != "" || r.Alias != "" || !plain && !(strobe && r.Class == "none")
}

// access emits the registers of all such blocks together.
func (w *accessWriter) access(blocks []*table.Block) {
	w.Printf("\n// Access holds the registers of the blocks in which a write of software is not always simply stored.\ntype Access struct {\n")
	var fields columns
	for _, b := range blocks {
		fields.add(b.GoName(), b.RegsType(), "")
	}
	fields.write(w.Text)
	w.Printf("}\n\n// Reset sets every register to its reset value.\nfunc (a *Access) Reset() {\n")
	for _, b := range blocks {
		w.Printf("\ta.%s.Reset()\n", b.GoName())
	}
	w.Printf("}\n\n// Load stores a word as it was saved: neither locks nor access types count.\nfunc (a *Access) Load(block uint8, reg uint16, word uint32) {\n\tswitch block {\n")
	for _, b := range blocks {
		w.Printf("\tcase Block%s:\n\t\tif int(reg) < len(a.%s) {\n\t\t\ta.%s[reg] = word\n\t\t}\n", b.GoName(), b.GoName(), b.GoName())
	}
	w.Printf("\t}\n}\n\n// Write is a write of software. It returns the register that holds something else now, and its word.\n")
	w.Printf("func (a *Access) Write(block uint8, reg uint16, value uint32) (target uint16, word uint32) {\n\tswitch block {\n")
	for _, b := range blocks {
		w.Printf("\tcase Block%s:\n\t\treturn a.%s.Write(reg, value)\n", b.GoName(), b.GoName())
	}
	w.Printf("\t}\n\treturn reg, value\n}\n")
}

// write emits a block's method.
func (w *accessWriter) write(b *table.Block) {
	w.Printf("\n// Write is a write of software to block %s: locks stop it, an alias changes its register's bits, and access\n", b.Name)
	w.Printf("// types say what becomes of them. It returns the register that holds something else now, and its word.\n")
	w.Printf("func (r *%s) Write(reg uint16, value uint32) (target uint16, word uint32) {\n\tswitch reg {\n", b.RegsType())
	for i := range b.Registers {
		if r := &b.Registers[i]; special(r) {
			for k := range r.Count {
				w.element(b, r, k)
			}
		}
	}
	w.Printf("\t}\n\tif int(reg) < len(r) {\n\t\tr[reg] = value\n\t}\n\treturn reg, value\n}\n")
}

// element emits the write of a register, or of an element of an array.
func (w *accessWriter) element(b *table.Block, r *table.Register, i int) {
	home := r
	if r.Alias != "" {
		home = named(b, r.Alias)
	}
	at := r.Offset + i*r.Stride
	to := home.Offset + i*home.Stride
	w.Printf("\tcase %d: // %s\n", at, r.Name)
	w.locks(b, r, home, to)
	if expr := result(r); strings.Contains(expr, "held") {
		w.Printf("\t\theld := r[%d] // %s\n\t\treg, value = %d, %s\n", to, home.Name, to, expr)
	} else if expr != "value" || to != at {
		w.Printf("\t\treg, value = %d, %s // %s\n", to, expr, home.Name)
	}
}

// locks emits the locks of a register, and of the one whose alias it is.
func (w *accessWriter) locks(b *table.Block, r, home *table.Register, to int) {
	names := []string{r.Lock}
	if home.Lock != r.Lock {
		names = append(names, home.Lock)
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		lock, field, _ := strings.Cut(name, ".")
		of := named(b, lock)
		f := of.Fields[slices.IndexFunc(of.Fields, func(f table.Field) bool { return f.Name == field })]
		w.Printf("\t\tif r[%d]&%#x != 0 { // %s\n\t\t\treturn %d, r[%d]\n\t\t}\n", of.Offset, f.Mask()<<f.Lo, name, to, to)
	}
}

func named(b *table.Block, register string) *table.Register {
	return &b.Registers[slices.IndexFunc(b.Registers, func(r table.Register) bool { return r.Name == register })]
}

// effects are the bits that a write leaves, of those held and those written.
var effects = map[table.WriteEffect]string{
	table.NoWrite: "held", table.WriteValue: "value", table.OneClears: "held&^value", table.OneSets: "(held|value)", table.OneToggles: "(held^value)",
	table.ZeroClears: "held&value", table.ZeroSets: "(held|^value)", table.ZeroToggles: "(held^^value)", table.AnySets: "^uint32(0)", table.AnyClears: "uint32(0)", table.Pulse: "uint32(0)",
	table.OnceValue: "value", // who holds the register knows whether a write came before
}

// result is the word after a write. Bits of no field stay as they are in a register with
// other access than rw, and in an alias.
func result(r *table.Register) string {
	masks, fields := map[table.WriteEffect]uint32{}, uint32(0)
	for _, f := range r.Fields {
		masks[f.Access().Writes] |= f.Mask() << f.Lo
		fields |= f.Mask() << f.Lo
	}
	if plain := masks[table.WriteValue] | masks[table.OnceValue]; plain == fields && r.Alias == "" {
		return "value"
	}
	var terms []string
	if fields != ^uint32(0) {
		terms = append(terms, fmt.Sprintf("held&^%#x", fields))
	}
	for effect := table.NoWrite; effect <= table.Pulse; effect++ {
		if masks[effect] != 0 {
			terms = append(terms, fmt.Sprintf("%s&%#x", effects[effect], masks[effect]))
		}
	}
	return strings.Join(terms, "|")
}
