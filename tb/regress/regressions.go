package regress

import (
	"slices"
	"strings"
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

// mutantsOf stands behind the regression's name in a run that tries known bugs: such a run is no
// history for one of the regression's cases.
const mutantsOf = "-mutants"

// bars are the shares of known bugs, in percent, that regressions must notice.
var bars = map[string]float64{"quick": 85, "nightly": 98, "soak": 98}

// Bar tells whether a run of this name tries known bugs, and the share of them, in percent, that it must notice.
func Bar(run string) (percent float64, mutants bool) {
	name := regressionOf(run)
	return bars[name], name != run
}

// regressionOf is the regression of a run.
func regressionOf(run string) string { return strings.TrimSuffix(run, mutantsOf) }
