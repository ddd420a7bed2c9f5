package scene

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"
)

// walkScene draws the document's scene: the one it names, else its first, else every node that is nobody's child.
func (f *gltfFile) walkScene() error {
	roots, err := f.roots()
	if err != nil {
		return err
	}
	f.visited = make([]bool, len(f.doc.Nodes))
	for _, n := range roots {
		if err := f.walk(n, identity(), 0); err != nil {
			return err
		}
	}
	return nil
}

func (f *gltfFile) roots() ([]int, error) {
	number := 0
	if f.doc.Scene != nil {
		number = *f.doc.Scene
	}
	if len(f.doc.Scenes) > 0 {
		s, err := pick(f.doc.Scenes, number, "scene")
		if err != nil {
			return nil, err
		}
		return s.Nodes, nil
	}
	child := map[int]bool{}
	for _, n := range f.doc.Nodes {
		if n != nil {
			for _, c := range n.Children {
				child[c] = true
			}
		}
	}
	var roots []int
	for i := range f.doc.Nodes {
		if !child[i] {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

const maxNodeDepth = 1000

// walk goes down the tree; every node may have one parent only, so a document cannot lead it in circles.
func (f *gltfFile) walk(number int, parent matrix, depth int) error {
	n, err := pick(f.doc.Nodes, number, "node")
	if err != nil {
		return err
	}
	if f.visited[number] {
		return fmt.Errorf("node %d has two parents or is its own ancestor", number)
	}
	if depth > maxNodeDepth {
		return fmt.Errorf("too large: nodes are nested deeper than %d at node %d", maxNodeDepth, number)
	}
	f.visited[number] = true
	world := parent.mul(local(n))
	if n.Mesh != nil {
		if err := f.drawMesh(*n.Mesh, world); err != nil {
			return fmt.Errorf("node %d: %w", number, err)
		}
	}
	if n.Camera != nil {
		if err := f.camera(*n.Camera, world); err != nil {
			return fmt.Errorf("node %d: %w", number, err)
		}
	}
	for _, c := range n.Children {
		if err := f.walk(c, world, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func local(n *gltf.Node) matrix {
	if n.Matrix != gltf.DefaultMatrix {
		return n.Matrix
	}
	return translation(n.Translation).mul(rotation(n.Rotation)).mul(scaling(n.Scale))
}

// camera takes the first camera met. It looks along -z of its node.
func (f *gltfFile) camera(number int, world matrix) error {
	c, err := pick(f.doc.Cameras, number, "camera")
	if err != nil || f.scene.HasCamera {
		return err
	}
	eye := world.point(vector{})
	view := Camera{
		Eye: eye.float32(), Target: eye.add(world.direction(vector{0, 0, -1}).unit()).float32(),
		Up: world.direction(vector{0, 1, 0}).unit().float32(), FovDegrees: defaultFov, Near: 1,
	}
	switch {
	case c.Perspective != nil:
		p := c.Perspective
		view.FovDegrees, view.Near = float32(p.Yfov*180/math.Pi), float32(p.Znear)
		if p.Zfar != nil {
			view.Far = float32(*p.Zfar)
		}
	case c.Orthographic != nil:
		o := c.Orthographic
		if o.Xmag == 0 || o.Ymag == 0 || o.Zfar <= o.Znear {
			return fmt.Errorf("camera %d: xmag %v, ymag %v, znear %v, zfar %v; sizes and znear < zfar were expected",
				number, o.Xmag, o.Ymag, o.Znear, o.Zfar)
		}
		m := orthographic(o.Xmag, o.Ymag, o.Znear, o.Zfar).mul(view.view()).float32()
		view.ViewProjection = &m
	default:
		return fmt.Errorf("camera %d is neither perspective nor orthographic", number)
	}
	f.scene.Camera, f.scene.HasCamera = view, true
	return nil
}

// drawMesh adds a draw for each primitive that has triangles.
func (f *gltfFile) drawMesh(number int, world matrix) error {
	m, err := pick(f.doc.Meshes, number, "mesh")
	if err != nil {
		return err
	}
	for i, p := range m.Primitives {
		if p == nil {
			return fmt.Errorf("mesh %d: primitive %d is malformed", number, i)
		}
		if err := f.drawPrimitive([2]int{number, i}, p, world); err != nil {
			return fmt.Errorf("mesh %q, primitive %d: %w", meshName(m, number), i, err)
		}
	}
	return nil
}

func (f *gltfFile) drawPrimitive(key [2]int, p *gltf.Primitive, world matrix) error {
	look, err := f.material(p.Material)
	if err != nil {
		return err
	}
	mesh, known := f.meshes[key]
	if !known {
		if mesh, err = f.addPrimitive(key, p, look); err != nil {
			return err
		}
		f.meshes[key] = mesh
	}
	if mesh < 0 {
		return nil
	}
	d := look.draw(mesh)
	d.Transform = world.float32()
	d.State.FrontCW = world.determinant() < 0
	d.VertexColor = f.scene.Meshes[mesh].HasColor
	if !f.scene.Meshes[mesh].HasUV && d.Texture >= 0 {
		f.remark("mesh %q has a texture but no texture coordinates: drawn without", f.scene.Meshes[mesh].Name)
		d.Texture = -1
	}
	f.scene.Draws = append(f.scene.Draws, d)
	return nil
}

func meshName(m *gltf.Mesh, number int) string {
	if m.Name != "" {
		return m.Name
	}
	return fmt.Sprintf("mesh %d", number)
}
