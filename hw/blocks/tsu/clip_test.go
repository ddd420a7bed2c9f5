package tsu

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

func TestSnapRoundsToNearestEven(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := float32(rapid.IntRange(-1<<15, 1<<15).Draw(rt, "p")) + float32(rapid.IntRange(0, 1023).Draw(rt, "sub"))/1024
		got, ok := snap(p)
		d := float32(p - 0.5)
		r := new(big.Rat).SetFloat64(float64(d))
		r.Mul(r, big.NewRat(256, 1))
		n, limit := nearestEven(r), int64(1<<23)
		require.Equal(t, n < limit && n > -limit, ok, "%g", p)
		if ok {
			require.EqualValues(t, n, got, "%g", p)
		}
	})
}

func nearestEven(r *big.Rat) int64 {
	two := new(big.Int).Mul(r.Denom(), big.NewInt(2))
	n := new(big.Int).Mul(r.Num(), big.NewInt(2))
	n.Add(n, r.Denom())
	q, rest := new(big.Int).DivMod(n, two, new(big.Int))
	if rest.Sign() == 0 && q.Bit(0) == 1 {
		q.Sub(q, big.NewInt(1))
	}
	return q.Int64()
}

func TestSnapRefusesWhatDoesNotFit(t *testing.T) {
	for _, p := range []float32{40000, -40000, 1e30, -1e30, 32768.5} {
		_, ok := snap(p)
		require.False(t, ok, "%g", p)
	}
	v, ok := snap(32767)
	require.True(t, ok)
	require.EqualValues(t, 32767*256-128, v)
}

// unit makes a TSU with an identity-like viewport.
func unit() *TSU { return unitOf(Config{}) }

func unitOf(cfg Config) *TSU {
	b := New("TSU", cfg)
	b.S.Regs[0], b.S.Regs[1] = math.Float32bits(32), math.Float32bits(32)
	b.S.Regs[2], b.S.Regs[3] = math.Float32bits(32), math.Float32bits(32)
	b.S.Regs[4] = math.Float32bits(1)
	b.S.Regs[7] = math.Float32bits(4)
	return b
}

func vertex(rt *rapid.T) (v pipe.Vertex) {
	for k := range v.Clip {
		v.Clip[k] = float32(rapid.IntRange(-1024, 1024).Draw(rt, "clip")) / 64
	}
	v.Clip[3] = float32(rapid.IntRange(-64, 1024).Draw(rt, "w")) / 64
	for k := range v.A {
		v.A[k] = float32(rapid.IntRange(0, 255).Draw(rt, "a")) / 255
	}
	return v
}

func TestClippedCornersLieInsideAllPlanes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := unit()
		in := [3]pipe.Vertex{vertex(rt), vertex(rt), vertex(rt)}
		n := b.clip(&in)
		require.True(t, n == 0 || n >= 3 && n <= maxCorners)
		reach := float32(0) // of the primitive: a corner near the middle has the rounding errors of far ones
		for i := range in {
			for _, x := range in[i].Clip {
				reach = max(reach, float32(math.Abs(float64(x))))
			}
		}
		for i := range n {
			for p := range planes {
				require.GreaterOrEqual(t, distance(p, &b.S.Poly[i].Clip, 4), -float64(reach)*0x1p-19, "plane %d", p)
			}
			for _, a := range b.S.Poly[i].A {
				require.True(t, a >= -1e-4 && a <= 1+1e-4, "attribute %g is outside the primitive's", a)
			}
		}
		for i := n; i < maxCorners; i++ {
			require.Zero(t, b.S.Poly[i], "a dead corner keeps data")
		}
	})
}

func TestTriangleInsideIsNotTouched(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := unit()
		var in [3]pipe.Vertex
		for i := range in {
			in[i] = vertex(rt)
			w := float32(1 + rapid.IntRange(1, 9).Draw(rt, "w"))
			in[i].Clip = [4]float32{w / 2, -w / 3, w / 4, w}
		}
		require.Equal(t, 3, b.clip(&in))
		require.Equal(t, in[:], b.S.Poly[:3])
	})
}

func TestPrimitiveThatIsNotFiniteOrOutsideYieldsNothing(t *testing.T) {
	b := unit()
	ok := pipe.Vertex{Clip: [4]float32{0, 0, 0.5, 1}}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		v := [3]pipe.Vertex{ok, ok, ok}
		v[1].Clip[2] = bad
		require.Zero(t, b.clip(&v))
	}
	right := pipe.Vertex{Clip: [4]float32{2, 0, 0.5, 1}}
	require.Zero(t, b.clip(&[3]pipe.Vertex{right, right, right}))
}

// A primitive is outside when all of its corners are strictly outside of one side: one that lies on a side is not, and neither is
// one whose corners are outside of different ones.
func TestOutsideIsStrictlyOutsideOfOneSide(t *testing.T) {
	const w = 2
	at := func(axis int, c float32) pipe.Vertex {
		v := pipe.Vertex{Clip: [4]float32{0, 0, 1, w}}
		v.Clip[axis] = c
		return v
	}
	after, before := math.Nextafter32(w, 3), -math.Nextafter32(w, 3)
	sides := []struct {
		axis     int
		on, past float32
	}{{0, w, after}, {0, -w, before}, {1, w, after}, {1, -w, before}, {2, 0, -math.SmallestNonzeroFloat32}, {2, w, after}}
	for i, s := range sides {
		on, past := at(s.axis, s.on), at(s.axis, s.past)
		require.False(t, outside(&[3]pipe.Vertex{on, on, on}), "on side %d", i)
		require.True(t, outside(&[3]pipe.Vertex{past, past, past}), "past side %d", i)
		for k := range 3 {
			v := [3]pipe.Vertex{past, past, past}
			v[k] = on
			require.False(t, outside(&v), "corner %d on side %d", k, i)
			for j, other := range sides {
				v[k] = at(other.axis, other.past)
				require.Equal(t, i == j, outside(&v), "corner %d past side %d, the others past side %d", k, j, i)
			}
		}
	}
}
