package cluster

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// Formats of docs/textures.md, by their names.
const (
	rgba8, srgb8, rgba8Snorm, rgba8Sint, bgra8, r8, r8Uint, r16F, rgba16F, r32Uint, r32F, rgb10a2, d16, rgba16Snorm, rg11b10, rgb9e5 = 0, 1, 2, 4, 5, 7, 9, 17, 23, 24, 26, 33, 35, 42, 43, 44
)

// Dimensions.
const (
	dim1, dim2, dim3, dimCube = 0, 1, 2, 3

	array = 4 // added to one
)

// described is a texture of one level at address 0 of an image, without gaps between layers that are aligned.
func described(dimension, format, width, height, depth uint32, pitch uint32) (w [8]uint32) {
	return [8]uint32{0, 1 << 16, pitch, width | height<<16, depth | 1<<16 | dimension<<20 | format<<24}
}

// Words of samplers: filters and wrap modes.
const (
	linear     = 1<<6 | 1<<7
	clampAll   = 1 | 1<<2 | 1<<4
	mipLevels  = 1 << 8
	mipsLinear = 2 << 8
)

func f(x float64) uint32 { return math.Float32bits(float32(x)) }

// Each message with each dimension, format and wrap mode, filters and coordinates at random.
func TestEveryMessageWithEveryTexture(t *testing.T) {
	const bytes = 1 << 16
	r := rand.New(rand.NewPCG(3, 3))
	k := newTextureBench(t, smallSampler, bytes)
	for n := range k.image {
		k.image[n] = byte(r.Uint32())
	}
	copy(k.unit.Image, k.image)
	for format := range uint32(formats) {
		for dimension := range uint32(8) {
			w := described(dimension, format, uint32(1+r.IntN(9)), uint32(1+r.IntN(9)), uint32(1+r.IntN(3)), 1024)
			w[4] += uint32(r.IntN(4)) << 16
			k.describe(pipe.TextureDescriptor{Words: w})
			for wrap := range uint32(4) {
				k.describe(pipe.TextureDescriptor{Sampler: true, Words: [8]uint32{r.Uint32()&0x1fc0 | wrap | wrap<<2 | wrap<<4, 0, 0x7fff0000}})
				for _, message := range samplerMessages {
					q, lanes, first, count := randomRequest(r, message)
					q.Binding, q.Sampler = 0, 0
					k.same(q, lanes, first, count, func() string { return fmt.Sprintf("texture %x, sampler %x", w, k.unit.Samplers[0]) })
				}
			}
		}
	}
}

// one sends a message of lanes 0 to 3 with the same coordinates in all, and answers with lane 0's components, in which both models agree.
func (k *textureBench) one(message int, coordinates ...uint32) (a [4]uint32) {
	return k.four(message, coordinates, coordinates, coordinates, coordinates)
}

// four is the same with coordinates for each of four lanes.
func (k *textureBench) four(message int, lanes ...[]uint32) (a [4]uint32) {
	q := &exec.Request{Message: message, Lanes: 0xf, Sets: len(lanes[0]), Components: 4}
	if message == isa.MessageDimensions {
		q.Components = 1
	}
	for lane, c := range lanes {
		for n := range c {
			q.Coordinates[n][lane] = c[n]
		}
	}
	k.same(q, 8, 0, 8, func() string { return isa.Messages[message].Name })
	for c := range a {
		a[c] = q.Answer[c][0]
	}
	return a
}

// with has both models begin with an image, a texture and a sampler.
func with(t *testing.T, image []byte, texture [8]uint32, sampler ...uint32) *textureBench {
	k := newTextureBench(t, smallSampler, 1<<16)
	copy(k.image, image)
	copy(k.unit.Image, image)
	k.describe(pipe.TextureDescriptor{Words: texture})
	w := [8]uint32{2: 0x7fff0000}
	copy(w[:], sampler)
	k.describe(pipe.TextureDescriptor{Sampler: true, Words: w})
	return k
}

// The gather's order is WGSL's: (u min, v max), (u max, v max), (u max, v min), (u min, v min).
func TestGatherGoesRoundFromTheLowerLeft(t *testing.T) {
	k := with(t, []byte{10, 20, 30, 40}, described(dim2, r8Uint, 2, 2, 1, 0), clampAll)
	require.Equal(t, [4]uint32{30, 40, 20, 10}, k.one(isa.MessageGather, f(0.5), f(0.5), 0))
	require.Equal(t, [4]uint32{1, 1, 1, 1}, k.one(isa.MessageGather, f(0.5), f(0.5), 3), "alpha, which the format lacks")
	require.Equal(t, [4]uint32{30, 30, 10, 10}, k.one(isa.MessageGather, f(0), f(0.5), 0), "clamped at the left edge")
	k = with(t, []byte{0, 64, 128, 255}, described(dim2, r8, 2, 2, 1, 0), clampAll|4<<10)
	require.Equal(t, [4]uint32{0, 0, f(1), f(1)}, k.one(isa.MessageGatherCompare, f(0.5), f(0.5), f(0.4)), "0.4 > texel")
}

// Each face of a cube is met along its axis, and u and v grow on it as on all machines.
func TestFacesOfACube(t *testing.T) {
	var image [6 * 64]byte
	for face := range 6 {
		for n := range 4 { // a face of 2×2 texels: its number, row and column
			image[64*face+n] = byte(16*face + n)
		}
	}
	k := with(t, image[:], described(dimCube, r8Uint, 2, 2, 1, 64), clampAll)
	for _, c := range []struct {
		x, y, z float64
		want    uint32
	}{
		{1, 0.5, 0.5, 0x00}, {1, 0.5, -0.5, 0x01}, {1, -0.5, 0.5, 0x02}, {1, -0.5, -0.5, 0x03}, // +x: s is -z, t is -y
		{-1, 0.5, -0.5, 0x10}, {-1, 0.5, 0.5, 0x11}, {-1, -0.5, -0.5, 0x12},
		{-0.5, 1, -0.5, 0x20}, {0.5, 1, -0.5, 0x21}, {-0.5, 1, 0.5, 0x22},
		{-0.5, -1, 0.5, 0x30}, {0.5, -1, 0.5, 0x31}, {-0.5, -1, -0.5, 0x32},
		{-0.5, 0.5, 1, 0x40}, {0.5, 0.5, 1, 0x41}, {-0.5, -0.5, 1, 0x42},
		{0.5, 0.5, -1, 0x50}, {-0.5, 0.5, -1, 0x51}, {0.5, -0.5, -1, 0x52},
		{1, 1, 1, 0x41}, {1, 1, 0.5, 0x23}, // where magnitudes are equal z decides before y, and y before x
	} {
		require.Equal(t, [4]uint32{c.want, 0, 0, 1}, k.one(isa.MessageSampleLevel, f(c.x), f(c.y), f(c.z), f(0)), "%v", c)
	}
	// Over the edge between +x and +z: the texels on both sides of it, at the same height.
	require.Equal(t, [4]uint32{0x43, 0x02, 0x00, 0x41}, k.one(isa.MessageGather, f(1), f(0), f(0.99), 0))
}

// Filters of a row of two texels, 0 and 255, at places whose weights are known, and what formats answer.
func TestKnownSamples(t *testing.T) {
	k := with(t, []byte{0, 255}, described(dim1, r8, 2, 1, 1, 0), linear|clampAll)
	for _, c := range []struct{ at, want float64 }{{0.25, 0}, {0.75, 1}, {0.5, 0.5}, {0.375, 0.25}, {0, 0}, {1, 1}, {-7, 0}, {math.Inf(1), 0}, {math.NaN(), 0}} {
		require.Equal(t, [4]uint32{f(c.want), 0, 0, f(1)}, k.one(isa.MessageSampleLevel, f(c.at), f(0)), "%v", c)
	}
	level := func(format uint32, bytes ...byte) [4]uint32 {
		k := with(t, bytes, described(dim2, format, 1, 1, 1, 0), 0)
		a := k.one(isa.MessageTexel, 0, 0, 0)
		require.Equal(t, a, k.one(isa.MessageSampleLevel, f(0.5), f(0.5), f(0)), "a nearest sample is the texel")
		require.Equal(t, [4]uint32{}, k.one(isa.MessageTexel, 1, 0, 0), "beyond the edge")
		require.Equal(t, [4]uint32{}, k.one(isa.MessageTexel, 0, 0, 1), "a level that there is not")
		return a
	}
	require.Equal(t, [4]uint32{f(1), f(0), f(51. / 255), f(1)}, level(rgba8, 255, 0, 51, 255))
	require.Equal(t, [4]uint32{f(51. / 255), f(0), f(1), f(1)}, level(bgra8, 255, 0, 51, 255))
	require.Equal(t, [4]uint32{f(-1), f(-1), f(1), f(0)}, level(rgba8Snorm, 0x80, 0x81, 0x7f, 0))
	require.Equal(t, [4]uint32{0xffffff80, 5, 0xffffffff, 127}, level(rgba8Sint, 0x80, 5, 0xff, 0x7f))
	require.Equal(t, [4]uint32{f(1), 0, 0, f(1)}, level(srgb8, 255, 0, 0, 255))
	require.Equal(t, [4]uint32{f(14146. / 65535), 0, 0, 0}, level(srgb8, 128, 0, 0, 0), "0.21586")
	require.Equal(t, [4]uint32{f(-2), 0, 0, f(1)}, level(r16F, 0, 0xc0))
	require.Equal(t, [4]uint32{f(1), f(0), f(1), f(1. / 3)}, level(rgb10a2, 0xff, 0x03, 0xf0, 0x7f))
	require.Equal(t, [4]uint32{f(1), 0, 0, f(1)}, level(d16, 0xff, 0xff))
	require.Equal(t, [4]uint32{f(1), f(-1), f(0), f(-1)}, level(rgba16Snorm, 0xff, 0x7f, 1, 0x80, 0, 0, 0, 0x80))
	require.Equal(t, [4]uint32{f(1), f(1.5), f(0.5), f(1)}, level(rg11b10, 0xc0, 0x03, 0x1f, 0x70), "0x3c0, 0x3e0, 0x1c0")
	require.Equal(t, [4]uint32{f(1), f(0), f(255.5), f(1)}, level(rgb9e5, 0x02, 0, 0xfc, 0xbf), "2, 0 and 511 with 2^-1")
	require.Equal(t, [4]uint32{0x7f800001, 0, 0, f(1)}, level(r32F, 1, 0, 0x80, 0x7f), "the bits of a NaN stay")
}

// Levels of detail by differences of one texel, two and three within a quad, and by level, bias and gradients.
func TestKnownLevels(t *testing.T) {
	image := make([]byte, 4096)
	at := 0
	for n := range 4 { // 8×8, 4×4, 2×2, 1×1: each level is its number times 16
		for range 64 >> (2 * n) {
			image[at] = byte(16 * n)
			at++
		}
		at = (at + 63) &^ 63
	}
	w := described(dim2, r8, 8, 8, 1, 0)
	w[4] += 3 << 16
	k := with(t, image, w, linear|mipsLinear)
	answer := func(x float64) uint32 { return f(float64(float32(x) / 255)) }
	quad := func(step float64) [][]uint32 {
		return [][]uint32{{f(0), f(0)}, {f(step), f(0)}, {f(0), f(step)}, {f(step), f(step)}}
	}
	require.Equal(t, answer(0), k.four(isa.MessageSample, quad(1./8)...)[0], "a texel a pixel")
	require.Equal(t, answer(16), k.four(isa.MessageSample, quad(2./8)...)[0])
	require.Equal(t, answer(32), k.four(isa.MessageSample, quad(4./8)...)[0])
	require.Equal(t, answer(48), k.four(isa.MessageSample, quad(64)...)[0], "the last level")
	require.Equal(t, answer(8), k.one(isa.MessageSampleLevel, f(0), f(0), f(0.5))[0], "half of each")
	require.Equal(t, answer(48), k.one(isa.MessageSampleLevel, f(0), f(0), f(math.Inf(1)))[0])
	require.Equal(t, answer(0), k.one(isa.MessageSampleLevel, f(0), f(0), f(math.NaN()))[0])
	require.Equal(t, answer(0), k.one(isa.MessageSampleBias, f(0), f(0), f(9))[0], "no difference is the first level, whatever the bias is")
	biased := func(step, bias float64) uint32 {
		lanes := quad(step)
		for n := range lanes {
			lanes[n] = append(lanes[n], f(bias))
		}
		return k.four(isa.MessageSampleBias, lanes...)[0]
	}
	require.Equal(t, answer(16), biased(1./8, 1))
	require.Equal(t, answer(0), biased(1./8, -3))
	require.Equal(t, answer(32), biased(math.Exp2(-3-14), 99), "a bias is 16 at most")
	require.Equal(t, answer(0), biased(math.Exp2(-3-16), 99))
	require.Equal(t, [4]uint32{2, 2, 1, 4}, k.one(isa.MessageDimensions, 2))
	require.Equal(t, [4]uint32{0, 0, 0, 4}, k.one(isa.MessageDimensions, 4))
	most := w
	most[4] = most[4]&^(15<<16) | 15<<16
	deep := with(t, image, most, 0)
	require.Equal(t, [4]uint32{1, 1, 1, 14}, deep.one(isa.MessageDimensions, 13), "there are 14 levels at most")
	require.Equal(t, [4]uint32{0, 0, 0, 14}, deep.one(isa.MessageDimensions, 14))
	q := &exec.Request{Message: isa.MessageSampleGradient, Lanes: 1, Sets: 2, Components: 1}
	q.Data[0][0] = f(2. / 8)
	k.same(q, 8, 0, 8, func() string { return "gradient" })
	require.Equal(t, answer(16), q.Answer[0][0])
	const small = 140 // a length squared of 2^-140, a denormal number, is -70 levels
	for _, c := range []struct{ level, want float64 }{{0, 0}, {0.5, 8}, {1, 16}, {2, 32}} {
		tiny := with(t, image, w, linear|mipsLinear, uint32(128*small+256*c.level))
		q := &exec.Request{Message: isa.MessageSampleGradient, Lanes: 1, Sets: 2, Components: 1}
		q.Data[0][0] = f(math.Exp2(-small/2 - 3))
		tiny.same(q, 8, 0, 8, func() string { return "a tiny gradient" })
		require.Equal(t, answer(c.want), q.Answer[0][0], "%v", c)
	}
	nearest := with(t, image, w, linear|mipLevels)
	for _, c := range []struct{ level, want float64 }{{0.5, 0}, {0.51, 16}, {1.5, 16}, {1.51, 32}} {
		require.Equal(t, answer(c.want), nearest.one(isa.MessageSampleLevel, f(0), f(0), f(c.level))[0], "%v", c)
	}
}

// What is stored is what the page says, the highest lane last, and none of helpers and beyond the edges.
func TestKnownStores(t *testing.T) {
	k := with(t, nil, described(dim2|array, rgba8, 4, 4, 2, 64), 0)
	q := &exec.Request{Message: isa.MessageTexelStore, Lanes: 0x7f, Helpers: 0x10, Sets: 3, Components: 4}
	for lane := range 7 {
		q.Coordinates[0][lane], q.Coordinates[2][lane] = uint32(lane), 1
		for c, x := range []float64{0.5, 2, -1, math.NaN()} {
			q.Data[c][lane] = f(x)
		}
	}
	q.Coordinates[0][3], q.Data[0][3] = 2, f(1./255) // the same texel as lane 2
	q.Coordinates[0][4] = 0                          // a helper
	q.Coordinates[0][5], q.Coordinates[1][5] = 3, 3
	q.Coordinates[2][6], q.Coordinates[0][6] = 2, 0 // a layer that there is not
	k.same(q, 8, 0, 8, func() string { return "stores" })
	half := []byte{128, 255, 0, 0}
	var want [64]byte
	copy(want[0:], half)
	copy(want[4:], half)
	copy(want[8:], []byte{1, 255, 0, 0})
	copy(want[60:], half)
	require.Equal(t, want[:], k.image[64:128])
}

// Textures of rubbish: nothing is read, nothing written.
func TestTexturesOfNothing(t *testing.T) {
	image := make([]byte, 1<<16)
	for n := range image {
		image[n] = 0xff
	}
	for _, w := range [][8]uint32{
		{}, described(dim2, rgba8, 0, 4, 1, 0), described(dim2, rgba8, 4, 0, 1, 0), described(dim3, rgba8, 4, 4, 0, 0), described(dim2|array, rgba8, 4, 4, 0, 0), described(dim2, formats, 4, 4, 1, 0),
		described(dim2, 255, 4, 4, 1, 0),
	} {
		k := with(t, image, w, linear)
		for _, message := range samplerMessages {
			require.Zero(t, k.one(message, f(0.5), f(0.5), f(0), 0), "%s of %x", isa.Messages[message].Name, w)
		}
		require.Equal(t, image, k.image)
	}
	w := described(dim2, rgba8, 4, 4, 1, 0)
	w[1] = 7 // the second texel is not there as a whole
	k := with(t, image, w, 0)
	require.Equal(t, [4]uint32{f(1), f(1), f(1), f(1)}, k.one(isa.MessageTexel, 0, 0, 0))
	require.Zero(t, k.one(isa.MessageTexel, 1, 0, 0))
	w[1] = 8
	k.describe(pipe.TextureDescriptor{Words: w})
	require.Equal(t, [4]uint32{f(1), f(1), f(1), f(1)}, k.one(isa.MessageTexel, 1, 0, 0))
	require.Zero(t, k.one(isa.MessageTexel, 2, 0, 0))
	require.Zero(t, k.one(isa.MessageTexel, 0, 0xffffffff, 0))
}
