package exec

import (
	"encoding/binary"
	"fmt"

	"tilemark/hw/isa"
)

// form is what the bits of an instruction say, legal or not.
type form struct {
	op   uint32
	info *isa.Operation

	size, group      uint32
	noMask, saturate bool
	predicate        uint32
	invert           bool
	flag, condition  uint32
	swizzle          uint32 // exclusive-or the lanes' own order

	dst       place
	stride    uint32
	null      bool
	immediate bool
	number    uint32
	src       [3]place

	levels uint32
	target int32
	send   descriptor

	length int  // bytes
	unused bool // bits that mean nothing are not 0
}

// place is where an operand begins, and how it goes on. Of a destination it is register, byte and type.
type place struct {
	reg, sub, typ, region uint32
	negate, abs           bool
}

// descriptor is a message.
type descriptor struct {
	code, binding, typ, count, operation uint32
	nonCacheable, returns, last          bool
	address, data                        uint32
	offset                               int32
}

// words are an instruction in its native form.
type words [isa.NativeDWords]uint32

func field(word, shift, mask uint32) uint32 { return word >> shift & mask }

func bit(word, shift uint32) bool { return word>>shift&1 != 0 }

// take takes apart the instruction at a byte of the code, a multiple of 8, in either form. An error is a sentence.
func take(code []byte, at int) (f form, reason string) {
	low := binary.LittleEndian.Uint32(code[at:])
	f.op = field(low, isa.NativeControlOpcodeShift, isa.NativeControlOpcodeMask)
	f.info = &isa.Operations[f.op]
	if f.info.Name == "" {
		return f, fmt.Sprintf("opcode %#02x is reserved", f.op)
	}
	var w words
	if bit(low, isa.NativeControlCompactShift) {
		f.length = isa.CompactBytes
		if w, reason = f.expand(low, binary.LittleEndian.Uint32(code[at+4:])); reason != "" {
			return f, reason
		}
	} else {
		f.length = isa.NativeBytes
		if at+isa.NativeBytes > len(code) {
			return f, "the code ends within the instruction"
		}
		for n := range w {
			w[n] = binary.LittleEndian.Uint32(code[at+4*n:])
		}
	}
	f.native(w)
	return f, ""
}

// native takes the native form apart.
func (f *form) native(w words) {
	c := w[isa.NativeControl]
	f.size = field(c, isa.NativeControlSizeShift, isa.NativeControlSizeMask)
	f.group = field(c, isa.NativeControlGroupShift, isa.NativeControlGroupMask)
	f.noMask = bit(c, isa.NativeControlNoMaskShift)
	f.saturate = bit(c, isa.NativeControlSaturateShift)
	f.predicate = field(c, isa.NativeControlPredicateShift, isa.NativeControlPredicateMask)
	f.invert = bit(c, isa.NativeControlInvertShift)
	f.flag = field(c, isa.NativeControlFlagShift, isa.NativeControlFlagMask)
	f.condition = field(c, isa.NativeControlConditionShift, isa.NativeControlConditionMask)
	f.swizzle = field(c, isa.NativeControlSwizzleShift, isa.NativeControlSwizzleMask)
	switch f.info.Format {
	case isa.FormatFlow:
		f.flow(w)
	case isa.FormatSend:
		f.message(w)
	default:
		f.operands(w)
	}
}

func (f *form) flow(w words) {
	levels := w[isa.FlowLevels]
	f.levels = field(levels, isa.FlowLevelsCountShift, isa.FlowLevelsCountMask)
	f.target = int32(w[isa.FlowTarget])
	f.unused = w[isa.FlowState]<<12 != 0 || levels&^(isa.FlowLevelsCountMask<<isa.FlowLevelsCountShift) != 0
}

// Bits of the words of SEND that have a field.
const (
	sendDestinationBits = isa.SendDestinationRegMask<<isa.SendDestinationRegShift | isa.SendDestinationNullMask<<isa.SendDestinationNullShift |
		isa.SendDestinationNosMask<<isa.SendDestinationNosShift
	sendPayloadBits = isa.SendPayloadAddressRegMask<<isa.SendPayloadAddressRegShift | isa.SendPayloadMessageMask<<isa.SendPayloadMessageShift |
		isa.SendPayloadOffsetMask<<isa.SendPayloadOffsetShift
	sendDescriptorBits = 1<<(isa.SendDescriptorLastShift+1) - 1 - 1<<7
)

func (f *form) message(w words) {
	to, load, d, m := w[isa.SendDestination], w[isa.SendPayload], w[isa.SendDescriptor], &f.send
	f.dst.reg = field(to, isa.SendDestinationRegShift, isa.SendDestinationRegMask)
	f.null = bit(to, isa.SendDestinationNullShift)
	m.address = field(load, isa.SendPayloadAddressRegShift, isa.SendPayloadAddressRegMask)
	m.data = field(d, isa.SendDescriptorDataRegShift, isa.SendDescriptorDataRegMask)
	m.offset = int32(load) >> isa.SendPayloadOffsetShift
	m.code = field(load, isa.SendPayloadMessageShift, isa.SendPayloadMessageMask)
	m.binding = field(d, isa.SendDescriptorBindingShift, isa.SendDescriptorBindingMask)
	m.typ = field(d, isa.SendDescriptorTypeShift, isa.SendDescriptorTypeMask)
	m.count = field(d, isa.SendDescriptorCountShift, isa.SendDescriptorCountMask)
	m.nonCacheable = bit(d, isa.SendDescriptorNonCacheableShift)
	m.returns = bit(d, isa.SendDescriptorReturnsShift)
	m.operation = field(d, isa.SendDescriptorOperationShift, isa.SendDescriptorOperationMask)
	m.last = bit(d, isa.SendDescriptorLastShift)
	f.unused = to&^sendDestinationBits != 0 || load&^uint32(sendPayloadBits) != 0 || d&^sendDescriptorBits != 0
}

func (f *form) operands(w words) {
	d, s := w[isa.NativeDestination], w[isa.NativeSources]
	f.dst = place{
		reg: field(d, isa.NativeDestinationRegShift, isa.NativeDestinationRegMask),
		sub: field(d, isa.NativeDestinationSubShift, isa.NativeDestinationSubMask),
		typ: field(d, isa.NativeDestinationTypeShift, isa.NativeDestinationTypeMask)}
	f.stride = field(d, isa.NativeDestinationStrideShift, isa.NativeDestinationStrideMask)
	f.null = bit(d, isa.NativeDestinationNullShift)
	f.immediate = bit(d, isa.NativeDestinationImmediateShift)
	f.src[0] = place{
		reg:    field(s, isa.NativeSourcesSrc0RegShift, isa.NativeSourcesSrc0RegMask),
		sub:    field(s, isa.NativeSourcesSrc0SubShift, isa.NativeSourcesSrc0SubMask),
		typ:    field(s, isa.NativeSourcesSrc0TypeShift, isa.NativeSourcesSrc0TypeMask),
		region: field(s, isa.NativeSourcesSrc0RegionShift, isa.NativeSourcesSrc0RegionMask),
		negate: bit(s, isa.NativeSourcesSrc0NegateShift), abs: bit(s, isa.NativeSourcesSrc0AbsShift)}
	f.src[1] = place{
		typ:    field(s, isa.NativeSourcesSrc1TypeShift, isa.NativeSourcesSrc1TypeMask),
		region: field(s, isa.NativeSourcesSrc1RegionShift, isa.NativeSourcesSrc1RegionMask),
		negate: bit(s, isa.NativeSourcesSrc1NegateShift), abs: bit(s, isa.NativeSourcesSrc1AbsShift)}
	f.src[2] = place{negate: bit(s, isa.NativeSourcesSrc2NegateShift), abs: bit(s, isa.NativeSourcesSrc2AbsShift)}
	f.lastWord(w[isa.NativeLast])
}

// shortNumber is where a number of an instruction of three sources begins in the last word.
const shortNumber = 16

// lastWord takes the rest of sources 1 and 2, or a number.
func (f *form) lastWord(w uint32) {
	if f.immediate && f.info.Sources < 3 {
		f.number = w
		return
	}
	f.src[1].reg = field(w, isa.NativeLastSrc1RegShift, isa.NativeLastSrc1RegMask)
	f.src[1].sub = field(w, isa.NativeLastSrc1SubShift, isa.NativeLastSrc1SubMask)
	f.src[2].typ = field(w, isa.NativeLastSrc2TypeShift, isa.NativeLastSrc2TypeMask)
	if f.immediate {
		f.number = w >> shortNumber
		return
	}
	f.src[2].region = field(w, isa.NativeLastSrc2RegionShift, isa.NativeLastSrc2RegionMask)
	f.src[2].reg = field(w, isa.NativeLastSrc2RegShift, isa.NativeLastSrc2RegMask)
	f.src[2].sub = field(w, isa.NativeLastSrc2SubShift, isa.NativeLastSrc2SubMask)
	f.unused = bit(w, isa.NativeLastSrc2SubShift+5)
}
