package regs_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

func decode(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// near tells whether a pattern is that of the value or of its neighbour above.
func near(pattern uint32, want float64) bool {
	got := float64(math.Float32frombits(pattern))
	return math.Abs(got-want) <= want*0x1p-23
}

func TestConstantsAreThoseOfTheirDefinitions(t *testing.T) {
	for i, p := range regs.SRGBLinear {
		require.True(t, near(p, decode(float64(i)/255)), "SRGBLinear[%d]", i)
	}
	for i, p := range regs.SRGBStep {
		want := decode((float64(i) + 0.5) / 255)
		require.True(t, near(p, want), "SRGBStep[%d]", i)
		require.GreaterOrEqual(t, float64(math.Float32frombits(p)), want*(1-0x1p-45), "SRGBStep[%d]", i)
	}
	for i, n := range regs.SRGBTexel {
		require.InDelta(t, decode(float64(i)/255)*65535, float64(n), 0.5, "SRGBTexel[%d]", i)
	}
	for i, p := range regs.Log2Step {
		want := math.Exp2(float64(i) / 128)
		require.True(t, near(p, want), "Log2Step[%d]", i)
		require.GreaterOrEqual(t, float64(math.Float32frombits(p)), want*(1-0x1p-45), "Log2Step[%d]", i)
	}
}

// Each byte lies between the thresholds at its sides, so that encoding gives it back.
func TestLinearValuesLieBetweenTheirThresholds(t *testing.T) {
	for i, p := range regs.SRGBLinear {
		if i > 0 {
			require.Less(t, regs.SRGBStep[i-1], p, "byte %d", i)
		}
		if i < 255 {
			require.Less(t, p, regs.SRGBStep[i], "byte %d", i)
		}
	}
}
