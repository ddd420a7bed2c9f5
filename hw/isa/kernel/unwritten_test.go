package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/asm"
)

// What threads begin with counts as written: CTA, places of the lanes, arguments, what .inputs says. A handler begins with all of another kernel's.
func TestUnwritten(t *testing.T) {
	const text = ".lanes 16\n.cta 16 1 1\n.args 9\nadd r20:ud, r0<0>:ud, r1:ud\nadd r20:ud, r7<0>:ud, r8<0>:ud\nadd r22:ud, r9<0>:ud, r20:ud\nsend.end {last}\n"
	k, errs := asm.Assemble("k.tka", text)
	require.Empty(t, errs)
	require.Equal(t, map[int]int{9: 2}, k.Unwritten())
	k, errs = asm.Assemble("k.tka", ".stage pixel\nmov r20:ud, r99:ud\nsend.end {last}\n")
	require.Empty(t, errs)
	require.Equal(t, map[int]int{99: 0}, k.Unwritten())
	for text, want := range map[string]map[int]int{
		".stage pixel\n.inputs 99\nmov r20:ud, r99:ud\nsend.end {last}\n":      {99: 0},
		".stage pixel\n.inputs 100\nmov r20:ud, r99:ud\nsend.end {last}\n":     {},
		".stage hull\nmov r20:ud, r0:ud\nmov r20:ud, r1:ud\nsend.end {last}\n": {1: 1},
		".stage trap\nmov r20:ud, r99:ud\niret\n":                              {},
	} {
		require.Equal(t, want, assemble(t, text).Unwritten(), text)
	}
}

// Registers next to those that are written, or that threads begin with, do not count as written.
func TestUnwrittenNeighbours(t *testing.T) {
	k := assemble(t, ".cta 8 1 1\nmov r10:ud, r3:ud\nadd r10:ud, r9:ud, r11:ud\nadd r10:ud, r4:ud, r11:ud\nsend.end {last}\n")
	require.Equal(t, map[int]int{9: 1, 11: 1, 4: 2}, k.Unwritten())
}
