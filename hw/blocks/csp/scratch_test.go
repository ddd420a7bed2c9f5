package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// begins has the CSP begin the context, whose header names scratch memory.
func (k *bench) begins(at uint32, size regs.ContextHeaderScratchSizeFields) {
	k.memory[base+4*regs.ContextHeaderScratch], k.memory[base+4*regs.ContextHeaderScratchSize] = at, size.Pack()
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
}

// Scratch memory is pinned after the save area, as much of it as the hardware threads have, and the dispatcher gets its place before anything else of the context.
func TestScratchMemoryIsPinnedAndTheDispatcherHasItsPlace(t *testing.T) {
	others := []string{show(base, 4*regs.ContextHeaderDWords), show(base+regs.ContextHeaderBytes, 4*64), show(area, regs.SaveRoomBytes)}
	for size, want := range map[regs.ContextHeaderScratchSizeFields]uint32{{Lines: 1, Threads: 6}: 64, {Lines: 16, Threads: 100}: 1024} {
		k := newBench(t, 4)
		k.begins(0x20040, size)
		k.run(40)
		require.Equal(t, append(others[:3:3], show(0x20040, 6*want)), k.pinned)
		require.Equal(t, Copy, k.b.S.Front.Phase, "what is sent is no reason to refuse INTERRUPTIBLE")
		for i, w := range []uint32{0x20040, want} {
			c := pipe.RegWrite{Restored: true, Block: regs.BlockEUP, Reg: uint16(regs.EUPScratchBase + i), Value: w}.Cmd(0, pipe.Cursor{})
			require.Equal(t, c, k.csp.Got[i])
			require.Equal(t, c, k.vertex.Got[i].Cmd)
		}
		require.Equal(t, pipe.Interruptible, k.csp.Got[2].Kind)
	}
	k := newBench(t, 4)
	k.begins(0x20001, regs.ContextHeaderScratchSizeFields{Threads: 1}) // there is none
	k.run(40)
	require.Equal(t, others, k.pinned)
	require.Equal(t, pipe.Interruptible, k.csp.Got[0].Kind)
}

// A header with more scratch memory than a thread can have, with less than all threads have, or with an address between lines makes no sense.
func TestScratchMemoryThatCannotBeIsRefused(t *testing.T) {
	for _, c := range []struct {
		at, lines, threads, word uint32
	}{
		{0x20000, 17, 6, 6<<16 | 17},
		{0x20000, 16, 5, 5<<16 | 16},
		{0x20020, 1, 6, 0x20020},
	} {
		k := newBench(t, 4)
		k.begins(c.at, regs.ContextHeaderScratchSizeFields{Lines: c.lines, Threads: c.threads})
		s := &k.b.S.Slots[0]
		for n := 0; s.Refused == 0; n++ {
			require.Less(t, n, 100)
			k.run(1)
		}
		require.Equal(t, []any{uint8(regs.CauseInvalid), Reason(regs.ReasonHeader), c.word}, []any{s.Refused, s.Reason, s.Addr})
	}
	k := newBenchOf(t, 4, Config{TailWait: 4, TailPoll: 4, Ahead: 64, Scratch: 1 << 20, Threads: 257}) // more than an address space
	k.begins(0x20000, regs.ContextHeaderScratchSizeFields{Lines: 1 << 14, Threads: 257})
	k.run(40)
	require.Empty(t, k.csp.Got)
}

// A restored context's place of scratch memory follows its registers, before the cursor; of one whose save area makes no sense nothing is sent at all.
func TestScratchMemoryOfARestoredContext(t *testing.T) {
	for _, layout := range []uint32{regs.SaveLayoutID, 1} {
		k := newBench(t, 4)
		k.memory[base+4*regs.ContextHeaderRestore], k.memory[base+4*regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, area
		for _, it := range regs.SaveList {
			k.memory[place(it.Block, it.Reg)] = saved(it)
		}
		k.memory[area+4*regs.SaveAreaHeadContext], k.memory[area+4*regs.SaveAreaHeadLayout] = base, layout
		k.begins(0x20040, regs.ContextHeaderScratchSizeFields{Lines: 2, Threads: 6})
		k.run(600)
		if layout != regs.SaveLayoutID {
			require.Empty(t, k.csp.Got)
			require.Empty(t, k.vertex.Got)
			continue
		}
		for i, w := range []uint32{0x20040, 128} {
			c := pipe.RegWrite{Restored: true, Block: regs.BlockEUP, Reg: uint16(regs.EUPScratchBase + i), Value: w}.Cmd(0, pipe.Cursor{})
			require.Equal(t, c, k.csp.Got[regs.SaveListLen+i])
		}
		require.Equal(t, pipe.Resume, k.csp.Got[regs.SaveListLen+2].Kind)
	}
}
