package scene

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // textures come as PNG or JPEG
	_ "image/png"
)

// decodeImage turns a PNG or JPEG into a texture, the bytes as they are stored (no sRGB conversion).
func decodeImage(name string, data []byte) (Texture, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return Texture{}, fmt.Errorf("image %q: %w; PNG or JPEG was expected", name, err)
	}
	if err := checkTextureSize(config.Width, config.Height); err != nil {
		return Texture{}, fmt.Errorf("image %q: %w", name, err)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return Texture{}, fmt.Errorf("image %q (%s): %w", name, format, err)
	}
	return Texture{Name: name, Width: config.Width, Height: config.Height, Pix: texels(img)}, nil
}

func checkTextureSize(width, height int) error {
	if width < 1 || height < 1 || width > maxTextureSide || height > maxTextureSide {
		return fmt.Errorf("%d by %d texels; 1 to %d a side were expected", width, height, maxTextureSide)
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
