package driver

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/scenefile"
)

// laid is a scene in memory with its DMA commands taken apart.
type laid struct {
	im    *Image
	c     *Context
	draws []map[string]uint32 // registers that differ from reset at each draw
	steps []uint32            // headers of fills and copies
	reads []uint32            // operands of QUERY_WRITE, counter in the upper half
}

const header = `size: [16, 8]
meshes:
  - {name: t, topology: strip, positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], indices: [0, 1, 2, restart, 0, 1, 2]}
textures:
  - {name: x, pixels: [ff00ff00 ff00ff00], filter: {mag: linear, mip: nearest}, format: srgb8}
`

func layOut(t *testing.T, text string, o Options) *laid {
	path := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(path, []byte(header+text), 0o600))
	s, err := scenefile.Load(path)
	require.NoError(t, err)
	l := &laid{im: &Image{}}
	o.Width, o.Height = s.Width, s.Height
	l.c, err = l.im.Add(s, o)
	require.NoError(t, err)
	at := l.c.Header + regs.ContextHeaderBytes + 4 // after INTERRUPTIBLE
	l.buffer(l.word(at+4), l.word(at+8))
	return l
}

func (l *laid) word(at uint32) uint32 { return binary.LittleEndian.Uint32(l.im.Bytes[at:]) }

func (l *laid) buffer(at, dwords uint32) {
	now := map[string]uint32{}
	for end := at + 4*dwords; at < end; {
		w := l.word(at)
		n := w & 0xffff
		switch w & regs.HeaderCommandMask {
		case regs.CommandSetState:
			for i := range n - 1 {
				now[regs.RegisterName(int(w>>16&0xff), int(l.word(at+4)+i))] = l.word(at + 8 + 4*i)
			}
		case regs.CommandDraw:
			copied := map[string]uint32{}
			for k, v := range now {
				copied[k] = v
			}
			l.draws = append(l.draws, copied)
		case regs.CommandFill, regs.CommandCopy:
			l.steps = append(l.steps, w)
		case regs.CommandQueryWrite:
			l.reads = append(l.reads, w>>16&0xff<<16|l.word(at+4)&63)
		}
		at += 4 * (1 + n)
	}
}

func f(v float32) uint32 { return math.Float32bits(v) }

func TestDrawStateReachesRegisters(t *testing.T) {
	l := layOut(t, `depth_format: d16
color_format: rgba16f
draws:
  - {mesh: t, restart: true, base_vertex: 0, texture: x, kill: 0.5, program_depth: {offset: 0.25, factor: 2}, depth_bias: {constant: 3, slope: 4, clamp: 5}}
  - {mesh: t, restart: true, late_test: true}
`, Options{})
	require.Len(t, l.draws, 2)
	d := l.draws[0]
	for name, want := range map[string]uint32{
		"CSP.INDEX_FORMAT": 2, "PS.PIXEL_PROGRAM": 7, "PS.ALPHA_REF": f(0.5), "PS.PROGRAM_DEPTH_OFFSET": f(0.25),
		"PS.PROGRAM_DEPTH_FACTOR": f(2), "PS.COLOR_FORMAT": 2, "WBU.COLOR_FORMAT": 2, "MXU.SURFACE_FORMAT": 3,
		"ASU.DEPTH_BIAS_CONTROL": 1 | 2<<1, "ASU.DEPTH_BIAS_CONSTANT": f(3), "ASU.DEPTH_BIAS_SLOPE": f(4), "ASU.DEPTH_BIAS_CLAMP": f(5),
		"ZL2.DEPTH_CONTROL": 1 | 2 | 1<<2 | 2<<5 | 1<<7, "BIND.TEXTURE_0_FORMAT": 2<<16 | 1<<20 | 1<<24, "BIND.SAMPLER_0_MODE": 1<<6 | 1<<8, "BIND.TEXTURE_0_BYTES": 64 + 4,
	} {
		require.Equal(t, want, d[name], name)
	}
	require.Equal(t, uint32(0), l.draws[1]["PS.PIXEL_PROGRAM"])
	require.Equal(t, uint32(0), l.draws[1]["ASU.DEPTH_BIAS_CONTROL"])
	require.Equal(t, uint32(1), l.draws[1]["ZL2.DEPTH_CONTROL"]>>7)
}

func TestQueriesZeroEnableAndWriteCounters(t *testing.T) {
	l := layOut(t, "draws: [{mesh: t, restart: true, query: all}, {mesh: t, restart: true}, {mesh: t, restart: true, query: statistics}]\n", Options{})
	controls := []string{"ZL2.QUERY_CONTROL", "TSU.STATISTICS_CONTROL", "PS.STATISTICS_CONTROL"}
	for i, want := range [][]uint32{{1, 1, 1}, {0, 0, 0}, {0, 1, 1}} {
		for k, name := range controls {
			require.Equal(t, want[k], l.draws[i][name], "draw %d, %s", i, name)
		}
	}
	require.Equal(t, []uint32{0, 1<<16 | 8, 2<<16 | 16, 3<<16 | 24, 4<<16 | 32, 5<<16 | 40, 6<<16 | 48,
		1 << 16, 2<<16 | 8, 3<<16 | 16, 4<<16 | 24, 5<<16 | 32, 6<<16 | 40}, l.reads)
	require.Len(t, l.c.Queries, 13)
}

func TestViewportsHavePlacesOfTheirOwn(t *testing.T) {
	l := layOut(t, `draws:
  - {mesh: t, restart: true, viewport: [0, 0, 8, 8, 0.5, 0.75]}
  - {mesh: t, restart: true}
  - {mesh: t, restart: true, viewport: [0, 0, 8, 8, 0.5, 0.75]}
`, Options{})
	for i, want := range []uint32{0, 1, 0} {
		require.Equal(t, want, l.draws[i]["TSU.VIEWPORT_SELECT"])
	}
	require.Equal(t, f(4), l.draws[2]["TSU.VIEWPORT_SCALE_X"])
	require.Equal(t, f(0.25), l.draws[2]["TSU.DEPTH_SCALE"])
	require.Equal(t, f(0.5), l.draws[2]["TSU.DEPTH_OFFSET"])
	require.Equal(t, f(8), l.draws[1]["TSU.VIEWPORT1_SCALE_X"])
	l = layOut(t, "draws: [{mesh: t, restart: true, viewport: [1, 0, 8, 8]}]\n", Options{})
	require.Equal(t, uint32(0), l.draws[0]["TSU.VIEWPORT_SELECT"])
	require.Equal(t, f(5), l.draws[0]["TSU.VIEWPORT_OFFSET_X"])
}

func TestSurfacesAreClearedInTheirFormats(t *testing.T) {
	const draw = "draws: [{mesh: t, restart: true}]\nclear: {color: [255, 0, 51, 128], depth: 0.5, stencil: 3}\n"
	for formats, want := range map[string][2]uint64{
		"":                        {0x803300ff, 0x03800000},
		"color_format: srgb8\n":   {0x803300ff, 0x03800000},
		"color_format: rgba16f\n": {0x3804_3266_0000_3c00, 0x03800000},
		"depth_format: d32f\n":    {0x803300ff, uint64(f(0.5))},
		"depth_format: d16\n":     {0x803300ff, 32768},
	} {
		l := layOut(t, formats+draw, Options{})
		color, depth := l.c.Color.Pixels(l.word), l.c.Depth.Pixels(l.word)
		require.Equal(t, want, [2]uint64{color[0], depth[0]}, formats)
		require.Equal(t, want, [2]uint64{color[127], depth[127]}, formats)
	}
}

func TestEachPixelOfATileHasBytesOfItsOwn(t *testing.T) {
	for _, bytes := range []int{2, 4, 8} {
		s := Surface{Base: 4096, Pitch: 2, Width: 16, Height: 16, Bytes: bytes}
		seen := map[uint32]bool{}
		for y := range 16 {
			for x := range 16 {
				at := s.Address(x, y) - s.Base
				require.Zero(t, at%uint32(bytes))
				require.Equal(t, uint32(2*(y/8)+x/8), at/uint32(64*bytes), "tiles lie one after the other")
				seen[at] = true
			}
		}
		require.Len(t, seen, 256)
	}
}

func TestHalf(t *testing.T) {
	for v, want := range map[float64]uint16{0: 0, 1: 0x3c00, 0.5: 0x3800, 1.0 / 3: 0x3555, 1.0 / (1 << 24): 1, 1.0 / (1 << 14): 0x400, 0.99999: 0x3c00} {
		require.Equal(t, want, half(v), "%v", v)
	}
}
