package yaml

import "strings"

// flow reads a mapping in braces or a list in brackets. Its lines are indented by more
// than indent.
func (p *parser) flow(indent int) int32 {
	if p.depth++; p.depth > maxDepth {
		fail(p.at, "more than %d levels", maxDepth)
	}
	defer func() { p.depth-- }()
	open := p.at
	kind, closing := Mapping, byte('}')
	if p.source[open] == '[' {
		kind, closing = List, ']'
	}
	self := p.add(kind, open, "")
	list := children{p: p, parent: self}
	p.at++
	for {
		if p.next(indent, open, closing) == closing {
			p.at++
			return self
		}
		if kind == Mapping {
			p.pair(&list, indent, open, closing)
		} else {
			list.add(p.item(indent))
		}
		switch c := p.next(indent, open, closing); c {
		case ',':
			p.at++
		case closing:
		default:
			fail(p.at, "%q, expected , or %c; put text with such characters, or of several lines, in quotes", c, closing)
		}
	}
}

// next goes to the next character in brackets, over blanks, comments and line breaks.
func (p *parser) next(indent, open int, closing byte) byte {
	line := p.lineStart
	column := p.content()
	if column < 0 {
		fail(open, "%c without an end, expected %c", p.source[open], closing)
	}
	if p.lineStart != line && column <= indent {
		fail(p.at, "column %d inside of brackets, expected %d or more", column+1, indent+2)
	}
	return p.source[p.at]
}

func (p *parser) item(indent int) int32 {
	switch p.source[p.at] {
	case '{', '[':
		return p.flow(indent)
	}
	i := p.scalar(indent, true)
	if p.at < len(p.source) && p.source[p.at] == ':' {
		fail(p.at, "a colon, expected , or ] (put text with colons in quotes)")
	}
	return i
}

// pair reads key and value.
func (p *parser) pair(list *children, indent, open int, closing byte) {
	line, start := p.lineStart, p.at
	list.add(p.scalar(indent, true))
	for p.at < len(p.source) && p.source[p.at] == ' ' {
		p.at++
	}
	if p.at == len(p.source) || p.source[p.at] != ':' || p.lineStart != line || !p.endsKey(true) {
		fail(start, "expected a key with a colon and a blank behind it")
	}
	p.word(list.last)
	colon := p.at
	p.at++
	switch c := p.next(indent, open, closing); c {
	case ',', closing:
		list.add(p.add(Null, colon, ""))
	case '{', '[':
		list.add(p.flow(indent))
	default:
		list.add(p.scalar(indent, true))
		if p.at < len(p.source) && p.source[p.at] == ':' {
			fail(p.at, "a second colon, expected , or %c (put text with colons in quotes)", closing)
		}
	}
}

// blockText reads text behind | (lines stay) or > (lines are joined), with - when its last
// line break is dropped. Its lines are indented by more than indent.
func (p *parser) blockText(indent int) int32 {
	start := p.at
	folded := p.source[p.at] == '>'
	p.at++
	keepEnd := true
	if p.at < len(p.source) && p.source[p.at] == '-' {
		keepEnd = false
		p.at++
	}
	p.endOfHeader()
	lines, ended := p.blockLines(indent, folded)
	if len(lines) == 0 {
		return p.add(Text, start, "")
	}
	text := strings.Join(lines, "\n")
	if folded {
		text = foldLines(lines)
	}
	if keepEnd && ended {
		text += "\n"
	}
	return p.add(Text, start, text)
}

func (p *parser) endOfHeader() {
	for p.at < len(p.source) && p.source[p.at] == ' ' {
		p.at++
	}
	if p.at < len(p.source) && p.source[p.at] == '#' && p.atBreak() {
		p.comment()
	}
	if p.at < len(p.source) && p.source[p.at] != '\n' && p.source[p.at] != '\r' {
		fail(p.at, "%q, expected | or > with nothing or - behind it, and the text on the next lines", p.source[p.at])
	}
}

// blockLines takes the lines of block text without their indentation and the empty ones at
// the end, and says whether a line break stands behind the last one. The parser stands there.
func (p *parser) blockLines(indent int, folded bool) (lines []string, ended bool) {
	column := -1 // of the first line, and so of all
	empty := 0
	for p.at < len(p.source) {
		p.newline()
		start := p.at
		p.comment() // to the end of the line, whatever stands there
		line := strings.TrimRight(p.source[start:p.at], "\r")
		have := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case have == len(line):
			if column >= 0 && have > column {
				fail(start+column, "a line of blanks, expected an empty line")
			}
			empty++
			continue
		case column < 0 && have > indent:
			column = have
		case have <= indent:
			p.at = start
			return lines, ended
		}
		blockLine(line, start, have, column, folded)
		if len(lines) == 0 && empty > 0 {
			fail(start, "an empty line before the text, expected the text on the next line")
		}
		lines = append(lines, make([]string, empty)...)
		empty = 0
		lines = append(lines, line[column:])
		ended = p.at < len(p.source)
	}
	return lines, ended
}

// blockLine refuses a line of block text that readers do not agree on. It begins at an offset,
// and has its text at a column.
func blockLine(line string, start, have, column int, folded bool) {
	switch {
	case have < column:
		fail(start+have, "column %d, expected %d: the column of the text above", have+1, column+1)
	case have > column && folded:
		fail(start+have, "column %d in text behind >, expected %d: the column of the text above", have+1, column+1)
	case strings.ContainsRune(line, '\t'):
		fail(start+strings.IndexByte(line, '\t'), "a tab, expected spaces")
	case strings.HasSuffix(line, " "):
		fail(start+len(line)-1, "a blank at the end of a line of text, expected none")
	}
}

// foldLines joins lines with blanks; an empty line between them becomes a line break.
func foldLines(lines []string) string {
	var b strings.Builder
	breaks := 0
	for i, line := range lines {
		switch {
		case line == "":
			breaks++
			continue
		case breaks > 0:
			b.WriteString(strings.Repeat("\n", breaks))
		case i > 0:
			b.WriteByte(' ')
		}
		breaks = 0
		b.WriteString(line)
	}
	return b.String()
}
