package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDiagramIsWrittenToAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.svg")
	require.Regexp(t, "^written: "+path+`, [\d,]+ bytes\n$`, held(t, "diagram", "--out", path))
	svg, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, held(t, "diagram"), string(svg))
}

func TestPicturesHaveTheKindThatTheirFlagSays(t *testing.T) {
	dir := t.TempDir()
	svg, png := filepath.Join(dir, "a.svg"), filepath.Join(dir, "b.PNG")
	held(t, "wave", "blend", "--size", "16x16", "--to", "50", "--svg", svg, "--png", png)
	for path, start := range map[string]string{svg: "<?xml", png: "\x89PNG"} {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(string(data), start), path)
	}
}

func TestNamesThatSayAnotherKindOfFileAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"wave blend --out x.png":                      `--out "x.png": a file name that ends in .vcd was expected`,
		"wave blend --svg x.png":                      `--svg "x.png": a file name that ends in .svg was expected`,
		"wave blend --png x":                          `--png "x": a file name that ends in .png was expected`,
		"explain blend --interrupt 400 --png cut.txt": `--png "cut.txt": a file name that ends in .png was expected`,
	} {
		wrong(t, args, want)
	}
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestOutputsThatCannotBeWritten: each verb names the path that the user gave, and leaves nothing.
func TestOutputsThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	file, stream, text := filepath.Join(dir, "file"), filepath.Join(dir, "a.tmcs"), filepath.Join(dir, "a.txt")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	held(t, "record", "blend", "--size", "16x16", "--out", stream)
	held(t, "dump", stream, "--out", text)
	small := " --size 16x16 "
	verbs := []string{
		"wave blend --to 50" + small + "--out ", "wave blend --to 50" + small + "--svg ", "wave blend --to 50" + small + "--png ",
		"trace blend --to 50" + small + "--out ", "record blend" + small + "--out ", "dump " + stream + " --out ",
		"build " + text + " --out ", "diagram --out ", "run blend --interrupt 400 --out " + dir + "/o" + small + "--save-area ",
	}
	for _, verb := range verbs {
		for path, want := range map[string]string{
			dir + "/none/a.tmcs": "there is no folder " + dir + "/none",
			file + "/a.tmcs":     file + " is not a folder",
		} {
			status, out, errs := tilemark(strings.Fields(verb + path)...)
			require.Equal(t, exitUsage, status, verb)
			require.Empty(t, out, verb)
			require.Equal(t, "tilemark: writing "+path+": "+want+"\n", errs, verb)
		}
	}
	for _, verb := range []string{"run blend --out", "export blend --out"} {
		for _, path := range []string{file, file + "/below", "/proc/tilemark/a"} {
			status, out, errs := tilemark(append(strings.Fields(verb), path)...)
			require.Equal(t, exitUsage, status, verb)
			require.Empty(t, out, verb)
			require.Contains(t, errs, "tilemark: cannot make the output folder "+path+": ")
		}
		status, _, errs := tilemark(append(strings.Fields(verb), "")...)
		require.Equal(t, exitUsage, status)
		require.Equal(t, "tilemark: --out is empty: DIR was expected\n", errs)
		status, _, _ = tilemark(append(strings.Fields(verb), dir+"/x/y", "--set", "memory.latency=x")...)
		require.Equal(t, exitUsage, status)
		require.NoDirExists(t, dir+"/x")
	}
	status, _, errs := tilemark("wave", "blend", "--out", dir+"/a", "--svg", dir+"/a")
	require.Equal(t, exitUsage, status)
	require.Equal(t, "tilemark: writing "+dir+"/a: two outputs have this name\n", errs)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 3)
}
