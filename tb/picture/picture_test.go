package picture

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func readPNG(t *testing.T, path string) image.Image {
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	img, err := png.Decode(f)
	require.NoError(t, err)
	return img
}

func pixel(img image.Image, x, y int) color.NRGBA {
	return color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
}

func onlyFile(t *testing.T, dir, name string) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1, "a temporary file is left over")
	require.Equal(t, name, entries[0].Name())
}

func TestColorKeepsBytesAndAlpha(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.png")
	words := []uint64{0xff030201, 0x10ff8040, 0x00aabbcc, 0x80ffffff, 0xff000000, 0xffffffff}
	require.NoError(t, WriteColor(path, 3, 2, words, RGBA8))
	img := readPNG(t, path)
	require.Equal(t, image.Rect(0, 0, 3, 2), img.Bounds())
	require.Equal(t, color.NRGBA{1, 2, 3, 255}, pixel(img, 0, 0))
	require.Equal(t, color.NRGBA{0x40, 0x80, 0xff, 0x10}, pixel(img, 1, 0))
	require.Equal(t, color.NRGBA{0xcc, 0xbb, 0xaa, 0}, img.(*image.NRGBA).NRGBAAt(2, 0), "colour under zero alpha")
	require.Equal(t, color.NRGBA{255, 255, 255, 0x80}, pixel(img, 0, 1))
	onlyFile(t, filepath.Dir(path), "c.png")
}

func TestFloatColorIsClampedForTheEyeAndKeptInPFM(t *testing.T) {
	dir := t.TempDir()
	pixels := []uint64{0x3c00_0000_3800_4400, 0x3800_7e00_bc00_7c00} // (4, 0.5, 0, 1), (infinity, -1, NaN, 0.5)
	require.NoError(t, WriteColor(filepath.Join(dir, "c.png"), 2, 1, pixels, RGBA16F))
	img := readPNG(t, filepath.Join(dir, "c.png"))
	require.Equal(t, color.NRGBA{255, 128, 0, 255}, pixel(img, 0, 0))
	require.Equal(t, color.NRGBA{255, 0, 0, 128}, pixel(img, 1, 0))
	require.NoError(t, WriteColorPFM(filepath.Join(dir, "c.pfm"), 2, 1, pixels))
	data, err := os.ReadFile(filepath.Join(dir, "c.pfm"))
	require.NoError(t, err)
	header := "PF\n2 1\n-1.0\n"
	require.True(t, strings.HasPrefix(string(data), header))
	var rgb [6]float32
	_, err = binary.Decode(data[len(header):], binary.LittleEndian, &rgb)
	require.NoError(t, err)
	require.Equal(t, []float32{4, 0.5, 0, float32(math.Inf(1)), -1}, rgb[:5])
	require.True(t, math.IsNaN(float64(rgb[5])))
	require.Equal(t, float32(math.Ldexp(1, -24)), half(1), "denormal")
}

func TestDepthStretchesWhatIsDrawn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "z.png")
	nan := float32(math.NaN())
	require.NoError(t, WriteDepth(path, 5, 1, []float32{1, 0.4, 0.5, 0.6, nan}, 1))
	img := readPNG(t, path)
	var grey []uint8
	for x := range 5 {
		grey = append(grey, pixel(img, x, 0).R)
	}
	require.Equal(t, []uint8{0, 255, 160, 64, 0}, grey)
}

func TestDepthWithNothingOrOneValueDrawn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "z.png")
	require.NoError(t, WriteDepth(path, 2, 1, []float32{1, 1}, 1))
	require.Equal(t, uint8(0), pixel(readPNG(t, path), 0, 0).R)
	require.NoError(t, WriteDepth(path, 2, 1, []float32{1, 0.25}, 1))
	require.Equal(t, uint8(255), pixel(readPNG(t, path), 1, 0).R)
}

func TestPFMIsLittleEndianFromTheBottomRow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "z.pfm")
	require.NoError(t, WritePFM(path, 2, 2, []float32{0.25, 0.5, 0.75, 1}))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	header := "Pf\n2 2\n-1.0\n"
	require.True(t, strings.HasPrefix(string(data), header))
	var got []float32
	for b := data[len(header):]; len(b) > 0; b = b[4:] {
		got = append(got, math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	require.Equal(t, []float32{0.75, 1, 0.25, 0.5}, got)
	back, err := ReadPFM(path)
	require.NoError(t, err)
	require.Equal(t, []float32{0.25, 0.5, 0.75, 1}, back)
	for name, text := range map[string]string{"colour": "PF" + string(data[2:]), "short": string(data[:len(data)-1]), "large": "Pf\n99999 99999\n-1.0\n", "empty": ""} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		_, err := ReadPFM(path)
		require.ErrorContains(t, err, path, name)
	}
}

func TestDifferenceMarksDifferingPixels(t *testing.T) {
	path := filepath.Join(t.TempDir(), "d.png")
	require.NoError(t, WriteDifference(path, 3, 1, []uint64{0xffffffff, 0xff000001, 0x01ffffff}, []uint64{0xffffffff, 0xff000000, 0x02ffffff}, RGBA8))
	img := readPNG(t, path)
	require.Equal(t, color.NRGBA{85, 85, 85, 255}, pixel(img, 0, 0))
	require.Equal(t, color.NRGBA{255, 0, 255, 255}, pixel(img, 1, 0))
	require.Equal(t, color.NRGBA{255, 0, 255, 255}, pixel(img, 2, 0), "alpha counts")
}

func TestErrorsNameTheFile(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "nowhere", "c.png")
	for name, err := range map[string]error{
		"missing folder": WriteColor(missing, 1, 1, []uint64{0}, RGBA8),
		"wrong size":     WriteColor(missing, 2, 1, []uint64{0}, RGBA8),
		"empty":          WritePFM(missing, 0, 0, nil),
		"depth size":     WriteDepth(missing, 2, 2, []float32{0}, 1),
		"second image":   WriteDifference(missing, 1, 1, []uint64{0}, nil, RGBA8),
	} {
		require.ErrorContains(t, err, missing, name)
	}
	folder := filepath.Join(dir, "folder.png")
	require.NoError(t, os.Mkdir(folder, 0o755))
	require.ErrorContains(t, WriteColor(folder, 1, 1, []uint64{0}, RGBA8), folder)
	onlyFile(t, dir, "folder.png")
}

func TestOverwritingKeepsTheOldFileUntilTheNewIsComplete(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.png")
	require.NoError(t, WriteColor(path, 1, 1, []uint64{0xff0000ff}, RGBA8))
	require.Error(t, WriteColor(path, 2, 2, []uint64{0}, RGBA8))
	require.Equal(t, color.NRGBA{255, 0, 0, 255}, pixel(readPNG(t, path), 0, 0))
	require.NoError(t, WriteColor(path, 1, 1, []uint64{0xff00ff00}, RGBA8))
	require.Equal(t, color.NRGBA{0, 255, 0, 255}, pixel(readPNG(t, path), 0, 0))
}
