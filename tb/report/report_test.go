package report

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/bounds"
	"tilemark/text/number"
)

func smallRun(t *testing.T, o RunOptions) *Result {
	if o.Contexts == 0 {
		o.Contexts = 1
	}
	o.Monitors = true
	if o.Size == (Size{}) {
		o.Size = Size{24, 24}
	}
	r, err := Run(o)
	require.NoError(t, err)
	return r
}

func TestTimelineShowsBlocksCutsAndSwitches(t *testing.T) {
	r := smallRun(t, RunOptions{Input: Input{Scene: "many-small"}, Every: 500})
	require.NotEmpty(t, r.Cut.Log.Switches)
	path := filepath.Join(t.TempDir(), "timeline.png")
	require.NoError(t, drawTimeline(path, "test", r.Cut))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	require.Equal(t, timelineWidth, img.Bounds().Dx())
	seen := map[color.NRGBA]int{}
	legend := img.Bounds().Dy() - legendHeight
	for y := range legend {
		for x := labelWidth; x < labelWidth+plotWidth; x++ {
			seen[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	for d, c := range doingColors {
		require.Positive(t, seen[c], doingNames[d])
	}
	for p, c := range partColors {
		require.Positive(t, seen[c], partNames[p])
	}
}

func TestSamplerLosesNoCycle(t *testing.T) {
	r := smallRun(t, RunOptions{Input: Input{Scene: "one-triangle"}})
	s := r.Plain.whole
	for len(s.Bins) > 3 {
		s.halve()
	}
	for i, b := range r.Plain.Session.M.Blocks() {
		total := uint64(0)
		for _, bin := range s.Bins {
			for _, n := range bin.Blocks[i] {
				total += n
			}
		}
		require.Equal(t, r.Plain.Session.M.Cycle()-s.From, total, b.Name())
	}
}

func TestDifferenceFromGoldenIsAFailure(t *testing.T) {
	o := RunOptions{Input: Input{Scene: "one-triangle", Contexts: 1, Size: Size{16, 16}}, At: []uint64{400}, Monitors: true}
	w, err := o.Load()
	require.NoError(t, err)
	w.Vector.Final[w.Vector.Image.Contexts[0].Color.Address(3, 2)] ^= 1
	r, err := w.run(o)
	require.NoError(t, err)
	require.Len(t, r.Failures, 2)
	require.ErrorContains(t, r.Failures[1].Err, "interrupted run: rule P1: context 0, colour at (3, 2)")
	require.Equal(t, "tilemark run one-triangle --size 16x16 --interrupt 400", r.Failures[1].Repeat)
	require.False(t, r.goldenEqual())
	require.True(t, r.SameFrame)
	dir := t.TempDir()
	folder, err := OpenFolder(dir)
	require.NoError(t, err)
	files, err := folder.Write(r)
	require.NoError(t, err)
	require.Contains(t, files, filepath.Join(dir, "difference.png"))
}

func TestSwitchesAreMeasured(t *testing.T) {
	r := smallRun(t, RunOptions{Input: Input{Scene: "six-draws"}, Every: 600})
	for _, s := range r.Cut.Log.Switches {
		if s.Aborted {
			continue
		}
		require.Positive(t, s.TGInt)
		require.Greater(t, s.Discarded, uint64(0))
		require.Greater(t, s.Drained, s.Discarded)
		require.Greater(t, s.Saved, s.Drained)
		require.LessOrEqual(t, s.Saved, r.Bound.Total())
		require.GreaterOrEqual(t, s.SaveWords, uint32(8), "the cursor is written")
		require.Positive(t, s.Restore)
		require.LessOrEqual(t, s.Spans, s.Above)
	}
	require.Equal(t, r.Plain.Work[stageTiles], r.Cut.Work[stageTiles], "no tile is committed twice")
	require.Greater(t, r.Cut.Work[stageShaded], r.Plain.Work[stageShaded])
}

func TestFailingSwitchIsOneAboveTheBound(t *testing.T) {
	r := smallRun(t, RunOptions{Input: Input{Scene: "many-small"}, Every: 600})
	require.Empty(t, r.Failures)
	r.Bound = bounds.Bound{Discard: 1}
	r.checkBound()
	require.Len(t, r.Failures, 1)
	require.ErrorContains(t, r.Failures[0].Err, "the bound is 1")
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"teapot": "teapot", "a b.obj": "'a b.obj'", "": "''", "it's": `'it'\''s'`, "eye=1,2,3": "eye=1,2,3", "a;b": "'a;b'",
	} {
		require.Equal(t, want, quote(in))
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		require.Equal(t, want, number.Thousands(n))
	}
}

func TestRoundStep(t *testing.T) {
	for length, want := range map[uint64]uint64{1: 1, 12: 1, 13: 2, 100: 10, 776582: 100000} {
		require.Equal(t, want, roundStep(length, 12), length)
	}
}

func TestMeanFill(t *testing.T) {
	c := wires.Connection{Depth: 1}
	c.Fill[0], c.Fill[len(c.Fill)-1] = 3, 1
	require.InDelta(t, 0.25, meanFill(&c), 1e-9)
	c = wires.Connection{Depth: 8} // one entry, in the first part
	c.Fill[1] = 10
	require.InDelta(t, 1, meanFill(&c), 1)
	for depth := 2; depth < 600; depth++ { // every bin's middle lies inside the FIFO
		for bin := 1; bin < 8; bin++ {
			require.Less(t, middle(bin, depth, 7), float64(depth))
		}
	}
}

func TestDepthValues(t *testing.T) {
	v, clear := depthValues([]uint64{0, 0xffffffff, 0x12000000 | 1<<23}, regs.ZL2DepthControlFormatD24s8, 1)
	require.Equal(t, []float32{0, 1, float32(float64(1<<23) / d24Max)}, v)
	require.Equal(t, float32(1), clear)
	v, clear = depthValues([]uint64{0, 0xffff}, regs.ZL2DepthControlFormatD16, 0.5)
	require.Equal(t, []float32{0, 1}, v)
	require.Equal(t, float32(32768.0/d16Max), clear)
	v, clear = depthValues([]uint64{0x3f000000}, regs.ZL2DepthControlFormatD32f, 0.25)
	require.Equal(t, []float32{0.5}, v)
	require.Equal(t, float32(0.25), clear)
}

func TestLoadRefusesWhatNoMachineCanDo(t *testing.T) {
	_, err := LoadConfig("", []string{"zl2.cache.lines=3"})
	var bad *UsageError
	require.ErrorAs(t, err, &bad)
	_, err = Input{Scene: "teapot", Contexts: 4, Size: Size{4096, 4096}}.Load()
	require.ErrorAs(t, err, &bad)
	require.ErrorContains(t, err, "MiB")
}

func TestSweepReport(t *testing.T) {
	r, err := Sweep(SweepOptions{Input: Input{Scene: "one-triangle", Contexts: 1, Size: Size{16, 16}}, Every: 11, Jobs: 1, Full: 20})
	require.NoError(t, err)
	var b strings.Builder
	r.Print(&b)
	require.NotContains(t, b.String(), "FAILED")
	require.Regexp(t, `\nPASSED: .* [\d,]+ converged early; [\d,]+ interrupts found nothing to cut\n$`, b.String())
	require.Equal(t, r.Report.Cuts, r.Summary().Sweep.Equal)
}

func TestLatencyOfEqualSwitches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "latency.png")
	require.NoError(t, drawLatency(path, []float64{700, 700, 700}, 3, "test"))
	require.FileExists(t, path)
	require.Equal(t, "a: latency of 3 switches", latencyTitle("a", 3, 3))
	require.Equal(t, "a: latency of 4 of 7 switches (a tile followed before the next cut)", latencyTitle("a", 4, 7))
}

// The numbers of the axis stay inside of the picture, also the long one at its end.
func TestTimelineShowsTheWholeLastNumberOfItsAxis(t *testing.T) {
	last := func(to uint64) []uint64 {
		q := &panel{to: to}
		c := newPainter(timelineWidth, 40)
		q.axis(c, 10)
		var dark []uint64
		img := pictureOf(t, c)
		for x := timelineWidth - 3; x < timelineWidth; x++ {
			for y := range img.Bounds().Dy() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0xf000 {
					dark = append(dark, uint64(x))
				}
			}
		}
		return dark
	}
	for _, to := range []uint64{900, 24_000_000, 2_000_000_000, 24_000_000_000_000} {
		require.Empty(t, last(to), "%d", to)
	}
}

func pictureOf(t *testing.T, c *painter) image.Image {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.png")
	require.NoError(t, c.save(path))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	return img
}
