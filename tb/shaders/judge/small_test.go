package judge

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
)

func TestSmall(t *testing.T) {
	src := `struct S { a: vec4<f32>, i: mat2x2<f32>, }
@group(0) @binding(0) var<uniform> s: S;
@group(0) @binding(1) var<storage, read_write> r: array<u32>;
@compute @workgroup_size(1) fn main() { r[0] = pack4x8unorm(s.i[0u].grrr); r[1] = pack4x8unorm(vec4<f32>(s.i[0u].y, s.i[0u].x, 0.0, 0.0)); r[2] = bitcast<u32>(s.i[0u].grrr.x); }`
	s, failed := front.Parse("a.wgsl", src)
	require.Nil(t, failed)
	m, failed := s.Lower()
	require.Nil(t, failed)
	in := make([]byte, 32)
	binary.LittleEndian.PutUint32(in[16:], math.Float32bits(-0.5))
	binary.LittleEndian.PutUint32(in[20:], math.Float32bits(0.0745))
	c := Compute{Entry: "main", Groups: [3]uint32{1, 1, 1}, Buffers: map[wgsl.Binding][]byte{{}: in, {Binding: 1}: make([]byte, 32)}}
	w, err := c.reference(m)
	t.Logf("%x %v", w[wgsl.Binding{Binding: 1}], err)
}
