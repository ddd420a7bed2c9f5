package compiler_test

import (
	"fmt"

	"tilemark/compiler"
	"tilemark/hw/isa"
	"tilemark/hw/isa/nos"
)

// A fragment shader is compiled once, with tags of the alpha test, and patched for the state of a draw.
func ExampleCompile() {
	r, err := compiler.Compile("half.wgsl", `
@fragment fn main(@location(0) color: vec4f) -> @location(0) vec4f { return color * 0.5; }`, compiler.Options{State: compiler.State{Items: isa.NosAlphaTest}})
	if err != nil {
		fmt.Println(err)
		return
	}
	state := nos.Default()
	without := nos.Kernel(r.Kernel, &state)
	state.AlphaFunction, state.AlphaReference = nos.Greater, 0.25
	with := nos.Kernel(r.Kernel, &state)
	fmt.Println(len(nos.Tagged(r.Kernel)), "instructions have tags; the same bytes:", string(without.Bytes()) == string(with.Bytes()))
	// Output: 2 instructions have tags; the same bytes: false
}
