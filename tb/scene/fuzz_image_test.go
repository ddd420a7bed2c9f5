package scene

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"tilemark/vectors/fuzztest"
)

// pictures are small images of the kinds that decoders tell apart.
func pictures(f *testing.F) (list [][]byte) {
	f.Helper()
	r := image.Rect(0, 0, 3, 2)
	gray, nrgba, deep := image.NewGray(r), image.NewNRGBA(r), image.NewNRGBA64(r)
	paletted := image.NewPaletted(r, color.Palette{color.Black, color.NRGBA{1, 2, 3, 4}})
	for _, img := range []image.Image{gray, nrgba, deep, paletted} {
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			f.Fatal(err)
		}
		list = append(list, b.Bytes())
	}
	for _, img := range []image.Image{gray, nrgba} {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 20}); err != nil {
			f.Fatal(err)
		}
		list = append(list, b.Bytes())
	}
	return list
}

// FuzzTexture: the bytes of an image are a texture with all its levels, the same each time, or an error that names it. A few bytes do not
// take the memory of a large image.
func FuzzTexture(f *testing.F) {
	for _, data := range pictures(f) {
		f.Add(data)
	}
	f.Add([]byte("GIF89a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var tex Texture
		var err error
		fuzztest.Within(t, 2<<20, 16*mostPixelsOfAByte, len(data), func() { tex, err = DecodeImage("t.png", data) })
		if err != nil {
			if !bytes.HasPrefix([]byte(err.Error()), []byte(`image "t.png"`)) {
				t.Fatalf("%q does not name the image", err)
			}
			return
		}
		again, err := DecodeImage("t.png", data)
		if err != nil || !bytes.Equal(tex.Pix, again.Pix) || len(tex.Pix) != 4*tex.Width*tex.Height {
			t.Fatalf("%q: %d by %d texels in %d bytes, then %d: %v", data, tex.Width, tex.Height, len(tex.Pix), len(again.Pix), err)
		}
		if len(tex.Pix) > 1<<14 {
			return
		}
		tex.Levels, tex.SRGB = AllLevels(tex.Width, tex.Height), len(data)%2 == 0
		if chain := tex.Chain(); !bytes.Equal(chain[:len(tex.Pix)], tex.Pix) || len(chain) > 2*len(tex.Pix)+levelAlign*MaxLevels {
			t.Fatalf("%q: levels of %d bytes after %d", data, len(chain), len(tex.Pix))
		}
	})
}
