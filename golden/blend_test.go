package golden

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// unit is a byte as a number from 0 to 1.
func unit(b uint8) *big.Rat { return big.NewRat(int64(b), 255) }

func one() *big.Rat { return big.NewRat(1, 1) }

func minus(x *big.Rat) *big.Rat { return new(big.Rat).Sub(one(), x) }

// exactFactor is the table of section 8 in numbers from 0 to 1.
func exactFactor(factor uint32, k int, s, d, constant rgba) *big.Rat {
	table := [16]*big.Rat{
		0: new(big.Rat), 1: one(),
		2: unit(s[k]), 3: minus(unit(s[k])),
		4: unit(d[k]), 5: minus(unit(d[k])),
		6: unit(s[3]), 7: minus(unit(s[3])),
		8: unit(d[3]), 9: minus(unit(d[3])),
		10: unit(constant[k]), 11: minus(unit(constant[k])),
		12: unit(constant[3]), 13: minus(unit(constant[3])),
		14: unit(min(s[3], 255-d[3])),
		15: new(big.Rat),
	}
	if k == 3 {
		table[14] = one()
	}
	return table[factor]
}

// exactBlend blends channel k in rationals and rounds once.
func exactBlend(b *blendState, k int, s, d rgba) uint8 {
	c := b.channels[k]
	source := new(big.Rat).Mul(unit(s[k]), exactFactor(c.src, k, s, d, b.constant))
	destination := new(big.Rat).Mul(unit(d[k]), exactFactor(c.dst, k, s, d, b.constant))
	result := new(big.Rat)
	switch c.equation {
	case 1:
		result.Sub(source, destination)
	case 2:
		result.Sub(destination, source)
	case 3, 4:
		result.Set(unit(s[k]))
		if (unit(d[k]).Cmp(result) < 0) == (c.equation == 3) {
			result.Set(unit(d[k]))
		}
	default:
		result.Add(source, destination)
	}
	if result.Sign() < 0 {
		result.SetInt64(0)
	}
	if result.Cmp(one()) > 0 {
		result.SetInt64(1)
	}
	return uint8(roundHalfEven(result.Mul(result, big.NewRat(255, 1))))
}

func anyColor(name string, t *rapid.T) (c rgba) {
	for k := range c {
		c[k] = rapid.Byte().Draw(t, name)
	}
	return c
}

func TestBlendAgainstRationals(t *testing.T) {
	for factor := range uint32(16) {
		for equation := range uint32(8) {
			rapid.Check(t, func(t *rapid.T) {
				other := rapid.Uint32Range(0, 15).Draw(t, "other")
				c := blendChannel{src: factor, dst: other, equation: equation}
				if rapid.Bool().Draw(t, "exchanged") {
					c.src, c.dst = c.dst, c.src
				}
				b := blendState{
					enable: true, channels: [4]blendChannel{c, c, c, c}, constant: anyColor("constant", t),
					write: [4]bool{true, true, true, true},
				}
				s, d := anyColor("s", t), anyColor("d", t)
				got := b.pixel(s, d)
				for k := range got {
					require.Equal(t, exactBlend(&b, k, s, d), got[k], "channel %d", k)
				}
			})
		}
	}
}

func TestWriteMaskKeepsChannels(t *testing.T) {
	s, d := rgba{1, 2, 3, 4}, rgba{11, 12, 13, 14}
	b := blendState{write: [4]bool{true, false, false, true}}
	require.Equal(t, rgba{1, 12, 13, 4}, b.pixel(s, d))
}

func TestWithoutBlendingTheSourceStands(t *testing.T) {
	b := blendState{write: [4]bool{true, true, true, true}, channels: [4]blendChannel{{equation: equationMin}}}
	require.Equal(t, rgba{200, 2, 3, 4}, b.pixel(rgba{200, 2, 3, 4}, rgba{1, 1, 1, 1}))
}

// The registers reach the right channels.
func TestBlendRegisters(t *testing.T) {
	w := newWorld(8, 8)
	w.fill(colorAddr, 0x80604020)
	w.color(0.2, 0.4, 0.6, 0.8) // bytes 51, 102, 153, 204
	w.set(regs.BlockWBU, regs.WBUBlend,
		1|factorConstantColor<<4|factorOne<<8|factorOne<<12|factorConstantAlpha<<16|equationAdd<<20|equationReverseSubtract<<23,
		0xff<<24|0x00<<16|0xff<<8|0x00, 0b1011)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	trace := w.run(t)
	// R: 51·0 + 0x20; G: 102 + 0x40 = 166; B is masked; A: 0x80·1 - 204, so 0.
	require.EqualValues(t, 0x60<<16|166<<8|0x20, w.colors()[0])
	f := trace.Fragments[0]
	require.Equal(t, [2]uint64{0x80604020, 0x0060a620}, [2]uint64{f.COld, f.CNew})
}

func TestColorWriteMaskZeroTouchesNothing(t *testing.T) {
	w := newWorld(8, 8)
	w.fill(colorAddr, 0x01020304)
	w.set(regs.BlockWBU, regs.WBUWriteMask, 0)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	trace := w.run(t)
	for _, f := range trace.Fragments {
		require.Equal(t, [2]uint64{0x01020304, 0x01020304}, [2]uint64{f.COld, f.CNew})
	}
	// Nor does the surface have to exist.
	w.set(regs.BlockWBU, regs.WBUColorBase, 0xffffff00)
	w.draw(3, 1, 0)
	require.EqualValues(t, 56, w.run(t).Stats.Passed)
}
