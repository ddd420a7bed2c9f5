package gltf

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/files"
	"tilemark/tb/scene/gltf/document"
)

// nearlyFull is a document whose scene has room for two squares of four vertices, and for as many influences.
func nearlyFull(t *testing.T, d *document.Document) *gltfFile {
	t.Helper()
	f := newGLTFFile("a", d.Bin, files.References{})
	require.NoError(t, json.Unmarshal(d.JSON(""), &f.doc))
	require.NoError(t, f.loadBuffers())
	require.NoError(t, f.findParents())
	f.vertices, f.influences = scene.MaxVertices-8, maxInfluences-8
	return f
}

// A mesh that every node has a copy of is refused at the node where the copies are too many, before that one is made.
func TestGLTFCopiesOfAMeshAreCounted(t *testing.T) {
	for name, change := range map[string]func(node document.Object){
		"uneven":  func(node document.Object) { node["scale"] = []float64{1, 2, 1} },
		"weights": func(node document.Object) { node["weights"] = []float64{1} },
		"skin":    func(node document.Object) { node["skin"] = 0 },
	} {
		d := document.Skinned()
		d.Primitive()["targets"] = []any{document.Object{}}
		nodes := d.Top["nodes"].([]any)
		for range 4 {
			node := document.Object{"mesh": 0}
			change(node)
			nodes = append(nodes, node)
		}
		d.Top["nodes"], d.Top["scenes"] = nodes, []any{document.Object{"nodes": []int{3, 4, 5, 6}}}
		f := nearlyFull(t, d)
		require.EqualError(t, f.walkScene(),
			`node 5: mesh "square", primitive 0: too large: 4,194,308 vertices and 0 indices; at most 4,194,304 and 16,777,216 are loaded`, name)
		require.Len(t, f.scene.Meshes, 2, name)
	}
}

// Triangles without normals get vertices of their own: those count.
func TestGLTFFlatMeshesCountAsTheyAreDrawn(t *testing.T) {
	f := nearlyFull(t, document.Square())
	require.NoError(t, f.walkScene())
	require.Equal(t, scene.MaxVertices-8+6, f.vertices)
	require.Len(t, f.scene.Meshes[0].Vertices, 6)
}

// Sets of joints can share accessors, as many as a document names.
func TestGLTFInfluencesAreCounted(t *testing.T) {
	d := document.Skinned()
	a := d.Primitive()["attributes"].(document.Object)
	for _, set := range []string{"1", "2"} {
		a["JOINTS_"+set], a["WEIGHTS_"+set] = a["JOINTS_0"], a["WEIGHTS_0"]
	}
	require.ErrorContains(t, nearlyFull(t, d).walkScene(), "skin 0: too large: 33,554,436 influences of joints in the meshes so far; at most 33,554,432 are loaded")
}
