package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAHyphenIsStandardOutput has verbs write what they write into files to standard output, and nothing else there.
func TestAHyphenIsStandardOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range [][2]string{ // in this order: dump reads what run wrote
		{"record one-triangle --size 16x16 --out -", "TMCS"},
		{"diagram --out -", "<!-- Made by"},
		{"wave one-triangle --size 16x16 --from 10 --to 20 --blocks tg --out -", "$version"},
		{"wave one-triangle --size 16x16 --from 10 --to 20 --blocks tg --svg -", "<svg"},
		{"trace one-triangle --size 16x16 --from 10 --to 20 --out -", "\n"},
		{"run one-triangle --size 16x16 --interrupt 300 --json --save-area a.area", "{"},
		{"dump --save-area a.area --out -", ""},
		{"check directed/ring-wrap --write -", ""},
	} {
		args, begin := line[0], line[1]
		status, out, errs := tilemark(strings.Fields(args)...)
		require.Equal(t, exitHeld, status, "%s: %s", args, errs)
		require.True(t, strings.Contains(out[:min(len(out), 400)], begin), "%s: %.80q", args, out)
		require.NotContains(t, out, "written: -", args)
		require.NoFileExists(t, "-", args)
	}
	status, _, errs := tilemark("wave", "one-triangle", "--text", "--out", "-")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "--text and a file named -")
	status, _, errs = tilemark("wave", "one-triangle", "--svg", "-", "--out", "-")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "two outputs have this name")
}

func TestADumpHasViewsForItsReaders(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cut.vcd")
	status, out, errs := tilemark("wave", "six-draws", "--size", "16x16", "--from", "10", "--to", "40", "--blocks", "tg", "--out", path)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "cut.gtkw")
	dump, save, commands := read(t, path), read(t, filepath.Join(dir, "cut.gtkw")), read(t, filepath.Join(dir, "cut.sucl"))
	require.Contains(t, save, "[dumpfile] \"cut.vcd\"\n")
	require.Equal(t, strings.Count(dump, "$var "), strings.Count(save, "\nGPU."), "every signal has a row")
	require.Equal(t, strings.Count(dump, "$var "), strings.Count(commands, "variable_add GPU."))
	require.Equal(t, strings.Count(save, "@800200\n"), strings.Count(save, "@1000200\n"), "groups end")
	for line := range strings.Lines(dump) {
		if word := strings.Fields(line); strings.HasPrefix(line, "$var string") {
			require.Contains(t, save, "."+word[4]+"\n")
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
