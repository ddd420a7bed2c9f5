package decode

import (
	"fmt"
	"strings"

	"tilemark/regmap/emit"
	"tilemark/regmap/formats"
	"tilemark/regmap/table"
	"tilemark/text/number"
)

// command finds the command of a header; nil when there is none.
func (t *Tables) command(header uint32) *formats.Command {
	for i := range t.Formats.Commands {
		if c := &t.Formats.Commands[i]; header&t.Formats.CodeMask() == t.Formats.Code(*c) {
			return c
		}
	}
	return nil
}

// commandName names a header, and says when it is none.
func (t *Tables) commandName(header uint32) string {
	c := t.command(header)
	switch {
	case c == nil:
		return "no command"
	case header == 0 && c.Alone != "":
		return c.Alone
	}
	return c.Name
}

// length is what a header says of the DWORDs after it, and what is wrong with that.
func (t *Tables) length(c *formats.Command, header uint32) (n int, wrong string) {
	f := t.Formats.Header.Field(formats.LengthField)
	n = int(header >> f.Lo & f.Mask())
	least, most := t.Formats.LengthRange(*c)
	switch {
	case n >= least && n <= most:
		return n, ""
	case least == most:
		return n, fmt.Sprintf("length %d; %d was expected", n, least)
	}
	return n, fmt.Sprintf("length %d; %d to %d was expected", n, least, most)
}

// Stream decodes commands. A word that is none is a row that says so, and the next word may be one; a command that is cut off at the end is an error.
func (t *Tables) Stream(d *Dump) ([]Row, error) {
	if t.Formats.Header == nil {
		return nil, fmt.Errorf("the tables of formats have no commands")
	}
	if err := d.whole(4, "DWORDs"); err != nil {
		return nil, err
	}
	var rows []Row
	for at := 0; at < d.DWords(); {
		more, n, err := t.oneCommand(d, at)
		if err != nil {
			return nil, err
		}
		rows, at = append(rows, more...), at+n
	}
	return rows, nil
}

// oneCommand gives the rows of the command at a DWORD, and how many DWORDs it has.
func (t *Tables) oneCommand(d *Dump, at int) ([]Row, int, error) {
	header, place := d.Word(at), d.Base+4*uint64(at)
	head := Row{Address: place, Name: t.commandName(header), Bits: "31:0", Value: uint64(header), width: 32}
	c := t.command(header)
	if c == nil {
		head.Name, head.Meaning = "?", "no command"
		return []Row{head}, 1, nil
	}
	head.Description = emit.Line(c.Description)
	n, wrong := t.length(c, header)
	if wrong != "" {
		head.Meaning = wrong
		return []Row{head}, 1, nil
	}
	if at+1+n > d.DWords() {
		return nil, 0, fmt.Errorf("it ends at %#x, in %s at %#x: %s DWORDs after the header, up to %#x, were expected", d.end(), c.Name, place, number.Thousands(n), place+4*uint64(n)+4)
	}
	if header == 0 && c.Alone != "" {
		k := nulls(d, at)
		head.Meaning = fmt.Sprintf("%d in a row", k)
		return []Row{head}, k, nil
	}
	block := t.sub(c, header, &head)
	return append([]Row{head}, t.operands(d, c, at, n, block)...), 1 + n, nil
}

// nulls counts words of 0.
func nulls(d *Dump, at int) (n int) {
	for at+n < d.DWords() && d.Word(at+n) == 0 {
		n++
	}
	return n
}

// sub says in a command's row what its sub-opcode means, and returns the block that it names.
func (t *Tables) sub(c *formats.Command, header uint32, head *Row) *table.Block {
	f := t.Formats.Header.Field(formats.SubField)
	if f == nil {
		return nil
	}
	v := header >> f.Lo & f.Mask()
	switch {
	case c.Sub == nil && v != 0:
		head.Meaning = fmt.Sprintf("sub-opcode %d; 0 was expected", v)
	case c.Sub != nil && c.Sub.Type == "enum":
		head.Meaning = t.enumText(c.Sub.Enum, v)
	case c.Sub != nil && c.Sub.Type == "block":
		b := t.blockOf(int(v))
		head.Meaning = b.Name
		return b
	}
	return nil
}

// blockOf finds a block by its ID; without a table it has a name only.
func (t *Tables) blockOf(id int) *table.Block {
	for i := range t.Map.Blocks {
		if b := &t.Map.Blocks[i]; b.ID == id {
			return b
		}
	}
	return &table.Block{Name: fmt.Sprintf("BLOCK%d", id)}
}

// operands gives the rows of the n DWORDs after a header. Values go to registers of block, from that of the operand before on.
func (t *Tables) operands(d *Dump, c *formats.Command, at, n int, block *table.Block) (rows []Row) {
	first := 0
	for k := 1; k <= n; k++ {
		w := operandAt(c, k)
		word, place := d.Word(at+k), d.Base+4*uint64(at+k)
		switch {
		case w == nil:
			rows = append(rows, Row{Address: place, Name: c.Name, Bits: "31:0", Value: uint64(word), width: 32, Meaning: "no operand"})
		case w.Type == "register" && block != nil:
			first = int(word)
			_, name := element(block, first)
			row := t.word(c.Name, w, word, 0, place)[0]
			row.Field, row.Meaning = w.Name, name
			rows = append(rows, row)
		case w.Type == "value" && block != nil:
			rows = append(rows, valueRows(block, first+k-w.Offset, word, place)...)
		default:
			rows = append(rows, named(t.word(c.Name, w, word, 0, place), w.Name)...)
		}
	}
	return rows
}

// operandAt finds the operand in a DWORD after the header.
func operandAt(c *formats.Command, k int) *formats.Word {
	for i := range c.Operands {
		w := &c.Operands[i]
		if k >= w.Offset && (w.Rest || k < w.Offset+w.DWords()) {
			return w
		}
	}
	return nil
}

// named puts an operand's name in front of its fields'.
func named(rows []Row, operand string) []Row {
	for i := range rows {
		rows[i].Field = strings.TrimSuffix(operand+"."+rows[i].Field, ".")
	}
	return rows
}

// valueRows gives the rows of a register that a command writes.
func valueRows(b *table.Block, offset int, word uint32, place uint64) []Row {
	r, name := element(b, offset)
	if r == nil {
		return []Row{unregistered(name, word, place)}
	}
	return register(name, r, word, place)
}
