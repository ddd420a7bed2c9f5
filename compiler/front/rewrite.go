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

// rewriteLiterals changes what naga would read wrongly, and keeps where that moves what follows:
//   - literals such as `1.`, `1.f`, `1.e5` and `.5` get a 0 beside the point: naga takes what follows the point for a member's name, or does not know them;
//   - floats with hexadecimal digits become decimal;
//   - the condition of `const_assert` gets parentheses: naga takes one that begins with a parenthesis to end with it;
//   - the signs of `a--b`, and the end of a type and the sign after it in `let a: vec2<f32>=b`, are put apart.
func rewriteLiterals(source string) (string, literals) {
	r := rewriter{source: source, line: 1}
	for r.at < len(source) {
		r.step()
	}
	return r.out.String(), r.moved
}

// rewriter walks along the tokens of a source.
type rewriter struct {
	source      string
	at          int
	out         strings.Builder
	moved       literals
	line, start int  // the line, and where it begins in out
	asserting   bool // in a condition of const_assert
}

func (r *rewriter) step() {
	rest := r.source[r.at:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		r.copy(lineLength(rest))
	case strings.HasPrefix(rest, "/*"):
		r.copy(commentLength(rest))
	case digit(c):
		r.number(rest)
	case word(c):
		r.word(wordLength(rest))
	case leadingPoint(r.source, r.at):
		r.insert("0")
		r.copy(1 + wordLength(rest[1:]))
	case signs(rest) || c == '>' && closes(r.source, r.at):
		r.copy(1)
		r.insert(" ")
	case c == ';' && r.asserting:
		r.insert(")")
		r.copy(1)
		r.asserting = false
	default:
		r.copy(1)
	}
}

// copy takes the next n bytes as they are.
func (r *rewriter) copy(n int) {
	for end := r.at + n; r.at < end; r.at++ {
		r.out.WriteByte(r.source[r.at])
		if r.source[r.at] == '\n' {
			r.line, r.start = r.line+1, r.out.Len()
		}
	}
}

func (r *rewriter) insert(text string) {
	for i := range len(text) {
		r.moved = append(r.moved, inserted{r.line, r.out.Len() - r.start + 1})
		r.out.WriteByte(text[i])
	}
}

func (r *rewriter) word(n int) {
	asserts := r.source[r.at:r.at+n] == "const_assert"
	r.copy(n)
	if asserts {
		r.insert("(")
		r.asserting = true
	}
}

func (r *rewriter) number(rest string) {
	if text, length := decimal(rest); length > 0 {
		r.out.WriteString(text[:length])
		r.insert(text[length:])
		r.at += length
		return
	}
	end, point := number(r.source, r.at)
	r.copy(end - r.at)
	if point {
		r.insert("0")
	}
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

// commentLength is the length of the comment that s begins with; one that is not closed goes on to the end.
func commentLength(s string) int {
	if n := Comment(s); n > 0 {
		return n
	}
	return len(s)
}

// Comment is the length of the comment that s begins with, 0 if it is not closed; comments may be nested.
func Comment(s string) int {
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
	return 0
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
