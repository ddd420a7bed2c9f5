package table

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/doctest"
)

const (
	reference  = "../../docs/registers.md"
	schemaFile = "../../docs/registers.schema.json"
)

// The tables of the reference are those of the code.
func TestReferenceIsNotStale(t *testing.T) {
	text, err := os.ReadFile(reference)
	require.NoError(t, err)
	want := string(text)
	for name, part := range map[string]string{
		"keys of a block": keysTable(&blockKeys), "keys of a register": keysTable(&registerKeys), "keys of a field": keysTable(&fieldKeys),
		"keys of a window": keysTable(&windowKeys), "keys of a reserved range": keysTable(&rangeKeys),
		"types": typesTable(), "software access": accessTable(),
		"hardware access": listTable("| `hw` | meaning |", HardwareAccessTypes, func(a HWAccess) (string, string) { return a.Name, a.Description }),
		"classes":         listTable("| `class` | meaning |", ContextClasses, func(c Class) (string, string) { return c.Name, c.Description }),
		"rules":           listTable("| rule | what must hold |", Rules, func(r Rule) (string, string) { return r.Name, r.Description }),
	} {
		want = doctest.ReplacePart(t, want, name, part)
	}
	doctest.Compare(t, reference, string(text), want)
}

func keysTable(set *keySet) string {
	var b strings.Builder
	b.WriteString("| key | value | without it | meaning |\n| --- | --- | --- | --- |\n")
	for _, k := range set.keys {
		without := k.without
		if k.required {
			without = "an error"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.name, valueText(k), without, k.doc)
	}
	return b.String()
}

func valueText(k keySpec) string {
	switch {
	case k.oneOf != nil && k.key == kSW && len(*k.oneOf) > 3:
		return "an access type of software"
	case k.oneOf != nil && k.key == kHW:
		return "an access type of hardware"
	case k.oneOf != nil:
		return "`" + strings.Join(*k.oneOf, "`, `") + "`"
	case k.items != nil:
		return "list"
	case k.form == mapping:
		return "`{NAME: value, ...}`"
	case k.form == boolean:
		return "`true`, `false`"
	case k.form == integer:
		return fmt.Sprintf("%d to %d", k.low, k.high)
	case k.key == kType:
		return "a type"
	case k.pattern == NamePattern:
		return "`UPPER_CASE`"
	case k.pattern == VersionPattern:
		return "`1.0.0`"
	case k.pattern == BitsPattern:
		return "`\"7:4\"`"
	case k.pattern == lockPatternText:
		return "`GUARD.SET`"
	}
	return "text"
}

func typesTable() string {
	return listTable("| type | meaning |", FieldTypes, func(t Type) (string, string) { return t.Name, t.Description }) +
		"| `u8.8` and the like | Unsigned fixed point: bits before and after the binary point, together the width, at most 32. |\n" +
		"| `s15.16` and the like | Signed fixed point, two's complement; the sign is one of the bits before the point. |\n"
}

func accessTable() string {
	var b strings.Builder
	b.WriteString("| `sw` | meaning | 6 (0110) reads as | and becomes | 5 (0101), when 3 (0011) is written |\n| --- | --- | --- | --- | --- |\n")
	for _, a := range AccessTypes {
		value, after := a.Read(6, 15)
		fmt.Fprintf(&b, "| `%s` | %s | %04b | %04b | %04b |\n", a.Name, a.Description, value, after, a.Write(5, 3, 15))
	}
	return b.String()
}

// listTable has a row for each of a list: its name and what it means.
func listTable[T any](head string, list []T, row func(T) (name, meaning string)) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n| --- | --- |\n", head)
	for _, v := range list {
		name, meaning := row(v)
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, meaning)
	}
	return b.String()
}

// The schema for editors is made from the keys that the decoder knows.
func TestSchemaIsNotStale(t *testing.T) {
	have, _ := os.ReadFile(schemaFile)
	doctest.Compare(t, schemaFile, string(have), doctest.Encode(t, schema()))
}

type object = doctest.Object

func schema() object {
	s := schemaOf(&blockKeys)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "Register table of a block"
	s["description"] = "One file of the folder hw/regs. `tilemark regs check` checks more than a schema can say."
	s["allOf"] = []any{object{
		"if":   object{"properties": object{"length": object{"minimum": MaxRegisterLength + 1}}},
		"then": object{"required": []string{"saturates"}, "properties": object{"saturates": object{"const": true}}},
		"else": object{"properties": object{"saturates": object{"const": false}}},
	}}
	s["$defs"] = object{"register": schemaOf(&registerKeys), "field": fieldSchema(), "window": schemaOf(&windowKeys), "reserved range": schemaOf(&rangeKeys)}
	return s
}

func schemaOf(set *keySet) object {
	properties := object{}
	for _, k := range set.keys {
		properties[k.name] = propertyOf(k)
	}
	return object{"type": "object", "properties": properties, "required": set.required(), "additionalProperties": false}
}

func fieldSchema() object {
	s := schemaOf(&fieldKeys)
	s["if"] = object{"properties": object{"type": object{"const": "enum"}}}
	s["then"] = object{"required": []string{"enum"}}
	s["else"] = object{"properties": object{"enum": false}}
	return s
}

func propertyOf(k keySpec) object {
	p := object{"description": k.doc}
	switch k.form {
	case integer:
		p["type"], p["minimum"], p["maximum"] = "integer", k.low, k.high
	case boolean:
		p["type"] = "boolean"
	case list:
		p["type"], p["items"] = "array", object{"$ref": "#/$defs/" + strings.ReplaceAll(k.items.what, " ", "%20")}
		if k.key == kFields {
			p["minItems"] = 1
		}
	case mapping:
		p["type"], p["minProperties"] = "object", 1
		p["propertyNames"] = object{"pattern": NamePattern}
		p["additionalProperties"] = object{"type": "integer", "minimum": 0, "maximum": int64(1)<<32 - 1}
	default:
		textProperty(p, k)
	}
	return p
}

func textProperty(p object, k keySpec) {
	p["type"] = "string"
	switch {
	case k.key == kType:
		p["anyOf"] = []any{object{"enum": Types}, object{"pattern": `^[us](0|[1-9]|[12][0-9]|3[0-2])\.(0|[1-9]|[12][0-9]|3[0-2])$`}}
	case k.oneOf != nil:
		p["enum"] = *k.oneOf
	case k.pattern != "":
		p["pattern"] = k.pattern
	default:
		p["pattern"] = `\S`
	}
}

// The table of the reference is a good one.
func TestTheReferencesTableIsGood(t *testing.T) {
	text, err := os.ReadFile(reference)
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(text), "```yaml\nblock: ")
	require.True(t, ok)
	table, _, _ := strings.Cut(rest, "```")
	assert.Empty(t, checkText("block: "+table))
}
