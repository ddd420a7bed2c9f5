package golden

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// indices writes an index buffer and makes draws use it.
func (w *world) indices(format uint32, numbers ...uint32) {
	for i, n := range numbers {
		if format&1 == regs.CSPIndexFormatU16 {
			binary.LittleEndian.PutUint16(w.mem[indexAddr+2*i:], uint16(n))
		} else {
			binary.LittleEndian.PutUint32(w.mem[indexAddr+4*i:], n)
		}
	}
	w.set(regs.BlockCSP, regs.CSPIndexBase, indexAddr, format)
}

const restart = 1 << regs.CSPIndexFormatRestartShift

// Splitting the indices at restarts and forming each piece on its own gives the same
// primitives.
func TestRestartsSplitTheIndices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.Uint32Range(0, 1).Draw(t, "format")
		topology := rapid.Uint32Range(0, 2).Draw(t, "topology")
		list := rapid.SliceOfN(rapid.SampledFrom([]uint32{0, 1, 2, 3, 4, 5, math.MaxUint32}), 0, 30).Draw(t, "indices")
		first := rapid.IntRange(0, len(list)).Draw(t, "first")

		var want [][3]uint32 // vertex numbers
		var anew []bool
		piece := []uint32{}
		for _, n := range append(list[first:len(list):len(list)], math.MaxUint32) {
			if n != math.MaxUint32 {
				piece = append(piece, n)
				continue
			}
			for i := 0; i+2 < len(piece); i++ {
				switch {
				case topology == regs.CSPTopologyTriangleFan:
					want = append(want, [3]uint32{piece[0], piece[i+1], piece[i+2]})
				case topology == regs.CSPTopologyTriangleList && i%3 != 0:
					continue
				case topology == regs.CSPTopologyTriangleStrip && i%2 == 1:
					want = append(want, [3]uint32{piece[i+1], piece[i], piece[i+2]})
				default:
					want = append(want, [3]uint32{piece[i], piece[i+1], piece[i+2]})
				}
				anew = append(anew, i == 0)
			}
			piece = piece[:0]
		}

		w := newWorld(8, 8)
		w.set(regs.BlockCSP, regs.CSPTopology, topology)
		w.indices(format|restart, list...)
		w.set(regs.BlockCSP, regs.CSPBaseVertex, 0xfffffffe)
		w.load()
		r := newRenderer(w.mem, 0)
		r.regs = registersOf(w)
		d, err := r.newDraw(&command{operands: []uint32{uint32(len(list) - first), 1, uint32(first), 1}})
		require.NoError(t, err)
		require.NoError(t, d.walk(&d.vertices))
		require.EqualValues(t, len(want), d.primitives())
		for i := range want {
			require.Equal(t, anew[i], d.cut[i].anew)
			for j, k := range d.corners(uint32(i)) {
				n, err := d.vertices.number(k)
				require.NoError(t, err)
				require.Equal(t, want[i][j]-2, n, "BASE_VERTEX is added modulo 2^32")
			}
		}
	})
}

// registersOf runs the world's state writes.
func registersOf(w *world) *registers {
	trace, err := Run(w.mem, ctxAddr)
	if err != nil {
		panic(err)
	}
	r := registers(trace.FinalRegs)
	return &r
}

func TestRestartInADraw(t *testing.T) {
	for format, all := range []uint32{0xffff, 0xffffffff} {
		w := newWorld(16, 8)
		w.countCovers()
		first := w.vertices(corner{}, w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0), w.at(8, 8, 0),
			w.at(8, 0, 0), w.at(16, 0, 0), w.at(8, 8, 0), w.at(16, 8, 0))
		require.Zero(t, first)
		w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyTriangleStrip)
		w.indices(uint32(format)|restart, 9, 0, 1, 2, 3, all, all, 6, all, 4, 5, 6, 7, all)
		w.set(regs.BlockCSP, regs.CSPBaseVertex, 1)
		w.command(regs.CommandDraw, 0, 13, 2, 1, 1) // two quads, without index 9
		trace := w.run(t)
		for _, v := range w.colors() {
			require.EqualValues(t, 2, v, "once for each instance")
		}
		var at [][2]uint32
		for _, e := range trace.kinds(KindTriangle) {
			at = append(at, [2]uint32{e.Cursor.Instance, e.Cursor.Primitive})
		}
		require.Equal(t, [][2]uint32{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 2}, {1, 3}}, at, "IDs go on counting")
	}
}

func TestWithoutRestartAllOnesIsAnIndex(t *testing.T) {
	w := newWorld(8, 8)
	w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	w.indices(regs.CSPIndexFormatU32, math.MaxUint32, 0, 1)
	w.set(regs.BlockCSP, regs.CSPBaseVertex, 1)
	w.command(regs.CommandDraw, 0, 3, 1, 0, 1)
	require.EqualValues(t, 28, w.run(t).Stats.Fragments)
}

func TestRestartAndBaseVertexLeaveOtherDrawsAlone(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockCSP, regs.CSPIndexFormat, regs.CSPIndexFormatU16|restart, 5)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	require.EqualValues(t, 28, w.run(t).Stats.Fragments)
}

func TestViewportsAreSelected(t *testing.T) {
	for n, base := range []uint32{regs.TSUViewportScaleX, regs.TSUViewport1ScaleX, regs.TSUViewport2ScaleX, regs.TSUViewport3ScaleX} {
		w := newWorld(64, 8)
		w.set(regs.BlockTSU, regs.TSUViewportScaleX, 0, 0, 0, 0, 0, 0) // viewport 0 shows nothing
		w.setFloats(regs.BlockTSU, base, 4, 4+8*float32(n), 4, 4, 0.25, 0.5)
		w.set(regs.BlockTSU, regs.TSUViewportSelect, uint32(n))
		w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcAlways<<2|regs.ZL2DepthControlFormatD32f<<5)
		w.triangles(corner{pos: [3]float32{-1, -1, 1}}, corner{pos: [3]float32{1, -1, 1}}, corner{pos: [3]float32{-1, 1, 1}})
		trace := w.run(t)
		tiles := trace.kinds(KindTile)
		require.Len(t, tiles, 1)
		require.Equal(t, [2]uint16{uint16(n), 0}, [2]uint16{tiles[0].X, tiles[0].Y})
		require.Equal(t, math.Float32bits(0.75), trace.Fragments[0].ZNew)
	}
}
