package scenefile

import (
	"slices"
	"strings"

	"tilemark/tb/scene"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
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
	topologies   = []string{"list", "strip", "fan", scene.PointsName}
	depthFormats = []string{"d24s8", "d32f", "d16"}
	colorFormats = []string{"rgba8", "srgb8", "rgba16f"}
	texelFormats = []string{"rgba8", "srgb8"}
	filters      = []string{"nearest", "linear"}
	mips         = []string{"none", "nearest", "linear"}
	flushes      = []string{scene.NoFlush: "false", scene.FlushInvalidate: "invalidate", scene.FlushWriteBack: "write_back"}
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
	texelName    uint32
	filterName   uint32
	mipName      uint32
	queryName    uint32
	flushName    uint32
	cullName     uint32
	windingName  uint32
)

// DecodeYAML reads a name.
func (v *compareName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, compareNames, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *operation) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, operations, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *factor) DecodeYAML(n *strictyaml.Node) error { return decodeName(n, factors, (*uint32)(v)) }

// DecodeYAML reads a name.
func (v *equation) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, equations, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *wrapName) DecodeYAML(n *strictyaml.Node) error { return decodeName(n, wraps, (*uint32)(v)) }

// DecodeYAML reads a name.
func (v *topologyName) DecodeYAML(n *strictyaml.Node) error {
	err := decodeName(n, topologies, (*uint32)(v))
	if err == nil && n.Text == scene.PointsName {
		*v = topologyName(scene.PointList)
	}
	return err
}

// DecodeYAML reads a name.
func (v *depthFormat) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, depthFormats, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *cullName) DecodeYAML(n *strictyaml.Node) error { return decodeName(n, cullings, (*uint32)(v)) }

// DecodeYAML reads a name.
func (v *windingName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, windings, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *colorFormat) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, colorFormats, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *texelName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, texelFormats, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *filterName) DecodeYAML(n *strictyaml.Node) error {
	return decodeName(n, filters, (*uint32)(v))
}

// DecodeYAML reads a name.
func (v *mipName) DecodeYAML(n *strictyaml.Node) error { return decodeName(n, mips, (*uint32)(v)) }

// DecodeYAML reads a name; true stands for occlusion.
func (v *queryName) DecodeYAML(n *strictyaml.Node) error {
	if n.Text == "true" {
		*v = 1
		return nil
	}
	return decodeName(n, queries, (*uint32)(v))
}

// DecodeYAML reads a name; true stands for write_back.
func (v *flushName) DecodeYAML(n *strictyaml.Node) error {
	switch n.Text {
	case "true":
		*v = flushName(scene.FlushWriteBack)
		return nil
	case "false":
		*v = flushName(scene.NoFlush)
		return nil
	}
	return decodeName(n, flushes, (*uint32)(v))
}

func decodeName(n *strictyaml.Node, names []string, to *uint32) error {
	i := slices.Index(names, n.Text)
	if i < 0 || !n.Scalar() {
		return n.Wrong("%v; %s was expected%s", n, strictyaml.OneOf(names), near.Suggest(n.Text, names, ""))
	}
	*to = uint32(i)
	return nil
}

// channels is a write mask written with the letters of its channels, as in "rgb".
type channels uint8

// DecodeYAML reads letters among r, g, b and a.
func (c *channels) DecodeYAML(n *strictyaml.Node) error {
	if !n.Scalar() {
		return n.Expected("a text with letters among r, g, b, a")
	}
	for _, letter := range n.Text {
		bit := strings.IndexRune("rgba", letter)
		if bit < 0 {
			return n.Expected("a text with letters among r, g, b, a")
		}
		*c |= 1 << bit
	}
	return nil
}

// label is a text that remembers its place, for errors that show only later.
type label struct {
	text string
	at   strictyaml.Place
}

// DecodeYAML reads any scalar.
func (l *label) DecodeYAML(n *strictyaml.Node) error {
	if !n.Scalar() {
		return n.Expected("a text")
	}
	l.text, l.at = n.Text, n.Place
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

// DecodeYAML reads [x, y].
func (v *vec2) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 2) }

// DecodeYAML reads [x, y, z].
func (v *vec3) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 3) }

// DecodeYAML reads [x, y, z, w]; w may be left out and is 1.
func (v *vec4) DecodeYAML(n *strictyaml.Node) error {
	v[3] = 1
	return decodeList(n, v[:], 3)
}

// DecodeYAML reads 16 numbers, column after column.
func (v *mat4) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 16) }

// DecodeYAML reads [x, y, z, degrees].
func (v *axisAngle) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 4) }

// DecodeYAML reads [a, b].
func (v *intPair) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 2) }

// DecodeYAML reads [x0, y0, x1, y1].
func (v *intBox) DecodeYAML(n *strictyaml.Node) error { return decodeList(n, v[:], 4) }

// DecodeYAML reads [r, g, b, a], each 0 to 255; a may be left out and is 255.
func (v *bytes4) DecodeYAML(n *strictyaml.Node) error {
	v[3] = 255
	return decodeList(n, v[:], 3)
}

// viewport is [x, y, w, h] or [x, y, w, h, near, far].
type viewport scene.Viewport

// DecodeYAML reads four or six numbers.
func (v *viewport) DecodeYAML(n *strictyaml.Node) error {
	k := [6]float32{5: 1}
	if len(n.Items) != 4 && len(n.Items) != 6 {
		return n.Expected("a list of 4 or 6 numbers")
	}
	if err := decodeList(n, k[:], 4); err != nil {
		return err
	}
	*v = viewport{k[0], k[1], k[2], k[3], k[4], k[5]}
	if v.Width <= 0 || v.Height <= 0 || min(v.Near, v.Far) < 0 || max(v.Near, v.Far) > 1 {
		return n.Wrong("%v; x, y, width and height above 0, near and far from 0 to 1 were expected", k)
	}
	return nil
}

// cycle is the number of a clock cycle, with its place.
type cycle struct {
	n  uint64
	at strictyaml.Place
}

// DecodeYAML reads a whole number from 0.
func (c *cycle) DecodeYAML(n *strictyaml.Node) error {
	c.at = n.Place
	if n.Number(&c.n) != nil {
		return n.Expected("a number of cycles, 0 or more,")
	}
	return nil
}

// indexList is a list of indices, among them the word restart.
type indexList []uint32

// DecodeYAML reads whole numbers and restart.
func (v *indexList) DecodeYAML(n *strictyaml.Node) error {
	if n.Kind != strictyaml.List {
		return n.Expected("a list of indices")
	}
	*v = make(indexList, len(n.Items))
	for i, item := range n.Items {
		if item.Kind == strictyaml.Text && item.Text == "restart" {
			(*v)[i] = scene.Restart
		} else if item.Number(&(*v)[i]) != nil || (*v)[i] == scene.Restart {
			return item.Expected("an index, a whole number from 0, or restart,")
		}
	}
	return nil
}

// patchSpec is a patch: 16 control points [x, y, z], or the numbers of 16 points.
type patchSpec struct {
	points  []vec3
	numbers []int
}

// DecodeYAML reads 16 points or 16 numbers.
func (p *patchSpec) DecodeYAML(n *strictyaml.Node) error {
	if len(n.Items) != scene.PatchPoints {
		return n.Expected("a list of %d control points", scene.PatchPoints)
	}
	if n.Items[0].Kind != strictyaml.List {
		p.numbers = make([]int, scene.PatchPoints)
		return decodeList(n, p.numbers, scene.PatchPoints)
	}
	p.points = make([]vec3, scene.PatchPoints)
	for i, item := range n.Items {
		if err := p.points[i].DecodeYAML(item); err != nil {
			return err
		}
	}
	return nil
}

// decodeList reads a list of at least least and at most len(to) numbers.
func decodeList[T float32 | int | uint8](n *strictyaml.Node, to []T, least int) error {
	if n.Kind != strictyaml.List || len(n.Items) < least || len(n.Items) > len(to) {
		if least == len(to) {
			return n.Expected("a list of %d numbers", least)
		}
		return n.Expected("a list of %d or %d numbers", least, len(to))
	}
	for i, item := range n.Items {
		if err := item.Number(&to[i]); err != nil {
			return err
		}
	}
	return nil
}
