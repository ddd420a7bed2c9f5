package scene

import (
	"math"

	"tilemark/tb/scene/geometry"
)

// Material is what shaders are told of a surface besides its colour (glTF 2.0, section 3.9).
type Material struct {
	Metallic, Roughness            float32
	Emissive                       [3]float32
	NormalScale, OcclusionStrength float32
	AlphaCutoff                    float32 // 0 unless pixels of less alpha are dropped
	DoubleSided, Unlit             bool
	Maps                           [MaterialMaps]int // textures of the scene; -1 for none
}

// Maps of a material. The texture of the base colour is the draw's where it has no other.
const (
	BaseColorMap = iota
	MetallicRoughnessMap
	NormalMap
	OcclusionMap
	EmissiveMap
	MaterialMaps
)

// PlainMaterial is that of a surface of which nothing is said: rough, and no metal.
func PlainMaterial() Material {
	return Material{Roughness: 1, NormalScale: 1, OcclusionStrength: 1, Maps: [MaterialMaps]int{-1, -1, -1, -1, -1}}
}

// material is that of the draw.
func (d *Draw) material() Material {
	if d.Material == nil {
		return PlainMaterial()
	}
	return *d.Material
}

// mapped is the texture of a map; -1 for none.
func (d *Draw) mapped(of int) int {
	if n := d.material().Maps[of]; n >= 0 || of != BaseColorMap {
		return n
	}
	return d.Texture
}

// tangents are those of the vertices: the file's, or along u, as the triangles at a vertex have it, made perpendicular to the normal; the fourth component is -1 where the texture is mirrored.
func (m *Mesh) tangents() [][4]float32 {
	if m.Tangents != nil {
		return m.Tangents
	}
	along, across := make([]geometry.Vector, len(m.Vertices)), make([]geometry.Vector, len(m.Vertices))
	m.eachTriangle(func(c [3]uint32) {
		a, b, d := &m.Vertices[c[0]], &m.Vertices[c[1]], &m.Vertices[c[2]]
		e, f := geometry.VectorOf(b.Pos).Sub(geometry.VectorOf(a.Pos)), geometry.VectorOf(d.Pos).Sub(geometry.VectorOf(a.Pos))
		u1, v1 := float64(b.UV[0]-a.UV[0]), float64(b.UV[1]-a.UV[1])
		u2, v2 := float64(d.UV[0]-a.UV[0]), float64(d.UV[1]-a.UV[1])
		area := u1*v2 - u2*v1
		if area == 0 {
			return
		}
		t, s := e.Scale(v2/area).Sub(f.Scale(v1/area)), f.Scale(u1/area).Sub(e.Scale(u2/area))
		for _, k := range c {
			along[k], across[k] = along[k].Add(t), across[k].Add(s)
		}
	})
	list := make([][4]float32, len(m.Vertices))
	for i := range list {
		n := geometry.VectorOf(m.Vertices[i].Normal)
		t := along[i].Sub(n.Scale(n.Dot(along[i])))
		if t.Length() < 1e-20 { // any direction along the surface
			t = n.Cross(geometry.Vector{0, 1, 0})
			if t.Length() < 1e-3 {
				t = geometry.Vector{1, 0, 0}
			}
		}
		t = t.Unit()
		hand := float32(1)
		if n.Cross(t).Dot(across[i]) > 0 { // v runs down in the picture, the map's second component up
			hand = -1
		}
		for k := range 3 {
			list[i][k] = float32(t[k])
			if math.IsNaN(t[k]) {
				list[i][k] = 0
			}
		}
		list[i][3] = hand
	}
	return list
}

// eachTriangle visits the triangles of a mesh by their vertices, turned alike.
func (m *Mesh) eachTriangle(do func([3]uint32)) {
	at := func(k int) uint32 {
		if m.Indices != nil {
			return m.Indices[k]
		}
		return uint32(k)
	}
	n := len(m.Vertices)
	if m.Indices != nil {
		n = len(m.Indices)
	}
	for i := range m.Topology.Triangles(n) {
		var c [3]uint32
		switch m.Topology {
		case TriangleStrip:
			c = [3]uint32{at(i), at(i + 1 + i%2), at(i + 2 - i%2)}
		case TriangleFan:
			c = [3]uint32{at(0), at(i + 1), at(i + 2)}
		default:
			c = [3]uint32{at(3 * i), at(3*i + 1), at(3*i + 2)}
		}
		if int(max(c[0], c[1], c[2])) < len(m.Vertices) { // an index may be a restart
			do(c)
		}
	}
}
