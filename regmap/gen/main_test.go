package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/golang"
	"tilemark/regmap/emit/markdown"
	"tilemark/regmap/formats"
)

const goodTable = `block: TST
id: 0
version: 1.0.0
length: 300
saturates: true
description: Test block.
registers:
  - name: CONTROL
    offset: 0
    class: none
    description: A register.
    fields:
      - {name: STEP, bits: "3:0", type: sint, reset: -1, description: A step.}
reserved:
  - {offset: 1, length: 299, description: Rest.}
`

// tables writes one table into a new directory.
func tables(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "tst.yaml"), []byte(text), 0o644))
	return dir
}

func TestGeneratedFilesAreNotStale(t *testing.T) {
	m, errs, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	files, err := golang.Emit(m)
	require.NoError(t, err)
	require.Len(t, files, 3)
	for _, f := range files {
		want, err := f.Bytes()
		require.NoError(t, err)
		got, err := os.ReadFile("../../hw/regs/" + f.Name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "hw/regs/%s differs from its tables, run: make regs", f.Name)
	}
}

func TestTheInstructionSetIsNotStale(t *testing.T) {
	set, errs, err := formats.Load("../../hw/isa")
	require.NoError(t, err)
	require.Empty(t, errs)
	code, err := golang.EmitISA(set)
	require.NoError(t, err)
	page := markdown.ISA(set)
	for path, f := range map[string]emit.File{"hw/isa/": code, "docs/isa/": page} {
		got, err := os.ReadFile("../../" + path + f.Name)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(f.Data, got), "%s%s differs from its tables, run: make regs", path, f.Name)
	}
}

func TestPagesAreNotStale(t *testing.T) {
	m, _, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	files, err := markdown.Emit(m)
	require.NoError(t, err)
	for _, f := range files {
		want, err := f.Bytes()
		require.NoError(t, err)
		got, err := os.ReadFile("../../docs/registers/" + f.Name)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), "docs/registers/%s differs from its tables, run: make regs", f.Name)
	}
	kept, err := os.ReadDir("../../docs/registers")
	require.NoError(t, err)
	assert.Len(t, kept, len(files), "docs/registers has a page of no block, run: make regs")
}

func TestPagesOfBlocksThatAreGoneAreRemoved(t *testing.T) {
	docs := t.TempDir()
	gone, mine := filepath.Join(docs, "gone.md"), filepath.Join(docs, "mine.md")
	require.NoError(t, os.WriteFile(gone, []byte(markdown.Mark+"old"), 0o600))
	require.NoError(t, os.WriteFile(mine, []byte("# Mine\n"), 0o600))
	var stderr bytes.Buffer
	out := filepath.Join(t.TempDir(), "regs_gen.go")
	require.Equal(t, 0, run([]string{"-isa=", "-tables-in", "", "-docs", docs, "-tables", tables(t, goodTable), "-out", out}, &stderr), stderr.String())
	assert.NoFileExists(t, gone)
	assert.FileExists(t, mine)
	assert.FileExists(t, filepath.Join(docs, "tst.md"))
}

func TestRunWritesTheFileAndLeavesNothingElse(t *testing.T) {
	dir := tables(t, goodTable)
	out := filepath.Join(t.TempDir(), "regs_gen.go")
	var stderr bytes.Buffer
	require.Equal(t, 0, run([]string{"-isa=", "-tables-in", "", "-docs", "", "-tables", dir, "-out", out}, &stderr), stderr.String())
	source, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Contains(t, string(source), "func (r *TSTRegs) ControlStep() int32 {\n\treturn int32(r[0]<<28) >> 28\n}")
	assert.Contains(t, string(source), "r[TSTControl] = 0xf\n", "a negative reset value fills its field only")
	assert.NotContains(t, string(source), `import "math"`, "no f32 field, no import")
	files, err := os.ReadDir(filepath.Dir(out))
	require.NoError(t, err)
	assert.Len(t, files, 2, "access_gen.go beside it")
}

func TestWrongFlagsEndWithStatus2(t *testing.T) {
	for _, args := range [][]string{{"-nonsense"}, {"-tables"}, {"more"}} {
		var stderr bytes.Buffer
		assert.Equal(t, 2, run(args, &stderr), args)
		assert.NotEmpty(t, stderr.String())
	}
}

func TestTableErrorsEndWithStatus1AndKeepTheOldFile(t *testing.T) {
	dir := tables(t, "block: TST\nid: 99\n")
	out := filepath.Join(dir, "regs_gen.go")
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o644))
	var stderr bytes.Buffer
	assert.Equal(t, 1, run([]string{"-isa=", "-tables-in", "", "-docs", "", "-tables", dir, "-out", out}, &stderr))
	assert.Contains(t, stderr.String(), filepath.Join(dir, "tst.yaml")+":2:5: range: block id 99, expected 0 to 20")
	assert.Contains(t, stderr.String(), "nothing written")
	assert.Equal(t, 1, run([]string{"-isa=", "-tables-in", "", "-docs", "", "-tables", tables(t, "block: TST\nid: -1\n"), "-out", out}, &stderr), "no place in the save area")
	old, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "old", string(old))
}

func TestMissingTablesAndUnwritableOutputEndWithStatus2(t *testing.T) {
	var stderr bytes.Buffer
	assert.Equal(t, 2, run([]string{"-isa=", "-tables-in", "", "-docs", "", "-tables", t.TempDir()}, &stderr))
	assert.Contains(t, stderr.String(), "no register tables")
	out := filepath.Join(t.TempDir(), "missing", "regs_gen.go")
	assert.Equal(t, 2, run([]string{"-isa=", "-tables-in", "", "-docs", "", "-tables", tables(t, goodTable), "-out", out}, &stderr))
}
