//go:build faults

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/bugs"
)

// Of a sweep, the first interrupt that fails is the vector.
func TestFaultBisectOfASweep(t *testing.T) {
	with(t, "tile-id-off-by-one")
	historyOf(t, "\ninterrupts: [")
	require.Contains(t, held(t, "bisect", "--test", "sweep/between-draws/tg", "--seed", "0x25", "--good", "HEAD~3"), " commit 2\n")
}

// with switches a known bug on.
func with(t *testing.T, bug string) {
	bugs.Use(bug)
	t.Cleanup(func() { bugs.Use(bugs.None) })
}

func TestFaultFailedRunSaysWhatAndHowToRepeat(t *testing.T) {
	with(t, "tile-id-off-by-one")
	status, out, errs := tilemark("run", "few-large", "--size", "32x32", "--interrupt", "700", "--set", "memory.latency=30", "--out", t.TempDir())
	require.Equal(t, exitFailed, status)
	require.Contains(t, errs, "FAILED: interrupted run: rule ")
	require.Contains(t, errs, "repeat with: tilemark run few-large --size 32x32 --set memory.latency=30 --interrupt 700\n")
	require.Contains(t, out, "\nFAILED: a check of the ")
}

func TestFaultWrongPictureHasADifference(t *testing.T) {
	with(t, "blend-truncates")
	dir := t.TempDir()
	status, out, errs := tilemark("run", "blend", "--size", "32x32", "--monitors=false", "--json", "--out", dir)
	require.Equal(t, exitFailed, status)
	require.Contains(t, errs, "rule P1")
	require.Contains(t, errs, "repeat with: tilemark run blend --size 32x32 --monitors=false\n")
	require.Contains(t, out, `"golden_equal": false`)
	require.FileExists(t, filepath.Join(dir, "difference.png"))
	require.NoFileExists(t, filepath.Join(dir, "difference-depth.png"))
}

func TestFaultFailedSweepNamesItsSmallestCut(t *testing.T) {
	with(t, "tile-id-off-by-one")
	status, out, _ := tilemark("sweep", "few-large", "--size", "32x32", "--from", "500", "--to", "800", "--every", "10", "--jobs", "1")
	require.Equal(t, exitFailed, status)
	require.Contains(t, out, "repeat with: tilemark run few-large --size 32x32 --interrupt ")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Regexp(t, `^FAILED: .* different, [\d,]+ converged early$`, lines[len(lines)-1])
	require.NotContains(t, lines[len(lines)-1], " 0 different")
}

func TestFaultFailedStudyNamesItsPoints(t *testing.T) {
	with(t, "tile-id-off-by-one")
	status, out, errs := tilemark("study", "latency", "few-large", "--size", "32x32", "--cuts", "3", "--vary", "fifo", "--fifo", "2",
		"--break-point", "tg", "--out", t.TempDir())
	require.Equal(t, exitFailed, status)
	require.Regexp(t, `FAILED: few-large, fifo 2, break point tg, interrupt in cycle \d+: rule `, errs)
	require.Contains(t, errs, "repeat with: tilemark study latency few-large --size 32x32 --partner one-triangle --break-point tg --vary fifo=2 --cuts 3\n")
	require.Contains(t, out, "\nFAILED: ")
}

// The pair that a sweep of pairs reports is a command that repeats the failure, and that
// holds without the fault.
func TestFaultFailedPairIsACommandThatRepeatsIt(t *testing.T) {
	with(t, "load-place-kept")
	for _, place := range []string{"tg", "zl1"} {
		status, out, _ := tilemark("sweep", "one-triangle", "--size", "8x8", "--pairs", "--from", "400", "--to", "402", "--break-point", place)
		require.Equal(t, exitFailed, status)
		require.Regexp(t, `FAILED: cut in cycle 400 and \d+: rule `, out)
		_, command, found := strings.Cut(out, "repeat with: tilemark ")
		require.True(t, found, out)
		command, _, _ = strings.Cut(command, "\n")
		args := append(strings.Fields(command), "--out", t.TempDir())
		require.Contains(t, command, "--interrupt 400,")
		status, _, errs := tilemark(args...)
		require.Equal(t, exitFailed, status, command)
		require.Contains(t, errs, "FAILED: interrupted run: rule ")
		bugs.Use(bugs.None)
		status, _, errs = tilemark(args...)
		require.Equal(t, exitHeld, status, "%s: %s", command, errs)
		bugs.Use("load-place-kept")
	}
}

func TestFaultFailedPolicyStudyNamesItsRun(t *testing.T) {
	with(t, "tile-id-off-by-one")
	status, out, errs := tilemark("study", "policy", "few-large:copies=2", "one-triangle:priority=2:arrives=700", "--size", "32x32",
		"--policies", "priority", "--slice", "900", "--out", t.TempDir())
	require.Equal(t, exitFailed, status)
	require.Contains(t, errs, "FAILED: priority, slice 900: rule ")
	require.Contains(t, errs, "repeat with: tilemark study policy few-large:copies=2 one-triangle:priority=2:arrives=700 --size 32x32 "+
		"--policies priority --slice 900 --depth 1 --latency 0\n")
	require.Contains(t, out, "\nFAILED: 1 row, 1 failure\n")
}
