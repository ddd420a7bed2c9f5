package monitor_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim"
	"tilemark/tb/cosim/cosimtest"
	"tilemark/tb/cosim/vector"
)

func blitVector(t *testing.T) *vector.Vector { return cosimtest.Scenes(t, 24, 24, "fill-copy") }

func TestWrongWritesOfABlitStopTheRun(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(b *vector.Blit)
		rule  string
	}{
		"value":        {func(b *vector.Blit) { b.Writes[7].Value ^= 1 }, "P4"},
		"too many":     {func(b *vector.Blit) { b.Writes = b.Writes[:len(b.Writes)-1] }, "P4"},
		"one is twice": {func(b *vector.Blit) { b.Sum++ }, "P2"},
	} {
		v := blitVector(t)
		for _, b := range v.Blits[0] {
			c.spoil(b)
		}
		_, err := cosim.Uninterrupted(hw.DefaultConfig(), v, true)
		require.ErrorContains(t, err, c.rule, name)
		require.ErrorContains(t, err, "C2D", name)
	}
}
