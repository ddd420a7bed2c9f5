// Package systemrdl writes the register map as one SystemRDL 2.0 file. The address of
// a register is its byte offset in the save area. What the language has no word for
// stands in user-defined properties, which are declared at the top of the file.
package systemrdl

import (
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

type writer struct {
	*emit.Text
	m *emit.Map
}

// Emit returns the file.
func Emit(m *emit.Map) ([]emit.File, error) {
	return []emit.File{emit.Lazy(m.Name+".rdl", func(t *emit.Text) { (&writer{t, m}).file() })}, nil
}

const head = `// %s: register map. Generated from register tables by "tilemark regs gen --lang systemrdl". Do not edit.
// Addresses are byte offsets in the save area.

property context_class { component = reg; type = string; };  // save, reset, derived, volatile or none
property since { component = reg; type = string; };          // the block's version that brought the register
property lock { component = reg; type = string; };           // REGISTER.FIELD: while it is 1, writes are ignored
property alias_of { component = reg; type = string; };       // register whose bits this one shows
property block_id { component = addrmap; type = longint unsigned; };
property block_version { component = addrmap; type = string; };
property number_type { component = field; type = string; };  // uint, sint, address, f32, zero, one, or fixed point such as s15.16
property address_alignment { component = field; type = longint unsigned; };  // an address is a multiple of so many bytes
property sw_access { component = field; type = string; };    // where sw, onread and onwrite cannot say it
property hw_access { component = field; type = string; };    // where hw cannot say it
`

func (w *writer) file() {
	w.Printf(head, w.m.Name)
	for _, b := range w.m.Blocks {
		w.block(b)
	}
	w.Printf("\naddrmap %s {\n", strings.ToLower(w.m.Name))
	for _, b := range w.m.Blocks {
		w.Printf("\t%s_map %s @ %#x;\n", strings.ToLower(b.Name), b.Name, w.m.Layout.Base(b))
	}
	w.Printf("};\n")
}

func (w *writer) block(b table.Block) {
	w.Printf("\naddrmap %s_map {\n\tname = %s;\n\tdesc = %s;\n\tblock_id = %d;\n\tblock_version = %s;\n",
		strings.ToLower(b.Name), quote(b.Name), quote(b.Description), b.ID, quote(b.Version))
	w.Printf("\tdefault regwidth = 32;\n\tdefault accesswidth = 32;\n\tdefault sw = rw;\n\tdefault hw = r;\n")
	items := emit.Items(b)
	for _, i := range items {
		if i.Window == nil {
			if target, ok := aliasOf(items, i); ok {
				w.alias(i, target)
				continue
			}
		}
		w.item(i)
	}
	w.Printf("};\n")
}

func (w *writer) item(i emit.Item) {
	switch {
	case i.Window != nil:
		w.window(*i.Window)
	case i.IsFile():
		w.Printf("\n\tregfile {\n")
		for _, r := range i.Registers {
			w.Add("\treg {\n")
			w.register(r)
			w.Printf(" %s @ %#x;\n", r.Name, 4*(r.Offset-i.Offset))
		}
		w.Printf("\t} %s[%d] @ %#x += %#x;\n", i.Name(), i.Count, 4*i.Offset, 4*i.Stride)
	default:
		w.Add("\n\treg {\n")
		w.register(i.Registers[0])
		w.Add(" ", i.Registers[0].Name)
		w.place(i)
	}
}

// alias writes a register whose bits are those of another one.
func (w *writer) alias(i emit.Item, target string) {
	name := i.Registers[0].Name
	w.Add("\n\treg ", name, "_t {\n")
	w.register(i.Registers[0])
	w.Add(";\n\talias ", target, " ", name, "_t ", name)
	w.place(i)
}

func (w *writer) place(i emit.Item) {
	if i.Count > 1 {
		w.Printf("[%d] @ %#x += %#x;\n", i.Count, 4*i.Offset, 4*i.Stride)
		return
	}
	w.Printf(" @ %#x;\n", 4*i.Offset)
}

func (w *writer) window(win table.Window) {
	w.Printf("\n\texternal mem {\n\t\tdesc = %s;\n\t\tmementries = %d;\n\t\tmemwidth = 32;\n\t\tsw = %s;\n\t} %s @ %#x;\n",
		quote(win.Description), win.Length, windowAccess(win.SW), win.Name, 4*win.Offset)
}

// register writes a definition after its opening brace, without name and place.
func (w *writer) register(r table.Register) {
	w.Add("\t\tdesc = ", quote(r.Description), ";\n\t\tcontext_class = ", quote(r.Class), ";\n")
	for _, p := range [][2]string{{"since", r.Since}, {"lock", r.Lock}, {"alias_of", r.Alias}} {
		if p[1] != "" {
			w.Add("\t\t", p[0], " = ", quote(p[1]), ";\n")
		}
	}
	for _, f := range r.Fields {
		w.field(f)
	}
	w.Add("\t}")
}

func (w *writer) field(f table.Field) {
	if len(f.Enum) > 0 {
		w.Printf("\t\tenum %s_e {\n", f.Name)
		for _, v := range f.Enum {
			w.Printf("\t\t\t%s = %d'd%d;\n", v.Name, f.Width(), v.Value)
		}
		w.Printf("\t\t};\n")
	}
	w.Add("\t\tfield {\n\t\t\tdesc = ", quote(f.Description), ";\n")
	for _, p := range properties(f) {
		w.Add("\t\t\t", p, ";\n")
	}
	w.Printf("\t\t} %s[%d:%d] = %d'h%x;\n", f.Name, f.Hi, f.Lo, f.Width(), f.ResetBits())
}

// quote makes a string of a description.
func quote(text string) string {
	return `"` + escapes.Replace(emit.Line(text)) + `"`
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
