package hw_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every block has the shape that docs/blocks.md describes. A package of hw/blocks is a block when a type of it has Tick; those for
// tests import testing.
func TestBlocksHaveOneShape(t *testing.T) {
	folders, err := filepath.Glob("blocks/*")
	require.NoError(t, err)
	clusters, err := filepath.Glob("blocks/gpc/*")
	require.NoError(t, err)
	folders = append(folders, clusters...)
	blocks := 0
	for _, dir := range folders {
		p := readPackage(t, dir)
		if !slices.Contains(p.names(), "Tick") || p.imports["testing"] {
			continue
		}
		blocks++
		require.Empty(t, shapeErrors(p), dir)
	}
	require.Greater(t, blocks, 15)
}

// What is not as it should be is found.
func TestBlocksOfAnotherShapeAreFound(t *testing.T) {
	p := readPackage(t, "blocks/template")
	require.Empty(t, shapeErrors(p))
	for _, c := range []struct{ file, old, text, want string }{
		{"template.go", "type Config struct", "type Parameters struct", "template.go has no type Config"},
		{"template.go", "func New(name string, cfg Config)", "func New(name string, cfg Config, id uint8)", "template.go has no func New(name string, cfg Config)"},
		{"template.go", "func New(name string, cfg Config)", "func New(cfg Config, name string)", "template.go has no func New(name string, cfg Config)"},
		{"template.go", ") Line() string", ") Text() string", "template.go has no Line of *Block"},
		{"signals.go", ") Signals(", ") Waves(", "signals.go has no Signals of *Block"},
	} {
		text, err := os.ReadFile(filepath.Join("blocks/template", c.file))
		require.NoError(t, err)
		require.Contains(t, string(text), c.old)
		p := readPackage(t, "blocks/template")
		p.add(t, c.file, strings.Replace(string(text), c.old, c.text, 1))
		require.Equal(t, []string{c.want}, shapeErrors(p), c)
	}
}

// blockPackage is what a package declares, by file: types and functions as "Name", methods as "Name of *Receiver".
type blockPackage struct {
	name    string
	files   map[string][]string
	imports map[string]bool
}

func readPackage(t *testing.T, dir string) *blockPackage {
	p := &blockPackage{name: filepath.Base(dir), files: map[string][]string{}, imports: map[string]bool{}}
	files, err := filepath.Glob(dir + "/*.go")
	require.NoError(t, err)
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		p.add(t, filepath.Base(path), string(text))
	}
	return p
}

func (p *blockPackage) add(t *testing.T, name, text string) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
	require.NoError(t, err)
	p.files[name] = nil
	for _, i := range f.Imports {
		path, err := strconv.Unquote(i.Path.Value)
		require.NoError(t, err)
		p.imports[path] = true
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.files[name] = append(p.files[name], function(d))
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok {
					p.files[name] = append(p.files[name], "type "+s.Name.Name)
				}
			}
		}
	}
}

// function is "func New(name string, cfg Config)", with what comes in only, or "Tick of *Block".
func function(d *ast.FuncDecl) string {
	if d.Recv != nil {
		return d.Name.Name + " of " + typeText(d.Recv.List[0].Type)
	}
	var in []string
	for _, f := range d.Type.Params.List {
		for _, n := range f.Names {
			name := n.Name
			if name == "_" { // a block without parameters
				name = "cfg"
			}
			in = append(in, name+" "+typeText(f.Type))
		}
	}
	return fmt.Sprintf("func %s(%s)", d.Name.Name, strings.Join(in, ", "))
}

func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	}
	return "?"
}

// names are those of all methods.
func (p *blockPackage) names() (list []string) {
	for _, all := range p.files {
		for _, d := range all {
			if name, _, method := strings.Cut(d, " of "); method {
				list = append(list, name)
			}
		}
	}
	return list
}

// shapeErrors lists what a block lacks.
func shapeErrors(p *blockPackage) (wrong []string) {
	main := p.name + ".go"
	has := func(file, want string) {
		if !slices.Contains(p.files[file], want) {
			wrong = append(wrong, file+" has no "+want)
		}
	}
	block := ""
	for _, d := range p.files[main] {
		if of, ok := strings.CutPrefix(d, "Tick of "); ok {
			block = of
		}
	}
	if block == "" {
		return []string{main + " has no Tick"}
	}
	for _, want := range []string{
		"type Config", "type Ports", "type State", "func New(name string, cfg Config)", "Parts of " + block, "Line of " + block,
	} {
		has(main, want)
	}
	has("signals.go", "Signals of "+block)
	return wrong
}
