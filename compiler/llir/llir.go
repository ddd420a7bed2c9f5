// Package llir is the compiler's low-level intermediate representation: one kernel, all functions inlined, in SSA form. Values are scalars, one for each
// lane; control flow is a tree of constructs (if, block, loop), as the machine has it, and values pass out of a construct as its results. Verify checks
// it, String and Parse write and read its text.
package llir

import "tilemark/hw/isa/kernel"

// Type is the type of a value.
type Type uint8

// Types of values. I32 and U32 are the same bits: operations say how they take them.
const (
	Void Type = iota
	Bool
	U32
	I32
	F32
	F16
	U8 // a component of a vertex as it is loaded; only Bitcast takes it
)

var typeNames = [...]string{Void: "void", Bool: "bool", U32: "u32", I32: "i32", F32: "f32", F16: "f16", U8: "u8"}

func (t Type) String() string { return typeNames[t] }

// Integer tells whether t is an integer of 32 bits.
func (t Type) Integer() bool { return t == U32 || t == I32 }

// Float tells whether t is a floating-point type.
func (t Type) Float() bool { return t == F32 || t == F16 }

// fits tells whether a value of type t may stand where want is expected.
func (t Type) fits(want Type) bool { return t == want || t.Integer() && want.Integer() }

// Value is the number of a value of a kernel; 0 is none.
type Value uint32

// Cond is what a comparison asks.
type Cond uint8

// Conditions.
const (
	Equal Cond = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	Unordered
)

var condNames = [...]string{"eq", "ne", "lt", "le", "gt", "ge", "un"}

func (c Cond) String() string { return condNames[c] }

// Kernel is a program of one stage.
type Kernel struct {
	Name     string
	Stage    Stage
	CTA      [3]int // compute: lanes in x, y and z
	Shared   int    // bytes of shared memory of a CTA
	Private  int    // words of private memory of a lane
	Bindings []Binding
	Samplers int               // how many it uses, by their numbers
	Compiled []kernel.Compiled // values of state that it is compiled for
	// Pixel: attributes that a thread is given, and those of them that are flat, a bit each.
	Attributes int
	Flat       uint16
	Body       *Region

	types []Type // of values, by their number
}

// Stage is what a kernel is for.
type Stage uint8

// Stages.
const (
	Compute Stage = iota
	Vertex
	Pixel
	Hull
	Domain
)

var stageNames = [...]string{"compute", "vertex", "pixel", "hull", "domain"}

func (s Stage) String() string { return stageNames[s] }

// Binding is an entry of the binding table; its number is its place in the list.
type Binding struct {
	Kind        BindingKind
	Read, Write bool
	Name        string // of the shader's variable
}

// BindingKind is what a binding is.
type BindingKind uint8

// Kinds of bindings.
const (
	Buffer BindingKind = iota
	Constant
	Texture
)

var bindingNames = [...]string{"buffer", "constant", "texture"}

func (k BindingKind) String() string { return bindingNames[k] }

// Region is instructions one after the other. The last one ends it: Yield, Repeat, RepeatIf or Break.
type Region struct {
	Params []Value // of a loop's body
	Code   []*Instr
}

// Instr is an instruction or a construct.
type Instr struct {
	Op      Op
	Type    Type // as which it takes its operands; of a conversion, the source's
	Cond    Cond // Compare
	Results []Value
	Args    []Value
	Exit    []Value // RepeatIf: results of the loop when it ends
	Bits    uint32  // Const: the value; Input: see Input; Swizzle: two bits for each of four lanes
	Message Message // of memory and textures
	Level   int     // Break: how many blocks and loops lie between, 0: the innermost is left
	Bodies  []*Region
	Tags    []Tag
}

// Message is what an access to memory or a texture says besides its operands.
type Message struct {
	Binding int
	Sampler int
	Offset  int // bytes
	Count   int // components
	Format  Format
	Atomic  Atomic
	Coords  int    // register sets of coordinates
	Texels  [3]int // texels that are added
}

// Format is how a component lies in memory.
type Format uint8

// Formats.
const (
	Word Format = iota // 32 bits
	Half               // binary16
)

// Atomic is what an atomic does.
type Atomic uint8

// Atomics, in the machine's order.
const (
	AtomicAdd Atomic = iota
	AtomicSub
	AtomicMin
	AtomicMax
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicExchange
	AtomicCompareExchange
	AtomicLoad
	AtomicStore
)

var atomicNames = [...]string{"add", "sub", "min", "max", "and", "or", "xor", "xchg", "cmpxchg", "load", "store"}

func (a Atomic) String() string { return atomicNames[a] }

// Tag says which part of an instruction a value of non-orthogonal state replaces: an isa.PatchPart... and an isa.NosValue... number, and the value's index.
type Tag = kernel.Patch

// New adds a value.
func (k *Kernel) New(t Type) Value {
	if k.types == nil {
		k.types = []Type{Void}
	}
	k.types = append(k.types, t)
	return Value(len(k.types) - 1)
}

// TypeOf is the type of a value.
func (k *Kernel) TypeOf(v Value) Type { return k.types[v] }

// Values is one more than the highest number of a value.
func (k *Kernel) Values() int { return max(1, len(k.types)) }

// Walk calls visit for each instruction of a region and of those within it, outer ones first.
func (r *Region) Walk(visit func(*Instr)) {
	for _, i := range r.Code {
		visit(i)
		for _, b := range i.Bodies {
			b.Walk(visit)
		}
	}
}

// Last is the instruction that ends the region; nil of an empty one.
func (r *Region) Last() *Instr {
	if len(r.Code) == 0 {
		return nil
	}
	return r.Code[len(r.Code)-1]
}

// Uses calls visit with each operand, which it may change.
func (i *Instr) Uses(visit func(*Value)) {
	for n := range i.Args {
		visit(&i.Args[n])
	}
	for n := range i.Exit {
		visit(&i.Exit[n])
	}
}
