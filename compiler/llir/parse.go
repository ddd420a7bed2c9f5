package llir

import (
	"fmt"
	"strconv"
	"strings"

	"tilemark/hw/isa"
)

// SyntaxError is a line of text that is not of the IR.
type SyntaxError struct {
	Line int // from 1
	Text string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%d: %s", e.Line, e.Text) }

// Parse reads what String writes. The kernel is verified; errors have their line where there is one.
func Parse(text string) (k *Kernel, err error) {
	p := &parser{lines: strings.Split(text, "\n"), k: &Kernel{}}
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(*SyntaxError)
			if !ok {
				panic(r)
			}
			k, err = nil, s
		}
	}()
	p.header()
	p.k.Body = p.region(nil)
	if err := p.k.Verify(); err != nil {
		return nil, err
	}
	return p.k, nil
}

type parser struct {
	lines []string
	at    int
	words []string // of the line that are left
	k     *Kernel
}

func (p *parser) fail(format string, args ...any) {
	panic(&SyntaxError{p.at, fmt.Sprintf(format, args...)})
}

// line takes the words of the next line that has some; false at the end.
func (p *parser) line() bool {
	for p.at < len(p.lines) {
		p.words = words(p.lines[p.at])
		p.at++
		if len(p.words) > 0 {
			return true
		}
	}
	return false
}

// words are names, numbers, and single characters of punctuation.
func words(line string) (list []string) {
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		n := strings.IndexAny(line, " (),={}[]*@")
		switch {
		case n < 0:
			n = len(line)
		case n == 0:
			n = 1
		}
		list = append(list, line[:n])
		line = line[n:]
	}
	return list
}

func (p *parser) next() string {
	if len(p.words) == 0 {
		p.fail("the line ends too early")
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w
}

func (p *parser) peek() string {
	if len(p.words) == 0 {
		return ""
	}
	return p.words[0]
}

func (p *parser) want(w string) {
	if got := p.next(); got != w {
		p.fail("%q, expected %q", got, w)
	}
}

func (p *parser) number() int {
	w := p.next()
	n, err := strconv.ParseInt(w, 0, 64)
	if err != nil {
		p.fail("%q, expected a number", w)
	}
	return int(n)
}

// after takes `name=` and the number after it.
func (p *parser) after(name string) int {
	p.want(name)
	p.want("=")
	return p.number()
}

func (p *parser) truth(name string) bool {
	p.want(name)
	p.want("=")
	return p.next() == "true"
}

// one is the place of a name in a list.
func (p *parser) one(w string, names []string) int {
	for n, x := range names {
		if x == w {
			return n
		}
	}
	p.fail("%q, expected one of %v", w, names)
	return 0
}

func (p *parser) header() {
	if !p.line() {
		p.at++
		p.fail("there is no kernel")
	}
	p.want("kernel")
	p.k.Name = p.next()
	p.k.Stage = Stage(p.one(p.next(), stageNames[:]))
	p.k.CTA[0] = p.after("cta")
	for n := 1; n < 3; n++ {
		p.want(",")
		p.k.CTA[n] = p.number()
	}
	p.k.Shared, p.k.Private, p.k.Samplers = p.after("shared"), p.after("private"), p.after("samplers")
	p.k.Attributes, p.k.Flat = p.after("attributes"), uint16(p.after("flat"))
	for p.at < len(p.lines) && strings.HasPrefix(p.lines[p.at], "binding ") {
		p.line()
		p.next()
		p.number()
		b := Binding{Kind: BindingKind(p.one(p.next(), bindingNames[:]))}
		b.Read, b.Write = p.truth("read"), p.truth("write")
		if len(p.words) > 0 {
			b.Name = p.next()
		}
		p.k.Bindings = append(p.k.Bindings, b)
	}
}

// region reads instructions up to the end of a body, or of the text.
func (p *parser) region(params []Value) *Region {
	r := &Region{Params: params}
	for p.line() {
		if p.peek() == "}" {
			return r
		}
		r.Code = append(r.Code, p.instruction())
	}
	return r
}

// value reads %NUMBER.
func (p *parser) value() Value {
	w := p.next()
	n, err := strconv.ParseUint(strings.TrimPrefix(w, "%"), 10, 24)
	if err != nil || !strings.HasPrefix(w, "%") || n == 0 {
		p.fail("%q, expected a value such as %%5", w)
	}
	return Value(n)
}

// made reads %NUMBER:TYPE.
func (p *parser) made() Value {
	w := p.next()
	name, t, ok := strings.Cut(w, ":")
	if !ok {
		p.fail("%q, expected a value with its type, such as %%5:f32", w)
	}
	p.words = append([]string{name}, p.words...)
	v := p.value()
	for p.k.Values() <= int(v) {
		p.k.New(Void)
	}
	p.k.types[v] = Type(p.one(t, typeNames[:]))
	return v
}

func (p *parser) list(item func() Value) (values []Value) {
	p.want("(")
	for p.peek() != ")" {
		if len(values) > 0 {
			p.want(",")
		}
		values = append(values, item())
	}
	p.want(")")
	return values
}

func (p *parser) instruction() *Instr {
	i := &Instr{}
	for strings.HasPrefix(p.peek(), "%") {
		i.Results = append(i.Results, p.made())
		if p.peek() == "," {
			p.next()
			continue
		}
		p.want("=")
		break
	}
	p.operation(i)
	switch i.Op {
	case Const, Input, Swizzle, Result:
		i.Bits = uint32(p.number())
	case State, Component:
		i.Bits = p.state()
	case Break:
		i.Level = p.number()
	}
	if p.peek() == "[" {
		p.message(&i.Message)
	}
	if p.peek() == "(" {
		i.Args = p.list(p.value)
	}
	if i.Op == RepeatIf {
		p.want("exit")
		i.Exit = p.list(p.value)
	}
	for p.peek() == "nos" {
		p.next()
		part := p.named(isa.PatchPartNames)
		p.want("=")
		value, index := StateOf(p.state())
		i.Tags = append(i.Tags, Tag{Value: value, Index: index, Part: uint8(part)})
	}
	p.bodies(i)
	if len(p.words) > 0 {
		p.fail("%q after the instruction", p.words[0])
	}
	return i
}

// state reads NAME or NAME#INDEX, a value of state.
func (p *parser) state() uint32 {
	name, index, several := strings.Cut(p.next(), "#")
	n := uint64(0)
	if several {
		var err error
		if n, err = strconv.ParseUint(index, 10, 8); err != nil {
			p.fail("%q, expected a number up to 255", index)
		}
	}
	p.words = append([]string{name}, p.words...)
	return StateBits(uint8(p.named(isa.NosValueNames)), uint8(n))
}

// named is the number of a name of a table.
func (p *parser) named(names map[uint32]string) uint32 {
	w := p.next()
	for n, name := range names {
		if name == w {
			return n
		}
	}
	p.fail("%q, expected a name of the state", w)
	return 0
}

// operation reads the name, with condition and type.
func (p *parser) operation(i *Instr) {
	parts := strings.Split(p.next(), ".")
	for op := range shapes {
		if shapes[op].name == parts[0] && op > 0 {
			i.Op = Op(op)
		}
	}
	if i.Op == Nothing {
		p.fail("no operation %q", parts[0])
	}
	parts = parts[1:]
	if i.Op == Compare && len(parts) > 0 {
		i.Cond = Cond(p.one(parts[0], condNames[:]))
		parts = parts[1:]
	}
	if len(parts) > 0 {
		i.Type = Type(p.one(parts[0], typeNames[:]))
	}
}

func (p *parser) prefixed(prefix string) int {
	w := p.next()
	n, err := strconv.Atoi(strings.TrimPrefix(w, prefix))
	if err != nil {
		p.fail("%q, expected %s and a number", w, prefix)
	}
	return n
}

func (p *parser) message(m *Message) {
	p.want("[")
	m.Binding, m.Sampler, m.Offset = p.prefixed("b"), p.prefixed("s"), p.number()
	p.want("*")
	m.Count, m.Format = p.number(), Format(p.number())
	m.Atomic = Atomic(p.one(p.next(), atomicNames[:]))
	p.want("@")
	m.Coords = p.number()
	for n := range m.Texels {
		if n > 0 {
			p.want(",")
		}
		m.Texels[n] = p.number()
	}
	p.want("]")
}

// bodies reads those of a construct.
func (p *parser) bodies(i *Instr) {
	var params []Value
	if i.Op == Loop {
		p.want("params")
		params = p.list(p.made)
	}
	if i.Op != If && !i.Op.Breakable() {
		return
	}
	p.want("{")
	i.Bodies = append(i.Bodies, p.region(params))
	p.want("}")
	if i.Op == If {
		p.want("else")
		p.want("{")
		i.Bodies = append(i.Bodies, p.region(nil))
		p.want("}")
	}
}
