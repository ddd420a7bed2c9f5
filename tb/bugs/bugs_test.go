package bugs

import (
	"bytes"
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/overlay"
)

var root = filepath.Join("..", "..")

// Each text of the tables is in the machine's source exactly once. Whoever changes a line that a bug replaces changes the row, too.
func TestTextsOfAllBugsAreThere(t *testing.T) {
	b, err := Plan(root)
	require.NoError(t, err)
	var names []string
	for _, bug := range List() {
		names = append(names, bug.Name)
	}
	require.Equal(t, names, b.Names)
	require.Greater(t, len(names), 200)
}

// The same holds for the table of clusters, whose rules docs/clusters.md lists.
func TestTextsOfAllBugsOfClustersAreThere(t *testing.T) {
	b, err := PlanClusters(root)
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(root, "docs", "clusters.md"))
	require.NoError(t, err)
	var names []string
	broken := map[string]bool{}
	for _, bug := range Clusters() {
		names = append(names, bug.Name)
		for _, rule := range strings.Fields(bug.Rules) {
			broken[rule] = true
			require.Contains(t, string(page), "\n| "+rule+" |", bug.Name)
		}
	}
	require.Equal(t, names, b.Names)
	require.Greater(t, len(names), 60)
	for _, line := range regexp.MustCompile(`(?m)^\| (G\d+) \|`).FindAllStringSubmatch(string(page), -1) {
		require.True(t, broken[line[1]], "no bug breaks rule %s", line[1])
	}
}

// The same holds for the bugs of readers, which were counted once and are tried again.
func TestTextsOfReadersBugsAreThere(t *testing.T) {
	tables, err := filepath.Glob(filepath.Join(root, "tb", "cluster", "mutants", "tables", "*.yaml"))
	require.NoError(t, err)
	require.NotEmpty(t, tables)
	page, err := os.ReadFile(filepath.Join(root, "docs", "clusters.md"))
	require.NoError(t, err)
	for _, path := range tables {
		list, _, err := PlanFile(root, path)
		require.NoError(t, err)
		require.Len(t, list, 50, path)
		for _, bug := range list {
			for _, rule := range strings.Fields(bug.Rules) {
				require.Contains(t, string(page), "\n| "+rule+" |", bug.Name)
			}
		}
	}
}

// The build with all bugs of clusters compiles, with the tests that are to notice them.
func TestBuildWithAllBugsOfClustersCompiles(t *testing.T) {
	b, err := PlanClusters(root)
	require.NoError(t, err)
	list, err := b.Write(root, t.TempDir())
	require.NoError(t, err)
	_, err = overlay.Go(t.Context(), root, list, "build", "./hw/blocks/gpc/...", "./hw/blocks/mxu", "./hw/eu", "./hw/alu")
	require.NoError(t, err)
}

// The machine with all bugs compiles; the programs and tests that choose one are built by make test.
func TestBuildWithAllBugsCompiles(t *testing.T) {
	b, err := Plan(root)
	require.NoError(t, err)
	list, err := b.Write(root, t.TempDir())
	require.NoError(t, err)
	_, err = overlay.Go(t.Context(), root, list, "build", "-pgo=off", "-tags", "faults", "./hw/...")
	require.NoError(t, err)
}

const right = `bugs:
  - name: first
    block: sg
    rules: P3
    what: SG draws a row too many
    file: hw/blocks/sg/sg.go
    old: b.S.Row >= b.S.EndRow
    new: b.S.Row > b.S.EndRow
`

// An error names the table's file, line and bug.
func TestWhatIsWrongWithATableIsNamed(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"bugs:", "bug:", `tb/bugs/tables/x.yaml:1:1: unknown key "bug"`},
		{"    rules: P3\n", "", "x.yaml:2:5: no rules; name, block, rules, what, file, old and new were expected"},
		{"Row >= b", "Row == b", "x.yaml:7:10: first: hw/blocks/sg/sg.go: the text is not there; it was expected exactly once"},
		{"old: b.S.Row >= b.S.EndRow", "old: b.S.Row", "x.yaml:7:10: first: hw/blocks/sg/sg.go: the text is there "},
		{"file: hw/", "file: golden/", "x.yaml:6:11: first: golden/blocks/sg/sg.go; a file below hw/ was expected"},
		{"new: b.S.Row >", "new: b.S.Row > >", "x.yaml:8:10: first: "},
		{"old: b.S.Row >= b.S.EndRow", "old: package sg", "x.yaml:7:10: first: it is outside of a function"},
		{"bugs:\n", right, "x.yaml:9:11: first: the name is there twice"},
		{"new: b.S.Row > b.S.EndRow\n", "new: b.S.Row > b.S.EndRow\n    also:\n      - {file: hw/connections.go, old: nobody, new: x}\n", "x.yaml:10:40: first: hw/connections.go: the text is not there"},
		{"bugs:\n", "always:\n  - {file: hw/connections.go, old: nobody, new: x}\nbugs:\n", "x.yaml:2:36: always: hw/connections.go: the text is not there"},
	} {
		text := strings.Replace(right, c.old, c.text, 1)
		if strings.HasPrefix(c.old, "old: b") && strings.HasSuffix(c.text, "sg") {
			text = strings.Replace(text, "new: b.S.Row > b.S.EndRow", "new: package sg // x", 1)
		}
		tab, err := parseTable("tb/bugs/tables/x.yaml", []byte(text))
		if err == nil {
			_, err = plan(root, []*table{tab})
		}
		require.ErrorContains(t, err, c.want, text)
	}
}

// A table in a file of its own has the form of the others.
func TestATableOfItsOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.yaml")
	require.NoError(t, os.WriteFile(path, []byte(right), 0o600))
	list, b, err := PlanFile(root, path)
	require.NoError(t, err)
	require.Equal(t, []string{"first"}, b.Names)
	require.Equal(t, "sg", list[0].Block)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(right, "Row >= b", "Row == b", 1)), 0o600))
	_, _, err = PlanFile(root, path)
	require.ErrorContains(t, err, "own.yaml:7:10: first: hw/blocks/sg/sg.go: the text is not there")
	require.NoError(t, os.WriteFile(path, []byte(right), 0o600))
	_, _, err = PlanFile(root, path, "hw/blocks/sg/")
	require.NoError(t, err)
	_, _, err = PlanFile(root, path, "compiler/", "hw/isa/nos/")
	require.ErrorContains(t, err, "own.yaml:6:11: first: hw/blocks/sg/sg.go; a file below compiler/ or hw/isa/nos/ was expected")
	_, _, err = PlanFile(root, path+"x")
	require.ErrorIs(t, err, fs.ErrNotExist)
}

func TestBugsAreFoundByName(t *testing.T) {
	b, err := Named("half-line")
	require.NoError(t, err)
	require.Equal(t, "dma", b.Block)
	_, err = Named("tile-id-of")
	require.EqualError(t, err, `unknown bug "tile-id-of"; one of tile-id-off-by-one was expected`)
	_, err = Named("hlaf-line")
	require.ErrorContains(t, err, "half-line")
	_, err = Named("no such bug at all")
	require.ErrorContains(t, err, "tb/bugs/tables lists them")
}

// The machine has no trace of the bugs: no source asks for a choice, is in their build only, or knows this package.
func TestMachineKnowsNoBugs(t *testing.T) {
	n := 0
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "hw"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, word := range []string{overlay.Folder, "go:build faults", "go:build !faults", "tilemark/tb/bugs", "hw/fault"} {
			require.NotContains(t, string(text), word, path)
		}
		n++
		return err
	}))
	require.Greater(t, n, 100)
}

// The program that is shipped has neither a bug's name nor its description.
func TestShippedProgramKnowsNoBugs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "tilemark")
	text, err := exec.Command("go", "build", "-o", out, "tilemark/cmd/tilemark").CombinedOutput()
	require.NoError(t, err, "%s", text)
	parts := parts(t, out)
	has := func(word string) bool {
		for _, p := range parts {
			if bytes.Contains(p, []byte(word)) {
				return true
			}
		}
		return false
	}
	require.True(t, has("GPU.TSU"), "the names of blocks are not found either: the test shows nothing")
	for _, b := range List() {
		require.False(t, has(b.Name), "the program has %q", b.Name)
		require.False(t, has(b.What), "the program has %q", b.What)
	}
	require.False(t, has("TILEMARK_SABOTAGE"))
}

// parts are the contents of a program's sections, unpacked; of one in another format than ELF, the file.
func parts(t *testing.T, path string) (parts [][]byte) {
	f, err := elf.Open(path)
	if err != nil {
		whole, err := os.ReadFile(path)
		require.NoError(t, err)
		return [][]byte{whole}
	}
	defer f.Close()
	for _, s := range f.Sections {
		if s.Type == elf.SHT_NOBITS {
			continue
		}
		data, err := s.Data()
		require.NoError(t, err, s.Name)
		parts = append(parts, data)
	}
	return parts
}
