package gltf

import (
	"fmt"
	"math"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
)

// findParents finds the parent of each node, of which there may be one.
func (f *gltfFile) findParents() error {
	f.parents = make([]int, len(f.doc.Nodes))
	for i := range f.parents {
		f.parents[i] = -1
	}
	for i, n := range f.doc.Nodes {
		if n == nil {
			continue
		}
		for _, c := range n.Children {
			if _, err := pick(f.doc.Nodes, c, "node"); err != nil {
				return fmt.Errorf("node %d: %w", i, err)
			}
			if f.parents[c] >= 0 {
				return fmt.Errorf("node %d has two parents, nodes %d and %d; one was expected", c, f.parents[c], i)
			}
			f.parents[c] = i
		}
	}
	return nil
}

// world is a node's transform to world space.
func (f *gltfFile) world(number int) (geometry.Matrix, error) {
	m := geometry.Identity()
	for depth, at := 0, number; at >= 0; depth++ {
		n, err := pick(f.doc.Nodes, at, "node")
		if err != nil {
			return m, err
		}
		if depth > maxNodeDepth {
			return m, fmt.Errorf("node %d is its own ancestor, or deeper than %d", number, maxNodeDepth)
		}
		m = local(n).Mul(m)
		at = f.parents[at]
	}
	return m, nil
}

// walkScene draws the document's scene: the one it names, else its first, else every node that is nobody's child.
func (f *gltfFile) walkScene() error {
	roots, err := f.roots()
	if err != nil {
		return err
	}
	f.visited = make([]bool, len(f.doc.Nodes))
	for _, n := range roots {
		if err := f.walk(n, geometry.Identity(), 0); err != nil {
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
	var roots []int
	for i, parent := range f.parents {
		if parent < 0 {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

const maxNodeDepth = 1000

// walk goes down the tree; every node may have one parent only, so a document cannot lead it in circles.
func (f *gltfFile) walk(number int, parent geometry.Matrix, depth int) error {
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
	world := parent.Mul(local(n))
	if at := world.Float32(); scene.Reachable("", at[:]) != nil {
		return fmt.Errorf("node %d: its transform in the world is %.3g; numbers from %.6g to %.6g were expected", number, world, -scene.Farthest, scene.Farthest)
	}
	if n.Mesh != nil {
		if err := f.drawMesh(number, *n.Mesh, world); err != nil {
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

func local(n *gltf.Node) geometry.Matrix {
	if n.Matrix != gltf.DefaultMatrix {
		return n.Matrix
	}
	return geometry.Translation(n.Translation).Mul(geometry.Rotation(n.Rotation)).Mul(geometry.Scaling(n.Scale))
}

// camera takes the first camera met. It looks along -z of its node.
func (f *gltfFile) camera(number int, world geometry.Matrix) error {
	c, err := pick(f.doc.Cameras, number, "camera")
	if err != nil || f.scene.HasCamera {
		return err
	}
	eye := world.Point(geometry.Vector{})
	view := scene.Camera{
		Eye: eye.Float32(), Target: eye.Add(world.Direction(geometry.Vector{0, 0, -1}).Unit()).Float32(),
		Up: world.Direction(geometry.Vector{0, 1, 0}).Unit().Float32(), FovDegrees: scene.DefaultFov, Near: 1,
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
		m := scene.Orthographic(o.Xmag, o.Ymag, o.Znear, o.Zfar).Mul(view.View()).Float32()
		view.ViewProjection = &m
	default:
		return fmt.Errorf("camera %d is neither perspective nor orthographic", number)
	}
	f.scene.Camera, f.scene.HasCamera = view, true
	return nil
}
