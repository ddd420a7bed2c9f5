package judge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/kernel"
	"tilemark/hw/isa/nos"
)

// tagged is the kernel of a shader with tags of all items.
func tagged(t testing.TB, name string) *kernel.Kernel {
	p, err := NewPatched(name, shaderTexts(t)[name], nos.All, 16)
	require.NoError(t, err)
	return p.Result.Kernel
}

// BenchmarkPatch patches kernels for states that differ in everything, each into the same memory. ns/tag is the time of a tagged instruction.
func BenchmarkPatch(b *testing.B) {
	for _, name := range []string{"checker.wgsl", "metal.wgsl", "gathers.wgsl"} {
		b.Run(name, func(b *testing.B) {
			p := nos.NewPatcher(tagged(b, name))
			off, on := nos.Default(), nos.Default()
			on.AlphaFunction, on.Fog, on.TwoSided, on.TargetSRGB, on.WriteMask = nos.Less, nos.Exp, true, true, 3
			code := make([]byte, len(p.Code()))
			copy(code, p.Code())
			b.ReportAllocs()
			for n := range b.N {
				s := &off
				if n%2 != 0 {
					s = &on
				}
				p.Patch(code, s)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.Tagged()), "ns/tag")
		})
	}
}

// What a patcher writes is the code of the patched kernel, whatever it was patched for before.
func TestPatcherWritesThePatchedKernel(t *testing.T) {
	for _, name := range []string{"checker.wgsl", "metal.wgsl", "gathers.wgsl", "branches.wgsl"} {
		k := tagged(t, name)
		p := nos.NewPatcher(k)
		code := append([]byte(nil), p.Code()...)
		for n := range 40 {
			s := nos.Default()
			s.AlphaFunction, s.Fog, s.TwoSided, s.TargetSRGB, s.WriteMask = nos.Compare(n%8), nos.Fog(n/8%4), n%3 == 0, n%5 == 0, uint8(n%16)
			s.Textures[n%8].Swizzle[n%4] = nos.Component(n % 6)
			p.Patch(code, &s)
			require.Equal(t, nos.Kernel(k, &s).Bytes(), code, "%s, state %d", name, n)
		}
		require.Equal(t, k.Bytes(), p.Code())
		require.Zero(t, testing.AllocsPerRun(20, func() { s := nos.Default(); p.Patch(code, &s) }))
	}
}
