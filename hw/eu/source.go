package eu

import (
	"math/bits"

	"tilemark/hw/alu"
	"tilemark/hw/isa"
	"tilemark/hw/wires"
)

// File is a thread's part of a register file, a register in half a row of its pages.
type File struct {
	RAM   *wires.Pages
	First uint32 // register of the file that is the thread's r0
}

// wordsOf is the number of 32-bit words of a register.
const wordsOf = isa.RegisterSize / 4

// Word is a 32-bit word: n is 8 times the register, and the word in it.
func (f *File) Word(n uint32) uint32 {
	n += f.First * wordsOf
	return f.RAM.Row(n / wires.RowWords)[n%wires.RowWords]
}

// Register is a register's words.
func (f *File) Register(r uint8) *[wordsOf]uint32 { return f.RAM.Half(f.First + uint32(r)) }

// Put writes the bytes of a register that a mask names, a bit each.
func (f *File) Put(r uint8, mask uint32, data *[wordsOf]uint32) {
	Merge(f.RAM.EditHalf(f.First+uint32(r)), mask, data)
}

// Merge writes bytes that a mask names, a bit each.
func Merge(to *[wordsOf]uint32, mask uint32, data *[wordsOf]uint32) {
	if mask != ^uint32(0) {
		mergeSome(to, mask, data)
		return
	}
	whole := *data
	*to = whole
}

func mergeSome(to *[wordsOf]uint32, mask uint32, data *[wordsOf]uint32) {
	for k := range to {
		m := bytesOf[mask>>(4*k)&15]
		to[k] = to[k]&^m | data[k]&m
	}
}

// Clear makes registers 0.
func (f *File) Clear(set *Set) {
	for i := range set {
		for m := set[i]; m != 0; m &= m - 1 {
			*f.RAM.EditHalf(f.First + uint32(64*i+bits.TrailingZeros64(m))) = [wordsOf]uint32{}
		}
	}
}

// bytesOf is a word with all ones in the bytes that four bits name.
var bytesOf = func() (m [16]uint32) {
	for n := range m {
		for k := range 4 {
			if n>>k&1 != 0 {
				m[n] |= 0xff << (8 * k)
			}
		}
	}
	return m
}()

// values are a source in the lanes of an instruction.
type values [MaxLanes]uint64

// source is how a source is read.
type source struct {
	number   bool
	value    uint64 // of a number, as it comes to the lanes
	first    uint16 // byte of lane 0's element
	size     uint8  // bytes of an element
	region   uint8
	swizzle  uint8 // as in isa.Instruction
	straight bool  // words of 32 bits one after the other, as they are
	integer  bool
	typ      alu.Int // integer
	widens   bool    // hf that is used as f
	inverts  bool    // negation in logic
	abs      bool
	negate   bool
	sign     uint64 // of a float: its sign bit
}

func (o *Op) sourceOf(n int) (s source) {
	from := &o.Src[n]
	s.size = uint8(isa.Bytes(from.Type))
	s.integer, s.typ = integer(from.Type)
	s.region, s.first, s.swizzle = from.Region, uint16(from.Reg)*isa.RegisterSize+uint16(from.Sub), isa.OwnOrder
	if n == 0 {
		s.swizzle = o.Swizzle
	}
	copies := o.Op == isa.OpMov || o.Op == isa.OpCvt
	s.widens = from.Type == isa.TypeHf && o.Dst.Type == isa.TypeF && !copies
	s.abs, s.negate = from.Abs, from.Negate
	s.inverts = from.Negate && isa.Operations[o.Op].Allows&isa.AllowsNegate != 0
	s.sign = 1 << (8*s.size - 1)
	if s.widens {
		s.sign = 1 << 31
	}
	if o.Immediate && n == int(o.sources)-1 {
		s.number, s.value = true, s.extended(o.numberOf(from.Type))
		return s
	}
	s.straight = s.size == 4 && s.region == isa.RegionPacked && s.swizzle == isa.OwnOrder
	return s
}

// integer tells whether a type is one of integers, and which.
func integer(typ uint8) (bool, alu.Int) {
	if typ == isa.TypeHf || typ == isa.TypeF {
		return false, alu.Int{}
	}
	return true, alu.Int{Bits: uint8(8 * isa.Bytes(typ)), Signed: typ&1 != 0}
}

// numberOf is an immediate as an element of its type.
func (o *Op) numberOf(typ uint8) uint64 {
	short := o.sources == 3
	isInteger, t := integer(typ)
	switch {
	case short && typ == isa.TypeF:
		return uint64(o.Number) << 16
	case short && isInteger && t.Signed:
		return t.Cut(uint64(int64(int16(o.Number))))
	case isInteger && t.Signed:
		return t.Cut(uint64(int64(int32(o.Number))))
	}
	return uint64(o.Number)
}

// extended is an element as the operation takes it, before modifiers.
func (s *source) extended(v uint64) uint64 {
	switch {
	case s.integer:
		return s.typ.Extend(v)
	case s.widens:
		return uint64(alu.HFToF(uint16(v)))
	}
	return v
}

// modified applies absolute value and negation.
func (s *source) modified(v uint64) uint64 {
	switch {
	case s.inverts:
		return ^v
	case !s.integer:
		if s.abs {
			v &^= s.sign
		}
		if s.negate {
			v ^= s.sign
		}
		return v
	}
	if s.abs && v>>63 != 0 {
		v = -v
	}
	if s.negate {
		v = -v
	}
	return v
}

// element is the element that a lane reads.
func (s *source) element(k int) int {
	k = k&^3 | int(s.swizzle>>(k&3*2)&3)
	switch s.region {
	case isa.RegionScalar:
		return 0
	case isa.RegionQuad:
		return k >> 2
	case isa.RegionRepeat:
		return k & 3
	}
	return k << (s.region - isa.RegionPacked)
}

// read reads the source in count lanes.
func (s *source) read(f *File, count int, into *values) {
	switch {
	case s.number:
		for k := range into[:count] {
			into[k] = s.value
		}
		return
	case s.straight:
		s.readStraight(f, count, into)
	case s.region == isa.RegionScalar:
		v := s.extended(f.element(s.first, s.size))
		for k := range into[:count] {
			into[k] = v
		}
	default:
		for k := range into[:count] {
			into[k] = s.extended(f.element(s.first+uint16(s.element(k)*int(s.size)), s.size))
		}
	}
	if s.abs || s.negate {
		for k := range into[:count] {
			into[k] = s.modified(into[k])
		}
	}
}

// readStraight reads 32-bit elements one after the other.
func (s *source) readStraight(f *File, count int, into *values) {
	at := f.First*wordsOf + uint32(s.first)/4
	for k := 0; k < count; {
		row := f.RAM.Row(at / wires.RowWords)
		for n := at % wires.RowWords; n < wires.RowWords && k < count; n++ {
			into[k] = uint64(row[n])
			k++
			at++
		}
	}
	if s.integer && s.typ.Signed {
		for k := range into[:count] {
			into[k] = uint64(int64(int32(into[k])))
		}
	}
}

// element is size bytes from a byte of the thread's registers on.
func (f *File) element(at uint16, size uint8) uint64 {
	word := uint64(f.Word(uint32(at) / 4))
	switch size {
	case 1:
		return word >> (at % 4 * 8) & 0xff
	case 2:
		return word >> (at % 4 * 8) & 0xffff
	case 4:
		return word
	}
	return word | uint64(f.Word(uint32(at)/4+1))<<32
}
