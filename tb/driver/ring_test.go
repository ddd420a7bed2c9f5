package driver

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
	"tilemark/tb/scenefile"
)

func TestRingsThatCannotBeAreRefused(t *testing.T) {
	s, err := scenefile.Load("one-triangle")
	require.NoError(t, err)
	for _, o := range []Options{{RingSize: 2}, {RingSize: regs.ContextHeaderRingSizeMax + 1}, {RingStart: -1}, {RingSize: 40, RingStart: 40}} {
		o.Width, o.Height = 8, 8
		_, err := (&Image{}).Add(s, o)
		require.ErrorContains(t, err, "to 1048576 DWORDs, and an offset inside, were expected", "%+v", o)
	}
	_, err = (&Image{}).Add(s, Options{Width: 8, Height: 8, RingSize: regs.ContextHeaderRingSizeMax})
	require.NoError(t, err)
}
