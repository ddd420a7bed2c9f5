package figures

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
)

// A target as large as the cache is read once, each line of it, however often it is drawn; a cache half as large reads
// more, and so does one whose lines go out and come back.
func TestCachesHoldTheirLines(t *testing.T) {
	for _, c := range []struct {
		key   string
		lines int
		scene string
		port  func(m *hw.Machine) *wires.Fifo[pipe.MemRequest]
	}{
		{"wbu.cache.lines", 16, "blend", func(m *hw.Machine) *wires.Fifo[pipe.MemRequest] { return m.WBU.P.CReq.Tap() }},
		{"zl2.cache.lines", 16, "few-large", func(m *hw.Machine) *wires.Fifo[pipe.MemRequest] { return m.ZL2.P.ZReq.Tap() }},
	} {
		reads := func(lines int) (all, distinct int) {
			s, err := cosim.NewSession(configured(t, c.key, lines, "zl1.hiz", false), cosimtest.Scenes(t, 16, 16, c.scene), false)
			require.NoError(t, err)
			seen := map[uint32]bool{}
			c.port(s.M).OnPut(func(_ uint64, e *pipe.MemRequest) {
				if e.Op == pipe.Read {
					seen[e.Addr] = true
					all++
				}
			})
			require.NoError(t, s.Finish())
			return all, len(seen)
		}
		all, distinct := reads(c.lines)
		require.Equal(t, c.lines, distinct, c.key)
		require.Equal(t, distinct, all, c.key)
		less, _ := reads(c.lines / 2)
		require.Greater(t, less, all, c.key)
	}
}

// Textures that are no larger than the cache are read once, line by line; with fewer lines more is read.
func TestTexturesStayInTheirCache(t *testing.T) {
	const largest = 16 // lines that are read of a texture
	reads := func(lines int) (all, distinct int) {
		s, err := cosim.NewSession(configured(t, "gpc.sampler.lines", lines, "gpc.sampler.ways", 1, "gpc.count", 1), cosimtest.Scenes(t, 48, 48, "texture-edges"), false)
		require.NoError(t, err)
		seen := map[uint32]bool{}
		s.M.Clusters[0].Sampler.P.TexReq[pipe.Below].Tap().OnPut(func(_ uint64, e *pipe.MemRequest) {
			seen[e.Addr] = true
			all++
		})
		require.NoError(t, s.Finish())
		return all, len(seen)
	}
	all, distinct := reads(64)
	require.Equal(t, distinct, all)
	require.Greater(t, distinct, largest)
	for lines := 32; lines > 0; lines /= 2 {
		more, same := reads(lines)
		require.Equal(t, distinct, same)
		if lines >= largest {
			require.Equal(t, all, more, "%d lines", lines)
		} else {
			require.Greater(t, more, all, "%d lines", lines)
		}
		all = more
	}
}

// squares is a target of 64 tiles that is covered once, and twice more from further away.
const squares = `size: [64, 64]
meshes:
  - {name: square, topology: strip, positions: [[-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 1, 0]]}
draws:
  - {mesh: square, clip_space: true, translate: [0, 0, 0.2], color: [0.1, 0.1, 0.1]}
  - {mesh: square, clip_space: true, translate: [0, 0, 0.5], color: [0.2, 0.1, 0.1]}
  - {mesh: square, clip_space: true, translate: [0, 0, 0.7], color: [0.3, 0.1, 0.1]}
`

// rejections counts the tiles of the squares that hierarchical Z rejects, and those that it should reject with so many ranges: the
// place of a tile is its column and row modulo 16, of which the number of ranges leaves the low bits; a tile that comes takes its place.
func rejections(t *testing.T, ranges int, pairs ...any) (rejected, known int) {
	file := filepath.Join(t.TempDir(), "squares.yaml")
	require.NoError(t, os.WriteFile(file, []byte(squares), 0o600))
	s, err := cosim.NewSession(configured(t, append(pairs, "zl1.hiz_tiles", ranges)...), cosimtest.Scenes(t, 64, 64, file), true)
	require.NoError(t, err)
	s.M.ZL2.P.Tested.Watch(func(e *zl2.Fragment) {
		if e.Rejected {
			rejected++
		}
	})
	tiles, owners := 0, map[int][2]uint16{}
	s.M.TG.P.TGFifo.Tap().OnPut(func(_ uint64, e *pipe.TileEntry) {
		if e.Kind != pipe.Tile {
			return
		}
		at, tile := (int(e.Y)*16+int(e.X))%ranges, [2]uint16{e.X, e.Y}
		if tiles++; tiles > squareTiles && owners[at] == tile {
			known++
		}
		owners[at] = tile
	})
	require.NoError(t, s.Finish())
	require.Equal(t, 3*squareTiles, tiles)
	return rejected, known
}

// squareTiles is the number of a square's tiles: it is two triangles, and along their common edge eight tiles belong to both.
const squareTiles = 64 + 8

func TestHiZRejectsWhatItKnows(t *testing.T) {
	rejected, _ := rejections(t, 256, "zl1.hiz", false)
	require.Zero(t, rejected)
	rejected, _ = rejections(t, 256)
	require.Equal(t, 2*squareTiles, rejected)
}

func TestHiZKeepsTheRangesOfItsTiles(t *testing.T) {
	for _, ranges := range []int{256, 128, 64} {
		rejected, known := rejections(t, ranges, "zl2.ahead", 2, "fifo.ZL1_FIFO.depth", 4) // few tiles are in flight: none keeps its place from another
		require.Equal(t, known, rejected, "%d ranges", ranges)
	}
	for _, ranges := range []int{32, 8, 1} { // a tile that comes again before its depths are told is not known yet
		rejected, known := rejections(t, ranges)
		require.LessOrEqual(t, rejected, known, "%d ranges", ranges)
	}
}
