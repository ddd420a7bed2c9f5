package scene

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
