package golden

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

const garbage = 0xdb // what a save area held before

func garbageArea() []byte { return bytes.Repeat([]byte{garbage}, regs.SaveRoomBytes) }

func dword(area []byte, i int) uint32 { return binary.LittleEndian.Uint32(area[4*i:]) }

// queryWorld draws with two queries, clipping, instances and state in between.
func queryWorld() *world {
	w := newWorld(24, 16)
	w.setFloats(regs.BlockEUP, regs.EUPInstanceStepX, 0.25, 0.125, 0)
	for i := range 3 {
		w.set(regs.BlockZL2, regs.ZL2QueryControl, uint32(i&1^1), uint32(i), 0)
		w.color(float32(i)/4, 1, 0, 1)
		w.triangles(w.at(0, 0, 0), w.at(20, 1, 0), w.at(3, 15, 0), w.at(30, 8, 0), w.at(4, 20, 0), w.at(1, 1, 0))
		w.draw(3, 2, 0)
		w.command(regs.CommandQueryWrite, 0, fenceAddr)
	}
	w.set(regs.BlockSGTG, regs.SGTGScissorMin, 5, 6)
	return w
}

func TestSaveAreaLayout(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockCSP, regs.CSPTopology, 1)
	w.set(regs.BlockMXU, regs.MXUColorBase, 0xabc0)
	w.triangles(w.at(0, 0, 0), w.at(8, 0, 0), w.at(0, 8, 0))
	trace := w.run(t)
	area := garbageArea()
	n := 0
	for i, e := range trace.Events {
		if e.Kind == KindTile {
			n = i + 1
		}
	}
	trace.SaveArea(n, area)
	// Blocks lie one after the other, each rounded up to four DWORDs: CSP 551 at 4, C2D
	// 13 at 556, MXU 19 at 572, TSU 163 at 592, EUP_FRONT 8 at 756, EUP 112 at 764, ASU 4 at
	// 876, PS 24 at 884, WBU 16 at 908, BP 10 at 924, BIND 80 at 936, SG_TG 3 at 1016, ZL1 17 at 1020, ZL2 21 at 1040; tail 1064.
	const untouched = garbage * 0x01010101
	for i, want := range map[int]uint32{
		0: trace.kinds(KindDraw)[0].Cursor.Offset, 1: ctxAddr, 2: regs.SaveLayoutID, 3: untouched,
		4: 1, 5: 0, 7: 0, 8: 1 | 139<<16, 18: 260, 19: 255 | 13<<8 | 19<<16 | 163<<24, 21: 16 | 10<<8, 24: 21, 25: untouched, 556: 0, 564: 0, 565: untouched,
		572 + regs.MXUColorBase:       0xabc0,
		592 + regs.TSUViewportScaleX:  0x40800000,
		592 + regs.TSUDepthScale:      0x3f800000, // a reset value
		642:                           untouched,
		756 + regs.EUPFrontVertexBase: vertexAddr,
		764 + regs.EUPTransform15:     0x3f800000,
		876 + regs.ASUAttributes:      4, // a reset value
		884 + regs.PSAlphaRef:         0,
		908 + regs.WBUColorBase:       colorAddr,
		924:                           0, 933: 0, 934: untouched,
		936 + regs.BINDSampler0Lod: 0xffff0000, 1005: 0xffff0000, 1006: untouched,
		1016 + regs.SGTGTargetSize: 8 | 8<<16,
		1016 + regs.SGTGScissorMax: 0xffffffff,
		1019:                       untouched, 1020: 0, 1021: untouched,
		1040 + regs.ZL2StencilMasks: 0xffffffff,
		1051:                        untouched,
		1064:                        0, 1065: 0, 1066: 1, 1067: 0, 1068: 1, 1069: dmaAddr, 1070: untouched, 1071: untouched,
	} {
		require.Equal(t, want, dword(area, i), "DWORD %d", i)
	}
	require.Equal(t, 1072*4, regs.SaveAreaBytes)
}

// Each prefix, by applying its events one by one.
func TestSaveAreaOfEachPrefix(t *testing.T) {
	trace := queryWorld().run(t)
	want := garbageArea()
	for _, s := range regs.SaveList {
		binary.LittleEndian.PutUint32(want[16*regs.SaveOffset[s.Block]+4*uint32(s.Reg):], regs.ResetValue(int(s.Block), int(s.Reg)))
	}
	put := func(dword int, v uint32) { binary.LittleEndian.PutUint32(want[4*dword:], v) }
	for _, i := range []int{
		regs.SaveAreaHeadDmaOffset, regs.SaveAreaTailPrimitive, regs.SaveAreaTailInstance, regs.SaveAreaTailTile, regs.SaveAreaTailTriangle, regs.SaveAreaTailRingHead, regs.SaveAreaTailDmaBuffer,
	} {
		put(i, 0)
	}
	put(regs.SaveAreaHeadContext, ctxAddr)
	put(regs.SaveAreaHeadLayout, regs.SaveLayoutID)
	for n := range len(trace.Events) + 1 {
		if n > 0 {
			e := trace.Events[n-1]
			if e.Kind == KindState {
				put(int(4*regs.SaveOffset[e.Block])+int(e.Reg), e.Value)
			}
			zl2 := int(4 * regs.SaveOffset[regs.BlockZL2])
			put(zl2+regs.ZL2OcclusionLo, uint32(e.Occlusion))
			put(zl2+regs.ZL2OcclusionHi, uint32(e.Occlusion>>32))
			put(regs.SaveAreaHeadDmaOffset, e.Cursor.Offset)
			put(regs.SaveAreaTailPrimitive, e.Cursor.Primitive)
			put(regs.SaveAreaTailInstance, e.Cursor.Instance)
			put(regs.SaveAreaTailTile, e.Cursor.Tile)
			put(regs.SaveAreaTailTriangle, e.Cursor.Triangle)
			put(regs.SaveAreaTailRingHead, e.Cursor.Head)
			put(regs.SaveAreaTailDmaBuffer, e.Cursor.Buffer)
		}
		got := garbageArea()
		trace.SaveArea(n, got)
		require.Equal(t, want, got, "prefix of %d events", n)
	}
}

func TestOcclusionRunsFromEventToEvent(t *testing.T) {
	trace := queryWorld().run(t)
	counter, counting := uint64(0), uint32(0)
	for _, e := range trace.Events {
		switch {
		case e.Kind == KindState && e.Block == regs.BlockZL2 && e.Reg == regs.ZL2QueryControl:
			counting = e.Value
		case e.Kind == KindState && e.Block == regs.BlockZL2 && e.Reg == regs.ZL2OcclusionLo:
			counter = uint64(e.Value)
		case e.Kind == KindTile && counting == 1:
			counter += uint64(e.Count)
		}
		require.Equal(t, counter, e.Occlusion)
	}
	require.NotZero(t, counter)
}

func TestFinalRegistersAreThoseOfTheWholeTrace(t *testing.T) {
	trace := queryWorld().run(t)
	area := make([]byte, regs.SaveRoomBytes)
	trace.SaveArea(len(trace.Events), area)
	for _, s := range regs.SaveList {
		require.Equal(t, dword(area, int(4*regs.SaveOffset[s.Block])+int(s.Reg)), trace.FinalRegs[s.Block][s.Reg])
	}
	for block := range trace.FinalRegs {
		require.Len(t, trace.FinalRegs[block], int(regs.BlockLength[block]))
	}
}

func TestSaveAreaOfNothingNamesTheHead(t *testing.T) {
	w := newWorld(8, 8)
	w.setRing()
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderHead, 7)
	w.mem.setWord(ctxAddr+4*regs.ContextHeaderTail, 7)
	trace, err := Run(w.mem, ctxAddr)
	require.NoError(t, err)
	area := garbageArea()
	trace.SaveArea(0, area)
	require.EqualValues(t, 7, dword(area, regs.SaveAreaTailRingHead))
	require.Zero(t, dword(area, regs.SaveAreaTailDmaBuffer)|dword(area, regs.SaveAreaHeadDmaOffset)|dword(area, regs.SaveAreaTailTile))
}

func TestWritesToReservedRegistersPassAndChangeNothing(t *testing.T) {
	w := newWorld(8, 8)
	w.set(regs.BlockTSU, 50, 0x1234)
	trace := w.run(t)
	last := trace.Events[len(trace.Events)-2]
	require.Equal(t, Event{Kind: KindState, Block: regs.BlockTSU, Reg: 50, Value: 0x1234, Cursor: last.Cursor}, last)
	area := garbageArea()
	trace.SaveArea(len(trace.Events), area)
	require.EqualValues(t, garbage*0x01010101, dword(area, 642))
	require.Zero(t, trace.FinalRegs[regs.BlockTSU][50])
}
