package scheduler

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// An interrupt for the other list runs that, and the interrupted context goes on: when the list has no more work, when the
// first context of it has ended, or on command.
func TestReturns(t *testing.T) {
	for name, c := range map[string]struct {
		mode uint8
		odd  []uint32
		late *Command
		want []string
	}{
		"when the list is done":       {regs.ReturnModeNever, []uint32{ctxB, ctxC}, nil, []string{"0x1000 in 0", "0x2000 in 1", "0x3000 in 0", "0x1000 in 0"}},
		"when the first has ended":    {regs.ReturnModeContext, []uint32{ctxB, ctxC}, nil, []string{"0x1000 in 0", "0x2000 in 1", "0x1000 in 0"}},
		"on command":                  {regs.ReturnModeNever, []uint32{ctxB, ctxC}, &Command{Kind: regs.HostCommandReturn}, []string{"0x1000 in 0", "0x2000 in 1", "0x1000 in 0"}},
		"from a list that has nobody": {regs.ReturnModeContext, nil, nil, []string{"0x1000 in 0", "0x1000 in 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, Config{Programs: []Program{waits(ctxA), plain(ctxB), plain(ctxC)}})
			w.list(3, false, ctxA)
			w.list(4, true, c.odd...)
			w.does(300, interrupt(true, c.mode))
			if c.late != nil {
				w.does(360, *c.late)
			}
			w.to(1800)
			starts := w.started()
			require.GreaterOrEqual(t, len(starts), len(c.want))
			for i, s := range c.want {
				require.Equal(t, s[:6], starts[i][:6], "%q", starts)
			}
			require.False(t, w.s.Home.Noted)
		})
	}
}

// A list that runs is refused, the other one is not; a swap runs it from the next switch on.
func TestListsAndSwaps(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{waits(ctxA), waits(ctxB)}})
	w.list(3, false, ctxA)
	w.list(100, false, ctxB)
	w.list(101, true, ctxB)
	w.does(102, Command{Kind: regs.HostCommandSwap})
	w.to(200)
	require.Equal(t, [][2]uint8{{regs.StatusKindRefused, 0}}, w.entryKinds())
	require.Equal(t, uint64(100), w.entries[0].Cycle)
	require.Equal(t, []string{"0x1000 in 0"}, w.started())
	w.does(200, interrupt(false, 0))
	w.to(360)
	require.Equal(t, []string{"0x1000 in 0", "0x2000 in 1"}, w.started())
}

// An interrupt that finds nothing running is acknowledged, and tells where.
func TestInterruptsOfNobody(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{plain(ctxA)}})
	w.does(20, interrupt(false, 0))
	w.list(40, false, ctxA)
	w.does(41, interrupt(false, 0))
	w.to(60)
	require.Equal(t, [][2]uint8{{regs.StatusKindIgnored, regs.CauseCpu}, {regs.StatusKindIgnored, regs.CauseCpu}}, w.entryKinds())
	require.Equal(t, []uint64{20, 41}, []uint64{w.entries[0].Cycle, w.entries[1].Cycle})
}

// With csp.wait_clear the next context waits until the one before is past the break point, or has left the pipe.
func TestWaitClear(t *testing.T) {
	starts := func(c Config) uint64 {
		c.Programs = []Program{waits(ctxA), waits(ctxB)}
		w := newWorld(t, c)
		w.list(3, false, ctxA, ctxB)
		w.does(300, interrupt(false, 0))
		w.to(500)
		return w.cycleOf(300, "space 1") - 300
	}
	clear := func(c Config) uint64 {
		c.Programs = []Program{waits(ctxA), waits(ctxB)}
		w := newWorld(t, c)
		w.list(3, false, ctxA, ctxB)
		w.does(300, interrupt(false, 0))
		w.to(500)
		return w.cycleOf(300, "space 0") - 300
	}
	require.EqualValues(t, 2, starts(Config{}), "when INT_END has been sent")
	require.EqualValues(t, 31, starts(Config{WaitBreakPoint: true}), "when INT_END has left the break point")
	require.Greater(t, clear(Config{WaitDrain: true}), uint64(41), "when the slot is free")
}

// Page faults without progress have the CSP take care of a context; its end, and its being found empty, end that.
func TestCare(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{plain(ctxA), plain(ctxB)}})
	ring := uint32(ctxA + regs.ContextHeaderBytes)
	w.gone[ring] = true
	w.list(3, false, ctxA)
	w.to(60)
	require.EqualValues(t, ctxA, w.s.Care.Whom)
	require.False(t, w.s.Care.Careful)
	w.does(60, Command{Kind: regs.HostCommandServed, Addr: ctxA})
	w.to(120)
	require.True(t, w.s.Care.Careful, "the second one")
	require.True(t, w.entries[len(w.entries)-2].Careful, "the CPU is told")
	w.does(120, Command{Kind: regs.HostCommandServed, Addr: ctxA})
	w.headers[ctxA][regs.ContextHeaderTail] = 0
	w.to(180)
	require.Equal(t, care{}, w.s.Care, "it is found empty")

	w.headers[ctxA][regs.ContextHeaderTail] = 8
	for range 2 {
		w.does(w.now+1, Command{Kind: regs.HostCommandServed, Addr: ctxA})
		w.does(w.now+1, Command{Kind: regs.HostCommandDoorbell})
		w.to(w.now + 60)
	}
	require.True(t, w.s.Care.Careful)
	delete(w.gone, ring)
	w.does(w.now+1, Command{Kind: regs.HostCommandServed, Addr: ctxA})
	w.to(w.now + 400)
	require.Equal(t, care{}, w.s.Care, "its end")
}

// While nobody is taken care of, 64 faults of headers pass; after 64 faults of others another context's turn has come.
func TestHeadersAndOthersHavePatience(t *testing.T) {
	m := New(Config{}, &State{})
	for range patience {
		m.missed(&life{Cause: regs.CauseFault, Context: ctxA})
		require.Zero(t, m.S.Care.Whom)
	}
	m.missed(&life{Cause: regs.CauseFault, Context: ctxA})
	require.EqualValues(t, ctxA, m.S.Care.Whom)
	for range patience {
		m.missed(&life{Cause: regs.CauseFault, Context: ctxB, Facts: started})
		require.EqualValues(t, ctxA, m.S.Care.Whom)
	}
	m.missed(&life{Cause: regs.CauseFault, Context: ctxB, Facts: started})
	require.EqualValues(t, ctxB, m.S.Care.Whom)
}

// A page that a careful run has missed before is one too many.
func TestAPageThatIsMissedAgain(t *testing.T) {
	m := New(Config{}, &State{})
	run := func(page uint32) *life {
		l := &life{Cause: regs.CauseFault, Context: ctxA, Facts: started, Addr: page << pageShift}
		l.when(m.isCareful(ctxA), careful)
		m.missed(l)
		return l
	}
	for _, page := range []uint32{7, 7, 7, 8} {
		require.Zero(t, run(page).Reason)
	}
	l := run(7)
	require.Equal(t, []uint8{regs.CauseInvalid, regs.ReasonFrames}, []uint8{l.Cause, l.Reason})
}

// While four entries wait, no command is taken; when eight do, what would need another one waits.
func TestEntriesWait(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{plain(ctxA)}})
	w.full = true
	for at := uint64(10); at < 20; at++ {
		w.does(at, interrupt(false, 0))
	}
	w.to(50)
	require.EqualValues(t, fullEntries, w.s.Count)
	require.Len(t, w.commands, 6)
	w.full = false
	w.to(400)
	require.Empty(t, w.commands)
	require.EqualValues(t, 10, w.s.Sequence)
}

// A step allocates nothing.
func TestStepAllocatesNothing(t *testing.T) {
	w := newWorld(t, Config{Programs: []Program{waits(ctxA)}})
	w.list(3, false, ctxA)
	w.to(150)
	in := Cycle{Room: [Ports]uint8{4, 4, 4, 4, 4, 4}, Reported: true, Report: Report{Kind: HeadMoved}}
	w.s.Times.NextLook = 0
	require.Zero(t, testing.AllocsPerRun(100, func() {
		w.now++
		in.At = w.now
		w.m.Step(&in)
	}))
}

// BenchmarkStep is a cycle in which a report is taken.
func BenchmarkStep(b *testing.B) {
	var s State
	m := New(Config{}, &s)
	in := Cycle{Room: [Ports]uint8{4, 4, 4, 4, 4, 4}, Reported: true, Report: Report{Kind: HeadMoved}}
	for b.Loop() {
		in.At++
		m.Step(&in)
	}
}
