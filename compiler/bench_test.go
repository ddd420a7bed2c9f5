package compiler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/compiler"
	"tilemark/hw/isa/nos"
)

// BenchmarkCompile compiles shaders of vectors/shaders, with tags of all items of state, and without any.
func BenchmarkCompile(b *testing.B) {
	for _, name := range []string{"checker.wgsl", "textured.wgsl", "metal.wgsl"} {
		for items, label := range map[uint16]string{0: "plain", nos.All: "state"} {
			b.Run(name+"/"+label, func(b *testing.B) {
				text := shaderText(b, name)
				for range b.N {
					_, err := compiler.Compile(name, text, compiler.Options{State: compiler.State{Items: items}})
					require.NoError(b, err)
				}
			})
		}
	}
}
