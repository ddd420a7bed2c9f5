package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkFails runs a command line whose check does not hold, and returns what it prints.
func checkFails(t *testing.T, args ...string) string {
	t.Helper()
	status, out, errs := tilemark(args...)
	require.Equal(t, exitFailed, status, "%v: %s", args, errs)
	return out
}

// A context that was stopped did what golden says; the verdict names it nevertheless.
func TestVerdictNamesInvalidContexts(t *testing.T) {
	require.Regexp(t, ` starts?; context 0 is invalid: more pages at once than memory has\n$`, held(t, "check", "directed/frames-for-a-tile"))
	require.Regexp(t, ` 0 starts; context 0 is invalid: more pages at once than memory has\n$`, held(t, "check", "directed/frames-one"))
	require.NotContains(t, held(t, "check", "directed/blending"), "invalid")
}

func TestVectorsAreChecked(t *testing.T) {
	dir := t.TempDir()
	require.Regexp(t, `^PASSED: directed/in-fence: [\d,]+ cycles, [\d,]+ cuts?, [\d,]+ starts?\nPASSED: directed/blending: `, held(t, "check", "directed/in-fence", "directed/blending"))
	out := filepath.Join(dir, "v.yaml")
	held(t, "check", "random/draws:3", "--write", out)
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	require.Contains(t, string(text), "seed 0x0000000000000003")
	held(t, "check", out, "--break-point", "zl1")
	require.Contains(t, held(t, "knobs"), "contexts: Contexts of the vector.\n     4  1\n")
}

func TestAFailureIsToldAndShrunk(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad.yaml")
	require.NoError(t, os.WriteFile(bad, []byte("covers: x\nsize: [8, 8]\ncontexts: [{scene: blend}, {scene: query}]\ninterrupts: [400]\ncuts: 7\n"), 0o600))
	out := checkFails(t, "check", bad)
	require.Contains(t, out, "FAILED: "+bad+": 1 cuts, expected 7")
	small := filepath.Join(dir, "small.yaml")
	require.Contains(t, held(t, "shrink", bad, "--budget", "30s", "--out", small), "repeat with: tilemark check "+small)
	text, err := os.ReadFile(small)
	require.NoError(t, err)
	require.Less(t, len(text), 80, "%s", text)
	require.Contains(t, checkFails(t, "shrink", "directed/in-fence"), "there is no failure to shrink")
}

func TestWrongUseOfVectors(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.yaml")
	require.NoError(t, os.WriteFile(bad, []byte("covers: x\n"), 0o600))
	recorded := filepath.Join(filepath.Dir(bad), "recorded.tmcs")
	held(t, "record", "blend", "--size", "8x8", "--out", recorded)
	experiment := filepath.Join(filepath.Dir(bad), "experiment.yaml")
	require.NoError(t, os.WriteFile(experiment, []byte("contexts: [{scene: blend}, {scene: query}]\ninterrupts: [400]\n"), 0o600))
	for args, want := range map[string]string{
		"check":                   "a vector is missing",
		"check none.yaml":         "none.yaml: no such file; a vector's file, directed/NAME or random/RECIPE:SEED was expected",
		"check directed/in-fense": `no directed vector is called "in-fense"; did you mean "in-fence"?`,
		"check random/draws":      "random/draws: random/RECIPE:SEED, the seed being",
		"check " + bad:            bad + ":1:1: 0 contexts; 1 to 8 were expected",
		"check directed/in-fence --break-point foo":           "break-point",
		"check directed/in-fence directed/blending --write f": "--write with 2 vectors; one was expected",
		"check blend":                          "blend: this is a scene, not a directed vector; `tilemark run blend` draws it",
		"check ../../examples/pyramid.obj":     "pyramid.obj: this is a scene, not a directed vector; `tilemark run ../../examples/pyramid.obj` draws it",
		"shrink " + experiment:                 experiment + ": this is a scene, not a directed vector",
		"check " + recorded:                    recorded + ": this is a command stream, not a directed vector",
		"run " + bad:                           bad + ":1:1: this is a directed vector, not a scene; `tilemark check FILE` runs it",
		"sweep " + bad:                         bad + ":1:1: this is a directed vector",
		"shrink":                               "VECTOR is missing",
		"shrink directed/in-fence --budget 0s": "--budget 0s: a time above 0 was expected",
		"shrink " + bad:                        bad + ":1:1: ",
		"knobs x":                              `unexpected argument "x"`,
	} {
		wrong(t, args, want)
	}
}
