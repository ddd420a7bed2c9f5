// Package picture saves what a run drew: colour and depth as PNG for the eye, depth and floating-point colour as PFM with every bit, and
// the difference of two colour images. Images come in rows from the top. A file appears complete or not at all.
package picture

import (
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"tilemark/text/number"
	"tilemark/text/output"
)

// Format is a colour surface's pixel format, numbered as in hw/regs.
type Format uint32

// RGBA8 and SRGB8 are words with R in the lowest byte; RGBA16F is four binary16 numbers with R lowest.
const (
	RGBA8 Format = iota
	SRGB8
	RGBA16F
)

// WriteColor saves a colour surface as a PNG, alpha included: RGBA8 and SRGB8 with the same bytes, RGBA16F clamped to 0 to 1 and
// rounded to bytes, without sRGB encoding.
func WriteColor(path string, width, height int, pixels []uint64, format Format) error {
	if err := checkSize(path, width, height, len(pixels)); err != nil {
		return err
	}
	return writePNG(path, image.Pt(width, height), func(i int) [4]uint8 { return format.channels(pixels[i]) })
}

// Color is a colour surface as an image, with the bytes of WriteColor.
func Color(width, height int, pixels []uint64, format Format) *image.NRGBA {
	return newImage(image.Pt(width, height), func(i int) [4]uint8 { return format.channels(pixels[i]) })
}

// WriteColorPFM saves r, g, b of an RGBA16F surface as a colour portable float map: little-endian binary32, rows from the bottom.
func WriteColorPFM(path string, width, height int, pixels []uint64) error {
	if err := checkSize(path, width, height, len(pixels)); err != nil {
		return err
	}
	rgb := make([]float32, 0, 3*len(pixels))
	for _, p := range pixels {
		rgb = append(rgb, half(uint16(p)), half(uint16(p>>16)), half(uint16(p>>32)))
	}
	return writePFM(path, "PF", width, height, rgb)
}

// half widens a binary16.
func half(h uint16) float32 {
	exponent, fraction := int(h>>10&31), float64(h&0x3ff)
	v := 0.0
	switch exponent {
	case 0:
		v = math.Ldexp(fraction, -24)
	case 31:
		if v = math.Inf(1); fraction != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(fraction+1024, exponent-25)
	}
	return float32(math.Copysign(v, 1-2*float64(h>>15)))
}

// Brightness of the nearest and the farthest pixel drawn, in a depth picture; what is at the clear value stays black.
const (
	nearGrey = 255
	farGrey  = 64
)

// WriteDepth saves depth as a grey PNG for the eye: the values that differ from clear are stretched linearly, the smallest bright and the
// largest dark; what equals clear, or is no number, is black.
func WriteDepth(path string, width, height int, depth []float32, clear float32) error {
	if err := checkSize(path, width, height, len(depth)); err != nil {
		return err
	}
	return output.Write(path, func(w io.Writer) error { return png.Encode(w, Depth(width, height, depth, clear)) })
}

// Depth is the image of WriteDepth.
func Depth(width, height int, depth []float32, clear float32) *image.NRGBA {
	drawn := func(z float32) bool { return z != clear && !math.IsNaN(float64(z)) && !math.IsInf(float64(z), 0) }
	low, high := math.Inf(1), math.Inf(-1)
	for _, z := range depth {
		if drawn(z) {
			low, high = min(low, float64(z)), max(high, float64(z))
		}
	}
	return newImage(image.Pt(width, height), func(i int) [4]uint8 {
		if !drawn(depth[i]) {
			return [4]uint8{0, 0, 0, 255}
		}
		grey := uint8(nearGrey)
		if high > low {
			grey = uint8(math.Round(nearGrey - (nearGrey-farGrey)*(float64(depth[i])-low)/(high-low)))
		}
		return [4]uint8{grey, grey, grey, 255}
	})
}

// WriteDifference saves a PNG of got, dimmed and grey, with every pixel that differs from want's in bright magenta.
func WriteDifference(path string, width, height int, got, want []uint64, format Format) error {
	if err := checkSize(path, width, height, len(got)); err != nil {
		return err
	}
	if err := checkSize(path, width, height, len(want)); err != nil {
		return err
	}
	return output.Write(path, func(w io.Writer) error { return png.Encode(w, Difference(width, height, got, want, format)) })
}

// Difference is the image of WriteDifference.
func Difference(width, height int, got, want []uint64, format Format) *image.NRGBA {
	return newImage(image.Pt(width, height), func(i int) [4]uint8 {
		if got[i] != want[i] {
			return [4]uint8{255, 0, 255, 255}
		}
		c := format.channels(got[i])
		grey := uint8((int(c[0]) + int(c[1]) + int(c[2])) / 9)
		return [4]uint8{grey, grey, grey, 255}
	})
}

// WritePFM saves depth as a portable float map: little-endian binary32, rows from the bottom as the format demands.
func WritePFM(path string, width, height int, depth []float32) error {
	if err := checkSize(path, width, height, len(depth)); err != nil {
		return err
	}
	return writePFM(path, "Pf", width, height, depth)
}

// writePFM writes numbers by rows from the top.
func writePFM(path, magic string, width, height int, numbers []float32) error {
	row := len(numbers) / height
	return output.Write(path, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, "%s\n%d %d\n-1.0\n", magic, width, height); err != nil {
			return err
		}
		for y := height - 1; y >= 0; y-- {
			if err := binary.Write(w, binary.LittleEndian, numbers[y*row:][:row]); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkSize(path string, width, height, pixels int) error {
	if width < 1 || height < 1 || pixels != width*height {
		return fmt.Errorf("%s: %s pixels for a picture of %d by %d", path, number.Thousands(pixels), width, height)
	}
	return nil
}

func (f Format) channels(pixel uint64) (c [4]uint8) {
	for k := range c {
		if f == RGBA16F {
			v := half(uint16(pixel >> (16 * k)))
			c[k] = uint8(math.RoundToEven(255 * min(1, max(0, notNaN(float64(v))))))
		} else {
			c[k] = uint8(pixel >> (8 * k))
		}
	}
	return c
}

func notNaN(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

func newImage(size image.Point, pixel func(i int) [4]uint8) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: size})
	for i := range size.X * size.Y {
		c := pixel(i)
		copy(img.Pix[4*i:], c[:])
	}
	return img
}

func writePNG(path string, size image.Point, pixel func(i int) [4]uint8) error {
	return output.Write(path, func(w io.Writer) error { return png.Encode(w, newImage(size, pixel)) })
}
