package scenefile

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scene"
	"tilemark/tb/scene/obj"
)

// withMaterial is a triangle with a material m; the folder has the image tex.png.
func withMaterial(t *testing.T, statements string) *scene.Scene {
	t.Helper()
	path := save(t, "a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n",
		"a.mtl", "newmtl m\n"+statements)
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	saveTexture(t, filepath.Join(filepath.Dir(path), "two words.png"))
	return load(t, path)
}

func TestMTLRemarksNameTheirFile(t *testing.T) {
	for text, want := range map[string][]string{
		"Ka 1 1 1\nKs 0 0 0\nKe 0 0 0\nNs 10\nNi 1.5\nillum 2\nTf 1 1 1\nsharpness 60\nPr 0.5\nPm 0\n": nil,
		"map_Bump b.png\nbump b.png\nmap_d a.png\n":                                                    {"2: the map `map_Bump` is not drawn", "3: the map `bump` is not drawn", "4: the map `map_d` is not drawn"},
		"map_kd tex.png\n": {"2: unknown word \"map_kd\" is skipped; did you mean \"map_Kd\"?"},
		"Kdd 1 0 0\n":      {"2: unknown word \"Kdd\" is skipped; did you mean \"Kd\"?"},
		"Ks 1 1 1\nKe 0 1 0\nillum 5\nKs 1 0 0\n":   {"2: `Ks`: highlights are not drawn (2 times)", "3: `Ke`: materials do not shine", "4: `illum` above 2: reflection, refraction and shadows are not drawn"},
		"Kd spectral x.rfl\n":                       {"2: `Kd spectral` is not drawn: r g b was expected"},
		"map_Kd -mm 0 1 -t 0 0 0 -cc off tex.png\n": nil,
		"map_Kd -mm 0.5 1 -boost 2 tex.png\n":       {"2: option `-mm` of map_Kd is left out", "2: option `-boost` of map_Kd is left out"},
		"map_Kd -zoom tex.png\n":                    {"2: unknown option \"-zoom\" of map_Kd is skipped"},
		"map_Kd none.png\n":                         {"2: texture not read: refers to file \"none.png\": no such file; one in the folder DIR or below was expected"},
		"map_Kd a.mtl\n":                            {"2: texture not drawn: image \"a.mtl\": image: unknown format; PNG or JPEG was expected"},
	} {
		s := withMaterial(t, text)
		dir := ""
		for _, r := range s.Remarks {
			require.Equal(t, "a.mtl", filepath.Base(r.File), text)
			dir = filepath.Dir(r.File)
		}
		for i := range want {
			want[i] = strings.ReplaceAll(want[i], "DIR", dir)
		}
		require.Equal(t, want, said(s), text)
	}
}

func TestMTLManyUnknownWordsAreFewRemarks(t *testing.T) {
	text := ""
	for i := range 100 {
		text += strings.Repeat("x", i+9) + " 1\n"
	}
	s := withMaterial(t, text)
	require.Len(t, s.Remarks, obj.MostUnknown+1)
	require.Equal(t, "22: further unknown words are skipped (80 times)", said(s)[obj.MostUnknown])
}

func TestMTLStatementsBeforeTheFirstMaterial(t *testing.T) {
	s := load(t, save(t, "a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.mtl", "Kd 1 0 0\n"))
	require.Equal(t, []string{"1: `Kd` before the first newmtl is skipped"}, said(s))
	require.Equal(t, [4]float32{1, 1, 1, 1}, s.Draws[0].BaseColor)
}

func TestMTLOpacity(t *testing.T) {
	for text, want := range map[string]float32{
		"Kd 1 1 1\n": 1, "d 0.25\n": 0.25, "Tr 0.25\n": 0.75, "d 1\nTr 1\n": 1, "Tr 1\nd 1\n": 1, "d 0\n": 0, "Tr 1\n": 0, "d -halo 0.5\n": 0.5,
	} {
		d := withMaterial(t, text).Draws[0]
		require.Equal(t, want, d.BaseColor[3], text)
		require.Equal(t, want < 1, d.State.Blend.Enable, text)
		require.Equal(t, want == 1, d.State.DepthWrite, text)
	}
}

func TestMTLOneNumberIsGrey(t *testing.T) {
	require.Equal(t, [4]float32{0.21404114, 0.21404114, 0.21404114, 1}, withMaterial(t, "Kd 0.5\n").Draws[0].BaseColor)
}

func TestMTLTextureOptions(t *testing.T) {
	for text, want := range map[string][3][2]float32{ // at vt 0 0, 1 0, 0 1
		"map_Kd tex.png\n":                              {{0, 1}, {1, 1}, {0, 0}},
		"map_Kd two words.png\n":                        {{0, 1}, {1, 1}, {0, 0}},
		"map_Kd -s 2 4 1 two words.png\n":               {{0, 1}, {2, 1}, {0, -3}},
		"map_Kd -o 0.5 -s 2 4 tex.png\n":                {{0.5, 1}, {2.5, 1}, {0.5, -3}},
		"map_Kd -o 0.25 0.5 0 -clamp off tex.png\n":     {{0.25, 0.5}, {1.25, 0.5}, {0.25, -0.5}},
		"map_Kd -blendu on -texres 256 -bm 1 tex.png\n": {{0, 1}, {1, 1}, {0, 0}},
	} {
		s := withMaterial(t, text)
		require.Empty(t, s.Remarks, text)
		require.Equal(t, 0, s.Draws[0].Texture)
		require.Equal(t, uint32(scene.WrapRepeat), s.Textures[0].WrapU)
		for i, uv := range want {
			require.Equal(t, uv, s.Meshes[0].Vertices[i].UV, text)
		}
	}
	s := withMaterial(t, "map_Kd -clamp on tex.png\n")
	require.Equal(t, uint32(scene.WrapClamp), s.Textures[0].WrapV)
}

func TestMTLOptionErrorsNameTheWord(t *testing.T) {
	for text, want := range map[string]string{
		"map_Kd -clamp maybe tex.png\n": `a.mtl:2:15: map_Kd: -clamp maybe; on or off was expected`,
		"map_Kd -s tex.png\n":           `a.mtl:2:8: map_Kd: option -s without a value; one was expected`,
		"map_Kd -o 3e38 tex.png\n":      `a.mtl:2:11: map_Kd -o: 3e38; from -1e+30 to 1e+30 was expected`,
		"map_Kd\n":                      `a.mtl:2:1: map_Kd; a file name was expected after it`,
		"d\n":                           `a.mtl:2:1: d with 0 numbers; 1 were expected`,
		"Kd\n":                          `a.mtl:2:1: Kd with 0 numbers; 3 were expected`,
	} {
		_, err := Load(save(t, "a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a.mtl", "newmtl m\n"+text))
		require.ErrorContains(t, err, want, text)
	}
}

// Kd may be outside of 0 to 1, but no number that the machine cannot hold as light; opacity may not.
func TestMTLColorsOutOfRangeNameTheWord(t *testing.T) {
	for text, want := range map[string]string{
		"Kd 1e20\n":              `a.mtl:2:4: Kd: 1e20; from -1e+06 to 1e+06 was expected`,
		"Kd 0.5 0.25 -1000001\n": `a.mtl:2:13: Kd: -1000001; from -1e+06 to 1e+06 was expected`,
		"Kd 0 nan 0\n":           `a.mtl:2:6: Kd: nan; a finite number was expected`,
		"Ke 2 1e7 0\n":           `a.mtl:2:6: Ke: 1e7; from -1e+06 to 1e+06 was expected`,
		"Ka inf inf inf\n":       `a.mtl:2:4: Ka: inf; from -1e+06 to 1e+06 was expected`,
		"Ks nan 0 0\n":           `a.mtl:2:4: Ks: nan; from -1e+06 to 1e+06 was expected`,
		"Tf 1 1 1e400\n":         `a.mtl:2:8: Tf: 1e400; from -1e+06 to 1e+06 was expected`,
		"d 7\n":                  `a.mtl:2:3: d: 7; from 0 to 1 was expected`,
		"d -halo -0.1\n":         `a.mtl:2:9: d: -0.1; from 0 to 1 was expected`,
		"Tr 1.5\n":               `a.mtl:2:4: Tr: 1.5; from 0 to 1 was expected`,
		"d 1\nTr -1\n":           `a.mtl:3:4: Tr: -1; from 0 to 1 was expected`,
	} {
		_, err := Load(save(t, "a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", "a.mtl", "newmtl m\n"+text))
		require.ErrorContains(t, err, want, text)
	}
}

// What the format allows and the machine can hold is drawn, however unusual.
func TestMTLUnusualColorsAreDrawn(t *testing.T) {
	s := withMaterial(t, "Kd 2 -0.5 0\nKe 12 0 0\nKs spectral ident.rfl 1\n")
	require.Equal(t, [4]float32{float32(scene.Decoded(2)), float32(scene.Decoded(-0.5)), 0, 1}, s.Draws[0].BaseColor)
	require.Len(t, s.Remarks, 2)
	require.LessOrEqual(t, scene.Decoded(scene.Brightest)*scene.Decoded(scene.Brightest), scene.Farthest, "a material's colour on vertices of that colour")
}

func TestOBJTextureWithoutCoordinates(t *testing.T) {
	path := save(t, "a.obj", "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n", "a.mtl", "newmtl m\nmap_Kd tex.png\n")
	saveTexture(t, filepath.Join(filepath.Dir(path), "tex.png"))
	s := load(t, path)
	require.Equal(t, -1, s.Draws[0].Texture)
	require.Equal(t, []string{"5: the faces of material \"m\" have no texture coordinates: drawn without its texture"}, said(s))
}

// Editors put a byte order mark before a text; other systems end lines in their own way.
func TestOBJByteOrderMarkAndLineEnds(t *testing.T) {
	s := load(t, save(t, "a.obj", "\ufeffmtllib a.mtl\r\nv 0 0 0\r\nv 1 0 \\\r\n0\r\nv 0 1 0 # c \\\r\nusemtl m\r\nf 1 2 3 \\", "a.mtl", "\ufeffnewmtl m\r\nKd 1 0.5 0\r\n"))
	require.Empty(t, s.Remarks)
	require.Equal(t, 1, s.Triangles())
	require.Equal(t, [4]float32{1, 0.21404114, 0, 1}, s.Draws[0].BaseColor)
}
