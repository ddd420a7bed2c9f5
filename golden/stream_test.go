package golden

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

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
	w.dma = nil                                                            // all of it stands here
	w.command(opNop, 0, 1, 2, 3)                                           // 0
	w.set(regs.BlockTSU, regs.TSUViewportScaleX, 0x41000000)               // 4: value at 6
	w.set(regs.BlockTSU, regs.TSUViewportOffsetX, 0x41000000)              // 7: value at 9
	w.set(regs.BlockTSU, regs.TSUViewportScaleY, 0x40800000)               // 10
	w.set(regs.BlockTSU, regs.TSUViewportOffsetY, 0x40800000)              // 13
	w.set(regs.BlockSGTG, regs.SGTGTargetSize, 16|8<<16, 0)                // 16: values at 18, 19
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, 0x80000)            // 20
	w.set(regs.BlockEUPFront, regs.EUPFrontVertexCount, 100)               // 23
	w.set(regs.BlockWBU, regs.WBUColorBase, 0x180000, 2)                   // 26: values at 28, 29
	w.draw(3, 2, w.vertices(w.at(0, 0, 0), w.at(16, 0, 0), w.at(0, 8, 0))) // 30
	w.command(opFence, 0, fenceAddr, 7)                                    // 35
	w.command(opWait, 0, fenceAddr, 7)                                     // 38
	w.command(opQueryWrite, 0, fenceAddr+8)                                // 41, to 43
	for i, v := range w.dma {
		w.mem.setWord(dmaAddr+4*uint64(i), v)
	}
	w.setRing(
		0, header(opInterruptible, 0, 0), // 0, 1
		header(opDMA, 0, 2), dmaAddr, uint32(len(w.dma)), // 2
		header(opFence, 0, 2), fenceAddr+16, 9, // 5
		header(opWait, 0, 2), fenceAddr+16, 9, // 8
		header(opDMA, 0, 2), dmaAddr, 0, // 11, an empty buffer
	)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
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
			w.mem.setWord(ctxAddr+headerRing+4*((offset+uint64(i))%size), v)
		}
	}
	ring(14, header(opFence, 0, 2), fenceAddr, 5, header(opFence, 0, 2), fenceAddr+4, 6, 0)
	w.mem.setWord(ctxAddr+headerHead, 14)
	w.mem.setWord(ctxAddr+headerTail, 5)
	w.mem.setWord(ctxAddr+headerRingSize, size)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	require.Equal(t, []string{"FENCE 1 0 0 [0 0 0 0]", "FENCE 4 0 0 [0 0 0 0]", "HEAD 5 0 0 [0 0 0 0]"}, cursors(trace))
	require.Equal(t, [2]uint32{5, 6}, [2]uint32{w.mem.word(fenceAddr), w.mem.word(fenceAddr + 4)})
	// The last command may end at the ring's end: the head behind it is 0.
	ring(13, header(opFence, 0, 2), fenceAddr, 8)
	w.mem.setWord(ctxAddr+headerHead, 13)
	w.mem.setWord(ctxAddr+headerTail, 0)
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

// broken runs a context that must end with an error, and returns its text.
func broken(t require.TestingT, w *world) string {
	trace, err := Run(w.mem, ctxAddr)
	require.Error(t, err)
	require.NotNil(t, trace)
	require.Regexp(t, `^context 0x1000, address 0x[0-9a-f]+: expected .`, err.Error())
	return err.Error()
}

func TestMalformedRings(t *testing.T) {
	for name, c := range map[string]struct {
		ring []uint32
		want string
	}{
		"unknown opcode":         {[]uint32{0x1f000000}, "address 0x1020: expected a command of a ring"},
		"unknown client":         {[]uint32{0xe0000000}, "a command of a ring"},
		"SKIP in the ring":       {[]uint32{header(opSkip, 0, 1), 0}, "a command of a ring"},
		"RESTORE in the ring":    {[]uint32{header(opRestore, 0, 1), saveAddr}, "a command of a ring"},
		"DRAW in the ring":       {[]uint32{header(opDraw, 0, 4), 0, 0, 0, 0}, "a command of a ring"},
		"length past the tail":   {[]uint32{0, header(opFence, 0, 2), fenceAddr}, "address 0x1024: expected FENCE of 2 DWORDs to end inside the ring, which has 1 left"},
		"NOP past the tail":      {[]uint32{5}, "NOP of 5 DWORDs"},
		"wrong length":           {[]uint32{header(opFence, 0, 3), fenceAddr, 1, 1}, "FENCE with a length of 2 to 2, found 3"},
		"second INTERRUPTIBLE":   {[]uint32{header(opInterruptible, 0, 0), header(opInterruptible, 0, 0)}, "address 0x1024: expected INTERRUPTIBLE once"},
		"misaligned fence":       {[]uint32{header(opFence, 0, 2), fenceAddr + 2, 0}, "aligned to 4 bytes, found 0x8002"},
		"fence outside memory":   {[]uint32{header(opFence, 0, 2), memBytes, 0}, "inside the memory of 0x200000 bytes, found 0x200000"},
		"wait outside memory":    {[]uint32{header(opWait, 0, 2), 0xfffffffc, 0}, "inside the memory"},
		"wait that waits":        {[]uint32{header(opWait, 0, 2), fenceAddr, 1}, "the word at 0x8000 to be at least 1 when WAIT is reached, found 0"},
		"misaligned DMA buffer":  {[]uint32{header(opDMA, 0, 2), dmaAddr + 4, 1}, "aligned to 64 bytes"},
		"DMA buffer at zero":     {[]uint32{header(opDMA, 0, 2), 0, 1}, "not at 0"},
		"DMA outside memory":     {[]uint32{header(opDMA, 0, 2), memBytes - 64, 17}, "a DMA buffer inside the memory"},
		"DMA of a huge size":     {[]uint32{header(opDMA, 0, 2), dmaAddr, 0xffffffff}, "a DMA buffer inside the memory"},
		"DMA wraps past the end": {[]uint32{header(opDMA, 0, 2), 0xffffffc0, 64}, "a DMA buffer inside the memory"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(8, 8)
			w.setRing(c.ring...)
			require.Contains(t, broken(t, w), c.want)
		})
	}
}

func TestMalformedHeaders(t *testing.T) {
	for name, c := range map[string]struct {
		offset uint64
		value  uint32
		want   string
	}{
		"HEAD past the ring":       {headerHead, ringSize, "address 0x1000: expected HEAD below"},
		"TAIL past the ring":       {headerTail, ringSize, "address 0x1004: expected TAIL below"},
		"ring of no size":          {headerRingSize, 0, "address 0x1000: expected HEAD below"},
		"ring outside memory":      {headerRingSize, 1 << 20, "address 0x1010: expected a ring inside"},
		"place-holder RESTORE":     {headerPlaceHolder, header(opRestore, 0, 1), "address 0x1008: expected SKIP_1_DWORD"},
		"misaligned save area":     {headerSaveArea, saveAddr + 4, "address 0x1014: expected a save area aligned"},
		"save area outside memory": {headerSaveArea, memBytes - 64, "address 0x1014: expected a save area inside"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(8, 8)
			w.setRing(0)
			w.mem.setWord(ctxAddr+c.offset, c.value)
			require.Contains(t, broken(t, w), c.want)
		})
	}
	mem := make([]byte, 0x100)
	for _, ctx := range []uint32{4, 0x100, 0xffffffc0} {
		_, err := Run(mem, ctx)
		require.ErrorContains(t, err, fmt.Sprintf("context %#x, address %#x: expected a context header", ctx, ctx))
	}
}

func TestMalformedDMABuffers(t *testing.T) {
	for name, c := range map[string]struct {
		add  func(w *world)
		want string
	}{
		"unknown opcode":       {func(w *world) { w.dma = append(w.dma, 0x50000000) }, "a command of a DMA buffer"},
		"DMA in a DMA buffer":  {func(w *world) { w.command(opDMA, 0, dmaAddr, 1) }, "a command of a DMA buffer"},
		"INTERRUPTIBLE":        {func(w *world) { w.command(opInterruptible, 0) }, "a command of a DMA buffer"},
		"length past the end":  {func(w *world) { w.dma = append(w.dma, header(opNop, 0, 9), 0) }, "NOP of 9 DWORDs to end inside the DMA buffer, which has 1 left"},
		"SET_STATE of nothing": {func(w *world) { w.command(opSetState, regs.BlockTSU, 0) }, "SET_STATE with a length of 2"},
		"unknown block":        {func(w *world) { w.set(21, 0, 0) }, "a block below 21, found 21"},
		"block without table":  {func(w *world) { w.set(9, 0, 0) }, "block 9 to stay below its length of 0"},
		"register past the end": {func(w *world) { w.set(regs.BlockSGTG, 2, 0, 0) },
			"block 18 to stay below its length of 3, found SG_TG[3]"},
		"register far past the end": {func(w *world) { w.set(regs.BlockSGTG, 0xffffffff, 0) }, "found SG_TG["},
		"short DRAW":                {func(w *world) { w.command(opDraw, 0, 3, 1, 0) }, "DRAW with a length of 4"},
		"misaligned query":          {func(w *world) { w.command(opQueryWrite, 0, fenceAddr+4) }, "aligned to 8 bytes"},
		"query outside memory":      {func(w *world) { w.command(opQueryWrite, 0, 0xfffffff8) }, "inside the memory"},
		"misaligned vertices": {func(w *world) {
			w.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, vertexAddr+32)
			w.draw(3, 1, 0)
		}, "vertex records aligned to 64 bytes"},
		"vertices outside memory": {func(w *world) { w.draw(3, 1, 0xf0000) }, "vertex 983040 inside the memory"},
		"misaligned indices": {func(w *world) {
			w.set(regs.BlockCSP, regs.CSPIndexBase, indexAddr+2)
			w.command(opDraw, 0, 3, 1, 0, 1)
		}, "an index buffer aligned to 64 bytes"},
		"indices outside memory": {func(w *world) {
			w.set(regs.BlockCSP, regs.CSPIndexBase, 0xffffffc0, 1)
			w.command(opDraw, 0, 3, 1, 0xffffffff, 1)
		}, "index 4294967295 inside the memory"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(8, 8)
			w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
			c.add(w)
			w.load()
			require.Contains(t, broken(t, w), c.want)
		})
	}
}

func TestSurfacesThatCannotBeUsed(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(w *world)
		want string
	}{
		"colour outside memory": {func(w *world) { w.set(regs.BlockWBU, regs.WBUColorBase, memBytes) }, "tile (0, 0) of the colour surface inside"},
		"depth outside memory": {func(w *world) {
			w.set(regs.BlockZL2, regs.ZL2DepthBase, 0xffffff00, 1, 1)
		}, "tile (0, 0) of the depth surface inside"},
		"texture of no size":     {func(w *world) { w.texture(0, 4, 0) }, "a texture of 1 to 8192 texels a side, found 0×4"},
		"texture outside memory": {func(w *world) { w.texture(8192, 8192, 0) }, "a texture of 0x10000000 bytes inside"},
		"misaligned texture": {func(w *world) {
			w.texture(1, 1, 0, 0)
			w.set(regs.BlockPS, regs.PSTextureBase, textureAddr+4)
		}, "a texture aligned"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(8, 8)
			c.set(w)
			w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
			w.load()
			require.Contains(t, broken(t, w), c.want)
		})
	}
}

func TestInterruptibleBehindStateIsAnError(t *testing.T) {
	w := newWorld(8, 8)
	w.load()
	w.setRing(header(opDMA, 0, 2), dmaAddr, uint32(len(w.dma)), header(opInterruptible, 0, 0))
	require.Contains(t, broken(t, w), "address 0x102c: expected INTERRUPTIBLE once and before the first state write")
}

// The trace up to an error is what the machine did up to it.
func TestTraceEndsWhereTheErrorIs(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	w.command(opQueryWrite, 0, 3)
	w.load()
	trace, err := Run(w.mem, ctxAddr)
	require.Error(t, err)
	require.Equal(t, KindEndDraw, trace.Events[len(trace.Events)-1].Kind)
	require.EqualValues(t, 28, trace.Stats.Passed)
}

// Random words never make Run panic, and every error says where.
func TestGarbageGivesErrorsNotPanics(t *testing.T) {
	ops := []opcode{opNop, opSkip, opRestore, opInterruptible, opDMA, opFence, opWait, opSetState, opDraw, opQueryWrite}
	word := rapid.Custom(func(t *rapid.T) uint32 {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return header(rapid.SampledFrom(ops).Draw(t, "op"), rapid.Uint32Range(0, 21).Draw(t, "sub"), rapid.Uint32Range(0, 5).Draw(t, "length"))
		case 1:
			return rapid.Uint32Range(0, 12).Draw(t, "small")
		case 2:
			return rapid.Uint32Range(0, 0x2100).Draw(t, "address") * 64
		}
		return rapid.Uint32().Draw(t, "any")
	})
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(16, 16)
		w.vertices(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
		for range rapid.IntRange(1, 6).Draw(t, "commands") {
			if rapid.Bool().Draw(t, "draw") {
				few := rapid.Uint32Range(0, 6)
				w.command(opDraw, 0, few.Draw(t, "count"), few.Draw(t, "instances"), few.Draw(t, "first"), few.Draw(t, "flags"))
			} else {
				block := rapid.SampledFrom([]uint32{0, 3, 4, 5, 6, 7, 8, 18, 20}).Draw(t, "block")
				w.set(block, rapid.Uint32Range(0, 7).Draw(t, "reg"), rapid.SliceOfN(word, 1, 4).Draw(t, "values")...)
			}
		}
		w.load()
		if rapid.Bool().Draw(t, "garbage ring") {
			// No DRAW reaches the parser from here with an endless count: DMA buffers of
			// garbage are short and the memory they lie in is zeros.
			w.setRing(rapid.SliceOfN(word, 1, 12).Draw(t, "ring")...)
		}
		trace, err := Run(w.mem, ctxAddr)
		if err != nil {
			require.Regexp(t, `^context 0x1000, address 0x[0-9a-f]+: expected .`, err.Error())
		}
		trace.SaveArea(len(trace.Events), make([]byte, regs.SaveAreaBytes))
	})
}
