package markdown

import (
	"fmt"
	"slices"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/text/number"
	"tilemark/text/prose"
)

// FormatTables makes the tables of commands, structures and enums, by the names that
// documents use for them: those of structures and enums, HEADER, COMMANDS and SAVE_AREA.
func FormatTables(m *emit.Map) map[string]string {
	if m.Formats == nil {
		return nil
	}
	f := &formatWriter{m: m, set: m.Formats}
	tables := map[string]string{}
	for _, e := range f.set.Enums {
		tables[e.Name] = enumTable(e)
	}
	for _, s := range f.set.Structures {
		tables[s.Name] = f.structure(s)
	}
	if f.set.Header != nil {
		tables["HEADER"] = f.header()
		tables["COMMANDS"] = f.commands()
	}
	tables["SAVE_AREA"] = f.saveArea()
	return tables
}

type formatWriter struct {
	m   *emit.Map
	set *formats.Set
}

// rows makes a table; a cell has no line ends.
func rows(head []string, list [][]string) string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(head)
	line(slices.Repeat([]string{"---"}, len(head)))
	for _, cells := range list {
		line(cells)
	}
	return b.String()
}

func enumTable(e formats.Enum) string {
	var list [][]string
	for _, v := range e.Values {
		list = append(list, []string{fmt.Sprint(v.Value), v.Name, text(v.Description)})
	}
	head := "value"
	if e.Kind == "flags" {
		head = "bit"
	}
	return rows([]string{head, "name", "what"}, list)
}

func (f *formatWriter) header() string {
	var list [][]string
	for _, x := range f.set.Header.Fields {
		list = append(list, []string{emit.BitRange(x.Hi, x.Lo), x.Name, text(x.Description) + f.meaning(x.Enum)})
	}
	return rows([]string{"bits", "field", "what"}, list)
}

// meaning lists what short enums say; long ones have a table of their own.
func (f *formatWriter) meaning(enum string) string {
	e := f.set.Enum(enum)
	switch {
	case e == nil:
		return ""
	case len(e.Values) > 4:
		return " See " + e.Name + "."
	}
	var parts []string
	for _, v := range e.Values {
		parts = append(parts, fmt.Sprintf("%d %s", v.Value, v.Name))
	}
	return " " + strings.Join(parts, ", ") + "."
}

func (f *formatWriter) commands() string {
	var list [][]string
	for _, c := range f.set.Commands {
		name := c.Name
		if c.Alone != "" {
			name += fmt.Sprintf(" (%s when the whole word is 0)", c.Alone)
		}
		var where []string
		for _, w := range c.Where {
			where = append(where, map[string]string{"ring": "ring", "dma_buffer": "DMA buffer", "place_holder": "place-holder"}[w])
		}
		list = append(list, []string{name, c.Client, fmt.Sprint(c.Opcode), length(c), f.operands(c), strings.Join(where, ", "), text(c.Description)})
	}
	return rows([]string{"command", "client", "opcode", "length", "sub-opcode and operands", "where", "what"}, list)
}

// length says how many DWORDs follow the header.
func length(c formats.Command) string {
	switch {
	case c.Most != formats.MostLength:
		return fmt.Sprint(c.Least)
	case c.Least == 0:
		return "any"
	}
	return fmt.Sprintf("%d and more", c.Least)
}

func (f *formatWriter) operands(c formats.Command) string {
	var parts []string
	if c.Sub != nil {
		parts = append(parts, "sub-opcode "+c.Sub.Name+": "+text(c.Sub.Description)+f.meaning(c.Sub.Enum))
	}
	for _, w := range c.Operands {
		parts = append(parts, f.word(w))
	}
	return strings.Join(parts, "<br>")
}

// word says what a word is.
func (f *formatWriter) word(w formats.Word) string {
	s := w.Name + ": " + text(w.Description)
	if w.Rest {
		s = w.Name + " ...: " + text(w.Description)
	}
	switch {
	case w.Align > 1:
		s += fmt.Sprintf(" Aligned to %d bytes.", w.Align)
	case w.Max > 0:
		s += fmt.Sprintf(" At most %d.", w.Max)
	}
	s += f.meaning(w.Enum)
	for _, x := range w.Fields {
		s += fmt.Sprintf("<br>bits %s %s: %s%s", emit.BitRange(x.Hi, x.Lo), x.Name, text(x.Description), f.meaning(x.Enum))
	}
	return s
}

func (f *formatWriter) structure(s formats.Structure) string {
	return rows([]string{"DWORD", "byte", "word", "written by"}, f.words(s, ""))
}

// words gives the rows of a structure, the reserved ranges among them; base stands before
// the DWORDs.
func (f *formatWriter) words(s formats.Structure, base string) [][]string {
	type entry struct {
		offset int
		cells  []string
	}
	var list []entry
	place := func(offset, n int) (dword, byte string) {
		if base != "" {
			return base + between(offset, n, 1), ""
		}
		return between(offset, n, 1), between(offset, n, 4)
	}
	for _, w := range s.Words {
		dword, byte := place(w.Offset, w.DWords())
		list = append(list, entry{w.Offset, []string{dword, byte, f.word(w), strings.ToUpper(w.Writer)}})
	}
	for _, r := range s.Reserved {
		dword, byte := place(r.Offset, r.Length)
		list = append(list, entry{r.Offset, []string{dword, byte, "reserved: " + text(r.Description), ""}})
	}
	slices.SortStableFunc(list, func(a, b entry) int { return a.offset - b.offset })
	var out [][]string
	for _, e := range list {
		out = append(out, e.cells)
	}
	return out
}

// between names n places from an offset on.
func between(offset, n, unit int) string {
	if n == 1 {
		return fmt.Sprint(unit * offset)
	}
	return fmt.Sprintf("%d to %d", unit*offset, unit*(offset+n)-1)
}

// saveArea joins what stands before, in and after the blocks.
func (f *formatWriter) saveArea() string {
	var head, tail [][]string
	for _, s := range f.set.Structures {
		switch s.Name {
		case formats.HeadStructure:
			head = f.words(s, "")
		case formats.TailStructure:
			tail = f.words(s, "tail + ")
		}
	}
	n := len(f.m.Layout.Offset) - 1
	blocks := []string{fmt.Sprintf("%d ...", emit.HeadDWords), fmt.Sprintf("%d ...", 4*emit.HeadDWords),
		fmt.Sprintf("blocks 0 to %d, each at 16 × offset[block] bytes, length[block] DWORDs, rounded up to four", n), "GPU"}
	return rows([]string{"DWORD", "byte", "word", "written by"}, slices.Concat(head, [][]string{blocks}, tail))
}

// formats writes the page of commands, structures and enums.
func (w *writer) formats() {
	f := &formatWriter{m: w.m, set: w.m.Formats}
	w.Printf("%s\n# Commands and structures\n\n[All blocks](README.md)\n", Mark)
	if f.set.Header != nil {
		w.Printf("\n## Command header\n\n%s\n\n%s\n## Commands\n\n%s", text(f.set.Header.Description), f.header(), f.commands())
	}
	for _, s := range f.set.Structures {
		about := fmt.Sprintf("%s %s bytes, aligned to %d.", text(s.Description), number.Thousands(s.Size()), s.Align)
		if s.Count > 1 {
			about += fmt.Sprintf(" %d of them stand one after the other.", s.Count)
		}
		w.Printf("\n## %s\n\n%s\n\n%s", s.Name, prose.Wrap(about), f.structure(s))
	}
	for _, e := range f.set.Enums {
		w.Printf("\n## %s\n\n%s\n\n%s", e.Name, text(e.Description), enumTable(e))
	}
}
