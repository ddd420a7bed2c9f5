package asm

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tilemark/hw/isa"
	"tilemark/text/near"
)

// parser reads the tokens of a line. After the first mistake it reads on, but reports no other.
type parser struct {
	tokens []token
	at     int
	err    *Error
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.kind != end {
		p.at++
	}
	return t
}

func (p *parser) fail(t token, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{Col: t.col, Message: fmt.Sprintf(format, args...)}
	}
}

// accept takes a mark if it is the next token.
func (p *parser) accept(text string) bool {
	if t := p.peek(); t.kind == mark && t.text == text {
		p.at++
		return true
	}
	return false
}

func (p *parser) expect(text string) {
	if t := p.peek(); !p.accept(text) {
		p.fail(t, "%s, expected %q", t, text)
	}
}

func (p *parser) atEnd() {
	if t := p.peek(); t.kind != end {
		p.fail(t, "%s, expected the end of the line", t)
	}
}

func (p *parser) word(what string) string {
	t := p.next()
	if t.kind != word {
		p.fail(t, "%s, expected %s", t, what)
	}
	return t.text
}

// oneOf reads a name of a list and returns its value.
func (p *parser) oneOf(what string, names map[uint32]string) uint32 {
	t := p.next()
	for v, name := range names {
		if name == t.text && name != "" {
			return v
		}
	}
	list := slices.Sorted(maps.Values(names))
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	p.fail(t, "%s, expected %s%s", t, what, near.Suggest(t.text, list, ": one of "+strings.Join(list, ", ")))
	return 0
}

// count reads a number from 0 to most.
func (p *parser) count(what string, most int) int {
	t := p.next()
	v, err := strconv.ParseUint(t.text, 0, 32)
	if t.kind != number || err != nil || v > uint64(most) || octal(t.text) {
		p.fail(t, "%s, expected %s: a number from 0 to %d", t, what, most)
		return 0
	}
	return int(v)
}

// numbered reads a word of a prefix and a number below most, such as r12.
func (p *parser) numbered(prefix, what string, most int) int {
	t := p.next()
	rest, ok := strings.CutPrefix(t.text, prefix)
	v, err := strconv.ParseUint(rest, 10, 16)
	if t.kind != word || !ok || err != nil || v >= uint64(most) || len(rest) > 1 && rest[0] == '0' {
		p.fail(t, "%s, expected %s: %s0 to %s%d", t, what, prefix, prefix, most-1)
		return 0
	}
	return int(v)
}

// opcodes are the opcodes by the names of their operations.
var opcodes = func() map[string]uint8 {
	m := map[string]uint8{}
	for op := range isa.Operations {
		if name := isa.Operations[op].Name; name != "" {
			m[name] = uint8(op)
		}
	}
	return m
}()

func (p *parser) instruction() (it item) {
	in := &it.in
	in.Size, in.Swizzle = isa.SizeThread, isa.OwnOrder
	flagGiven := p.predicate(in)
	t := p.next()
	op, ok := opcodes[t.text]
	switch {
	case t.text == "sub":
		p.fail(t, "there is no sub: add with a negated source, as in add r1:d, r2:d, -r3:d")
		return it
	case t.kind != word || !ok:
		p.fail(t, "%s, expected an operation%s", t, near.Suggest(t.text, slices.Sorted(maps.Keys(opcodes)), ""))
		return it
	}
	in.Op = op
	switch isa.Operations[op].Format {
	case isa.FormatFlow:
		p.flow(&it)
	case isa.FormatSend:
		p.send(&it)
	default:
		p.suffixes(in, flagGiven)
		if t := p.peek(); isa.Operations[op].Allows&isa.AllowsSpecial != 0 && t.text == "(" {
			p.fail(t, "%s is for one lane, expected no size", isa.Operations[op].Name)
		}
		p.size(in)
		p.operands(in)
	}
	p.attributes(&it)
	p.atEnd()
	return it
}

// predicate reads `(~f1.any)`.
func (p *parser) predicate(in *isa.Instruction) bool {
	if !p.accept("(") {
		return false
	}
	in.Predicate = isa.PredicateLane
	in.Invert = p.accept("~")
	in.Flag = uint8(p.numbered("f", "a flag register", 4))
	if p.accept(".") {
		switch t := p.next(); t.text {
		case "any":
			in.Predicate = isa.PredicateAny
		case "all":
			in.Predicate = isa.PredicateAll
		default:
			p.fail(t, "%s, expected any or all", t)
		}
	}
	p.expect(")")
	return true
}

// suffixes reads `.sat`, a condition, and its flag register.
func (p *parser) suffixes(in *isa.Instruction, flagGiven bool) {
	for p.accept(".") {
		t := p.peek()
		switch {
		case t.text == "sat" && !in.Saturate:
			p.next()
			in.Saturate = true
		case in.Condition == isa.ConditionNone:
			in.Condition = uint8(p.oneOf("sat or a condition", conditions))
		default:
			flag := uint8(p.numbered("f", "a flag register", 4))
			if flagGiven && flag != in.Flag {
				p.fail(t, "%s, expected f%d: predicate and condition use the same flag register", t, in.Flag)
			}
			in.Flag = flag
		}
	}
}

// conditions are those that have names in text.
var conditions = func() map[uint32]string {
	m := maps.Clone(isa.ConditionNames)
	delete(m, isa.ConditionNone)
	return m
}()

// sizes are numbers of lanes.
var sizes = map[int]uint8{1: isa.SizeLanes1, 2: isa.SizeLanes2, 4: isa.SizeLanes4, 8: isa.SizeLanes8, 16: isa.SizeLanes16, 32: isa.SizeLanes32}

// size reads `(8@16)`.
func (p *parser) size(in *isa.Instruction) {
	if !p.accept("(") {
		return
	}
	t := p.peek()
	size, ok := sizes[p.count("lanes", 32)]
	if !ok {
		p.fail(t, "%s lanes, expected 1, 2, 4, 8, 16 or 32", t)
	}
	in.Size = size
	if p.accept("@") {
		t := p.peek()
		first := p.count("a first lane", 24)
		if first%8 != 0 {
			p.fail(t, "%s, expected a multiple of 8", t)
		}
		in.Group = uint8(first / 8)
	}
	p.expect(")")
}

// operands reads destination and sources.
func (p *parser) operands(in *isa.Instruction) {
	op := &isa.Operations[in.Op]
	if op.Allows&isa.AllowsSpecial != 0 {
		p.special(in)
		return
	}
	p.destination(in)
	for k := range op.Sources {
		p.expect(",")
		p.source(in, k, k == op.Sources-1)
	}
}

// special reads the operands of rdsr and wrsr.
func (p *parser) special(in *isa.Instruction) {
	in.Size, in.NoMask, in.Immediate = isa.SizeLanes1, true, true
	if isa.Operations[in.Op].Allows&isa.AllowsWrite == 0 {
		p.destination(in)
		p.expect(",")
		in.Number = p.specialRegister()
		in.Src[0].Type = isa.TypeUd
		return
	}
	in.Dst = isa.Destination{Type: isa.TypeUd, Null: true}
	in.Number = p.specialRegister()
	p.expect(",")
	in.Src[1].Type = isa.TypeUd
	t := p.peek()
	if p.source(in, 0, false); in.Src[0].Region != isa.RegionScalar {
		p.fail(t, "a source of one lane was expected: <0>")
	}
}

// specialRegister reads a name, or `stack+3`.
func (p *parser) specialRegister() uint32 {
	v := p.oneOf("a special register", isa.SpecialNames)
	if v == isa.SpecialStack && p.accept("+") {
		v += uint32(p.count("a word of the stack", isa.SpecialStackEnd-isa.SpecialStack))
	}
	return v
}

// register reads `r5.3`, with the place in elements of a type that follows, so the place is returned.
func (p *parser) register() (reg uint8, element int, at token) {
	reg = uint8(p.numbered("r", "a register", isa.Registers))
	if at = p.peek(); p.accept(".") {
		element = p.count("an element", 31)
	}
	return reg, element, at
}

// typed reads `:f`, and turns an element into bytes.
func (p *parser) typed(element int, at token) (typ, sub uint8) {
	if t := p.peek(); t.text != ":" {
		p.fail(t, "%s, expected a type: each operand and each number has one, as in r5:f or 15:ud", t)
	}
	p.expect(":")
	typ = uint8(p.oneOf("a type", isa.TypeNames))
	bytes := element * isa.Bytes(typ)
	if bytes >= isa.RegisterSize {
		p.fail(at, "element %d of %s is in another register: it has %d", element, isa.TypeNames[uint32(typ)], isa.RegisterSize/isa.Bytes(typ))
		return typ, 0
	}
	return typ, uint8(bytes)
}

// region reads `<2>`; otherwise without one.
func (p *parser) region(what string, names map[uint32]string, otherwise uint8) uint8 {
	t := p.peek()
	if !p.accept("<") {
		return otherwise
	}
	name := p.next()
	p.expect(">")
	for v, n := range names {
		if n == "<"+name.text+">" {
			return uint8(v)
		}
	}
	p.fail(t, "<%s>, expected %s: one of %s", name.text, what, strings.Join(slices.Sorted(maps.Values(names)), ", "))
	return 0
}

func (p *parser) destination(in *isa.Instruction) {
	if p.peek().text == "null" {
		p.next()
		in.Dst.Null = true
		in.Dst.Type, _ = p.typed(0, p.peek())
		return
	}
	reg, element, at := p.register()
	in.Dst.Reg, in.Dst.Stride = reg, p.region("a stride", isa.StrideNames, isa.StridePacked)
	in.Dst.Type, in.Dst.Sub = p.typed(element, at)
}

// source reads a source in registers, or a number when it is the last.
func (p *parser) source(in *isa.Instruction, k int, last bool) {
	s := &in.Src[k]
	negate := p.accept("-")
	if t := p.peek(); t.kind == number || t.text == "inf" {
		if !last {
			p.fail(t, "a number, but only the last source can be one")
		}
		p.number(in, k, negate)
		return
	}
	s.Negate = negate
	s.Abs = p.accept("|")
	reg, element, at := p.register()
	if s.Abs {
		p.expect("|")
	}
	s.Reg, s.Region = reg, p.region("a region", isa.RegionNames, isa.RegionPacked)
	s.Type, s.Sub = p.typed(element, at)
	if t := p.peek(); p.accept("[") {
		if k > 0 {
			p.fail(t, "a swizzle, but only source 0 has one")
		}
		in.Swizzle = p.swizzle()
		p.expect("]")
	}
}

// letters of a swizzle.
const letters = "xyzw"

func (p *parser) swizzle() (v uint8) {
	t := p.next()
	if len(t.text) != 4 || strings.Trim(t.text, letters) != "" {
		p.fail(t, "%s, expected a swizzle: four of x, y, z and w", t)
		return isa.OwnOrder
	}
	for k := range t.text {
		v |= uint8(strings.IndexByte(letters, t.text[k])) << (2 * k)
	}
	return v
}

// flow reads the levels and the target of control flow.
func (p *parser) flow(it *item) {
	allows := isa.Operations[it.in.Op].Allows
	if allows&isa.AllowsLevels != 0 {
		it.in.Levels = 1
		if p.accept(".") {
			it.in.Levels = uint8(p.count("loops", isa.StackEntries-1))
		}
	}
	t := p.peek()
	if allows&isa.AllowsTarget == 0 || t.kind == end || t.text == "{" {
		return
	}
	if negative := p.accept("-"); negative || p.accept("+") {
		it.relative = true
		t := p.peek()
		v := int64(p.count("bytes", math.MaxInt32+1))
		if negative {
			v = -v
		}
		if it.in.Target = int32(v); int64(it.in.Target) != v {
			p.fail(t, "%s, expected bytes: a number up to %d", t, math.MaxInt32)
		}
		return
	}
	it.labelCol = t.col
	it.label = p.word("a label")
}

// messages are the codes of messages by their names.
var messages = func() map[uint32]string {
	m := map[uint32]string{}
	for code := range isa.Messages {
		if name := isa.Messages[code].Name; name != "" {
			m[uint32(code)] = name
		}
	}
	return m
}()

// send reads `.load.f.4 (8) r10, r4+16, b0`.
func (p *parser) send(it *item) {
	in := &it.in
	m := &in.Message
	p.expect(".")
	m.Code = uint8(p.oneOf("a message", messages))
	about := &isa.Messages[m.Code]
	if about.Uses&isa.UsesType != 0 {
		if t := p.peek(); t.text != "." {
			p.fail(t, "%s, expected the type of what %s moves, as in send.%s.f", t, about.Name, about.Name)
		}
		p.expect(".")
		m.Type = uint8(p.oneOf("a type", isa.TypeNames))
	}
	if t := p.peek(); about.Uses&isa.UsesCount != 0 && t.text == "." && p.tokens[p.at+1].kind == number {
		p.next()
		t := p.peek()
		n, err := strconv.Atoi(t.text)
		if err != nil || n < 1 || n > 4 {
			p.fail(t, "%s, expected a number of components from 1 to 4", t)
		}
		p.next()
		m.Count = uint8(n - 1)
	}
	if about.Uses&isa.UsesCoordinates != 0 {
		m.Type = p.coordinates(about)
	}
	if about.Uses&isa.UsesAtomic != 0 {
		p.expect(".")
		m.Operation = uint8(p.oneOf("an atomic operation", isa.AtomicNames))
	}
	p.size(in)
	p.payloads(in, about)
}

// payloads reads the operands that a message has. An atomic returns when it has an operand more.
func (p *parser) payloads(in *isa.Instruction, about *isa.Message) {
	m := &in.Message
	first := true
	comma := func() {
		if !first {
			p.expect(",")
		}
		first = false
	}
	data := about.BringsData() && !(about.Uses&isa.UsesAtomic != 0 && m.Operation == isa.AtomicLoad)
	in.Dst.Null = about.Answers == 0
	if about.Answers == isa.AnswersReturns {
		m.Returns = p.registersAhead() > 1+int(count(data))
		in.Dst.Null = !m.Returns
	}
	if !in.Dst.Null {
		comma()
		in.Dst.Reg = uint8(p.numbered("r", "a register for the answer", isa.Registers))
	}
	if about.BringsAddress() {
		comma()
		m.Address = uint8(p.numbered("r", "a register with addresses", isa.Registers))
		if !about.HasPlace() && about.Sends&isa.SendsCoordinates == 0 {
			p.offset(m, about)
		}
	}
	if data {
		comma()
		m.Data = uint8(p.numbered("r", "a register with data", isa.Registers))
	}
	if about.HasPlace() {
		if t := p.peek(); t.text != "," && !first {
			p.fail(t, "%s, expected an offset, as in , +0", t)
		}
		comma()
		p.offset(m, about)
	}
	if about.Uses&isa.UsesBinding != 0 {
		if t := p.peek(); t.text != "," && !first {
			p.fail(t, "%s, expected a binding, as in b0; operands of send have no types", t)
		}
		comma()
		m.Binding = uint8(p.numbered("b", "a binding", 256))
	}
	if about.Uses&isa.UsesSampler != 0 {
		comma()
		m.Operation = uint8(p.numbered("s", "a sampler", 16))
	}
}

func count(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// registersAhead counts the registers that are still to come in the line.
func (p *parser) registersAhead() (n int) {
	for _, t := range p.tokens[p.at:] {
		if t.kind == word && t.text[0] == 'r' && len(t.text) > 1 && digit(t.text[1]) {
			n++
		}
	}
	return n
}

// offset reads `+16` or `-16`, which may be left out after an address.
func (p *parser) offset(m *isa.Send, about *isa.Message) {
	t := p.peek()
	negative := p.accept("-")
	if !negative && !p.accept("+") {
		if about.HasPlace() {
			p.fail(t, "%s, expected an offset: +0", t)
		}
		return
	}
	v := p.count("bytes", 1<<30)
	if negative {
		v = -v
	}
	if v != int(int16(v)) {
		p.fail(t, "an offset of %d bytes, expected -32768 to 32767", v)
	}
	m.Offset = int16(v)
}

// attributes reads `{nomask, nos fog target}`.
func (p *parser) attributes(it *item) {
	if !p.accept("{") {
		return
	}
	op := &isa.Operations[it.in.Op]
	send := op.Format == isa.FormatSend
	for {
		t := p.next()
		if (t.text == "nc" || t.text == "last") && !send || t.text == "texels" && (!send || isa.Messages[it.in.Message.Code].Uses&isa.UsesTexels == 0) {
			p.fail(t, "%s does not have %s", op.Name, t.text)
			return
		}
		switch t.text {
		case "nomask":
			it.in.NoMask = true
		case "native":
			it.native = true
		case "nc":
			it.in.Message.NonCacheable = true
		case "last":
			it.in.Message.Last = true
		case "texels":
			it.in.Message.Offset = p.texels()
		case "nos":
			p.tags(it)
		default:
			p.fail(t, "%s, expected nomask, native, nos, nc, texels or last", t)
		}
		if p.err != nil || !p.accept(",") {
			break
		}
	}
	p.expect("}")
}
