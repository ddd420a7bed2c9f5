package llir

import (
	"fmt"
	"strings"

	"tilemark/hw/isa"
)

// String writes a kernel as text, which Parse reads.
func (k *Kernel) String() string {
	p := &printer{k: k}
	fmt.Fprintf(&p.out, "kernel %s %v cta=%d,%d,%d shared=%d private=%d samplers=%d attributes=%d flat=%#x\n", k.Name, k.Stage, k.CTA[0], k.CTA[1], k.CTA[2], k.Shared, k.Private,
		k.Samplers, k.Attributes, k.Flat)
	for n, b := range k.Bindings {
		fmt.Fprintf(&p.out, "binding %d %v read=%t write=%t %s\n", n, b.Kind, b.Read, b.Write, b.Name)
	}
	p.region(k.Body, 1)
	return p.out.String()
}

type printer struct {
	k   *Kernel
	out strings.Builder
}

func (p *printer) region(r *Region, depth int) {
	for _, i := range r.Code {
		p.out.WriteString(strings.Repeat("  ", depth))
		p.instruction(i)
		for n, b := range i.Bodies {
			if n > 0 {
				p.out.WriteString(strings.Repeat("  ", depth) + "} else {\n")
			}
			p.region(b, depth+1)
		}
		if len(i.Bodies) > 0 {
			p.out.WriteString(strings.Repeat("  ", depth) + "}\n")
		}
	}
}

// instruction writes RESULTS = OP.TYPE ATTRIBUTES (ARGS) and what follows it in its line.
func (p *printer) instruction(i *Instr) {
	for n, v := range i.Results {
		if n > 0 {
			p.out.WriteString(", ")
		}
		fmt.Fprintf(&p.out, "%%%d:%v", v, p.k.TypeOf(v))
	}
	if len(i.Results) > 0 {
		p.out.WriteString(" = ")
	}
	p.out.WriteString(i.Op.String())
	if i.Op == Compare {
		fmt.Fprintf(&p.out, ".%v", i.Cond)
	}
	if i.Type != Void {
		fmt.Fprintf(&p.out, ".%v", i.Type)
	}
	switch i.Op {
	case State, Component:
		fmt.Fprintf(&p.out, " %s", stateText(i.Bits))
	case Const, Input, Swizzle, Result:
		fmt.Fprintf(&p.out, " %#x", i.Bits)
	case Break:
		fmt.Fprintf(&p.out, " %d", i.Level)
	}
	p.message(i)
	if len(i.Args) > 0 {
		fmt.Fprintf(&p.out, " (%s)", list(i.Args))
	}
	if i.Op == RepeatIf {
		fmt.Fprintf(&p.out, " exit (%s)", list(i.Exit))
	}
	for _, t := range i.Tags {
		fmt.Fprintf(&p.out, " nos %s=%s", isa.PatchPartNames[uint32(t.Part)], stateText(StateBits(t.Value, t.Index)))
	}
	if i.Op == Loop {
		p.out.WriteString(" params (")
		for n, v := range i.Bodies[0].Params {
			if n > 0 {
				p.out.WriteString(", ")
			}
			fmt.Fprintf(&p.out, "%%%d:%v", v, p.k.TypeOf(v))
		}
		p.out.WriteString(")")
	}
	if len(i.Bodies) > 0 {
		p.out.WriteString(" {")
	}
	p.out.WriteString("\n")
}

// stateText names a value of state: NAME, or NAME#INDEX.
func stateText(bits uint32) string {
	value, index := StateOf(bits)
	text := isa.NosValueNames[uint32(value)]
	if index > 0 {
		text += fmt.Sprintf("#%d", index)
	}
	return text
}

func (p *printer) message(i *Instr) {
	if i.Message == (Message{}) {
		return
	}
	m := &i.Message
	fmt.Fprintf(&p.out, " [b%d s%d %+d *%d %d %v @%d %d,%d,%d]", m.Binding, m.Sampler, m.Offset, m.Count, m.Format, m.Atomic, m.Coords, m.Texels[0], m.Texels[1], m.Texels[2])
}

func list(values []Value) string {
	var s []string
	for _, v := range values {
		s = append(s, fmt.Sprintf("%%%d", v))
	}
	return strings.Join(s, ", ")
}
