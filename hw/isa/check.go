package isa

import (
	"fmt"
	"math/bits"
)

// Check returns why an instruction of 128 bits is not legal; nil when it is. It reads the words by itself, apart from Decode.
func Check(n Native) error {
	c := checker{n: n}
	opcode := c.get(NativeControl, NativeControlOpcodeShift, NativeControlOpcodeMask)
	c.op = &Operations[opcode]
	if c.op.Name == "" {
		return fmt.Errorf("opcode %#02x is reserved", opcode)
	}
	if why := c.control(); why != "" {
		return fmt.Errorf("%s: %s", c.op.Name, why)
	}
	why := ""
	switch c.op.Format {
	case FormatFlow:
		why = c.flow()
	case FormatSend:
		why = c.send()
	default:
		why = c.native()
	}
	if why != "" {
		return fmt.Errorf("%s: %s", c.op.Name, why)
	}
	return nil
}

// checker looks at one instruction. Its methods return what is wrong, "" for nothing.
type checker struct {
	n  Native
	op *Operation
}

func (c *checker) get(word, shift int, mask uint32) uint32 { return c.n[word] >> shift & mask }

func (c *checker) allows(what uint32) bool { return c.op.Allows&what != 0 }

// Fields of CONTROL, as the checker sees them.
func (c *checker) size() uint32 {
	return c.get(NativeControl, NativeControlSizeShift, NativeControlSizeMask)
}
func (c *checker) noMask() uint32 {
	return c.get(NativeControl, NativeControlNoMaskShift, NativeControlNoMaskMask)
}
func (c *checker) predicate() uint32 {
	return c.get(NativeControl, NativeControlPredicateShift, NativeControlPredicateMask)
}
func (c *checker) condition() uint32 {
	return c.get(NativeControl, NativeControlConditionShift, NativeControlConditionMask)
}
func (c *checker) swizzle() uint32 {
	return c.get(NativeControl, NativeControlSwizzleShift, NativeControlSwizzleMask)
}

// control checks what all forms have in their first word.
func (c *checker) control() string {
	group := c.get(NativeControl, NativeControlGroupShift, NativeControlGroupMask)
	size := c.size()
	switch {
	case c.get(NativeControl, NativeControlCompactShift, NativeControlCompactMask) != 0:
		return "COMPACT is 1 in an instruction of 128 bits"
	case size > SizeLanes32 && size != SizeThread:
		return fmt.Sprintf("size %d is reserved", size)
	case size == SizeThread && group != 0:
		return "a first lane without a size"
	case size != SizeThread && 8*group+1<<size > 32:
		return fmt.Sprintf("%d lanes from lane %d on pass lane 31", 1<<size, 8*group)
	case c.get(NativeControl, NativeControlSaturateShift, NativeControlSaturateMask) != 0 && !c.allows(AllowsSaturate):
		return "it cannot saturate"
	}
	if why := c.flags(); why != "" {
		return why
	}
	if c.swizzle() != 0 && (!c.allows(AllowsSwizzle) || size < SizeLanes4) {
		return "a swizzle, which needs sources and four lanes"
	}
	return ""
}

// flags checks predicate and condition, and that the flag register is named only when it is used.
func (c *checker) flags() string {
	predicate, condition := c.predicate(), c.condition()
	invert := c.get(NativeControl, NativeControlInvertShift, NativeControlInvertMask)
	flag := c.get(NativeControl, NativeControlFlagShift, NativeControlFlagMask)
	byLane := c.op.Format == FormatNative && !c.allows(AllowsSpecial) || c.allows(AllowsLane)
	uses := predicate != PredicateNone
	switch {
	case predicate == PredicateLane && !byLane && c.allows(AllowsUniform):
		return "a predicate by lane, expected one for all lanes: (f0.any) or (f0.all)"
	case predicate > PredicateLane && byLane:
		return "a predicate for all lanes, expected one by lane: (f0)"
	case predicate != PredicateNone && !byLane && !c.allows(AllowsUniform):
		return "a predicate, which it does not have"
	case predicate > PredicateLane && !c.allows(AllowsUniform):
		return "a predicate for all lanes, which it does not have"
	case invert != 0 && predicate == PredicateNone:
		return "an inverted predicate, but none"
	case c.allows(AllowsSelect):
		if (condition != ConditionNone) == (predicate != PredicateNone) {
			return "either a condition or a predicate chooses"
		}
	case c.allows(AllowsCompare):
		if condition == ConditionNone {
			return "no condition, expected one, as in cmp.lt"
		}
		uses = true
	case condition != ConditionNone:
		if !c.allows(AllowsCondition) {
			return "it has no condition"
		}
		uses = true
	}
	if flag != 0 && !uses {
		return "a flag register that nothing uses"
	}
	return ""
}

// native checks destination and sources.
func (c *checker) native() string {
	d := c.destination()
	for _, check := range []func() string{d.check, c.unused, func() string { return c.types(&d) }, func() string { return c.places(&d) }} {
		if why := check(); why != "" {
			return why
		}
	}
	return ""
}

// operand is a destination or a source as the checker reads it.
type operand struct {
	name             string
	reg, sub, typ    uint32
	region           uint32 // or stride
	negate, abs      bool
	null, isNumber   bool
	isDestination    bool
	number           uint32
	numberOfSixteens bool // a number of 16 bits
}

func (c *checker) destination() operand {
	return operand{name: "the destination", isDestination: true,
		reg: c.get(NativeDestination, NativeDestinationRegShift, NativeDestinationRegMask), sub: c.get(NativeDestination, NativeDestinationSubShift, NativeDestinationSubMask),
		typ: c.get(NativeDestination, NativeDestinationTypeShift, NativeDestinationTypeMask), region: c.get(NativeDestination, NativeDestinationStrideShift, NativeDestinationStrideMask),
		null: c.get(NativeDestination, NativeDestinationNullShift, NativeDestinationNullMask) != 0}
}

// source reads source k, which is there.
func (c *checker) source(k int) (o operand) {
	is := func(word, shift int) bool { return c.get(word, shift, 1) != 0 }
	o.name = fmt.Sprintf("source %d", k)
	switch k {
	case 0:
		o.reg, o.sub = c.get(NativeSources, NativeSourcesSrc0RegShift, NativeSourcesSrc0RegMask), c.get(NativeSources, NativeSourcesSrc0SubShift, NativeSourcesSrc0SubMask)
		o.typ, o.region = c.get(NativeSources, NativeSourcesSrc0TypeShift, NativeSourcesSrc0TypeMask), c.get(NativeSources, NativeSourcesSrc0RegionShift, NativeSourcesSrc0RegionMask)
		o.negate, o.abs = is(NativeSources, NativeSourcesSrc0NegateShift), is(NativeSources, NativeSourcesSrc0AbsShift)
	case 1:
		o.typ, o.region = c.get(NativeSources, NativeSourcesSrc1TypeShift, NativeSourcesSrc1TypeMask), c.get(NativeSources, NativeSourcesSrc1RegionShift, NativeSourcesSrc1RegionMask)
		o.negate, o.abs = is(NativeSources, NativeSourcesSrc1NegateShift), is(NativeSources, NativeSourcesSrc1AbsShift)
		o.reg, o.sub = c.get(NativeLast, NativeLastSrc1RegShift, NativeLastSrc1RegMask), c.get(NativeLast, NativeLastSrc1SubShift, NativeLastSrc1SubMask)
	case 2:
		o.negate, o.abs = is(NativeSources, NativeSourcesSrc2NegateShift), is(NativeSources, NativeSourcesSrc2AbsShift)
		o.typ, o.region = c.get(NativeLast, NativeLastSrc2TypeShift, NativeLastSrc2TypeMask), c.get(NativeLast, NativeLastSrc2RegionShift, NativeLastSrc2RegionMask)
		o.reg, o.sub = c.get(NativeLast, NativeLastSrc2RegShift, NativeLastSrc2RegMask), c.get(NativeLast, NativeLastSrc2SubShift, NativeLastSrc2SubMask)
	}
	if k == c.op.Sources-1 && c.immediate() {
		o.isNumber, o.number = true, c.n[NativeLast]
		if k > 0 {
			o.reg, o.sub = 0, 0
		}
		if k == 2 {
			o.region, o.number, o.numberOfSixteens = 0, c.n[NativeLast]>>shortShift, true
		}
	}
	return o
}

func (c *checker) immediate() bool {
	return c.get(NativeDestination, NativeDestinationImmediateShift, NativeDestinationImmediateMask) != 0
}

// check checks what an operand says alone.
func (o *operand) check() string {
	switch {
	case o.typ > TypeF:
		return fmt.Sprintf("type %d of %s is reserved", o.typ, o.name)
	case (o.null || o.isNumber) && o.reg|o.sub|o.region != 0:
		return o.name + " has a place, but no register"
	case o.isNumber && (o.negate || o.abs):
		return "a modifier of a number"
	case !o.isDestination && o.region > RegionRepeat:
		return fmt.Sprintf("region %d of %s is reserved", o.region, o.name)
	case o.sub%bytesOf(o.typ) != 0:
		return fmt.Sprintf("%s begins at byte %d, no multiple of %d", o.name, o.sub, bytesOf(o.typ))
	case o.isNumber && !o.numberFits():
		return "bits of the number beyond its type"
	}
	return ""
}

// numberFits tells whether a number has bits of its type only. Those of 64 bits are extended.
func (o *operand) numberFits() bool {
	return bytesOf(o.typ) >= 4 || o.number>>(8*bytesOf(o.typ)) == 0
}

// unused checks that parts that the operation does not have are 0.
func (c *checker) unused() string {
	sources, last := c.n[NativeSources], c.n[NativeLast]
	const (
		src0 = 1<<NativeSourcesSrc1TypeShift - 1
		src1 = (1<<NativeSourcesSrc2NegateShift - 1) &^ src0
		low  = 1<<NativeLastSrc2TypeShift - 1
	)
	free, freeLast := ^uint32(0), ^uint32(0)
	switch c.op.Sources {
	case 1:
		free &^= src0
	case 2:
		free, freeLast = free&^(src0|src1), freeLast&^low
	case 3:
		free, freeLast = 0, 1<<31
	}
	if c.immediate() {
		if !c.allows(AllowsImmediate | AllowsSpecial) {
			return "an immediate"
		}
		freeLast = 0
	}
	if sources&free != 0 || last&freeLast != 0 {
		return "bits of a source that it does not have"
	}
	return ""
}

// bytesOf is the size of a type; 1 of a reserved one.
func bytesOf(typ uint32) uint32 {
	switch typ {
	case TypeUw, TypeW, TypeHf:
		return 2
	case TypeUd, TypeD, TypeF:
		return 4
	case TypeUq, TypeQ:
		return 8
	}
	return 1
}

func isFloat(typ uint32) bool  { return typ == TypeHf || typ == TypeF }
func isSigned(typ uint32) bool { return typ&1 != 0 || typ == TypeHf }

// types checks the types of the operands against each other.
func (c *checker) types(d *operand) string {
	class := uint32(HasInteger)
	if isFloat(d.typ) {
		class = HasFloat
	}
	switch {
	case c.op.Types == HasWord:
		return c.special(d)
	case c.op.Types&class == 0:
		return fmt.Sprintf("it has no form for %s", TypeNames[d.typ])
	case c.condition() == ConditionUn && class != HasFloat:
		return "un compares floats only"
	case c.swizzle() != 0 && (c.op.Sources == 1 && c.immediate() || c.source(0).region == RegionScalar):
		return "a swizzle of what is the same for all lanes"
	case c.allows(AllowsFours) && c.size() < SizeLanes4:
		return "it needs four lanes"
	}
	for k := range c.op.Sources {
		s := c.source(k)
		if why := s.check(); why != "" {
			return why
		}
		if why := c.sourceType(k, &s, d, class); why != "" {
			return why
		}
		if why := c.modifiers(&s); why != "" {
			return why
		}
	}
	return ""
}

// sourceType checks the type of a source against that of the destination.
func (c *checker) sourceType(k int, s, d *operand, class uint32) string {
	opcode := c.get(NativeControl, NativeControlOpcodeShift, NativeControlOpcodeMask)
	counts := c.allows(AllowsCount) && (k > 0 || opcode == OpBfm)
	same := isFloat(s.typ) == isFloat(d.typ)
	saturate := c.get(NativeControl, NativeControlSaturateShift, NativeControlSaturateMask) != 0
	switch {
	case opcode == OpMov:
		if (!same || isFloat(s.typ)) && bytesOf(s.typ) != bytesOf(d.typ) {
			return fmt.Sprintf("mov from %s to %s; cvt converts", TypeNames[s.typ], TypeNames[d.typ])
		}
		if !same && (s.negate || s.abs || saturate || c.condition() != ConditionNone) {
			return "modifier, saturation or condition of bits that are copied to another kind of type"
		}
	case opcode == OpCvt:
		if saturate && class != HasFloat {
			return "cvt saturates floats only; integers it clamps always"
		}
	case counts && (isFloat(s.typ) || isSigned(s.typ)):
		return fmt.Sprintf("%s is a number of bits, expected an unsigned integer", s.name)
	case class == HasFloat && (!isFloat(s.typ) || bytesOf(s.typ) > bytesOf(d.typ)):
		return fmt.Sprintf("%s of type %s, expected a float of at most the size of %s", s.name, TypeNames[s.typ], TypeNames[d.typ])
	case class == HasInteger && (isFloat(s.typ) || bytesOf(s.typ) > bytesOf(d.typ)):
		return fmt.Sprintf("%s of type %s, expected an integer of at most the size of %s", s.name, TypeNames[s.typ], TypeNames[d.typ])
	}
	return ""
}

func (c *checker) modifiers(s *operand) string {
	switch {
	case s.abs && !isFloat(s.typ) && !isSigned(s.typ):
		return "absolute value of an unsigned type"
	case s.abs && !c.allows(AllowsModifiers), s.negate && !c.allows(AllowsModifiers|AllowsNegate):
		return "a modifier of " + s.name
	}
	return ""
}

// places checks that operands end within the registers. How many lanes a thread has is not known here: it has 8 at least.
func (c *checker) places(d *operand) string {
	lanes := uint32(8)
	if size := c.size(); size != SizeThread {
		lanes = 1 << size
	}
	if !d.null && d.last(lanes) >= RegisterBytes {
		return "the destination passes r127"
	}
	if c.allows(AllowsImplied) {
		span := (lanes*bytesOf(d.typ) + 31) / 32
		if d.null || d.sub != 0 || d.region != StridePacked || (d.reg+2*span) > Registers {
			return "an implied destination needs a destination with stride 1 from the beginning of a register, and as much room after it"
		}
	}
	for k := range c.op.Sources {
		if s := c.source(k); !s.isNumber && s.last(lanes) >= RegisterBytes {
			return s.name + " passes r127"
		}
	}
	return ""
}

// Registers are the general registers of a thread; a register has RegisterSize bytes.
const (
	Registers     = 128
	RegisterSize  = 32
	RegisterBytes = Registers * RegisterSize
)

// last is the last byte of an operand.
func (o *operand) last(lanes uint32) uint32 {
	k := lanes - 1
	switch {
	case o.isDestination:
		k <<= o.region
	case o.region == RegionScalar:
		k = 0
	case o.region <= RegionStride8:
		k <<= o.region - RegionPacked
	case o.region == RegionQuad:
		k /= 4
	default:
		k = min(k, 3)
	}
	return o.reg*RegisterSize + o.sub + (k+1)*bytesOf(o.typ) - 1
}

// special checks rdsr and wrsr.
func (c *checker) special(d *operand) string {
	number := c.source(c.op.Sources - 1)
	writes := c.allows(AllowsWrite)
	_, named := SpecialNames[number.number]
	inStack := number.number >= SpecialStack && number.number <= SpecialStackEnd
	switch {
	case c.size() != SizeLanes1 || c.noMask() == 0 || c.get(NativeControl, NativeControlGroupShift, NativeControlGroupMask) != 0:
		return "it is for lane 0 alone with nomask"
	case !c.immediate() || number.typ != TypeUd || number.reg|number.sub|number.region != 0 || number.negate || number.abs:
		return "the number of a special register was expected as immediate"
	case !named && !inStack:
		return fmt.Sprintf("special register %d is reserved", number.number)
	case d.typ != TypeUd || d.null != writes || d.null && d.reg|d.sub|d.region != 0 || d.region != StridePacked || d.sub%4 != 0:
		return "a destination of one ud was expected, or none"
	case !writes:
		return ""
	}
	if n := number.number; n >= SpecialLanes && n <= SpecialSlot || n == SpecialRegisters || n == SpecialShared {
		return SpecialNames[number.number] + " is read only"
	}
	s := c.source(0)
	if s.typ != TypeUd || s.region != RegionScalar || s.sub%4 != 0 || s.negate || s.abs {
		return "source 0 was expected to be one ud"
	}
	return ""
}

// flow checks control flow, and other operations without operands.
func (c *checker) flow() string {
	target, levels := int32(c.n[FlowTarget]), c.get(FlowLevels, FlowLevelsCountShift, FlowLevelsCountMask)
	switch {
	case c.size() != SizeThread || c.noMask() != 0:
		return "a size or nomask, but it is for all lanes"
	case c.n[FlowState]&^(FlowStateNosMask<<FlowStateNosShift) != 0 || c.n[FlowLevels]>>bits.Len32(FlowLevelsCountMask) != 0:
		return "bits of operands that it does not have"
	case !c.allows(AllowsTarget) && target != 0:
		return "a target"
	case target%targetUnit != 0:
		return fmt.Sprintf("target %d, expected a multiple of %d", target, targetUnit)
	case c.allows(AllowsLevels) != (levels > 0) || levels >= StackEntries:
		return fmt.Sprintf("%d loops to leave", levels)
	}
	return ""
}

// StackEntries is the depth of the execution-mask stack.
const StackEntries = 32
