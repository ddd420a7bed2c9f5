package obj

import (
	"errors"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// objVertex is a corner with where its normal comes from when the file gives none: the faces of a smoothing group that meet at the position, or,
// where face is set, that face alone (number + 1).
type objVertex struct {
	objCorner
	smooth, face int
}

// scene makes a mesh and a draw of each material that faces use.
func (f *objFile) scene() (*scene.Scene, error) {
	s := scene.ModelScene(f.name)
	b, err := newOBJBuilder(f)
	if err != nil {
		return nil, err
	}
	for i := range f.materials {
		m := b.mesh(i)
		if len(m.Indices) == 0 {
			continue
		}
		f.materials[i].place(&m)
		d := f.materials[i].draw(len(s.Meshes))
		d.VertexColor = m.HasColor
		if d.Texture >= 0 && !m.HasUV {
			f.notes.add("", f.materials[i].used, "the faces of material %q have no texture coordinates: drawn without its texture", f.materials[i].name)
			d.Texture = -1
		}
		s.Meshes = append(s.Meshes, m)
		s.Draws = append(s.Draws, d)
	}
	f.remarkMaterials()
	s.Textures, s.Remarks = f.textures, f.notes.remarks()
	return s, nil
}

// objBuilder makes meshes of the faces.
type objBuilder struct {
	*objFile
	normals   map[smoothPlace]*normalSum
	triangles [][][3]int // by face, numbers of its corners
	used      [][]int    // by material, numbers of its faces in their order
}

// smoothPlace is where faces of a smoothing group meet, whichever vertices they use.
type smoothPlace struct {
	pos    [3]float32
	smooth int
}

// normalSum adds the normals of faces, each as long as twice the face's area.
type normalSum struct {
	sum    geometry.Vector
	length float64
}

// normal is the mean; false where the normals take each other away, as those of a sheet's two sides do.
func (n *normalSum) normal() (geometry.Vector, bool) {
	return n.sum.Unit(), n.sum.Length() > 1e-6*n.length
}

// newOBJBuilder cuts the faces into triangles and adds up the normals that the file does not give.
func newOBJBuilder(f *objFile) (*objBuilder, error) {
	b := &objBuilder{objFile: f, normals: map[smoothPlace]*normalSum{}, used: make([][]int, len(f.materials))}
	tests := geometry.MaxEarTests
	for i := range f.faces {
		face := &f.faces[i]
		corners := f.outline(face)
		triangles, simple := geometry.Triangulate(corners, &tests)
		if tests < 0 {
			return nil, &faceError{i, errors.New("too large: concave faces with too many corners; smaller ones were expected")}
		}
		if !simple {
			f.notes.add("", face.line, "a face crosses itself or has no area: cut into triangles as well as can be")
		}
		b.triangles = append(b.triangles, triangles)
		b.used[face.material] = append(b.used[face.material], i)
		if face.smooth != 0 {
			b.addNormal(face, geometry.AreaVector(corners))
		}
	}
	return b, nil
}

// outline lists the positions of a face's corners.
func (f *objFile) outline(face *objFace) [][3]float32 {
	list := make([][3]float32, len(face.corners))
	for i, c := range face.corners {
		list[i] = f.positions[c.pos]
	}
	return list
}

func (b *objBuilder) addNormal(face *objFace, normal geometry.Vector) {
	for _, c := range face.corners {
		at := smoothPlace{b.positions[c.pos], face.smooth}
		sum := b.normals[at]
		if sum == nil {
			sum = &normalSum{}
			b.normals[at] = sum
		}
		sum.sum, sum.length = sum.sum.Add(normal), sum.length+normal.Length()
	}
}

// mesh gathers the faces of one material; equal corners become one vertex.
func (b *objBuilder) mesh(material int) scene.Mesh {
	m := scene.Mesh{Name: b.name, HasColor: b.colored, HasNormal: true}
	if name := b.materials[material].name; name != "" {
		m.Name += "/" + name
	}
	numbers := map[objVertex]uint32{}
	for _, i := range b.used[material] {
		for _, triangle := range b.triangles[i] {
			for _, corner := range triangle {
				c := b.corner(i, corner)
				n, known := numbers[c]
				if !known {
					n = uint32(len(m.Vertices))
					numbers[c] = n
					m.Vertices = append(m.Vertices, b.vertex(c))
					m.HasUV = m.HasUV || c.uv >= 0
				}
				m.Indices = append(m.Indices, n)
			}
		}
	}
	return m
}

// corner says what makes a face's corner a vertex of its own. A normal without a length is as good as none.
func (b *objBuilder) corner(number, corner int) objVertex {
	face := &b.faces[number]
	c := objVertex{objCorner: face.corners[corner], smooth: face.smooth}
	if c.normal >= 0 && b.objFile.normals[c.normal] != [3]float32{} {
		c.smooth = 0
		return c
	}
	c.normal = -1
	if sum := b.normals[smoothPlace{b.positions[c.pos], face.smooth}]; face.smooth != 0 {
		if _, ok := sum.normal(); ok {
			return c
		}
	}
	c.smooth, c.face = 0, number+1
	return c
}

func (b *objBuilder) vertex(c objVertex) scene.Vertex {
	v := scene.Vertex{Pos: b.positions[c.pos], Color: scene.LightOf(b.colors[c.pos])}
	if c.uv >= 0 {
		v.UV = b.uvs[c.uv]
	}
	switch {
	case c.normal >= 0:
		v.Normal = b.objFile.normals[c.normal]
	case c.face > 0:
		v.Normal = geometry.AreaVector(b.outline(&b.faces[c.face-1])).Unit().Float32()
	default:
		normal, _ := b.normals[smoothPlace{v.Pos, c.smooth}].normal()
		v.Normal = normal.Float32()
	}
	return v
}
