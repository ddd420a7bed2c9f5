package strictyaml

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// valueOf is a node as nil, a bool, a number, a string, a list or a map.
func valueOf(n *Node) any {
	switch n.Kind {
	case Null:
		return nil
	case Bool:
		return n.Bool()
	case Number:
		if i, ok := n.Int(); ok {
			return int(i)
		}
		return fmt.Sprint("number ", n.Text)
	case List:
		out := []any{}
		for _, v := range n.Items {
			out = append(out, valueOf(v))
		}
		return out
	case Mapping:
		out := map[string]any{}
		for _, e := range n.Entries {
			out[e.Key] = valueOf(e.Value)
		}
		return out
	}
	return n.Text
}

func TestWhatTablesAreWrittenInIsRead(t *testing.T) {
	type m = map[string]any
	type l = []any
	for text, want := range map[string]any{
		"a: 1": m{"a": 1},
		"a: 0x1F\nb: -8\nc: +3\nd: 0b101\ne: 0o17\n":                     m{"a": 31, "b": -8, "c": 3, "d": 5, "e": 15},
		"a:\nb: ~\nc: null\n":                                            m{"a": nil, "b": nil, "c": nil},
		"a: true\nb: False\nc: yes\nd: n\n":                              m{"a": true, "b": false, "c": "yes", "d": "n"},
		"a: b c # comment\n# more\n\nb: c#d\n":                           m{"a": "b c", "b": "c#d"},
		"a:\n  - 1\n  - b: 2\n    c: 3\n  -\n  - - x\n    - y\nb: x\n":   m{"a": l{1, m{"b": 2, "c": 3}, nil, l{"x", "y"}}, "b": "x"},
		"a:\n- 1\n- 2\nb: 3\n":                                           m{"a": l{1, 2}, "b": 3},
		"a: {b: 1, c: [1, 2, {d: e}], f: {}, g: []}\n":                   m{"a": m{"b": 1, "c": l{1, 2, m{"d": "e"}}, "f": m{}, "g": l{}}},
		"a: {b: 1,\n    c: 2, # x\n    d: \"e f\"\n   }\nb: [1,\n 2]\n":  m{"a": m{"b": 1, "c": 2, "d": "e f"}, "b": l{1, 2}},
		"a: 'it''s'\nb: \"q \\\"w\\\" \\n \\x41 \\u00e9\"\n":             m{"a": "it's", "b": "q \"w\" \n A é"},
		"a: \"one\n  two\n\n  three\"\nb: 'x\n  y'\n":                    m{"a": "one two\nthree", "b": "x y"},
		"a: |\n  one\n   two\n\n  three\nb: >-\n  x\n  y\n\n  z\nc: 1\n": m{"a": "one\n two\n\nthree\n", "b": "x y\nz", "c": 1},
		"a: |-\n  # x\n\n\nb: |+\n  y\n\nc: |2\n    z\n":                 m{"a": "# x", "b": "y\n\n", "c": "  z\n"},
		"- 1\n- {a: b}\n": l{1, m{"a": "b"}},
		"'quoted key': 1\n\"o:t\\\"her\": 2\n'it''s' : 3\n": m{"quoted key": 1, "o:t\"her": 2, "it's": 3},
		"a: http://x.y/z:1\n":                               m{"a": "http://x.y/z:1"},
		"a: -x\nb: ?x\nc: :x\n":                             m{"a": "-x", "b": "?x", "c": ":x"},
		"a: 1.5\nb: -1.5e3\nc: .5\nd: .inf\n":               m{"a": "number 1.5", "b": "number -1.5e3", "c": "number .5", "d": "number .inf"},
		"a: 1.0.0\nb: 12:30\nc: 1-2\nd: 2001-02-03\n":       m{"a": "1.0.0", "b": "12:30", "c": "1-2", "d": "2001-02-03"},
		"a: é ü\nb: \"→\"\n":                                m{"a": "é ü", "b": "→"},
		"a: 1\r\nb:\r\n  c: 2\r\n":                          m{"a": 1, "b": m{"c": 2}},
		"a: 'x: y # z'\n#\ttab\nb: 1 #\ttab\n":              m{"a": "x: y # z", "b": 1},
		"{a: b, c: }\n":                                     m{"a": "b", "c": nil},
		"text\n":                                            "text",
	} {
		n, err := ParsePlain([]byte(text), "a table")
		require.NoError(t, err, "%q", text)
		assert.Equal(t, want, valueOf(n), "%q", text)
	}
}

// Each text is refused at a place, given as what stands there.
func TestWhatTablesDoNotHaveIsRefusedWithItsPlace(t *testing.T) {
	for text, at := range map[string]string{
		"":                              "",
		"# nothing\n":                   "# nothing\n",
		"a: &x 1\n":                     "&x 1\n",
		"&x a: 1\n":                     "&x a: 1\n",
		"a: &x 1\nb: *x\n":              "&x 1\nb: *x\n",
		"a: *x\n":                       "*x\n",
		"a: !!int 3\n":                  "!!int 3\n",
		"a: ! 3\n":                      "! 3\n",
		"a: @x\n":                       "@x\n",
		"a: `x`\n":                      "`x`\n",
		"? a\n: b\n":                    "a\n: b\n",
		"? \"a\"\n: b\n":                "\"a\"\n: b\n",
		"---\na: 1\n":                   "---\na: 1\n",
		"a: 1\n---\nb: 2\n":             "---\nb: 2\n",
		"%YAML 1.2\n":                   "%YAML 1.2\n",
		"a: 1\n...\n":                   "...\n",
		"\ta: 1\n":                      "\ta: 1\n",
		"a:\n\tb: 1\n":                  "\tb: 1\n",
		"a: x\ty\n":                     "\ty\n",
		"a: b: c\n":                     ": c\n",
		"a: one\n  two\n":               "one\n  two\n",
		"a: 1\n b: 2\n":                 ": 2\n",
		"  a: 1\nb: 2\n":                "b: 2\n",
		"a:\n    b: 1\n  c: 2\n":        "c: 2\n",
		"a: 1\n- b\n":                   "- b\n",
		"- a\nb: 1\n":                   "b: 1\n",
		"a: - 1\n":                      "- 1\n",
		"a: [1, 2\n":                    "[1, 2\n",
		"a: [1, [\n":                    "[\n",
		"a: {b: 1\nc: 2}\n":             ": 2}\n",
		"a: {b c}\n":                    "b c}\n",
		"a: {b: c: d}\n":                ": d}\n",
		"a: [b: c]\n":                   "b: c]\n",
		"a: {b: x\n  y}\n":              "x\n  y}\n",
		"a: [1] x\n":                    "x\n",
		"a: \"x\" y\n":                  "y\n",
		"a: \"x\n":                      "\"x\n",
		"a: 'x\n":                       "'x\n",
		"a: \"\\q\"\n":                  "\\q\"\n",
		"a: \"\\x4\"\n":                 "4\"\n",
		"a: \"\\ud800\"\n":              "d800\"\n",
		"a: |\n   x\n  y\n":             "y\n",
		"a: |\n  x\ty\n":                "\ty\n",
		"a: \x01\n":                     "\x01\n",
		"a: \x7f\n":                     "\x7f\n",
		"a: 1\rb: 2\n":                  "\rb: 2\n",
		"a: é\xff\n":                    "\xff\n",
		"a: \u0085\n":                   "\u0085\n",
		"a: \"\u2028\"\n":               "\u2028\"\n",
		"\ufeff\ufeffa: 1\n":            "\ufeffa: 1\n",
		"a: \ufeff1\n":                  "\ufeff1\n",
		"a:1\nb: 2\n":                   ": 2\n",
		"[a]: b\n":                      "[a]: b\n",
		"a: 1\nb\n":                     "b\n",
		"<<: {a: 1}\nb: *x\n":           "*x\n",
		"<<: {a: 1}\n":                  "<<: {a: 1}\n",
		"1: a\n":                        "1: a\n",
		"'': a\n":                       "'': a\n",
		"a:b: c\n":                      "a:b: c\n",
		"a: {b: 1, ~: 2}\n":             "~: 2}\n",
		strings.Repeat("[", maxDepth+3): "[[[",
	} {
		_, err := ParsePlain([]byte(text), "a table")
		var bad *Error
		if assert.ErrorAs(t, err, &bad, "%q", text) {
			assert.Equal(t, at, text[Offset(text, bad.Place):], "%q: %v", text, bad)
			assert.Contains(t, bad.Error(), "expected", "%q", text)
		}
	}
}

func TestOffsetsOfKeysAndValues(t *testing.T) {
	const text = "\ufeffä: é # x\nb: {c: \"d\", ü: [1, 2]}\nb:\n"
	n, err := ParsePlain([]byte(text), "a table")
	require.NoError(t, err)
	var seen []string
	for _, e := range n.Entries {
		seen = append(seen, text[e.Offset:][:1], text[e.Value.Offset:][:1])
		assert.Equal(t, e.Place, PlaceOf(text, int(e.Offset)))
		assert.Equal(t, e.Value.Place, PlaceOf(text, int(e.Value.Offset)))
	}
	assert.Equal(t, []string{"\xc3", "\xc3", "b", "{", "b", ":"}, seen, "a key that stands twice is there twice")
	inner := n.Entries[1].Value
	assert.Equal(t, `"d", ü: [1, 2]}`, strings.SplitN(text[inner.Entries[0].Value.Offset:], "\n", 2)[0])
	assert.Equal(t, "2]}", strings.SplitN(text[inner.Entries[1].Value.Items[1].Offset:], "\n", 2)[0])
	assert.Equal(t, Place{2, 20}, inner.Entries[1].Value.Items[1].Place)
}

func TestPlacesCountCharacters(t *testing.T) {
	assert.Equal(t, Place{2, 4}, PlaceOf("a\néé: x", 7), "é has two bytes")
	assert.Equal(t, Place{1, 2}, PlaceOf("a", 9))
	assert.Equal(t, 7, Offset("a\néé: x", Place{2, 4}))
	assert.Equal(t, 1, Offset("a\nb", Place{1, 9}), "the end of the line")
	assert.Equal(t, 3, Offset("a\nb", Place{9, 9}), "the end of the text")
	assert.Equal(t, 4, Offset("a\r\n\rb", Place{3, 1}))
}

func TestNumbersThatReadersDoNotAgreeOnAreNotWhole(t *testing.T) {
	for _, text := range []string{"010", "-08", "00", "1_000", "0x_1", "0x", "0xg", "0X1", "1.0", "--1", "1e3", "+", ".inf"} {
		n, err := ParsePlain([]byte("a: "+text), "a table")
		require.NoError(t, err)
		assert.False(t, n.Lookup("a").Whole(), text)
	}
	for text, want := range map[string]int64{"0": 0, "-0": 0, "+7": 7, "-0x10": -16, "9223372036854775807": math.MaxInt64} {
		n, err := ParsePlain([]byte("a: "+text), "a table")
		require.NoError(t, err)
		got, ok := n.Lookup("a").Int()
		assert.True(t, ok && got == want, text)
	}
	n, err := ParsePlain([]byte("a: 99999999999999999999"), "a table")
	require.NoError(t, err)
	_, ok := n.Lookup("a").Int()
	assert.False(t, ok)
	assert.True(t, n.Lookup("a").Whole())
}

func TestTheMachinesTablesAreReadTheSameWithAndWithoutRefusals(t *testing.T) {
	files, err := filepath.Glob("../../hw/regs/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		plain, err := ParsePlain(text, "a table")
		require.NoError(t, err, file)
		all, err := Parse(text, "a table")
		require.NoError(t, err, file)
		assert.Equal(t, all, plain, file)
	}
}

// Texts put together at random: what tables have is read as a part of YAML.
func TestRandomTexts(t *testing.T) {
	pieces := []string{"a", "b: ", "c:", "\n", "\n  ", "\n    ", "- ", "{", "}", "[", "]", ", ", ": ", "\"", "'", "# x", " ", "1", "0x2", "-3", "true", "~", "|", ">-", "x y", "é", "\\n", "''", "&a ", "*a", "? ", "<<", "\t"}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), "") + "\n"
		if plainIsAPart(t, text) {
			accepted++
		}
	})
	assert.Positive(t, accepted)
}

// plainIsAPart wants what ParsePlain accepts to be what Parse makes of it, unless a key stands twice.
func plainIsAPart(t interface{ Fatalf(string, ...any) }, text string) bool {
	plain, err := ParsePlain([]byte(text), "a table")
	if err != nil {
		return false
	}
	all, err := Parse([]byte(text), "a table")
	switch {
	case err != nil && !strings.Contains(err.Error(), "for the second time"):
		t.Fatalf("%q: %v, but tables may have it", text, err)
	case err == nil && !alike(plain, all):
		t.Fatalf("%q: %q in a table, but %q elsewhere", text, plain.Print(), all.Print())
	}
	checkOffsets(t, text, plain)
	return true
}

// checkOffsets wants the offset of each node to be that of its place, on from what is before it.
func checkOffsets(t interface{ Fatalf(string, ...any) }, text string, n *Node) {
	if at := PlaceOf(text, int(n.Offset)); at != n.Place {
		t.Fatalf("%q: %v at offset %d, which is %v", text, n.Place, n.Offset, at)
	}
	for _, v := range n.Items {
		checkOffsets(t, text, v)
	}
	for _, e := range n.Entries {
		if at := PlaceOf(text, int(e.Offset)); at != e.Place || !strings.ContainsRune(text[e.Offset:], ':') {
			t.Fatalf("%q: the key %s at %v has offset %d, which is %v", text, e.Key, e.Place, e.Offset, at)
		}
		checkOffsets(t, text, e.Value)
	}
}

func TestLargeMappingsAreReadInTimeThatGrowsWithThem(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, "k%d: {<<: *a, b: %d}\n", i, i)
	}
	n, err := Parse([]byte("x: &a {c: 1}\n"+b.String()), "a tree")
	require.NoError(t, err)
	require.Len(t, n.Entries, 50_001)
	_, err = Parse([]byte("x: &a {c: 1}\n"+b.String()+"k7: 1\n"), "a tree")
	require.ErrorContains(t, err, `50002:1: key "k7" for the second time (first in 9:1)`)
}

func TestMergesOfMergesAreCounted(t *testing.T) {
	text := strings.Builder{}
	text.WriteString("a0: &a0 {x: 1}\n")
	for i := 1; i < 2000; i++ {
		fmt.Fprintf(&text, "a%d: &a%d {<<: *a%d, x%d: 1}\n", i, i, i-1, i)
	}
	_, err := Parse([]byte(text.String()), "a tree")
	require.ErrorContains(t, err, "more than 1048576 keys by way of merge keys")
}

func TestAnAliasInsideOfItsAnchorIsRefused(t *testing.T) {
	_, err := Parse([]byte("a: &x [1, *x]\n"), "a tree")
	require.ErrorContains(t, err, "1:11: alias x inside of its anchor")
}

// BenchmarkParsePlain reads a table of the machine.
func BenchmarkParsePlain(b *testing.B) {
	text, err := os.ReadFile("../regs/tsu.yaml")
	require.NoError(b, err)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParsePlain(text, "a table"); err != nil {
			b.Fatal(err)
		}
	}
}
