package stream

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/driver"
)

// saved is a save area of these register tables with a cursor in a DMA buffer, and garbage everywhere else.
func saved(ids map[int]uint32) []byte {
	b := make([]byte, regs.SaveRoomBytes)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	cursor := map[int]uint32{
		regs.SaveAreaTailDmaBuffer: 0x4ec40, regs.SaveAreaHeadDmaOffset: 41, regs.SaveAreaTailRingHead: 1, regs.SaveAreaTailInstance: 7, regs.SaveAreaTailPrimitive: 12,
		regs.SaveAreaTailTriangle: 3, regs.SaveAreaTailTile: 5, regs.SaveAreaHeadLayout: regs.SaveLayoutID,
	}
	for k := range regs.PackingCount { // dense
		reg := regs.PackingFirst + k
		cursor[4*int(regs.SaveOffset[regs.BlockCSP])+reg] = regs.ResetValue(regs.BlockCSP, reg)
	}
	for dword, v := range ids {
		cursor[dword] = v
	}
	for dword, v := range cursor {
		binary.LittleEndian.PutUint32(b[4*dword:], v)
	}
	return b
}

func TestSaveAreaThatNoSaveCanHaveLeft(t *testing.T) {
	require.NoError(t, DumpSaveArea(io.Discard, saved(nil), 0))
	const base = 0x8000
	for want, b := range map[string][]byte{
		"100 bytes; a save area of ": make([]byte, 100),
		"no save area at 0x8000: it holds zeros only: nothing was saved there":                       make([]byte, regs.SaveRoomBytes),
		"the DMA buffer at 0x90b4 is 0x4ec44; 0, or a multiple of 64 below 0x10000000, was expected": saved(map[int]uint32{regs.SaveAreaTailDmaBuffer: 0x4ec44}),
		"the DMA buffer at 0x90b4 is 0x10000000; 0, or a multiple of 64":                             saved(map[int]uint32{regs.SaveAreaTailDmaBuffer: driver.Limit}),
		"the DMA offset at 0x8000 is 0x4000000; one that ends below address 0x10000000 was expected": saved(map[int]uint32{regs.SaveAreaHeadDmaOffset: 1 << 26}),
		"the ring head at 0x90b0 is 0x4000000; at most 0xfffff was expected":                         saved(map[int]uint32{regs.SaveAreaTailRingHead: 1 << 26}),
		"the layout at 0x8008 is 0x7; 0x":                                                            saved(map[int]uint32{regs.SaveAreaHeadLayout: 7}),
		"CSP.OFFSET_0 at 0x8020 is 0x8c0002; a packing of the save area was expected":                saved(map[int]uint32{8: 0x8c0002}),
		"the triangle at 0x90ac is 0x4001; at most 0x4000 was expected":                              saved(map[int]uint32{regs.SaveAreaTailTriangle: 1<<14 + 1}),
		"the tile at 0x90a8 is 0x4000001; at most 0x4000000 was expected":                            saved(map[int]uint32{regs.SaveAreaTailTile: 1<<26 + 1}),
		"the DMA offset at 0x8000 is 0x29; 0 beside DMA buffer 0 was expected":                       saved(map[int]uint32{regs.SaveAreaTailDmaBuffer: 0}),
		"the instance at 0x90a4 is 0x7; 0 beside DMA buffer 0 was expected":                          saved(map[int]uint32{regs.SaveAreaTailDmaBuffer: 0, regs.SaveAreaHeadDmaOffset: 0}),
	} {
		err := DumpSaveArea(io.Discard, b, base)
		require.ErrorContains(t, err, want)
	}
}

func TestRandomBytesAreNoSaveArea(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		b := make([]byte, regs.SaveRoomBytes)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		require.ErrorContains(t, DumpSaveArea(io.Discard, b, 0), "no save area at 0x0: the ")
	}
}

func TestSaveAreaOfAStreamIsThatOfAContext(t *testing.T) {
	const at = 0x1040
	stream := func(change func(memory []byte)) *File {
		memory := make([]byte, 0x4000)
		for k := 0; k < driver.GuardBytes; k += 4 {
			binary.LittleEndian.PutUint32(memory[at-driver.GuardBytes+k:], driver.GuardWord)
			binary.LittleEndian.PutUint32(memory[at+regs.SaveRoomBytes+k:], driver.GuardWord)
		}
		copy(memory[at:], saved(nil))
		change(memory)
		return &File{Memory: 0x4000, Segments: []Segment{{Data: memory}}, Contexts: []Context{{Context: driver.Context{SaveArea: at}}}}
	}
	nothing := func([]byte) {}
	var text strings.Builder
	require.NoError(t, stream(nothing).DumpSaveArea(&text, at))
	require.Contains(t, text.String(), "DMA buffer       0x0004ec40\n")
	require.EqualError(t, stream(nothing).DumpSaveArea(io.Discard, 64), "no save area at 0x40; 0x1040 was expected")
	for offset, want := range map[int]string{
		at - 4:                      "its guard zone has 0x5afe5a00 at 0x103c; 0x5afe5afe was expected",
		at + regs.SaveRoomBytes + 8: "its guard zone has 0x5afe5a00 at 0x2fc8; 0x5afe5afe was expected",
	} {
		require.EqualError(t, stream(func(m []byte) { m[offset] = 0 }).DumpSaveArea(io.Discard, at), "no save area at 0x1040: "+want)
	}
	empty := stream(func(m []byte) { clear(m[at:][:regs.SaveRoomBytes]) })
	require.ErrorContains(t, empty.DumpSaveArea(io.Discard, at), "nothing was saved there")
}
