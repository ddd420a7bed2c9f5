package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/scene"
)

// spilling is a scene whose pixel kernel uses so many bytes of scratch memory.
func spilling(bytes int) string {
	return fmt.Sprintf(`kernels: [{name: k, lines: [.kernel k, .stage pixel, .lanes 8, .inputs 12, .scratch %d, "send.color.4 r6 {last}"]}]
draws: [{mesh: t, restart: true, kernels: {pixel: k}}, {mesh: t, restart: true}]
`, bytes)
}

// A context has scratch memory for each hardware thread, as much as its kernel with most needs: a power of two from a line on. Another draw's kernel uses none.
func TestScratchMemoryIsThatOfTheKernelWithMost(t *testing.T) {
	for bytes, code := range map[int]uint32{32: 1, 64: 1, 96: 2, 128: 2, 1024: 5, 1056: 6, 16384: 9} {
		l := layOut(t, spilling(bytes), Options{Threads: 6})
		lines := uint32(32<<code) / 64
		require.Equal(t, regs.ContextHeaderScratchSizeFields{Lines: lines, Threads: 6}, l.c.Shares, "%d bytes", bytes)
		require.Equal(t, l.c.Scratch.From, l.word(l.c.Header+4*regs.ContextHeaderScratch))
		require.Equal(t, 6*64*lines, l.c.Scratch.To-l.c.Scratch.From)
		require.Zero(t, l.c.Scratch.From%64)
		require.LessOrEqual(t, l.c.Scratch.To, l.c.To)
		for i, want := range []uint32{code, 0} {
			require.Equal(t, want, l.draws[i]["PS.PIXEL_KERNEL_NEEDS"]>>regs.PSPixelKernelNeedsScratchShift&regs.PSPixelKernelNeedsScratchMask)
		}
		c := *l.c
		c.Scratch, c.Shares = Span{}, regs.ContextHeaderScratchSizeFields{}
		l.im.ReadScratch(&c)
		require.Equal(t, *l.c, c)
	}
	l := layOut(t, "draws: [{mesh: t, restart: true}]\n", Options{})
	require.Zero(t, l.word(l.c.Header+4*regs.ContextHeaderScratchSize))
}

func TestMoreScratchMemoryThanAThreadCanHaveIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(header+spilling(544)), 0o600))
	s, err := scene.Load(path)
	require.NoError(t, err)
	_, err = (&Image{}).Add(s, Options{Width: 16, Height: 8, ScratchBytes: 512})
	require.ErrorContains(t, err, "draw 0: kernel k uses 544 bytes of scratch memory, with which a thread has 1024; at most 512 were expected (gpc.lsu.scratch)")
	_, err = (&Image{}).Add(s, Options{Width: 16, Height: 8, ScratchBytes: 1024})
	require.NoError(t, err)
}
