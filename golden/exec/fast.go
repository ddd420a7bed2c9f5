package exec

import (
	"math/bits"

	"tilemark/hw/isa"
)

// This file has short ways for instructions whose operands are of 32 bits and whose destination is packed. They compute all lanes of an instruction in
// a loop over words, those that do not execute too, and keep the lanes that do. alu.go says what is right.

// loop computes a result of all lanes: d of a, b and c. Sources that the operation does not have are nil.
type loop func(d, a, b, c []uint32)

// order finds the lanes where a is less than, equal to, and greater than b.
type order func(a, b []uint32) (less, equal, greater uint32)

// sourceKind is how a short way comes to the words of a source.
type sourceKind uint8

const (
	kindTable  sourceKind = iota // by the table of lanes
	kindDirect                   // they stand one after the other, and may be read where they are
	kindScalar                   // one for all lanes
	kindNumber                   // in the instruction
)

// zeros are what results are compared with.
var zeros [mostLanes]uint32

// shorten gives the instruction a short way, if there is one.
func (i *instruction) shorten() {
	if !i.null && (i.dst.size != 4 || !i.packed(&i.dst)) || i.second != nil {
		return
	}
	for n := range i.src[:i.sources] {
		if !i.shortSource(&i.src[n]) {
			return
		}
	}
	i.order = orders[i.dst.typ]
	switch {
	case i.op == isa.OpCmp && i.order != nil:
		i.run = runShortCompare
	case i.op == isa.OpSel && (i.order != nil || i.condition == isa.ConditionNone):
		i.run = runShortSelect
	default:
		i.shortenLoop()
	}
}

func (i *instruction) shortenLoop() {
	i.loop = loops[i.dst.typ][i.op]
	switch i.op {
	case isa.OpMov:
		i.loop = moveLoop
	case isa.OpCvt:
		i.loop = cvtLoops[[2]uint8{i.src[0].typ, i.dst.typ}]
	}
	saturatesFloat := i.clamp != nil
	saturatesInteger := i.saturate && !saturatesFloat
	if i.loop == nil || i.order == nil || saturatesInteger {
		return
	}
	i.inPlace = !i.null && i.condition == isa.ConditionNone && !saturatesFloat
	i.run = runShort
}

// packed tells whether an operand's lanes of 32 bits stand one after the other.
func (i *instruction) packed(o *operand) bool {
	for k := range o.lane[:i.count] {
		if int(o.lane[k]) != int(o.lane[0])+4*k {
			return false
		}
	}
	return true
}

// shortSource prepares a source, and tells whether a short way can read it.
func (i *instruction) shortSource(o *operand) bool {
	if o.isNumber {
		o.kind = kindNumber
		o.words = make([]uint32, i.count)
		for k := range o.words {
			o.words[k] = uint32(o.number)
		}
		return true
	}
	if o.size != 4 || !o.changesBits() {
		return false
	}
	switch {
	case i.packed(o) && !i.overlaps(o) && !o.change:
		o.kind = kindDirect
	case i.scalar(o):
		o.kind = kindScalar
	}
	return true
}

func (i *instruction) scalar(o *operand) bool {
	for _, at := range o.lane[:i.count] {
		if at != o.lane[0] {
			return false
		}
	}
	return true
}

// overlaps tells whether a source would be written, in another lane, before it is read.
func (i *instruction) overlaps(o *operand) bool {
	distance := int(o.word) - int(i.dst.word)
	return !i.null && distance != 0 && distance < int(i.count) && -distance < int(i.count)
}

// changesBits tells whether the modifiers are those of a float, or inversion, or none, and prepares them: bits that stay and bits that are inverted.
func (o *operand) changesBits() bool {
	o.and = allLanes
	switch {
	case o.modify == modifyNothing:
		return true
	case o.modify == modifyInverted:
		o.xor = allLanes
	case o.modify&modifyFloat != 0:
		if o.modify&modifyAbs != 0 {
			o.and = ^uint32(o.sign)
		}
		if o.modify&modifyNegate != 0 {
			o.xor = uint32(o.sign)
		}
	default:
		return false
	}
	o.change = true
	return true
}

// source is the words of a source in all lanes, with its modifiers.
func (t *Thread) source(i *instruction, n int) []uint32 {
	o := &i.src[n]
	switch o.kind {
	case kindDirect:
		return t.Registers[o.word:][:i.count]
	case kindNumber:
		return o.words
	}
	words := t.spare[n][:i.count]
	if o.kind == kindScalar {
		value := t.Registers[o.word]&o.and ^ o.xor
		for k := range words {
			words[k] = value
		}
		return words
	}
	for k := range words {
		words[k] = t.Registers[o.lane[k]/4%uint16(len(t.Registers))]&o.and ^ o.xor
	}
	return words
}

// runShort executes an instruction by its loop.
func runShort(t *Thread, i *instruction) {
	lanes := t.executing(i)
	if lanes == 0 {
		return
	}
	a := t.source(i, 0)
	var b, c []uint32
	if i.sources > 1 {
		b = t.source(i, 1)
	}
	if i.sources > 2 {
		c = t.source(i, 2)
	}
	if i.inPlace && lanes == i.lanes {
		i.loop(t.Registers[i.dst.word:][:i.count], a, b, c)
		return
	}
	result := t.result[:i.count]
	i.loop(result, a, b, c)
	if i.condition != isa.ConditionNone {
		t.setFlag(i, lanes, i.meets(result, zeros[:i.count])<<i.firstLane)
	}
	if i.clamp != nil {
		saturateF(result)
	}
	t.keep(i, lanes, result)
}

// keep writes the lanes of a result that execute.
func (t *Thread) keep(i *instruction, lanes uint32, result []uint32) {
	if i.null {
		return
	}
	to := t.Registers[i.dst.word:][:len(result)]
	if lanes == i.lanes {
		copy(to, result)
		return
	}
	for m := lanes >> i.firstLane; m != 0; m &= m - 1 {
		k := bits.TrailingZeros32(m)
		to[k] = result[k]
	}
}

// meets is the lanes where the condition holds for a and b.
func (i *instruction) meets(a, b []uint32) uint32 {
	less, equal, greater := i.order(a, b)
	switch i.condition {
	case isa.ConditionEq:
		return equal
	case isa.ConditionNe:
		return ^equal
	case isa.ConditionLt:
		return less
	case isa.ConditionLe:
		return less | equal
	case isa.ConditionGt:
		return greater
	case isa.ConditionGe:
		return greater | equal
	}
	return ^(less | equal | greater)
}

func runShortCompare(t *Thread, i *instruction) {
	lanes := t.executing(i)
	set := i.meets(t.source(i, 0), t.source(i, 1))
	t.setFlag(i, lanes, set<<i.firstLane)
	if i.null {
		return
	}
	result := t.result[:i.count]
	for k := range result {
		result[k] = -(set >> k & 1)
	}
	t.keep(i, lanes, result)
}

func runShortSelect(t *Thread, i *instruction) {
	lanes := t.executing(i)
	a, b := t.source(i, 0), t.source(i, 1)
	takes := t.chosen(i, i.choice, lanes) >> i.firstLane
	if i.condition != isa.ConditionNone {
		takes = i.meets(a, b)
	}
	result := t.result[:i.count]
	a, b = a[:len(result)], b[:len(result)]
	for k := range result {
		mask := -(takes >> k & 1)
		result[k] = a[k]&mask | b[k]&^mask
	}
	t.keep(i, lanes, result)
}
