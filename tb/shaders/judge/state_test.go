package judge

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/nos"
	"tilemark/vectors"
)

var states = flag.Int("states", 24, "states of each kind that each shader is patched for; 0: all small ones, and 10,000 random ones")

func shaderTexts(t testing.TB) map[string]string {
	list := map[string]string{}
	entries, err := vectors.Shaders.ReadDir("shaders")
	require.NoError(t, err)
	for _, e := range entries {
		text, err := vectors.Shaders.ReadFile("shaders/" + e.Name())
		require.NoError(t, err)
		list[e.Name()] = string(text)
	}
	const example = "foliage.wgsl"
	text, err := os.ReadFile("../../../examples/" + example)
	require.NoError(t, err)
	list[example] = string(text)
	require.Greater(t, len(list), 5)
	return list
}

// A kernel that is patched for a state computes what one computes that is compiled for it (rules N).
func TestPatchedIsCompiled(t *testing.T) {
	small, random := *states, *states
	if *states == 0 {
		small, random = SmallStates, 10_000
	}
	for name, source := range shaderTexts(t) {
		for _, lanes := range []int{8, 16} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p, err := NewPatched(name, source, nos.All, lanes)
				require.NoError(t, err)
				patched, whole := 0, 0
				for n := range small + random {
					of := Random(uint64(n))
					if n < small {
						of = Small(n * (SmallStates / small))
					}
					a, b, err := p.Compare(of, uint64(n))
					require.NoError(t, err, "state %d", n)
					patched, whole = patched+a, whole+b
				}
				t.Logf("%d lanes: %.2f times the instructions of kernels compiled for one state", lanes, float64(patched)/float64(whole))
			})
		}
	}
}
