package compare

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilemark/tb/report"
	"tilemark/tb/request"
	"tilemark/vectors/fuzztest"
)

// FuzzRun: the document of a run is read, the same each time, and does not differ from itself in what is printed; or it is an error that names the
// file.
//
// Slow: each execution writes a file of 2 kB and reads its JSON four times, by reflection: the head and the whole, twice each.
func FuzzRun(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.json")
	var b bytes.Buffer
	if err := report.RunDocument.Write(&b, side("a").Run); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("{}"))
	f.Add([]byte("[1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 8192 {
			return
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		var s *Side
		var err error
		fuzztest.Within(t, 1<<20, 1<<10, len(data), func() { s, err = Read(path) })
		if err != nil {
			var use *request.UsageError
			if !errors.As(err, &use) || !strings.HasPrefix(err.Error(), path+": ") {
				t.Fatalf("%q; the file should be in the error of %q", err, data)
			}
			return
		}
		again, err := Read(path)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, s, again, data)
		c, err := Of(s, again)
		if err != nil {
			return
		}
		if len(c.Summary.Parameters) > 0 {
			t.Fatalf("%q has other parameters than itself: %v", data, c.Summary.Parameters)
		}
		var out bytes.Buffer
		c.Print(&out)
	})
}

// FuzzPicture: a picture beside a run's document has its pixels from 0, 0 on, or is refused.
func FuzzPicture(f *testing.F) {
	path := filepath.Join(f.TempDir(), "a.png")
	for _, img := range []image.Image{image.NewNRGBA(image.Rect(0, 0, 3, 2)), image.NewGray16(image.Rect(0, 0, 2, 2))} {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		img, err := readPNG(path)
		if err == nil && (img.Rect.Min != image.Point{} || len(img.Pix) < 4*img.Rect.Dx()*img.Rect.Dy()) {
			t.Fatalf("%q: %v with %d bytes", data, img.Rect, len(img.Pix))
		}
	})
}
