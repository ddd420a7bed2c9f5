package gen

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/compiler/llir"
)

// comparison is left until its result is needed, when that is soon.
func (g *generator) comparison(i *llir.Instr) {
	r := i.Results[0]
	g.places[r] = place{lazy: true}
	if !g.flagsSuffice(r) {
		g.mask(r)
	}
}

// flagsSuffice tells whether a truth value is only asked for in its region, by what takes flags.
func (g *generator) flagsSuffice(v llir.Value) bool {
	found := 0
	for _, use := range g.homes[v].Code {
		for n, a := range use.Args {
			if a != v {
				continue
			}
			switch {
			case n == 0 && (use.Op == llir.If || use.Op == llir.Select || use.Op == llir.RepeatIf):
			case (use.Op == llir.And || use.Op == llir.Or || use.Op == llir.Not) && g.uses[use.Results[0]] == 1 && g.flagsSuffice(use.Results[0]):
			default:
				return false
			}
			found++
		}
	}
	return found == g.uses[v] && found <= 4
}

func (g *generator) forgetFlags() { g.flags = [4]flag{} }

// newFlag is the flag register whose content is oldest.
func (g *generator) newFlag() int {
	f := g.next
	g.next = (g.next + 1) % len(g.flags)
	g.flags[f] = flag{}
	return f
}

// flagOf brings a truth value into a flag register, perhaps inverted.
func (g *generator) flagOf(v llir.Value) (f int, invert bool) {
	if p := g.places[v]; p.lazy {
		if i := g.defs[v]; i.Op == llir.Not {
			f, invert = g.flagOf(i.Args[0])
			return f, !invert
		}
	}
	for n := range g.flags {
		if g.flags[n].value == v {
			return n, false
		}
	}
	f = g.newFlag()
	g.fill(f, v, "")
	g.flags[f].value = v
	return f, false
}

// fill makes a flag register of a truth value, of lanes that a predicate chooses.
func (g *generator) fill(f int, v llir.Value, where string) {
	p := g.places[v]
	if !p.lazy {
		s := g.source(v, "d", true, false)
		if p.number {
			s = g.held(p.bits, "d")
		}
		g.flagged(fmt.Sprintf("cmp.ne.f%d", f), g.uniform[v], where, operand{t: "d", null: true}, s, operand{t: "d"})
		return
	}
	switch i := g.defs[v]; i.Op {
	case llir.Compare:
		if len(i.Tags) > 0 && strings.HasPrefix(where, "(f") { // where it is not made, lanes would stay
			g.mask(v)
			g.fill(f, v, where)
			return
		}
		name, src := g.compared(i)
		if len(i.Tags) > 0 && where == "" {
			g.clear(f, g.uniform[v], src[0])
		}
		g.flagged(fmt.Sprintf("%s.f%d", name, f), g.uniform[v], where, operand{t: machineType[i.Type], null: true}, src...)
		g.code[len(g.code)-1].tags = i.Tags
	case llir.AlphaTest:
		if where != "" { // the flag register chooses the lanes itself
			g.mask(v)
			g.fill(f, v, where)
			return
		}
		g.alphaTest(f, i)
	case llir.And: // where both hold: what does not hold for the first one stays 0
		g.fill(f, i.Args[0], where)
		g.fill(f, i.Args[1], predicate(f, false))
	case llir.Or:
		g.fill(f, i.Args[0], where)
		g.refill(f, i.Args[1], where)
	case llir.Not:
		g.mask(v)
		g.fill(f, v, where)
	default:
		fail("a truth value made by %v", i.Op)
	}
}

// refill adds lanes where a value holds to those that a flag register has.
func (g *generator) refill(f int, v llir.Value, where string) {
	if where != "" {
		fail("a truth value in one that is chosen")
	}
	g.fill(f, v, predicate(f, true))
}

// flagged adds an instruction that writes a flag register. Of a uniform value all lanes do, whatever the masks.
func (g *generator) flagged(name string, same bool, where string, dst operand, src ...operand) {
	g.add(&instruction{op: name, predicate: where, dst: dst, hasDst: true, src: src, noMask: same})
}

// compared is a comparison with a constant as its last source.
func (g *generator) compared(i *llir.Instr) (name string, src []operand) {
	a, b, c := i.Args[0], i.Args[1], i.Cond
	if g.places[a].number && !g.places[b].number {
		a, b, c = b, a, mirrored[c]
	}
	t := machineType[i.Type]
	if d := g.defs[a]; d != nil && d.Op == llir.And && g.places[a].lazy { // its bits are compared with 0
		return "and." + c.String(), g.bitsOf(d)
	}
	return "cmp." + c.String(), []operand{g.source(a, t, false, i.Type.Float()), g.source(b, t, true, i.Type.Float())}
}

// tested tells whether bits have their only use as what a comparison with 0 looks at, in the same region: one instruction makes and compares them.
func (g *generator) tested(v llir.Value) bool {
	use := g.onlyUse(v)
	if use == nil || g.uses[v] != 1 || use.Op != llir.Compare || use.Cond != llir.Equal && use.Cond != llir.NotEqual || !g.flagsSuffice(use.Results[0]) {
		return false
	}
	for _, a := range use.Args {
		if p := g.places[a]; a != v && (!p.number || p.bits != 0) {
			return false
		}
	}
	return true
}

// bitsOf are the sources of bits that are tested.
func (g *generator) bitsOf(i *llir.Instr) []operand {
	a, b := i.Args[0], i.Args[1]
	if g.places[a].number && !g.places[b].number {
		a, b = b, a
	}
	t := machineType[i.Type]
	return []operand{g.source(a, t, false, false), g.source(b, t, true, false)}
}

var mirrored = map[llir.Cond]llir.Cond{llir.Equal: llir.Equal, llir.NotEqual: llir.NotEqual, llir.Less: llir.Greater, llir.LessEqual: llir.GreaterEqual,
	llir.Greater: llir.Less, llir.GreaterEqual: llir.LessEqual, llir.Unordered: llir.Unordered}

// mask puts a truth value into registers: all ones where it holds.
func (g *generator) mask(v llir.Value) {
	i := g.defs[v]
	switch i.Op {
	case llir.Compare:
		g.maskOfComparison(i)
	case llir.And, llir.Or, llir.Not:
		if i.Type != llir.Bool {
			g.plainArithmetic(i)
			return
		}
		g.logicInRegisters(i)
	case llir.AlphaTest:
		g.maskOfAlphaTest(i)
	case llir.Component:
		g.chosen(i)
	default: // a product that waits for a sum
		g.plainArithmetic(i)
	}
}

// maskOfComparison writes the result of a comparison; of f16 it has 16 bits, which are extended.
func (g *generator) maskOfComparison(i *llir.Instr) {
	r := i.Results[0]
	same := g.uniform[r]
	for _, a := range i.Args {
		if d := g.defs[a]; d != nil && d.Op == llir.And && g.places[a].lazy { // which flags alone can leave out
			g.plainArithmetic(d)
		}
	}
	name, src := g.compared(i)
	f := g.newFlag()
	d := g.define(r)
	target := d
	target.t = machineType[i.Type]
	if i.Type == llir.F16 {
		target.v = g.vector(llir.F16)
		if same {
			target.v = &virtual{bytes: wordBytes, word: true}
		}
	}
	if len(i.Tags) > 0 {
		g.op("mov", same, &operand{v: target.v, t: target.t}, operand{t: target.t})
	}
	g.op(fmt.Sprintf("%s.f%d", name, f), same, &target, src...).tags = i.Tags
	if i.Type == llir.F16 {
		d.t = "d"
		g.op("mov", same, &d, operand{v: target.v, same: same, t: "w"})
	}
}

// logic is an operation on truth values: of flags when they suffice, otherwise of masks in registers.
func (g *generator) logic(i *llir.Instr) {
	r := i.Results[0]
	if i.Op != llir.Xor && g.uses[r] == 1 && g.flagsSuffice(r) && g.simple(i) {
		g.places[r] = place{lazy: true}
		return
	}
	g.logicInRegisters(i)
}

// simple tells whether the flags of an operation's result can be made by one comparison after the other: an or in an and needs registers.
func (g *generator) simple(i *llir.Instr) bool {
	for n, a := range i.Args {
		if d := g.defs[a]; g.places[a].lazy && d.Op != llir.Compare && !(n == 0 && d.Op == i.Op) && i.Op != llir.Not {
			return false
		}
	}
	return true
}

func (g *generator) logicInRegisters(i *llir.Instr) {
	args := append([]llir.Value(nil), i.Args...)
	if len(args) == 2 && g.places[args[0]].number {
		args[0], args[1] = args[1], args[0]
	}
	var src []operand
	for n, a := range args {
		src = append(src, g.source(a, "d", n == len(args)-1, false))
	}
	d := g.define(i.Results[0])
	d.t = "d"
	g.op(mnemonics[i.Op], g.uniform[i.Results[0]], &d, src...)
}

// renumberFlags gives flag registers low numbers: compact forms have f0 and f1, which take turns when both are free. A flag register counts from a comparison that writes it for all lanes that
// execute up to the last instruction that asks for it; none does so beyond its region.
func (g *generator) renumberFlags() {
	type span struct {
		flag        int
		first, last int
		to          int
	}
	var spans []span
	var now [flagRegisters]int // the span that has it, from 1 on
	each := func(visit func(text *string, at int)) {
		for n, i := range g.code {
			if i.message() == "" {
				visit(&i.predicate, n)
				visit(&i.op, n)
			}
		}
	}
	each(func(text *string, at int) {
		f := flagIn(*text)
		if f < 0 {
			return
		}
		if i := g.code[at]; text == &i.op && i.predicate == "" && len(i.tags) == 0 || now[f] == 0 {
			spans = append(spans, span{flag: f, first: at})
			now[f] = len(spans)
		}
		spans[now[f]-1].last = at
	})
	taken := [flagRegisters]int{-1, -1, -1, -1} // up to where each counts
	for n := range spans {
		s := &spans[n]
		if taken[1] < taken[0] { // the one that was asked for longer ago keeps fewer waiting
			s.to = 1
		}
		for to := 0; taken[s.to] >= s.first; to++ {
			s.to = to
		}
		taken[s.to] = s.last
	}
	var next [flagRegisters]int
	for n := len(spans) - 1; n >= 0; n-- {
		next[spans[n].flag] = n
	}
	each(func(text *string, at int) {
		f := flagIn(*text)
		if f < 0 {
			return
		}
		for n := next[f]; n < len(spans); n++ {
			if s := spans[n]; s.flag == f && s.first <= at && at <= s.last {
				next[f] = n
				k := strings.LastIndexByte(*text, 'f')
				*text = (*text)[:k+1] + strconv.Itoa(s.to) + (*text)[k+2:]
				return
			}
		}
	})
}
