package syntax

import "regexp"

// Forms of literals (section Literals). Naga's lexer takes more: `01`, `1e`, `0x`, suffixes of 64 bits.
var literal = regexp.MustCompile(`^(true|false|(0|[1-9][0-9]*)[iufh]?|0[xX][0-9a-fA-F]+[iu]?|[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[fh]?|[0-9]+[eE][+-]?[0-9]+[fh]?)$`)

// wide are literals of extensions of naga with 64 bits.
var wide = regexp.MustCompile(`^[0-9a-fA-FxX.+-]+l[iuf]$`)

func (m *matcher) literal(l *Literal) {
	switch {
	case literal.MatchString(l.Text):
	case wide.MatchString(l.Text):
		m.wrong(l.Place, "not supported: literal %s of 64 bits", l.Text)
	default:
		m.wrong(l.Place, "literal %s is malformed", l.Text)
	}
}
