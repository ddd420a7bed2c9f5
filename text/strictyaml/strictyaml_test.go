package strictyaml

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type inner struct {
	Source

	Name string  `yaml:"name"`
	Real float32 `yaml:"real"`
}

type outer struct {
	Count   int      `yaml:"count"`
	Byte    uint8    `yaml:"byte"`
	Word    uint32   `yaml:"word"`
	Long    uint64   `yaml:"long"`
	Signed  int32    `yaml:"signed"`
	On      *bool    `yaml:"on"`
	Words   []string `yaml:"words"`
	One     inner    `yaml:"one"`
	Many    []inner  `yaml:"many"`
	Even    even     `yaml:"even"`
	skipped int
	Unread  int `yaml:"-"`
}

type even int

func (e *even) DecodeYAML(n *Node) error {
	if err := n.Number((*int)(e)); err != nil || *e%2 != 0 {
		return n.Expected("an even number")
	}
	return nil
}

func decode(text string) (o outer, err error) {
	n, err := Parse([]byte(text), "a thing")
	if err == nil {
		err = Decode(n, &o)
	}
	return o, err
}

func TestDecodeFillsWhatTheFileHas(t *testing.T) {
	o, err := decode(`# a comment
count: 1e3
byte: 0xff
word: 4294967295
long: 18446744073709551615
signed: -5
on: true # after
words: [a, 5, "b c", ~x]
one:
  name: |
    two lines
    of text
  real: 5e-1
many:
  - &first {name: x, real: 1}
  - *first
  - {<<: *first, real: -2.5}
even: 4
`)
	require.NoError(t, err)
	require.Equal(t, 1000, o.Count)
	require.Equal(t, uint8(255), o.Byte)
	require.Equal(t, ^uint32(0), o.Word)
	require.Equal(t, ^uint64(0), o.Long)
	require.Equal(t, int32(-5), o.Signed)
	require.True(t, *o.On)
	require.Equal(t, []string{"a", "5", "b c", "~x"}, o.Words)
	require.Equal(t, inner{o.One.Source, "two lines\nof text\n", 0.5}, o.One)
	require.Len(t, o.Many, 3)
	require.Equal(t, o.Many[0].Name, o.Many[1].Name)
	require.Equal(t, []any{"x", float32(-2.5)}, []any{o.Many[2].Name, o.Many[2].Real})
	require.EqualValues(t, 4, o.Even)
}

// Block text is the source of programs in some files: its tabs and the blanks at the ends of its lines stay.
func TestBlockTextKeepsItsBlanks(t *testing.T) {
	n, err := Parse([]byte("- old: |-\n    \t\ta &&\t\n    \tb, \n  new: |-\n    \tc\n"), "a list")
	require.NoError(t, err)
	require.Equal(t, "\t\ta &&\t\n\tb, ", n.Items[0].Lookup("old").Text)
	require.Equal(t, "\tc", n.Items[0].Lookup("new").Text)
}

func TestAByteOrderMarkIsNoPartOfTheText(t *testing.T) {
	n, err := Parse([]byte("\ufeffa: 1\n"), "numbers")
	require.NoError(t, err)
	require.Equal(t, "1", n.Lookup("a").Text)
	_, err = Parse([]byte("\ufeff# only a comment\n"), "numbers")
	require.ErrorIs(t, err, ErrNothing)
	_, err = Parse([]byte("\ufeffa: &x 1\nb: *y\n"), "numbers")
	require.ErrorContains(t, err, "2:")
}

func TestErrorsHavePlaceAndExpectation(t *testing.T) {
	for text, want := range map[string]string{
		"":                                "1:1: nothing; a thing was expected",
		"# only this\n":                   "1:1: nothing; a thing was expected",
		"5":                               "1:1: 5; a mapping with keys such as count was expected",
		"- 1\n- 2\n":                      "1:1: a list of 2; a mapping with keys such as count was expected",
		"count: 1\n---\ncount: 2\n":       "3:1: a second document; one, a thing, was expected",
		"cuont: 1":                        `1:1: unknown key "cuont"; did you mean "count"?`,
		"x: 1":                            `1:1: unknown key "x"; count, byte, word, long, signed, on, words, one, many or even was expected`,
		"1: 2":                            `1:1: unknown key "1"; count,`,
		"unread: 2":                       `1:1: unknown key "unread"`,
		"skipped: 2":                      `1:1: unknown key "skipped"`,
		"count:\nbyte: 1":                 "count: nothing; a whole number was expected",
		"count: 1.5":                      "1:8: count: 1.5; a whole number was expected",
		"count: \"5\"":                    `1:8: count: "5"; a whole number was expected`,
		"count: [5]":                      "1:8: count: a list of 1; a whole number was expected",
		"byte: 256":                       "1:7: byte: 256; a whole number from 0 to 255 was expected",
		"byte: -1":                        "1:7: byte: -1; a whole number from 0 to 255 was expected",
		"word: 4294967296":                "1:7: word: 4294967296; a whole number from 0 below 2^32 was expected",
		"signed: 2147483648":              "1:9: signed: 2147483648; a whole number of 32 bits was expected",
		"on: yes":                         `1:5: on: "yes"; true or false was expected`,
		"on: 1":                           "1:5: on: 1; true or false was expected",
		"words: a":                        `1:8: words: "a"; a list was expected`,
		"words: [[a]]":                    "1:9: words: a list of 1; a text was expected",
		"one: 5":                          "1:6: one: 5; a mapping with keys such as name was expected",
		"one: {real: .nan}":               "1:13: one: real: .nan; a number was expected",
		"one: {real: .inf}":               "1:13: one: real: .inf; a number was expected",
		"one: {real: 1e39}":               "1:13: one: real: 1e39; a number was expected",
		"one:\n  nam: x\n":                `2:3: one: unknown key "nam"; did you mean "name"?`,
		"many:\n  - name: x\n  - real: x": `3:11: many: real: "x"; a number was expected`,
		"even: 3":                         "1:7: even: 3; an even number was expected",
		"count: 1\ncount: 2\n":            `2:1: key "count" for the second time (first in 1:1); each key once was expected`,
		"count: *no":                      "1:8: unknown anchor 'no' referenced; the name of an anchor before it was expected",
		"one: {<<: 5}":                    "1:11: 5; a mapping after << was expected",
		"count: !!int 5":                  "1:8: tag !!int; a value without tag was expected",
		"a: b: c":                         "1:5: malformed YAML: mapping values are not allowed in this context; a key at the column of those above, or quotes",
		"[1, 2":                           "1:1: malformed YAML: ",
		"{? [a] : b}":                     "",
		strings.Repeat("[", 100000):       "1:101: brackets inside brackets; at most 100 deep was expected",
		strings.Repeat("{a: ", 100000):    "brackets inside brackets; at most 100 deep was expected",
		strings.Repeat("- ", 1000) + "a":  "a value inside 101 others; at most 100 deep was expected",
		"words: [" + strings.Repeat("x", 100) + "]\ncount: " + strings.Repeat("x", 100): `count: "` + strings.Repeat("x", 40) + `"...; a whole`,
	} {
		_, err := decode(text)
		require.ErrorContains(t, err, want, "%.60s", text)
		var at *Error
		require.ErrorAs(t, err, &at, "%.60s", text)
		require.Positive(t, at.Place.Line)
		require.NotContains(t, err.Error(), "\n")
	}
}

// tree is a type of which a file of some lines can ask for any number of values.
type tree struct {
	A []tree `yaml:"a"`
}

func TestAliasesOfAliasesAreCounted(t *testing.T) {
	text := "a:\n  - &t0 {a: []}\n"
	for i := range 9 {
		text += fmt.Sprintf("  - &t%d {a: [%s]}\n", i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*t%d, ", i), 10), ", "))
	}
	n, err := Parse([]byte(text), "a tree")
	require.NoError(t, err)
	d := &decoder{most: 1000}
	require.ErrorContains(t, d.value(n, reflect.ValueOf(&tree{}).Elem()), "more than 1000 values")
}

func TestSourceKnowsItsPlaces(t *testing.T) {
	o, err := decode("many:\n  - name: x\n    real: 2\n  - {}\none: {name: y}\n")
	require.NoError(t, err)
	require.Equal(t, Place{2, 11}, o.Many[0].At("name"))
	require.Equal(t, Place{2, 5}, o.Many[0].At("gone"))
	require.Equal(t, Place{2, 5}, o.Many[0].At(""))
	require.EqualError(t, o.Many[0].Wrong("real", "%d", 5), "3:11: 5")
	require.EqualError(t, Inside(o.Many[0].Wrong("real", "five"), "thing %d", 3), "3:11: thing 3: five")
	require.EqualError(t, Inside(Source{}.Wrong("real", "five"), "thing %d", 3), "thing 3: five")
	require.EqualError(t, o.One.Place("name", Place{7, 7}.Wrong("five")), "7:7: five")
	require.NoError(t, o.One.Place("name", nil))
}

func TestDamagedFilesAreErrorsNotPanics(t *testing.T) {
	files, err := filepath.Glob("../../vectors/*/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files[:4] {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		for i := 0; i < len(data); i += 7 {
			for _, b := range []byte("{[&*!\x00\n:") {
				damaged := append([]byte(nil), data...)
				damaged[i] = b
				if n, err := Parse(damaged, "a scene"); err == nil {
					var o outer
					_ = Decode(n, &o)
				}
			}
		}
	}
}
