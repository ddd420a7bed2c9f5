package alu_test

import (
	"math/rand/v2"
	"testing"

	"tilemark/hw/alu"
)

// Eight lanes of an operation in f, with numbers as kernels have them.
func BenchmarkLanes(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var x, y, z, out [64][8]uint32
	for n := range x {
		for k := range x[n] {
			for _, v := range []*uint32{&x[n][k], &y[n][k], &z[n][k]} {
				*v = 0x3e000000 + r.Uint32()>>7 | r.Uint32()&0x80000000
			}
		}
	}
	for _, c := range []struct {
		name string
		f    func(a, b, c, out *[8]uint32)
	}{
		{"add", func(a, b, c, out *[8]uint32) {
			for k := range out {
				out[k] = alu.AddF(a[k], b[k])
			}
		}},
		{"mul", func(a, b, c, out *[8]uint32) {
			for k := range out {
				out[k] = alu.MulF(a[k], b[k])
			}
		}},
		{"mad", func(a, b, c, out *[8]uint32) {
			for k := range out {
				out[k] = alu.MadF(a[k], b[k], c[k])
			}
		}},
		{"fma", func(a, b, c, out *[8]uint32) {
			for k := range out {
				out[k] = alu.FmaF(a[k], b[k], c[k])
			}
		}},
		{"max", func(a, b, c, out *[8]uint32) {
			for k := range out {
				out[k] = alu.MaxF(a[k], b[k])
			}
		}},
		{"lt", func(a, b, c, out *[8]uint32) {
			for k := range out {
				if alu.CompareF(alu.Lt, a[k], b[k]) {
					out[k] = 1
				}
			}
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for n := 0; b.Loop(); n++ {
				i := n & 63
				c.f(&x[i], &y[i], &z[i], &out[i])
			}
		})
	}
}
