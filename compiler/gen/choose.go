package gen

import (
	"fmt"

	"tilemark/compiler/llir"
)

// mnemonics are operations that are one instruction.
var mnemonics = map[llir.Op]string{
	llir.Add: "add", llir.Mul: "mul", llir.Fma: "fma", llir.Div: "div", llir.Rem: "rem", llir.Min: "min", llir.Max: "max", llir.Floor: "rndd", llir.Ceil: "rndu",
	llir.Trunc: "rndz", llir.Nearest: "rnde", llir.Fract: "frc", llir.Rcp: "rcp", llir.Sqrt: "sqrt", llir.Rsqrt: "rsqrt", llir.Exp2: "exp2", llir.Log2: "log2",
	llir.Sin: "sin", llir.Cos: "cos", llir.And: "and", llir.Or: "or", llir.Xor: "xor", llir.Not: "not", llir.Shl: "shl", llir.Shr: "shr", llir.Asr: "asr",
	llir.BitField: "bfe", llir.BitMask: "bfm", llir.BitSelect: "bsel", llir.CountOnes: "cbit", llir.LeadZeros: "lzd", llir.TrailZeros: "tzd",
	llir.ReverseBits: "bfrev", llir.HighestBit: "fbh", llir.LowestBit: "fbl",
}

// modifiable are operations whose sources may be negated or without sign, as numbers.
var modifiable = map[llir.Op]bool{llir.Add: true, llir.Mul: true, llir.Fma: true, llir.Div: true, llir.Rem: true, llir.Min: true, llir.Max: true, llir.Floor: true,
	llir.Ceil: true, llir.Trunc: true, llir.Nearest: true, llir.Fract: true, llir.Rcp: true, llir.Sqrt: true, llir.Rsqrt: true, llir.Exp2: true, llir.Log2: true,
	llir.Sin: true, llir.Cos: true}

// counts are operations whose sources after the first one are counts, offsets and widths.
var counts = map[llir.Op]bool{llir.Shl: true, llir.Shr: true, llir.Asr: true, llir.BitField: true, llir.BitMask: true}

// commutes are operations whose first two sources may change places.
var commutes = map[llir.Op]bool{llir.Add: true, llir.Mul: true, llir.And: true, llir.Or: true, llir.Xor: true, llir.Min: true, llir.Max: true, llir.Fma: true}

// instruction makes code of one of the IR.
func (g *generator) instruction(i *llir.Instr) {
	switch i.Op {
	case llir.Const:
	case llir.Input:
		g.input(i)
	case llir.Neg, llir.Abs:
		g.modifier(i)
	case llir.Convert:
		g.convert(i)
	case llir.Bitcast:
		g.bitcast(i)
	case llir.Compare:
		g.comparison(i)
	case llir.Select:
		g.selected(i)
	case llir.Swizzle:
		g.swizzle(i)
	case llir.State:
		g.state(i)
	case llir.AlphaTest:
		g.comparison(i)
	case llir.Component:
		g.component(i)
	case llir.If:
		g.branch(i)
	case llir.Block:
		g.block(i)
	case llir.Loop:
		g.loop(i)
	case llir.Yield, llir.Repeat, llir.RepeatIf: // by the construct
	case llir.Break:
		g.breakOut(i, "")
	case llir.Discard:
		g.add(&instruction{op: "discard"})
	case llir.Barrier:
		g.add(&instruction{op: "send.barrier"})
	case llir.End, llir.Color, llir.Result:
		g.finish(i)
	default:
		if mnemonics[i.Op] == "" {
			g.message(i)
			return
		}
		g.arithmetic(i)
	}
}

func (g *generator) arithmetic(i *llir.Instr) {
	r := i.Results[0]
	if i.Type == llir.Bool {
		g.logic(i)
		return
	}
	if i.Op == llir.Add && g.fused(i) {
		return
	}
	if g.uses[r] == 1 && i.Op == llir.Mul && g.fusible(r) {
		g.places[r] = place{lazy: true}
		return
	}
	if i.Op == llir.And && g.tested(r) {
		g.places[r] = place{lazy: true}
		return
	}
	g.plainArithmetic(i)
}

func (g *generator) plainArithmetic(i *llir.Instr) {
	t := machineType[i.Type]
	args := append([]llir.Value(nil), i.Args...)
	if commutes[i.Op] && g.places[args[0]].number && !g.places[args[1]].number {
		args[0], args[1] = args[1], args[0]
	}
	chosen, tags := g.chosenFirst(args, commutes[i.Op])
	var src []operand
	for n, a := range args {
		if n == 0 && chosen != nil {
			src = append(src, *chosen)
			continue
		}
		at := t
		if counts[i.Op] && n > 0 {
			at = "ud"
		}
		kind := i.Type
		if at != t {
			kind = llir.U32
		}
		src = append(src, g.source(a, at, n == len(args)-1 && g.short(args, a, kind), modifiable[i.Op]))
	}
	d := g.define(i.Results[0])
	d.t = t
	g.op(mnemonics[i.Op], g.uniform[i.Results[0]], &d, src...).tags = tags
}

// short tells whether a constant may stand as the last source: of three sources it has 16 bits.
func (g *generator) short(args []llir.Value, v llir.Value, t llir.Type) bool {
	bits := g.places[v].bits
	switch {
	case len(args) < 3:
		return true
	case t == llir.F32:
		return bits&0xffff == 0
	case t == llir.I32:
		return int32(bits) == int32(int16(bits))
	}
	return bits < 1<<16
}

// fusible tells whether a product has its only use as an addend of the same region.
func (g *generator) fusible(v llir.Value) bool {
	use := g.onlyUse(v)
	return use != nil && use.Op == llir.Add && use.Type == g.defs[v].Type && g.homes[use.Results[0]] == g.homes[v] && use.Args[0] != use.Args[1]
}

// onlyUse finds the instruction of the value's region that uses it.
func (g *generator) onlyUse(v llir.Value) (found *llir.Instr) {
	for _, i := range g.homes[v].Code {
		for _, a := range i.Args {
			if a == v {
				return i
			}
		}
	}
	return nil
}

// fused makes a mad of a sum with a product that waits for it. The product is rounded before the sum.
func (g *generator) fused(i *llir.Instr) bool {
	for n := range 2 {
		m := g.defs[i.Args[n]]
		if m == nil || m.Op != llir.Mul || !g.places[i.Args[n]].lazy {
			continue
		}
		other := i.Args[1-n]
		if o := g.defs[other]; o != nil && o.Op == llir.Mul && g.places[other].lazy {
			g.plainArithmetic(o) // a sum of two products: one of them has a place
		}
		t := machineType[i.Type]
		last := []llir.Value{m.Args[0], m.Args[1], other}
		chosen, tags := g.chosenFirst(last[:2], true)
		if chosen == nil {
			o := g.source(last[0], t, false, true)
			chosen = &o
		}
		src := []operand{*chosen, g.source(last[1], t, false, true), g.source(other, t, g.short(last, other, i.Type), true)}
		d := g.define(i.Results[0])
		d.t = t
		g.op("mad", g.uniform[i.Results[0]], &d, src...).tags = tags
		g.places[i.Args[n]] = place{} // nobody else waits for it
		return true
	}
	return false
}

// modifier is one that who uses the value takes along.
func (g *generator) modifier(i *llir.Instr) {
	a, r := i.Args[0], i.Results[0]
	if g.takesModifiers(i, r) {
		p := g.places[a]
		if p.lazy || p.number {
			o := g.source(a, machineType[i.Type], false, true)
			p = place{v: o.v, at: o.at, same: o.same}
		}
		if i.Op == llir.Neg {
			p.negate = !p.negate
		} else {
			p.negate, p.abs = false, true
		}
		g.places[r] = p
		return
	}
	t := machineType[i.Type]
	s := g.source(a, t, false, true)
	if i.Op == llir.Neg {
		s.negate = !s.negate
	} else {
		s.negate, s.abs = false, true
	}
	d := g.define(r)
	d.t = t
	g.op("mov", g.uniform[r], &d, s)
}

// takesModifiers tells whether all uses of a value stand in its region, and are arithmetic of its type.
func (g *generator) takesModifiers(i *llir.Instr, v llir.Value) bool {
	found := 0
	for _, use := range g.homes[v].Code {
		for _, a := range use.Args {
			if a != v {
				continue
			}
			if !modifiable[use.Op] && use.Op != llir.Compare && use.Op != llir.Neg && use.Op != llir.Abs || use.Type != i.Type {
				return false
			}
			if use.Op == llir.Compare && i.Type.Integer() {
				return false
			}
			if i.Type.Integer() && use.Op != llir.Add && use.Op != llir.Mul {
				return false
			}
			found++
		}
	}
	return found == g.uses[v]
}

func (g *generator) convert(i *llir.Instr) {
	from, to := machineType[i.Type], machineType[g.k.TypeOf(i.Results[0])]
	s := g.source(i.Args[0], from, false, false)
	d := g.define(i.Results[0])
	d.t = to
	g.op("cvt", g.uniform[i.Results[0]], &d, s)
}

// bitcast is nothing between types of 32 bits. Of f16 lanes are 16 bits wide, of u8 they have 8 bits.
func (g *generator) bitcast(i *llir.Instr) {
	a, r := i.Args[0], i.Results[0]
	from, to := i.Type, g.k.TypeOf(r)
	if from != llir.F16 && from != llir.U8 && to != llir.F16 {
		p := g.places[a]
		if p.negate || p.abs || p.lazy {
			o := g.source(a, machineType[from], false, false)
			p = place{v: o.v, at: o.at, same: o.same}
		}
		g.places[r] = p
		return
	}
	source, target := "ud", "uw"
	switch from {
	case llir.F16:
		source, target = "uw", "ud"
	case llir.U8:
		source, target = "ub", "ud"
	}
	t := machineType[from]
	o := g.source(a, t, false, false)
	o.t = source
	d := g.define(r)
	d.t = target
	g.op("mov", g.uniform[r], &d, o)
}

var lanesOfFour = "xyzw"

func (g *generator) swizzle(i *llir.Instr) {
	t := machineType[i.Type]
	s := g.source(i.Args[0], t, false, false)
	if !s.same {
		s.swizzle = "["
		for n := range 4 {
			s.swizzle += string(lanesOfFour[i.Bits>>(2*n)&3])
		}
		s.swizzle += "]"
	}
	d := g.define(i.Results[0])
	d.t = t
	g.op("mov", g.uniform[i.Results[0]], &d, s)
}

// input is a register that the thread was filled with.
func (g *generator) input(i *llir.Instr) {
	n, r, set := int(i.Bits), i.Results[0], g.set(llir.U32)/registerBytes
	inHeader := func(word int) { g.places[r] = place{v: g.inputRegister(0, 1), at: wordBytes * word, same: true} }
	inSet := func(k int) { g.places[r] = place{v: g.inputRegister(1+k*set, set)} }
	switch {
	case n < llir.InputLocal:
		inHeader(n)
	case n < llir.InputVertex:
		inSet(n - llir.InputLocal)
	case n == llir.InputVertex:
		inSet(0)
	case n == llir.InputInstance && g.k.Stage != llir.Vertex: // of a patch
		inHeader(0)
	case n == llir.InputInstance:
		inSet(1)
	case n == llir.InputSampleCount:
		inHeader(0)
	case n < llir.InputAttribute:
		inSet(n - llir.InputPixelX)
	case n < llir.InputVarying:
		inSet(2 + n - llir.InputAttribute)
	case n < llir.InputConstant:
		inSet(5 + n - llir.InputVarying)
	case n < llir.InputArgument:
		g.inWord(r, g.firstConstant(), n-llir.InputConstant)
	case n >= llir.InputDomain:
		inSet(n - llir.InputDomain)
	case n >= llir.InputControl:
		g.inWord(r, g.fixedInputs(), n-llir.InputControl)
	default:
		fail("an input number %d", n)
	}
}

// inWord has a value in a word of the registers from a number on, the same for all lanes.
func (g *generator) inWord(r llir.Value, first, word int) {
	const words = registerBytes / wordBytes
	g.places[r] = place{v: g.inputRegister(first+word/words, 1), at: wordBytes * (word % words), same: true}
}

// What the 3D pipeline gives a vertex thread for each lane, a patch's thread for all of them.
const (
	vertexAttributes  = 12
	controlRegisters  = 32
	registersOfHeader = 1
)

// fixedInputs are the registers that each thread of the stage begins with.
func (g *generator) fixedInputs() int {
	set := g.set(llir.U32) / registerBytes
	switch g.k.Stage {
	case llir.Compute:
		return registersOfHeader + 3*set
	case llir.Vertex, llir.Domain:
		return registersOfHeader + 2*set
	case llir.Hull:
		return registersOfHeader
	}
	return registersOfHeader + 5*set
}

// firstConstant is the register with which the constants of the stage begin.
func (g *generator) firstConstant() int {
	set := g.set(llir.U32) / registerBytes
	switch g.k.Stage {
	case llir.Vertex:
		return g.fixedInputs() + vertexAttributes*set
	case llir.Pixel:
		return g.fixedInputs() + g.k.Attributes*set
	}
	return g.fixedInputs() + controlRegisters
}

func (g *generator) inputRegister(first, count int) *virtual {
	if v := g.inputs[first]; v != nil {
		return v
	}
	v := &virtual{bytes: count * registerBytes, fixed: true, place: first * registerBytes, first: -1, last: -1}
	g.inputs[first] = v
	g.most = max(g.most, first+count)
	return v
}

// inputRegisters is what the kernel says it begins with: those of its stage at least.
func (g *generator) inputRegisters() int {
	if g.k.Stage == llir.Compute {
		return g.fixedInputs()
	}
	return max(g.most, g.fixedInputs())
}

// selected chooses by a flag.
func (g *generator) selected(i *llir.Instr) {
	t := machineType[i.Type]
	c, a, b, r := i.Args[0], i.Args[1], i.Args[2], i.Results[0]
	same := g.uniform[r]
	if g.defs[c] != nil && g.defs[c].Op == llir.State {
		g.chosenByState(i)
		return
	}
	f, invert := g.flagOf(c)
	if g.places[a].number && !g.places[b].number {
		a, b, invert = b, a, !invert
	}
	x, y := g.source(a, t, false, i.Type.Float()), g.source(b, t, true, i.Type.Float())
	d := g.define(r)
	d.t = t
	n := g.op("sel", same, &d, x, y)
	n.predicate = predicate(f, invert)
}

func predicate(f int, invert bool) string {
	if invert {
		return fmt.Sprintf("(~f%d)", f)
	}
	return fmt.Sprintf("(f%d)", f)
}
