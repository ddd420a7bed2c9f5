package driver

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/scenefile"
)

// storesAndLoads has kernels that store in pixels and load in vertices.
const storesAndLoads = `size: [16, 8]
kernels:
  - {name: stores, lines: [.kernel stores, .stage pixel, .lanes 8, .binding 0 buffer write, .inputs 12, "send.store.ud r1, r2, b0", "send.color.4 r6 {last}"]}
  - {name: loads, lines: [.kernel loads, .stage vertex, .lanes 8, .binding 0 buffer read, .inputs 19, "send.load.f r24, r1, b0", "send.result.4 r20, +0", "send.result.4 r24, +128", "send.result.2 r28, +256 {last}"]}
  - {name: takes, lines: [.kernel takes, .stage pixel, .lanes 8, .binding 0 buffer read, .inputs 12, "send.load.ud r1, r2, b0", "send.color.4 r6 {last}"]}
  - {name: counts, lines: [.kernel counts, .stage pixel, .lanes 8, .binding 0 buffer read write, .inputs 12, "send.atomic.ud.add r1, r2, b0", "send.load.ud r1, r2, b0 {nc}", "send.color.4 r6 {last}"]}
  - {name: samples, lines: [.kernel samples, .stage pixel, .lanes 8, .binding 1 texture, .sampler 0, .inputs 12, "send.sample.4.xy r20, r10, b1, s0", "send.color.4 r6 {last}"]}
  - {name: texels, lines: [.kernel texels, .stage pixel, .lanes 8, .binding 1 texture write, .inputs 12, "send.texel_store.4.xy r1, r6, b1", "send.color.4 r6 {last}"]}
  - {name: constant, lines: [.kernel constant, .stage pixel, .lanes 8, .binding 0 constant, .inputs 12, "send.constant r20, +0, b0", "send.color.4 r6 {last}"]}
  - {name: own, lines: [.kernel own, .stage pixel, .lanes 8, .binding 0 buffer write, .binding 1 constant, .inputs 12, "send.constant r20, +0, b1", "send.store.ud r1, r2, b0", "send.color.4 r6 {last}"]}
  - {name: asks, lines: [.kernel asks, .stage pixel, .lanes 8, .binding 0 buffer read write, .inputs 12, "send.atomic.ud.add r20, r1, r2, b0", "send.color.4 r6 {last}"]}
  - {name: adds, lines: [.kernel adds, .stage pixel, .lanes 8, .binding 0 buffer read write, .inputs 12, "send.atomic.ud.add r1, r2, b0", "send.color.4 r6 {last}"]}
  - {name: many, lines: [.kernel many, .stage pixel, .lanes 16, .inputs 26, "send.color.4 r11 {last}"]}
textures: [{name: t, checker: {size: [4, 4], cell: 1, colors: [[0, 0, 0], [255, 255, 255]]}}]
buffers: [{name: b, bytes: 64}, {name: c, bytes: 64}]
meshes: [{name: m, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]
draws:
`

const (
	stores        = "  - {mesh: m, kernels: {pixel: stores}, bind: {pixel: {buffers: {0: b}}}}\n"
	storesFlushes = "  - {mesh: m, kernels: {pixel: stores}, bind: {pixel: {buffers: {0: b}}}, flush: true}\n"
	loads         = "  - {mesh: m, kernels: {vertex: loads}, bind: {vertex: {buffers: {0: b}}}}\n"
	loadsOther    = "  - {mesh: m, kernels: {vertex: loads}, bind: {vertex: {buffers: {0: c}}}}\n"
	storesKeeps   = "  - {mesh: m, kernels: {pixel: stores}, bind: {pixel: {buffers: {0: b}}}, flush: invalidate}\n"
	pixelLoads    = "  - {mesh: m, kernels: {pixel: takes}, bind: {pixel: {buffers: {0: b}}}}\n"
	pixelSamples  = "  - {mesh: m, kernels: {pixel: samples}, bind: {pixel: {textures: {1: t}, samplers: {0: t}}}}\n"
	texelStores   = "  - {mesh: m, kernels: {pixel: texels}, bind: {pixel: {textures: {1: t}}}}\n"
	pixelConstant = "  - {mesh: m, kernels: {pixel: constant}, bind: {pixel: {buffers: {0: b}}}}\n"
	pixelCounts   = "  - {mesh: m, kernels: {pixel: counts}, bind: {pixel: {buffers: {0: b}}}}\n"
	pixelOwn      = "  - {mesh: m, kernels: {pixel: own}, bind: {pixel: {buffers: {0: b, 1: b}}}}\n"
	pixelOther    = "  - {mesh: m, kernels: {pixel: own}, bind: {pixel: {buffers: {0: b, 1: c}}}}\n"
	pixelAsks     = "  - {mesh: m, kernels: {pixel: asks}, bind: {pixel: {buffers: {0: b}}}}\n"
	pixelAdds     = "  - {mesh: m, kernels: {pixel: adds}, bind: {pixel: {buffers: {0: b}}}}\n"
	manyInputs    = "  - {mesh: m, kernels: {pixel: many}}\n"
	storesLoads   = "  - {mesh: m, kernels: {pixel: stores, vertex: loads}, bind: {pixel: {buffers: {0: b}}, vertex: {buffers: {0: b}}}, flush: true}\n"
)

// A vertex stage may load what pixel kernels have stored after a flush: in a DMA buffer, or in the ring after one, also
// where the ring names its buffers again.
func TestVertexStageLoadsWhatIsStoredBehindAFlushOnly(t *testing.T) {
	for name, c := range map[string]struct {
		draws   string
		o       Options
		refused string
	}{
		"without":                     {stores + loads, Options{}, "draw 1: the vertex stage binds buffer \"b\", which the pixel kernel of draw 0 writes"},
		"in the same draw":            {storesLoads, Options{}, "draw 0: the vertex stage"},
		"of another buffer":           {stores + loadsOther, Options{}, ""},
		"after a flush":               {storesFlushes + loads, Options{}, ""},
		"after one that keeps":        {storesKeeps + loads, Options{}, "draw 1: the vertex stage binds buffer \"b\", which the pixel kernel of draw 0 writes"},
		"in pixels":                   {stores + pixelLoads, Options{}, "draw 1: the pixel kernel reads buffer \"b\", which the pixel kernel of draw 0 writes"},
		"in pixels, after a flush":    {storesFlushes + pixelLoads, Options{}, ""},
		"in pixels, one that keeps":   {storesKeeps + pixelLoads, Options{}, "draw 1: the pixel kernel reads"},
		"in pixels, in memory":        {stores + pixelCounts, Options{}, "draw 1: the pixel kernel accesses in memory buffer \"b\", which the pixel kernel of draw 0 writes"},
		"in memory both":              {pixelCounts + pixelCounts, Options{Repeat: 2}, ""},
		"counted, then loaded":        {pixelCounts + pixelLoads, Options{}, "draw 1: the pixel kernel reads"},
		"constants":                   {stores + pixelConstant, Options{}, "draw 1: the pixel kernel reads buffer"},
		"constants of its own":        {pixelOwn, Options{}, "a.yaml:18:12: draw 0: pixel kernel own reads constants of buffer \"b\" and writes it"},
		"constants of another buffer": {pixelOther, Options{}, ""},
		"more registers than it has":  {manyInputs, Options{}, "a.yaml:18:12: draw 0: threads of kernel many begin with 26 registers; .inputs of at most 25 was expected"},
		"texels":                      {texelStores + pixelSamples, Options{}, "draw 1: the pixel kernel reads texture \"t\", which the pixel kernel of draw 0 writes"},
		"texels, before":              {pixelSamples + texelStores, Options{}, ""},
		"texels, before, again":       {pixelSamples + texelStores, Options{Repeat: 2}, "draw 0: the pixel kernel reads texture \"t\", which the pixel kernel of draw 1 writes"},
		"in pixels, before, again":    {pixelLoads + stores, Options{Repeat: 2}, "draw 0: the pixel kernel reads buffer \"b\", which the pixel kernel of draw 1 writes"},
		"in pixels, before":           {pixelLoads + stores, Options{}, ""},
		"and stored again":            {storesFlushes + stores + loads, Options{}, "which the pixel kernel of draw 1 writes"},
		"after one in the ring":       {stores + loads, Options{RingFlush: true, DrawsPerBuffer: 1}, ""},
		"in one buffer of the ring":   {stores + loads, Options{RingFlush: true}, "draw 1: the vertex stage"},
		"before":                      {loads + stores, Options{}, ""},
		"before, again":               {loads + stores, Options{Repeat: 2}, "draw 0: the vertex stage binds buffer \"b\", which the pixel kernel of draw 1 writes"},
		"before, again after a flush": {loads + storesFlushes, Options{Repeat: 2}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.yaml")
			require.NoError(t, os.WriteFile(path, []byte(storesAndLoads+c.draws), 0o600))
			s, err := scenefile.Load(path)
			require.NoError(t, err)
			c.o.Width, c.o.Height = s.Width, s.Height
			im := &Image{}
			_, err = im.Add(s, c.o)
			if c.refused != "" {
				require.ErrorContains(t, err, c.refused)
				return
			}
			require.NoError(t, err)
		})
	}
}

// The first draw is named whose results may depend on an order that is not given.
func TestDrawsThatDependOnAnOrderAreNamed(t *testing.T) {
	for draws, want := range map[string]string{
		stores + storesFlushes: `draw 1: pixel kernel stores writes buffer "b", as that of draw 0 does, and no flush that writes back is between`,
		storesFlushes + stores: "",
		pixelLoads + stores:    "",
		pixelAsks:              `draw 0: pixel kernel asks reads buffer "b" and writes it`,
		pixelAdds + pixelAdds:  "",
		stores + pixelAsks:     "",
		pixelAdds + pixelAsks:  `draw 1: pixel kernel asks reads buffer "b" and writes it`,
	} {
		path := filepath.Join(t.TempDir(), "a.yaml")
		require.NoError(t, os.WriteFile(path, []byte(storesAndLoads+draws), 0o600))
		s, err := scenefile.Load(path)
		require.NoError(t, err)
		im := &Image{}
		if _, err = im.Add(s, Options{Width: s.Width, Height: s.Height}); err == nil {
			require.Equal(t, want, im.Contexts[0].Unordered, draws)
		}
	}
}

// A flush in the ring stands after each DMA command, before its fence.
func TestFlushesStandBehindDMACommands(t *testing.T) {
	l := layOut(t, "draws: [{mesh: t, restart: true}, {mesh: t, restart: true}]\n", Options{DrawsPerBuffer: 1, RingFlush: true, RingFence: true})
	at := l.c.Header + regs.ContextHeaderBytes
	var kinds []uint32
	for at < l.c.Header+regs.ContextHeaderBytes+4*l.c.Tail {
		w := l.word(at)
		kinds = append(kinds, w)
		at += 4 * (1 + w&regs.HeaderLengthMask)
	}
	each := []uint32{regs.CommandDmaHeader, regs.CommandFlushHeader | regs.FlushModeWriteBack<<regs.HeaderSubOpcodeShift, regs.CommandFenceHeader}
	require.Equal(t, slices.Concat([]uint32{regs.CommandInterruptibleHeader}, each, each), kinds)
}
