package csp

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// RESTORE and its address are one write of 64 bits, after everything else: whichever
// comes last, there is nothing before it.
func TestRestoreIsWrittenLastAndAtOnce(t *testing.T) {
	drained := pipe.Report{Kind: pipe.Drained}
	all := counters()
	for name, c := range map[string]struct {
		first []pipe.Report // on datapath B
		quiet bool
		last  func(k *bench)
	}{
		"memory is complete": {first: all, last: func(k *bench) { k.bb.Queue = append(k.bb.Queue, drained) }},
		"the last counter": {first: append([]pipe.Report{drained}, all[1:]...), last: func(k *bench) {
			k.bb.Queue = append(k.bb.Queue, all[0])
		}},
		"the last answer": {first: append(all[:len(all):len(all)], drained), quiet: true, last: func(k *bench) { k.ack() }},
	} {
		t.Run(name, func(t *testing.T) {
			k := newBench(t, 4)
			k.start(t)
			k.interrupt()
			k.quiet = c.quiet
			k.bb.Queue = append(k.bb.Queue, c.first...)
			k.run(30)
			for k.quiet && k.acked < len(k.saves.Got)-1 {
				k.ack()
				k.run(3)
			}
			before := len(k.saves.Got)
			k.run(20)
			for _, e := range k.saves.Got {
				require.False(t, e.Addr/8 == base/8+1, "the place-holder was written before %s", name)
			}
			require.Len(t, k.saves.Got, before)
			c.last(k)
			for n := 0; k.b.S.Slots[0].Phase != slotSealed; n++ {
				require.Less(t, n, 20)
				k.run(1)
			}
			k.quiet = true // the write itself is not answered
			k.run(20)
			e := k.saves.Got[len(k.saves.Got)-1]
			require.Equal(t, pipe.Save{Addr: base + 4*regs.ContextHeaderRestore, DWords: 2, Now: true, Data: [2]uint32{regs.CommandRestoreHeader, area}}, e)
			require.Zero(t, e.Addr%8)
			require.Equal(t, slotSealed, k.b.S.Slots[0].Phase)
			for k.acked < len(k.saves.Got) {
				k.ack()
			}
			k.Step(8)
			require.NotEqual(t, slotSealed, k.b.S.Slots[0].Phase, "answered: the slot is free")
		})
	}
}

// A cut that does not count writes the head only, and nothing at all in a restore.
// What a save may wait for last is not kept for more words of its line: of the counters the last one that comes, of the cursor the head.
func TestTheLastOfASaveIsInHaste(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	k.run(30)
	for i, e := range k.saves.Got {
		require.Equal(t, i == len(k.saves.Got)-1, e.Now, "write %d of the cursor, %#x", i, e.Addr)
	}
	k.written()
	for i, c := range counters() {
		k.bb.Queue = append(k.bb.Queue, c)
		k.run(5)
		require.Len(t, k.saves.Got, i+1)
		require.Equal(t, i == int(counted)-1, k.saves.Got[i].Now, "counter %d", i)
	}
}

func TestCutThatDoesNotCountLeavesTheSaveArea(t *testing.T) {
	for _, restoring := range []bool{false, true} {
		k := newBench(t, 4)
		k.start(t)
		if restoring {
			k.b.S.Slots[0].Restore = restoreRuns
		}
		k.interrupt()
		k.a.Queue[0].Copied = false
		k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
		for n := 0; k.b.S.Slots[0].Phase >= slotStop; n++ {
			require.Less(t, n, 40)
			k.run(1)
		}
		got := k.written()
		if restoring {
			require.Empty(t, got)
		} else {
			require.Equal(t, []string{show(base, 1)}, got)
		}
	}
}

// The context runs again from the place where it was saved: its registers go down the
// pipe with their block IDs, then the cursor.
func TestRestoreSendsTheSavedRegistersThenTheCursor(t *testing.T) {
	k := newBench(t, 4)
	k.memory[base+4*regs.ContextHeaderRestore], k.memory[base+4*regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, area
	for _, it := range regs.SaveList {
		k.memory[place(it.Block, it.Reg)] = saved(it)
	}
	for at, v := range map[uint32]uint32{
		regs.SaveAreaHeadDmaOffset: 2, regs.SaveAreaTailPrimitive: 4, regs.SaveAreaTailInstance: 3, regs.SaveAreaTailTile: 6, regs.SaveAreaTailTriangle: 5,
		regs.SaveAreaTailRingHead: 1, regs.SaveAreaTailDmaBuffer: 0x40, regs.SaveAreaHeadContext: base, regs.SaveAreaHeadLayout: regs.SaveLayoutID,
	} {
		k.memory[area+4*at] = v
	}
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
	k.run(400)
	require.Greater(t, len(k.csp.Got), regs.SaveListLen)
	vertices := 0
	for i, it := range regs.SaveList {
		require.Equal(t, pipe.RegWrite{Restored: true, Block: it.Block, Reg: it.Reg, Value: saved(it)}.Cmd(0, pipe.Cursor{}), k.csp.Got[i])
		if it.Block == regs.BlockEUP || it.Block == regs.BlockEUPFront {
			vertices++
		}
	}
	require.Equal(t, pipe.Cmd{Kind: pipe.Resume, At: cut}, k.csp.Got[regs.SaveListLen])
	require.Len(t, k.vertex.Got, vertices)
}

// An interrupt that a restore holds back is taken csp.progress_limit cycles later, with a cause that says so; one that waits for nothing is taken at once, and so
// is one that PROGRESS comes for.
func TestInterruptsAreHeldBackForALimitedTime(t *testing.T) {
	const limit = 50
	for name, c := range map[string]struct {
		restore  restorePhase
		progress int // cycles from the interrupt
		after    int
		cause    uint8
	}{
		"runs":                         {restoreRuns, 0, 0, regs.CauseCpu},
		"holds":                        {restoreHolds, 0, limit, regs.CauseCpu | regs.CauseNoProgress},
		"holds, and makes progress":    {restoreHolds, 20, 20, regs.CauseCpu},
		"holds, and is late":           {restoreHolds, limit + 1, limit, regs.CauseCpu | regs.CauseNoProgress},
		"holds, and is in time":        {restoreHolds, limit - 5, limit - 5, regs.CauseCpu},
		"has been held back until now": {restoreOverdue, 0, 0, regs.CauseCpu | regs.CauseNoProgress},
	} {
		t.Run(name, func(t *testing.T) {
			k := newBench(t, 4)
			k.b.cfg.Progress = limit
			k.start(t)
			s := &k.b.S.Slots[0]
			s.Restore, k.b.S.Front.Stepped = c.restore, true // what it has sent is above the break point
			began, cut := uint64(0), uint64(0)
			k.line.OnPulse(func(cycle uint64) { cut = cycle })
			k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}, {Kind: regs.HostCommandInterrupt}}
			for n := 0; cut == 0; n++ {
				require.Less(t, n, 200)
				if began == 0 && k.b.P.HostCSP.Valid() {
					began = k.Cycle()
				}
				if c.progress > 0 && began > 0 && k.Cycle() == began+uint64(c.progress)-1 {
					k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.Progress})
				}
				k.run(1)
			}
			require.InDelta(t, c.after, cut-began, 3)
			require.Equal(t, c.cause, s.Cause)
			require.Zero(t, k.b.S.Host.HoldEnd)
		})
	}
}

// A save is not complete while a fill or copy that has passed the break point works, or waits for its way to C2D.
func TestSaveWaitsForAFillOnItsWayToC2D(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.c2d.Shut = true
	for k.b.P.CSPC2D.Free() > 0 {
		k.b.P.CSPC2D.Put(pipe.Cmd{Kind: pipe.State})
		k.run(1)
	}
	k.interrupt()
	k.a.Queue = append([]pipe.Report{pipe.BlitReport(0, pipe.BlitFill)}, k.a.Queue...)
	k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
	k.run(60)
	require.Equal(t, blitReady, k.b.S.Slots[0].Blit)
	require.Equal(t, slotSave, k.b.S.Slots[0].Phase, "it has not reached C2D")
	k.c2d.Shut = false
	k.run(20)
	require.Equal(t, blitRunning, k.b.S.Slots[0].Blit)
	require.Equal(t, slotSave, k.b.S.Slots[0].Phase, "it is not done")
	k.a.Queue = append(k.a.Queue, pipe.Report{Kind: pipe.BlitDone})
	k.run(20)
	require.NotEqual(t, slotSave, k.b.S.Slots[0].Phase, "it is done")
}

// A saved head lies in the ring: the word after its last one is refused, as one far away is.
func TestASavedHeadOutsideTheRingIsRefused(t *testing.T) {
	for head, resumes := range map[uint32]bool{63: true, 64: false, 65: false, 1 << 31: false} {
		k := newBench(t, 4)
		k.memory[base+4*regs.ContextHeaderRestore], k.memory[base+4*regs.ContextHeaderRestoreAddress] = regs.CommandRestoreHeader, area
		for _, it := range regs.SaveList {
			k.memory[place(it.Block, it.Reg)] = saved(it)
		}
		k.memory[area+4*regs.SaveAreaTailRingHead], k.memory[area+4*regs.SaveAreaHeadContext], k.memory[area+4*regs.SaveAreaHeadLayout] = head, base, regs.SaveLayoutID
		k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
		k.run(400)
		got := slices.ContainsFunc(k.csp.Got, func(c pipe.Cmd) bool { return c.Kind == pipe.Resume })
		require.Equal(t, resumes, got, "head %d of a ring of 64 words", head)
	}
}
