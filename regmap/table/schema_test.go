package table

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/yaml"
)

// readSchema is the schema as a reader of JSON gets it.
func readSchema(t *testing.T) object {
	text, err := os.ReadFile(schemaFile)
	require.NoError(t, err)
	var s object
	require.NoError(t, json.Unmarshal(text, &s))
	return s
}

func TestSchemaAcceptsTheMachinesTables(t *testing.T) {
	s := readSchema(t)
	files, err := filepath.Glob("../../hw/regs/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Empty(t, (&validator{root: s}).text(t, string(source)), file)
	}
	assert.Empty(t, (&validator{root: s}).text(t, good))
}

// What the schema can say it says: the tables with unknown, missing or malformed keys, words and texts are refused.
func TestSchemaRefusesBadTables(t *testing.T) {
	s := readSchema(t)
	for _, name := range []string{"keys", "values", "names", "block-name", "access", "enums", "descriptions", "long", "short", "longest", "empty", "version", "versions", "bits", "locks", "id", "aligns"} {
		source, err := os.ReadFile("testdata/bad/" + name + ".yaml")
		require.NoError(t, err)
		assert.NotEmpty(t, (&validator{root: s}).text(t, string(source)), name)
	}
}

// validator follows the keywords of JSON Schema that the schema uses; any other one is an error.
type validator struct {
	root  object
	wrong []string
}

func (v *validator) text(t *testing.T, source string) []string {
	d, bad := yaml.Parse(source)
	require.Nil(t, bad)
	v.value("", v.root, plainValue(d.Root()))
	return v.wrong
}

// plainValue is a node as a reader of JSON would have it.
func plainValue(n yaml.Node) any {
	switch n.Kind() {
	case yaml.Null:
		return nil
	case yaml.Bool:
		return n.Bool()
	case yaml.Integer:
		i, ok := n.Int()
		if !ok {
			return math.MaxFloat64
		}
		return float64(i)
	case yaml.Float:
		return 0.5
	case yaml.List:
		out := []any{}
		for item := range n.Items() {
			out = append(out, plainValue(item))
		}
		return out
	case yaml.Mapping:
		out := object{}
		for key, value := range n.Pairs() {
			out[key.Text()] = plainValue(value)
		}
		return out
	}
	return n.Text()
}

func (v *validator) bad(at, format string, args ...any) {
	v.wrong = append(v.wrong, at+": "+fmt.Sprintf(format, args...))
}

// holds reports whether a value fits a part of the schema.
func (v *validator) holds(schema, value any) bool {
	try := validator{root: v.root}
	try.value("", schema, value)
	return len(try.wrong) == 0
}

func (v *validator) value(at string, schema, value any) {
	if allowed, ok := schema.(bool); ok {
		if !allowed {
			v.bad(at, "not allowed")
		}
		return
	}
	s := schema.(object)
	for keyword, rule := range s {
		v.keyword(at, s, keyword, rule, value)
	}
}

func (v *validator) keyword(at string, s object, keyword string, rule, value any) {
	switch keyword {
	case "$schema", "title", "description", "$defs", "then", "else": // say nothing of a value, or are a part of another keyword
		return
	case "type", "const", "enum", "pattern", "minimum", "maximum", "minItems", "minProperties":
		if !fits(keyword, rule, value) {
			v.bad(at, "%v: %s %v", value, keyword, rule)
		}
		return
	}
	list, _ := value.([]any)
	members, isObject := value.(object)
	switch keyword {
	case "$ref":
		name := strings.ReplaceAll(strings.TrimPrefix(rule.(string), "#/$defs/"), "%20", " ")
		v.value(at, v.root["$defs"].(object)[name], value)
	case "allOf":
		for _, part := range rule.([]any) {
			v.value(at, part, value)
		}
	case "anyOf":
		if !slices.ContainsFunc(rule.([]any), func(part any) bool { return v.holds(part, value) }) {
			v.bad(at, "%v is none of them", value)
		}
	case "if":
		if next := map[bool]any{true: s["then"], false: s["else"]}[v.holds(rule, value)]; next != nil {
			v.value(at, next, value)
		}
	case "required":
		for _, key := range rule.([]any) {
			if _, ok := members[key.(string)]; isObject && !ok {
				v.bad(at, "%s is missing", key)
			}
		}
	case "propertyNames":
		for key := range members {
			v.value(at, rule, key)
		}
	case "items":
		for i, item := range list {
			v.value(fmt.Sprintf("%s[%d]", at, i), rule, item)
		}
	case "properties":
		v.members(at, s, members)
	case "additionalProperties":
		if s["properties"] == nil {
			v.members(at, s, members)
		}
	default:
		v.bad(at, "keyword %s", keyword)
	}
}

// fits follows the keywords that look at a value as a whole; each says nothing of other kinds of
// values than its own.
func fits(keyword string, rule, value any) bool {
	number, isNumber := value.(float64)
	text, isText := value.(string)
	list, isList := value.([]any)
	members, isObject := value.(object)
	switch keyword {
	case "type":
		return isType(rule.(string), value)
	case "const":
		return rule == value
	case "enum":
		return slices.Contains(rule.([]any), value)
	case "pattern":
		return !isText || regexp.MustCompile(rule.(string)).MatchString(text)
	case "minimum":
		return !isNumber || number >= rule.(float64)
	case "maximum":
		return !isNumber || number <= rule.(float64)
	case "minItems":
		return !isList || len(list) >= int(rule.(float64))
	}
	return !isObject || len(members) >= int(rule.(float64)) // minProperties
}

func (v *validator) members(at string, s object, members object) {
	properties, _ := s["properties"].(object)
	for key, value := range members {
		if rule, ok := properties[key]; ok {
			v.value(at+"."+key, rule, value)
		} else if rest, ok := s["additionalProperties"]; ok {
			v.value(at+"."+key, rest, value)
		}
	}
}

func isType(name string, value any) bool {
	switch v := value.(type) {
	case string:
		return name == "string"
	case bool:
		return name == "boolean"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	case object:
		return name == "object"
	}
	return name == "null"
}
