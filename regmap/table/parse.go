package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tilemark/text/strictyaml"
)

// Parse reads one table. What it could not read is missing from the block, and
// an error says so.
func Parse(name string, source []byte) (Block, []Error) {
	f := &file{name: name, read: func() ([]byte, error) { return source, nil }}
	b, errs := parse(f, source)
	return b, values(errs)
}

func values(errs []*Error) []Error {
	var out []Error
	for _, e := range errs {
		out = append(out, *e)
	}
	return out
}

func parse(f *file, source []byte) (Block, []*Error) {
	d := &decoder{file: f, words: map[string]string{}}
	tree, err := strictyaml.ParsePlain(source, content)
	if err != nil {
		s, message := f.syntax(err)
		d.errorf(s, "syntax", "%s", message)
		return Block{at: places{file: f}}, d.errors
	}
	return d.block(tree), d.errors
}

func (d *decoder) block(n *strictyaml.Node) Block {
	e, ok := d.entry(n, &blockKeys)
	if !ok {
		return Block{at: e.at}
	}
	b := Block{Name: e.text(kBlock, ""), ID: int(e.number(kID, 0)), Version: e.text(kVersion, ""), Length: int(e.number(kLength, 0)),
		Saturates: e.boolean(kSaturates), Description: e.text(kDescription, "")}
	var registers, windows, reserved bool
	b.Registers, registers = readList(&e, kRegisters, d.register)
	b.Windows, windows = readList(&e, kWindows, d.window)
	b.Reserved, reserved = readList(&e, kReserved, d.reserved)
	b.dropped = !registers || !windows || !reserved
	b.at = e.at
	slices.SortStableFunc(b.Registers, func(x, y Register) int { return cmp.Compare(x.Offset, y.Offset) })
	return b
}

func (d *decoder) register(n *strictyaml.Node) (Register, bool) {
	e, ok := d.entry(n, &registerKeys)
	if !ok {
		return Register{}, false
	}
	r := Register{Name: e.text(kName, ""), Offset: int(e.number(kOffset, 0)), Count: int(e.number(kCount, 1)), Stride: int(e.number(kStride, 1)),
		Class: e.word(kClass, ""), Since: e.word(kSince, ""), Lock: e.word(kLock, ""), Alias: e.text(kAlias, ""), Description: e.text(kDescription, "")}
	hw := e.word(kHW, "ro") // of the fields that do not say their own
	if !slices.Contains(HardwareAccess, hw) {
		d.errors = append(d.errors, unknownWord(e.at.place(kHW), "hw", hw, HardwareAccess))
		hw = "ro"
	}
	r.Fields, _ = readList(&e, kFields, d.field)
	for i := range r.Fields {
		if f := &r.Fields[i]; f.HW == "" {
			f.HW = hw
			if e.at.has(kHW) {
				f.at.set(kHW, e.at.of(kHW))
			}
		}
	}
	r.at = e.at
	return r, true
}

func (d *decoder) field(n *strictyaml.Node) (Field, bool) {
	e, ok := d.entry(n, &fieldKeys)
	if !ok {
		return Field{}, false
	}
	f := Field{Name: e.text(kName, ""), Type: e.word(kType, ""), SW: e.word(kSW, "rw"), HW: e.word(kHW, ""), Align: int(e.number(kAlign, 1)),
		Description: e.text(kDescription, "")}
	f.Hi, f.Lo = d.bits(&e)
	if e.have[kReset] {
		f.Reset = e.number(kReset, 0)
	} else {
		e.at.set(kReset, e.at.entry)
		if f.Type == "one" {
			f.Reset = int64(f.Mask())
		}
	}
	switch {
	case e.have[kEnum]:
		f.Enum = d.enum(&e)
	case f.Type == "enum":
		d.errorf(e.at.entry, "key", "field %s of type enum, expected the key \"enum\" with its values", f.Name).suggest("enum: {NAME: 0}")
	}
	f.at = e.at
	return f, true
}

// bits reads "hi:lo"; the key has no place when they are no bits of a DWORD.
func (d *decoder) bits(e *entry) (hi, lo int) {
	text := e.text(kBits, "")
	if !e.at.has(kBits) {
		return 0, 0
	}
	hi, lo, ok := parseBits(text)
	if !ok {
		badBits(d.errorf(e.at.of(kBits), "range", bitsExpected, text), text)
		e.at.forget(kBits)
	}
	return hi, lo
}

const bitsExpected = "bits %q: expected \"hi:lo\" with 31 >= hi >= lo >= 0"

// parseBits reads "hi:lo", bits of a DWORD.
func parseBits(text string) (hi, lo int, ok bool) {
	first, second, _ := strings.Cut(text, ":")
	hi, okHi := bitCount(first)
	lo, okLo := bitCount(second)
	if !okHi || !okLo || hi > 31 || lo > hi {
		return 0, 0, false
	}
	return hi, lo, true
}

// badBits finds what bits may have been meant by a text that says none: those the other way
// round, or a single one.
func badBits(bad *Error, text string) {
	first, second, colon := strings.Cut(text, ":")
	hi, okHi := bitCount(first)
	lo, okLo := bitCount(second)
	switch {
	case okHi && okLo && hi < lo && lo <= 31:
		bad.fix(bitsText(lo, hi))
	case okHi && !colon && hi <= 31:
		bad.fix(bitsText(hi, hi))
	}
}

func bitsText(hi, lo int) string { return `"` + strconv.Itoa(hi) + ":" + strconv.Itoa(lo) + `"` }

// enum reads names and values in the order of the table, doubles included. A
// value that is no number has no place.
func (d *decoder) enum(e *entry) []EnumValue {
	n := e.node[kEnum]
	if n.Kind != strictyaml.Mapping {
		e.wrongKind(kEnum, "a mapping of names to numbers")
		return nil
	}
	e.at.set(kEnum, spotOf(n))
	var out []EnumValue
	for _, e := range n.Entries {
		v := EnumValue{Name: d.keep(e.Key), at: keySpot(e)}
		number, ok := e.Value.Int()
		if ok {
			v.Value, v.value = number, spotOf(e.Value)
		} else {
			d.errorf(spotOf(e.Value), "value", "enum: %s: expected an integer, found %s %s", v.Name, KindOf(e.Value), e.Value.Text)
		}
		out = append(out, v)
	}
	return out
}

func (d *decoder) window(n *strictyaml.Node) (Window, bool) {
	e, ok := d.entry(n, &windowKeys)
	if !ok {
		return Window{}, false
	}
	w := Window{Name: e.text(kName, ""), Offset: int(e.number(kOffset, 0)), Length: int(e.number(kLength, 0)),
		SW: e.word(kSW, "rw"), Description: e.text(kDescription, "")}
	w.at = e.at
	return w, true
}

func (d *decoder) reserved(n *strictyaml.Node) (Range, bool) {
	e, ok := d.entry(n, &rangeKeys)
	if !ok {
		return Range{}, false
	}
	r := Range{Offset: int(e.number(kOffset, 0)), Length: int(e.number(kLength, 0)), Description: e.text(kDescription, "")}
	r.at = e.at
	return r, true
}
