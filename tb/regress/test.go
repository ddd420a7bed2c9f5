// Package regress runs regressions: lists of tests, each of which makes cases from seeds. What a case is follows from its
// seed alone, so that any case can be made again anywhere; workers and their order do not show in a result.
package regress

import (
	"path"
	"strings"
	"time"
)

// Test makes cases.
type Test struct {
	Name   string   // parts with slashes between them, such as directed/between-draws/tg/least
	Stage  string   // of the testplan: V1, V2 or V3
	Weight int      // cases in a round
	Cases  int      // that there are at most; 0: as many as anybody asks for
	Seeds  []uint64 // of its cases; nil: those that Seed makes
	Long   bool     // left out by a regression of one round
	// Make makes the case of a seed.
	Make func(seed uint64) (*Work, error)
}

// Work is a case: a directed vector that is run, or swept.
type Work struct {
	Text  []byte // the directed vector
	Every uint64 // sweep it: interrupt a run of its own in every so many cycles; 0: run it
	From  uint64 // sweep: the first cycle
	Name  string // of the vector, when `tilemark check` knows it; else ""
	// Chosen is what a generator has chosen, by names of bins.
	Chosen map[string]uint64

	Guarded   bool   // it is run after guards of connections
	failedCut bool   // sweep: an interrupt failed
	cut       uint64 // and the cycle of the first one
}

// command checks the vector by its name; none when it has none.
func (w *Work) command() string {
	if w == nil || w.Name == "" {
		return ""
	}
	return "tilemark check " + w.Name
}

// Regression is a list of tests.
type Regression struct {
	Name    string
	Doc     string
	Tests   []*Test
	Seeds   int // cases of a test that has any number of them; 0: until the time is over
	Budget  time.Duration
	Repeats int // one in so many cases is run twice, and both must be the same; 0: none
}

// Matches tells whether a pattern is for a test: a name with * and ? in its parts, for all tests whose first parts match.
func Matches(pattern, test string) bool {
	parts := strings.Split(test, "/")
	for n := range parts {
		if ok, _ := path.Match(pattern, strings.Join(parts[:n+1], "/")); ok {
			return true
		}
	}
	return false
}

// Select keeps the tests that a pattern is for.
func (r *Regression) Select(pattern string) (out []*Test) {
	for _, t := range r.Tests {
		if pattern == "" || Matches(pattern, t.Name) {
			out = append(out, t)
		}
	}
	return out
}

// has tells whether a test has a case with an index, when it is to have seeds of them.
func (t *Test) has(index, seeds int) bool {
	switch {
	case t.Cases > 0 && seeds > 0:
		return index < min(t.Cases, seeds*t.Weight)
	case t.Cases > 0:
		return index < t.Cases
	}
	return seeds == 0 || index < seeds*t.Weight
}
