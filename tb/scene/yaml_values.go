package scene

import (
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Names of enumerations, each at its number in docs/arithmetic.md.
var (
	compareNames = []string{"never", "less", "equal", "lequal", "greater", "notequal", "gequal", "always"}
	operations   = []string{"keep", "zero", "replace", "incr_sat", "decr_sat", "invert", "incr_wrap", "decr_wrap"}
	factors      = []string{"zero", "one", "src_color", "one_minus_src_color", "dst_color", "one_minus_dst_color", "src_alpha",
		"one_minus_src_alpha", "dst_alpha", "one_minus_dst_alpha", "constant_color", "one_minus_constant_color",
		"constant_alpha", "one_minus_constant_alpha", "src_alpha_saturate"}
	equations    = []string{"add", "subtract", "reverse_subtract", "min", "max"}
	wraps        = []string{"repeat", "clamp", "mirror"}
	topologies   = []string{"list", "strip", "fan"}
	depthFormats = []string{"d24s8", "d32f", "d16"}
	colorFormats = []string{"rgba8", "srgb8", "rgba16f"}
	filters      = []string{"nearest", "linear"}
	mips         = []string{"none", "nearest", "linear"}
	queries      = []string{"false", "occlusion", "statistics", "all"} // bit 0: occlusion, bit 1: statistics
	cullings     = []string{"none", "front", "back", "both"}           // bit 0: front, bit 1: back
	windings     = []string{"ccw", "cw"}
)

type (
	compareName  uint32
	operation    uint32
	factor       uint32
	equation     uint32
	wrapName     uint32
	topologyName uint32
	depthFormat  uint32
	colorFormat  uint32
	filterName   uint32
	mipName      uint32
	queryName    uint32
	cullName     uint32
	windingName  uint32
)

// UnmarshalYAML reads a name.
func (v *compareName) UnmarshalYAML(n ast.Node) error {
	return decodeName(n, compareNames, (*uint32)(v))
}

// UnmarshalYAML reads a name.
func (v *operation) UnmarshalYAML(n ast.Node) error { return decodeName(n, operations, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *factor) UnmarshalYAML(n ast.Node) error { return decodeName(n, factors, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *equation) UnmarshalYAML(n ast.Node) error { return decodeName(n, equations, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *wrapName) UnmarshalYAML(n ast.Node) error { return decodeName(n, wraps, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *topologyName) UnmarshalYAML(n ast.Node) error {
	return decodeName(n, topologies, (*uint32)(v))
}

// UnmarshalYAML reads a name.
func (v *depthFormat) UnmarshalYAML(n ast.Node) error {
	return decodeName(n, depthFormats, (*uint32)(v))
}

// UnmarshalYAML reads a name.
func (v *cullName) UnmarshalYAML(n ast.Node) error { return decodeName(n, cullings, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *windingName) UnmarshalYAML(n ast.Node) error { return decodeName(n, windings, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *colorFormat) UnmarshalYAML(n ast.Node) error {
	return decodeName(n, colorFormats, (*uint32)(v))
}

// UnmarshalYAML reads a name.
func (v *filterName) UnmarshalYAML(n ast.Node) error { return decodeName(n, filters, (*uint32)(v)) }

// UnmarshalYAML reads a name.
func (v *mipName) UnmarshalYAML(n ast.Node) error { return decodeName(n, mips, (*uint32)(v)) }

// UnmarshalYAML reads a name; true stands for occlusion.
func (v *queryName) UnmarshalYAML(n ast.Node) error {
	if n.GetToken().Value == "true" {
		*v = 1
		return nil
	}
	return decodeName(n, queries, (*uint32)(v))
}

func decodeName(n ast.Node, names []string, to *uint32) error {
	i := slices.Index(names, n.GetToken().Value)
	if i < 0 {
		return errorAt(n.GetToken(), "%q; one of %s was expected", n.GetToken().Value, strings.Join(names, ", "))
	}
	*to = uint32(i)
	return nil
}

func errorAt(at *token.Token, format string, args ...any) error {
	return &yaml.SyntaxError{Message: fmt.Sprintf(format, args...), Token: at}
}

// channels is a write mask written with the letters of its channels, as in "rgb".
type channels uint8

// UnmarshalYAML reads letters among r, g, b and a.
func (c *channels) UnmarshalYAML(n ast.Node) error {
	for _, letter := range n.GetToken().Value {
		bit := strings.IndexRune("rgba", letter)
		if bit < 0 {
			return errorAt(n.GetToken(), "write mask %q; letters among r, g, b, a were expected", n.GetToken().Value)
		}
		*c |= 1 << bit
	}
	return nil
}

// label is a text that remembers its place, for errors that show only later.
type label struct {
	text string
	at   *token.Token
}

// UnmarshalYAML reads any scalar.
func (l *label) UnmarshalYAML(n ast.Node) error {
	if _, scalar := n.(ast.ScalarNode); !scalar {
		return errorAt(n.GetToken(), "a text was expected")
	}
	l.text, l.at = n.GetToken().Value, n.GetToken()
	return nil
}

type (
	vec2      [2]float32
	vec3      [3]float32
	vec4      [4]float32
	mat4      [16]float32
	axisAngle [4]float32
	intPair   [2]int
	intBox    [4]int
	bytes4    [4]uint8
)

// UnmarshalYAML reads [x, y].
func (v *vec2) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 2) }

// UnmarshalYAML reads [x, y, z].
func (v *vec3) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 3) }

// UnmarshalYAML reads [x, y, z, w]; w may be left out and is 1.
func (v *vec4) UnmarshalYAML(n ast.Node) error {
	v[3] = 1
	return decodeList(n, v[:], 3)
}

// UnmarshalYAML reads 16 numbers, column after column.
func (v *mat4) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 16) }

// UnmarshalYAML reads [x, y, z, degrees].
func (v *axisAngle) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 4) }

// UnmarshalYAML reads [a, b].
func (v *intPair) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 2) }

// UnmarshalYAML reads [x0, y0, x1, y1].
func (v *intBox) UnmarshalYAML(n ast.Node) error { return decodeList(n, v[:], 4) }

// UnmarshalYAML reads [r, g, b, a], each 0 to 255; a may be left out and is 255.
func (v *bytes4) UnmarshalYAML(n ast.Node) error {
	v[3] = 255
	return decodeList(n, v[:], 3)
}

// viewport is [x, y, w, h] or [x, y, w, h, near, far] and remembers its place.
type viewport struct {
	Viewport
	at *token.Token
}

// UnmarshalYAML reads four or six numbers.
func (v *viewport) UnmarshalYAML(n ast.Node) error {
	k := [6]float32{5: 1}
	if list, ok := n.(*ast.SequenceNode); !ok || len(list.Values) != 4 && len(list.Values) != 6 {
		return errorAt(n.GetToken(), "a list of 4 or 6 numbers was expected")
	}
	v.at = n.GetToken()
	if err := decodeList(n, k[:], 4); err != nil {
		return err
	}
	v.Viewport = Viewport{k[0], k[1], k[2], k[3], k[4], k[5]}
	return nil
}

// cycle is the number of a clock cycle, with its place.
type cycle struct {
	n  uint64
	at *token.Token
}

// UnmarshalYAML reads a whole number from 0.
func (c *cycle) UnmarshalYAML(n ast.Node) error {
	c.at = n.GetToken()
	if err := yaml.NodeToValue(n, &c.n); err != nil {
		return errorAt(c.at, "%q; a number of cycles, 0 or more, was expected", c.at.Value)
	}
	return nil
}

// indexList is a list of indices, among them the word restart.
type indexList []uint32

// UnmarshalYAML reads whole numbers and restart.
func (v *indexList) UnmarshalYAML(n ast.Node) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return errorAt(n.GetToken(), "a list of indices was expected")
	}
	*v = make(indexList, len(list.Values))
	for i, element := range list.Values {
		if element.GetToken().Value == "restart" {
			(*v)[i] = Restart
		} else if err := yaml.NodeToValue(element, &(*v)[i]); err != nil || (*v)[i] == Restart {
			return errorAt(element.GetToken(), "%q is no index; a whole number from 0, or restart, was expected", element.GetToken().Value)
		}
	}
	return nil
}

// patchSpec is a patch: 16 control points [x, y, z], or the numbers of 16 points.
type patchSpec struct {
	points  []vec3
	numbers []int
}

// UnmarshalYAML reads 16 points or 16 numbers.
func (p *patchSpec) UnmarshalYAML(n ast.Node) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) != PatchPoints {
		return errorAt(n.GetToken(), "a list of %d control points was expected", PatchPoints)
	}
	if _, points := list.Values[0].(*ast.SequenceNode); !points {
		p.numbers = make([]int, PatchPoints)
		return decodeList(n, p.numbers, PatchPoints)
	}
	p.points = make([]vec3, PatchPoints)
	for i, element := range list.Values {
		if err := p.points[i].UnmarshalYAML(element); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads a sequence of at least least and at most len(to) numbers.
func decodeList[T float32 | int | uint8](n ast.Node, to []T, least int) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) < least || len(list.Values) > len(to) {
		if least == len(to) {
			return errorAt(n.GetToken(), "a list of %d numbers was expected", least)
		}
		return errorAt(n.GetToken(), "a list of %d or %d numbers was expected", least, len(to))
	}
	for i, element := range list.Values {
		if err := yaml.NodeToValue(element, &to[i]); err != nil {
			return errorAt(element.GetToken(), "%q is not a number that fits here", element.GetToken().Value)
		}
	}
	return nil
}
