// Package lines says where in a text of lines an error stands.
package lines

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Place is a line and a column, each from 1.
type Place struct{ Line, Column int }

// Wrong puts the place in front of an error.
func (p Place) Wrong(err error) error { return fmt.Errorf("%d:%d: %w", p.Line, p.Column, err) }

// wordError is an error about a word of a line.
type wordError struct {
	word string
	err  error
}

func (w *wordError) Error() string { return w.err.Error() }

// WrongWord makes an error about a word of a line.
func WrongWord(word, format string, args ...any) error {
	return &wordError{word, fmt.Errorf(format, args...)}
}

// HasWord tells whether an error is about a word, and the line has it.
func HasWord(line string, err error) bool {
	var w *wordError
	return errors.As(err, &w) && w.word != "" && strings.Contains(line, w.word)
}

// Column is where an error stands in a line: at the word that it is about, else at the line's first word.
func Column(line string, err error) int {
	start := len(line) - len(strings.TrimLeft(line, " \t"))
	var w *wordError
	if !errors.As(err, &w) || w.word == "" {
		return start + 1
	}
	for at := start; at < len(line); at++ {
		if !strings.HasPrefix(line[at:], w.word) {
			continue
		}
		if (at == 0 || !inWord(line[at-1])) && (at+len(w.word) == len(line) || !inWord(line[at+len(w.word)])) {
			return at + 1
		}
	}
	return max(start, strings.Index(line, w.word)) + 1
}

func inWord(c byte) bool {
	return c == '_' || c == '.' || c == '-' || c == '+' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}
