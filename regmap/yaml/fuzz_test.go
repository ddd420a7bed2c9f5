package yaml

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tilemark/vectors/fuzztest"
)

// FuzzParse: a text is a tree that means the same to another reader, if that one reads it, or an error with an offset in it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"block: TST\nid: 3\nregisters:\n  - name: A\n    fields: [{name: B, bits: \"7:4\", type: uint}]\n", "a: {b: [1, -0x2, 3.5], c: ~}\n",
		"a: |\n  one\n\n  two\nb: >-\n  three\n  four\n", "a: 'it''s'\nb: \"x\\u00e9\\n\"\n", "- a\n- - b\n", "a: b # c\n", "a:\tb\n", "a: &x 1\n", "\ufeffä: ü\r\n", "? a\n", "a: 1\n---\n", "a: [\n", "# x",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		var d *Document
		var bad *SyntaxError
		fuzztest.Within(t, 1<<18, 1<<10, len(text), func() { d, bad = Parse(text) })
		if bad != nil {
			if bad.Offset < 0 || bad.Offset > len(text) || bad.Message == "" {
				t.Fatalf("%q: %q at offset %d", text, bad.Message, bad.Offset)
			}
			return
		}
		want, err := judge(strings.TrimPrefix(text, ByteOrderMark))
		if err != nil {
			return // it refuses more, such as keys that stand twice
		}
		if strings.Contains(text, ">") { // the other reader does not join all lines that belong together
			return
		}
		if got := plainOf(d.Root()); !agree(got, want) {
			t.Fatalf("%q: %v, expected %v", text, got, want)
		}
	})
}

// agree tells whether two readers have read the same. What this one calls a fraction are numbers that readers do not agree on, too.
func agree(got, want any) bool {
	switch got := got.(type) {
	case string:
		_, small := want.(float64)
		text, is := want.(string)
		digits := is && strings.Trim(text, "0123456789+-.eE_") == "" && strings.ContainsAny(text, "0123456789") // leading zeros, underscores, exponents without a point
		number := small || digits || want == "too large" || want == "a fraction"
		signs := len(got) > 2 && strings.Trim(got[:2], "+-") == "" // the other one takes +-0 for a number
		return got == want || signs && number || number && (got == "a fraction" || got == "too large" && !small)
	case []any:
		list, is := want.([]any)
		return is && slices.EqualFunc(got, list, agree)
	case map[string]any:
		set, is := want.(map[string]any)
		return is && maps.EqualFunc(got, set, agree)
	}
	return got == want
}
