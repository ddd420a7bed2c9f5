package main

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What explain says by default is the cut that run calls the worst, by the command that run prints.
func TestRunNamesTheCommandThatExplainsItsWorstCut(t *testing.T) {
	status, out, errs := tilemark("run", "few-large", "--size", "32x32", "--every", "900", "--out", t.TempDir())
	require.Equal(t, exitHeld, status, errs)
	_, rest, found := strings.Cut(out, "; why: tilemark ")
	require.True(t, found, out)
	command, _, _ := strings.Cut(rest, "\n")
	status, numbered, errs := tilemark(strings.Fields(command)...)
	require.Equal(t, exitHeld, status, errs)
	status, worst, errs := tilemark("explain", "few-large", "--size", "32x32", "--every", "900")
	require.Equal(t, exitHeld, status, errs)
	require.Equal(t, worst, numbered)
	require.Contains(t, numbered, "few-large, 32x32, cut ")
}

func TestExplainDrawsAndPrintsJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.png")
	status, out, errs := tilemark("explain", "blend", "--size", "32x32", "--interrupt", "900", "--break-point", "zl1", "--png", path, "--json")
	require.Equal(t, exitHeld, status, errs)
	var s struct {
		Cut struct {
			Phases map[string]uint64 `json:"phases"`
		} `json:"cut"`
		Phases []struct {
			Name   string `json:"name"`
			Causes []struct {
				Cycles uint64 `json:"cycles"`
			} `json:"causes"`
		} `json:"phases"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	require.Contains(t, s.Cut.Phases, "line_to_int_end_at_tg")
	require.NotContains(t, s.Cut.Phases, "line_to_tg_int")
	for _, p := range s.Phases {
		sum := uint64(0)
		for _, c := range p.Causes {
			sum += c.Cycles
		}
		require.Equal(t, s.Cut.Phases[p.Name], sum, p.Name)
	}
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	_, err = png.Decode(f)
	require.NoError(t, err)
}

func TestExplainRefuses(t *testing.T) {
	for _, c := range []struct{ args, text string }{
		{"explain", "SCENE is missing; `tilemark explain --help` explains it"},
		{"explain blend --size 16x16", "--cut: no context was cut; --interrupt and --every say when the CPU interrupts"},
		{"explain blend --size 16x16 --interrupt 600 --cut 2", "--cut 2: the run has 1 cut"},
		{"explain blend --cut best", `--cut "best": the number of a cut, counted from 1, or worst was expected`},
		{"run blend --size 16x16 --zoom 0", `--zoom "0": the number of a cut, counted from 1, or worst was expected`},
		{"run blend --size 16x16 --interrupt 600 --zoom 3", "--zoom 3: the run has 1 cut"},
		{"run blend --size 16x16 --zoom worst", "--zoom: no context was cut; --interrupt and --every say when the CPU interrupts"},
		{"explain blend --png /nowhere/cut.png", "writing /nowhere/cut.png: "},
	} {
		args := strings.Fields(c.args)
		if args[0] == "run" {
			args = append(args, "--out", t.TempDir())
		}
		status, _, errs := tilemark(args...)
		require.Equal(t, exitUsage, status, c.args)
		require.Contains(t, errs, c.text, c.args)
	}
}
