package gltf

import (
	"errors"
	"fmt"
	"slices"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/text/number"
	"tilemark/text/strictyaml"
)

// gltfTopologies are the modes of primitives that are drawn (glTF 2.0, section 3.7.2.1, Meshes, Overview: topology types).
var gltfTopologies = map[gltf.PrimitiveMode]scene.Topology{
	gltf.PrimitiveTriangles:     scene.TriangleList,
	gltf.PrimitiveTriangleStrip: scene.TriangleStrip,
	gltf.PrimitiveTriangleFan:   scene.TriangleFan,
	gltf.PrimitivePoints:        scene.PointList,
}

// gltfPart is a primitive of a mesh (glTF 2.0, section 5.24, Mesh Primitive) at a node.
type gltfPart struct {
	node, mesh, primitive int
	*gltf.Primitive
	name  string
	world geometry.Matrix // of the node
}

// gltfShape tells apart the meshes that are made of a primitive: in its own space one is enough for all nodes, and for all textures that
// are laid on it in the same way.
type gltfShape struct {
	node, mesh, primitive int // node -1: any
	uv                    gltfUV
	white                 bool // of vertex colours only alpha is taken
}

// drawable tells whether a primitive is drawn, and says so if not. One without positions is skipped, as glTF 2.0, section 3.7.2.1, recommends.
func (f *gltfFile) drawable(p *gltfPart) bool {
	if _, is := gltfTopologies[p.Mode]; !is {
		f.remark("mesh %q: lines are not drawn", p.name)
		return false
	}
	if _, positioned := p.Attributes[gltf.POSITION]; !positioned {
		f.remark("mesh %q: primitives without positions are not drawn", p.name)
		return false
	}
	return true
}

// gltfMesh is a mesh of the scene.
type gltfMesh struct {
	number   int
	world    geometry.Matrix // from its vertices' space to world space
	mirrored bool            // its front faces run clockwise
}

// mesh makes a mesh of a primitive, once for all nodes that instantiate it (glTF 2.0, section 3.7.4, Instantiation). Its vertices are in world space
// where the machine cannot bring them there: where joints move them, and where normals would be stretched.
func (f *gltfFile) mesh(p *gltfPart, look *gltfLook, uv gltfUV, white bool) (gltfMesh, error) {
	n := f.doc.Nodes[p.node]
	inWorld := n.Skin != nil || look.lit && !p.world.Even()
	key := gltfShape{-1, p.mesh, p.primitive, uv, white}
	if inWorld || len(n.Weights) > 0 {
		key.node = p.node
	}
	known, is := f.meshes[key]
	if !is {
		if err := f.reserve(p, look); err != nil {
			return known, err
		}
		m, mirrored, err := f.newMesh(p, look, key)
		if err != nil {
			return known, err
		}
		known = gltfMesh{len(f.scene.Meshes), geometry.Identity(), mirrored}
		f.meshes[key] = known
		f.scene.Meshes = append(f.scene.Meshes, m)
	}
	if !inWorld {
		known.world, known.mirrored = p.world, p.world.Determinant() < 0
	}
	return known, nil
}

// reserve counts the vertices and indices that a primitive brings to the scene, and refuses those that are too many before they are made: a
// document of a few kilobytes can ask for one mesh in thousands of places, and for accessors without a buffer.
func (f *gltfFile) reserve(p *gltfPart, look *gltfLook) error {
	vertices, err := f.elements(p.Attributes[gltf.POSITION])
	if err != nil {
		return err
	}
	indices, corners := 0, vertices
	if p.Indices != nil {
		if indices, err = f.elements(*p.Indices); err != nil {
			return err
		}
		corners = indices
	}
	if _, has := p.Attributes[gltf.NORMAL]; look.lit && !has && p.Mode != gltf.PrimitivePoints {
		vertices, indices = max(vertices, 3*gltfTopologies[p.Mode].Triangles(corners)), 0 // flatNormals
	}
	f.vertices, f.indices = f.vertices+vertices, f.indices+indices
	return scene.CheckSize(f.vertices, f.indices)
}

// newMesh makes the mesh of a shape, and tells whether what has moved it mirrors it. Where normals are missing they are flat (glTF 2.0, section
// 3.7.2.1); alpha counts for nothing where the material is opaque (section 3.9.4, Alpha Coverage).
func (f *gltfFile) newMesh(p *gltfPart, look *gltfLook, key gltfShape) (m scene.Mesh, mirrored bool, err error) {
	m = scene.Mesh{Name: p.name, Topology: gltfTopologies[p.Mode]}
	if err = f.readVertices(&m, p, key.uv); err != nil {
		return m, false, err
	}
	if p.Indices != nil {
		if err = f.readIndices(&m, *p.Indices); err != nil {
			return m, false, fmt.Errorf("indices: %w", err)
		}
	}
	for i := range m.Vertices {
		c := &m.Vertices[i].Color
		if key.white {
			c[0], c[1], c[2] = 1, 1, 1
		}
		if look.mode == gltf.AlphaOpaque {
			c[3] = 1
		}
	}
	if mirrored, err = f.place(&m, p, look); err != nil {
		return m, false, err
	}
	if m.HasNormal || !look.lit || m.Topology == scene.PointList {
		return m, mirrored, nil
	}
	if err = m.Validate(false, strictyaml.Source{}); err == nil {
		m.FlatNormals(mirrored)
	}
	return m, mirrored, err
}

// place brings vertices to world space where they belong there, and normals to unit length. Front faces of a mesh that is mirrored run clockwise
// (glTF 2.0, section 3.7.4: by the sign of the determinant of the node's transform).
func (f *gltfFile) place(m *scene.Mesh, p *gltfPart, look *gltfLook) (mirrored bool, err error) {
	switch skin := f.doc.Nodes[p.node].Skin; {
	case skin != nil:
		if mirrored, err = f.poseSkin(m, p, *skin); err != nil {
			return false, fmt.Errorf("skin %d: %w", *skin, err)
		}
		return mirrored, nil
	case look.lit && !p.world.Even():
		transform(m, func(int) geometry.Matrix { return p.world })
		return p.world.Determinant() < 0, nil
	}
	transform(m, func(int) geometry.Matrix { return geometry.Identity() })
	return false, nil
}

// transform moves each vertex by a matrix of its own; normals come to unit length.
func transform(m *scene.Mesh, of func(vertex int) geometry.Matrix) {
	for i := range m.Vertices {
		v, by := &m.Vertices[i], of(i)
		v.Pos = by.Point(geometry.VectorOf(v.Pos)).Float32()
		v.Normal = by.Normal(geometry.VectorOf(v.Normal)).Float32()
		if m.Tangents != nil {
			t := &m.Tangents[i]
			moved := by.Direction(geometry.Vector{float64(t[0]), float64(t[1]), float64(t[2])}).Unit().Float32()
			copy(t[:3], moved[:])
			if by.Determinant() < 0 {
				t[3] = -t[3]
			}
		}
	}
}

// gltfStreams are the attributes of a primitive that are drawn, by their semantics (glTF 2.0, section 3.7.2.1).
type gltfStreams struct{ positions, normals, uvs, colors [][4]float32 }

// streams reads the attributes of a primitive or of a morph target. count is how many positions there must be, unless negative; uvSet the set of
// texture coordinates.
func (f *gltfFile) streams(of gltf.PrimitiveAttributes, count, uvSet int) (s gltfStreams, err error) {
	var err1, err2, err3, err4 error
	s.positions, err1 = f.attribute(of, gltf.POSITION, count, gltf.AccessorVec3)
	if count < 0 {
		count = len(s.positions)
	}
	if err1 != nil {
		return s, err1
	}
	s.normals, err2 = f.attribute(of, gltf.NORMAL, count, gltf.AccessorVec3)
	s.uvs, err3 = f.attribute(of, fmt.Sprintf("TEXCOORD_%d", uvSet), count, gltf.AccessorVec2)
	s.colors, err4 = f.attribute(of, gltf.COLOR_0, count, gltf.AccessorVec3, gltf.AccessorVec4)
	return s, errors.Join(err2, err3, err4)
}

// readVertices makes the vertices of a primitive with its morph targets. Colours must be from 0 to 1, and are light (glTF 2.0, section 3.7.2.1:
// COLOR_0).
func (f *gltfFile) readVertices(m *scene.Mesh, p *gltfPart, uv gltfUV) error {
	s, err := f.streams(p.Attributes, -1, uv.set)
	if err != nil {
		return err
	}
	for i, c := range s.colors {
		if err := scene.InUnit(c[:]); err != nil {
			return fmt.Errorf("accessor %d: vertex %d: %s %w", p.Attributes[gltf.COLOR_0], i, gltf.COLOR_0, err)
		}
	}
	if err := f.morph(&s, p, uv.set); err != nil {
		return err
	}
	m.HasNormal, m.HasUV, m.HasColor = s.normals != nil, s.uvs != nil, s.colors != nil
	m.Vertices = make([]scene.Vertex, len(s.positions))
	for i := range m.Vertices {
		v := scene.Vertex{Pos: [3]float32(s.positions[i][:3]), Color: [4]float32{1, 1, 1, 1}}
		if m.HasNormal {
			v.Normal = [3]float32(s.normals[i][:3])
		}
		if m.HasUV {
			v.UV = uv.apply(s.uvs[i])
		}
		if m.HasColor {
			v.Color = s.colors[i]
		}
		m.Vertices[i] = v
	}
	if _, has := p.Attributes[gltf.TANGENT]; f.whole && has && len(p.Targets) == 0 {
		m.Tangents, err = f.attribute(p.Attributes, gltf.TANGENT, len(m.Vertices), gltf.AccessorVec4)
	}
	return err
}

// morph adds the targets of a primitive, each as much as the node or else the mesh says, before anything else moves the vertices; colours are
// clamped to 0 to 1 after all (glTF 2.0, section 3.7.2.2, Morph Targets).
func (f *gltfFile) morph(s *gltfStreams, p *gltfPart, uvSet int) error {
	weights := f.doc.Meshes[p.mesh].Weights
	if w := f.doc.Nodes[p.node].Weights; len(w) > 0 {
		weights = w
	}
	if len(weights) > 0 && len(weights) != len(p.Targets) {
		return fmt.Errorf("%s weights for %s morph targets; as many were expected", number.Thousands(len(weights)), number.Thousands(len(p.Targets)))
	}
	for i, w := range weights {
		if w == 0 {
			continue
		}
		t, err := f.streams(p.Targets[i], len(s.positions), uvSet)
		if err != nil {
			return fmt.Errorf("morph target %d: %w", i, err)
		}
		for _, a := range [][2][][4]float32{{s.positions, t.positions}, {s.normals, t.normals}, {s.uvs, t.uvs}} {
			addScaled(a[0], a[1], 3, w)
		}
		components := 3
		if at, has := p.Targets[i][gltf.COLOR_0]; has && f.doc.Accessors[at].Type == gltf.AccessorVec4 {
			components = 4
		}
		addScaled(s.colors, t.colors, components, w)
	}
	for i := range s.colors {
		for k, c := range s.colors[i] {
			s.colors[i][k] = min(1, max(0, c))
		}
	}
	return nil
}

// addScaled adds what there is of a target's attribute, so many components of it; what is missing leaves the original (glTF 2.0, section 3.7.2.2).
func addScaled(to, target [][4]float32, components int, weight float64) {
	if target == nil {
		return
	}
	for i := range to {
		for k := range components {
			to[i][k] += float32(weight * float64(target[i][k]))
		}
	}
}

// readIndices reads a scalar accessor of unsigned integers (glTF 2.0, section 5.24.2, indices).
func (f *gltfFile) readIndices(m *scene.Mesh, accessor int) error {
	data, _, err := f.accessor(accessor, gltf.AccessorScalar)
	if err != nil {
		return err
	}
	switch list := data.(type) {
	case []uint8:
		m.Indices = widen(list)
	case []uint16:
		m.Indices = widen(list)
	case []uint32:
		m.Indices = slices.Clone(list)
	default:
		return fmt.Errorf("accessor %d: type %T; unsigned integers were expected", accessor, data)
	}
	if m.Indices == nil {
		m.Indices = []uint32{}
	}
	return nil
}

// widen makes 32-bit numbers of smaller ones.
func widen[T uint8 | uint16](list []T) []uint32 {
	wide := make([]uint32, len(list))
	for i, v := range list {
		wide[i] = uint32(v)
	}
	return wide
}
