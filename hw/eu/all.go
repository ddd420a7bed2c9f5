package eu

import (
	"math/bits"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// Most of what kernels execute has operands of 32 bits that lie register by register, and is done so: eight lanes at once. It is the same as lane by lane.

// words are eight lanes of 32 bits.
type words = [wordsOf]uint32

// group is what an operation computes in eight lanes.
type group func(a, b, c, out *words)

// compareGroup compares eight lanes.
type compareGroup func(c alu.Cond, a, b *words) (set uint32)

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
	floatGroups = [256]group{
		isa.OpAdd: func(a, b, _, out *words) { alu.AddLanesF(a, b, out) },
		isa.OpMul: func(a, b, _, out *words) { alu.MulLanesF(a, b, out) },
		isa.OpMad: alu.MadLanesF,
		isa.OpFma: alu.FmaLanesF,
		isa.OpMin: func(a, b, _, out *words) {
			for k := range out {
				out[k] = alu.MinF(a[k], b[k])
			}
		},
		isa.OpMax: func(a, b, _, out *words) {
			for k := range out {
				out[k] = alu.MaxF(a[k], b[k])
			}
		},
	}
)

func sameGroup(a, _, _, out *words) { *out = *a }

func compareFloatGroup(c alu.Cond, a, b *words) (set uint32) {
	for k := range a {
		if alu.CompareF(c, a[k], b[k]) {
			set |= 1 << k
		}
	}
	return set
}

// compareIntegerGroup compares numbers of which flip makes patterns in the order of values.
func compareIntegerGroup(c alu.Cond, a, b *words, flip uint32) (set uint32) {
	invert := uint32(0)
	switch c {
	case alu.Ne, alu.Ge, alu.Le:
		invert = 0xff
	}
	switch c {
	case alu.Eq, alu.Ne:
		for k := range a {
			x := uint64(a[k] ^ b[k])
			set |= uint32((x-1)>>63) << k
		}
	case alu.Lt, alu.Ge:
		for k := range a {
			set |= uint32((uint64(a[k]^flip)-uint64(b[k]^flip))>>63) << k
		}
	case alu.Gt, alu.Le:
		for k := range a {
			set |= uint32((uint64(b[k]^flip)-uint64(a[k]^flip))>>63) << k
		}
	}
	return set ^ invert
}

func compareSignedGroup(c alu.Cond, a, b *words) uint32 {
	return compareIntegerGroup(c, a, b, 1<<31)
}

func compareUnsignedGroup(c alu.Cond, a, b *words) uint32 { return compareIntegerGroup(c, a, b, 0) }

// grouped finds how the operation is done eight lanes at once, if it can be.
func (o *Op) grouped() {
	d := &o.Dst
	if o.size != 4 || !d.Null && !o.packed || o.Saturate || o.shape == byFours {
		return
	}
	for n := range o.src[:o.sources] {
		if s := &o.src[n]; !s.plain() {
			return
		}
	}
	isInteger, t := integer(d.Type)
	switch {
	case isInteger && t.Signed:
		o.compareAll = compareSignedGroup
	case isInteger:
		o.compareAll = compareUnsignedGroup
	default:
		o.compareAll = compareFloatGroup
	}
	switch {
	case o.shape != byLane || o.second != nil:
	case o.Op == isa.OpMov:
		o.all = sameGroup
	case isInteger:
		o.all = integerGroups[o.Op]
	default:
		o.all = floatGroups[o.Op]
	}
	o.fast = o.all != nil || o.shape == comparing || o.shape == choosing
}

// plain tells whether a source is words of 32 bits, register by register or the same for all lanes.
func (s *source) plain() bool {
	if s.number {
		return true
	}
	return s.size == 4 && !s.widens && (s.straight && s.first%isa.RegisterSize == 0 || s.region == isa.RegionScalar)
}

// executeAll is Execute, eight lanes at once.
func (o *Op) executeAll(f *File, c *Control, r *Result) {
	lanes := r.Lanes >> o.First
	flag := o.flag(c) >> o.First
	for n := range o.src[:o.sources] {
		if s := &o.src[n]; !s.straight {
			s.spread(f, &r.same[n])
		}
	}
	for g := uint8(0); lanes != 0; lanes, flag, g = lanes>>wordsOf, flag>>wordsOf, g+1 {
		if lanes&0xff == 0 {
			continue
		}
		var src [3]*words
		for n := range o.src[:o.sources] {
			s := &o.src[n]
			if src[n] = &r.same[n]; !s.straight {
				continue
			}
			src[n] = f.Register(uint8(s.first/isa.RegisterSize) + g)
			if s.abs || s.negate {
				s.modifyWords(src[n], &r.modified[n])
				src[n] = &r.modified[n]
			}
		}
		w := &r.Write[r.N]
		if !o.Dst.Null {
			r.N++
			w.Reg, w.Mask = o.Dst.Reg+g, lanesOf[lanes&0xff]
		}
		set := uint32(0)
		switch o.shape {
		case comparing:
			set = o.compareAll(alu.Cond(o.Condition), src[0], src[1])
			for k := range w.Data {
				w.Data[k] = -(set >> k & 1)
			}
		case choosing:
			set = flag
			if o.Condition != isa.ConditionNone {
				set = o.compareAll(alu.Cond(o.Condition), src[0], src[1])
			}
			for k := range w.Data {
				first := -(set >> k & 1)
				w.Data[k] = src[0][k]&first | src[1][k]&^first
			}
			continue
		default:
			o.all(src[0], src[1], src[2], &w.Data)
			if o.SetsFlag {
				set = o.compareAll(alu.Cond(o.Condition), &w.Data, &zeros)
			}
		}
		r.Flags |= set & lanes & 0xff << (o.First + g*wordsOf)
	}
}

var zeros words

// spread reads a source that is the same for all lanes.
func (s *source) spread(f *File, into *words) {
	v := uint32(s.value)
	if !s.number {
		v = uint32(s.modified(s.extended(f.element(s.first, s.size))))
	}
	for k := range into {
		into[k] = v
	}
}

// modifyWords applies absolute value and negation.
func (s *source) modifyWords(from, into *words) {
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
