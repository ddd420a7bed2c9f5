package wgsl_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
)

// prepared is a program of WGSL text.
func prepared(t *testing.T, source string) *wgsl.Program {
	t.Helper()
	s, failed := front.Parse("test.wgsl", source)
	require.Nil(t, failed, source)
	m, failed := s.Lower()
	require.Nil(t, failed, source)
	p, err := wgsl.Prepare(m)
	require.NoError(t, err)
	return p
}

func bytesOf(words []uint32) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

func wordsOf(b []byte) (words []uint32) {
	for ; len(b) >= 4; b = b[4:] {
		words = append(words, binary.LittleEndian.Uint32(b))
	}
	return words
}

const declarations = `
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read> in: array<u32>;
`

// computed runs a program that has out and in, with one workgroup, and returns so many words of out.
func computed(t *testing.T, source string, count int, in ...uint32) []uint32 {
	t.Helper()
	out := make([]byte, 4*count)
	r := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Binding: 0}: out, {Binding: 1}: bytesOf(in)}}
	require.NoError(t, prepared(t, source).Compute("", [3]uint32{1, 1, 1}, r), source)
	return wordsOf(out)
}

// body is what statements in the body of a compute shader leave in the first words of out.
func body(t *testing.T, statements string, count int, in ...uint32) []uint32 {
	t.Helper()
	return computed(t, declarations+"@compute @workgroup_size(1) fn main() {\n"+statements+"\n}\n", count, in...)
}

func float(x float64) uint32 { return math.Float32bits(float32(x)) }

func words(list ...int) (w []uint32) {
	for _, n := range list {
		w = append(w, uint32(n))
	}
	return w
}
