package sampler

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
)

// lodOf is the level of detail of docs/arithmetic.md, section 6. Thresholds of log2 lie further from every binary32 than binary64 errs.
func lodOf(e *pipe.SampleRequest) int {
	square := func(k int) float32 {
		a := hard.Mul(hard.Sub(e.UV[k][0], e.UV[0][0]), float32(e.Width))
		b := hard.Mul(hard.Sub(e.UV[k][1], e.UV[0][1]), float32(e.Height))
		return hard.Add(hard.Mul(a, a), hard.Mul(b, b))
	}
	x, r := square(1), square(2)
	if x > r {
		r = x
	}
	switch {
	case !(r > 0):
		return -1
	case math.IsInf(float64(r), 1):
		return 32767
	}
	m, exp := math.Frexp(float64(r))
	return 128*exp + int(math.Floor(128*math.Log2(m)))
}

// hardThread draws a quad whose texture coordinates lie on edges and centres of texels, or one step beside them, and whose level of detail
// is where the levels change.
func hardThread(rt *rapid.T) *pipe.SampleRequest {
	size := rapid.SampledFrom([]uint16{1, 2, 3, 4, 5, 8, 16, 17, 64, 255, 256, 1000, 4096, 8192, 0, 65535})
	e := &pipe.SampleRequest{
		Width: size.Draw(rt, "width"), Height: size.Draw(rt, "height"), Base: 64 * rapid.Uint32Range(0, 1<<26-1).Draw(rt, "base"),
		Wrap: rapid.Uint8Range(0, 15).Draw(rt, "wrap"), Filter: rapid.Uint8().Draw(rt, "filter"),
		Mask: rapid.Uint8Range(1, 15).Draw(rt, "mask"), Encoded: rapid.Bool().Draw(rt, "encoded"),
	}
	if rapid.Bool().Draw(rt, "levels") {
		e.Filter |= rapid.SampledFrom([]uint8{1 << 2, 2 << 2, 1<<2 | 2, 2<<2 | 1}).Draw(rt, "mip")
	}
	place := func(size uint16, name string) float32 {
		if rapid.IntRange(0, 9).Draw(rt, name+" anywhere") == 0 {
			return hard.Float().Draw(rt, name)
		}
		n := rapid.OneOf(rapid.SampledFrom([]int{0, 1, -1, int(size) - 1, int(size), int(size) + 1, 2 * int(size), 2*int(size) - 1, -int(size), -2 * int(size), -int(size) - 1}), rapid.IntRange(-40, 40)).Draw(rt, name)
		part := rapid.SampledFrom([]float64{0, 0.5, 0.5 + 1.0/256, 0.5 - 1.0/256, 0.5 + 1.0/512, 0.25, 255.0 / 256}).Draw(rt, name+" part")
		return hard.Beside(float32((float64(n)+part)/float64(max(size, 1))), rapid.SampledFrom([]int{0, 0, 1, -1}).Draw(rt, name+" beside"))
	}
	u, v := place(e.Width, "u"), place(e.Height, "v")
	for k := range e.UV {
		e.UV[k][0], e.UV[k][1] = u, v
	}
	last := 256 * (max(1, int(e.Filter>>4)) - 1)
	lod := rapid.SampledFrom([]int{0, 1, 2, 128, 129, 130, 255, 256, 257, 384, 385, last - 1, last, last + 1, last + 129, -1, -2, 7 * 256}).Draw(rt, "lod")
	step := float32(math.Exp2(float64(lod)/256) / float64(max(e.Width, 1)))
	if rapid.Bool().Draw(rt, "from zero") { // so that the step is not rounded
		for k := range e.UV {
			e.UV[k][0] = 0
		}
		u = 0
	}
	which := 1 + rapid.IntRange(0, 1).Draw(rt, "down")
	e.UV[which][0] = u + hard.Beside(step, rapid.SampledFrom([]int{0, 0, 1, -1}).Draw(rt, "beside"))
	if e.UV[which][0]-u == 0 || rapid.IntRange(0, 9).Draw(rt, "odd step") == 0 {
		e.UV[which][1] = hard.Float().Draw(rt, "step")
	}
	return e
}

// Samples at edges, centres and the places where levels change, of every filter, mode and size, are the sums that the page says.
func TestSamplesPropertyAtEdgesOfTexelsAndLevels(t *testing.T) {
	between := 0
	rapid.Check(t, func(rt *rapid.T) {
		for range 12 {
			e := hardThread(rt)
			require.EqualValues(rt, lodOf(e), levelOfDetail(e))
			var s sample
			s.start(e)
			if s.Levels[1].Part != 0 {
				between++
			}
			for set := s.ToFetch; set != 0; set &= set - 1 {
				n := bits.TrailingZeros32(set)
				s.add(n, texelOf(s.address(n)))
			}
			for k := range 4 {
				for ch := range 4 {
					if e.Mask>>k&1 != 0 {
						require.Equal(rt, wanted(e, k, ch), s.component(k, ch), "pixel %d, component %d of %+v", k, ch, e)
					}
				}
			}
		}
	})
	require.Positive(t, between)
}

// Only texels that count are looked up: a neighbour of weight 0, and a level of none, are not.
func TestTexelsOfNoWeightAreNotLookedUp(t *testing.T) {
	for _, c := range []struct {
		u, v float32 // in texels, from the first centre
		want uint32
	}{
		{0, 0, 0b0001}, {1.0 / 256, 0, 0b0011}, {0, 1.0 / 256, 0b0101}, {1.0 / 256, 1.0 / 256, 0b1111}, {255.0 / 256, 0, 0b0011}, {0, 255.0 / 256, 0b0101}, {1, 2, 0b0001},
	} {
		e := &pipe.SampleRequest{Width: 8, Height: 8, Filter: 1 | 1<<1, Mask: 1}
		e.UV[0][0], e.UV[0][1] = (c.u+0.5)/8, (c.v+0.5)/8
		var s sample
		s.start(e)
		require.Equal(t, c.want, s.ToFetch, "%v", c)
	}
}

// One level of detail further, level after level: the levels' places and sizes, to the last one.
func TestLevelsLieOneBehindTheOther(t *testing.T) {
	for _, size := range [][2]uint16{{1, 1}, {0, 0}, {2, 1}, {1, 65535}, {65535, 65535}, {33, 7}, {256, 256}, {3, 5}, {16, 1}, {4, 4}, {5, 3}} {
		e := &pipe.SampleRequest{Base: 0xffff_ff40, Width: size[0], Height: size[1]}
		at, w, h := uint64(e.Base), max(uint64(size[0]), 1), max(uint64(size[1]), 1)
		for k := range int32(maxLevels) {
			l := levelAt(e, k)
			require.Equal(t, level{Base: uint32(at), Width: uint16(max(w>>k, 1)), Height: uint16(max(h>>k, 1))}, l, "level %d of %v", k, size)
			for at += 4 * max(w>>k, 1) * max(h>>k, 1); at%64 != 0; at++ {
			}
		}
	}
}

// Wrapping, at the ends of a level and far from it, by counting steps.
func TestWrapPropertyWalksThereAndBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 50 {
			size := rapid.SampledFrom([]uint16{1, 2, 3, 4, 7, 8, 255, 256, 4096, 16384, 65535}).Draw(rt, "size")
			n := int64(size)
			i := rapid.OneOf(
				rapid.Int32Range(-3, 3),
				rapid.Custom(func(rt *rapid.T) int32 {
					return int32(n)*rapid.Int32Range(-4, 4).Draw(rt, "turns") + rapid.Int32Range(-2, 2).Draw(rt, "beside")
				}),
				rapid.SampledFrom([]int32{1 << 30, -1 << 30, 1<<22 + 1, -1 << 22}),
			).Draw(rt, "i")
			turn := int64(i)
			for turn < 0 { // there and back is two levels
				turn += 2 * n * (1 + (-turn-1)/(2*n))
			}
			turn -= turn / (2 * n) * 2 * n
			mirror := turn
			if turn >= n {
				mirror = 2*n - 1 - turn
			}
			repeat := turn
			if turn >= n {
				repeat -= n
			}
			clamped := int64(i)
			if clamped < 0 {
				clamped = 0
			}
			if clamped >= n {
				clamped = n - 1
			}
			require.Equal(rt, [4]int64{repeat, clamped, mirror, repeat},
				[4]int64{int64(wrap(i, size, 0)), int64(wrap(i, size, 1)), int64(wrap(i, size, 2)), int64(wrap(i, size, 3))}, "%d of %d", i, size)
		}
	})
}

// Texel and place in 1/256 texel, of any coordinate: floor of what is clamped.
func TestPlacesPropertyAreFloors(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 40 {
			size := rapid.SampledFrom([]uint16{1, 2, 8, 255, 65535}).Draw(rt, "size")
			u := rapid.OneOf(hard.Float(), rapid.Custom(func(rt *rapid.T) float32 {
				bound := rapid.SampledFrom([]float64{0x1p22, 0x1p30, 0x1p31, -0x1p22, -0x1p30, 0.5, -0.5, 1, 3}).Draw(rt, "bound")
				return hard.Beside(float32(bound/float64(size)), rapid.IntRange(-2, 2).Draw(rt, "beside"))
			})).Draw(rt, "u")
			f := hard.Mul(u, float32(size))
			clamp := func(v float32, bound float64) float64 {
				if v-v != 0 {
					return 0
				}
				return math.Min(math.Max(float64(v), -bound), bound)
			}
			require.EqualValues(rt, math.Floor(clamp(f, 0x1p30)), texelIndex(u, size), "%g of %d", u, size)
			require.EqualValues(rt, math.Floor(256*clamp(hard.Sub(f, 0.5), 0x1p22)), fixedPlace(u, size), "%g of %d", u, size)
		}
	})
}

// The logarithm changes where the page says: at each 128th power of two, in every binade, denormal ones too.
func TestLogarithmChangesAtItsThresholds(t *testing.T) {
	for e := -149; e < 128; e++ {
		for i := range 128 {
			at := float32(math.Exp2(float64(e) + float64(i)/128))
			for s := -2; s <= 2; s++ {
				r := hard.Beside(at, s)
				if r <= 0 || r-r != 0 {
					continue
				}
				m, exp := math.Frexp(float64(r))
				require.EqualValues(t, 128*exp+int(math.Floor(128*math.Log2(m))), log2(r), "%x", r)
			}
		}
	}
}
