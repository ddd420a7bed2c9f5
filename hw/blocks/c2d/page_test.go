package c2d

import (
	"math"
	"math/big"
	"math/rand"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// What docs/arithmetic.md says of surfaces and conversions (sections 8, 9 and 11), for the
// tests to compare with.

// pageBytes is the bytes of a pixel.
func pageBytes(format uint32) uint32 {
	switch format {
	case rgba16f:
		return 8
	case d16:
		return 2
	}
	return 4
}

// pageAddress is the byte address of a pixel.
func pageAddress(base, pitch, format uint32, tiled bool, x, y uint32) uint32 {
	tile := y>>3*pitch + x>>3
	switch {
	case !tiled:
		return base/64*64 + pageBytes(format)*(y*pitch+x)
	case format == rgba16f:
		return base/512*512 + 512*tile + 128*(y&7>>1) + 32*(x&7>>1) + 8*(2*(y&1)+x&1)
	case format == d16:
		return base/256*256 + 128*tile + 64*(y&7>>2) + 32*(y&3>>1) + 8*(x&7>>1) + 2*(2*(y&1)+x&1)
	}
	return base/256*256 + 256*tile + 64*(y&7>>1) + 16*(x&7>>1) + 4*(2*(y&1)+x&1)
}

// pageConvert is a pixel's bits in another format.
func pageConvert(v uint64, from, to uint32) uint64 {
	if from == to {
		return v
	}
	depths := map[uint32]uint64{d24s8: 1<<24 - 1, d16: 1<<16 - 1, d32f: 0}
	steps, fromDepth := depths[from]
	_, toDepth := depths[to]
	var c [4]uint32 // patterns of binary32
	if fromDepth {
		z := uint32(v)
		if steps > 0 {
			z = ratio(v&steps, steps)
		}
		c = [4]uint32{z, z, z, ratio(1, 1)}
	} else {
		c = pageColor(v, from)
	}
	if toDepth {
		if steps = depths[to]; steps == 0 {
			return uint64(c[0])
		}
		z := new(big.Rat).Mul(clamped(c[0]), new(big.Rat).SetUint64(steps))
		return nearestInteger(z) // the stencil stays 0: equal formats are dealt with
	}
	v = 0
	for i := range c {
		switch {
		case to == rgba16f:
			v |= uint64(pageHalf(c[i])) << (16 * i)
		case to == srgb8 && i < 3:
			n := sort.Search(255, func(k int) bool {
				return new(big.Rat).SetFloat64(float64(math.Float32frombits(regs.SRGBStep[k]))).Cmp(clamped(c[i])) > 0
			})
			v |= uint64(n) << (8 * i)
		default:
			product, _ := new(big.Rat).Mul(clamped(c[i]), big.NewRat(255, 1)).Float32()
			v |= nearestInteger(new(big.Rat).SetFloat64(float64(product))) << (8 * i)
		}
	}
	return v
}

// pageColor reads the components of a colour.
func pageColor(v uint64, from uint32) (c [4]uint32) {
	for i := range c {
		switch b := v >> (8 * i) & 255; {
		case from == rgba16f:
			h := uint32(v >> (16 * i) & 0xffff)
			if c[i] = h >> 15 << 31; h&0x7c00 == 0x7c00 {
				c[i] |= 0x7f800000 | h&0x3ff<<13
			} else {
				c[i] |= math.Float32bits(float32(halfValue(h & 0x7fff)))
			}
		case from == srgb8 && i < 3:
			c[i] = regs.SRGBLinear[b]
		default:
			c[i] = ratio(b, 255)
		}
	}
	return c
}

// ratio is the binary32 nearest to a/b.
func ratio(a, b uint64) uint32 {
	f, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)).Float32()
	return math.Float32bits(f)
}

// clamped is a number between 0 and 1; NaN gives 0.
func clamped(pattern uint32) *big.Rat {
	switch f := float64(math.Float32frombits(pattern)); {
	case f >= 1:
		return big.NewRat(1, 1)
	case f > 0:
		return new(big.Rat).SetFloat64(f)
	}
	return new(big.Rat)
}

// nearestInteger rounds a number that is not negative, ties to even.
func nearestInteger(r *big.Rat) uint64 {
	down, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	n := down.Uint64()
	if c := rest.Lsh(rest, 1).Cmp(r.Denom()); c > 0 || c == 0 && n&1 != 0 {
		n++
	}
	return n
}

// halfValue is the value of a binary16 that is not negative; what stands for infinity counts
// as the number after the last.
func halfValue(h uint32) float64 {
	if h < 0x400 {
		return math.Ldexp(float64(h), -24)
	}
	return math.Ldexp(float64(h&0x3ff|0x400), int(h>>10)-25)
}

// pageHalf is the binary16 nearest to a binary32, ties to even.
func pageHalf(pattern uint32) uint32 {
	sign, x := pattern>>31<<15, float64(math.Float32frombits(pattern&0x7fffffff))
	if x != x {
		return 0x7e00
	}
	above := uint32(sort.Search(0x7c00, func(h int) bool { return halfValue(uint32(h)) >= x }))
	if above == 0 || halfValue(above) < x { // 0, or beyond all
		return sign | above
	}
	up, down := halfValue(above)-x, x-halfValue(above-1)
	if down < up || down == up && above&1 != 0 {
		above--
	}
	return sign | above
}

// Every pair of formats, with patterns that mean something to both.
func TestConversionsAreThoseOfThePage(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	patterns := []uint64{
		0, 1, 0xff, 0xffff, 0xffffff, 0xffffffff, 0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0x80000000, 0x3f800000, 0x3f7fffff,
		0x3f800001, 0x477fefff, 0x477ff000, 0x33000000, 0x33000001, 0x38000000, 0x7c00fc007e007d55, 0x3c003bff38013c01, 0x80010001040003ff,
	}
	for from := range uint32(8) {
		for to := range uint32(8) {
			for i := range 400 {
				v := r.Uint64()
				switch {
				case i < len(patterns):
					v = patterns[i]
				case from == d32f && i&1 != 0:
					v = uint64(math.Float32bits(r.Float32()))
				}
				if bits := 8 * pageBytes(from); bits < 64 {
					v &= 1<<bits - 1
				}
				require.Equal(t, pageConvert(v, from, to), convertPixel(v, from, to), "%#x from %d to %d", v, from, to)
			}
		}
	}
}
