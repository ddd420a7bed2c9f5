package scenefile

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/geometry"
	"tilemark/tb/scene/obj"
)

// roof is two triangles at a right angle that share an edge, but no vertices.
const roof = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 0 0\nv 0 0 0\nv 0 0 1\n"

func normalsOf(t *testing.T, text string) (out [][3]float32) {
	t.Helper()
	m := load(t, save(t, "a.obj", text)).Meshes[0]
	for _, i := range m.Indices {
		out = append(out, m.Vertices[i].Normal)
	}
	return out
}

func TestOBJSmoothingGroups(t *testing.T) {
	up, front, half := [3]float32{0, 0, 1}, [3]float32{0, 1, 0}, geometry.Vector{0, 1, 1}.Unit().Float32()
	smooth := [][3]float32{half, half, up, half, half, front}
	apart := [][3]float32{up, up, up, front, front, front}
	for text, want := range map[string][][3]float32{
		"f 1 2 3\nf 4 5 6\n":                smooth, // a file that says nothing
		"s 1\nf 1 2 3\nf 4 5 6\n":           smooth,
		"s on\nf 1 2 3\ns 1\nf 4 5 6\n":     smooth,
		"s 1\nusemtl a\nf 1 2 3\nf 4 5 6\n": smooth,
		"s 1\nf 1 2 3\ns 2\nf 4 5 6\n":      apart,
		"s off\nf 1 2 3\nf 4 5 6\n":         apart,
		"s 0\nf 1 2 3\nf 4 5 6\n":           apart,
	} {
		require.Equal(t, want, normalsOf(t, roof+text), text)
	}
	s := load(t, save(t, "a.obj", roof+"s 1\nf 1 2 3\nusemtl b\nf 4 5 6\n"))
	require.Equal(t, half, s.Meshes[0].Vertices[0].Normal, "a group goes over materials")
	require.Equal(t, half, s.Meshes[1].Vertices[0].Normal)
}

func TestOBJFlatFacesShareNoVertices(t *testing.T) {
	m := load(t, save(t, "a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 1\ns off\nf 1 2 3\nf 1 3 4\n")).Meshes[0]
	require.Len(t, m.Vertices, 6)
}

func TestOBJNormalsHaveUnitLength(t *testing.T) {
	require.Equal(t, [][3]float32{{0, 0, 1}, {0, 0.6, 0.8}, {-1, 0, 0}},
		normalsOf(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 7\nvn 0 1.5e38 2e38\nvn -1e-40 0 0\nf 1//1 2//2 3//3\n"))
	require.Equal(t, [][3]float32{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		normalsOf(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 0\nf 1//1 2//1 3//1\n"), "one without a length is none")
}

// A sheet with both sides: the normals of the sides would take each other away.
func TestOBJBothSidesOfASheetHaveNormals(t *testing.T) {
	require.Equal(t, [][3]float32{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, -1}, {0, 0, -1}, {0, 0, -1}},
		normalsOf(t, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n"))
}

func TestOBJConcaveFaces(t *testing.T) {
	const arrow = "v 1 1 0\nv 0 0 0\nv 2 1 0\nv 0 2 0\n"
	m := load(t, save(t, "a.obj", arrow+"f 2 3 4 1\n")).Meshes[0]
	area := 0.0
	for i := 0; i < len(m.Indices); i += 3 {
		n := geometry.FaceNormal(m.Position(i), m.Position(i+1), m.Position(i+2))
		require.Positive(t, n[2])
		area += n[2] / 2
	}
	require.Equal(t, 1.0, area)
}

func TestOBJFacesThatCrossThemselvesAreRemarked(t *testing.T) {
	s := load(t, save(t, "a.obj", "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\nf 1 2 3 4\nf 1 2 3 4\n"))
	require.Equal(t, []string{"6: a face crosses itself or has no area: cut into triangles as well as can be (2 times)"}, said(s))
}

// said are remarks without the name of the scene's file.
func said(s *scene.Scene) (out []string) {
	for _, r := range s.Remarks {
		text := r.String()
		out = append(out, text[strings.IndexByte(text, ':')+1:])
	}
	return out
}

func TestOBJRemarksSayWhatIsLeftOut(t *testing.T) {
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	for text, want := range map[string][]string{
		"l 1 2\nl 2 3\np 1\nf 1 2 3\n":                      {"4: `l`: lines are not drawn (2 times)", "6: `p`: points are not drawn"},
		"cstype bezier\ncurv 0 1 1 2 3\nend\nf 1 2 3\n":     {"4: `cstype`: free-form curves and surfaces are not drawn", "5: `curv`: free-form curves and surfaces are not drawn", "6: `end`: free-form curves and surfaces are not drawn"},
		"f 1 2 3\nusemlt red\n":                             {"5: unknown word \"usemlt\" is skipped; did you mean \"usemtl\"?"},
		"f 1 2 3\nxyzzy 1\nxyzzy 2\n":                       {"5: unknown word \"xyzzy\" is skipped (2 times)"},
		"mtllib none.mtl\nusemtl a\nf 1 2 3\n":              {"4: material file not read: refers to file \"none.mtl\": no such file; one in the folder DIR or below was expected"},
		"usemtl a\nf 1 2 3\n":                               {"4: materials without a material file (mtllib): drawn white"},
		"mtllib a.mtl\nusemtl pianted\nf 1 2 3\n":           {"5: no material file describes material \"pianted\": drawn white; did you mean \"painted\"?"},
		"mtllib a.mtl\nusemtl painted\nf 1 2 3\ng x\no y\n": nil,
		"mtllib none.mtl a.mtl\nusemtl painted\nf 1 2 3\n":  {"4: material file not read: refers to file \"none.mtl\": no such file; one in the folder DIR or below was expected"},
		"mtllib two words.mtl\nusemtl two\nf 1 2 3\n":       nil,
	} {
		path := save(t, "a.obj", triangle+text, "a.mtl", "newmtl painted\nKd 1 0 0\n", "two words.mtl", "newmtl two\n")
		s := load(t, path)
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "DIR", filepath.Dir(path))
		}
		require.Equal(t, want, said(s), text)
		for _, r := range s.Remarks {
			require.Equal(t, path, r.File)
		}
	}
}

// Faces stand with their material, each once: meshes are in the order in which materials are named first, faces in that of the file.
func TestOBJFacesByMaterial(t *testing.T) {
	text := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl z\n"
	for i := range 30 {
		text += fmt.Sprintf("usemtl m%d\nf 1 2 3\n", i%10)
	}
	text += "usemtl z\nf 1 2 4\nusemtl\nf 4 2 1\n"
	s := load(t, save(t, "a.obj", text))
	var names []string
	for i := range s.Meshes {
		names = append(names, s.Meshes[i].Name)
	}
	require.Equal(t, []string{"a", "a/z", "a/m0", "a/m1", "a/m2", "a/m3", "a/m4", "a/m5", "a/m6", "a/m7", "a/m8", "a/m9"}, names)
}

// What a name may be meant for is looked for in few of them.
func TestOBJManyUndescribedMaterialsAreFewRemarks(t *testing.T) {
	text := "v 0 0 0\nv 1 0 0\nv 0 1 0\nmtllib a.mtl\n"
	for i := range 100 {
		text += fmt.Sprintf("usemtl m%d\nf 1 2 3\n", i)
	}
	s := load(t, save(t, "a.obj", text, "a.mtl", "newmtl other\n"))
	require.Len(t, s.Remarks, obj.MostUnknown+1)
	require.Equal(t, "45: further materials that no material file describes: drawn white (80 times)", said(s)[obj.MostUnknown])
}
