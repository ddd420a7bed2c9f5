//go:build faults

package mutants

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tilemark/tb/bugs"
	"tilemark/tb/cosim"
	"tilemark/tb/directed"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

// Mutants runs the cases of a regression on a machine with a known bug, one bug after the
// other, each until a case notices it. The same case must pass on the machine without it.
type Mutants struct {
	Regression *regress.Regression
	Tests      []*regress.Test // of the regression
	Bugs       []bugs.Bug      // that are tried
	Rounds     int             // of cases for each bug; 0: until the time is over
	Each       time.Duration   // time for each bug
	Shrink     time.Duration   // time to make the vector of a kill small; 0: it is left as it is
	Done       func(m *store.Mutant) error
	Sound      func(c *store.Case) error // told of each case that was run without a bug

	sound map[store.Key]bool // cases that were run without a bug
}

// caseTime is how long a case may take with a bug.
const caseTime = time.Minute

// Run tries all bugs.
func (m *Mutants) Run(ctx context.Context) (regress.Ended, error) {
	defer bugs.Use(bugs.None)
	for _, bug := range m.Bugs {
		row, err := m.one(ctx, bug)
		if err == nil && ctx.Err() != nil { // it was not tried to its end
			return regress.Cancelled, nil
		}
		if err == nil {
			err = m.Done(row)
		}
		if err != nil {
			return regress.AllRun, err
		}
	}
	return regress.AllRun, nil
}

// one runs cases with a bug until one notices it.
func (m *Mutants) one(ctx context.Context, bug bugs.Bug) (row *store.Mutant, err error) {
	row = &store.Mutant{Name: bug.Name, Block: bug.Block, Description: bug.What}
	start := time.Now()
	m.each(&bug, func(j regress.Job) bool {
		left := m.Each - time.Since(start)
		if left <= 0 || ctx.Err() != nil {
			return false
		}
		row.Tried++
		k := m.attempt(ctx, bug.Name, j, min(left, caseTime))
		if k == nil {
			return true
		}
		var holds bool
		if holds, err = m.holds(ctx, j); err != nil || !holds {
			return err == nil && ctx.Err() == nil
		}
		row.Wall = time.Since(start)
		k.tell(row)
		if m.Shrink > 0 {
			k.shrink(ctx, row, m.Shrink)
		}
		return false
	})
	if row.Test == "" {
		row.Wall = time.Since(start)
		row.How = cmp.Or(directed.Survivors[bug.Name], regress.Unexplained)
	}
	return row, err
}

// kill is a case that noticed a bug.
type kill struct {
	regress.Job
	bug  string
	seed uint64
	work *regress.Work
	rule string
	err  error
	ctx  context.Context // that ends the making of smaller vectors
	most uint64          // cycles of a smaller vector without the bug; 0: as many as it takes
}

// attempt runs a case with a bug; nil when it noticed nothing.
func (m *Mutants) attempt(ctx context.Context, bug string, j regress.Job, limit time.Duration) *kill {
	seed := regress.Seed(m.Regression.Name, j.Test.Name, j.Index)
	w, err := j.Test.MakeWork(seed)
	if err != nil {
		return nil
	}
	bugs.Use(bug)
	defer bugs.Use(bugs.None)
	made := false
	err = regress.Guard(func() error {
		return w.RunCase(&store.Case{}, func(s *cosim.Session) {
			made = true
			stopAfter(ctx, s, limit)
		})
	})
	if rule, killed := killed(err); killed && made {
		return &kill{Job: j, bug: bug, seed: seed, work: w, rule: rule, err: err}
	}
	return nil
}

// killed is directed.Kill; a case that broke the program or took too long shows nothing.
func killed(err error) (rule string, ok bool) {
	var p *regress.Panicked
	if errors.As(err, &p) {
		return "", false
	}
	return directed.Kill(err)
}

// lookEvery is how often, in cycles, the time of a case is looked at.
const lookEvery = 10_000

// stopAfter has a run that takes too long break, or when the context ends: guard catches it.
func stopAfter(ctx context.Context, s *cosim.Session, limit time.Duration) {
	until := time.Now().Add(limit)
	s.Look = func(cycle uint64) uint64 {
		if ctx.Err() != nil || time.Now().After(until) {
			panic(fmt.Sprintf("no end after %v", limit))
		}
		return cycle + lookEvery
	}
}

// holds tells whether a case passes without a bug. It is run once for all bugs. Nothing is known when the context ends before it.
func (m *Mutants) holds(ctx context.Context, j regress.Job) (bool, error) {
	key := store.Key{Test: j.Test.Name, Number: j.Index}
	if held, known := m.sound[key]; known {
		return held, nil
	}
	bugs.Use(bugs.None)
	seed := regress.Seed(m.Regression.Name, j.Test.Name, j.Index)
	c := regress.Execute(j.Test, seed, func(s *cosim.Session) {
		s.Look = func(cycle uint64) uint64 {
			if ctx.Err() != nil {
				panic("stopped")
			}
			return cycle + lookEvery
		}
	})
	if ctx.Err() != nil {
		return false, nil
	}
	c.Number = j.Index
	if c.Failure != nil {
		c.Failure.Command = regress.Repeat(m.Regression.Name, j.Test.Name, seed)
	}
	m.sound[key] = c.Result == store.Pass
	return m.sound[key], m.Sound(&c)
}

// tell writes down who noticed the bug and how.
func (k *kill) tell(row *store.Mutant) {
	f := regress.FailureOf(k.err)
	row.Test, row.Number, row.Seed, row.Rule, row.Place, row.Cycle = k.Test.Name, k.Index, k.seed, k.rule, f.Place, f.Cycle
	row.How = f.Brief()
}

// each goes through the cases that a bug is tried with: first those that are known to notice
// it, then those that notice others of its block, then the rest, in an order that follows
// from the bug's name.
func (m *Mutants) each(bug *bugs.Bug, take func(regress.Job) bool) {
	first, near := m.named(bug)
	for round := 0; m.Rounds == 0 || round < m.Rounds; round++ {
		list := regress.CasesOf(m.Tests, round, m.Rounds)
		if len(list) == 0 {
			return
		}
		rank := func(j regress.Job) int { return rank(j.Test.Name, first, near) }
		slices.SortStableFunc(list, func(a, b regress.Job) int {
			return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(regress.Seed(bug.Name, a.Test.Name, a.Index), regress.Seed(bug.Name, b.Test.Name, b.Index)))
		})
		for _, j := range list {
			if !take(j) {
				return
			}
		}
	}
}

// named are the tests of the vectors that notice a bug, in their order, and of those that notice others of its block.
func (m *Mutants) named(bug *bugs.Bug) (first []string, near map[string]bool) {
	near = map[string]bool{}
	for _, b := range bugs.List() {
		for _, k := range directed.Killers[b.Name] {
			switch {
			case b.Name == bug.Name:
				first = append(first, "directed/"+k)
			case b.Block == bug.Block:
				near["directed/"+k] = true
			}
		}
	}
	return first, near
}

// rank is low for tests that should come first. Names of vectors may have a place or not.
func rank(test string, first []string, near map[string]bool) int {
	vector := test[:max(0, strings.LastIndex(test, "/"))]
	for i, f := range first {
		if f == test || f == vector {
			return i
		}
	}
	n := len(first)
	switch {
	case near[test] || near[vector]:
		return n
	case strings.HasPrefix(test, "directed/"):
		return n + 1
	case strings.HasPrefix(test, regress.SweepPrefix): // slow
		return n + 3
	}
	return n + 2
}
