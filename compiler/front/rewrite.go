package front

import "strings"

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

// rewrite changes what naga takes for something else. It puts a 0 after the point of literals such as `1.`, `1.f` and `1.e5`, where naga sees a member's
// name, and it renames what begins with `texture` and is nothing of WGSL: naga takes calls of such functions for types.
func rewrite(source string) (string, literals) {
	var (
		out   strings.Builder
		moved literals
		line  = 1
		start = 0 // where the line begins in out
	)
	copyTo := func(from, to int) {
		for i := from; i < to; i++ {
			out.WriteByte(source[i])
			if source[i] == '\n' {
				line, start = line+1, out.Len()
			}
		}
	}
	for at := 0; at < len(source); {
		end, point := at+1, false
		if name := renamed(source, at); name != "" {
			out.WriteString(name)
			at += len(name)
			continue
		}
		switch c := source[at]; {
		case strings.HasPrefix(source[at:], "//"):
			end = at + lineLength(source[at:])
		case strings.HasPrefix(source[at:], "/*"):
			end = at + commentLength(source[at:])
		case word(c) && !digit(c):
			end = at + wordLength(source[at:])
		case digit(c):
			end, point = number(source, at)
		}
		copyTo(at, end)
		if point {
			moved = append(moved, inserted{line, out.Len() - start + 1})
			out.WriteByte('0')
		}
		at = end
	}
	return out.String(), moved
}

// renamed is the name that stands for the one at a place, of the same length; "" when it stays.
func renamed(source string, at int) string {
	const prefix, instead = "texture", "textur_"
	if !strings.HasPrefix(source[at:], prefix) || at > 0 && word(source[at-1]) {
		return ""
	}
	name := source[at : at+wordLength(source[at:])]
	if name == prefix || wgslNames[name] {
		return ""
	}
	return instead + name[len(prefix):]
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

// commentLength is the length of the comment that s begins with; comments may be nested.
func commentLength(s string) int {
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
	return len(s)
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
