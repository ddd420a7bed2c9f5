package eu

import (
	"math/bits"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// Most of what kernels execute has operands of 32 bits that lie register by register, and is done so: eight lanes at once, from registers into a register. It is
// the same as lane by lane.

// words are eight lanes of 32 bits.
type words = [wordsOf]uint32

// group is what an operation computes in eight lanes. out is none of the sources.
type group func(a, b, c, out *words)

var (
	integerGroups = [256]group{
		isa.OpAdd: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] + b[k]
			}
		},
		isa.OpMul: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] * b[k]
			}
		},
		isa.OpMad: func(a, b, c, out *words) {
			for k := range out {
				out[k] = a[k]*b[k] + c[k]
			}
		},
		isa.OpAnd: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] & b[k]
			}
		},
		isa.OpOr: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] | b[k]
			}
		},
		isa.OpXor: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] ^ b[k]
			}
		},
		isa.OpNot: func(a, _, _, out *words) {
			for k := range out {
				out[k] = ^a[k]
			}
		},
		isa.OpShl: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] << (b[k] & 31)
			}
		},
		isa.OpShr: func(a, b, _, out *words) {
			for k := range out {
				out[k] = a[k] >> (b[k] & 31)
			}
		},
		isa.OpAsr: func(a, b, _, out *words) {
			for k := range out {
				out[k] = uint32(int32(a[k]) >> (b[k] & 31))
			}
		},
	}
	signedGroups = [256]group{
		isa.OpMin: func(a, b, _, out *words) {
			for k := range out {
				out[k] = uint32(min(int32(a[k]), int32(b[k])))
			}
		},
		isa.OpMax: func(a, b, _, out *words) {
			for k := range out {
				out[k] = uint32(max(int32(a[k]), int32(b[k])))
			}
		},
	}
	unsignedGroups = [256]group{
		isa.OpMin: func(a, b, _, out *words) {
			for k := range out {
				out[k] = min(a[k], b[k])
			}
		},
		isa.OpMax: func(a, b, _, out *words) {
			for k := range out {
				out[k] = max(a[k], b[k])
			}
		},
	}
	floatGroups = [256]group{
		isa.OpAdd: func(a, b, _, out *words) { alu.AddLanesF(a, b, out) },
		isa.OpMul: func(a, b, _, out *words) { alu.MulLanesF(a, b, out) },
		isa.OpMad: alu.MadLanesF,
		isa.OpFma: alu.FmaLanesF,
		isa.OpMin: func(a, b, _, out *words) { alu.MinLanesF(a, b, out) },
		isa.OpMax: func(a, b, _, out *words) { alu.MaxLanesF(a, b, out) },
	}
)

func sameGroup(a, _, _, out *words) { *out = *a }

func subtractFloats(a, b, _, out *words) { alu.SubLanesF(a, b, out) }

// comparator finds in which of eight lanes a condition holds. A datapath has few comparisons: others are these with the sources exchanged, or inverted.
type comparator struct {
	compare   func(a, b *words) (set uint32)
	exchanged bool
	inverted  uint32
}

// comparatorOf is that of a condition and a type.
func comparatorOf(c alu.Cond, isInteger, signed bool) (m comparator) {
	less, lessOrEqual, unordered := lessUnsigned, notGreaterUnsigned, never
	equal := equalWords
	switch {
	case !isInteger:
		equal, less, lessOrEqual, unordered = alu.EqualLanesF, alu.LessLanesF, alu.LessOrEqualLanesF, alu.UnorderedLanesF
	case signed:
		less, lessOrEqual = lessSigned, notGreaterSigned
	}
	switch c {
	case alu.Eq, alu.Ne:
		m.compare = equal
	case alu.Lt, alu.Gt:
		m.compare = less
	case alu.Le, alu.Ge:
		m.compare = lessOrEqual
	default:
		m.compare = unordered
	}
	m.exchanged = c == alu.Gt || c == alu.Ge
	if c == alu.Ne {
		m.inverted = 1<<wordsOf - 1
	}
	return m
}

// holds is the lanes in which the condition holds.
func (m *comparator) holds(a, b *words) (set uint32) {
	if m.exchanged {
		a, b = b, a
	}
	return m.compare(a, b) ^ m.inverted
}

func never(_, _ *words) (set uint32) { return 0 }

func equalWords(a, b *words) (set uint32) {
	for k := range a {
		set |= uint32((uint64(a[k]^b[k])-1)>>63) << k
	}
	return set
}

func lessUnsigned(a, b *words) (set uint32) {
	for k := range a {
		set |= uint32((uint64(a[k])-uint64(b[k]))>>63) << k
	}
	return set
}

func lessSigned(a, b *words) (set uint32) {
	for k := range a {
		set |= uint32(uint64(int64(int32(a[k]))-int64(int32(b[k])))>>63) << k
	}
	return set
}

func notGreaterUnsigned(a, b *words) (set uint32) { return lessUnsigned(b, a) ^ (1<<wordsOf - 1) }
func notGreaterSigned(a, b *words) (set uint32)   { return lessSigned(b, a) ^ (1<<wordsOf - 1) }

// eightsOf finds how the operation is done eight lanes at once, if it can be.
func (o *Op) eightsOf() {
	d := &o.Dst
	if o.size != 4 || !d.Null && !o.packed || o.Saturate || o.shape == byFours || o.second != nil {
		return
	}
	for n := range o.src[:o.sources] {
		if s := &o.src[n]; !s.plain() {
			return
		}
	}
	isInteger, t := integer(d.Type)
	o.condition = comparatorOf(alu.Cond(o.Condition), isInteger, t.Signed)
	if o.shape == byLane {
		if o.all = o.groupOf(isInteger, t.Signed); o.all == nil {
			return
		}
	}
	o.Eights = (o.Count + wordsOf - 1) / wordsOf
	for n := range o.src[:o.sources] {
		s := &o.src[n]
		switch {
		case s.number:
			for k := range o.number {
				o.number[k] = uint32(s.value)
			}
		case s.straight && !s.abs && !s.negate:
			o.reads[n] = read{asItIs, uint8(s.first / isa.RegisterSize)}
		default:
			o.reads[n].kind = modified
		}
	}
	o.chooseEightFunction()
}

// groupOf is what it computes; nil: that is not done eight lanes at once.
func (o *Op) groupOf(isInteger, signed bool) group {
	switch {
	case o.Op == isa.OpMov:
		return sameGroup
	case !isInteger:
		if s := &o.src[1]; o.Op == isa.OpAdd && s.straight && s.negate && !s.abs {
			s.negate = false
			return subtractFloats
		}
		return floatGroups[o.Op]
	case integerGroups[o.Op] != nil:
		return integerGroups[o.Op]
	case signed:
		return signedGroups[o.Op]
	}
	return unsignedGroups[o.Op]
}

// plain tells whether a source is words of 32 bits, register by register or the same for all lanes.
func (s *source) plain() bool {
	if s.number {
		return true
	}
	return s.size == 4 && !s.widens && (s.straight && s.first%isa.RegisterSize == 0 || s.region == isa.RegionScalar)
}

// read is how eight lanes of a source are read.
type read struct {
	kind     readKind
	register uint8 // of the first eight lanes
}

type readKind uint8

const (
	asNumber readKind = iota // also of a source that there is not
	asItIs                   // a register
	modified                 // it is the same for all lanes, or has modifiers
)

// Collector holds what the instruction that is executed reads.
type Collector struct {
	File                // the thread's registers
	Control    *Control // and its flags
	Eight      uint8    // which eight of the instruction's lanes
	firstEight uint32   // register of the file that is the thread's r0 for them: a source that is read where it is lies register by register

	words [3]words // sources that are not read where they are
}

// Collect takes a thread and some eight lanes of its instruction.
func (c *Collector) Collect(first uint32, t *Control, eight uint8) {
	c.First, c.Control, c.Eight, c.firstEight = first, t, eight, first+uint32(eight)
}

// ExecuteEight finds what eight lanes of an instruction leave, each of the first Op.Eights eights by itself: the words of the destination, and in which lanes the
// condition holds. All eight are executed; which of them count Executing says. Most instructions only compute, with sources that are read where they are.
func (o *Op) ExecuteEight(c *Collector, out *words) (set uint32) {
	if o.computes {
		o.all(o.direct(0, c), o.direct(1, c), o.direct(2, c), out)
		return 0
	}
	return o.eight(o, c, out)
}

// eight is how eight lanes of other instructions are executed.
type eight func(o *Op, c *Collector, out *words) (set uint32)

// chooseEightFunction chooses it.
func (o *Op) chooseEightFunction() {
	o.computes = o.shape == byLane && !o.SetsFlag
	for n := range o.reads {
		o.computes = o.computes && o.reads[n].kind != modified
	}
	switch o.shape {
	case comparing:
		o.eight = compareEight
	case choosing:
		o.eight = chooseEight
	default:
		o.eight = computeEight
	}
}

func computeEight(o *Op, c *Collector, out *words) (set uint32) {
	o.all(o.read(0, c), o.read(1, c), o.read(2, c), out)
	if o.SetsFlag {
		set = o.condition.holds(out, &zeros)
	}
	return set
}

func compareEight(o *Op, c *Collector, out *words) uint32 {
	set := o.condition.holds(o.read(0, c), o.read(1, c))
	for k := range out {
		out[k] = -(set >> k & 1)
	}
	return set
}

func chooseEight(o *Op, c *Collector, out *words) uint32 {
	a, b := o.read(0, c), o.read(1, c)
	takes := o.flag(c.Control) >> (o.First + c.Eight*wordsOf)
	if o.Condition != isa.ConditionNone {
		takes = o.condition.holds(a, b)
	}
	for k := range out {
		first := -(takes >> k & 1)
		out[k] = a[k]&first | b[k]&^first
	}
	return 0
}

var zeros words

// direct is eight lanes of a source that is read where it is.
func (o *Op) direct(n int, c *Collector) *words {
	r := &o.reads[n]
	if r.kind == asNumber {
		return &o.number
	}
	return c.RAM.Half(c.firstEight + uint32(r.register))
}

// read is eight lanes of any source.
func (o *Op) read(n int, c *Collector) *words {
	if o.reads[n].kind != modified {
		return o.direct(n, c)
	}
	o.src[n].modify(&c.File, c.Eight, &c.words[n])
	return &c.words[n]
}

// modify reads eight lanes that are the same, or have modifiers.
func (s *source) modify(f *File, g uint8, into *words) {
	if !s.straight {
		v := uint32(s.modified(s.extended(f.element(s.first, s.size))))
		for k := range into {
			into[k] = v
		}
		return
	}
	from := f.Register(uint8(s.first/isa.RegisterSize) + g)
	if s.integer {
		for k, v := range from {
			into[k] = uint32(s.modified(s.typ.Extend(uint64(v))))
		}
		return
	}
	keep, flip := ^uint32(0), uint32(0)
	if s.abs {
		keep = 1<<31 - 1
	}
	if s.negate {
		flip = 1 << 31
	}
	for k, v := range from {
		into[k] = v&keep ^ flip
	}
}

// lowest is the number of the lowest lane of a mask that is not 0.
func lowest(m uint32) int { return bits.TrailingZeros32(m) & (MaxLanes - 1) }
