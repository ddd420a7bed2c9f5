package scenefile

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/gltf/document"
)

func TestGLTFSkinStandsInThePoseOfItsJoints(t *testing.T) {
	d := document.Skinned()
	s := load(t, save(t, "a.gltf", d.Embedded()))
	require.Equal(t, geometry.Identity().Float32(), s.Draws[0].Transform)
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
	a := d.Primitive()["attributes"].(document.Object)
	a["WEIGHTS_0"] = d.Add("VEC4", 5121, 4, []uint8{0, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0}, document.Object{"normalized": true})
	a["JOINTS_1"] = d.Add("VEC4", 5123, 4, []uint16{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil)
	a["WEIGHTS_1"] = d.Add("VEC4", 5126, 4, append([]float32{0.25}, make([]float32, 15)...), nil)
	v = load(t, save(t, "a.gltf", d.Embedded())).Meshes[0].Vertices
	require.InDeltaSlice(t, []float64{0, 1, 4}, sliced(v[0].Pos), 1e-6, "weights of a quarter in all count whole")

	// Without inverse bind matrices they are identities, and joints that mirror turn the front.
	delete(d.Top["skins"].([]any)[0].(document.Object), "inverseBindMatrices")
	d.Top["nodes"].([]any)[1].(document.Object)["scale"] = []float64{-1, 1, 1}
	s = load(t, save(t, "a.gltf", d.Embedded()))
	require.True(t, s.Draws[0].State.FrontCW)
	require.InDeltaSlice(t, []float64{-1, 0, 5}, sliced(s.Meshes[0].Vertices[1].Pos), 1e-6)
}

func TestGLTFSkinErrors(t *testing.T) {
	for want, change := range map[string]func(d *document.Document, a document.Object){
		"refers to skin 3": func(d *document.Document, _ document.Object) { d.Top["nodes"].([]any)[0].(document.Object)["skin"] = 3 },
		"skin 0: joint 1: refers to node 9": func(d *document.Document, _ document.Object) {
			d.Top["skins"].([]any)[0].(document.Object)["joints"] = []int{1, 9}
		},
		"skin 0: no joints; one or more": func(d *document.Document, _ document.Object) { d.Top["skins"] = []any{document.Object{}} },
		"vertex 1: joint 1; the skin has 1": func(d *document.Document, _ document.Object) {
			d.Top["skins"].([]any)[0].(document.Object)["joints"] = []int{1}
		},
		"skin 0: no JOINTS_0 in a mesh": func(_ *document.Document, a document.Object) {
			delete(a, "JOINTS_0")
			delete(a, "WEIGHTS_0")
		},
		"JOINTS_0 or WEIGHTS_0 alone":              func(_ *document.Document, a document.Object) { delete(a, "JOINTS_0") },
		"JOINTS_0: accessor 3: type [][4]float32;": func(_ *document.Document, a document.Object) { a["JOINTS_0"] = a["WEIGHTS_0"] },
		"1 of [][4][4]float32; a matrix of floats for each of 2 joints": func(d *document.Document, _ document.Object) {
			d.Accessors[4].(document.Object)["count"] = 1
		},
		"skin 0: joint 0: node 1 is its own ancestor": func(d *document.Document, _ document.Object) {
			d.Top["scenes"] = []any{document.Object{"nodes": []int{0}}}
			d.Top["nodes"].([]any)[2].(document.Object)["children"] = []int{1}
		},
	} {
		d := document.Skinned()
		change(d, d.Primitive()["attributes"].(document.Object))
		_, err := Load(save(t, "a.gltf", d.Embedded()))
		require.ErrorContains(t, err, want)
	}
}

func TestGLTFMorphTargetsByTheirWeights(t *testing.T) {
	d := document.Square()
	p := d.Primitive()
	p["attributes"].(document.Object)["NORMAL"] = d.Add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, nil)
	up := d.Add("VEC3", 5126, 4, []float32{0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0, 2}, nil)
	// Sparse and nothing else: vertex 3 moves, all others stay.
	index, value := d.Add("SCALAR", 5121, 1, []uint8{3}, nil), d.Add("VEC3", 5126, 1, []float32{8, 0, 0}, nil)
	far := document.Object{"componentType": 5126, "count": 4, "type": "VEC3", "sparse": document.Object{"count": 1,
		"indices": document.Object{"bufferView": index, "componentType": 5121}, "values": document.Object{"bufferView": value}}}
	d.Accessors = append(d.Accessors, far)
	turned := d.Add("VEC3", 5126, 4, []float32{0, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, nil)
	p["targets"] = []any{document.Object{"POSITION": up, "NORMAL": turned}, document.Object{"POSITION": len(d.Accessors) - 2}}
	d.Top["meshes"].([]any)[0].(document.Object)["weights"] = []float64{1, 0.5}
	d.Top["nodes"] = []any{document.Object{"mesh": 0}, document.Object{"mesh": 0, "weights": []float64{0, 1}}, document.Object{"mesh": 0}}
	s := load(t, save(t, "a.gltf", d.Embedded()))
	require.Empty(t, s.Remarks)
	require.Len(t, s.Meshes, 2, "the mesh's own weights, and those of a node")
	v := s.Meshes[s.Draws[0].Mesh].Vertices
	require.Equal(t, [3]float32{0, 0, 2}, v[0].Pos)
	require.Equal(t, [3]float32{5, 1, 2}, v[3].Pos)
	require.Equal(t, [3]float32{0, 1, 0}, v[0].Normal)
	require.Equal(t, [3]float32{9, 1, 0}, s.Meshes[s.Draws[1].Mesh].Vertices[3].Pos)
	require.Equal(t, s.Draws[0].Mesh, s.Draws[2].Mesh)

	// Flat normals are those of what is drawn.
	delete(p["attributes"].(document.Object), "NORMAL")
	d.Top["nodes"] = []any{document.Object{"mesh": 0}}
	p["targets"] = []any{document.Object{"POSITION": turned}, document.Object{}}
	s = load(t, save(t, "a.gltf", d.Embedded()))
	require.NotEqual(t, [3]float32{0, 0, 1}, s.Meshes[0].Vertices[0].Normal)
}
