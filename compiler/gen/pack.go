package gen

import (
	"strings"

	"tilemark/hw/isa"
	"tilemark/hw/isa/asm"
)

// mostPassed is the number of instructions that one passes so that a line is full.
const mostPassed = 16

// lineBytes is what no instruction crosses; the assembler fills a line up with nop.
const lineBytes = 64

// pack has lines of instructions filled: where an instruction of 128 bits does not fit into what is left of a line, one of 64 bits takes its place, if one near it may.
// Which are of 64 bits the assembler says. What it refuses stays as it is, for its error.
func (g *generator) pack() {
	text := g.text()
	k, wrong := asm.Assemble(g.k.Name, text)
	if len(wrong) > 0 {
		return
	}
	bytes := map[int]int{} // by line
	filled := false
	for n := range k.Code {
		bytes[k.Code[n].Line] = k.Code[n].Bytes()
		filled = filled || k.Code[n].Line == 0
	}
	if !filled {
		return
	}
	line := strings.Count(text, "\n") - len(g.code)
	for _, i := range g.code { // none is deleted any more
		line++
		i.bytes = bytes[line]
	}
	p := packer{g: g, s: newScheduler(g, 0)}
	offset := 0
	for n := 0; n < len(g.code); n++ {
		if i := g.code[n]; offset%lineBytes+i.bytes > lineBytes {
			if p.fill(n) {
				i = g.code[n]
			} else {
				offset += isa.CompactBytes
			}
			offset += i.bytes
			continue
		}
		offset += g.code[n].bytes
	}
}

// packer moves instructions.
type packer struct {
	g *generator
	s *scheduler
}

// fill puts an instruction of 64 bits before one, from after it; false: there is none.
func (p *packer) fill(n int) bool {
	code := p.g.code
	for k := n; k < min(len(code), n+mostPassed) && !code[k].stays(); k++ {
		if code[k].bytes != isa.CompactBytes || p.waits(code[n:k], code[k]) {
			continue
		}
		i := code[k]
		copy(code[n+1:k+1], code[n:k])
		code[n] = i
		return true
	}
	return false
}

// waits tells whether an instruction must come after one of some others.
func (p *packer) waits(before []*instruction, i *instruction) bool {
	for _, b := range before {
		if p.touches(b, i) || p.touches(i, b) {
			return true
		}
	}
	return false
}

// touches tells whether an instruction writes what another one reads or writes.
func (p *packer) touches(a, b *instruction) bool {
	if kind, writes := a.memory(); writes {
		if other, _ := b.memory(); other == kind {
			return true
		}
	}
	if f := flagIn(a.op); f >= 0 && a.message() == "" && (flagIn(b.predicate) == f || b.message() == "" && flagIn(b.op) == f) {
		return true
	}
	if !a.hasDst || a.dst.v == nil {
		return false
	}
	from, to := p.s.span(a, a.dst, true)
	overlaps := func(o operand, dst bool) bool {
		if o.v == nil {
			return false
		}
		first, last := p.s.span(b, o, dst)
		return from < last && first < to
	}
	for _, o := range b.src {
		if overlaps(o, false) {
			return true
		}
	}
	return b.hasDst && overlaps(b.dst, true)
}
