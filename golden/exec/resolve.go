package exec

import "tilemark/hw/isa"

// instruction is an instruction that is ready to execute.
type instruction struct {
	run    func(*Thread, *instruction)
	length int // bytes

	lanes     uint32 // lanes of the thread that it works on
	firstLane uint8
	count     uint8 // lanes
	noMask    bool
	predicate uint8 // who executes: Predicate... value
	choice    uint8 // sel without a condition: which source, Predicate... value
	invert    bool
	flag      uint8
	condition uint8
	sources   uint8

	null     bool
	inPlace  bool // fast.go: the result may be computed where it belongs
	dst      operand
	src      [3]operand
	loop     loop
	saturate bool
	order    order // fast.go

	apply   function // result
	second  function // of an implied destination
	clamp   function // saturation of a float; nil: none
	tested  function // what is compared with 0 for a condition; nil: the result
	compare comparison
	dot     dot
	implied operand

	target int // byte of the code
	levels uint8
	send   message

	op      uint8
	at      int // byte of the code
	written [2]Span
	read    [3]Span // sources in registers; addresses and data
	reason  string  // why it is refused
}

// decode decodes the instruction at a byte of a program's code, as it is executed.
func decode(p *Program, code []byte, at int, short bool) (i instruction) {
	f, reason := take(code, at)
	if reason == "" {
		reason = judge(&f, p)
	}
	i.at, i.op, i.length = at, uint8(f.op), f.length
	if reason != "" {
		i.run, i.reason = refuse, reason
		return i
	}
	i.resolveLanes(&f, p)
	switch f.info.Format {
	case isa.FormatFlow:
		i.levels, i.target = uint8(f.levels), at+int(f.target)
		i.run = flows[f.op]
	case isa.FormatSend:
		i.resolveSend(&f, p)
	default:
		i.resolveOperands(&f, p)
		i.resolveWork(&f)
		if short {
			i.shorten()
		}
	}
	return i
}

// refuse is what executes of an instruction that is not legal.
func refuse(t *Thread, i *instruction) { t.fail(i, i.reason) }

func (i *instruction) resolveLanes(f *form, p *Program) {
	count := f.lanes(p)
	i.count, i.firstLane = uint8(count), uint8(f.group*groupLanes)
	i.lanes = allLanes >> (mostLanes - count) << i.firstLane
	i.noMask, i.predicate, i.invert = f.noMask, uint8(f.predicate), f.invert
	i.flag, i.condition = uint8(f.flag), uint8(f.condition)
	if f.op == isa.OpSel && f.condition == isa.ConditionNone {
		i.choice, i.predicate = i.predicate, isa.PredicateNone
	}
}

func (i *instruction) resolveOperands(f *form, p *Program) {
	i.sources, i.null, i.saturate = uint8(f.info.Sources), f.null, f.saturate
	for n := range f.info.Sources {
		i.src[n] = sourceOf(f, p, n)
		i.read[n] = i.src[n].reads(f.worked(p))
	}
	if f.null || f.op == isa.OpWrsr {
		return
	}
	stride := f.strideOf()
	i.dst.resolve(&f.dst, f.worked(p), func(k int) int { return stride * k })
	i.written[0] = i.dst.span(f.worked(p))
	if f.allows(isa.AllowsImplied) {
		implied := f.implied(p)
		i.implied.resolve(&implied, f.worked(p), func(k int) int { return stride * k })
		i.written[1] = i.implied.span(f.worked(p))
	}
}

// resolveWork finds the functions of an operation.
func (i *instruction) resolveWork(f *form) {
	execution := f.dst.typ
	i.dst.typ = uint8(execution)
	switch {
	case f.op == isa.OpRdsr:
		i.run = readSpecial
		return
	case f.op == isa.OpWrsr:
		i.run = writeSpecial
		return
	}
	i.compare = comparisons[execution]
	i.apply = functionOf(f)
	i.second = seconds[execution][f.op]
	i.run = runGeneral
	switch {
	case f.op == isa.OpSel:
		i.run = runSelect
	case f.op == isa.OpCmp:
		i.run = runCompare
	case f.allows(isa.AllowsFours):
		i.run, i.dot = runDot, dots[execution][f.op]
	}
	if !f.saturate {
		return
	}
	i.clamp = clamps[execution]
	if f.op == isa.OpMov && !isFloat(execution) {
		i.tested, i.compare = moved, comparisons[movedType(f)]
	}
}

// functionOf is what an operation computes of its sources. Saturation of integers is part of it.
func functionOf(f *form) function {
	execution, source := f.dst.typ, f.src[0].typ
	switch {
	case f.op == isa.OpCvt:
		return conversions[movedType(f)][execution]
	case f.op == isa.OpMov && f.saturate && !isFloat(execution) && !isFloat(source):
		return conversions[movedType(f)][execution]
	case f.op == isa.OpMov:
		return moved
	case f.saturate && !isFloat(execution):
		return saturated[execution][f.op]
	}
	return functions[execution][f.op]
}

// movedType is the type in which the source of a mov or cvt is taken, with its modifiers: of integers, where it is extended the execution type's
// size with the source's sign, otherwise its own.
func movedType(f *form) uint32 {
	execution, source := f.dst.typ, f.src[0].typ
	if isFloat(execution) || isFloat(source) || typeSize[source] >= typeSize[execution] {
		return source
	}
	return integerType(typeSize[execution], isSigned(source))
}
