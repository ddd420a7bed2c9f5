package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var vectorAddArgs = []string{"exec", vectorAdd, "--grid", "3", "--arg", "20", "--buffer", "0=f:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20", "--buffer", "1=f:0.5,-3", "--buffer", "2=80", "--print", "2=f"}

// On clusters a kernel gives what it gives on the simulator.
func TestExecOnAMachine(t *testing.T) {
	_, want, _ := strings.Cut(held(t, vectorAddArgs...), "buffer 2")
	for _, machine := range [][]string{
		{"--machine", "default"}, {"--machine", "wide"},
		{"--machine", "default", "--param", "gpc.count=3", "--param", "gpc.sms=1", "--param", "fifo.depth=least", "--param", "stall.percent=40", "--param", "gpc.l15.lines=2"},
	} {
		out := held(t, append(vectorAddArgs, machine...)...)
		require.Regexp(t, `^launch after cycle [0-9]+, end in cycle [0-9]+: [0-9,]+ cycles on [0-9] clusters of [0-9] multiprocessors?, [0-9.]+ cycles an instruction\n`, out)
		_, got, _ := strings.Cut(out, "buffer 2")
		require.Equal(t, want, got, machine)
	}
}

func TestExecShowsTheMachine(t *testing.T) {
	dir := t.TempDir()
	kanata, vcd := filepath.Join(dir, "a.kanata"), filepath.Join(dir, "a.vcd")
	out := held(t, append(vectorAddArgs, "--machine", "default", "--activity", "--trace", "--kanata", kanata, "--wave", vcd, "--text", "--blocks", "gpc[0].sm[1]", "--from", "7060", "--to", "7110")...)
	require.Regexp(t, `(?m)^ +[0-9]+ GPC\[0\]\.SM\[0\]\.0 +0,0,0/0 +17 000000ff  add r11:f, r11:f, r12:f$`, out)
	require.Regexp(t, `(?m)^ *GPC\[1\]\.SM\[0\] +issued +[0-9]+$`, out)
	require.Regexp(t, `(?m)^ *GPC\[0\]\.SM\[0\]\.SM_LSU_BELOW +4 +[0-9.]+ +[0-9]+ +[0-9]+ +[0-9]+$`, out)
	require.Contains(t, out, "GPC[0].SM[1].PM_SM.valid", "a connection is named from its block")
	text, err := os.ReadFile(kanata)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "Kanata\t0004\n"))
	require.Contains(t, string(text), "GPC[1].SM[1].0 0x0:")
	text, err = os.ReadFile(vcd)
	require.NoError(t, err)
	require.Contains(t, string(text), "GPC[0]")
}

// A kernel that ends with a fault, or does not end, fails with its place.
func TestExecOnAMachineFails(t *testing.T) {
	kernel := filepath.Join(t.TempDir(), "k.tka")
	require.NoError(t, os.WriteFile(kernel, []byte(".cta 8 1 1\nloop: jmp loop\nsend.end {last}\n"), 0o644))
	status, out, errs := tilemark("exec", kernel, "--grid", "1", "--machine", "default", "--limit", "1000")
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, out, "FAILED: ")
	require.Contains(t, out, kernel+":2: the thread has executed 1000 instructions, which is its limit (byte 0x0: loop: jmp loop; CTA 0,0,0, thread 0); cycle ")
	require.Contains(t, out, ", GPC[0].SM[0], thread slot 0\n")
	require.Contains(t, out, "1000")
}

func TestExecOnAMachineIsUsedWrongly(t *testing.T) {
	big := filepath.Join(t.TempDir(), "k.tka")
	require.NoError(t, os.WriteFile(big, []byte(".cta 1024 1 1\nsend.end {last}\n"), 0o644))
	for want, args := range map[string][]string{
		`--machine "wid": default or wide was expected; did you mean "wide"?`:                    {"--machine", "wid"},
		"--param: it goes with --machine":                                                        {"--param", "gpc.sms=1"},
		"--preempt: it goes with the simulator, without --machine":                               {"--machine", "wide", "--preempt", "3"},
		`--param "gpc.sms": KEY=VALUE was expected, such as gpc.sm.lanes=16`:                     {"--machine", "wide", "--param", "gpc.sms"},
		"--param gpc.sms=9: gpc.sms: 9; a whole number from 1 to 8 multiprocessors was expected": {"--machine", "wide", "--param", "gpc.sms=9"},
		`unknown parameter "gpc.smz"`:                                                            {"--machine", "wide", "--param", "gpc.smz=9"},
		"--blocks, --from, --to: they go with --wave or --text":                                  {"--machine", "wide", "--from", "9"},
		`unknown block "xy"; the blocks are `:                                                    {"--machine", "wide", "--text", "--blocks", "xy"},
		"--from: the run has ended before":                                                       {"--machine", "wide", "--text", "--from", "100000000"},
		"--param gpc.sm.lanes=12: gpc.sm.lanes: 12; a power of two was expected":                 {"--machine", "wide", "--param", "gpc.sm.lanes=12"},
	} {
		status, _, errs := tilemark(append(vectorAddArgs, args...)...)
		require.Equal(t, exitUsage, status, args)
		require.Contains(t, errs, want)
	}
	status, _, errs := tilemark("exec", big, "--grid", "1", "--machine", "default")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "needs 128 threads of")
	high := filepath.Join(t.TempDir(), "h.tka")
	require.NoError(t, os.WriteFile(high, []byte(".kernel high\n.cta 8 1 1\n.binding 40 buffer read\nsend.load.ud r4, r1, b40\nsend.end {last}\n"), 0o644))
	status, _, errs = tilemark("exec", high, "--grid", "1", "--buffer", "40=64", "--machine", "default")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "high has binding 40; the machine has bindings with numbers below 32 (gpc.lsu.bindings)")
	held(t, "exec", high, "--grid", "1", "--buffer", "40=64", "--machine", "default", "--param", "gpc.lsu.bindings=41")
	for _, flag := range []string{"--kanata", "--out=40"} {
		args := []string{"exec", high, "--grid", "1", "--buffer", "40=64", "--machine", "default", flag, high}
		if flag != "--kanata" {
			args = append(args[:len(args)-2], flag+"="+high)
		}
		status, _, errs = tilemark(args...)
		require.Equal(t, exitUsage, status, flag)
		require.Contains(t, errs, "writing "+high+": the run reads this file")
	}
	status, _, errs = tilemark("config", "--clusters", "default", "--json")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "--json: it goes with the whole machine, without --clusters")
}

// The table of connections counts from the launch to the end of the last thread.
func TestActivityCountsFromTheLaunch(t *testing.T) {
	out := held(t, append(vectorAddArgs, "--machine", "default", "--activity")...)
	cycles := numberIn(t, out, `launch after cycle [0-9]+, end in cycle [0-9]+: ([0-9]+) cycles`)
	require.LessOrEqual(t, numberIn(t, out, `GPC\[0\]\.SM\[0\]\.SM_LSU_BELOW +4 +[0-9.]+ +[0-9]+ +([0-9]+) +[0-9]+\n`), cycles)
	require.NotContains(t, out, "BP_MXU", "it is the bench's")
	slower := held(t, append(vectorAddArgs, "--machine", "default", "--param", "stall.percent=50", "--param", "stall.max=500")...)
	require.Greater(t, numberIn(t, slower, `cycle [0-9]+: ([0-9,]+) cycles`), 2*cycles)
}

// numberIn is the number that a pattern finds.
func numberIn(t *testing.T, text, pattern string) int {
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	require.NotNil(t, m, "%s in %s", pattern, text)
	n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
	require.NoError(t, err)
	return n
}
