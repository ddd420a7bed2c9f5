package golden

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// cursors lists kind and cursor of each event.
func cursors(t *Trace) (list []string) {
	for _, e := range t.Events {
		c := e.Cursor
		list = append(list, fmt.Sprint(e.Kind, " ", c.Head, " ", c.Buffer, " ", c.Offset, " ", []uint32{c.Instance, c.Primitive, c.Triangle, c.Tile}))
	}
	return list
}

func TestCursorOfEachEvent(t *testing.T) {
	w := newWorld(16, 8)
	w.load()
	kernels := registersOf(w)
	w.dma = nil                                                            // all of it stands here
	w.command(regs.CommandNop, 0, 1, 2, 3)                                 // 0
	w.set(regs.BlockTSU, regs.TSUViewportScaleX, 0x41000000)               // 4: value at 6
	w.set(regs.BlockTSU, regs.TSUViewportOffsetX, 0x41000000)              // 7: value at 9
	w.set(regs.BlockTSU, regs.TSUViewportScaleY, 0x40800000)               // 10
	w.set(regs.BlockTSU, regs.TSUViewportOffsetY, 0x40800000)              // 13
	w.set(regs.BlockSGTG, regs.SGTGTargetSize, 16|8<<16, 0)                // 16: values at 18, 19
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, 0x80000)            // 20
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, 100)               // 23
	w.set(regs.BlockWBU, regs.WBUColorBase, 0x180000, 2)                   // 26: values at 28, 29
	w.draw(3, 2, w.vertices(w.at(0, 0, 0), w.at(16, 0, 0), w.at(0, 8, 0))) // 30
	w.command(regs.CommandFence, 0, fenceAddr, 7)                          // 35
	w.command(regs.CommandWait, 0, fenceAddr, 7)                           // 38
	w.command(regs.CommandQueryWrite, 0, fenceAddr+8)                      // 41, to 43
	for i, v := range w.dma {
		w.mem.setWord(dmaAddr+4*uint64(i), v)
	}
	w.setRing(
		0, header(regs.CommandInterruptible, 0, 0), // 0, 1
		header(regs.CommandDma, 0, 2), dmaAddr, uint32(len(w.dma)), // 2
		header(regs.CommandFence, 0, 2), fenceAddr+16, 9, // 5
		header(regs.CommandWait, 0, 2), fenceAddr+16, 9, // 8
		header(regs.CommandDma, 0, 2), dmaAddr, 0, // 11, an empty buffer
	)
	r := newRenderer(w.mem, ctxAddr)
	r.regs = kernels // those of the draw
	require.NoError(t, r.context())
	r.finish()
	trace := r.trace
	require.Equal(t, []string{
		"HEAD 1 0 0 [0 0 0 0]",
		"INTERRUPTIBLE 2 0 0 [0 0 0 0]",
		"HEAD 2 65536 0 [0 0 0 0]",
		"STATE 2 65536 7 [0 0 0 0]",
		"STATE 2 65536 10 [0 0 0 0]",
		"STATE 2 65536 13 [0 0 0 0]",
		"STATE 2 65536 16 [0 0 0 0]",
		"STATE 2 65536 19 [0 0 0 0]",
		"STATE 2 65536 20 [0 0 0 0]",
		"STATE 2 65536 23 [0 0 0 0]",
		"STATE 2 65536 26 [0 0 0 0]",
		"STATE 2 65536 29 [0 0 0 0]",
		"STATE 2 65536 30 [0 0 0 0]",
		"DRAW 2 65536 30 [0 0 0 0]",
		"TRIANGLE 2 65536 30 [0 0 0 0]",
		"TILE 2 65536 30 [0 0 0 1]",
		"TILE 2 65536 30 [0 0 0 2]",
		"TRIANGLE 2 65536 30 [1 0 0 0]",
		"TILE 2 65536 30 [1 0 0 1]",
		"TILE 2 65536 30 [1 0 0 2]",
		"END_DRAW 2 65536 35 [0 0 0 0]",
		"FENCE 2 65536 38 [0 0 0 0]",
		"QUERY 2 65536 43 [0 0 0 0]",
		"HEAD 5 0 0 [0 0 0 0]",
		"FENCE 8 0 0 [0 0 0 0]",
		"HEAD 11 0 0 [0 0 0 0]",
		"HEAD 11 65536 0 [0 0 0 0]",
		"HEAD 14 0 0 [0 0 0 0]",
	}, cursors(trace))
	require.EqualValues(t, 9, w.mem.word(fenceAddr+16))
	fence := trace.kinds(KindFence)[1]
	require.Equal(t, [2]uint64{fenceAddr + 16, 9}, [2]uint64{uint64(fence.Addr), fence.Data})
	// Within a DMA buffer, cursors only grow.
	for i := 1; i < len(trace.Events); i++ {
		a, b := trace.Events[i-1].Cursor, trace.Events[i].Cursor
		if a.Head == b.Head && a.Buffer == b.Buffer && b.Buffer != 0 {
			require.LessOrEqual(t, a.Compare(b), 0)
		}
	}
}

func TestCursorComparesLexicographically(t *testing.T) {
	c := Cursor{Head: 9, Buffer: 64, Offset: 5, Instance: 4, Primitive: 3, Triangle: 2, Tile: 1}
	require.Zero(t, c.Compare(c))
	steps := []Cursor{
		{Offset: 6}, {Offset: 5, Instance: 5}, {Offset: 5, Instance: 4, Primitive: 4},
		{Offset: 5, Instance: 4, Primitive: 3, Triangle: 3}, {Offset: 5, Instance: 4, Primitive: 3, Triangle: 2, Tile: 2},
	}
	for _, d := range steps {
		require.Equal(t, -1, c.Compare(d))
		require.Equal(t, 1, d.Compare(c))
	}
}

func TestRingWrapsInsideACommand(t *testing.T) {
	w := newWorld(8, 8)
	w.mem.setWord(fenceAddr, 0)
	w.setRing()
	const size = 16
	ring := func(offset uint64, words ...uint32) {
		for i, v := range words {
			w.mem.setWord(ctxAddr+regs.ContextHeaderBytes+4*((offset+uint64(i))%size), v)
		}
	}
	ring(14, header(regs.CommandFence, 0, 2), fenceAddr, 5, header(regs.CommandFence, 0, 2), fenceAddr+4, 6, 0)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderHead, 14)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderTail, 5)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderRingSize, size)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.Equal(t, []string{"FENCE 1 0 0 [0 0 0 0]", "FENCE 4 0 0 [0 0 0 0]", "HEAD 5 0 0 [0 0 0 0]"}, cursors(trace))
	require.Equal(t, [2]uint32{5, 6}, [2]uint32{w.mem.word(fenceAddr), w.mem.word(fenceAddr + 4)})
	// The last command may end at the ring's end: the head after it is 0.
	ring(13, header(regs.CommandFence, 0, 2), fenceAddr, 8)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderHead, 13)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderTail, 0)
	trace, err = Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.Equal(t, []string{"FENCE 0 0 0 [0 0 0 0]"}, cursors(trace))
}

func TestEmptyRingDoesNothing(t *testing.T) {
	w := newWorld(8, 8)
	w.setRing()
	before := append([]byte(nil), w.mem...)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.Empty(t, trace.Events)
	require.Equal(t, before, []byte(w.mem))
}

func TestRunLeavesHeadPlaceHoldersAndSaveAreaAlone(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	w.load()
	before := append([]byte(nil), w.mem[:dmaAddr]...)
	_, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.Equal(t, before, []byte(w.mem[:dmaAddr]))
}
