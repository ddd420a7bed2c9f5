package wgsl

import "tilemark/golden/arith"

func absolute(k kind, a, _, _ uint32) uint32 {
	switch {
	case k == f32:
		return a &^ signF
	case k == f16:
		return a &^ signHF
	case k == i32 && int32(a) < 0:
		return -a
	}
	return a
}

func least(k kind, a, b uint32) uint32 {
	switch k {
	case f32:
		return ofF(f32, arith.MinF(toF(f32, a), toF(f32, b)))
	case f16:
		return uint32(arith.MinHF(uint16(a), uint16(b)))
	case i32:
		return uint32(min(int32(a), int32(b)))
	}
	return min(a, b)
}

func greatest(k kind, a, b uint32) uint32 {
	switch k {
	case f32:
		return ofF(f32, arith.MaxF(toF(f32, a), toF(f32, b)))
	case f16:
		return uint32(arith.MaxHF(uint16(a), uint16(b)))
	case i32:
		return uint32(max(int32(a), int32(b)))
	}
	return max(a, b)
}

func sign(k kind, a, _, _ uint32) uint32 {
	one, minusOne := uint32(1), ^uint32(0)
	if k.isFloat() {
		one, minusOne = ofF(k, 1), ofF(k, -1)
	}
	switch {
	case compares(arith.Gt, k, a, 0):
		return one
	case compares(arith.Lt, k, a, 0):
		return minusOne
	}
	return 0
}

func extractBits(k kind, a, offset, count uint32) uint32 {
	if k == i32 {
		return uint32(arith.Bfe(int32(a), uint64(offset), uint64(count)))
	}
	return arith.Bfe(a, uint64(offset), uint64(count))
}

// insertBits puts bits of the second argument in place of those of the first.
func insertBits(out []uint32, _ kind, a *[4][]uint32) {
	mask := arith.Bfm[uint32](uint64(a[3][0]), uint64(a[2][0]))
	for n := range out {
		out[n] = arith.Bsel(mask, arith.Shl(a[1][n], uint64(a[2][0])), a[0][n])
	}
}
