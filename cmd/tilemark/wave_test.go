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

func TestWaveWritesDumpTextAndPictures(t *testing.T) {
	dir := t.TempDir()
	vcd, svg, pic := filepath.Join(dir, "a.vcd"), filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.png")
	status, out, errs := tilemark("wave", "one-triangle", "--size", "16x16", "--interrupt", "400", "--from", "390", "--to", "450",
		"--out", vcd, "--text", "--svg", svg, "--png", pic)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "cycles 390 to 449")
	require.Contains(t, out, "TG.phase")
	require.True(t, strings.HasSuffix(out, "written: "+strings.Join([]string{vcd, svg, pic, strings.TrimSuffix(vcd, "vcd") + "gtkw", strings.TrimSuffix(vcd, "vcd") + "sucl"}, ", ")+"\n"))
	text, err := os.ReadFile(vcd)
	require.NoError(t, err)
	require.Contains(t, string(text), "$scope module TG_FIFO $end")
	text, err = os.ReadFile(svg)
	require.NoError(t, err)
	require.Contains(t, string(text), "EUP_FIFO")
	f, err := os.Open(pic)
	require.NoError(t, err)
	defer f.Close()
	_, err = png.Decode(f)
	require.NoError(t, err)
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestWaveAsJSON(t *testing.T) {
	status, out, errs := tilemark("wave", "one-triangle", "--size", "16x16", "--from", "100", "--to", "120", "--blocks", "TG", "--text", "--json")
	require.Equal(t, exitHeld, status, errs)
	var v struct {
		Period   uint64
		From, To uint64
		Signals  []struct {
			Name    string
			Changes [][2]any
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	require.EqualValues(t, 2, v.Period)
	require.EqualValues(t, 120, v.To)
	names := map[string]any{}
	for _, s := range v.Signals {
		names[s.Name] = s.Changes[0][1]
		require.EqualValues(t, 100, s.Changes[0][0])
	}
	require.Contains(t, names, "GPU.ZL1.TG_FIFO.fill")
	require.NotContains(t, names, "GPU.WBU.phase")
	require.IsType(t, "", names["GPU.TG.phase"])
}

func TestBadWindows(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ args, want string }{
		{"wave blend", "nothing to write"},
		{"wave --text", "SCENE is missing"},
		{"wave blend --out x.vcd --json", "--json: it goes with --text"},
		{"wave blend --text --ascii", "--ascii: it goes with --out"},
		{"wave blend --text --columns -1", "--columns -1"},
		{"wave blend --text --from x", `--from "x": a whole number from 0 was expected`},
		{"wave blend --size 16x16 --text --from 9 --to 9", "nothing to show: from cycle 9 to 9"},
		{"wave blend --size 16x16 --text --to 3", "cycle 5 is the first that can be shown"},
		{"wave blend --size 16x16 --text --from 99999999", "from cycle 99999999: the run has "},
		{"wave blend --size 16x16 --text --to 99999999", "to cycle 99999999: the run has "},
		{"wave blend --size 16x16 --text --to 100 --interrupt 100", "interrupt in cycle 100: the run, as far as it is shown, ends in cycle 99"},
		{"wave blend --size 16x16 --text --blocks tg,zl9", `unknown block "zl9"; the blocks are host, csp,`},
		{"trace blend", "nothing to write: --out was expected"},
		{"trace blend --size 16x16 --out " + dir + "/a --from 9 --to 9", "nothing to show: from cycle 9 to 9"},
		{"trace blend --size 16x16 --out " + dir + "/a --to 99999999", "to cycle 99999999: the run has "},
		{"wave blend --size 16x16 --to 100 --out " + dir, "is a folder"},
		{"wave blend --size 16x16 --to 100 --out " + dir + "/none/a.vcd", "there is no folder"},
	} {
		status, stdout, stderr := tilemark(strings.Fields(c.args)...)
		require.Equal(t, exitUsage, status, "%s: %s", c.args, stderr)
		require.Empty(t, stdout, c.args)
		require.Contains(t, stderr, c.want, c.args)
		require.Equal(t, 1, strings.Count(stderr, "\n"), "%s: %s", c.args, stderr)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestTraceIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.perfetto-trace")
	status, out, errs := tilemark("trace", "one-triangle", "--size", "16x16", "--interrupt", "400", "--out", path)
	require.Equal(t, exitHeld, status, errs)
	require.Equal(t, "written: "+path+"\n", out)
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Greater(t, info.Size(), int64(1000))
}
