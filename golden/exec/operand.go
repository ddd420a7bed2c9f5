package exec

import (
	"slices"

	"tilemark/hw/isa"
)

// RegisterFile is the general registers of a thread, in words: word 8r + n is bytes 4n to 4n+3 of register r.
type RegisterFile [mostRegisters * registerWords]uint32

// read is the size bytes from a byte on, a multiple of their size.
func (r *RegisterFile) read(at uint16, size uint8) uint64 {
	n := at / 4 % uint16(len(r))
	word := r[n]
	switch size {
	case 1:
		return uint64(word >> (at % 4 * 8) & 0xff)
	case 2:
		return uint64(word >> (at % 4 * 8) & 0xffff)
	case 4:
		return uint64(word)
	}
	return uint64(word) | uint64(r[(n+1)%uint16(len(r))])<<32
}

// write writes the low size bytes of a value.
func (r *RegisterFile) write(at uint16, size uint8, value uint64) {
	n := at / 4 % uint16(len(r))
	switch size {
	case 1:
		r[n] = insert(r[n], at%4*8, 0xff, uint32(value))
	case 2:
		r[n] = insert(r[n], at%4*8, 0xffff, uint32(value))
	case 4:
		r[n] = uint32(value)
	default:
		r[n], r[(n+1)%uint16(len(r))] = uint32(value), uint32(value>>32)
	}
}

func insert(word uint32, shift uint16, mask, value uint32) uint32 {
	return word&^(mask<<shift) | value&mask<<shift
}

// operand is where the lanes of an operand are, and what becomes of them when they are read.
type operand struct {
	kind   sourceKind // fast.go
	word   uint16     // of lane 0
	and    uint32     // fast.go: bits of a float that stay
	xor    uint32     // and those that are inverted
	change bool       // fast.go: and or xor does something
	words  []uint32   // fast.go: a number in all lanes

	typ, size uint8
	extend    extension
	modify    modification
	sign      uint64 // the sign bit, when modify is about a float
	number    uint64 // of an immediate, as prepare gives it
	isNumber  bool
	lane      [mostLanes]uint16 // byte in the register file of each lane's element
}

// extension is what becomes of an element before its modifiers. Integers are extended to 64 bits; a type takes as many as it has.
type extension uint8

const (
	extendZero extension = iota
	extend8
	extend16
	extend32
	widen // hf to f
)

// modification is absolute value, then negation.
type modification uint8

const (
	modifyNothing  modification = 0
	modifyAbs      modification = 1
	modifyNegate   modification = 2
	modifyFloat    modification = 4
	modifyInverted modification = 8 // negation in logic operations
)

// element is the element of a region that a lane reads.
func element(region uint32, k int) int {
	switch region {
	case isa.RegionScalar:
		return 0
	case isa.RegionStride2:
		return 2 * k
	case isa.RegionStride4:
		return 4 * k
	case isa.RegionStride8:
		return 8 * k
	case isa.RegionQuad:
		return k / 4
	case isa.RegionRepeat:
		return k % 4
	}
	return k
}

// swizzled is the lane whose element a lane reads: two bits of the swizzle say so for each of four lanes.
func swizzled(swizzle uint32, k int) int {
	const ownOrder = 0xe4
	return k&^3 | int((swizzle^ownOrder)>>(k&3*2)&3)
}

// resolve finds the bytes of the first count lanes.
func (o *operand) resolve(from *place, count int, elementOf func(k int) int) {
	o.typ, o.size = uint8(from.typ), uint8(typeSize[from.typ])
	begin := int(from.reg)*registerBytes + int(from.sub)
	for k := range count {
		o.lane[k] = uint16(begin + elementOf(k)*int(o.size))
	}
	o.word = o.lane[0] / 4
}

// span is the registers from the first to the last element.
func (o *operand) span(count int) Span {
	first := int(o.lane[0]) / registerBytes
	return Span{first, (int(o.lane[count-1])+int(o.size)-1)/registerBytes - first + 1}
}

// reads is the registers of a source, whose lanes may come in any order; none of a number.
func (o *operand) reads(count int) Span {
	if o.isNumber {
		return Span{}
	}
	lanes := o.lane[:count]
	first := int(slices.Min(lanes)) / registerBytes
	return Span{first, (int(slices.Max(lanes))+int(o.size)-1)/registerBytes - first + 1}
}

func sourceOf(f *form, p *Program, n int) (o operand) {
	from := &f.src[n]
	if f.allows(isa.AllowsSpecial) && f.immediate && n == f.info.Sources-1 {
		return operand{isNumber: true, number: uint64(f.number)}
	}
	o.typ, o.size = uint8(from.typ), uint8(typeSize[from.typ])
	o.extend = extensionOf(f, n)
	o.modify, o.sign = modificationOf(f, n)
	if f.immediate && n == f.info.Sources-1 {
		o.isNumber, o.number = true, o.prepare(numberOf(f, from.typ))
		return o
	}
	swizzle := uint32(0)
	if n == 0 {
		swizzle = f.swizzle
	}
	o.resolve(from, f.worked(p), func(k int) int { return element(from.region, swizzled(swizzle, k)) })
	return o
}

func extensionOf(f *form, n int) extension {
	typ := f.src[n].typ
	converts := f.op == isa.OpCvt || f.op == isa.OpMov
	switch {
	case typ == isa.TypeHf && f.dst.typ == isa.TypeF && !converts:
		return widen
	case typ == isa.TypeB:
		return extend8
	case typ == isa.TypeW:
		return extend16
	case typ == isa.TypeD:
		return extend32
	}
	return extendZero
}

func modificationOf(f *form, n int) (m modification, sign uint64) {
	s := &f.src[n]
	if s.abs {
		m |= modifyAbs
	}
	if s.negate {
		m |= modifyNegate
	}
	switch converts := f.op == isa.OpCvt || f.op == isa.OpMov; {
	case m == modifyNothing:
	case f.allows(isa.AllowsNegate):
		return modifyInverted, 0
	case isFloat(s.typ) && converts:
		return m | modifyFloat, signOf(s.typ)
	case isFloat(s.typ):
		return m | modifyFloat, signOf(f.dst.typ)
	}
	return m, 0
}

func signOf(typ uint32) uint64 { return 1 << (8*typeSize[typ] - 1) }

// numberOf is an immediate as an element of its type: extended with its sign, when the type is signed.
func numberOf(f *form, typ uint32) uint64 {
	number := uint64(f.number)
	switch short := f.info.Sources == 3; {
	case short && typ == isa.TypeF:
		return number << 16
	case short && isSigned(typ):
		number = uint64(int16(number))
	case isSigned(typ):
		number = uint64(int32(number))
	}
	return number & (1<<(8*typeSize[typ]) - 1)
}

// prepare extends or widens an element, and applies the modifiers.
func (o *operand) prepare(v uint64) uint64 {
	switch o.extend {
	case extend8:
		v = uint64(int8(v))
	case extend16:
		v = uint64(int16(v))
	case extend32:
		v = uint64(int32(v))
	case widen:
		v = widened(v)
	}
	if o.modify != modifyNothing {
		v = o.modified(v)
	}
	return v
}

func (o *operand) modified(v uint64) uint64 {
	switch {
	case o.modify == modifyInverted:
		return ^v
	case o.modify&modifyFloat != 0:
		if o.modify&modifyAbs != 0 {
			v &^= o.sign
		}
		if o.modify&modifyNegate != 0 {
			v ^= o.sign
		}
		return v
	}
	if o.modify&modifyAbs != 0 && int64(v) < 0 {
		v = -v
	}
	if o.modify&modifyNegate != 0 {
		v = -v
	}
	return v
}

// gather reads a source in count lanes, whether they execute or not.
func (o *operand) gather(r *RegisterFile, count uint8, into *[mostLanes]uint64) {
	for k := range into[:count] {
		if o.isNumber {
			into[k] = o.number
			continue
		}
		into[k] = o.prepare(r.read(o.lane[k], o.size))
	}
}
