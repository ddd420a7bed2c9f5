package bins

import (
	"fmt"

	"tilemark/hw/isa"
)

// labels adds the bins of a legal instruction.
func labels(n isa.Native, compact bool, add func(group, bin string)) {
	i := isa.Decode(n)
	op := &isa.Operations[i.Op]
	add(groupOperations, op.Name)
	if compact {
		add(groupCompact, op.Name)
		tables(n, add)
	}
	flags(&i, op, add)
	switch {
	case op.Format == isa.FormatFlow:
		state(i.NOS, "control flow", add)
		flow(&i, op, add)
	case op.Format == isa.FormatSend:
		sizes(&i, "messages", add)
		state(i.NOS, "messages", add)
		message(&i, add)
	case op.Allows&isa.AllowsSpecial != 0:
		state(i.NOS, "special registers", add)
		special(&i, op, add)
	default:
		sizes(&i, "operations", add)
		state(i.NOS, "operations", add)
		operation(&i, op, add)
	}
}

// tableNames name the compaction tables, as isa.Parts counts them.
var tableNames = []string{"control", "types", "subs", "source 0", "source 1", "last", "message"}

// tables adds the indices that a compact form has.
func tables(n isa.Native, add func(group, bin string)) {
	for table, k := range isa.IndicesOf(n) {
		if k >= 0 {
			add(groupTables, fmt.Sprintf("%s %d", tableNames[table], k))
		}
	}
}

// flags adds predicate and condition.
func flags(i *isa.Instruction, op *isa.Operation, add func(group, bin string)) {
	if i.Predicate != isa.PredicateNone {
		not := ""
		if i.Invert {
			not = "not "
		}
		add(groupControl, fmt.Sprintf("predicate %sf%d, %s", not, i.Flag, isa.PredicateNames[uint32(i.Predicate)]))
		add(groupControl, op.Name+", predicate")
	}
	if i.Condition != isa.ConditionNone {
		add(groupControl, fmt.Sprintf("%s, %s", op.Name, isa.ConditionNames[uint32(i.Condition)]))
		if op.Allows&isa.AllowsSelect == 0 {
			add(groupControl, fmt.Sprintf("condition to f%d", i.Flag))
		}
	}
}

// flow adds where a branch goes.
func flow(i *isa.Instruction, op *isa.Operation, add func(group, bin string)) {
	if op.Allows&isa.AllowsTarget != 0 {
		where := "forwards"
		if i.Target <= 0 {
			where = "backwards"
		}
		add(groupControl, op.Name+", "+where)
	}
	if op.Allows&isa.AllowsLevels != 0 {
		levels := "one loop"
		if i.Levels > 1 {
			levels = "several loops"
		}
		add(groupControl, op.Name+", "+levels)
	}
}

// sizes adds size, first lane and whether masks count.
func sizes(i *isa.Instruction, of string, add func(group, bin string)) {
	size := of + " of the thread's lanes"
	if i.Size != isa.SizeThread {
		size = fmt.Sprintf("%s of %d lanes from %d on", of, i.LanesOf(0), 8*int(i.Group))
	}
	add(groupSizes, size)
	if i.NoMask {
		add(groupSizes, of+" without masks")
	}
}

// state adds each tag.
func state(nos uint16, of string, add func(group, bin string)) {
	for k := range 16 {
		if nos>>k&1 != 0 {
			add(groupControl, fmt.Sprintf("%s that depend on %s", of, isa.NosNames[1<<k]))
		}
	}
}

// typeName is that of a type in texts.
func typeName(typ uint8) string { return isa.TypeNames[uint32(typ)] }

// operation adds what an instruction with operands shows.
func operation(i *isa.Instruction, op *isa.Operation, add func(group, bin string)) {
	if i.Op == isa.OpMov || i.Op == isa.OpCvt {
		add(groupTypes, fmt.Sprintf("%s %s from %s", op.Name, typeName(i.Dst.Type), typeName(i.Src[0].Type)))
	} else {
		add(groupTypes, op.Name+" "+typeName(i.Dst.Type))
	}
	options(groupControl, op.Name, add, option{"saturated", i.Saturate}, option{"swizzled", i.Swizzle != isa.OwnOrder}, option{"immediate", i.Immediate})
	d := &i.Dst
	if d.Null {
		add(groupOperands, "no destination")
	} else {
		operand("destination", isa.StrideNames[uint32(d.Stride)], d.Type, d.Sub, add)
	}
	for k := range op.Sources {
		s, name := &i.Src[k], fmt.Sprintf("source %d", k)
		if i.Immediate && k == op.Sources-1 {
			add(groupOperands, fmt.Sprintf("%s, immediate %s", name, typeName(s.Type)))
			continue
		}
		operand(name, isa.RegionNames[uint32(s.Region)], s.Type, s.Sub, add)
		switch {
		case s.Negate && s.Abs:
			add(groupOperands, name+", negated absolute value")
		case s.Negate:
			add(groupOperands, name+", negated")
		case s.Abs:
			add(groupOperands, name+", absolute value")
		}
	}
}

func operand(name, region string, typ, sub uint8, add func(group, bin string)) {
	add(groupOperands, fmt.Sprintf("%s, %s, bytes %d", name, region, isa.Bytes(typ)))
	if sub != 0 {
		add(groupOperands, fmt.Sprintf("%s, within a register, bytes %d", name, isa.Bytes(typ)))
	}
}

// message adds what a message shows.
func message(i *isa.Instruction, add func(group, bin string)) {
	m := &i.Message
	about := &isa.Messages[m.Code]
	uses := func(what uint32) bool { return about.Uses&what != 0 }
	add(groupMessages, about.Name)
	if uses(isa.UsesType) {
		add(groupMessages, about.Name+" "+typeName(m.Type))
	}
	if uses(isa.UsesCount) {
		add(groupMessages, fmt.Sprintf("%s, %d components", about.Name, m.Count+1))
	}
	if uses(isa.UsesCoordinates) {
		add(groupMessages, fmt.Sprintf("%s, %d coordinates", about.Name, m.Type+1))
	}
	if uses(isa.UsesAtomic) {
		answer := "without answer"
		if m.Returns {
			answer = "with answer"
		}
		add(groupMessages, fmt.Sprintf("%s, %s %s, %s", about.Name, isa.AtomicNames[uint32(m.Operation)], typeName(m.Type), answer))
	}
	texels := uses(isa.UsesTexels)
	options(groupMessages, about.Name, add, option{"non-cacheable", m.NonCacheable}, option{"last", m.Last}, option{"offset below 0", m.Offset < 0},
		option{"offset above 0", m.Offset > 0 && !texels}, option{"texels", m.Offset != 0 && texels})
}

// option is something that an instruction has or not.
type option struct {
	name string
	has  bool
}

func options(group, of string, add func(group, bin string), all ...option) {
	for _, o := range all {
		if o.has {
			add(group, of+", "+o.name)
		}
	}
}

// special adds the special register.
func special(i *isa.Instruction, op *isa.Operation, add func(group, bin string)) {
	name, ok := isa.SpecialNames[i.Number]
	if !ok {
		name = "stack"
	}
	add(groupSpecial, op.Name+" "+name)
}
