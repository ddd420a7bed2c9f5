// Package operator makes mutants of the machine's source by rule: one operator, constant, condition, statement or argument is changed at
// a time. They are replacements of text, as those that people write (tb/overlay).
package operator

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"tilemark/tb/overlay"
)

// Mutant is a change of the source.
type Mutant struct {
	overlay.Replacement
	Kind string // of the change
	Func string // the function that has it
	What string // the piece of source, and what takes its place
}

// Block is the folder of the mutant's file.
func (m *Mutant) Block() string { return path.Base(path.Dir(m.File)) }

// All lists the mutants of all sources below a folder of the project at root, in order of files and places. Whether one compiles is
// not known.
func All(root, folder string) (list []Mutant, err error) {
	err = filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(rel)
		if built, err := build.Default.MatchFile(filepath.Split(name)); err != nil || !built || LeftOut(file) != "" {
			return err
		}
		more, err := ofFile(name, file)
		list = append(list, more...)
		return err
	})
	return distinct(list), err
}

// ofFile lists the mutants of a file.
//
//fuzz:none it reads sources of this project, with the parser of Go
func ofFile(name, file string) ([]Mutant, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(tree) {
		return nil, err
	}
	f := &finder{set: set, text: text, file: file}
	for _, d := range tree.Decls {
		if fn, is := d.(*ast.FuncDecl); is && fn.Body != nil && !printsText(fn) {
			f.fn = fn.Name.Name
			ast.Inspect(fn.Body, f.visit)
		}
	}
	return f.list, nil
}

// distinct drops mutants of a name that is there already: the same change in the same text.
func distinct(list []Mutant) (out []Mutant) {
	seen := map[string]bool{}
	for _, m := range list {
		if !seen[m.Name] {
			seen[m.Name] = true
			out = append(out, m)
		}
	}
	return out
}

// Sample chooses n mutants, by a seed: of each block its share, and at least one. The order is the one in which they were chosen. What is
// chosen of a text does not depend on other texts.
func Sample(list []Mutant, n int, seed uint64) []Mutant {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(draw(seed, a.Name), draw(seed, b.Name)), strings.Compare(a.Name, b.Name))
	})
	blocks := map[string]int{}
	for i := range list {
		blocks[list[i].Block()]++
	}
	taken := map[string]int{}
	var first, rest []Mutant
	for _, m := range list {
		block := m.Block()
		if taken[block] < max(1, n*blocks[block]/len(list)) {
			taken[block]++
			first = append(first, m)
		} else {
			rest = append(rest, m)
		}
	}
	all := append(first, rest...)
	return all[:min(n, len(all))]
}

func draw(seed uint64, name string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%s", seed, name)
	return h.Sum64() * 0x9e3779b97f4a7c15 // the last letters of a name reach the highest bits
}

// finder finds the mutants of a file.
type finder struct {
	set  *token.FileSet
	text []byte
	file string
	fn   string // the function that is looked at
	list []Mutant
}

func (f *finder) at(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) source(n ast.Node) string { return string(f.text[f.at(n.Pos()):f.at(n.End())]) }

// add adds a mutant that has other text from one place to another.
func (f *finder) add(kind string, from, to token.Pos, text string) {
	f.addAround(kind, from, to, text, from, to)
}

// addAround is add; what is shown of it is what stands between two more places.
func (f *finder) addAround(kind string, from, to token.Pos, text string, showFrom, showTo token.Pos) {
	a, b := f.at(from), f.at(to)
	if string(f.text[a:b]) == text {
		return
	}
	start, end := f.unique(a, b)
	m := Mutant{Kind: kind, Func: f.fn}
	m.File = f.file
	m.Old = string(f.text[start:end])
	m.New = string(f.text[start:a]) + text + string(f.text[b:end])
	x, y := f.at(showFrom), f.at(showTo)
	m.What = fmt.Sprintf("`%s` for `%s`", short(string(f.text[x:a])+text+string(f.text[b:y])), short(string(f.text[x:y])))
	if text == "" && x == a && y == b {
		m.What = fmt.Sprintf("no `%s`", short(string(f.text[x:y])))
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", m.File, m.Old, m.New)
	m.Name = strings.Join([]string{m.Block(), plain(f.fn), kind, hex.EncodeToString(h.Sum(nil))}, "-")
	f.list = append(f.list, m)
}

// unique extends a piece of the text by whole lines, above it and below, until it is there once.
func (f *finder) unique(from, to int) (start, end int) {
	above := func(at int) int { return 1 + bytes.LastIndexByte(f.text[:max(0, at)], '\n') }
	below := func(at int) int {
		if i := bytes.IndexByte(f.text[min(at, len(f.text)):], '\n'); i >= 0 {
			return at + i
		}
		return len(f.text)
	}
	start, end = above(from), below(to)
	for bytes.Count(f.text, f.text[start:end]) > 1 {
		if start = above(start - 1); bytes.Count(f.text, f.text[start:end]) > 1 {
			end = below(end + 1)
		}
	}
	return start, end
}

// mostShown is how much of a text is shown.
const mostShown = 100

func short(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "`", "'")
	if len(text) > mostShown {
		return text[:mostShown] + "…"
	}
	return text
}

// plain is a name of Go as a part of a mutant's.
func plain(name string) string {
	return strings.ToLower(strings.Trim(strings.ReplaceAll(name, "_", ""), "-"))
}
