// Package picture saves what a run drew: colour and depth as PNG for the eye, depth as PFM with every bit, and the difference of two
// colour images. Images come in rows from the top. A file appears complete or not at all.
package picture

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
)

// WriteColor saves RGBA8 words (R in the lowest byte) as a PNG with the same bytes, alpha included.
func WriteColor(path string, width, height int, words []uint32) error {
	if err := checkSize(path, width, height, len(words)); err != nil {
		return err
	}
	return writePNG(path, image.Pt(width, height), func(i int) [4]uint8 { return channels(words[i]) })
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
	drawn := func(z float32) bool { return z != clear && !math.IsNaN(float64(z)) && !math.IsInf(float64(z), 0) }
	low, high := math.Inf(1), math.Inf(-1)
	for _, z := range depth {
		if drawn(z) {
			low, high = min(low, float64(z)), max(high, float64(z))
		}
	}
	return writePNG(path, image.Pt(width, height), func(i int) [4]uint8 {
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

// WriteDifference saves a PNG of got, dimmed and grey, with every pixel whose word differs from want's in bright magenta.
func WriteDifference(path string, width, height int, got, want []uint32) error {
	if err := checkSize(path, width, height, len(got)); err != nil {
		return err
	}
	if err := checkSize(path, width, height, len(want)); err != nil {
		return err
	}
	return writePNG(path, image.Pt(width, height), func(i int) [4]uint8 {
		if got[i] != want[i] {
			return [4]uint8{255, 0, 255, 255}
		}
		c := channels(got[i])
		grey := uint8((int(c[0]) + int(c[1]) + int(c[2])) / 9)
		return [4]uint8{grey, grey, grey, 255}
	})
}

// WritePFM saves depth as a portable float map: little-endian binary32, rows from the bottom as the format demands.
func WritePFM(path string, width, height int, depth []float32) error {
	if err := checkSize(path, width, height, len(depth)); err != nil {
		return err
	}
	return write(path, func(w io.Writer) error {
		if _, err := fmt.Fprintf(w, "Pf\n%d %d\n-1.0\n", width, height); err != nil {
			return err
		}
		for y := height - 1; y >= 0; y-- {
			if err := binary.Write(w, binary.LittleEndian, depth[y*width:][:width]); err != nil {
				return err
			}
		}
		return nil
	})
}

func checkSize(path string, width, height, pixels int) error {
	if width < 1 || height < 1 || pixels != width*height {
		return fmt.Errorf("%s: %d pixels for a picture of %d by %d", path, pixels, width, height)
	}
	return nil
}

func channels(word uint32) [4]uint8 {
	var c [4]uint8
	binary.LittleEndian.PutUint32(c[:], word)
	return c
}

func writePNG(path string, size image.Point, pixel func(i int) [4]uint8) error {
	img := image.NewNRGBA(image.Rectangle{Max: size})
	for i := range size.X * size.Y {
		c := pixel(i)
		copy(img.Pix[4*i:], c[:])
	}
	return write(path, func(w io.Writer) error { return png.Encode(w, img) })
}

// write fills a temporary file beside path and then gives it its name.
func write(path string, fill func(io.Writer) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing %s: %w", path, err)
		}
	}()
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // nothing is left to remove when all went well
	defer f.Close()
	buffered := bufio.NewWriter(f)
	if err := fill(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
