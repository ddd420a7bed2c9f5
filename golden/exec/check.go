package exec

import (
	"fmt"

	"tilemark/hw/isa"
)

// judge says what is wrong with an instruction, as a sentence; "" of a legal one. What means nothing in an instruction has to be 0.
func judge(f *form, p *Program) string {
	if p.Stage.handler() && f.flag != 0 {
		return fmt.Sprintf("flag register f%d in a handler", f.flag)
	}
	switch f.info.Format {
	case isa.FormatFlow:
		return f.judgeFlow(p)
	case isa.FormatSend:
		return f.judgeSend(p)
	}
	for _, rule := range []func(*form, *Program) string{
		(*form).judgeControl, (*form).judgeUnused, (*form).judgeTypes, (*form).judgeFloats, (*form).judgeModifiers, (*form).judgeSources,
		(*form).judgeDestination, (*form).judgeSpecial,
	} {
		if reason := rule(f, p); reason != "" {
			return reason
		}
	}
	return ""
}

func (f *form) allows(bits uint32) bool { return f.info.Allows&bits != 0 }

// has says what is wrong if something is there that the operation does not have.
func (f *form) has(there bool, what string, bits uint32) string {
	if there && !f.allows(bits) {
		return fmt.Sprintf("%s has no %s", f.info.Name, what)
	}
	return ""
}

// first is the first sentence that there is.
func first(reasons ...string) string {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}

// lanes is the number of lanes that the instruction works on; 0 of a reserved size.
func (f *form) lanes(p *Program) int {
	switch {
	case f.size == isa.SizeThread:
		return p.Lanes
	case f.size <= isa.SizeLanes32:
		return 1 << f.size
	}
	return 0
}

const groupLanes = 8

// judgeLanes is about size, group, predicate and flag.
func (f *form) judgeLanes(p *Program) string {
	lanes := f.lanes(p)
	switch {
	case lanes == 0:
		return fmt.Sprintf("size %d is reserved", f.size)
	case int(f.group)*groupLanes+lanes > p.Lanes:
		return fmt.Sprintf("lanes %d to %d of a thread of %d", f.group*groupLanes, int(f.group)*groupLanes+lanes-1, p.Lanes)
	case f.invert && f.predicate == isa.PredicateNone:
		return "a predicate that is inverted, but none"
	case f.flag != 0 && f.predicate == isa.PredicateNone && f.condition == isa.ConditionNone:
		return "a flag register that nothing uses"
	}
	return ""
}

func (f *form) judgeControl(p *Program) string {
	condition := uint32(isa.AllowsCondition | isa.AllowsSelect | isa.AllowsCompare)
	reason := first(f.judgeLanes(p),
		f.has(f.condition != isa.ConditionNone, "condition", condition),
		f.has(f.saturate, "saturation", isa.AllowsSaturate),
		f.has(f.swizzle != 0, "swizzle", isa.AllowsSwizzle),
		f.has(f.immediate, "number", isa.AllowsImmediate|isa.AllowsSpecial))
	fours := f.swizzle != 0 || f.allows(isa.AllowsFours)
	switch {
	case reason != "":
		return reason
	case f.condition == isa.ConditionNone && f.allows(isa.AllowsCompare):
		return f.info.Name + " without a condition"
	case fours && f.lanes(p) < 4:
		return fmt.Sprintf("four lanes of an instruction of %d", f.lanes(p))
	case f.swizzle != 0 && (f.isNumber(0) || f.src[0].region == isa.RegionScalar):
		return "a swizzle of what all lanes have in common"
	case f.predicate > isa.PredicateLane:
		return f.info.Name + " with a predicate for all lanes"
	case f.allows(isa.AllowsSelect) && (f.condition == isa.ConditionNone) == (f.predicate == isa.PredicateNone):
		return f.info.Name + " chooses by a predicate or a condition"
	case f.flag != 0 && f.predicate == isa.PredicateNone && !f.setsFlag():
		return "a flag register that nothing uses"
	}
	return ""
}

// isNumber tells whether a source is an immediate.
func (f *form) isNumber(n int) bool { return f.immediate && n == f.info.Sources-1 }

// setsFlag tells whether the instruction writes its flag register.
func (f *form) setsFlag() bool { return f.condition != isa.ConditionNone && f.op != isa.OpSel }

// judgeUnused is about places of operands that are not there.
func (f *form) judgeUnused(*Program) string {
	unused := f.unused
	for n := f.info.Sources; n < len(f.src); n++ {
		unused = unused || f.src[n] != place{}
	}
	if f.immediate {
		last := f.src[f.info.Sources-1]
		unused = unused || last.reg != 0 || last.sub != 0 || last.region != 0
		if last.typ < isa.TypeLimit && typeSize[last.typ] < 4 {
			unused = unused || f.number>>(8*typeSize[last.typ]) != 0
		}
	}
	if f.null || f.op == isa.OpWrsr {
		unused = unused || f.dst.reg != 0 || f.dst.sub != 0 || f.stride != 0
	}
	if unused {
		return "bits that mean nothing are not 0"
	}
	return ""
}

// isCount tells whether a source is a shift count, an offset or a width.
func (f *form) isCount(n int) bool {
	switch {
	case !f.allows(isa.AllowsCount):
		return false
	case f.op == isa.OpBfm:
		return true
	}
	return n > 0
}

// judgeTypes is about the execution type and those of the sources.
func (f *form) judgeTypes(*Program) string {
	if f.dst.typ >= isa.TypeLimit {
		return fmt.Sprintf("type %d is reserved", f.dst.typ)
	}
	class := uint32(isa.HasInteger)
	if isFloat(f.dst.typ) {
		class = isa.HasFloat
	}
	if f.dst.typ == isa.TypeUd {
		class |= isa.HasWord
	}
	if f.info.Types&class == 0 {
		return fmt.Sprintf("%s does not exist in %s", f.info.Name, isa.TypeNames[f.dst.typ])
	}
	for n := range f.info.Sources {
		if reason := f.judgeType(n); reason != "" {
			return reason
		}
	}
	return ""
}

func (f *form) judgeType(n int) string {
	typ, execution := f.src[n].typ, f.dst.typ
	if typ >= isa.TypeLimit {
		return fmt.Sprintf("type %d is reserved", typ)
	}
	if f.allows(isa.AllowsSpecial) && n == f.info.Sources-1 {
		return "" // the number of a special register
	}
	var legal bool
	switch {
	case f.op == isa.OpCvt:
		legal = true
	case f.op == isa.OpMov:
		legal = typeSize[typ] == typeSize[execution] || !isFloat(typ) && !isFloat(execution)
	case f.isCount(n):
		legal = isUnsigned(typ) && typeSize[typ] <= typeSize[execution]
	case isFloat(execution):
		legal = typ == execution || typ == isa.TypeHf
	default:
		legal = !isFloat(typ) && typeSize[typ] <= typeSize[execution]
	}
	if !legal {
		return fmt.Sprintf("source %d of %s in %s is of type %s", n, f.info.Name, isa.TypeNames[execution], isa.TypeNames[typ])
	}
	return ""
}

// judgeFloats is about what only some types have.
func (f *form) judgeFloats(*Program) string {
	if isFloat(f.dst.typ) {
		return ""
	}
	saturates := f.op == isa.OpAdd || f.op == isa.OpMul || f.op == isa.OpMad || f.op == isa.OpMov
	switch {
	case f.condition == isa.ConditionUn:
		return "condition un of integers"
	case f.saturate && !saturates:
		return f.info.Name + " of integers has no saturation"
	}
	return ""
}

func (f *form) judgeModifiers(*Program) string {
	for n, s := range f.src {
		reason := first(
			f.has(s.negate, "negation", isa.AllowsModifiers|isa.AllowsNegate),
			f.has(s.abs, "absolute value", isa.AllowsModifiers))
		switch {
		case reason != "":
			return reason
		case f.isNumber(n) && (s.negate || s.abs):
			return "a modifier of a number"
		case f.op == isa.OpMov && n == 0 && isFloat(s.typ) != isFloat(f.dst.typ) && (s.negate || s.abs || f.saturate || f.condition != isa.ConditionNone):
			return "mov between floats and integers copies bits as they are"
		case s.abs && isUnsigned(s.typ):
			return fmt.Sprintf("absolute value of source %d, of type %s", n, isa.TypeNames[s.typ])
		}
	}
	return ""
}

// judgeSources is about places and regions.
func (f *form) judgeSources(p *Program) string {
	for n := range f.info.Sources {
		if f.immediate && n == f.info.Sources-1 {
			continue
		}
		s := &f.src[n]
		if s.region >= isa.RegionLimit {
			return fmt.Sprintf("region %d is reserved", s.region)
		}
		last := 0
		for k := range f.worked(p) {
			last = max(last, element(s.region, k))
		}
		if reason := s.within(p, last); reason != "" {
			return reason
		}
	}
	return ""
}

// within is about an operand whose last element has a number.
func (s *place) within(p *Program, last int) string {
	size := typeSize[s.typ]
	end := int(s.reg)*registerBytes + int(s.sub) + (last+1)*size
	switch {
	case int(s.sub)%size != 0:
		return fmt.Sprintf("byte %d of a register is no place for type %s", s.sub, isa.TypeNames[s.typ])
	case end > p.Registers*registerBytes:
		return fmt.Sprintf("an operand ends in r%d, the last register is r%d", (end-1)/registerBytes, p.Registers-1)
	}
	return ""
}

func (f *form) judgeDestination(p *Program) string {
	switch {
	case f.allows(isa.AllowsImplied) && (f.null || f.dst.sub != 0 || f.stride != 0):
		return "an implied destination needs a destination from the beginning of a register on, without a stride"
	case f.null || f.op == isa.OpWrsr:
		return ""
	}
	last := f.strideOf() * (f.worked(p) - 1)
	reason := f.dst.within(p, last)
	if reason != "" || !f.allows(isa.AllowsImplied) {
		return reason
	}
	implied := f.implied(p)
	return implied.within(p, last)
}

// worked is the number of lanes of operands: one of special registers.
func (f *form) worked(p *Program) int {
	if f.allows(isa.AllowsSpecial) {
		return 1
	}
	return f.lanes(p)
}

// implied is where the implied destination begins: at the first register after those of the destination.
func (f *form) implied(p *Program) place {
	size := typeSize[f.dst.typ]
	end := int(f.dst.reg)*registerBytes + int(f.dst.sub) + (f.strideOf()*(f.lanes(p)-1)+1)*size
	return place{reg: uint32((end-1)/registerBytes + 1), typ: f.dst.typ}
}

func (f *form) strideOf() int { return 1 << f.stride }

// judgeSpecial is about the special register that a number names.
func (f *form) judgeSpecial(p *Program) string {
	if !f.allows(isa.AllowsSpecial) {
		return ""
	}
	s, known := specials[f.number]
	switch {
	case !f.immediate:
		return f.info.Name + " without the number of a special register"
	case f.predicate != isa.PredicateNone:
		return f.info.Name + " with a predicate"
	case f.group != 0 || f.size != isa.SizeLanes1 || !f.noMask:
		return f.info.Name + " is for lane 0 alone, without a mask"
	case !f.oneWord():
		return f.info.Name + " has one ud, and a number of ud"
	case !known:
		return fmt.Sprintf("special register %d is reserved", f.number)
	}
	access := s.read
	if f.allows(isa.AllowsWrite) {
		access = s.write
	}
	if access == never || access == inHandler && !p.Stage.handler() {
		return fmt.Sprintf("%s of special register %d outside of a handler, or it is read only", f.info.Name, f.number)
	}
	return ""
}

// oneWord tells whether the operands of rdsr and wrsr are one ud and a number of ud.
func (f *form) oneWord() bool {
	if number := f.src[f.info.Sources-1]; number.typ != isa.TypeUd {
		return false
	}
	if !f.allows(isa.AllowsWrite) {
		return !f.null && f.stride == 0
	}
	s := f.src[0]
	return f.null && s.typ == isa.TypeUd && s.region == isa.RegionScalar
}

// isConstruct tells whether an operation parts or joins lanes.
func (f *form) isConstruct() bool { return f.op >= isa.OpIf && f.op <= isa.OpRejoin }

// judgeFlow is about control flow, which is of all lanes of the thread.
func (f *form) judgeFlow(p *Program) string {
	byLane := f.predicate == isa.PredicateLane
	byAll := f.predicate == isa.PredicateAny || f.predicate == isa.PredicateAll
	reason := first(f.judgeLanes(p),
		f.has(f.condition != isa.ConditionNone, "condition", 0), f.has(f.saturate, "saturation", 0), f.has(f.swizzle != 0, "swizzle", 0),
		f.has(byLane, "predicate for each lane", isa.AllowsLane), f.has(byAll, "predicate for all lanes", isa.AllowsUniform),
		f.has(f.levels != 0, "number of loops", isa.AllowsLevels), f.has(f.target != 0, "target", isa.AllowsTarget))
	switch {
	case reason != "":
		return reason
	case f.unused:
		return "bits that mean nothing are not 0"
	case f.size != isa.SizeThread || f.noMask:
		return "control flow of some lanes, or without mask"
	case f.allows(isa.AllowsLevels) && (f.levels == 0 || f.levels >= StackEntries):
		return fmt.Sprintf("%s of %d loops", f.info.Name, f.levels)
	case f.target%slotBytes != 0:
		return fmt.Sprintf("target %d is no multiple of %d", f.target, slotBytes)
	case p.Stage.handler() && (f.isConstruct() || f.op == isa.OpDiscard):
		return f.info.Name + " in a handler"
	case f.allows(isa.AllowsHandler) && !p.Stage.handler():
		return f.info.Name + " outside of a handler"
	}
	return ""
}

// Refuses returns why the instruction at a byte of the code cannot be executed, whatever memory and registers hold; "" when it can.
func (p *Program) Refuses(at int) string {
	if at < 0 || at%slotBytes != 0 || at+slotBytes > len(p.Code) {
		return "no instruction of the program is here"
	}
	f, reason := take(p.Code, at)
	if reason != "" {
		return reason
	}
	program := *p
	if program.Registers == 0 { // as Load has it
		program.Registers = mostRegisters
	}
	return judge(&f, &program)
}
