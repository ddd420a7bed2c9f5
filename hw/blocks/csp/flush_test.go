package csp

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// flushing starts a context whose ring has a flush and then a NOP, which moves the head, after its WAIT, and runs it to the flush.
func flushing(t *testing.T) *bench {
	k := newBench(t, 8)
	k.ring(regs.CommandFlushHeader, regs.CommandNop)
	k.memory[flag] = 1
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
	k.run(30)
	k.copies(0)
	for n := 0; k.b.S.Front.Phase != Flush; n++ {
		require.Less(t, n, 1000)
		k.run(1)
	}
	return k
}

// The parser sends a flush with the place after it, and nothing more until it is over.
func TestAFlushStopsTheParserUntilItIsOver(t *testing.T) {
	k := flushing(t)
	k.run(100)
	sent := k.csp.Got[len(k.csp.Got)-1]
	require.Equal(t, pipe.Flush, sent.Kind)
	require.Equal(t, pipe.Cursor{Head: 5}, sent.At)
	require.True(t, sent.Keeps(), "no write-backs were asked for")
	k.bb.Queue = append(k.bb.Queue, pipe.Report{Kind: pipe.Flushed})
	k.run(30)
	next := k.csp.Got[len(k.csp.Got)-1]
	require.Equal(t, pipe.Head, next.Kind)
	require.Equal(t, pipe.Cursor{Head: 6}, next.At)
	require.False(t, k.b.S.Slots[0].Flushed, "the next flush has its own end")
}

// A flush that asks for write-backs says so, and one of a mode that there is not stops the context.
func TestModesOfAFlush(t *testing.T) {
	k := newBench(t, 8)
	for mode, reason := range map[uint32]Reason{regs.FlushModeInvalidate: 0, regs.FlushModeWriteBack: 0, regs.FlushModeLimit: regs.ReasonFlushMode, 255: regs.ReasonFlushMode} {
		require.Equal(t, reason, k.b.front.wrong(header{w: regs.CommandFlushHeader | mode<<regs.HeaderSubOpcodeShift}), "mode %d", mode)
	}
	k.ring(regs.CommandFlushHeader|regs.FlushModeWriteBack<<regs.HeaderSubOpcodeShift, regs.CommandNop)
	k.memory[flag] = 1
	k.host.Queue = []HostCommand{{Kind: regs.HostCommandRunList, List: RunList{Contexts: [4]uint32{base}}}}
	k.run(30)
	k.copies(0)
	k.run(1000)
	require.Equal(t, 1, count(k.csp.Got, pipe.Flush))
	sent := k.csp.Got[len(k.csp.Got)-1]
	require.Equal(t, []any{pipe.Flush, false}, []any{sent.Kind, sent.Keeps()})
}

// A cut ends a flush for the parser, also when its end comes after: the slot's next context does not take that for its own.
func TestACutInAFlushLeavesNothingOfItBehind(t *testing.T) {
	k := flushing(t)
	k.interrupt()
	k.run(10)
	require.Equal(t, slotStop, k.b.S.Slots[0].Phase)
	k.bb.Queue = append([]pipe.Report{{Kind: pipe.Flushed}}, counters()...)
	k.bb.Queue = append(k.bb.Queue, pipe.Report{Kind: pipe.Drained})
	k.run(100)
	require.False(t, k.b.S.Slots[0].Flushed)
	require.Equal(t, 1, count(k.csp.Got, pipe.Flush))
}

func count(list []pipe.Cmd, kind pipe.Kind) (n int) {
	for i := range list {
		if list[i].Kind == kind {
			n++
		}
	}
	return n
}
