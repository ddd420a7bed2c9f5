package scene

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"
)

func encode(t *testing.T, img image.Image, write func(*bytes.Buffer, image.Image) error) Texture {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, write(&b, img))
	texture, err := DecodeImage("x", b.Bytes())
	require.NoError(t, err)
	require.Len(t, texture.Pix, 4*texture.Width*texture.Height)
	return texture
}

func asPNG(b *bytes.Buffer, img image.Image) error { return png.Encode(b, img) }

func TestImageFormatsGiveTheStoredBytes(t *testing.T) {
	opaque := image.NewRGBA(image.Rect(0, 0, 3, 2))
	grey := image.NewGray(image.Rect(0, 0, 2, 2))
	paletted := image.NewPaletted(image.Rect(0, 0, 2, 1), color.Palette{color.NRGBA{200, 100, 50, 20}, color.NRGBA{1, 2, 3, 255}})
	for i := range opaque.Pix {
		opaque.Pix[i] = uint8(20*i) | uint8(i%4/3*255)
	}
	grey.Pix = []byte{0, 90, 180, 255}
	paletted.Pix = []byte{0, 1}
	require.Equal(t, opaque.Pix, encode(t, opaque, asPNG).Pix)
	require.Equal(t, []byte{90, 90, 90, 255}, encode(t, grey, asPNG).Pix[4:8])
	require.Equal(t, []byte{200, 100, 50, 20, 1, 2, 3, 255}, encode(t, paletted, asPNG).Pix)

	photo := encode(t, grey, func(b *bytes.Buffer, img image.Image) error { return jpeg.Encode(b, img, &jpeg.Options{Quality: 100}) })
	require.InDelta(t, 180, photo.Pix[8], 2)
}

func TestImageErrorsNameTheImage(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, asPNG(&b, image.NewGray(image.Rect(0, 0, 9, 9))))
	_, err := DecodeImage("cut.png", b.Bytes()[:b.Len()-20])
	require.ErrorContains(t, err, `image "cut.png" (png)`)
	b.Reset()
	require.NoError(t, asPNG(&b, image.NewGray(image.Rect(0, 0, MaxTextureSide+1, 1))))
	_, err = DecodeImage("wide.png", b.Bytes())
	require.ErrorContains(t, err, `image "wide.png": 8193 by 1 texels`)
}

// A decoder asks for the memory of the whole image before it reads on: a few bytes that say 8192 by 8192 pixels are refused before that.
func TestAFewBytesAreNoLargeImage(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, image.NewGray(image.Rect(0, 0, MaxTextureSide, 1))))
	data := b.Bytes()
	binary.BigEndian.PutUint32(data[20:], MaxTextureSide) // the height in IHDR, and the checksum after it
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	_, err := DecodeImage("t.png", data)
	require.ErrorContains(t, err, `image "t.png" (png): 8192 by 8192 pixels in`)

	b.Reset()
	require.NoError(t, png.Encode(&b, image.NewPaletted(image.Rect(0, 0, 1024, 1024), color.Palette{color.Black, color.White})))
	_, err = DecodeImage("t.png", b.Bytes())
	require.NoError(t, err, "an image of one colour is compressed a thousand times")
}
