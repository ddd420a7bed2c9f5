package scenefile

import (
	"tilemark/tb/scene"
	"tilemark/text/strictyaml"
)

// fillSpec and copySpec are entries of draws that stand alone.
type fillSpec struct {
	strictyaml.Source

	Surface label     `yaml:"surface"`
	Rect    *intBox   `yaml:"rect"`
	Value   fillValue `yaml:"value"`
	Stencil uint8     `yaml:"stencil"`
	Bits    *uint64   `yaml:"bits"`
}

type copySpec struct {
	strictyaml.Source

	From label   `yaml:"from"`
	To   label   `yaml:"to"`
	Rect *intBox `yaml:"rect"`
	At   intPair `yaml:"at"`
}

// fillValue is a colour [r, g, b, a] or a depth.
type fillValue struct {
	color *bytes4
	depth *float32
	at    strictyaml.Place
}

// DecodeYAML reads a list of bytes or one number.
func (v *fillValue) DecodeYAML(n *strictyaml.Node) error {
	v.at = n.Place
	if n.Kind == strictyaml.List {
		v.color = new(bytes4)
		return v.color.DecodeYAML(n)
	}
	v.depth = new(float32)
	if n.Number(v.depth) != nil || *v.depth < 0 || *v.depth > 1 {
		return n.Expected("[r, g, b, a] in bytes, or a depth from 0 to 1,")
	}
	return nil
}

// transfer builds a fill or a copy; false when the entry is a draw.
func (d *drawSpec) transfer(s *scene.Scene) (scene.Transfer, bool, error) {
	rest := *d
	rest.Fill, rest.Copy, rest.Source = nil, nil, strictyaml.Source{}
	switch {
	case d.Fill == nil && d.Copy == nil:
		return scene.Transfer{}, false, nil
	case d.Fill != nil && d.Copy != nil || rest != drawSpec{}:
		return scene.Transfer{}, true, d.Wrong("", "fill or copy with other keys beside it; one of them alone, or a draw, was expected")
	case d.Fill != nil:
		t, err := d.Fill.transfer(s)
		return t, true, err
	}
	t, err := d.Copy.transfer(s)
	return t, true, err
}

// surface finds a surface by its name.
func surface(s *scene.Scene, at strictyaml.Source, l label, key string) (int, error) {
	switch l.text {
	case "":
		return 0, at.Wrong(key, "%s: color, depth or a texture's name was expected", key)
	case "color":
		return scene.PlaceColor, nil
	case "depth":
		return scene.PlaceDepth, nil
	}
	i, err := find(l, "texture", s.Textures, func(t *scene.Texture) string { return t.Name })
	if err != nil {
		return 0, l.at.Wrong("no surface is named %q; color, depth or a texture's name was expected", l.text)
	}
	return i, nil
}

func checkRect(b *intBox, at strictyaml.Source) error {
	if b != nil && (b[0] < 0 || b[1] < 0 || b[0] >= b[2] || b[1] >= b[3] || max(b[2], b[3]) > scene.MaxTextureSide) {
		return at.Wrong("rect", "rect %v; x0, y0, x1, y1 with a pixel between, 0 to %d, were expected", *b, scene.MaxTextureSide)
	}
	return nil
}

func (f *fillSpec) transfer(s *scene.Scene) (scene.Transfer, error) {
	t := scene.Transfer{Before: len(s.Draws), Rect: (*[4]int)(f.Rect), Stencil: f.Stencil}
	var err error
	if t.To, err = surface(s, f.Source, f.Surface, "surface"); err != nil {
		return t, err
	}
	t.Bits = f.Bits
	switch want := f.Value; {
	case f.Bits != nil && (want.color != nil || want.depth != nil || f.Stencil != 0):
		return t, f.Wrong("bits", "fill: bits beside value or stencil; either was expected")
	case f.Bits != nil:
	case want.color == nil && want.depth == nil:
		return t, f.Wrong("value", "fill: a value was expected")
	case (t.To == scene.PlaceDepth) != (want.depth != nil):
		return t, want.at.Wrong("fill of %s: [r, g, b, a] for colours, one number for depth, was expected", f.Surface.text)
	case want.depth != nil:
		t.Depth = *want.depth
	default:
		t.Color = *want.color
	}
	return t, checkRect(f.Rect, f.Source)
}

func (c *copySpec) transfer(s *scene.Scene) (scene.Transfer, error) {
	t := scene.Transfer{Before: len(s.Draws), Copy: true, Rect: (*[4]int)(c.Rect), At: c.At}
	var err error
	if t.From, err = surface(s, c.Source, c.From, "from"); err != nil {
		return t, err
	}
	if t.To, err = surface(s, c.Source, c.To, "to"); err != nil {
		return t, err
	}
	if min(c.At[0], c.At[1]) < 0 || max(c.At[0], c.At[1]) >= scene.MaxTextureSide {
		return t, c.Wrong("at", "copy: at %v; 0 to %d were expected", c.At, scene.MaxTextureSide-1)
	}
	if err := checkRect(c.Rect, c.Source); err != nil {
		return t, err
	}
	if t.From == t.To && overlaps(&t) {
		return t, c.Wrong("to", "copy: the rectangles overlap; two that do not were expected")
	}
	return t, nil
}

// overlaps tells whether source and destination of a copy within a surface share a pixel.
func overlaps(t *scene.Transfer) bool {
	if t.Rect == nil {
		return true
	}
	r := t.Rect
	dx, dy := t.At[0]-r[0], t.At[1]-r[1]
	return max(dx, -dx) < r[2]-r[0] && max(dy, -dy) < r[3]-r[1]
}
