// Package markdown writes the register map as pages to read: an index, a page for each
// block, and one for commands and structures.
package markdown

import (
	"fmt"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// Mark is the first line of every page.
const Mark = "<!-- Generated from register tables by \"tilemark regs gen\". Do not edit. -->\n"

type writer struct {
	*emit.Text
	m *emit.Map
}

// Emit returns README.md, the blocks' pages, and that of commands and structures.
func Emit(m *emit.Map) ([]emit.File, error) {
	files := []emit.File{emit.Lazy("README.md", func(t *emit.Text) { (&writer{t, m}).index() })}
	for _, b := range m.Blocks {
		files = append(files, emit.Lazy(page(b), func(t *emit.Text) { (&writer{t, m}).block(b) }))
	}
	if m.Formats != nil {
		files = append(files, emit.Lazy("formats.md", func(t *emit.Text) { (&writer{t, m}).formats() }))
	}
	return files, nil
}

// page is the name of a block's file.
func page(b table.Block) string { return strings.ToLower(b.Name) + ".md" }

func (w *writer) index() {
	w.Printf("%s\n# Registers\n\n", Mark)
	w.Printf("| block | ID | DWORDs | save area, bytes | version | what |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, b := range w.m.Blocks {
		base := w.m.Layout.Base(b)
		w.Printf("| [%s](%s) | %d | %d | %d to %d | %s | %s |\n", b.Name, page(b), b.ID, b.Length, base, base+4*b.Length-1, b.Version, text(b.Description))
	}
	if w.m.Formats != nil {
		w.Printf("\n[Commands and structures in memory](formats.md)\n")
	}
	w.Printf("\n## Save area\n\n%s bytes; layout %#x. Blocks lie where the table above says; beside them there are\n\n", number.Thousands(4*w.m.Layout.DWords()), w.m.Layout.ID)
	w.Printf("| byte | what |\n| --- | --- |\n")
	for _, p := range w.m.Layout.Places() {
		w.Printf("| %d | %s: %s |\n", 4*p.DWord, p.Name, p.About)
	}
	w.packed("Offset registers hold where the blocks begin, in units of 16 bytes, two blocks in each, the even one low.", w.m.Layout.OffsetRegisters())
	w.packed("Length registers hold the blocks' DWORDs, four blocks in each, the first lowest; 255 stands for 255 and more.", w.m.Layout.LengthRegisters())
}

func (w *writer) packed(about string, words []uint32) {
	w.Printf("\n%s\n\n| register | value |\n| --- | --- |\n", about)
	for i, v := range words {
		w.Printf("| %d | `0x%08x` |\n", i, v)
	}
}

func (w *writer) block(b table.Block) {
	base := w.m.Layout.Base(b)
	w.Printf("%s\n# %s\n\n%s\n\nBlock %d, version %s, %d DWORDs, in the save area from byte %d. [All blocks](README.md)\n", Mark, b.Name, text(b.Description), b.ID, b.Version, b.Length, base)
	w.Printf("\n| index | register | class | reset | what |\n| --- | --- | --- | --- | --- |\n")
	for _, r := range b.Registers {
		w.Printf("| %s | [%s](#%s) | %s | `0x%08x` | %s |\n", indices(r), r.Name, strings.ToLower(r.Name), r.Class, r.Reset(), text(r.Description))
	}
	for _, win := range b.Windows {
		w.Printf("| %d to %d | %s | window, software %s | | %s |\n", win.Offset, win.Offset+win.Length-1, win.Name, win.SW, text(win.Description))
	}
	for _, r := range b.Reserved {
		w.Printf("| %d to %d | | reserved | | %s |\n", r.Offset, r.Offset+r.Length-1, text(r.Description))
	}
	for _, r := range b.Registers {
		w.register(base, r)
	}
}

// indices says where the elements are.
func indices(r table.Register) string {
	last := r.Offset + (r.Count-1)*r.Stride
	switch {
	case r.Count == 1:
		return fmt.Sprint(r.Offset)
	case r.Stride == 1:
		return fmt.Sprintf("%d to %d", r.Offset, last)
	}
	return fmt.Sprintf("%d to %d, every %d", r.Offset, last, r.Stride)
}

func (w *writer) register(base int, r table.Register) {
	w.Printf("\n## %s\n\n%s %s\n", r.Name, text(r.Description), emit.Traits(r))
	if r.Class == "save" {
		w.Printf("In the save area at byte %d", base+4*r.Offset)
		if r.Count > 1 {
			w.Printf(" (element 0 of %d, %d bytes from one to the next)", r.Count, 4*r.Stride)
		}
		w.Printf(".\n")
	}
	w.Printf("\n| bits | field | type | software | hardware | reset | what |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, f := range emit.Descending(r.Fields) {
		w.Printf("| %s | %s | %s | %s | %s | %s | %s |\n", emit.BitRange(f.Hi, f.Lo), f.Name, f.Type, f.SW, f.HW, reset(f), text(f.Description)+values(f))
	}
}

// reset is what the reset value means: its name, its number, or its bits.
func reset(f table.Field) string {
	for _, v := range f.Enum {
		if v.Value == f.Reset {
			return v.Name
		}
	}
	if fixed, ok := f.Fixed(); ok {
		return fmt.Sprint(fixed.Value(f.ResetBits()))
	}
	if f.Type == "f32" || f.Type == "address" {
		return fmt.Sprintf("`%#x`", f.ResetBits())
	}
	return fmt.Sprint(f.Reset)
}

func values(f table.Field) string {
	var b strings.Builder
	for i, v := range f.Enum {
		separator := "; "
		if i == 0 {
			separator = " Values: "
		}
		fmt.Fprintf(&b, "%s%d %s", separator, v.Value, v.Name)
	}
	if f.Align > 1 {
		fmt.Fprintf(&b, " A multiple of %d.", f.Align)
	}
	return b.String()
}

// text keeps a description from meaning something to Markdown.
func text(description string) string {
	return escapes.Replace(emit.Line(description))
}

var escapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "&", "&amp;", "*", `\*`, "`", "\\`", "[", `\[`)
