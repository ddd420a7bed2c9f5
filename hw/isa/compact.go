package isa

import (
	"fmt"
	"slices"
)

// Compact is an instruction of 64 bits, the lower word first.
type Compact [CompactDWords]uint32

// IsCompact tells from the first word of an instruction whether it has 64 bits.
func IsCompact(word uint32) bool { return word>>CompactLowCompactShift&1 != 0 }

// How the values of compaction tables are put together.
const (
	controlShift = NativeControlGroupShift // CompactControl: CONTROL from here on

	typesStride    = 4 // CompactTypes: type of the destination below
	typesNull      = 6
	typesImmediate = 7
	typesSrc0      = 8
	typesSrc1      = 12

	subsSrc0 = 5 // CompactSubs: that of the destination below
	subsSrc1 = 10

	sourceNegate = 3 // CompactSource: region below
	sourceAbs    = 4

	lastRegion = 4 // CompactLast: type below
	lastNegate = 7
	lastAbs    = 8
	lastSub    = 9

	messageNull = 31 // CompactMessage: the descriptor below
)

// Units of what compact forms count.
const (
	targetUnit = 8 // bytes
	offsetUnit = 4 // bytes
)

// Compacted returns the compact form of a legal instruction; otherwise the reason why it has none.
func Compacted(n Native) (c Compact, why string) {
	i := Decode(n)
	op := &Operations[i.Op]
	switch {
	case op.Name == "":
		return c, "the opcode is reserved"
	case i.Size != SizeThread:
		return c, fmt.Sprintf("it is for %s lanes, not all of the thread", SizeNames[uint32(i.Size)])
	case i.NOS != 0:
		return c, "it depends on state (nos)"
	}
	control, ok := index(CompactControl[:], n[NativeControl]>>controlShift)
	if !ok {
		return c, "no index has its mask, predicate, condition, saturation and swizzle"
	}
	f := compactor{i: &i, low: CompactLowFields{Opcode: uint32(i.Op), Compact: true, Control: control}}
	switch op.Format {
	case FormatFlow:
		return f.flow()
	case FormatSend:
		return f.send()
	}
	return f.operands()
}

// index finds a value in a table.
func index(table []uint32, value uint32) (uint32, bool) {
	i := slices.Index(table, value)
	return uint32(max(i, 0)), i >= 0
}

// compactor makes the compact form of an instruction.
type compactor struct {
	i    *Instruction
	low  CompactLowFields
	high CompactHighFields
}

func (f *compactor) flow() (c Compact, why string) {
	units := f.i.Target / targetUnit
	high := CompactFlowHighFields{Count: uint32(f.i.Levels), Target: units}
	if UnpackCompactFlowHigh(high.Pack()).Target != units {
		return c, "its target is too far away"
	}
	return Compact{f.low.Pack(), high.Pack()}, ""
}

func (f *compactor) send() (c Compact, why string) {
	m := f.i.Message
	m.Binding = 0
	message, ok := index(CompactMessage[:], m.descriptor()|bit(f.i.Dst.Null)<<messageNull)
	if !ok {
		return c, "no index has its descriptor"
	}
	units := int32(m.Offset) / offsetUnit
	high := CompactSendHighFields{AddressReg: uint32(m.Address), DataReg: uint32(m.Data), Binding: uint32(f.i.Message.Binding), Offset: units}
	if units*offsetUnit != int32(m.Offset) || UnpackCompactSendHigh(high.Pack()).Offset != units {
		return c, "its offset is too far away or no multiple of 4"
	}
	low := CompactSendLowFields{Opcode: f.low.Opcode, Compact: true, Control: f.low.Control, Message: message, DstReg: uint32(f.i.Dst.Reg)}
	return Compact{low.Pack(), high.Pack()}, ""
}

func (f *compactor) operands() (c Compact, why string) {
	i, ok := f.i, [4]bool{}
	f.low.Types, ok[0] = index(CompactTypes[:], uint32(i.Dst.Type)|uint32(i.Dst.Stride)<<typesStride|bit(i.Dst.Null)<<typesNull|
		bit(i.Immediate)<<typesImmediate|uint32(i.Src[0].Type)<<typesSrc0|uint32(i.Src[1].Type)<<typesSrc1)
	f.low.Subs, ok[1] = index(CompactSubs[:], uint32(i.Dst.Sub)|uint32(i.Src[0].Sub)<<subsSrc0|uint32(i.Src[1].Sub)<<subsSrc1)
	f.low.DstReg = uint32(i.Dst.Reg)
	f.high.Src0Reg = uint32(i.Src[0].Reg)
	f.high.Src0, ok[2] = index(CompactSource[:], i.Src[0].compacted())
	ok[3] = true
	if i.Immediate {
		return f.immediate(ok)
	}
	f.high.Src1Reg = uint32(i.Src[1].Reg)
	f.high.Src1, ok[3] = index(CompactSource[:], i.Src[1].compacted())
	s := &i.Src[2]
	last, inLast := index(CompactLast[:], uint32(s.Type)|uint32(s.Region)<<lastRegion|bit(s.Negate)<<lastNegate|bit(s.Abs)<<lastAbs|uint32(s.Sub)<<lastSub)
	if f.high.Src2Reg = uint32(s.Reg); i.Sources() == 3 {
		if f.high.Src2 = last; !inLast {
			return c, "no index has type, region, sign and place of source 2"
		}
	}
	return f.done(ok)
}

// immediate adds a number of one or two sources.
func (f *compactor) immediate(ok [4]bool) (c Compact, why string) {
	v := f.i.Number
	switch {
	case f.i.Sources() == 3:
		return c, "it has three sources and an immediate"
	case int32(v) == int32(int16(v)):
	case v&0xffff == 0:
		f.low.Upper = true
		v >>= 16
	default:
		return c, "its immediate has more than 16 bits that count"
	}
	c, why = f.done(ok)
	c[CompactHigh] |= v & 0xffff << CompactHighSrc1RegShift
	return c, why
}

func (f *compactor) done(ok [4]bool) (c Compact, why string) {
	for k, what := range [4]string{"types", "places within registers", "region and sign of source 0", "region and sign of source 1"} {
		if !ok[k] {
			return c, "no index has its " + what
		}
	}
	return Compact{f.low.Pack(), f.high.Pack()}, ""
}

func (s *Source) compacted() uint32 {
	return uint32(s.Region) | bit(s.Negate)<<sourceNegate | bit(s.Abs)<<sourceAbs
}

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Expand returns the native form of a compact one. What it makes of reserved bits is refused: the error says which.
func (c Compact) Expand() (n Native, err error) {
	low := UnpackCompactLow(c[CompactLow])
	op := &Operations[low.Opcode]
	if op.Name == "" {
		return n, fmt.Errorf("opcode %#02x is reserved", low.Opcode)
	}
	i := Decode(Native{low.Opcode | SizeThread<<NativeControlSizeShift | CompactControl[low.Control]<<controlShift})
	switch op.Format {
	case FormatFlow:
		high := UnpackCompactFlowHigh(c[CompactHigh])
		i.Levels, i.Target = uint8(high.Count), high.Target*targetUnit
	case FormatSend:
		i.expandSend(c)
	default:
		i.expandOperands(low, c[CompactHigh])
	}
	n = i.Encode()
	if back, why := Compacted(n); back != c {
		if why == "" {
			why = fmt.Sprintf("its canonical form is %08x %08x", back[1], back[0])
		}
		return n, fmt.Errorf("compact instruction %08x %08x has reserved bits: %s", c[1], c[0], why)
	}
	return n, nil
}

func (i *Instruction) expandSend(c Compact) {
	low, high := UnpackCompactSendLow(c[CompactSendLow]), UnpackCompactSendHigh(c[CompactSendHigh])
	v := CompactMessage[low.Message]
	n := Native{SendDescriptor: v &^ (1 << messageNull)}
	i.decodeSend(&n)
	i.Dst.Null, i.Dst.Reg = v>>messageNull != 0, uint8(low.DstReg)
	i.Message.Address, i.Message.Data, i.Message.Binding = uint8(high.AddressReg), uint8(high.DataReg), uint8(high.Binding)
	i.Message.Offset = int16(high.Offset * offsetUnit)
}

func (i *Instruction) expandOperands(low CompactLowFields, word uint32) {
	high := UnpackCompactHigh(word)
	types, subs := CompactTypes[low.Types], CompactSubs[low.Subs]
	i.Dst = Destination{Reg: uint8(low.DstReg), Sub: uint8(subs & 31), Type: uint8(types & 15), Stride: uint8(types >> typesStride & 3), Null: types>>typesNull&1 != 0}
	i.Src[0] = expandSource(CompactSource[high.Src0], high.Src0Reg, subs>>subsSrc0, types>>typesSrc0)
	if i.Immediate = types>>typesImmediate&1 != 0; i.Immediate {
		i.Src[1].Type, i.Src[1].Sub = uint8(types>>typesSrc1&15), uint8(subs>>subsSrc1&31)
		if i.Number = word >> CompactHighSrc1RegShift & 0xffff; low.Upper {
			i.Number <<= 16
		} else {
			i.Number = uint32(int32(int16(i.Number)))
		}
		return
	}
	i.Src[1] = expandSource(CompactSource[high.Src1], high.Src1Reg, subs>>subsSrc1, types>>typesSrc1)
	if v := CompactLast[high.Src2]; i.Sources() == 3 {
		i.Src[2] = Source{Reg: uint8(high.Src2Reg), Type: uint8(v & 15), Region: uint8(v >> lastRegion & 7), Negate: v>>lastNegate&1 != 0, Abs: v>>lastAbs&1 != 0,
			Sub: uint8(v >> lastSub & 31)}
	}
}

func expandSource(v, reg, sub, typ uint32) Source {
	return Source{Reg: uint8(reg), Sub: uint8(sub & 31), Type: uint8(typ & 15), Region: uint8(v & 7), Negate: v>>sourceNegate&1 != 0, Abs: v>>sourceAbs&1 != 0}
}
