package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// recordedRun records a run of blend and returns its folder.
func recordedRun(t *testing.T, args ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	held(t, append([]string{"run", "blend", "--size", "16x16", "--out", folder}, args...)...)
	return folder
}

// What two machines come to is what two recorded runs of them come to.
func TestRecordedRunsAndMachinesCompareAlike(t *testing.T) {
	a, b := recordedRun(t, "--every", "300"), recordedRun(t, "--every", "300", "--set", "memory.latency=90")
	_, recorded, errs := tilemark("compare", a, filepath.Join(b, "run.json"))
	require.Empty(t, errs)
	status, machines, errs := tilemark("compare", "default", "memory.latency=90", "--scene", "blend", "--size", "16x16", "--every", "300")
	require.Equal(t, exitHeld, status, errs)
	_, recorded, _ = strings.Cut(recorded, "\nparameters")
	_, machines, _ = strings.Cut(machines, "\nparameters")
	require.NotEmpty(t, recorded)
	require.Equal(t, machines, recorded)
	require.Regexp(t, `(?m)^memory.latency +40 +90 +40 +cycles$`, recorded)
	require.Contains(t, recorded, "colour is equal in every bit, depth is equal in every bit")
}

// What run prints with --json is enough, without pictures to show.
func TestPrintedRunsAreCompared(t *testing.T) {
	folder := t.TempDir()
	status, text, errs := tilemark("run", "blend", "--size", "16x16", "--json", "--out", filepath.Join(folder, "out"))
	require.Equal(t, exitHeld, status, errs)
	a, b := filepath.Join(folder, "a.json"), filepath.Join(folder, "b") // a name without the suffix will do
	require.NoError(t, os.WriteFile(a, []byte(text), 0o644))
	require.NoError(t, os.WriteFile(b, []byte(text), 0o644))
	held(t, "compare", a, b)
	status, page, errs := tilemark("compare", a, b, "--page", "-")
	require.Equal(t, exitHeld, status, errs)
	require.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"))
	require.True(t, strings.HasSuffix(page, "</html>\n"))
	require.Contains(t, errs, "PASSED: ")

	var run map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &run))
	run["pictures"].([]any)[0].(map[string]any)["depth_sha256"] = "other"
	changed, err := json.Marshal(run)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(b, changed, 0o644))
	status, out, _ := tilemark("compare", a, b)
	require.Equal(t, exitFailed, status)
	require.Contains(t, out, "colour is equal in every bit, depth is different\n")
	require.Contains(t, out, "FAILED: all checks of both runs held; pictures differ")
}

func TestCompareRefusesWhatItCannotCompare(t *testing.T) {
	folder := recordedRun(t)
	other := filepath.Join(t.TempDir(), "other")
	held(t, "run", "blend", "--size", "16x8", "--out", other)
	mixed := filepath.Join(t.TempDir(), "mixed")
	require.NoError(t, os.CopyFS(mixed, os.DirFS(folder)))
	require.NoError(t, os.Remove(filepath.Join(mixed, "colour.png")))
	picture, err := os.ReadFile(filepath.Join(folder, "depth.png"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(mixed, "colour.png"), picture, 0o644))
	empty := t.TempDir()
	at := func(name, text string) string {
		path := filepath.Join(empty, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	settings := at("slow.yaml", "memory: {latency: 90}\n")
	for _, c := range []struct{ args, want string }{
		{"default", "B is missing"},
		{"default default", "--scene is missing"},
		{"teapot default --scene blend", `"teapot": no such file`},
		{"memory.latency=zero default --scene blend", "--set memory.latency=zero"},
		{"memory.latenzy=1 default --scene blend", "memory.latenzy=1"},
		{settings + " default --scene blend --config " + settings, "one file with parameters was expected"},
		{settings + "," + settings + " default --scene blend", "one file with parameters was expected"},
		{folder + " default", "two recorded runs or two machines were expected"},
		{folder + " " + folder + " --scene blend", "--scene says how machines are run"},
		{folder + " " + folder + " --every 3", "--every says how machines are run"},
		{folder + " " + other, "different workloads: sizes 16x16 and 16x8"},
		{folder + " " + mixed, "colour.png is not the picture that run.json names"},
		{folder + " " + empty, "no run.json in this folder"},
		{folder + " " + at("x.json", "{"), "x.json: no JSON of a run"},
		{folder + " " + at("y.json", `{"schema": "tilemark/sweep", "schema_version": 1}`), `schema "tilemark/sweep", version 1; "tilemark/run", version 1`},
		{folder + " " + at("z.json", `{"schema": "tilemark/run", "schema_version": 1}`), "an older program"},
		{"default default --scene blend --json --page -", "both would go to standard output"},
		{"default default --scene blend --page /nowhere/a.html", "writing /nowhere/a.html: "},
	} {
		status, _, errs := tilemark(append([]string{"compare"}, strings.Fields(c.args)...)...)
		require.Equal(t, exitUsage, status, "%s: %s", c.args, errs)
		require.Contains(t, errs, c.want, c.args)
	}
}
