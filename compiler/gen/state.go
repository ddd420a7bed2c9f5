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
	if !g.mayStay(b, r) && g.mayStay(a, r) {
		a, b, part = b, a, isa.PatchPartDisable
	}
	modifiers := i.Type.Float()
	x := g.source(a, t, true, modifiers)
	if g.mayStay(b, r) {
		g.places[r] = g.places[b]
	} else {
		y := g.source(b, t, true, modifiers)
		d := g.define(r)
		d.t = t
		g.op("mov", g.uniform[r], &d, y)
	}
	p := g.places[r]
	g.op("mov", g.uniform[r], &operand{v: p.v, at: p.at, t: t}, x).tags = tag(part, state.Bits)
}

// mayStay tells whether a value's register may become that of another value of the same region: nobody else uses it.
func (g *generator) mayStay(v, to llir.Value) bool {
	p := g.places[v]
	if d := g.defs[v]; d != nil && d.Op == llir.Bitcast { // its register is that of what it was made of
		return false
	}
	return g.uses[v] == 1 && g.homes[v] == g.homes[to] && g.uniform[v] == g.uniform[to] && p.v != nil && !p.number && !p.lazy && !p.negate && !p.abs &&
		g.k.TypeOf(v) == g.k.TypeOf(to) && !p.v.fixed && p.same == g.uniform[v]
}

// branchByState is an if by a value of state: all lanes jump over a side.
func (g *generator) branchByState(state, i *llir.Instr, to []*virtual) {
	accept, reject, part := i.Bodies[0], i.Bodies[1], uint8(isa.PatchPartDisable)
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

func (g *generator) newLabel() string {
	g.labels++
	return fmt.Sprintf("l%d", g.labels)
}

// discards tells whether one side of an if only discards, and the other one does nothing.
func discards(accept, reject *llir.Region) bool {
	return len(accept.Code) == 2 && accept.Code[0].Op == llir.Discard && accept.Code[1].Op == llir.Yield && len(accept.Code[1].Args) == 0 &&
		len(reject.Code) == 1 && reject.Code[0].Op == llir.Yield
}

// component is one of four values, which state says: they are register sets one after the other.
func (g *generator) component(i *llir.Instr) {
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

// adjacent tells whether values are register sets one after the other already, as those of an answer are.
func (g *generator) adjacent(values []llir.Value) (v *virtual, at int, ok bool) {
	first := g.places[values[0]]
	for n, x := range values {
		p := g.places[x]
		if p.v == nil || p.v != first.v || p.number || p.lazy || p.negate || p.abs || p.same || p.at != first.at+n*g.set(g.k.TypeOf(x)) {
			return nil, 0, false
		}
	}
	return first.v, first.at, true
}

// alphaTest fills a flag register with the lanes that pass: none, or where there is a function those that fulfil it.
func (g *generator) alphaTest(f int, i *llir.Instr) {
	t := machineType[i.Type]
	s := g.source(i.Args[0], t, false, true)
	same := g.uniform[i.Results[0]]
	g.flagged(fmt.Sprintf("cmp.lt.f%d", f), same, "", operand{t: "ud", null: true}, g.held(0, "ud"), operand{t: "ud"})
	g.flagged(fmt.Sprintf("cmp.lt.f%d", f), same, "", operand{t: t, null: true}, s, operand{t: t})
	g.code[len(g.code)-1].tags = alphaTags
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
