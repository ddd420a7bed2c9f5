package wgsl

import "tilemark/golden/arith"

// packed puts parts of so many bits together, the first one lowest.
func packed(bits int, part func(uint32) uint32) func(out []uint32, _ kind, a *[4][]uint32) {
	return func(out []uint32, _ kind, a *[4][]uint32) {
		out[0] = 0
		for n, w := range a[0] {
			out[0] |= part(w) & (1<<bits - 1) << (n * bits)
		}
	}
}

// unpacked takes the parts of a word.
func unpacked(bits int, part func(uint32) uint32) func(out []uint32, _ kind, a *[4][]uint32) {
	return func(out []uint32, _ kind, a *[4][]uint32) {
		for n := range out {
			out[n] = part(a[0][0] >> (n * bits) & (1<<bits - 1))
		}
	}
}

// snorm is the integer of a number of -1 to 1, unorm of one of 0 to 1.
func snorm(full float32) func(uint32) uint32 { return normalized(-1, full) }
func unorm(full float32) func(uint32) uint32 { return normalized(0, full) }

func normalized(low, full float32) func(uint32) uint32 {
	return func(w uint32) uint32 {
		return uint32(arith.FTo[int32](arith.RnddF(add(0.5, mul(full, clamped(toF(f32, w), low, 1))))))
	}
}

func fromSnorm(bits int, full float32) func(uint32) uint32 {
	return func(n uint32) uint32 {
		signed := int32(n<<(32-bits)) >> (32 - bits)
		return ofF(f32, arith.MaxF(arith.DivF(arith.ToF(signed), full), -1))
	}
}

func fromUnorm(full float32) func(uint32) uint32 {
	return func(n uint32) uint32 { return ofF(f32, arith.DivF(arith.ToF(n), full)) }
}

func signedByte(n uint32) uint32   { return uint32(int32(int8(n))) }
func unsignedByte(n uint32) uint32 { return n & 255 }

// dotOfBytes is the sum of the products of the bytes of two words.
func dotOfBytes(part func(uint32) uint32, a *[4][]uint32) (sum uint32) {
	for shift := 0; shift < 32; shift += 8 {
		sum += part(a[0][0]>>shift) * part(a[1][0]>>shift)
	}
	return sum
}
