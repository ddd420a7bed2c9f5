package kernels_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/doctest"
	"tilemark/tb/kernels"
)

// The kernels of the 3D pipeline's own programs are what the compiler makes of their shaders.
func TestFixedKernelsAreNotStale(t *testing.T) {
	for _, f := range kernels.Fixed {
		text, err := f.Compile()
		require.NoError(t, err, f.Name)
		have, err := kernels.Text(f.Name)
		if err != nil {
			have = ""
		}
		doctest.Compare(t, filepath.Join("..", "..", "vectors", "kernels", f.Name+".tka"), have, text)
	}
}
