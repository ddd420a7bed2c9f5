package ps

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// What the pool gets of a quad: attributes at each pixel, each step rounded (docs/arithmetic.md, section 5), those of pixels that are not
// covered where the filter needs them, and the registers that the program has a use for.
func TestQuadsPropertyReachThePoolAsThePageSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		r := &k.b.S.Regs
		for i := range r {
			r[i] = rapid.Uint32().Draw(rt, "register")
		}
		r[regs.PSPsInvocationsLo] = hard.Word().Draw(rt, "counter")
		if rapid.Bool().Draw(rt, "textured") {
			r[regs.PSPixelProgram] = regs.PSPixelProgramFields{Texture: true, Kill: true}.Pack()
		}
		before := *r
		number := rapid.OneOf(hard.Share(), hard.Share(), hard.Finite(), hard.Float())
		e := mark(pipe.Quad)
		e.X, e.Y, e.Mask = uint16(2*hard.Below(8192).Draw(rt, "x")), uint16(2*hard.Below(8192).Draw(rt, "y")), rapid.Uint8Range(1, 15).Draw(rt, "mask")
		first, last := mark(pipe.Planes), mark(pipe.Planes)
		last.A.Last, first.A.Count, last.A.Count = true, 4, rapid.SampledFrom([]uint8{1, 3}).Draw(rt, "planes")
		var planes []*pipe.Plane // 1/w, colour, texture coordinates
		for _, a := range []*pipe.AttributePlanes{&first.A, &last.A} {
			for i := range a.P {
				a.P[i] = pipe.Plane{Q: number.Draw(rt, "q"), GX: number.Draw(rt, "gx"), GY: number.Draw(rt, "gy")}
				planes = append(planes, &a.P[i])
			}
		}
		first.A.X0, first.A.Y0 = 256*int32(e.X)-rapid.Int32Range(-2000, 2000).Draw(rt, "x0"), 256*int32(e.Y)-rapid.Int32Range(-2000, 2000).Draw(rt, "y0")
		last.A.X0, last.A.Y0 = first.A.X0, first.A.Y0
		k.in.Queue = []pipe.QuadEntry{first, last, e}
		k.Step(8)
		require.Len(rt, k.threads.Got, 1)
		got := k.threads.Got[0]

		bit := func(shift int) bool { return before[regs.PSPixelProgram]>>shift&1 != 0 }
		program := regs.PSPixelProgramFields{
			Texture: bit(regs.PSPixelProgramTextureShift), Kill: bit(regs.PSPixelProgramKillShift), WriteDepth: bit(regs.PSPixelProgramWriteDepthShift),
		}
		filter := before[regs.PSTextureFilter]
		want := pipe.PixelThread{Kind: pipe.Quad, Slot: 1, Mask: e.Mask, Format: uint8(before[regs.PSColorFormat] & 3), Kill: program.Kill}
		f := func(reg int) float32 { return math.Float32frombits(before[reg]) }
		same := func(want, got float32, what string) {
			require.True(rt, hard.Same(want, got), "%s is %g, not %g", what, got, want)
		}
		if program.Kill {
			same(f(regs.PSAlphaRef), got.AlphaRef, "reference")
		} else {
			require.Zero(rt, got.AlphaRef)
		}
		if program.WriteDepth {
			want.WriteDepth = true
			same(f(regs.PSProgramDepthOffset), got.DepthOffset, "offset")
			same(f(regs.PSProgramDepthFactor), got.DepthFactor, "factor")
		}
		if program.Texture {
			want.Texture, want.Base = true, before[regs.PSTextureBase]
			want.Width, want.Height = uint16(before[regs.PSTextureSize]), uint16(before[regs.PSTextureSize]>>16)
			want.Wrap, want.Filter, want.Encoded = uint8(before[regs.PSTextureWrap]&15), uint8(filter), filter>>8&1 != 0
		}
		for p := range 4 {
			at := func(s *pipe.Plane) float32 {
				dx, dy := float32(256*(int64(e.X)+int64(p%2))-int64(first.A.X0)), float32(256*(int64(e.Y)+int64(p/2))-int64(first.A.Y0))
				return hard.Add(s.Q, hard.Add(hard.Mul(s.GX, dx), hard.Mul(s.GY, dy)))
			}
			w := hard.Div(1, at(planes[0]))
			covered := e.Mask>>p&1 != 0
			for ch := range 4 {
				if covered {
					same(hard.Mul(at(planes[1+ch]), w), got.A[p][ch], "colour")
				} else {
					require.Zero(rt, got.A[p][ch])
				}
			}
			mip := filter >> 2 & 3
			needed := program.Texture && (filter&1 != filter>>1&1 || mip == 1 || mip == 2) // of level of detail
			for c := range 2 {
				switch {
				case last.A.Count < 3:
					require.Zero(rt, got.A[p][4+c])
				case covered || needed:
					same(hard.Mul(at(planes[5+c]), w), got.A[p][4+c], "texture coordinate")
				}
			}
		}
		got.A, got.AlphaRef, got.DepthOffset, got.DepthFactor = want.A, 0, 0, 0
		require.Equal(rt, want, got)

		count := uint64(before[regs.PSPsInvocationsHi])<<32 | uint64(before[regs.PSPsInvocationsLo])
		if before[regs.PSStatisticsControl]&1 != 0 {
			count += uint64(bits.OnesCount8(e.Mask))
		}
		before[regs.PSPsInvocationsLo], before[regs.PSPsInvocationsHi] = uint32(count), uint32(count>>32)
		require.Equal(rt, before, *r)
	})
}

// A carry, and none, at each sum beside 2^32.
func TestInvocationsCarryAtTheWrapOnly(t *testing.T) {
	for lo := range uint32(10) {
		for mask := range uint8(16) {
			b := New("PS", Config{InFlight: 4})
			b.S.Regs[regs.PSStatisticsControl], b.S.Regs[regs.PSPsInvocationsLo], b.S.Regs[regs.PSPsInvocationsHi] = 1, lo-5, 7
			b.count(mask)
			want := 7<<32 + uint64(lo-5) + uint64(bits.OnesCount8(mask))
			require.Equal(t, want, uint64(b.S.Regs.PsInvocationsHi())<<32|uint64(b.S.Regs.PsInvocationsLo()))
		}
	}
}
