package golden

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

const (
	mipNone    = regs.BINDSampler0ModeMipNone
	mipNearest = regs.BINDSampler0ModeMipNearest
	mipLinear  = regs.BINDSampler0ModeMipLinear
)

// randomTexture has random texels in all levels and the filters asked for.
func randomTexture(width, height, wrap, filter uint32) texture {
	r := newRegisters()
	texture, sampler := bound(64, width|height<<16, wrap, filter)
	copy(r[regs.BlockBIND][regs.BINDTexture0Base:], texture[:])
	copy(r[regs.BlockBIND][regs.BINDSampler0Mode:], sampler[:])
	mem, random := make(image, 1<<16), rand.New(rand.NewPCG(1, 2))
	for i := range mem {
		mem[i] = uint8(random.Uint32())
	}
	return newTexture(mem, r)
}

// filter is how a texture of the tests is sampled; srgb beside it: its texels are encoded.
func filter(mag, min, mip, levels uint32) uint32 { return mag | min<<1 | mip<<2 | levels<<4 }

const srgb = 1 << 8

// bound is a texture of two dimensions with its sampler: width and height, wrap modes (U, and V from bit 2 on) and a filter, each as a word.
func bound(base, size, wrap, filter uint32) (texture [textureWords]uint32, sampler [samplerWords]uint32) {
	format := regs.BINDTexture0FormatFields{Levels: filter >> 4 & 15, Dimension: regs.BINDTexture0FormatDimensionTwo, Format: filter >> 8 & 1}
	mode := regs.BINDSampler0ModeFields{WrapU: wrap & 3, WrapV: wrap >> 2 & 3, Mag: filter & 1, Min: filter >> 1 & 1, Mip: filter >> 2 & 3}
	return [textureWords]uint32{base, 1 << 14, 0, size, format.Pack()}, [samplerWords]uint32{mode.Pack(), 0, 0xffff0000}
}

func TestLevelsLieOneBehindTheOther(t *testing.T) {
	x := randomTexture(13, 3, 0, filter(0, 0, mipNearest, 6))
	// 156 bytes take 192; 24, 12, 4, 4, 4 take 64 each.
	require.Equal(t, []level{{64, 13, 3}, {256, 6, 1}, {320, 3, 1}, {384, 1, 1}, {448, 1, 1}, {512, 1, 1}}, x.levels)
	for levels, want := range map[uint32]int{0: 1, 1: 1, 14: 14, 15: 14} {
		require.Len(t, randomTexture(8, 8, 0, filter(0, 0, mipLinear, levels)).levels, want)
	}
	require.Len(t, randomTexture(8, 8, 0, filter(0, 0, mipNone, 5)).levels, 1, "the others are not looked at")
}

// The level of detail by integer powers: 2^k ≤ r^128 < 2^(k+1).
func TestDetailIsTheFloorOfTheLogarithm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := math.Float32frombits(rapid.Uint32Range(1, math.Float32bits(math.MaxFloat32)).Draw(t, "r"))
		if rapid.Bool().Draw(t, "near a step") {
			near := float32(math.Exp2(float64(rapid.IntRange(-1000, 1000).Draw(t, "k")) / 128))
			r = math.Float32frombits(math.Float32bits(near) + rapid.Uint32Range(0, 2).Draw(t, "d") - 1)
		}
		power := new(big.Float).SetPrec(24 * 130).SetFloat64(float64(r))
		for range 7 {
			power.Mul(power, power)
		}
		mantissa := new(big.Float)
		exponent := power.MantExp(mantissa) // mantissa in [0.5, 1)
		require.Equal(t, exponent-1, floorLog(r), "%v", r)
	})
}

func TestDetailOfAQuad(t *testing.T) {
	x := randomTexture(16, 8, 0, filter(0, 1, mipLinear, 3))
	at := func(u, v float32) [2]float32 { return [2]float32{u / 16, v / 8} }
	for _, c := range []struct {
		right, below [2]float32
		want         int
	}{
		{at(1, 0), at(0, 1), 0},
		{at(2, 0), at(0, 1), 256}, {at(1, 0), at(0, 4), 512}, {at(1, 1), at(0, 0), 128},
		{at(0.5, 0), at(0, 0.5), -256},
		{at(0, 0), at(0, 0), -1},
		{at(nan32, 0), at(0, 2), 256}, // the second unless the first is greater
		{at(2, 0), at(0, nan32), -1},
		{at(inf32, 0), at(0, 1), 32767}, {at(1e30, 0), at(0, 1), 32767},
	} {
		require.Equal(t, c.want, x.detail(at(0, 0), c.right, c.below), "%+v", c)
	}
}

// exactLinear is the sum of section 6 by rationals: four texels weighted by the
// distances in 256ths of a texel.
func exactLinear(x *texture, n int, u, v float64, k int) uint32 {
	l := &x.levels[n]
	px, py := math.Floor((u*float64(l.width)-0.5)*256), math.Floor((v*float64(l.height)-0.5)*256)
	sum := new(big.Rat)
	for row := range 2 {
		for column := range 2 {
			i, j := math.Floor(px/256)+float64(column), math.Floor(py/256)+float64(row)
			wx, wy := 1-math.Abs(px/256-i), 1-math.Abs(py/256-j)
			weight := new(big.Rat).Mul(new(big.Rat).SetFloat64(wx), new(big.Rat).SetFloat64(wy))
			texel := x.texel(l, int(i), int(j))[k]
			sum.Add(sum, weight.Mul(weight, big.NewRat(int64(texel)*65536, 1)))
		}
	}
	if !sum.IsInt() {
		panic("weights are whole 256ths")
	}
	return uint32(sum.Num().Int64())
}

// Coordinates of few bits, so that u·width - 0.5 is exact.
func coordinate(t *rapid.T) float64 {
	return float64(rapid.IntRange(-4096, 4096).Draw(t, "coordinate")) / 1024
}

func TestLinearFilterAgainstRationals(t *testing.T) {
	x := randomTexture(8, 4, repeat|mirror<<2, filter(1, 1, mipLinear, 3))
	rapid.Check(t, func(t *rapid.T) {
		u, v := coordinate(t), coordinate(t)
		n := rapid.IntRange(0, 2).Draw(t, "level")
		for k, sum := range x.filtered(n, true, float32(u), float32(v)) {
			require.Equal(t, exactLinear(&x, n, u, v, k), sum)
		}
	})
}

// Encoded texels are decoded one by one, alpha is not; what is filtered is their sum.
func TestEncodedTexelsAreDecodedBeforeTheyAreFiltered(t *testing.T) {
	x := randomTexture(8, 4, repeat|mirror<<2, filter(1, 1, mipLinear, 3)|srgb)
	plain := x
	plain.encoded = false
	texel, bytes := x.texel(&x.levels[0], 1, 2), plain.texel(&x.levels[0], 1, 2)
	for k := range alpha {
		require.EqualValues(t, regs.SRGBTexel[bytes[k]], texel[k])
	}
	require.Equal(t, 257*bytes[alpha], texel[alpha])
	rapid.Check(t, func(t *rapid.T) {
		u, v := coordinate(t), coordinate(t)
		n := rapid.IntRange(0, 2).Draw(t, "level")
		for k, sum := range x.filtered(n, true, float32(u), float32(v)) {
			require.Equal(t, exactLinear(&x, n, u, v, k), sum)
		}
	})
	c := [4]float32{1, 1, 1, 1}
	clear(x.mem)
	for i := range x.mem {
		x.mem[i] = 255
	}
	x.modulate(&c, 0.3, 0.6, 0)
	require.Equal(t, [4]float32{1, 1, 1, 1}, c, "the largest sum is 1")
}

func TestMipLevelsAreMixed(t *testing.T) {
	x := randomTexture(8, 4, edged|repeat<<2, filter(0, 1, mipLinear, 3))
	rapid.Check(t, func(t *rapid.T) {
		u, v := coordinate(t), coordinate(t)
		detail := rapid.IntRange(1, 700).Draw(t, "detail")
		n, weight := min(detail/256, 2), int64(detail%256)
		if n == 2 {
			weight = 0
		}
		for k, sum := range x.sums(float32(u), float32(v), detail) {
			want := int64(exactLinear(&x, n, u, v, k)) * (256 - weight)
			if weight > 0 {
				want += int64(exactLinear(&x, n+1, u, v, k)) * weight
			}
			rest := new(big.Rat).Sub(big.NewRat(want, 256), big.NewRat(int64(sum), 1))
			require.LessOrEqual(t, rest.Abs(rest).Cmp(big.NewRat(1, 2)), 0, "the nearest whole number")
		}
	})
}

// A texel of 1 among zeros has the sum 1, 255/256 texel away both ways; half of that, in the
// middle of two levels, is rounded up.
func TestHalfOfALevelIsRoundedUp(t *testing.T) {
	x := randomTexture(2, 2, edged|edged<<2, filter(0, 1, mipLinear, 2))
	clear(x.mem)
	x.mem[x.levels[0].addr] = 1
	const at = 383.0 / 512 // 2·at - 0.5 = 255/256
	require.Equal(t, [4]uint32{1}, x.filtered(0, true, at, at), "four texels of which one weighs 1")
	require.Equal(t, [4]uint32{1}, x.sums(at, at, 128))
	require.Equal(t, [4]uint32{0}, x.sums(at, at, 129))
}

func TestLevelAndFilterFollowTheDetail(t *testing.T) {
	for _, c := range []struct {
		mip    uint32
		detail int
		level  int
		linear bool
	}{
		{mipNone, 0, 0, false}, {mipNone, 1, 0, true}, {mipNone, 32767, 0, true}, {3, 32767, 0, true},
		{mipNearest, -1, 0, false}, {mipNearest, 128, 0, true}, {mipNearest, 129, 1, true}, {mipNearest, 384, 1, true},
		{mipNearest, 385, 2, true}, {mipNearest, 32767, 2, true},
		{mipLinear, 0, 0, false}, {mipLinear, 256, 1, true}, {mipLinear, 512, 2, true}, {mipLinear, 32767, 2, true},
	} {
		x := randomTexture(16, 16, 0, filter(0, 1, c.mip, 3))
		require.Equal(t, x.filtered(c.level, c.linear, 0.3, 0.7), x.sums(0.3, 0.7, c.detail), "%+v", c)
	}
}

func TestNearestSampleIsTheByte(t *testing.T) {
	x := randomTexture(4, 4, 0, filter(0, 0, mipNone, 1))
	texel := x.texel(&x.levels[0], 1, 2)
	c := [4]float32{1, 1, 1, 1}
	x.modulate(&c, 0.3, 0.6, 0)
	for k, sum := range x.sums(0.3, 0.6, 0) {
		exact, _ := big.NewRat(int64(texel[k]), 255).Float32()
		require.Equal(t, exact, c[k])
		require.Equal(t, exact, div(float32(sum), greatestSum), "by sums")
	}
}

func TestCoordinatesOfLinearFilters(t *testing.T) {
	for _, c := range []struct {
		u    float32
		want int
	}{
		{0, -128}, {0.0625, 0}, {1, 7*256 + 128}, {nan32, 0}, {inf32, 0}, {math.MaxFloat32, 0}, {1e20, 1 << 30}, {-1e20, -1 << 30},
	} {
		require.Equal(t, c.want, linearPlace(c.u, 8), "%v", c.u)
	}
}

// A texture of 8 texels a side over 4 pixels: two texels a pixel, so level 1.
func TestMipOfADraw(t *testing.T) {
	w := newWorld(8, 8)
	texels := make([]uint32, 64+16)
	for i := range texels {
		texels[i] = 0xff0000ff
		if i >= 64 { // level 1
			texels[i] = 0xff00ff00
		}
	}
	w.texture(8, 8, repeat, filter(0, 1, mipNearest, 2), texels...)
	corners := []corner{w.at(0, 0, 0), w.at(8, 0, 0), w.at(8, 8, 0), w.at(0, 8, 0)}
	for i := range corners {
		corners[i].uv = [2]float32{corners[i].pos[0] + 1, corners[i].pos[1] + 1}
	}
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	w.triangles(a, b, c, a, c, d)
	w.run(t)
	for _, v := range w.colors() {
		require.EqualValues(t, 0xff00ff00, v)
	}
}
