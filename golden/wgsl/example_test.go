package wgsl_test

import (
	"fmt"

	"tilemark/compiler/front"
	"tilemark/golden/wgsl"
)

// A compute shader changes a buffer in place.
func Example() {
	shader, failed := front.Parse("double.wgsl", `
@group(0) @binding(0) var<storage, read_write> list: array<u32>;
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3<u32>) { list[id.x] *= 2u; }`)
	if failed != nil {
		fmt.Println(failed)
		return
	}
	module, failed := shader.Lower()
	if failed != nil {
		fmt.Println(failed)
		return
	}
	program, err := wgsl.Prepare(module)
	if err != nil {
		fmt.Println(err)
		return
	}
	list := bytesOf([]uint32{1, 2, 3, 4})
	resources := &wgsl.Resources{Buffers: map[wgsl.Binding][]byte{{Group: 0, Binding: 0}: list}}
	err = program.Compute("main", [3]uint32{2, 1, 1}, resources)
	fmt.Println(wordsOf(list), err)
	// Output: [2 4 6 8] <nil>
}
