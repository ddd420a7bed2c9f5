package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
)

// lent has a range of slot 1 pinned as scratch memory.
func (w *world) lent(addr, bytes uint32) {
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Slot: 1, Addr: addr, Bytes: bytes, Lent: true})
}

// What the CSP lends counts as one use below the break point of each page, beside header, ring and save area on the same page, and is given up by its range.
func TestLentPagesAreUsedBelowTheBreakPoint(t *testing.T) {
	w := spaces(t)
	for page := uint32(0x40); page < 0x43; page++ {
		w.place(1, page, 0x80+page)
	}
	pinned := pipe.MXUCommand{Kind: pipe.PinPages, Slot: 1, Addr: 0x400000, Bytes: 64}
	w.tell(pinned, pinned, pinned)
	w.lent(0x40ffc0, 0x20000)
	w.cycles(60)
	require.Len(t, w.answers.Got, 4)
	for page, want := range map[uint32]uint16{0x40: 3*cspPin + backEndPin, 0x41: backEndPin, 0x42: backEndPin} {
		require.Equal(t, pin{want, uint16(0x80 + page)}, w.b.S.Pins[1][page])
	}
	w.tell(pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: 1, Addr: 0x40ffc0, Bytes: 0x20000, Lent: true})
	w.cycles(5)
	require.Equal(t, []int{3, 0, 0}, []int{w.pins(1, 0x40), w.pins(1, 0x41), w.pins(1, 0x42)})
	unpin := pinned
	unpin.Kind = pipe.UnpinPages
	w.tell(unpin, unpin, unpin)
	w.cycles(5)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
}

// Of a context that has strayed, all uses below the break point are given up with the first range: what was lent is not given up twice.
func TestLentPagesOfAContextThatStrays(t *testing.T) {
	w := spaces(t)
	w.place(1, 0x40, 0xc0)
	w.tell(pipe.MXUCommand{Kind: pipe.PinPages, Slot: 1, Addr: 0x400000, Bytes: 64})
	w.lent(0x400000, 64)
	w.cycles(60)
	w.req[Color].Queue = append(w.req[Color].Queue, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x500000})
	w.cycles(10)
	w.tell(pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: 1, Addr: 0x400000, Bytes: 64}, pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: 1, Addr: 0x400000, Bytes: 64, Lent: true})
	w.cycles(10)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, w.b.S.Pins)
}
