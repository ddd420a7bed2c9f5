package scene

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// skinned is a square on two joints: the first two vertices hang on joint 0, the third on both, the last on joint 1. The node of the mesh
// is moved, which must not show.
func skinned() *document {
	d := squareDocument()
	a := d.primitive()["attributes"].(object)
	a["NORMAL"] = d.add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0}, nil)
	a["JOINTS_0"] = d.add("VEC4", 5121, 4, []uint8{0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, nil)
	a["WEIGHTS_0"] = d.add("VEC4", 5126, 4, []float32{1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0, 0, 0}, nil)
	// The bind pose of joint 1 lies at (0, 1, 0).
	bind := d.add("MAT4", 5126, 2, []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1}, nil)
	s := math.Sqrt(0.5)
	d.top["nodes"] = []any{
		object{"mesh": 0, "skin": 0, "translation": []float64{100, 0, 0}, "scale": []float64{1, 3, 1}},
		object{"children": []int{2}, "translation": []float64{0, 0, 5}},
		object{"translation": []float64{0, 1, 0}, "rotation": []float64{s, 0, 0, s}}, // a quarter turn about x: y goes to z
	}
	d.top["skins"] = []any{object{"joints": []int{1, 2}, "inverseBindMatrices": bind}}
	return d
}

func TestGLTFSkinStandsInThePoseOfItsJoints(t *testing.T) {
	d := skinned()
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.Equal(t, identity().float32(), s.Draws[0].Transform)
	require.False(t, s.Draws[0].State.FrontCW)
	require.Empty(t, s.Remarks)
	v := s.Meshes[0].Vertices
	for i, want := range [][]float64{{0, 0, 5}, {1, 0, 5}, {0, 1, 5}, {1, 1, 5}} {
		require.InDeltaSlice(t, want, sliced(v[i].Pos), 1e-6, "vertex %d", i)
	}
	require.InDeltaSlice(t, []float64{0, 0, 1}, sliced(v[0].Normal), 1e-6)
	require.InDeltaSlice(t, []float64{0, 0, 1}, sliced(v[3].Normal), 1e-6, "turned from y to z")
	half := math.Sqrt(0.5)
	require.InDeltaSlice(t, []float64{0, -half, half}, sliced(v[2].Normal), 1e-6, "half of the turn")

	// A second set of influences: all of vertex 0 moves over to joint 1.
	a := d.primitive()["attributes"].(object)
	a["WEIGHTS_0"] = d.add("VEC4", 5121, 4, []uint8{0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, object{"normalized": true})
	a["JOINTS_1"] = d.add("VEC4", 5123, 4, []uint16{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil)
	a["WEIGHTS_1"] = d.add("VEC4", 5126, 4, append([]float32{0.25}, make([]float32, 15)...), nil)
	v = load(t, save(t, "a.gltf", d.embedded())).Meshes[0].Vertices
	require.InDeltaSlice(t, []float64{0, 1, 4}, sliced(v[0].Pos), 1e-6, "weights of a quarter in all count whole")

	// Without inverse bind matrices they are identities, and joints that mirror turn the front.
	delete(d.top["skins"].([]any)[0].(object), "inverseBindMatrices")
	d.top["nodes"].([]any)[1].(object)["scale"] = []float64{-1, 1, 1}
	s = load(t, save(t, "a.gltf", d.embedded()))
	require.True(t, s.Draws[0].State.FrontCW)
	require.InDeltaSlice(t, []float64{-1, 0, 5}, sliced(s.Meshes[0].Vertices[1].Pos), 1e-6)
}

func TestGLTFSkinErrors(t *testing.T) {
	for want, change := range map[string]func(d *document, a object){
		"refers to skin 3":                  func(d *document, _ object) { d.top["nodes"].([]any)[0].(object)["skin"] = 3 },
		"skin 0: joint 1: refers to node 9": func(d *document, _ object) { d.top["skins"].([]any)[0].(object)["joints"] = []int{1, 9} },
		"skin 0: no joints; one or more":    func(d *document, _ object) { d.top["skins"] = []any{object{}} },
		"vertex 1: joint 1; the skin has 1": func(d *document, _ object) { d.top["skins"].([]any)[0].(object)["joints"] = []int{1} },
		"skin 0: no JOINTS_0 in a mesh": func(_ *document, a object) {
			delete(a, "JOINTS_0")
			delete(a, "WEIGHTS_0")
		},
		"JOINTS_0 or WEIGHTS_0 alone":              func(_ *document, a object) { delete(a, "JOINTS_0") },
		"JOINTS_0: accessor 3: type [][4]float32;": func(_ *document, a object) { a["JOINTS_0"] = a["WEIGHTS_0"] },
		"1 of [][4][4]float32; a matrix of floats for each of 2 joints": func(d *document, _ object) {
			d.accessors[4].(object)["count"] = 1
		},
		"skin 0: joint 0: node 1 is its own ancestor": func(d *document, _ object) {
			d.top["scenes"] = []any{object{"nodes": []int{0}}}
			d.top["nodes"].([]any)[2].(object)["children"] = []int{1}
		},
	} {
		d := skinned()
		change(d, d.primitive()["attributes"].(object))
		_, err := Load(save(t, "a.gltf", d.embedded()))
		require.ErrorContains(t, err, want)
	}
}

func TestGLTFMorphTargetsByTheirWeights(t *testing.T) {
	d := squareDocument()
	p := d.primitive()
	p["attributes"].(object)["NORMAL"] = d.add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil)
	up := d.add("VEC3", 5126, 4, []float32{0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2}, nil)
	// Sparse and nothing else: vertex 3 moves, all others stay.
	index, value := d.add("SCALAR", 5121, 1, []uint8{3}, nil), d.add("VEC3", 5126, 1, []float32{8, 0, 0}, nil)
	far := object{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": object{"count": 1,
		"indices": object{"bufferView": index, "componentType": 5121}, "values": object{"bufferView": value}}}
	d.accessors = append(d.accessors, far)
	turned := d.add("VEC3", 5126, 4, []float32{0, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil)
	p["targets"] = []any{object{"POSITION": up, "NORMAL": turned}, object{"POSITION": len(d.accessors) - 2}}
	d.top["meshes"].([]any)[0].(object)["weights"] = []float64{1, 0.5}
	d.top["nodes"] = []any{object{"mesh": 0}, object{"mesh": 0, "weights": []float64{0, 1}}, object{"mesh": 0}}
	s := load(t, save(t, "a.gltf", d.embedded()))
	require.Empty(t, s.Remarks)
	require.Len(t, s.Meshes, 2, "the mesh's own weights, and those of a node")
	v := s.Meshes[s.Draws[0].Mesh].Vertices
	require.Equal(t, [3]float32{0, 0, 2}, v[0].Pos)
	require.Equal(t, [3]float32{5, 1, 2}, v[3].Pos)
	require.Equal(t, [3]float32{0, 1, 0}, v[0].Normal)
	require.Equal(t, [3]float32{9, 1, 0}, s.Meshes[s.Draws[1].Mesh].Vertices[3].Pos)
	require.Equal(t, s.Draws[0].Mesh, s.Draws[2].Mesh)

	// Flat normals are those of what is drawn.
	delete(p["attributes"].(object), "NORMAL")
	d.top["nodes"] = []any{object{"mesh": 0}}
	p["targets"] = []any{object{"POSITION": turned}, object{}}
	s = load(t, save(t, "a.gltf", d.embedded()))
	require.NotEqual(t, [3]float32{0, 0, 1}, s.Meshes[0].Vertices[0].Normal)
}
