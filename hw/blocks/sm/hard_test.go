package sm

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/format"
	"tilemark/hw/hard"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// The pixel program, each step rounded: texels, the reference of alpha, depth and the formats.
func TestPixelProgramPropertyIsThatOfThePage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		for range 10 {
			number := rapid.OneOf(hard.Share(), hard.Float())
			th := Thread{Pixel: pipe.PixelThread{
				Mask: rapid.Uint8Range(0, 15).Draw(rt, "mask"), Kill: rapid.Bool().Draw(rt, "kill"), WriteDepth: rapid.Bool().Draw(rt, "depth"),
				Texture: rapid.Bool().Draw(rt, "texture"), Encoded: rapid.Bool().Draw(rt, "encoded"), Format: rapid.Uint8Range(0, 3).Draw(rt, "format"),
				AlphaRef: number.Draw(rt, "reference"), DepthOffset: number.Draw(rt, "offset"), DepthFactor: number.Draw(rt, "factor"),
			}}
			e := &th.Pixel
			for k := range 4 {
				for ch := range 6 {
					e.A[k][ch] = number.Draw(rt, "attribute")
				}
				for ch := range 4 {
					th.Texel[k][ch] = hard.Share().Draw(rt, "texel")
				}
				if rapid.Bool().Draw(rt, "at the reference") {
					e.A[k][3] = hard.Beside(e.AlphaRef, rapid.SampledFrom([]int{0, 0, 1, -1}).Draw(rt, "beside"))
				}
			}
			want := th
			for k := range 4 {
				if e.Mask>>k&1 == 0 {
					continue
				}
				var c [4]float32
				for ch := range c {
					c[ch] = e.A[k][ch]
					if e.Texture {
						c[ch] = hard.Mul(c[ch], th.Texel[k][ch])
					}
				}
				if e.Kill && !(c[3] >= e.AlphaRef) {
					continue
				}
				want.Kept |= 1 << k
				for ch, v := range c {
					clamped := v
					if !(v > 0) {
						clamped = 0
					} else if v > 1 {
						clamped = 1
					}
					switch e.Format {
					case regs.PSColorFormatSrgb8:
						want.Color[k] |= uint64(format.Half(clamped)) << (16 * ch)
					case regs.PSColorFormatRgba16f:
						want.Color[k] |= uint64(format.Half(v)) << (16 * ch)
					default:
						want.Color[k] |= uint64(math.RoundToEven(float64(hard.Mul(clamped, 255)))) << (8 * ch)
					}
				}
				if e.WriteDepth {
					switch z := hard.Add(e.DepthOffset, hard.Mul(e.DepthFactor, c[3])); {
					case z > 1:
						want.Depth[k] = 1
					case z > 0:
						want.Depth[k] = z
					}
				}
			}
			pixelProgram{}.Run(&th, nil)
			require.Equal(rt, []any{want.Kept, want.Color, want.Depth}, []any{th.Kept, th.Color, th.Depth})
		}
	})
}

// The vertex program, each step rounded, for three records, of any numbers.
func TestVertexProgramPropertyIsThatOfThePage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		number := rapid.OneOf(hard.Share(), hard.Share(), hard.Finite(), hard.Float())
		var r regs.EUPRegs
		for i := range r {
			r[i] = math.Float32bits(number.Draw(rt, "register"))
		}
		r[regs.EUPVertexProgram] = rapid.Uint32Range(0, 3).Draw(rt, "program")
		f := func(i int) float32 { return math.Float32frombits(r[i]) }
		th := Thread{Instance: rapid.OneOf(rapid.Just(uint32(0)), hard.Word()).Draw(rt, "instance")}
		for i := range th.In {
			for k := range th.In[i] {
				th.In[i][k] = number.Draw(rt, "record")
			}
		}
		in := th.In
		vertexProgram{}.Run(&th, &r)
		program := r[regs.EUPVertexProgram]
		for i := range in {
			rec := in[i]
			var p [3]float32
			for k := range p {
				p[k] = hard.Add(rec[k], hard.Mul(float32(th.Instance), f(regs.EUPInstanceStepX+k)))
			}
			m := func(k int) float32 { return f(regs.EUPTransform0 + k) }
			var want pipe.Vertex
			for j := range 4 {
				want.Clip[j] = hard.Add(hard.Add(hard.Add(hard.Mul(m(j), p[0]), hard.Mul(m(4+j), p[1])), hard.Mul(m(8+j), p[2])), m(12+j))
			}
			d := hard.Add(hard.Add(hard.Mul(rec[3], f(regs.EUPLightX)), hard.Mul(rec[4], f(regs.EUPLightX+1))), hard.Mul(rec[5], f(regs.EUPLightX+2)))
			if !(d > 0) {
				d = 0
			}
			light := hard.Add(f(regs.EUPAmbient), hard.Mul(f(regs.EUPDiffuse), d))
			for k := range 4 {
				want.A[k] = f(regs.EUPBaseColorR + k)
				if program>>regs.EUPVertexProgramUseVertexColorShift&1 != 0 {
					want.A[k] = hard.Mul(want.A[k], rec[8+k])
				}
				if program>>regs.EUPVertexProgramLightingShift&1 != 0 && k < 3 {
					want.A[k] = hard.Mul(want.A[k], light)
				}
			}
			want.A[4], want.A[5] = rec[6], rec[7]
			for k := range want.Clip {
				require.True(rt, hard.Same(want.Clip[k], th.Out[i].Clip[k]), "clip %d: %g, not %g", k, th.Out[i].Clip[k], want.Clip[k])
			}
			for k := range want.A {
				require.True(rt, hard.Same(want.A[k], th.Out[i].A[k]), "attribute %d: %g, not %g", k, th.Out[i].A[k], want.A[k])
			}
		}
	})
}
