package alu

import "math/bits"

// Lanes is the number of lanes that the operations of this file take at once: a register of f.
const Lanes = 8

// AddLanesF is AddF in eight lanes. It is sumF written out, since most of a kernel's time goes here.
func AddLanesF(a, b, out *[Lanes]uint32) {
	const drop, shift = 63 - fractionF, alignedF - fractionF
	for k, x := range a {
		y := b[k]
		if !normalF(x) || !normalF(y) {
			out[k] = addRest(x, y)
			continue
		}
		swap := (x ^ y) & uint32((int64(x&^signF)-int64(y&^signF))>>63)
		x, y = x^swap, y^swap
		field := x >> fractionF & fieldF
		away := min(field-y>>fractionF&fieldF, alignedF+1) & 63
		large, small := significandF(x)<<shift, significandF(y)<<shift
		lost := small & (1<<away - 1)
		small = small>>away | (lost|-lost)>>63
		minus := -uint64((x ^ y) >> 31)
		if large += small ^ minus - minus; large == 0 {
			out[k] = 0
			continue
		}
		n := uint32(bits.LeadingZeros64(large))
		v, carry := bits.Add64(large<<(n&63), 1<<(drop-1)-1+large<<(n&63)>>drop&1, 0)
		if field += 63 - alignedF - n + uint32(carry); field-1 >= fieldF-1 {
			out[k] = binary32.add(x, y)
			continue
		}
		out[k] = x&signF | field<<fractionF | uint32(v>>drop)&(leadingF-1)
	}
}

// MulLanesF is MulF in eight lanes.
func MulLanesF(a, b, out *[Lanes]uint32) {
	const drop = 63 - fractionF
	for k, x := range a {
		y := b[k]
		if !normalF(x) || !normalF(y) {
			out[k] = mulRest(x, y)
			continue
		}
		p := significandF(x) * significandF(y)
		high := uint32(p >> 47)
		p <<= (17 - high) & 63
		v, carry := bits.Add64(p, 1<<(drop-1)-1+p>>drop&1, 0)
		field := x>>fractionF&fieldF + y>>fractionF&fieldF - biasF + high + uint32(carry)
		if field-1 >= fieldF-1 {
			out[k] = binary32.mul(x, y)
			continue
		}
		out[k] = (x^y)&signF | field<<fractionF | uint32(v>>drop)&(leadingF-1)
	}
}

// MadLanesF is MadF in eight lanes. out may be none of the others.
func MadLanesF(a, b, c, out *[Lanes]uint32) {
	MulLanesF(a, b, out)
	AddLanesF(out, c, out)
}

// FmaLanesF is FmaF in eight lanes.
func FmaLanesF(a, b, c, out *[Lanes]uint32) {
	for k := range out {
		out[k] = FmaF(a[k], b[k], c[k])
	}
}
