package golden

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// A page has 64 KiB, and pageWords DWORDs. In a world, header, ring, save area and fences lie
// on page 0, the DMA buffer on page 1 and those after it.
const pageWords = 1 << 14

// page returns the address of a page.
func page(n uint32) uint32 { return n << 16 }

// padTo fills the DMA buffer with a NOP up to an offset.
func (w *world) padTo(offset int) {
	w.command(regs.CommandNop, 0, make([]uint32, offset-len(w.dma)-1)...)
}

// footprint returns what the world's context needs.
func (w *world) footprint(t *testing.T) *Footprint {
	w.load()
	return w.footprintOfRing(t)
}

// footprintOfRing is footprint with the ring as it stands in memory.
func (w *world) footprintOfRing(t *testing.T) *Footprint {
	all, err := Footprints(w.mem, []Start{{Header: ctxAddr}}, MaxPrimitives)
	require.NoError(t, err)
	return all[0]
}

// steps lists the last n events, each with the pages, in hexadecimal, that a run needs which
// begins before it.
func (f *Footprint) steps(n int) (list []string) {
	for k := len(f.trace.Events) - n; k < len(f.trace.Events); k++ {
		list = append(list, fmt.Sprintf("%s %x", f.trace.Events[k].Kind, f.Pages(k, f.trace.cursor(k))))
	}
	return list
}

// needs are the pages, in hexadecimal, that a run needs which begins at a cursor within a
// draw, before event n.
func (f *Footprint) needs(n int, instance, primitive uint32) string {
	at := f.trace.cursor(n)
	at.Instance, at.Primitive, at.Triangle, at.Tile = instance, primitive, 0, 0
	return fmt.Sprintf("%x", f.Pages(n, at))
}

// An empty context is looked at, and wants no more than its header.
func TestFootprintOfAnEmptyContext(t *testing.T) {
	w := newWorld(8, 8)
	require.Equal(t, []uint32{ctxAddr >> 16}, w.footprintOfRing(t).Pages(0, Cursor{}))
}

// The header is the last of its page but for eight DWORDs of the ring.
func TestFootprintOfHeaderRingAndSaveArea(t *testing.T) {
	const header = 0x2ffc0
	for _, c := range []struct {
		head, tail, size, saveArea uint32
		want                       []uint32
	}{
		{0, 1, 8, page(5), []uint32{2, 5}},
		{0, 1, 9, page(5), []uint32{2, 3, 5}},
		{0, 1, 8, page(6) - 64, []uint32{2, 5, 6}},
		{0, 0, 9, page(6) - 64, []uint32{2}}, // empty
		{0, 9, 9, page(6) - 64, []uint32{2}}, // refused: TAIL lies outside the ring
	} {
		mem := make(image, memBytes)
		for i, v := range []uint32{c.head, c.tail, regs.CommandSkip1DwordHeader, 0, c.size, c.saveArea} {
			mem.setWord(header+4*uint64(i), v)
		}
		mem.setWord(header+regs.ContextHeaderBytes, 0) // NOP
		all, err := Footprints(mem, []Start{{Header: header}}, MaxPrimitives)
		require.NoError(t, err)
		require.Equal(t, c.want, all[0].Pages(0, Cursor{Head: c.head}), "%+v", c)
	}
}

// Each value passes on its own, before the next one is read.
func TestFootprintOfStateAcrossPages(t *testing.T) {
	w := newWorld(8, 8)
	w.padTo(pageWords - 3)
	w.set(regs.BlockC2D, regs.C2DDstBase, 1, 2, 3) // the second value is the first word of page 2
	require.Equal(t, []string{"STATE [0 1]", "STATE [0 1 2]", "STATE [0 1 2]", "HEAD [0 1 2]"}, w.footprint(t).steps(4))
}

// A command without values is read whole before it passes.
func TestFootprintOfACommandAcrossPages(t *testing.T) {
	for _, c := range []struct {
		offset int // of DRAW, which has five DWORDs
		want   []string
	}{
		{pageWords - 5, []string{"DRAW [0 1]", "END_DRAW [0 1]", "HEAD [0 1]"}},
		{pageWords - 4, []string{"DRAW [0 1 2]", "END_DRAW [0 1 2]", "HEAD [0 1 2]"}},
	} {
		w := newWorld(8, 8)
		w.padTo(c.offset)
		w.draw(0, 1, 0)
		require.Equal(t, c.want, w.footprint(t).steps(3))
	}
}

// The end of a buffer is read before its HEAD, what lies after it is not.
func TestFootprintAtTheEndOfABuffer(t *testing.T) {
	for after, want := range []string{"HEAD [0 1]", "HEAD [0 1 2]"} {
		w := newWorld(8, 8)
		w.padTo(pageWords - 3)
		w.command(regs.CommandFence, 0, page(5), 1)
		for range after {
			w.command(regs.CommandNop, 0)
		}
		require.Equal(t, []string{"FENCE [0 1 5]", want}, w.footprint(t).steps(2))
	}
}

// After a buffer, commands of the ring and the next buffer do without it.
func TestFootprintAfterABuffer(t *testing.T) {
	w := newWorld(8, 8)
	w.padTo(pageWords + 1)
	w.load()
	w.mem.setWord(uint64(page(4)), header(regs.CommandSetState, regs.BlockC2D, 2))
	w.setRing(
		header(regs.CommandDma, 0, 2), dmaAddr, uint32(len(w.dma)),
		header(regs.CommandFence, 0, 2), page(5), 1,
		header(regs.CommandWait, 0, 2), page(6), 0,
		header(regs.CommandDma, 0, 2), page(4), 3,
		header(regs.CommandFence, 0, 2), page(7), 1,
	)
	require.Equal(t, []string{
		"HEAD [0 1 2]", "FENCE [0 5]", "HEAD [0 6]",
		"HEAD [0]", "STATE [0 4]", "HEAD [0 4]", "FENCE [0 7]",
	}, w.footprintOfRing(t).steps(7))
}

// The words that WAITs look at are needed up to the next thing that passes.
func TestFootprintOfWaits(t *testing.T) {
	w := newWorld(8, 8)
	w.command(regs.CommandWait, 0, page(5), 0)
	w.command(regs.CommandWait, 0, page(7)-4, 0)
	w.set(regs.BlockC2D, regs.C2DDstBase, 1, 2)
	w.command(regs.CommandWait, 0, page(7), 0)
	w.draw(0, 1, 0)
	w.command(regs.CommandWait, 0, page(8), 0)
	require.Equal(t, []string{
		"STATE [0 1 5 6]", "STATE [0 1]", "DRAW [0 1 7]", "END_DRAW [0 1]", "HEAD [0 1 8]",
	}, w.footprint(t).steps(5))
}

func TestFootprintOfFencesAndQueries(t *testing.T) {
	w := newWorld(8, 8)
	w.command(regs.CommandFence, 0, page(6)-4, 1)
	w.command(regs.CommandFence, 0, page(6), 1)
	w.command(regs.CommandQueryWrite, 0, page(8)-8)
	require.Equal(t, []string{"FENCE [0 1 5]", "FENCE [0 1 6]", "QUERY [0 1 7]", "HEAD [0 1]"}, w.footprint(t).steps(4))
}

// A rectangle needs its rows of pixels, and no page between two of them.
func TestFootprintOfAFill(t *testing.T) {
	const rowPixels = pageWords // of RGBA8: a row is a page
	for _, c := range []struct {
		layout, origin, extent uint32
		want                   string
	}{
		{layout(rowPixels, pixelRGBA8, 0), 0, 1 | 1<<16, "BLIT [0 1 8]"},
		{layout(rowPixels, pixelRGBA8, 0), rowPixels - 8, 8 | 2<<16, "BLIT [0 1 8 9]"},
		{layout(rowPixels, pixelRGBA8, 0), rowPixels - 8, 9 | 2<<16, "BLIT [0 1 8 9 a]"},
		{layout(rowPixels, pixelRGBA8, 0), 2 << 16, 8 | 1<<16, "BLIT [0 1 a]"},
		{layout(2*rowPixels, pixelRGBA8, 0), 0, 8 | 3<<16, "BLIT [0 1 8 a c]"},
		{layout(rowPixels, pixelRGBA16F, 0), 0, 8 | 3<<16, "BLIT [0 1 8 a c]"},
		{layout(rowPixels, pixelD16, 0), 0, 8 | 3<<16, "BLIT [0 1 8 9]"},
		{layout(rowPixels, pixelRGBA8, 0), 0, 8, "BLIT [0 1]"},
		{layout(rowPixels, pixelRGBA8, 0), 0, 8 << 16, "BLIT [0 1]"},
		{layout(128, pixelRGBA8, 1), 0, 8 << 16, "BLIT [0 1]"},
	} {
		w := newWorld(8, 8)
		w.set(regs.BlockC2D, regs.C2DDstBase, page(8), c.layout, c.origin, page(0x18), c.layout, 0, c.extent)
		w.command(regs.CommandFill, 0)
		require.Equal(t, []string{c.want, "HEAD [0 1]"}, w.footprint(t).steps(2), "%+v", c)
	}
}

// A tiled rectangle needs all of its tiles. One of RGBA8 has 256 bytes, a page has 256 tiles.
func TestFootprintOfATiledCopy(t *testing.T) {
	const rowPixels = 2 * pageWords // of the source: a row is two pages
	for _, c := range []struct {
		pitch          uint32 // in tiles
		origin, extent uint32
		want           string
	}{
		{128, 0, 8 | 1<<16, "BLIT [0 1 8 10]"},
		{128, 16 << 16, 8 | 1<<16, "BLIT [0 1 9 10]"},
		{128, 15 << 16, 8 | 2<<16, "BLIT [0 1 8 9 10 12]"},
		{256, 7 << 16, 8 | 2<<16, "BLIT [0 1 8 9 10 12]"},
		{512, 7 << 16, 8 | 2<<16, "BLIT [0 1 8 a 10 12]"},
		{512, 2040 | 7<<16, 8 | 2<<16, "BLIT [0 1 8 a 10 12]"},
		{512, 2040 | 7<<16, 9 | 2<<16, "BLIT [0 1 8 9 a b 10 12]"},
		{512, 2048, 8 | 1<<16, "BLIT [0 1 9 10]"},
	} {
		w := newWorld(8, 8)
		w.set(regs.BlockC2D, regs.C2DDstBase, page(8), layout(c.pitch, pixelRGBA8, 1), c.origin,
			page(0x10), layout(rowPixels, pixelRGBA8, 0), 0, c.extent)
		w.command(regs.CommandCopy, 0)
		require.Equal(t, []string{c.want, "HEAD [0 1]"}, w.footprint(t).steps(2), "%+v", c)
	}
}

// A context that stops needs what comes before its malformed command, and that.
func TestFootprintOfAMalformedStream(t *testing.T) {
	w := newWorld(8, 8)
	w.padTo(pageWords)
	w.command(regs.CommandSetState, regs.NumBlocks, 0, 0)
	w.padTo(3 * pageWords)
	require.Equal(t, []string{"HEAD [0 1 2]"}, w.footprint(t).steps(1))
}

// A context sees what those before it have written.
func TestFootprintsOfContextsOneAfterTheOther(t *testing.T) {
	w := newWorld(8, 8)
	second := uint64(page(3))
	w.setRing(header(regs.CommandFence, 0, 2), page(5), 7)
	for i, v := range []uint32{0, 3, regs.CommandSkip1DwordHeader, 0, ringSize, page(4), 0, 0, header(regs.CommandWait, 0, 2), page(5), 7} {
		w.mem.setWord(second+4*uint64(i), v)
	}
	before := append(image(nil), w.mem...)
	all, err := Footprints(w.mem, []Start{{Header: ctxAddr}, {Header: uint32(second)}}, MaxPrimitives)
	require.NoError(t, err)
	require.Equal(t, []string{"FENCE [0 5]"}, all[0].steps(1))
	require.Equal(t, []string{"HEAD [3 4 5]"}, all[1].steps(1))
	require.Equal(t, before, w.mem)
}

// A run that begins at the last place before the malformed command reads up to it.
func TestFootprintAtTheLastPlaceOfAMalformedStream(t *testing.T) {
	w := newWorld(8, 8)
	w.padTo(pageWords)
	w.command(regs.CommandSetState, regs.NumBlocks, 0, 0)
	w.padTo(3 * pageWords)
	all := w.footprint(t)
	n := len(all.trace.Events)
	require.Equal(t, []uint32{0, 1, 2}, all.Pages(n, all.trace.cursor(n)))
	needed, _ := all.Most()
	require.Equal(t, 3, needed)
}
