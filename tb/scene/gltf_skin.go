package scene

import (
	"fmt"

	"github.com/qmuntal/gltf"
)

// pose stands a mesh in the pose of its skin's joints: each vertex is moved by the mean of its joints' matrices, and by nothing else. The
// node that has the mesh does not move it. It tells whether most joints mirror what hangs on them.
func (f *gltfFile) pose(m *Mesh, p *gltfPart, number int) (mirrored bool, err error) {
	joints, err := f.jointMatrices(number)
	if err != nil {
		return false, err
	}
	sets, err := f.influences(p, len(m.Vertices))
	if err != nil {
		return false, err
	}
	moved, turned := make([]matrix, len(m.Vertices)), 0
	for i := range moved {
		if moved[i], err = blended(joints, sets, i); err != nil {
			return false, fmt.Errorf("vertex %d: %w", i, err)
		}
		if moved[i].determinant() < 0 {
			turned++
		}
	}
	m.transform(func(i int) matrix { return moved[i] })
	return turned > len(moved)/2, nil
}

// influence is one set of four joints and their weights, by vertex.
type influence struct{ joints, weights [][4]float32 }

func (f *gltfFile) influences(p *gltfPart, count int) (sets []influence, err error) {
	for {
		set := influence{}
		number := len(sets)
		if set.joints, err = f.integers(p.Attributes, fmt.Sprintf("JOINTS_%d", number), count); err != nil {
			return nil, err
		}
		if set.weights, err = f.attribute(p.Attributes, fmt.Sprintf("WEIGHTS_%d", number), count, gltf.AccessorVec4); err != nil {
			return nil, err
		}
		switch {
		case (set.joints == nil) != (set.weights == nil):
			return nil, fmt.Errorf("JOINTS_%d or WEIGHTS_%d alone; both were expected", number, number)
		case set.joints == nil && number == 0:
			return nil, fmt.Errorf("no JOINTS_0 in a mesh with a skin; joints and weights were expected")
		case set.joints == nil:
			return sets, nil
		}
		sets = append(sets, set)
	}
}

// blended is the mean of a vertex's joints by their weights, whatever those sum to; the first joint where they are all zero.
func blended(joints []matrix, sets []influence, vertex int) (sum matrix, err error) {
	total := 0.0
	for _, set := range sets {
		for k, j := range set.joints[vertex] {
			w := float64(set.weights[vertex][k])
			if int(j) >= len(joints) {
				return sum, fmt.Errorf("joint %d; the skin has %d", int(j), len(joints))
			}
			for e := range sum {
				sum[e] += w * joints[int(j)][e]
			}
			total += w
		}
	}
	if total == 0 {
		return joints[int(sets[0].joints[vertex][0])], nil
	}
	for e := range sum {
		sum[e] /= total
	}
	return sum, nil
}

// jointMatrices are from a skin's bind pose to world space, by joint.
func (f *gltfFile) jointMatrices(number int) ([]matrix, error) {
	s, err := pick(f.doc.Skins, number, "skin")
	if err != nil {
		return nil, err
	}
	if len(s.Joints) == 0 {
		return nil, fmt.Errorf("no joints; one or more were expected")
	}
	var bind [][4][4]float32
	if s.InverseBindMatrices != nil {
		data, _, err := f.accessor(*s.InverseBindMatrices, gltf.AccessorMat4)
		if err != nil {
			return nil, fmt.Errorf("inverseBindMatrices: %w", err)
		}
		list, are := data.([][4][4]float32)
		if !are || len(list) < len(s.Joints) {
			return nil, fmt.Errorf("inverseBindMatrices: %d of %T; a matrix of floats for each of %d joints was expected", len(list), data, len(s.Joints))
		}
		bind = list
	}
	joints := make([]matrix, len(s.Joints))
	for i, node := range s.Joints {
		if joints[i], err = f.world(node); err != nil {
			return nil, fmt.Errorf("joint %d: %w", i, err)
		}
		if bind == nil {
			continue
		}
		var inverse matrix
		for e := range inverse {
			inverse[e] = float64(bind[i][e%4][e/4])
		}
		joints[i] = joints[i].mul(inverse)
	}
	return joints, nil
}
