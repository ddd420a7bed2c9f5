package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInterruptsThatCutNothingAreCounted(t *testing.T) {
	small := []string{"run", "one-triangle", "--size", "16x16", "--out", t.TempDir()}
	for at, want := range map[string]string{
		"440":         `1 interrupt asked for, 1 cut a context`,
		"1,2,440":     `3 interrupts asked for, 1 cut a context, 2 cut nothing \(2 came before the first context executed, in cycle \d+\)`,
		"440,443":     `2 interrupts asked for, 1 cut a context, 1 cut nothing \(1 came in a switch, while no context executed\)`,
		"100,101,102": `3 interrupts asked for, 1 cut a context, 2 cut nothing \(2 became one with another that still waited\)`,
	} {
		status, out, errs := tilemark(append(small, "--interrupt", at)...)
		require.Equal(t, exitHeld, status, errs)
		require.Empty(t, errs)
		require.Regexp(t, "\n"+want+"\n", out)
	}
	for at, why := range map[string]string{
		"1":    `1 came before the first context executed, in cycle \d+`,
		"1399": "1 came after the end of the last context", // of the 1,405 cycles
	} {
		for _, flag := range []string{"--json", "--monitors=false"} {
			status, out, errs := tilemark(append(small, flag, "--interrupt", at)...)
			require.Equal(t, exitHeld, status, errs)
			require.Regexp(t, `^note: 1 interrupt asked for, 0 cut a context, 1 cut nothing \(`+why+`\)\n$`, errs)
			require.NotEmpty(t, out)
		}
	}
}

func TestSaveAreaIsThatOfTheLastCut(t *testing.T) {
	dir := t.TempDir()
	area := filepath.Join(dir, "a.area")
	run := []string{"run", "six-draws", "--size", "32x32", "--out", dir, "--save-area", area}
	last := map[string]string{}
	for _, every := range []string{"450", "700"} {
		_, v := keys(t, held(t, append(run, "--every", every, "--json")...))
		cuts := v["cuts"].([]any)
		require.NotEmpty(t, cuts)
		ids := cuts[len(cuts)-1].(map[string]any)["ids"].(map[string]any)
		out := held(t, "dump", "--save-area", area)
		require.Contains(t, out, fmt.Sprintf("DMA offset       %v # DWORDs\ninstance         %v\nprimitive        %v\ntriangle         %v\ntile             %v\n",
			ids["dma_offset"], ids["instance"], ids["primitive"], ids["triangle"], ids["tile"]))
		last[every] = out
	}
	require.NotEqual(t, last["450"], last["700"])
}

func TestEachContextThatWasCutHasItsSaveArea(t *testing.T) {
	dir := t.TempDir()
	area := filepath.Join(dir, "a.area")
	out := held(t, "run", "one-triangle", "--size", "16x16", "--contexts", "2", "--set", "csp.time_slice=100", "--save-area", area, "--out", dir)
	require.Contains(t, out, area+", "+filepath.Join(dir, "a-1.area")+"\n")
	require.FileExists(t, filepath.Join(dir, "a-1.area"))
}

func TestNoCutLeavesNoSaveArea(t *testing.T) {
	dir := t.TempDir()
	area := filepath.Join(dir, "a.area")
	run := "run one-triangle --size 16x16 --out " + dir + "/out --save-area " + area + " "
	for flags, why := range map[string]string{
		"":                              "nothing asks for a cut, which leaves a save area; --interrupt or --every was expected",
		"--json":                        "nothing asks for a cut",
		"--interrupt 1":                 "a cut, which leaves a save area, was expected; 1 interrupt asked for, 0 cut a context, 1 cut nothing (",
		"--set csp.time_slice=10000000": "a cut, which leaves a save area, was expected; no context was cut\n",
	} {
		status, out, errs := tilemark(strings.Fields(run + flags)...)
		require.Equal(t, exitUsage, status, flags)
		require.Empty(t, out, flags)
		require.Contains(t, errs, "tilemark: --save-area "+area+": "+why, flags)
		require.NoFileExists(t, area)
		require.NoDirExists(t, filepath.Join(dir, "out"))
	}
	held(t, strings.Fields(run+"--set csp.time_slice=200")...)
	require.FileExists(t, area)
}
