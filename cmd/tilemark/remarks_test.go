package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lineModel is a triangle beside a line, which is not drawn.
const lineModel = "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nf 1 2 3\n"

func writeModel(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// Every verb that loads a scene says once what the scene leaves out, whichever contexts and runs load the file.
func TestRemarksAreSaidOnceInEveryVerb(t *testing.T) {
	model, dir := writeModel(t, "a.obj", lineModel), t.TempDir()
	for _, args := range [][]string{
		{"run", model, "--size", "16x16", "--contexts", "2", "--partner", model, "--out", dir},
		{"sweep", model, "--size", "16x16", "--from", "400", "--to", "405"},
		{"wave", model, "--size", "16x16", "--to", "50", "--out", filepath.Join(dir, "a.vcd")},
		{"explain", model, "--size", "16x16", "--interrupt", "400"},
		{"trace", model, "--size", "16x16", "--out", filepath.Join(dir, "a.trace")},
		{"export", model, "--size", "16x16", "--out", filepath.Join(dir, "exported")},
		{"record", model, "--size", "16x16", "--out", filepath.Join(dir, "a.tmcs")},
		{"study", "latency", model, "--partner", model, "--size", "16x16", "--vary", "period", "--period", "1000", "--cuts", "1", "--out", dir},
		{"study", "policy", model + ":copies=2", "--size", "16x16", "--policies", "fair", "--slice", "1000", "--out", dir},
	} {
		status, out, errs := tilemark(args...)
		require.Equal(t, exitHeld, status, "%v: %s", args, errs)
		require.Equal(t, 1, strings.Count(errs, "remark: "+model+":4: "), "%v: %s", args, errs)
		require.NotContains(t, out, "remark:", "%v", args)
	}
}

// With --json the remarks stand in the object, and standard output holds nothing else.
func TestRemarksAreInJSON(t *testing.T) {
	model, dir := writeModel(t, "a.obj", lineModel), t.TempDir()
	for _, args := range [][]string{
		{"run", model, "--size", "16x16", "--out", dir},
		{"sweep", model, "--size", "16x16", "--from", "400", "--to", "405"},
		{"wave", model, "--size", "16x16", "--to", "50", "--text"},
		{"explain", model, "--size", "16x16", "--interrupt", "400"},
		{"study", "latency", model, "--size", "16x16", "--vary", "none", "--cuts", "1", "--out", dir},
		{"study", "policy", model + ":copies=2", "--size", "16x16", "--policies", "fair", "--slice", "1000", "--out", dir},
	} {
		status, out, errs := tilemark(append(args, "--json")...)
		require.Equal(t, exitHeld, status, "%v: %s", args, errs)
		var v struct {
			Remarks []struct {
				File string
				Line int
				Text string
			}
		}
		require.NoError(t, json.Unmarshal([]byte(out), &v), "%v", args)
		require.Len(t, v.Remarks, 1, "%v", args)
		require.Equal(t, model, v.Remarks[0].File)
		require.Equal(t, 4, v.Remarks[0].Line)
		require.Contains(t, v.Remarks[0].Text, "lines")
	}
	status, out, errs := tilemark("run", "one-triangle", "--size", "16x16", "--json", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, `"remarks": []`)
}
