package driver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/scenefile"
)

// Vertices of a shader whose formats are state are those of the vertex record: with 32 bits a component, and in formats that have the same numbers. Draws of different formats share the kernel that was compiled.
func TestFormattedVerticesAreThoseOfTheRecord(t *testing.T) {
	const text = `size: [32, 24]
camera: {eye: [0, 0.5, 4], target: [0, 0, 0]}
kernels:
  - {name: vertex, file: formats.wgsl, entry: vertex, state: [vertex_format]}
  - {name: pixel, file: formats.wgsl, entry: pixel}
meshes:
  - {name: m, positions: [[-1, -1, 0], [1, -1, 0.5], [0, 1, -0.25]], normals: [[0, 0, 1], [0, 1, 0], [1, 0, 0]], colors: [[1, 0, 0, 1], [0, 1, 0, 1], [1, 1, 1, 1]]}
draws:
  - {mesh: m, translate: [-1, 0, 0], kernels: {vertex: vertex, pixel: pixel}, formats: {FIRST}}
  - {mesh: m, translate: [1, 0, 0], kernels: {vertex: vertex, pixel: pixel}, formats: {SECOND}}
`
	shader, err := os.ReadFile("../../examples/formats.wgsl")
	require.NoError(t, err)
	draw := func(replace ...string) ([]byte, *Context) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "formats.wgsl"), shader, 0o600))
		path := filepath.Join(dir, "a.yaml")
		require.NoError(t, os.WriteFile(path, []byte(strings.NewReplacer(replace...).Replace(text)), 0o600))
		s, err := scenefile.Load(path)
		require.NoError(t, err)
		return drawn(t, s)
	}
	want, c := draw(", state: [vertex_format]", "", ", formats: {FIRST}", "", ", formats: {SECOND}", "")
	require.Zero(t, c.Patches)
	got, c := draw("FIRST", "", "SECOND", "")
	require.Equal(t, want, got)
	require.Equal(t, []int{1, 1}, []int{c.Patches.Patched, c.Patches.Kept})
	got, c = draw("FIRST", "0: float16x4, 1: snorm16x4, 3: unorm8x4", "SECOND", "0: float32x3, 1: snorm8x4, 3: unorm16x4")
	require.Equal(t, want, got)
	require.Equal(t, []int{2, 0, 0}, []int{c.Patches.Patched, c.Patches.Kept, c.Patches.Compiled})
}
