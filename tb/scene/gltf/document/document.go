// Package document makes small documents of glTF, for tests of those who read them.
package document

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"maps"
	"math"
)

// Types of chunks of a binary file (glTF 2.0, section 4.4.3).
const (
	chunkJSON = 0x4e4f534a
	chunkBIN  = 0x004e4942
)

// Object is an object of JSON.
type Object = map[string]any

// Document builds small glTF files.
type Document struct {
	Bin              []byte
	Views, Accessors []any
	Top              Object
}

// Add stores values, all of one numeric type, and returns the accessor's number.
func (d *Document) Add(kind string, component, count int, values any, more Object) int {
	start := len(d.Bin)
	d.Bin, _ = binary.Append(d.Bin, binary.LittleEndian, values)
	length := len(d.Bin) - start
	for len(d.Bin)%4 != 0 {
		d.Bin = append(d.Bin, 0)
	}
	d.Views = append(d.Views, Object{"buffer": 0, "byteOffset": start, "byteLength": length})
	a := Object{"bufferView": len(d.Views) - 1, "componentType": component, "count": count, "type": kind}
	maps.Copy(a, more)
	d.Accessors = append(d.Accessors, a)
	return len(d.Accessors) - 1
}

// JSON is the document as text; its buffer is where the URI says, "" for the chunk of a binary file.
func (d *Document) JSON(uri string) []byte {
	top := Object{"asset": Object{"version": "2.0"}, "bufferViews": d.Views, "accessors": d.Accessors}
	buffer := Object{"byteLength": len(d.Bin)}
	if uri != "" {
		buffer["uri"] = uri
	}
	top["buffers"] = []any{buffer}
	maps.Copy(top, d.Top)
	text, _ := json.Marshal(top)
	return text
}

// Embedded is the document as text, with its buffer inside.
func (d *Document) Embedded() string {
	return string(d.JSON("data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(d.Bin)))
}

// GLB is the document as a binary file.
func (d *Document) GLB() []byte {
	text := d.JSON("")
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	var b bytes.Buffer
	for _, part := range []any{[]byte("glTF"), uint32(2), uint32(28 + len(text) + len(d.Bin)),
		uint32(len(text)), uint32(chunkJSON), text, uint32(len(d.Bin)), uint32(chunkBIN), d.Bin} {
		_ = binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}

var square = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}

// Square draws a square as a strip of two triangles, mode 5, without normals or indices.
func Square() *Document {
	d := &Document{}
	position := d.Add("VEC3", 5126, 4, square, nil)
	d.Top = Object{
		"nodes":  []any{Object{"mesh": 0}},
		"meshes": []any{Object{"name": "square", "primitives": []any{Object{"attributes": Object{"POSITION": position}, "mode": 5}}}},
	}
	return d
}

// Primitive is the one of its first mesh.
func (d *Document) Primitive() Object {
	return d.Top["meshes"].([]any)[0].(Object)["primitives"].([]any)[0].(Object)
}

// WithImage gives a document a material with an image.
func WithImage(uri string) func(d *Document) {
	return func(d *Document) {
		d.Primitive()["material"] = 0
		d.Top["materials"] = []any{Object{"pbrMetallicRoughness": Object{"baseColorTexture": Object{"index": 0}}}}
		d.Top["textures"] = []any{Object{"source": 0}}
		d.Top["images"] = []any{Object{"uri": uri}}
	}
}

// Skinned is a square on two joints: the first two vertices hang on joint 0, the third on both, the last on joint 1. The node of the mesh
// is moved, which must not show.
func Skinned() *Document {
	d := Square()
	a := d.Primitive()["attributes"].(Object)
	a["NORMAL"] = d.Add("VEC3", 5126, 4, []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0}, nil)
	a["JOINTS_0"] = d.Add("VEC4", 5121, 4, []uint8{0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, nil)
	a["WEIGHTS_0"] = d.Add("VEC4", 5126, 4, []float32{1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0, 0, 0}, nil)
	// The bind pose of joint 1 lies at (0, 1, 0).
	bind := d.Add("MAT4", 5126, 2, []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1}, nil)
	s := math.Sqrt(0.5)
	d.Top["nodes"] = []any{
		Object{"mesh": 0, "skin": 0, "translation": []float64{100, 0, 0}, "scale": []float64{1, 3, 1}},
		Object{"children": []int{2}, "translation": []float64{0, 0, 5}},
		Object{"translation": []float64{0, 1, 0}, "rotation": []float64{s, 0, 0, s}}, // a quarter turn about x: y goes to z
	}
	d.Top["skins"] = []any{Object{"joints": []int{1, 2}, "inverseBindMatrices": bind}}
	return d
}
