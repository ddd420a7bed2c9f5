package exec

import "tilemark/hw/isa"

// expand gives the native form of a compact instruction: its size is THREAD, and what its indices name stands in tables. The number of the item of state that it depends on, counted from 1, is
// its only bit of NOS.
func (f *form) expand(low, high uint32) (w words, reason string) {
	item := f.takeItem(&low, &high)
	if item > lastItem {
		return w, unusedBits
	}
	w[isa.NativeControl] = f.op<<isa.NativeControlOpcodeShift | isa.SizeThread<<isa.NativeControlSizeShift |
		isa.CompactControl[field(low, isa.CompactLowControlShift, isa.CompactLowControlMask)]<<isa.NativeControlGroupShift
	switch f.info.Format {
	case isa.FormatFlow:
		reason = expandFlow(low, high, &w)
	case isa.FormatSend:
		reason = expandSend(low, high, &w)
	default:
		reason = f.expandOperands(low, high, &w)
	}
	if item > 0 {
		w[isa.NativeDestination] |= 1 << (tagShift + item - 1) // in one place in all forms
	}
	return w, reason
}

// lastItem is the number of the last item of state, counted from 1.
const lastItem = 12

// takeItem clears the four bits in which a compact instruction has the number of an item of state, and returns it; 0 of three sources, which have no such bits.
func (f *form) takeItem(low, high *uint32) uint32 {
	word, shift := high, isa.CompactShortHighNosShift
	switch {
	case f.info.Format == isa.FormatFlow:
		word, shift = low, isa.CompactFlowLowNosShift
	case f.info.Format == isa.FormatSend:
		word, shift = low, isa.CompactSendLowNosShift
	case f.info.Sources > 2:
		return 0
	}
	item := *word >> shift & 15
	*word &^= 15 << shift
	return item
}

const unusedBits = "bits of the compact form that mean nothing are not 0"

func expandFlow(low, high uint32, w *words) string {
	if low>>(isa.CompactFlowLowControlShift+5) != 0 {
		return unusedBits
	}
	w[isa.FlowLevels] = field(high, isa.CompactFlowHighCountShift, isa.CompactFlowHighCountMask) << isa.FlowLevelsCountShift
	w[isa.FlowTarget] = uint32(int32(high) >> isa.CompactFlowHighTargetShift * 8)
	return ""
}

func expandSend(low, high uint32, w *words) string {
	if low>>(isa.CompactSendLowDstRegShift+7) != 0 {
		return unusedBits
	}
	const null = 31 // bit of an entry of the table
	entry := isa.CompactMessage[field(low, isa.CompactSendLowMessageShift, isa.CompactSendLowMessageMask)]
	w[isa.SendDestination] = field(low, isa.CompactSendLowDstRegShift, isa.CompactSendLowDstRegMask)<<isa.SendDestinationRegShift |
		entry>>null<<isa.SendDestinationNullShift
	offset := int32(high) >> isa.CompactSendHighOffsetShift * 4
	w[isa.SendPayload] = field(high, isa.CompactSendHighAddressRegShift, isa.CompactSendHighAddressRegMask)<<isa.SendPayloadAddressRegShift |
		entry&0xff<<isa.SendPayloadMessageShift | uint32(offset)<<isa.SendPayloadOffsetShift
	w[isa.SendDescriptor] = entry&^(1<<null|0xff) | field(high, isa.CompactSendHighDataRegShift, isa.CompactSendHighDataRegMask)<<isa.SendDescriptorDataRegShift |
		field(high, isa.CompactSendHighBindingShift, isa.CompactSendHighBindingMask)<<isa.SendDescriptorBindingShift
	return ""
}

// types are an entry of COMPACT_TYPES taken apart.
type types struct{ dst, stride, null, immediate, src0, src1 uint32 }

func typesOf(v uint32) types {
	return types{dst: v & 15, stride: v >> 4 & 3, null: v >> 6 & 1, immediate: v >> 7 & 1, src0: v >> 8 & 15, src1: v >> 12 & 15}
}

// expandOperands fills the words of an instruction with operands. What stands in the places of sources that the operation does not have must be 0.
func (f *form) expandOperands(low, high uint32, w *words) string {
	t := typesOf(isa.CompactTypes[field(low, isa.CompactLowTypesShift, isa.CompactLowTypesMask)])
	subs := isa.CompactSubs[field(low, isa.CompactLowSubsShift, isa.CompactLowSubsMask)]
	upper := field(low, isa.CompactLowUpperShift, isa.CompactLowUpperMask)
	w[isa.NativeDestination] = field(low, isa.CompactLowDstRegShift, isa.CompactLowDstRegMask)<<isa.NativeDestinationRegShift |
		subs&31<<isa.NativeDestinationSubShift | t.dst<<isa.NativeDestinationTypeShift | t.stride<<isa.NativeDestinationStrideShift |
		t.null<<isa.NativeDestinationNullShift | t.immediate<<isa.NativeDestinationImmediateShift
	f.expandSource0(high, subs, t, w)
	switch {
	case t.immediate != 0 && f.info.Sources > 2:
		return "a compact instruction of three sources has no number"
	case t.immediate != 0:
		return f.expandNumber(high, subs, upper, t, w)
	case upper != 0:
		return unusedBits
	}
	return f.expandLast(high, subs, t, w)
}

// sourceBits are region, negation and absolute value of a source, as SRC0_REGION, SRC0_NEGATE and SRC0_ABS stand one after the other.
func sourceBits(index uint32) uint32 { return isa.CompactSource[index] & 31 }

func (f *form) expandSource0(high, subs uint32, t types, w *words) {
	w[isa.NativeSources] = field(high, isa.CompactHighSrc0RegShift, isa.CompactHighSrc0RegMask)<<isa.NativeSourcesSrc0RegShift |
		subs>>5&31<<isa.NativeSourcesSrc0SubShift | t.src0<<isa.NativeSourcesSrc0TypeShift |
		sourceBits(field(high, isa.CompactHighSrc0Shift, isa.CompactHighSrc0Mask))<<isa.NativeSourcesSrc0RegionShift
}

// expandNumber fills in a number of 16 bits, in bits 26:11 of the second word.
func (f *form) expandNumber(high, subs, upper uint32, t types, w *words) string {
	number := uint32(int16(high >> isa.CompactHighSrc1RegShift))
	if upper != 0 {
		number <<= 16
	}
	if high>>(isa.CompactHighSrc1RegShift+16) != 0 || subs>>10 != 0 || f.info.Sources == 1 && t.src1 != 0 {
		return unusedBits
	}
	if upper != 0 && number == 0 {
		return "a number that has a shorter form"
	}
	w[isa.NativeLast] = number
	if f.info.Sources == 2 {
		w[isa.NativeSources] |= t.src1 << isa.NativeSourcesSrc1TypeShift
	}
	return ""
}

// expandLast fills in sources 1 and 2, as far as there are.
func (f *form) expandLast(high, subs uint32, t types, w *words) string {
	source1 := field(high, isa.CompactHighSrc1RegShift, isa.CompactHighSrc1RegMask) | sourceBits(field(high, isa.CompactHighSrc1Shift, isa.CompactHighSrc1Mask)) |
		t.src1 | subs>>10
	source2 := high >> isa.CompactHighSrc2RegShift
	if f.info.Sources < 2 && source1 != 0 || f.info.Sources < 3 && source2 != 0 {
		return unusedBits
	}
	if f.info.Sources > 1 {
		w[isa.NativeSources] |= t.src1<<isa.NativeSourcesSrc1TypeShift |
			sourceBits(field(high, isa.CompactHighSrc1Shift, isa.CompactHighSrc1Mask))<<isa.NativeSourcesSrc1RegionShift
		w[isa.NativeLast] = field(high, isa.CompactHighSrc1RegShift, isa.CompactHighSrc1RegMask)<<isa.NativeLastSrc1RegShift |
			subs>>10&31<<isa.NativeLastSrc1SubShift
	}
	if f.info.Sources < 3 {
		return ""
	}
	v := isa.CompactLast[field(high, isa.CompactHighSrc2Shift, isa.CompactHighSrc2Mask)]
	w[isa.NativeSources] |= v >> 7 & 1 << isa.NativeSourcesSrc2NegateShift
	w[isa.NativeSources] |= v >> 8 & 1 << isa.NativeSourcesSrc2AbsShift
	w[isa.NativeLast] |= v&15<<isa.NativeLastSrc2TypeShift | v>>4&7<<isa.NativeLastSrc2RegionShift |
		field(high, isa.CompactHighSrc2RegShift, isa.CompactHighSrc2RegMask)<<isa.NativeLastSrc2RegShift |
		v>>9&31<<isa.NativeLastSrc2SubShift
	return ""
}
