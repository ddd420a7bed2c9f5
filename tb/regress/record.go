package regress

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"tilemark/tb/regress/store"
	"tilemark/tb/version"
)

// Recording is a run whose results go into a database.
type Recording struct {
	Options
	Path     string
	Resume   bool   // go on with the run that was not completed
	Revision string // of the source
	Pattern  string // that chose the tests
	NoCorpus bool   // neither run the corpus of the database, nor add to it
	// From is another database whose corpus is run in place of that of Path, which gets a copy; "": none. Shards of a run have
	// the same one, or none.
	From string
	// Progress is told how far the run is.
	Progress func(s *Summary)

	frozen Corpus // of From
}

// Group counts the cases of tests whose names begin the same.
type Group struct {
	Name                  string
	Cases, Failed, Errors int
	Cycles                uint64
	Wall                  time.Duration
}

// Passed counts those that held.
func (g *Group) Passed() int { return g.Cases - g.Failed - g.Errors }

func (g *Group) add(c *store.Case) {
	g.Cases++
	g.Cycles += c.Cycles
	g.Wall += c.Wall
	switch c.Result {
	case store.Fail:
		g.Failed++
	case store.Error:
		g.Errors++
	}
}

// Summary is what became of a run.
type Summary struct {
	Group
	Groups   map[string]*Group
	Failures []store.Case
	Digest   uint64 // of all cases, in whatever order they were run
	Run      store.Run
	Ended    Ended
	Known    int               // cases that were there before, of a run that was resumed
	Missing  []string          // entries of the testplan that had no case, though they should
	Hits     map[string]uint64 // of bins, none included; nil: none were counted

	ran map[string]bool // tests that had a case
}

// Failing tells whether a case did not pass, or none was run.
func (s *Summary) Failing() bool { return s.Cases == 0 || s.Failed+s.Errors > 0 }

// Held tells whether all that was asked for was run and passed.
func (s *Summary) Held() bool { return !s.Failing() && s.Ended != Cancelled && len(s.Missing) == 0 }

// Ran lists the tests that had a case.
func (s *Summary) Ran() []string { return slices.Sorted(maps.Keys(s.ran)) }

// Sorted lists the groups by name.
func (s *Summary) Sorted() (list []*Group) {
	for _, name := range slices.Sorted(maps.Keys(s.Groups)) {
		list = append(list, s.Groups[name])
	}
	return list
}

// Add counts a case.
func (s *Summary) Add(c *store.Case) {
	s.Group.add(c)
	name, _, _ := strings.Cut(c.Test, "/")
	if s.Groups == nil {
		s.Groups, s.ran = map[string]*Group{}, map[string]bool{}
	}
	s.ran[c.Test] = true
	if s.Groups[name] == nil {
		s.Groups[name] = &Group{Name: name}
	}
	s.Groups[name].add(c)
	s.Digest += digestOf(c) // a sum, so that the order does not matter
	if c.Result != store.Pass {
		s.Failures = append(s.Failures, *c)
	}
}

// cover adds hits, and returns how many bins had none before.
func (s *Summary) cover(hits map[string]uint64) (fresh int) {
	if s.Hits == nil && len(hits) > 0 {
		s.Hits = map[string]uint64{}
	}
	for bin, n := range hits {
		if n > 0 && s.Hits[bin] == 0 {
			fresh++
		}
		s.Hits[bin] += n
	}
	return fresh
}

// Covered counts the bins that were hit, and all that can be.
func (s *Summary) Covered() (hit, all int) {
	for _, n := range s.Hits {
		if n > 0 {
			hit++
		}
	}
	return hit, len(s.Hits)
}

// digestOf is the digest of a case's result, whatever the time it took.
func digestOf(c *store.Case) uint64 {
	return Seed(c.Test, fmt.Sprintf("%s %d %d %s", c.Result, c.Cycles, c.Cuts, store.Hex(c.Digest)), c.Number)
}

// Run runs the cases and writes what becomes of them.
func (r *Recording) Run(ctx context.Context) (s *Summary, err error) {
	if err := r.freeze(); err != nil {
		return nil, err
	}
	open := store.OpenOrCreate
	if r.Resume {
		open = store.OpenAlone
	}
	db, err := open(r.Path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s = &Summary{}
	if err := r.begin(db, s); err != nil {
		return nil, err
	}
	w := db.Writer(&s.Run)
	before, start := s.Run.Busy, time.Now()
	clock := func() {
		s.Run.Ended = time.Now()
		s.Run.Busy = before + time.Since(start)
	}
	r.Done = func(c *store.Case, covered *Covered) error {
		clock()
		s.Add(c)
		w.Coverage(covered.Hits)
		if fresh := s.cover(covered.Hits); fresh > 0 && !r.NoCorpus {
			if recipe, seeds, ok := entry(c.Test, covered.Vector); ok {
				w.Corpus(recipe, seeds)
			}
		}
		if r.Progress != nil {
			r.Progress(s)
		}
		return w.Case(*c)
	}
	if r.Budget > 0 {
		if r.Budget -= before; r.Budget <= 0 {
			r.Budget = 1
		}
	}
	s.Ended, err = r.Options.Run(ctx)
	clock()
	nothing := s.Cases == 0 && (r.Shards <= 1 || s.Ended != AllRun) // a shard may have no case, when there are few
	s.Run.Complete = err == nil && s.Ended != Cancelled && !nothing
	if s.Ended == TimeOver {
		s.Run.Note = "the time was over before all cases had been run"
	}
	if nothing {
		return s, errors.Join(err, db.Remove(&s.Run)) // there is nothing to tell of it
	}
	return s, errors.Join(err, w.Flush())
}

// begin makes the run in the database, or finds the one to go on with.
func (r *Recording) begin(db *store.DB, s *Summary) error {
	s.Run = store.Run{
		Regression: r.Regression.Name, Revision: r.Revision, Tables: version.Tables(), Configuration: r.configuration(),
		Started: time.Now(), Ended: time.Now(), Budget: r.Budget, Shard: max(1, r.Shard), Shards: max(1, r.Shards),
	}
	if !r.Resume {
		if err := r.take(db, 0); err != nil {
			return err
		}
		return db.Begin(&s.Run)
	}
	old, err := Unfinished(db, &s.Run)
	if err != nil {
		return err
	}
	s.Run = *old
	s.Run.Budget = r.Budget
	cases, err := db.Cases(old.ID)
	if err != nil {
		return err
	}
	hits, err := db.Coverage(old.ID)
	if err != nil {
		return err
	}
	s.cover(hits)
	type key struct {
		test  string
		index int
	}
	known := map[key]bool{}
	for i := range cases {
		c := &cases[i]
		known[key{c.Test, c.Number}] = true
		s.Add(c)
	}
	if err := r.take(db, old.ID); err != nil {
		return err
	}
	s.Known = len(cases)
	r.Known = func(test string, index int) bool { return known[key{test, index}] }
	return nil
}

// freeze reads the corpus of another database. What it has now is what the run has, whoever writes to it later.
func (r *Recording) freeze() error {
	if r.From == "" || r.NoCorpus {
		return nil
	}
	if own, err := os.Stat(r.Path); err == nil {
		if other, err := os.Stat(r.From); err == nil && os.SameFile(own, other) {
			return &store.FileError{Path: r.From, Err: errors.New("is the database that is written, whose corpus is run anyway; another one was expected")}
		}
	}
	db, err := store.Open(r.From)
	if err != nil {
		return err
	}
	defer db.Close()
	r.frozen, err = db.Corpus(0)
	return err
}

// take adds the tests of the corpus: the frozen one, or that which was there before a run. Shards have no corpus of their own:
// a case of one would be another vector than that of the other.
func (r *Recording) take(db *store.DB, before int64) (err error) {
	corpus := r.frozen
	switch {
	case r.NoCorpus:
		return nil
	case corpus != nil:
		err = db.KeepCorpus(corpus) // a run after this one has what it began with, and more
	case r.Shards > 1:
		return nil
	default:
		corpus, err = db.Corpus(before)
	}
	if err != nil {
		return err
	}
	for _, t := range corpus.Tests() {
		if r.Pattern == "" || Matches(r.Pattern, t.Name) {
			r.Tests = append(r.Tests, t)
		}
	}
	return nil
}

// patternKey stands before the pattern that chose the tests, in what decides which cases a run has.
const patternKey = " test="

// configuration says what decides which cases a run has, besides its regression.
func (r *Recording) configuration() string {
	text := fmt.Sprintf("seeds=%d", r.Seeds)
	if r.frozen != nil {
		text += " corpus=" + r.frozen.hash()
	}
	if r.Pattern != "" {
		text += patternKey + r.Pattern
	}
	return text
}

// Whole tells whether a run was to have cases of all tests of its regression: it is no shard, which is only a part; no tests
// were chosen; and it is none that tries known bugs.
func Whole(r *store.Run) bool {
	_, mutants := BarOf(r.Regression)
	return r.Shards <= 1 && !mutants && !strings.Contains(r.Configuration, patternKey)
}

// Unfinished finds the latest run of this regression and shard, which must be one that can be gone on with.
func Unfinished(db *store.DB, like *store.Run) (*store.Run, error) {
	runs, err := db.Runs()
	if err != nil {
		return nil, err
	}
	for i := len(runs) - 1; i >= 0; i-- {
		old := &runs[i]
		if old.Regression != like.Regression || old.Shard != like.Shard || old.Shards != like.Shards {
			continue
		}
		fault := ""
		for _, f := range []struct{ what, has, want string }{
			{"revision", old.Revision, like.Revision}, {"register tables", old.Tables, like.Tables}, {"cases", old.Configuration, like.Configuration},
		} {
			if f.has != f.want {
				fault = fmt.Sprintf("is of %s %q; %q was expected", f.what, f.has, f.want)
				break
			}
		}
		switch {
		case old.Complete:
			return nil, &store.FileError{Path: db.Path, Err: fmt.Errorf("the last run of %s is complete: nothing to resume", like.Regression)}
		case fault != "":
			return nil, &store.FileError{Path: db.Path, Err: fmt.Errorf("the run of %s that was not completed %s", like.Regression, fault)}
		}
		return old, nil
	}
	return nil, &store.FileError{Path: db.Path, Err: fmt.Errorf("no run of %s to resume", like.Regression)}
}
