package syntax

import (
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/gogpu/naga/wgsl"

	"tilemark/compiler/front"
)

// token is a token of the text with its place in the source. The last of a text is empty.
type token struct {
	Place
	text string
}

// lex is naga's tokens of a text, with their kinds. Naga's columns are wrong after letters outside of ASCII: places are found from the texts of the tokens.
func lex(text string) (texts []string, kinds []uint64) {
	tokens, err := wgsl.NewLexer(text).Tokenize()
	if err != nil {
		return nil, nil
	}
	for _, t := range list(reflect.ValueOf(tokens).Elem().FieldByName("inner")) {
		texts, kinds = append(texts, t.FieldByName("Lexeme").String()), append(kinds, t.FieldByName("Kind").Uint())
	}
	return texts, kinds
}

// tokensOf is the tokens of a shader.
func tokensOf(s *front.Shader) []token {
	text := s.Text()
	texts, _ := lex(text)
	out := make([]token, 0, len(texts))
	at, line, start := 0, 1, 0
	for _, t := range texts {
		next := at + blank(text[at:])
		if n := strings.Count(text[at:next], "\n"); n > 0 {
			line, start = line+n, strings.LastIndexByte(text[:next], '\n')+1
		}
		l, c := s.Place(line, next-start+1)
		if t == "" && strings.HasPrefix(text[next:], "/*") {
			t = "/*" // a comment that is not closed, up to the end
		}
		out = append(out, token{Place{l, c}, t})
		at = min(next+len(t), len(text))
	}
	return out
}

// blank is the length of the blanks and comments that a text begins with.
func blank(text string) int {
	at := 0
	for at < len(text) {
		switch rest := text[at:]; {
		case strings.HasPrefix(rest, "//"):
			at += end(rest, "\n")
		case strings.HasPrefix(rest, "/*"):
			n := front.Comment(rest)
			if n == 0 {
				return at
			}
			at += n
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			at++
		default:
			return at
		}
	}
	return at
}

func end(text, of string) int {
	if n := strings.Index(text, of); n >= 0 {
		return n
	}
	return len(text)
}

// operators is the text of each operator, by naga's kind of token.
func operators() map[uint64]string {
	out := map[uint64]string{}
	texts, kinds := lex("+ - * / % & | ^ ~ ! = < > == != <= >= && || << >> += -= *= /= %= &= |= ^= <<= >>=")
	for i, t := range texts {
		out[kinds[i]] = t
	}
	return out
}

// isName is whether a token is a name, a keyword or a literal of letters.
func isName(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return text != "" && (r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf)
}
