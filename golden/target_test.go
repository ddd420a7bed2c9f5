package golden

import (
	"encoding/binary"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// decoded is D of section 8.
func decoded(x float64) float64 {
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

func TestSRGBThereAndBack(t *testing.T) {
	for b := range 256 {
		c := fromSRGB(uint32(b) * 0x01010101)
		require.InDelta(t, decoded(float64(b)/255), float64(c[0]), 1e-7)
		require.Equal(t, float32(b)/255, c[3])
		require.EqualValues(t, uint32(b)*0x01010101, toSRGB(&c))
	}
}

func TestSRGBIsTheNearestByte(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float32Range(0, 1).Draw(t, "x")
		b := float64(encode(x))
		require.True(t, b == 0 || decoded((b-0.5)/255) <= float64(x)*(1+1e-7))
		require.True(t, b == 255 || decoded((b+0.5)/255) >= float64(x)*(1-1e-7))
	})
	require.EqualValues(t, 0xff0000ff, toSRGB(&[4]float32{7, nan32, -1, inf32}))
}

// Values of few bits make every step exact, so that rationals give the result.
func TestFloatBlendAgainstRationals(t *testing.T) {
	rat := func(x float32) *big.Rat { return new(big.Rat).SetFloat64(float64(x)) }
	rapid.Check(t, func(t *rapid.T) {
		eighth := func(name string) (c [4]float32) {
			for k := range c {
				c[k] = float32(rapid.IntRange(-24, 24).Draw(t, name)) / 8
			}
			return c
		}
		s, d := eighth("s"), eighth("d")
		channel := blendChannel{
			rapid.Uint32Range(0, 15).Draw(t, "src"), rapid.Uint32Range(0, 15).Draw(t, "dst"), rapid.Uint32Range(0, 7).Draw(t, "equation"),
		}
		b := blendState{
			enable: true, channels: [4]blendChannel{channel, channel, channel, channel}, write: [4]bool{true, true, true, true},
			constant: rgba{0, 255, 0, 255}, format: formatRGBA16F,
		}
		factor := func(f uint32, k int) *big.Rat {
			constant := new(big.Rat)
			if b.constant[k] == 255 {
				constant = one()
			}
			least := rat(s[3])
			if least.Cmp(minus(rat(d[3]))) > 0 {
				least = minus(rat(d[3]))
			}
			if k == 3 {
				least = one()
			}
			return [16]*big.Rat{
				new(big.Rat), one(), rat(s[k]), minus(rat(s[k])), rat(d[k]), minus(rat(d[k])), rat(s[3]), minus(rat(s[3])),
				rat(d[3]), minus(rat(d[3])), constant, minus(constant), one(), new(big.Rat), least, new(big.Rat),
			}[f]
		}
		old := toHalves(&d)
		got := fromHalves(b.shade(&s, old))
		for k := range got {
			a, e := new(big.Rat).Mul(rat(s[k]), factor(channel.src, k)), new(big.Rat).Mul(rat(d[k]), factor(channel.dst, k))
			want := new(big.Rat)
			switch channel.equation {
			case 1:
				want.Sub(a, e)
			case 2:
				want.Sub(e, a)
			case 3:
				want = rat(min(s[k], d[k]))
			case 4:
				want = rat(max(s[k], d[k]))
			default:
				want.Add(a, e)
			}
			exact, _ := want.Float32()
			require.Equal(t, exact, got[k], "channel %d", k)
		}
	})
}

func TestFloatsThatAreNoNumbers(t *testing.T) {
	one := [4]float32{1, 1, 1, 1}
	b := blendState{format: formatRGBA16F, write: [4]bool{true, true, false, true}}
	s := [4]float32{nan32, inf32, 5, -1e9}
	require.EqualValues(t, uint64(0xfc00)<<48|0x7eef<<32|0x7c00<<16|0x7e00, b.shade(&s, 0x7eef<<32), "a channel that is not written keeps its bits")
	b.enable = true
	for equation, want := range map[uint32]uint16{equationMin: 0x3c00, equationMax: 0x3c00, equationAdd: halfNaN} {
		for k := range b.channels {
			b.channels[k] = blendChannel{factorOne, factorOne, equation}
		}
		require.EqualValues(t, want, uint16(b.shade(&[4]float32{nan32}, toHalves(&one))), "NaN is neither less nor greater: the destination")
	}
	b.channels[0].equation = equationMin
	require.EqualValues(t, halfNaN, uint16(b.shade(&one, 0x7c01)), "a NaN is written as 0x7e00")
}

func TestSRGBBlendsLinearly(t *testing.T) {
	b := blendState{
		format: formatSRGB8, enable: true, write: [4]bool{true, true, true, true},
		channels: [4]blendChannel{{src: factorSrcAlpha, dst: factorOneMinusSrcAlpha}, {src: factorOne, dst: factorOne}, {}, {src: factorOne}},
	}
	got := unpack(uint32(b.shade(&[4]float32{1, 1, 1, 0.5}, 0x00000000)))
	// Half of the light is encoded as 187.5: 188.
	require.Equal(t, rgba{188, 255, 0, 128}, got)
}

func TestWideSurface(t *testing.T) {
	w := newWorld(16, 16)
	w.set(regs.BlockWBU, regs.WBUColorBase, colorAddr+0x100) // the low 9 bits count as 0
	w.set(regs.BlockWBU, regs.WBUColorFormat, regs.WBUColorFormatRgba16f)
	w.set(regs.BlockPS, regs.PSColorFormat, regs.PSColorFormatRgba16f)
	w.set(regs.BlockEUP, regs.EUPVertexProgram, 2)
	corners := []corner{w.at(0, 0, 0), w.at(16, 0, 0), w.at(16, 16, 0), w.at(0, 16, 0)}
	for i := range corners {
		corners[i].color = [4]float32{8 * (corners[i].pos[0] + 1), 8 * (corners[i].pos[1] + 1), -2, 1000}
	}
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	w.triangles(a, b, c, a, c, d)
	trace := w.run(t)
	for y := range 16 {
		for x := range 16 { // the formula of section 9, as it stands there
			place := 512*((y>>3)*2+(x>>3)) + 128*((y&7)>>1) + 32*((x&7)>>1) + 8*(2*(y&1)+(x&1))
			got := fromHalves(binary.LittleEndian.Uint64(w.mem[colorAddr+place:]))
			for k, want := range []float64{float64(x) + 0.5, float64(y) + 0.5, -2, 1000} {
				require.InDelta(t, want, float64(got[k]), 0.01, "(%d, %d)", x, y)
			}
		}
	}
	require.EqualValues(t, 0x63d0, trace.Fragments[0].CNew>>48)
}

func TestSRGBSurface(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockWBU, regs.WBUColorFormat, regs.WBUColorFormatSrgb8)
	w.set(regs.BlockPS, regs.PSColorFormat, regs.PSColorFormatSrgb8)
	w.color(0.5, 1, 0, 0.5)
	w.quad(0)
	w.run(t)
	require.EqualValues(t, 0x8000ffbc, w.colors()[0])
}

func TestColourFormatsMustAgree(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockWBU, regs.WBUColorFormat, regs.WBUColorFormatSrgb8)
	w.quad(0)
	w.load()
	_, err := Run(w.mem, ctxAddr)
	require.ErrorContains(t, err, "PS.COLOR_FORMAT and WBU.COLOR_FORMAT to say the same, found 0 and 1")
}
