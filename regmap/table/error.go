package table

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is a mistake in a table: where, which rule, and what was expected.
type Error struct {
	Pos        Pos
	End        int // column after what is meant; greater than that of Pos
	Rule       string
	Message    string
	Line       string // of the file, as it stands there
	Suggestion string // what would be right, "" when nothing special would be
	Fix        string // what can stand between Pos and End instead to mend it, "" when that is not certain
	Bits       *Bits  // the bits of the register, when they are what it is about
}

func (e Error) Error() string { return fmt.Sprintf("%s: %s: %s", e.Pos, e.Rule, e.Message) }

// Bits is a register's bits as far as an error is about them.
type Bits struct {
	Fields []Span // in the order of the table
	Clash  Span   // the bits that are wrong
}

// Span is named bits.
type Span struct {
	Name   string
	Hi, Lo int
}

// at makes an error at a place of a file.
func (f *file) at(s spot, rule, format string, args ...any) *Error {
	source := f.source()
	offset := min(max(int(s)-1, 0), len(source))
	e := &Error{Pos: f.pos(s), Rule: rule, Message: fmt.Sprintf(format, args...)}
	start := strings.LastIndexByte(source[:offset], '\n') + 1
	line, _, _ := strings.Cut(source[start:], "\n")
	e.Line = strings.TrimRight(line, "\r")
	token := tokenAt(e.Line[min(offset-start, len(e.Line)):])
	e.End = e.Pos.Col + max(1, utf8.RuneCountInString(token))
	return e
}

// tokenAt is the word or the text in quotes that a line begins with.
func tokenAt(line string) string {
	if line == "" {
		return ""
	}
	if c := line[0]; c == '"' || c == '\'' {
		if n := strings.IndexByte(line[1:], c); n >= 0 {
			return line[:n+2]
		}
		return line
	}
	if c := line[0]; c == '{' || c == '[' {
		return line[:1]
	}
	end := strings.IndexAny(line, ",[]{}")
	if end < 0 {
		end = len(line)
	}
	for _, mark := range []string{" #", ": "} {
		if n := strings.Index(line[:end], mark); n >= 0 {
			end = n
		}
	}
	return strings.TrimRight(strings.TrimSuffix(line[:end], ":"), " ")
}

// suggest says what would be right.
func (e *Error) suggest(format string, args ...any) *Error {
	e.Suggestion = fmt.Sprintf(format, args...)
	return e
}

// fix says what can stand in the place instead, and suggests it.
func (e *Error) fix(text string) *Error {
	e.Fix = text
	if e.Suggestion == "" {
		e.Suggestion = text
	}
	return e
}
