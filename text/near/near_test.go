package near

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheNearestNameIsFound(t *testing.T) {
	names := []string{"teapot", "teapot-patches", "one-triangle", "blend", "query"}
	for word, want := range map[string]string{
		"tepot": "teapot", "taepot": "teapot", "Teapot": "teapot", "one_triangle": "one-triangle", "blnd": "blend", "teapot-patchse": "teapot-patches",
		"cow": "", "x": "", "": "", "three": "",
	} {
		require.Equal(t, want, Name(word, names), word)
	}
}

func TestDistanceCountsEdits(t *testing.T) {
	for pair, want := range map[[2]string]int{
		{"", "abc"}: 3, {"abc", ""}: 3, {"abc", "abc"}: 0, {"abc", "abd"}: 1, {"abc", "acb"}: 1, {"abc", "cab"}: 2, {"run", "rnu"}: 1,
	} {
		require.Equal(t, want, distance(pair[0], pair[1]), "%v", pair)
	}
}

func TestSuggest(t *testing.T) {
	require.Equal(t, `; did you mean "run"?`, Suggest("rnu", []string{"run"}, "; no"))
	require.Equal(t, "; no", Suggest("frob", []string{"run"}, "; no"))
}
