package arithmetic

import (
	"math"
	"math/rand/v2"
	"slices"
)

var (
	single = float(23, 8)
	half   = float(10, 5)
)

// float returns a binary floating-point type by the sizes of its fields.
func float(fraction, exponent uint) *kind {
	k := &kind{bits: 1 + fraction + exponent}
	sign, bias := uint64(1)<<(k.bits-1), uint64(1)<<(exponent-1)-1
	infinity := (uint64(1)<<exponent - 1) << fraction
	around := func(list *[]uint64, p, d uint64) {
		for q := p - d; q != p+d+1; q++ {
			*list = append(*list, q&(sign-1), q&(sign-1)|sign)
		}
	}
	for _, p := range []uint64{0, 1 << fraction, infinity, infinity | 1<<(fraction-1), bias << fraction} {
		around(&k.few, p, 2)
	}
	for _, e := range []uint64{1, uint64(fraction), uint64(fraction) + 1} {
		around(&k.few, (bias+e)<<fraction, 1)
		around(&k.few, (bias-e)<<fraction, 0)
	}
	k.hard = slices.Clone(k.few)
	around(&k.hard, sign-1, 1) // the last NaN, and 0
	for e := uint64(0); e < 1<<exponent; e += max(1, uint64(1)<<exponent/32) {
		around(&k.hard, e<<fraction, 0)
		around(&k.hard, e<<fraction|1<<(fraction-1), 0)
	}
	for e := bias - uint64(fraction) - 2; e < bias+uint64(fraction)+3; e++ {
		around(&k.hard, e<<fraction, 0)
		around(&k.hard, (e+1)<<fraction-1, 0)
	}
	k.hard = slices.Compact(slices.Sorted(slices.Values(k.hard)))
	k.moderate = func(r *rand.Rand) uint64 {
		e := bias - 6 + r.Uint64N(12)
		return r.Uint64()&(sign|1<<fraction-1) | e<<fraction
	}
	return k
}

// integer returns an integer of some bits.
func integer(bits uint) *kind {
	k := &kind{bits: bits}
	add := func(list *[]uint64, p uint64) { *list = append(*list, p&(math.MaxUint64>>(64-bits))) }
	around := func(list *[]uint64, p uint64) {
		for d := range uint64(3) {
			add(list, p+d-1)
			add(list, -(p + d - 1))
		}
	}
	for _, n := range []uint{0, 3, bits / 2, bits - 1} {
		around(&k.few, 1<<n)
	}
	for n := range bits {
		around(&k.hard, 1<<n)
	}
	add(&k.hard, 0x5555555555555555)
	add(&k.hard, 0xaaaaaaaaaaaaaaaa)
	for _, list := range []*[]uint64{&k.few, &k.hard} {
		*list = slices.Compact(slices.Sorted(slices.Values(*list)))
	}
	k.moderate = func(r *rand.Rand) uint64 { // of fewer bits
		n := r.Uint64() >> (64 - bits) >> r.UintN(bits)
		if r.IntN(2) == 0 {
			n = -n
		}
		return n & (math.MaxUint64 >> (64 - bits))
	}
	return k
}

// rounded returns an integer of some bits that becomes a float. Of each size its hard patterns have middles between two numbers of f and of hf, and what is
// next to them: of more than 53 bits such are no numbers of binary64.
func rounded(bits uint) *kind {
	k := integer(bits)
	for _, fraction := range []uint{10, 23} {
		last := uint64(1)<<fraction - 1
		for size := fraction + 3; size <= bits; size++ {
			for _, f := range []uint64{0, 1, last - 1, last} {
				middle := 1<<(size-1) | f<<(size-1-fraction) | 1<<(size-2-fraction)
				for d := range uint64(3) {
					p := middle + d - 1
					k.hard = append(k.hard, p, -p&(math.MaxUint64>>(64-bits)))
				}
			}
		}
	}
	k.hard = slices.Compact(slices.Sorted(slices.Values(k.hard)))
	return k
}
