package exec

import (
	"encoding/binary"

	"tilemark/hw/isa"
)

// StateWords is the number of words of state that the instructions of a program depend on.
const StateWords = 8

// mostPatchWords is how many words of a group of lines are looked at, at most.
const mostPatchWords = 576

const (
	patchGroup = 16 // lines
	tagShift   = isa.NativeDestinationNosShift
	tagMask    = isa.NativeDestinationNosMask
)

// PatchLine is a line of a program as it is executed under a state: of number n from the first instruction on, as memory has it, patched by the program's table (docs/isa.md, "The machine's
// patcher"). ok is false where the table is malformed.
func PatchLine(line *[LineBytes]byte, n int, table []byte, stage Stage, state *[StateWords]uint32) (patched [LineBytes]byte, ok bool) {
	word := func(k int) (uint32, bool) {
		if 4*k+4 > len(table) {
			return 0, false
		}
		return binary.LittleEndian.Uint32(table[4*k:]), true
	}
	group, there := word(n / patchGroup)
	if !there {
		return *line, false
	}
	own := uint32(n % patchGroup)
	if field(group, isa.PatchGroupEntryLinesShift, isa.PatchGroupEntryLinesMask)>>own&1 == 0 {
		return *line, true
	}
	p := patching{stage: stage, state: state, bytes: *line, place: -1}
	first := int(field(group, isa.PatchGroupEntryFirstShift, isa.PatchGroupEntryFirstMask))
	for k := first; k < first+mostPatchWords; k++ {
		w, there := word(k)
		switch of := field(w, isa.PatchWordEntryLineShift, isa.PatchWordEntryLineMask); {
		case !there || of > own:
			return *line, false
		case of < own:
			continue
		}
		if !p.apply(w) {
			return *line, false
		}
		if bit(w, isa.PatchWordEntryLastShift) {
			return p.bytes, true
		}
	}
	return *line, false
}

// patching is a line on which words of the table act.
type patching struct {
	stage Stage
	state *[StateWords]uint32
	bytes [LineBytes]byte
	place int    // of the instruction that is patched, in units of 8 bytes; -1: none yet
	size  int    // of it, in units of 8 bytes: 1 if it is compact
	tags  uint32 // that it had
	gone  bool   // it is nop
}

func (p *patching) get(word int) uint32 {
	return binary.LittleEndian.Uint32(p.bytes[slotBytes*p.place+4*word:])
}

func (p *patching) put(word int, v uint32) {
	binary.LittleEndian.PutUint32(p.bytes[slotBytes*p.place+4*word:], v)
}

// apply does what a word of the table says; false when it is malformed.
func (p *patching) apply(w uint32) bool {
	const named = isa.PatchWordEntryPlaceMask<<isa.PatchWordEntryPlaceShift | isa.PatchWordEntryLineMask<<isa.PatchWordEntryLineShift | isa.PatchWordEntryLastMask<<isa.PatchWordEntryLastShift |
		isa.PatchWordEntryValueMask<<isa.PatchWordEntryValueShift | isa.PatchWordEntryIndexMask<<isa.PatchWordEntryIndexShift | isa.PatchWordEntryPartMask<<isa.PatchWordEntryPartShift |
		isa.PatchWordEntrySetMask<<isa.PatchWordEntrySetShift
	place := int(field(w, isa.PatchWordEntryPlaceShift, isa.PatchWordEntryPlaceMask))
	number := field(w, isa.PatchWordEntryValueShift, isa.PatchWordEntryValueMask)
	index := field(w, isa.PatchWordEntryIndexShift, isa.PatchWordEntryIndexMask)
	part := field(w, isa.PatchWordEntryPartShift, isa.PatchWordEntryPartMask)
	set := field(w, isa.PatchWordEntrySetShift, isa.PatchWordEntrySetMask)
	value, there := stateValue(p.stage, p.state, number, index)
	if w&^uint32(named) != 0 || !there || !replaceable(number, part) || set != 0 && part != isa.PatchPartSource {
		return false
	}
	if place != p.place && !p.next(place) {
		return false
	}
	if p.size == 1 && part != isa.PatchPartEnable && part != isa.PatchPartDisable && part != isa.PatchPartSource {
		return false
	}
	if p.tags>>(number/16)&1 == 0 {
		return false
	}
	if !p.gone {
		p.change(part, value, set)
	}
	return true
}

// next goes on to the instruction at a place, and takes its tags away.
func (p *patching) next(place int) bool {
	if p.place >= 0 && place < p.place+p.size {
		return false
	}
	p.place, p.size, p.gone = place, isa.NativeBytes/slotBytes, false
	if low := p.get(isa.NativeControl); bit(low, isa.NativeControlCompactShift) {
		p.size = 1
		high := p.get(1)
		f := form{info: &isa.Operations[field(low, isa.NativeControlOpcodeShift, isa.NativeControlOpcodeMask)]}
		item := f.takeItem(&low, &high)
		p.put(isa.NativeControl, low)
		p.put(1, high)
		p.tags = 1 << item >> 1 & tagMask
		return true
	}
	if place+p.size > LineBytes/slotBytes {
		return false
	}
	to := p.get(isa.NativeDestination)
	p.tags = field(to, tagShift, tagMask)
	p.put(isa.NativeDestination, to&^uint32(tagMask<<tagShift))
	return true
}

// change changes a part of the instruction.
func (p *patching) change(part, value, set uint32) {
	replace := func(word int, shift, mask, with uint32) {
		p.put(word, p.get(word)&^(mask<<shift)|with&mask<<shift)
	}
	switch part {
	case isa.PatchPartEnable, isa.PatchPartDisable:
		if (value == 0) == (part == isa.PatchPartEnable) {
			p.gone = true
			p.nop()
		}
	case isa.PatchPartCondition:
		replace(isa.NativeControl, isa.NativeControlConditionShift, isa.NativeControlConditionMask, value)
	case isa.PatchPartImmediate:
		p.put(isa.NativeLast, value)
	case isa.PatchPartSource:
		if p.size == 1 {
			replace(1, isa.CompactHighSrc0RegShift, isa.CompactHighSrc0RegMask, p.get(1)>>isa.CompactHighSrc0RegShift+value<<set)
			return
		}
		was := field(p.get(isa.NativeSources), isa.NativeSourcesSrc0RegShift, isa.NativeSourcesSrc0RegMask)
		replace(isa.NativeSources, isa.NativeSourcesSrc0RegShift, isa.NativeSourcesSrc0RegMask, was+value<<set)
	case isa.PatchPartType:
		replace(isa.SendDescriptor, isa.SendDescriptorTypeShift, isa.SendDescriptorTypeMask, value)
	case isa.PatchPartCount:
		was := field(p.get(isa.SendDescriptor), isa.SendDescriptorCountShift, isa.SendDescriptorCountMask)
		if value-1 < was {
			replace(isa.SendDescriptor, isa.SendDescriptorCountShift, isa.SendDescriptorCountMask, value-1)
		}
	case isa.PatchPartOffset:
		replace(isa.SendPayload, isa.SendPayloadOffsetShift, isa.SendPayloadOffsetMask, value)
	case isa.PatchPartBinding:
		replace(isa.SendDescriptor, isa.SendDescriptorBindingShift, isa.SendDescriptorBindingMask, value)
	}
}

// nop has nop in the place of the instruction: all of a thread's lanes, everything else 0. In 64 bits it is index 0 of COMPACT_CONTROL that stands for 0.
func (p *patching) nop() {
	if p.size == 1 {
		p.put(isa.NativeControl, isa.OpNop<<isa.NativeControlOpcodeShift|1<<isa.NativeControlCompactShift)
		p.put(1, 0)
		return
	}
	p.put(isa.NativeControl, isa.OpNop<<isa.NativeControlOpcodeShift|isa.SizeThread<<isa.NativeControlSizeShift)
	p.put(isa.NativeDestination, 0)
	p.put(isa.NativeSources, 0)
	p.put(isa.NativeLast, 0)
}

// replaceable tells whether a value may replace a part.
func replaceable(value, part uint32) bool {
	switch value {
	case isa.NosValueAlphaTestFunction:
		return part == isa.PatchPartCondition
	case isa.NosValueAlphaTestReference, isa.NosValueTextureFormat, isa.NosValueTargetFormat, isa.NosValueVertexFormatStride:
		return part == isa.PatchPartImmediate
	case isa.NosValueTextureComponent:
		return part == isa.PatchPartSource || part == isa.PatchPartImmediate
	case isa.NosValueVertexFormatType:
		return part == isa.PatchPartType
	case isa.NosValueVertexFormatCount, isa.NosValueTargetCount:
		return part == isa.PatchPartCount
	case isa.NosValueVertexFormatOffset, isa.NosValueFogParameters:
		return part == isa.PatchPartOffset
	case isa.NosValueVertexFormatBinding, isa.NosValueFogBinding:
		return part == isa.PatchPartBinding
	}
	return part == isa.PatchPartEnable || part == isa.PatchPartDisable
}
