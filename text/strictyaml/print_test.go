package strictyaml

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is printed is read as the same tree, for every vector and scene of the project and for
// words that are something else without quotes.
func TestWhatIsPrintedIsReadAgain(t *testing.T) {
	var texts []string
	for _, pattern := range []string{"../../vectors/directed/*.yaml", "../../vectors/scenes/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, f := range files {
			text, err := os.ReadFile(f)
			require.NoError(t, err)
			texts = append(texts, string(text))
		}
	}
	texts = append(texts, `[true, "true", "3", "1e3", 3, -1.5e-7, "a: b", "#x", "", null, "no", "a\nb", x]`, "a: {}\nb: []", strings.Repeat("- {a: [1, 2, 3]}\n", 60))
	for _, text := range texts {
		want, err := Parse([]byte(text), "a tree")
		require.NoError(t, err)
		printed := want.Print()
		got, err := Parse([]byte(printed), "a tree")
		require.NoError(t, err, printed)
		require.Equal(t, bare(want), bare(got), printed)
		require.Equal(t, printed, got.Print())
		require.Equal(t, bare(want), bare(want.Clone()))
	}
}

// bare takes places and offsets out of a tree.
func bare(n *Node) *Node {
	c := n.Clone()
	c.Place, c.Offset = Place{}, 0
	if !c.Scalar() {
		c.Text = ""
	}
	for i := range c.Items {
		c.Items[i] = bare(c.Items[i])
	}
	for _, e := range c.Entries {
		e.Place, e.Offset, e.Value = Place{}, 0, bare(e.Value)
	}
	return c
}

func TestTreesAreMade(t *testing.T) {
	n := Map("a", 1, "b", Seq(1.5, 2), "c", Map("d", "no"), "e", []uint64{3}, "f", (*Node)(nil), "g", true)
	n.Set("a", 2)
	require.Equal(t, "a: 2\nb: [1.5, 2]\nc: {d: \"no\"}\ne: [3]\ng: true\n", n.Print())
	require.Equal(t, "2", n.Lookup("a").Text)
	require.Nil(t, n.Lookup("f"))
}
