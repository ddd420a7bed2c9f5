package scenefile

import (
	"fmt"
	"slices"

	"tilemark/hw/isa/nos"
	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/shapes"
	"tilemark/text/near"
	"tilemark/text/strictyaml"
)

// scene builds what the file describes, without its draws.
func (spec *sceneSpec) scene(name string, dir files.References) (*scene.Scene, error) {
	s := scene.ModelScene(name)
	s.Sources.File = spec.Source
	s.ClearColor = [4]uint8{0, 0, 0, 255}
	steps := []func(*scene.Scene) error{
		spec.target, spec.light, spec.camera, func(s *scene.Scene) error { return spec.textures(s, dir) }, func(s *scene.Scene) error { return spec.kernels(s, dir) }, spec.meshes,
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

func (spec *sceneSpec) target(s *scene.Scene) error {
	if spec.Size != nil {
		s.Width, s.Height = spec.Size[0], spec.Size[1]
		if min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > scene.MaxTargetSide {
			return spec.Wrong("size", "size %v; 1 to %d a side was expected", *spec.Size, scene.MaxTargetSide)
		}
	}
	s.DepthFormat, s.ColorFormat = uint32(spec.DepthFormat), uint32(spec.ColorFormat)
	return spec.Clear.set(s)
}

func (c *clearSpec) set(s *scene.Scene) error {
	s.ClearColor = or(c.Color, bytes4(s.ClearColor))
	s.ClearDepth = or(c.Depth, s.ClearDepth)
	if !(s.ClearDepth >= 0 && s.ClearDepth <= 1) {
		return c.Wrong("depth", "clear: depth %v; 0 to 1 was expected", s.ClearDepth)
	}
	s.ClearStencil = c.Stencil
	return nil
}

func (spec *sceneSpec) light(s *scene.Scene) error {
	if spec.Light == nil {
		return nil
	}
	if d := spec.Light.Direction; d != nil {
		s.Light = geometry.VectorOf(*d).Unit().Float32()
		if s.Light == [3]float32{} {
			return spec.Light.Wrong("direction", "light: direction %v; a vector that is not zero was expected", *d)
		}
	}
	s.Ambient, s.Diffuse = or(spec.Light.Ambient, s.Ambient), or(spec.Light.Diffuse, s.Diffuse)
	return nil
}

func (spec *sceneSpec) camera(s *scene.Scene) error {
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
		return spec.Wrong("camera", "camera: eye and target, or view_projection, were expected")
	}
	s.Camera = scene.LookAt(*c.Eye, *c.Target, or(c.Fov, scene.DefaultFov))
	s.Camera.Up = or(c.Up, vec3(s.Camera.Up))
	s.Camera.Near, s.Camera.Far = or(c.Near, s.Camera.Near), or(c.Far, 0)
	if err := s.Camera.Check(); err != nil {
		return spec.Wrong("camera", "camera: %w", err)
	}
	return nil
}

// checkName wants a name that is there and new.
func checkName(at strictyaml.Source, l label, what string, names []string) error {
	switch {
	case l.text == "":
		return at.Wrong("name", "%s %d: a name was expected", what, len(names))
	case slices.Contains(names, l.text):
		return l.at.Wrong("a second %s named %q; another name was expected", what, l.text)
	}
	return nil
}

func (spec *sceneSpec) meshes(s *scene.Scene) error {
	var names []string
	for i := range spec.Meshes {
		m := &spec.Meshes[i]
		if err := checkName(m.Source, m.Name, "mesh", names); err != nil {
			return err
		}
		names = append(names, m.Name.text)
		mesh, err := m.mesh()
		if err == nil {
			err = m.words(&mesh)
		}
		if err != nil {
			return strictyaml.Inside(m.Place("name", err), "mesh %q", m.Name.text)
		}
		s.Meshes = append(s.Meshes, mesh)
		s.Sources.Meshes = append(s.Sources.Meshes, m.Source)
	}
	return nil
}

// addDraws builds a list of draws.
func addDraws(s *scene.Scene, specs []drawSpec) error {
	for i := range specs {
		t, isTransfer, err := specs[i].transfer(s)
		if err != nil {
			return err
		}
		if isTransfer {
			s.Transfers = append(s.Transfers, t)
			continue
		}
		d, err := specs[i].draw(s)
		if err != nil {
			return strictyaml.Inside(specs[i].Place("mesh", err), "draw %d", len(s.Draws))
		}
		s.Draws = append(s.Draws, d)
		s.Sources.Draws = append(s.Sources.Draws, specs[i].Source)
	}
	return nil
}

// find is the number of what l names, -1 when it names nothing.
func find[T any](l label, what string, list []T, name func(*T) string) (int, error) {
	if l.text == "" {
		return -1, nil
	}
	i := slices.IndexFunc(list, func(t T) bool { return name(&t) == l.text })
	if i >= 0 {
		return i, nil
	}
	var names []string
	for i := range list {
		names = append(names, name(&list[i]))
	}
	return -1, l.at.Wrong("no %s is named %q; %s", what, l.text, expectedName(l.text, what, names))
}

// expectedName says which names there are.
func expectedName(name, what string, names []string) string {
	switch n := near.Name(name, names); {
	case len(names) == 0:
		return fmt.Sprintf("one of the scene's was expected, and it has no %s", what)
	case n != "":
		return fmt.Sprintf("did you mean %q?", n)
	}
	return fmt.Sprintf("the name of a %s, such as %s, was expected", what, names[0])
}

func (d *drawSpec) draw(s *scene.Scene) (scene.Draw, error) {
	mesh, err := find(d.Mesh, "mesh", s.Meshes, func(m *scene.Mesh) string { return m.Name })
	if err != nil {
		return scene.Draw{}, err
	}
	if mesh < 0 {
		return scene.Draw{}, fmt.Errorf("a mesh, a fill or a copy was expected")
	}
	draw := scene.DefaultDraw(mesh)
	if draw.Texture, err = find(d.Texture, "texture", s.Textures, func(t *scene.Texture) string { return t.Name }); err != nil {
		return scene.Draw{}, err
	}
	if draw.Transform, err = d.transform(); err != nil {
		return scene.Draw{}, err
	}
	draw.BaseColor = or(d.Color, vec4{1, 1, 1, 1})
	draw.Lighting, draw.VertexColor, draw.ClipSpace = d.Lighting, d.VertexColor, d.ClipSpace
	draw.Instances, draw.InstanceStep = or(d.Instances, 1), d.InstanceStep
	draw.First, draw.Count = d.First, d.Count
	draw.BaseVertex, draw.Restart, draw.Level = d.BaseVertex, d.Restart, or(d.Level, scene.DefaultLevel)
	draw.Query, draw.Statistics, draw.FenceAfter, draw.Flush = d.Query&1 != 0, d.Query&2 != 0, d.Fence, scene.Flush(d.Flush)
	if err := d.check(&s.Meshes[mesh], &draw); err != nil {
		return scene.Draw{}, err
	}
	if s.Meshes[mesh].Topology == scene.PointList {
		draw.PointSize = or(d.PointSize, scene.DefaultPointSize)
	}
	draw.Registers = or(d.Registers, nil)
	if err := d.runs(s, &draw); err != nil {
		return scene.Draw{}, err
	}
	if err := or(d.Formats, nil).Formats(&draw); err != nil {
		return scene.Draw{}, err
	}
	if err := d.state(&draw.State); err != nil {
		return scene.Draw{}, err
	}
	if err := d.depends(s, &draw); err != nil {
		return scene.Draw{}, err
	}
	if err := d.material(s, &draw); err != nil {
		return scene.Draw{}, err
	}
	return draw, d.programs(&draw)
}

// check looks for keys that do not go with the mesh.
func (d *drawSpec) check(m *scene.Mesh, draw *scene.Draw) error {
	isPatches := m.Topology == scene.PatchList
	switch {
	case d.Level != nil && !isPatches:
		return d.Wrong("level", "level beside mesh %q; a mesh of patches was expected", m.Name)
	case d.PointSize != nil && m.Topology != scene.PointList:
		return d.Wrong("point_size", "point_size beside mesh %q; a mesh of points was expected", m.Name)
	case d.PointSize != nil && !(*d.PointSize > 0 && *d.PointSize <= maxPointSize):
		return d.Wrong("point_size", "point_size %v; above 0 and at most %.0g was expected", *d.PointSize, maxPointSize)
	case draw.Level < 1 || draw.Level > maxLevel:
		return d.Wrong("level", "level %d; 1 to %d was expected", draw.Level, maxLevel)
	case d.Restart && (m.Indices == nil || isPatches):
		return d.Wrong("restart", "restart beside mesh %q; a mesh with indices, other than patches, was expected", m.Name)
	case !d.Restart && slices.Contains(m.Indices, scene.Restart):
		return fmt.Errorf("the indices of mesh %q restart; restart: true was expected", m.Name)
	case d.BaseVertex != 0 && m.Indices == nil:
		return d.Wrong("base_vertex", "base_vertex beside mesh %q; a mesh with indices was expected", m.Name)
	}
	return nil
}

// maxPointSize is the greatest side of a point.
const maxPointSize = 1e6

// maxLevel is the greatest tessellation level.
const maxLevel = 32

// programs reads what the pixel program does besides colours, and the depth bias.
func (d *drawSpec) programs(draw *scene.Draw) error {
	s := &draw.State
	late := d.Kill != nil || d.ProgramDepth != nil
	if k := draw.Programs.Pixel; k != nil {
		state := draw.StateFor(k.Kernel)
		fitting, err := k.Fitting(state)
		if err != nil {
			return d.Kernels.Pixel.at.Wrong("%w", err)
		}
		late = late || (&scene.Kernel{Kernel: nos.Kernel(fitting, state)}).NeedsLateTest()
	}
	s.LateTest = or(d.LateTest, late)
	s.Kill, s.NoHiZ = d.Kill, !or(d.HiZ, true)
	if b := d.DepthBias; b != nil {
		s.DepthBias = &scene.DepthBias{Constant: b.Constant, Slope: b.Slope, Clamp: b.Clamp}
	}
	if p := d.ProgramDepth; p != nil {
		if k := draw.Programs.Pixel; k != nil {
			return d.Wrong("program_depth", "program_depth beside the pixel kernel %q, which says itself what depths pixels have; a draw that names none was expected", k.Name)
		}
		s.ProgramDepth = &scene.ProgramDepth{Offset: p.Offset, Factor: p.Factor}
	}
	return nil
}

// transform is the matrix, or translation times rotation times scale.
func (d *drawSpec) transform() ([16]float32, error) {
	if d.Transform != nil {
		if d.Translate != nil || d.Rotate != nil || d.Scale != nil {
			return [16]float32{}, d.Wrong("transform", "transform with translate, rotate or scale beside it; either was expected")
		}
		return *d.Transform, nil
	}
	turn := or(d.Rotate, axisAngle{0, 1, 0, 0})
	if [3]float32(turn[:3]) == [3]float32{} {
		return [16]float32{}, d.Wrong("rotate", "rotate %v; an axis that is not zero, and degrees, were expected", turn)
	}
	axis, half := geometry.VectorOf([3]float32(turn[:3])).Unit(), float64(turn[3])/720
	sin, cos := shapes.TurnSin(half), shapes.TurnCos(half)
	q := [4]float64{axis[0] * sin, axis[1] * sin, axis[2] * sin, cos}
	m := geometry.Translation(geometry.VectorOf(or(d.Translate, vec3{}))).Mul(geometry.Rotation(q)).Mul(geometry.Scaling(geometry.VectorOf(or(d.Scale, vec3{1, 1, 1}))))
	return m.Float32(), nil
}

func (d *drawSpec) state(s *scene.State) error {
	s.DepthTest, s.DepthWrite = or(d.DepthTest, true), or(d.DepthWrite, true)
	s.DepthFunc = uint32(or(d.DepthFunc, scene.CompareLess))
	s.WriteMask = uint8(or(d.WriteMask, 0xf))
	s.CullFront, s.CullBack, s.FrontCW = d.Cull&1 != 0, d.Cull&2 != 0, d.Front == 1
	if d.Stencil != nil {
		back := or(d.Stencil.Back, *d.Stencil)
		if d.Stencil.Back != nil && back.Back != nil {
			return d.Stencil.Back.Wrong("back", "stencil: back inside back; func, ref, masks and operations were expected there")
		}
		s.StencilTest, s.Front, s.Back = true, d.Stencil.stencil(), back.stencil()
	}
	if d.Blend != nil {
		s.Blend = d.Blend.blend()
	}
	if b := d.Scissor; b != nil {
		if b[0] < 0 || b[1] < 0 || b[0] > b[2] || b[1] > b[3] || max(b[2], b[3]) > scene.MaxTargetSide {
			return d.Wrong("scissor", "scissor %v; x0, y0, x1, y1 in order, 0 to %d, were expected", *b, scene.MaxTargetSide)
		}
		s.Scissor = (*[4]int)(b)
	}
	s.Viewport = (*scene.Viewport)(d.Viewport)
	return nil
}

func (f *stencilSpec) stencil() scene.Stencil {
	return scene.Stencil{
		Func: uint32(or(f.Func, scene.CompareAlways)), Fail: uint32(f.Fail), ZFail: uint32(f.ZFail), Pass: uint32(f.Pass),
		Ref: f.Ref, ReadMask: or(f.ReadMask, 0xff), WriteMask: or(f.WriteMask, 0xff),
	}
}

func (b *blendSpec) blend() scene.Blend {
	src, dst := or(b.Src, scene.FactorOne), or(b.Dst, 0)
	return scene.Blend{
		Enable:   true,
		SrcColor: uint32(src), DstColor: uint32(dst), ColorEq: uint32(b.Eq),
		SrcAlpha: uint32(or(b.AlphaSrc, src)), DstAlpha: uint32(or(b.AlphaDst, dst)), AlphaEq: uint32(or(b.AlphaEq, b.Eq)),
		Constant: b.Constant,
	}
}
