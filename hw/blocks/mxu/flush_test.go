package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// flushed are the pages whose flush has been answered, by address.
func (w *world) flushed() (out []uint32) {
	for i := range w.answers.Got {
		if a := &w.answers.Got[i]; a.Kind == pipe.PageFlushed {
			out = append(out, a.Addr)
		}
	}
	return out
}

func flushOf(page, frame uint32) pipe.MXUCommand {
	return pipe.MXUCommand{Kind: pipe.FlushPage, Addr: page << pipe.PageShift, Frame: frame << pipe.PageShift}
}

func TestFlushForgetsTheTranslation(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.place(0, 6, 10)
	w.read(DMARead, 0, 0x50000)
	w.read(DMARead, 0, 0x60000)
	w.cycles(30)
	w.place(0, 5, 11)
	w.place(0, 6, 12) // the MXU is not told of this one
	w.tell(flushOf(5, 9))
	w.cycles(3)
	w.read(DMARead, 0, 0x50000)
	w.read(DMARead, 0, 0x60000)
	w.cycles(30)
	require.Equal(t, []uint32{0x90000, 0xa0000, 0xb0000, 0xa0000}, w.at(DMARead))
	require.Equal(t, []uint32{0x50000}, w.flushed())
}

// Contexts that share a frame may call its page the same: one flush has both slots look it up again.
func TestFlushForgetsTheTranslationsOfBothSlots(t *testing.T) {
	w := spaces(t)
	for slot := range uint8(pipe.Slots) {
		w.place(slot, 5, 9)
		w.read(DMARead, slot, 0x50000)
	}
	w.cycles(40)
	for slot := range uint8(pipe.Slots) {
		w.place(slot, 5, 11)
	}
	w.tell(flushOf(5, 9))
	w.cycles(3)
	for slot := range uint8(pipe.Slots) {
		w.read(DMARead, slot, 0x50040)
	}
	w.cycles(40)
	require.Equal(t, []uint32{0x90000, 0x90000, 0xb0040, 0xb0040}, w.at(DMARead))
}

// A flush is answered when no pin holds the page at its old place; commands after it, and
// other flushes, do not wait.
func TestFlushWaitsForPins(t *testing.T) {
	w := spaces(t)
	for page := range uint32(4) {
		w.place(0, page, 8+page)
	}
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x10000), pipe.PinWord(pipe.Fence, 0, 0x10000))
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x20000, Bytes: 1})
	w.cycles(40)
	w.tell(flushOf(1, 9), flushOf(2, 10), flushOf(3, 11), flushOf(1, 7), pipe.MXUCommand{Kind: pipe.UnpinPages, Addr: 0x20000, Bytes: 1})
	w.cycles(12)
	require.Equal(t, []uint32{0x30000, 0x10000, 0x20000}, w.flushed(), "pinned at another frame does not count")
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Write, Evict: true, Addr: 0x10000}}
	w.cycles(12)
	require.Len(t, w.flushed(), 3, "one pin is left")
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Write, Evict: true, Addr: 0x10000}}
	w.cycles(12)
	require.Equal(t, uint32(0x10000), w.flushed()[3])
	require.Equal(t, [pipe.MaxFlushes]flush{}, w.b.S.Flushes)
}

// What was translated before is in memory when a flush is answered, and what comes later
// does not hold it up.
func TestFlushWaitsForRequestsInMemory(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.read(DMARead, 0, 0x50000)
	w.cycles(20)
	w.latency = 25
	w.read(DMARead, 0, 0x50040)
	w.cycles(3)
	w.tell(flushOf(5, 9))
	for w.cycles(4); len(w.at(DMARead)) == 1; w.cycles(1) {
		require.Empty(t, w.flushed())
		if w.req[Vertex].Out.Ready() {
			w.read(Vertex, pipe.Physical, 0x40)
		}
	}
	w.cycles(2)
	require.Equal(t, []uint32{0x50000}, w.flushed())
	require.NotZero(t, w.b.S.Waiting[Vertex])
}

// The walker's read is one of the requests in memory: its answer comes before theirs, and counts for none of them.
func TestFlushWaitsForRequestsBehindTheWalker(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.place(0, 6, 10)
	w.read(DMARead, 0, 0x50000)
	w.cycles(20)
	w.latency = 25
	w.read(Vertex, 0, 0x60000)
	for w.b.S.Walk.Phase != Reading {
		w.cycles(1)
	}
	w.read(DMARead, 0, 0x50040)
	w.cycles(3)
	w.tell(flushOf(5, 9))
	for n := 0; len(w.at(DMARead)) == 1; n++ {
		require.Less(t, n, 100)
		require.Empty(t, w.flushed(), "cycle %d", n)
		w.cycles(1)
	}
	w.cycles(4)
	require.Equal(t, []uint32{0x50000}, w.flushed())
}

// Whenever the flush comes, no read goes to the old frame after its answer: not by what a
// walk under way, or one that is over but not used, has brought.
func TestFlushDuringAWalk(t *testing.T) {
	for cycles := range 20 {
		w := spaces(t)
		w.latency = 6
		w.place(0, 5, 9)
		w.read(Vertex, 0, 0x50000)
		w.cycles(cycles)
		w.place(0, 5, 11)
		w.tell(flushOf(5, 9))
		behind := -1
		for range 40 {
			w.cycles(1)
			if behind < 0 && len(w.flushed()) > 0 {
				behind = len(w.mem.Got)
			}
			if cycles%2 == 0 { // what is found waits for room in front of memory
				w.mem.Shut = w.b.S.Seeking[Vertex].Phase == Found && len(w.flushed()) == 0
			}
		}
		require.NotEqual(t, -1, behind, "the flush is answered")
		require.Len(t, w.at(Vertex), 1)
		for _, r := range w.mem.Got[behind:] {
			require.NotEqualValues(t, 0x90000, r.Addr)
		}
	}
}

// A page of one number is flushed while a client of each slot searches for it: neither uses the old place after the answer.
func TestFlushWhileBothSlotsWalk(t *testing.T) {
	both := 0
	for cycles := range 30 {
		w := spaces(t)
		w.latency = 6
		for slot := range uint8(pipe.Slots) {
			w.place(slot, 5, 9)
		}
		w.read(Vertex, 0, 0x50000)
		w.read(DMARead, 1, 0x50040)
		w.cycles(cycles)
		if s := &w.b.S.Seeking; s[Vertex].Phase != Searchless && s[DMARead].Phase != Searchless {
			both++
		}
		for slot := range uint8(pipe.Slots) {
			w.place(slot, 5, 11)
		}
		w.tell(flushOf(5, 9))
		behind := -1
		for range 60 {
			w.cycles(1)
			if behind < 0 && len(w.flushed()) > 0 {
				behind = len(w.mem.Got)
			}
		}
		require.NotEqual(t, -1, behind, "the flush is answered")
		require.Len(t, w.at(Vertex), 1)
		require.Len(t, w.at(DMARead), 1)
		for _, r := range w.mem.Got[behind:] {
			require.NotEqualValues(t, 9, r.Addr>>pipe.PageShift)
		}
	}
	require.NotZero(t, both, "both walked when the page was flushed")
}

// block fills the way to memory, so that nothing gets there; open lets it flow again.
func (w *world) block() {
	w.mem.Shut = true
	for range w.mem.F.Depth() + 1 {
		w.read(DMARead, pipe.Physical, 0x40)
	}
	w.cycles(6)
}

func (w *world) open() {
	w.mem.Shut = false
	w.cycles(40)
}

// What the walker has brought waits for room in front of memory while its page is flushed.
func TestFlushReachesWhatIsFoundAndNotUsed(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.latency = 15
	w.read(Vertex, 0, 0x50000)
	w.cycles(5)
	require.Equal(t, Reading, w.b.S.Walk.Phase)
	w.block()
	w.cycles(15)
	require.Equal(t, Found, w.b.S.Seeking[Vertex].Phase)
	w.place(0, 5, 11)
	w.tell(flushOf(5, 9))
	w.cycles(4)
	w.open()
	require.Equal(t, []uint32{0xb0000}, w.at(Vertex))
}

// A walk that has not gone to memory is given up with its context, and brings nothing to
// the next one's reads.
func TestWalkInFrontOfMemoryIsGivenUp(t *testing.T) {
	w := spaces(t)
	w.place(0, 0, 8)
	w.place(0, 5, 9)
	w.block()
	w.read(Vertex, 0, 0x50000)
	w.cycles(4)
	require.Equal(t, Asking, w.b.S.Walk.Phase)
	w.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot}, pipe.MXUCommand{Kind: pipe.SetSpace, Addr: tableAt(0)})
	w.cycles(6)
	require.Equal(t, Resting, w.b.S.Walk.Phase)
	w.open()
	w.read(Vertex, 0, 0x50040)
	w.cycles(30)
	require.Equal(t, []uint32{0, 0x90040}, w.at(Vertex))
}

func TestMoreFlushesThanAreAllowedStopTheRun(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x50000, Bytes: 1})
	w.cycles(20)
	for range pipe.MaxFlushes {
		w.tell(flushOf(5, 9))
	}
	w.cycles(10)
	w.commands.Out.Put(flushOf(5, 9))
	require.ErrorContains(t, w.Run(w.Cycle()+4), "more than 4 pages are to be flushed at a time")
}
