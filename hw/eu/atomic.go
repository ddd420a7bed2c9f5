package eu

import "tilemark/hw/isa"

// Atomic is what an atomic operation leaves where there was a word: x and y are what the message brings, y with cmpxchg alone.
func Atomic(operation uint8, signed bool, was, x, y uint32) uint32 {
	const top = 1 << 31
	less := x < was
	if signed {
		less = x^top < was^top
	}
	switch operation {
	case isa.AtomicAdd:
		return was + x
	case isa.AtomicSub:
		return was - x
	case isa.AtomicMin:
		if !less {
			return was
		}
	case isa.AtomicMax:
		if less {
			return was
		}
	case isa.AtomicAnd:
		return was & x
	case isa.AtomicOr:
		return was | x
	case isa.AtomicXor:
		return was ^ x
	case isa.AtomicCompare:
		if was != x {
			return was
		}
		return y
	case isa.AtomicLoad:
		return was
	}
	return x
}
