package hw_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// A machine whose clusters have no room for what is bound is refused, and one in which a loop above the break point keeps others from issuing.
func TestClustersThatThePipeCannotUse(t *testing.T) {
	for _, c := range []struct{ key, value, want string }{
		{"gpc.lsu.sets", "8", "gpc.lsu.sets: 8; at least 9 was expected (mxu.sets and one)"},
		{"gpc.sampler.sets", "1", "gpc.sampler.sets: 1; at least 9 was expected (mxu.sets and one)"},
		{"gpc.lsu.bindings", "7", "gpc.lsu.bindings: 7; at least 8 was expected (the buffers of BIND)"},
		{"gpc.sampler.textures", "7", "gpc.sampler.textures: 7; at least 8 was expected (the textures of BIND)"},
	} {
		cfg := hw.DefaultConfig()
		require.NoError(t, cfg.Set(c.key, c.value))
		_, err := hw.Build(cfg)
		require.EqualError(t, err, c.want)
	}
	cfg := hw.DefaultConfig()
	require.NoError(t, cfg.Set("gpc.sm.select", "greedy"))
	_, err := hw.Build(cfg)
	require.NoError(t, err)
	require.NoError(t, cfg.Set("gpc.sm.flow_latency", "1"))
	_, err = hw.Build(cfg)
	require.ErrorContains(t, err, "gpc.sm.flow_latency: 1; with gpc.sm.select greedy at least 2 was expected")
}
