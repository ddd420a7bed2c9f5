package hw

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each queue inside a block is called after the parameter that is its depth, and the blocks that fetch, test, shade, write and
// copy have theirs counted.
func TestQueuesInsideBlocksAreCalledAfterTheirDepths(t *testing.T) {
	cfg := DefaultConfig()
	require.Empty(t, stagesOf(t, cfg))
	cfg.TSU.ClipLatency, cfg.TSU.SetupLatency, cfg.ASU.PlaneLatency, cfg.PS.InterpolationLatency = 1, 2, 3, 4
	require.Equal(t, []string{"tsu.clip_latency", "tsu.setup_latency", "asu.plane_latency", "ps.interpolation_latency"}, stagesOf(t, cfg))
}

// stagesOf checks the queues of a machine and returns those that are stages.
func stagesOf(t *testing.T, cfg Config) (stages []string) {
	m, err := Build(cfg)
	require.NoError(t, err)
	params := map[string]string{}
	for _, p := range m.Config.Params() {
		params[p.Key] = p.Value()
	}
	seen := map[string]bool{}
	for _, u := range m.MeterQueues().Usage() {
		key := strings.ToLower(strings.TrimPrefix(u.Block, "GPU.")) + "." + u.Name
		require.Contains(t, params, key)
		require.Equal(t, params[key], strconv.Itoa(u.Depth), key)
		seen[key] = true
		if strings.HasSuffix(key, "_latency") {
			stages = append(stages, key)
		}
	}
	for _, key := range []string{"zl2.ahead", "ps.in_flight", "wbu.ahead", "c2d.in_flight", "dma.reads", "dma.lines", "dma.writes", "memory.in_flight", "vf.entries"} {
		require.True(t, seen[key], key)
	}
	return stages
}
