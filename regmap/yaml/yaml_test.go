package yaml

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	goccy "github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// plainOf is a node as the values that another reader makes of it.
func plainOf(n Node) any {
	switch n.Kind() {
	case Null:
		return nil
	case Bool:
		return n.Bool()
	case Integer:
		if v, ok := n.Int(); ok {
			return float64(v)
		}
		return "too large"
	case Float:
		return "a fraction"
	case List:
		out := []any{}
		for item := range n.Items() {
			out = append(out, plainOf(item))
		}
		return out
	case Mapping:
		out := map[string]any{}
		for key, value := range n.Pairs() {
			out[key.Text()] = plainOf(value)
		}
		return out
	}
	return n.Text()
}

// judge reads a text by another reader.
func judge(text string) (any, error) {
	var v any
	err := goccy.Unmarshal([]byte(text), &v)
	return normal(v), err
}

func normal(v any) any {
	switch v := v.(type) {
	case uint64:
		if v >= 1<<63 {
			return "too large"
		}
		return float64(v)
	case int64:
		return float64(v)
	case int:
		return float64(v)
	case float64:
		return "a fraction"
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
	}
	return v
}

func TestTheMachinesTablesAreReadAsByAnotherReader(t *testing.T) {
	files, err := filepath.Glob("../../hw/regs/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		d, bad := Parse(string(source))
		require.Nil(t, bad, file)
		want, err := judge(string(source))
		require.NoError(t, err)
		assert.Equal(t, want, plainOf(d.Root()), file)
	}
}

func TestWhatIsAcceptedMeansTheSameToAnotherReader(t *testing.T) {
	for _, text := range []string{
		"a: 1", "a: 0x1F\nb: -8\nc: +3\nd: 0b101\ne: 0o17\n", "a:\nb: ~\nc: null\n", "a: true\nb: False\nc: yes\n",
		"a: b c # comment\n# more\n\nb: c#d\n", "a:\n  - 1\n  - b: 2\n    c: 3\n  -\n  - - x\n    - y\nb: x\n", "a:\n- 1\n- 2\nb: 3\n",
		"a: {b: 1, c: [1, 2, {d: e}], f: {}, g: []}\n", "a: {b: 1,\n    c: 2, # x\n    d: \"e f\"\n   }\nb: [1,\n 2]\n",
		"a: 'it''s'\nb: \"q \\\"w\\\" \\n \\x41 \\u00e9\"\n", "a: \"one\n  two\n\n  three\"\nb: 'x\n  y'\n", "a: |\n  one\n   two\n\n  three\nb: >-\n  x\n  y\n\n  z\nc: 1\n",
		"a: >\n  one\n  two\n", "a: |-\n  x\n", "- 1\n- {a: b}\n", "'quoted key': 1\n\"other\": 2\n", "a: http://x.y/z:1\n", "a: -x\nb: ?x\nc: :x\n",
		"a: 1.5\nb: -1.5e3\nc: .5\n", "a: 1.0.0\nb: 12:30\nc: 1-2\n", "a: é ü\nb: \"→\"\n", "a:   1   \nb : 2\n", "a: 1\r\nb:\r\n  c: 2\r\n",
		"a: 'x: y # z'\n", "a: x:y\n", "{a: b}\n", "[1, two]\n", "text\n", "\"text\"\n", "a: [x y, z]\n", "a: {b: , c: 1}\n",
	} {
		d, bad := Parse(text)
		require.Nil(t, bad, "%q: %v", text, bad)
		want, err := judge(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, plainOf(d.Root()), "%q", text)
	}
}

// Each text is refused at a place, given as what stands there.
func TestWhatTablesDoNotHaveIsRefusedWithItsPlace(t *testing.T) {
	for text, at := range map[string]string{
		"":                              "",
		"# nothing\n":                   "# nothing\n",
		"a: &x 1\n":                     "&x 1\n",
		"a: *x\n":                       "*x\n",
		"a: !!int 3\n":                  "!!int 3\n",
		"a: @x\n":                       "@x\n",
		"a: `x`\n":                      "`x`\n",
		"? a\n: b\n":                    "? a\n: b\n",
		"---\na: 1\n":                   "---\na: 1\n",
		"a: 1\n---\nb: 2\n":             "---\nb: 2\n",
		"%YAML 1.2\n":                   "%YAML 1.2\n",
		"a: 1\n...\n":                   "...\n",
		"\ta: 1\n":                      "\ta: 1\n",
		"a:\n\tb: 1\n":                  "\tb: 1\n",
		"a: x\ty\n":                     "\ty\n",
		"a: b: c\n":                     ": c\n",
		"a: one\n  two\n":               "two\n",
		"a: 1\n b: 2\n":                 "b: 2\n",
		"  a: 1\nb: 2\n":                "b: 2\n",
		"a:\n    b: 1\n  c: 2\n":        "c: 2\n",
		"a: 1\n- b\n":                   "- b\n",
		"- a\nb: 1\n":                   "b: 1\n",
		"a: - 1\n":                      "- 1\n",
		"a: [1, 2\n":                    "[1, 2\n",
		"a: {b: 1\nc: 2}\n":             "c: 2}\n",
		"a: {b c}\n":                    "b c}\n",
		"a: {b: c: d}\n":                ": d}\n",
		"a: [b: c]\n":                   ": c]\n",
		"a: {b: x\n  y}\n":              "y}\n",
		"a: [1] x\n":                    "x\n",
		"a: \"x\" y\n":                  "y\n",
		"a: \"x\n":                      "\"x\n",
		"a: 'x\n":                       "'x\n",
		"a: \"x\ny\"\n":                 "\"x\ny\"\n",
		"a: \"\\q\"\n":                  "\\q\"\n",
		"a: \"\\x4\"\n":                 "\\x4\"\n",
		"a: \"\\ud800\"\n":              "\\ud800\"\n",
		"a: |2\n  x\n":                  "2\n  x\n",
		"a: |+\n  x\n":                  "+\n  x\n",
		"a: |\n   x\n  y\n":             "y\n",
		"a: >\n  x\n   y\n":             "y\n",
		"a: |\n  x\ty\n":                "\ty\n",
		"a: |\n  x \n":                  " \n",
		"a: |\n\n  x\n":                 "  x\n",
		"a: |\n  x\n    \n  y\n":        "  \n  y\n",
		"a: \x01\n":                     "\x01\n",
		"a: \xff\n":                     "\xff\n",
		"\ufeff\ufeffa: 1\n":            "\ufeffa: 1\n",
		"a: \ufeff1\n":                  "\ufeff1\n",
		"a:1\nb: 2\n":                   "b: 2\n",
		"[a]: b\n":                      ": b\n",
		"a: 1\nb\n":                     "b\n",
		"<<: {a: 1}\nb: *x\n":           "*x\n",
		"1: a\n":                        "1: a\n",
		"a: {b: 1, ~: 2}\n":             "~: 2}\n",
		strings.Repeat("[", maxDepth+3): "[[[[",
	} {
		_, bad := Parse(text)
		if assert.NotNil(t, bad, "%q", text) {
			assert.Equal(t, at, text[bad.Offset:], "%q: %v", text, bad)
		}
	}
}

func TestAByteOrderMarkIsNoPartOfTheText(t *testing.T) {
	const text = "\ufeffa: 1\nb:\n  c: 2\n"
	d, bad := Parse(text)
	require.Nil(t, bad)
	var keys []string
	for k := range d.Root().Pairs() {
		keys = append(keys, k.Text())
		line, column := Position(text, k.Offset())
		require.Equal(t, []int{len(keys), 1}, []int{line, column})
	}
	require.Equal(t, []string{"a", "b"}, keys)
}

func TestNumbersThatReadersDoNotAgreeOnAreNoIntegers(t *testing.T) {
	for _, text := range []string{"010", "-08", "00", "1_000", "0x", "0xg", "1.0", "--1", "1e3"} {
		d, bad := Parse("a: " + text)
		require.Nil(t, bad)
		for _, v := range d.Root().Pairs() {
			assert.NotEqual(t, Integer, v.Kind(), text)
		}
	}
	d, _ := Parse("a: 99999999999999999999")
	for _, v := range d.Root().Pairs() {
		_, ok := v.Int()
		assert.False(t, ok)
	}
}

// Texts put together at random: a reader that does not panic, and accepts only what another reader takes for the same.
func TestRandomTexts(t *testing.T) {
	pieces := []string{"a", "b: ", "c:", "\n", "\n  ", "\n    ", "- ", "{", "}", "[", "]", ", ", ": ", "\"", "'", "# x", " ", "1", "0x2", "-3", "true", "~", "|", ">-", "x y", "é", "\\n", "''"}
	agreed := 0
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 12).Draw(t, "pieces"), "") + "\n"
		d, bad := Parse(text)
		if bad != nil {
			return
		}
		want, err := judge(text)
		if err != nil {
			return // it refuses more, such as keys that stand twice
		}
		if got := plainOf(d.Root()); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q: %v, expected %v", text, got, want)
		}
		agreed++
	})
	assert.Positive(t, agreed)
}

func TestPositionsCountCharacters(t *testing.T) {
	line, column := Position("a\néé: x", 7)
	assert.Equal(t, [2]int{2, 4}, [2]int{line, column}, "é has two bytes")
	line, column = Position("a", 9)
	assert.Equal(t, [2]int{1, 2}, [2]int{line, column})
}

func BenchmarkParse(b *testing.B) {
	source, err := os.ReadFile("../../hw/regs/tsu.yaml")
	require.NoError(b, err)
	text := string(source)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, bad := Parse(text); bad != nil {
			b.Fatal(bad)
		}
	}
}
