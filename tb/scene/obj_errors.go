package scene

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"tilemark/tb/lines"
)

// placed is an error at a place in the file, line:column.
type placed struct {
	place string
	err   error
}

func (p *placed) Error() string { return p.place + ": " + p.err.Error() }

// atWord places an error about a line at the word that it is about.
func atWord(number int, line string, err error) error {
	return &placed{fmt.Sprintf("%d:%d", number, lines.Column(strings.TrimRight(line, "\r\n"), err)), err}
}

// cornerError is an error about a corner of a face.
type cornerError struct {
	corner int
	err    error
}

func (c *cornerError) Error() string { return c.err.Error() }

// place finds the word of a face's line that an error is about.
func (face *objFace) place(data []byte, err error) error {
	number := 0
	for raw := range bytes.Lines(data) {
		if number++; number < face.line {
			continue
		}
		var c *cornerError
		words := strings.Fields(string(raw))
		if errors.As(err, &c) && c.corner+1 < len(words) {
			err = lines.WrongWord(words[c.corner+1], "%w", err)
		}
		return atWord(number, string(raw), err)
	}
	return err
}
