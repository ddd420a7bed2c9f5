package sweep

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// First cuts that come in any order are rows that rise and are apart, and has tells which are in them.
func TestFirstCutsBecomeRows(t *testing.T) {
	const total = 40
	dice := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		p, in := &Part{}, map[int]bool{}
		for _, n := range dice.Perm(total)[:dice.IntN(total+1)] {
			p.Add(&Tried{number: n})
			p.Add(&Tried{number: n}) // a second time changes nothing
			in[n] = true
		}
		require.Equal(t, len(in), p.Count())
		end := 0
		for n := range total + 2 {
			require.Equal(t, in[n], p.has(n), "%d in %v", n, p.done)
			if in[n] {
				end = n + 1
			}
		}
		require.Equal(t, end, p.end())
		for i := 1; i < len(p.done); i++ {
			require.Greater(t, p.done[i][0], p.done[i-1][1])
		}
	}
}
