package table

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// good is a table without mistakes; the tests below spoil one place each.
const good = `block: TST
id: 7
length: 8
description: Test block.
registers:
  - name: MODE
    offset: 0
    class: save
    description: A mode.
    fields:
      - {name: KIND, bits: "1:0", type: enum, reset: 2, description: The kind., enum: {OFF: 0, ON: 2}}
      - {name: LEVEL, bits: "7:4", type: sint, reset: -8, description: The level.}
  - name: SCALE
    offset: 1
    class: reset
    hw: rw
    description: A scale.
    fields:
      - {name: VALUE, bits: "31:0", type: f32, reset: 0x3f800000, description: The scale.}
reserved:
  - {offset: 2, length: 6, description: More.}
version: 1.0.0
`

func checkText(text string) []Error {
	block, errs := Parse("t.yaml", []byte(text))
	return append(errs, Check([]Block{block})...)
}

func TestAGoodTableIsRead(t *testing.T) {
	require.Empty(t, checkText(good))
	b, _ := Parse("t.yaml", []byte(good))
	assert.Equal(t, []any{"TST", 7, 8, "Test block."}, []any{b.Name, b.ID, b.Length, b.Description})
	require.Len(t, b.Registers, 2)
	mode, scale := b.Registers[0], b.Registers[1]
	assert.Equal(t, "ro", mode.HW(), "the default")
	assert.Equal(t, "rw", scale.HW())
	assert.Equal(t, uint32(0x82), mode.Reset())
	assert.Equal(t, uint32(0x3f800000), scale.Reset())
	assert.Equal(t, 2, b.FileLength())
	assert.Equal(t, "ON", mode.Fields[0].Enum[1].Name)
}

// Each rule is broken once; an error must name line, column (the text that
// stands there) and rule. Another may only name the gap that is left behind.
func TestEveryRuleNamesThePlaceOfItsViolation(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		line           int
		at             string
		rule, says     string
	}{
		{"unknown key", "hw: rw", "hv: rw", 16, "hv:", "key", `unknown key "hv"`},
		{"unknown key in a block", "id: 7", "id: 7\nsince: 1", 3, "since", "key", "expected one of block, id"},
		{"unknown key in a field", "reset: 2,", "rest: 2,", 11, "rest:", "key", `unknown key "rest"`},
		{"key twice", "    offset: 1\n", "    offset: 1\n    offset: 1\n", 15, "offset", "key", "stands twice"},
		{"missing key", "    class: reset\n", "", 13, "name: SCALE", "key", `missing key "class"`},
		{"missing description", "    description: A mode.\n", "", 6, "name: MODE", "key", `missing key "description"`},
		{"empty description", "description: The level.", `description: " "`, 12, `" "`, "description", "expected a sentence"},
		{"empty description of a range", "description: More.", `description: ""`, 21, `""`, "description", "reserved range"},
		{"text for a number", "offset: 1\n", "offset: one\n", 14, "one", "value", "expected an integer, found text one"},
		{"number for a text", "name: SCALE", "name: 12", 13, "12", "value", "expected text, found integer"},
		{"text for a list", "reserved:\n  - {offset: 2, length: 6, description: More.}", "reserved: none", 20, "none", "value", "expected a list"},
		{"item that is no mapping", "{offset: 2, length: 6, description: More.}", "more", 21, "more", "value", "expected a mapping"},
		{"wrong bits", `"7:4"`, `"4:7"`, 12, `"4:7"`, "range", "expected \"hi:lo\""},
		{"bits past the end", `"31:0"`, `"32:1"`, 19, `"32:1"`, "range", "31 >= hi"},
		{"bits overlap", `"7:4"`, `"7:1"`, 12, `"7:1"`, "overlap", "field LEVEL lies on KIND at bit 1"},
		{"registers overlap", "offset: 1\n", "offset: 0\n", 14, "0\n", "overlap", "SCALE lies on register MODE"},
		{"range over a register", "offset: 2, length: 6", "offset: 1, length: 7", 21, "1, ", "overlap", "lies on register SCALE at DWORD 1"},
		{"register past the block", "offset: 1\n", "offset: 8\n", 14, "8\n", "range", "expected 0 to 7"},
		{"range past the block", "length: 6", "length: 7", 21, "2, ", "range", "takes DWORDs 2 to 8, expected 0 to 7"},
		{"negative offset", "offset: 1\n", "offset: -1\n", 14, "-1\n", "range", "expected 0 to 7"},
		{"empty range", "length: 6", "length: 0", 21, "0, ", "range", "length 0 of reserved range"},
		{"gap", "offset: 2, length: 6", "offset: 4, length: 4", 3, "8\n", "gap", "expected {offset: 2, length: 2} under reserved"},
		{"block length", "length: 8", "length: 65536", 3, "65536", "range", "expected 1 to 65535"},
		{"block id", "id: 7", "id: 21", 2, "21", "range", "expected 0 to 20"},
		{"name in lower case", "name: MODE", "name: Mode", 6, "Mode", "name", "expected SNAKE_CASE"},
		{"register name twice", "name: SCALE", "name: MODE", 13, "MODE", "duplicate", "register MODE stands already at t.yaml:6:11"},
		{"field name twice", "name: LEVEL", "name: KIND", 12, "KIND", "duplicate", "field KIND"},
		{"Go name of two registers", "name: SCALE", "name: MODE_KIND", 19, "VALUE", "duplicate", "Go name TSTRegs.ModeKind"},
		{"Go name of register and enum value", "name: SCALE", "name: MODE_KIND_OFF", 13, "MODE_KIND_OFF", "duplicate", "Go name TSTModeKindOff"},
		{"Go name of a generated method", "name: SCALE", "name: RESET", 19, "VALUE", "duplicate", "Go name TSTRegs.Reset"},
		{"enum name twice", "ON: 2", "OFF: 2", 11, "OFF: 2", "duplicate", "enum value OFF"},
		{"enum value twice", "{OFF: 0,", "{OFF: 2,", 11, "2}", "duplicate", "ON = 2 of field KIND is OFF already"},
		{"enum value too wide", "{OFF: 0,", "{OFF: 4,", 11, "4, ", "range", "expected 0 to 3"},
		{"enum name in lower case", "ON: 2", "on: 2", 11, "on: 2", "name", "expected SNAKE_CASE"},
		{"enum without values", "enum: {OFF: 0, ON: 2}", "enum: {}", 11, "{}", "enum", "one value at least"},
		{"enum is missing", ", enum: {OFF: 0, ON: 2}", "", 11, "{name: KIND", "key", `expected the key "enum"`},
		{"enum of another type", "type: enum", "type: uint", 11, "{OFF: 0", "enum", "with type enum only"},
		{"reset outside the field", "reset: -8", "reset: -9", 12, "-9", "reset", "expected -8 to 7"},
		{"reset outside the enum", "reset: 2", "reset: 1", 11, "1, ", "reset", "expected a value of its enum"},
		{"unknown type", "type: sint", "type: int", 12, "int,", "type", "expected one of uint, sint"},
		{"unknown class", "class: save", "class: saved", 8, "saved", "class", "expected one of save, reset"},
		{"unknown hardware access", "hw: rw", "hw: w", 16, "w", "hw", "expected one of none, ro"},
		{"width of a bool", "type: sint, reset: -8", "type: bool, reset: 0", 12, `"7:4"`, "range", "has 4 bits, expected 1"},
		{"width of a float", `"31:0"`, `"30:0"`, 19, `"30:0"`, "range", "has 31 bits, expected 32"},
		{"no fields", `fields:
      - {name: VALUE, bits: "31:0", type: f32, reset: 0x3f800000, description: The scale.}`, "fields: []", 18, "[]", "range", "has no fields"},
		{"text for a reset", "reset: 2", "reset: two", 11, "two", "value", "expected an integer"},
		{"text for an enum value", "ON: 2", "ON: two", 11, "two", "value", "expected an integer"},
		{"list for an enum", "enum: {OFF: 0, ON: 2}", "enum: [OFF]", 11, "[OFF]", "value", "expected a mapping of names"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, 1, strings.Count(good, c.old), "the spoiled text must stand once")
			spoiled := strings.Replace(good, c.old, c.new, 1)
			errs := checkText(spoiled)
			require.NotEmpty(t, errs)
			first := errs[0]
			assert.Equal(t, c.rule, first.Rule, first)
			assert.Equal(t, c.line, first.Pos.Line, first)
			assert.Contains(t, first.Message, c.says)
			there := strings.SplitAfter(spoiled, "\n")[first.Pos.Line-1][first.Pos.Col-1:]
			assert.True(t, strings.HasPrefix(there, c.at), "%s\npoints at %q, expected %q", first, there, c.at)
			for _, e := range errs[1:] {
				assert.Contains(t, []string{"gap", "duplicate"}, e.Rule, e)
			}
		})
	}
}

func TestTextThatIsNoYAMLNamesItsLine(t *testing.T) {
	errs := checkText(strings.Replace(good, "class: save", "class: [save", 1))
	require.NotEmpty(t, errs)
	assert.Regexp(t, `^t\.yaml:[89]:[0-9]+: syntax: `, errs[0].Error())
	for _, text := range []string{"", "---\nblock: A\n---\nblock: B\n"} {
		errs := checkText(text)
		require.Len(t, errs, 1)
		assert.Contains(t, errs[0].Error(), "t.yaml:1:1: syntax: expected one YAML document")
	}
}

// Whatever the text is, the answer is an error with a place, never a panic.
func TestOddYAMLIsAnError(t *testing.T) {
	for _, text := range []string{
		"- a\n", "TST\n", "{}\n", "? [a]\n: b\n", "block: &a TST\nid: *a\n", "<<: {id: 1}\n", "block: !!int 3\n",
		"block: |\n  TST\nid: 0x\n", "registers: [null, 1, {}, []]\nreserved: [null]\n", "block: {a: b}\n", "\tblock: x\n",
		"registers:\n  - fields:\n      - enum: {1: 2, null: 3, ~: x}\n", "id: 99999999999999999999\nlength: 18446744073709551615\n",
		"length: 4\nreserved:\n  - {offset: 9223372036854775807, length: 4, description: x}\nregisters: []\n",
		"length: 4\nregisters:\n  - {offset: -9223372036854775808}\n  - {offset: 9223372036854775807}\n", "%YAML 1.2\n", "\x00", "#\n",
	} {
		errs := checkText(text)
		require.NotEmpty(t, errs, text)
		for _, e := range errs {
			assert.Equal(t, "t.yaml", e.Pos.File, text)
			assert.Positive(t, e.Pos.Line, text)
			assert.Positive(t, e.Pos.Col, text)
		}
	}
}

func TestAllErrorsOfAllFilesComeInOneRunInOrder(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	bad := strings.NewReplacer("type: sint", "type: int", "class: reset", "class: never", "ON: 2", "ON: 0").Replace(good)
	write("a.yaml", bad)
	write("b.yaml", good) // name and id of a.yaml
	write("c.yaml", "block: [\n")
	write("d.yaml", strings.NewReplacer("block: TST", "block: tst2", "id: 7", "id: 8").Replace(good))
	_, errs, err := Load(dir)
	require.NoError(t, err)
	var places []string
	for _, e := range errs {
		rel, err := filepath.Rel(dir, e.Pos.File)
		require.NoError(t, err)
		places = append(places, Pos{rel, e.Pos.Line, e.Pos.Col}.String()+" "+e.Rule)
	}
	assert.Equal(t, []string{
		"a.yaml:11:54 reset", "a.yaml:11:100 duplicate", "a.yaml:12:42 type", "a.yaml:15:12 class",
		"b.yaml:1:8 duplicate", "b.yaml:2:5 duplicate",
		"c.yaml:1:8 syntax",
		"d.yaml:1:8 name",
	}, places)
}

func TestBlocksWhoseNamesDifferOnlyInUnderscoresCollide(t *testing.T) {
	a, _ := Parse("a.yaml", []byte(strings.Replace(good, "TST", "TS_T", 1)))
	b, _ := Parse("b.yaml", []byte(strings.NewReplacer("id: 7", "id: 8").Replace(good)))
	errs := Check([]Block{a, b})
	require.Len(t, errs, 1)
	assert.Equal(t, "b.yaml:1:8: duplicate: Go name BlockTST comes from a.yaml:1:8 already, expected another name", errs[0].Error())
}

func TestSaveAreaBeyondTheOffsetRegistersIsAnError(t *testing.T) {
	var blocks []Block
	for id, name := range []string{"A", "B", "C", "D", "E", "F"} {
		text := "block: " + name + "\nid: " + string(rune('0'+id)) + `
version: 1.0.0
length: 65535
saturates: true
description: Long.
registers: []
reserved:
  - {offset: 0, length: 65535, description: All of it.}
`
		b, errs := Parse(name+".yaml", []byte(text))
		require.Empty(t, errs)
		blocks = append(blocks, b)
	}
	assert.Empty(t, Check(blocks[:4]), "the fourth begins at unit 49153")
	errs := Check(blocks)
	require.Len(t, errs, 1)
	assert.Equal(t, "E.yaml:4:9", errs[0].Pos.String())
	assert.Equal(t, "total", errs[0].Rule)
}

func TestEveryKeyOfAMappingHasAPlaceOfItsOwn(t *testing.T) {
	for _, set := range []*keySet{&blockKeys, &registerKeys, &fieldKeys, &windowKeys, &rangeKeys} {
		seen := map[uint8]string{}
		for _, k := range set.keys {
			assert.Empty(t, seen[slotOf[k.key]], k.name)
			seen[slotOf[k.key]] = k.name
			assert.Less(t, int(slotOf[k.key]), slots)
		}
	}
}

func TestLoadSaysWhichDirectoryHasNoTables(t *testing.T) {
	dir := t.TempDir()
	_, _, err := Load(dir)
	assert.ErrorContains(t, err, dir)
}

func TestGoNames(t *testing.T) {
	for snake, camel := range map[string]string{
		"VIEWPORT_SCALE_X": "ViewportScaleX", "TRANSFORM_0": "Transform0", "U": "U", "FRONT_CW": "FrontCw",
		"D24S8": "D24s8", "U16": "U16", "TRIANGLE_LIST": "TriangleList",
	} {
		assert.Equal(t, camel, GoName(snake))
	}
	for name, want := range map[string]string{"TSU": "TSU", "EUP_FRONT": "EUPFront", "SG_TG": "SGTG", "ZL1": "ZL1", "FRONT": "FRONT"} {
		assert.Equal(t, want, Block{Name: name}.GoName())
	}
}
