package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit"
	"tilemark/regmap/emit/markdown"
)

func TestTablesInTheDocumentAreNotStale(t *testing.T) {
	m, _, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	old, err := os.ReadFile("../../docs/commands.md")
	require.NoError(t, err)
	want, err := withTables("docs/commands.md", string(old), markdown.FormatTables(m))
	require.NoError(t, err)
	assert.Equal(t, want, string(old), "docs/commands.md differs from its tables, run: make regs")
	assert.GreaterOrEqual(t, strings.Count(want, tableBegins), 10)
}

func TestOnlyTablesOfADocumentAreWritten(t *testing.T) {
	m, _, err := emit.LoadFolder("../../hw/regs")
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "a.md")
	require.NoError(t, os.WriteFile(path, []byte("Before.\n<!-- table RETURN_MODE -->\nold\n<!-- end of table -->\nBehind."), 0o644))
	require.NoError(t, writeTables(path, m))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Regexp(t, `^Before\.\n<!-- table RETURN_MODE -->\n\n\| value \| name \| what \|\n(.*\n)+\| 1 \| CONTEXT \| .*\n\n<!-- end of table -->\nBehind\.$`, string(text))
	assert.NotContains(t, string(text), "old")
	require.NoError(t, writeTables(path, m), "written again")
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
}

func TestWrongMarksOfTablesNameTheirLine(t *testing.T) {
	tables := map[string]string{"BOX": "| a |\n"}
	for text, want := range map[string]string{
		"x\n<!-- table BOKS -->\n<!-- end of table -->\n": `a.md:2: no table "BOKS"; did you mean "BOX"?`,
		"<!-- table BOX -->\n<!-- table BOX -->\n":        "a.md:2: <!-- table BOX -->, expected <!-- end of table --> before it",
		"\n<!-- end of table -->\n":                       "a.md:2: <!-- end of table -->, expected <!-- table NAME --> before it",
		"<!-- table BOX -->\n| a |\n":                     "a.md:1: table without end",
	} {
		_, err := withTables("a.md", text, tables)
		require.Error(t, err, text)
		assert.Contains(t, err.Error(), want)
	}
}
