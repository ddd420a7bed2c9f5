package scenefile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// A kernel without a name of its own has that of the scene, which messages name it by.
func TestKernelsHaveNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`size: [8, 8]
kernels:
  - {name: a, lines: [.stage pixel, .lanes 8, .inputs 12, "send.color.4 r6 {last}"]}
  - {name: b, lines: [.kernel own, .stage pixel, .lanes 8, .inputs 12, "send.color.4 r6 {last}"]}
meshes: [{name: m, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]
draws: [{mesh: m}]
`), 0o600))
	s, err := Load(path)
	require.NoError(t, err)
	require.Equal(t, []string{"a", "own"}, []string{s.Kernels[0].Kernel.Name, s.Kernels[1].Kernel.Name})
}

func TestKernelsMayBeShaders(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	write("s.wgsl", "@fragment fn a() -> @location(0) vec4<f32> { return vec4(1.0); }\n@fragment fn b() -> @location(0) vec4<f32> { return vec4(x); }\n")
	write("two.wgsl", "@fragment fn a() -> @location(0) vec4<f32> { return vec4(1.0); }\n@fragment fn b() -> @location(0) vec4<f32> { return vec4(0.5); }\n")
	const rest = "meshes: [{name: m, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0]]}]\ndraws: [{mesh: m, kernels: {pixel: k}}]\n"
	s, err := Load(write("good.yaml", "kernels: [{name: k, file: two.wgsl, entry: b}]\n"+rest))
	require.NoError(t, err)
	require.Equal(t, "k", s.Kernels[0].Name)
	require.Equal(t, "b", s.Draws[0].Programs.Pixel.Kernel.Name)
	for text, want := range map[string]string{
		"kernels: [{name: k, file: s.wgsl, entry: a}]\n":   "s.wgsl:2:58: ",
		"kernels: [{name: k, file: two.wgsl}]\n":           "which entry point?",
		"kernels: [{name: k, file: two.wgsl, entry: c}]\n": `no entry point "c"`,
	} {
		_, err := Load(write("bad.yaml", text+rest))
		require.ErrorContains(t, err, want)
		require.ErrorContains(t, err, "bad.yaml:1:")
	}
}
