package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// goodKernels is a table of instructions and messages without mistakes.
const goodKernels = `formats: TST
version: 1.0.0
description: Test instructions.
enums:
  - name: UNIT
    description: Units.
    values:
      - {name: BUS, value: 1, description: A bus.}
structures:
  - name: BOX
    length: 1
    description: A box.
    words:
      - {name: TOP, offset: 0, type: raw, description: The top.}
instructions:
  - {name: ADD, opcode: 0x40, format: BOX, sources: 2, types: [integer], allows: [condition], description: Adds.}
  - {name: STOP, opcode: 0x30, format: BOX, description: Stops.}
messages:
  - {name: LOAD, code: 16, unit: BUS, sends: [addresses], answers: components, allows: [binding], description: Loads.}
  - {name: STORE, code: 17, unit: BUS, description: Stores.}
`

var kernelSpoilings = []spoiling{
	{"opcode of no group", "opcode: 0x40", "opcode: 0x70", 16, "0x70", "opcode", "group 7"},
	{"opcode of an instruction twice", "opcode: 0x40", "opcode: 0x30", 17, "0x30", "duplicate", "that of ADD"},
	{"opcode too high", "opcode: 0x40", "opcode: 0x140", 16, "0x140", "range", "1 to 255"},
	{"form of an instruction", "format: BOX, sources", "format: BAG, sources", 16, "BAG", "reference", "expected a structure"},
	{"sources without types", "types: [integer], ", "", 16, "{name: ADD", "kind", "sources without types"},
	{"types without sources", "sources: 2, ", "", 16, "[integer]", "kind", "types without sources"},
	{"too many sources", "sources: 2", "sources: 4", 16, "4", "range", "0 to 3"},
	{"unknown type of an instruction", "[integer]", "[int]", 16, "[int]", "kind", "unknown word"},
	{"word twice in a list", "[condition]", "[condition, condition]", 16, "[condition, condition]", "kind", "twice"},
	{"code twice", "code: 16", "code: 17", 20, "17", "duplicate", "that of LOAD"},
	{"unit of no enum", "code: 16, unit: BUS", "code: 16, unit: CAR", 19, "CAR", "reference", "no value of the enum UNIT"},
	{"answer", "answers: components", "answers: all", 19, "all", "answers", "all"},
	{"instruction twice", "name: STOP", "name: ADD", 17, "ADD", "duplicate", "instruction ADD"},
	{"message twice", "name: STORE", "name: LOAD", 20, "LOAD", "duplicate", "message LOAD"},
}

func TestInstructionsAreRead(t *testing.T) {
	set := &Set{}
	require.Empty(t, Parse(set, "t.yaml", []byte(goodKernels)))
	require.Empty(t, Check(set))
	add, load := set.Instructions[0], set.Messages[0]
	require.Equal(t, []any{"ADD", 0x40, "BOX", 2, []string{"integer"}, []string{"condition"}, "Adds."},
		[]any{add.Name, add.Opcode, add.Format, add.Sources, add.Types, add.Allows, add.Description})
	require.Equal(t, []any{"LOAD", 16, "BUS", []string{"addresses"}, "components", []string{"binding"}, "Loads."},
		[]any{load.Name, load.Code, load.Unit, load.Sends, load.Answers, load.Allows, load.Description})
	require.Equal(t, []string{"OpAdd", "MessageLoad"}, []string{add.Ident(), load.Ident()})
}
