package regress

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Seed is the seed of a case: the first 8 bytes, the highest first, of the SHA-256 of regression, test and index with a zero
// byte between them. No other test or case has a part in it, so that adding one changes no seed that was there before.
func Seed(regression, test string, index int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", regression, test, index))
	return binary.BigEndian.Uint64(sum[:])
}

// dice draws numbers from a seed: SplitMix64, which is a few lines in any language.
type dice struct{ state uint64 }

func (d *dice) next() uint64 {
	d.state += 0x9e3779b97f4a7c15
	z := d.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws a number from 0 to n-1. The bias of the remainder is below 2^-32 for all n here.
func (d *dice) below(n uint64) uint64 { return d.next() % n }
