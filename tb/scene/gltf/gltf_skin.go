package gltf

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/text/number"
)

// maxInfluences bounds the influences of a file, each four joints and weights of a vertex: eight for each of as many vertices as there may be.
const maxInfluences = 8 * scene.MaxVertices

// poseSkin moves each vertex by the mean of its joints' matrices, and by nothing else: the node that has the mesh does not move it (glTF 2.0,
// section 3.7.3, Skins). It tells whether most joints mirror what hangs on them.
func (f *gltfFile) poseSkin(m *scene.Mesh, p *gltfPart, index int) (mirrored bool, err error) {
	joints, err := f.jointMatrices(index)
	if err != nil {
		return false, err
	}
	sets, err := f.readInfluences(p, len(m.Vertices))
	if err != nil {
		return false, err
	}
	turned := 0
	transform(m, func(i int) geometry.Matrix {
		by, wrong := blended(joints, sets, i)
		if wrong != nil && err == nil {
			err = fmt.Errorf("vertex %d: %w", i, wrong)
		}
		if by.Determinant() < 0 {
			turned++
		}
		return by
	})
	return turned > len(m.Vertices)/2, err
}

// influence is one set of four joints and their weights, by vertex.
type influence struct{ joints, weights [][4]float32 }

// readInfluences reads the sets JOINTS_0 and WEIGHTS_0, JOINTS_1 and WEIGHTS_1 and so on (glTF 2.0, section 3.7.3.3, Skinned Mesh Attributes).
func (f *gltfFile) readInfluences(p *gltfPart, count int) (sets []influence, err error) {
	for {
		index := len(sets)
		joints, weights := fmt.Sprintf("JOINTS_%d", index), fmt.Sprintf("WEIGHTS_%d", index)
		_, hasJoints := p.Attributes[joints]
		_, hasWeights := p.Attributes[weights]
		switch {
		case hasJoints != hasWeights:
			return nil, fmt.Errorf("%s or %s alone; both were expected", joints, weights)
		case !hasJoints && index == 0:
			return nil, fmt.Errorf("no JOINTS_0 in a mesh with a skin; joints and weights were expected")
		case !hasJoints:
			return sets, nil
		}
		if f.influences += count; f.influences > maxInfluences {
			return nil, fmt.Errorf("too large: %s influences of joints in the meshes so far; at most %s are loaded", number.Thousands(f.influences), number.Thousands(maxInfluences))
		}
		var set influence
		if set.joints, err = f.integers(p.Attributes, joints, count); err != nil {
			return nil, err
		}
		if set.weights, err = f.attribute(p.Attributes, weights, count, gltf.AccessorVec4); err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
}

// blended is the mean of a vertex's joints by their weights, whatever those sum to; the first joint where they are all zero.
func blended(joints []geometry.Matrix, sets []influence, vertex int) (sum geometry.Matrix, err error) {
	total := 0.0
	for _, set := range sets {
		for k, j := range set.joints[vertex] {
			w := float64(set.weights[vertex][k])
			if int(j) >= len(joints) {
				return sum, fmt.Errorf("joint %d; the skin has %s", int(j), number.Thousands(len(joints)))
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
func (f *gltfFile) jointMatrices(index int) ([]geometry.Matrix, error) {
	s, err := pick(f.doc.Skins, index, "skin")
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
			return nil, fmt.Errorf("inverseBindMatrices: %s of %T; a matrix of floats for each of %s joints was expected", number.Thousands(len(list)), data, number.Thousands(len(s.Joints)))
		}
		bind = list
	}
	joints := make([]geometry.Matrix, len(s.Joints))
	for i, node := range s.Joints {
		if joints[i], err = f.world(node); err != nil {
			return nil, fmt.Errorf("joint %d: %w", i, err)
		}
		if bind == nil {
			continue
		}
		var inverse geometry.Matrix
		for e := range inverse {
			inverse[e] = float64(bind[i][e%4][e/4])
		}
		joints[i] = joints[i].Mul(inverse)
	}
	return joints, nil
}
