package regress

import (
	"slices"
	"strings"
	"time"

	"tilemark/tb/regress/store"
)

// kinds are the regressions, with what each has beside the tests.
var kinds = []Regression{
	{Name: "quick", Doc: "every directed vector, and each test once, with slow machines at one break point: minutes, for every commit", Seeds: 1},
	{Name: "nightly", Doc: "as many cases as 20 minutes, or --budget, have room for; some are run twice", Budget: 20 * time.Minute, Repeats: 32},
	{Name: "soak", Doc: "the same for 12 hours, or --budget, with seeds of its own", Budget: 12 * time.Hour, Repeats: 256},
}

// Names are those of the regressions.
var Names = names()

func names() (list []string) {
	for i := range kinds {
		list = append(list, kinds[i].Name)
	}
	return list
}

// About says what the regression of a name does. It costs nothing, while New makes all tests.
func About(name string) string { return kinds[slices.Index(Names, name)].Doc }

// New makes a regression; it returns nil when none has the name.
func New(name string) *Regression {
	i := slices.Index(Names, name)
	if i < 0 {
		return nil
	}
	r := kinds[i]
	r.Tests = slices.Concat(directedTests(), boundaryTests(), interruptedTests(), sweepTests(), randomTests())
	if r.Seeds == 1 {
		r.Tests = slices.DeleteFunc(r.Tests, func(t *Test) bool { return t.Long })
	}
	return &r
}

// MutantsOf stands after the regression's name in a run that tries known bugs: such a run is no
// history for one of the regression's cases.
const MutantsOf = "-mutants"

// Bar is what a regression demands of its run of known bugs.
type Bar struct {
	Percent float64 // of the bugs must be noticed
	Reasons bool    // of each of the others somebody has written down why nothing notices it
}

// Bars are those of the regressions. One round, as quick has, does not reach all that many rounds do: what it misses and
// nightly finds needs no reason.
var Bars = map[string]Bar{"quick": {85, false}, "nightly": {98, true}, "soak": {98, true}}

// BarOf tells whether a run of this name tries known bugs, and what is demanded of it.
func BarOf(run string) (b Bar, mutants bool) {
	name := RegressionOf(run)
	return Bars[name], name != run
}

// Unexplained is what is told of a bug that survived and of which nobody has said why.
const Unexplained = "no reason is written down"

// Unmet counts the survivors that a bar does not let pass whatever the share: those without a reason.
func (b Bar) Unmet(mutants []store.Mutant) (n int) {
	for i := range mutants {
		if m := &mutants[i]; b.Reasons && m.Test == "" && m.How == Unexplained {
			n++
		}
	}
	return n
}

// RegressionOf is the regression of a run.
func RegressionOf(run string) string { return strings.TrimSuffix(run, MutantsOf) }
