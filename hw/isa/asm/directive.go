package asm

import (
	"slices"
	"sort"

	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
	"tilemark/text/near"
)

// directives are read by their names.
var directives = map[string]func(*assembler, *parser){
	"kernel":  func(a *assembler, p *parser) { a.k.Name = p.word("a name") },
	"stage":   func(a *assembler, p *parser) { a.k.Stage = uint8(p.oneOf("a stage", isa.StageNames)) },
	"lanes":   func(a *assembler, p *parser) { a.k.Lanes = p.count("lanes", 32) },
	"shared":  func(a *assembler, p *parser) { a.k.Shared = p.count("bytes", 1<<30) },
	"scratch": func(a *assembler, p *parser) { a.k.Scratch = p.count("bytes", 1<<30) },
	"args":    func(a *assembler, p *parser) { a.k.Args = p.count("arguments", 1<<16) },
	"cta": func(a *assembler, p *parser) {
		for d := range a.k.CTA {
			a.k.CTA[d] = p.count("lanes", 1<<16)
		}
	},
	"inputs":     (*assembler).inputs,
	"attributes": func(a *assembler, p *parser) { a.k.Attributes = p.count("attributes", kernel.MostAttributes) },
	"flat":       (*assembler).flat,
	"early":      func(a *assembler, p *parser) { a.k.Early = true },
	"idempotent": func(a *assembler, p *parser) { a.k.Idempotent = true },
	"binding":    (*assembler).binding,
	"sampler":    (*assembler).sampler,
	"compiled":   (*assembler).compiled,
	"enqueue":    (*assembler).enqueue,
}

func directiveNames() []string {
	var names []string
	for n := range directives {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// several are the directives of which a kernel has several.
var several = []string{"flat", "binding", "sampler", "compiled", "enqueue"}

// directive reads a line that begins with a point.
func (a *assembler) directive(p *parser) {
	p.next()
	name := p.next()
	read, ok := directives[name.text]
	if !ok {
		p.fail(name, "unknown directive %s%s", name, near.Suggest(name.text, directiveNames(), ""))
		return
	}
	if !slices.Contains(several, name.text) && a.given[name.text] > 0 {
		p.fail(name, ".%s stands twice", name.text)
		return
	}
	a.given[name.text] = a.line
	read(a, p)
	p.atEnd()
}

// binding reads `.binding 2 buffer read write`.
func (a *assembler) binding(p *parser) {
	at := p.peek()
	b := kernel.Binding{Number: uint8(p.count("a binding", 255)), Kind: uint8(p.oneOf("a kind of binding", isa.BindingKindNames))}
	for p.err == nil && p.peek().kind == word {
		switch t := p.next(); t.text {
		case "read":
			b.Read = true
		case "write":
			b.Write = true
		default:
			p.fail(t, "%s, expected read or write", t)
		}
	}
	if !b.Read && !b.Write {
		b.Read = true
	}
	if p.err == nil && slices.ContainsFunc(a.k.Bindings, func(o kernel.Binding) bool { return o.Number == b.Number }) {
		p.fail(at, "binding %d stands twice", b.Number)
		return
	}
	a.given[kernel.BindingDirective(b.Number)] = a.line
	a.k.Bindings = append(a.k.Bindings, b)
	slices.SortFunc(a.k.Bindings, func(x, y kernel.Binding) int { return int(x.Number) - int(y.Number) })
}

// inputs reads `.inputs 12`.
func (a *assembler) inputs(p *parser) {
	at := p.peek()
	if a.k.Inputs = p.count("registers", isa.Registers); p.err == nil && a.k.Inputs == 0 {
		p.fail(at, "%s registers, expected 1 to %d; a thread has r0", at, isa.Registers)
	}
}

// flat reads `.flat 4`.
func (a *assembler) flat(p *parser) {
	at := p.peek()
	n := p.count("an attribute", kernel.MostAttributes-1)
	if p.err == nil && a.k.Flat>>n&1 != 0 {
		p.fail(at, "attribute %d stands twice", n)
	}
	a.k.Flat |= 1 << n
}

// sampler reads `.sampler 1`.
func (a *assembler) sampler(p *parser) {
	at := p.peek()
	n := p.count("a sampler", 15)
	if p.err == nil && a.k.Samplers>>n&1 != 0 {
		p.fail(at, "sampler %d stands twice", n)
	}
	a.k.Samplers |= 1 << n
}

// compiled reads `.compiled texture.srgb[2] 1`.
func (a *assembler) compiled(p *parser) {
	at := p.peek()
	c := kernel.Compiled{}
	c.Value, c.Index = p.value()
	c.To = p.bits()
	if p.err == nil && slices.ContainsFunc(a.k.Compiled, func(o kernel.Compiled) bool { return o.Value == c.Value && o.Index == c.Index }) {
		p.fail(at, "%s stands twice", kernel.ValueText(c.Value, c.Index))
	}
	a.k.Compiled = append(a.k.Compiled, c)
}

// enqueue reads `.enqueue quicksort`. A kernel's number is its place among these lines.
func (a *assembler) enqueue(p *parser) {
	at := p.peek()
	name := p.word("the name of a kernel")
	if p.err == nil && slices.Contains(a.k.Enqueues, name) {
		p.fail(at, "kernel %s stands twice", name)
	}
	a.k.Enqueues = append(a.k.Enqueues, name)
}
