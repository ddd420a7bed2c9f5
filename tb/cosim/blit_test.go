package cosim

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

func blitVector(t *testing.T) *Vector { return vectorOf(t, 24, 24, "fill-copy") }

func TestWrongWritesOfABlitStopTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(b *blitInfo)
		rule  string
	}{
		"value":        {func(b *blitInfo) { b.writes[7].Value ^= 1 }, "P4"},
		"too many":     {func(b *blitInfo) { b.writes = b.writes[:len(b.writes)-1] }, "P4"},
		"one is twice": {func(b *blitInfo) { b.sum++ }, "P2"},
	} {
		v := blitVector(t)
		for _, b := range v.blits[0] {
			c.spoil(b)
		}
		_, err := Uninterrupted(hw.DefaultConfig(), v, true)
		require.ErrorContains(t, err, c.rule, name)
		require.ErrorContains(t, err, "C2D", name)
	}
}
