package scenefile

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
)

// save writes files into a fresh folder and returns the path of the first.
func save(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(files[i+1]), 0o644))
	}
	return filepath.Join(dir, files[0])
}

// saveTexture writes a PNG of 2 by 1 texels, red and half transparent green.
func saveTexture(t *testing.T, path string) {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	img.SetNRGBA(1, 0, color.NRGBA{0, 255, 0, 128})
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, png.Encode(f, img))
}

func load(t *testing.T, path string) *scene.Scene {
	t.Helper()
	s, err := Load(path)
	require.NoError(t, err)
	return s
}

func TestOBJEveryKindOfFace(t *testing.T) {
	s := load(t, save(t, "quad.obj", `# a comment
o thing
v 0 0 0
v 1 0 0
v 1 1 0 1.0
v 0 1 0
v -0.5 0.5 0
vt 0 0
vt 1 0.25
vt 0.5
vn 0 0 1
g group
s 1
f 1 2 3
f 1/1 2/2 3/3
f 1//1 2//1 3//1
f 1/1/1 2/2/1 3/3/1
f -5 -4 -3 \
  -2 -1 # five corners
`))
	require.Equal(t, 4+3, s.Triangles())
	m := s.Meshes[0]
	require.True(t, m.HasNormal && m.HasUV && !m.HasColor)
	require.Len(t, m.Vertices, 3*4+2, "equal corners are one vertex")
	require.Equal(t, []uint32{0, 1, 2}, m.Indices[:3])
	require.Equal(t, []uint32{0, 1, 2, 0, 2, 12, 0, 12, 13}, m.Indices[12:], "a polygon is a fan")
	require.Equal(t, [2]float32{0, 1}, m.Vertices[3].UV, "v counts from the top")
	require.Equal(t, [2]float32{1, 0.75}, m.Vertices[4].UV)
	require.Equal(t, [3]float32{0, 0, 1}, m.Vertices[6].Normal)
	require.True(t, s.Draws[0].Lighting)
	require.False(t, s.HasCamera)
}

func TestOBJFaceBeforeItsVertices(t *testing.T) {
	require.Equal(t, 1, load(t, save(t, "a.obj", "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n")).Triangles())
}

func TestOBJVertexColors(t *testing.T) {
	s := load(t, save(t, "a.obj", "v 0 0 0 0.5 0.25 1\nv 1 0 0 1.0 1 0 0\nv 0 1 0\nf 1 2 3\n"))
	require.True(t, s.Meshes[0].HasColor && s.Draws[0].VertexColor)
	require.Equal(t, [4]float32{0.21404114, 0.05087609, 1, 1}, s.Meshes[0].Vertices[0].Color, "as light")
	require.Equal(t, [4]float32{1, 0, 0, 1}, s.Meshes[0].Vertices[1].Color)
	require.Equal(t, [4]float32{1, 1, 1, 1}, s.Meshes[0].Vertices[2].Color)
}

const twoMaterials = `mtllib a.mtl
v 0 0 0
v 1 0 0
v 0 1 0
vt 0 0
usemtl painted
f 1/1 2/1 3/1
usemtl plain
f 3 2 1
usemtl painted
f 1/1 3/1 2/1
`

func TestOBJMaterials(t *testing.T) {
	path := save(t, "a.obj", twoMaterials, "a.mtl", "newmtl plain\nKd 0.5 0.25 0\n# c\nnewmtl painted\nmap_Kd -clamp on tex\\two texels.png\nillum 2\n",
		"tex/x", "")
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex", "two texels.png"))
	s := load(t, path)
	require.Empty(t, s.Remarks)
	require.Equal(t, uint32(scene.WrapClamp), s.Textures[0].WrapU)

	path = save(t, "a.obj", twoMaterials, "a.mtl", "newmtl plain\nKd 0.5 0.25 0\nnewmtl painted\nmap_Kd tex\\two texels.png\n", "tex/x", "")
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex", "two texels.png"))
	s = load(t, path)
	require.Empty(t, s.Remarks)
	require.Equal(t, 3, s.Triangles())
	require.Len(t, s.Draws, 2)
	require.Equal(t, "a/plain", s.Meshes[0].Name)
	require.Equal(t, [4]float32{0.21404114, 0.05087609, 0, 1}, s.Draws[0].BaseColor, "as light")
	require.True(t, s.Textures[0].SRGB)
	require.Equal(t, uint32(scene.ColorSRGB8), s.ColorFormat)
	require.Equal(t, -1, s.Draws[0].Texture)
	require.Equal(t, 0, s.Draws[1].Texture)
	require.Equal(t, []byte{255, 0, 0, 255, 0, 255, 0, 255}, s.Textures[0].Pix, "opacity is the material's")
}

func TestOBJMissingMaterialFilesAreRemarked(t *testing.T) {
	s := load(t, save(t, "a.obj", twoMaterials))
	require.Len(t, s.Remarks, 1)
	require.Contains(t, s.Remarks[0].Text, "a.mtl")
	s = load(t, save(t, "a.obj", twoMaterials, "a.mtl", "newmtl plain\nnewmtl painted\nmap_Kd ../../secret.png\nmap_Kd gone.png\n"))
	require.Len(t, s.Remarks, 2)
	require.Contains(t, s.Remarks[0].Text, "secret.png")
	require.Contains(t, s.Remarks[1].Text, "gone.png")
}

func TestOBJErrorsNameTheLine(t *testing.T) {
	const triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
	for text, want := range map[string]string{
		triangle + "f 1 2 4\n":                   `a.obj:4:7: face corner 2: vertex 4; there are only 3, one of them was expected`,
		triangle + "f 1 2 0\n":                   `a.obj:4:7: face corner "0"; a number from 1, or from -3 back, was expected`,
		triangle + "f 1 2 -4\n":                  `a.obj:4:7: face corner "-4"; a number from 1, or from -3 back, was expected`,
		triangle + "f 1 2\n":                     `a.obj:4:1: face with 2 corners; at least 3 were expected`,
		triangle + "f 1/1 2/1 3/1\n":             `a.obj:4:3: face corner 0: texture coordinate 1; there are only 0, one of them was expected`,
		triangle + "f 1//1 2//1 3//1\n":          `a.obj:4:3: face corner 0: normal 1; there are only 0, one of them was expected`,
		triangle + "f 1 2 3/x\n":                 `a.obj:4:7: face corner "3/x"; a number from 1 was expected`,
		triangle + "f 1/1/1/1 2 3\n":             `a.obj:4:3: face corner "1/1/1/1"; v, v/t, v//n or v/t/n was expected`,
		triangle + "\n\nv 0 nan 0\nf 1 2 3\n":    `a.obj:6:5: v: nan; a finite number was expected`,
		triangle + "vn 0 inf 0\nf 1 2 3\n":       `a.obj:4:6: vn: inf; a finite number was expected`,
		"v 1 2\n":                                `a.obj:1:1: v with 2 numbers; 3 to 7 were expected`,
		"v 1 2 3 4 5\n":                          `a.obj:1:1: v with 5 numbers; x y z, x y z w, x y z r g b or x y z w r g b was expected`,
		"v 1 2 3e60\n":                           `a.obj:1:7: v: 3e60; a number of float32's range was expected`,
		"v 1 2 drei\n":                           `a.obj:1:7: v: "drei"; a number was expected`,
		"vt\n":                                   `a.obj:1:1: vt with 0 numbers; 1 to 3 were expected`,
		triangle:                                 "a.obj:1:1: no faces among 3 vertices",
		"":                                       "a.obj:1:1: no faces",
		"{\"asset\": 1}\n":                       `a.obj:1:1: unknown keyword "{\"asset\":"; v, vt, vn, f, o, g, s, usemtl or mtllib was expected`,
		"s 1 2\n":                                `a.obj:1:1: s with 2 words; the number of a smoothing group, or off, was expected`,
		"s -1\n":                                 `a.obj:1:3: s "-1"; the number of a smoothing group, from 0, or off, was expected`,
		"v 1 2 \\\n 3x\n":                        `a.obj:2:2: v: "3x"; a number was expected`,
		triangle + "f 1 \\\n 2 \\\n 4\n":         `a.obj:6:2: face corner 2: vertex 4; there are only 3, one of them was expected`,
		"v 0 0 0\nv 0 -3e38 0\n":                 `a.obj:2:5: v: -3e38; from -1e+30 to 1e+30 was expected`,
		"vt 0 1e31\n":                            `a.obj:1:6: vt: 1e31; from -1e+30 to 1e+30 was expected`,
		"v 0 0 0 0.5 128 0\n":                    `a.obj:1:13: colour of v: 128; from 0 to 1 was expected`,
		"v 9 0 0 1 0.5 -0.25 0\n":                `a.obj:1:15: colour of v: -0.25; from 0 to 1 was expected`,
		triangle + "mtllib bad.mtl\nf 1 2 3\n":   `a.obj:4:8: mtllib: bad.mtl:2:1: Kd with 2 numbers; 3 were expected`,
		triangle + "mtllib image.mtl\nf 1 2 3\n": `a.obj:4:8: mtllib: image.mtl:2:8: image "bad.png"`,
	} {
		_, err := Load(save(t, "a.obj", text, "bad.mtl", "newmtl a\nKd 1 1\n", "image.mtl", "newmtl a\nmap_Kd bad.png\n",
			"bad.png", "\x89PNG\r\n\x1a\nxxxx"))
		require.ErrorContains(t, err, want, "%q", text)
	}
}

func TestOBJSkippedStatementsAreRemarkedOnce(t *testing.T) {
	s := load(t, save(t, "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2\nl 2 3\np 1\nf 1 2 3\n"))
	require.Len(t, s.Remarks, 2)
}
