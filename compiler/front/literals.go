package front

import (
	"regexp"
	"strings"
)

// literals is where digits were put into a text, in the order of the text.
type literals []inserted

// inserted is a place of the rewritten text, line and column from 1: what follows it in that line has moved by one column.
type inserted struct{ line, column int }

// before is the column in the text as it was given.
func (l literals) before(line, column int) int {
	moved := 0
	for _, p := range l {
		if p.line == line && p.column < column {
			moved++
		}
	}
	return column - moved
}

// rewriteLiterals puts a 0 after the point of literals such as `1.`, `1.f` and `1.e5`: naga takes what follows the point for a member's name. It puts a 0
// before that of `.5`, which naga does not know. And it puts parentheses around the condition of `const_assert`: naga takes one that begins with a
// parenthesis to end with it. Two signs as in `a--b` are put apart: naga takes them for a decrement. So
// are the end of a type and a sign as in `let a: vec2<f32>= b`. Floats with hexadecimal digits become decimal ones.
func rewriteLiterals(source string) (string, literals) {
	var (
		out   strings.Builder
		moved literals
		line  = 1
		start = 0 // where the line begins in out
	)
	copyTo := func(from, to int) {
		for i := from; i < to; i++ {
			out.WriteByte(source[i])
			if source[i] == '\n' {
				line, start = line+1, out.Len()
			}
		}
	}
	insert := func(c byte) {
		moved = append(moved, inserted{line, out.Len() - start + 1})
		out.WriteByte(c)
	}
	asserting := false
	for at := 0; at < len(source); {
		end, point := at+1, false
		if leadingPoint(source, at) {
			insert('0')
			end = at + 1 + wordLength(source[at+1:])
		}
		switch c := source[at]; {
		case strings.HasPrefix(source[at:], "//"):
			end = at + lineLength(source[at:])
		case strings.HasPrefix(source[at:], "/*"):
			end = at + commentLength(source[at:])
		case word(c) && !digit(c):
			end = at + wordLength(source[at:])
		case strings.HasPrefix(source[at:], "0x") || strings.HasPrefix(source[at:], "0X"):
			end, point = number(source, at)
			if text, length := decimal(source[at:]); length > 0 {
				out.WriteString(text[:length])
				for _, c := range []byte(text[length:]) {
					insert(c)
				}
				at += length
				continue
			}
		case digit(c):
			end, point = number(source, at)
		case signs(source[at:]) || source[at] == '>' && closes(source, at):
			copyTo(at, end)
			insert(' ')
			at = end
			continue
		}
		if asserting && source[at] == ';' {
			insert(')')
			asserting = false
		}
		copyTo(at, end)
		if point {
			insert('0')
		}
		if source[at:end] == "const_assert" {
			insert('(')
			asserting = true
		}
		at = end
	}
	return out.String(), moved
}

// signs is whether a text begins with two signs that are no decrement, which only a semicolon or a parenthesis follows.
func signs(rest string) bool {
	if !strings.HasPrefix(rest, "--") {
		return false
	}
	after := strings.TrimLeft(rest[2:], " \t\r\n")
	return after != "" && after[0] != ';' && after[0] != ')' && after[0] != '/'
}

// annotated is a declaration up to somewhere in the template arguments of its type.
var annotated = regexp.MustCompile(`\b(let|var|const|override)(\s*<[^>]*>)?\s+\w+\s*:\s*[\w<>,\s]*<[\w<>,\s]*$`)

// closes is whether a > ends template arguments right before the sign of an initial value.
func closes(source string, at int) bool {
	rest := strings.TrimLeft(source[at:], ">")
	if !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==") {
		return false
	}
	return annotated.MatchString(source[max(0, at-200):at])
}

// leadingPoint is whether a literal begins with the point at a place.
func leadingPoint(source string, at int) bool {
	if source[at] != '.' || at+1 == len(source) || !digit(source[at+1]) {
		return false
	}
	before := strings.TrimRight(source[:at], " \t\r\n")
	return before == "" || !word(before[len(before)-1]) && !strings.HasSuffix(before, ")") && !strings.HasSuffix(before, "]")
}

// number is where the part of a literal ends that can be copied, and whether it is a point that has no digit after it.
func number(source string, at int) (end int, point bool) {
	if strings.HasPrefix(source[at:], "0x") || strings.HasPrefix(source[at:], "0X") {
		return at + wordLength(source[at:]), false
	}
	for end = at; end < len(source) && digit(source[end]); end++ {
	}
	if end == len(source) || source[end] != '.' {
		return at + wordLength(source[at:]), false
	}
	end++
	if end < len(source) && digit(source[end]) {
		return end + wordLength(source[end:]), false
	}
	return end, true
}

func lineLength(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// commentLength is the length of the comment that s begins with; comments may be nested.
func commentLength(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch s[i : i+2] {
		case "/*":
			depth++
			i++
		case "*/":
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func wordLength(s string) int {
	n := 0
	for n < len(s) && word(s[n]) {
		n++
	}
	return n
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// word is whether c may stand in an identifier or a number: letters outside of ASCII too.
func word(c byte) bool {
	return digit(c) || c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
