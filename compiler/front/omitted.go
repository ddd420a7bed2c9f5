package front

import "strings"

// Omitted is a part of the source that naga's parser does not know and therefore does not get to see: a directive `requires`, an attribute `@diagnostic`, or
// the semicolon of an empty statement.
type Omitted struct {
	Line, Column int // in the source
	Text         string
}

// omit puts blanks in the place of what naga does not know.
func omit(source string) (string, []Omitted) {
	o := omitter{text: []byte(source), source: source, last: ";", line: 1}
	for o.at < len(source) {
		o.step()
	}
	return string(o.text), o.omitted
}

// omitter walks along the tokens of a source.
type omitter struct {
	source      string
	text        []byte
	at          int
	line, start int    // the line, and where it starts
	depth       int    // of parentheses
	last        string // the token before
	omitted     []Omitted
}

func (o *omitter) step() {
	rest := o.source[o.at:]
	n, token := 1, true
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		n, token = lineLength(rest), false
	case strings.HasPrefix(rest, "/*"):
		n, token = commentLength(rest), false
	case c == ' ' || c == '\t' || c == '\r' || c == '\n':
		token = false
	case c == '@':
		n = o.diagnostic(rest)
		token = n == 1
	case c == ';':
		token = !o.empty()
	case word(c):
		n = wordLength(rest)
		if rest[:n] == "requires" && o.last == ";" {
			n = 1 + max(strings.IndexByte(rest, ';'), 0)
			o.blank(n)
			token = false
		}
	}
	if token {
		o.token(rest[:n])
	}
	o.advance(n)
}

// token keeps what decides on what follows.
func (o *omitter) token(t string) {
	o.last = t
	switch t {
	case "(":
		o.depth++
	case ")":
		o.depth--
	}
}

// empty is whether a semicolon is an empty statement, which is left out.
func (o *omitter) empty() bool {
	if o.depth > 0 || o.last != ";" && o.last != "{" && o.last != "}" {
		return false
	}
	o.blank(1)
	return true
}

// diagnostic leaves out an attribute `@diagnostic(...)`, and is the length of what was read.
func (o *omitter) diagnostic(rest string) int {
	name, is := strings.CutPrefix(strings.TrimLeft(rest[1:], " \t\r\n"), "diagnostic")
	if !is || !strings.HasPrefix(strings.TrimLeft(name, " \t\r\n"), "(") {
		return 1
	}
	end := strings.IndexByte(rest, ')')
	if end < 0 || strings.ContainsAny(rest[:end], ";{}") {
		return 1
	}
	o.blank(end + 1)
	return end + 1
}

// blank leaves out n bytes, of which lines remain.
func (o *omitter) blank(n int) {
	o.omitted = append(o.omitted, Omitted{o.line, o.at - o.start + 1, o.source[o.at : o.at+n]})
	for i := o.at; i < o.at+n; i++ {
		if o.text[i] != '\n' {
			o.text[i] = ' '
		}
	}
}

func (o *omitter) advance(n int) {
	for end := o.at + n; o.at < end; o.at++ {
		if o.source[o.at] == '\n' {
			o.line, o.start = o.line+1, o.at+1
		}
	}
}
