package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// After the line each output gets its token as soon as it has room, the other one's
// back-pressure notwithstanding.
func TestTokensFollowTheLineEachOnItsOwn(t *testing.T) {
	k := newBench(t, 1)
	k.csp.Shut, k.vertex.Shut = true, true // INTERRUPTIBLE stays in both
	k.start(t)
	k.Wave()
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	k.Step(5)
	k.vertex.Shut = false
	k.Step(5)
	k.csp.Shut = false
	k.Step(5)
	require.Equal(t, `CSP pol h1 o0 R.
CSP tok h1 o0 T., INT!
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP tok h1 o0 T., VERTEX: INT_END
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP tok h1 o0 T.
CSP pic h0 o0 T., CSP_FIFO: INT_END
CSP pic h0 o0 T.
CSP pic h0 o0 T.
CSP pic h0 o0 T.
`, withoutCycles(k.Wave()))

	k = newBench(t, 1)
	k.csp.Shut, k.vertex.Shut = true, true
	k.start(t)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	k.csp.Shut = false
	k.run(10)
	csp, vertex := k.tokens()
	require.Equal(t, []int{1, 0}, []int{csp, vertex})
	k.vertex.Shut = false
	k.run(10)
	csp, vertex = k.tokens()
	require.Equal(t, []int{1, 1}, []int{csp, vertex}, "each gets one")
}

// The next context is not cut before the token of this one has left the break point and
// all outputs of ASU; then it is at once.
func TestNoSecondCutAboveTheBreakPoint(t *testing.T) {
	k := newBench(t, 4)
	const second = 0x2000
	for at := uint32(0); at < 256; at += 4 {
		k.memory[second+at] = k.memory[base+at]
	}
	pulses := 0
	k.line.OnPulse(func(uint64) { pulses++ })
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base, second}}}}
	k.run(30)
	k.copies(0)
	k.run(300)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	k.run(40)
	require.Equal(t, 1, pulses)
	k.copies(1)
	k.run(300)
	require.True(t, k.b.S.Slots[1].Interruptible())
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	for _, left := range []pipe.ReportKind{pipe.TokenLeft, pipe.TokenOut} {
		k.run(20)
		require.Equal(t, 1, pulses, "before the report of kind %d", left)
		k.a.Queue = []pipe.Report{{Kind: left}}
	}
	k.run(5)
	require.Equal(t, 2, pulses)
}

func TestRegistersAndHeadAreWrittenToTheirPlaces(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	var want []string
	for _, it := range regs.SaveList {
		v := saved(it)
		if it.Block == regs.BlockCSP {
			v = k.b.S.Front.Regs[it.Reg]
		}
		want = append(want, show(place(it.Block, it.Reg), v))
	}
	require.ElementsMatch(t, want, k.written(), "INTERRUPTIBLE")

	for _, it := range regs.SaveList {
		k.a.Queue = []pipe.Report{pipe.RegisterReport(pipe.Committed, 0, it.Reg, 77).From(it.Block)}
		k.run(5)
		require.Equal(t, []string{show(place(it.Block, it.Reg), 77)}, k.written())
	}
	k.a.Queue = []pipe.Report{
		pipe.RegisterReport(pipe.Committed, 0, uint16(len(regs.Blocks[regs.BlockMXU].Registers)), 0).From(regs.BlockMXU),
		{Kind: pipe.HeadMoved, At: pipe.Cursor{Head: 9}},
		{Kind: pipe.Resumed},
	}
	k.run(8)
	require.Equal(t, []string{show(base, 9), show(base+8, regs.CommandSkip1DwordHeader, 0)}, k.written(), "reserved space is not saved")
}

func TestCursorIsWrittenToItsPlacesTheHeadLast(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	k.run(20)
	got := k.written()
	require.Len(t, got, int(cursorWrites))
	require.Equal(t, show(base, 1), got[9])
	require.ElementsMatch(t, []string{
		show(area, 2), show(area+4*regs.SaveAreaTailPrimitive, 4), show(area+4*regs.SaveAreaTailInstance, 3), show(area+4*regs.SaveAreaTailTile, 6),
		show(area+4*regs.SaveAreaTailTriangle, 5), show(area+4*regs.SaveAreaTailRingHead, 1), show(area+4*regs.SaveAreaTailDmaBuffer, 0x40),
		show(area+4*regs.SaveAreaHeadContext, base), show(area+4*regs.SaveAreaHeadLayout, regs.SaveLayoutID),
	}, got[:9])
}

// The slot is kept until the token has left the break point, whatever else has come.
func TestSlotIsKeptUntilTheTokenHasLeft(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	left := k.a.Queue[1:]
	k.a.Queue = k.a.Queue[:1]
	k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
	k.run(60)
	require.Equal(t, slotStop, k.b.S.Slots[0].Phase)
	k.a.Queue = left
	k.run(60)
	require.NotEqual(t, slotStop, k.b.S.Slots[0].Phase)
}

// A fault that is served before its context could be cut does not keep it from running.
func TestFaultServedBeforeTheCut(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	s := &k.b.S.Slots[0]
	k.b.S.Host.Pending = regs.CauseFault
	k.b.host.served(base + 64)
	require.False(t, s.Served, "another context's")
	k.b.host.served(base)
	require.True(t, s.Served)
	s.Cause = regs.CauseFault
	k.b.host.keep(s)
	require.Equal(t, runs, k.b.S.Host.Lists[0].Stopped[0])
	s.Served = false
	k.b.host.keep(s)
	require.Equal(t, faulted, k.b.S.Host.Lists[0].Stopped[0])
}

// What the end of the context reports on datapath B waits for the cursor on A and for
// the writes of its fields.
func TestDatapathBWaitsForTheCursorOnA(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.interrupt()
	at := k.a.Queue
	k.a.Queue = nil
	k.bb.Queue = append(counters(), pipe.Report{Kind: pipe.Drained})
	k.run(20)
	require.Empty(t, k.written())
	require.False(t, k.b.S.Slots[0].End.Drained)
	k.a.Queue = at
	k.run(40)
	got := k.written()
	require.Equal(t, show(base, 1), got[9])
	require.Equal(t, show(place(regs.BlockZL2, regs.ZL2OcclusionLo), 0), got[10])
	require.Equal(t, show(base+8, regs.CommandRestoreHeader, area), got[10+counted])
}

// What the CPU's commands have to be told of leaves room for what ends contexts.
func TestCommandsLeaveRoomForWhatASlotTells(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandStatusBuffer, Addr: 0x10000, Count: 4}}
	k.run(10)
	k.saves.Shut = true
	for range 2 * maxRecords {
		k.host.Queue = append(k.host.Queue, HostCommand{Kind: regs.HostCommandRunList})
	}
	k.run(100)
	require.EqualValues(t, maxCommandRecords, k.b.S.Back.Records.Len())
	k.saves.Shut = false
	k.run(400)
	require.Zero(t, k.b.S.Back.Records.Len())
	require.EqualValues(t, 2*maxRecords, k.b.S.Back.Sequence)
}
