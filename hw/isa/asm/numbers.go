package asm

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/hw/format"
	"tilemark/hw/isa"
)

// number reads an immediate: its value, or its bits in hexadecimal.
func (p *parser) number(in *isa.Instruction, k int, negative bool) {
	t := p.next()
	typ, _ := p.typed(0, t)
	in.Immediate, in.Src[k] = true, isa.Source{Type: typ}
	if p.err != nil {
		return
	}
	value, why := bitsOf(t.text, negative, typ)
	if why == "" && k == 2 {
		value, why = shortOf(value, typ)
	}
	if why != "" {
		p.fail(t, "%s", why)
	}
	in.Number = value
}

// bitsOf returns a number's bits in an instruction of one or two sources.
func bitsOf(text string, negative bool, typ uint8) (v uint32, why string) {
	name := isa.TypeNames[uint32(typ)]
	hex := strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
	if typ == isa.TypeF || typ == isa.TypeHf {
		if hex {
			n, err := strconv.ParseUint(text, 0, 8*isa.Bytes(typ))
			if err != nil || negative {
				return 0, fmt.Sprintf("%s, expected the bits of %s", text, name)
			}
			return uint32(n), ""
		}
		v, err := format.ParseFloat(text, 8*isa.Bytes(typ))
		if err != nil {
			return 0, err.Error()
		}
		return v | uint32(count(negative))<<(8*isa.Bytes(typ)-1), ""
	}
	if octal(text) {
		return 0, fmt.Sprintf("%s begins with 0, expected a decimal number, or 0x and a hexadecimal one", text)
	}
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return 0, fmt.Sprintf("%s, expected an integer", text)
	}
	bits := min(8*isa.Bytes(typ), 32)
	signed := typ&1 != 0
	most := uint64(1)<<bits - 1
	hex = hex && isa.Bytes(typ) <= 4 // bits of the number; of 64 bits there is only the lower half, which is extended
	switch {
	case negative && (!signed || n > 1<<(bits-1)):
		return 0, fmt.Sprintf("-%s does not fit in %d bits of %s", text, bits, name)
	case !negative && (n > most || signed && !hex && n > most>>1):
		return 0, fmt.Sprintf("%s does not fit in %d bits of %s", text, bits, name)
	case negative:
		n = -n
	}
	return uint32(n & most), ""
}

// octal tells whether a number begins with a 0 that would make it octal.
func octal(text string) bool { return len(text) > 1 && text[0] == '0' && digit(text[1]) }

// shortOf returns what an instruction of three sources has of a number.
func shortOf(v uint32, typ uint8) (uint32, string) {
	switch {
	case isa.Bytes(typ) <= 2:
		return v, ""
	case typ == isa.TypeF && v&0xffff == 0:
		return v >> 16, ""
	case typ == isa.TypeF:
		return 0, "the number has more than 16 bits, expected one whose lower 16 are 0 in an instruction of three sources"
	case typ&1 != 0 && int32(v) == int32(int16(v)), typ&1 == 0 && v <= 0xffff:
		return v & 0xffff, ""
	}
	return 0, "the number has more than 16 bits, expected fewer in an instruction of three sources"
}
