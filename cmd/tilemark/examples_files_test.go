package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// prepare writes the files that the examples name.
func prepare(t *testing.T, dir string) {
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs/instruments"), 0o755))
	for name, data := range map[string][]byte{
		"model.glb":       triangleGLB(),
		"cow.obj":         []byte("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
		"slow.yaml":       []byte("memory: {latency: 300}\n"),
		"experiment.yaml": []byte("size: [32, 32]\ncontexts: [{scene: blend}, {scene: query}]\ninterrupts: [500]\n"),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o644))
	}
}

// triangleGLB is a binary glTF file with one triangle.
func triangleGLB() []byte {
	document := []byte(`{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],` +
		`"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],` +
		`"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],` +
		`"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36}]}`)
	for len(document)%4 != 0 {
		document = append(document, ' ')
	}
	var points []byte
	for _, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		points = binary.LittleEndian.AppendUint32(points, math.Float32bits(v))
	}
	var b bytes.Buffer
	word := func(v uint32) { _ = binary.Write(&b, binary.LittleEndian, v) }
	b.WriteString("glTF")
	word(2)
	word(uint32(12 + 8 + len(document) + 8 + len(points)))
	word(uint32(len(document)))
	b.WriteString("JSON")
	b.Write(document)
	word(uint32(len(points)))
	b.WriteString("BIN\x00")
	b.Write(points)
	return b.Bytes()
}
