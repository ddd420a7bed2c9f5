package regress

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim"
	"tilemark/tb/regress/store"
)

func TestOneInSomeCasesIsGuarded(t *testing.T) {
	n, all := 0, 0
	for _, name := range Names {
		for _, test := range New(name).Tests {
			for i := range 20 {
				if all++; Guarded(test.Name, Seed(name, test.Name, i)) {
					n++
				}
			}
			require.False(t, Matches("sweep", test.Name) && Guarded(test.Name, 0), test.Name)
		}
	}
	require.InDelta(t, 1.0/guardedOneIn, float64(n)/float64(all), 0.01)
}

// guardedSeed is the first seed whose case of a test has guards, or has none.
func guardedSeed(test string, guarded bool) (seed uint64) {
	for Guarded(test, seed) != guarded {
		seed++
	}
	return seed
}

// Whoever runs a case of a guarded seed learns that a connection changes what it carries.
func TestGuardsFollowFromTheSeed(t *testing.T) {
	large := strings.Replace(smallest, "}]", "}, {scene: blend}]", 1)
	test := named("random/x", text(large))
	damage := func(s *cosim.Session) {
		s.M.CSP.P.DatapathB.Tap().OnPut(func(_ uint64, e *pipe.Report) { e.At.Tile ^= 1 })
	}
	for _, guarded := range []bool{true, false} {
		seed := guardedSeed(test.Name, guarded)
		first := Execute(test, seed, damage)
		if !guarded {
			require.True(t, first.Failure == nil || first.Failure.Rule != "connection")
			continue
		}
		require.Equal(t, "connection", first.Failure.Rule)
		require.Equal(t, "DATAPATH_B", first.Failure.Place)
		drawn := first
		draw(test, &Work{Text: []byte(large)}, &drawn, damage)
		require.Equal(t, store.Fail, drawn.Result, "it fails in the same way again")
		Shrink(&drawn, DefaultShrink, damage)
		require.NotEmpty(t, drawn.Failure.Shrunk)
	}
}

func TestGuardsDoNotShowInAResult(t *testing.T) {
	test := named("random/x", text(smallest+"every: 60\n"))
	guarded, plain := Execute(test, guardedSeed(test.Name, true), nil), Execute(test, guardedSeed(test.Name, false), nil)
	require.Equal(t, store.Pass, guarded.Result)
	require.NoError(t, differ(&guarded, &plain))
}
