package asm

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/text/near"
)

// tags reads state that an instruction depends on: `enable=fog.on immediate=fog.parameters`, what a value replaces, or its item alone, `fog`.
func (p *parser) tags(it *item) {
	if t := p.peek(); t.kind != word {
		p.fail(t, "%s, expected state, as in nos enable=fog.on", t)
	}
	for p.err == nil && p.peek().kind == word {
		if p.tokens[p.at+1].text != "=" {
			it.in.NOS |= uint16(p.oneOf("state", isa.NosNames))
			continue
		}
		patch := kernel.Patch{Part: uint8(p.oneOf("what is replaced", isa.PatchPartNames))}
		p.next()
		if patch.Value, patch.Index = p.value(); p.err == nil {
			it.in.NOS |= patch.NOS()
			it.patches = append(it.patches, patch)
		}
	}
}

// value reads `texture.srgb[2]`.
func (p *parser) value() (value, index uint8) {
	t := p.peek()
	name := p.word("a value of state")
	p.expect(".")
	name += "." + p.word("a value of state")
	if p.err != nil {
		return 0, 0
	}
	number, ok := valueNumber(name)
	if !ok {
		p.fail(t, "%q, expected a value of state%s", name, suggestValue(name))
	}
	if p.accept("[") {
		index = uint8(p.count("a number", 255))
		p.expect("]")
	}
	return number, index
}

// bits reads a number of 32 bits.
func (p *parser) bits() uint32 {
	t := p.next()
	v, err := strconv.ParseUint(t.text, 0, 32)
	if t.kind != number || err != nil || octal(t.text) {
		p.fail(t, "%s, expected a number of 32 bits", t)
	}
	return uint32(v)
}

// tagsText writes what tags says; items that no patch is of stand alone, after the patches.
func tagsText(nos uint16, patches []kernel.Patch) string {
	s := ""
	for _, p := range patches {
		s += " " + isa.PatchPartNames[uint32(p.Part)] + "=" + kernel.ValueText(p.Value, p.Index)
		nos &^= p.NOS()
	}
	for b := range 16 {
		if nos>>b&1 != 0 {
			s += " " + isa.NosNames[1<<b]
		}
	}
	return s
}

func valueNumber(name string) (uint8, bool) {
	for n, known := range isa.NosValueNames {
		if known == name {
			return uint8(n), true
		}
	}
	return 0, false
}

func suggestValue(name string) string {
	list := slices.Sorted(maps.Values(isa.NosValueNames))
	return near.Suggest(name, list, ": one of "+strings.Join(list, ", "))
}
