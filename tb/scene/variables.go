package scene

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"tilemark/compiler"
	"tilemark/compiler/llir"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
	"tilemark/tb/scene/geometry"
	"tilemark/text/near"
)

// variable is what a shader binds, by its name there.
type variable struct {
	name      string
	Number    int // in the kernel's binding table, or of the sampler
	Kind      VariableKind
	constant  bool // comes in registers
	writes    bool
	attribute uint32            // location
	words     int               // of an attribute
	formatted bool              // an attribute: its format is state
	typ       llir.Type         // of a formatted one
	members   []compiler.Member // of a uniform buffer
}

// VariableKind says what a variable of a shader stands for.
type VariableKind uint8

// Kinds of variables.
const (
	BufferVariable VariableKind = iota
	TextureVariable
	SamplerVariable
	AttributeVariable
	PlanesVariable
)

// Variables are those of a kernel that is a shader; nil of others.
func (k *Kernel) Variables() (list []variable) {
	if k == nil || k.From == nil {
		return nil
	}
	for _, r := range k.From.Made.Resources {
		v := variable{name: r.Name, Number: r.Number}
		switch {
		case r.Fog:
			continue
		case r.Planes:
			v.Kind = PlanesVariable
		case r.Sampler:
			v.Kind = SamplerVariable
		case r.Attribute:
			v.Kind, v.attribute, v.words, v.formatted, v.typ = AttributeVariable, r.Location, r.Count, r.Formatted, r.Type
		default:
			b := k.Binding(uint8(r.Number))
			if b == nil {
				continue // nothing is left of it
			}
			switch v.constant, v.writes = b.Kind == isa.BindingKindConstant, b.Write; b.Kind {
			case isa.BindingKindTexture:
				v.Kind = TextureVariable
			default:
				v.members = compiler.Members(k.From.module, r.Group, r.Binding)
			}
		}
		list = append(list, v)
	}
	return list
}

// NumberOf is the number of a variable of some kinds in the kernel's binding table.
func (k *Kernel) NumberOf(name string, kinds ...VariableKind) (int, error) {
	var names []string
	for _, v := range k.Variables() {
		if !slices.Contains(kinds, v.Kind) {
			continue
		}
		if v.name == name {
			return v.Number, nil
		}
		names = append(names, v.name)
	}
	if len(names) == 0 {
		return 0, fmt.Errorf("%q; a number was expected, since the kernel is no shader that has variables of this kind", name)
	}
	return 0, fmt.Errorf("%q is no variable that the shader uses so%s", name, near.Suggest(name, names, "; a number, or one of "+strings.Join(names, ", ")+" was expected"))
}

// view is what the members of uniform buffers are made of, besides the draw.
type view struct {
	scene          *Scene
	viewProjection [16]float32
	width, height  int
}

// values are the members of uniform buffers that the driver gives their values, by name (docs/shaders.md, "What the driver fills in"). Matrices are by columns.
var values = map[string]struct {
	columns, rows int
	of            func(v *view, d *Draw) []float32
}{
	"view_projection":       {4, 4, func(v *view, _ *Draw) []float32 { return v.viewProjection[:] }},
	"model":                 {4, 4, func(_ *view, d *Draw) []float32 { return d.Transform[:] }},
	"model_view_projection": {4, 4, func(v *view, d *Draw) []float32 { return v.modelViewProjection(d) }},
	"normal_matrix":         {3, 3, func(_ *view, d *Draw) []float32 { return normalMatrix(d.Transform) }},
	"eye":                   {1, 3, func(v *view, _ *Draw) []float32 { return eyeOf(v.viewProjection) }},
	"light":                 {1, 3, func(v *view, _ *Draw) []float32 { return v.scene.Light[:] }},
	"ambient":               {1, 1, func(v *view, _ *Draw) []float32 { return []float32{v.scene.Ambient} }},
	"diffuse":               {1, 1, func(v *view, _ *Draw) []float32 { return []float32{v.scene.Diffuse} }},
	"target_size":           {1, 2, func(v *view, _ *Draw) []float32 { return []float32{float32(v.width), float32(v.height)} }},
	"instance_step":         {1, 3, func(_ *view, d *Draw) []float32 { return d.InstanceStep[:] }},
	"base_color":            {1, 4, func(_ *view, d *Draw) []float32 { return d.BaseColor[:] }},
	"metallic":              {1, 1, func(_ *view, d *Draw) []float32 { return []float32{d.material().Metallic} }},
	"roughness":             {1, 1, func(_ *view, d *Draw) []float32 { return []float32{d.material().Roughness} }},
	"emissive":              {1, 3, func(_ *view, d *Draw) []float32 { e := d.material().Emissive; return e[:] }},
	"normal_scale":          {1, 1, func(_ *view, d *Draw) []float32 { return []float32{d.material().NormalScale} }},
	"occlusion_strength":    {1, 1, func(_ *view, d *Draw) []float32 { return []float32{d.material().OcclusionStrength} }},
	"alpha_cutoff":          {1, 1, func(_ *view, d *Draw) []float32 { return []float32{d.material().AlphaCutoff} }},
}

// valueNames are their names, for messages.
func valueNames() string {
	var names []string
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (v *view) modelViewProjection(d *Draw) []float32 {
	if d.ClipSpace {
		return d.Transform[:]
	}
	m := geometry.MatrixOf(v.viewProjection).Mul(geometry.MatrixOf(d.Transform)).Float32()
	return m[:]
}

// normalMatrix is the inverse of the transposed upper left of a transform, times the magnitude of its determinant: it is there of a transform that keeps two dimensions only, too, and
// normals stay on their side of the surface when the transform mirrors.
func normalMatrix(m [16]float32) (list []float32) {
	e := func(r, c int) float64 { return float64(m[4*c+r]) }
	det := 0.0
	for i := range 3 {
		det += e(0, i) * (e(1, (i+1)%3)*e(2, (i+2)%3) - e(1, (i+2)%3)*e(2, (i+1)%3))
	}
	sign := 1.0
	if det < 0 {
		sign = -1
	}
	for c := range 3 { // cofactors
		for r := range 3 {
			r0, r1, c0, c1 := (r+1)%3, (r+2)%3, (c+1)%3, (c+2)%3
			list = append(list, float32(sign*(e(r0, c0)*e(r1, c1)-e(r0, c1)*e(r1, c0))))
		}
	}
	return list
}

// eyeOf is where a camera stands: the point whose x, y and w in clip space are 0; for one without perspective far away in its direction.
func eyeOf(m [16]float32) []float32 {
	row := func(r int) (v geometry.Vector, d float64) {
		return geometry.Vector{float64(m[r]), float64(m[4+r]), float64(m[8+r])}, float64(m[12+r])
	}
	x, dx := row(0)
	y, dy := row(1)
	w, dw := row(3)
	det := x.Dot(y.Cross(w))
	if math.Abs(det) < 1e-12 {
		back := x.Cross(y).Unit().Scale(1e4)
		z, _ := row(2)
		if z.Dot(back) > 0 { // depth grows along the view
			back = back.Scale(-1)
		}
		p := back.Float32()
		return p[:]
	}
	p := y.Cross(w).Scale(-dx).Add(w.Cross(x).Scale(-dy)).Add(x.Cross(y).Scale(-dw)).Scale(1 / det).Float32()
	return p[:]
}

// filled is a uniform buffer for a draw; nil when some member has no value that is known.
func (v *view) filled(d *Draw, of *variable) (words []uint32, err error) {
	if of.members == nil {
		return nil, errors.New("it is no structure of numbers, vectors and matrices")
	}
	for _, m := range of.members {
		known, ok := values[m.Name]
		switch {
		case !ok:
			return nil, fmt.Errorf("nothing is known of its member %s; bind a buffer, or use names among %s", m.Name, valueNames())
		case !m.Float || known.columns != m.Columns || known.rows != m.Rows:
			return nil, fmt.Errorf("its member %s has another type; %s was expected", m.Name, typeName(known.columns, known.rows))
		}
		for n, x := range known.of(v, d) {
			at := (m.Offset + n/m.Rows*m.Stride + n%m.Rows*4) / 4
			words = append(words, make([]uint32, max(0, at+1-len(words)))...)
			words[at] = math.Float32bits(x)
		}
	}
	const register = isa.RegisterSize / 4
	return append(words, make([]uint32, (register-len(words)%register)%register)...), nil
}

func typeName(columns, rows int) string {
	switch {
	case columns > 1:
		return fmt.Sprintf("mat%dx%d<f32>", columns, rows)
	case rows > 1:
		return fmt.Sprintf("vec%d<f32>", rows)
	}
	return "f32"
}

// MapNames are the maps of a material, by the names of their textures; a sampler has the name with _sampler, or is material_sampler.
var MapNames = [...]string{BaseColorMap: "base_color", MetallicRoughnessMap: "metallic_roughness", NormalMap: "normal", OcclusionMap: "occlusion", EmissiveMap: "emissive"}

const (
	textureSuffix  = "_texture"
	samplerSuffix  = "_sampler"
	commonSampler  = "material_sampler"
	tangentsAt     = 4 // location
	tangentWords   = 4
	whiteTexture   = "white"
	forwardTexture = "forward" // a normal map of a plane
)

// WithVariables is the scene with what shaders of draws bind by the names of their variables and no draw binds by number: buffers, textures and samplers are added. draws are those of the scene, in the order in which they are drawn.
func (s *Scene) WithVariables(draws []Draw, viewProjection [16]float32, width, height int) (*Scene, []Draw, error) {
	if !slices.ContainsFunc(draws, func(d Draw) bool { return d.Programs.Vertex.Variables() != nil || d.Programs.Pixel.Variables() != nil }) {
		return s, draws, nil
	}
	made := *s
	made.Buffers, made.Textures = slices.Clone(s.Buffers), slices.Clone(s.Textures)
	b := &binder{view: view{&made, viewProjection, width, height}, tangents: map[int]int{}, plain: map[string]int{}}
	list := slices.Clone(draws)
	for i := range list {
		d := &list[i]
		d.Programs.Above, d.Programs.Below = d.Programs.Above.clone(), d.Programs.Below.clone()
		for _, of := range []struct {
			k  *Kernel
			to *Bindings
		}{{d.Programs.Vertex, &d.Programs.Above}, {d.Programs.Domain, &d.Programs.Above}, {d.Programs.Pixel, &d.Programs.Below}} {
			if err := b.formatted(d, of.k.Variables()); err != nil {
				return nil, nil, fmt.Errorf("draw %d: kernel %s: %w", i, of.k.Kernel.Name, err)
			}
			for _, v := range of.k.Variables() {
				if err := b.bind(d, &v, of.to); err != nil {
					return nil, nil, fmt.Errorf("draw %d: kernel %s: %s is not bound, and %w", i, of.k.Kernel.Name, v.name, err)
				}
			}
		}
	}
	return &made, list, nil
}

func (b *Bindings) clone() Bindings {
	return Bindings{slices.Clone(b.Buffers), slices.Clone(b.Textures), slices.Clone(b.Samplers)}
}

// binder binds variables.
type binder struct {
	view
	tangents map[int]int    // buffers, by mesh
	plain    map[string]int // textures of one texel
}

func bound(list []Binding, number int) bool {
	return slices.ContainsFunc(list, func(b Binding) bool { return b.Number == number })
}

func (b *binder) bind(d *Draw, v *variable, to *Bindings) error {
	switch v.Kind {
	case AttributeVariable:
		if v.formatted || bound(to.Buffers, v.Number) {
			return nil
		}
		if v.attribute != tangentsAt || v.words != tangentWords {
			return fmt.Errorf("nothing is known of location %d with %d components; location %d has tangents, vec4<f32>", v.attribute, v.words, tangentsAt)
		}
		to.Buffers = append(to.Buffers, Binding{v.Number, b.tangentsOf(d.Mesh)})
	case BufferVariable:
		if bound(to.Buffers, v.Number) || !v.constant {
			return nil
		}
		words, err := b.filled(d, v)
		if err != nil {
			return err
		}
		to.Buffers = append(to.Buffers, Binding{v.Number, b.buffer(v.name, words)})
	case PlanesVariable:
		if bound(to.Buffers, v.Number) {
			return nil
		}
		if n := len(d.ClipPlanes); n > nos.Planes {
			return fmt.Errorf("the draw has %d planes that clip; at most %d were expected", n, nos.Planes)
		}
		to.Buffers = append(to.Buffers, Binding{v.Number, b.buffer(v.name, b.planes(d))})
	case TextureVariable:
		b.texture(d, v, to)
	case SamplerVariable:
		b.sampler(d, v, to)
	}
	return nil
}

// buffer is the number of a buffer with these words; equal ones are there once.
func (b *binder) buffer(name string, words []uint32) int {
	if n := slices.IndexFunc(b.scene.Buffers, func(x Buffer) bool { return x.Name == name && slices.Equal(x.Words, words) }); n >= 0 {
		return n
	}
	b.scene.Buffers = append(b.scene.Buffers, Buffer{name, words})
	return len(b.scene.Buffers) - 1
}

func (b *binder) texture(d *Draw, v *variable, to *Bindings) {
	if bound(to.Textures, v.Number) || v.Number == 0 && d.Texture >= 0 && to == &d.Programs.Below && !slices.Contains(MapNames[:], strings.TrimSuffix(v.name, textureSuffix)) {
		return
	}
	of := slices.Index(MapNames[:], strings.TrimSuffix(v.name, textureSuffix))
	if of < 0 || !strings.HasSuffix(v.name, textureSuffix) {
		return
	}
	n := d.mapped(of)
	if n < 0 {
		n = b.plainMap(of)
	}
	to.Textures = append(to.Textures, Binding{v.Number, n})
}

func (b *binder) sampler(d *Draw, v *variable, to *Bindings) {
	if bound(to.Samplers, v.Number) || v.Number == 0 && d.Texture >= 0 && to == &d.Programs.Below && v.name != commonSampler {
		return
	}
	of := slices.Index(MapNames[:], strings.TrimSuffix(v.name, samplerSuffix))
	switch {
	case v.name == commonSampler:
		of = BaseColorMap
		for n := range MapNames {
			if d.mapped(n) >= 0 {
				of = n
				break
			}
		}
	case of < 0 || !strings.HasSuffix(v.name, samplerSuffix):
		return
	}
	n := d.mapped(of)
	if n < 0 {
		n = b.plainMap(of)
	}
	to.Samplers = append(to.Samplers, Binding{v.Number, n})
}

// plainMap is a texture for a map that a material does not have.
func (b *binder) plainMap(of int) int {
	name, texel := whiteTexture, [4]byte{255, 255, 255, 255}
	if of == NormalMap {
		name, texel = forwardTexture, [4]byte{128, 128, 255, 255}
	}
	n, ok := b.plain[name]
	if !ok {
		n = len(b.scene.Textures)
		b.plain[name] = n
		b.scene.Textures = append(b.scene.Textures, Texture{Name: name, Width: 1, Height: 1, Pix: texel[:], Levels: 1})
	}
	return n
}

// tangentsOf is the number of the buffer with a mesh's tangents.
func (b *binder) tangentsOf(mesh int) int {
	n, ok := b.tangents[mesh]
	if !ok {
		var words []uint32
		for _, t := range b.scene.Meshes[mesh].tangents() {
			for _, x := range t {
				words = append(words, math.Float32bits(x))
			}
		}
		n = len(b.scene.Buffers)
		b.tangents[mesh] = n
		b.scene.Buffers = append(b.scene.Buffers, Buffer{fmt.Sprintf("tangents of %s", b.scene.Meshes[mesh].Name), words})
	}
	return n
}
