package asu

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

func biased(format uint32, constant, slope, clamp float32) *regs.ASURegs {
	var r regs.ASURegs
	r[regs.ASUDepthBiasControl] = 1 | format<<1
	r[regs.ASUDepthBiasConstant] = math.Float32bits(constant)
	r[regs.ASUDepthBiasSlope] = math.Float32bits(slope)
	r[regs.ASUDepthBiasClamp] = math.Float32bits(clamp)
	return &r
}

// The steps are the distance of neighbouring depths of each format.
func TestLeastStepIsThatOfTheFormat(t *testing.T) {
	require.EqualValues(t, math.Ldexp(1, -24), leastStep(0, 1))
	require.EqualValues(t, math.Ldexp(1, -16), leastStep(2, 1))
	rapid.Check(t, func(rt *rapid.T) {
		z := rapid.Float32Range(0, 1e30).Draw(rt, "z")
		want := math.Nextafter32(z, float32(math.Inf(1))) - z
		if z == 0 || math.Float32bits(z)>>23 == 0 {
			want = math.SmallestNonzeroFloat32
		}
		require.Equal(rt, want, leastStep(1, z), "%g", z)
	})
}

// Powers of two make each step of the formula exact.
func TestBiasIsSlopeAndConstant(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		gx := float32(math.Ldexp(float64(rapid.IntRange(-64, 64).Draw(rt, "gx")), -20))
		gy := float32(math.Ldexp(float64(rapid.IntRange(-64, 64).Draw(rt, "gy")), -20))
		slope, constant := rapid.IntRange(-8, 8).Draw(rt, "slope"), rapid.IntRange(-8, 8).Draw(rt, "constant")
		clamp := float32(rapid.IntRange(-2, 2).Draw(rt, "clamp")) / 256
		got := bias(biased(2, float32(constant), float32(slope), clamp), &pipe.Plane{GX: gx, GY: gy}, 1)

		steepest := math.Max(math.Abs(float64(gx)), math.Abs(float64(gy))) * 256
		want := new(big.Rat).SetFloat64(steepest * float64(slope))
		want.Add(want, big.NewRat(int64(constant), 1<<16))
		bound := new(big.Rat).SetFloat64(float64(clamp))
		if clamp > 0 && want.Cmp(bound) > 0 || clamp < 0 && want.Cmp(bound) < 0 {
			want = bound
		}
		exact, _ := want.Float64()
		require.EqualValues(rt, exact, got)
	})
}

func TestBiasThatIsNoNumberCountsAsZero(t *testing.T) {
	inf := float32(math.Inf(1))
	require.Zero(t, bias(biased(0, 0, 0, 0), &pipe.Plane{GX: inf}, 1), "0 times infinity")
	require.Zero(t, bias(biased(0, 0, 0, 1), &pipe.Plane{GX: inf}, 1), "before the clamp")
	require.EqualValues(t, 1, bias(biased(0, 0, 1, 1), &pipe.Plane{GX: inf}, 1))
	nan := float32(math.NaN())
	require.Zero(t, bias(biased(0, 0, 1, 0), &pipe.Plane{GX: 1, GY: nan}, 1))
	require.EqualValues(t, 256, bias(biased(0, 0, 1, 0), &pipe.Plane{GX: nan, GY: 1}, 1), "it is not the greater one")
}

func TestBiasMovesTheDepthPlaneOnly(t *testing.T) {
	e := entry(pipe.Tri)
	e.V[1].Z = 0.5
	var with, without pipe.DepthPlane
	depthPlane(&e, biased(0, 0, 1, 0), &with)
	var off regs.ASURegs
	depthPlane(&e, &off, &without)
	require.EqualValues(t, 0.5, with.Plane.Q)
	with.Plane.Q = without.Plane.Q
	require.Equal(t, without, with)
}
