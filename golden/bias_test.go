package golden

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// With values of few bits every step of the bias is exact, so rationals give it.
func TestDepthBiasAgainstRationals(t *testing.T) {
	steps := map[uint32]float64{
		regs.ASUDepthBiasControlFormatD16: math.Ldexp(1, -16), regs.ASUDepthBiasControlFormatD24s8: math.Ldexp(1, -24), 3: math.Ldexp(1, -24),
		regs.ASUDepthBiasControlFormatD32f: math.Ldexp(1, -1-23), // the farthest vertex lies at -0.75
	}
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.Int32Range(-64, 64)
		format := rapid.Uint32Range(0, 3).Draw(t, "format")
		constant, slope := float32(small.Draw(t, "constant")), float32(small.Draw(t, "slope"))/8
		p := plane{gx: float32(small.Draw(t, "gx")) / (1 << 20), gy: float32(small.Draw(t, "gy")) / (1 << 20)}
		limit := float32(small.Draw(t, "limit")) / (1 << 10)
		b := depthBias{enable: true, format: format, constant: constant, slope: slope, limit: limit}
		tri := triangle{v: [3]screenVertex{{z: 0.125}, {z: -0.75}, {z: 0.5}}}

		rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
		steepest := max(math.Abs(float64(p.gx)), math.Abs(float64(p.gy)))
		want := rat(steepest * 256)
		want.Mul(want, rat(float64(slope)))
		want.Add(want, new(big.Rat).Mul(rat(float64(constant)), rat(steps[format])))
		if l := rat(float64(limit)); limit > 0 && want.Cmp(l) > 0 || limit < 0 && want.Cmp(l) < 0 {
			want = l
		}
		exact, _ := want.Float32()
		require.Equal(t, exact, b.of(&tri, &p))
		b.enable = false
		require.Zero(t, b.of(&tri, &p))
	})
}

func TestDepthBiasStepOfFloats(t *testing.T) {
	b := depthBias{format: regs.ASUDepthBiasControlFormatD32f}
	for _, c := range []struct {
		z    float32
		want float64
	}{
		{1, math.Ldexp(1, -23)}, {-1.99, math.Ldexp(1, -23)}, {0.999, math.Ldexp(1, -24)}, {1e30, math.Ldexp(1, 99-23)},
		{0, math.Ldexp(1, -149)}, {1e-44, math.Ldexp(1, -149)},
	} {
		require.Equal(t, float32(c.want), b.step(&triangle{v: [3]screenVertex{{}, {z: c.z}}}), "%v", c.z)
	}
}

func TestDepthBiasOfNoNumber(t *testing.T) {
	tri := &triangle{}
	b := depthBias{enable: true, slope: 0, limit: -1}
	require.Zero(t, b.of(tri, &plane{gx: inf32}), "0 times infinity counts as 0")
	b = depthBias{enable: true, slope: 1, limit: nan32}
	require.Equal(t, inf32, b.of(tri, &plane{gx: inf32}), "a limit of no number limits nothing")
	b.limit = 0.5
	require.Equal(t, float32(0.5), b.of(tri, &plane{gy: inf32}))
}

// A slope of one depth step of 1/16 a pixel is moved by two pixels' worth and by 2^20
// least steps of 2^-24.
func TestDepthBiasMovesThePlane(t *testing.T) {
	w := newWorld(16, 8)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcAlways<<2|regs.ZL2DepthControlFormatD32f<<5)
	w.set(regs.BlockASU, regs.ASUDepthBiasControl, 1)
	w.setFloats(regs.BlockASU, regs.ASUDepthBiasConstant, 1<<20, 2)
	a, b, c, d := w.at(0, 0, 0), w.at(16, 0, 1), w.at(16, 8, 1), w.at(0, 8, 0)
	w.triangles(a, b, c, a, c, d)
	w.run(t)
	for i, v := range w.depths() {
		z := (float64(i%16)+0.5)/16 + 2.0/16 + 1.0/16
		require.InDelta(t, min(z, 1), float64(math.Float32frombits(v)), 1e-6)
	}
}
