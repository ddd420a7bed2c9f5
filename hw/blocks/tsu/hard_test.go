package tsu

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// double is a number whose operations are exact and then rounded to binary64.
func double(f float64) *big.Float { return new(big.Float).SetPrec(53).SetFloat64(f) }

func rounded() *big.Float { return new(big.Float).SetPrec(53).SetMode(big.ToNearestEven) }

// distances of a corner from the six planes (docs/arithmetic.md, section 2).
func distances(c *[4]float32, g float32) (d [6]*big.Float) {
	x, y, z, w := double(float64(c[0])), double(float64(c[1])), double(float64(c[2])), double(float64(c[3]))
	gw := rounded().Mul(double(float64(g)), w)
	return [6]*big.Float{
		z, rounded().Sub(w, z), rounded().Sub(gw, x), rounded().Add(gw, x), rounded().Sub(gw, y), rounded().Add(gw, y),
	}
}

// cutByPage is docs/arithmetic.md, section 2, for finite corners.
func cutByPage(prim *[3]pipe.Vertex, g float32) (polygon []pipe.Vertex) {
	strictly := [6]int{}
	for i := range prim {
		c := &prim[i].Clip
		for k, out := range [6]bool{c[0] > c[3], c[0] < -c[3], c[1] > c[3], c[1] < -c[3], c[2] < 0, c[2] > c[3]} {
			if out {
				strictly[k]++
			}
		}
	}
	for _, n := range strictly {
		if n == 3 {
			return nil
		}
	}
	polygon = append(polygon, prim[:]...)
	for plane := range 6 {
		var next []pipe.Vertex
		for i := range polygon {
			a, b := &polygon[i], &polygon[(i+1)%len(polygon)]
			da, db := distances(&a.Clip, g)[plane], distances(&b.Clip, g)[plane]
			if da.Sign() >= 0 {
				next = append(next, *a)
			}
			if (da.Sign() >= 0) == (db.Sign() >= 0) {
				continue
			}
			if da.Sign() < 0 {
				a, b, da, db = b, a, db, da
			}
			next = append(next, crossing(a, b, da, db))
		}
		if polygon = next; len(polygon) > 9 {
			return nil
		}
	}
	if len(polygon) < 3 {
		return nil
	}
	return polygon
}

// crossing is the new vertex between an inside and an outside end.
func crossing(in, out *pipe.Vertex, di, do *big.Float) (v pipe.Vertex) {
	component := func(i, o float32) float32 {
		n := rounded().Sub(rounded().Mul(di, double(float64(o))), rounded().Mul(do, double(float64(i))))
		f, _ := n.Quo(n, rounded().Sub(di, do)).Float32()
		return f
	}
	for k := range v.Clip {
		v.Clip[k] = component(in.Clip[k], out.Clip[k])
	}
	for k := range v.A {
		v.A[k] = component(in.A[k], out.A[k])
	}
	return v
}

// hardVertex draws a corner that often lies in a plane of the view volume or of the guard band, or one step beside it.
func hardVertex(rt *rapid.T, g float32) (v pipe.Vertex) {
	w := rapid.OneOf(rapid.SampledFrom([]float32{1, 1, 1, 2, 0.75, 3, 0, -1, 1e-7, 1e7}), hard.Finite()).Draw(rt, "w")
	v.Clip[3] = w
	for k := range 3 {
		at := rapid.SampledFrom([]float32{w, -w, g * w, -g * w, 0, w / 2, 2 * w, -2 * w, float32(math.Copysign(0, -1)), 1}).Draw(rt, "place")
		if rapid.IntRange(0, 7).Draw(rt, "anywhere") == 0 {
			at = hard.Finite().Draw(rt, "at")
		}
		if at = hard.Beside(at, rapid.SampledFrom([]int{0, 0, 0, 1, -1}).Draw(rt, "beside")); at-at != 0 {
			at = 0
		}
		v.Clip[k] = at
	}
	for k := range v.A {
		v.A[k] = hard.Share().Draw(rt, "a")
	}
	return v
}

func requireVertex(t require.TestingT, want, got *pipe.Vertex, what string) {
	for k := range want.Clip {
		require.True(t, hard.Same(want.Clip[k], got.Clip[k]), "%s: %v, not %v", what, got, want)
	}
	for k := range want.A {
		require.True(t, hard.Same(want.A[k], got.A[k]), "%s: %v, not %v", what, got, want)
	}
}

func TestClippingPropertyIsThatOfThePage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 8 {
			b := unit()
			g := rapid.OneOf(rapid.SampledFrom([]float32{1, 4, 1.5, 1024}), hard.Finite()).Draw(rt, "guard band")
			b.S.Regs[regs.TSUGuardBand] = math.Float32bits(g)
			prim := [3]pipe.Vertex{hardVertex(rt, g), hardVertex(rt, g), hardVertex(rt, g)}
			want := cutByPage(&prim, g)
			in := prim
			n := b.clip(&in)
			require.Equal(rt, len(want), n, "%v", prim)
			for i := range want {
				requireVertex(rt, &want[i], &b.S.Poly[i], "corner")
			}
			for i := n; i < maxCorners; i++ {
				require.Zero(rt, b.S.Poly[i], "a dead corner keeps data")
			}
		}
	})
}

// A triangle that each of the six planes cuts a corner from has nine, and none is lost.
func TestNineCornersAreLeftOfATriangleCutByAllPlanes(t *testing.T) {
	b := unit()
	b.S.Regs[regs.TSUGuardBand] = math.Float32bits(1)
	nine := 0
	for turn := range 24 { // in the plane through the middle of the volume that is cut into a regular hexagon
		for size := range 12 {
			var prim [3]pipe.Vertex
			for i := range prim {
				sin, cos := math.Sincos(2*math.Pi*(float64(i)/3+float64(turn)/72) + 0.01)
				r := 1.5 + float64(size)/10
				u, v := r*cos/math.Sqrt2, r*sin/math.Sqrt(6)
				prim[i].Clip = [4]float32{float32(u + v), float32(-u + v), float32((1 - 2*v) / 2), 1}
			}
			want := cutByPage(&prim, 1)
			require.Equal(t, len(want), b.clip(&prim))
			for i := range want {
				requireVertex(t, &want[i], &b.S.Poly[i], "corner")
			}
			if len(want) == 9 {
				nine++
			}
		}
	}
	require.Positive(t, nine)
}

// Every way in which the corners of a polygon can lie inside and outside, on the plane and nowhere.
func TestCuttingStepsForEverySideOfEachCorner(t *testing.T) {
	for n := 3; n <= maxCorners; n++ {
		for sides := range 1 << n {
			for _, odd := range []float64{2, 0, math.NaN()} { // what the last corner's distance is, or its negative
				var in, out [maxCorners]pipe.Vertex
				var d [maxCorners]float64
				for i := range n {
					in[i].Clip[0], d[i] = float32(1+i), float64(1-2*(sides>>i&1)) // 1 inside, -1 outside
				}
				d[n-1] *= odd
				inside := func(i int) bool { return d[i] >= 0 }
				var want []float32
				for i := range n {
					j := (i + 1) % n
					if inside(i) {
						want = append(want, in[i].Clip[0])
					}
					if inside(i) != inside(j) {
						a, b := i, j
						if inside(j) {
							a, b = j, i
						}
						want = append(want, float32((d[a]*float64(in[b].Clip[0])-d[b]*float64(in[a].Clip[0]))/(d[a]-d[b])))
					}
				}
				got := cutPlane(&in, &d, n, 0, &out)
				if len(want) > maxCorners {
					require.Greater(t, got, maxCorners)
					continue
				}
				require.Equal(t, len(want), got)
				for i := range want {
					require.True(t, want[i] == out[i].Clip[0] || want[i] != want[i], "corner %d of %v", i, d)
				}
			}
		}
	}
}

// A guard band that is no number has nothing inside.
func TestGuardBandThatIsNoNumberLeavesNothing(t *testing.T) {
	b := unit()
	b.S.Regs[regs.TSUGuardBand] = math.Float32bits(float32(math.NaN()))
	ok := pipe.Vertex{Clip: [4]float32{0, 0, 0.5, 1}}
	require.Zero(t, b.clip(&[3]pipe.Vertex{ok, ok, ok}))
}

// Each of the twelve components counts, and no attribute does.
func TestOnlyPositionsThatAreNotFiniteReject(t *testing.T) {
	for i := range 3 {
		for k := range 10 {
			for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32} {
				v := [3]pipe.Vertex{}
				if k < 4 {
					v[i].Clip[k] = bad
				} else {
					v[i].A[k-4] = bad
				}
				require.Equal(t, k >= 4 || bad == math.MaxFloat32, finite(&v))
			}
		}
	}
}

// exactly is a binary32 number as a fraction.
func exactly(f float32) *big.Rat { return new(big.Rat).SetFloat64(float64(f)) }

// nearest is the binary32 nearest to a fraction; an infinity when that is too large.
func nearest(r *big.Rat) float32 {
	f, _ := r.Float32()
	return f
}

func isFinite(f float32) bool { return f-f == 0 }

// screenOf is docs/arithmetic.md, section 3, for a vertex whose position is finite.
func screenOf(v *pipe.Vertex, scale, offset [3]float32) (s pipe.ScreenVertex, ok bool) {
	if !(v.Clip[3] > 0) {
		return s, false
	}
	s.O = nearest(new(big.Rat).Inv(exactly(v.Clip[3])))
	if !isFinite(s.O) {
		return s, false
	}
	var window [3]float32
	for k := range window {
		p := nearest(new(big.Rat).Mul(exactly(v.Clip[k]), exactly(s.O)))
		if !isFinite(p) || !isFinite(scale[k]) || !isFinite(offset[k]) {
			return s, false // it stays infinite, or becomes NaN
		}
		sum := new(big.Rat).Mul(exactly(p), exactly(scale[k]))
		if window[k] = nearest(sum.Add(sum, exactly(offset[k]))); !isFinite(window[k]) {
			return s, false
		}
	}
	s.Z, s.A = window[2], v.A
	for k, to := range [2]*int32{&s.X, &s.Y} {
		n, ok := snapped(window[k])
		if !ok {
			return s, false
		}
		*to = n
	}
	return s, true
}

// snapped is a position in pixels in 1/256 pixels from the centre of the first; false where that needs more than 24 bits with the sign.
func snapped(window float32) (n int32, ok bool) {
	r := exactly(nearest(new(big.Rat).Sub(exactly(window), big.NewRat(1, 2))))
	r.Mul(r, big.NewRat(256, 1))
	if new(big.Rat).Abs(r).Cmp(big.NewRat(1<<24, 1)) >= 0 {
		return 0, false
	}
	even := nearestEven(r)
	return int32(even), even < 1<<23 && even > -1<<23
}

// window draws a position in pixels that is a tie of two sub-pixels, lies beside one, or at an end of what can be told.
func window(rt *rapid.T, name string) float32 {
	var p float32
	switch rapid.IntRange(0, 3).Draw(rt, name+" kind") {
	case 0:
		p = float32(rapid.IntRange(-3000, 3000).Draw(rt, name)) / 512
	case 1:
		p = float32(rapid.SampledFrom([]int{-1, 1}).Draw(rt, name+" end")) * (32768 + float32(rapid.IntRange(-1200, 4).Draw(rt, name))/512)
	case 2:
		return rapid.OneOf(hard.Finite(), rapid.SampledFrom([]float32{3e4, 1, 0})).Draw(rt, name)
	default:
		p = float32(rapid.IntRange(-4, 4).Draw(rt, name))
	}
	return hard.Beside(p, rapid.SampledFrom([]int{0, 0, 1, -1}).Draw(rt, name+" beside"))
}

func TestTrianglesPropertyAreSetUpAsThePageSays(t *testing.T) {
	survived, ties := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 5 {
			b := unit()
			var scale, offset [3]float32
			simple := rapid.IntRange(0, 3).Draw(rt, "simple") > 0
			if rapid.IntRange(0, 2).Draw(rt, "odd depth") == 0 {
				scale[2], offset[2] = hard.Float().Draw(rt, "scale"), hard.Float().Draw(rt, "offset")
			} else {
				scale[2], offset[2] = 1, 0
			}
			select4 := rapid.Uint32Range(0, 3).Draw(rt, "viewport")
			for i := range uint32(4) { // the other viewports hold something else
				at := uint32(regs.TSUViewportScaleX)
				if i > 0 {
					at = regs.TSUViewport1ScaleX + 6*(i-1)
				}
				for k := range uint32(3) {
					s, o := float32(1), float32(0)
					if !simple {
						s, o = hard.Float().Draw(rt, "scale"), hard.Float().Draw(rt, "offset")
					} else if i != select4 {
						s, o = 3, 5
					}
					if i == select4 && k == 2 {
						s, o = scale[2], offset[2]
					}
					if i == select4 {
						scale[k], offset[k] = s, o
					}
					b.S.Regs[at+2*k], b.S.Regs[at+2*k+1] = math.Float32bits(s), math.Float32bits(o)
				}
			}
			cull := rapid.Uint32Range(0, 7).Draw(rt, "cull")
			b.S.Regs[regs.TSUViewportSelect], b.S.Regs[regs.TSUCull] = select4, cull
			for i := range b.S.Poly {
				v := &b.S.Poly[i]
				w := rapid.OneOf(rapid.SampledFrom([]float32{1, 1, 1, 1, 2, 0.5}), hard.Finite()).Draw(rt, "w")
				v.Clip = [4]float32{window(rt, "x"), window(rt, "y"), hard.Share().Draw(rt, "z"), w}
				if w == 2 || w == 0.5 {
					v.Clip[0], v.Clip[1] = v.Clip[0]*w, v.Clip[1]*w
					for k := range 2 {
						if !isFinite(v.Clip[k]) {
							v.Clip[k] = 0
						}
					}
				}
				v.A = [pipe.Attributes]float32{float32(i), 1, 2, 3, 4, 5}
				if i > 2 {
					break
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "no area") == 0 { // the corners in a row, or two in one place
				b.S.Poly[2].Clip[0], b.S.Poly[2].Clip[3] = b.S.Poly[1].Clip[0], b.S.Poly[1].Clip[3]
				b.S.Poly[3].Clip = b.S.Poly[2].Clip
			}
			for id := range 2 {
				want, visible := pipe.Triangle{}, true
				for k, c := range [3]int{0, id + 1, id + 2} {
					s, ok := screenOf(&b.S.Poly[c], scale, offset)
					want.V[k], visible = s, visible && ok
				}
				if visible {
					v := &want.V
					d := func(a, b int32) *big.Int { return big.NewInt(int64(a) - int64(b)) }
					area := new(big.Int).Sub(
						new(big.Int).Mul(d(v[1].X, v[0].X), d(v[2].Y, v[0].Y)), new(big.Int).Mul(d(v[2].X, v[0].X), d(v[1].Y, v[0].Y)))
					require.True(rt, area.IsInt64())
					want.Area = area.Int64()
					want.Front = (area.Sign() > 0) == (cull&4 != 0)
					visible = area.Sign() != 0 && !(want.Front && cull&1 != 0) && !(!want.Front && cull&2 != 0)
				}
				got := pipe.Triangle{Area: 99, Front: true}
				require.Equal(rt, visible, b.setUp(&got, id), "%v", b.S.Poly)
				if visible {
					survived++
					require.Equal(rt, want, got, "%v", b.S.Poly)
					if simple {
						ties++
					}
				}
			}
		}
	})
	require.Positive(t, survived)
	require.Positive(t, ties)
}

// The smallest triangles, of one sub-pixel's area and of two, and those of none, in every place and order of their corners.
func TestSmallestTrianglesAreNotCulled(t *testing.T) {
	at := func(x, y int) (v pipe.Vertex) {
		v.Clip = [4]float32{0.5 + float32(x)/256, 0.5 + float32(y)/256, 0, 1}
		return v
	}
	for n := range 3 * 3 * 3 * 3 * 3 * 3 {
		var p [6]int
		for i := range p {
			p[i], n = n%3-1, n/3
		}
		for _, cw := range []bool{false, true} {
			b := unit()
			for _, r := range []int{regs.TSUViewportScaleX, regs.TSUViewportScaleY} {
				b.S.Regs[r], b.S.Regs[r+1] = math.Float32bits(1), 0
			}
			b.S.Regs[regs.TSUCull] = regs.TSUCullFields{FrontCw: cw}.Pack()
			for i := range 3 {
				b.S.Poly[i] = at(p[2*i], p[2*i+1])
			}
			area := (p[2]-p[0])*(p[5]-p[1]) - (p[4]-p[0])*(p[3]-p[1])
			var tri pipe.Triangle
			require.Equal(t, area != 0, b.setUp(&tri, 0), "%v", p)
			if area != 0 {
				require.EqualValues(t, area, tri.Area)
				require.Equal(t, area > 0 == cw, tri.Front, "%v", p)
			}
		}
	}
}

// Depth that is not finite culls by itself, where the position is a good one.
func TestDepthThatIsNotFiniteCulls(t *testing.T) {
	for _, c := range []struct{ z, scale, offset float32 }{
		{1, float32(math.Inf(1)), 0}, {1, 1, float32(math.Inf(-1))}, {0, float32(math.NaN()), 0}, {1, math.MaxFloat32, math.MaxFloat32}, {1, math.MaxFloat32, 0},
	} {
		b := unit()
		b.S.Regs[regs.TSUDepthScale], b.S.Regs[regs.TSUDepthOffset] = math.Float32bits(c.scale), math.Float32bits(c.offset)
		for i, p := range [3][2]float32{{0, 0}, {0.5, 0}, {0, 0.5}} {
			b.S.Poly[i].Clip = [4]float32{p[0], p[1], c.z, 1}
		}
		require.Equal(t, c.offset == 0 && c.scale == math.MaxFloat32, b.setUp(&pipe.Triangle{}, 0), "%+v", c)
	}
}

// Every position from some hundreds of steps before an end of the range to as many past it, and around each tie of a few pixels.
func TestSnappingAroundEndsAndTies(t *testing.T) {
	check := func(p float32) {
		want, fits := snapped(p)
		got, ok := snap(p)
		require.Equal(t, fits, ok, "%x", p)
		if fits {
			require.Equal(t, want, got, "%x", p)
		}
	}
	for _, end := range []float32{32768, -32768, 32767.5, 65536, -65536, 0} {
		p := hard.Beside(end, -300)
		for range 600 {
			check(p)
			p = hard.Beside(p, 1)
		}
	}
	for n := range 4 * 512 {
		for s := -1; s <= 1; s++ {
			check(hard.Beside(float32(n-1024)/512, s))
		}
	}
	for _, p := range []float32{math.MaxFloat32, -math.MaxFloat32, 1 << 24, 1 << 16, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())} {
		_, ok := snap(p)
		require.False(t, ok, "%g", p)
	}
}

// Sums that come out as zero, from zeros of both signs and from numbers that take each other away: IEEE 754 says +0 unless both are -0.
func TestFusedMultiplyAddOfZerosHasTheSignOfIEEE(t *testing.T) {
	minus := float32(math.Copysign(0, -1))
	for _, c := range []struct{ a, b, c, want float32 }{
		{0, 1, 0, 0}, {minus, 1, 0, 0}, {0, 1, minus, 0}, {minus, 1, minus, minus}, {minus, -1, minus, 0}, {0, -1, minus, minus}, {2, 3, -6, 0}, {-2, 3, 6, 0},
	} {
		require.Equal(t, math.Float32bits(c.want), math.Float32bits(fma32(c.a, c.b, c.c)), "%g·%g + %g", c.a, c.b, c.c)
	}
}

// A product of nearly half of the other summand's last place, more or less than it by less than binary64 has in the sum, of either sign.
func TestFusedMultiplyAddPropertyBesideTheMiddle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 20 {
			a := rapid.Int64Range(1<<23, 1<<24-1).Draw(rt, "a")
			b := (1<<47 + rapid.Int64Range(-1<<21, 1<<21).Draw(rt, "beside")) / a // a·b is 2^47, nearly
			c := float32(rapid.Int64Range(1<<23, 1<<24-1).Draw(rt, "c"))
			scale := rapid.SampledFrom([]int{-148, -126, -100, -60, -48, -30, -24, -1, 0, 1, 40, 100}).Draw(rt, "scale")
			x, y, z := float32(a), float32(math.Ldexp(float64(b), scale-48)), float32(math.Ldexp(float64(c), scale)) // half of a unit of z's last place
			for _, s := range [][2]float32{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
				checkFMA(rt, x, s[0]*y, s[1]*z)
			}
		}
	})
}

// What each primitive, or triangle of a patch, adds.
func TestCountsOfEveryPolygon(t *testing.T) {
	for _, consumed := range []uint32{0, 1, 3, 16} {
		for corners := range uint8(maxCorners + 1) {
			if corners == 1 || corners == 2 {
				continue
			}
			for _, before := range []uint32{0, 5, math.MaxUint32} {
				b := New("TSU", Config{})
				b.S.Count = corners
				b.S.Begun = counts{before, before, before, before, before}
				b.S.Ended = counts{1, 2, 3, 4, 5}
				var prim pipe.Shaded
				prim.SetAssembly(pipe.Assembly{Vertices: consumed})
				b.count(&prim)
				want := counts{before + consumed, before, before + 3, before + 1, before + max(uint32(corners), 2) - 2}
				if consumed > 0 {
					want[iaPrimitives]++
				}
				require.Equal(t, want, b.S.Begun)
				for _, left := range []uint16{1, 0} { // triangles of a patch that follow
					b.S.Prim.SetAssembly(pipe.Assembly{More: left})
					b.complete()
					if left == 0 {
						for i, n := range []uint32{1, 2, 3, 4, 5} {
							want[i] += n
						}
						require.Equal(t, [2]counts{{}, want}, [2]counts{b.S.Begun, b.S.Ended})
					} else {
						require.Equal(t, [2]counts{want, {1, 2, 3, 4, 5}}, [2]counts{b.S.Begun, b.S.Ended})
					}
				}
			}
		}
	}
}
