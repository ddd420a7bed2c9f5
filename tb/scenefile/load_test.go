package scenefile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/tb/scene/files"
	"tilemark/tb/scene/gltf/document"
)

func TestLoadErrorsSayWhatWasExpected(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder.obj")
	require.NoError(t, os.Mkdir(folder, 0o755))
	huge := filepath.Join(dir, "huge.glb")
	require.NoError(t, os.WriteFile(huge, nil, 0o644))
	require.NoError(t, os.Truncate(huge, files.MaxFileBytes+1))
	for source, want := range map[string]string{
		dir:                             "is a folder; a .obj, .gltf, .glb or .yaml file was expected",
		folder:                          "folder.obj: is a folder",
		filepath.Join(dir, "none.gltf"): "none.gltf: no such file",
		filepath.Join(dir, "a.fbx"):     "a.fbx: neither a built-in scene nor a .obj, .gltf, .glb or .yaml file",
		"teapod":                        `teapod: neither a built-in scene nor a .obj, .gltf, .glb or .yaml file; did you mean "teapot"?`,
		"cow":                           "; the built-in scenes are " + strings.Join(Builtins()[:2], ", ") + ",",
		"":                              "neither a built-in scene",
		"../teapot":                     "neither a built-in scene",
		"*":                             "neither a built-in scene",
		huge:                            "too large: 268,435,457 bytes",
		"/dev/null.obj":                 "/dev/null.obj",
	} {
		_, err := Load(source)
		require.ErrorContains(t, err, want, source)
	}
}

func TestLoadTakesExtensionsInAnyCase(t *testing.T) {
	require.Equal(t, 1, load(t, save(t, "A.OBJ", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")).Triangles())
}

func TestLoadReadsFilesThatBeginWithAByteOrderMark(t *testing.T) {
	for name, text := range map[string]string{
		"a.yaml": "meshes: [{name: t, grid: {columns: 1, rows: 1}}]\ndraws: [{mesh: t}]\n",
		"a.gltf": document.Square().Embedded(),
		"a.obj":  "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
	} {
		require.NotZero(t, load(t, save(t, name, "\ufeff"+text)).Triangles(), name)
	}
}

func TestLoadRefusesTooManyTriangles(t *testing.T) {
	_, err := Load(save(t, "a.yaml", "meshes: [{name: t, grid: {columns: 100, rows: 100}}]\ndraws: [{mesh: t, instances: 1000000}]\n"))
	require.ErrorContains(t, err, "too large: 20,000,000,000 triangles")
}

// Whatever happens to a file's bytes, loading it gives a valid scene or an error.
func TestLoadSurvivesDamagedFiles(t *testing.T) {
	yamlScene, err := os.ReadFile("../../vectors/scenes/stencil.yaml")
	require.NoError(t, err)
	d := document.Square()
	document.WithImage("data:image/png;base64,iVBORw0KGgo=")(d)
	d.Top["textures"] = []any{document.Object{}}
	d.Top["cameras"] = []any{document.Object{"perspective": document.Object{"yfov": 1, "znear": 1}}}
	d.Accessors[0].(document.Object)["sparse"] = document.Object{"count": 1,
		"indices": document.Object{"bufferView": d.Add("SCALAR", 5123, 1, []uint16{3}, nil), "componentType": 5123},
		"values":  document.Object{"bufferView": d.Add("VEC3", 5126, 1, []float32{9, 8, 7}, nil)}}
	d.Primitive()["indices"] = d.Add("SCALAR", 5121, 4, []uint8{0, 1, 2, 3}, nil)
	d.Primitive()["attributes"].(document.Object)["COLOR_0"] = d.Add("VEC4", 5121, 4, make([]uint8, 16), nil)
	whole := []struct {
		name string
		data []byte
	}{
		{".obj", []byte(twoMaterials)}, {".gltf", []byte(d.Embedded())}, {".glb", d.GLB()}, {".yaml", yamlScene},
	}
	for _, f := range whole {
		_, err := finish("a"+f.name, f.data, loaderOf("a"+f.name), files.References{Dir: "."})
		require.NoError(t, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(whole).Draw(t, "file")
		data := damage(t, bytes.Clone(f.data))
		s, err := finish("a"+f.name, data, loaderOf("a"+f.name), files.References{Dir: "."})
		if err != nil && strings.Contains(err.Error(), "malformed file: runtime error") {
			t.Fatalf("caught a panic: %v", err)
		}
		if err == nil && s.Triangles() == 0 {
			t.Fatal("nothing to draw")
		}
	})
}

// damage overwrites, repeats, cuts out or exchanges pieces.
func damage(t *rapid.T, data []byte) []byte {
	for range rapid.IntRange(1, 3).Draw(t, "times") {
		if len(data) == 0 {
			return data
		}
		at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
		end := at + rapid.IntRange(0, min(20, len(data)-at)).Draw(t, "length")
		switch rapid.IntRange(0, 3).Draw(t, "how") {
		case 0:
			data[at] = rapid.Byte().Draw(t, "byte")
		case 1:
			data = data[:at]
		case 2:
			data = append(data[:at:at], data[end:]...)
		case 3:
			piece := rapid.SampledFrom([]string{"9", "-", "null", "0", "-1", "[]", "{}", "\n", "1e99", "99999999", ","}).Draw(t, "piece")
			data = append(append(data[:at:at], piece...), data[end:]...)
		}
	}
	return data
}
