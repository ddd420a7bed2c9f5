package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// spoiled writes the machine's tables into a folder with one text of a file changed, and returns it.
func spoiled(t *testing.T, file, old, new string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "tables")
	require.NoError(t, os.CopyFS(dir, regs.Tables))
	text, err := os.ReadFile(filepath.Join(dir, file))
	require.NoError(t, err)
	require.Contains(t, string(text), old)
	require.NoError(t, os.WriteFile(filepath.Join(dir, file), []byte(strings.Replace(string(text), old, new, 1)), 0o644))
	return dir
}

const ownTables = "../../hw/regs"

func TestRegsDiffOfTheSameTables(t *testing.T) {
	status, out, errs := tilemark("regs", "diff", ownTables, ownTables, "--fail-on", "any")
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	require.Contains(t, out, ": no change\nsave area: an old save area restores")
}

func TestRegsDiffFailsOnWhatItIsToldTo(t *testing.T) {
	dir := spoiled(t, "mxu.yaml", "name: DEPTH_BASE", "name: ZEDS_BASE")
	status, out, errs := tilemark("regs", "diff", ownTables, dir)
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, out, "MXU.ZEDS_BASE  DEPTH_BASE -> ZEDS_BASE  "+dir+"/mxu.yaml:")
	require.Contains(t, out, "an old save area is refused: its layout is 0x")
	require.Contains(t, out, "due 3.0.0 (major), declared 2.0.0")

	policy := filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(policy, []byte("allow: [{rule: version-due, what: MXU, reason: Later.}]\nfail-on: never\n"), 0o644))
	for failOn, want := range map[string]int{"never": exitHeld, "version": exitHeld, "breaking": exitFailed, "any": exitFailed} {
		status, _, _ = tilemark("regs", "diff", ownTables, dir, "--policy", policy, "--fail-on", failOn)
		require.Equal(t, want, status, failOn)
	}
	status, _, _ = tilemark("regs", "diff", ownTables, dir, "--policy", policy)
	require.Equal(t, exitHeld, status)
}

func TestRegsDiffWritesJSONAndMarkdown(t *testing.T) {
	dir := spoiled(t, "mxu.yaml", "reset: 0", "reset: 256")
	status, out, _ := tilemark("regs", "diff", ownTables, dir, "--format", "json")
	require.Equal(t, exitFailed, status)
	var v map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.Equal(t, true, v["failed"])

	path := filepath.Join(t.TempDir(), "comment.md")
	status, out, errs := tilemark("regs", "diff", ownTables, dir, "--format", "markdown", "--out", path, "--fail-on", "never")
	require.Equal(t, exitHeld, status, errs)
	require.Regexp(t, `^written: .*comment.md, [\d,]+ bytes\n$`, out)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(text), "| `MXU.COLOR_BASE.VALUE` | reset-changed | 0 | 256 |")
}

// A table of formats can be compared alone, though others have its enums.
func TestRegsDiffOfFormats(t *testing.T) {
	dir := spoiled(t, "formats/memory.yaml", "name: RING_SIZE,", "name: RING_DWORDS,")
	for _, sides := range [][2]string{{ownTables, dir}, {ownTables + "/formats/memory.yaml", dir + "/formats/memory.yaml"}, {ownTables + "/formats", dir + "/formats"}} {
		status, out, errs := tilemark("regs", "diff", sides[0], sides[1])
		require.Equal(t, exitFailed, status, errs)
		require.Contains(t, out, "MEMORY.CONTEXT_HEADER.RING_DWORDS  RING_SIZE -> RING_DWORDS")
		require.Regexp(t, `version of MEMORY: was 1\.[\d.]+, due 2\.0\.0 \(major\), declared 1\.`, out)
	}
}

// What is wrong with new tables is refused; with old ones only what cannot be read.
func TestRegsDiffOfTablesWithErrors(t *testing.T) {
	ungood := spoiled(t, "mxu.yaml", "length: 13, ", "length: 12, ")
	status, _, errs := tilemark("regs", "diff", ungood, ownTables, "--fail-on", "never")
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, errs, "note: "+ungood+" has errors by the rules of today, 1 of them; the first: ")
	status, out, errs := tilemark("regs", "diff", ownTables, ungood)
	require.Equal(t, exitUsage, status)
	require.Empty(t, out)
	require.Contains(t, errs, "mxu.yaml:4:9: gap: ")

	bad := spoiled(t, "mxu.yaml", "length: 19", "lenght: 19")
	for _, sides := range [][2]string{{bad, ownTables}, {ownTables, bad}} {
		status, out, errs = tilemark("regs", "diff", sides[0], sides[1])
		require.Equal(t, exitUsage, status)
		require.Empty(t, out)
		require.Contains(t, errs, `missing key "length"`)
	}
	unversioned := spoiled(t, "mxu.yaml", "version: 2.0.0\n", "")
	status, out, errs = tilemark("regs", "diff", unversioned, ownTables)
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	require.Contains(t, out, "version of MXU: 2.0.0 is the first one declared")
}

func TestWrongUseOfRegsDiff(t *testing.T) {
	dir, policy := t.TempDir(), filepath.Join(t.TempDir(), "policy.yaml")
	require.NoError(t, os.WriteFile(policy, []byte("severity:\n  brekaing: error\n"), 0o644))
	for args, want := range map[string]string{
		"regs diff":                                                             "OLD is missing; `tilemark regs diff --help` explains it",
		"regs diff " + ownTables:                                                "NEW is missing",
		"regs diff a b c":                                                       `unexpected argument "c"`,
		"regs diff nosuch " + ownTables:                                         "nosuch: n",
		"regs diff " + dir + " " + ownTables:                                    "no register tables in " + dir,
		"regs diff " + ownTables + "/tsu.yaml " + ownTables:                     "two of a kind were expected",
		"regs diff " + ownTables + " " + ownTables + " --format xml":            `--format "xml": text, json or markdown was expected`,
		"regs diff " + ownTables + " " + ownTables + " --fail-on x":             `--fail-on "x": never, version, breaking, behavioural, compatible or any was expected`,
		"regs diff " + ownTables + " " + ownTables + " --policy none.yaml":      "none.yaml: no such file",
		"regs diff " + ownTables + " " + ownTables + " --policy " + policy:      policy + `:2:3: severity: no rule or class "brekaing"`,
		"regs diff " + ownTables + " " + ownTables + " --out " + dir + "/x/y/z": "there is no folder " + dir + "/x/y",
	} {
		wrong(t, args, want)
	}
}
