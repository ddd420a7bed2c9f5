package front

import (
	"fmt"
	"regexp"
	"strings"
)

// forLowering changes what naga parses well and lowers wrongly. Places do not matter any more: package check has found the errors that have some.
//   - A name that begins with `texture` and is nothing of WGSL is renamed: naga takes calls of such functions for types.
//   - A variable that is declared in a loop without a value gets one: naga forgets that it is 0 in each turn.
//   - `x += f()` becomes `x = x + (f())` where f is a function of the shader: naga loads x after the call. One whose left side has a call stays.
//   - Texels of textures of i32 are bit casts to integers: naga takes them for floats, and numbers beside them, too (repairTexels says what they are).
//   - Vectors are declared that columns of matrices are: naga gives the columns of constant matrices another type when it has not met theirs.
func forLowering(source string) string {
	l := lowering{source: source, calls: callsIn(source), integers: integerTextures(source), close: -1}
	for l.at < len(source) {
		l.step()
	}
	if strings.Contains(source, "mat") {
		l.out.WriteString(columns("f32"))
		if strings.Contains(source, "f16") {
			l.out.WriteString(columns("f16"))
		}
	}
	return l.out.String()
}

var (
	textures = regexp.MustCompile(`(\w+)\s*:\s*(\w+)(?:\s*<\s*(\w+))?`)
	aliases  = regexp.MustCompile(`\balias\s+(\w+)\s*=\s*(texture_\w+)(?:\s*<\s*(\w+))?`)
)

// integerTextures are the names that a source declares as textures of i32, and as no others.
func integerTextures(source string) map[string]bool {
	source = comments.ReplaceAllString(source, " ")
	short := map[string]string{} // texels of textures, by their other names
	for _, m := range aliases.FindAllStringSubmatch(source, -1) {
		short[m[1]] = m[3]
	}
	names, others := map[string]bool{}, map[string]bool{}
	for _, m := range textures.FindAllStringSubmatch(source, -1) {
		texel, ok := short[m[2]]
		switch {
		case strings.HasPrefix(m[2], "texture_"):
			texel = m[3]
		case !ok:
			continue
		}
		if texel == "i32" {
			names[m[1]] = true
		} else {
			others[m[1]] = true
		}
	}
	for name := range others {
		delete(names, name)
	}
	return names
}

var argument = regexp.MustCompile(`^\s*\(\s*\(?\s*(\w+)\s*\)?\s*,`)

// firstArgument is the name that a call begins with, from its parenthesis on; "" when it is something else.
func firstArgument(text string) string {
	if m := argument.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// columns declares variables, which nobody uses, of the vectors of a scalar.
func columns(scalar string) (text string) {
	for n := 2; n <= 4; n++ {
		text += fmt.Sprintf("\nvar<private> tilemark_%s_%d: vec%d<%s>;", scalar, n, n, scalar)
	}
	return text + "\n"
}

type lowering struct {
	source    string
	at        int
	out       strings.Builder
	loops     []bool          // by open brace: it is in a loop
	begins    bool            // the statement is a loop
	round     int             // open parentheses
	calls     *regexp.Regexp  // of the shader's functions; nil when there are none
	statement int             // where the statement begins in out
	integers  map[string]bool // textures of i32
	wrapped   []int           // by open bitcast: open parentheses around it
	close     int             // where a parenthesis closes that was not in the source; -1: there is none
}

func (l *lowering) step() {
	rest := l.source[l.at:]
	n, text := 1, ""
	if l.at == l.close {
		l.out.WriteByte(')')
		l.close = -1
	}
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		n = lineLength(rest)
	case strings.HasPrefix(rest, "/*"):
		n = commentLength(rest)
	case digit(c):
		n = wordLength(rest)
	case word(c):
		n = wordLength(rest)
		text = l.word(rest[:n])
	case strings.IndexByte("+-*/%&|^<>", c) >= 0:
		n, text = l.compound(rest)
	case c == '(':
		l.round++
	case c == ')':
		l.round--
		if last := len(l.wrapped) - 1; last >= 0 && l.round == l.wrapped[last] {
			l.wrapped, text = l.wrapped[:last], "))"
		}
	case c == ';' && l.round == 0:
		l.begins = false
	case c == '{':
		l.loops = append(l.loops, l.begins || l.inLoop())
		l.begins = false
	case c == '}' && len(l.loops) > 0:
		l.loops = l.loops[:len(l.loops)-1]
		l.begins = false
	}
	if text == "" {
		text = rest[:n]
	}
	l.out.WriteString(text)
	l.at += n
	if text == ";" || text == "{" || text == "}" {
		l.statement = l.out.Len()
	}
}

var (
	declarations = regexp.MustCompile(`\bfn\s+(\w+)`)
	comments     = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	anyCall      = regexp.MustCompile(`\w\s*\(`)
	assignment   = regexp.MustCompile(`^(<<|>>|[-+*/%&|^])=[^=]`)
)

// callsIn finds calls of the functions that a source declares; nil when it declares none.
func callsIn(source string) *regexp.Regexp {
	var names []string
	for _, m := range declarations.FindAllStringSubmatch(source, -1) {
		names = append(names, m[1])
	}
	if names == nil {
		return nil
	}
	return regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\s*\(`)
}

// compound is how many bytes of the rest an operator takes, and what stands for them; "" when they stay.
func (l *lowering) compound(rest string) (n int, text string) {
	m := assignment.FindStringSubmatch(rest)
	if m == nil || l.calls == nil || l.close >= 0 {
		return 1, ""
	}
	n = len(m[1]) + 1
	right := rest[n : n+endOfExpression(rest[n:])]
	left := comments.ReplaceAllString(l.out.String()[l.statement:], " ")
	left = strings.TrimSpace(left[afterOpen(left):])
	if !l.calls.MatchString(right) || strings.Contains(right, "//") || strings.Contains(right, "/*") || anyCall.MatchString(left) {
		return n, ""
	}
	l.close = l.at + n + len(right)
	return n, "= " + left + " " + m[1] + " ("
}

// endOfExpression is where an expression ends: before a semicolon, or the parenthesis of a for.
func endOfExpression(text string) int {
	round := 0
	for n, c := range text {
		switch c {
		case '(':
			round++
		case ')':
			if round--; round < 0 {
				return n
			}
		case ';':
			return n
		}
	}
	return len(text)
}

// afterOpen is where a text goes on after a parenthesis that it leaves open: that of a for.
func afterOpen(text string) int {
	round := 0
	for n := len(text) - 1; n >= 0; n-- {
		switch text[n] {
		case ')':
			round++
		case '(':
			if round--; round < 0 {
				return n + 1
			}
		}
	}
	return 0
}

func (l *lowering) inLoop() bool { return len(l.loops) > 0 && l.loops[len(l.loops)-1] }

// word is what stands for a word; "" when it stays.
func (l *lowering) word(w string) string {
	switch {
	case w == "for" || w == "while" || w == "loop" || w == "continuing":
		l.begins = true
	case w == "var" && (l.inLoop() || l.begins):
		return l.initialised()
	case w == "textureLoad" && l.integers[firstArgument(l.source[l.at+len(w):])]:
		l.wrapped = append(l.wrapped, l.round)
		return "bitcast<vec4<i32>>(" + w
	case strings.HasPrefix(w, "texture") && w != "texture" && !wgslNames[w]:
		return "textur_" + w[len("texture"):]
	}
	return ""
}

// initialised is a declaration up to its semicolon with a value; "" when it has one.
func (l *lowering) initialised() string {
	rest := l.source[l.at:]
	end := strings.IndexAny(rest, ";=")
	colon := strings.IndexByte(rest, ':')
	if end < 0 || rest[end] == '=' || colon < 0 || colon > end || strings.Contains(rest[:end], "/") {
		return ""
	}
	l.at += end - len("var")
	return rest[:end] + " = " + strings.TrimSpace(rest[colon+1:end]) + "()"
}

// wgslNames are the types and functions of WGSL that begin with texture.
var wgslNames = names(`texture_1d texture_2d texture_2d_array texture_3d texture_cube texture_cube_array texture_multisampled_2d
	texture_depth_multisampled_2d texture_external texture_storage_1d texture_storage_2d texture_storage_2d_array texture_storage_3d texture_depth_2d
	texture_depth_2d_array texture_depth_cube texture_depth_cube_array textureDimensions textureGather textureGatherCompare textureLoad
	textureNumLayers textureNumLevels textureNumSamples textureSample textureSampleBias textureSampleCompare textureSampleCompareLevel
	textureSampleGrad textureSampleLevel textureSampleBaseClampToEdge textureStore textureBarrier`)

func names(list string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	return set
}
