package overlay

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/build/constraint"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file of the project whose functions get copies.
type source struct {
	file    string // from the project's folder on
	text    []byte
	changed bool // the text is not the file's
	set     *token.FileSet
	tree    *ast.File
	copies  []*copied
}

// copied is a copy of a function that has another text.
type copied struct {
	fn     *ast.FuncDecl
	number int    // of the replacement, from 1
	name   string // of the replacement
	text   []byte // of the copy
}

// parseSource reads a file of the project.
//
//fuzz:none it reads sources of this project, with the parser of Go
func parseSource(root, file string) (*source, error) {
	full := filepath.Join(root, filepath.FromSlash(file))
	text, err := os.ReadFile(full)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no file %s; a path from the project's folder on was expected", file)
	}
	if err != nil {
		return nil, err
	}
	if built, err := build.Default.MatchFile(filepath.Split(full)); err == nil && !built {
		return nil, fmt.Errorf("%s is left out of a build without tags%s; a file that is in it was expected", file, constraintOf(text))
	}
	s := &source{file: file, text: text}
	return s, s.parse()
}

func (s *source) parse() (err error) {
	s.set = token.NewFileSet()
	s.tree, err = parser.ParseFile(s.set, s.file, s.text, parser.ParseComments|parser.SkipObjectResolution)
	return err
}

// change has the text be another one before functions get copies.
func (s *source) change(i insertion) error {
	s.text, s.changed = insert(s.text, 0, len(s.text), []insertion{i}), true
	return s.parse()
}

// constraintOf is the line that says when a file is built; "" when it is its name that does.
func constraintOf(text []byte) string {
	for line := range bytes.Lines(text) {
		if constraint.IsGoBuild(string(line)) {
			return " (" + strings.TrimSpace(string(line)) + ")"
		}
	}
	return ""
}

func (s *source) offset(p token.Pos) int { return s.set.Position(p).Offset }

// enclosing is the function whose body has a piece of the text; nil when none has all of it, or none that a copy can stand for.
func (s *source) enclosing(from, to int) *ast.FuncDecl {
	for _, d := range s.tree.Decls {
		fn, is := d.(*ast.FuncDecl)
		if !is || fn.Body == nil || s.offset(fn.Body.Lbrace)+1 > from || s.offset(fn.Body.Rbrace) < to {
			continue
		}
		if asksForCaller(fn.Body) || blankTypes(fn.Type.TypeParams) {
			return nil
		}
		return fn
	}
	return nil
}

// asksForCaller tells whether a body calls recover itself, which means something in a function that is deferred only, not in one that
// this calls. What closures do does not matter: they are copied whole.
func asksForCaller(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			if name, is := n.Fun.(*ast.Ident); is && name.Name == "recover" {
				found = true
			}
		}
		return true
	})
	return found
}

// blankTypes tells whether a type parameter has no name, so that it cannot be passed on.
func blankTypes(list *ast.FieldList) bool {
	if list == nil {
		return false
	}
	for _, f := range list.List {
		for _, name := range f.Names {
			if name.Name == "_" {
				return true
			}
		}
	}
	return false
}

// copyName is the name of a function's copy.
func copyName(fn *ast.FuncDecl, number int) string {
	return fmt.Sprintf("sabotaged%d_%s", number, fn.Name.Name)
}

// copyWith makes the copy of a function that has other texts, in the order of their places.
func (s *source) copyWith(fn *ast.FuncDecl, number int, name string, changes []insertion) *copied {
	at := s.offset(fn.Name.Pos())
	renamed := insertion{at, at + len(fn.Name.Name), copyName(fn, number)}
	text := insert(s.text, s.offset(fn.Pos()), s.offset(fn.End()), append([]insertion{renamed}, changes...))
	return &copied{fn, number, name, text}
}

// insert is a piece of a text with other texts in it, in the order of their places.
func insert(text []byte, from, to int, list []insertion) []byte {
	var b bytes.Buffer
	for _, i := range list {
		b.Write(text[from:i.at])
		b.WriteString(i.text)
		from = i.end
	}
	b.Write(text[from:to])
	return b.Bytes()
}

// syntax is what is wrong with a copy as Go; "" when nothing is.
func (c *copied) syntax(s *source) string {
	text := fmt.Appendf(nil, "package p; \n%s%s\n", s.directive(c.fn, ""), c.text)
	tree, err := parser.ParseFile(token.NewFileSet(), s.file, text, parser.AllErrors|parser.SkipObjectResolution)
	if err == nil && len(tree.Decls) == 1 {
		return ""
	}
	if err == nil {
		return fmt.Sprintf("%s:%d: the text ends the function %s and begins another declaration", s.file, s.set.Position(c.fn.Pos()).Line, c.fn.Name.Name)
	}
	return first(err)
}

// syntax is what is wrong with a whole file; "" when nothing is.
func syntax(file string, text []byte) string {
	if _, err := parser.ParseFile(token.NewFileSet(), file, text, parser.AllErrors|parser.SkipObjectResolution); err != nil {
		return first(err)
	}
	return ""
}

// first is the first of a parser's sentences.
func first(err error) string {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return list[0].Error()
	}
	return err.Error()
}

// between stands between a replacement's name and its file's in the compiler's messages and in stacks.
const between = "@"

// directive has what follows be lines of the source, under the replacement's name.
func (s *source) directive(fn *ast.FuncDecl, name string) string {
	if name != "" {
		name += between
	}
	return fmt.Sprintf("//line %s%s:%d\n", name, path.Base(s.file), s.set.Position(fn.Pos()).Line)
}

// insertion is text that is put into a file in place of some of it.
type insertion struct {
	at, end int
	text    string
}

// alias is what files call the package of the choice: nothing else is. Texts of replacements may call it, too.
const alias = "sabotage"

// generate makes the file: each function that has copies begins with choices, and the copies stand at the end, so that all lines of the
// source keep their numbers.
func (s *source) generate(choice string) []byte {
	end := s.offset(s.tree.Name.End())
	list := []insertion{{end, end, fmt.Sprintf("; import %s %q", alias, choice)}}
	for _, d := range s.tree.Decls {
		if fn, is := d.(*ast.FuncDecl); is {
			list = append(list, s.choices(fn)...)
		}
	}
	text := insert(s.text, 0, len(s.text), list)
	for _, c := range s.copies {
		text = slices.Concat(text, []byte("\n"+s.directive(c.fn, c.name)), c.text, []byte("\n"))
	}
	return text
}

// choices are what a function begins with, and names for what it leaves unnamed; none when it has no copy.
func (s *source) choices(fn *ast.FuncDecl) (list []insertion) {
	var calls strings.Builder
	var args []string
	receiver := ""
	for _, c := range s.copies {
		if c.fn != fn {
			continue
		}
		if list == nil { // the names are the same for all copies
			list, receiver, args = s.named(fn)
		}
		call := receiver + copyName(fn, c.number) + typeArguments(fn.Type.TypeParams) + "(" + strings.Join(args, ", ") + ")"
		if fn.Type.Results == nil || len(fn.Type.Results.List) == 0 {
			call += "; return"
		} else {
			call = "return " + call
		}
		fmt.Fprintf(&calls, " if %s.Is(%d) { %s };", alias, c.number, call)
	}
	if calls.Len() == 0 {
		return nil
	}
	at := s.offset(fn.Body.Lbrace) + 1
	return append(list, insertion{at, at, calls.String()})
}

// named gives names to a function's receiver and parameters where they have none. It returns the receiver, with a dot, and the
// arguments that pass the parameters on.
func (s *source) named(fn *ast.FuncDecl) (list []insertion, receiver string, args []string) {
	n := 0
	name := func(f *ast.Field) (names []string) {
		if len(f.Names) == 0 {
			n++
			at := s.offset(f.Type.Pos())
			list = append(list, insertion{at, at, fmt.Sprintf("sabotageArgument%d ", n)})
			return []string{fmt.Sprintf("sabotageArgument%d", n)}
		}
		for _, id := range f.Names {
			names = append(names, id.Name)
			if id.Name == "_" {
				n++
				at := s.offset(id.Pos())
				names[len(names)-1] = fmt.Sprintf("sabotageArgument%d", n)
				list = append(list, insertion{at, at + 1, names[len(names)-1]})
			}
		}
		return names
	}
	if fn.Recv != nil {
		receiver = name(fn.Recv.List[0])[0] + "."
	}
	for _, f := range fn.Type.Params.List {
		for _, arg := range name(f) {
			if _, variadic := f.Type.(*ast.Ellipsis); variadic {
				arg += "..."
			}
			args = append(args, arg)
		}
	}
	if list == nil {
		list = []insertion{}
	}
	return list, receiver, args
}

// typeArguments pass a function's type parameters on.
func typeArguments(list *ast.FieldList) string {
	if list == nil {
		return ""
	}
	var names []string
	for _, f := range list.List {
		for _, id := range f.Names {
			names = append(names, id.Name)
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}
