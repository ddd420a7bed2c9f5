package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// target is a fuzz target, and what its comment says of it.
type target struct {
	folder string // of its package, with slashes
	name   string
	holds  string // what it tries and what must hold
	slow   string // why it does not try a thousand inputs in a second; "" for those that do
	rate   float64
}

// String names a target as the testplan names tests.
func (t *target) String() string { return t.folder + "." + t.name }

// slowMark begins the sentences of a target's comment that say why it is slow.
const slowMark = "Slow: "

// find lists the targets below a folder, by folder and name.
func find(root string) (list []*target, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "out"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		more, err := targetsOf(path)
		list = append(list, more...)
		return err
	})
	for _, t := range list {
		rel, _ := filepath.Rel(root, t.folder)
		t.folder = filepath.ToSlash(rel)
	}
	slices.SortFunc(list, func(a, b *target) int { return strings.Compare(a.String(), b.String()) })
	return list, err
}

// targetsOf lists those of a file.
func targetsOf(path string) (list []*target, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		fn, is := d.(*ast.FuncDecl)
		if !is || fn.Recv != nil || !strings.HasPrefix(fn.Name.Name, "Fuzz") || len(fn.Type.Params.List) != 1 {
			continue
		}
		t := &target{folder: filepath.Dir(path), name: fn.Name.Name}
		text := strings.Join(strings.Fields(fn.Doc.Text()), " ")
		text, t.slow, _ = strings.Cut(text, slowMark)
		_, t.holds, _ = strings.Cut(strings.TrimSpace(text), ": ")
		if t.holds == "" {
			return nil, fmt.Errorf("%s: %s has no comment; `// %s: what it tries and what must hold.` was expected", path, t.name, t.name)
		}
		list = append(list, t)
	}
	return list, nil
}
