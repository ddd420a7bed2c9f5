// Package gen makes a kernel of the machine from low-level IR: instructions are chosen, registers found, and its text written, which the assembler reads.
//
// It is large because choosing instructions, finding registers, scheduling and tags of state work on one form of a kernel, which no other
// package sees.
package gen

import (
	"fmt"
	"math"
	"math/bits"
	"strings"

	"tilemark/compiler/llir"
	"tilemark/hw/isa/kernel"
)

// Options say how code is made.
type Options struct {
	Lanes   int  // 8, 16 or 32
	InOrder bool // instructions stay in the order in which they are chosen
}

// Kernel writes the text of a kernel.
func Kernel(k *llir.Kernel, o Options) (text string, err error) {
	best := math.MaxInt
	for _, far := range distances {
		made, kept, failed := kernelOf(k, o, far)
		switch {
		case failed == nil && kept < best:
			text, best, err = made, kept, nil
		case failed != nil && best == math.MaxInt:
			err = failed
		}
		if best == 0 {
			break
		}
	}
	return text, err
}

// distances are how many instructions before a message what it brings may be computed in place: its registers count as a whole. Less is tried when registers are short.
var distances = []int{500, 50}

// kernelOf writes the text of a kernel, and tells how many bytes of registers are kept in scratch memory.
func kernelOf(k *llir.Kernel, o Options, far int) (text string, kept int, err error) {
	defer func() {
		if p := recover(); p != nil {
			f, ok := p.(failure)
			if !ok {
				panic(p)
			}
			text, kept, err = "", 0, fmt.Errorf("%s: %s", k.Name, string(f))
		}
	}()
	g := &generator{k: k, lanes: o.Lanes, far: far, uniform: uniform(k), places: make([]place, k.Values()), uses: countUses(k), homes: make([]*llir.Region, k.Values()),
		defs: make([]*llir.Instr, k.Values()), inputs: map[int]*virtual{}, pool: map[constant]*virtual{}}
	g.collect(k.Body)
	g.constants()
	g.region(k.Body)
	g.code = append(g.prologue, g.code...)
	g.keepInPlace()
	g.coalesce()
	g.bringInPlace()
	g.renumberFlags()
	if !o.InOrder {
		g.order()
	}
	g.allocate()
	g.dropDeleted()
	if !o.InOrder {
		g.reorder()
	}
	if n := g.privateBytes() + g.slots(); n > mostScratch {
		fail("%d bytes of scratch memory with %d lanes, the machine has %d", n, g.lanes, mostScratch)
	}
	g.pack()
	return g.text(), g.scratch, nil
}

// mostScratch is the number of bytes of scratch memory of a thread.
const mostScratch = 1 << 20

// failure is why no code can be made.
type failure string

func fail(format string, args ...any) { panic(failure(fmt.Sprintf(format, args...))) }

// generator is the state of making a kernel.
type generator struct {
	k       *llir.Kernel
	lanes   int
	uniform []bool
	uses    []int          // by value
	defs    []*llir.Instr  // by value
	homes   []*llir.Region // by value: where it is made
	places  []place        // by value
	code    []*instruction
	inputs  map[int]*virtual // by register
	most    int              // registers that inputs take
	scratch int
	far     int        // one of distances
	known   []*virtual // registers that ranges has found

	here     *llir.Region
	flags    [4]flag
	next     int
	outer    []*frame
	depth    int
	labels   int
	pool     map[constant]*virtual
	prologue []*instruction // fills constants
}

// place is where a value is.
type place struct {
	v      *virtual
	at     int
	same   bool // in one lane
	negate bool
	abs    bool
	number bool // a constant
	bits   uint32
	lazy   bool // a comparison that is made where it is used
}

// flag is what a flag register has.
type flag struct {
	value llir.Value
}

// frame is a construct around.
type frame struct {
	i        *llir.Instr
	results  []*virtual
	machine  bool // it is a loop of the machine
	rejoins  bool // lanes that leave it wait for a rejoin
	rejoined bool // the loop has a rejoin: there is one at most
}

func countUses(k *llir.Kernel) []int {
	uses := make([]int, k.Values())
	k.Body.Walk(func(i *llir.Instr) {
		i.Uses(func(v *llir.Value) { uses[*v]++ })
	})
	return uses
}

// collect notes where values are made.
func (g *generator) collect(r *llir.Region) {
	for _, v := range r.Params {
		g.homes[v] = r
	}
	for _, i := range r.Code {
		for _, v := range i.Results {
			g.homes[v], g.defs[v] = r, i
		}
		for _, b := range i.Bodies {
			g.collect(b)
		}
	}
}

// set is the number of bytes of a value of all lanes.
func (g *generator) set(t llir.Type) int {
	return g.setOf(machineType[t])
}

func (g *generator) vector(t llir.Type) *virtual { return &virtual{bytes: g.set(t)} }

// room is where a value is put: a word, or a register set.
func (g *generator) room(v llir.Value) *virtual {
	if g.uniform[v] {
		return &virtual{bytes: wordBytes, word: true}
	}
	return g.vector(g.k.TypeOf(v))
}

// add appends an instruction.
func (g *generator) add(i *instruction) *instruction {
	i.depth, i.home = g.depth, g.here
	g.code = append(g.code, i)
	return i
}

// define is the destination of a value.
func (g *generator) define(v llir.Value) operand {
	r := g.room(v)
	g.places[v] = place{v: r, same: g.uniform[v]}
	return operand{v: r, t: machineType[g.k.TypeOf(v)]}
}

// source is a value as an operand of a type. Numbers are allowed in some places, modifiers in some instructions.
func (g *generator) source(v llir.Value, t string, number, modifiers bool) operand {
	p := g.places[v]
	switch {
	case p.number && number:
		return operand{t: t, bits: p.bits}
	case p.number:
		return g.held(p.bits, t)
	case p.lazy:
		g.mask(v)
		p = g.places[v]
	case (p.negate || p.abs) && !modifiers:
		return g.plain(v, t)
	}
	return operand{v: p.v, at: p.at, same: p.same, t: t, negate: p.negate, abs: p.abs}
}

// plain is a value without modifiers, in a register of its own.
func (g *generator) plain(v llir.Value, t string) operand {
	p := g.places[v]
	own := machineType[g.k.TypeOf(v)]
	if typeBytes[own] != typeBytes[t] {
		own = t
	}
	r := g.room(v)
	d := operand{v: r, t: own}
	g.op("mov", p.same, &d, operand{v: p.v, at: p.at, same: p.same, t: own, negate: p.negate, abs: p.abs})
	return operand{v: r, same: p.same, t: t}
}

// held is a constant in a register: each has one word, which is filled at the kernel's beginning.
func (g *generator) held(bits uint32, t string) operand {
	key := constant{bits, typeBytes[t]}
	r := g.pool[key]
	if r == nil {
		r = &virtual{bytes: wordBytes, word: true}
		g.pool[key] = r
		whole := map[int]string{2: "uw", 4: "ud"}[typeBytes[t]]
		g.prologue = append(g.prologue, &instruction{op: "mov", size: "(1)", noMask: true, hasDst: true, dst: operand{v: r, t: whole}, src: []operand{{t: whole, bits: bits}}})
	}
	return operand{v: r, t: t, same: true}
}

// constant is bits in a number of bytes.
type constant struct {
	bits  uint32
	bytes int
}

// op adds an operation: of one lane, whatever the masks, or of all.
func (g *generator) op(name string, same bool, dst *operand, src ...operand) *instruction {
	i := &instruction{op: name, src: src, noMask: same}
	if dst != nil {
		i.dst, i.hasDst = *dst, true
		i.written = max(registerBytes, typeBytes[dst.t]*g.lanes)
	}
	if same {
		i.size, i.written = "(1)", wordBytes
	}
	return g.add(i)
}

// constants gives all constants their places.
func (g *generator) constants() {
	g.k.Body.Walk(func(i *llir.Instr) {
		if i.Op == llir.Const {
			bits := i.Bits
			if i.Type == llir.Bool && bits != 0 {
				bits = 0xffffffff
			}
			g.places[i.Results[0]] = place{number: true, bits: bits, same: true}
		}
	})
}

func (g *generator) region(r *llir.Region) {
	was := g.here
	g.here = r
	g.forgetFlags()
	for _, i := range r.Code {
		g.instruction(i)
	}
	g.forgetFlags()
	g.here = was
}

// text writes the kernel.
func (g *generator) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, ".kernel %s\n.stage %s\n.lanes %d\n", name(g.k.Name), g.k.Stage, g.lanes)
	if g.k.Stage == llir.Compute {
		fmt.Fprintf(&b, ".cta %d %d %d\n", g.k.CTA[0], g.k.CTA[1], g.k.CTA[2])
	}
	if g.k.Shared > 0 {
		fmt.Fprintf(&b, ".shared %d\n", g.k.Shared)
	}
	if n := g.privateBytes() + g.slots(); n > 0 {
		fmt.Fprintf(&b, ".scratch %d\n", n)
	}
	for n, x := range g.k.Bindings {
		access := ""
		if x.Read {
			access = " read"
		}
		if x.Write {
			access += " write"
		}
		fmt.Fprintf(&b, ".binding %d %v%s // %s\n", n, x.Kind, access, x.Name)
	}
	for _, c := range g.k.Compiled {
		fmt.Fprintf(&b, ".compiled %s %d\n", kernel.ValueText(c.Value, c.Index), c.To)
	}
	for n := range g.k.Samplers {
		fmt.Fprintf(&b, ".sampler %d\n", n)
	}
	if n := g.inputRegisters(); n > 0 && g.k.Stage != llir.Compute {
		fmt.Fprintf(&b, ".inputs %d\n", n)
	}
	if g.k.Stage == llir.Pixel && g.k.Attributes != kernel.OwnAttributes {
		fmt.Fprintf(&b, ".attributes %d\n", g.k.Attributes)
	}
	for set := g.k.Flat; set != 0; set &= set - 1 {
		fmt.Fprintf(&b, ".flat %d\n", bits.TrailingZeros16(set))
	}
	b.WriteString("\n")
	private := g.slots() / g.lanes // spilled registers come first: a message reaches them by its offset
	for _, i := range g.code {
		if !i.deleted {
			b.WriteString(strings.Repeat("    ", i.depth+1) + i.text(private) + "\n")
		}
	}
	return b.String()
}

// privateBytes are those of a thread's lanes, a word of each lane after the other.
func (g *generator) privateBytes() int {
	return (g.k.Private*wordBytes*g.lanes + registerBytes - 1) / registerBytes * registerBytes
}

// name is one that the assembler takes.
func name(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
}
