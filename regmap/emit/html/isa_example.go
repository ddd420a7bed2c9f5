package html

import (
	"slices"

	"tilemark/regmap/formats"
)

// example is an instruction that is put together field by field.
type example struct {
	set   *formats.Set
	form  string
	words [4]uint32
}

// put writes a field, by the names of its word and itself. A table that lacks it has no such bits.
func (x *example) put(word, field string, value int64) {
	s := structureNamed(x.set, x.form)
	if s == nil {
		return
	}
	for _, w := range wordsOf(x.set, s) {
		for _, f := range w.Fields {
			if w.Name == word && w.when == "" && f.Name == field && w.Offset < len(x.words) {
				x.words[w.Offset] |= uint32(value) & f.Mask() << f.Lo
			}
		}
	}
}

// value is that of an enum's name; 0 without it.
func (x *example) value(enum, name string) int64 {
	if e := x.set.Enum(enum); e != nil {
		for _, v := range e.Values {
			if v.Name == name {
				return v.Value
			}
		}
	}
	return 0
}

// operationExample makes a plain legal instruction of an operation.
func operationExample(set *formats.Set, op *formats.Instruction) [4]uint32 {
	x := &example{set: set, form: op.Format}
	has := func(what string) bool { return slices.Contains(op.Allows, what) }
	x.put("CONTROL", "OPCODE", int64(op.Opcode))
	size := "THREAD"
	if has("special") {
		size = "LANES_1"
	}
	x.put("CONTROL", "SIZE", x.value("SIZE", size))
	if has("select") {
		x.put("CONTROL", "PREDICATE", x.value("PREDICATE", "LANE"))
	}
	if has("compare") {
		x.put("CONTROL", "CONDITION", x.value("CONDITION", "LT"))
	}
	switch {
	case op.Format == "SEND":
		for i := range set.Messages {
			if set.Messages[i].Name == "LOAD" {
				return messageExample(set, &set.Messages[i])
			}
		}
	case has("levels"):
		x.put("LEVELS", "COUNT", 1)
		fallthrough
	case has("target"):
		x.put("TARGET", "TARGET", 16)
	case has("special"):
		x.special(has("write"))
	default:
		x.operands(op, has)
	}
	return x.words
}

// exampleRegisters are the registers of sources 0 to 2; the destination is the one before.
var exampleRegisters = [3]int64{5, 6, 7}

func (x *example) operands(op *formats.Instruction, has func(string) bool) {
	if op.Sources == 0 {
		return
	}
	typ, packed := x.value("TYPE", "UD"), x.value("REGION", "PACKED")
	if slices.Contains(op.Types, "float") {
		typ = x.value("TYPE", "F")
	}
	x.put("DESTINATION", "REG", exampleRegisters[0]-1)
	x.put("DESTINATION", "TYPE", typ)
	for k, r := range [3]struct{ word, reg, types, name string }{{"SOURCES", "SOURCES", "SOURCES", "SRC0"}, {"SOURCES", "LAST", "SOURCES", "SRC1"}, {"LAST", "LAST", "LAST", "SRC2"}} {
		if k >= op.Sources {
			break
		}
		x.put(r.reg, r.name+"_REG", exampleRegisters[k])
		x.put(r.types, r.name+"_TYPE", typ)
		x.put(r.word, r.name+"_REGION", packed)
	}
}

// special makes rdsr and wrsr of flag register 0.
func (x *example) special(writes bool) {
	ud := x.value("TYPE", "UD")
	x.put("CONTROL", "NO_MASK", 1)
	x.put("DESTINATION", "TYPE", ud)
	x.put("DESTINATION", "IMMEDIATE", 1)
	if !writes {
		x.put("DESTINATION", "REG", exampleRegisters[0]-1)
		x.put("SOURCES", "SRC0_TYPE", ud)
		return
	}
	x.put("DESTINATION", "NULL", 1)
	x.put("SOURCES", "SRC0_REG", exampleRegisters[0])
	x.put("SOURCES", "SRC0_TYPE", ud)
	x.put("SOURCES", "SRC1_TYPE", ud)
}

// messageExample makes a plain legal send of a message.
func messageExample(set *formats.Set, m *formats.Message) [4]uint32 {
	x := &example{set: set, form: "SEND"}
	uses := func(what string) bool { return slices.Contains(m.Allows, what) }
	for _, op := range set.Instructions {
		if op.Format == "SEND" {
			x.put("CONTROL", "OPCODE", int64(op.Opcode))
		}
	}
	x.put("CONTROL", "SIZE", x.value("SIZE", "THREAD"))
	x.put("PAYLOAD", "MESSAGE", int64(m.Code))
	if m.Answers == "" {
		x.put("DESTINATION", "NULL", 1)
	} else {
		x.put("DESTINATION", "REG", 10)
	}
	if m.Answers == "returns" {
		x.put("DESCRIPTOR", "RETURNS", 1)
	}
	if uses("type") {
		x.put("DESCRIPTOR", "TYPE", x.value("TYPE", "UD"))
	}
	if uses("coordinates") {
		x.put("DESCRIPTOR", "TYPE", 1) // x and y
	}
	if uses("last") && (len(m.Allows) == 1 || m.Unit == "TARGET") {
		x.put("DESCRIPTOR", "LAST", 1)
	}
	if slices.ContainsFunc(m.Sends, func(s string) bool { return s == "addresses" || s == "coordinates" || s == "one" || s == "set" }) {
		x.put("PAYLOAD", "ADDRESS_REG", 4)
	}
	if slices.ContainsFunc(m.Sends, func(s string) bool {
		return s == "components" || s == "operands" || s == "registers" || s == "gradients"
	}) {
		x.put("DESCRIPTOR", "DATA_REG", 8)
	}
	return x.words
}
