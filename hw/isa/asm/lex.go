package asm

import (
	"fmt"
	"strings"
)

// kind is what a token is.
type kind uint8

const (
	word   kind = iota // letters, digits and underscores, beginning with a letter or an underscore
	number             // beginning with a digit
	mark               // one of the marks
	end                // of the line
)

// token is a piece of a line.
type token struct {
	kind kind
	text string
	col  int // from 1
}

func (t token) String() string {
	if t.kind == end {
		return "the end of the line"
	}
	return fmt.Sprintf("%q", t.text)
}

const marks = "()[]{}<>,.:+-|~@="

// comment begins what is not read.
const comment = "//"

// lex takes a line apart. The column of an error is that of a character that is none of a token's.
func lex(line string) (list []token, bad *Error) {
	if i := strings.Index(line, comment); i >= 0 {
		line = line[:i]
	}
	for i := 0; i < len(line); {
		c := line[i]
		from := i
		switch {
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case letter(c):
			for i < len(line) && (letter(line[i]) || digit(line[i])) {
				i++
			}
			list = append(list, token{word, line[from:i], from + 1})
		case digit(c):
			i = numberEnd(line, i)
			list = append(list, token{number, line[from:i], from + 1})
		case strings.IndexByte(marks, c) >= 0:
			i++
			list = append(list, token{mark, line[from:i], from + 1})
		default:
			return nil, &Error{Col: from + 1, Message: fmt.Sprintf("unexpected character %q", []rune(line[from:])[0])}
		}
	}
	return append(list, token{end, "", len(line) + 1}), nil
}

func letter(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// numberEnd is where a number ends: 12, 0x1f, 1.5, 1e-3. A point without a digit after it is none of the number.
func numberEnd(line string, i int) int {
	if strings.HasPrefix(line[i:], "0x") || strings.HasPrefix(line[i:], "0X") {
		for i += 2; i < len(line) && (digit(line[i]) || letter(line[i])); i++ {
		}
		return i
	}
	for i < len(line) && digit(line[i]) {
		i++
	}
	if i+1 < len(line) && line[i] == '.' && digit(line[i+1]) {
		for i++; i < len(line) && digit(line[i]); i++ {
		}
	}
	if j := i + 1; i < len(line) && (line[i] == 'e' || line[i] == 'E') {
		if j < len(line) && (line[j] == '+' || line[j] == '-') {
			j++
		}
		if j < len(line) && digit(line[j]) {
			for i = j; i < len(line) && digit(line[i]); i++ {
			}
		}
	}
	return i
}
