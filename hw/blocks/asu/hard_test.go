package asu

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// anyTriangle draws a triangle that TSU can send: corners below 2^23 sub-pixels that are not in a line. Coordinates and values are equal often.
func anyTriangle(rt *rapid.T) *pipe.Triangle {
	const reach = 1<<23 - 1
	corner := rapid.OneOf(rapid.SampledFrom([]int32{-reach, -reach + 1, -256, -1, 0, 1, 255, 256, 257, reach - 1, reach}), rapid.Int32Range(-4096, 4096), rapid.Int32Range(-reach, reach))
	t := &pipe.Triangle{Front: rapid.Bool().Draw(rt, "front")}
	t.Slot = rapid.Uint8Range(0, pipe.Slots-1).Draw(rt, "slot")
	for i := range t.V {
		v := &t.V[i]
		v.X, v.Y = corner.Draw(rt, "x"), corner.Draw(rt, "y")
		v.Z, v.O = rapid.OneOf(hard.Share(), hard.Finite()).Draw(rt, "z"), rapid.OneOf(hard.Share(), hard.Finite()).Draw(rt, "o")
		for k := range v.A {
			v.A[k] = rapid.OneOf(hard.Share(), hard.Share(), hard.Share(), hard.Float()).Draw(rt, "a")
		}
	}
	area := func() int64 {
		a, b, c := &t.V[0], &t.V[1], &t.V[2]
		return int64(b.X-a.X)*int64(c.Y-a.Y) - int64(c.X-a.X)*int64(b.Y-a.Y)
	}
	if t.Area = area(); t.Area == 0 {
		t.V[0].X, t.V[0].Y, t.V[1].X, t.V[1].Y, t.V[2].X, t.V[2].Y = 0, 0, 0, 1, 1, 0
		t.Area = area()
	}
	if rapid.Bool().Draw(rt, "values are equal") {
		t.V[1].Z, t.V[2].A = t.V[0].Z, t.V[0].A
	}
	return t
}

// planeOf is docs/arithmetic.md, section 5.
func planeOf(t *pipe.Triangle, q [3]float32) pipe.Plane {
	v := &t.V
	d := func(a, b int32) float32 { return float32(int64(a) - int64(b)) } // exact: 24 bits and a sign
	dx1, dy1, dx2, dy2 := d(v[1].X, v[0].X), d(v[1].Y, v[0].Y), d(v[2].X, v[0].X), d(v[2].Y, v[0].Y)
	area := float32(t.Area)
	dq1, dq2 := hard.Sub(q[1], q[0]), hard.Sub(q[2], q[0])
	return pipe.Plane{
		Q:  q[0],
		GX: hard.Div(hard.Sub(hard.Mul(dq1, dy2), hard.Mul(dq2, dy1)), area),
		GY: hard.Div(hard.Sub(hard.Mul(dq2, dx1), hard.Mul(dq1, dx2)), area),
	}
}

func samePlane(t require.TestingT, want, got pipe.Plane, what string) {
	require.True(t, hard.Same(want.Q, got.Q) && hard.Same(want.GX, got.GX) && hard.Same(want.GY, got.GY), "%s: %v, not %v", what, got, want)
}

func TestPlanesPropertyRoundEachStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyTriangle(rt)
		v := &e.V
		var depth pipe.DepthPlane
		depthPlane(e, &regs.ASURegs{}, &depth)
		samePlane(rt, planeOf(e, [3]float32{v[0].Z, v[1].Z, v[2].Z}), depth.Plane, "depth")
		depth.Plane = pipe.Plane{}
		require.Equal(rt, pipe.DepthPlane{Kind: pipe.Planes, Slot: e.Slot, Front: e.Front, X0: v[0].X, Y0: v[0].Y}, depth)

		over := func(k int) [3]float32 {
			return [3]float32{hard.Mul(v[0].A[k], v[0].O), hard.Mul(v[1].A[k], v[1].O), hard.Mul(v[2].A[k], v[2].O)}
		}
		var r regs.ASURegs
		said, flat := rapid.Uint32Range(0, 31).Draw(rt, "attributes"), rapid.Uint32Range(0, 1<<16-1).Draw(rt, "flat")
		r[regs.ASUAttributes] = said | flat<<16
		count := int(min(said, 16))
		require.EqualValues(rt, count, attributes(&r))
		for n := 0; n <= count; n += 4 {
			got := pipe.AttributePlanes{Count: 77}
			attributePlanes(e, &got, uint8(n/4), uint8(count), r.AttributesFlat())
			want := pipe.AttributePlanes{Kind: pipe.Planes, Slot: e.Slot, X0: v[0].X, Y0: v[0].Y, Count: uint8(min(4, 1+count-n)), Last: n+4 > count}
			for i := range got.P {
				switch k := n + i - 1; {
				case k < 0:
					samePlane(rt, planeOf(e, [3]float32{v[0].O, v[1].O, v[2].O}), got.P[i], "1/w")
				case k >= count:
					require.Zero(rt, got.P[i])
				case flat>>k&1 != 0:
					want.Flat |= 1 << i
					require.Equal(rt, math.Float32bits(v[0].A[k]), math.Float32bits(got.P[i].Q))
					require.Zero(rt, [2]float32{got.P[i].GX, got.P[i].GY})
				default:
					samePlane(rt, planeOf(e, over(k)), got.P[i], "attribute")
				}
			}
			got.P = [4]pipe.Plane{}
			require.Equal(rt, want, got)
		}
	})
}

// biasOf is docs/arithmetic.md, section 5, "Depth bias".
func biasOf(control uint32, constant, slope, clamp float32, p *pipe.Plane, z [3]float32) float32 {
	abs := func(f float32) float32 { return float32(math.Abs(float64(f))) }
	m := abs(p.GY)
	if abs(p.GX) > m {
		m = abs(p.GX)
	}
	m = hard.Mul(m, 256)
	r := float32(0x1p-24)
	switch control >> 1 & 3 {
	case 1:
		_, e := math.Frexp(math.Max(math.Max(math.Abs(float64(z[0])), math.Abs(float64(z[1]))), math.Abs(float64(z[2])))) // in [0.5, 1)·2^e
		if e--; z == [3]float32{} {
			e = -126
		}
		r = float32(math.Ldexp(1, max(e, -126)-23))
	case 2:
		r = 0x1p-16
	}
	b := hard.Add(hard.Mul(slope, m), hard.Mul(constant, r))
	switch {
	case b != b:
		b = 0
	}
	if clamp > 0 && b > clamp || clamp < 0 && b < clamp {
		b = clamp
	}
	return b
}

func TestBiasPropertyIsThatOfThePage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyTriangle(rt)
		for range 10 {
			number := rapid.OneOf(rapid.SampledFrom([]float32{0, 1, -1, 2, 0.5}), hard.Float())
			constant, slope, clamp := number.Draw(rt, "constant"), number.Draw(rt, "slope"), number.Draw(rt, "clamp")
			r := biased(0, constant, slope, clamp)
			r[regs.ASUDepthBiasControl] = rapid.Uint32Range(0, 7).Draw(rt, "control")
			z := [3]float32{e.V[0].Z, e.V[1].Z, e.V[2].Z}
			want := planeOf(e, z)
			if r[regs.ASUDepthBiasControl]&1 != 0 {
				want.Q = hard.Add(want.Q, biasOf(r[regs.ASUDepthBiasControl], constant, slope, clamp, &want, z))
			}
			var got pipe.DepthPlane
			depthPlane(e, r, &got)
			samePlane(rt, want, got.Plane, "biased depth")
		}
	})
}

// The step of D32F at each power of two, one number before it, and below the normal ones; whichever corner is the deepest.
func TestLeastStepChangesAtPowersOfTwo(t *testing.T) {
	for e := -149; e < 128; e++ {
		at := float32(math.Ldexp(1, e))
		for _, z := range []float32{at, hard.Beside(at, -1)} {
			want := hard.Beside(z, 1) - z // 2^(e-23), and 2^-149 below the normal numbers
			for k := range 3 {
				tri := entry(pipe.Tri)
				tri.V[k].Z = z
				tri.V[(k+1)%3].Z = -z / 2
				require.Equal(t, want, leastStep(1, greatestDepth(&tri)), "%x", z)
				tri.V[k].Z = -z
				require.Equal(t, want, leastStep(1, greatestDepth(&tri)), "%x", -z)
			}
		}
		for _, f := range []uint32{0, 3} {
			require.EqualValues(t, 0x1p-24, leastStep(f, at))
		}
		require.EqualValues(t, 0x1p-16, leastStep(2, at))
	}
}

func TestEdgesPropertyRunClockwise(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := anyTriangle(rt)
		e.At.Primitive = 7
		var got pipe.Edges
		orient(e, &got)
		want := pipe.Edges{Cmd: e.Cmd}
		for i := range e.V {
			want.X[i], want.Y[i] = e.V[i].X, e.V[i].Y
		}
		if e.Area < 0 {
			want.X[1], want.X[2], want.Y[1], want.Y[2] = want.X[2], want.X[1], want.Y[2], want.Y[1]
		}
		require.Equal(rt, want, got)
	})
}
