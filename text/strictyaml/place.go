package strictyaml

import (
	"strings"
	"unicode/utf8"
)

// cursor finds the bytes that places stand for. It walks through the text once when the places come in their order. Lines end with a
// line feed, a carriage return or both.
type cursor struct {
	text string
	at   int   // bytes from the beginning
	here Place // of at
	line int   // where the line begins
}

func newCursor(text string) *cursor {
	c := &cursor{text: text}
	c.rewind()
	return c
}

func (c *cursor) rewind() {
	c.at, c.here = 0, Place{1, 1}
	if strings.HasPrefix(c.text, ByteOrderMark) {
		c.at = len(ByteOrderMark)
	}
	c.line = c.at
}

// offset is the byte of a place, or the end of its line or of the text where the place is beyond.
func (c *cursor) offset(p Place) int {
	switch {
	case p.Line < c.here.Line:
		c.rewind()
	case p.Line == c.here.Line && p.Column < c.here.Column:
		c.at, c.here.Column = c.line, 1
	}
	for c.here.Line < p.Line && c.at < len(c.text) {
		c.nextLine()
	}
	if c.here.Line < p.Line {
		return c.at
	}
	for c.here.Column < p.Column && c.at < len(c.text) && c.text[c.at] != '\n' && c.text[c.at] != '\r' {
		if c.text[c.at] < utf8.RuneSelf {
			c.at++
		} else {
			_, size := utf8.DecodeRuneInString(c.text[c.at:])
			c.at += size
		}
		c.here.Column++
	}
	return c.at
}

// nextLine goes to the beginning of the next line, or to the end of the text.
func (c *cursor) nextLine() {
	n := strings.IndexAny(c.text[c.at:], "\n\r")
	if n < 0 {
		c.here.Column += utf8.RuneCountInString(c.text[c.at:])
		c.at = len(c.text)
		return
	}
	c.at += n + 1
	if c.text[c.at-1] == '\r' && c.at < len(c.text) && c.text[c.at] == '\n' {
		c.at++
	}
	c.here, c.line = Place{c.here.Line + 1, 1}, c.at
}

// Offset is how many bytes of a text stand before a place; that of the end of its line where the place is beyond it.
func Offset(text string, p Place) int { return newCursor(text).offset(p) }

// placeIn is the place of the byte that so many others of a text stand before.
func placeIn(text string, offset int) Place {
	before := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text[:offset])
	return PlaceOf(before, len(before))
}

// PlaceOf is the place of the byte that so many others of a text stand before, in lines that end with a line feed.
func PlaceOf(text string, offset int) Place {
	before := strings.TrimPrefix(text[:min(offset, len(text))], ByteOrderMark)
	return Place{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])}
}
