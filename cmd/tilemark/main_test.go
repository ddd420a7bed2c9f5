package main

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cluster"
)

// tilemark runs a command line.
func tilemark(args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = execute(args, &out, &err)
	return status, out.String(), err.String()
}

func TestRunWritesPicturesAndTable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	status, out, errs := tilemark("run", "six-draws", "--size", "32x32", "--every", "400", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	for _, want := range []string{
		"cycles", "evaluated cycles", "triangles", "tiles", "fragments", "cuts", "TG_INT", "discard", "drain", "save", "next tile",
		"restore", "skip", "saved bytes", "discarded entries", "explain counts discard from TG_INT", "median", "90 %", "again", "starved on", "blocked by", "CSP_FIFO",
		"golden",
	} {
		require.Contains(t, out, want)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Regexp(t, `^written: `, lines[len(lines)-2])
	require.Regexp(t, `^PASSED: machine and golden equal; interrupted and uninterrupted equal; \d+ cuts$`, lines[len(lines)-1])
	for _, name := range []string{"colour.png", "depth.png", "timeline.png", "latency.png"} {
		f, err := os.Open(filepath.Join(dir, name))
		require.NoError(t, err)
		defer f.Close()
		img, err := png.Decode(f)
		require.NoError(t, err, name)
		require.GreaterOrEqual(t, img.Bounds().Dx(), 32, name)
	}
	require.FileExists(t, filepath.Join(dir, "depth.pfm"))
	require.NoFileExists(t, filepath.Join(dir, "difference.png"))
	left, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}

func TestRunRemovesStaleFiles(t *testing.T) {
	dir := t.TempDir()
	stale := []string{"difference.png", "latency.png", "colour-1.png", "depth-3.pfm", "difference-depth-2.png"}
	for _, name := range stale {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("old"), 0o600))
	}
	status, _, errs := tilemark("run", "one-triangle", "--size", "16x16", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	for _, name := range stale {
		require.NoFileExists(t, filepath.Join(dir, name))
	}
}

// What the run has shown is printed; that it passed is not, since not all that was asked for is there.
func TestLateWriteErrorKeepsTheResult(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "timeline.png")
	require.NoError(t, os.Mkdir(path, 0o755))
	status, out, errs := tilemark("run", "one-triangle", "--size", "16x16", "--out", dir)
	require.Equal(t, exitUsage, status)
	require.Equal(t, "tilemark: writing "+path+": is a folder; the name of a file was expected\n", errs)
	require.Regexp(t, `\nwritten: \S+colour\.png, \S+depth\.png, \S+depth\.pfm\n$`, out)
	require.NotContains(t, out, "PASSED")
}

func TestNothingInViewIsNoted(t *testing.T) {
	status, out, errs := tilemark("run", "teapot", "--size", "16x16", "--camera", "eye=0,0,1000,target=0,0,2000", "--out", t.TempDir())
	require.Equal(t, exitHeld, status)
	require.Regexp(t, `^note: nothing was drawn: 0 of [0-9,]+ triangles are in view\n$`, errs)
	require.Contains(t, out, "PASSED")
}

// Clipping makes two triangles of one; what is counted are those of the scene.
func TestTrianglesInViewAreThoseOfTheScene(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`size: [16, 16]
meshes:
  - {name: t, positions: [[-0.5, -0.5, -0.5], [0.5, -0.5, 0.5], [0, 0.5, 0.5]]}
  - {name: p, patches: [[[0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5],
      [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5], [0, 0, 0.5]]]}
draws:
  - {mesh: t, clip_space: true, scissor: [0, 0, 0, 0]}
  - {mesh: p, clip_space: true, level: 2}
`), 0o644))
	status, _, errs := tilemark("run", file, "--out", dir)
	require.Equal(t, exitHeld, status)
	require.Equal(t, "note: nothing was drawn: 1 of 9 triangles are in view, and they cover no pixel\n", errs)
}

func TestInterruptInTheLastCycles(t *testing.T) {
	run := func(at string) (int, string) {
		status, _, errs := tilemark("run", "one-triangle", "--size", "16x16", "--interrupt", at, "--out", t.TempDir())
		return status, errs
	}
	_, errs := run("9999999")
	_, last, found := strings.Cut(strings.TrimSpace(errs), "cycles 0 to ")
	require.True(t, found, errs)
	status, errs := run(last)
	require.Equal(t, exitHeld, status, errs)
	n, err := strconv.Atoi(last)
	require.NoError(t, err)
	for k := n + 1; k < n+5; k++ {
		status, errs = run(strconv.Itoa(k))
		require.Equal(t, exitUsage, status)
		require.Equal(t, "tilemark: interrupt in cycle "+strconv.Itoa(k)+": the run can be interrupted in cycles 0 to "+last+"\n", errs)
	}
}

func TestArchitecturePictureIsOfTheDefaultConfiguration(t *testing.T) {
	want, err := os.ReadFile("../../docs/architecture.svg")
	require.NoError(t, err)
	status, out, errs := tilemark("diagram")
	require.Equal(t, exitHeld, status, errs)
	require.True(t, string(want) == out, "docs/architecture.svg is not what `tilemark diagram` prints: run make docs")
}

// A page's table is between two lines that are no text.
func TestConnectionsAreDocumented(t *testing.T) {
	for page, args := range map[string][]string{
		"../../docs/connections.md": {"connections"},
		"../../docs/clusters.md":    {"connections", "--clusters", "default"},
	} {
		const begin, end = "<!-- table -->\n", "<!-- end -->\n"
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		before, rest, found := strings.Cut(string(text), begin)
		require.True(t, found)
		table, after, found := strings.Cut(rest, end)
		require.True(t, found)
		status, out, errs := tilemark(args...)
		require.Equal(t, exitHeld, status, errs)
		if *update {
			require.NoError(t, os.WriteFile(page, []byte(before+begin+out+end+after), 0o644))
			continue
		}
		require.True(t, table == out, "%s has not the table that `tilemark %s` prints: run make docs", page, strings.Join(args, " "))
	}
}

func TestWaitsArePrinted(t *testing.T) {
	status, out, errs := tilemark("connections", "--waits", "--break-point", "zl1")
	require.Equal(t, exitHeld, status, errs)
	require.Regexp(t, `(?m)^GPC\[1\]\.TEX_REQ_BELOW .*MEM_REQ`, out)
	require.NotRegexp(t, `(?m)^\S*TEX_SM `, out, "answers wait for nothing")
	status, _, errs = tilemark("connections", "--set", "fifo.AFIFO.depth=1")
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, "fifo.AFIFO.depth: 1; a whole number from")
}

// keys are those of a document, without the two that each begins with.
func keys(t *testing.T, object string) (names []string, values map[string]any) {
	require.NoError(t, json.Unmarshal([]byte(object), &values))
	for k := range values {
		if k != "schema" && k != "schema_version" {
			names = append(names, k)
		}
	}
	slices.Sort(names)
	return names, values
}

var stableKeys = []string{
	"color_sha256", "cuts", "cycles", "cycles_per_second", "depth_sha256", "evaluated_cycles", "fragments", "golden", "golden_equal", "height",
	"interrupts", "remarks",
	"scene", "seconds", "tiles", "triangles", "uninterrupted_equal", "view_projection", "width",
}

func TestRunJSONHasStableKeys(t *testing.T) {
	status, out, errs := tilemark("run", "many-small", "--size", "32x32", "--every", "700", "--json", "--out", t.TempDir())
	require.Equal(t, exitHeld, status, errs)
	names, v := keys(t, out)
	require.Subset(t, names, stableKeys)
	for _, k := range []string{
		"blocks", "bound_cycles", "connections", "failures", "monitors", "parameters", "pictures", "program", "queues", "state", "uninterrupted_cycles", "workload",
	} {
		require.Contains(t, names, k)
	}
	require.Len(t, names, len(stableKeys)+12)
	require.Equal(t, true, v["golden_equal"])
	for _, k := range []string{"triangles", "tiles", "fragments"} {
		require.Equal(t, v["golden"].(map[string]any)[k], v[k], k)
	}
	require.Equal(t, true, v["uninterrupted_equal"])
	interrupts := v["interrupts"].(map[string]any)
	require.Len(t, interrupts, 6)
	require.EqualValues(t, len(v["cuts"].([]any)), interrupts["cut"])
	require.Len(t, v["view_projection"], 16)
	require.Len(t, v["color_sha256"], 64)
	cuts := v["cuts"].([]any)
	require.NotEmpty(t, cuts)
	cut := cuts[0].(map[string]any)
	for _, k := range []string{"number", "cycle", "cause", "ids", "latency_cycles", "saved_bytes", "discarded_tiles", "line_to_saved", "phases"} {
		require.Contains(t, cut, k)
	}
	require.LessOrEqual(t, len(cut), 10)
	require.Equal(t, "cpu", cut["cause"])
	require.Positive(t, cut["latency_cycles"])
	require.Positive(t, cut["saved_bytes"])
	ids := cut["ids"].(map[string]any)
	for _, k := range []string{"ring_head", "dma_buffer", "dma_offset", "instance", "primitive", "triangle", "tile"} {
		require.Contains(t, ids, k)
	}
	require.Len(t, ids, 7)
}

func TestPicturesDoNotDependOnInterruptsOrMonitors(t *testing.T) {
	sum := func(args ...string) any {
		status, out, errs := tilemark(append([]string{"run", "blend", "--size", "24x24", "--json", "--out", t.TempDir()}, args...)...)
		require.Equal(t, exitHeld, status, errs)
		_, v := keys(t, out)
		return v["color_sha256"]
	}
	want := sum()
	require.Equal(t, want, sum("--every", "150"))
	require.Equal(t, want, sum("--interrupt", "1,2,400,401", "--monitors=false"))
	require.Equal(t, want, sum("--every", "300", "--monitors=false", "--set", "memory.latency=80"))
}

func TestRunWithSeveralContexts(t *testing.T) {
	dir := t.TempDir()
	status, out, errs := tilemark("run", "one-triangle", "--size", "16x16", "--contexts", "3", "--partner", "blend",
		"--interrupt", "400,800", "--out", dir)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "4 contexts")
	require.FileExists(t, filepath.Join(dir, "colour-3.png"))
}

func TestSweepEndsWithItsLine(t *testing.T) {
	status, out, errs := tilemark("sweep", "one-triangle", "--size", "16x16", "--every", "5", "--jobs", "1", "--full", "40")
	require.Equal(t, exitHeld, status, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Regexp(t, `^PASSED: [\d,]+ cuts: [\d,]+ equal, 0 different, [\d,]+ converged early; [\d,]+ interrupts found nothing to cut$`, lines[len(lines)-1])
	status, out, errs = tilemark("sweep", "blend", "--size", "16x16", "--partner", "one-triangle", "--from", "300", "--to", "500",
		"--every", "20", "--jobs", "1", "--json")
	require.Equal(t, exitHeld, status, errs)
	names, v := keys(t, out)
	require.NotContains(t, names, "interrupts")
	require.Subset(t, append(names, "interrupts"), stableKeys)
	counts := v["sweep"].(map[string]any)
	require.EqualValues(t, 10, counts["interrupts"])
	require.Equal(t, "PASSED", v["verdict"])
	require.EqualValues(t, 10, counts["cuts"].(float64)+counts["nothing_to_cut"].(float64))
}

// A sweep in which no interrupt cut anything has checked nothing: it says so, with the reason, and is no success. So is one that goes
// on from a record of all of it.
func TestASweepThatCutsNothingFails(t *testing.T) {
	record := filepath.Join(t.TempDir(), "s.json")
	early := []string{"sweep", "one-triangle", "--size", "16x16", "--from", "5", "--to", "40", "--every", "7", "--jobs", "1"}
	for _, more := range [][]string{nil, {"--resume", record}, {"--resume", record}, {"--partner", "blend"}} {
		status, out, errs := tilemark(append(early, more...)...)
		require.Equal(t, exitFailed, status, errs)
		require.Contains(t, out, "\n5 interrupts found nothing to cut: 5 came before a context had started\n")
		require.Contains(t, out, "\nno interrupt cut anything, so no cut was checked; ")
		require.Regexp(t, `\nFAILED: 0 cuts: nothing was checked; 5 interrupts found nothing to cut\n$`, out)
	}
	status, out, errs := tilemark(append(early, "--json")...)
	require.Equal(t, exitFailed, status)
	require.Contains(t, errs, "no interrupt cut anything")
	_, v := keys(t, out)
	counts := v["sweep"].(map[string]any)
	require.EqualValues(t, 0, counts["cuts"])
	require.EqualValues(t, 5, counts["nothing_to_cut"])
	require.Len(t, counts["misses"], 1)
	require.Equal(t, "FAILED", v["verdict"])
	require.Equal(t, true, v["uninterrupted_equal"], "nothing differed")
	status, out, errs = tilemark("sweep", "one-triangle", "--size", "16x16", "--from", "5", "--to", "6", "--pairs")
	require.Equal(t, exitFailed, status, errs)
	require.Regexp(t, `\nFAILED: 0 pairs: nothing was checked; [\d,]+ second interrupts cut nothing more\n$`, out)
}

func TestConfigPrintsParametersAndBound(t *testing.T) {
	status, out, errs := tilemark("config", "--set", "memory.latency=77")
	require.Equal(t, exitHeld, status, errs)
	cfg := hw.DefaultConfig()
	for _, p := range cfg.Params() {
		require.Contains(t, out, p.Key)
		require.Contains(t, out, p.Doc)
	}
	require.Contains(t, out, "77 *")
	require.Contains(t, out, "worst case of a switch")
	status, out, errs = tilemark("config", "--json")
	require.Equal(t, exitHeld, status, errs)
	_, v := keys(t, out)
	require.Len(t, v["parameters"], len(cfg.Params()))
	require.Positive(t, v["bound"].(map[string]any)["total"])
}

func TestDiagramHasEveryBlockAndConnection(t *testing.T) {
	status, out, errs := tilemark("diagram", "--set", "fifo.TG_FIFO.depth=123")
	require.Equal(t, exitHeld, status, errs)
	m, err := hw.Build(hw.DefaultConfig())
	require.NoError(t, err)
	for _, b := range m.Blocks() { // one for all that are alike
		require.Contains(t, out, ">"+cluster.KindOf(b.Name())+"</text>")
	}
	for _, c := range m.Connections() {
		require.Regexp(t, ">"+cluster.KindOf(c.Name)+"( |<)", out)
	}
	require.Contains(t, out, "one of 2 clusters, with one of its 2 multiprocessors")
	require.Contains(t, out, ">TG_FIFO 123<")
}

func TestHelpOfEveryVerbHasExamples(t *testing.T) {
	for _, verb := range []string{"run", "compare", "explain", "sweep", "wave", "trace", "config", "diagram", "export", "study latency", "study policy", "decode", "manual"} {
		for _, args := range [][]string{append(strings.Fields(verb), "--help"), append([]string{"help"}, strings.Fields(verb)...)} {
			status, out, _ := tilemark(args...)
			require.Equal(t, exitHeld, status)
			require.Contains(t, out, "Examples:")
			require.Contains(t, out, "tilemark "+verb)
		}
	}
}
