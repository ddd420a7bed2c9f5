package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// At least half of the instructions of the project's kernels are compact, with the tables that are built in.
func TestHalfOfTheInstructionsAreCompact(t *testing.T) {
	var errs bytes.Buffer
	parts, all, status := read("../../../vectors/kernels", true, &errs)
	require.Zero(t, status, errs.String())
	require.Greater(t, 2*(&choice{parts: parts, values: builtIn}).compact(-1, 0), all)
	parts, _, status = read("../../../vectors/kernels", false, &errs)
	require.Zero(t, status, errs.String())
	built := &choice{parts: parts, values: builtIn}
	chosen := choose(parts)
	require.GreaterOrEqual(t, chosen.compact(-1, 0), built.compact(-1, 0), "the tables that are built in are worse than those that the program chooses")
	again := choose(parts)
	require.Equal(t, chosen.values, again.values)
}

func TestWrongUse(t *testing.T) {
	var out, errs bytes.Buffer
	require.Equal(t, 2, run([]string{"x"}, &out, &errs))
	require.Equal(t, 2, run([]string{"-kernels", t.TempDir()}, &out, &errs))
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.tka"), []byte("ad\n"), 0o644))
	require.Equal(t, 1, run([]string{"-kernels", dir}, &out, &errs))
	require.Contains(t, errs.String(), `a.tka:1:1: "ad", expected an operation`)
	table := filepath.Join(dir, "c.yaml")
	require.Equal(t, 0, run([]string{"-kernels", "../../../vectors/kernels", "-out", table}, &out, &errs), errs.String())
	require.FileExists(t, table)
	require.Equal(t, "1.0.0", versionOf(table))
	require.NoError(t, os.WriteFile(table, []byte("formats: COMPACTION\nversion: 2.3.4\n"), 0o644))
	require.Equal(t, 0, run([]string{"-kernels", "../../../vectors/kernels", "-out", table}, &out, &errs), errs.String())
	require.Equal(t, "2.3.4", versionOf(table), "the version stays")
	require.Contains(t, out.String(), "bytes saved")
}
