package wgsl

import (
	"encoding/binary"
	"math"

	"github.com/gogpu/naga/ir"

	"tilemark/golden/arith"
)

// Format is how a location lies in a vertex buffer (docs/shaders.md, "State").
type Format struct {
	Numbers    Numbers
	Bits       int  // of a component: 8, 16 or 32
	Normalized bool // integers stand for 0 to 1, or -1 to 1
	Components int  // 1 to 4
	Offset     int  // bytes, in a vertex
	Stride     int  // bytes, from a vertex to the next one
}

// Numbers is what components of a vertex buffer are.
type Numbers uint8

// Kinds of numbers.
const (
	Unsigned Numbers = iota
	Signed
	Float
)

// Fetch reads what a location of a type has for a vertex, as bits; f16 is in the low half of a word. What does not lie in the buffer as a whole is read as 0.
func (f *Format) Fetch(buffer []byte, vertex uint32, m *ir.Module, t ir.TypeHandle) (values [4]uint32) {
	scalar := componentsOf(m, t)
	for c := range values {
		switch {
		case c < f.Components:
			at := uint64(vertex*uint32(f.Stride) + uint32(f.Offset) + uint32(c*f.Bits/8))
			values[c] = f.value(bitsAt(buffer, at, f.Bits/8), scalar)
		case c == 3:
			values[c] = map[kind]uint32{f32: math.Float32bits(1), f16: 0x3c00, i32: 1, u32: 1}[scalar]
		}
	}
	return values
}

// componentsOf is what a location's components are in the shader.
func componentsOf(m *ir.Module, t ir.TypeHandle) kind {
	s := ir.ScalarType{}
	switch t := m.Types[t].Inner.(type) {
	case ir.ScalarType:
		s = t
	case ir.VectorType:
		s = t.Scalar
	}
	k, _ := kindOf(s)
	return k
}

func bitsAt(buffer []byte, at uint64, bytes int) uint32 {
	if at+uint64(bytes) > uint64(len(buffer)) {
		return 0
	}
	var word [4]byte
	copy(word[:], buffer[at:at+uint64(bytes)])
	return binary.LittleEndian.Uint32(word[:])
}

// value is a component of the format, of some bits, as the shader has it.
func (f *Format) value(bits uint32, to kind) uint32 {
	if to == i32 || to == u32 {
		if f.Numbers == Signed {
			return uint32(f.signed(bits))
		}
		return bits
	}
	return ofF(to, f.number(bits))
}

func (f *Format) signed(bits uint32) int32 { return int32(bits<<(32-f.Bits)) >> (32 - f.Bits) }

func (f *Format) number(bits uint32) float32 {
	switch {
	case f.Numbers == Float && f.Bits == 16:
		return arith.HFToF(uint16(bits))
	case f.Numbers == Float:
		return math.Float32frombits(bits)
	case f.Numbers == Signed && f.Normalized:
		most := arith.ToF(int32(1)<<(f.Bits-1) - 1)
		return arith.MaxF(arith.DivF(arith.ToF(f.signed(bits)), most), -1)
	case f.Numbers == Signed:
		return arith.ToF(f.signed(bits))
	case f.Normalized:
		return arith.DivF(arith.ToF(bits), arith.ToF(uint32(math.MaxUint32)>>(32-f.Bits)))
	}
	return arith.ToF(bits)
}
