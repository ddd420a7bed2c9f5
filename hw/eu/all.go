package eu

import (
	"tilemark/hw/alu"
	"tilemark/hw/isa"
)

// The operations that kernels execute most, for all lanes at once: the same as lane by lane, and faster to simulate.
var (
	integerAll = [256]all{
		isa.OpAdd: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k] + b[k]
			}
		},
		isa.OpMul: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k] * b[k]
			}
		},
		isa.OpMad: func(a, b, c, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k]*b[k] + c[k]
			}
		},
		isa.OpAnd: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k] & b[k]
			}
		},
		isa.OpOr: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k] | b[k]
			}
		},
		isa.OpXor: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = a[k] ^ b[k]
			}
		},
	}
	floatAll = [256]all{
		isa.OpAdd: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = uint64(alu.AddF(uint32(a[k]), uint32(b[k])))
			}
		},
		isa.OpMul: func(a, b, _, out *values, n int) {
			for k := range out[:n] {
				out[k] = uint64(alu.MulF(uint32(a[k]), uint32(b[k])))
			}
		},
		isa.OpMad: func(a, b, c, out *values, n int) {
			for k := range out[:n] {
				out[k] = uint64(alu.MadF(uint32(a[k]), uint32(b[k]), uint32(c[k])))
			}
		},
		isa.OpFma: func(a, b, c, out *values, n int) {
			for k := range out[:n] {
				out[k] = uint64(alu.FmaF(uint32(a[k]), uint32(b[k]), uint32(c[k])))
			}
		},
	}
)

func sameAll(a, _, _, out *values, n int) { copy(out[:n], a[:n]) }
