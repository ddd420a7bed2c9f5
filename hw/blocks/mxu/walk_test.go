package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// A page that is not known is walked to once; then requests go as fast as those that need
// no page table.
func TestMissWalksAndHitsCostNothing(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	for i := range uint32(3) {
		w.read(Vertex, 0, 0x50000+0x40*i)
	}
	w.cycles(10)
	require.Equal(t, `5 MXU r0 w0 v0 z0 c0 2d0
6 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
7 MXU r0 w0 v0 z0 c0 2d0 walk:vertex, MEM: walker@0x10000
8 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
9 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
10 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
11 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
12 MXU r0 w0 v0 z0 c0 2d0 walk:vertex
13 MXU r0 w0 v1 z0 c0 2d0, MEM: vertex@0x90000
14 MXU r0 w0 v2 z0 c0 2d0, MEM: vertex@0x90040
`, w.Wave())
	w.cycles(16)
	require.Equal(t, []uint32{0x90000, 0x90040, 0x90080}, w.at(Vertex))
}

// The offset in the page stays, and so do all other fields of a request.
func TestOnlyThePageIsTranslated(t *testing.T) {
	w := spaces(t)
	w.place(1, 4095, 0x3ff)
	w.req[DMARead].Queue = []pipe.MemRequest{{Op: pipe.Read, Slot: 1, Addr: 0xfffffc0, Tag: 77}}
	w.cycles(12)
	require.Equal(t, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x3ffffc0, Tag: 77}, w.mem.Got[1])
	require.Equal(t, uint32(0x14000+0x3fc0), w.mem.Got[0].Addr, "the last line of the page table")
}

func TestOthersGoOnWhileTheWalkerReads(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.place(1, 6, 10)
	w.read(DMARead, 1, 0x60000)
	w.cycles(12)
	w.latency = 100
	w.read(Vertex, 0, 0x50000)
	w.cycles(4)
	w.read(DMARead, 1, 0x60040)
	w.read(DMARead, pipe.Physical, 0x20000)
	w.pin.Queue = []pipe.PinRequest{pipe.PinWord(pipe.Fence, 1, 0x60000)}
	w.cycles(8)
	require.Len(t, w.went(Walker), 2)
	require.Equal(t, []uint32{0xa0000, 0xa0040, 0x20000}, w.went(DMARead))
	require.Len(t, w.pinned.Got, 1)
	require.Empty(t, w.went(Vertex))
	w.cycles(110)
	require.Equal(t, []uint32{0x90000}, w.went(Vertex))
}

// The walker serves whoever wants it in turn: reads of DMA and vertices, pins of the break
// point and of the CSP.
func TestWalkerIsFair(t *testing.T) {
	w := spaces(t)
	for page := range uint32(40) {
		w.place(0, page, page)
		w.place(1, page, page)
	}
	var order []uint8
	for i := range uint32(4) {
		w.read(DMARead, 0, i<<16)
		w.read(Vertex, 1, (8+i)<<16)
		w.pin.Queue = append(w.pin.Queue, pipe.PinWord(pipe.Fence, 0, (16+i)<<16))
		w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Slot: 1, Addr: (24 + i) << 16, Bytes: 1})
	}
	was := Resting
	for range 150 {
		w.cycles(1)
		if now := w.b.S.Walk; now.Phase != was {
			if was = now.Phase; was == Asking {
				order = append(order, now.Port)
			}
		}
	}
	require.Len(t, order, 16)
	for i := 4; i < 16; i++ {
		require.Equal(t, order[i%4], order[i], "%v", order)
	}
	require.ElementsMatch(t, []uint8{DMARead, Vertex, BreakPoint, Command}, order[:4])
}

// With a TLB of one entry, each walk drives out what the one before has brought. What is
// brought is used all the same.
func TestTLBOfOneEntryMakesProgress(t *testing.T) {
	w := spaces(t)
	w.b.cfg.TLB = 1
	for page := range uint32(8) {
		w.place(0, page, 16+page)
		w.place(1, page, 32+page)
	}
	var want [2][]uint32
	for i := range uint32(8) {
		w.read(DMARead, 0, i<<16)
		w.read(Vertex, 1, i<<16)
		want[0], want[1] = append(want[0], (16+i)<<16), append(want[1], (32+i)<<16)
	}
	w.cycles(200)
	require.Equal(t, want[0], w.at(DMARead))
	require.Equal(t, want[1], w.at(Vertex))
}

// Equal addresses of two contexts are different memory.
func TestSlotsHaveDifferentFrames(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.place(1, 5, 11)
	for range 2 {
		w.read(Vertex, 0, 0x50000)
		w.read(Vertex, 1, 0x50000)
		w.read(Vertex, pipe.Physical, 0x50000)
	}
	w.cycles(40)
	require.Equal(t, []uint32{0x90000, 0xb0000, 0x50000, 0x90000, 0xb0000, 0x50000}, w.at(Vertex))
	require.Len(t, w.went(Walker), 2)
}

// A context's translations are forgotten when its slot gets another page table, and only
// they.
func TestNewSpaceForgetsTheSlotsTranslations(t *testing.T) {
	w := spaces(t)
	w.place(0, 5, 9)
	w.place(1, 5, 11)
	w.read(DMARead, 0, 0x50000)
	w.read(DMARead, 1, 0x50000)
	w.cycles(30)
	w.place(0, 5, 13)
	w.place(1, 5, 15)
	w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: 0, Addr: tableAt(0)})
	w.cycles(3)
	w.read(DMARead, 0, 0x50000)
	w.read(DMARead, 1, 0x50000)
	w.cycles(30)
	require.Equal(t, []uint32{0x90000, 0xb0000, 0xd0000, 0xb0000}, w.at(DMARead))
	w.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: 0})
	w.cycles(3)
	w.read(DMARead, 0, 0x50000)
	w.cycles(10)
	require.EqualValues(t, 0x50000, w.at(DMARead)[4], "no page table, no translation")
}

func TestPageTableChangesBetweenContextsOnly(t *testing.T) {
	w := spaces(t)
	w.b.S.Pins[0][7] = pin{1, 7}
	w.commands.Out.Put(pipe.MXUCommand{Kind: pipe.SetSpace})
	require.ErrorContains(t, w.Run(w.Cycle()+4), "context slot 0 gets another page table while its page 0x7 is pinned")
}

// A page table waits for what is left of the old context in the connections: its last pins are given back there, and nobody
// is told.
func TestPageTableWaitsForPinsThatAreGivenBack(t *testing.T) {
	w := spaces(t)
	w.b.S.Pins[0][7] = pin{1, 7}
	w.req[Depth].Out.Put(pipe.MemRequest{Op: pipe.Unpin, Addr: 0x70000})
	w.commands.Out.Put(pipe.MXUCommand{Kind: pipe.SetSpace})
	require.NoError(t, w.Run(w.Cycle()+6))
	require.Zero(t, w.b.S.Pins[0][7].Count)
	require.Zero(t, w.commands.F.Len())
}

// So many pages as the TLB has translations are walked to once; of one more, two have the same place and drive each other out.
func TestTLBRemembersSoManyTranslations(t *testing.T) {
	for _, size := range []int{4, 16} {
		for _, more := range []int{0, 1} {
			w := spaces(t)
			w.b.cfg.TLB = size
			for page := range uint32(size + more) {
				w.place(0, page, 16+page)
			}
			const rounds = 3
			for range rounds {
				for page := range uint32(size + more) {
					w.read(Vertex, 0, page<<16)
				}
			}
			w.cycles(rounds * 12 * (size + more))
			require.Len(t, w.at(Vertex), rounds*(size+more))
			require.Len(t, w.went(Walker), size-more+rounds*2*more, "a TLB of %d, %d pages", size, size+more)
		}
	}
}
