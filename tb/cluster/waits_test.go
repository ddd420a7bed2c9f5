package cluster

import (
	"flag"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

var update = flag.Bool("update", false, "write docs/waits.md")

// The page is what the tables say, and the tables hold: no circle, and nothing waits for what is above the break point but what is above it.
func TestWaitsPageIsNotStale(t *testing.T) {
	const path = "../../docs/waits.md"
	var b strings.Builder
	require.NoError(t, WriteWaits(&b, hw.DefaultClusters()))
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o644))
		return
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, string(text) == b.String(), "docs/waits.md is not what the tables say: run make docs")
}

// Parameters that say how many there are of something exist, and each that bounds something that is waited for is named.
func TestWaitsNameParameters(t *testing.T) {
	cfg := hw.DefaultClusters()
	named := map[string]bool{}
	for _, r := range resources {
		for _, key := range strings.Split(r.Number, ", ") {
			named[key] = true
		}
	}
	for _, p := range cfg.Params() {
		switch key := p.Key; key {
		case "gpc.sm.threads", "gpc.sm.registers", "gpc.sm.shared", "gpc.lsu.entries", "gpc.lsu.accesses", "gpc.l15.misses", "gpc.l15.held", "gpc.l15.writes", "gpc.sampler.entries", "gpc.sampler.quads", "gpc.sampler.misses", "mxu.atomics":
			require.True(t, named[key], key)
			delete(named, key)
		}
	}
	for key := range named {
		require.False(t, strings.Contains(key, "."), "%s is no parameter", key)
	}
}

// Wrong declarations are found.
func TestWrongWaitsAreFound(t *testing.T) {
	next, class, _, err := waitsGraph(hw.DefaultClusters())
	require.NoError(t, err)
	for want, edge := range map[string][2]string{
		"rule X2: message below can wait for access above": {"message below", "access above"},
		"in a circle": {"MEM_REQ", "L15_REQ_BELOW"},
		"access: neither a connection nor a resource": {"message below", "access"},
	} {
		other := maps.Clone(next)
		other[edge[0]] = append(slices.Clone(next[edge[0]]), edge[1])
		require.ErrorContains(t, checkWaits(other, class), want)
	}
}
