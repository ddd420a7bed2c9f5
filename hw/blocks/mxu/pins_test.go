package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// set gives the MXU a register, in order with the break point's requests.
func (w *world) set(slot uint8, block uint8, reg uint16, value uint32) {
	w.pin.Queue = append(w.pin.Queue, pipe.RegWrite{Block: block, Reg: reg, Value: value}.Pin(slot))
}

func (w *world) ask(r ...pipe.PinRequest) { w.pin.Queue = append(w.pin.Queue, r...) }

// The two pages of a tile whose translations are known cost no cycle more than without a
// page table.
func TestPinOfKnownPagesIsAnsweredAtOnce(t *testing.T) {
	var waves [2]string
	for i := range waves {
		w := newWorld(t)
		w.place(0, 0x10, 0x50)
		w.place(0, 0x20, 0x60)
		w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Addr: tableAt(0) * uint32(i)})
		w.cycles(2)
		w.ask(pipe.PinRequest{Kind: pipe.Tile})
		w.cycles(30)
		w.Wave()
		w.ask(pipe.PinRequest{Kind: pipe.Tile}, pipe.PinRequest{Kind: pipe.Tile})
		w.cycles(6)
		waves[i] = w.Wave()
	}
	require.Equal(t, waves[0], waves[1])
}

// A request pins all its pages or none.
func TestPinIsAllOrNothing(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x10, 0x50)
	w.ask(pipe.PinRequest{Kind: pipe.Tile}, pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(30)
	require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Tile, Fault: true}, {Kind: pipe.Fence}}, w.pinned.Got)
	require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Client: BreakPoint, Reason: pipe.NotPresent, Addr: 0x200000}}, w.answers.Got)
	require.Equal(t, 1, w.pins(0, 0x10), "the fence's")
	require.Equal(t, place{}, w.b.S.Holding[BreakPoint])
}

// A cached line is written back to where it was read from, and its pin given up there,
// whatever the page table says by then.
func TestEvictionsGoWhereTheLineCameFrom(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x10, 0x50)
	w.place(0, 0x20, 0x60)
	w.ask(pipe.PinRequest{Kind: pipe.Tile})
	w.cycles(25)
	w.req[Color].Queue = []pipe.MemRequest{
		{Op: pipe.Read, Addr: 0x100040}, {Op: pipe.Unpin, Addr: 0x100000}, {Op: pipe.Write, Evict: true, Addr: 0x100040},
	}
	w.req[Depth].Queue = []pipe.MemRequest{{Op: pipe.Read, Addr: 0x200040}, {Op: pipe.Unpin, Addr: 0x200000}}
	w.cycles(1)
	w.place(0, 0x10, 0x70)
	w.words[tableAt(0)+4*0x20] = 0
	w.tell(pipe.MXUCommand{Kind: pipe.FlushPage, Addr: 0x200000, Frame: 0x600000})
	w.cycles(20)
	require.Equal(t, []uint32{0x500040, 0x500040}, w.went(Color))
	require.Zero(t, w.pins(0, 0x10))
	require.Equal(t, 1, w.pins(0, 0x20))
	w.req[Depth].Queue = []pipe.MemRequest{{Op: pipe.Release, Addr: 0x200040}}
	w.cycles(5)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
}

// A page that is pinned elsewhere than its page table says cannot be pinned there too: it
// counts as not present until it is given up.
func TestPageThatHasMovedIsNotPinnedTwice(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x10, 0x50)
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(20)
	w.place(0, 0x10, 0x70)
	w.tell(pipe.MXUCommand{Kind: pipe.FlushPage, Addr: 0x100000, Frame: 0x500000})
	w.cycles(5)
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(20)
	require.True(t, w.pinned.Got[1].Fault)
	require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Client: BreakPoint, Reason: pipe.NotPresent, Addr: 0x100000}}, w.answers.Got)
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Write, Evict: true, Addr: 0x100000}}
	w.cycles(12)
	require.Equal(t, []uint32{0x500000}, w.went(Color))
	require.Equal(t, "PAGE_FLUSHED", w.answers.Got[1].What())
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(20)
	require.False(t, w.pinned.Got[2].Fault)
	require.Equal(t, pin{1, 0x70}, w.b.S.Pins[0][0x10])
}

// A pin belongs to a slot: the other one's is not good enough.
func TestPinsBelongToASlot(t *testing.T) {
	w := newWorld(t)
	w.ask(pipe.PinWord(pipe.Fence, 1, 0x300000))
	w.cycles(5)
	w.req[C2D].Out.Put(pipe.MemRequest{Op: pipe.Read, Addr: 0x300000})
	w.cycles(4)
	require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Client: C2D, Reason: pipe.NotPinned, Addr: 0x300000}}, w.answers.Got)
	require.Empty(t, w.went(C2D))
}

// What goes to a page that is not pinned never gets to memory. It is answered in its turn,
// with zeros, and the CSP is told of the first.
func TestStraysDoNotReachMemory(t *testing.T) {
	for client := range NumClients {
		if client == DMARead || client == Vertex {
			continue
		}
		w := spaces(t)
		w.place(0, 0x10, 0x50)
		w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
		w.cycles(20)
		w.req[client].Queue = []pipe.MemRequest{
			{Op: pipe.Read, Addr: 0x100000, Tag: 1}, {Op: pipe.Write, Addr: 0x200000, Tag: 2, Mask: 15}, {Op: pipe.Read, Addr: 0x300000, Tag: 3},
			{Op: pipe.Read, Addr: 0xffff0000, Tag: 4}, {Op: pipe.Read, Addr: 0x100040, Tag: 5},
		}
		w.cycles(40)
		require.Equal(t, []uint32{0x500000, 0x500040}, w.went(client))
		require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Client: uint8(client), Reason: pipe.NotPinned, Addr: 0x200000}}, w.answers.Got)
		require.Len(t, w.ans[client].Got, 5)
		for i, a := range w.ans[client].Got {
			require.EqualValues(t, i+1, a.Tag)
		}
		require.Zero(t, w.ans[client].Got[2].Data)
	}
}

// The CSP is told of the first one of each context: a slot that gets another address space begins anew.
func TestStraysAreToldOncePerContext(t *testing.T) {
	w := spaces(t)
	for n, addr := range []uint32{0x200000, 0x300000} {
		w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Read, Addr: addr}, {Op: pipe.Read, Addr: addr + 0x40}}
		w.cycles(20)
		require.Len(t, w.answers.Got, n+1)
		require.Equal(t, pipe.MXUAnswer{Kind: pipe.PageFault, Client: Color, Reason: pipe.NotPinned, Addr: addr}, w.answers.Got[n])
		w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Addr: tableAt(0)})
		w.cycles(4)
	}
}

// What a context gives up that was not pinned for it can take its own pins, but not those
// of the CSP, and no pin is left when it leaves.
func TestStraysLeaveNoPins(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x10, 0x50)
	w.place(0, 0x20, 0x60)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x100000, Bytes: 64})
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000), pipe.PinWord(pipe.Fence, 0, 0x200000))
	w.cycles(40)
	require.Equal(t, 2, w.pins(0, 0x10))
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Unpin, Addr: 0x100000}, {Op: pipe.Unpin, Addr: 0x100000}, {Op: pipe.Unpin, Addr: 0xfffff000}}
	w.cycles(8)
	require.Equal(t, 1, w.pins(0, 0x10))
	w.req[DMAWrite].Queue = []pipe.MemRequest{{Op: pipe.Write, Addr: 0x100000}}
	w.cycles(8)
	require.Equal(t, []uint32{0x500000}, w.went(DMAWrite))
	w.tell(pipe.MXUCommand{Kind: pipe.UnpinPages, Addr: 0x100000, Bytes: 64})
	w.cycles(8)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
	require.Equal(t, pipe.NotPinned, w.answers.Got[1].Reason)
}

// The save area's writes use pinned pages where there is a page table.
func TestWritesOfTheCSPUsePinnedPages(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x30, 0x90)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x300040, Bytes: 64})
	w.cycles(20)
	require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PagesPinned}}, w.answers.Got)
	w.req[DMAWrite].Queue = []pipe.MemRequest{{Op: pipe.Write, Addr: 0x300040}, {Op: pipe.Write, Slot: pipe.Physical, Addr: 0x40}}
	w.cycles(8)
	require.Equal(t, []uint32{0x900040, 0x40}, w.went(DMAWrite))
	w.tell(pipe.MXUCommand{Kind: pipe.UnpinPages, Addr: 0x300040, Bytes: 64})
	w.cycles(3)
	w.req[DMAWrite].Out.Put(pipe.MemRequest{Op: pipe.Write, Addr: 0x300040})
	w.cycles(4)
	require.Equal(t, pipe.NotPinned, w.answers.Got[1].Reason)
	require.Len(t, w.went(DMAWrite), 2)
}

// Ring and header are read where they are pinned, whatever the page table says since; for
// vertices it is what counts.
func TestReadsOfTheCSPFindItsPins(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x30, 0x90)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x300040, Bytes: 64})
	w.cycles(20)
	w.place(0, 0x30, 0x91)
	w.tell(flushOf(0x30, 0x90))
	w.cycles(3)
	w.read(DMARead, 0, 0x300040)
	w.read(Vertex, 0, 0x300040)
	w.cycles(20)
	require.Equal(t, []uint32{0x900040}, w.at(DMARead))
	require.Equal(t, []uint32{0x910040}, w.at(Vertex))
}

// The CSP's own pins are answered in order, and say themselves what is missing.
func TestCommandsAreAnsweredInOrder(t *testing.T) {
	w := spaces(t)
	w.place(0, 3, 9)
	w.place(0, 4, 10)
	w.tell(
		pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x3ffff, Bytes: 2},
		pipe.MXUCommand{Kind: pipe.PinPages, Slot: 1, Addr: 0x3ffff, Bytes: 2},
		pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x4ffff, Bytes: 2},
		pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0xfffffff0, Bytes: 0x20},
		pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x50000, Bytes: 0},
	)
	w.cycles(60)
	require.Equal(t, []pipe.MXUAnswer{
		{Kind: pipe.PagesPinned},
		{Kind: pipe.PinFault, Slot: 1, Client: Command, Reason: pipe.NotPresent, Addr: 0x30000},
		{Kind: pipe.PinFault, Client: Command, Reason: pipe.NotPresent, Addr: 0x50000},
		{Kind: pipe.PinFault, Client: Command, Reason: pipe.Outside, Addr: 0xffff0000},
		{Kind: pipe.PagesPinned},
	}, w.answers.Got)
	require.Equal(t, []int{1, 1, 0}, []int{w.pins(0, 3), w.pins(0, 4), w.pins(0, 5)})
	w.read(DMARead, 0, 0x60000)
	w.cycles(10)
	require.Len(t, w.answers.Got, 6, "the slot's first fault")
}

// What a fill or copy needs is pinned when it passes the break point, and given back with
// C2D's report, whatever the registers are by then.
func TestBlitIsPinnedUntilItIsDone(t *testing.T) {
	w := spaces(t)
	for page := range uint32(64) {
		w.place(1, page, 64+page)
	}
	reports := []pipe.Report{{Kind: pipe.BlitDone, Slot: 1}}
	w.set(1, regs.BlockC2D, regs.C2DDstBase, 0x100000)
	w.set(1, regs.BlockC2D, regs.C2DDstLayout, 0x4000) // 64 KiB a row
	w.set(1, regs.BlockC2D, regs.C2DSrcBase, 0x200000)
	w.set(1, regs.BlockC2D, regs.C2DSrcLayout, 8|1<<19) // 2 KiB a row of tiles
	w.set(1, regs.BlockC2D, regs.C2DExtent, 3<<16|16)
	w.ask(pipe.PinBlit(1, pipe.BlitCopy), pipe.PinRequest{Kind: pipe.IntEnd, Slot: 1})
	w.cycles(60)
	require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Blit, Slot: 1}}, w.pinned.Got)
	pinned := func() (pages []int) {
		for page, p := range w.b.S.Pins[1] {
			if p.Count > 0 {
				pages = append(pages, page)
			}
		}
		return pages
	}
	require.Equal(t, []int{0x10, 0x11, 0x12, 0x20}, pinned())
	require.Zero(t, w.b.S.C2D[1].ExtentWidth(), "INT_END has reset the registers")
	w.req[C2D].Queue = []pipe.MemRequest{{Op: pipe.Read, Slot: 1, Addr: 0x200000}, {Op: pipe.Write, Slot: 1, Addr: 0x120000}}
	w.cycles(8)
	require.Equal(t, []uint32{0x600000, 0x520000}, w.went(C2D))
	w.blits.Queue = reports
	w.cycles(3)
	require.Empty(t, pinned())
	require.Equal(t, [few]area{}, w.b.S.Blits[1])
	require.Equal(t, reports, w.path.Got)
}

// A cut before the fill or copy has passed takes its pins back.
func TestBlitIsTakenBack(t *testing.T) {
	w := newWorld(t)
	w.set(0, regs.BlockC2D, regs.C2DExtent, 1<<16|1)
	r := pipe.PinRequest{Kind: pipe.Blit}
	back := r
	back.Back = true
	w.ask(r, back)
	w.cycles(8)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
	require.Equal(t, [few]area{}, w.b.S.Blits[0])
}

// A page is pinned by so many tiles only; then the break point waits until one below gives
// it up. The CSP's count of the same page is not touched.
func TestBreakPointWaitsWhenAPageHasMostPins(t *testing.T) {
	w := spaces(t)
	w.place(0, 0x10, 0x50)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Addr: 0x100000, Bytes: 64})
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(40)
	w.b.S.Pins[0][0x10].Count += mostPinned - 1
	w.ask(pipe.PinWord(pipe.Fence, 0, 0x100000))
	w.cycles(40)
	require.Len(t, w.pinned.Got, 1)
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.Unpin, Addr: 0x100000}}
	w.cycles(8)
	require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Fence}, {Kind: pipe.Fence}}, w.pinned.Got)
	require.EqualValues(t, cspPin+mostPinned, w.b.S.Pins[0][0x10].Count)
}
