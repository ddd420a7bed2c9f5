package isa

// Native is an instruction of 128 bits, the lowest word first.
type Native [NativeDWords]uint32

// Instruction is an instruction taken apart. Which parts count depends on its operation; the others are 0. It says what its bits say,
// legal or not.
type Instruction struct {
	Op        uint8
	Size      uint8 // Size... value
	Group     uint8 // first lane in eights
	NoMask    bool
	Saturate  bool
	Predicate uint8 // Predicate... value
	Invert    bool
	Flag      uint8 // flag register of predicate and condition
	Condition uint8 // Condition... value
	Swizzle   uint8 // two bits for each of four lanes, the lowest first; OwnOrder when they stay

	Dst       Destination
	Src       [3]Source
	Immediate bool   // the last source is Number
	Number    uint32 // of three sources: 16 bits
	NOS       uint16

	Levels uint8 // FormatFlow
	Target int32 // FormatFlow: bytes from the instruction

	Message Send // FormatSend
}

// OwnOrder is the swizzle that leaves lanes where they are.
const OwnOrder = 0xe4

// Destination is where a result goes.
type Destination struct {
	Reg, Sub uint8 // Sub in bytes
	Type     uint8
	Stride   uint8 // Stride... value
	Null     bool
}

// Source is a source in registers, or the type of an immediate.
type Source struct {
	Reg, Sub    uint8 // Sub in bytes
	Type        uint8
	Region      uint8 // Region... value
	Negate, Abs bool
}

// Send is a message. Its answer goes to Dst.Reg, unless Dst.Null.
type Send struct {
	Address, Data uint8 // first registers
	Offset        int16 // bytes
	Code          uint8 // Message... code
	Binding       uint8
	Type          uint8
	Count         uint8 // components, less one
	NonCacheable  bool
	Returns       bool
	Operation     uint8
	Last          bool
}

// Sources is the number of sources of the operation; 0 of a reserved opcode.
func (i *Instruction) Sources() int { return Operations[i.Op].Sources }

// Encode returns the native form.
func (i *Instruction) Encode() (n Native) {
	n[NativeControl] = NativeControlFields{Opcode: uint32(i.Op), Size: uint32(i.Size), Group: uint32(i.Group), NoMask: i.NoMask, Saturate: i.Saturate,
		Predicate: uint32(i.Predicate), Invert: i.Invert, Flag: uint32(i.Flag), Condition: uint32(i.Condition), Swizzle: uint32(i.Swizzle ^ OwnOrder)}.Pack()
	switch Operations[i.Op].Format {
	case FormatFlow:
		n[FlowState] = FlowStateFields{Nos: uint32(i.NOS)}.Pack()
		n[FlowLevels] = FlowLevelsFields{Count: uint32(i.Levels)}.Pack()
		n[FlowTarget] = uint32(i.Target)
	case FormatSend:
		i.encodeSend(&n)
	default:
		i.encodeOperands(&n)
	}
	return n
}

func (i *Instruction) encodeOperands(n *Native) {
	d, s := &i.Dst, &i.Src
	n[NativeDestination] = NativeDestinationFields{Reg: uint32(d.Reg), Sub: uint32(d.Sub), Type: uint32(d.Type), Stride: uint32(d.Stride), Null: d.Null,
		Immediate: i.Immediate, Nos: uint32(i.NOS)}.Pack()
	n[NativeSources] = NativeSourcesFields{
		Src0Reg: uint32(s[0].Reg), Src0Sub: uint32(s[0].Sub), Src0Type: uint32(s[0].Type), Src0Region: uint32(s[0].Region), Src0Negate: s[0].Negate, Src0Abs: s[0].Abs,
		Src1Type: uint32(s[1].Type), Src1Region: uint32(s[1].Region), Src1Negate: s[1].Negate, Src1Abs: s[1].Abs,
		Src2Negate: s[2].Negate, Src2Abs: s[2].Abs}.Pack()
	last := NativeLastFields{Src1Reg: uint32(s[1].Reg), Src1Sub: uint32(s[1].Sub)}
	switch {
	case i.Immediate && i.Sources() < 3:
		n[NativeLast] = i.Number
		return
	case i.Immediate:
		last.Src2Type = uint32(s[2].Type)
		n[NativeLast] = last.Pack() | i.Number<<shortShift
		return
	}
	last.Src2Type, last.Src2Region, last.Src2Reg, last.Src2Sub = uint32(s[2].Type), uint32(s[2].Region), uint32(s[2].Reg), uint32(s[2].Sub)
	n[NativeLast] = last.Pack()
}

// shortShift is where the number of an instruction of three sources begins in its last word.
const shortShift = 16

func (i *Instruction) encodeSend(n *Native) {
	m := &i.Message
	n[SendDestination] = SendDestinationFields{Reg: uint32(i.Dst.Reg), Null: i.Dst.Null, Nos: uint32(i.NOS)}.Pack()
	n[SendPayload] = SendPayloadFields{AddressReg: uint32(m.Address), Message: uint32(m.Code), Offset: int32(m.Offset)}.Pack()
	n[SendDescriptor] = SendDescriptorFields{DataReg: uint32(m.Data), Binding: uint32(m.Binding), Type: uint32(m.Type), Count: uint32(m.Count),
		NonCacheable: m.NonCacheable, Returns: m.Returns, Operation: uint32(m.Operation), Last: m.Last}.Pack()
}

// Decode takes a native form apart. It does not ask whether that is legal: see Check.
func Decode(n Native) (i Instruction) {
	c := UnpackNativeControl(n[NativeControl])
	i = Instruction{Op: uint8(c.Opcode), Size: uint8(c.Size), Group: uint8(c.Group), NoMask: c.NoMask, Saturate: c.Saturate, Predicate: uint8(c.Predicate),
		Invert: c.Invert, Flag: uint8(c.Flag), Condition: uint8(c.Condition), Swizzle: uint8(c.Swizzle) ^ OwnOrder}
	switch Operations[i.Op].Format {
	case FormatFlow:
		i.NOS, i.Levels, i.Target = uint16(UnpackFlowState(n[FlowState]).Nos), uint8(UnpackFlowLevels(n[FlowLevels]).Count), int32(n[FlowTarget])
	case FormatSend:
		i.decodeSend(&n)
	default:
		i.decodeOperands(&n)
	}
	return i
}

func (i *Instruction) decodeOperands(n *Native) {
	d, s, last := UnpackNativeDestination(n[NativeDestination]), UnpackNativeSources(n[NativeSources]), UnpackNativeLast(n[NativeLast])
	i.Dst = Destination{Reg: uint8(d.Reg), Sub: uint8(d.Sub), Type: uint8(d.Type), Stride: uint8(d.Stride), Null: d.Null}
	i.Immediate, i.NOS = d.Immediate, uint16(d.Nos)
	i.Src[0] = Source{Reg: uint8(s.Src0Reg), Sub: uint8(s.Src0Sub), Type: uint8(s.Src0Type), Region: uint8(s.Src0Region), Negate: s.Src0Negate, Abs: s.Src0Abs}
	i.Src[1] = Source{Type: uint8(s.Src1Type), Region: uint8(s.Src1Region), Negate: s.Src1Negate, Abs: s.Src1Abs}
	i.Src[2] = Source{Negate: s.Src2Negate, Abs: s.Src2Abs}
	if i.Immediate && i.Sources() < 3 {
		i.Number = n[NativeLast]
		return
	}
	i.Src[1].Reg, i.Src[1].Sub, i.Src[2].Type = uint8(last.Src1Reg), uint8(last.Src1Sub), uint8(last.Src2Type)
	if i.Immediate {
		i.Number = n[NativeLast] >> shortShift
		return
	}
	i.Src[2].Region, i.Src[2].Reg, i.Src[2].Sub = uint8(last.Src2Region), uint8(last.Src2Reg), uint8(last.Src2Sub)
}

func (i *Instruction) decodeSend(n *Native) {
	d, p, m := UnpackSendDestination(n[SendDestination]), UnpackSendPayload(n[SendPayload]), UnpackSendDescriptor(n[SendDescriptor])
	i.Dst.Reg, i.Dst.Null, i.NOS = uint8(d.Reg), d.Null, uint16(d.Nos)
	i.Message = Send{Address: uint8(p.AddressReg), Data: uint8(m.DataReg), Offset: int16(p.Offset), Code: uint8(p.Message), Binding: uint8(m.Binding),
		Type: uint8(m.Type), Count: uint8(m.Count), NonCacheable: m.NonCacheable, Returns: m.Returns, Operation: uint8(m.Operation), Last: m.Last}
}
