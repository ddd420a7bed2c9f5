package patching

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/vectors"
)

func source(t *testing.T, name string) Source {
	text, err := vectors.Shaders.ReadFile("shaders/" + name + ".wgsl")
	require.NoError(t, err)
	return Source{name, string(text)}
}

// What does not depend on time is the same each time; what does is there.
func TestMeasure(t *testing.T) {
	o := Options{Shaders: []Source{source(t, "checker"), source(t, "textured")}, States: 8, Frames: 6, Draws: 10, Seed: 1}
	r, err := Measure(o)
	require.NoError(t, err)
	require.Len(t, r.Shaders, 2)
	require.Len(t, r.Frames, 6)
	sum := 0
	for _, f := range r.Frames {
		sum += f.New
		require.Equal(t, f.New > 0, f.Compile > 0)
		require.Positive(t, f.Patch)
	}
	require.LessOrEqual(t, sum, o.States)
	for _, s := range r.Shaders {
		require.Positive(t, s.Tagged)
		require.Less(t, s.Tagged, s.Instructions)
		require.Positive(t, s.Compile)
		require.Positive(t, s.PerTagged())
		require.LessOrEqual(t, s.Variants, o.States)
	}
	again, err := Measure(o)
	require.NoError(t, err)
	require.Equal(t, r.Caches, again.Caches)
	require.Equal(t, []int{1, 4}, []int{r.Caches[0].Kernels, r.Caches[1].Kernels})
	require.Greater(t, r.Caches[0].Compiled, r.Caches[1].Compiled)
	_, err = Measure(Options{Shaders: []Source{{"bad", "fn"}}, States: 2, Frames: 1, Draws: 1})
	require.ErrorContains(t, err, "bad.wgsl:1:")
}

// A store drops what was not used for the longest time.
func TestCaches(t *testing.T) {
	m := &measured{bytes: []int{10, 20, 30}}
	for size, want := range map[int]Cache{
		1: {1, 10, 3}, // 0 1 0 2 1 0: all but the first of each
		2: {2, 30, 2},
		3: {3, 60, 0},
	} {
		require.Equal(t, want, m.cache(size, []int{0, 1, 0, 2, 1, 0}), size)
	}
}
