package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/kernel"
	"tilemark/hw/regs"
	"tilemark/tb/kernels"
	"tilemark/tb/scenefile"
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

// A context's pixel kernel runs draws with program_depth only when it is the project's own that gives depths.
func TestProgramDepthBesideAnotherPixelKernelIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(header+"draws:\n  - {mesh: t, restart: true}\n  - {mesh: t, restart: true, program_depth: {factor: 1}}\n"), 0o600))
	s, err := scenefile.Load(path)
	require.NoError(t, err)
	add := func(pixel, depth *kernel.Kernel) error {
		_, err := (&Image{}).Add(s, Options{Width: 16, Height: 8, PixelKernel: pixel, DepthKernel: depth})
		return err
	}
	long := func(name string) *kernel.Kernel {
		k, err := kernels.Long(name, 100)
		require.NoError(t, err)
		return k
	}
	const want = "draw 1: program_depth, and kernel pixel with a loop runs, which says itself what depths pixels have; the project's own pixel kernel was expected"
	require.NoError(t, add(nil, nil))
	require.NoError(t, add(long("pixel"), long("pixel_depth")))
	require.ErrorContains(t, add(long("pixel"), nil), path+":8:12: "+want)
	require.ErrorContains(t, add(nil, long("pixel")), want)
}

func TestMoreScratchMemoryThanAThreadCanHaveIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(header+spilling(544)), 0o600))
	s, err := scenefile.Load(path)
	require.NoError(t, err)
	_, err = (&Image{}).Add(s, Options{Width: 16, Height: 8, ScratchBytes: 512})
	require.ErrorContains(t, err, "draw 0: kernel k uses 544 bytes of scratch memory, with which a thread has 1024; at most 512 were expected (gpc.lsu.scratch)")
	_, err = (&Image{}).Add(s, Options{Width: 16, Height: 8, ScratchBytes: 1024})
	require.NoError(t, err)
}
