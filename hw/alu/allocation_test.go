package alu

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNothingIsAllocated(t *testing.T) {
	v, h := &[4]uint32{1, 2, 3, 4}, &[4]uint16{1, 2, 3, 4}
	allocated := testing.AllocsPerRun(10, func() {
		for _, p := range []uint32{0, 1, 0x3c00, 0x3fc00000, 0x7f123456, 0x7fc00000} {
			for i := range unary {
				sink ^= unary[i].f(p) ^ uint32(unary[i].hf(uint16(p)))
			}
			sink ^= AddF(p, 7) ^ MulF(p, 7) ^ DivF(p, 7) ^ MinF(p, 7) ^ MaxF(p, 7) ^ MadF(p, p, 7) ^ FmaF(p, p, 7)
			a := uint16(p)
			sink ^= uint32(AddHF(a, 7) ^ MulHF(a, 7) ^ DivHF(a, 7) ^ MinHF(a, 7) ^ MaxHF(a, 7) ^ MadHF(a, a, 7) ^ FmaHF(a, a, 7))
			sink ^= Dp2F(v, v) ^ Dp3F(v, v) ^ Dp4F(v, v) ^ DphF(v, v)
			sink ^= uint32(Dp2HF(h, h) ^ Dp3HF(h, h) ^ Dp4HF(h, h) ^ DphHF(h, h) ^ FToHF(p))
			for _, i := range types {
				u := uint64(p)
				low, high := i.Mull(u, u)
				sum, carry := i.Addc(u, u)
				difference, borrow := i.Subb(u, u)
				u ^= low ^ high ^ sum ^ carry ^ difference ^ borrow ^ i.Extend(u) ^ i.Div(u, 3) ^ i.Rem(u, 3) ^ i.Min(u, 3) ^ i.Max(u, 3)
				u ^= i.Shl(u, 3) ^ i.Shr(u, 3) ^ i.Asr(u, 3) ^ i.Rol(u, 3) ^ i.Ror(u, 3) ^ i.Bfe(u, 3, 3) ^ i.Bfm(u, 3) ^ i.Bsel(u, 3, 3)
				u ^= i.Cbit(u) ^ i.Lzd(u) ^ i.Tzd(u) ^ i.Fbh(u) ^ i.Fbl(u) ^ i.Bfrev(u) ^ i.AddSat(u, 3) ^ i.MulSat(u, 3) ^ i.MadSat(u, 3, 3)
				u ^= i.ClampFrom(types[0], u) ^ FToInt(i, p) ^ HFToInt(i, a) ^ uint64(IntToF(i, u)) ^ uint64(IntToHF(i, u))
				if i.Compare(Le, u, 3) || CompareF(Le, p, 3) || CompareHF(Le, a, 3) {
					u ^= uint64(HFToF(a))
				}
				sink ^= uint32(u)
			}
		}
	})
	require.Zero(t, allocated)
}
