package regress

import (
	"slices"
	"strings"

	"tilemark/tb/cosim"
)

// guardedOneIn is the number of cases of which one is run after guards of connections.
const guardedOneIn = 8

// connectionTests are those that show what connections must do.
var connectionTests = []string{"directed/least-depths", "directed/stalls", "directed/every-fifo-full"}

// Guarded tells whether the case of a seed is run after guards of connections
// (wires.Domain.Guard): those of the tests that show what connections must do, and a share of
// all others, since a guard looks at each entry. It follows from test and seed, so that a
// case that is run again, anywhere, has the same guards. Sweeps choose by the cycle of each
// cut themselves.
func Guarded(test string, seed uint64) bool {
	if strings.HasPrefix(test, SweepPrefix) {
		return false
	}
	if slices.ContainsFunc(connectionTests, func(pattern string) bool { return Matches(pattern, test) }) {
		return true
	}
	d := dice{^seed} // not what interrupts and sweeps are drawn from
	return d.below(guardedOneIn) == 0
}

// GuardAll puts guards on the connections of a session before it is watched.
func GuardAll(watch func(*cosim.Session)) func(*cosim.Session) {
	return func(s *cosim.Session) {
		s.M.Guard()
		watch(s)
	}
}
