package judge

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa/nos"
	"tilemark/vectors"
)

var states = flag.Int("states", 24, "states of each kind that each shader is patched for; 0: all small ones, and 10,000 random ones")

// allItems are all items of state.
const allItems = 0xffff

func shaderTexts(t testing.TB) map[string]string {
	list := map[string]string{}
	entries, err := vectors.Shaders.ReadDir("shaders")
	require.NoError(t, err)
	for _, e := range entries {
		text, err := vectors.Shaders.ReadFile("shaders/" + e.Name())
		require.NoError(t, err)
		list[e.Name()] = string(text)
	}
	require.NotEmpty(t, list)
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
				p, err := NewPatched(name, source, allItems, lanes)
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

// What a patched kernel draws is what the reference model draws, to whose colours the state is applied by rules written apart.
func TestPatchedIsWhatTheReferenceDraws(t *testing.T) {
	n := *states
	if n == 0 {
		n = 10_000
	}
	for name, source := range shaderTexts(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := NewPatched(name, source, allItems, 8)
			require.NoError(t, err)
			r, err := p.NewReference()
			require.NoError(t, err)
			for n := range n {
				s := p.For(Random(uint64(n)))
				pixels := &Pixels{Seed: uint64(n), Buffers: p.Buffers}
				want, err := r.Run(pixels, s, p.Result.Kernel.Lanes)
				require.NoError(t, err, "state %d", n)
				got, _, err := pixels.Run(nos.Kernel(p.Result.Kernel, s))
				require.NoError(t, err, "state %d", n)
				for c := want.Count; c < 4 && !want.Depths; c++ {
					want.Values[c] = [32]uint32{}
				}
				require.NoError(t, got.equal(&want), "state %d", n)
			}
		})
	}
}
