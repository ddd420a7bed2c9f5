package doctest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/text/strictyaml"
)

// Object is an object of JSON.
type Object map[string]any

// Schema is the schema in a file, as a reader of JSON gets it.
//
//fuzz:none it reads schemas of this project for its tests
func Schema(t *testing.T, file string) Object {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var s Object
	require.NoError(t, json.Unmarshal(text, &s))
	return s
}

// Encode is the text of a schema's file.
func Encode(t *testing.T, schema Object) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	require.NoError(t, e.Encode(schema))
	return b.String()
}

// validator follows the keywords of JSON Schema that the schema uses; any other one is an error.
type validator struct {
	root  map[string]any
	wrong []string
}

// Refuses lists what a schema finds wrong with a text in YAML.
func (s Object) Refuses(t *testing.T, source string) []string {
	t.Helper()
	n, err := strictyaml.ParsePlain([]byte(source), "a table")
	require.NoError(t, err)
	v := validator{root: s}
	v.value("", map[string]any(s), plainValue(n))
	return v.wrong
}

// plainValue is a node as a reader of JSON would have it.
func plainValue(n *strictyaml.Node) any {
	switch n.Kind {
	case strictyaml.Null:
		return nil
	case strictyaml.Bool:
		return n.Bool()
	case strictyaml.Number:
		if i, ok := n.Int(); ok {
			return float64(i)
		} else if n.Whole() {
			return math.MaxFloat64
		}
		return 0.5
	case strictyaml.List:
		out := []any{}
		for _, item := range n.Items {
			out = append(out, plainValue(item))
		}
		return out
	case strictyaml.Mapping:
		out := map[string]any{}
		for _, e := range n.Entries {
			out[e.Key] = plainValue(e.Value)
		}
		return out
	}
	return n.Text
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
	s := schema.(map[string]any)
	for keyword, rule := range s {
		v.keyword(at, s, keyword, rule, value)
	}
}

func (v *validator) keyword(at string, s map[string]any, keyword string, rule, value any) {
	switch keyword {
	case "$schema", "title", "description", "$defs", "then", "else": // say nothing of a value, or are a part of another keyword
		return
	case "type", "const", "enum", "pattern", "minimum", "maximum", "multipleOf", "minItems", "uniqueItems", "minProperties":
		if !fits(keyword, rule, value) {
			v.bad(at, "%v: %s %v", value, keyword, rule)
		}
		return
	}
	list, isList := value.([]any)
	members, isObject := value.(map[string]any)
	switch keyword {
	case "$ref":
		name := strings.ReplaceAll(strings.TrimPrefix(rule.(string), "#/$defs/"), "%20", " ")
		v.value(at, v.root["$defs"].(map[string]any)[name], value)
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
	case "contains":
		if isList && !slices.ContainsFunc(list, func(item any) bool { return v.holds(rule, item) }) {
			v.bad(at, "no item is one that must be there")
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
	members, isObject := value.(map[string]any)
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
	case "multipleOf":
		return !isNumber || math.Mod(number, rule.(float64)) == 0
	case "uniqueItems":
		return !isList || rule == false || unique(list)
	case "minItems":
		return !isList || len(list) >= int(rule.(float64))
	}
	return !isObject || len(members) >= int(rule.(float64)) // minProperties
}

func unique(list []any) bool {
	for i, item := range list {
		if slices.ContainsFunc(list[:i], func(before any) bool { return reflect.DeepEqual(before, item) }) {
			return false
		}
	}
	return true
}

func (v *validator) members(at string, s map[string]any, members map[string]any) {
	properties, _ := s["properties"].(map[string]any)
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
	case map[string]any:
		return name == "object"
	}
	return name == "null"
}
