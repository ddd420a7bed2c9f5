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
//
//fuzz:tb/picture.FuzzPFM
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

func readPFM(r io.Reader) ([]float32, error) {
	var width, height int
	var end [1]byte
	if _, err := fmt.Fscanf(r, "Pf\n%d %d\n-1.0", &width, &height); err != nil {
		return nil, fmt.Errorf("the head of a portable float map of depths, little-endian, was expected: %w", err)
	}
	if _, err := io.ReadFull(r, end[:]); err != nil || end[0] != '\n' {
		return nil, errors.New("a line's end after the head was expected")
	}
	if min(width, height) < 1 || max(width, height) > driver.MaxSize {
		return nil, fmt.Errorf("%d by %d pixels; from 1 to %d a side were expected", width, height, driver.MaxSize)
	}
	row := make([]float32, width)
	var rows []float32 // from the bottom; they grow with what is there, whatever the head says
	for y := height - 1; y >= 0; y-- {
		if err := binary.Read(r, binary.LittleEndian, row); err != nil {
			return nil, fmt.Errorf("row %d from the top: %w", y, err)
		}
		rows = append(rows, row...)
	}
	depth := make([]float32, 0, len(rows))
	for y := height - 1; y >= 0; y-- {
		depth = append(depth, rows[y*width:][:width]...)
	}
	return depth, nil
}
