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

func TestStudyWritesTablesAndPictures(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	status, out, errs := tilemark("study", "latency", "six-draws", "--size", "16x16", "--cuts", "2", "--vary", "fifo,tile,triangle,period",
		"--fifo", "1,2", "--tile", "16", "--triangle", "8", "--period", "4000", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	for _, want := range []string{
		"six-draws, 16x16, switched to one-triangle", "triangles, 16x16, switched to one-triangle", "old context saved", "first tile", "fifo (of the default)",
		"period: two contexts", "save in FIFOs", "PASSED: ",
	} {
		require.Contains(t, strings.Join(strings.Fields(out), " "), strings.Join(strings.Fields(want), " "))
	}
	require.Regexp(t, `\nwritten: \S[^\n]*\nPASSED: [^\n]*\n$`, out)
	for _, name := range []string{"six-draws-distribution.png", "six-draws-fifo.png", "six-draws-tile.png", "six-draws-period.png", "triangles-triangle.png"} {
		f, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err)
		_, err = png.Decode(f)
		require.NoError(t, err, name)
		f.Close()
	}
	f, err := os.Open(filepath.Join(dir, "latency.csv"))
	require.NoError(t, err)
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Len(t, lines, 1+3+6+2+3) // head, default, fifo, tile without tsu, triangle
	require.FileExists(t, filepath.Join(dir, "periods.csv"))
	require.FileExists(t, filepath.Join(dir, "latency.json"))
	left, err := filepath.Glob(filepath.Join(dir, ".*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// Any parameter of the machine, and any connection, is varied in place of the default ones.
func TestStudyVariesAnyParameter(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := tilemark("study", "latency", "six-draws", "--size", "16x16", "--cuts", "2", "--break-point", "tg", "--vary", "memory.latency=40,400",
		"--vary", "TG_FIFO=1,4", "--vary", "csp.wait_clear=wbu", "--vary", "fifo=1/2", "--vary", "period=4000", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "memory.latency (cycles): Time from a request to its answer\n")
	require.Contains(t, out, "fifo.TG_FIFO.depth")
	require.FileExists(t, filepath.Join(dir, "six-draws-memory.latency.png"))
	f, err := os.Open(filepath.Join(dir, "latency.csv"))
	require.NoError(t, err)
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	saved := map[string]string{} // median of saves, by parameter and value
	column := map[string]int{}
	for i, name := range lines[0] {
		column[name] = i
	}
	for _, l := range lines[1:] {
		saved[l[column["parameter"]]+"="+l[column["value"]]] = l[column["complete_median"]]
	}
	require.Len(t, saved, 1+1+2+2+1)
	require.Equal(t, saved["default="], saved["memory.latency=40"], "the default once more")
	require.NotEqual(t, saved["default="], saved["memory.latency=400"])
}

func TestStudyAsJSON(t *testing.T) {
	status, out, errs := tilemark("study", "latency", "one-triangle", "--size", "16x16", "--cuts", "1", "--vary", "none", "--break-point", "zl1,tg",
		"--partner", "blend", "--json", "--out", t.TempDir())
	require.Equal(t, exitHeld, status, errs)
	names, _ := keys(t, out)
	require.Equal(t, []string{"clock_mhz", "cuts_by_point", "failures", "partner", "periods", "remarks", "rows", "scenes"}, names)
	var s struct {
		Rows []json.RawMessage `json:"rows"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &s))
	require.Len(t, s.Rows, 2)
	names, row := keys(t, string(s.Rows[0]))
	require.Equal(t, []string{
		"break_point", "complete", "cost", "cuts", "cycles", "discard", "discarded_entries", "drain", "dump_bytes", "failed", "first_tile", "held",
		"no_cut", "parameter", "redone", "save_area_bytes", "saved_bytes", "scene", "stop", "value",
	}, names)
	require.Equal(t, "tg", row["break_point"], "from the front end to the back end")
	require.Equal(t, "default", row["parameter"])
}

func TestStudyRefuses(t *testing.T) {
	out := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct{ args, text string }{
		{"", "WHAT is missing: latency or policy was expected; `tilemark study --help` explains them"},
		{"latencies", `unknown study "latencies": latency or policy was expected`},
		{"latency", "SCENE is missing; `tilemark study latency --help` explains it"},
		{"latency blend --cuts 0", "--cuts 0: at least 1 was expected"},
		{"latency blend --jobs 0", "--jobs 0: at least 1 was expected"},
		{"latency blend --break-point sg", `--break-point "sg": tsu, tg and zl1 were expected`},
		{"latency blend --break-point tg,tg", "--break-point tg: given twice"},
		{"latency blend --vary depth", `--vary "depth": no such parameter; ` + "`tilemark study latency --help` lists them"},
		{"latency blend --vary fifo,none", `--vary "none": no such parameter; ` + "`tilemark study latency --help` lists them"},
		{"latency blend --vary memory.latency", "--vary memory.latency: its values were expected, as in memory.latency=A,B"},
		{"latency blend --vary memory.latenzy=1,2", `--vary memory.latenzy=1,2: unknown parameter "memory.latenzy"; did you mean "memory.latency"`},
		{"latency blend --vary TG_FIFOX=2,16", `--vary TG_FIFOX=2,16: unknown parameter "TG_FIFOX"; did you mean "TG_FIFO"?`},
		{"latency blend --vary fifoo=2,16", `--vary fifoo=2,16: unknown parameter "fifoo"; did you mean "fifo"?`},
		{"latency blend --vary perod", `--vary "perod": no such parameter; did you mean "period"?`},
		{"latency blend --vary memory.latency=1,fast", `--vary memory.latency: "fast"; a whole number from 1 to 100000 cycles was expected`},
		{"latency blend --vary memory.latency=1,0", "--vary memory.latency: 0; a whole number from 1 to 100000 cycles was expected"},
		{"latency blend --vary memory.latency=8,8", "--vary memory.latency: 8: given twice; each once was expected"},
		{"latency blend --vary zl2.cache.lines=16,24", "--vary zl2.cache.lines: 24; a power of two"},
		{"latency blend --vary zl1.hiz=maybe", `--vary zl1.hiz: "maybe"; true or false was expected`},
		{"latency blend --vary TG_FIFO=0", "--vary fifo.TG_FIFO.depth: 0; a whole number from 1"},
		{"latency blend --vary TG_FIFO=1 --vary fifo.TG_FIFO.depth=2", "--vary fifo.TG_FIFO.depth: given twice; each once was expected"},
		{"latency blend --vary break_point=tg,zl1", "--vary break_point=tg,zl1: break_point: every break point is measured; --break-point says which"},
		{"latency blend --vary fifo=1 --fifo 2", "--vary fifo=1 and --fifo: one of them was expected"},
		{"latency blend --vary fifo --vary fifo=2", "--vary fifo: given twice; each once was expected"},
		{"latency blend --vary none --vary fifo", `--vary "none": no such parameter`},
		{"latency blend --vary fifo --tile 16", "--tile is given, but --vary does not name it"},
		{"latency blend --vary fifo --period 10", "--period is given, but --vary does not name it"},
		{"latency blend --fifo 1/0", `--fifo "1/0": a number or a fraction such as 1/4 was expected`},
		{"latency blend --period 0", `--period "0": a whole number from 1 was expected`},
		{"latency blend --size 16x16 --vary triangle --triangle 32", "--triangle 32: at most 16 was expected, the target has 16x16 pixels"},
		{"latency blend blend", "blend: two scenes are called blend; different names were expected"},
		{"latency directed/isolation", "directed/isolation: has contexts of its own; a study takes a scene, which a further context interrupts"},
		{"latency blend --partner nothing", "nothing: neither a built-in scene"},
		{"latency blend --set zl2.ahead=0", "--set zl2.ahead=0: zl2.ahead: 0; a whole number from 1 to 64"},
	} {
		args := append([]string{"study"}, strings.Fields(c.args)...)
		if len(args) > 2 {
			args = append(args, "--out", out)
		}
		status, _, errs := tilemark(args...)
		require.Equal(t, exitUsage, status, c.args)
		require.True(t, strings.HasPrefix(errs, "tilemark: "+c.text), "%s: %s", c.args, errs)
		require.NoDirExists(t, out)
	}
}
