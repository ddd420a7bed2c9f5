package kernel

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

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

// rule is what a value of state may replace: parts, a bit each, and the highest index that it has.
type rule struct {
	parts uint32
	last  uint8
}

// What indices count.
const (
	lastTexture   = 7 // bindings of textures
	lastComponent = 4*lastTexture + 3
	lastAttribute = 15
	lastPlane     = 7
	lastChannel   = 3
)

// Parts, a bit each. A value that is 0 or 1 makes nop.
const (
	partsWhole    = 1<<isa.PatchPartEnable | 1<<isa.PatchPartDisable
	partCondition = 1 << isa.PatchPartCondition
	partImmediate = 1 << isa.PatchPartImmediate
	partSource    = 1 << isa.PatchPartSource
	partType      = 1 << isa.PatchPartType
	partCount     = 1 << isa.PatchPartCount
	partOffset    = 1 << isa.PatchPartOffset
	partBinding   = 1 << isa.PatchPartBinding
)

// values are the rules of all values (docs/isa.md, "State tags").
var values = [256]rule{
	isa.NosValueAlphaTestOn:            {partsWhole, 0},
	isa.NosValueAlphaTestCompares:      {partsWhole, 0},
	isa.NosValueAlphaTestFunction:      {partCondition, 0},
	isa.NosValueAlphaTestReference:     {partImmediate, 0},
	isa.NosValueFogOn:                  {partsWhole, 0},
	isa.NosValueFogLinear:              {partsWhole, 0},
	isa.NosValueFogExp:                 {partsWhole, 0},
	isa.NosValueFogExp2:                {partsWhole, 0},
	isa.NosValueFogParameters:          {partOffset, 0},
	isa.NosValueFogBinding:             {partBinding, 0},
	isa.NosValueLightingOn:             {partsWhole, 0},
	isa.NosValueLightingColors:         {partsWhole, 0},
	isa.NosValueTwoSidedOn:             {partsWhole, 0},
	isa.NosValueTextureBound:           {partsWhole, lastTexture},
	isa.NosValueTextureComponent:       {partSource | partImmediate, lastComponent},
	isa.NosValueTextureFormat:          {partImmediate, lastTexture},
	isa.NosValueTextureSrgb:            {partsWhole, lastTexture},
	isa.NosValueTextureZero:            {partsWhole, lastComponent},
	isa.NosValueTextureOne:             {partsWhole, lastComponent},
	isa.NosValueTargetFormat:           {partImmediate, 0},
	isa.NosValueTargetSrgb:             {partsWhole, 0},
	isa.NosValueTargetCount:            {partCount, 0},
	isa.NosValueWriteMaskChannel:       {partsWhole, lastChannel},
	isa.NosValueFlatOn:                 {partsWhole, lastAttribute},
	isa.NosValueClipPlanesOn:           {partsWhole, lastPlane},
	isa.NosValueClipPlanesSome:         {partsWhole, 0},
	isa.NosValuePointSpriteOn:          {partsWhole, lastAttribute},
	isa.NosValuePointSpriteLower:       {partsWhole, 0},
	isa.NosValueDepthClampOn:           {partsWhole, 0},
	isa.NosValueVertexFormatType:       {partType, lastAttribute},
	isa.NosValueVertexFormatCount:      {partCount, lastAttribute},
	isa.NosValueVertexFormatNormalized: {partsWhole, lastAttribute},
	isa.NosValueVertexFormatFloat:      {partsWhole, lastAttribute},
	isa.NosValueVertexFormatOffset:     {partOffset, lastAttribute},
	isa.NosValueVertexFormatBytes1:     {partsWhole, lastAttribute},
	isa.NosValueVertexFormatBytes2:     {partsWhole, lastAttribute},
	isa.NosValueVertexFormatBytes4:     {partsWhole, lastAttribute},
	isa.NosValueVertexFormatBinding:    {partBinding, lastAttribute},
	isa.NosValueVertexFormatStride:     {partImmediate, lastAttribute},
	isa.NosValueVertexFormatSigned:     {partsWhole, lastAttribute},
	isa.NosValueVertexFormatSecond:     {partsWhole, lastAttribute},
	isa.NosValueVertexFormatThird:      {partsWhole, lastAttribute},
	isa.NosValueVertexFormatFourth:     {partsWhole, lastAttribute},
}

// partsShort are the parts that a compact instruction has as it stands: for others it has 128 bits.
const partsShort = partsWhole | partSource

// IsShort tells whether a part of an instruction can be replaced while it is compact.
func IsShort(part uint8) bool { return partsShort>>part&1 != 0 }

// AreShort tells whether an instruction with these patches may be compact.
func AreShort(patches []Patch) bool {
	return !slices.ContainsFunc(patches, func(p Patch) bool { return !IsShort(p.Part) })
}

// Values are those that may replace a part, in ascending order.
func Values(part uint8) (list []uint8) {
	for v := range values {
		if values[v].parts>>part&1 != 0 {
			list = append(list, uint8(v))
		}
	}
	return list
}

// LastIndex is the highest index of a value; 0 of one that is there once.
func LastIndex(value uint8) uint8 { return values[value].last }

// Replaces tells whether a value may replace a part of an instruction.
func Replaces(value, part uint8) bool { return values[value].parts>>part&1 != 0 }

// partsText are the names of the parts that a value may replace.
func partsText(value uint8) string {
	var names []string
	for part := range uint32(isa.PatchPartLimit) {
		if values[value].parts>>part&1 != 0 {
			names = append(names, isa.PatchPartNames[part])
		}
	}
	return strings.Join(names, ", ")
}

// replaces tells whether a value replaces one of some parts of the instruction.
func (i *Instruction) replaces(parts uint32) bool {
	return slices.ContainsFunc(i.Patches, func(p Patch) bool { return parts>>p.Part&1 != 0 })
}

// optional tells whether the instruction may become nop.
func (i *Instruction) optional() bool { return i.replaces(partsWhole) }

// choices are the register sets that state chooses source 0 from: four components of a texel, 0 and 1.
const choices = 6

// uses returns what the instruction uses in a thread of so many lanes, once for each way of patching it that uses other registers: the six register sets
// of source 0; all components and one. in is the instruction, decoded. What may become nop does not write its registers as a whole.
func (i *Instruction) uses(in *isa.Instruction, lanes int) (list []isa.Uses) {
	ways := []isa.Instruction{*in}
	if i.replaces(partSource) {
		set := uint8(isa.RegisterSet(lanes, isa.Bytes(in.Src[0].Type)))
		for n := range uint8(choices - 1) {
			way := *in
			way.Src[0].Reg += (n + 1) * set
			ways = append(ways, way)
		}
	}
	if i.replaces(partCount) {
		way := *in
		way.Message.Count = 0
		ways = append(ways, way)
	}
	for w := range ways {
		u := ways[w].UsesOf(lanes)
		u.Whole = u.Whole && !i.optional()
		list = append(list, u)
	}
	return list
}

// patches checks the tags of an instruction: each has a rule, and the instruction has what it replaces.
func (c *checker) patches(i int, in *isa.Instruction) {
	left := in.NOS
	var parts uint32
	for _, p := range c.k.Code[i].Patches {
		left &^= p.NOS()
		name := isa.PatchPartNames[uint32(p.Part)]
		part := uint32(1) << p.Part
		switch why := c.refusal(i, in, p); {
		case p.NOS()&in.NOS == 0:
			c.add(i, "%s=%s of an instruction without the tag", name, ValueText(p.Value, p.Index))
		case parts&part != 0:
			c.add(i, "%s is replaced twice", name)
		case why != "":
			c.add(i, "%s", why)
		}
		parts |= part
	}
	for bit := uint32(1); left != 0; bit <<= 1 {
		if uint32(left)&bit != 0 {
			first := bits.TrailingZeros32(bit) << nosShift // of its values
			part := isa.PatchPartNames[uint32(bits.TrailingZeros32(values[first].parts))]
			c.add(i, "the tag %s does not say what it replaces, as in {nos %s=%s}", isa.NosNames[bit], part, isa.NosValueNames[uint32(first)])
			left &^= uint16(bit)
		}
	}
}

// refusal says why a value may not replace a part of an instruction; "" when it may.
func (c *checker) refusal(i int, in *isa.Instruction, p Patch) string {
	name, value, rule := isa.PatchPartNames[uint32(p.Part)], ValueText(p.Value, p.Index), &values[p.Value]
	code := &c.k.Code[i]
	switch {
	case rule.parts>>p.Part&1 == 0:
		return fmt.Sprintf("%s cannot be replaced by %s, expected one of: %s", name, value, partsText(p.Value))
	case p.Index > rule.last && rule.last == 0:
		return fmt.Sprintf("%s, expected no index", value)
	case p.Index > rule.last:
		return fmt.Sprintf("%s, expected an index up to %d", value, rule.last)
	case slices.ContainsFunc(c.k.Compiled, func(o Compiled) bool { return o.Value == p.Value && o.Index == p.Index }):
		return fmt.Sprintf("%s=%s, but %s is compiled in", name, value, value)
	case !HasPart(in, p.Part):
		return fmt.Sprintf("%s has no %s that %s could replace", isa.Operations[in.Op].Name, name, value)
	case code.Compact && !IsShort(p.Part):
		return fmt.Sprintf("%s of an instruction of 64 bits, expected one of 128", name)
	case p.Value == isa.NosValueAlphaTestFunction && !slices.Contains(code.Patches, Compares):
		return "condition=alpha_test.function without enable=alpha_test.compares: there is no condition for always and never"
	case p.Part == isa.PatchPartSource:
		list := code.uses(in, c.k.Lanes)
		if r := list[len(list)-1].Reads[0]; r.First+r.Count > isa.Registers {
			return fmt.Sprintf("source=%s needs r%d, expected registers up to r%d", value, r.First+r.Count-1, isa.Registers-1)
		}
	}
	return ""
}

// Compares is what an instruction needs whose condition is the function of the alpha test.
var Compares = Patch{Value: isa.NosValueAlphaTestCompares, Part: isa.PatchPartEnable}

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
		return in.Immediate && op.Allows&isa.AllowsSpecial == 0 && op.Sources < 3 && isa.Bytes(in.Src[op.Sources-1].Type) == 4 // of three sources it has 16 bits
	case isa.PatchPartSource:
		return op.Format == isa.FormatNative && op.Allows&isa.AllowsSpecial == 0 && !(in.Immediate && op.Sources == 1)
	case isa.PatchPartType:
		return send && m.Uses&isa.UsesType != 0
	case isa.PatchPartCount:
		return send && m.Uses&isa.UsesCount != 0 && m.Sends&isa.SendsDepths == 0 // depths follow the colours
	case isa.PatchPartOffset: // of messages that end where they may at any offset
		return send && m.HasOffset() && (!m.HasPlace() || m.Unit == isa.UnitConstant)
	case isa.PatchPartBinding:
		return send && m.Uses&isa.UsesBinding != 0 && m.Unit != isa.UnitRing
	}
	return false
}
