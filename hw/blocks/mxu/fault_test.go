package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// A read whose page is not there stays at its queue's head, and the CSP is told where and
// why, once.
func TestFaultSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name   string
		table  uint32
		addr   uint32
		word   uint32 // of the page table
		reason pipe.FaultReason
	}{
		{"not present", 0x10000, 0x50044, 0x90000, pipe.NotPresent},
		{"beyond the address space", 0x10000, 0x10000000, 0, pipe.Outside},
		{"frame beyond memory", 0x10000, 0x50000, 1024<<16 | 1, pipe.Outside},
		{"page table beyond memory", 0xfffffff0, 0x50000, 0, pipe.Outside},
		{"no page table, beyond memory", 0, 0x4000000, 0, pipe.Outside},
	} {
		w := newWorld(t)
		w.words[0x10000+4*5] = c.word
		w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: 1, Addr: c.table})
		w.cycles(3)
		w.read(Vertex, 1, c.addr)
		w.read(Vertex, 0, 0x20000)
		w.cycles(20)
		require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Slot: 1, Client: Vertex, Reason: c.reason, Addr: c.addr}}, w.answers.Got, c.name)
		require.Empty(t, w.went(Vertex), "%s: what is after it waits, whatever its slot", c.name)
	}
}

// The last page of memory is there, and the last word of a page table.
func TestWhatIsJustInsideIsThere(t *testing.T) {
	w := newWorld(t)
	w.place(0, 4095, 1023)
	w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Addr: tableAt(0)})
	w.cycles(3)
	w.read(DMARead, 0, 0xfffffc0)
	w.read(Vertex, 1, 0x3ffffc0)
	w.cycles(20)
	require.Equal(t, []uint32{0x3ffffc0}, w.at(DMARead))
	require.Equal(t, []uint32{0x3ffffc0}, w.at(Vertex))
}

// One fault is reported for a context, by whomever; others go on.
func TestLaterFaultsOfASlotParkSilently(t *testing.T) {
	w := spaces(t)
	w.place(1, 5, 9)
	w.read(Vertex, 0, 0x30000)
	w.cycles(12)
	w.read(DMARead, 0, 0x40000)
	w.pin.Queue = []pipe.PinRequest{pipe.PinWord(pipe.Fence, 0, 0x60000), pipe.PinWord(pipe.Fence, 1, 0x50000)}
	w.cycles(30)
	require.Len(t, w.answers.Got, 1)
	require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Fence, Fault: true}, {Kind: pipe.Fence, Slot: 1}}, w.pinned.Got)
	require.Contains(t, w.b.Line(), "parked:dma_read parked:vertex")
	w.read(DMARead, 1, 0x70000) // it waits after the parked one
	w.pin.Queue = []pipe.PinRequest{pipe.PinWord(pipe.Fence, 1, 0x80000)}
	w.cycles(15)
	require.Equal(t, pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Client: BreakPoint, Reason: pipe.NotPresent, Addr: 0x80000}, w.answers.Got[1])
}

// When the context has been cut, its parked reads are answered with zeros, in order after
// those that went before, and what waited goes on.
func TestReleasedReadsAreAnsweredWithZeros(t *testing.T) {
	w := spaces(t)
	w.place(0, 4, 8)
	w.place(1, 5, 9)
	w.read(Vertex, 0, 0x40000)
	w.cycles(12)
	w.latency = 30
	w.read(Vertex, 0, 0x40040)
	for i := range uint16(3) {
		w.req[Vertex].Queue = append(w.req[Vertex].Queue, pipe.MemRequest{Op: pipe.Read, Addr: 0x30000 + 0x10000*uint32(i&1)*2, Tag: 7 + i})
	}
	w.read(Vertex, 1, 0x50000)
	w.read(Vertex, 0, 0x40080) // it hits
	w.cycles(50)
	require.Equal(t, []uint32{0x80000, 0x80040}, w.at(Vertex))
	w.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot})
	w.latency = 3
	w.cycles(60)
	require.Equal(t, []uint32{0x80000, 0x80040, 0, 0, 0, 0x90000, 0x80080}, w.at(Vertex))
	for i := range uint16(3) {
		require.Equal(t, 7+i, w.ans[Vertex].Got[2+i].Tag)
	}
	require.Len(t, w.answers.Got, 1, "a context that has been cut reports nothing")
}

// A released read must not overtake what memory still has for its client.
func TestZerosComeBehindEarlierAnswers(t *testing.T) {
	w := spaces(t)
	w.place(0, 4, 8)
	w.read(DMARead, 0, 0x40000)
	w.cycles(12)
	w.latency = 40
	w.read(DMARead, 0, 0x40040)
	w.cycles(2)
	w.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot})
	w.read(DMARead, 0, 0x10000000) // needs no walk to be refused
	w.cycles(80)
	require.Equal(t, []uint32{0x80000, 0x80040, 0}, w.at(DMARead))
	require.Empty(t, w.answers.Got)
}

// Reads of cancelled vertices can outlive their context in the queue. The next context's
// page table does not apply to them.
func TestVertexReadsOfTheOldContextMeetNoNewPageTable(t *testing.T) {
	w := spaces(t)
	w.place(0, 4, 8)
	for i := range uint32(3) {
		w.read(Vertex, 0, 0x30000+0x40*i)
	}
	w.cycles(20)
	w.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot}, pipe.MXUCommand{Kind: pipe.SetSpace, Addr: tableAt(0)})
	w.cycles(2)
	w.read(Vertex, 0, 0x40000)
	w.read(Vertex, 0, 0x60000)
	w.cycles(40)
	require.Equal(t, []uint32{0, 0, 0, 0x80000}, w.at(Vertex))
	require.Len(t, w.answers.Got, 2)
	require.EqualValues(t, 0x60000, w.answers.Got[1].Addr, "the new context's first fault is reported")
}

// A walk for a context that has left its slot brings nothing to the next one.
func TestWalkUnderWayIsForgottenWithItsContext(t *testing.T) {
	for cycles := 1; cycles < 12; cycles++ {
		w := spaces(t)
		w.latency = 6
		w.place(0, 3, 8)
		w.words[0x20000+4*3] = 12<<16 | 1
		w.read(Vertex, 0, 0x30000)
		w.cycles(cycles)
		w.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot}, pipe.MXUCommand{Kind: pipe.SetSpace, Addr: 0x20000})
		w.cycles(3)
		w.read(Vertex, 0, 0x30040)
		w.cycles(40)
		got := w.at(Vertex)
		require.Len(t, got, 2)
		require.Contains(t, []uint32{0, 0x80000}, got[0], "after %d cycles", cycles)
		require.EqualValues(t, 0xc0040, got[1], "after %d cycles", cycles)
	}
}

func TestFaultWaitsForRoom(t *testing.T) {
	w := spaces(t)
	w.answers.Shut = true
	w.place(0, 4, 8)
	for range 3 {
		w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x40000, Bytes: 1})
	}
	w.read(Vertex, 1, 0x30000)
	w.cycles(30)
	w.answers.Shut = false
	w.cycles(20)
	var kinds []string
	for i := range w.answers.Got {
		kinds = append(kinds, w.answers.Got[i].What())
	}
	require.ElementsMatch(t, []string{"PAGES_PINNED", "PAGES_PINNED", "PAGES_PINNED", "PAGE_FAULT"}, kinds)
}
