package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFileIsAWholeExperimentAndFlagsGoFirst(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "pair.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`size: [16, 16]
contexts: [{scene: one-triangle}, {scene: blend}]
interrupts: [600, 900]
`), 0o600))
	run := func(args ...string) string {
		status, out, errs := tilemark(append([]string{"run", file, "--out", filepath.Join(dir, "out")}, args...)...)
		require.Equal(t, exitHeld, status, errs)
		return out
	}
	out := run()
	require.Contains(t, out, "2 contexts")
	require.Contains(t, out, "; 2 cuts")
	out = run("--interrupt", "400")
	require.Contains(t, out, "2 contexts")
	require.Contains(t, out, "; 1 cut\n")
	out = run("--contexts", "3")
	require.Contains(t, out, "3 contexts")
	require.Contains(t, run("--contexts", "1", "--partner", "query"), "2 contexts")
	wave := func(args ...string) string {
		status, out, errs := tilemark(append([]string{"wave", file, "--text", "--blocks", "csp", "--from", "590", "--to", "630"}, args...)...)
		require.Equal(t, exitHeld, status, errs)
		return out
	}
	require.Contains(t, wave(), "STOP", "the file's interrupt cuts")
	require.NotContains(t, wave("--interrupt", "628"), "STOP")
}
