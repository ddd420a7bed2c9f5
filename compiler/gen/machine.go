package gen

import (
	"fmt"
	"strings"

	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/kernel"
)

// Registers of the machine, in bytes.
const (
	registerBytes = 32
	registers     = 128
	wordBytes     = 4
)

// virtual is registers that are to be found: values of all lanes one after the other, a uniform value in a word, or whole registers.
type virtual struct {
	bytes     int
	word      bool // takes one lane; otherwise it begins a register
	fixed     bool // it is at place from the beginning
	place     int  // bytes, once it is found
	first     int  // position where it is written first, or where it must be free from
	last      int  // position where it counts last
	writes    []int
	reads     []int
	numbers   bool     // 0 and 1 stand after what a message answers
	temporary bool     // it stands for one in scratch memory, for an instruction
	joined    *virtual // this one is a part of another one
	joinedAt  int      // bytes
}

// root is the register that a part belongs to, and where in it.
func (v *virtual) root() (*virtual, int) {
	at := 0
	for v.joined != nil {
		at += v.joinedAt
		v = v.joined
	}
	return v, at
}

// operand is a source or a destination.
type operand struct {
	v       *virtual // nil: a number, or null
	at      int      // bytes from its beginning
	t       string   // the machine's type; "" in messages
	same    bool     // one element for all lanes
	negate  bool
	abs     bool
	bits    uint32 // a number
	null    bool
	swizzle string
	offset  int  // bytes, that follow an address
	sets    int  // how many register sets state may choose from; 0: it is this one
	private bool // the address counts from where private memory begins
}

// typeBytes are the sizes of the machine's types.
var typeBytes = map[string]int{"ud": 4, "d": 4, "f": 4, "hf": 2, "uw": 2, "w": 2, "ub": 1, "": registerBytes}

// machineType is the machine's type of values.
var machineType = map[llir.Type]string{llir.U32: "ud", llir.I32: "d", llir.F32: "f", llir.F16: "hf", llir.U8: "ub", llir.Bool: "d"}

// text is the operand as the assembler reads it; private memory begins at a byte of each lane's.
func (o operand) text(private int) string {
	switch {
	case o.null:
		return "null:" + o.t
	case o.v == nil:
		return fmt.Sprintf("%#x:%s", o.bits, o.t)
	}
	root, at := o.v.root()
	byte := root.place + at + o.at
	text := fmt.Sprintf("r%d", byte/registerBytes)
	if o.t == "" {
		if o.private {
			return text + fmt.Sprintf("%+d", o.offset+private)
		}
		if o.offset != 0 {
			return text + fmt.Sprintf("%+d", o.offset)
		}
		return text
	}
	if sub := byte % registerBytes / typeBytes[o.t]; sub > 0 {
		text += fmt.Sprintf(".%d", sub)
	}
	if o.abs {
		text = "|" + text + "|"
	}
	if o.negate {
		text = "-" + text
	}
	if o.same {
		text += "<0>"
	}
	return text + ":" + o.t + o.swizzle
}

// instruction is one of the machine, or a mark.
type instruction struct {
	op        string // with condition, saturation and what belongs to a message
	predicate string
	size      string
	dst       operand // of a message, the answer
	src       []operand
	hasDst    bool
	rest      string // of a message: offset, binding, sampler
	texels    string
	slot      *virtual // of a message that moves a register to scratch memory or back
	slotAt    int
	noMask    bool
	last      bool
	tags      []llir.Tag
	mark      mark
	depth     int // constructs around
	home      *llir.Region
	deleted   bool
	label     string // a place that jumps go to
	written   int    // bytes of the destination, when all lanes execute
	bytes     int    // that it takes, when the assembler has said it
}

// mark is where a construct begins or ends, for the ranges of registers.
type mark uint8

const (
	noMark mark = iota
	loopBegins
	loopEnds
	begins // a register that is written in parts counts from here on
)

// text is the instruction as the assembler reads it.
func (i *instruction) text(private int) string {
	if i.label != "" {
		return i.label + ":"
	}
	var b strings.Builder
	if i.predicate != "" {
		b.WriteString(i.predicate + " ")
	}
	b.WriteString(i.op)
	if i.size != "" {
		b.WriteString(" " + i.size)
	}
	var list []string
	if i.hasDst {
		list = append(list, i.dst.text(private))
	}
	for _, s := range i.src {
		list = append(list, s.text(private))
	}
	text := strings.Join(list, ", ")
	if i.slot != nil {
		text += fmt.Sprintf(", %+d", i.slot.place+i.slotAt)
	}
	if i.rest != "" {
		if text != "" {
			text += ", "
		}
		text += i.rest
	}
	if text != "" {
		b.WriteString(" " + text)
	}
	var attributes []string
	if i.texels != "" {
		attributes = append(attributes, i.texels)
	}
	if i.noMask {
		attributes = append(attributes, "nomask")
	}
	if i.last {
		attributes = append(attributes, "last")
	}
	if len(i.tags) > 0 {
		nos := "nos"
		for _, t := range i.tags {
			nos += " " + isa.PatchPartNames[uint32(t.Part)] + "=" + kernel.ValueText(t.Value, t.Index)
		}
		attributes = append(attributes, nos)
	}
	if len(attributes) > 0 {
		b.WriteString(" {" + strings.Join(attributes, ", ") + "}")
	}
	return b.String()
}
