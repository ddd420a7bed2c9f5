package cosimtest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/tb/scenefile"
	"tilemark/tb/sched"
)

// ScenesWith makes a context of each of some scenes, laid out with some options.
func ScenesWith(t testing.TB, o driver.Options, names ...string) *vector.Vector {
	im := &driver.Image{}
	for _, n := range names {
		s, err := scenefile.Load(n)
		require.NoError(t, err)
		_, err = im.Add(s, o)
		require.NoError(t, err)
	}
	v, err := vector.New(im)
	require.NoError(t, err)
	return v
}

// Configs are the three in which sweeps must hold.
func Configs(t testing.TB) map[string]hw.Config {
	least, stalls := hw.DefaultConfig(), hw.DefaultConfig()
	for _, p := range least.Params() {
		if strings.HasSuffix(p.Key, ".depth") {
			require.NoError(t, p.Set(p.Min))
		}
	}
	for key, value := range map[string]string{"stall.percent": "30", "memory.latency": "150", "memory.vary": "200"} {
		require.NoError(t, stalls.Set(key, value))
	}
	return map[string]hw.Config{"default": hw.DefaultConfig(), "least depths": least, "stalls": stalls}
}

// Slice is the time slice of Scheduled, in cycles.
const Slice = 600

// Scheduled is Scenes, of 16x16 pixels, under a driver that puts up to depth contexts into a run list.
func Scheduled(t testing.TB, p sched.Policy, depth int, names ...string) *vector.Vector {
	v := Scenes(t, 16, 16, names...)
	v.Schedule = &vector.Schedule{Policy: p, Slice: Slice, Depth: depth, Latency: 20}
	return v
}
