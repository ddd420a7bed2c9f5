// Package draw draws random legal instructions from the tables of the instruction set. Tests and the nightly ask it for what nobody thought of.
package draw

import (
	"math/rand/v2"

	"tilemark/hw/isa"
)

// Instruction draws a legal instruction of any operation; messages, of which there are many kinds, more often than others.
func Instruction(r *rand.Rand) isa.Instruction {
	if one(r, 8) {
		return Of(r, isa.OpSend)
	}
	for {
		op := uint8(r.Uint32())
		if isa.Operations[op].Name != "" {
			return Of(r, op)
		}
	}
}

// Of draws a legal instruction of an operation that there is. A draft that breaks a rule is drawn again.
func Of(r *rand.Rand, op uint8) isa.Instruction {
	code := message(r)
	for {
		i := draft(r, op, code)
		if isa.Check(i.Encode()) == nil {
			return i
		}
	}
}

// one is true once in n.
func one(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

// below draws a number below n, 0 half of the time.
func below(r *rand.Rand, n int) uint8 {
	if one(r, 2) {
		return 0
	}
	return uint8(r.IntN(n))
}

// message draws the code of a message.
func message(r *rand.Rand) uint8 {
	for {
		if code := uint8(r.Uint32()); isa.Messages[code].Name != "" {
			return code
		}
	}
}

func draft(r *rand.Rand, op, code uint8) isa.Instruction {
	o := &isa.Operations[op]
	i := isa.Instruction{Op: op, Size: isa.SizeThread, Swizzle: isa.OwnOrder}
	allows := func(what uint32) bool { return o.Allows&what != 0 }
	if o.Format == isa.FormatNative && !allows(isa.AllowsSpecial) || allows(isa.AllowsLane) {
		i.Predicate = below(r, 2)
	}
	if allows(isa.AllowsUniform) {
		i.Predicate = []uint8{isa.PredicateNone, isa.PredicateAny, isa.PredicateAll}[r.IntN(3)]
	}
	if allows(isa.AllowsCondition | isa.AllowsSelect | isa.AllowsCompare) {
		i.Condition = below(r, isa.ConditionLimit)
	}
	i.Invert = i.Predicate != isa.PredicateNone && one(r, 2)
	if i.Predicate != isa.PredicateNone || i.Condition != isa.ConditionNone && !allows(isa.AllowsSelect) {
		i.Flag = below(r, 4)
	}
	if one(r, 4) {
		i.NOS = uint16(r.IntN(1 << 12))
	}
	switch o.Format {
	case isa.FormatFlow:
		flow(r, &i, allows)
	case isa.FormatSend:
		size(r, &i)
		i.Message.Code = code
		send(r, &i)
	default:
		operands(r, &i, allows)
	}
	return i
}

func flow(r *rand.Rand, i *isa.Instruction, allows func(uint32) bool) {
	if allows(isa.AllowsTarget) {
		i.Target = int32(r.IntN(1<<12)-1<<11) * 8
		if one(r, 8) {
			i.Target = int32(r.Uint32()) &^ 7
		}
	}
	if allows(isa.AllowsLevels) {
		i.Levels = 1 + below(r, isa.StackEntries-1)
	}
}

func size(r *rand.Rand, i *isa.Instruction) {
	i.NoMask = one(r, 4)
	if one(r, 2) {
		i.Size, i.Group = uint8(r.IntN(6)), uint8(r.IntN(4))
	}
}

func operands(r *rand.Rand, i *isa.Instruction, allows func(uint32) bool) {
	o := &isa.Operations[i.Op]
	if allows(isa.AllowsSpecial) {
		special(r, i, allows(isa.AllowsWrite))
		return
	}
	size(r, i)
	i.Saturate = allows(isa.AllowsSaturate) && one(r, 4)
	if allows(isa.AllowsSwizzle) && one(r, 4) {
		i.Swizzle = uint8(r.Uint32())
	}
	i.Dst.Type = uint8(r.IntN(isa.TypeLimit))
	if i.Dst.Null = one(r, 8); !i.Dst.Null {
		i.Dst.Reg, i.Dst.Stride = uint8(r.IntN(isa.Registers)), below(r, isa.StrideLimit)
		i.Dst.Sub = place(r, i.Dst.Type)
	}
	i.Immediate = allows(isa.AllowsImmediate) && one(r, 3)
	for k := range o.Sources {
		i.Src[k] = source(r, i.Dst.Type, allows)
		if i.Immediate && k == o.Sources-1 {
			i.Src[k] = isa.Source{Type: i.Src[k].Type}
			i.Number = number(r, i.Src[k].Type, k == 2)
		}
	}
}

// place draws bytes into a register at which a type can begin.
func place(r *rand.Rand, typ uint8) uint8 {
	if one(r, 2) {
		return 0
	}
	return uint8(r.IntN(isa.RegisterSize)) &^ uint8(isa.Bytes(typ)-1)
}

func source(r *rand.Rand, typ uint8, allows func(uint32) bool) (s isa.Source) {
	if s.Type = typ; one(r, 3) {
		s.Type = uint8(r.IntN(isa.TypeLimit))
	}
	s.Reg, s.Region = uint8(r.IntN(isa.Registers)), isa.RegionPacked
	if one(r, 2) {
		s.Region = uint8(r.IntN(isa.RegionLimit))
	}
	s.Sub = place(r, s.Type)
	s.Negate = allows(isa.AllowsModifiers|isa.AllowsNegate) && one(r, 3)
	s.Abs = allows(isa.AllowsModifiers) && one(r, 4)
	return s
}

// numbers are immediates at which encodings change.
var numbers = []uint32{0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x3f800000, 0xbf800000, 0x3f000000, 0x7fc00000, 0xff800000, 0x80000000, 0xffffffff, 0xffff8000}

func number(r *rand.Rand, typ uint8, short bool) uint32 {
	v := r.Uint32()
	if one(r, 2) {
		v = numbers[r.IntN(len(numbers))]
	}
	if bits := 8 * isa.Bytes(typ); bits < 32 {
		v &= 1<<bits - 1
	}
	if short {
		v &= 0xffff
	}
	return v
}

func special(r *rand.Rand, i *isa.Instruction, writes bool) {
	i.Size, i.NoMask, i.Immediate = isa.SizeLanes1, true, true
	if i.Number = uint32(r.IntN(isa.SpecialStack)); one(r, 2) { // names that there are not are drawn again
		i.Number = uint32(isa.SpecialStack + r.IntN(isa.SpecialStackEnd-isa.SpecialStack+1))
	}
	reg, sub := uint8(r.IntN(isa.Registers)), uint8(r.IntN(8)*4)
	number := isa.Source{Type: isa.TypeUd}
	i.Dst = isa.Destination{Type: isa.TypeUd, Null: true}
	if writes {
		i.Src = [3]isa.Source{{Reg: reg, Sub: sub, Type: isa.TypeUd}, number}
		return
	}
	i.Dst = isa.Destination{Reg: reg, Sub: sub, Type: isa.TypeUd}
	i.Src[0] = number
}

func send(r *rand.Rand, i *isa.Instruction) {
	m := &i.Message
	about := &isa.Messages[m.Code]
	uses := func(what uint32) bool { return about.Uses&what != 0 }
	if uses(isa.UsesBinding) {
		m.Binding = below(r, 256)
	}
	if uses(isa.UsesType) {
		m.Type = uint8(r.IntN(isa.TypeLimit))
	}
	if uses(isa.UsesCoordinates) {
		m.Type = uint8(r.IntN(5))
	}
	if uses(isa.UsesTexels) && one(r, 2) {
		m.Offset = int16(r.IntN(1 << 12))
	}
	if uses(isa.UsesCount) {
		m.Count = uint8(r.IntN(4))
	}
	m.NonCacheable = uses(isa.UsesNonCacheable) && one(r, 2)
	if uses(isa.UsesAtomic | isa.UsesSampler) {
		m.Operation = uint8(r.IntN(isa.AtomicLimit))
	}
	m.Returns = about.Answers == isa.AnswersReturns && one(r, 2)
	m.Last = uses(isa.UsesLast) && (about.Unit == isa.UnitTarget || one(r, 2))
	if i.Dst.Null = about.Answers == 0 || about.Answers == isa.AnswersReturns && !m.Returns; !i.Dst.Null {
		i.Dst.Reg = uint8(r.IntN(isa.Registers))
	}
	if about.BringsAddress() {
		m.Address = uint8(r.IntN(isa.Registers))
	}
	if about.BringsData() {
		m.Data = below(r, isa.Registers)
	}
	if about.HasOffset() {
		m.Offset = int16(r.Uint32()) >> r.IntN(16)
		if about.HasPlace() {
			m.Offset &= 0x7fe0
		}
	}
}
