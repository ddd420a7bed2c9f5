package scene

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// scene builds what the file describes.
func (spec *sceneSpec) scene(name string) (*Scene, error) {
	s := modelScene(name)
	s.ClearColor = [4]uint8{0, 0, 0, 255}
	steps := []func(*Scene) error{
		spec.target, spec.light, spec.camera, spec.textures, spec.meshes, spec.draws,
	}
	for _, step := range steps {
		if err := step(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// or is *p, or the default where the file says nothing.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func (spec *sceneSpec) target(s *Scene) error {
	if spec.Size != nil {
		s.Width, s.Height = spec.Size[0], spec.Size[1]
		if min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > maxTargetSide {
			return fmt.Errorf("size %v; 1 to %d a side was expected", *spec.Size, maxTargetSide)
		}
	}
	s.ClearColor = or(spec.Clear.Color, bytes4(s.ClearColor))
	s.ClearDepth = or(spec.Clear.Depth, s.ClearDepth)
	if !(s.ClearDepth >= 0 && s.ClearDepth <= 1) {
		return fmt.Errorf("clear: depth %v; 0 to 1 was expected", s.ClearDepth)
	}
	s.ClearStencil = spec.Clear.Stencil
	s.DepthFormat = uint32(spec.DepthFormat)
	return nil
}

func (spec *sceneSpec) light(s *Scene) error {
	if spec.Light == nil {
		return nil
	}
	if d := spec.Light.Direction; d != nil {
		s.Light = vectorOf(*d).unit().float32()
		if s.Light == [3]float32{} {
			return fmt.Errorf("light: direction %v has no direction", *d)
		}
	}
	s.Ambient, s.Diffuse = or(spec.Light.Ambient, s.Ambient), or(spec.Light.Diffuse, s.Diffuse)
	return finite("light: ambient, diffuse", []float32{s.Ambient, s.Diffuse})
}

func (spec *sceneSpec) camera(s *Scene) error {
	c := spec.Camera
	if c == nil {
		return nil
	}
	s.HasCamera = true
	if c.ViewProjection != nil {
		s.Camera.ViewProjection = (*[16]float32)(c.ViewProjection)
		return nil
	}
	if c.Eye == nil || c.Target == nil {
		return fmt.Errorf("camera: eye and target, or view_projection, were expected")
	}
	s.Camera = lookAt(*c.Eye, *c.Target, or(c.Fov, defaultFov))
	s.Camera.Up = or(c.Up, vec3(s.Camera.Up))
	s.Camera.Near, s.Camera.Far = or(c.Near, s.Camera.Near), or(c.Far, 0)
	return nil
}

// checkName wants a name that is there and new.
func checkName(l label, what string, names []string) error {
	if l.text == "" {
		return fmt.Errorf("%s %d has no name", what, len(names))
	}
	if slices.Contains(names, l.text) {
		return errorAt(l.at, "a second %s named %q", what, l.text)
	}
	return nil
}

func (spec *sceneSpec) textures(s *Scene) error {
	var names []string
	for i := range spec.Textures {
		t := &spec.Textures[i]
		if err := checkName(t.Name, "texture", names); err != nil {
			return err
		}
		names = append(names, t.Name.text)
		texture, err := t.texture()
		if err != nil {
			return err
		}
		texture.Name, texture.WrapU, texture.WrapV = t.Name.text, uint32(t.WrapU), uint32(t.WrapV)
		s.Textures = append(s.Textures, texture)
	}
	return nil
}

func (t *textureSpec) texture() (Texture, error) {
	c := t.Checker
	if (c == nil) == (len(t.Pixels) == 0) {
		return Texture{}, errorAt(t.Name.at, "texture %q: either checker or pixels was expected", t.Name.text)
	}
	if c == nil {
		return pixelTexture(t.Pixels)
	}
	if len(c.Colors) != 2 || c.Cell < 1 {
		return Texture{}, errorAt(t.Name.at, "texture %q: size, cell (1 or more) and two colors were expected", t.Name.text)
	}
	if err := checkTextureSize(c.Size[0], c.Size[1]); err != nil {
		return Texture{}, errorAt(t.Name.at, "texture %q: %v", t.Name.text, err)
	}
	return checker(t.Name.text, c.Size[0], c.Size[1], c.Cell, [2][4]uint8{c.Colors[0], c.Colors[1]}), nil
}

// pixelTexture reads rows of texels rrggbbaa in hexadecimal, separated by spaces.
func pixelTexture(rows []label) (Texture, error) {
	t := Texture{Height: len(rows)}
	for i, row := range rows {
		texels := strings.Fields(row.text)
		if i == 0 {
			t.Width = len(texels)
		}
		if len(texels) != t.Width || t.Width == 0 {
			return t, errorAt(row.at, "row of %d texels; %d were expected", len(texels), max(1, t.Width))
		}
		for _, texel := range texels {
			b, err := hex.DecodeString(texel)
			if err != nil || len(b) != 4 {
				return t, errorAt(row.at, "texel %.20q; eight hexadecimal digits rrggbbaa were expected", texel)
			}
			t.Pix = append(t.Pix, b...)
		}
	}
	return t, checkTextureSize(t.Width, t.Height)
}

func (spec *sceneSpec) meshes(s *Scene) error {
	var names []string
	for i := range spec.Meshes {
		m := &spec.Meshes[i]
		if err := checkName(m.Name, "mesh", names); err != nil {
			return err
		}
		names = append(names, m.Name.text)
		mesh, err := m.mesh()
		if err != nil {
			return errorAt(m.Name.at, "mesh %q: %v", m.Name.text, err)
		}
		s.Meshes = append(s.Meshes, mesh)
	}
	return nil
}

const maxCells = 1 << 20

func (m *meshSpec) mesh() (Mesh, error) {
	given := 0
	for _, is := range []bool{m.Positions != nil, m.Grid != nil, m.Sphere != nil, m.Cube != nil, m.Teapot != nil} {
		if is {
			given++
		}
	}
	if given != 1 {
		return Mesh{}, fmt.Errorf("one of positions, grid, sphere, cube (as in `cube: {}`) and teapot was expected")
	}
	if m.Positions != nil {
		return m.inline()
	}
	if m.Topology != 0 || m.Normals != nil || m.UVs != nil || m.Colors != nil || m.Indices != nil {
		return Mesh{}, fmt.Errorf("topology, normals, uvs, colors and indices go with positions only")
	}
	mesh, err := m.generate()
	mesh.colorByPosition()
	return mesh, err
}

func (m *meshSpec) generate() (Mesh, error) {
	name := m.Name.text
	switch {
	case m.Grid != nil:
		g := m.Grid
		if err := cells("columns", g.Columns, 1, "rows", g.Rows, 1); err != nil {
			return Mesh{}, err
		}
		size := or(g.Size, vec2{2, 2})
		return gridMesh(name, g.Columns, g.Rows, float64(size[0]), float64(size[1])), nil
	case m.Sphere != nil:
		p := m.Sphere
		if err := cells("sectors", p.Sectors, 3, "rings", p.Rings, 2); err != nil {
			return Mesh{}, err
		}
		return sphereMesh(name, p.Sectors, p.Rings, float64(or(p.Radius, 1))), nil
	case m.Cube != nil:
		return cubeMesh(name, float64(or(m.Cube.Size, 2))), nil
	}
	n := or(m.Teapot.Subdivision, 10)
	if n < 1 || n > 64 {
		return Mesh{}, fmt.Errorf("subdivision %d; 1 to 64 was expected", n)
	}
	return teapotMesh(name, n)
}

func cells(nameA string, a, leastA int, nameB string, b, leastB int) error {
	if a < leastA || b < leastB || a > maxCells || b > maxCells/a {
		return fmt.Errorf("%s %d, %s %d; at least %d and %d, together at most %d, were expected", nameA, a, nameB, b, leastA, leastB, maxCells)
	}
	return nil
}

func (m *meshSpec) inline() (Mesh, error) {
	mesh := Mesh{
		Name: m.Name.text, Topology: Topology(m.Topology), Indices: m.Indices,
		HasNormal: m.Normals != nil, HasUV: m.UVs != nil, HasColor: m.Colors != nil,
	}
	n := len(m.Positions)
	for what, length := range map[string]int{"normals": len(m.Normals), "uvs": len(m.UVs), "colors": len(m.Colors)} {
		if length != 0 && length != n {
			return mesh, fmt.Errorf("%d %s for %d positions", length, what, n)
		}
	}
	for i, p := range m.Positions {
		v := Vertex{Pos: p, Color: [4]float32{1, 1, 1, 1}}
		if len(m.Normals) > 0 {
			v.Normal = m.Normals[i]
		}
		if len(m.UVs) > 0 {
			v.UV = m.UVs[i]
		}
		if len(m.Colors) > 0 {
			v.Color = m.Colors[i]
		}
		mesh.Vertices = append(mesh.Vertices, v)
	}
	return mesh, nil
}

func (spec *sceneSpec) draws(s *Scene) error {
	for i := range spec.Draws {
		d, err := spec.Draws[i].draw(s)
		if err != nil {
			return err
		}
		s.Draws = append(s.Draws, d)
	}
	return nil
}

// find is the number of what l names, -1 when it names nothing.
func find[T any](l label, what string, list []T, name func(*T) string) (int, error) {
	if l.text == "" {
		return -1, nil
	}
	i := slices.IndexFunc(list, func(t T) bool { return name(&t) == l.text })
	if i < 0 {
		return -1, errorAt(l.at, "no %s is named %q", what, l.text)
	}
	return i, nil
}

func (d *drawSpec) draw(s *Scene) (Draw, error) {
	mesh, err := find(d.Mesh, "mesh", s.Meshes, func(m *Mesh) string { return m.Name })
	if err != nil {
		return Draw{}, err
	}
	if mesh < 0 {
		return Draw{}, fmt.Errorf("draw %d: a mesh was expected", len(s.Draws))
	}
	draw := defaultDraw(mesh)
	if draw.Texture, err = find(d.Texture, "texture", s.Textures, func(t *Texture) string { return t.Name }); err != nil {
		return Draw{}, err
	}
	if draw.Transform, err = d.transform(); err != nil {
		return Draw{}, errorAt(d.Mesh.at, "draw %d: %v", len(s.Draws), err)
	}
	draw.BaseColor = or(d.Color, vec4{1, 1, 1, 1})
	draw.Lighting, draw.VertexColor, draw.ClipSpace = d.Lighting, d.VertexColor, d.ClipSpace
	draw.Instances, draw.InstanceStep = or(d.Instances, 1), d.InstanceStep
	draw.First, draw.Count = d.First, d.Count
	draw.Query, draw.FenceAfter = d.Query, d.Fence
	return draw, d.state(&draw.State, d.Mesh.at)
}

// transform is the matrix, or translation times rotation times scale.
func (d *drawSpec) transform() ([16]float32, error) {
	if d.Transform != nil {
		if d.Translate != nil || d.Rotate != nil || d.Scale != nil {
			return [16]float32{}, fmt.Errorf("transform stands alone: no translate, rotate or scale with it")
		}
		return *d.Transform, nil
	}
	turn := or(d.Rotate, axisAngle{0, 1, 0, 0})
	axis, half := vectorOf([3]float32(turn[:3])).unit(), float64(turn[3])/720
	sin, cos := turnSin(half), turnCos(half)
	q := [4]float64{axis[0] * sin, axis[1] * sin, axis[2] * sin, cos}
	m := translation(vectorOf(or(d.Translate, vec3{}))).mul(rotation(q)).mul(scaling(vectorOf(or(d.Scale, vec3{1, 1, 1}))))
	return m.float32(), nil
}

func (d *drawSpec) state(s *State, at *token.Token) error {
	s.DepthTest, s.DepthWrite = or(d.DepthTest, true), or(d.DepthWrite, true)
	s.DepthFunc = uint32(or(d.DepthFunc, compareLess))
	s.WriteMask = uint8(or(d.WriteMask, 0xf))
	s.CullFront, s.CullBack, s.FrontCW = d.Cull&1 != 0, d.Cull&2 != 0, d.Front == 1
	if d.Stencil != nil {
		back := or(d.Stencil.Back, *d.Stencil)
		if d.Stencil.Back != nil && back.Back != nil {
			return errorAt(at, "stencil: back inside back")
		}
		s.StencilTest, s.Front, s.Back = true, d.Stencil.stencil(), back.stencil()
	}
	if d.Blend != nil {
		s.Blend = d.Blend.blend()
	}
	if b := d.Scissor; b != nil {
		if b[0] < 0 || b[1] < 0 || b[0] > b[2] || b[1] > b[3] || max(b[2], b[3]) > maxTargetSide {
			return errorAt(at, "scissor %v; x0, y0, x1, y1 in order, 0 to %d, were expected", *b, maxTargetSide)
		}
		s.Scissor = (*[4]int)(b)
	}
	return nil
}

func (f *stencilSpec) stencil() Stencil {
	return Stencil{
		Func: uint32(or(f.Func, compareAlways)), Fail: uint32(f.Fail), ZFail: uint32(f.ZFail), Pass: uint32(f.Pass),
		Ref: f.Ref, ReadMask: or(f.ReadMask, 0xff), WriteMask: or(f.WriteMask, 0xff),
	}
}

func (b *blendSpec) blend() Blend {
	src, dst := or(b.Src, factorOne), or(b.Dst, 0)
	return Blend{
		Enable:   true,
		SrcColor: uint32(src), DstColor: uint32(dst), ColorEq: uint32(b.Eq),
		SrcAlpha: uint32(or(b.AlphaSrc, src)), DstAlpha: uint32(or(b.AlphaDst, dst)), AlphaEq: uint32(or(b.AlphaEq, b.Eq)),
		Constant: b.Constant,
	}
}
