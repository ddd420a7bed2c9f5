package golden

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/regs"
)

// runAll runs the context; an error is also what it stops at.
func runAll(mem []byte) (*Trace, error) {
	trace, err := Run(mem, ctxAddr)
	if err == nil {
		err = trace.Stopped
	}
	return trace, err
}

// broken runs a context that must end with an error, and returns its text.
func broken(t require.TestingT, w *world) string {
	trace, err := runAll(w.mem)
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
		"SKIP in the ring":       {[]uint32{header(regs.CommandSkip1Dword, 0, 1), 0}, "a command of a ring"},
		"RESTORE in the ring":    {[]uint32{header(regs.CommandRestore, 0, 1), saveAddr}, "a command of a ring"},
		"DRAW in the ring":       {[]uint32{header(regs.CommandDraw, 0, 4), 0, 0, 0, 0}, "a command of a ring"},
		"length past the tail":   {[]uint32{0, header(regs.CommandFence, 0, 2), fenceAddr}, "address 0x1024: expected FENCE of 2 DWORDs to end inside the ring, which has 1 left"},
		"NOP past the tail":      {[]uint32{5}, "NOP of 5 DWORDs"},
		"wrong length":           {[]uint32{header(regs.CommandFence, 0, 3), fenceAddr, 1, 1}, "FENCE with a length of 2 to 2, found 3"},
		"second INTERRUPTIBLE":   {[]uint32{header(regs.CommandInterruptible, 0, 0), header(regs.CommandInterruptible, 0, 0)}, "address 0x1024: expected INTERRUPTIBLE once"},
		"misaligned fence":       {[]uint32{header(regs.CommandFence, 0, 2), fenceAddr + 2, 0}, "aligned to 4 bytes, found 0x8002"},
		"fence outside memory":   {[]uint32{header(regs.CommandFence, 0, 2), memBytes, 0}, "inside the memory of 0x200000 bytes, found 0x200000"},
		"wait outside memory":    {[]uint32{header(regs.CommandWait, 0, 2), 0xfffffffc, 0}, "inside the memory"},
		"wait that waits":        {[]uint32{header(regs.CommandWait, 0, 2), fenceAddr, 1}, "the word at 0x8000 to be at least 1 when WAIT is reached, found 0"},
		"misaligned DMA buffer":  {[]uint32{header(regs.CommandDma, 0, 2), dmaAddr + 4, 1}, "aligned to 64 bytes"},
		"DMA buffer at zero":     {[]uint32{header(regs.CommandDma, 0, 2), 0, 1}, "not at 0"},
		"DMA outside memory":     {[]uint32{header(regs.CommandDma, 0, 2), memBytes - 64, 17}, "a DMA buffer inside the memory"},
		"DMA of a huge size":     {[]uint32{header(regs.CommandDma, 0, 2), dmaAddr, 0xffffffff}, "a DMA buffer inside the memory"},
		"DMA wraps past the end": {[]uint32{header(regs.CommandDma, 0, 2), 0xffffffc0, 64}, "a DMA buffer inside the memory"},
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
		"HEAD past the ring":       {4 * regs.ContextHeaderHead, ringSize, "address 0x1000: expected HEAD below"},
		"TAIL past the ring":       {4 * regs.ContextHeaderTail, ringSize, "address 0x1004: expected TAIL below"},
		"ring of no size":          {4 * regs.ContextHeaderRingSize, 0, "address 0x1000: expected HEAD below"},
		"ring too large":           {4 * regs.ContextHeaderRingSize, 1<<20 + 1, "address 0x1010: expected a ring of at most 1048576 DWORDs, found 1048577"},
		"ring outside memory":      {4 * regs.ContextHeaderRingSize, 1 << 20, "address 0x1010: expected a ring inside"},
		"place-holder RESTORE":     {4 * regs.ContextHeaderRestore, header(regs.CommandRestore, 0, 1), "address 0x1008: expected SKIP_1_DWORD"},
		"misaligned save area":     {4 * regs.ContextHeaderSaveArea, saveAddr + 4, "address 0x1014: expected a save area aligned"},
		"save area outside memory": {4 * regs.ContextHeaderSaveArea, memBytes - 64, "address 0x1014: expected a save area inside"},
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
		"DMA in a DMA buffer":  {func(w *world) { w.command(regs.CommandDma, 0, dmaAddr, 1) }, "a command of a DMA buffer"},
		"INTERRUPTIBLE":        {func(w *world) { w.command(regs.CommandInterruptible, 0) }, "a command of a DMA buffer"},
		"length past the end":  {func(w *world) { w.dma = append(w.dma, header(regs.CommandNop, 0, 9), 0) }, "NOP of 9 DWORDs to end inside the DMA buffer, which has 1 left"},
		"SET_STATE of nothing": {func(w *world) { w.command(regs.CommandSetState, regs.BlockTSU, 0) }, "SET_STATE with a length of 2"},
		"unknown block":        {func(w *world) { w.set(21, 0, 0) }, "a block below 21, found 21"},
		"block without table":  {func(w *world) { w.set(10, 0, 0) }, "block 10 to stay below its length of 0"},
		"register past the end": {func(w *world) { w.set(regs.BlockSGTG, 2, 0, 0) },
			"block 18 to stay below its length of 3, found SG_TG[3]"},
		"register far past the end": {func(w *world) { w.set(regs.BlockSGTG, 0xffffffff, 0) }, "found SG_TG["},
		"short DRAW":                {func(w *world) { w.command(regs.CommandDraw, 0, 3, 1, 0) }, "DRAW with a length of 4"},
		"misaligned query":          {func(w *world) { w.command(regs.CommandQueryWrite, 0, fenceAddr+4) }, "aligned to 8 bytes"},
		"query outside memory":      {func(w *world) { w.command(regs.CommandQueryWrite, 0, 0xfffffff8) }, "inside the memory"},
		"misaligned vertices": {func(w *world) {
			w.set(regs.BlockEUPFront, regs.EUPFrontVertexBase, vertexAddr+32)
			w.draw(3, 1, 0)
		}, "vertex records aligned to 64 bytes"},
		"too many primitives":     {func(w *world) { w.draw(3, 0xffffffff, 0) }, "at most 16777216 primitives: the draw has 4294967295"},
		"vertices outside memory": {func(w *world) { w.draw(3, 1, 0xf0000) }, "vertex 983040 inside the memory"},
		"misaligned indices": {func(w *world) {
			w.set(regs.BlockCSP, regs.CSPIndexBase, indexAddr+2)
			w.command(regs.CommandDraw, 0, 3, 1, 0, 1)
		}, "an index buffer aligned to 64 bytes"},
		"indices outside memory": {func(w *world) {
			w.set(regs.BlockCSP, regs.CSPIndexBase, 0xffffffc0, 1)
			w.command(regs.CommandDraw, 0, 3, 1, 0xffffffff, 1)
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
		"texture outside memory": {func(w *world) { w.set(regs.BlockBIND, regs.BINDTexture0Base, memBytes-4096, 8192) }, "8192 bytes that a kernel binds inside"},
		"buffer outside memory":  {func(w *world) { w.set(regs.BlockEUP, regs.EUPBinding7Base, 0xffffff00, 1024) }, "1024 bytes that a kernel binds inside"},
		"kernel outside memory":  {func(w *world) { w.set(regs.BlockPS, regs.PSPixelKernel, memBytes) }, "a pixel kernel of "},
		"no kernel":              {func(w *world) { w.set(regs.BlockEUP, regs.EUPVertexKernelBytes, 0) }, "an instruction of the vertex kernel"},
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
	w.setRing(header(regs.CommandDma, 0, 2), dmaAddr, uint32(len(w.dma)), header(regs.CommandInterruptible, 0, 0))
	require.Contains(t, broken(t, w), "address 0x102c: expected INTERRUPTIBLE once and before the first state write")
}

// The trace up to an error is what the machine did up to it.
func TestTraceEndsWhereTheErrorIs(t *testing.T) {
	w := newWorld(8, 8)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	w.command(regs.CommandQueryWrite, 0, 3)
	w.load()
	trace, err := runAll(w.mem)
	require.Error(t, err)
	n := len(trace.Events)
	require.Equal(t, []Kind{KindEndDraw, KindHead}, []Kind{trace.Events[n-2].Kind, trace.Events[n-1].Kind}, "the place of the command passes")
	require.Equal(t, trace.Events[n-2].Cursor, trace.Events[n-1].Cursor)
	require.EqualValues(t, 28, trace.Stats.Passed)
}

// Random words never make Run panic, and every error says where.
func TestGarbageGivesErrorsNotPanics(t *testing.T) {
	ops := []opcode{regs.CommandNop, regs.CommandSkip1Dword, regs.CommandRestore, regs.CommandInterruptible, regs.CommandDma, regs.CommandFence, regs.CommandWait, regs.CommandSetState, regs.CommandDraw, regs.CommandQueryWrite}
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
				w.command(regs.CommandDraw, 0, few.Draw(t, "count"), few.Draw(t, "instances"), few.Draw(t, "first"), few.Draw(t, "flags"))
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
		trace.SaveArea(len(trace.Events), make([]byte, regs.SaveRoomBytes))
	})
}
