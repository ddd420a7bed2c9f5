package mxu

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// texture binds a range of bytes in slot 1, and has it pinned for a draw.
func (w *world) texture(addr, bytes uint32) {
	w.set(1, regs.BlockBIND, regs.BINDTexture0Base, addr)
	w.set(1, regs.BlockBIND, regs.BINDTexture0Bytes, bytes)
	w.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: 1})
}

// done is the end of a draw of slot 1.
func (w *world) done(set uint8) {
	w.req[Color].Queue = append(w.req[Color].Queue, pipe.MemRequest{Op: pipe.UnpinSet, Slot: 1, Set: set})
	w.cycles(5)
}

// given are the numbers of the sets of slot 1 that the break point was given.
func (w *world) given() (out []uint8) {
	for _, a := range w.pinned.Got {
		out = append(out, a.Set)
	}
	return out
}

// walks is the number of reads of the page table.
func (w *world) walks() (n int) { return len(w.went(Walker)) }

// A texture of many pages is pinned some a cycle. When pages are missing none is pinned, and the
// fault tells of all of them: the first, and how many more.
func TestPinSetIsPinnedWholeOrNotAtAll(t *testing.T) {
	for _, missing := range [][]uint32{{}, {0x40}, {0x42}, {0x46}, {0x40, 0x46}, {0x41, 0x42, 0x45}, {0x40, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46}} {
		w := spaces(t)
		for page := uint32(0x40); page < 0x47; page++ {
			w.place(1, page, 0x80+page)
		}
		for _, page := range missing {
			w.words[tableAt(1)+4*page] = 0
		}
		w.texture(0x40ffc0, 0x50080)
		w.cycles(90)
		if len(missing) > 0 {
			require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Draw, Slot: 1, Fault: true}}, w.pinned.Got)
			fault := pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Client: BreakPoint, Reason: pipe.NotPresent, Addr: max(missing[0]<<pipe.PageShift, 0x40ffc0&^0xffff), More: uint16(len(missing) - 1)}
			require.Equal(t, []pipe.MXUAnswer{fault}, w.answers.Got)
			require.Zero(t, w.b.S.Lack)
		} else {
			require.Equal(t, []pipe.PinAnswer{{Kind: pipe.Draw, Slot: 1, Set: 1}}, w.pinned.Got)
			for page := uint32(0x40); page < 0x47; page++ {
				require.Equal(t, pin{1, uint16(0x80 + page)}, w.b.S.Pins[1][page])
			}
			w.done(1)
		}
		require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
		require.Equal(t, [pipe.Slots][MaxSets]pinSet{}, w.b.S.Sets)
		require.Equal(t, [numPorts]place{}, w.b.S.Holding)
	}
}

// A page that is nowhere at all ends the search, what is missing before it is told.
func TestPinSetBeyondMemoryEndsTheSearch(t *testing.T) {
	for _, present := range []bool{true, false} {
		w := spaces(t)
		for page := uint32(pipe.TablePages - 3); page < pipe.TablePages && present; page++ {
			w.place(1, page, 0x80+page&0xff)
		}
		w.texture((pipe.TablePages-3)<<pipe.PageShift, 0x1000_0000)
		w.cycles(120)
		want := pipe.MXUAnswer{Kind: pipe.PageFault, Slot: 1, Client: BreakPoint, Reason: pipe.Outside, Addr: pipe.TablePages << pipe.PageShift}
		if !present {
			want.Reason, want.Addr, want.More = pipe.NotPresent, (pipe.TablePages-3)<<pipe.PageShift, 2
		}
		require.Equal(t, []pipe.MXUAnswer{want}, w.answers.Got)
		require.True(t, w.pinned.Got[0].Fault)
		require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
	}
}

// Draws that need the same share a set: it is not walked again, and its pages stay until the last of them is done.
func TestDrawsShareAPinSet(t *testing.T) {
	w := spaces(t)
	w.place(1, 0x40, 0x80)
	w.place(1, 0x41, 0x81)
	w.texture(0x400000, 0x20000)
	w.cycles(60)
	walks := w.walks()
	w.b.S.TLB = [MaxTLB]translation{}
	w.texture(0x400000, 0x20000)
	w.texture(0x400000, 0x20000)
	w.cycles(20)
	require.Equal(t, []uint8{1, 1, 1}, w.given())
	require.Equal(t, walks, w.walks())
	require.Equal(t, 1, w.pins(1, 0x41))
	w.done(1)
	w.done(1)
	require.Equal(t, 1, w.pins(1, 0x40))
	w.done(1)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
}

// What differs in an address or a length is another set; so is that of the other slot. Without a free number a draw
// waits for one below to end. A draw without a texture has none.
func TestDrawWaitsForAFreeNumber(t *testing.T) {
	w := newWorld(t)
	w.texture(0x400000, 0x20000)
	w.texture(0x400000, 0x10000)
	w.texture(0x410000, 0x10000)
	w.texture(0, 0)
	w.set(0, regs.BlockBIND, regs.BINDTexture0Base, 0x400000)
	w.set(0, regs.BlockBIND, regs.BINDTexture0Bytes, 0x20000)
	w.ask(pipe.PinRequest{Kind: pipe.Draw})
	w.texture(0x430000, 1)
	w.texture(0x430000, 1)
	w.cycles(40)
	require.Equal(t, []uint8{1, 2, 3, 0, 1}, w.given())
	require.Equal(t, []int{2, 2, 0}, []int{w.pins(1, 0x40), w.pins(1, 0x41), w.pins(1, 0x43)})
	w.done(2)
	w.cycles(10)
	require.Equal(t, []uint8{1, 2, 3, 0, 1, 2, 2}, w.given())
	require.Equal(t, []int{1, 2, 1}, []int{w.pins(1, 0x40), w.pins(1, 0x41), w.pins(1, 0x43)})
	require.EqualValues(t, 2, w.b.S.Sets[1][1].Uses)
}

// A set with a page that is to leave its frame is not shared any more: the next draw finds the page at another place, which
// is a fault, and the flush ends when the draws below are done.
func TestSetOfALeavingPageIsNotShared(t *testing.T) {
	for page, stale := range map[uint32]bool{0x3f: false, 0x40: true, 0x41: true, 0x42: false} {
		w := spaces(t)
		for p := uint32(0x3f); p < 0x43; p++ {
			w.place(1, p, 0x80+p)
		}
		w.texture(0x400000, 0x20000)
		w.cycles(60)
		w.place(1, page, 0x70)
		w.tell(flushOf(page, 0x80+page))
		w.cycles(10)
		w.texture(0x400000, 0x20000)
		w.cycles(60)
		require.Equal(t, stale, w.pinned.Got[1].Fault, "page %#x", page)
		w.done(1)
		w.cycles(5)
		require.Equal(t, "PAGE_FLUSHED", w.answers.Got[len(w.answers.Got)-1].What())
		w.texture(0x400000, 0x20000)
		w.cycles(60)
		require.False(t, w.pinned.Got[2].Fault)
	}
	w := spaces(t) // the same number at another frame is a page of the other slot
	w.place(1, 0x40, 0x80)
	w.texture(0x400000, 1)
	w.cycles(60)
	w.tell(flushOf(0x40, 0x99))
	w.cycles(10)
	w.texture(0x400000, 1)
	w.cycles(10)
	require.Equal(t, []uint8{1, 1}, w.given())
	require.EqualValues(t, 2, w.b.S.Sets[1][0].Uses)
}

// The same when the page is to leave its frame while the rest of the set is still looked for.
func TestSetWithAPageThatLeavesMeanwhileIsNotShared(t *testing.T) {
	outcomes := map[bool]int{} // whether the second draw finds no page
	for at := range 60 {
		w := spaces(t)
		for p := uint32(0x40); p < 0x44; p++ {
			w.place(1, p, 0x80+p)
		}
		w.texture(0x400000, 0x40000)
		w.cycles(at)
		w.place(1, 0x40, 0x70)
		w.tell(flushOf(0x40, 0xc0))
		w.cycles(120)
		pinned := w.b.S.Pins[1][0x40]
		require.Len(t, w.pinned.Got, 1)
		w.texture(0x400000, 0x40000)
		w.cycles(120)
		require.Equal(t, pinned.Frame == 0xc0, w.pinned.Got[1].Fault, "flushed in cycle %d", at)
		require.Equal(t, w.pinned.Got[1].Fault, len(w.flushed()) == 0, "flushed in cycle %d", at)
		outcomes[w.pinned.Got[1].Fault]++
	}
	require.Len(t, outcomes, 2, "%v", outcomes)
}

// A set whose draw was cut before it passed is taken back by its number.
func TestPinSetIsTakenBack(t *testing.T) {
	w := newWorld(t)
	w.texture(0x400000, 1)
	w.texture(0x400000, 1)
	w.texture(0, 0)
	w.cycles(10)
	draw := pipe.PinRequest{Kind: pipe.Draw, Slot: 1}
	w.ask(draw.TakenBack(&pipe.PinAnswer{}), draw.TakenBack(&pipe.PinAnswer{Set: 1}))
	w.cycles(5)
	require.EqualValues(t, 1, w.b.S.Sets[1][0].Uses)
	w.done(1)
	require.Equal(t, [pipe.Slots][MaxSets]pinSet{}, w.b.S.Sets)
}

// A number that no draw has been given is a fault of the machine.
func TestUnknownPinSetBreaks(t *testing.T) {
	for _, set := range []uint8{0, 2, 4, 17} {
		w := newWorld(t)
		w.texture(0x400000, 1)
		w.cycles(10)
		w.req[Color].Out.Put(pipe.MemRequest{Op: pipe.UnpinSet, Slot: 1, Set: set})
		require.ErrorContains(t, w.Run(w.Cycle()+4), fmt.Sprintf("context slot 1 gives up pin set %d, which it does not have", set))
	}
}

// What is given back up to the end of a page does not touch the page after it.
func TestRangeEndsWithItsPage(t *testing.T) {
	w := spaces(t)
	for page := uint32(0x40); page < 0x42; page++ {
		w.place(1, page, 0x80+page)
		w.set(1, regs.BlockBIND, regs.BINDTexture0Base, page<<pipe.PageShift)
		w.set(1, regs.BlockBIND, regs.BINDTexture0Bytes, 1<<pipe.PageShift)
		w.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: 1})
	}
	w.cycles(60)
	require.Equal(t, []int{1, 1, 0}, []int{w.pins(1, 0x40), w.pins(1, 0x41), w.pins(1, 0x42)})
	w.req[Color].Queue = []pipe.MemRequest{{Op: pipe.UnpinSet, Slot: 1, Set: 1}}
	w.cycles(5)
	require.Equal(t, []int{0, 1}, []int{w.pins(1, 0x40), w.pins(1, 0x41)})
}
