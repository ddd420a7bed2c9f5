package pipe

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryKindHasAName(t *testing.T) {
	for k := Committed; k <= BlitDone; k++ {
		require.NotEqual(t, "?", (&Report{Kind: k}).What(), "report %d", k)
	}
	for k := Read; k <= UnpinSet; k++ {
		require.NotEqual(t, "?", (&MemRequest{Op: k}).What(), "request %d", k)
		require.NotEqual(t, "?", (&MemAnswer{Op: k}).What(), "answer %d", k)
	}
	for k := SetSpace; k <= FlushPage; k++ {
		require.NotEqual(t, "?", (&MXUCommand{Kind: k}).What(), "command of the MXU %d", k)
	}
	for k := PagesPinned; k <= PageFault; k++ {
		require.NotEqual(t, "?", (&MXUAnswer{Kind: k}).What(), "answer of the MXU %d", k)
	}
	for k := None; k <= IntEnd; k++ {
		require.NotEqual(t, "?", k.String(), "entry %d", k)
	}
}
