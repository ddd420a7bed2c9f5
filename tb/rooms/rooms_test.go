package rooms

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	root   = "../.."
	module = "tilemark"
)

// room is a folder with all below it, down to rooms of their own.
type room struct {
	name  string
	may   []string // folders of the project that it may import, with all below them; one that begins with "=" without
	tests []string // and those that its tests may import besides
	why   string
}

// rooms are the rules. A package belongs to the room with the longest name that it is in, and may import all of that room.
var rooms = []room{
	{"text", nil, []string{"vectors"}, "texts, numbers, names, files: for all, so it knows nothing of ours"},
	{"vectors", nil, nil, "inputs of runs and tests, as data"},
	{"examples", nil, nil, "scenes for readers, as data"},
	{"oracle", nil, nil, "exact arithmetic, a judge of hw and golden, so it knows neither"},

	{"hw/regs", nil, []string{"regmap/table"}, "registers, commands and structures in memory: numbers that both sides have, below all else"},
	{"hw/isa", []string{"hw/format", "text"}, nil, "instructions: numbers that both sides have; its assembler writes floats as hw/format has them"},
	{"hw", []string{"text"}, []string{"golden/packing", "oracle", "tb", "vectors"}, "the machine: it knows nothing of the reference model, the compiler, the testbench and the register-table tool; tests run it with scenes and sessions of tb"},

	{"golden", []string{"=hw/regs", "=hw/isa"}, []string{"hw/isa", "oracle", "compiler/front", "tb/kernels"}, "the reference model: of the machine it has the numbers of registers and instructions and no code; tests assemble and compile programs for it"},
	{"compiler", []string{"hw/isa", "hw/alu", "text"}, []string{"vectors"}, "shaders to kernels: of the machine it knows instructions, and the arithmetic that folds constants; neither blocks nor tb nor golden"},
	{"regmap", []string{"text"}, []string{"hw/regs", "hw/isa", "vectors"}, "the register-table tool, for tables of any machine; tests read the tables of this one"},

	{"tb", []string{"hw", "golden", "compiler", "regmap", "text", "vectors", "examples"}, nil, "the testbench, which joins all; cmd alone is above it"},
	{"cmd", []string{""}, nil, "the program, over everything"},
}

// source is a file of Go.
type source struct {
	folder  string // from the root, with slashes
	file    string // its name
	test    bool
	made    bool // generated
	clause  int  // line of its package clause
	lines   int
	doc     string // the package comment, if this file has one
	imports []use
}

// use is an import of one of our packages.
type use struct {
	folder string
	line   int
}

// sources reads all files of Go of the project. Folders whose names begin with "_" or "." are no packages.
func sources(t *testing.T) (list []source) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		base := filepath.Base(name)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".") || base == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(base, ".go"):
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		s, err := read(name, filepath.ToSlash(rel))
		list = append(list, s)
		return err
	}))
	require.NotEmpty(t, list)
	return list
}

// read reads a file; name is where it is, rel its path from the root.
func read(name, rel string) (s source, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, rel, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return s, err
	}
	s = source{folder: path.Dir(rel), file: path.Base(rel), test: strings.HasSuffix(rel, "_test.go"), made: ast.IsGenerated(file), clause: set.Position(file.Package).Line, lines: bytes.Count(text, []byte("\n")), doc: file.Doc.Text()}
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return s, err
		}
		if folder, ok := strings.CutPrefix(p, module+"/"); ok {
			s.imports = append(s.imports, use{folder, set.Position(i.Pos()).Line})
		}
	}
	return s, nil
}

// in tells whether a folder is another one or below it; "" is the root.
func in(folder, of string) bool {
	return of == "" || folder == of || strings.HasPrefix(folder, of+"/")
}

// roomOf is the room of a folder; nil: it has none.
func roomOf(folder string) (found *room) {
	for i := range rooms {
		if r := &rooms[i]; in(folder, r.name) && (found == nil || len(r.name) > len(found.name)) {
			found = r
		}
	}
	return found
}

// allows tells whether a list of folders has one.
func allows(list []string, folder string) bool {
	return slices.ContainsFunc(list, func(of string) bool {
		if exact, ok := strings.CutPrefix(of, "="); ok {
			return folder == exact
		}
		return in(folder, of)
	})
}

// wrongImports says which imports the table of rooms does not allow.
func wrongImports(list []source) (wrong []string) {
	for _, s := range list {
		r := roomOf(s.folder)
		if r == nil {
			wrong = append(wrong, fmt.Sprintf("%s/%s:%d: the folder is in no room; put it into one, or a row into the table of rooms, with its reason (tb/rooms/rooms_test.go)", s.folder, s.file, s.clause))
			continue
		}
		may := r.may
		if s.test {
			may = append(slices.Clone(r.may), r.tests...)
		}
		for _, u := range s.imports {
			if !in(u.folder, r.name) && !allows(may, u.folder) {
				what := cmp.Or(strings.Join(may, ", "), "nothing")
				wrong = append(wrong, fmt.Sprintf("%s/%s:%d: imports %s; of other rooms %s may import %s (%s). Move what is shared to a room that both may import, such as text, or the code to where it may",
					s.folder, s.file, u.line, u.folder, r.name, what, r.why))
			}
		}
	}
	return wrong
}

// none wants no message.
func none(t *testing.T, list []string) {
	t.Helper()
	for _, text := range list {
		t.Error(text)
	}
}

// Each import is one that the table of rooms allows.
func TestImportsStayInTheirRooms(t *testing.T) { none(t, wrongImports(sources(t))) }

// A rule of the table that no import needs is taken out.
func TestEachRuleIsNeeded(t *testing.T) {
	list := sources(t)
	for i := range rooms {
		r := &rooms[i]
		used := func(of string, tests bool) bool {
			return slices.ContainsFunc(list, func(s source) bool {
				return roomOf(s.folder) == r && (tests || !s.test) && slices.ContainsFunc(s.imports, func(u use) bool { return allows([]string{of}, u.folder) })
			})
		}
		for _, of := range r.may {
			require.True(t, used(of, false), "%s may import %s, and no file does: take that out of the table", r.name, of)
		}
		for _, of := range r.tests {
			require.True(t, used(of, true), "tests of %s may import %s, and none does: take that out of the table", r.name, of)
		}
	}
}

// node is the folder of two levels that a folder belongs to: tb/cosim with all below it is one.
func node(folder string) string {
	parts := strings.SplitN(folder, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// circles says which folders of two levels import each other, an import a line.
func circles(list []source) (found []string) {
	to := map[string]map[string]string{} // node, node that it imports: where
	for _, s := range list {
		if s.test {
			continue
		}
		from := node(s.folder)
		if to[from] == nil {
			to[from] = map[string]string{}
		}
		for _, u := range s.imports {
			if n := node(u.folder); n != from {
				to[from][n] = fmt.Sprintf("%s/%s:%d imports %s", s.folder, s.file, u.line, u.folder)
			}
		}
	}
	done := map[string]bool{}
	var way []string
	var walk func(n string)
	walk = func(n string) {
		if at := slices.Index(way, n); at >= 0 {
			var steps []string
			for i, from := range way[at:] {
				next := n
				if at+i+1 < len(way) {
					next = way[at+i+1]
				}
				steps = append(steps, to[from][next])
			}
			found = append(found, fmt.Sprintf("%s import each other in a circle; move what both need below them, or one of the importing packages above:\n%s", strings.Join(way[at:], ", "), strings.Join(steps, "\n")))
			return
		}
		if done[n] {
			return
		}
		way = append(way, n)
		for _, next := range slices.Sorted(maps.Keys(to[n])) {
			walk(next)
		}
		way = way[:len(way)-1]
		done[n] = true
	}
	for _, n := range slices.Sorted(maps.Keys(to)) {
		walk(n)
	}
	return found
}

// Folders of two levels import each other in no circle. Tests are left out: those of a package may import what imports it, as a test of
// hw runs scenes of tb.
func TestFoldersJoinInNoCircle(t *testing.T) { none(t, circles(sources(t))) }

// A package of more lines says why in its comment, in a sentence that begins with these words.
const (
	mostLines = 2500
	because   = "It is large because"
)

// sizes says which packages are large and do not say why, or say why and are not.
func sizes(list []source) (wrong []string) {
	type pack struct {
		lines int
		place string // of the comment
		doc   string
	}
	packs := map[string]*pack{}
	for _, s := range list {
		if s.test || s.made {
			continue
		}
		p := packs[s.folder]
		if p == nil {
			p = &pack{}
			packs[s.folder] = p
		}
		p.lines += s.lines
		if s.doc != "" || p.place == "" {
			p.place = fmt.Sprintf("%s/%s:%d", s.folder, s.file, s.clause)
		}
		p.doc += s.doc
	}
	for _, f := range slices.Sorted(maps.Keys(packs)) {
		p := packs[f]
		says := strings.Contains(strings.Join(strings.Fields(p.doc), " "), because)
		switch {
		case p.lines > mostLines && !says:
			wrong = append(wrong, fmt.Sprintf("%s: the package has %d lines; at most %d were expected. Split it where few names cross, or say in the package comment why it is one thing: %q", p.place, p.lines, mostLines, because+" ..."))
		case p.lines <= mostLines && says:
			wrong = append(wrong, fmt.Sprintf("%s: the package has %d lines, which is not large (more than %d); take the sentence %q out of its comment", p.place, p.lines, mostLines, because+" ..."))
		}
	}
	return wrong
}

// A package has no more than 2,500 lines, without tests and generated files, or its comment says why; one that says why is large.
func TestLargePackagesSayWhy(t *testing.T) { none(t, sizes(sources(t))) }

// The tests above notice what they are for, and say where it stands.
func TestWrongShapesAreNoticed(t *testing.T) {
	imports := func(folder, file string, of ...string) source {
		s := source{folder: folder, file: file, test: strings.HasSuffix(file, "_test.go"), clause: 3, lines: 100}
		for i, f := range of {
			s.imports = append(s.imports, use{f, 6 + i})
		}
		return s
	}
	for _, s := range []source{
		imports("hw/blocks/tg", "a.go", "golden"), imports("hw", "a.go", "tb/scene"), imports("golden/exec", "a.go", "hw/isa/asm"), imports("compiler/gen", "a.go", "hw/blocks/tg"),
		imports("regmap/gen", "a.go", "tb/picture"), imports("text/near", "a.go", "vectors"), imports("tb/runs", "a_test.go", "cmd/tilemark"), imports("hw/regs", "a.go", "text/near"),
	} {
		wrong := wrongImports([]source{s})
		require.Len(t, wrong, 1, s.folder)
		require.Contains(t, wrong[0], s.folder+"/"+s.file+":6: imports "+s.imports[0].folder+"; ")
	}
	require.Contains(t, wrongImports([]source{imports("more", "a.go")})[0], "more/a.go:3: the folder is in no room")
	require.Empty(t, wrongImports([]source{imports("hw", "a_test.go", "tb/scene"), imports("golden", "a.go", "hw/isa", "golden/exec"), imports("cmd/tilemark", "a.go", "tb/runs")}))

	found := circles([]source{imports("tb/a/b", "x.go", "tb/c"), imports("tb/c", "y.go", "tb/d"), imports("tb/d/e", "z.go", "text/near", "tb/a"), imports("tb/c", "y_test.go", "tb/a")})
	require.Len(t, found, 1)
	require.Contains(t, found[0], "tb/a, tb/c, tb/d import each other")
	require.Contains(t, found[0], "tb/a/b/x.go:6 imports tb/c\ntb/c/y.go:6 imports tb/d\ntb/d/e/z.go:7 imports tb/a")

	large := source{folder: "tb/a", file: "a.go", clause: 4, lines: mostLines + 1, doc: "Package a is a.\n"}
	require.Contains(t, sizes([]source{large})[0], "tb/a/a.go:4: the package has 2501 lines; at most 2500 were expected")
	large.doc += "It is large\nbecause it is.\n"
	require.Empty(t, sizes([]source{large}))
	large.lines--
	require.Contains(t, sizes([]source{large})[0], "which is not large")
	large.made = true
	require.Empty(t, sizes([]source{large}))
}
