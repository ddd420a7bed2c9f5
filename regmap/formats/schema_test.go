package formats

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/doctest"
	"tilemark/regmap/table"
)

const schemaFile = "../../docs/formats.schema.json"

// The schema for editors is made from the keys that the reader knows.
func TestSchemaIsNotStale(t *testing.T) {
	have, _ := os.ReadFile(schemaFile)
	doctest.Compare(t, schemaFile, string(have), doctest.Encode(t, schema()))
}

type object = doctest.Object

func schema() object {
	s := schemaOf(&fileKeys)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Table of command formats and structures in memory"
	s["description"] = "One file of the folder hw/regs/formats. `tilemark regs check` checks more than a schema can say."
	defs := object{}
	for set, rules := range map[*keySet][]any{
		&enumKeys: {flagsAreBits()}, &valueKeys: nil, &headerKeys: headerHas(), &fieldKeys: {enumBelongsTo("enum", "flags"), boolIsABit()},
		&commandKeys: commandRules(), &subKeys: {enumBelongsTo("enum")}, &operandKeys: wordRules(), &structureWordKeys: wordRules(),
		&structureKeys: endsOfSaveArea(), &reservedKeys: nil, &instructionKeys: nil, &messageKeys: nil,
	} {
		def := schemaOf(set)
		if rules != nil {
			def["allOf"] = rules
		}
		defs[set.what] = def
	}
	s["$defs"] = defs
	return s
}

func schemaOf(set *keySet) object {
	properties := object{}
	for _, k := range set.keys {
		p := valueOf(k)
		p["description"] = k.doc
		properties[k.name] = p
	}
	return object{"type": "object", "properties": properties, "required": set.names(true), "additionalProperties": false}
}

func valueOf(k key) object {
	switch k.form {
	case nameForm:
		return object{"type": "string", "pattern": table.NamePattern}
	case versionForm:
		return object{"type": "string", "pattern": table.VersionPattern}
	case bitsForm:
		return object{"type": "string", "pattern": table.BitsPattern}
	case oneOfForm:
		return object{"enum": *k.words}
	case someOfForm:
		return object{"type": "array", "minItems": 1, "uniqueItems": true, "items": object{"enum": *k.words}}
	case integerForm:
		p := object{"type": "integer", "minimum": k.low}
		if k.high > 0 {
			p["maximum"] = k.high
		}
		return p
	case powerForm:
		return object{"enum": powers(maxAlign)}
	case lengthForm:
		return object{"anyOf": []any{object{"type": "integer", "minimum": 0}, object{"const": "any"}, object{"type": "string", "pattern": fromPattern.String()}}}
	case flagForm:
		return object{"type": "boolean"}
	case listForm:
		p := object{"type": "array", "items": ref(k)}
		if k.name == "values" || k.name == "fields" {
			p["minItems"] = 1
		}
		return p
	case mappingForm:
		return object{"$ref": ref(k)["$ref"]}
	}
	return object{"type": "string", "pattern": `\S`}
}

func ref(k key) object {
	return object{"$ref": "#/$defs/" + strings.ReplaceAll(k.items.what, " ", "%20")}
}

// powers are those of two, from 1.
func powers(most int64) (out []int64) {
	for n := int64(1); n <= most; n *= 2 {
		out = append(out, n)
	}
	return out
}

// when demands something of a mapping with a key of one of some values.
func when(key string, values []string, then object) object {
	return object{"if": object{"properties": object{key: object{"enum": values}}, "required": []string{key}}, "then": then}
}

// property demands something of a key's value.
func property(key string, what any) object { return object{"properties": object{key: what}} }

func has(key string) object { return object{"required": []string{key}} }

// enumBelongsTo demands an enum with types that have one, and refuses it with others.
func enumBelongsTo(types ...string) object {
	rule := when("type", types, has("enum"))
	rule["else"] = property("enum", false)
	return rule
}

func boolIsABit() object {
	var one []string
	for bit := range 32 {
		one = append(one, fmt.Sprintf("%d:%d", bit, bit))
	}
	return when("type", []string{"bool"}, property("bits", object{"enum": one}))
}

func flagsAreBits() object {
	bit := property("value", object{"enum": powers(maxWord)})
	return when("kind", []string{"flags"}, property("values", object{"items": bit}))
}

// wordRules say what belongs to which type, and that a word has a type or fields.
func wordRules() []any {
	align := when("type", []string{"address"}, object{})
	align["else"] = property("align", false)
	limit := when("type", []string{"uint"}, object{})
	limit["else"] = property("max", false)
	return []any{
		object{"anyOf": []any{has("type"), has("fields")}}, object{"if": has("fields"), "then": property("type", false)},
		enumBelongsTo("enum", "flags"), align, limit,
	}
}

// headerHas demands the fields that tell commands apart, and their types.
func headerHas() (rules []any) {
	for _, name := range []string{ClientField, OpcodeField, SubField, LengthField} {
		kind := "uint"
		if name == ClientField {
			kind = "enum"
		}
		field := object{"properties": object{"name": object{"const": name}, "type": object{"const": kind}}}
		rules = append(rules, property("fields", object{"contains": field}))
	}
	return rules
}

// commandRules say that an operand takes the rest of a command where the length has no end, and
// what a command is that can be a word of 0.
func commandRules() []any {
	rest := object{"properties": object{"rest": object{"const": true}}, "required": []string{"rest"}}
	taken := property("operands", object{"contains": rest})
	taken["required"] = []string{"operands"}
	return []any{
		object{"if": taken, "then": property("length", object{"type": "string"}), "else": property("length", object{"type": "integer"})},
		object{"if": has("alone"), "then": object{"properties": object{"opcode": object{"const": 0}, "length": object{"enum": []any{0, "0..", "any"}}}}},
	}
}

func endsOfSaveArea() []any {
	tail := when("name", []string{TailStructure}, object{"required": []string{"behind"}, "properties": object{"length": object{"multipleOf": 4}}})
	tail["else"] = property("behind", false)
	return []any{when("name", []string{HeadStructure}, property("length", object{"const": 4})), tail}
}

func TestSchemaAcceptsTheMachinesTables(t *testing.T) {
	s := doctest.Schema(t, schemaFile)
	files, err := filepath.Glob("../../hw/regs/formats/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range append(files, "../emit/testdata/all/formats/everything.yaml") {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Empty(t, s.Refuses(t, string(source)), file)
	}
	assert.Empty(t, s.Refuses(t, good))
}

// beyondSchema are the cases that a schema cannot refuse: keys that stand twice, of which it sees
// one, and what entries say of each other.
var beyondSchema = []string{
	"key twice", "enum twice", "value name twice", "value twice", "field twice", "command twice", "opcode twice", "operand twice", "word twice",
	"name for a word of 0 that is a command's", "Go name of a field and a word", "Go name of a structure", "Go name of an operand",
	"unknown enum", "flags of an enum of values", "values of an enum of flags", "enum too wide", "unknown client", "opcode too wide",
	"length too long", "length against operands", "least length without room", "operands that end early", "operands overlap", "gap between operands",
	"fields overlap", "words overlap", "reserved range over a word", "gap", "word past the end",
}

// What the schema can say it says: each spoiled table is refused but for those that are listed.
func TestSchemaRefusesBadTables(t *testing.T) {
	s := doctest.Schema(t, schemaFile)
	var names []string
	for _, c := range spoilings {
		names = append(names, c.name)
		refused := len(s.Refuses(t, strings.Replace(good, c.old, c.new, 1))) > 0
		assert.Equal(t, !slices.Contains(beyondSchema, c.name), refused, c.name)
	}
	assert.Subset(t, names, beyondSchema)
}
