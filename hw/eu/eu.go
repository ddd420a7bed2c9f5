// Package eu is the datapath of an execution unit: what an instruction makes of a thread's registers, flags and masks. It knows neither cycles nor
// other threads; the multiprocessor says when. docs/isa.md and docs/arithmetic.md, section 12, say what it computes.
package eu

import (
	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// MaxLanes is the largest number of lanes of a thread.
const MaxLanes = 32

// Unit is where an instruction is executed.
type Unit uint8

// Units.
const (
	Illegal Unit = iota // nowhere: Op.Why
	ALU
	Math    // rcp, sqrt, rsqrt, exp2, log2, sin, cos, div, rem
	Flow    // control flow, discard, nop, wait
	Special // rdsr, wrsr
	Send
)

// Set is a set of general registers, a bit each.
type Set [isa.Registers / 64]uint64

// Add adds count registers from first on.
func (s *Set) Add(first, count int) {
	for r := first; r < min(first+count, isa.Registers); r++ {
		s[r>>6] |= 1 << (r & 63)
	}
}

// Insert adds a register.
func (s *Set) Insert(r uint8) { s[r>>6&1] |= 1 << (r & 63) }

// Remove takes a register out.
func (s *Set) Remove(r uint8) { s[r>>6&1] &^= 1 << (r & 63) }

// Meets tells whether two sets have a register in common.
func (s *Set) Meets(o *Set) bool { return s[0]&o[0]|s[1]&o[1] != 0 }

// Op is a decoded instruction. It follows from the instruction's words and the thread's lanes alone.
type Op struct {
	// What most issues look at lies together.
	Unit       Unit
	Bytes      uint8 // of the instruction: 8 or 16
	Eights     uint8 // so many times eight lanes by ExecuteEight; 0: only Execute can
	First      uint8 // the lowest lane of the thread that it works on
	Count      uint8 // number of lanes
	NeedsFlags uint8 // flag registers that it needs or may write, a bit each
	SetsFlag   bool
	End        uint8 // the number after that of the highest general register that it names
	shape      shape
	Lanes      uint32 // lanes of the thread that it works on
	unmasked   uint32 // all ones: also lanes that are not active
	inverted   uint32 // all ones: where the predicate's flag is 0
	always     uint32 // all ones: whatever the flag is
	Needs      Set    // general registers that it needs or may write
	reads      [3]read
	computes   bool // ExecuteEight only has to compute:
	all        group
	eight      eight // how it is done otherwise
	condition  comparator
	isa.Instruction
	number words // of an immediate

	Why string // of Illegal: what was refused

	Registers [4]int       // registers of the destination, implied ones too, and of each source
	Payload   [2]isa.Range // of a message: addresses and data
	Answer    isa.Range    // of a message

	execution alu.Int // of an integer type
	moved     alu.Int // mov and cvt: the source's type
	size      uint8   // bytes of a lane of the destination
	packed    bool    // destination of 32 bits a lane, one lane after the other from the beginning of a register
	sources   uint8
	src       [3]source
	lane      lane // what it computes in a lane
	second    lane // the same of the implied destination; nil: none
	clamp     lane // saturation after the condition; nil: none
	tested    lane // what a condition compares with 0, where it is not the result
	holds     compare
	dot       dot
}

// lane is what an operation computes of the sources of a lane. Floats are bits; integers have what they are extended by above them.
type lane func(o *Op, a, b, c uint64) uint64

// compare tells whether a condition holds for two numbers.
type compare func(o *Op, c alu.Cond, a, b uint64) bool

// dot is an operation over four lanes.
type dot func(a, b *[4]uint64) uint64

// shape is how an instruction goes through the datapath.
type shape uint8

const (
	byLane shape = iota
	comparing
	choosing
	byFours
)

// Decode decodes the instruction that begins with some words, of a thread with so many lanes. Of a compact one the last two words do not count.
func Decode(words *[isa.NativeDWords]uint32, lanes int) (o Op) {
	native := isa.Native(*words)
	o.Bytes = 4 * isa.NativeDWords
	if isa.IsCompact(words[0]) {
		o.Bytes = 4 * isa.CompactDWords
		var err error
		if native, err = (isa.Compact{words[0], words[1]}).Expand(); err != nil {
			o.Why = err.Error()
			return o
		}
	}
	if err := isa.Check(native); err != nil {
		o.Why = err.Error()
		return o
	}
	o.Instruction = isa.Decode(native)
	o.First, o.Count = 8*o.Group, uint8(o.LanesOf(lanes))
	if int(o.First+o.Count) > lanes {
		o.Why = "it is for more lanes than the thread has"
		return o
	}
	o.Lanes = uint32(uint64(1)<<o.Count-1) << o.First
	if o.Why = o.uses(lanes); o.Why != "" {
		return o
	}
	o.resolve()
	return o
}

// uses finds registers and flags.
func (o *Op) uses(lanes int) (why string) {
	u := o.UsesOf(lanes)
	if u.Most() > isa.Registers {
		return "it passes r127"
	}
	o.End = uint8(u.Most())
	for _, r := range append(u.Reads[:], u.Writes[:]...) {
		o.Needs.Add(r.First, r.Count)
	}
	o.Registers = [4]int{u.Writes[0].Count + u.Writes[1].Count, u.Reads[0].Count, u.Reads[1].Count, u.Reads[2].Count}
	o.Payload, o.Answer = [2]isa.Range{u.Reads[0], u.Reads[1]}, u.Writes[0]
	o.SetsFlag = o.Condition != isa.ConditionNone && o.Op != isa.OpSel
	if o.SetsFlag || o.Predicate != isa.PredicateNone {
		o.NeedsFlags = 1 << o.Flag
	}
	o.unmasked, o.inverted, o.always = ones(o.NoMask), ones(o.Invert), ones(o.Predicate != isa.PredicateLane || o.Op == isa.OpSel)
	return ""
}

// ones is all ones if something holds.
func ones(holds bool) uint32 {
	if holds {
		return ^uint32(0)
	}
	return 0
}

// mathOps are those of the math unit.
var mathOps = [256]bool{
	isa.OpRcp: true, isa.OpSqrt: true, isa.OpRsqrt: true, isa.OpExp2: true, isa.OpLog2: true, isa.OpSin: true, isa.OpCos: true, isa.OpDiv: true, isa.OpRem: true,
}

func (o *Op) resolve() {
	switch op := &isa.Operations[o.Op]; {
	case op.Format == isa.FormatFlow:
		o.Unit = Flow
		return
	case op.Format == isa.FormatSend:
		o.Unit = Send
		return
	case op.Allows&isa.AllowsSpecial != 0:
		o.Unit = Special
		return
	}
	o.Unit = ALU
	if mathOps[o.Op] {
		o.Unit = Math
	}
	o.sources = uint8(o.Sources())
	for n := range o.src[:o.sources] {
		o.src[n] = o.sourceOf(n)
	}
	d := &o.Dst
	o.size = uint8(isa.Bytes(d.Type))
	o.packed = o.size == 4 && d.Stride == isa.StridePacked && d.Sub == 0
	o.function()
	o.eightsOf()
}

// Executing is the lanes in which it executes.
func (o *Op) Executing(c *Control) uint32 {
	return o.Lanes & (c.Active | o.unmasked) & (o.flag(c) | o.always)
}

// flag is the flag register as the predicate takes it.
func (o *Op) flag(c *Control) uint32 { return c.Flags[o.Flag&3] ^ o.inverted }
