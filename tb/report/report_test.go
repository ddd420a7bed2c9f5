package report

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/request"
	"tilemark/tb/runs"
	"tilemark/text/number"
)

func TestDifferenceFromGoldenIsAFailure(t *testing.T) {
	o := runs.RunOptions{Input: request.Input{Scene: "one-triangle", Contexts: 1, Size: request.Size{Width: 16, Height: 16}}, At: []uint64{400}, Monitors: true}
	w, err := o.Load()
	require.NoError(t, err)
	w.Vector.Final[w.Vector.Image.Contexts[0].Color.Address(3, 2)] ^= 1
	r, err := runs.RunWork(w, o)
	require.NoError(t, err)
	require.Len(t, r.Failures, 2)
	require.ErrorContains(t, r.Failures[1].Err, "interrupted run: rule P1: context 0, colour at (3, 2)")
	require.Equal(t, "tilemark run one-triangle --size 16x16 --interrupt 400", r.Failures[1].Repeat)
	require.False(t, r.GoldenEqual())
	require.True(t, r.SameFrame)
	dir := t.TempDir()
	folder, err := OpenFolder(dir)
	require.NoError(t, err)
	files, err := folder.Write(r)
	require.NoError(t, err)
	require.Contains(t, files, filepath.Join(dir, "difference.png"))
}

func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		require.Equal(t, want, number.Thousands(n))
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

func TestSweepReport(t *testing.T) {
	r, err := runs.Sweep(runs.SweepOptions{Input: request.Input{Scene: "one-triangle", Contexts: 1, Size: request.Size{Width: 16, Height: 16}}, Every: 11, Jobs: 1, Full: 20})
	require.NoError(t, err)
	var b strings.Builder
	Sweep{r}.Print(&b)
	require.NotContains(t, b.String(), "FAILED")
	require.Regexp(t, `\nPASSED: .* [\d,]+ converged early; [\d,]+ interrupts found nothing to cut\n$`, b.String())
	require.Regexp(t, `, \d+\.\d seconds, \d+ interrupts a second\n`, b.String())
	require.Equal(t, r.Report.Cuts, Sweep{r}.Summary().Sweep.Equal)

	r.Earlier, r.Seconds = 1000, 1000+r.Seconds // as if another process had swept before
	require.Less(t, Sweep{r}.Summary().CyclesPerSecond, float64(r.Report.Evaluated)/1000)
	b.Reset()
	Sweep{r}.Print(&b)
	require.Regexp(t, `, 100\d\.\d seconds \(1000\.0 of them before it was resumed\), 0 interrupts a second\n`, b.String())
}
