package judge

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
)

func TestSmall(t *testing.T) {
	src := `
@group(0) @binding(1) var<storage, read_write> turns: array<atomic<u32>>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) lid: u32) { 
    var n48: u32 = 3u;
    atomicStore(&turns[lid], n48);
 }`
	s, failed := front.Parse("a.wgsl", src)
	require.Nil(t, failed)
	m, failed := s.Lower()
	require.Nil(t, failed)
	for n, x := range m.EntryPoints[0].Function.Expressions {
		fmt.Printf("%d %T %+v\n", n, x.Kind, x.Kind)
	}
	for n, x := range m.EntryPoints[0].Function.Body {
		fmt.Printf("%d %T %+v\n", n, x.Kind, x.Kind)
	}
	c := Compute{Entry: "main", Groups: [3]uint32{1, 1, 1}, Buffers: map[wgsl.Binding][]byte{{Binding: 1}: make([]byte, 32)}}
	w, err := c.reference(m)
	fmt.Printf("%x %v\n", w[wgsl.Binding{Binding: 1}], err)
	w, err = c.compiled(m, compiler.Options{})
	fmt.Printf("%x %v\n", w[wgsl.Binding{Binding: 1}], err)
}
