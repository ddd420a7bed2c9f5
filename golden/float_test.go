package golden

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func finiteFloat() *rapid.Generator[float32] {
	return rapid.Custom(func(t *rapid.T) float32 {
		return math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
	}).Filter(finite)
}

func sameFloat(t require.TestingT, want, got float32, args ...any) {
	require.Equal(t, math.Float32bits(want), math.Float32bits(got), args...)
}

func TestClamp(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct{ x, want float32 }{
		{nan, 0}, {-inf, 0}, {inf, 1}, {-1, 0}, {0.25, 0.25}, {1, 1}, {2, 1}, {math.Float32frombits(1 << 31), 0},
	} {
		sameFloat(t, c.want, clamp(c.x, 0, 1), c.x)
	}
}
