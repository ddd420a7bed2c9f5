package front

import (
	"fmt"
	"strings"
)

// forLowering changes what naga parses well and lowers wrongly. Places do not matter any more: package check has found the errors that have some.
//   - A name that begins with `texture` and is nothing of WGSL is renamed: naga takes calls of such functions for types.
//   - A variable that is declared in a loop without a value gets one: naga forgets that it is 0 in each turn.
//   - Vectors are declared that columns of matrices are: naga gives the columns of constant matrices another type when it has not met theirs.
func forLowering(source string) string {
	l := lowering{source: source}
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

// columns declares variables, which nobody uses, of the vectors of a scalar.
func columns(scalar string) (text string) {
	for n := 2; n <= 4; n++ {
		text += fmt.Sprintf("\nvar<private> tilemark_%s_%d: vec%d<%s>;", scalar, n, n, scalar)
	}
	return text + "\n"
}

type lowering struct {
	source string
	at     int
	out    strings.Builder
	loops  []bool // by open brace: it is in a loop
	begins bool   // the statement is a loop
	round  int    // open parentheses
}

func (l *lowering) step() {
	rest := l.source[l.at:]
	n, text := 1, ""
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
	case c == '(':
		l.round++
	case c == ')':
		l.round--
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
}

func (l *lowering) inLoop() bool { return len(l.loops) > 0 && l.loops[len(l.loops)-1] }

// word is what stands for a word; "" when it stays.
func (l *lowering) word(w string) string {
	switch {
	case w == "for" || w == "while" || w == "loop" || w == "continuing":
		l.begins = true
	case w == "var" && (l.inLoop() || l.begins):
		return l.initialised()
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
