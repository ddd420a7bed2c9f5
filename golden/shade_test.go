package golden

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

const (
	repeat = regs.BINDSampler0ModeWrapURepeat
	edged  = regs.BINDSampler0ModeWrapUClamp
	mirror = regs.BINDSampler0ModeWrapUMirror

	plain = 0 // the nearest texel of level 0
)

func TestWrapModes(t *testing.T) {
	const size = 4
	n := []int{-9, -8, -5, -4, -1, 0, 3, 4, 7, 8, 11}
	for mode, want := range map[uint32][]int{
		repeat: {3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3},
		edged:  {0, 0, 0, 0, 0, 0, 3, 3, 3, 3, 3},
		mirror: {0, 0, 3, 3, 0, 0, 3, 3, 0, 0, 3},
	} {
		for i := range n {
			require.Equal(t, want[i], wrap(n[i], size, mode), "mode %d of %d", mode, n[i])
		}
	}
	for _, mode := range []uint32{repeat, edged, mirror} {
		require.Zero(t, wrap(-7, 1, mode), "one texel")
	}
}

func TestTexelNumber(t *testing.T) {
	for _, c := range []struct {
		u    float32
		want int
	}{
		{0, 0}, {0.124, 0}, {0.125, 1}, {0.99, 7}, {1, 8}, {-0.001, -1}, {-0.125, -1}, {-0.126, -2},
		{nan32, 0}, {inf32, 0}, {-inf32, 0}, {math.MaxFloat32, 0}, // overflows: not finite
		{1e20, 1 << 30}, {-1e20, -1 << 30},
	} {
		require.Equal(t, c.want, texelNumber(c.u, 8), "%v", c.u)
	}
}

func TestColorBytesRoundToEvenAndClamp(t *testing.T) {
	for _, c := range []struct {
		value float32
		want  uint8
	}{
		{0, 0}, {1, 255}, {-3, 0}, {7, 255}, {nan32, 0}, {inf32, 255}, {0.5, 128}, // 127.5 to even
		{2.5 / 255, 2}, {0.4 / 255, 0}, {254.6 / 255, 255},
	} {
		require.Equal(t, c.want, toByte(c.value), "%v", c.value)
	}
}

// texture puts a texture of given words into memory and switches it on.
func (w *world) texture(width, height, wrap, filter uint32, texels ...uint32) {
	for i, v := range texels {
		w.mem.setWord(textureAddr+4*uint64(i), v)
	}
	w.set(regs.BlockASU, regs.ASUAttributes, 6)
	w.set(regs.BlockPS, regs.PSPixelProgram, 1)
	texture, sampler := bound(textureAddr, width|height<<16, wrap, filter)
	w.set(regs.BlockBIND, regs.BINDTexture0Base, texture[:]...)
	w.set(regs.BlockBIND, regs.BINDSampler0Mode, sampler[:]...)
}

func TestTextureByHand(t *testing.T) {
	w := newWorld(8, 8)
	w.texture(2, 2, repeat|edged<<2, plain, 0xff0000ff, 0xff00ff00, 0xffff0000, 0xffffffff)
	w.color(1, 1, 0.6, 1)
	// u runs from -0.5 to 1.5 over 8 pixels, v from 0 to 2: a texel is two pixels wide
	// and, from the top, two high, then clamped.
	corner := func(x, y float32) corner {
		c := w.at(x, y, 0)
		c.uv = [2]float32{x/4 - 0.5, y / 4}
		return c
	}
	a, b, c, d := corner(0, 0), corner(8, 0), corner(8, 8), corner(0, 8)
	w.triangles(a, b, c, a, c, d)
	w.run(t)
	texels := [2][2]uint32{{0xff0000ff, 0xff00ff00}, {0xff990000, 0xff99ffff}} // blue times 0.6
	for i, v := range w.colors() {
		x, y := i%8, i/8
		require.Equal(t, texels[min(y/2, 1)][(x/2+1)%2], v, "(%d, %d)", x, y)
	}
}

func TestTextureWithoutCoordinatesTakesTexelZero(t *testing.T) {
	w := newWorld(8, 8)
	w.texture(2, 1, 0, plain, 0xff112233, 0)
	w.set(regs.BlockASU, regs.ASUAttributes, 4)
	c := w.at(8, 0, 0)
	c.uv = [2]float32{1.7, 1.7}
	w.triangles(w.at(0, 0, 0), c, w.at(0, 8, 0))
	w.run(t)
	require.EqualValues(t, 0xff112233, w.colors()[0])
}

func TestVertexProgramByHand(t *testing.T) {
	p := vertexProgram{
		matrix: [16]float32{ // columns
			1, 2, 3, 4,
			10, 20, 30, 40,
			100, 200, 300, 400,
			1000, 2000, 3000, 4000,
		},
		step:    [3]float32{1, 2, 4},
		light:   [3]float32{0.5, 0, 1},
		ambient: 0.25, diffuse: 2,
		base: [4]float32{1, 2, 4, 8},
	}
	rec := record{1, 2, 3, 3, 100, -1, 0.125, 0.375, 2, 4, 8, 16}
	v := p.run(&rec, 2)
	// Position (1,2,3) + 2·(1,2,4) = (3,6,11): 3 + 60 + 1100 + 1000 in x.
	require.Equal(t, vertex{2163, 4326, 6489, 8652, 1, 2, 4, 8, 0.125, 0.375}, v)
	p.useVertexColor, p.lighting = true, true
	// n·l = 1.5 - 1 = 0.5; factor 0.25 + 2·0.5 = 1.25, not for alpha.
	require.Equal(t, vertex{2163, 4326, 6489, 8652, 2.5, 10, 40, 128, 0.125, 0.375}, p.run(&rec, 2))
	rec[3] = -100 // away from the light
	require.Equal(t, vertex{2163, 4326, 6489, 8652, 0.5, 2, 8, 128, 0.125, 0.375}, p.run(&rec, 2))
	rec[3] = nan32
	require.Equal(t, float32(0.5), p.run(&rec, 2)[firstAttribute])
}

func TestVertexProgramRoundsEachStep(t *testing.T) {
	// 1 + 2^-24 + 2^-24: added one after the other both vanish.
	tiny := float32(math.Ldexp(1, -24))
	p := vertexProgram{matrix: [16]float32{0: 1, 4: 1, 8: 1, 15: 1}}
	rec := record{1, tiny, tiny}
	require.Equal(t, float32(1), p.run(&rec, 0)[posX])
	rec = record{tiny, tiny, 1}
	require.Equal(t, float32(1+1.0/(1<<23)), p.run(&rec, 0)[posX])
}
