package golden

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// Pages of the surfaces that the break point pins.
const (
	pinnedDepth = 0x15 << 16
	pinnedColor = 0x18 << 16
)

// pins says which surfaces and which texture are pinned for a tile.
func (w *world) pins(color, depth, texture, textureBytes, format uint32) {
	w.set(regs.BlockMXU, regs.MXUColorBase, color, depth, w.pitch()|w.pitch()<<regs.MXUSurfacePitchDepthShift, 0, 0, format)
	w.set(regs.BlockBIND, regs.BINDTexture0Base, texture, textureBytes)
}

// vertexPage is the first vertex of a page of 1024 vertices; page 8 holds vertex 0.
func vertexPage(page uint32) uint32 { return (page - vertexAddr>>16) * 1024 }

// verticesAt makes the corners the vertices of the numbers.
func (w *world) verticesAt(numbers []uint32, corners ...corner) {
	for i, n := range numbers {
		w.vertexCount = n
		w.vertices(corners[i%len(corners)])
	}
}

// covering is a triangle in a target of 8×8 pixels.
func (w *world) covering() []corner {
	return []corner{w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0)}
}

// indicesAt writes indices from number first of an index buffer on, and makes draws use it.
func (w *world) indicesAt(format, first uint32, numbers ...uint32) {
	for i, n := range numbers {
		if format&1 == regs.CSPIndexFormatU16 {
			binary.LittleEndian.PutUint16(w.mem[indexAddr+2*(int(first)+i):], uint16(n))
		} else {
			w.mem.setWord(indexAddr+4*uint64(int(first)+i), n)
		}
	}
	w.set(regs.BlockCSP, regs.CSPIndexBase, indexAddr, format)
}

// indexed draws with indices.
func (w *world) indexed(count, instances, first uint32) {
	w.command(regs.CommandDraw, 0, count, instances, first, 1)
}

// twoTriangles are on pages 8 to a and on pages b to d, each vertex on one of its own. Their
// indices are followed by more, and before of them lie before the first index of page 10.
func twoTriangles(format, before uint32, more ...uint32) (w *world, list []uint32, first uint32) {
	w = newWorld(8, 8)
	w.pins(pinnedColor, pinnedDepth, 0, 0, 0)
	for p := range uint32(6) {
		list = append(list, vertexPage(8+p))
	}
	w.verticesAt(list, w.covering()...)
	first = page(1)/4 - before
	if format&1 == regs.CSPIndexFormatU16 {
		first = page(1)/2 - before
	}
	list = append(list, more...)
	w.indicesAt(format, first, list...)
	return w, list, first
}

var indexFormats = []uint32{regs.CSPIndexFormatU16, regs.CSPIndexFormatU32}

// A run from the draw goes on to the first tile, which moves the cursor. A tile is the last
// thing of its primitive here: a run from there ends with the marker after it, and the next
// triangle is not reached.
func TestFootprintOfPrimitives(t *testing.T) {
	for _, format := range indexFormats {
		w, list, first := twoTriangles(format, 3)
		w.indexed(uint32(len(list)), 2, first)
		f := w.footprint(t)
		require.Equal(t, []string{
			"DRAW [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f 15 18]",
			"TILE [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f]",
			"TILE [0 1 b c d 10 15 18]",
			"TRIANGLE [0 1 b c d 10]",
			"TILE [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f]",
			"TILE [0 1 b c d 10 15 18]",
			"END_DRAW [0 1 b c d 10]",
			"HEAD [0 1]",
		}, f.steps(11))
		needed, pinned := f.Most()
		require.Equal(t, []int{8, 3}, []int{needed, pinned})
	}
}

// With restart the indices of the instance are walked from its first one. The last three, or
// the last one, lie on page 10.
func TestFootprintOfPrimitivesWithRestart(t *testing.T) {
	for k, before := range []uint32{3, 3, 5, 5} {
		w, list, first := twoTriangles(indexFormats[k%2]|restart, before)
		w.indexed(uint32(len(list)), 2, first)
		require.Equal(t, []string{
			"DRAW [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f 15 18]",
			"TILE [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f]",
			"TILE [0 1 b c d f 10 15 18]",
			"TRIANGLE [0 1 b c d f 10]",
			"TILE [0 1 8 9 a f 15 18]",
			"TRIANGLE [0 1 8 9 a f]",
			"TILE [0 1 b c d f 10 15 18]",
			"END_DRAW [0 1 b c d f 10]",
			"HEAD [0 1]",
		}, w.footprint(t).steps(11))
	}
}

// A cursor between two primitives needs the next one, after the last one of an instance the
// first one of the next instance, and after the last one of all nothing.
func TestFootprintBetweenPrimitives(t *testing.T) {
	for _, format := range indexFormats {
		w, list, first := twoTriangles(format, 3)
		w.indexed(uint32(len(list)), 2, first)
		f := w.footprint(t)
		n := len(f.trace.Events) - 11 // DRAW
		require.Equal(t, "[0 1 b c d 10 15 18]", f.needs(n+3, 0, 1))
		require.Equal(t, "[0 1 8 9 a f]", f.needs(n+5, 0, 2))
		require.Equal(t, "[0 1 8 9 a f 15 18]", f.needs(n+5, 1, 0))
		require.Equal(t, "[0 1 b c d 10 15 18]", f.needs(n+7, 1, 1))
		require.Equal(t, "[0 1]", f.needs(n+9, 1, 2))
	}
}

// With restart the end of an instance is known when all indices are read: here the last index
// ends the list, and lies on page 10 alone.
func TestFootprintAtTheEndOfAnInstanceWithRestart(t *testing.T) {
	for k, format := range indexFormats {
		all := []uint32{0xffff, 0xffffffff}[k]
		w, list, first := twoTriangles(format|restart, 6, all)
		w.indexed(uint32(len(list)), 2, first)
		f := w.footprint(t)
		n := len(f.trace.Events) - 11 // DRAW
		require.Equal(t, "[0 1 8 9 a f 15 18]", f.needs(n, 0, 0))
		require.Equal(t, "[0 1 b c d f 15 18]", f.needs(n+3, 0, 1))
		require.Equal(t, "[0 1 8 9 a f 10]", f.needs(n+5, 0, 2))
		require.Equal(t, "[0 1 b c d f 15 18]", f.needs(n+7, 1, 1))
		require.Equal(t, "[0 1 f 10]", f.needs(n+9, 1, 2))
	}
}

// A draw whose indices all restart has no primitive, but its indices are read.
func TestFootprintOfADrawOfRestartsOnly(t *testing.T) {
	for _, c := range []struct {
		count, instances uint32
		want             []string
	}{
		{4, 2, []string{"DRAW [0 1 f 10]", "END_DRAW [0 1 f 10]", "HEAD [0 1]"}},
		{3, 1, []string{"DRAW [0 1 f]", "END_DRAW [0 1 f]", "HEAD [0 1]"}},
		{2, 1, []string{"DRAW [0 1]", "END_DRAW [0 1]", "HEAD [0 1]"}}, // no triangle in any case
		{4, 0, []string{"DRAW [0 1]", "END_DRAW [0 1]", "HEAD [0 1]"}}, // no instance
	} {
		const all, first = 0xffffffff, pageWords - 3
		w := newWorld(8, 8)
		w.indicesAt(regs.CSPIndexFormatU32|restart, first, all, all, all, all)
		w.indexed(c.count, c.instances, first)
		require.Equal(t, c.want, w.footprint(t).steps(3), "%+v", c)
	}
}

// Without indices the vertices follow one another; a culled primitive ends with a marker, and
// the next one is not reached.
func TestFootprintOfACulledPrimitive(t *testing.T) {
	w := newWorld(8, 8)
	w.pins(pinnedColor, pinnedDepth, 0, 0, 0)
	first := vertexPage(9) - 4
	w.vertexCount = first
	w.vertices(w.at(0, 0, 0), w.at(0, 0, 0), w.at(0, 0, 0))
	w.vertices(w.covering()...)
	w.draw(6, 1, first)
	f := w.footprint(t)
	require.Equal(t, []string{
		"DRAW [0 1 8]", "TRIANGLE [0 1 8]", "TILE [0 1 8 9 15 18]", "END_DRAW [0 1 8 9]", "HEAD [0 1]",
	}, f.steps(5))
	require.Equal(t, "[0 1 8 9 15 18]", f.needs(len(f.trace.Events)-4, 0, 1))
}

// A vertex that is not below VERTEX_COUNT is not read: it is one of zeros, as the last one is
// in any case here. Two of them cull the triangle.
func TestFootprintOfAVertexOutOfRange(t *testing.T) {
	for _, c := range []struct {
		count, base, last uint32
		want              string
	}{
		{vertexPage(10) + 1, 0, vertexPage(10), "DRAW [0 1 8 9 a f 15 18]"},
		{vertexPage(10), 0, vertexPage(10), "DRAW [0 1 8 9 f 15 18]"},
		{vertexPage(10), 0, 0xffffffff, "DRAW [0 1 8 9 f 15 18]"},
		{vertexPage(9), 0, vertexPage(10), "DRAW [0 1 8 f]"},
		{vertexPage(11), 1024, vertexPage(10), "DRAW [0 1 9 a f 15 18]"}, // BASE_VERTEX
		{vertexPage(11), 1024, 0xffffffff, "DRAW [0 1 8 9 a f 15 18]"},   // modulo 2^32
	} {
		w := newWorld(8, 8)
		w.pins(pinnedColor, pinnedDepth, 0, 0, 0)
		w.verticesAt([]uint32{vertexPage(8) + c.base, vertexPage(9) + c.base}, w.covering()...)
		w.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, c.count)
		w.indicesAt(regs.CSPIndexFormatU32, 0, vertexPage(8), vertexPage(9), c.last)
		w.set(regs.BlockCSP, regs.CSPBaseVertex, c.base)
		w.indexed(3, 1, 0)
		f := w.footprint(t)
		n := 0
		for f.trace.Events[n].Kind != KindDraw {
			n++
		}
		require.Equal(t, c.want, f.steps(len(f.trace.Events))[n], "%+v", c)
	}
}

// A patch needs its 16 control records.
func TestFootprintOfPatches(t *testing.T) {
	w := newWorld(8, 8)
	w.pins(pinnedColor, pinnedDepth, 0, 0, 0)
	w.set(regs.BlockCSP, regs.CSPTopology, regs.CSPTopologyPatchList)
	w.set(regs.BlockEUP, regs.EUPTessellation, 1)
	first := vertexPage(9) - 16
	w.vertexCount = first
	w.vertices(w.flatPatch(0, 0, 8, 8)...)
	w.vertices(w.flatPatch(0, 0, 8, 8)...)
	w.vertices(w.flatPatch(0, 0, 8, 8)...)
	w.draw(32, 1, first)   // pages 8 and 9
	w.draw(16, 1, first+8) // both
	w.indicesAt(regs.CSPIndexFormatU32, pageWords-1, 64, 63)
	w.indexed(2, 1, pageWords-1)
	f := w.footprint(t)
	var tiles []string
	all := f.steps(len(f.trace.Events))
	for n, e := range f.trace.Events {
		if e.Kind == KindTile && e.Cursor.Triangle == 0 {
			tiles = append(tiles, all[n])
		}
	}
	require.Equal(t, []string{
		"TILE [0 1 8 15 18]", "TILE [0 1 9 15 18]",
		"TILE [0 1 8 9 15 18]",
		"TILE [0 1 9 f 15 18]", "TILE [0 1 8 10 15 18]",
	}, tiles)
}

// A tile needs its own page of each surface: tiles of 256 bytes, those of wide colours of 512,
// those of narrow depths of 128.
func TestFootprintOfTilesOfBothSurfaces(t *testing.T) {
	const wide, narrow = 1 << regs.MXUSurfaceFormatColorWideShift, 1 << regs.MXUSurfaceFormatDepthNarrowShift
	for format, want := range map[uint32][]string{
		0:             {"TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 16 19]"},
		wide:          {"TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 15 19]", "TILE [0 1 8 16 19]"},
		narrow:        {"TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 15 19]"},
		wide | narrow: {"TILE [0 1 8 15 18]", "TILE [0 1 8 15 18]", "TILE [0 1 8 15 19]", "TILE [0 1 8 15 19]"},
	} {
		w := newWorld(32, 8)
		w.pins(pinnedColor+page(1)-3*256, pinnedDepth+page(1)-3*256, 0, 0, format)
		w.triangles(w.at(0, 0, 0), w.at(32, 0, 0), w.at(32, 8, 0))
		require.Equal(t, want, w.footprint(t).steps(6)[:4], "format %d", format)
	}
}

// A row of tiles is one page of colours and two pages of depths.
func TestFootprintOfRowsOfTiles(t *testing.T) {
	w := newWorld(8, 16)
	w.pins(pinnedColor, pinnedDepth, 0, 0, 0)
	w.set(regs.BlockMXU, regs.MXUSurfacePitch, 256|512<<regs.MXUSurfacePitchDepthShift)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 16, 0))
	require.Equal(t, []string{"TILE [0 1 8 15 18]", "TILE [0 1 8 17 19]"}, w.footprint(t).steps(4)[:2])
}

// A texture is pinned whole.
func TestFootprintOfATexture(t *testing.T) {
	for bytes, want := range map[uint32]string{
		0:           "TILE [0 1 8 15 18]",
		256:         "TILE [0 1 8 15 18 1a]",
		257:         "TILE [0 1 8 15 18 1a 1b]",
		257 + 1<<16: "TILE [0 1 8 15 18 1a 1b 1c]",
	} {
		w := newWorld(8, 8)
		w.pins(pinnedColor, pinnedDepth, page(0x1b)-256, bytes, 0)
		w.triangles(w.covering()...)
		require.Equal(t, []string{want, "END_DRAW [0 1 8]", "HEAD [0 1]"}, w.footprint(t).steps(3))
	}
}

// A primitive needs the text of the vertex kernel and what the vertex stage binds, a tile that of the pixel kernel and what BIND binds.
func TestFootprintOfKernels(t *testing.T) {
	w := newWorld(8, 8)
	w.kernelsAt(0x60000)
	w.set(regs.BlockEUP, regs.EUPBinding3Base, 0x110000, 64)
	w.set(regs.BlockBIND, regs.BINDBinding7Base, 0x12fff0, 32)
	w.set(regs.BlockBIND, regs.BINDTexture1Base, 0x140000, 64)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	require.Contains(t, w.footprint(t).steps(4), "TILE [0 1 6 8 11 12 13 14]")
}
