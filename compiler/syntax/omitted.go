package syntax

import (
	"strings"

	"tilemark/compiler/front"
)

func placeOf(o front.Omitted) Place { return Place{o.Line, o.Column} }

// omittedNext walks a part of the source that naga has not seen, if such a part with this beginning stands before the next token.
func (m *matcher) omittedNext(beginning string) *matcher {
	if !m.omittedBefore() || !strings.HasPrefix(m.omitted[0].Text, beginning) {
		return nil
	}
	o := m.omitted[0]
	m.omitted = m.omitted[1:]
	part := &matcher{}
	texts, _ := lex(o.Text)
	at := 0
	for _, t := range texts {
		at += blank(o.Text[at:])
		part.tokens = append(part.tokens, token{placeWithin(o, at), t})
		at += len(t)
	}
	return part
}

// placeWithin is the place of a byte of such a part, which may have several lines.
func placeWithin(o front.Omitted, at int) Place {
	before := o.Text[:at]
	if n := strings.Count(before, "\n"); n > 0 {
		return Place{o.Line + n, at - strings.LastIndexByte(before, '\n')}
	}
	return Place{o.Line, o.Column + at}
}

// omittedBefore is whether something that naga has not seen stands before the next token. Empty statements are passed over.
func (m *matcher) omittedBefore() bool {
	next := m.tokens[m.at].Place
	for len(m.omitted) > 0 && m.omitted[0].Text == ";" && placeOf(m.omitted[0]).Before(next) {
		m.omitted = m.omitted[1:]
	}
	return len(m.omitted) > 0 && placeOf(m.omitted[0]).Before(next)
}

// noEmpty refuses an empty statement before the next token.
func (m *matcher) noEmpty() {
	if len(m.omitted) > 0 && m.omitted[0].Text == ";" && placeOf(m.omitted[0]).Before(m.next().Place) {
		m.wrong(placeOf(m.omitted[0]), "an empty statement cannot stand here")
	}
}

// filters takes attributes `@diagnostic`.
func (m *matcher) filters() (out []*Diagnostic) {
	for {
		part := m.omittedNext("@")
		if part == nil {
			return out
		}
		at := part.take("@")
		d := part.diagnostic()
		d.Place = at
		out = append(out, d)
	}
}

// misplaced ends the walk where something that naga has not seen must not stand.
func (m *matcher) misplaced() {
	o := m.omitted[0]
	if strings.HasPrefix(o.Text, "requires") {
		m.wrong(placeOf(o), "a directive must stand before all declarations")
	}
	m.wrong(placeOf(o), "attribute diagnostic cannot stand here: it is for functions, blocks and statements with blocks")
}
