package tess

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// num is a binary32 number whose operations are done exactly and rounded once.
type num struct{ f *big.Float }

func of(x float32) num { return num{new(big.Float).SetPrec(24).SetFloat64(float64(x))} }

func exactly() *big.Float { return new(big.Float).SetPrec(24).SetMode(big.ToNearestEven) }

func (a num) mul(b num) num { return num{exactly().Mul(a.f, b.f)} }
func (a num) add(b num) num { return num{exactly().Add(a.f, b.f)} }
func (a num) sub(b num) num { return num{exactly().Sub(a.f, b.f)} }
func (a num) div(b num) num { return num{exactly().Quo(a.f, b.f)} }
func (a num) root() num     { return num{exactly().Sqrt(a.f)} }
func (a num) value() float32 {
	v, _ := a.f.Float32()
	return v
}

type blend [4]num

// rounded is docs/arithmetic.md, Patches, in exact numbers that are rounded after each step.
type rounded [16][recWords]num

func bernstein(t num) (b blend, q [3]num) {
	s := of(1).sub(t)
	b[0] = s.mul(s).mul(s)
	b[1] = s.mul(s).mul(t).mul(of(3))
	b[2] = s.mul(t).mul(t).mul(of(3))
	b[3] = t.mul(t).mul(t)
	q[0] = s.mul(s).mul(of(3))
	q[1] = s.mul(t).mul(of(2)).mul(of(3))
	q[2] = t.mul(t).mul(of(3))
	return b, q
}

func (b blend) sum(x [4]num) num {
	return b[0].mul(x[0]).add(b[1].mul(x[1])).add(b[2].mul(x[2])).add(b[3].mul(x[3]))
}

func slopeOf(q [3]num, x [4]num) num {
	return q[0].mul(x[1].sub(x[0])).add(q[1].mul(x[2].sub(x[1]))).add(q[2].mul(x[3].sub(x[2])))
}

// rows combines each row of a component.
func (p *rounded) rows(k int, of func(x [4]num) num) (row [4]num) {
	for r := range 4 {
		row[r] = of([4]num{p[4*r][k], p[4*r+1][k], p[4*r+2][k], p[4*r+3][k]})
	}
	return row
}

func (p *rounded) surface(k int, a, b blend) num {
	return b.sum(p.rows(k, a.sum))
}

func (p *rounded) normal(u, v num) (n [3]num, l num) {
	bu, qu := bernstein(u)
	bv, qv := bernstein(v)
	var x, y [3]num
	for k := range 3 {
		x[k] = bv.sum(p.rows(k, func(row [4]num) num { return slopeOf(qu, row) }))
		y[k] = slopeOf(qv, p.rows(k, bu.sum))
	}
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		n[k] = x[i].mul(y[j]).sub(x[j].mul(y[i]))
	}
	return n, n[0].mul(n[0]).add(n[1].mul(n[1])).add(n[2].mul(n[2])).root()
}

func (p *rounded) evaluate(u, v num) (out [recWords]float32) {
	bu, _ := bernstein(u)
	bv, _ := bernstein(v)
	for k := range 3 {
		out[k] = p.surface(k, bu, bv).value()
	}
	n, l := p.normal(u, v)
	if l.f.Sign() == 0 {
		inside := func(t num) num { return t.add(of(0.5).sub(t).div(of(64))) }
		n, l = p.normal(inside(u), inside(v))
	}
	for k := range n {
		if l.f.Sign() > 0 {
			out[recNormal+k] = n[k].div(l).value()
		}
	}
	one := of(1)
	for k := recTexcoord; k < recWords; k++ {
		top := p[0][k].mul(one.sub(u)).add(p[3][k].mul(u))
		bottom := p[12][k].mul(one.sub(u)).add(p[15][k].mul(u))
		out[k] = top.mul(one.sub(v)).add(bottom.mul(v)).value()
	}
	return out
}

func anyPatch(rt *rapid.T) (p controls, e rounded) {
	flat := rapid.IntRange(0, 3).Draw(rt, "flat") == 0
	for i := range p {
		for k := range p[i] {
			p[i][k] = float32(rapid.IntRange(-4000, 4000).Draw(rt, "x")) / 997
			if flat && i < 4 && k < 3 {
				p[i][k] = p[0][k] // a side that is one point
			}
		}
		for k := range p[i] {
			e[i][k] = of(p[i][k])
		}
	}
	return p, e
}

// Every operation is rounded on its own, in the order that is written down.
func TestEvaluationRoundsEachStep(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, e := anyPatch(rt)
		n := rapid.IntRange(1, maxLevel).Draw(rt, "level")
		u := float32(rapid.IntRange(0, n).Draw(rt, "i")) / float32(n)
		v := float32(rapid.IntRange(0, n).Draw(rt, "j")) / float32(n)
		var got [recWords]float32
		p.evaluate(u, v, &got)
		require.Equal(rt, e.evaluate(of(u), of(v)), got)
	})
}

// The surface is the Bezier patch: de Casteljau in binary64 gives the same point.
func TestEvaluationIsTheBezierPatch(t *testing.T) {
	lerp := func(a, b, t float64) float64 { return a + (b-a)*t }
	cubic := func(x [4]float64, t float64) float64 {
		for m := 3; m > 0; m-- {
			for i := range m {
				x[i] = lerp(x[i], x[i+1], t)
			}
		}
		return x[0]
	}
	rapid.Check(t, func(rt *rapid.T) {
		p, _ := anyPatch(rt)
		u, v := rapid.Float32Range(0, 1).Draw(rt, "u"), rapid.Float32Range(0, 1).Draw(rt, "v")
		at := func(k int, u, v float64) float64 {
			var col [4]float64
			for r := range col {
				col[r] = cubic([4]float64{float64(p[4*r][k]), float64(p[4*r+1][k]), float64(p[4*r+2][k]), float64(p[4*r+3][k])}, u)
			}
			return cubic(col, v)
		}
		var got [recWords]float32
		p.evaluate(u, v, &got)
		var n [3]float64
		const h = 1e-5
		slope := func(k int, along bool) float64 {
			if along {
				return (at(k, float64(u)+h, float64(v)) - at(k, float64(u)-h, float64(v))) / (2 * h)
			}
			return (at(k, float64(u), float64(v)+h) - at(k, float64(u), float64(v)-h)) / (2 * h)
		}
		for k := range 3 {
			require.InDelta(rt, at(k, float64(u), float64(v)), got[k], 1e-5)
			i, j := (k+1)%3, (k+2)%3
			n[k] = slope(i, true)*slope(j, false) - slope(j, true)*slope(i, false)
		}
		l := math.Sqrt(n[0]*n[0] + n[1]*n[1] + n[2]*n[2])
		if l < 0.1 {
			return // the tangents nearly coincide
		}
		for k := range 3 {
			require.InDelta(rt, n[k]/l, got[recNormal+k], 1e-2)
		}
	})
}

func TestPointPatchHasNoNormal(t *testing.T) {
	var p controls
	for i := range p {
		p[i] = [recWords]float32{1, 2, 3, 9, 9, 9, 1, 1, 1, 1, 1, 1}
	}
	var got [recWords]float32
	p.evaluate(0.5, 0.25, &got)
	require.Equal(t, [recWords]float32{1, 2, 3, 0, 0, 0, 1, 1, 1, 1, 1, 1}, got)
}

// The triangles of the grid, drawn: each cell has two, which share its diagonal.
func TestCornersOfTheGrid(t *testing.T) {
	at := func(tri uint16, n uint8) (out [3][2]uint16) {
		for k := range out {
			out[k][0], out[k][1] = corner(tri, k, n)
		}
		return out
	}
	require.Equal(t, [3][2]uint16{{0, 0}, {1, 0}, {0, 1}}, at(0, 1))
	require.Equal(t, [3][2]uint16{{1, 0}, {1, 1}, {0, 1}}, at(1, 1))
	require.Equal(t, [3][2]uint16{{2, 1}, {3, 1}, {2, 2}}, at(10, 3))
	require.Equal(t, [3][2]uint16{{32, 31}, {32, 32}, {31, 32}}, at(2047, 32))
	for level, want := range map[uint32]uint8{0: 1, 1: 1, 7: 7, 32: 32, 33: 32, 63: 32} {
		require.Equal(t, want, segments(level))
	}
}

// A side that is one point has a tangent of exactly zero: the normal is that of a point a
// little inside, not the direction of a rounding.
func TestNormalAtASideThatIsAPoint(t *testing.T) {
	var p controls
	for i := range p {
		p[i][0], p[i][1], p[i][2] = 0.1+0.3*float32(i%4)*float32(i/4), -0.7+0.37*float32(i/4), 0.3
	}
	for i := range 4 {
		var out [recWords]float32
		p.evaluate(float32(i)/3, 0, &out)
		require.Equal(t, [3]float32{0, 0, 1}, [3]float32(out[recNormal:recNormal+3]))
	}
}
