package csp

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

const (
	even   = 0x1000 // contexts of the lists below
	odd    = 0x2000
	status = 0x9000 // context status buffer
)

// lists gives the CSP one context in each list, both empty, and a status buffer of three
// entries. Bits 5:0 of the addresses are ignored.
func lists(t testing.TB) *bench {
	k := newBench(t, 4)
	for _, base := range []uint32{even, odd} {
		k.memory[base+4*regs.ContextHeaderHead], k.memory[base+4*regs.ContextHeaderTail], k.memory[base+4*regs.ContextHeaderRingSize] = 0, 0, 64
		k.memory[base+4*regs.ContextHeaderSaveArea], k.memory[base+4*regs.ContextHeaderRestore] = area, regs.CommandSkip1DwordHeader
	}
	k.host.Queue = []HostCommand{
		{Kind: regs.HostCommandStatusBuffer, Addr: status + 37, Count: 3},
		{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{even + 63, 0, 63, 1}, Tables: [4]uint32{63, 1}}},
		{Kind: regs.HostCommandRunList, Odd: true, List: RunList{Contexts: [4]uint32{32, odd + 1}, Tables: [4]uint32{0, 32}}},
	}
	return k
}

// records returns the kinds of the entries in the order of their sequence numbers.
func (k *bench) records() (kinds []uint8) {
	for _, e := range k.saves.Got {
		if e.Slot == pipe.Physical && e.Addr%(4*regs.StatusEntryDWords) == 0 {
			kinds = append(kinds, uint8(e.Data[1]))
		}
	}
	return kinds
}

func TestBothListsAreLookedAtBeforeTheMachineIsIdle(t *testing.T) {
	k := lists(t)
	var read []uint32
	k.b.P.CSPDMA.Tap().OnPut(func(_ uint64, f *pipe.Fetch) { read = append(read, f.Addr) })
	k.run(150)
	require.Equal(t, []uint32{even, odd}, read[:2])
	require.True(t, k.b.Idle())
	require.Equal(t, []uint8{regs.StatusKindIdle}, k.records(), "idle is said once")
	read = nil
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandDoorbell}}
	k.run(150)
	require.Subset(t, read, []uint32{even, odd})
	require.Equal(t, []uint8{regs.StatusKindIdle, regs.StatusKindIdle}, k.records())
}

func TestAnEntryIsWrittenWithItsNumberLast(t *testing.T) {
	k := lists(t)
	k.run(150)
	var offsets []uint32
	for _, e := range k.saves.Got {
		require.Equal(t, uint8(pipe.Physical), e.Slot)
		offsets = append(offsets, e.Addr-status)
	}
	require.Equal(t, []uint32{8, 16, 24, 32, 40, 48, 56, 0}, offsets)
	require.EqualValues(t, 1, k.saves.Got[7].Data[0])
}

func TestEntriesGoRoundInTheirBuffer(t *testing.T) {
	k := lists(t)
	k.run(150)
	for range 3 {
		k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}} // nothing to cut
		k.run(40)
	}
	require.Equal(t, []uint8{regs.StatusKindIdle, regs.StatusKindIgnored, regs.StatusKindIgnored, regs.StatusKindIgnored}, k.records())
	last := k.saves.Got[len(k.saves.Got)-1]
	require.Equal(t, []uint32{status, 4}, []uint32{last.Addr, last.Data[0]})
}

func TestTheListThatRunsIsNotWritten(t *testing.T) {
	k := lists(t)
	k.ring(regs.CommandInterruptibleHeader, regs.CommandWaitHeader, flag, 1) // the even context has work
	k.run(40)
	before := k.b.S.Host.Lists
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{odd}}}}
	k.run(40)
	require.Equal(t, before[0].RunList, k.b.S.Host.Lists[0].RunList)
	require.Equal(t, []uint8{regs.StatusKindRefused}, k.records())
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, Odd: true, List: RunList{Contexts: [4]uint32{0x3000}}}}
	k.run(10)
	require.EqualValues(t, 0x3000, k.b.S.Host.Lists[1].Contexts[0])
}

// Of interrupts that name the other list inside one another the outermost return counts.
func TestOutermostReturnCounts(t *testing.T) {
	p := &New("CSP", Config{}).host
	p.Index = 2
	p.Jump = jump{Asked: true, Return: regs.ReturnModeContext}
	p.jump()
	p.boundary()
	require.Equal(t, []uint8{1, 0}, []uint8{p.Active, p.Index})
	p.Index = 3
	p.Jump = jump{Asked: true, Return: regs.ReturnModeNever}
	p.jump()
	p.boundary()
	p.Return = true
	require.True(t, p.boundary())
	require.Equal(t, []uint8{0, 2}, []uint8{p.Active, p.Index})
	require.False(t, p.Home.Valid)
}

// At a switch a return comes before a swap, which is forgotten with it; a return that has no place to return to is forgotten too.
func TestOneThingIsObeyedAtASwitch(t *testing.T) {
	back := whence{Valid: true, List: 1, Index: 2}
	for _, c := range []struct {
		come, swap    bool
		back          whence
		obeyed        bool
		active, index uint8
		left          whence
	}{
		{false, false, whence{}, false, 0, 3, whence{}},
		{false, false, back, false, 0, 3, back},
		{true, false, whence{}, false, 0, 3, whence{}},
		{true, false, back, true, 1, 2, whence{}},
		{false, true, whence{}, true, 1, 0, whence{}},
		{false, true, back, true, 1, 0, back},
		{true, true, whence{}, true, 1, 0, whence{}},
		{true, true, back, true, 1, 2, whence{}},
	} {
		f := host{hostState: &hostState{Index: 3, Return: c.come, Swap: c.swap, Home: c.back}}
		require.Equal(t, c.obeyed, f.boundary(), "%+v", c)
		require.Equal(t, []uint8{c.active, c.index}, []uint8{f.Active, f.Index}, "%+v", c)
		require.False(t, f.Return || f.Swap, "nothing is left of either: %+v", c)
		require.Equal(t, c.left, f.Home, "%+v", c)
	}
}

// A swap that waits when nothing is left to run is obeyed in the cycle in which the CSP becomes idle: the other list, from its context 0.
// Without one list and place stay.
func TestASwapIsObeyedByACSPThatBecomesIdle(t *testing.T) {
	for _, swap := range []bool{false, true} {
		k := newBench(t, 4)
		f := &k.b.S.Host
		f.Active, f.Index, f.Swap, f.Return, f.Bell = 1, 2, swap, swap, false
		f.Lists[0].Seen, f.Lists[1].Seen = allSeen, allSeen
		k.b.S.Front.Phase = Pick
		k.b.front.pick()
		want := []uint8{1, 2}
		if swap {
			want = []uint8{0, 0}
		}
		require.Equal(t, Idle, k.b.S.Front.Phase)
		require.Equal(t, want, []uint8{f.Active, f.Index})
		require.False(t, f.Swap || f.Return)
		require.Zero(t, f.Lists[0].Seen|f.Lists[1].Seen)
	}
}

// With RETURN_MODE CONTEXT the end of the context returns, also of one that ends for other causes too; a cut alone does not, and
// neither does the end of another context.
func TestTheEndOfItsContextReturns(t *testing.T) {
	for cause := uint8(1); cause < 1<<6; cause++ {
		for _, by := range []uint32{base, 0x2000} {
			k := newBench(t, 4)
			k.start(t)
			f := &k.b.S.Host
			f.Home = whence{Valid: true, Mode: regs.ReturnModeContext, List: 1, Index: 2, By: by}
			k.b.front.end(cause)
			k.Wake(k.b)
			for k.b.S.Front.Phase == Tokens {
				k.run(1)
			}
			ends := cause&(regs.CauseEnd|regs.CauseInvalid) != 0 && by == base
			require.Equal(t, ends, f.Active == 1 && f.Index == 2, "causes %#x, return by %#x", cause, by)
		}
	}
}

func TestAContextWithAFaultIsNotScheduledUntilItIsServed(t *testing.T) {
	k := lists(t)
	k.ring(regs.CommandInterruptibleHeader, regs.CommandWaitHeader, flag, 1)
	k.b.S.Host.Lists[0].Stopped[0] = faulted
	k.host.Queue = k.host.Queue[:1]
	k.run(10)
	k.b.S.Host.Lists[0].Contexts[0], k.b.S.Host.Lists[0].Stopped[0] = even, faulted
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandDoorbell}}
	k.run(60)
	require.True(t, k.b.Idle(), "it is not looked at")
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandServed, Addr: even + 42}}
	k.run(60)
	require.Equal(t, Copy, k.b.S.Front.Phase)
}

// Entries that wait belong to the old status buffer: the CPU can take it away, or name
// another one, at any time.
func TestStatusBufferIsChangedBetweenEntries(t *testing.T) {
	for cycles := range 40 {
		for _, entries := range []uint32{0, 2} {
			k := lists(t)
			k.run(150)
			k.saves.Got = nil
			k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}, {Kind: regs.HostCommandInterrupt}}
			k.run(cycles)
			k.host.Queue = append(k.host.Queue, HostCommand{Kind: regs.HostCommandStatusBuffer, Addr: status + 0x1000, Count: entries}, HostCommand{Kind: regs.HostCommandInterrupt})
			k.run(100)
			parts := map[uint32]int{}
			for _, e := range k.saves.Got {
				parts[e.Addr&^(4*regs.StatusEntryDWords-1)]++
			}
			for at, n := range parts {
				require.Equal(t, regs.StatusEntryDWords/2, n, "parts of the entry at %#x", at)
			}
			require.Zero(t, k.b.S.Back.Records.Len())
		}
	}
}

// SERVED for a context without a fault does nothing: an idle CSP does not look at its lists, and tells nothing.
func TestServedWithoutAFaultDoesNothing(t *testing.T) {
	k := lists(t)
	k.run(150)
	require.True(t, k.b.Idle())
	told := len(k.saves.Got)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandServed, Addr: even}, {Kind: regs.HostCommandServed, Addr: 0x7000}}
	for range 100 {
		k.run(1)
		require.Equal(t, Idle, k.b.S.Front.Phase)
	}
	require.Len(t, k.saves.Got, told)
}

// A new status buffer begins with its first entry, and with sequence number 1, wherever the old one was.
func TestANewStatusBufferBeginsWithNumberOne(t *testing.T) {
	k := lists(t)
	k.run(150)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}, {Kind: regs.HostCommandInterrupt}}
	k.run(80)
	k.saves.Got = nil
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandStatusBuffer, Addr: status + 0x1000, Count: 2}, {Kind: regs.HostCommandInterrupt}}
	k.run(80)
	last := k.saves.Got[len(k.saves.Got)-1]
	require.Equal(t, []uint32{status + 0x1000, 1}, []uint32{last.Addr, last.Data[0]})
}

// What a list that was not written anew says of a context outlives what happens to it in the other list: invalid work stays so
// when the context misses a page there, and that page is served.
func TestInvalidWorkStaysSoInTheListThatFoundIt(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	f := &k.b.S.Host
	f.Lists[1].Contexts[2], f.Lists[1].Stopped[2] = base, invalid
	k.pages.Queue = append(k.pages.Queue, pipe.MXUAnswer{Kind: pipe.PageFault, Addr: 0x5000})
	k.run(10)
	require.Equal(t, faulted, f.Lists[0].Stopped[0])
	require.Equal(t, invalid, f.Lists[1].Stopped[2])
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandServed, Addr: base}}
	k.run(5)
	require.Equal(t, invalid, f.Lists[1].Stopped[2])
}

// A context that waits alone keeps its turn, unless a page is being taken away: its pins may be what holds that up.
func TestAContextThatWaitsAloneGivesWayToAFlush(t *testing.T) {
	for _, flush := range []bool{false, true} {
		k := newBench(t, 4)
		k.b.cfg.WaitYield = 100
		k.start(t)
		pulses := 0
		k.line.OnPulse(func(uint64) { pulses++ })
		if flush {
			k.host.Queue = []HostCommand{{Kind: regs.HostCommandFlushPage, Addr: 0x10000, Frame: 0x20000}}
		}
		k.run(400)
		require.Equal(t, flush, pulses == 1, "a page is being taken away: %t; %d cuts", flush, pulses)
	}
}

// The cycle of an entry has 64 bits, in two DWORDs.
func TestAnEntryHasTheWholeCycle(t *testing.T) {
	k := lists(t)
	const begun = 0x1_8000_0000
	k.SetCycle(begun, rand.New(rand.NewPCG(1, 1)))
	k.run(150)
	words := map[uint32]uint32{}
	for _, e := range k.saves.Got {
		for i := range uint32(e.DWords) {
			words[e.Addr-status+4*i] = e.Data[i]
		}
	}
	low, high := words[4*regs.StatusEntryCycle], words[4*regs.StatusEntryCycle+4]
	require.EqualValues(t, 1, high)
	require.InDelta(t, begun&(1<<32-1), low, 150)
}

// Of a fault and invalid work among the causes of a switch, the entry tells of the invalid work, whichever comes first: it stops the
// context for longer.
func TestAnEntryTellsOfInvalidWorkBeforeAFault(t *testing.T) {
	fault := pipe.MXUAnswer{Kind: pipe.PageFault, Addr: 0x5000, Reason: pipe.NotPresent}
	wrong := pipe.MXUAnswer{Kind: pipe.PageFault, Addr: 0x6000, Reason: pipe.Outside}
	for _, order := range [][]pipe.MXUAnswer{{fault, wrong}, {wrong, fault}} {
		k := newBench(t, 4)
		k.start(t)
		k.pages.Queue = append(k.pages.Queue, order...)
		k.run(20)
		require.EqualValues(t, 0x6000, k.b.S.Slots[0].Addr)
	}
}

// A WAIT that has passed no longer counts as one that has looked in vain.
func TestAWaitThatPassesHasNotLookedInVain(t *testing.T) {
	k := newBench(t, 4)
	k.start(t)
	k.run(20)
	require.True(t, k.b.S.Front.Missed)
	k.memory[flag] = 1
	k.run(40)
	require.NotContains(t, []Phase{Poll, PollWait}, k.b.S.Front.Phase)
	require.False(t, k.b.S.Front.Missed)
}

// A tail that is moved to the ring's size, while the context looks for a new one, lies outside of the ring.
func TestATailIsMovedInsideTheRing(t *testing.T) {
	for tail, wrong := range map[uint32]bool{63: false, 64: true, 65: true} {
		k := newBench(t, 4)
		k.b.cfg.TailWait = 1000
		k.start(t)
		k.memory[flag] = 1
		k.run(60)
		k.memory[base+4*regs.ContextHeaderTail] = tail
		ended := false
		for range 100 {
			k.run(1)
			f := &k.b.S.Front
			ended = ended || f.StopFor == regs.ReasonHeader && f.StopWord == tail
		}
		require.Equal(t, wrong, ended, "tail %d", tail)
	}
}
