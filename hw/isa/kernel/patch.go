package kernel

import (
	"fmt"
	"math/bits"
	"slices"

	"tilemark/hw/isa"
)

// Patch says what of an instruction a value of non-orthogonal state replaces.
type Patch struct {
	Value uint8 // isa.NosValue... value
	Index uint8 // which one, of a value that is there several times
	Part  uint8 // isa.PatchPart... value
}

// Compiled is a value of non-orthogonal state that the kernel is compiled for.
type Compiled struct {
	Value, Index uint8
	To           uint32
}

// nosShift is where a value has the number of its bit in NOS.
const nosShift = 4

// NOS is the bit of the value's item in an instruction's tags.
func (p Patch) NOS() uint16 { return 1 << (p.Value >> nosShift) }

func (p Patch) pack() uint32 {
	return isa.PatchEntryFields{Value: uint32(p.Value), Index: uint32(p.Index), Part: uint32(p.Part)}.Pack()
}

// unpackPatch is the opposite; false when a number has no name, or bits are not 0 that mean nothing.
func unpackPatch(w uint32) (Patch, bool) {
	f := isa.UnpackPatchEntry(w)
	p := Patch{uint8(f.Value), uint8(f.Index), uint8(f.Part)}
	return p, p.pack() == w && isa.NosValueNames[f.Value] != "" && isa.PatchPartNames[f.Part] != ""
}

// ValueText is a value's name, with its index.
func ValueText(value, index uint8) string {
	name := isa.NosValueNames[uint32(value)]
	if index > 0 {
		name += fmt.Sprintf("[%d]", index)
	}
	return name
}

// optional tells whether the instruction may become nop.
func (i *Instruction) optional() bool {
	return slices.ContainsFunc(i.Patches, func(p Patch) bool { return p.Part == isa.PatchPartEnable || p.Part == isa.PatchPartDisable })
}

// patches checks the tags of an instruction: each has a rule, and the instruction has what it replaces.
func (c *checker) patches(i int, in *isa.Instruction) {
	left := in.NOS
	var parts uint32
	for _, p := range c.k.Code[i].Patches {
		left &^= p.NOS()
		name := isa.PatchPartNames[uint32(p.Part)]
		switch part := uint32(1) << p.Part; {
		case p.NOS()&in.NOS == 0:
			c.add(i, "%s=%s of an instruction without the tag", name, ValueText(p.Value, p.Index))
		case parts&part != 0:
			c.add(i, "%s is replaced twice", name)
		case !HasPart(in, p.Part):
			c.add(i, "%s has no %s that %s could replace", isa.Operations[in.Op].Name, name, ValueText(p.Value, p.Index))
		default:
			parts |= part
		}
	}
	for bit := uint32(1); left != 0; bit <<= 1 {
		if uint32(left)&bit != 0 {
			example := isa.NosValueNames[uint32(bits.TrailingZeros32(bit))<<nosShift] // the first of its values
			c.add(i, "the tag %s does not say what it replaces, as in {nos enable=%s}", isa.NosNames[bit], example)
			left &^= uint16(bit)
		}
	}
}

// HasPart tells whether an instruction has what a rule replaces. What keeps the mask stack, ends a thread, or threads wait for does not become nop.
func HasPart(in *isa.Instruction, part uint8) bool {
	op, m := &isa.Operations[in.Op], &isa.Messages[in.Message.Code]
	send := op.Format == isa.FormatSend
	switch part {
	case isa.PatchPartEnable, isa.PatchPartDisable:
		switch in.Op {
		case isa.OpIf, isa.OpElse, isa.OpEndif, isa.OpLoop, isa.OpWhile, isa.OpRejoin, isa.OpRet, isa.OpIret:
			return false
		}
		return !send || !in.Message.Last && m.Unit != isa.UnitRing && m.Unit != isa.UnitBarrier
	case isa.PatchPartCondition:
		return in.Condition != isa.ConditionNone
	case isa.PatchPartImmediate:
		return in.Immediate && op.Allows&isa.AllowsSpecial == 0
	case isa.PatchPartSwizzle:
		four := in.Size == isa.SizeThread || in.Size >= isa.SizeLanes4
		return op.Allows&isa.AllowsSwizzle != 0 && four && !(in.Immediate && op.Sources == 1) && in.Src[0].Region != isa.RegionScalar
	case isa.PatchPartType:
		return send && m.Uses&isa.UsesType != 0
	case isa.PatchPartCount:
		return send && m.Uses&isa.UsesCount != 0
	case isa.PatchPartOffset: // of messages that end where they may at any offset
		return send && m.HasOffset() && (!m.HasPlace() || m.Unit == isa.UnitConstant)
	case isa.PatchPartBinding:
		return send && m.Uses&isa.UsesBinding != 0 && m.Unit != isa.UnitRing
	case isa.PatchPartSampler:
		return send && m.Uses&isa.UsesSampler != 0
	}
	return false
}
