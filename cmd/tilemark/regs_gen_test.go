package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/emit/languages"
)

// generated runs `regs gen` and returns what it wrote, by name.
func generated(t *testing.T, args ...string) map[string]string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "made", "of", "need")
	held(t, append([]string{"regs", "gen", "--out", out}, args...)...)
	entries, err := os.ReadDir(out)
	require.NoError(t, err)
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(data)
	}
	return files
}

func TestRegsGenWritesTheSameBytesEachTime(t *testing.T) {
	first := generated(t, "--lang", "all")
	require.GreaterOrEqual(t, len(first), len(languages.All))
	require.Equal(t, first, generated(t, "--lang", "all"))
	kept, err := os.ReadFile("../../hw/regs/regs_gen.go")
	require.NoError(t, err)
	require.Equal(t, string(kept), first["regs_gen.go"])
}

func TestRegsGenWritesNothingFromTablesWithErrors(t *testing.T) {
	dir := t.TempDir()
	bad, out := filepath.Join(dir, "bad.yaml"), filepath.Join(dir, "out")
	require.NoError(t, os.WriteFile(bad, []byte("block: TST\nid: 99\n"), 0o600))
	status, stdout, stderr := tilemark("regs", "gen", "--lang", "all", "--tables", bad, "--out", out)
	require.Equal(t, exitFailed, status)
	require.Empty(t, stdout)
	require.Contains(t, stderr, bad+":2:5: range: ")
	require.Contains(t, stderr, "nothing written")
	require.NoDirExists(t, out)
}

func TestRegsGenUsedWrongly(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for args, want := range map[string]string{
		"regs gen --out " + dir:                                "--lang is missing: all or a list of go, ",
		"regs gen --lang go":                                   "--out is missing: a folder for the files was expected",
		"regs gen --lang goo --out " + dir:                     `--lang "goo": no such language; did you mean "go"?`,
		"regs gen --lang go,cobol --out " + dir:                `--lang "cobol": no such language; all or a list of go, `,
		"regs gen --lang go,go --out " + dir:                   "--lang go: given twice; each once was expected",
		"regs gen --lang go --out " + file:                     "cannot make the output folder " + file,
		"regs gen --lang go --tables nowhere --out " + dir:     "nowhere: no such file or folder",
		"regs gen --lang go --tables " + dir + " --out " + dir: "no register tables in " + dir,
		"regs gen more":                                        `unexpected argument "more"`,
	} {
		wrong(t, args, want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}
