package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/table"
)

// good is a table without mistakes; the tests below spoil one place each.
const good = `formats: TST
version: 1.0.0
description: Test formats.
enums:
  - name: WHO
    description: Clients.
    values:
      - {name: ME, value: 0, description: Me.}
      - {name: YOU, value: 5, label: you, description: You.}
  - name: WHY
    kind: flags
    description: Causes.
    values:
      - {name: ASKED, value: 1, description: Asked.}
      - {name: TOLD, value: 4, description: Told.}
header:
  description: The header.
  fields:
    - {name: CLIENT, bits: "31:28", type: enum, enum: WHO, description: A client.}
    - {name: OPCODE, bits: "27:24", type: uint, description: An opcode.}
    - {name: SUB_OPCODE, bits: "23:16", type: uint, description: A sub-opcode.}
    - {name: LENGTH, bits: "15:4", type: uint, description: A length.}
commands:
  - name: PASS
    client: ME
    opcode: 0
    length: any
    where: [ring, dma_buffer]
    alone: NIL
    description: Passes.
    operands:
      - {name: EMPTY, offset: 1, rest: true, type: raw, description: Nothing.}
  - name: GO
    client: YOU
    opcode: 3
    length: 3
    where: [ring]
    description: Goes.
    sub_opcode: {name: CAUSE, type: enum, enum: WHO, description: A cause.}
    operands:
      - {name: PLACE, offset: 1, type: address, align: 64, description: A place.}
      - {name: WHEN, offset: 2, type: uint64, description: A cycle.}
  - name: COME
    client: YOU
    opcode: 4
    length: "1.."
    where: [place_holder]
    description: Comes.
    operands:
      - name: HOW
        offset: 1
        description: A way.
        fields:
          - {name: FAST, bits: "3:3", type: bool, description: In haste.}
          - {name: CAUSES, bits: "2:0", type: flags, enum: WHY, description: The causes.}
      - {name: MORE, offset: 2, rest: true, type: value, description: Values.}
structures:
  - name: BOX
    length: 8
    align: 16
    count: 2
    description: A box.
    words:
      - {name: TOP, offset: 0, type: uint, max: 99, writer: cpu, description: The top.}
      - {name: SIDES, offset: 1, count: 4, type: f32, writer: gpu, description: The sides.}
    reserved:
      - {offset: 5, length: 3, description: Air.}
`

func check(text string) []table.Error {
	set := &Set{}
	errs := Parse(set, "t.yaml", []byte(text))
	errs = append(errs, Check(set)...)
	table.SortErrors(errs)
	return errs
}

func TestAGoodTableIsRead(t *testing.T) {
	set := &Set{}
	require.Empty(t, Parse(set, "t.yaml", []byte(good)))
	require.Empty(t, Check(set))
	pass, run, come := set.Commands[0], set.Commands[1], set.Commands[2]
	assert.Equal(t, uint32(0), set.Code(pass))
	assert.Equal(t, uint32(0x53000000), set.Code(run))
	assert.Equal(t, uint32(0xff000000), set.CodeMask())
	least, most := set.LengthRange(come)
	assert.Equal(t, []int{1, 0xfff, 1}, []int{least, most, come.Fixed()})
	assert.Equal(t, 3, run.Fixed(), "a uint64 has two DWORDs")
	assert.Equal(t, "you", set.Enums[0].Values[1].Text())
	assert.Equal(t, "ME", set.Enums[0].Values[0].Text())
	box := set.Structures[0]
	assert.Equal(t, []any{32, 16, 2, 4}, []any{box.Size(), box.Align, box.Count, box.Words[1].DWords()})
	assert.Equal(t, "fields", come.Operands[0].Type)
}

// spoilings break each rule in one place of the good table.
type spoiling struct {
	name, old, new string
	line           int
	at             string
	rule, says     string
}

var spoilings = []spoiling{
	{"unknown key", "    kind: flags", "    sort: flags", 11, "sort", "key", `unknown key "sort"`},
	{"unknown key of a file", "version: 1.0.0", "version: 1.0.0\nblock: X", 3, "block", "key", "expected one of formats"},
	{"key twice", "    opcode: 3\n", "    opcode: 3\n    opcode: 3\n", 36, "opcode", "key", "stands twice"},
	{"missing key", "    opcode: 3\n", "", 33, "name: GO", "key", `missing key "opcode"`},
	{"missing version", "version: 1.0.0\n", "", 1, "formats", "key", `missing key "version"`},
	{"version", "version: 1.0.0", "version: \"1.0\"", 2, `"1.0"`, "version", "expected MAJOR.MINOR.PATCH"},
	{"text for a number", "opcode: 3", "opcode: three", 35, "three", "value", "expected an integer"},
	{"number for a text", "name: GO", "name: 7", 33, "7", "value", "expected text"},
	{"no list", "    where: [ring]", "    where: ring", 37, "ring", "value", "expected a list"},
	{"no text in a list", "    where: [ring]", "    where: [3]", 37, "3", "value", "where: expected text"},
	{"no flag", "offset: 2, rest: true", "offset: 2, rest: 1", 56, "1,", "value", "expected true or false"},
	{"no mapping", "      - {offset: 5, length: 3, description: Air.}", "      - air", 67, "air", "value", "expected a mapping"},
	{"empty description", "description: Clients.", `description: ""`, 6, `""`, "description", "enum WHO: empty"},
	{"empty description of a word", "description: The top.", `description: " "`, 64, `" "`, "description", "word TOP"},
	{"empty label", "label: you", `label: ""`, 9, `""`, "description", "label of YOU"},
	{"name in lower case", "name: COME", "name: come", 43, "come", "name", "expected SNAKE_CASE"},
	{"enum twice", "name: WHY", "name: WHO", 10, "WHO", "duplicate", "enum WHO stands already"},
	{"value name twice", "name: TOLD", "name: ASKED", 15, "ASKED", "duplicate", "value ASKED"},
	{"value twice", "name: YOU, value: 5", "name: YOU, value: 0", 9, "0,", "duplicate", "is ME already"},
	{"negative value", "name: YOU, value: 5", "name: YOU, value: -5", 9, "-5", "range", "expected 0 to"},
	{"flag of two bits", "name: TOLD, value: 4", "name: TOLD, value: 6", 15, "6", "range", "expected a power of two"},
	{"flag of no bit", "name: TOLD, value: 4", "name: TOLD, value: 0", 15, "0", "range", "expected a power of two"},
	{"unknown kind", "kind: flags", "kind: bits", 11, "bits", "kind", "expected one of values, flags"},
	{"no values", "    values:\n      - {name: ASKED, value: 1, description: Asked.}\n      - {name: TOLD, value: 4, description: Told.}", "    values: []", 13, "[]", "enum", "one value at least"},
	{"unknown enum", `bits: "2:0", type: flags, enum: WHY`, `bits: "2:0", type: flags, enum: HOW`, 55, "HOW", "reference", "expected one of WHO, WHY"},
	{"flags of an enum of values", `type: flags, enum: WHY`, `type: flags, enum: WHO`, 55, "WHO", "enum", "expected kind flags"},
	{"values of an enum of flags", "name: CAUSE, type: enum, enum: WHO", "name: CAUSE, type: enum, enum: WHY", 39, "WHY", "enum", "expected kind values"},
	{"enum without a name", "type: flags, enum: WHY", "type: flags", 55, "{name: CAUSES", "enum", `the key "enum"`},
	{"enum of another type", "type: flags, enum: WHY", "type: uint, enum: WHY", 55, "WHY", "enum", "with type enum or flags only"},
	{"enum too wide", `bits: "2:0", type: flags`, `bits: "1:0", type: flags`, 55, "WHY", "range", "expected at least 3 bits"},
	{"fields overlap", `"3:3"`, `"2:2"`, 55, `"2:0"`, "overlap", "CAUSES lies on FAST at bit 2"},
	{"field outside the DWORD", `"3:3"`, `"32:32"`, 54, `"32:32"`, "range", `expected "hi:lo"`},
	{"bool of two bits", `"3:3"`, `"4:3"`, 54, `"4:3"`, "range", "has 2 bits, expected 1"},
	{"field twice", "name: FAST", "name: CAUSES", 55, "CAUSES", "duplicate", "field CAUSES"},
	{"unknown type of a field", "type: bool", "type: flag", 54, "flag", "type", "expected one of uint, sint"},
	{"no fields", "        fields:\n          - {name: FAST, bits: \"3:3\", type: bool, description: In haste.}\n          - {name: CAUSES, bits: \"2:0\", type: flags, enum: WHY, description: The causes.}", "        fields: []", 53, "[]", "range", "one at least"},
	{"type and fields", "        offset: 1\n        description: A way.", "        offset: 1\n        type: uint\n        description: A way.", 52, "uint", "key", "expected one of them"},
	{"enum of a word with fields", "        offset: 1\n        description: A way.", "        offset: 1\n        enum: WHY\n        description: A way.", 52, "WHY", "enum", "with type enum or flags only"},
	{"neither type nor fields", "offset: 1, type: address, align: 64", "offset: 1", 41, "{name: PLACE", "key", `missing key "type" or "fields"`},
	{"unknown type of a word", "type: raw", "type: word", 32, "word", "type", "expected one of raw"},
	{"unknown type of a sub-opcode", "name: CAUSE, type: enum, enum: WHO", "name: CAUSE, type: bool", 39, "bool", "type", "expected one of uint, enum, block"},
	{"header without LENGTH", "    - {name: LENGTH, bits: \"15:4\", type: uint, description: A length.}\n", "", 19, "- {", "header", "has no field LENGTH"},
	{"CLIENT that is no enum", "type: enum, enum: WHO, description: A client.", "type: uint, description: A client.", 19, "uint", "header", "expected enum"},
	{"OPCODE that is no number", `"27:24", type: uint`, `"27:24", type: sint`, 20, "sint", "header", "expected uint"},
	{"unknown client", "    client: ME", "    client: HIM", 25, "HIM", "reference", "expected one of ME, YOU"},
	{"opcode too wide", "opcode: 4", "opcode: 16", 45, "16", "range", "expected 0 to 15"},
	{"opcode twice", "opcode: 4", "opcode: 3", 45, "3\n", "duplicate", "opcode 3 of client YOU"},
	{"command twice", "name: COME", "name: GO", 43, "GO", "duplicate", "command GO"},
	{"name for a word of 0 that is a command's", "alone: NIL", "alone: GO", 33, "GO", "duplicate", "command GO"},
	{"a word of 0 of a code that is not", "    opcode: 0", "    opcode: 1", 29, "NIL", "length", "cannot be a word of 0"},
	{"length that is none", `"1.."`, `"1+"`, 46, `"1+"`, "length", "or any"},
	{"length too long", "length: 3\n    where", "length: 4096\n    where", 36, "4096", "length", "expected 0 to 4095"},
	{"length against operands", "length: 3\n    where", "length: 2\n    where", 36, "2\n", "length", "expected length 3"},
	{"any length without a rest", "length: 3\n    where", "length: any\n    where", 36, "any", "length", "no operand that takes the rest"},
	{"fixed length with a rest", `length: "1.."`, "length: 1", 46, "1\n", "length", `expected "1.."`},
	{"least length without room", `length: "1.."`, `length: "0.."`, 46, `"0.."`, "length", "expected at least 1"},
	{"operands that end early", "name: WHEN, offset: 2, type: uint64", "name: WHEN, offset: 2, type: raw", 36, "3\n", "length", "expected length 2"},
	{"rest not last", "{name: PLACE, offset: 1, type: address, align: 64,", "{name: PLACE, offset: 1, type: address, rest: true,", 41, "1,", "length", "expected it after the others"},
	{"operand on the header", "name: PLACE, offset: 1", "name: PLACE, offset: 0", 41, "0,", "range", "DWORD 0 is the header"},
	{"operands overlap", "name: WHEN, offset: 2", "name: WHEN, offset: 1", 42, "1,", "overlap", "expected DWORD 2"},
	{"gap between operands", "name: WHEN, offset: 2", "name: WHEN, offset: 3", 42, "3,", "gap", "expected DWORD 2"},
	{"operand twice", "name: WHEN", "name: PLACE", 42, "PLACE", "duplicate", "operand PLACE"},
	{"unknown place", "[place_holder]", "[memory]", 47, "[memory]", "where", "expected one of ring"},
	{"place twice", "[ring, dma_buffer]", "[ring, ring]", 28, "[ring, ring]", "where", "stands twice"},
	{"no place", "[place_holder]", "[]", 47, "[]", "where", "stands nowhere"},
	{"align of a number", "type: uint, max: 99", "type: uint, align: 4", 64, "4,", "range", "with type address only"},
	{"align that is no power of two", "align: 64", "align: 48", 41, "48", "range", "power of two"},
	{"align of a structure", "align: 16", "align: 0", 60, "0\n", "range", "power of two"},
	{"max of another type", "type: address, align: 64", "type: address, max: 64", 41, "64", "range", "with type uint"},
	{"max of 0", "max: 99", "max: 0", 64, "0,", "range", "expected 1 to"},
	{"unknown writer", "writer: cpu", "writer: host", 64, "host", "writer", "expected one of cpu, gpu"},
	{"writer of an operand", "type: address, align: 64", "type: address, writer: cpu", 41, "writer", "key", `unknown key "writer"`},
	{"words overlap", "name: SIDES, offset: 1, count: 4", "name: SIDES, offset: 0, count: 5", 65, "0,", "overlap", "SIDES lies on word TOP"},
	{"reserved range over a word", "offset: 5, length: 3", "offset: 4, length: 4", 67, "4,", "overlap", "lies on word SIDES"},
	{"gap", "offset: 5, length: 3", "offset: 6, length: 2", 59, "8\n", "gap", "expected {offset: 5, length: 1} under reserved"},
	{"word past the end", "offset: 5, length: 3", "offset: 5, length: 4", 67, "5,", "range", "expected 0 to 7"},
	{"reserved range of nothing", "offset: 5, length: 3", "offset: 5, length: 0", 67, "0,", "range", "reserved length 0"},
	{"length of a structure", "length: 8", "length: 0", 59, "0\n", "range", "expected 1 to 65535"},
	{"count of a structure", "count: 2", "count: 0", 61, "0\n", "range", "count 0 of structure BOX"},
	{"count of a word", "count: 4", "count: 0", 65, "0,", "range", "count 0 of word SIDES"},
	{"behind what", "    count: 2\n", "    count: 2\n    behind: ring\n", 62, "ring", "behind", "expected one of blocks"},
	{"behind the blocks", "    count: 2\n", "    count: 2\n    behind: blocks\n", 58, "BOX", "behind", "for SAVE_AREA_TAIL"},
	{"head of a save area", "name: BOX", "name: SAVE_AREA_HEAD", 59, "8\n", "length", "expected 4"},
	{"tail of a save area", "name: BOX", "name: SAVE_AREA_TAIL", 58, "SAVE_AREA_TAIL", "behind", `expected "behind: blocks"`},
	{"word twice", "name: SIDES", "name: TOP", 65, "TOP", "duplicate", "word TOP"},
	{"Go name of a field and a word", "name: SIDES", "name: TOP_MAX", 65, "TOP_MAX", "duplicate", "Go name BoxTopMax"},
	{"Go name of a structure", "name: SIDES", "name: COUNT", 65, "COUNT", "duplicate", "Go name BoxCount"},
	{"Go name of an operand", "name: MORE", "name: LEAST", 56, "LEAST", "duplicate", "Go name CommandComeLeast"},
}

// Each rule is broken once; the first error must name line, text that stands there, and
// rule, and there must be no more unless the case says so.
func TestEveryRuleNamesThePlaceOfItsViolation(t *testing.T) {
	broken := map[string]bool{}
	breakRules(t, good, spoilings, broken)
	breakRules(t, goodKernels, kernelSpoilings, broken)
	for _, r := range Rules {
		assert.True(t, broken[r.Name], "no case breaks rule %s", r.Name)
	}
}

func breakRules(t *testing.T, good string, spoilings []spoiling, broken map[string]bool) {
	for _, c := range spoilings {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(good, c.old), "the spoiled text must stand once")
			spoiled := strings.Replace(good, c.old, c.new, 1)
			errs := check(spoiled)
			require.NotEmpty(t, errs)
			i := 0
			for i < len(errs)-1 && errs[i].Rule != c.rule {
				i++
			}
			e := errs[i]
			assert.Equal(t, c.rule, e.Rule, e)
			assert.Equal(t, c.line, e.Pos.Line, e)
			assert.Contains(t, e.Message, c.says)
			there := strings.SplitAfter(spoiled, "\n")[e.Pos.Line-1][e.Pos.Col-1:]
			assert.True(t, strings.HasPrefix(there, c.at), "%s\npoints at %q, expected %q", e, there, c.at)
			assert.LessOrEqual(t, len(errs), 3, "one mistake, few errors: %v", errs)
			broken[e.Rule] = true
			known := slices.Concat(table.Rules, Rules)
			assert.True(t, slices.ContainsFunc(known, func(r table.Rule) bool { return r.Name == e.Rule }), "rule %s is in no list", e.Rule)
		})
	}
}

func TestTwoFilesShareEnumsAndHaveOneHeader(t *testing.T) {
	set := &Set{}
	require.Empty(t, Parse(set, "a.yaml", []byte(good)))
	errs := Parse(set, "b.yaml", []byte("formats: MORE\nversion: 1.0.0\ndescription: More.\nheader:\n  description: Again.\n  fields: []\n"))
	require.Len(t, errs, 1)
	assert.Equal(t, "b.yaml:5:3: duplicate: header stands already at a.yaml:17:3, expected one for all commands", errs[0].Error())
	set = &Set{}
	require.Empty(t, Parse(set, "a.yaml", []byte(good)))
	require.Empty(t, Parse(set, "b.yaml", []byte(`formats: MORE
version: 1.0.0
description: More.
structures:
  - name: LID
    length: 1
    description: A lid.
    words:
      - {name: WHO, offset: 0, type: enum, enum: WHO, description: Whose.}
`)))
	assert.Empty(t, Check(set))
}

// Whatever the text is, the answer is an error with a place, never a panic.
func TestOddYAMLIsAnError(t *testing.T) {
	for _, text := range []string{
		"- a\n", "TST\n", "{}\n", "", "? [a]\n: b\n", "formats: &a TST\nversion: *a\n", "enums: [null, 1, {}, []]\n", "commands: {a: b}\n",
		"commands:\n  - where: [null, {}, []]\n    operands: [1, {fields: [{}]}]\n    sub_opcode: []\n    length: []\n", "structures:\n  - words: 1\n    length: 4\n",
		"structures:\n  - length: 9223372036854775807\n    words: [{offset: 9223372036854775807, count: 9223372036854775807, type: uint64}]\n",
		"structures:\n  - length: 4\n    words: [{offset: -9223372036854775808, count: 65535, type: uint64}]\n    reserved: [{offset: 9223372036854775807, length: 65535}]\n",
		"header:\n", "header: [1]\n", "header: {fields: [{bits: 1}]}\n", "\x00", "#\n",
	} {
		errs := check(text)
		require.NotEmpty(t, errs, text)
		for _, e := range errs {
			assert.Equal(t, "t.yaml", e.Pos.File, text)
			assert.Positive(t, e.Pos.Line, text)
			assert.Positive(t, e.Pos.Col, text)
		}
	}
}
