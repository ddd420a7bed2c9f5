package decode

import (
	"fmt"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// Kinds are what a dump can be.
var Kinds = []string{"save-area", "registers", "stream", "header", "status"}

// Names of structures, and of a word, in the tables of formats.
const (
	headerName = "CONTEXT_HEADER"
	statusName = "STATUS_ENTRY"
	layoutName = "LAYOUT"
)

// Decode decodes a dump of one of Kinds. block and first are those of registers.
func (t *Tables) Decode(d *Dump, kind string, block *table.Block, first int) ([]Row, error) {
	switch kind {
	case "save-area":
		return t.SaveArea(d)
	case "registers":
		return t.Registers(d, block, first)
	case "stream":
		return t.Stream(d)
	case "header":
		return t.Header(d)
	case "status":
		return t.Status(d)
	}
	return nil, fmt.Errorf("%q is no kind of dump", kind)
}

func (t *Tables) structure(name string) (*formats.Structure, error) {
	for i := range t.Formats.Structures {
		if s := &t.Formats.Structures[i]; s.Name == name {
			return s, nil
		}
	}
	return nil, fmt.Errorf("the tables of formats have no structure %s", name)
}

// exactly wants so many bytes and no more.
func (d *Dump) exactly(bytes int, what string) error {
	switch n := len(d.Data); {
	case n < bytes:
		return fmt.Errorf("it ends at %#x: %s bytes; %s of %s bytes was expected", d.end(), number.Thousands(n), what, number.Thousands(bytes))
	case n > bytes:
		return fmt.Errorf("%s bytes from %#x on, after %s; %s bytes in all were expected, or --at and --bytes", number.Thousands(n-bytes), d.Base+uint64(bytes), what, number.Thousands(bytes))
	}
	return nil
}

// whole wants a number of bytes that is a multiple of something.
func (d *Dump) whole(unit int, what string) error {
	n := len(d.Data)
	if n == 0 || n%unit != 0 {
		return fmt.Errorf("it ends at %#x: %s bytes; %s of %s bytes each were expected", d.end(), number.Thousands(n), what, number.Thousands(unit))
	}
	return nil
}

// words gives the rows of a structure that begins at a DWORD of the dump.
func (t *Tables) words(d *Dump, s *formats.Structure, start int, prefix string) (rows []Row) {
	for i := range s.Words {
		w := &s.Words[i]
		size := w.DWords() / w.Count
		for k := range w.Count {
			at := start + w.Offset + k*size
			name, high := prefix+w.Name, uint32(0)
			if w.Count > 1 {
				name = fmt.Sprintf("%s[%d]", name, k)
			}
			if size == 2 {
				high = d.Word(at + 1)
			}
			rows = append(rows, t.word(name, w, d.Word(at), high, d.Base+4*uint64(at))...)
		}
	}
	return rows
}

// SaveArea decodes a save area of these tables: the words in front, every saved register, the tail.
func (t *Tables) SaveArea(d *Dump) ([]Row, error) {
	front, err := t.structure(formats.HeadStructure)
	if err != nil {
		return nil, err
	}
	tail, err := t.structure(formats.TailStructure)
	if err != nil {
		return nil, err
	}
	l := &t.Map.Layout
	p := t.packed(d)
	want := 4 * t.end(p)
	if t.Map.PackingRegisters() != nil && len(d.Data) == emit.RoomBytes { // what is kept for any packing
		want = max(want, emit.RoomBytes)
	}
	if err := d.exactly(want, "a save area"); err != nil {
		return nil, err
	}
	for _, w := range front.Words {
		if got := d.Word(w.Offset); w.Name == layoutName && got != l.ID {
			return nil, fmt.Errorf("the layout at %#x is %#x; %#x, that of these register tables, was expected", d.Base+4*uint64(w.Offset), got, l.ID)
		}
	}
	rows := t.words(d, front, 0, "")
	for i := range t.Map.Blocks {
		b := &t.Map.Blocks[i]
		rows = append(rows, saved(d, b, p.begin[b.ID])...)
	}
	return append(rows, t.words(d, tail, p.tail, "")...), nil
}

// saved gives the rows of a block's saved registers, which begin at a DWORD.
func saved(d *Dump, b *table.Block, start int) (rows []Row) {
	for i := range b.Registers {
		r := &b.Registers[i]
		if r.Class != "save" {
			continue
		}
		for k := range r.Count {
			at := start + r.Offset + k*r.Stride
			rows = append(rows, register(b.Name+"."+emit.ElementName(*r, k), r, d.Word(at), d.Base+4*uint64(at))...)
		}
	}
	return rows
}

// Registers decodes registers of a block that lie one after the other, from one index on.
func (t *Tables) Registers(d *Dump, b *table.Block, first int) ([]Row, error) {
	if err := d.whole(4, "registers"); err != nil {
		return nil, err
	}
	if n := d.DWords(); first+n > b.Length {
		return nil, fmt.Errorf("%s registers from %d on; block %s ends after %d, at %#x", number.Thousands(n), first, b.Name, b.Length-1, d.Base+4*uint64(max(0, b.Length-first)))
	}
	var rows []Row
	for i := range d.DWords() {
		word, at := d.Word(i), d.Base+4*uint64(i)
		r, name := element(b, first+i)
		switch {
		case r != nil:
			rows = append(rows, register(name, r, word, at)...)
		case word != 0:
			rows = append(rows, unregistered(name, word, at))
		}
	}
	return rows, nil
}

// Header decodes a context header, without its ring.
func (t *Tables) Header(d *Dump) ([]Row, error) {
	s, err := t.structure(headerName)
	if err != nil {
		return nil, err
	}
	if err := d.exactly(s.Size(), "a context header"); err != nil {
		return nil, err
	}
	return t.words(d, s, 0, ""), nil
}

// Status decodes entries of the context status buffer. One that is all zeros has not been written.
func (t *Tables) Status(d *Dump) ([]Row, error) {
	s, err := t.structure(statusName)
	if err != nil {
		return nil, err
	}
	if err := d.whole(s.Size(), "entries of the status buffer"); err != nil {
		return nil, err
	}
	var rows []Row
	for i := range len(d.Data) / s.Size() {
		rows = append(rows, t.words(d, s, i*s.Length, fmt.Sprintf("%d.", i))...)
	}
	return rows, nil
}
