//go:build faults

package mutants

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"tilemark/tb/bugs"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/version"
	"tilemark/text/number"
)

// eachTime is how long regressions try each bug.
var eachTime = map[string]time.Duration{"quick": 5 * time.Minute, "nightly": 10 * time.Minute, "soak": time.Hour}

// MutantsOf makes what tries the known bugs of those names, or all, with the cases of a regression.
func MutantsOf(r *regress.Regression, tests []*regress.Test, names []string) (*Mutants, error) {
	m := &Mutants{Regression: r, Tests: tests, Rounds: r.Seeds, Each: eachTime[r.Name]}
	if len(names) == 0 {
		m.Bugs = bugs.List()
	}
	for _, name := range names {
		b, err := bugs.Named(name)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(m.Bugs, func(have bugs.Bug) bool { return have.Name == name }) {
			m.Bugs = append(m.Bugs, *b)
		}
	}
	return m, nil
}

// MutantRecording writes what becomes of known bugs into a database.
type MutantRecording struct {
	Mutants
	Path          string
	Resume        bool   // go on with the run that was not completed
	Revision      string // of the source
	Configuration string // what else chooses tests and bugs
	Shard, Shards int    // every so manieth bug is tried, from the one of the shard's number
	Progress      func(s *MutantSummary)
}

// MutantSummary is what became of known bugs.
type MutantSummary struct {
	Run     store.Run
	Mutants []store.Mutant
	Unsound []store.Case // cases that did not pass without a bug
	Ended   regress.Ended
	Known   int // bugs that were tried before, of a run that was resumed
	Bar     regress.Bar
}

// Killed counts the bugs that were noticed.
func (s *MutantSummary) Killed() int { return len(s.Mutants) - len(s.Survivors()) }

// Survivors are the bugs that nothing noticed.
func (s *MutantSummary) Survivors() (list []*store.Mutant) {
	for i := range s.Mutants {
		if s.Mutants[i].Test == "" {
			list = append(list, &s.Mutants[i])
		}
	}
	return list
}

// Share is that of the bugs that were noticed, in percent.
func (s *MutantSummary) Share() float64 {
	if len(s.Mutants) == 0 {
		return 0
	}
	return 100 * float64(s.Killed()) / float64(len(s.Mutants))
}

// Held tells whether all bugs were tried, enough were noticed, by cases that pass without them, and the others are explained.
func (s *MutantSummary) Held() bool { return s.word() == "PASSED" }

// word is the verdict's. A shard has too few bugs for a share, and so has a run that was stopped: the bugs that were not tried may make
// it up.
func (s *MutantSummary) word() string {
	switch {
	case s.Bar.Unmet(s.Mutants) > 0 || len(s.Unsound) > 0:
		return "FAILED"
	case s.Ended == regress.Cancelled:
		return "INCOMPLETE"
	case len(s.Mutants) == 0 || s.Run.Shards <= 1 && s.Share() < s.Bar.Percent:
		return "FAILED"
	}
	return "PASSED"
}

// Verdict is the line that ends a run.
func (s *MutantSummary) Verdict() string {
	text := fmt.Sprintf("%s: %s of %s mutants killed by %s, %.1f %%; at least %g %% was expected", s.word(), number.Thousands(s.Killed()), number.Thousands(len(s.Mutants)), regress.RegressionOf(s.Run.Regression), s.Share(), s.Bar.Percent)
	if s.Run.Shards > 1 {
		text += " of all shards"
	}
	if n := s.Bar.Unmet(s.Mutants); n > 0 {
		text += fmt.Sprintf("; survivors without a reason: %s", number.Thousands(n))
	}
	if n := len(s.Unsound); n > 0 {
		text += fmt.Sprintf("; cases that fail without a mutant: %s", number.Thousands(n))
	}
	return text
}

// Typical is the median of what shrunk vectors have left, each number by itself, and of the
// time that took; n is how many there are.
func (s *MutantSummary) Typical() (l store.Left, took time.Duration, n int) {
	var lists [5][]int
	for i := range s.Mutants {
		if m := &s.Mutants[i]; m.Shrunk != "" {
			for k, v := range []int{m.Left.Contexts, m.Left.Draws, m.Left.Triangles, m.Left.Interrupts, int(m.Shrinking)} {
				lists[k] = append(lists[k], v)
			}
		}
	}
	if n = len(lists[0]); n == 0 {
		return l, 0, 0
	}
	for k := range lists {
		slices.Sort(lists[k])
	}
	middle := func(k int) int { return lists[k][n/2] } // the larger one of two
	return store.Left{Contexts: middle(0), Draws: middle(1), Triangles: middle(2), Interrupts: middle(3)}, time.Duration(middle(4)), n
}

// Run tries the bugs and writes what becomes of them. The cases of the run are those that
// noticed a bug, as they pass without it.
func (r *MutantRecording) Run(ctx context.Context) (s *MutantSummary, err error) {
	open := store.OpenOrCreate
	if r.Resume {
		open = store.OpenAlone
	}
	db, err := open(r.Path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s = &MutantSummary{Bar: regress.Bars[r.Regression.Name]}
	if err := r.begin(db, s); err != nil {
		return nil, err
	}
	w := db.Writer(&s.Run)
	r.record(w, s)
	s.Ended, err = r.Mutants.Run(ctx)
	s.Run.Complete = err == nil && s.Ended == regress.AllRun && len(s.Mutants) > 0
	if len(s.Mutants) == 0 {
		return s, errors.Join(err, db.Remove(&s.Run)) // there is nothing to tell of it
	}
	return s, errors.Join(err, w.Flush())
}

// begin makes the run in the database, or finds the one to go on with: its bugs are not tried
// again, nor its cases without a bug.
func (r *MutantRecording) begin(db *store.DB, s *MutantSummary) error {
	r.Bugs, r.sound = r.mine(), map[store.Key]bool{}
	s.Run = store.Run{
		Regression: r.Regression.Name + regress.MutantsOf, Revision: r.Revision, Tables: version.Tables(), Configuration: r.Configuration,
		Started: time.Now(), Ended: time.Now(), Shard: max(1, r.Shard), Shards: max(1, r.Shards),
	}
	if !r.Resume {
		return db.Begin(&s.Run)
	}
	old, err := regress.Unfinished(db, &s.Run)
	if err != nil {
		return err
	}
	s.Run = *old
	if s.Mutants, err = db.Mutants(old.ID); err != nil {
		return err
	}
	cases, err := db.Cases(old.ID)
	if err != nil {
		return err
	}
	for i := range cases {
		c := &cases[i]
		r.sound[c.Key()] = c.Result == store.Pass
		if c.Result != store.Pass {
			s.Unsound = append(s.Unsound, *c)
		}
	}
	s.Known = len(s.Mutants)
	r.Bugs = slices.DeleteFunc(r.Bugs, func(b bugs.Bug) bool {
		return slices.ContainsFunc(s.Mutants, func(m store.Mutant) bool { return m.Name == b.Name })
	})
	return nil
}

// record has the summary and the database be told.
func (r *MutantRecording) record(w *store.Writer, s *MutantSummary) {
	before, start := s.Run.Busy, time.Now()
	clock := func() { s.Run.Ended, s.Run.Busy = time.Now(), before+time.Since(start) }
	r.Sound = func(c *store.Case) error {
		clock()
		if c.Result != store.Pass {
			s.Unsound = append(s.Unsound, *c)
		}
		return w.Case(*c)
	}
	r.Done = func(m *store.Mutant) error {
		clock()
		s.Mutants = append(s.Mutants, *m)
		if r.Progress != nil {
			r.Progress(s)
		}
		return w.Mutant(*m)
	}
}

// mine are the bugs of this shard.
func (r *MutantRecording) mine() (list []bugs.Bug) {
	for i, b := range r.Bugs {
		if r.Shards <= 1 || i%r.Shards == r.Shard-1 {
			list = append(list, b)
		}
	}
	return list
}

// Line tells what became of a bug.
func Line(m *store.Mutant) string {
	if m.Test == "" {
		return fmt.Sprintf("%s survived %s cases in %.1f s: %s", m.Name, number.Thousands(m.Tried), m.Wall.Seconds(), m.How)
	}
	text := fmt.Sprintf("%s killed by %s#%d, case %d, in %.1f s, rule %s at %s", m.Name, m.Test, m.Number, m.Tried, m.Wall.Seconds(), m.Rule, m.Place)
	if m.Shrunk != "" {
		text += fmt.Sprintf("; shrunk to %s in %.1f s", m.Left, m.Shrinking.Seconds())
	}
	return text
}
