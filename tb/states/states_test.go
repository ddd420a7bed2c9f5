package states

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/states.md")

func TestPageIsNotStale(t *testing.T) {
	const name = "../../docs/states.md"
	want := Page()
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, want, string(got), "go test ./tb/states -run NotStale -update writes docs/states.md")
}

// Each state has a row, with a cell for each event that says one thing, and what the order leaves out does nothing.
func TestNoCellIsEmpty(t *testing.T) {
	for _, x := range Tables {
		require.Len(t, x.Rows, len(x.States)-1, x.Of)
		for n, r := range x.Rows {
			name := x.States[r.State].Name
			require.Equal(t, State(n+1), r.State)
			require.NotEmpty(t, x.States[r.State].What, name)
			require.Len(t, r.Cells, len(x.Events), name)
			for e, c := range r.Cells {
				said := 0
				for _, is := range []bool{c.Same, c.Never != "", len(c.Next) > 0} {
					if is {
						said++
					}
				}
				require.Equal(t, 1, said, "%s x %s", name, x.Events[e].Name)
				require.True(t, c.Next == nil || slices.Contains(x.Order, Event(e)), "%s x %s", name, x.Events[e].Name)
			}
		}
		for e := range x.Events {
			require.NotEmpty(t, x.Events[e].Name)
			require.NotEmpty(t, x.Events[e].What)
		}
		for _, p := range x.Pairs {
			require.Less(t, slices.Index(x.Order, p[0]), slices.Index(x.Order, p[1]), "%v of %ss", p, x.Of)
		}
	}
}
