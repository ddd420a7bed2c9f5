package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const good = `sabotages:
  - name: first
    file: hw/blocks/sg/sg.go
    old: if b.S.Row >= b.S.EndRow {
    new: if b.S.Row > b.S.EndRow {
    note: one row too many
`

// planned reads a table and plans its builds.
func planned(t *testing.T, text string) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "table.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	table, err := readTable(file)
	if err == nil {
		_, err = table.plan(root)
	}
	return err
}

// root is the project's folder.
var root = filepath.Join("..", "..")

func TestWrongTablesAreErrorsWithTheirLines(t *testing.T) {
	require.NoError(t, planned(t, good))
	for _, c := range []struct{ old, text, sentence string }{
		{"sabotages:", "sabotage:", `table.yaml:1:1: unknown key "sabotage"`},
		{"note: one row too many", "note: ", "table.yaml:6:"},
		{"    note: one row too many\n", "", "table.yaml:2:5: no note; name, file, old, new and note were expected"},
		{"file: hw/", "file: golden/", "table.yaml:3:11: golden/blocks/sg/sg.go: only the machine can be sabotaged; a file below hw/ was expected"},
		{"sg.go", "gs.go", "table.yaml:3:11: first: there is no file hw/blocks/sg/gs.go"},
		{"b.S.Row >= b", "b.S.Row == b", "table.yaml:4:10: first: hw/blocks/sg/sg.go: the text is not there; it was expected exactly once"},
		{"old: if b.S.Row >= b.S.EndRow {", "old: b.S.Row", "table.yaml:4:10: first: hw/blocks/sg/sg.go: the text is there"},
		{"name: first", "name: First one", "table.yaml:2:11: First one:"},
		{"name:", "title:", `table.yaml:2:5: sabotages: unknown key "title"`},
	} {
		require.Contains(t, good, c.old)
		require.ErrorContains(t, planned(t, strings.Replace(good, c.old, c.text, 1)), c.sentence)
	}
	require.ErrorContains(t, planned(t, good+strings.TrimPrefix(good, "sabotages:\n")), "table.yaml:7:11: first is there twice")
}

func TestTheExampleIsATable(t *testing.T) {
	table, err := readTable(filepath.Join("tables", "example.yaml"))
	require.NoError(t, err)
	p, err := table.plan(root)
	require.NoError(t, err)
	require.Len(t, p.Chosen.Names, len(table.Sabotages))
	require.Equal(t, "rasterizer", table.Sabotages[0].area())
	require.Equal(t, "cache", table.Sabotages[2].area())
	require.ErrorContains(t, table.choose([]string{"nobody"}), "-only nobody")
	require.NoError(t, table.choose([]string{"sg-last-row-kept"}))
	require.Len(t, table.Sabotages, 1)
}

// One sabotage dies by a directed vector, one lives and has a reason, one is no Go, one that no case calls lives: each is told so, and a
// run that is resumed tries none of them again.
func TestSabotagesAreTried(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program once more")
	}
	text := `about: A test.
sabotages:
  - {name: dies, file: hw/blocks/sg/sg.go, old: "b.S.EndRow = min(y1>>8+1, bottom)", new: "b.S.EndRow = min(y1>>8, bottom)", note: x}
  - {name: lives, file: hw/blocks/sg/sg.go, old: "b.S.Row, b.S.EndRow = Normal, 0, 0", new: "b.S.Row, b.S.EndRow = Normal, 0, 1", note: x, equivalent: it is set before it is read}
  - {name: no-go, file: hw/blocks/sg/sg.go, old: return q, new: return (q, note: x}
  - {name: text, file: hw/blocks/sg/sg.go, old: '"SG %s %d"', new: '"%s %d"', note: x, area: texts}
`
	dir := t.TempDir()
	file := filepath.Join(dir, "tried.yaml")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	table, err := readTable(file)
	require.NoError(t, err)
	p, err := table.plan(root)
	require.NoError(t, err)
	o := options{folder: dir, results: filepath.Join(dir, "results.json"), jobs: 1, pattern: "directed/blending", noUnits: true}
	var out bytes.Buffer
	res, err := run(context.Background(), &out, root, table, p, o)
	require.NoError(t, err, "%s", out.String())
	require.Len(t, res.Results, 4)
	dies, lives, noGo, text4 := res.Results[0], res.Results[1], res.Results[2], res.Results[3]
	require.Equal(t, killed, dies.Verdict)
	require.Equal(t, stageDirected, dies.Stage)
	require.Contains(t, dies.Test, "directed/blending/")
	require.NotEmpty(t, dies.Rule)
	require.Contains(t, dies.Repeat, "--test directed/blending/")
	require.Equal(t, equivalent, lives.Verdict)
	require.Equal(t, 2, lives.Entered)
	require.Equal(t, 2, lives.Changed, "the last state has it")
	require.Equal(t, broken, noGo.Verdict)
	require.Contains(t, noGo.Message, "hw/blocks/sg/sg.go:")
	require.Equal(t, survived, text4.Verdict)
	require.Zero(t, text4.Cases, "no case calls it")
	require.NotEmpty(t, text4.Bins)
	require.Equal(t, "1 of 2 sabotages killed, 50.0 %; 50.0 % without random cases; equivalent, not counted: 1; does not compile, not counted: 1", res.summary())

	table.Sabotages[1].Equivalent = ""
	o.resume = true
	p, err = table.plan(root)
	require.NoError(t, err)
	again, err := run(context.Background(), &out, root, table, p, o)
	require.NoError(t, err)
	require.Equal(t, survived, again.Results[1].Verdict, "its reason was taken away")
	require.Equal(t, dies, again.Results[0])
	require.Equal(t, text4, again.Results[3])
}

func TestWhatUnitTestsPrintIsRead(t *testing.T) {
	for _, c := range []struct {
		out  string
		want unitRun
	}{
		{"--- FAIL: TestA (0.1s)\n    --- FAIL: TestA/one (0.1s)\n        a_test.go:12: \n            Error Trace: x\n            Error:      Not equal: \n", unitRun{test: "TestA/one", text: "Not equal: "}},
		{"--- FAIL: TestB (0.1s)\n    b_test.go:12: one too many\n", unitRun{test: "TestB", text: "one too many"}},
		{"--- FAIL: TestC (0.1s)\npanic: runtime error: index out of range\n", unitRun{test: "TestC", text: "runtime error: index out of range", broken: true}},
		{"--- FAIL: TestD (0.1s)\npanic: rule T1 broken at TG_FIFO in cycle 7\n", unitRun{test: "TestD", text: "rule T1 broken at TG_FIFO in cycle 7", rule: "T1"}},
		{"panic: test timed out after 2m0s\nrunning tests:\n", unitRun{text: "test timed out after 2m0s", late: true}},
	} {
		require.Equal(t, c.want, *readUnits(c.out))
	}
}

func TestBinsNearAFile(t *testing.T) {
	holes := []string{"causes/wait: SG busy", "moves/EUP_FRONT.x A > B", "fill/TG_FIFO full", "x/other"}
	require.Equal(t, []string{"moves/EUP_FRONT.x A > B"}, near(holes, "hw/blocks/eupfront/eupfront.go"))
	require.Equal(t, []string{"fill/TG_FIFO full"}, near(holes, "hw/blocks/tg/tg.go"))
}

func TestWrongUse(t *testing.T) {
	t.Chdir(root)
	for _, c := range []struct {
		f        flags
		args     []string
		sentence string
	}{
		{flags{}, nil, "0 arguments; one, the file of a table, was expected"},
		{flags{options: options{jobs: 0}}, []string{"x"}, "-jobs 0"},
		{flags{options: options{jobs: 1, budget: -1}}, []string{"x"}, "-random"},
		{flags{options: options{jobs: 1}, percent: 101}, []string{"x"}, "-bar 101"},
		{flags{options: options{jobs: 1, pattern: "nobody"}}, []string{"x"}, "-test \"nobody\""},
	} {
		require.ErrorContains(t, c.f.sound(c.args), c.sentence)
	}
}

func TestReasonsOfMutantsAreRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reasons.yaml")
	read := func(text string) (map[string]*reason, error) {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return readReasons(file)
	}
	known, err := read("reasons:\n  - {name: a-b, equivalent: x}\n  - {name: c, open: y}\n")
	require.NoError(t, err)
	require.Equal(t, "x", known["a-b"].Equivalent)
	require.Equal(t, "y", known["c"].Open)
	for text, sentence := range map[string]string{
		"reasons:\n  - {name: a, equivalent: x, open: y}\n":        "reasons.yaml:2:12: a: one of equivalent and open was expected",
		"reasons:\n  - {name: a}\n":                                "one of equivalent and open was expected",
		"reasons:\n  - {name: a, open: x}\n  - {name: a, open: x}": "reasons.yaml:3:12: \"a\"; the name of a mutant, once, was expected",
		"reason: []": "unknown key",
	} {
		_, err := read(text)
		require.ErrorContains(t, err, sentence)
	}
	known, err = readReasons("operators.yaml")
	require.NoError(t, err)
	require.NotNil(t, known)
}

// A table that is written is the same when it is read, tabs, quotes and empty texts included.
func TestATableIsWrittenAsItIsRead(t *testing.T) {
	table := &table{About: "x", Sabotages: []sabotage{
		{Name: "a", File: "hw/a.go", Old: "\tif a {\n\t\tb()\n\t}\n", New: "", Note: "no `b`: \"c\""},
		{Name: "b", File: "hw/a.go", Old: "\t\t x # y: z", New: "\t7", Note: "n", Equivalent: "e: f"},
	}}
	file := filepath.Join(t.TempDir(), "folder", "table.yaml")
	require.NoError(t, table.write(file))
	again, err := readTable(file)
	require.NoError(t, err)
	require.Equal(t, table.replacements(), again.replacements())
	require.Equal(t, "e: f", again.Sabotages[1].Equivalent)
}
