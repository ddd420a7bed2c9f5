package pipe

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryKindHasAName(t *testing.T) {
	for k := Committed; k <= BlitDone; k++ {
		require.NotEqual(t, "?", (&Report{Kind: k}).What(), "report %d", k)
	}
	for k := None; k <= IntEnd; k++ {
		require.NotEqual(t, "?", k.String(), "entry %d", k)
	}
}
