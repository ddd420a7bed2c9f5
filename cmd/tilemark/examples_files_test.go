package main

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// prepare puts the project's files that examples name where the examples run.
func prepare(t *testing.T, dir string) {
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs/instruments"), 0o755))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("../../examples")))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "vectors/kernels"), os.DirFS("../../vectors/kernels")))
}

// What examples read is in the project, or an example before has made it.
func TestFilesThatExamplesNameAreThere(t *testing.T) {
	texts := examplesOfVerbs(newRoot())
	for _, document := range documents(t) {
		texts[document] = examplesOf(t, document)
	}
	named := regexp.MustCompile(`(--out |--resume |--write |> ?)?(\S+\.(?:yaml|glb|gltf|obj|tka|tmcs|txt))\b`)
	found := 0
	for name, examples := range texts {
		made := map[string]bool{}
		for _, e := range examples {
			if strings.Contains(e, "regs diff") {
				continue // an older state of the tables, and a policy: prepareTables makes them
			}
			for _, m := range named.FindAllStringSubmatch(e, -1) {
				if m[1] != "" {
					made[m[2]] = true
				} else if !made[m[2]] && changed[e].why != notThere {
					found++
					require.FileExists(t, filepath.Join("../..", m[2]), "%s: %s", name, e)
				}
			}
		}
	}
	require.Greater(t, found, 5)
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
