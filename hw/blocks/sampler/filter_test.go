package sampler

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

func TestWrapModes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		size := rapid.Uint16Range(1, 64).Draw(rt, "size")
		i := rapid.Int32Range(-1<<30, 1<<30).Draw(rt, "i")
		repeat := new(big.Int).Mod(big.NewInt(int64(i)), big.NewInt(int64(size))).Int64()
		require.EqualValues(t, repeat, wrap(i, size, 0))
		require.EqualValues(t, min(max(i, 0), int32(size)-1), wrap(i, size, 1))
		m := new(big.Int).Mod(big.NewInt(int64(i)), big.NewInt(2*int64(size))).Int64()
		if m >= int64(size) {
			m = 2*int64(size) - 1 - m
		}
		require.EqualValues(t, m, wrap(i, size, 2))
	})
}

func TestTexelIndexIsTheFloor(t *testing.T) {
	for _, c := range []struct {
		u    float32
		want int32
	}{
		{0, 0}, {0.999, 7}, {-0.01, -1}, {1, 8}, {float32(math.NaN()), 0}, {float32(math.Inf(1)), 0}, {1e30, 1 << 30}, {-1e30, -1 << 30},
	} {
		require.Equal(t, c.want, texelIndex(c.u, 8), "%g", c.u)
	}
}

func TestPlacesAreInPartsOfATexelFromTheFirstCentre(t *testing.T) {
	for _, c := range []struct {
		u    float32
		want int32
	}{
		{1.0 / 16, 0}, {0, -128}, {3.0 / 16, 256}, {float32(math.NaN()), 0}, {float32(math.Inf(1)), 0}, {1e30, 1 << 30}, {-1e30, -1 << 30},
	} {
		require.Equal(t, c.want, fixedPlace(c.u, 8), "%g", c.u)
	}
}

// The level of detail is the exact logarithm's floor: r^1 lies between powers of 2 to the
// 128th part, compared in exact arithmetic.
func TestLogarithmIsTheExactFloor(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := math.Float32frombits(rapid.Uint32Range(1, 0x7f7fffff).Draw(rt, "r"))
		if rapid.Bool().Draw(rt, "at a step") {
			r = math.Float32frombits(regs.Log2Step[rapid.IntRange(0, 127).Draw(rt, "step")] + uint32(rapid.IntRange(-1, 1).Draw(rt, "beside")))
		}
		got := log2(r)
		power := func(n int) *big.Float { // r^128 / 2^n
			x := new(big.Float).SetPrec(128 * 24).SetFloat64(float64(r))
			for range 7 {
				x.Mul(x, x)
			}
			return x.SetMantExp(x, -n)
		}
		require.GreaterOrEqual(rt, power(int(got)).Cmp(big.NewFloat(1)), 0, "%g", r)
		require.Negative(rt, power(int(got)+1).Cmp(big.NewFloat(1)), "%g", r)
	})
	require.EqualValues(t, -1, log2(0))
	require.EqualValues(t, -1, log2(-1))
	require.EqualValues(t, -1, log2(float32(math.NaN())))
	require.EqualValues(t, 32767, log2(float32(math.Inf(1))))
}

// drawThread draws a quad with a texture; texel holds what its memory holds.
func drawThread(rt *rapid.T) *pipe.SampleRequest {
	e := &pipe.SampleRequest{
		Width: rapid.Uint16Range(1, 40).Draw(rt, "width"), Height: rapid.Uint16Range(1, 40).Draw(rt, "height"), Base: 4096,
		Wrap: rapid.SampledFrom([]uint8{0, 1, 2, 4, 5, 6, 8, 9, 10}).Draw(rt, "wrap"), Filter: rapid.Uint8().Draw(rt, "filter"),
		Mask: rapid.Uint8Range(1, 15).Draw(rt, "mask"), Encoded: rapid.Bool().Draw(rt, "encoded"),
	}
	scale := math.Ldexp(1, rapid.IntRange(-9, 1).Draw(rt, "scale"))
	for k := range e.UV {
		e.UV[k][0] = float32(rapid.Float64Range(-2, 2).Draw(rt, "u") * scale)
		e.UV[k][1] = float32(rapid.Float64Range(-2, 2).Draw(rt, "v") * scale)
	}
	if rapid.IntRange(0, 9).Draw(rt, "odd") == 0 {
		e.UV[0][0] = math.Float32frombits(rapid.Uint32().Draw(rt, "any u"))
	}
	return e
}

func texelOf(addr uint32) uint32 { return (addr/4*2654435761 ^ addr) | 0x80 }

// wanted is docs/arithmetic.md, section 6, for a component of a pixel, level by level.
func wanted(e *pipe.SampleRequest, k, ch int) float32 {
	type size struct{ base, w, h int64 }
	var levels [15]size
	levels[0] = size{int64(e.Base), max(1, int64(e.Width)), max(1, int64(e.Height))}
	for i := 1; i < len(levels); i++ {
		p := levels[i-1]
		levels[i] = size{p.base + (4*p.w*p.h+63)/64*64, max(1, int64(e.Width)>>i), max(1, int64(e.Height)>>i)}
	}
	count := min(max(int(e.Filter>>4), 1), 14)
	lod := lodOf(e)
	linear, at := e.Filter&1 != 0, 0
	if lod > 0 {
		linear = e.Filter&2 != 0
		switch e.Filter >> 2 & 3 {
		case 1:
			at = 256 * min((lod+127)>>8, count-1)
		case 2:
			at = min(lod, 256*(count-1))
		}
	}
	wrapped := func(i, size, mode int64) int64 {
		m := func(a, b int64) int64 { return (a%b + b) % b }
		switch mode {
		case 1:
			return min(max(i, 0), size-1)
		case 2:
			if i = m(i, 2*size); i >= size {
				i = 2*size - 1 - i
			}
			return i
		}
		return m(i, size)
	}
	sum := func(l size) int64 {
		texel := func(i, j int64) int64 {
			i, j = wrapped(i, l.w, int64(e.Wrap&3)), wrapped(j, l.h, int64(e.Wrap>>2))
			b := int64(texelOf(uint32(l.base+4*(j*l.w+i))) >> (8 * ch) & 255)
			switch {
			case e.Encoded && ch == 3:
				return 257 * b
			case e.Encoded:
				return int64(regs.SRGBTexel[b])
			}
			return b
		}
		part := func(u float32, size int64) int64 { // in 1/256 texel
			f, bound, half := float64(float32(u*float32(size))), math.Ldexp(1, 30), 0.0
			if linear {
				bound, half = math.Ldexp(1, 22), 0.5
			}
			f = float64(float32(f - half))
			if math.IsNaN(f) || math.IsInf(f, 0) {
				f = 0
			}
			return int64(math.Floor(256 * min(max(f, -bound), bound)))
		}
		x, y := part(e.UV[k][0], l.w), part(e.UV[k][1], l.h)
		if !linear {
			return texel(x>>8, y>>8) << 16
		}
		i, f, j, g := x>>8, x&255, y>>8, y&255
		return ((256-f)*texel(i, j)+f*texel(i+1, j))*(256-g) + ((256-f)*texel(i, j+1)+f*texel(i+1, j+1))*g
	}
	total := sum(levels[at>>8])
	if q := int64(at & 255); q != 0 {
		total = (total*(256-q) + sum(levels[at>>8+1])*q + 128) >> 8
	}
	if e.Encoded {
		return float32(total) / 4294901760
	}
	return float32(total) / 16711680
}

func TestSamplesAreSumsOfTheirTexels(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := drawThread(rt)
		var s sample
		s.start(e)
		for set := s.ToFetch; set != 0; set &= set - 1 {
			n := bits.TrailingZeros32(set)
			require.NotZero(rt, e.Mask>>(n>>3)&1, "a texel of a pixel that is not covered")
			s.add(n, texelOf(s.address(n)))
		}
		for k := range 4 {
			for ch := range 4 {
				if e.Mask>>k&1 != 0 {
					require.Equal(rt, wanted(e, k, ch), s.component(k, ch), "pixel %d, component %d", k, ch)
				} else {
					require.Zero(rt, s.component(k, ch))
				}
			}
		}
	})
}

// By hand (docs/arithmetic.md, section 6): a texel of 1 among zeros, 255/256 texel away both ways, has the sum
// (256-255)·(256-255) = 1. r = 1·1 + 1·1 = 2, so lod = 128 and both levels weigh 128: (1·128 + 0·128 + 128) >> 8 = 1.
func TestHalfAStepBetweenTwoLevelsIsRoundedUp(t *testing.T) {
	const linearMipmaps, clamped = 1 | 1<<1 | 2<<2 | 2<<4, 1 | 1<<2
	e := &pipe.SampleRequest{Base: 4096, Width: 2, Height: 2, Wrap: clamped, Filter: linearMipmaps, Mask: 1}
	for k := range e.UV {
		at := float32(383.0/512) + float32(k&1)/2 // 2·383/512 - 0.5 = 255/256
		e.UV[k][0], e.UV[k][1] = at, at
	}
	var s sample
	s.start(e)
	for set := s.ToFetch; set != 0; set &= set - 1 {
		n := bits.TrailingZeros32(set)
		if s.address(n) == e.Base {
			s.add(n, 1)
		}
	}
	require.Equal(t, float32(1)/16711680, s.component(0, 0))
}

// By hand: full texels are 1, half alpha is not decoded, and the mean of black and white is half the light.
func TestEncodedTexelsAreDecodedBeforeTheyAreFiltered(t *testing.T) {
	e := &pipe.SampleRequest{Encoded: true, Base: 4096, Width: 2, Height: 1, Wrap: 1 | 1<<2, Filter: 1 | 1<<1, Mask: 1}
	e.UV[0][0] = 0.5
	var s sample
	s.start(e)
	for set := s.ToFetch; set != 0; set &= set - 1 {
		n := bits.TrailingZeros32(set)
		if s.address(n) == e.Base {
			s.add(n, 0x80_bc_00_ff)
		} else {
			s.add(n, 0x80_bc_ff_ff)
		}
	}
	got := [4]float32{}
	for ch := range got {
		got[ch] = s.component(0, ch)
	}
	require.Equal(t, [4]float32{1, 0.5, float32(32957) / 65535, float32(128) / 255}, got)
}

func TestTexelsStayInsideTheTexture(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := drawThread(rt)
		for k := range e.UV {
			e.UV[k][0], e.UV[k][1] = math.Float32frombits(rapid.Uint32().Draw(rt, "u")), math.Float32frombits(rapid.Uint32().Draw(rt, "v"))
		}
		var s sample
		s.start(e)
		for set := s.ToFetch; set != 0; set &= set - 1 {
			n := bits.TrailingZeros32(set)
			l := &s.Levels[n>>2&1]
			require.GreaterOrEqual(rt, s.address(n), l.Base)
			require.Less(rt, s.address(n), l.Base+4*uint32(l.Width)*uint32(l.Height))
		}
	})
}

// The level of detail is that of the longer one of the two steps, to the right and down; a step to the right that is no number
// counts for nothing, one down leaves no level.
func TestLevelOfDetailIsOfTheLongerStep(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		right, down [2]float32 // in texels of a texture of 64x32
		want        int32
	}{
		{[2]float32{1, 0}, [2]float32{0, 1}, 0},
		{[2]float32{2, 0}, [2]float32{0, 1}, 256},
		{[2]float32{1, 0}, [2]float32{0, 2}, 256},
		{[2]float32{0, 4}, [2]float32{2, 0}, 512},
		{[2]float32{3, 4}, [2]float32{4, 0}, 594}, // 128·log2 25 = 594.4
		{[2]float32{0, 0}, [2]float32{0, 0}, -1},
		{[2]float32{nan, 0}, [2]float32{4, 0}, 512},
		{[2]float32{0, nan}, [2]float32{0, 4}, 512},
		{[2]float32{4, 0}, [2]float32{nan, 0}, -1},
		{[2]float32{4, 0}, [2]float32{0, nan}, -1},
		{[2]float32{nan, 0}, [2]float32{nan, 0}, -1},
		{[2]float32{inf, 0}, [2]float32{1, 0}, 32767},
		{[2]float32{1, 0}, [2]float32{0, -inf}, 32767},
	} {
		e := &pipe.SampleRequest{Width: 64, Height: 32}
		for k, step := range [][2]float32{c.right, c.down} {
			e.UV[1+k][0], e.UV[1+k][1] = step[0]/64, step[1]/32
		}
		require.Equal(t, c.want, levelOfDetail(e), "right %v, down %v", c.right, c.down)
	}
}
