package bins

import (
	"slices"

	"tilemark/hw/isa"
)

// legal yields legal instructions that show everything that one can show by itself.
func legal(yield func(*isa.Instruction)) {
	e := enumeration{yield}
	for op := range isa.Operations {
		o := &isa.Operations[op]
		if o.Name == "" {
			continue
		}
		i := isa.Instruction{Op: uint8(op), Size: isa.SizeThread, Swizzle: isa.OwnOrder}
		switch {
		case o.Format == isa.FormatFlow:
			e.flow(i)
		case o.Format == isa.FormatSend:
			e.send(i)
		case o.Allows&isa.AllowsSpecial != 0:
			e.special(i, o)
		default:
			e.operation(i, o)
		}
	}
	e.compact()
}

type enumeration struct{ yield func(*isa.Instruction) }

// try yields an instruction if it is legal.
func (e *enumeration) try(i isa.Instruction) {
	if isa.Check(i.Encode()) == nil {
		e.yield(&i)
	}
}

// with yields an instruction after each change, if that leaves it legal. A change counts its ways.
func (e *enumeration) with(i isa.Instruction, ways int, change func(i *isa.Instruction, way int)) {
	for way := range ways {
		changed := i
		change(&changed, way)
		e.try(changed)
	}
}

// predicates are the ways of a predicate.
const predicates = (isa.PredicateLimit - 1) * 2 * 4

func predicate(i *isa.Instruction, way int) {
	i.Predicate, i.Invert, i.Flag = uint8(1+way/8), way&1 != 0, uint8(way/2%4)
}

func (e *enumeration) flow(i isa.Instruction) {
	for _, i.Levels = range []uint8{0, 1, 2} {
		for _, i.Target = range []int32{0, 64, -64} {
			e.try(i)
			e.with(i, predicates, predicate)
			e.with(i, 16, func(i *isa.Instruction, way int) { i.NOS = 1 << way })
		}
	}
}

func (e *enumeration) operation(i isa.Instruction, o *isa.Operation) {
	for typ := range uint8(isa.TypeLimit) {
		for from := range uint8(isa.TypeLimit) {
			i.Dst.Type = typ
			for k := range o.Sources {
				i.Src[k] = isa.Source{Type: from, Region: isa.RegionPacked}
			}
			e.kinds(i, o)
		}
	}
}

// kinds yields operations of the same types: without more, or with what they need to be legal.
func (e *enumeration) kinds(i isa.Instruction, o *isa.Operation) {
	e.with(i, isa.ConditionLimit*4, func(i *isa.Instruction, way int) { i.Condition, i.Flag = uint8(way/4), uint8(way%4) })
	e.with(i, predicates, predicate)
	switch {
	case o.Allows&isa.AllowsCompare != 0:
		i.Condition = isa.ConditionLt
	case o.Allows&isa.AllowsSelect != 0:
		i.Predicate = isa.PredicateLane
	}
	if isa.Check(i.Encode()) != nil {
		return
	}
	e.with(i, predicates, predicate)
	e.with(i, 1, func(i *isa.Instruction, _ int) { i.Saturate = true })
	e.with(i, 1, func(i *isa.Instruction, _ int) { i.Swizzle = 0 })
	e.with(i, 1, func(i *isa.Instruction, _ int) { i.Dst.Null = true })
	e.with(i, 1, func(i *isa.Instruction, _ int) {
		i.Immediate = true
		i.Src[o.Sources-1] = isa.Source{Type: i.Src[o.Sources-1].Type}
	})
	e.with(i, 16, func(i *isa.Instruction, way int) { i.NOS = 1 << way })
	e.sizes(i)
	for size := range uint8(isa.SizeLimit) { // regions that pass two registers need few lanes
		i.Size = size
		e.with(i, isa.StrideLimit, func(i *isa.Instruction, way int) { i.Dst.Stride = uint8(way) })
		e.with(i, 1, func(i *isa.Instruction, _ int) { i.Dst.Sub = uint8(isa.Bytes(i.Dst.Type)) })
		for k := range o.Sources {
			e.with(i, isa.RegionLimit, func(i *isa.Instruction, way int) { i.Src[k].Region = uint8(way) })
			e.with(i, 1, func(i *isa.Instruction, _ int) { i.Src[k].Sub = uint8(isa.Bytes(i.Src[k].Type)) })
			e.with(i, 4, func(i *isa.Instruction, way int) { i.Src[k].Negate, i.Src[k].Abs = way&1 != 0, way&2 != 0 })
		}
	}
}

// sizes yields all sizes, first lanes, and lanes that masks do not stop.
func (e *enumeration) sizes(i isa.Instruction) {
	e.with(i, isa.SizeLimit*4*2, func(i *isa.Instruction, way int) {
		i.Size, i.Group, i.NoMask = uint8(way/8), uint8(way/2%4), way&1 != 0
	})
}

func (e *enumeration) send(i isa.Instruction) {
	for code := range isa.Messages {
		about := &isa.Messages[code]
		if about.Name == "" {
			continue
		}
		i.Message = isa.Send{Code: uint8(code), Last: about.Unit == isa.UnitTarget}
		i.Dst = isa.Destination{Null: about.Answers == 0}
		for i.Message.Type = range uint8(isa.TypeLimit) { // of the sampler numbers of coordinates
			for i.Message.Count = range uint8(4) {
				e.message(i, about)
			}
		}
	}
}

func (e *enumeration) message(i isa.Instruction, about *isa.Message) {
	e.with(i, isa.AtomicLimit*2, func(i *isa.Instruction, way int) {
		i.Message.Operation, i.Message.Returns = uint8(way/2), way&1 != 0
		i.Dst.Null = i.Dst.Null || about.Answers == isa.AnswersReturns && !i.Message.Returns
	})
	if about.Answers == isa.AnswersReturns {
		i.Message.Returns = true
	}
	if isa.Check(i.Encode()) != nil {
		return
	}
	e.with(i, predicates, predicate)
	e.sizes(i)
	e.with(i, 16, func(i *isa.Instruction, way int) { i.NOS = 1 << way })
	e.with(i, 2, func(i *isa.Instruction, way int) { i.Message.NonCacheable = way == 1 })
	e.with(i, 2, func(i *isa.Instruction, way int) { i.Message.Last = way == 1 })
	e.with(i, 2, func(i *isa.Instruction, way int) { i.Message.Offset = int16(32 - 64*way) }) // 32 is texels, too
}

func (e *enumeration) special(i isa.Instruction, o *isa.Operation) {
	i.Size, i.NoMask, i.Immediate = isa.SizeLanes1, true, true
	i.Dst = isa.Destination{Type: isa.TypeUd}
	i.Src[0], i.Src[1] = isa.Source{Type: isa.TypeUd}, isa.Source{Type: isa.TypeUd}
	if o.Allows&isa.AllowsWrite == 0 {
		i.Src[1] = isa.Source{}
	} else {
		i.Dst.Null = true
	}
	for i.Number = range uint32(isa.SpecialLimit) {
		e.try(i)
		e.with(i, 16, func(i *isa.Instruction, way int) { i.NOS = 1 << way })
	}
}

// compact yields instructions whose compact forms have each index of the tables, as far as there are legal ones.
func (e *enumeration) compact() {
	for table, change := range []func(low *isa.CompactLowFields, high *isa.CompactHighFields, k uint32){
		isa.TableControl: func(low *isa.CompactLowFields, _ *isa.CompactHighFields, k uint32) { low.Control = k },
		isa.TableTypes:   func(low *isa.CompactLowFields, _ *isa.CompactHighFields, k uint32) { low.Types = k },
		isa.TableSubs:    func(low *isa.CompactLowFields, _ *isa.CompactHighFields, k uint32) { low.Subs = k },
		isa.TableSource0: func(_ *isa.CompactLowFields, high *isa.CompactHighFields, k uint32) { high.Src0 = k },
		isa.TableSource1: func(_ *isa.CompactLowFields, high *isa.CompactHighFields, k uint32) { high.Src1 = k },
		isa.TableLast:    func(_ *isa.CompactLowFields, high *isa.CompactHighFields, k uint32) { high.Src2 = k },
	} {
		for k := range isa.TableLength(table) {
			e.some(table, k, func(low *isa.CompactLowFields, high *isa.CompactHighFields) { change(low, high, uint32(k)) })
		}
	}
	for m := range isa.TableLength(isa.TableMessage) {
		for control := range uint32(isa.TableLength(isa.TableControl)) {
			e.expand(isa.TableMessage, m, isa.Compact{isa.CompactSendLowFields{Opcode: isa.OpSend, Compact: true, Control: control, Message: uint32(m)}.Pack()})
		}
	}
}

// some yields a legal instruction with operands that has an index of a table after a change: the first of all operations, types, and what of the other
// tables it may need.
func (e *enumeration) some(table, k int, change func(low *isa.CompactLowFields, high *isa.CompactHighFields)) {
	for op := range uint32(len(isa.Operations)) {
		if o := &isa.Operations[op]; o.Name == "" || o.Format != isa.FormatNative {
			continue
		}
		for types := range uint32(isa.TableLength(isa.TableTypes)) {
			for _, control := range []uint32{0, firstPredicate, firstCondition} { // what sel and cmp need
				for _, source := range []uint32{0, scalar} {
					low := isa.CompactLowFields{Opcode: op, Compact: true, Types: types, Control: control}
					high := isa.CompactHighFields{Src0: source, Src1: source}
					change(&low, &high)
					if e.expand(table, k, isa.Compact{low.Pack(), high.Pack()}) {
						return
					}
				}
			}
		}
	}
}

// expand yields the instruction of a compact form, and tells so, if it is legal and has an index of a table.
func (e *enumeration) expand(table, k int, c isa.Compact) bool {
	n, err := c.Expand()
	if err != nil || isa.Check(n) != nil || isa.IndicesOf(n)[table] != k {
		return false
	}
	i := isa.Decode(n)
	e.yield(&i)
	return true
}

// Indices of tables with which others are tried.
var (
	firstPredicate = control(func(i *isa.Instruction) bool { return i.Predicate == isa.PredicateLane })
	firstCondition = control(func(i *isa.Instruction) bool { return i.Condition != isa.ConditionNone })
	scalar         = uint32(max(0, slices.Index(isa.CompactSource[:], isa.RegionScalar)))
)

func control(is func(*isa.Instruction) bool) uint32 {
	return uint32(max(0, slices.IndexFunc(isa.CompactControl[:], func(v uint32) bool {
		i := isa.Decode(isa.Native{v << isa.NativeControlGroupShift})
		return is(&i)
	})))
}
