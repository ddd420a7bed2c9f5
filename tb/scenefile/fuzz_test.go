package scenefile_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilemark/golden"
	"tilemark/tb/driver"
	"tilemark/tb/scene"
	"tilemark/tb/scenefile"
	"tilemark/vectors"
	"tilemark/vectors/fuzztest"
)

// folder is a folder with files that scenes of fuzz targets refer to: t.png, t.mtl and one.bin, three positions.
func folder(f *testing.F) string {
	f.Helper()
	dir := f.TempDir()
	write(f, filepath.Join(dir, "t.png"), onePixel)
	write(f, filepath.Join(dir, "t.mtl"), []byte("newmtl a\nKd 1 0.5 0\nd 0.5\nmap_Kd t.png\n"))
	write(f, filepath.Join(dir, "one.bin"), positions)
	return dir
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// positions are those of a triangle, as glTF has them.
var positions = func() (b []byte) {
	for _, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}()

// onePixel is a PNG of one pixel.
var onePixel = func() []byte {
	data, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
	if err != nil {
		panic(err)
	}
	return data
}()

// Limits of what a target has drawn: a picture of so many pixels, so that thousands are drawn in a second.
const (
	fewTriangles = 64
	fewVertices  = 1000
	fewTexels    = 64 * 64
	side         = 8
)

// load wants a file of these bytes to be a scene, the same each time, or an error that names the file. A small scene is laid out in memory and
// drawn by golden, which takes all that the driver writes.
func load(t testing.TB, path string, data []byte) error {
	t.Helper()
	write(t, path, data)
	return loadFile(t, path, data)
}

// loadFile is load for a file that is there; data is what was changed of it.
func loadFile(t testing.TB, path string, data []byte) error {
	t.Helper()
	s, err := scenefile.Load(path)
	if err != nil {
		if !strings.HasPrefix(err.Error(), path+":") || strings.Contains(err.Error(), "malformed file: ") {
			t.Fatalf("%q; the file, and what was expected in it, should be the error of %q", err, data)
		}
		return err
	}
	if len(data)%4 == 0 { // a quarter of all is read twice
		again, err := scenefile.Load(path)
		if err != nil {
			t.Fatalf("%q is refused for the second time: %v", data, err)
		}
		fuzztest.Equal(t, s, again, data)
	}
	for _, one := range append([]*scene.Scene{s}, s.More...) {
		if few(one) {
			draw(t, one, data)
		}
	}
	return nil
}

// few tells whether a scene is drawn soon.
func few(s *scene.Scene) bool {
	vertices, texels := 0, 0
	for i := range s.Meshes {
		vertices += len(s.Meshes[i].Vertices)
	}
	for i := range s.Textures {
		texels += len(s.Textures[i].Pix) / 4
	}
	return s.Triangles() <= fewTriangles && vertices <= fewVertices && texels <= fewTexels
}

func draw(t testing.TB, s *scene.Scene, data []byte) {
	t.Helper()
	im := &driver.Image{}
	c, err := im.Add(s, driver.Options{Width: side, Height: side})
	if err != nil { // what only the size of the target shows, such as a rectangle outside of it
		return
	}
	trace, err := golden.Run(im.Bytes, c.Header)
	if err != nil || trace.Stopped != nil {
		t.Fatalf("the driver's commands for %q are refused: %v, %v", data, err, trace.Stopped)
	}
}

// FuzzScene: a scene file is drawn, or is an error with file, line and column.
func FuzzScene(f *testing.F) {
	path := filepath.Join(folder(f), "s.yaml")
	fuzztest.Texts(f, vectors.Scenes, "scenes/*.yaml", 330)
	for _, text := range []string{
		"meshes: [{name: m, positions: [[0,0,0],[1,0,0],[0,1,0]]}]\ndraws: [{mesh: m, texture: t}]\ntextures: [{name: t, file: t.png}]\n",
		"meshes: [{name: m, grid: {columns: 1, rows: 1}}]\ndraws: [{mesh: m, scissor: [0,0,4,4], blend: {src: one}}]\ncontexts: [{draws: [{mesh: m}]}]\n",
		"size: [4,4]\ndraws: [{fill: {color: [1,2,3,4]}}]\ninterrupts: [5, 9]\n", "contexts: [{scene: one-triangle}]\n", "meshes: &a []\ndraws: *a\n",
		"camera: {eye: [0,0,1], target: [0,0,0], fov: 45}\nlight: {direction: [0,0,1]}\nmeshes: [{name: c, cube: {size: 1}}]\ndraws: [{mesh: c, lighting: true, rotate: [0,1,0,30]}]\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if err := load(t, path, data); err != nil {
			fuzztest.Placed(t, data, err)
		}
	})
}

// FuzzOBJ: an OBJ model is drawn, or is an error with file, line and column.
func FuzzOBJ(f *testing.F) {
	path := filepath.Join(folder(f), "m.obj")
	for _, text := range []string{
		"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "v 0 0 0 1 0.5 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nvt 0 0\nvt 1 0\nvn 0 0 1\ns 1\nf 1/1/1 2/2/1 -1//1\n",
		"mtllib t.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.5 0.2 0\nv 0 1 0\ns off\nf 1 2 3 4 5\n", "o x\ng a b\nl 1 2\ncurv 0 1 1 2\nv 1e38 0 0\nf 1 1 1\n",
		"\ufeffv 0 0 \\\n0\nf 1 1 \\\n 1 # x\n", "vt\nf 1 2 x\n", "mtllib none.mtl\nfo 1/2 3\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if err := load(t, path, data); err != nil {
			fuzztest.Placed(t, data, err)
		}
	})
}

// FuzzMTL: a material file of a model is used, or is an error with the model's place and its own.
//
// Slow: each execution opens the model, its material file and its texture by way of a folder that nothing leads out of (os.Root): a dozen calls of the system.
func FuzzMTL(f *testing.F) {
	dir := folder(f)
	path := filepath.Join(dir, "m.obj")
	model := []byte("mtllib m.mtl\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
	write(f, path, model)
	for _, text := range []string{
		"newmtl a\nKd 1 0.5 0\nd 0.5\n", "newmtl a\nKd 0.2\nTr 0.3\nmap_Kd -o 1 2 -s 2 2 2 -clamp on t.png\nmap_d t.png\n", "newmtl a\nKe 1 0 0\nillum 2\nNs 3\nmap_Bump t.png\n",
		"newmtl b\nnewmtl a\nKdd 1\nKd spectral x.rfl\nd -halo 0.5\n", "Kd 1 1 1\n", "newmtl\nmap_Kd none.png\n", "\ufeffnewmtl a\nKd 1 1 x\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		write(t, filepath.Join(dir, "m.mtl"), data)
		err := loadFile(t, path, data)
		if err == nil {
			return
		}
		fuzztest.Placed(t, model, err)
		_, inner, found := strings.Cut(err.Error(), "m.mtl:")
		if !found {
			t.Fatalf("%q; a place in m.mtl should be the error of %q", err, data)
		}
		if !strings.HasPrefix(inner, " ") { // a file that it refers to
			fuzztest.Placed(t, data, textError("m.mtl:"+inner))
		}
	})
}

type textError string

func (e textError) Error() string { return string(e) }

// documents are small glTF documents: with a file, with data in the text, with what their materials, nodes and cameras can say.
var documents = []string{
	`{"asset":{"version":"2.0"},"buffers":[{"uri":"one.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0,"translation":[0,1,0]}],"scenes":[{"nodes":[0]}],"scene":0}`,
	`{"asset":{"version":"2.0"},"buffers":[{"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36,"byteStride":12}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}}],"materials":[{"alphaMode":"MASK","doubleSided":true,"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,0.5],"baseColorTexture":{"index":0}}}],"textures":[{"source":0,"sampler":0}],"samplers":[{"wrapS":33071}],"images":[{"uri":"t.png"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":0},"material":0,"mode":5}]}],"cameras":[{"type":"perspective","perspective":{"yfov":1,"znear":0.1}}],"nodes":[{"camera":0},{"mesh":0,"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"children":[0]}],"scenes":[{"nodes":[1]}]}`,
	`{"asset":{"version":"2.0"},"buffers":[{"byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":0,"componentType":5121,"count":3,"type":"SCALAR"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"skins":[{"joints":[1]}],"nodes":[{"mesh":0,"skin":0,"scale":[1,2,3]},{"rotation":[0,0,0,1]}],"scenes":[{"nodes":[0,1]}],"animations":[{}],"extensionsUsed":["KHR_texture_transform"]}`,
}

// FuzzGLTF: a glTF document is drawn, or is an error that names the file; one of JSON with line and column.
func FuzzGLTF(f *testing.F) {
	path := filepath.Join(folder(f), "m.gltf")
	for _, text := range documents {
		f.Add([]byte(text))
	}
	f.Add([]byte("{\n \"asset\": {\"version\": 2},\n}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 || bytes.HasPrefix(data, []byte("glTF")) {
			return
		}
		if err := load(t, path, data); err != nil && strings.Contains(err.Error(), "not a glTF document") {
			fuzztest.Placed(t, data, err)
		}
	})
}

// FuzzGLB: a binary glTF file of a document and a buffer, of which one of the first 28 bytes may be another one, is drawn, or is an error.
func FuzzGLB(f *testing.F) {
	path := filepath.Join(folder(f), "m.glb")
	for i, text := range documents {
		f.Add(uint8(i), uint8(0), []byte(text), positions)
	}
	f.Add(uint8(12), uint8(4), []byte("{}"), []byte{})
	f.Fuzz(func(t *testing.T, at, flip uint8, document, buffer []byte) {
		if len(document)+len(buffer) > 4096 {
			return
		}
		file := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
		file = binary.LittleEndian.AppendUint32(file, uint32(12+8+len(document)+8+len(buffer)))
		file = binary.LittleEndian.AppendUint32(file, uint32(len(document)))
		file = append(append(file, "JSON"...), document...)
		file = binary.LittleEndian.AppendUint32(file, uint32(len(buffer)))
		file = append(append(file, "BIN\x00"...), buffer...)
		file[int(at)%28] ^= flip
		_ = load(t, path, file)
	})
}

// FuzzCamera: --camera and a size give finite numbers, or an error that quotes the text.
func FuzzCamera(f *testing.F) {
	for _, text := range []string{
		"eye=1,2,3,target=0,0,0", "eye=0,5,0,target=0,0,0,fov=30", "target=0,0,0,eye=1e30,0,0", "eye=1,2,target=0,0,0", "fov=1,eye=0,0,0,target=0,0,0", "eye=nan,0,0,target=0,0,0", "",
		"eye=1e-45,0,0,target=0,0,0,fov=179.99999", "eye=1,2,3,target=0,0,0,up=0,1,0", "=1", "eye=3e38,0,0,target=-3e38,0,0",
	} {
		f.Add(text, uint16(640), uint16(480))
	}
	f.Fuzz(func(t *testing.T, text string, width, height uint16) {
		c, err := scene.ParseCamera(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "camera ") || !strings.Contains(err.Error(), "expected") {
				t.Fatalf("%q; the camera, and what was expected, should be the error of %q", err, text)
			}
			return
		}
		again, err := scene.ParseCamera(text)
		if err != nil || again != c {
			t.Fatalf("%q is another camera for the second time: %v, %v, %v", text, c, again, err)
		}
		for _, v := range c.ViewProjectionMatrix(1+int(width), 1+int(height)) {
			if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
				t.Fatalf("%q at %dx%d has the transform %v", text, width, height, c.ViewProjectionMatrix(1+int(width), 1+int(height)))
			}
		}
	})
}
