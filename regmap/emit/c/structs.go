package c

import (
	"strconv"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/table"
)

func decimal(v uint32) string { return strconv.FormatUint(uint64(v), 10) }

// assertion is the macro that both headers check themselves by: the keywords of C11 and C++11 differ. Its name begins as all do.
const assertion = `
#ifndef %[1]sASSERT
#ifdef __cplusplus
#define %[1]sASSERT(condition, what) static_assert(condition, what)
#else
#define %[1]sASSERT(condition, what) _Static_assert(condition, what)
#endif
#endif
`

// assert has the compiler check a condition; format: it, and in quotes what it is about.
func (w *writer) assert(format string, arguments ...any) {
	w.Printf(w.upper+"ASSERT("+format+");\n", arguments...)
}

// structure writes a block as it lies in the save area, DWORD by DWORD.
func (w *writer) structure(b table.Block) {
	name := w.prefix + strings.ToLower(b.Name)
	w.Printf("\nstruct %s {\n", name)
	at := 0
	items := emit.Items(b)
	for _, i := range items {
		w.gap("\t", at, i.Offset)
		w.item(i)
		at = i.Offset + i.DWords()
	}
	w.gap("\t", at, b.Length)
	w.Printf("};\n")
	for _, i := range items {
		w.place(b, name, i)
	}
	w.assert("sizeof(struct %s) == %s%s_Size, \"%s\"", name, w.upper, b.Name, b.Name)
}

// gap fills up to DWORD end; indent stands before the member.
func (w *writer) gap(indent string, at, end int) {
	if end > at {
		w.Printf("%suint32_t reserved_%d[%d];\n", indent, at, end-at)
	}
}

func (w *writer) item(i emit.Item) {
	switch {
	case i.Window != nil:
		w.Printf("\tuint32_t %s[%d];\n", i.Name(), i.Window.Length)
	case i.IsFile():
		w.file(i)
	case i.Count > 1:
		w.Printf("\tuint32_t %s[%d];\n", i.Name(), i.Count)
	default:
		w.Add("\tuint32_t ", i.Name(), ";\n")
	}
}

// file writes registers that repeat together.
func (w *writer) file(i emit.Item) {
	w.Printf("\tstruct {\n")
	at := 0
	for _, r := range i.Registers {
		w.gap("\t\t", at, r.Offset-i.Offset)
		w.Printf("\t\tuint32_t %s;\n", r.Name)
		at = r.Offset - i.Offset + 1
	}
	w.gap("\t\t", at, i.Stride)
	w.Printf("\t} %s[%d];\n", i.Name(), i.Count)
}

// place has the compiler check where the structure puts an item.
func (w *writer) place(b table.Block, name string, i emit.Item) {
	if i.IsFile() {
		for _, r := range i.Registers {
			last := i.Count - 1
			w.assert("offsetof(struct %s, %s[%d].%s) == 4 * (%s%s_%s_Idx + %d * %s%s_%s_Step), \"%s.%s\"", name, i.Name(), last, r.Name,
				w.upper, b.Name, r.Name, last, w.upper, b.Name, r.Name, b.Name, r.Name)
		}
		return
	}
	if strings.Contains(i.Name(), "__") { // an element that stands alone has no macros
		w.assert("offsetof(struct %s, %s) == %d, \"%s.%s\"", name, i.Name(), 4*i.Offset, b.Name, i.Name())
		return
	}
	w.Add(w.upper, "ASSERT(offsetof(struct ", name, ", ", i.Name(), ") == 4 * ", w.upper, b.Name, "_", i.Name(), "_Idx, \"", b.Name, ".", i.Name(), "\");\n")
}

// saveArea writes the whole save area as a structure. The names begin with Area: no
// block has lower-case letters.
func (w *writer) saveArea() {
	l := w.m.Layout
	w.Printf("\n/* The save area. Layout tells save areas of different register tables apart. */\n")
	w.word("Area", "_Layout", l.ID)
	w.define("Area", "_Size", 4*l.DWords())
	for _, p := range l.Places() {
		w.Printf("#define %sArea_%s_Save %du /* %s */\n", w.upper, p.Name, 4*p.DWord, p.About)
	}
	w.Printf("\nstruct %s {\n", strings.ToLower(w.m.Name))
	w.places("head", 0, emit.HeadDWords)
	at := emit.HeadDWords
	for _, b := range w.m.Blocks {
		w.gap("\t", at, l.Base(b)/4)
		w.Printf("\tstruct %s%s %s;\n", w.prefix, strings.ToLower(b.Name), b.Name)
		at = l.Base(b)/4 + b.Length
	}
	w.gap("\t", at, int(l.Tail))
	w.places("tail", int(l.Tail), int(l.DWords()))
	w.Printf("};\n")
	w.areaAssertions()
}

// places writes the DWORDs from begin to end that belong to no block.
func (w *writer) places(name string, begin, end int) {
	w.Printf("\tstruct {\n")
	at := begin
	for _, p := range w.m.Layout.Places() {
		if d := int(p.DWord); d >= begin && d < end {
			w.gap("\t\t", at, d)
			w.Printf("\t\tuint32_t %s;\n", p.Name)
			at = d + 1
		}
	}
	w.gap("\t\t", at, end)
	w.Printf("\t} %s;\n", name)
}

func (w *writer) areaAssertions() {
	area := "struct " + strings.ToLower(w.m.Name)
	for _, b := range w.m.Blocks {
		w.assert("offsetof(%s, %s) == %s%s_Save, \"%s\"", area, b.Name, w.upper, b.Name, b.Name)
	}
	for _, p := range w.m.Layout.Places() {
		part := "head"
		if p.DWord >= emit.HeadDWords {
			part = "tail"
		}
		w.assert("offsetof(%s, %s.%s) == %sArea_%s_Save, \"%s\"", area, part, p.Name, w.upper, p.Name, p.Name)
	}
	w.assert("sizeof(%s) == %sArea_Size, \"save area\"", area, w.upper)
}
