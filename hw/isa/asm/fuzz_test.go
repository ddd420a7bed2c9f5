package asm

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/kernel"
)

// FuzzAssemble: a text is a kernel that comes back from its file and from its disassembly, or mistakes with their lines.
func FuzzAssemble(f *testing.F) {
	f.Add(sample)
	f.Add(".cta 8 1 1\nx: (f0.any) jmp x\nsend.end {last}\n")
	f.Add(".stage pixel\n.lanes 16\ndiscard\nsend.color.4 r2 {last}\n")
	f.Add(".stage trap\nrdsr r1:ud, stack+3\nwrsr tr3, r1<0>:ud\niret\n")
	f.Add(tagged)
	f.Add(handler)
	f.Add(enqueuing)
	f.Add(".cta 1 1 1\ncall f\nsend.end {last}\nf: mad r1:f, r2:f[yyww], -|r3|:f, 0.5:f {native, nos enable=fog.on source=texture.component[3]}\nret\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		k, errs := Assemble("f.tka", text)
		if k == nil {
			require.NotEmpty(t, errs)
			for _, e := range errs {
				require.Positive(t, e.Line)
				require.NotEmpty(t, e.Message)
			}
			return
		}
		back, err := kernel.Unmarshal(k.Marshal())
		require.NoError(t, err)
		require.Equal(t, k, back)
		requireKernelComesBack(t, k)
	})
}
