package isa

import (
	"fmt"
	"math/bits"
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

// Parts are what tables of compaction must have for an instruction to be compact. A part that the instruction does not have is none.
type Parts struct {
	Values [numTables]uint32
	Has    [numTables]bool
}

// Tables of compaction, as Parts counts them. Sources 0 and 1 use one table.
const (
	TableControl = iota
	TableTypes
	TableSubs
	TableSource0
	TableSource1
	TableLast
	TableMessage
	numTables
)

// tables are the values of the indices.
var tables = [numTables][]uint32{CompactControl[:], CompactTypes[:], CompactSubs[:], CompactSource[:], CompactSource[:], CompactLast[:], CompactMessage[:]}

// TableLength is the number of indices of a table.
func TableLength(table int) int { return len(tables[table]) }

// tableNames say what an index of a table stands for.
var tableNames = [numTables]string{"mask, predicate, condition, saturation and swizzle", "types", "places within registers", "region and sign of source 0",
	"region and sign of source 1", "type, region, sign and place of source 2", "descriptor"}

func (p *Parts) set(table int, value uint32) { p.Values[table], p.Has[table] = value, true }

// PartsOf returns what tables must have for a legal instruction to be compact; otherwise the reason why it can have no compact form.
func PartsOf(n Native) (p Parts, why string) {
	i := Decode(n)
	op := &Operations[i.Op]
	switch {
	case op.Name == "":
		return p, "the opcode is reserved"
	case i.Size != SizeThread:
		return p, fmt.Sprintf("it is for %s lanes, not all of the thread", SizeNames[uint32(i.Size)])
	case bits.OnesCount16(i.NOS) > 1:
		return p, "it depends on several items of state"
	case i.NOS != 0 && op.Format == FormatNative && op.Sources > 2:
		return p, "it depends on state, and has three sources"
	}
	p.set(TableControl, n[NativeControl]>>controlShift)
	switch op.Format {
	case FormatFlow:
		if units := i.Target / targetUnit; UnpackCompactFlowHigh(CompactFlowHighFields{Target: units}.Pack()).Target != units {
			return p, "its target is too far away"
		}
	case FormatSend:
		return p, i.sendParts(&p)
	default:
		return p, i.operandParts(&p)
	}
	return p, ""
}

func (i *Instruction) sendParts(p *Parts) (why string) {
	m := i.Message
	m.Data, m.Binding = 0, 0
	n := (&Instruction{Op: i.Op, Message: m}).Encode()
	p.set(TableMessage, n[SendDescriptor]|uint32(m.Code)|bit(i.Dst.Null)<<messageNull)
	switch {
	case m.Offset%offsetUnit != 0:
		return "its offset is no multiple of 4"
	case i.Message.Binding > CompactSendHighBindingMask:
		return fmt.Sprintf("its binding is above %d", CompactSendHighBindingMask)
	}
	return ""
}

func (i *Instruction) operandParts(p *Parts) (why string) {
	p.set(TableTypes, uint32(i.Dst.Type)|uint32(i.Dst.Stride)<<typesStride|bit(i.Dst.Null)<<typesNull|bit(i.Immediate)<<typesImmediate|
		uint32(i.Src[0].Type)<<typesSrc0|uint32(i.Src[1].Type)<<typesSrc1)
	p.set(TableSubs, uint32(i.Dst.Sub)|uint32(i.Src[0].Sub)<<subsSrc0|uint32(i.Src[1].Sub)<<subsSrc1)
	p.set(TableSource0, i.Src[0].compacted())
	switch v := i.Number; {
	case i.Immediate && i.Sources() == 3:
		return "it has three sources and an immediate"
	case i.Immediate && int32(v) != int32(int16(v)) && v&0xffff != 0:
		return "its immediate has more than 16 bits that count"
	case i.Immediate:
		return ""
	}
	p.set(TableSource1, i.Src[1].compacted())
	if s := &i.Src[2]; i.Sources() == 3 {
		p.set(TableLast, uint32(s.Type)|uint32(s.Region)<<lastRegion|bit(s.Negate)<<lastNegate|bit(s.Abs)<<lastAbs|uint32(s.Sub)<<lastSub)
	}
	return ""
}

// Compacted returns the compact form of a legal instruction; otherwise the reason why it has none.
func Compacted(n Native) (c Compact, why string) {
	p, why := PartsOf(n)
	if why != "" {
		return c, why
	}
	var at [numTables]uint32
	for t, has := range p.Has {
		k := slices.Index(tables[t], p.Values[t])
		if has && k < 0 {
			return c, "no index has its " + tableNames[t]
		}
		at[t] = uint32(max(k, 0))
	}
	i := Decode(n)
	c = i.compact(&at, &p)
	if word, shift := NOSPlace(c[CompactLow]); i.NOS != 0 {
		c[word] |= uint32(bits.Len16(i.NOS)) << shift
	}
	return c, ""
}

// NOSPlace is where a compact instruction has the number of its bit of NOS, by its first word: the word, and the number's lowest bit in it. One of three sources has no such place: shift is
// negative.
func NOSPlace(low uint32) (word, shift int) {
	op := &Operations[low&CompactLowOpcodeMask]
	switch {
	case op.Format == FormatFlow:
		return CompactFlowLow, CompactFlowLowNosShift
	case op.Format == FormatSend:
		return CompactSendLow, CompactSendLowNosShift
	case op.Sources > 2:
		return CompactHigh, -1
	}
	return CompactShortHigh, CompactShortHighNosShift
}

// TakeNOS takes the bit of NOS out of a compact instruction; 0: it has none, or a number that means nothing.
func (c *Compact) TakeNOS() (nos uint16) {
	word, shift := NOSPlace(c[CompactLow])
	if shift < 0 {
		return 0
	}
	nos = 1 << (c[word] >> shift & CompactShortHighNosMask) >> 1
	c[word] &^= CompactShortHighNosMask << shift
	return nos & NativeDestinationNosMask
}

func (i *Instruction) compact(at *[numTables]uint32, p *Parts) Compact {
	switch Operations[i.Op].Format {
	case FormatFlow:
		return Compact{CompactFlowLowFields{Opcode: uint32(i.Op), Compact: true, Control: at[TableControl]}.Pack(),
			CompactFlowHighFields{Count: uint32(i.Levels), Target: i.Target / targetUnit}.Pack()}
	case FormatSend:
		m := &i.Message
		return Compact{CompactSendLowFields{Opcode: uint32(i.Op), Compact: true, Control: at[TableControl], Message: at[TableMessage], DstReg: uint32(i.Dst.Reg)}.Pack(),
			CompactSendHighFields{AddressReg: uint32(m.Address), DataReg: uint32(m.Data), Binding: uint32(m.Binding), Offset: int32(m.Offset) / offsetUnit}.Pack()}
	}
	return i.compactOperands(at, p)
}

// IndicesOf returns the index of each table in the compact form of a legal instruction, -1 for a table that its form does not use, or for all when it has
// no compact form.
func IndicesOf(n Native) (at [numTables]int) {
	p, why := PartsOf(n)
	for t := range at {
		if at[t] = -1; why == "" && p.Has[t] {
			at[t] = slices.Index(tables[t], p.Values[t])
		}
	}
	return at
}

func (i *Instruction) compactOperands(at *[numTables]uint32, p *Parts) (c Compact) {
	low := CompactLowFields{Opcode: uint32(i.Op), Compact: true, Control: at[TableControl], Types: at[TableTypes], DstReg: uint32(i.Dst.Reg), Subs: at[TableSubs]}
	high := CompactHighFields{Src0Reg: uint32(i.Src[0].Reg), Src0: at[TableSource0]}
	number := i.Number
	if i.Immediate {
		if low.Upper = int32(number) != int32(int16(number)); low.Upper {
			number >>= 16
		}
		return Compact{low.Pack(), high.Pack() | number&0xffff<<CompactHighSrc1RegShift}
	}
	high.Src1Reg, high.Src1 = uint32(i.Src[1].Reg), at[TableSource1]
	if p.Has[TableLast] {
		high.Src2Reg, high.Src2 = uint32(i.Src[2].Reg), at[TableLast]
	}
	return Compact{low.Pack(), high.Pack()}
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
	bare := c
	i.NOS = bare.TakeNOS()
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
	n := Native{SendPayload: v & SendPayloadMessageMask << SendPayloadMessageShift, SendDescriptor: v &^ (1<<messageNull | SendPayloadMessageMask)}
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
