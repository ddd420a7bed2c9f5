package scene

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"maps"
)

type object = map[string]any

// document builds small glTF files.
type document struct {
	bin              []byte
	views, accessors []any
	top              object
}

// add stores values, all of one numeric type, and returns the accessor's number.
func (d *document) add(kind string, component, count int, values any, more object) int {
	start := len(d.bin)
	d.bin, _ = binary.Append(d.bin, binary.LittleEndian, values)
	length := len(d.bin) - start
	for len(d.bin)%4 != 0 {
		d.bin = append(d.bin, 0)
	}
	d.views = append(d.views, object{"buffer": 0, "byteOffset": start, "byteLength": length})
	a := object{"bufferView": len(d.views) - 1, "componentType": component, "count": count, "type": kind}
	maps.Copy(a, more)
	d.accessors = append(d.accessors, a)
	return len(d.accessors) - 1
}

func (d *document) json(uri string) []byte {
	top := object{"asset": object{"version": "2.0"}, "bufferViews": d.views, "accessors": d.accessors}
	buffer := object{"byteLength": len(d.bin)}
	if uri != "" {
		buffer["uri"] = uri
	}
	top["buffers"] = []any{buffer}
	maps.Copy(top, d.top)
	text, _ := json.Marshal(top)
	return text
}

func (d *document) embedded() string {
	return string(d.json("data:application/gltf-buffer;base64," + base64.StdEncoding.EncodeToString(d.bin)))
}

func (d *document) glb() []byte {
	text := d.json("")
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	var b bytes.Buffer
	for _, part := range []any{[]byte("glTF"), uint32(2), uint32(28 + len(text) + len(d.bin)),
		uint32(len(text)), uint32(glbChunkJSON), text, uint32(len(d.bin)), uint32(glbChunkBIN), d.bin} {
		_ = binary.Write(&b, binary.LittleEndian, part)
	}
	return b.Bytes()
}

var square = []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}

// squareDocument draws a square as a strip of two triangles, mode 5, without normals or indices.
func squareDocument() *document {
	d := &document{}
	position := d.add("VEC3", 5126, 4, square, nil)
	d.top = object{
		"nodes":  []any{object{"mesh": 0}},
		"meshes": []any{object{"name": "square", "primitives": []any{object{"attributes": object{"POSITION": position}, "mode": 5}}}},
	}
	return d
}

func (d *document) primitive() object {
	return d.top["meshes"].([]any)[0].(object)["primitives"].([]any)[0].(object)
}

// sphereDocument is a sphere with normals under a node with the given scale.
func sphereDocument(scale []float64) *document {
	d := &document{}
	m := sphereMesh("", 16, 8, 1)
	var positions, normals []float32
	for _, v := range m.Vertices {
		positions = append(positions, v.Pos[:]...)
		normals = append(normals, v.Normal[:]...)
	}
	n := len(m.Vertices)
	attributes := object{"POSITION": d.add("VEC3", 5126, n, positions, nil), "NORMAL": d.add("VEC3", 5126, n, normals, nil)}
	d.top = object{
		"nodes": []any{object{"mesh": 0, "scale": scale}},
		"meshes": []any{object{"primitives": []any{object{"attributes": attributes,
			"indices": d.add("SCALAR", 5125, len(m.Indices), m.Indices, nil)}}}},
	}
	return d
}

func withImage(uri string) func(d *document) {
	return func(d *document) {
		d.primitive()["material"] = 0
		d.top["materials"] = []any{object{"pbrMetallicRoughness": object{"baseColorTexture": object{"index": 0}}}}
		d.top["textures"] = []any{object{"source": 0}}
		d.top["images"] = []any{object{"uri": uri}}
	}
}

func sliceOf(v [4]float64) []float64 { return v[:] }
