// Package overlay makes builds of the project in which pieces of its source are replaced by other text, without a change of the
// project's files (`go build -overlay`).
//
// Replacements inside of functions share one build: the function that has the text begins with a choice at run time, and goes on
// in a copy of itself that has the other text. The environment variable Variable names the replacement that a program has; without
// it, all functions are as they are in the source. A program can also choose by itself: the package of the choice has Choose. Replacements
// outside of functions, of a constant or a table, have a build each. Those that are Always made are in the source before all of that.
package overlay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tilemark/text/output"
)

// Variable is the environment variable that names the replacement that a program has.
const Variable = "TILEMARK_SABOTAGE"

// Folder is where the package of the choice is, in the overlay only. Its import path ends with it.
const Folder = "hw/sabotage"

// Replacement is a piece of text that another one stands for. Those of one name in a list are made together.
type Replacement struct {
	Name string // lower-case letters, digits and dashes
	File string // from the project's folder on, with slashes
	Old  string // the text that stands there, exactly once
	New  string // the text that takes its place

	Always bool // it is not chosen: the build with the choice always has it, and the others are made in its text
}

// validName is what names of replacements look like: they become parts of file names and messages.
var validName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// ValidName tells whether a replacement may be called so.
func ValidName(name string) bool { return validName.MatchString(name) }

// Plan is what a list of replacements is built as.
type Plan struct {
	Chosen *Build            // has all replacements inside of functions, and those that are always made; nil when there are none
	Alone  []*Build          // each has one of the others
	Broken map[string]string // replacements that are no Go, by name: the compiler's sentence
}

// Build is a build of the project with replacements.
type Build struct {
	Names []string          // of its replacements, in the order of their numbers, which count from 1; one in builds of Plan.Alone
	files map[string][]byte // by path from the project's folder on
}

// Chooses tells whether the build has a choice at run time.
func (b *Build) Chooses() bool { return b.files[choiceFile] != nil }

// Add has the build contain one more file, such as one that hands the choice to a program.
func (b *Build) Add(file string, text []byte) { b.files[file] = text }

// Files lists the files that the build replaces or adds, in order.
func (b *Build) Files() (list []string) {
	for file := range b.files {
		list = append(list, file)
	}
	slices.Sort(list)
	return list
}

// Text is a file of the build; nil when it is none that it replaces or adds.
func (b *Build) Text(file string) []byte { return b.files[file] }

// Write writes the build's files into a folder, and beside them overlay.json, whose path it returns: what -overlay wants. root is
// the project's folder.
func (b *Build) Write(root, folder string) (string, error) {
	var err error
	if root, err = filepath.Abs(root); err != nil {
		return "", err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, file := range b.Files() {
		to := filepath.Join(folder, strings.ReplaceAll(file, "/", "__")+".txt") // no package of the project, wherever the folder is
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return "", err
		}
		if err := output.WriteBytes(to, b.files[file]); err != nil {
			return "", err
		}
		replace[filepath.Join(root, filepath.FromSlash(file))] = to
	}
	text, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
	if err != nil {
		return "", err
	}
	to := filepath.Join(folder, "overlay.json")
	return to, output.WriteBytes(to, append(text, '\n'))
}

// Wrong is a replacement that cannot be made.
type Wrong struct {
	Index int    // of the replacement
	Key   string // name, file, old or new
	Err   error
}

// Error says what is wrong and what was expected.
func (w *Wrong) Error() string { return w.Err.Error() }

// Unwrap returns the cause.
func (w *Wrong) Unwrap() error { return w.Err }

// New plans the builds of a list of replacements in the project at a folder. A text that is not there exactly once, or a file that is
// no source, is an error, a *Wrong. A replacement that is no Go is none: Plan.Broken has it.
func New(root string, list []Replacement) (*Plan, error) {
	module, err := modulePath(root)
	if err != nil {
		return nil, err
	}
	g := &generator{root: root, module: module, sources: map[string]*source{}}
	if err := g.always(list); err != nil {
		return nil, err
	}
	var found []*piece
	for i := range list {
		if list[i].Always {
			continue
		}
		piece, err := g.find(i, &list[i])
		if err != nil {
			return nil, err
		}
		found = append(found, piece)
	}
	p := &Plan{Broken: map[string]string{}}
	for _, group := range byName(found) {
		if err := g.place(group, p); err != nil {
			return nil, err
		}
	}
	p.Chosen = g.chosen()
	return p, nil
}

// piece is a replacement whose text has been found.
type piece struct {
	*Replacement
	index  int // in the list
	src    *source
	fn     *ast.FuncDecl // nil: it is not inside of one
	change insertion
}

// byName groups pieces, in the order of the first of each name, each group by files and places.
func byName(list []*piece) (groups [][]*piece) {
	at := map[string]int{}
	for _, p := range list {
		i, known := at[p.Name]
		if !known {
			i = len(groups)
			at[p.Name] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], p)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b *piece) int {
			return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.change.at, b.change.at))
		})
	}
	return groups
}

// modulePath reads the name of the project's module.
//
//fuzz:none it reads go.mod of this project
func modulePath(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, is := strings.CutPrefix(line, "module "); is {
			return strings.TrimSpace(name), nil
		}
	}
	return "", fmt.Errorf("%s has no line that begins with %q", filepath.Join(root, "go.mod"), "module ")
}

// generator makes the files of the build with the choice.
type generator struct {
	root, module string
	sources      map[string]*source // by file
	files        []string           // of them, in the order in which they were met
	names        []string           // of the replacements that are chosen at run time
}

// always makes the replacements that are not chosen.
func (g *generator) always(list []Replacement) error {
	for i := range list {
		if !list[i].Always {
			continue
		}
		p, err := g.find(i, &list[i])
		if err != nil {
			return err
		}
		if err := p.src.change(p.change); err != nil {
			return &Wrong{i, "new", err}
		}
	}
	return nil
}

// find finds a replacement's text.
func (g *generator) find(i int, r *Replacement) (*piece, error) {
	if !ValidName(r.Name) {
		return nil, &Wrong{i, "name", fmt.Errorf("%q; lower-case letters, digits, and dashes between them were expected", r.Name)}
	}
	src, err := g.source(r.File)
	if err != nil {
		return nil, &Wrong{i, "file", err}
	}
	at, err := once(src.text, r.Old)
	if err != nil {
		return nil, &Wrong{i, "old", fmt.Errorf("%s: %w", r.File, err)}
	}
	if r.Old == r.New {
		return nil, &Wrong{i, "new", errors.New("it is the text that stands there; another one was expected")}
	}
	before, after := common(r.Old, r.New)
	change := insertion{at + before, at + len(r.Old) - after, r.New[before : len(r.New)-after]}
	return &piece{r, i, src, src.enclosing(change.at, change.end), change}, nil
}

// place decides how the pieces of one name are built.
func (g *generator) place(group []*piece, p *Plan) error {
	name := group[0].Name
	for i := range len(group) - 1 {
		if a, b := group[i], group[i+1]; a.src == b.src && b.change.at < a.change.end {
			return &Wrong{max(a.index, b.index), "old", fmt.Errorf("%s: it overlaps another text of %s; texts apart were expected", b.File, name)}
		}
	}
	if slices.ContainsFunc(group, func(one *piece) bool { return one.fn == nil }) {
		g.alone(group, p)
		return nil
	}
	number := len(g.names) + 1
	var copies []func()
	for len(group) > 0 {
		n := 1
		for n < len(group) && group[n].fn == group[0].fn {
			n++
		}
		c := group[0].src.copyWith(group[0].fn, number, name, changes(group[:n]))
		if sentence := c.syntax(group[0].src); sentence != "" {
			p.Broken[name] = sentence
			return nil
		}
		src := group[0].src
		copies = append(copies, func() { src.copies = append(src.copies, c) })
		group = group[n:]
	}
	for _, keep := range copies { // all of them, or none
		keep()
	}
	g.names = append(g.names, name)
	return nil
}

func changes(group []*piece) (list []insertion) {
	for _, p := range group {
		list = append(list, p.change)
	}
	return list
}

// alone makes a build that always has the pieces of one name.
func (g *generator) alone(group []*piece, p *Plan) {
	b := &Build{Names: []string{group[0].Name}, files: map[string][]byte{}}
	for len(group) > 0 {
		n := 1
		for n < len(group) && group[n].src == group[0].src {
			n++
		}
		src := group[0].src
		text := insert(src.text, 0, len(src.text), changes(group[:n]))
		if sentence := syntax(src.file, text); sentence != "" {
			p.Broken[b.Names[0]] = sentence
			return
		}
		b.files[src.file] = text
		group = group[n:]
	}
	p.Alone = append(p.Alone, b)
}

// source reads a file, once.
func (g *generator) source(file string) (*source, error) {
	if src := g.sources[file]; src != nil {
		return src, nil
	}
	if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
		return nil, fmt.Errorf("%s is no source of the machine; a .go file that is no test was expected", file)
	}
	if !filepath.IsLocal(filepath.FromSlash(file)) || path.Clean(file) != file {
		return nil, fmt.Errorf("%q; a path from the project's folder on, with slashes, was expected", file)
	}
	src, err := parseSource(g.root, file)
	if err != nil {
		return nil, err
	}
	g.sources[file] = src
	g.files = append(g.files, file)
	return src, nil
}

// chosen is the build of all replacements inside of functions.
func (g *generator) chosen() *Build {
	b := &Build{Names: g.names, files: map[string][]byte{}}
	for _, file := range g.files {
		switch src := g.sources[file]; {
		case len(src.copies) > 0:
			b.files[file] = src.generate(g.module + "/" + Folder)
		case src.changed:
			b.files[file] = src.text
		}
	}
	if len(b.files) == 0 {
		return nil
	}
	b.files[choiceFile] = choicePackage(g.names)
	return b
}

// once finds a text that must be there exactly once.
func once(text []byte, old string) (int, error) {
	if strings.TrimSpace(old) == "" {
		return 0, fmt.Errorf("it is empty; a text of the file was expected")
	}
	at := bytes.Index(text, []byte(old))
	if at < 0 {
		if line := loosely(text, old); line > 0 {
			return 0, fmt.Errorf("the text is not there; with other white space it is in line %d, exactly the same was expected", line)
		}
		return 0, fmt.Errorf("the text is not there; it was expected exactly once")
	}
	if n := bytes.Count(text, []byte(old)); n > 1 {
		return 0, fmt.Errorf("the text is there %d times, first in line %d; exactly once was expected, with more of what is around it", n, lineOf(text, at))
	}
	if next := bytes.Index(text[at+1:], []byte(old)); next >= 0 { // it overlaps itself
		return 0, fmt.Errorf("the text is there more than once, first in line %d; exactly once was expected, with more of what is around it", lineOf(text, at))
	}
	return at, nil
}

// common are the lengths of what two texts begin and end with alike.
func common(a, b string) (before, after int) {
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	for after < min(len(a), len(b))-before && a[len(a)-1-after] == b[len(b)-1-after] {
		after++
	}
	return before, after
}

// loosely is the line of a text when white space does not count; 0 when it is not there.
func loosely(text []byte, old string) int {
	words := strings.Fields(old)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	at := regexp.MustCompile(strings.Join(words, `\s+`)).FindIndex(text)
	if at == nil {
		return 0
	}
	return lineOf(text, at[0])
}

func lineOf(text []byte, at int) int { return 1 + bytes.Count(text[:at], []byte("\n")) }

// Exists tells whether the project has files where the overlay adds the package of the choice: then it would hide them.
func Exists(root string) bool {
	_, err := fs.Stat(os.DirFS(root), Folder)
	return err == nil
}
