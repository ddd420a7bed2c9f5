package plots

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/request"
	"tilemark/tb/runs"
)

func TestTimelineShowsBlocksCutsAndSwitches(t *testing.T) {
	r, err := runs.Run(runs.RunOptions{Input: request.Input{Scene: "many-small", Contexts: 1, Size: request.Size{Width: 24, Height: 24}}, Every: 500, Monitors: true})
	require.NoError(t, err)
	require.NotEmpty(t, r.Cut.Log.Switches)
	path := filepath.Join(t.TempDir(), "timeline.png")
	require.NoError(t, Timeline(path, "test", r.Cut))
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
		require.Positive(t, seen[c], runs.DoingNames[d])
	}
	for p, c := range partColors {
		require.Positive(t, seen[c], partNames[p])
	}
}

func TestRoundStep(t *testing.T) {
	for length, want := range map[uint64]uint64{1: 1, 12: 1, 13: 2, 100: 10, 776582: 100000} {
		require.Equal(t, want, roundStep(length, 12), length)
	}
}

func TestLatencyOfEqualSwitches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "latency.png")
	require.NoError(t, Latency(path, []float64{700, 700, 700}, 3, "test"))
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
