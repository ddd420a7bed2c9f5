package scene

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// nearlyFull is a document whose scene has room for two squares of four vertices, and for as many influences.
func nearlyFull(t *testing.T, d *document) *gltfFile {
	t.Helper()
	f := newGLTFFile("a", d.bin, references{})
	require.NoError(t, json.Unmarshal(d.json(""), &f.doc))
	require.NoError(t, f.loadBuffers())
	require.NoError(t, f.findParents())
	f.vertices, f.influences = maxVertices-8, maxInfluences-8
	return f
}

// A mesh that every node has a copy of is refused at the node where the copies are too many, before that one is made.
func TestGLTFCopiesOfAMeshAreCounted(t *testing.T) {
	for name, change := range map[string]func(node object){
		"uneven":  func(node object) { node["scale"] = []float64{1, 2, 1} },
		"weights": func(node object) { node["weights"] = []float64{1} },
		"skin":    func(node object) { node["skin"] = 0 },
	} {
		d := skinned()
		d.primitive()["targets"] = []any{object{}}
		nodes := d.top["nodes"].([]any)
		for range 4 {
			node := object{"mesh": 0}
			change(node)
			nodes = append(nodes, node)
		}
		d.top["nodes"], d.top["scenes"] = nodes, []any{object{"nodes": []int{3, 4, 5, 6}}}
		f := nearlyFull(t, d)
		require.EqualError(t, f.walkScene(),
			`node 5: mesh "square", primitive 0: too large: 4,194,308 vertices and 0 indices; at most 4,194,304 and 16,777,216 are loaded`, name)
		require.Len(t, f.scene.Meshes, 2, name)
	}
}

// Triangles without normals get vertices of their own: those count.
func TestGLTFFlatMeshesCountAsTheyAreDrawn(t *testing.T) {
	f := nearlyFull(t, squareDocument())
	require.NoError(t, f.walkScene())
	require.Equal(t, maxVertices-8+6, f.vertices)
	require.Len(t, f.scene.Meshes[0].Vertices, 6)
}

// An accessor without a buffer takes no room in the file.
func TestGLTFAccessorsAreCountedBeforeTheyAreRead(t *testing.T) {
	d := squareDocument()
	a := d.accessors[0].(object)
	delete(a, "bufferView")
	a["count"] = maxVertices + 1
	_, err := Load(save(t, "a.gltf", d.embedded()))
	require.ErrorContains(t, err, `node 0: mesh "square", primitive 0: too large: 12,582,909 vertices`)
}

// Sets of joints can share accessors, as many as a document names.
func TestGLTFInfluencesAreCounted(t *testing.T) {
	d := skinned()
	a := d.primitive()["attributes"].(object)
	for _, set := range []string{"1", "2"} {
		a["JOINTS_"+set], a["WEIGHTS_"+set] = a["JOINTS_0"], a["WEIGHTS_0"]
	}
	require.ErrorContains(t, nearlyFull(t, d).walkScene(), "skin 0: too large: 33,554,436 influences of joints in the meshes so far; at most 33,554,432 are loaded")
}
