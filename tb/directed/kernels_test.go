package directed

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden"
	"tilemark/golden/exec"
	"tilemark/tb/kernels"
)

// fixedKernels are those that compute what the fixed programs do.
func fixedKernels(t *testing.T) golden.Kernels {
	program := func(name string) *exec.Kernel {
		k, err := kernels.Load(name)
		require.NoError(t, err)
		loaded, err := exec.Load(kernels.Program(k))
		require.NoError(t, err)
		return loaded
	}
	return golden.Kernels{Vertex: program("vertex"), Hull: program("hull"), Domain: program("domain"), Pixel: program("pixel")}
}

// The kernels vertex, hull, domain and pixel compute what the fixed programs do, for every vertex, patch and pixel of all vectors.
func TestKernelsComputeWhatFixedProgramsDo(t *testing.T) {
	fixed := fixedKernels(t)
	var vertices, points, pixels atomic.Int64
	t.Run("vectors", func(t *testing.T) {
		for _, name := range Names() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				v, err := Load(name)
				require.NoError(t, err)
				cv, _, err := v.Workload()
				require.NoError(t, err)
				c, err := cv.CompareKernels(fixed)
				require.NoError(t, err)
				vertices.Add(int64(c.Vertices))
				points.Add(int64(c.Points))
				pixels.Add(int64(c.Pixels))
			})
		}
	})
	t.Logf("%d vertices, %d points of patches, %d pixels", vertices.Load(), points.Load(), pixels.Load())
	require.Greater(t, vertices.Load(), int64(10_000))
	require.Greater(t, points.Load(), int64(1000))
	require.Greater(t, pixels.Load(), int64(100_000))
}
