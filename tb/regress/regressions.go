package regress

import (
	"slices"
	"time"
)

// Names are those of the regressions.
var Names = []string{"quick", "nightly", "soak"}

// New makes a regression; it returns nil when none has the name.
func New(name string) *Regression {
	r := &Regression{Name: name, Tests: slices.Concat(directedTests(), interruptedTests(), sweepTests(), randomTests())}
	switch name {
	case "quick":
		r.Doc = "every directed vector, and each test once: minutes, for every commit"
		r.Seeds = 1
	case "nightly":
		r.Doc = "as many cases as 20 minutes, or --budget, have room for; some are run twice"
		r.Budget, r.Repeats = 20*time.Minute, 32
	case "soak":
		r.Doc = "the same for 12 hours, or --budget, with seeds of its own"
		r.Budget, r.Repeats = 12*time.Hour, 256
	default:
		return nil
	}
	return r
}
