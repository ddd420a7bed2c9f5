package yaml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// value reads a scalar, block text or something in brackets, up to the end of its line.
// Its lines are indented by more than indent.
func (p *parser) value(indent int) int32 {
	var i int32
	switch p.source[p.at] {
	case '|', '>':
		return p.blockText(indent)
	case '{', '[':
		i = p.flow(indent)
	default:
		i = p.scalar(indent, false)
	}
	p.endOfLine()
	return i
}

// scalar reads text in quotes or without.
func (p *parser) scalar(indent int, inFlow bool) int32 {
	switch p.source[p.at] {
	case '\'', '"':
		start := p.at
		return p.add(Text, start, p.quoted(indent))
	}
	return p.plain(inFlow)
}

const (
	flowMarks = ",[]{}"
	notPlain  = flowMarks + "#&*!|>'\"%@`"
)

// plain reads text without quotes: to the end of the line, a comment, a colon with a blank
// behind it, or, in brackets, a mark of those.
func (p *parser) plain(inFlow bool) int32 {
	start := p.at
	p.firstOfPlain(inFlow)
	end := p.at
	for ; p.at < len(p.source); p.at++ {
		c := p.source[p.at]
		if c == '\n' || c == '\r' || c == '#' && p.at > start && isBlank(p.source[p.at-1]) || c == ':' && p.endsKey(inFlow) ||
			inFlow && strings.IndexByte(flowMarks, c) >= 0 {
			break
		}
		if c == '\t' {
			fail(p.at, "a tab, expected spaces")
		}
		if c != ' ' {
			end = p.at + 1
		}
	}
	text := p.source[start:end]
	return p.add(kindOf(text), start, text)
}

// endsKey reports whether the colon here has a blank behind it.
func (p *parser) endsKey(inFlow bool) bool {
	if p.at+1 == len(p.source) {
		return true
	}
	next := p.source[p.at+1]
	return isBlank(next) || inFlow && strings.IndexByte(flowMarks, next) >= 0
}

func (p *parser) firstOfPlain(inFlow bool) {
	c := p.source[p.at]
	if strings.IndexByte(notPlain, c) >= 0 {
		fail(p.at, "%q begins something that tables do not have, expected text (quote it)", c)
	}
	if c == '-' || c == '?' || c == ':' {
		if p.at+1 == len(p.source) || isBlank(p.source[p.at+1]) || inFlow && strings.IndexByte(flowMarks, p.source[p.at+1]) >= 0 {
			fail(p.at, "%q with a blank behind it, expected text (quote it)", c)
		}
	}
}

// kindOf says what text without quotes is, as YAML's core schema does.
func kindOf(text string) Kind {
	c := text[0]
	digit := c >= '0' && c <= '9'
	switch {
	case !digit && c != '-' && c != '+' && c != '.':
		return wordKind(text)
	case isInteger(text):
		return Integer
	case isFloat(text):
		return Float
	}
	return Text
}

func wordKind(text string) Kind {
	switch text {
	case "~", "null", "Null", "NULL":
		return Null
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool
	}
	return Text
}

// isInteger accepts decimal numbers without leading zeros, 0x, 0o and 0b, whether they fit
// into 64 bits or not.
func isInteger(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" {
		return false
	}
	set := "0123456789"
	if len(digits) > 2 && digits[0] == '0' {
		switch digits[1] {
		case 'x':
			set, digits = "0123456789abcdefABCDEF", digits[2:]
		case 'o':
			set, digits = "01234567", digits[2:]
		case 'b':
			set, digits = "01", digits[2:]
		}
	}
	for i := range len(digits) {
		if strings.IndexByte(set, digits[i]) < 0 {
			return false
		}
	}
	return len(set) != 10 || digits == "0" || digits[0] != '0'
}

// isFloat accepts fractions and exponents, and what readers of YAML do not agree on: decimal numbers with leading zeros, and
// numbers with underscores.
func isFloat(text string) bool {
	if digits := strings.TrimLeft(text, "+-"); digits != "" && digits[0] >= '0' && digits[0] <= '9' && strings.IndexByte(digits, '_') > 0 {
		plain := strings.ReplaceAll(text, "_", "")
		return isInteger(plain) || isFloat(plain)
	}
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case ".inf", ".nan":
		return true
	}
	if strings.ContainsAny(text, "xXpP_iInN") {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil || strings.Trim(text, "0123456789+-") == "" && strings.ContainsAny(text, "0123456789") && !strings.ContainsAny(text[1:], "+-")
}

// quoted reads text in quotes; a single line break in it is a blank.
func (p *parser) quoted(indent int) string {
	quote, start := p.source[p.at], p.at
	p.at++
	var b strings.Builder // stays empty as long as the text is as it stands in the source
	from := p.at
	for p.at < len(p.source) {
		switch c := p.source[p.at]; {
		case c == quote && quote == '\'' && strings.HasPrefix(p.source[p.at:], "''"):
			b.WriteString(p.source[from : p.at+1])
			p.at += 2
			from = p.at
		case c == quote:
			p.at++
			if b.Len() == 0 {
				return p.source[from : p.at-1]
			}
			b.WriteString(p.source[from : p.at-1])
			return b.String()
		case c == '\\' && quote == '"':
			b.WriteString(p.source[from:p.at])
			p.escape(&b)
			from = p.at
		case c == '\n' || c == '\r':
			b.WriteString(strings.TrimRight(p.source[from:p.at], " "))
			p.fold(&b, indent, start)
			from = p.at
		case c == '\t':
			fail(p.at, "a tab, expected spaces or \\t")
		default:
			p.at++
		}
	}
	fail(start, "text in quotes without an end, expected %c", quote)
	return ""
}

// fold writes what the line breaks here stand for: one a blank, more a new line each but one.
func (p *parser) fold(b *strings.Builder, indent, start int) {
	breaks := 0
	for p.at < len(p.source) && (p.source[p.at] == '\n' || p.source[p.at] == '\r') {
		p.newline()
		breaks++
		for p.at < len(p.source) && p.source[p.at] == ' ' {
			p.at++
		}
	}
	if p.at < len(p.source) && p.at-p.lineStart <= indent {
		fail(start, "text in quotes goes on at column %d, expected %d or more, or its end", p.at-p.lineStart+1, indent+2)
	}
	if p.at == p.lineStart && p.at < len(p.source) {
		p.marker()
	}
	if breaks == 1 {
		b.WriteByte(' ')
	}
	for range breaks - 1 {
		b.WriteByte('\n')
	}
}

// escape reads a backslash and what it stands for.
func (p *parser) escape(b *strings.Builder) {
	start := p.at
	if p.at += 2; p.at > len(p.source) {
		fail(start, "text in quotes without an end, expected \"")
	}
	switch c := p.source[p.at-1]; c {
	case '"', '\\', '/':
		b.WriteByte(c)
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'x', 'u', 'U':
		b.WriteRune(p.character(start, map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]))
	default:
		fail(start, "unknown \\%c in quotes, expected one of \\\" \\\\ \\/ \\n \\t \\x \\u \\U", c)
	}
}

func (p *parser) character(start, digits int) rune {
	end := min(p.at+digits, len(p.source))
	v, err := strconv.ParseUint(p.source[p.at:end], 16, 32)
	if err != nil || end-p.at < digits || !utf8.ValidRune(rune(v)) {
		fail(start, "expected %d hexadecimal digits of a character", digits)
	}
	p.at = end
	return rune(v)
}
