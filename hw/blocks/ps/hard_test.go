package ps

import (
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/format"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// What the pool gets of a quad: attributes at each of its pixels, covered or not, each step rounded (docs/arithmetic.md, section 5); before it the kernel, with all
// registers as its constants.
func TestQuadsPropertyReachThePoolAsThePageSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		r := &k.b.S.Regs
		for i := range r {
			r[i] = rapid.Uint32().Draw(rt, "register")
		}
		r[regs.PSPsInvocationsLo] = hard.Word().Draw(rt, "counter")
		before := *r
		k.b.S.Changed = true
		number := rapid.OneOf(hard.Share(), hard.Share(), hard.Finite(), hard.Float())
		e := mark(pipe.Quad)
		e.SetPinSet(rapid.Uint8Range(0, 16).Draw(rt, "pin set"))
		e.Front = rapid.Bool().Draw(rt, "front")
		for i := range e.Z {
			e.Z[i] = number.Draw(rt, "z")
		}
		e.X, e.Y, e.Mask = uint16(2*hard.Below(8192).Draw(rt, "x")), uint16(2*hard.Below(8192).Draw(rt, "y")), rapid.Uint8Range(1, 15).Draw(rt, "mask")
		count := rapid.IntRange(0, pipe.Attributes).Draw(rt, "attributes")
		x0, y0 := 256*int32(e.X)-rapid.Int32Range(-2000, 2000).Draw(rt, "x0"), 256*int32(e.Y)-rapid.Int32Range(-2000, 2000).Draw(rt, "y0")
		var planes []pipe.Plane // 1/w, attributes
		var flat []bool
		for n := 0; n <= count; n += pipe.PlanesPerEntry {
			p := mark(pipe.Planes)
			p.A.X0, p.A.Y0, p.A.Count, p.A.Last = x0, y0, uint8(min(pipe.PlanesPerEntry, 1+count-n)), n+pipe.PlanesPerEntry > count
			p.A.Flat = rapid.Uint8Range(0, 15).Draw(rt, "flat")
			if n == 0 {
				p.A.Flat &^= 1 // 1/w
			}
			for i := range p.A.P {
				p.A.P[i] = pipe.Plane{Q: number.Draw(rt, "q"), GX: number.Draw(rt, "gx"), GY: number.Draw(rt, "gy")}
				planes, flat = append(planes, p.A.P[i]), append(flat, p.A.Flat>>i&1 != 0)
			}
			k.in.Queue = append(k.in.Queue, p)
		}
		k.in.Queue = append(k.in.Queue, e)
		k.Step(12)
		require.Equal(rt, []pipe.Kind{pipe.State, pipe.Quad}, k.kinds())
		kernel, constants := k.threads.Got[0].Kernel()
		require.Equal(rt, before[:pipe.PixelConstants], constants[:])
		require.Equal(rt, before[regs.PSPixelNos0:], k.threads.Got[0].State()[:])
		needs := before[regs.PSPixelKernelNeeds]
		bytes := before[regs.PSPixelKernelBytes]
		if e.PinSet() == 0 {
			bytes = 0
		}
		require.Equal(rt, pipe.ThreadKernel{
			Kernel: before[regs.PSPixelKernel], Bytes: bytes, Limit: before[regs.PSPixelLimit], Registers: uint8(needs & 127), Lanes: 8 << min(needs>>8&3, 2),
			Inputs: uint8(needs >> 16 & 127), Varyings: uint8(min(before[regs.PSPixelAttributes]&31, 16)), Table: uint8(needs >> 24), Set: e.PinSet(), Scratch: uint8(needs >> 10 & 15),
		}, kernel)

		got := &k.threads.Got[1]
		x, y := got.Place()
		require.Equal(rt, []any{e.X, e.Y, e.Mask, e.Front, e.Slot}, []any{x, y, got.Mask, got.Front, got.Slot})
		have := pixels(got)
		same := func(want, got float32, what string, p int) {
			require.True(rt, hard.Same(want, got), "%s of pixel %d is %g, not %g", what, p, got, want)
		}
		for p := range 4 {
			at := func(s *pipe.Plane) float32 {
				dx, dy := float32(256*(int64(e.X)+int64(p%2))-int64(x0)), float32(256*(int64(e.Y)+int64(p/2))-int64(y0))
				return hard.Add(s.Q, hard.Add(hard.Mul(s.GX, dx), hard.Mul(s.GY, dy)))
			}
			require.Equal(rt, math.Float32bits(e.Z[p]), math.Float32bits(have[p][0]), "depth")
			same(at(&planes[0]), have[p][1], "1/w", p)
			w := hard.Div(1, at(&planes[0]))
			for n := range pipe.Attributes {
				want := float32(0)
				switch {
				case n < count && flat[1+n]:
					want = planes[1+n].Q
				case n < count:
					want = hard.Mul(at(&planes[1+n]), w)
				}
				same(want, have[p][2+n], "an attribute", p)
			}
		}

		runs := uint64(before[regs.PSPsInvocationsHi])<<32 | uint64(before[regs.PSPsInvocationsLo])
		if before[regs.PSStatisticsControl]&1 != 0 {
			runs += uint64(bits.OnesCount8(e.Mask))
		}
		before[regs.PSPsInvocationsLo], before[regs.PSPsInvocationsHi] = uint32(runs), uint32(runs>>32)
		require.Equal(rt, before, *r)
	})
}

// What goes on of a quad's answer: colours in the format of the surface (docs/arithmetic.md, section 6), and for the late test depths from 0 to 1, of pixels that the kernel kept.
func TestAnswersPropertyGoOnAsThePageSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		k := newBench(t)
		number := rapid.OneOf(hard.Share(), hard.Finite(), hard.Float())
		to := rapid.Uint32Range(0, 3).Draw(rt, "format")
		k.b.S.Regs[regs.PSColorFormat] = to
		e, r := quad(2), pipe.QuadResult{Kind: pipe.Quad, Slot: 1, Kept: rapid.Uint8Range(1, 15).Draw(rt, "kept"), Depth: rapid.Bool().Draw(rt, "depth")}
		e.Late, e.Mask = rapid.Bool().Draw(rt, "late"), 15
		for p := range r.Color {
			r.Z[p] = number.Draw(rt, "z")
			for c := range r.Color[p] {
				r.Color[p][c] = number.Draw(rt, "component")
			}
		}
		k.in.Queue, k.results.Queue = []pipe.QuadEntry{e}, []pipe.QuadResult{r}
		k.Step(8)
		pass := r.Kept
		if e.Late {
			require.Len(rt, k.lateZ.Got, 1)
			z := &k.lateZ.Got[0]
			require.Equal(rt, []any{r.Kept, r.Depth}, []any{z.Kept, z.WriteDepth})
			for p := range z.Depth {
				want := float32(0)
				if r.Depth && r.Kept>>p&1 != 0 && r.Z[p] > 0 { // NaN is not
					want = min(r.Z[p], 1)
				}
				require.Equal(rt, math.Float32bits(want), math.Float32bits(z.Depth[p]), "depth of pixel %d", p)
			}
			pass = rapid.Uint8Range(1, 15).Draw(rt, "pass") & r.Kept
			k.late.Queue = []pipe.LateAnswer{{Slot: 1, Pass: pass}}
			k.Step(6)
		}
		if pass == 0 {
			require.Empty(rt, k.out.Got)
			return
		}
		require.Len(rt, k.out.Got, 1)
		require.Equal(rt, pass, k.out.Got[0].Mask)
		for p, got := range k.out.Got[0].Color {
			if r.Kept>>p&1 == 0 {
				require.Zero(rt, got)
				continue
			}
			for c, x := range r.Color[p] {
				clamped := float32(0)
				if x > 0 {
					clamped = min(x, 1)
				}
				switch to {
				case regs.PSColorFormatRgba16f:
					require.Equal(rt, format.Half(x), uint16(got>>(16*c)), "%g", x)
				case regs.PSColorFormatSrgb8:
					require.Equal(rt, format.Half(clamped), uint16(got>>(16*c)), "%g", x)
				default:
					require.EqualValues(rt, math.RoundToEven(float64(hard.Mul(clamped, 255))), got>>(8*c)&255, "%g", x)
				}
			}
			if to != regs.PSColorFormatRgba16f && to != regs.PSColorFormatSrgb8 {
				require.Zero(rt, got>>32)
			}
		}
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
