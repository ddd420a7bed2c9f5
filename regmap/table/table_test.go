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

// What would be right is worth saying when it takes looking at the rest of the table.
func TestSuggestions(t *testing.T) {
	full := strings.NewReplacer("length: 8", "length: 2", "reserved:\n  - {offset: 2, length: 6, description: More.}", "reserved: []").Replace(good)
	for _, c := range []struct{ table, old, new, want string }{
		{good, "hw: rw", "hv: rw", "hw"},
		{good, "class: reset", "class: rest", "reset"},
		{good, "name: MODE", "name: Mode 2", "MODE_2"},
		{good, "name: SCALE", "name: MODE", "MODE_2"},
		{good, `"7:4"`, `"4:1"`, `"5:2", the next bits that are free`},
		{good, "ON: 2", "ON: 0", "1"},
		{good, "offset: 1\n", "offset: 0\n", "1, the next DWORD that is free"},
		{good, "offset: 1\n", "offset: 2\n", "1, the next DWORD that is free"},
		{strings.Replace(good, "offset: 2, length: 6", "offset: 1, length: 7", 1), "offset: 1\n", "offset: 0\n", "1, out of the reserved range there"},
		{strings.Replace(full, "length: 2", "length: 1", 1), "offset: 1\n", "offset: 0\n", "1, with a block length of 2"},
	} {
		require.Equal(t, 1, strings.Count(c.table, c.old), c.old)
		errs := checkText(strings.Replace(c.table, c.old, c.new, 1))
		require.NotEmpty(t, errs, c.new)
		assert.Contains(t, suggestions(errs), c.want, c.new)
	}
}

func suggestions(errs []Error) (list []string) {
	for _, e := range errs {
		list = append(list, e.Suggestion)
	}
	return list
}

func TestTextThatIsNoYAMLNamesItsLine(t *testing.T) {
	errs := checkText(strings.Replace(good, "class: save", "class: [save", 1))
	require.NotEmpty(t, errs)
	assert.Regexp(t, `^t\.yaml:[89]:[0-9]+: syntax: `, errs[0].Error())
	for _, text := range []string{"", "---\nblock: A\n---\nblock: B\n"} {
		errs := checkText(text)
		require.Len(t, errs, 1)
		assert.Regexp(t, `^t\.yaml:1:1: syntax: .*; one YAML document with.* expected$`, errs[0].Error())
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
