package gen

import (
	"fmt"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
)

// tag says that a value of state replaces a part.
func tag(part uint8, bits uint32) []llir.Tag {
	value, index := llir.StateOf(bits)
	return []llir.Tag{{Value: value, Index: index, Part: part}}
}

// state is a value of state. One that only chooses between sides and values needs no register: tags of those instructions do it.
func (g *generator) state(i *llir.Instr) {
	r := i.Results[0]
	if i.Type == llir.Bool && g.onlyChooses(r) {
		return
	}
	d := g.define(r)
	if i.Type != llir.Bool {
		g.op("mov", true, &d, operand{t: d.t}).tags = tag(isa.PatchPartImmediate, i.Bits)
		return
	}
	g.op("mov", true, &d, operand{t: "d"})
	g.op("mov", true, &d, operand{t: "d", bits: 0xffffffff}).tags = tag(isa.PatchPartEnable, i.Bits)
}

// onlyChooses tells whether a value of state is nothing but the condition of ifs and selects.
func (g *generator) onlyChooses(v llir.Value) bool {
	only := true
	g.k.Body.Walk(func(i *llir.Instr) {
		i.Uses(func(a *llir.Value) {
			if *a == v && !(a == &i.Args[0] && (i.Op == llir.Select || i.Op == llir.If && guarded(i) < 0)) {
				only = false
			}
		})
	})
	return only
}

// chosenByState is a select by a value of state: a move of one, and of the other one where the value holds.
func (g *generator) chosenByState(i *llir.Instr) {
	t := machineType[i.Type]
	state, a, b, r := g.defs[i.Args[0]], i.Args[1], i.Args[2], i.Results[0]
	part := uint8(isa.PatchPartEnable)
	if (!g.mayStay(b, i) || g.isLast(b, r) && !g.isLast(a, r)) && g.mayStay(a, i) {
		a, b, part = b, a, isa.PatchPartDisable
	}
	modifiers := i.Type.Float()
	stays := g.mayStay(b, i)
	var made *instruction
	var x operand
	if last := len(g.code) - 1; g.isLast(a, r) {
		made, g.code = g.code[last], g.code[:last]
	} else {
		x = g.source(a, t, true, modifiers)
	}
	if stays {
		g.places[r] = g.places[b]
	} else {
		y := g.source(b, t, true, modifiers)
		d := g.define(r)
		d.t = t
		g.op("mov", g.uniform[r], &d, y)
	}
	p := g.places[r]
	if made != nil {
		made.dst.v, made.dst.at, made.tags = p.v, p.at, tag(part, state.Bits)
		g.code = append(g.code, made)
		return
	}
	g.op("mov", g.uniform[r], &operand{v: p.v, at: p.at, t: t}, x).tags = tag(part, state.Bits)
}

// isLast tells whether the last instruction made a value, in as many lanes as a select's result has, and nobody needs it but the select: it can have the tag itself, instead
// of a move.
func (g *generator) isLast(v, to llir.Value) bool {
	p, n := g.places[v], len(g.code)-1
	if n < 0 || g.uses[v] != 1 || g.uniform[v] != g.uniform[to] || p.v == nil || p.at != 0 || p.negate || p.abs {
		return false
	}
	i, d := g.code[n], g.defs[v]
	return d != nil && mnemonics[d.Op] != "" && mnemonics[d.Op] == i.op && i.dst.v == p.v && i.home == g.here && len(i.tags) == 0
}

// mayStay tells whether a value's register may become that of a select's result: nobody needs the value after it.
func (g *generator) mayStay(v llir.Value, i *llir.Instr) bool {
	return i.Args[1] != i.Args[2] && g.maySucceed(v, i.Results[0]) && g.endsWith(v, i)
}

// branchByState is an if by a value of state: all lanes jump over a side.
func (g *generator) branchByState(state, i *llir.Instr, to []*virtual) {
	accept, reject, part := i.Bodies[0], i.Bodies[1], uint8(isa.PatchPartDisable)
	if g.empty(reject, to) && g.shortDiscard(accept) {
		g.region(accept)
		last := g.code[len(g.code)-1]
		if last.op != "discard" {
			fail("an if by state does not end with its discard")
		}
		last.tags = tag(isa.PatchPartEnable, state.Bits)
		return
	}
	if g.empty(accept, to) {
		accept, reject, part = reject, accept, isa.PatchPartEnable
	}
	other := g.newLabel()
	g.add(&instruction{op: "jmp " + other, tags: tag(part, state.Bits)})
	g.side(accept, i, to)
	if !g.empty(reject, to) {
		end := g.newLabel()
		g.add(&instruction{op: "jmp " + end})
		g.add(&instruction{label: other})
		g.side(reject, i, to)
		other = end
	}
	g.add(&instruction{label: other})
}

// shortDiscard tells whether a region does little, and has no effect but that it discards at its end: its instructions can be executed whatever the state is, but the last one.
func (g *generator) shortDiscard(r *llir.Region) bool {
	const most = 4
	n := len(r.Code)
	if n < 2 || n > most || r.Code[n-1].Op != llir.Yield || r.Code[n-2].Op != llir.If || !discards(r.Code[n-2].Bodies[0], r.Code[n-2].Bodies[1]) {
		return false
	}
	if d := g.defs[r.Code[n-2].Args[0]]; d != nil && d.Op == llir.State { // a jump over the discard, with a tag of its own
		return false
	}
	for _, i := range r.Code[:n-2] {
		if !i.Op.Pure() {
			return false
		}
	}
	return true
}

func (g *generator) newLabel() string {
	g.labels++
	return fmt.Sprintf("l%d", g.labels)
}

// discards tells whether one side of an if only discards, and the other one does nothing.
func discards(accept, reject *llir.Region) bool {
	return len(accept.Code) == 2 && accept.Code[0].Op == llir.Discard && accept.Code[1].Op == llir.Yield && len(accept.Code[1].Args) == 0 &&
		len(reject.Code) == 1 && reject.Code[0].Op == llir.Yield
}

// component is one of six values, which state says: they are register sets one after the other. An operation that is the only one to use it can take it from there.
func (g *generator) component(i *llir.Instr) {
	r := i.Results[0]
	if _, _, ok := g.adjacent(i.Args); ok && g.uses[r] == 1 {
		if use := g.onlyUse(r); use != nil && use.Type == i.Type && mnemonics[use.Op] != "" && len(use.Args) > 1 && use.Args[0] != use.Args[1] && (use.Args[0] == r || use.Args[1] == r && commutes[use.Op]) {
			g.places[r] = place{lazy: true}
			return
		}
	}
	g.chosen(i)
}

// chosen moves what state says to a register set of its own.
func (g *generator) chosen(i *llir.Instr) {
	t := machineType[i.Type]
	s := operand{t: t, sets: len(i.Args)}
	if v, at, ok := g.adjacent(i.Args); ok {
		s.v, s.at = v, at
	} else {
		s.v = g.group(i.Args, i.Type, false)
	}
	d := g.define(i.Results[0])
	d.t = t
	g.op("mov", false, &d, s).tags = tag(isa.PatchPartSource, i.Bits)
}

// chosenFirst brings a component that an operation takes from its place to the front; nil: it has none.
func (g *generator) chosenFirst(args []llir.Value, mayChange bool) (first *operand, tags []llir.Tag) {
	for n, a := range args {
		d := g.defs[a]
		if n > 1 || n == 1 && !mayChange || d == nil || d.Op != llir.Component || !g.places[a].lazy {
			continue
		}
		args[0], args[n] = args[n], args[0]
		g.places[a] = place{} // nobody else waits for it
		v, at, _ := g.adjacent(d.Args)
		return &operand{v: v, at: at, t: machineType[d.Type], sets: len(d.Args)}, tag(isa.PatchPartSource, d.Bits)
	}
	return nil, nil
}

// texelComponents is the number of components of a texel, after which 0 and 1 stand for those that state may say.
const texelComponents = 4

// adjacent tells whether values are register sets one after the other already, as those of an answer are, with 0 and 1 after them.
func (g *generator) adjacent(values []llir.Value) (v *virtual, at int, ok bool) {
	first := g.places[values[0]]
	if first.v == nil || !first.v.numbers {
		return nil, 0, false
	}
	for n, x := range values[:texelComponents] {
		p := g.places[x]
		if p.v != first.v || p.number || p.lazy || p.negate || p.abs || p.same || p.at != n*g.set(g.k.TypeOf(x)) {
			return nil, 0, false
		}
	}
	return first.v, first.at, true
}

// isChosenFrom tells whether state says which of some values is taken.
func (g *generator) isChosenFrom(values []llir.Value) bool {
	if len(values) != texelComponents {
		return false
	}
	for _, i := range g.homes[values[0]].Code {
		if i.Op == llir.Component && i.Args[0] == values[0] {
			return true
		}
	}
	return false
}

// alphaTest fills a flag register with the lanes that pass: none, or where there is a function those that fulfil it.
func (g *generator) alphaTest(f int, i *llir.Instr) {
	t := machineType[i.Type]
	s := g.source(i.Args[0], t, false, true)
	same := g.uniform[i.Results[0]]
	g.clear(f, same, s)
	g.flagged(fmt.Sprintf("cmp.lt.f%d", f), same, "", operand{t: t, null: true}, s, operand{t: t})
	g.code[len(g.code)-1].tags = alphaTags
}

// clear makes the bits of a flag register 0. s is any register that has a value there: as ud none is below 0.
func (g *generator) clear(f int, same bool, s operand) {
	g.flagged(fmt.Sprintf("cmp.lt.f%d", f), same, "", operand{t: "ud", null: true}, operand{v: s.v, at: s.at, same: s.same, t: "ud"}, operand{t: "ud"})
}

// maskOfAlphaTest writes the result of an alpha test into registers.
func (g *generator) maskOfAlphaTest(i *llir.Instr) {
	r := i.Results[0]
	t := machineType[i.Type]
	s := g.source(i.Args[0], t, false, true)
	f := g.newFlag()
	d := g.define(r)
	g.op("mov", g.uniform[r], &d, operand{t: "d"})
	d.t = t
	g.op(fmt.Sprintf("cmp.lt.f%d", f), g.uniform[r], &d, s, operand{t: t}).tags = alphaTags
}

// alphaTags are those of a comparison with the reference of the alpha test.
var alphaTags = []llir.Tag{
	{Value: isa.NosValueAlphaTestCompares, Part: isa.PatchPartEnable},
	{Value: isa.NosValueAlphaTestFunction, Part: isa.PatchPartCondition},
	{Value: isa.NosValueAlphaTestReference, Part: isa.PatchPartImmediate},
}
