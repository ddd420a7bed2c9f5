package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// A WAIT compares numbers without sign.
func TestAWaitComparesWithoutSign(t *testing.T) {
	for _, w := range []struct {
		word, awaited uint32
		passes        bool
	}{
		{0, 1, false}, {1, 1, true}, {2, 1, true}, {1 << 31, 1, true}, {1<<31 + 1, 1, true}, {1<<32 - 1, 1, true},
		{0, 1<<32 - 1, false}, {1, 1 << 31, false}, {1<<31 - 1, 1 << 31, false}, {1 << 31, 1 << 31, true}, {1<<31 - 2, 1<<32 - 1, false},
		{1<<32 - 2, 1<<32 - 1, false}, {1<<32 - 1, 1<<32 - 1, true},
	} {
		k := newBench(t, 4)
		k.memory[base+regs.ContextHeaderBytes+4*3] = w.awaited
		k.start(t)
		k.memory[flag] = w.word
		k.run(40)
		waits := k.b.S.Front.Phase == Poll || k.b.S.Front.Phase == PollWait
		require.Equal(t, w.passes, !waits, "%#x for %#x", w.word, w.awaited)
	}
}

// late is a CSP whose second context runs while the token of the first one is still above the break point, so that no cause cuts it.
// More words follow its INTERRUPTIBLE.
func late(t *testing.T, words ...uint32) *bench {
	const second = 0x2000
	k := newBench(t, 64)
	for at := uint32(0); at < 256; at += 4 {
		k.memory[second+at] = k.memory[base+at]
	}
	k.memory[second+4*regs.ContextHeaderTail] = 1 + uint32(len(words))
	for i, w := range words {
		k.memory[second+regs.ContextHeaderBytes+4*(1+uint32(i))] = w
	}
	k.host.Queue = []HostCommand{
		{Kind: regs.HostCommandStatusBuffer, Addr: status, Count: 8},
		{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base, second}}},
	}
	k.run(30)
	k.copies(0)
	k.run(300)
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandInterrupt}}
	k.run(40)
	k.copies(1)
	k.run(300)
	require.True(t, k.b.S.Slots[1].Interruptible())
	require.NotZero(t, k.b.S.Host.Above)
	return k
}

// outside is an access to an address without memory.
var outside = pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Addr: 0x7fffff00, Reason: pipe.Outside}

// What the MXU finds wrong, and cannot cut the context for yet, goes with the context when that ends meanwhile: the entry tells of it,
// and the next context is not cut for it.
func TestInvalidWorkThatCannotCutGoesWithItsContext(t *testing.T) {
	const unknown = 0xff000000
	for _, malformed := range []bool{false, true} {
		var k *bench
		if malformed {
			k = late(t, unknown)
			require.Equal(t, StopWait, k.b.S.Front.Phase)
		} else {
			k = late(t)
			require.Contains(t, []Phase{Tail, TailWait}, k.b.S.Front.Phase)
		}
		f := &k.b.S.Front
		k.pages.Queue = append(k.pages.Queue, outside)
		k.run(3)
		require.Equal(t, uint8(regs.CauseInvalid), k.b.S.Host.Pending, "it cannot cut yet")
		at := pipe.Cursor{Head: 1}
		if malformed {
			at = f.StopAt
		}
		k.a.Queue = []pipe.Report{{Kind: pipe.HeadMoved, Slot: 1, At: at}}
		s := &k.b.S.Slots[1]
		for n := 0; s.running(); n++ {
			require.Less(t, n, 100, "the context does not end")
			k.run(1)
		}
		require.Zero(t, k.b.S.Host.Pending, "nothing is left for the context after it")
		require.EqualValues(t, regs.ReasonAddress, s.Reason, "what was found first is told")
		require.EqualValues(t, outside.Addr, s.Addr)
		require.NotZero(t, s.Cause&regs.CauseInvalid)
	}
}

// Of several things that the MXU has found and that cannot cut yet, the entry tells of the first one of those that stop the context
// for longest.
func TestTheFirstOfSeveralFaultsIsTold(t *testing.T) {
	fault := func(addr uint32) pipe.MXUAnswer {
		return pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Addr: addr, Reason: pipe.NotPresent}
	}
	wrong := func(addr uint32) pipe.MXUAnswer {
		return pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Addr: addr, Reason: pipe.Outside}
	}
	for _, c := range []struct {
		found []pipe.MXUAnswer
		told  uint32
	}{
		{[]pipe.MXUAnswer{fault(1 << 16), fault(2 << 16)}, 1 << 16},
		{[]pipe.MXUAnswer{wrong(1 << 16), wrong(2 << 16)}, 1 << 16},
		{[]pipe.MXUAnswer{fault(1 << 16), wrong(2 << 16)}, 2 << 16},
		{[]pipe.MXUAnswer{wrong(1 << 16), fault(2 << 16)}, 1 << 16},
		{[]pipe.MXUAnswer{fault(1 << 16), wrong(2 << 16), wrong(3 << 16), fault(4 << 16)}, 2 << 16},
	} {
		k := late(t)
		for _, a := range c.found {
			k.pages.Queue = append(k.pages.Queue, a)
			k.run(3)
		}
		require.NotZero(t, k.b.S.Host.Pending)
		require.Equal(t, c.told, k.b.S.Slots[1].Addr, "%+v", c.found)
	}
}
