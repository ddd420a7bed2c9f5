package format

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
)

// ParseFloat returns the pattern of a decimal number, or of inf or nan, in 16 or 32 bits, rounded once. A number that is finite, but too large, is an
// error; the sign is 0.
func ParseFloat(text string, bits int) (uint32, error) {
	double, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(double, 0) || double < 0 || err == nil && math.IsNaN(double) {
		return 0, fmt.Errorf("%s, expected a number", text)
	}
	infinite := err == nil && math.IsInf(double, 0)
	v := uint32(0)
	if bits == 16 {
		v = parseHalf(text, double)
	} else if single, err := strconv.ParseFloat(text, 32); err == nil || math.IsInf(single, 0) {
		v = math.Float32bits(float32(single))
	}
	if overflow := v == 0x7c00 && bits == 16 || v == 0x7f800000 && bits == 32; overflow && !infinite {
		return 0, fmt.Errorf("%s is too large for %d bits; infinity is inf", text, bits)
	}
	return v, nil
}

// parseHalf is the pattern of 16 bits that is nearest to a number of which double is nearly the value.
func parseHalf(text string, double float64) uint32 {
	const beyond, least = 65536, 0x1p-26
	switch {
	case double >= beyond:
		return uint32(Half(float32(math.Inf(1))))
	case double < least:
		return 0
	}
	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return uint32(Half(float32(double)))
	}
	best := Half(float32(double))
	for _, h := range []uint16{best - 1, best + 1} {
		if c := distance(exact, h).Cmp(distance(exact, best)); c < 0 || c == 0 && h&1 == 0 {
			best = h
		}
	}
	return uint32(best)
}

// distance of a number and a pattern. Infinity lies where the next number would be.
func distance(exact *big.Rat, h uint16) *big.Rat {
	const infinity, next = 0x7c00, 65536
	v := new(big.Rat).SetInt64(next)
	switch {
	case h > infinity: // below 0, or beyond infinity: never the nearest
		v.SetInt64(1 << 40)
	case h < infinity:
		v.SetFloat64(float64(Widen(h)))
	}
	v.Sub(v, exact)
	return v.Abs(v)
}
