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
		{"manual --out -", "<!DOCTYPE html>"},
		{"wave one-triangle --size 16x16 --from 10 --to 20 --blocks tg --out -", "$version"},
		{"wave one-triangle --size 16x16 --from 10 --to 20 --blocks tg --svg -", "<svg"},
		{"trace one-triangle --size 16x16 --from 10 --to 20 --out -", "\n"},
		{"run one-triangle --size 16x16 --interrupt 300 --json --save-area a.area", "{"},
		{"dump --save-area a.area --out -", ""},
		{"check directed/ring-wrap --write -", ""},
		{"explain one-triangle --size 16x16 --interrupt 300 --png -", "\x89PNG"},
	} {
		args, begin := line[0], line[1]
		status, out, errs := tilemark(strings.Fields(args)...)
		require.Equal(t, exitHeld, status, "%s: %s", args, errs)
		require.True(t, strings.Contains(out[:min(len(out), 400)], begin), "%s: %.80q", args, out)
		require.NotContains(t, out+errs, "written: -", args)
		require.NoFileExists(t, "-", args)
	}
	for _, args := range []string{
		"run one-triangle --size 16x16", "study latency one-triangle --size 16x16 --cuts 1 --vary none", "study policy one-triangle:copies=2 --size 16x16",
		"export one-triangle --size 16x16", "man", "regs gen --lang c",
	} {
		wrong(t, args+" --out -", "--out -: a folder was expected; standard output can hold one file only")
		require.NoDirExists(t, "-", args)
	}
	require.NoError(t, os.WriteFile("bad.yaml", []byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend}]\ncuts: 7\n"), 0o600))
	shrunk, out, errs := tilemark("shrink", "bad.yaml", "--budget", "5s", "--out", "-")
	require.Equal(t, exitHeld, shrunk, errs)
	require.Contains(t, out, "cuts: 7\n")
	require.NotContains(t, out+errs, "repeat with")
	require.NotContains(t, out+errs, "written")
	status, _, errs := tilemark("wave", "one-triangle", "--text", "--out", "-")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "--text and a file named -")
	status, _, errs = tilemark("wave", "one-triangle", "--svg", "-", "--out", "-")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "two outputs have this name")
	for args, want := range map[string]string{
		"explain one-triangle --interrupt 300 --json --png -": "--json and --png -: one of them can go to standard output",
		"run one-triangle --interrupt 300 --save-area -":      "--save-area -: the name of a file was expected",
		"sweep one-triangle --size 16x16 --resume -":          "--resume -: the name of a file was expected",
	} {
		status, out, errs := tilemark(strings.Fields(args)...)
		require.Equal(t, exitUsage, status, args)
		require.Empty(t, out, args)
		require.Contains(t, errs, want)
	}
}

func TestADumpHasViewsForItsReaders(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cut.vcd")
	status, out, errs := tilemark("wave", "six-draws", "--size", "16x16", "--from", "10", "--to", "40", "--blocks", "tg", "--out", path)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "cut.gtkw")
	arranged := filepath.Join(dir, "b.gtkw")
	require.NoError(t, os.WriteFile(arranged, []byte("arranged"), 0o644))
	status, out, errs = tilemark("wave", "six-draws", "--size", "16x16", "--from", "10", "--to", "40", "--blocks", "tg", "--out", filepath.Join(dir, "b.vcd"))
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "kept as found: "+arranged+"\n")
	require.Equal(t, "arranged", read(t, arranged), "what a user has arranged stays")
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
