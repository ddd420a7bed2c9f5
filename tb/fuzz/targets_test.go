package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const root = "../.."

// opener is a function that opens a file by its name.
type opener struct {
	folder, name string
	at           token.Position
	directive    string // what stands after //fuzz: in its comment
}

// openings are the functions of the standard library that give a file's content.
var openings = []string{"os.ReadFile", "os.Open", "os.OpenRoot", "os.OpenFile"}

// openers lists the functions of the program that call one of some functions, which are named PACKAGE.Name, and Name in their own package.
func openers(t *testing.T, called []string) (list []opener) {
	t.Helper()
	set := token.NewFileSet()
	for _, top := range []string{"cmd", "golden", "hw", "regmap", "tb", "text"} {
		require.NoError(t, filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			folder, err := filepath.Rel(root, filepath.Dir(path))
			for _, decl := range file.Decls {
				fn, is := decl.(*ast.FuncDecl)
				if is && calls(fn, file.Name.Name, called) {
					list = append(list, opener{filepath.ToSlash(folder), fn.Name.Name, set.Position(fn.Pos()), directiveOf(fn)})
				}
			}
			return err
		}))
	}
	return list
}

// calls tells whether a function names one of some functions.
func calls(fn *ast.FuncDecl, inPackage string, called []string) (found bool) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		name := ""
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, is := n.X.(*ast.Ident); is {
				name = x.Name + "." + n.Sel.Name
			}
			found = found || slices.Contains(called, name)
			return false
		case *ast.CallExpr:
			if x, is := n.Fun.(*ast.Ident); is {
				found = found || slices.Contains(called, inPackage+"."+x.Name)
			}
		}
		return true
	})
	return found
}

func directiveOf(fn *ast.FuncDecl) string {
	if fn.Doc == nil {
		return ""
	}
	for _, c := range fn.Doc.List {
		if rest, is := strings.CutPrefix(c.Text, "//fuzz:"); is {
			return rest
		}
	}
	return ""
}

// Each function that opens a file by its name says in its comment which targets try what can be in it: `//fuzz:FOLDER.FuzzName ...`; or
// `//fuzz:callers`, when that is for those who call it; or `//fuzz:none REASON`. A new place that opens a user's file thus needs a target.
func TestEveryFileThatIsOpenedHasATarget(t *testing.T) {
	targets, err := find(root)
	require.NoError(t, err)
	called := slices.Clone(openings)
	for again := true; again; {
		again = false
		for _, o := range openers(t, called) {
			name := filepath.Base(o.folder) + "." + o.name
			if o.directive == "callers" && !slices.Contains(called, name) {
				called, again = append(called, name), true
			}
		}
	}
	all := openers(t, called)
	require.Greater(t, len(all), 10)
	for _, o := range all {
		words := strings.Fields(o.directive)
		switch {
		case len(words) == 0:
			t.Errorf("%v: %s opens a file; `//fuzz:FOLDER.FuzzName` in its comment, the targets that try what can be in it, was expected", o.at, o.name)
		case words[0] == "none" && len(words) < 3:
			t.Errorf("%v: //fuzz:none; a reason was expected", o.at)
		case words[0] == "none", words[0] == "callers":
		default:
			for _, name := range words {
				if !slices.ContainsFunc(targets, func(t *target) bool { return t.String() == name }) {
					t.Errorf("%v: //fuzz:%s; no target is called that", o.at, name)
				}
			}
		}
	}
}

// The page's table has all targets with what they try, and each that tries less than a thousand inputs in a second says why.
func TestTheTableOfTargetsIsNotStale(t *testing.T) {
	targets, err := find(root)
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs/fuzzing.md"))
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(page), tableBegin)
	require.True(t, found)
	got, _, found := strings.Cut(rest, tableEnd)
	require.True(t, found)
	require.Empty(t, rates(got, targets), "no target is called that; `make fuzz-table` makes the table")
	for _, target := range targets {
		require.False(t, target.rate < fast && target.slow == "", "%s: %s inputs a second; `%sREASON` in the comment of one below %d was expected", target, about(target.rate), slowMark, fast)
	}
	var want bytes.Buffer
	table(&want, targets)
	require.Equal(t, want.String(), got, "`make fuzz-table` makes the table")
}

// Tests run all seeds of all targets: each of them is small.
func TestSeedsAreSmall(t *testing.T) {
	targets, err := find(root)
	require.NoError(t, err)
	for _, target := range targets {
		files, err := filepath.Glob(filepath.Join(root, target.folder, "testdata/fuzz", target.name, "*"))
		require.NoError(t, err)
		for _, file := range files {
			info, err := os.Stat(file)
			require.NoError(t, err)
			require.LessOrEqual(t, info.Size(), int64(20000), "%s: a seed of at most 20000 characters was expected", file)
		}
	}
	folders, err := filepath.Glob(filepath.Join(root, "*/*/testdata/fuzz/*"))
	require.NoError(t, err)
	for _, folder := range folders {
		require.True(t, slices.ContainsFunc(targets, func(t *target) bool { return t.name == filepath.Base(folder) && strings.Contains(folder, t.folder+"/") }), "%s: seeds of no target", folder)
	}
}

func TestProgressIsCountedBehindTheSeeds(t *testing.T) {
	r := progress("fuzz: elapsed: 0s, gathering baseline coverage: 0/3 completed\nfuzz: elapsed: 2s, gathering baseline coverage: 3/3 completed, now fuzzing with 2 workers\n" +
		"fuzz: elapsed: 3s, execs: 100 (33/sec), new interesting: 41 (total: 86)\nfuzz: elapsed: 12s, execs: 5000 (0/sec), new interesting: 41 (total: 86)\nPASS\n")
	require.Equal(t, 500.0, r.rate())
	require.Zero(t, progress("").rate())
}

func TestRatesHaveTwoDigits(t *testing.T) {
	for rate, want := range map[float64]string{0: "0", 9.6: "10", 99: "99", 104: "100", 1234: "1200", 98765: "99000", 99999: "100000"} {
		require.Equal(t, want, about(rate))
	}
}
