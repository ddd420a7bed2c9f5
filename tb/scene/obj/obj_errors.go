package obj

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"tilemark/tb/scene/files"
	"tilemark/text/lines"
	"tilemark/text/strictyaml"
)

// eachStatement calls f with the words of each statement and the number of its first line; a backslash at the end of a line continues it.
func eachStatement(data []byte, f func(line int, words []string) error) error {
	var raws, words []string
	first, number := 0, 0
	finish := func() error {
		if len(words) > 0 {
			if err := f(first, words); err != nil {
				return inStatement(first, raws, err)
			}
		}
		raws, words = raws[:0], words[:0]
		return nil
	}
	for raw := range bytes.Lines(bytes.TrimPrefix(data, []byte(strictyaml.ByteOrderMark))) {
		number++
		line := strings.TrimRight(string(raw), "\r\n")
		if len(raws) == 0 {
			first = number
		}
		raws = append(raws, line)
		text, continued := strings.CutSuffix(strings.TrimSpace(uncommented(line)), `\`)
		words = append(words, strings.Fields(text)...)
		if continued {
			continue
		}
		if err := finish(); err != nil {
			return err
		}
	}
	return finish()
}

// uncommented is a line without its comment: a # that begins a word.
func uncommented(line string) string {
	for at := range len(line) {
		if line[at] == '#' && (at == 0 || line[at-1] == ' ' || line[at-1] == '\t') {
			return line[:at]
		}
	}
	return line
}

// atWord places an error about a line at the word that it is about.
func atWord(number int, line string, err error) error {
	return &files.Placed{Place: fmt.Sprintf("%d:%d", number, lines.Column(line, err)), Err: err}
}

// inStatement places an error about a statement of some lines in the one that has the word.
func inStatement(first int, raws []string, err error) error {
	for i, raw := range raws {
		if lines.HasWord(raw, err) {
			return atWord(first+i, raw, err)
		}
	}
	return atWord(first, raws[0], err)
}

// cornerError is an error about a corner of a face.
type cornerError struct {
	corner int
	err    error
}

func (c *cornerError) Error() string { return c.err.Error() }

// faceError is an error about a face, by its number.
type faceError struct {
	face int
	err  error
}

func (f *faceError) Error() string { return f.err.Error() }

// place finds the word of a face's statement that an error is about.
func (face *objFace) place(data []byte, err error) error {
	found := eachStatement(data, func(line int, words []string) error {
		var c *cornerError
		switch {
		case line != face.line:
			return nil
		case errors.As(err, &c) && c.corner+1 < len(words):
			return lines.WrongWord(words[c.corner+1], "%w", err)
		}
		return err
	})
	if found == nil {
		return err
	}
	return found
}
