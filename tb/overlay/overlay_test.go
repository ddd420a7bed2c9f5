package overlay

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shapes has functions of every shape; each says "old" somewhere, which a replacement makes "new".
const shapes = `// Package shapes has functions of every shape.
package shapes

import "fmt"

type T struct{ Field string }

type G[A any, B comparable] struct{ Field A }

const Constant = "old constant"

var Log []string

func init() { Log = append(Log, "old init") }

func init() { Log = append(Log, "second init") }

func Plain(a int, b, c string) string { return fmt.Sprint("old plain ", a, b, c) }

func NoResult(a string) { Log = append(Log, "old no-result "+a) }

func Nothing() {
	Log = append(Log, "old nothing")
}

func Variadic(first int, rest ...string) string { return fmt.Sprint("old variadic ", first, rest) }

func Unnamed(int, ...string) string { return "old unnamed" }

func Blank(_ int, a string, _ ...int) (string, error) { return "old blank " + a, nil }

func Named(a int) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("old recovered ", r)
		}
	}()
	panic(a)
}

func (t T) Value(a string) string { t.Field += a; return "old value " + t.Field }

func (t *T) Pointer(a string) { t.Field += "old pointer " + a }

func (T) Nameless() string { return "old nameless" }

func (_ *T) Underscore(int) string { return "old underscore" }

func Generic[A, B any](a A) (out B, text string) { return out, fmt.Sprint("old generic ", a) }

func (g *G[A, B]) Method(b B) string { return fmt.Sprint("old method ", g.Field, b) }

func Twice(a int) string {
	if a < 1 { // first
		return "old twice small"
	}
	return "old twice large"
}

func Recovers() { recover(); Log = append(Log, "old recovers") }

func Recursive(n int) string {
	if n == 0 {
		return "old end"
	}
	return Recursive(n - 1)
}
`

// caller calls all of them.
const caller = `package main

import (
	"fmt"
	"tilemark/hw/shapes"
)

func main() {
	t := shapes.T{Field: "f"}
	g := shapes.G[int, string]{Field: 7}
	fmt.Println(shapes.Constant)
	fmt.Println(shapes.Plain(1, "b", "c"))
	shapes.NoResult("a")
	shapes.Nothing()
	fmt.Println(shapes.Variadic(1, "x", "y"), shapes.Variadic(2))
	fmt.Println(shapes.Unnamed(1, "x"))
	fmt.Println(shapes.Blank(1, "a", 2, 3))
	fmt.Println(shapes.Named(5))
	fmt.Println(t.Value("a"), t.Field)
	t.Pointer("p")
	fmt.Println(t.Field, t.Nameless(), t.Underscore(1))
	_, text := shapes.Generic[int, string](3)
	fmt.Println(text, g.Method("m"))
	fmt.Println(shapes.Twice(0), shapes.Twice(1))
	fmt.Println(shapes.Recursive(2))
	shapes.Recovers()
	fmt.Println(shapes.Log)
}
`

// project makes a small project with those functions.
func project(t *testing.T) string {
	root := t.TempDir()
	for file, text := range map[string]string{
		"go.mod": "module tilemark\n\ngo 1.26\n", "hw/shapes/shapes.go": shapes, "main.go": caller,
		"hw/shapes/tagged.go": "//go:build faults\n\npackage shapes\n\nfunc tagged() int { return 1 }\n",
	} {
		full := filepath.Join(root, filepath.FromSlash(file))
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(text), 0o600))
	}
	return root
}

// renewed is a replacement of "old WORD" by "new WORD".
func renewed(word string) Replacement {
	return Replacement{Name: strings.ReplaceAll(word, " ", "-"), File: "hw/shapes/shapes.go", Old: `"old ` + word, New: `"new ` + word}
}

// words are what there is in a function each.
var words = []string{
	"init", "plain", "no-result", "nothing", "variadic", "unnamed", "blank", "recovered", "value", "pointer", "nameless", "underscore",
	"generic", "method", "twice small", "twice large", "end",
}

// together are texts of one name, two of them in one function.
var together = []string{"twice large", "value", "twice small"}

func printed(t *testing.T, program, sabotage string) string {
	t.Helper()
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), Variable+"="+sabotage)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// One build has all replacements in functions of every shape, and each does what it says when it is chosen, and nothing else.
func TestFunctionsOfEveryShapeAreReplaced(t *testing.T) {
	root, dir := project(t), t.TempDir()
	var list []Replacement
	for _, word := range words {
		list = append(list, renewed(word))
	}
	list = append(list, renewed("constant"), renewed("recovers"))
	for _, word := range together {
		r := renewed(word)
		r.Name = "together"
		list = append(list, r)
	}
	p, err := New(root, list)
	require.NoError(t, err)
	require.NoError(t, p.Compile(context.Background(), root, filepath.Join(dir, "try"), list))
	require.Empty(t, p.Broken)
	require.Len(t, p.Chosen.Names, len(words)+1)
	require.Len(t, p.Alone, 2, "a constant, and what recovers itself, are built alone")
	build := func(b *Build, name string) string {
		overlay, err := b.Write(root, filepath.Join(dir, name))
		require.NoError(t, err)
		_, err = Go(context.Background(), root, overlay, "build", "-o", filepath.Join(dir, name, "program"), ".")
		require.NoError(t, err)
		return filepath.Join(dir, name, "program")
	}
	all := build(p.Chosen, "all")
	plain := printed(t, all, "")
	require.NotContains(t, plain, "new")
	for _, word := range words {
		require.Equal(t, strings.ReplaceAll(plain, "old "+word, "new "+word), printed(t, all, renewed(word).Name), word)
		require.Contains(t, plain, "old "+word)
	}
	changed := plain
	for _, word := range together {
		changed = strings.ReplaceAll(changed, "old "+word, "new "+word)
	}
	require.Equal(t, changed, printed(t, all, "together"))
	for i, word := range []string{"constant", "recovers"} {
		require.Equal(t, strings.ReplaceAll(plain, "old "+word, "new "+word), printed(t, build(p.Alone[i], word), ""))
	}
	out, err := exec.Command("env", Variable+"=nobody", all).CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(out), "TILEMARK_SABOTAGE=nobody: this program has no replacement of that name")
}

// What is no Go is named with the compiler's sentence and its line in the source, wherever it stands; the others are built.
func TestWhatDoesNotCompileIsNamed(t *testing.T) {
	root := project(t)
	bad := func(name, old, text string) Replacement {
		return Replacement{Name: name, File: "hw/shapes/shapes.go", Old: old, New: text}
	}
	list := []Replacement{
		bad("undefined", `"old plain "`, `nobody`),
		renewed("plain"),
		bad("unused", `"old value " + t.Field`, `"x"; var y int`),
		bad("kind", `"old nameless"`, `7`),
		bad("syntax", `"old method "`, `"x" +`),
		bad("two-functions", `return "old unnamed" }`, "return \"\" }\nfunc more() {}"),
		bad("constant", `"old constant"`, `nobody`),
		bad("constant-syntax", `= "old constant"`, `= = "x"`),
	}
	p, err := New(root, list)
	require.NoError(t, err)
	require.NoError(t, p.Compile(context.Background(), root, t.TempDir(), list))
	require.Equal(t, []string{"plain"}, p.Chosen.Names)
	require.Empty(t, p.Alone)
	for name, sentence := range map[string]string{
		"undefined": "hw/shapes/shapes.go:18: undefined: nobody", "unused": "declared and not used: y", "kind": "cannot use 7",
		"syntax": "hw/shapes/shapes.go:51:", "two-functions": "ends the function Unnamed", "constant": "undefined: nobody",
		"constant-syntax": "hw/shapes/shapes.go:10:",
	} {
		require.Contains(t, p.Broken[name], sentence)
	}
}

func TestTextsThatAreNotThereOnceAreErrors(t *testing.T) {
	root := project(t)
	file := "hw/shapes/shapes.go"
	for _, c := range []struct {
		key, sentence string
		r             Replacement
	}{
		{"old", "the text is not there; it was expected exactly once", Replacement{"a", file, "nobody", "x", false}},
		{"old", "the text is there 2 times, first in line 14", Replacement{"a", file, "func init()", "x", false}},
		{"old", "with other white space it is in line 63", Replacement{"a", file, "if n == 0 {\n  return", "x", false}},
		{"old", "it is empty", Replacement{"a", file, " ", "x", false}},
		{"new", "it is the text that stands there", Replacement{"a", file, `"old end"`, `"old end"`, false}},
		{"file", "there is no file hw/nobody.go", Replacement{"a", "hw/nobody.go", "x", "y", false}},
		{"file", "a .go file that is no test was expected", Replacement{"a", "hw/x_test.go", "x", "y", false}},
		{"file", "a path from the project's folder on", Replacement{"a", "hw/../../x.go", "x", "y", false}},
		{"file", "left out of a build without tags (//go:build faults)", Replacement{"a", "hw/shapes/tagged.go", "1", "2", false}},
		{"name", "lower-case letters", Replacement{"A b", file, "x", "y", false}},
	} {
		_, err := New(root, []Replacement{renewed("plain"), c.r})
		var w *Wrong
		require.ErrorAs(t, err, &w, c.sentence)
		require.ErrorContains(t, err, c.sentence)
		require.Equal(t, c.key, w.Key)
		require.Equal(t, 1, w.Index)
	}
	_, err := New(root, []Replacement{renewed("plain"), {"plain", file, `fmt.Sprint("old plain "`, "x", false}})
	require.ErrorContains(t, err, "it overlaps another text of plain")
}

// What is always made is there whatever is chosen, and what is chosen is found in its text. A text may do something every other time.
func TestReplacementsThatAreAlwaysMade(t *testing.T) {
	root, dir, file := project(t), t.TempDir(), "hw/shapes/shapes.go"
	always := Replacement{"always", file, `"old plain "`, `"always plain "`, true}
	p, err := New(root, []Replacement{
		{"plain", file, `"always plain "`, `"new plain "`, false}, always,
		{"odd", file, `"old variadic "`, `map[bool]string{true: "odd ", false: "even "}[sabotage.Alternate()]`, false},
	})
	require.NoError(t, err)
	require.Equal(t, []string{"plain", "odd"}, p.Chosen.Names)
	overlay, err := p.Chosen.Write(root, dir)
	require.NoError(t, err)
	program := filepath.Join(dir, "program")
	_, err = Go(context.Background(), root, overlay, "build", "-o", program, ".")
	require.NoError(t, err)
	require.Contains(t, printed(t, program, ""), "always plain 1")
	require.Contains(t, printed(t, program, "plain"), "new plain 1")
	require.Contains(t, printed(t, program, "odd"), "odd 1 [x y] even 2 []")

	alone, err := New(root, []Replacement{always})
	require.NoError(t, err)
	require.Empty(t, alone.Chosen.Names)
	require.Contains(t, string(alone.Chosen.Text(file)), `"always plain "`)
	for _, c := range []struct{ key, text string }{{"old", "nobody"}, {"new", ") ("}} {
		wrong := always
		if wrong.New = c.text; c.key == "old" {
			wrong.Old = c.text
		}
		_, err := New(root, []Replacement{renewed("constant"), wrong})
		var w *Wrong
		require.ErrorAs(t, err, &w)
		require.Equal(t, c.key, w.Key)
		require.Equal(t, 1, w.Index)
	}
}

// Lines of the source keep their numbers.
func TestLinesKeepTheirNumbers(t *testing.T) {
	p, err := New(project(t), []Replacement{renewed("twice small"), renewed("twice large"), renewed("blank")})
	require.NoError(t, err)
	before, after := strings.Split(shapes, "\n"), strings.Split(string(p.Chosen.Text("hw/shapes/shapes.go")), "\n")
	for i, line := range before {
		if line != "" && !strings.Contains(after[i], alias) {
			require.Equal(t, line, after[i])
		}
	}
	require.Contains(t, after, "//line twice-large@shapes.go:53")
}

// The shipped build has nothing of it: no source of the project imports the package of the choice, which is not there, or names the
// environment variable, but this package and those that start its builds.
func TestShippedBuildHasNoChoice(t *testing.T) {
	root := filepath.Join("..", "..")
	require.False(t, Exists(root))
	out, err := exec.Command("go", "list", "-C", root, "-deps", "./cmd/...").Output()
	require.NoError(t, err)
	require.Contains(t, string(out), "tilemark/hw/blocks/csp\n")
	for _, pkg := range []string{"tilemark/" + Folder, "tilemark/tb/overlay", "tilemark/tb/sabotage"} {
		require.NotContains(t, string(out), pkg+"\n")
	}
}
