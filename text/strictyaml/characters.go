package strictyaml

import (
	"math"
	"strings"
	"unicode/utf8"
)

// characters refuses a text with characters that no YAML has, or of which readers of YAML do not agree whether they end a line; plain
// also refuses tabs outside of comments, carriage returns alone, and marks and directives of documents.
func characters(text string, plain bool) error {
	if len(text) > math.MaxInt32 {
		return Place{1, 1}.Wrong("%d bytes; at most %d were expected", len(text), math.MaxInt32)
	}
	first := strings.TrimPrefix(text, ByteOrderMark)
	start := len(text) - len(first)
	ascii := true
	for i := start; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			ascii = false
		case c > ' ' && c < 0x7f && (!plain || c != '-' && c != '.' && c != '%'), c == ' ', c == '\n':
		case c == '\r' && (!plain || i+1 < len(text) && text[i+1] == '\n'):
		case c == '\t':
			if plain && !inComment(text[:i]) {
				return wrongAt(text, i, "a tab; spaces were expected")
			}
		case c <= ' ' || c == 0x7f:
			return wrongAt(text, i, "control character %#02x; text was expected", c)
		case (i == start || text[i-1] == '\n') && marks(text[i:]):
			return wrongAt(text, i, "a mark or a directive of a document; one YAML document without them was expected")
		}
	}
	if ascii {
		return nil
	}
	for i := start; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff' {
			return wrongAt(text, i, "%q; text in UTF-8 was expected", text[i:i+size])
		}
		i += size
	}
	return nil
}

// wrongAt makes an error at a byte of a text.
func wrongAt(text string, offset int, format string, args ...any) error {
	return placeIn(text, offset).Wrong(format, args...)
}

// inComment tells whether a number sign on the line of a text's end seems to begin a comment. Where it does not, it stands in a text that
// may have tabs.
func inComment(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.HasPrefix(line, "#") || strings.Contains(line, " #")
}

// marks tells whether a line begins with what parts documents, or with a directive.
func marks(rest string) bool {
	return strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...") || rest[0] == '%'
}
