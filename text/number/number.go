// Package number writes numbers for readers in one way: with a comma between groups of three digits, as in 1,234,567. Texts, pictures,
// pages and Markdown have them so. What programs read has plain digits: JSON, CSV, the values of flags and what errors say to be typed again.
package number

import (
	"math"
	"strconv"
)

// Whole is any whole number.
type Whole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Thousands writes a number with a comma between groups of three digits.
func Thousands[T Whole](n T) string {
	if n < 0 {
		return "-" + grouped(-uint64(n)) // of the least number, too, this is the size
	}
	return grouped(uint64(n))
}

func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Rounded writes the whole number that is nearest. One that is no number, or too large for 64 bits, is written as Go writes it.
func Rounded(x float64) string {
	r := math.Round(x)
	if math.Abs(r) < 1<<63 {
		return Thousands(int64(r))
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Signed writes a difference to - from with its sign; none is 0.
func Signed(from, to uint64) string {
	switch {
	case to > from:
		return "+" + grouped(to-from)
	case to < from:
		return "-" + grouped(from-to)
	}
	return "0"
}

// Count writes how many there are of something whose plural ends in s.
func Count[T Whole](n T, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Thousands(n) + " " + noun
}
