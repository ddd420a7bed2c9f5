package main

import (
	"encoding/csv"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPolicyStudyWritesTablesAndPictures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	status, out, errs := tilemark("study", "policy", "six-draws:copies=2", "one-triangle:priority=5:arrives=900", "--size", "16x16",
		"--slice", "500, 2000", "--latency", "10", "--depth", "2", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	for _, want := range []string{"3 contexts; times in cycles", " 0-1 six-draws 16x16 0 0 ", "one-triangle 16x16 5 900", "shortest-remaining 2,000",
		"turnaround:", "urgent:", "slowdown:", "PASSED: 8 rows, machine and golden equal in each run"} {
		require.Contains(t, strings.Join(strings.Fields(out), " "), strings.TrimSpace(want))
	}
	require.Regexp(t, `\nwritten: \S[^\n]*\nPASSED: [^\n]*\n$`, out)
	for line := range strings.Lines(out) {
		require.True(t, len(line) <= 121 || strings.HasPrefix(line, "written: "), line)
	}
	for _, name := range []string{"policy-turnaround.png", "policy-lost.png"} {
		f, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err)
		_, err = png.Decode(f)
		require.NoError(t, err, name)
		f.Close()
	}
	for name, want := range map[string]int{"policies.csv": 1 + 4*2, "contexts.csv": 1 + 4*2*3} {
		f, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err)
		defer f.Close()
		lines, err := csv.NewReader(f).ReadAll()
		require.NoError(t, err)
		require.Len(t, lines, want, name)
	}
	require.FileExists(t, filepath.Join(dir, "policies.json"))
	left, err := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestPolicyStudyJSONHasStableKeys(t *testing.T) {
	status, out, errs := tilemark("study", "policy", "one-triangle", "query:priority=1", "--size", "16x16", "--policies", "fair", "--slice", "700",
		"--json", "--out", t.TempDir())
	require.Equal(t, exitHeld, status, errs)
	names, _ := keys(t, out)
	require.Equal(t, []string{"alone", "clock_mhz", "depth", "failures", "jobs", "latency", "remarks", "rows"}, names)
	var s struct {
		Jobs []json.RawMessage `json:"jobs"`
		Rows []json.RawMessage `json:"rows"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	require.Len(t, s.Jobs, 2)
	names, _ = keys(t, string(s.Jobs[0]))
	require.Equal(t, []string{"arrives", "copies", "height", "priority", "scene", "width"}, names)
	require.Len(t, s.Rows, 1)
	names, row := keys(t, string(s.Rows[0]))
	require.Equal(t, []string{
		"busy", "contexts", "cycles", "failed", "lost", "mean_slowdown", "mean_turnaround", "policy", "slice", "switches", "urgent_turnaround",
		"worst_slowdown", "worst_turnaround",
	}, names)
	context, err := json.Marshal(row["contexts"].([]any)[1])
	require.NoError(t, err)
	names, c := keys(t, string(context))
	require.Equal(t, []string{"arrival", "context", "end", "first_start", "priority", "ran", "scene", "slowdown", "turnaround", "turns"}, names)
	require.Equal(t, "query", c["scene"])
}

func TestPolicyStudyRefuses(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "none")
	several := filepath.Join(dir, "several.yaml")
	require.NoError(t, os.WriteFile(several, []byte("contexts: [{scene: blend}, {scene: query}]\n"), 0o644))
	for _, c := range []struct{ args, text string }{
		{"", "JOB is missing; `tilemark study policy --help` explains it"},
		{"blend", "1 context: 2 to 64 were expected, of all jobs together"},
		{"blend:copies=64 query", "65 contexts: 2 to 64 were expected, of all jobs together"},
		{"blend:copies=0 query", `job "blend:copies=0": copies "0"; a whole number from 1 to 64 was expected`},
		{"blend:copys=2", `job "blend:copys=2": unknown key "copys"; did you mean "copies"?`},
		{"blend query --policies fiar", `--policies "fiar": no such policy; did you mean "fair"?`},
		{"blend query --policies lottery", `--policies "lottery": no such policy; round-robin, fair, priority, shortest-remaining were expected`},
		{"blend query --policies fair,fair", "--policies fair: given twice; each once was expected"},
		{"blend query --policies=", "--policies is empty: LIST was expected"},
		{"blend query --slice 0", `--slice "0": a whole number of cycles from 2 to 4294967295 was expected`},
		{"blend query --slice 9,9", "--slice 9: given twice; each once was expected"},
		{"blend query --slice 4294967296", `--slice "4294967296": a whole number`},
		{"blend query --depth 5", "--depth 5: 1 to 4 was expected"},
		{"blend query --latency -1", `--latency "-1": a whole number from 0 was expected`},
		{"blend query --jobs 0", "--jobs 0: at least 1 was expected"},
		{"blend query --size 9", `size "9": WIDTHxHEIGHT`},
		{"blend tepot", `tepot: neither a built-in scene nor`},
		{"blend none.glb", "none.glb: no such file"},
		{"blend directed/isolation", "directed/isolation: has contexts of its own; a job is one scene"},
		{"blend a.tmcs", "a.tmcs: has contexts of its own; a job is one scene"},
		{"blend " + several, several + ": has contexts of its own; a job is one scene"},
		{"blend query --set zl2.ahead=0", "--set zl2.ahead=0: zl2.ahead: 0; a whole number from 1 to 64"},
		{"blend:copies=64 --size 1024x1024", "scene blend needs"},
	} {
		status, printed, errs := tilemark(append([]string{"study", "policy", "--out", out}, strings.Fields(c.args)...)...)
		require.Equal(t, exitUsage, status, c.args)
		require.Empty(t, printed)
		require.True(t, strings.HasPrefix(errs, "tilemark: "+c.text), "%s: %s", c.args, errs)
		require.Equal(t, 1, strings.Count(errs, "\n"), errs)
		require.NoDirExists(t, out)
	}
}
