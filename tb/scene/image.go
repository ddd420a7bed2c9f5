package scene

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // textures come as PNG or JPEG
	_ "image/png"
	"math"
	"math/bits"

	"tilemark/text/number"
)

// mostPixelsOfAByte is how many pixels a byte of a file stands for at the most: deflate makes 1032 bytes of one, of 8 pixels each in a PNG of one
// bit; JPEG has a bit for 64 pixels. The decoders ask for the memory of the whole image before they read on; a few bytes are not to ask for
// hundreds of megabytes.
const mostPixelsOfAByte = 8 * 1032

// DecodeImage turns a PNG or JPEG into a texture, the bytes as they are stored (no sRGB conversion).
func DecodeImage(name string, data []byte) (Texture, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Texture{}, fmt.Errorf("image %q: %w; PNG or JPEG was expected", name, err)
	}
	if err := CheckTextureSize(config.Width, config.Height); err != nil {
		return Texture{}, fmt.Errorf("image %q: %w", name, err)
	}
	if most := mostPixelsOfAByte * len(data); config.Width*config.Height > most {
		return Texture{}, fmt.Errorf("image %q (%s): %d by %d pixels in %s bytes; at most %s, or a longer file, were expected", name, format, config.Width, config.Height, number.Thousands(len(data)), number.Thousands(most))
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return Texture{}, fmt.Errorf("image %q (%s): %w", name, format, err)
	}
	return Texture{Name: name, Width: config.Width, Height: config.Height, Pix: texels(img)}, nil
}

// CheckTextureSize refuses sides of which the machine has none.
func CheckTextureSize(width, height int) error {
	if width < 1 || height < 1 || width > MaxTextureSide || height > MaxTextureSide {
		return fmt.Errorf("%d by %d texels; 1 to %d a side were expected", width, height, MaxTextureSide)
	}
	return nil
}

// texels has alpha apart from the colours (not premultiplied).
func texels(img image.Image) []byte {
	b := img.Bounds()
	if n, ok := img.(*image.NRGBA); ok && n.Stride == 4*b.Dx() {
		return n.Pix[:4*b.Dx()*b.Dy()]
	}
	pix := make([]byte, 0, 4*b.Dx()*b.Dy())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			pix = append(pix, c.R, c.G, c.B, c.A)
		}
	}
	return pix
}

// MaxLevels is the most mip levels of a texture: those of the largest.
const MaxLevels = 14

// AllLevels counts the levels down to one texel.
func AllLevels(width, height int) int { return bits.Len(uint(max(width, height))) }

// levelAlign is the alignment of each level in memory, in bytes.
const levelAlign = 64

// Chain gives the texture as it lies in memory: all levels one after the other, each aligned (docs/arithmetic.md, section 6). A texel
// of the next level is the mean of four, of two where a side has only one, of their light where the texture is encoded; the last column
// or row of an odd side has no part.
func (t *Texture) Chain() []byte {
	out := t.Pix
	level, w, h := t.Pix, t.Width, t.Height
	for k := 1; k < t.Levels; k++ {
		level, w, h = halve(level, w, h, t.SRGB)
		if k == 1 {
			out = append([]byte(nil), out...)
		}
		for len(out)%levelAlign != 0 {
			out = append(out, 0)
		}
		out = append(out, level...)
	}
	return out
}

// halve makes the next level with a box filter, rounding to the nearest, halves up.
func halve(from []byte, w, h int, encoded bool) (to []byte, width, height int) {
	width, height = max(1, w/2), max(1, h/2)
	to = make([]byte, 0, 4*width*height)
	for y := range height {
		rows := [2]int{2 * y, min(2*y+1, h-1)}
		for x := range width {
			columns := [2]int{2 * x, min(2*x+1, w-1)}
			for c := range 4 {
				var four [4]byte
				for i := range four {
					four[i] = from[4*(rows[i>>1]*w+columns[i&1])+c]
				}
				if encoded && c < 3 {
					to = append(to, MeanLight(four))
				} else {
					to = append(to, mean(four))
				}
			}
		}
	}
	return to, width, height
}

func mean(four [4]byte) byte {
	sum := 2
	for _, b := range four {
		sum += int(b)
	}
	return byte(sum / 4)
}

// MeanLight is the encoded mean of what four encoded bytes decode to.
func MeanLight(four [4]byte) byte {
	sum := 0.0
	for _, b := range four {
		sum += decodedBytes[b]
	}
	return byte(math.Floor(255*encoded(sum/4) + 0.5))
}
