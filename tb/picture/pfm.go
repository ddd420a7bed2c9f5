package picture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"tilemark/tb/driver"
)

// ReadPFM reads the depths of a file that WritePFM has written, by rows from the top. Its errors name the file.
func ReadPFM(path string) ([]float32, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	depth, err := readPFM(bufio.NewReader(f))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return depth, nil
}

// maxPixels is what the largest target has.
const maxPixels = driver.MaxSize * driver.MaxSize

func readPFM(r io.Reader) ([]float32, error) {
	var width, height int
	var end [1]byte
	if _, err := fmt.Fscanf(r, "Pf\n%d %d\n-1.0", &width, &height); err != nil {
		return nil, fmt.Errorf("the head of a portable float map of depths, little-endian, was expected: %w", err)
	}
	if _, err := io.ReadFull(r, end[:]); err != nil || end[0] != '\n' {
		return nil, errors.New("a line's end after the head was expected")
	}
	if width < 1 || height < 1 || width > maxPixels/height {
		return nil, fmt.Errorf("%d by %d pixels; from 1 to %d in all were expected", width, height, maxPixels)
	}
	depth := make([]float32, width*height)
	for y := height - 1; y >= 0; y-- {
		if err := binary.Read(r, binary.LittleEndian, depth[y*width:][:width]); err != nil {
			return nil, fmt.Errorf("row %d from the top: %w", y, err)
		}
	}
	return depth, nil
}
