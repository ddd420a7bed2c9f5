package lsu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// A binding, or a set, of a number that the unit does not have has no bytes; the last one has.
func TestBindingsThatThereAreNot(t *testing.T) {
	k := newBench(t) // four sets of eight bindings
	for _, d := range []pipe.Descriptor{{Set: 3, Binding: 7, Bytes: 1}, {Set: 4, Binding: 0, Bytes: 2}, {Set: 0, Binding: 8, Bytes: 4}} {
		k.bindings.Queue = append(k.bindings.Queue, d)
	}
	k.Step(12)
	for n, c := range []struct {
		set, binding uint8
		want         uint32
	}{{3, 7, 1}, {4, 0, 0}, {0, 8, 0}, {1, 0, 0}} { // the last one would be that of set 0 in a longer row
		h := head(isa.MessageSize, 0)
		h.Set, h.Binding = c.set, c.binding
		k.send(0, pipe.Below, h)
		require.Equal(t, c.want, k.answers[0].Got[n].Words[0], "%+v", c)
	}
}

// A thread has as much scratch memory as there are valid bits.
func TestScratchMemoryHasItsLines(t *testing.T) {
	k := newBench(t) // 16 KiB
	k.bindings.Queue = []pipe.Descriptor{{Scratch: true, Addr: 0x80000, Bytes: 32 << 10}}
	k.Step(6)
	h := head(isa.MessageScratchStore, 0)
	h.Scratch, h.Offset = 32<<10, 16<<10-32
	k.send(0, pipe.Below, h, [8]uint32{1})
	got := k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, uint32(0x80000+5*(32<<10)+(16<<10)-64), got[0].Addr)
	k.lineOf(pipe.Below, got[0].Tag, 0)
	h.Offset = 16 << 10
	k.send(0, pipe.Below, h, [8]uint32{1})
	require.Empty(t, k.accesses(pipe.Below))
}
