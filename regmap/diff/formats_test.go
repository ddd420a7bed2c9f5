package diff

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/formats"
	"tilemark/regmap/table"
)

// baseFormats is the old set of the tests; each changes one text of it.
const baseFormats = `formats: CMDS
version: 1.0.0
description: Commands.
enums:
  - name: CLIENT
    description: Clients.
    values:
      - {name: CPU, value: 0, label: the CPU, description: It sends.}
      - {name: GPU, value: 1, description: It draws.}
header:
  description: A header.
  fields:
    - {name: CLIENT, bits: "31:29", type: enum, enum: CLIENT, description: Who.}
    - {name: OPCODE, bits: "28:24", type: uint, description: What.}
    - {name: SUB_OPCODE, bits: "23:16", type: uint, description: More.}
    - {name: LENGTH, bits: "15:0", type: uint, description: How long.}
commands:
  - name: DRAW
    client: GPU
    opcode: 3
    length: 3
    where: [ring, dma_buffer]
    alone: "NULL"
    description: Draws.
    sub_opcode: {name: HOW, type: uint, description: How it draws.}
    operands:
      - {name: COUNT, offset: 1, type: uint, max: 100, description: Vertices.}
      - {name: FROM, offset: 2, type: address, align: 16, description: Address.}
      - name: MODE
        offset: 3
        description: Modes.
        fields:
          - {name: KIND, bits: "3:0", type: uint, description: Kind.}
  - name: STOP
    client: CPU
    opcode: 4
    length: 1..
    where: [ring]
    description: Stops.
    operands:
      - {name: WHY, offset: 1, rest: true, type: raw, description: Why.}
structures:
  - name: SAVE_AREA_HEAD
    length: 8
    align: 64
    description: A head.
    words:
      - {name: PLACE, offset: 0, type: uint, writer: gpu, description: Where.}
      - {name: ITEMS, offset: 1, count: 2, type: uint, writer: cpu, description: Items.}
    reserved:
      - {offset: 3, length: 5, description: Not read.}
instructions:
  - {name: ADD, opcode: 0x40, format: BASIC, sources: 2, types: [integer, float], allows: [condition, lane], description: Adds.}
messages:
  - {name: LOAD, code: 0x10, unit: CPU, sends: [addresses], answers: components, allows: [binding], description: Loads.}
`

func parseFormats(t *testing.T, text string) Map {
	t.Helper()
	m := Map{Formats: &formats.Set{}}
	errs := formats.Parse(m.Formats, "f.yaml", []byte(text))
	require.Empty(t, errs)
	return m
}

const command = "  - {name: MORE, client: GPU, opcode: 9, length: 0, where: [ring], description: More.}\n"

var formatCases = []struct {
	rule, what, old, new string
	edits                []string
	also                 []string
}{
	{"formats-description", "CMDS", "Commands.", "All.", []string{"description: Commands.", "description: All."}, nil},
	{"version-raised", "CMDS", "1.0.0", "1.1.0", []string{"1.0.0", "1.1.0"}, nil},
	{"enum-renamed", "CMDS.WHO", "CLIENT", "WHO", []string{"- name: CLIENT", "- name: WHO", "enum: CLIENT", "enum: WHO"}, nil},
	{"enum-kind", "CMDS.CLIENT", "values", "flags", []string{"    description: Clients.", "    kind: flags\n    description: Clients."}, nil},
	{"enum-description", "CMDS.CLIENT", "Clients.", "All.", []string{"Clients.", "All."}, nil},
	{"enum-value-label", "CMDS.CLIENT.CPU", "the CPU", "CPU", []string{"label: the CPU", "label: CPU"}, nil},
	{"enum-value-description", "CMDS.CLIENT.CPU", "It sends.", "Sends.", []string{"It sends.", "Sends."}, nil},
	{"enum-value-renumbered", "CMDS.CLIENT.GPU", "1", "2", []string{"value: 1", "value: 2"}, nil},
	{"enum-value-renamed", "CMDS.CLIENT.HOST", "CPU", "HOST", []string{"{name: CPU", "{name: HOST"}, nil},
	{"enum-changed", "CMDS.HEADER.CLIENT", "CLIENT", "OTHER", []string{"enum: CLIENT", "enum: OTHER"}, nil},
	{"header-description", "CMDS.HEADER", "A header.", "Header.", []string{"A header.", "Header."}, nil},
	{"field-narrowed", "CMDS.HEADER.LENGTH", "15:0", "14:0", []string{"15:0", "14:0"}, nil},
	{"field-reuses", "CMDS.HEADER.SIZE", "", "bits 14:0", []string{`name: LENGTH, bits: "15:0"`, `name: SIZE, bits: "14:0"`}, []string{"field-removed"}},
	{"field-added", "CMDS.DRAW.MODE.NEW", "", "bits 4:4", []string{"description: Kind.}\n", "description: Kind.}\n          - {name: NEW, bits: \"4:4\", type: bool, description: New.}\n"}, nil},
	{"command-added", "CMDS.MORE", "", "GPU 9", []string{"structures:\n", command + "structures:\n"}, nil},
	{"command-reuses", "CMDS.MORE", "", "CPU 4", []string{"opcode: 4", "opcode: 5", "structures:\n", strings.NewReplacer("GPU", "CPU", "9", "4").Replace(command) + "structures:\n"}, []string{"command-code"}},
	{"command-removed", "CMDS.STOP", "CPU 4", "", cut("  - name: STOP", "structures:"), nil},
	{"command-renamed", "CMDS.PAINT", "DRAW", "PAINT", []string{"name: DRAW", "name: PAINT"}, nil},
	{"command-code", "CMDS.DRAW", "GPU 3", "CPU 3", []string{"client: GPU", "client: CPU"}, nil},
	{"command-length", "CMDS.STOP", "1..", "1..1", []string{"length: 1..", "length: 1"}, nil},
	{"command-length", "CMDS.STOP", "1..", "2..", []string{"length: 1..", "length: 2.."}, nil},
	{"command-length-widened", "CMDS.DRAW", "3..3", "3..", []string{"length: 3", "length: 3.."}, nil},
	{"command-where-added", "CMDS.STOP", "", "dma_buffer", []string{"where: [ring]", "where: [dma_buffer, ring]"}, nil},
	{"command-where-removed", "CMDS.DRAW", "dma_buffer", "", []string{"[ring, dma_buffer]", "[ring]"}, nil},
	{"command-alone", "CMDS.DRAW", "NULL", "NIL", []string{"NULL", "NIL"}, nil},
	{"command-description", "CMDS.DRAW", "Draws.", "Paints.", []string{"Draws.", "Paints."}, nil},
	{"sub-added", "CMDS.STOP.S", "", "uint", []string{"description: Stops.", "description: Stops.\n    sub_opcode: {name: S, type: uint, description: S.}"}, nil},
	{"sub-removed", "CMDS.DRAW.HOW", "uint", "", []string{"    sub_opcode: {name: HOW, type: uint, description: How it draws.}\n", ""}, nil},
	{"sub-renamed", "CMDS.DRAW.WAY", "HOW", "WAY", []string{"HOW", "WAY"}, nil},
	{"sub-description", "CMDS.DRAW.HOW", "How it draws.", "How.", []string{"How it draws.", "How."}, nil},
	{"type-changed", "CMDS.DRAW.HOW", "uint", "block", []string{"HOW, type: uint", "HOW, type: block"}, nil},
	{"structure-renamed", "CMDS.SAVE_AREA_TOP", "SAVE_AREA_HEAD", "SAVE_AREA_TOP", []string{"SAVE_AREA_HEAD", "SAVE_AREA_TOP"}, nil},
	{"structure-length", "CMDS.SAVE_AREA_HEAD", "8 DWORDs", "12 DWORDs", []string{"length: 8", "length: 12", "length: 5", "length: 9"}, nil},
	{"structure-count", "CMDS.SAVE_AREA_HEAD", "1", "2", []string{"align: 64", "align: 64\n    count: 2"}, nil},
	{"structure-behind", "CMDS.SAVE_AREA_HEAD", "", "blocks", []string{"align: 64", "align: 64\n    behind: blocks"}, nil},
	{"align-raised", "CMDS.SAVE_AREA_HEAD", "64", "128", []string{"align: 64", "align: 128"}, nil},
	{"structure-description", "CMDS.SAVE_AREA_HEAD", "A head.", "Head.", []string{"A head.", "Head."}, nil},
	{"word-added", "CMDS.SAVE_AREA_HEAD.NEW", "", "offset 3, 1 DWORD", []string{"    reserved:\n", "      - {name: NEW, offset: 3, type: raw, description: New.}\n    reserved:\n", "offset: 3, length: 5", "offset: 4, length: 4"}, nil},
	{"word-reuses", "CMDS.SAVE_AREA_HEAD.NEW", "", "offset 1, 1 DWORD", []string{"name: ITEMS, offset: 1, count: 2", "name: NEW, offset: 1"}, []string{"word-removed"}},
	{"word-removed", "CMDS.DRAW.FROM", "offset 2, 1 DWORD", "", []string{"      - {name: FROM, offset: 2, type: address, align: 16, description: Address.}\n", ""}, nil},
	{"word-renamed", "CMDS.DRAW.SOURCE", "FROM", "SOURCE", []string{"FROM", "SOURCE"}, nil},
	{"word-moved", "CMDS.DRAW.FROM", "offset 2", "offset 4", []string{"name: FROM, offset: 2", "name: FROM, offset: 4"}, nil},
	{"word-count", "CMDS.SAVE_AREA_HEAD.ITEMS", "2", "1", []string{"count: 2", "count: 1"}, nil},
	{"word-rest", "CMDS.STOP.WHY", "true", "false", []string{"rest: true", "rest: false"}, nil},
	{"type-changed", "CMDS.DRAW.COUNT", "uint", "sint", []string{"COUNT, offset: 1, type: uint", "COUNT, offset: 1, type: sint"}, nil},
	{"align-lowered", "CMDS.DRAW.FROM", "16", "0", []string{", align: 16", ""}, nil},
	{"max-lowered", "CMDS.DRAW.COUNT", "100", "99", []string{"max: 100", "max: 99"}, nil},
	{"max-raised", "CMDS.DRAW.COUNT", "100", "0", []string{", max: 100", ""}, nil},
	{"word-writer", "CMDS.SAVE_AREA_HEAD.PLACE", "gpu", "cpu", []string{"writer: gpu", "writer: cpu"}, nil},
	{"word-description", "CMDS.DRAW.FROM", "Address.", "Where.", []string{"Address.", "Where."}, nil},
	{"instruction-added", "CMDS.SUB", "", "0x41", []string{"messages:\n", "  - {name: SUB, opcode: 0x41, format: BASIC, description: Subtracts.}\nmessages:\n"}, nil},
	{"instruction-removed", "CMDS.ADD", "0x40", "", cut("instructions:", "messages:"), nil},
	{"instruction-renamed", "CMDS.SUM", "ADD", "SUM", []string{"name: ADD", "name: SUM"}, nil},
	{"instruction-opcode", "CMDS.ADD", "0x40", "0x42", []string{"0x40", "0x42"}, nil},
	{"instruction-format", "CMDS.ADD", "BASIC", "OTHER", []string{"format: BASIC", "format: OTHER"}, nil},
	{"instruction-sources", "CMDS.ADD", "2", "3", []string{"sources: 2", "sources: 3"}, nil},
	{"instruction-restricted", "CMDS.ADD", "integer, float", "integer", []string{"[integer, float]", "[integer]"}, nil},
	{"instruction-restricted", "CMDS.ADD", "condition, lane", "lane", []string{"[condition, lane]", "[lane]"}, nil},
	{"instruction-extended", "CMDS.ADD", "condition, lane", "condition, lane, swizzle", []string{"[condition, lane]", "[condition, lane, swizzle]"}, nil},
	{"instruction-description", "CMDS.ADD", "Adds.", "Sum.", []string{"Adds.", "Sum."}, nil},
	{"message-added", "CMDS.STORE", "", "0x11", []string{"messages:\n", "messages:\n  - {name: STORE, code: 0x11, unit: CPU, description: Stores.}\n"}, nil},
	{"message-removed", "CMDS.LOAD", "0x10", "", []string{"messages:\n  - {name: LOAD, code: 0x10, unit: CPU, sends: [addresses], answers: components, allows: [binding], description: Loads.}\n", ""}, nil},
	{"message-renamed", "CMDS.READ", "LOAD", "READ", []string{"name: LOAD", "name: READ"}, nil},
	{"message-code", "CMDS.LOAD", "0x10", "0x12", []string{"0x10", "0x12"}, nil},
	{"message-unit", "CMDS.LOAD", "CPU", "GPU", []string{"unit: CPU", "unit: GPU"}, nil},
	{"message-payload", "CMDS.LOAD", "addresses", "one", []string{"[addresses]", "[one]"}, nil},
	{"message-answer", "CMDS.LOAD", "components", "texel", []string{"answers: components", "answers: texel"}, nil},
	{"message-restricted", "CMDS.LOAD", "binding", "type", []string{"[binding]", "[type]"}, nil},
	{"message-extended", "CMDS.LOAD", "binding", "binding, type", []string{"[binding]", "[binding, type]"}, nil},
	{"message-description", "CMDS.LOAD", "Loads.", "Reads.", []string{"Loads.", "Reads."}, nil},
	{"reserved-description", "CMDS.SAVE_AREA_HEAD", "Not read.", "Unused.", []string{"Not read.", "Unused."}, nil},
}

// cut takes out the text from one word up to another.
func cut(from, to string) []string {
	i := strings.Index(baseFormats, from)
	return []string{baseFormats[i : i+strings.Index(baseFormats[i:], to)], ""}
}

func TestEveryRuleOfFormatsNamesItsChange(t *testing.T) {
	for _, c := range formatCases {
		t.Run(c.rule+" "+c.what, func(t *testing.T) {
			text := edit(t, baseFormats, c.edits...)
			got := Compare(parseFormats(t, baseFormats), parseFormats(t, text), &Policy{Unstable: []string{"CMDS"}})
			change := requireChange(t, got, c.rule, c.also)
			assert.Equal(t, []string{c.what, c.old, c.new}, []string{change.What, change.Old, change.New})
			assert.Contains(t, change.place(), "f.yaml:")
		})
	}
}

// What only one side has, in both directions.
func TestFormatsThatCameAndWent(t *testing.T) {
	none, all := Map{}, parseFormats(t, baseFormats)
	rules := func(r *Result) (list []string) {
		for _, c := range r.Changes {
			list = append(list, c.Rule)
		}
		return list
	}
	assert.Empty(t, rules(Compare(none, none, nil)))
	assert.Equal(t, []string{"formats-added"}, rules(Compare(none, all, nil)), "described now")
	only := parseFormats(t, "formats: OTHER\nversion: 1.0.0\ndescription: None.\n")
	assert.Equal(t, []string{"formats-added", "formats-removed", "enum-added", "header-added", "command-added", "command-added", "structure-added", "instruction-added", "message-added"},
		rules(Compare(only, all, nil)))
	assert.Equal(t, []string{"formats-removed", "enum-removed", "header-removed", "command-removed", "command-removed", "structure-removed", "instruction-removed", "message-removed"}, rules(Compare(all, none, nil)))
}

func TestASaveAreaWhoseWordsMovedIsRefused(t *testing.T) {
	got := Compare(parseFormats(t, baseFormats), parseFormats(t, edit(t, baseFormats, "count: 2", "count: 1")), nil)
	assert.Equal(t, Refused, got.SaveArea.Verdict)
	assert.Equal(t, "word-count", got.SaveArea.Causes[0].Rule)
	assert.True(t, got.Failed(), "2.0.0 is due")
	got = Compare(parseFormats(t, baseFormats), parseFormats(t, edit(t, baseFormats, "FROM, offset: 2", "FROM, offset: 4")), nil)
	assert.Equal(t, Restores, got.SaveArea.Verdict)
}

func TestTheMachinesFormatsAreCompared(t *testing.T) {
	load := func(old, new string) Map {
		var sources []table.Source
		for _, dir := range []string{"../../hw/regs", "../../hw/regs/formats"} {
			list, err := table.FileSources(dir)
			require.NoError(t, err)
			for _, s := range list {
				text, err := os.ReadFile(s.Name)
				require.NoError(t, err)
				text = []byte(strings.Replace(string(text), old, new, 1))
				sources = append(sources, table.Source{Name: s.Name, Read: func() ([]byte, error) { return text, nil }})
			}
		}
		m, errs, err := Load("tables", sources, true, table.MachineLimits)
		require.NoError(t, err)
		require.Empty(t, errs)
		return m
	}
	same := Compare(load("", ""), load("", ""), nil)
	assert.Empty(t, same.Changes)
	got := Compare(load("", ""), load("name: RING_SIZE,", "name: RING_DWORDS,"), nil)
	require.NotEmpty(t, got.Changes)
	assert.Equal(t, "MEMORY.CONTEXT_HEADER.RING_DWORDS", got.Changes[0].What)
}
