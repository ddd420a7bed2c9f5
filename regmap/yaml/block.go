package yaml

import (
	"strings"
	"unicode/utf8"
)

// parser walks through the text once.
type parser struct {
	source    string
	at        int // offset of the next character
	lineStart int // offset of its line
	nodes     []node
	depth     int
}

// maxDepth bounds how deep nodes stand in each other; tables need seven.
const maxDepth = 64

// maxBytes bounds the text: offsets have 32 bits.
const maxBytes = 1 << 31

// characters refuses text that has no place in a table.
func (p *parser) characters() {
	if len(p.source) >= maxBytes {
		fail(0, "%d bytes, expected less than %d", len(p.source), maxBytes)
	}
	ascii := true
	for i := range len(p.source) {
		switch c := p.source[i]; {
		case c >= utf8.RuneSelf:
			ascii = false
		case c == '\r' && i+1 < len(p.source) && p.source[i+1] == '\n':
		case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
			fail(i, "control character %#02x, expected text", c)
		}
	}
	if ascii {
		return
	}
	for i := p.at; i < len(p.source); {
		r, size := utf8.DecodeRuneInString(p.source[i:])
		if r == utf8.RuneError && size == 1 || r == '\ufeff' || r >= 0x80 && r < 0xa0 || r == '\u2028' || r == '\u2029' {
			fail(i, "%q, expected text in UTF-8", p.source[i:i+size])
		}
		i += size
	}
}

func (p *parser) add(kind Kind, offset int, text string) int32 {
	p.nodes = append(p.nodes, node{kind: kind, offset: uint32(offset), text: text})
	return int32(len(p.nodes) - 1)
}

// children links nodes to their parent in order.
type children struct {
	p            *parser
	parent, last int32
}

func (c *children) add(i int32) {
	if c.last == 0 {
		c.p.nodes[c.parent].first = i
	} else {
		c.p.nodes[c.last].next = i
	}
	c.last = i
}

// document reads the one node of the text.
func (p *parser) document() {
	if p.content() < 0 {
		fail(0, "expected one YAML document with a mapping, found nothing")
	}
	p.node(-1)
	if p.content() >= 0 {
		fail(p.at, "expected the end of the text, or the column of what stands above")
	}
}

// content goes to the next line that has more than a comment, unless it stands in front of
// such text on its line already, and returns the column there (from 0), or -1 at the end.
func (p *parser) content() int {
	for {
		for p.at < len(p.source) && p.source[p.at] == ' ' {
			p.at++
		}
		if p.at == len(p.source) {
			return -1
		}
		switch c := p.source[p.at]; {
		case c == '\n' || c == '\r':
			p.newline()
		case c == '#' && p.atBreak():
			p.comment()
		case c == '\t':
			fail(p.at, "a tab, expected spaces")
		default:
			if p.at == p.lineStart {
				p.marker()
			}
			return p.at - p.lineStart
		}
	}
}

// atBreak reports whether a blank or a line's beginning stands before the next character.
func (p *parser) atBreak() bool { return p.at == p.lineStart || p.source[p.at-1] == ' ' }

func (p *parser) newline() {
	if p.source[p.at] == '\r' {
		p.at++
	}
	p.at++
	p.lineStart = p.at
}

// comment goes to the end of the line.
func (p *parser) comment() {
	n := strings.IndexByte(p.source[p.at:], '\n')
	if n < 0 {
		n = len(p.source) - p.at
	}
	p.at += n
}

func (p *parser) marker() {
	rest := p.source[p.at:]
	if strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...") || rest[0] == '%' {
		fail(p.at, "expected one YAML document without markers and directives")
	}
}

// endOfLine goes behind a value to the end of its line, over a comment.
func (p *parser) endOfLine() {
	line := p.lineStart
	if p.content() >= 0 && p.lineStart == line {
		fail(p.at, "expected the end of the line behind a value; put text with \": \" or \" #\" in quotes")
	}
}

// dash reports whether an item of a list begins here.
func (p *parser) dash() bool {
	return p.source[p.at] == '-' && (p.at+1 == len(p.source) || isBlank(p.source[p.at+1]))
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// node reads the node that begins at the next character, on a line or behind a dash; its
// column is greater than indent.
func (p *parser) node(indent int) int32 {
	if p.depth++; p.depth > maxDepth {
		fail(p.at, "more than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	column := p.at - p.lineStart
	if p.dash() {
		return p.list(column)
	}
	switch p.source[p.at] {
	case '{', '[', '|', '>':
		return p.value(indent)
	}
	start, before := p.at, len(p.nodes)
	p.key(column)
	isKey := p.at < len(p.source) && p.source[p.at] == ':'
	p.nodes = p.nodes[:before]
	p.at = start
	p.lineStart = start - column
	if isKey {
		return p.mapping(column)
	}
	return p.value(indent)
}

// key reads a scalar up to its colon, which must stand on the same line to make it a key.
func (p *parser) key(indent int) int32 {
	line := p.lineStart
	i := p.scalar(indent, false)
	for p.at < len(p.source) && p.source[p.at] == ' ' {
		p.at++
	}
	if p.at < len(p.source) && p.source[p.at] == ':' && p.lineStart != line {
		fail(p.at, "a key of several lines, expected one line")
	}
	return i
}

// mapping reads a mapping whose keys stand at a column.
func (p *parser) mapping(column int) int32 {
	self := p.add(Mapping, p.at, "")
	list := children{p: p, parent: self}
	for {
		start := p.at
		if p.dash() {
			fail(p.at, "an item of a list between keys, expected a key")
		}
		list.add(p.key(column))
		if p.at == len(p.source) || p.source[p.at] != ':' || p.at+1 < len(p.source) && !isBlank(p.source[p.at+1]) {
			fail(start, "expected a key with a colon and a blank behind it")
		}
		p.at++
		p.word(list.last)
		list.add(p.valueOfKey(column))
		if !p.more(column) {
			return self
		}
	}
}

// word refuses keys that readers take for numbers and the like.
func (p *parser) word(key int32) {
	n := p.nodes[key]
	if n.kind == Text && n.text == "" {
		fail(int(n.offset), "an empty key, expected text")
	}
	if c := p.source[n.offset]; c != '"' && c != '\'' && strings.IndexByte(n.text, ':') >= 0 {
		fail(int(n.offset), "a colon in the key %s, expected a blank behind it, or quotes", n.text)
	}
	if n.kind != Text {
		fail(int(n.offset), "the key %s is %s, expected text (quote it)", n.text, n.kind)
	}
}

// valueOfKey reads what stands behind a key's colon or below it.
func (p *parser) valueOfKey(column int) int32 {
	line, colon := p.lineStart, p.at
	below := p.content()
	switch {
	case below < 0 || p.lineStart != line && (below < column || below == column && !p.dash()):
		return p.add(Null, colon-1, "")
	case p.lineStart != line:
		return p.node(below - 1)
	case p.dash():
		fail(p.at, "a list on the line of its key, expected it below")
	}
	return p.value(column)
}

// more goes to the next entry of a block at a column; false when the block ends.
func (p *parser) more(column int) bool {
	next := p.content()
	if next > column {
		fail(p.at, "column %d, expected %d or less: the column of the entry above (text of several lines stands in quotes)", next+1, column+1)
	}
	return next == column
}

// list reads a list whose dashes stand at a column.
func (p *parser) list(column int) int32 {
	self := p.add(List, p.at, "")
	items := children{p: p, parent: self}
	for {
		p.at++
		line, dash := p.lineStart, p.at-1
		below := p.content()
		if below < 0 || p.lineStart != line && below <= column {
			items.add(p.add(Null, dash, ""))
		} else {
			items.add(p.node(column))
		}
		if !p.more(column) || !p.dash() {
			return self
		}
	}
}
