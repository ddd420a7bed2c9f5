package scenefile

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/gltf/document"
)

// What overflows is an error with its place: a line and column of texts, an accessor, mesh, vertex or node of glTF.
func TestWhatOverflowsIsAnErrorWithItsPlace(t *testing.T) {
	const mesh = "meshes: [{name: t, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]\n"
	for text, want := range map[string]string{
		strings.Replace(mesh, "[1, 0, 0]", "[3e38, 0, 0]", 1) + "draws: [{mesh: t}]\n":                  `a.yaml:1:43: draw 0: mesh "t", vertex 1: position [3e+38 0 0]; from -1e+30 to 1e+30 was expected`,
		strings.Replace(mesh, "}]", ", uvs: [[0, 0], [1, 2e30], [0, 0]]}]", 1) + "draws: [{mesh: t}]\n": `draw 0: mesh "t", vertex 1: texture coordinate [1 2e+30]`,
		mesh + "draws: [{mesh: t, scale: [1e31, 1, 1]}]\n":                                              `a.yaml:2:9: draw 0: transform`,
		mesh + "draws: [{mesh: t, translate: [9e29, 0, 0], scale: [9e29, 1, 1]}]\n":                     `a.yaml:1:43: draw 0: mesh "t", vertex 1: in the world at [1.8e+30 0 0] by the transform`,
		mesh + "draws: [{mesh: t, instances: 1000, instance_step: [0, 0, 1e29]}]\n":                     `draw 0: mesh "t", vertex 0: in the world at [0 0 9.99e+31]`,
		mesh + "draws: [{mesh: t}]\ncamera: {eye: [3e38, 0, 0], target: [0, 0, 0]}\n":                   `a.yaml:3:9: camera: eye, target, up or fov, near, far [3e+38 0 0]; from -1e+30 to 1e+30 was expected`,
	} {
		_, err := Load(save(t, "a.yaml", text))
		require.ErrorContains(t, err, want, text)
	}
	_, err := Load(save(t, "a.yaml", strings.Replace(mesh, "[1, 0, 0]", "[3e38, 0, 0]", 1)+"draws: [{mesh: t, clip_space: true}]\n"))
	require.NoError(t, err, "what the machine makes of it is for vectors to say")
	_, err = Load(save(t, "a.obj", "v 1e30 0 0\nv -1e30 0 0\nv 0 1 0\nf 1 2 3\n"))
	require.NoError(t, err, "the bounds that messages name are within reach")
	_, err = scene.ParseCamera("eye=1,2,3,target=0,0,0,fov=180")
	require.ErrorContains(t, err, "field of view 180 degrees; above 0 and less than 180 was expected")
	_, err = scene.ParseCamera("eye=3e38,0,0,target=0,0,0")
	require.ErrorContains(t, err, "from -1e+30 to 1e+30 was expected")
}

func TestWhatOverflowsInGLTFIsAnErrorWithItsPlace(t *testing.T) {
	positions := func(x float32) document.Object {
		d := document.Square()
		d.Primitive()["attributes"].(document.Object)["POSITION"] = d.Add("VEC3", 5126, 4, []float32{0, 0, 0, 1, 0, 0, x, 1, 0, 1, 1, 0}, nil)
		return document.Object{"text": d.Embedded()}
	}
	for x, want := range map[float32]string{
		3e38:                `mesh "square", primitive 0: accessor 1: vertex 2: position [3e+38 1 0]; from -1e+30 to 1e+30 was expected`,
		float32(math.NaN()): `mesh "square", primitive 0: accessor 1: vertex 2: position [NaN 1 0]; from -1e+30 to 1e+30 was expected`,
	} {
		_, err := Load(save(t, "a.gltf", positions(x)["text"].(string)))
		require.ErrorContains(t, err, want)
	}
	d := document.Square()
	d.Top["nodes"] = []any{document.Object{"scale": []float64{1e20, 1, 1}, "children": []int{1}}, document.Object{"scale": []float64{1e20, 1, 1}, "mesh": 0}}
	_, err := Load(save(t, "a.gltf", d.Embedded()))
	require.ErrorContains(t, err, "node 1: its transform in the world is [1e+40 ")
}
