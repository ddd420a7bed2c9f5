package gen

import (
	"fmt"
	"math"

	"tilemark/compiler/llir"
)

// mostComponents is the number of components of a message.
const mostComponents = 4

// group is register sets one after the other that have some values: what a message brings.
func (g *generator) group(values []llir.Value, t llir.Type, same bool) *virtual {
	set := g.set(t)
	v := &virtual{bytes: set * len(values)}
	for n, x := range values {
		mt := machineType[t]
		d := operand{v: v, at: n * set, t: mt}
		g.op("mov", same, &d, g.source(x, mt, true, t.Float()))
	}
	return v
}

// alone is a value that begins a register, for a message: the one it is in, or a copy.
func (g *generator) alone(v llir.Value, t llir.Type, same bool) operand {
	if p := g.places[v]; !p.number && !p.lazy && !p.negate && !p.abs && !p.same && p.v != nil && !p.v.word {
		return operand{v: p.v, at: p.at}
	}
	return operand{v: g.group([]llir.Value{v}, t, same)}
}

// data is what a message brings besides an address.
func (g *generator) data(values []llir.Value, t llir.Type) operand {
	if len(values) == 1 {
		return g.alone(values[0], t, false)
	}
	return operand{v: g.group(values, t, false)}
}

// message makes an access to memory or a texture.
func (g *generator) message(i *llir.Instr) {
	switch i.Op {
	case llir.Load, llir.SharedLoad, llir.PrivateLoad:
		g.load(i)
	case llir.Store, llir.SharedStore, llir.PrivateStore:
		g.store(i)
	case llir.AtomicOp, llir.SharedAtomic:
		g.atomic(i)
	case llir.LoadConstant, llir.BufferSize:
		g.block32(i)
	default:
		g.texture(i)
	}
}

// accessType is the type of components of an access.
func accessType(i *llir.Instr) string {
	if i.Message.Format == llir.Half {
		return "hf"
	}
	return machineType[i.Type]
}

func components(n int) string {
	if n > 1 {
		return fmt.Sprintf(".%d", n)
	}
	return ""
}

// bindingOf is the binding of a message, where it has one.
func bindingOf(i *llir.Instr) string {
	switch i.Op {
	case llir.SharedLoad, llir.SharedStore, llir.SharedAtomic, llir.PrivateLoad, llir.PrivateStore:
		return ""
	}
	return fmt.Sprintf("b%d", i.Message.Binding)
}

func (g *generator) load(i *llir.Instr) {
	same := g.uniform[i.Results[0]]
	address := g.alone(i.Args[0], llir.U32, same)
	answer := g.answer(i.Results, same)
	m := g.send(i, fmt.Sprintf("send.%v.%s%s", i.Op, accessType(i), components(len(i.Results))), same)
	m.dst, m.hasDst, m.written = operand{v: answer}, true, answer.bytes
	m.src = []operand{address}
	m.addressed(i)
	m.rest = bindingOf(i)
}

// answer is register sets one after the other for the results of a message.
func (g *generator) answer(results []llir.Value, same bool) *virtual {
	t := g.k.TypeOf(results[0])
	set := g.set(t)
	v := &virtual{bytes: set * len(results)}
	for n, r := range results {
		g.places[r] = place{v: v, at: n * set, same: same}
	}
	return v
}

// send adds a message.
func (g *generator) send(i *llir.Instr, name string, same bool) *instruction {
	m := &instruction{op: name, noMask: same, tags: i.Tags}
	if same {
		m.size = "(1)"
	}
	return g.add(m)
}

func (g *generator) store(i *llir.Instr) {
	address := g.alone(i.Args[0], llir.U32, false)
	data := g.data(i.Args[1:], i.Type)
	m := g.send(i, fmt.Sprintf("send.%v.%s%s", i.Op, accessType(i), components(len(i.Args)-1)), false)
	m.src = []operand{address, data}
	m.addressed(i)
	m.rest = bindingOf(i)
}

// addressed puts the offset to the address of a message.
func (m *instruction) addressed(i *llir.Instr) {
	m.src[0].offset, m.src[0].private = i.Message.Offset, i.Op == llir.PrivateLoad || i.Op == llir.PrivateStore
}

func (g *generator) atomic(i *llir.Instr) {
	address := g.alone(i.Args[0], llir.U32, false)
	var src = []operand{address}
	if len(i.Args) > 1 {
		src = append(src, g.data(i.Args[1:], i.Type))
	}
	var answer *virtual
	if len(i.Results) > 0 && (g.uses[i.Results[0]] > 0 || i.Message.Atomic == llir.AtomicLoad) {
		answer = g.answer(i.Results, false)
	}
	m := g.send(i, fmt.Sprintf("send.%v.%s.%v", i.Op, machineType[i.Type], i.Message.Atomic), false)
	if m.src = src; answer != nil {
		m.dst, m.hasDst, m.written = operand{v: answer}, true, answer.bytes
	}
	m.addressed(i)
	m.rest = bindingOf(i)
}

// block32 reads whole registers that are the same for all lanes: eight words of constants, or a size.
func (g *generator) block32(i *llir.Instr) {
	v := &virtual{bytes: registerBytes}
	for n, r := range i.Results {
		g.places[r] = place{v: v, at: n * wordBytes, same: true}
	}
	m := g.send(i, "send."+i.Op.String(), false)
	m.dst, m.hasDst = operand{v: v}, true
	if i.Op == llir.LoadConstant {
		m.rest = fmt.Sprintf("%+d, b%d", i.Message.Offset, i.Message.Binding)
		return
	}
	m.rest = fmt.Sprintf("b%d", i.Message.Binding)
}

// addNumbers puts 0 and 1 after the components of a texel.
func (g *generator) addNumbers(answer *virtual, t llir.Type) {
	set, one := answer.bytes/texelComponents, uint32(1)
	if t == llir.F32 {
		one = math.Float32bits(1)
	}
	for n, bits := range []uint32{0, one} {
		d := operand{v: answer, at: answer.bytes + n*set, t: machineType[t]}
		g.op("mov", false, &d, operand{t: d.t, bits: bits})
	}
	answer.bytes += 2 * set
	answer.numbers = true
}

const coordinateLetters = "xyzwv"

// texture makes a message to the sampler.
func (g *generator) texture(i *llir.Instr) {
	m := &i.Message
	src := []operand{g.coordinates(i.Args[:m.Coords])}
	name := "send." + i.Op.String()
	rest := fmt.Sprintf("b%d", m.Binding)
	switch i.Op {
	case llir.TexelStore:
		name += components(len(i.Args) - m.Coords)
		src = append(src, g.data(i.Args[m.Coords:], i.Type))
	case llir.Dimensions:
	case llir.Texel:
		name += components(len(i.Results))
	default:
		name += components(len(i.Results))
		if gradients := i.Args[m.Coords:]; len(gradients) > 0 {
			src = append(src, operand{v: g.group(gradients, llir.F32, false)})
		}
		rest += fmt.Sprintf(", s%d", m.Sampler)
	}
	var answer *virtual
	written := 0
	if len(i.Results) > 0 {
		answer = g.answer(i.Results, false)
		if written = answer.bytes; g.isChosenFrom(i.Results) {
			g.addNumbers(answer, g.k.TypeOf(i.Results[0]))
		}
	}
	s := g.send(i, name+"."+coordinateLetters[:m.Coords], false)
	if s.src, s.rest = src, rest; answer != nil {
		s.dst, s.hasDst, s.written = operand{v: answer}, true, written
	}
	if m.Texels != [3]int{} {
		s.texels = fmt.Sprintf("texels %d %d %d", m.Texels[0], m.Texels[1], m.Texels[2])
	}
}

// coordinates are register sets, each of the type of its value.
func (g *generator) coordinates(values []llir.Value) operand {
	set := g.set(llir.U32)
	if v := g.inputsInRow(values); v != nil {
		return operand{v: v}
	}
	v := &virtual{bytes: set * len(values)}
	for n, x := range values {
		t := machineType[g.k.TypeOf(x)]
		d := operand{v: v, at: n * set, t: t}
		g.op("mov", false, &d, g.source(x, t, true, false))
	}
	return operand{v: v}
}

// inputsInRow is the register of values that the thread is given in register sets one after the other, as the components of a location are; nil: they are not.
func (g *generator) inputsInRow(values []llir.Value) *virtual {
	set := g.set(llir.U32)
	var row *virtual
	for n, x := range values {
		p := g.places[x]
		if p.v == nil || p.negate || p.abs || p.lazy || p.same || p.at != 0 || p.v.bytes != set {
			return nil
		}
		root, at := p.v.root()
		switch {
		case !root.fixed || p.v.joined != nil && (root.bytes != set*len(values) || at != set*n) || n > 0 && (p.v.joined != nil) != (row != nil):
			return nil
		case p.v.joined != nil && n > 0 && root != row:
			return nil
		case p.v.joined == nil && n > 0 && p.v.place != g.places[values[0]].v.place+set*n:
			return nil
		case p.v.joined != nil:
			row = root
		}
	}
	if row == nil && len(values) > 1 {
		row = &virtual{bytes: set * len(values), fixed: true, place: g.places[values[0]].v.place, first: -1, last: -1}
		for n, x := range values {
			g.places[x].v.joined, g.places[x].v.joinedAt = row, set*n
		}
	}
	return row
}

// finish ends the thread, with what it gives.
func (g *generator) finish(i *llir.Instr) {
	switch i.Op {
	case llir.End:
		g.add(&instruction{op: "send.end", last: true})
	case llir.Color:
		name := "send.color" + components(len(i.Args))
		if len(i.Args) > mostComponents {
			name = "send.color_depth.4"
		}
		v := g.group(i.Args, llir.F32, false)
		g.add(&instruction{op: name, src: []operand{{v: v}}, last: true, tags: i.Tags})
	case llir.Result:
		g.results(i)
	}
}

// sendResult begins the messages of vertices.
const sendResult = "send.result"

// results are register sets one after the other; a message names four registers at most.
func (g *generator) results(i *llir.Instr) {
	v := g.group(i.Args, llir.F32, false)
	count := v.bytes / registerBytes
	for n := 0; n < count; n += mostComponents {
		m := min(mostComponents, count-n)
		s := &instruction{op: sendResult + components(m), src: []operand{{v: v, at: n * registerBytes}}, rest: fmt.Sprintf("+%d", n*registerBytes)}
		s.last = n+m == count
		g.add(s)
	}
}
