package mxu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// A draw passes when its kernel, buffers and textures are pinned, and all clusters have what it binds. One that binds the same shares the set; one of the same areas and another format does not.
func TestPinSetsOfKernels(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 1}, 4)
	var ctrl [2]*blocktest.Sink[pipe.Control]
	var done [2]*blocktest.Source[pipe.ControlDone]
	for c := range ctrl {
		ctrl[c] = blocktest.Out(h.Bench, &h.b.P.Ctrl[c], fmt.Sprintf("CTRL%d", c), 4)
		done[c] = blocktest.In(h.Bench, &h.b.P.CtrlDone[c], fmt.Sprintf("DONE%d", c), 2)
	}
	for page, frame := range map[uint32]uint32{3: 9, 4: 10, 5: 11, 6: 12, 7: 13} {
		h.place(1, page, frame)
	}
	for reg, v := range map[uint16]uint32{
		regs.BINDPixelKernel: 0x30000, regs.BINDPixelKernelBytes: 64, regs.BINDBinding0Base + 2: 0x40010, regs.BINDBinding0Base + 3: 16, regs.BINDTexture0Base: 0x50000, regs.BINDTexture0Base + 1: 256,
		regs.BINDBinding0Base + pipe.BufferWords*(buffers-1): 0x60000, regs.BINDBinding0Base + pipe.BufferWords*(buffers-1) + 1: 16,
		regs.BINDTexture0Base + pipe.TextureWords*(textures-1): 0x70000, regs.BINDTexture0Base + pipe.TextureWords*(textures-1) + 1: 256,
		regs.BINDSampler0Mode + pipe.SamplerWords: 5,
	} {
		h.set(1, regs.BlockBIND, reg, v)
	}
	draw := pipe.PinRequest{Kind: pipe.Draw, Slot: 1}
	h.ask(draw)
	h.cycles(200)
	require.Empty(t, h.pinned.Got, "the clusters have not got it")
	for c := range ctrl {
		require.Len(t, ctrl[c].Got, int(pixelBindings.Steps()))
		require.Equal(t, pipe.Control{Kind: pipe.ControlBuffer, Slot: 1, Set: 1, Number: 1, Words: [8]uint32{0x40010, 16}}, ctrl[c].Got[1])
		require.Equal(t, pipe.Control{Kind: pipe.ControlTexture, Slot: 1, Set: 1, Words: [8]uint32{0x50000, 256}}, ctrl[c].Got[buffers])
		require.Equal(t, pipe.Control{Kind: pipe.ControlSampler, Slot: 1, Set: 1, Number: 1, Words: [8]uint32{5, 0, 0xffff0000}}, ctrl[c].Got[buffers+textures+1])
		require.Equal(t, pipe.Control{Kind: pipe.ControlSet, Slot: 1, Set: 1}, ctrl[c].Got[pixelBindings.Steps()-1])
		require.Empty(t, h.pinned.Got)
		done[c].Queue = []pipe.ControlDone{{Kind: pipe.ControlSet, Slot: 1, Set: 1}}
		h.cycles(20)
	}
	require.Equal(t, []uint8{1}, h.given())
	for page := uint32(3); page < 8; page++ {
		require.Equal(t, 1, h.pins(1, page))
	}
	h.ask(draw)
	h.cycles(40)
	require.Equal(t, []uint8{1, 1}, h.given(), "the same")
	h.set(1, regs.BlockBIND, regs.BINDTexture0Base+4, 1<<24)
	h.ask(draw)
	h.cycles(100)
	for c := range done {
		done[c].Queue = []pipe.ControlDone{{Kind: pipe.ControlSet, Slot: 1, Set: 2}}
	}
	h.cycles(200)
	require.Equal(t, []uint8{1, 1, 2}, h.given(), "another format")
	require.Len(t, ctrl[0].Got, 2*int(pixelBindings.Steps()))
	for _, set := range []uint8{1, 1, 2} {
		h.world.done(set)
	}
	h.cycles(40)
	for page := uint32(3); page < 8; page++ {
		require.Zero(t, h.pins(1, page))
	}
	require.Equal(t, make([]regs.BINDRegs, pipe.Slots*MaxSets), h.b.hub.bound)
	h.quiet(t)
}
