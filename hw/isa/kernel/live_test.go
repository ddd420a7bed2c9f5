package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
)

// liveAt tells whether a register is live before the instruction of a line.
func liveAt(t *testing.T, text string, line, reg int) bool {
	t.Helper()
	k, errs := asm.Assemble("k.tka", text)
	require.Empty(t, errs, text)
	for i := range k.Code {
		if k.Code[i].Line == line {
			return k.Live[i].Has(reg)
		}
	}
	require.Fail(t, "no such line", "%d", line)
	return false
}

// What lanes write that execute ends a life only where no other lane can read the register: a thread need not be full.
func TestLivesOfLanesThatAreNotThere(t *testing.T) {
	const end = "send.store.ud r9, r11, b0\nsend.end {last}\n.binding 0 buffer write\n"
	for _, c := range []struct {
		text string
		live bool
	}{
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud\nadd (1) r11:ud, r10.5<0>:ud, 0:ud {nomask}\n", true},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud\nadd r11:ud, r10<0>:ud, 0:ud\n", true},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud\nadd r11:ud, r10:ud[yyyy], 0:ud\n", true},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud\nmov r11:ud, r10:uw\n", true},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud\nadd r11:ud, r10:ud, 0:ud\n", false},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nmov r10:ud, 1:ud {nomask}\nadd (1) r11:ud, r10.5<0>:ud, 0:ud {nomask}\n", false},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\n(f0) mov r10:ud, 1:ud\nadd r11:ud, r10:ud, 0:ud\n", true},
		{".cta 5 1 1\nmov r10:ud, 7:ud {nomask}\nsend.size r10, b0\nadd r11:ud, r10<0>:ud, 0:ud\n", false},
		{".cta 20 1 1 \nmov r20:ud, 7:ud\nmov r20:ud, 1:ud\nadd r24:ud, r20:ud, 0:ud\n.lanes 16\n", false},
		{".cta 20 1 1 \nmov r20:ud, 7:ud\nmov r20:ud, 1:ud\nadd r24:ud, r19:ud, 0:ud\n.lanes 16\n", true}, // the second register of r19
	} {
		reg := 10
		if c.text[5] == '2' {
			reg = 20
		}
		require.Equal(t, c.live, liveAt(t, c.text+end, 3, reg), c.text)
	}
	// A message of lanes that may not be there is not sent.
	require.True(t, liveAt(t, ".cta 20 1 1\n.lanes 32\nsend.constant (1@24) r10, +0, b1\nadd (1) r11:ud, r10<0>:ud, 0:ud {nomask}\n.binding 1 constant\n"+end, 3, 10))
	require.False(t, liveAt(t, ".cta 20 1 1\n.lanes 32\nsend.constant r10, +0, b1\nadd (1) r11:ud, r10<0>:ud, 0:ud {nomask}\n.binding 1 constant\n"+end, 3, 10))
}

// The mask stack counts calls, also in the file.
func TestStackOfCallsComesBack(t *testing.T) {
	k, errs := asm.Assemble("k.tka", ".cta 8 1 1\n(f0) if\ncall fn\nendif\nsend.end {last}\nfn: (f1) if\nmov r10:ud, 1:ud\nendif\nret\n")
	require.Empty(t, errs)
	require.Equal(t, 2, k.Stack)
	back, err := kernel.Unmarshal(k.Marshal())
	require.NoError(t, err)
	require.Equal(t, k, back)
}
