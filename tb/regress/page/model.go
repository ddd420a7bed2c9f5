// Package page makes reports of regressions from their database: one page of HTML for people, JUnit's XML and JSON for
// programs, and a summary in Markdown.
package page

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tilemark/tb/cover"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/regress/testplan"
)

// Report is all that a report tells.
type Report struct {
	Regression string    `json:"regression"`
	Verdict    string    `json:"verdict"` // PASSED, FAILED or INCOMPLETE
	Missed     bool      `json:"missed"`  // fewer mutants were killed than must be
	Unmet      int       `json:"unmet"`   // mutants that survived without a reason, though one is demanded
	Revision   string    `json:"revision"`
	Tables     string    `json:"tables"`
	Cases      int       `json:"cases"`
	Passed     int       `json:"passed"`
	Failed     int       `json:"failed"`
	Errors     int       `json:"errors"`
	Cycles     uint64    `json:"cycles"`
	Started    time.Time `json:"started"`
	Seconds    float64   `json:"seconds"` // that cases ran
	Budget     float64   `json:"budget_seconds"`
	Shard      string    `json:"shard,omitempty"`
	Selection  string    `json:"selection"`
	Note       string    `json:"note,omitempty"`

	Missing  []string        `json:"missing"` // entries of the testplan that had no case, though they should
	Plan     []Row           `json:"plan"`
	Planned  bool            `json:"planned"` // rows are entries of a testplan
	Failures []FailureGroup  `json:"failures"`
	Fixed    []string        `json:"fixed"` // cases that failed the last time and pass now
	Coverage []CoverageGroup `json:"coverage"`
	Bins     int             `json:"bins"`
	Covered  int             `json:"covered"`
	// Excluded are the bins that cannot be hit, by their reasons; they count nowhere.
	Excluded []cover.Exclusion `json:"excluded"`
	History  []store.Summary   `json:"history"`
	Slowest  []Slow            `json:"slowest"`
	Mutants  []store.Mutant    `json:"mutants"`

	cases    []store.Case
	complete bool         // the run came to its end, or all its shards did
	tried    *regress.Bar // what a run that tries mutants must reach; nil: it tries none
}

// FailureGroup are failures whose first wrong event breaks one rule at one place.
type FailureGroup struct {
	Rule  string   `json:"rule"`
	Place string   `json:"place"`
	State string   `json:"state"` // new, known or flaky
	Cases []Failed `json:"cases"`

	pictured int // cases that have pictures
}

// Failed is a case that did not pass.
type Failed struct {
	ID       string          `json:"id"`
	Seed     string          `json:"seed"`
	Result   string          `json:"result"`
	State    string          `json:"state"`
	Cycle    uint64          `json:"cycle"`
	Message  string          `json:"message"`
	Command  string          `json:"command"`
	Bisect   string          `json:"bisect,omitempty"` // the command that finds the commit, when the run before was of one in which it passed
	Vector   string          `json:"vector"`
	Shrunk   string          `json:"shrunk,omitempty"`
	Smaller  string          `json:"smaller,omitempty"` // the command that runs what Shrunk says
	Pictures []store.Picture `json:"-"`
}

// CoverageGroup are the bins whose names begin the same.
type CoverageGroup struct {
	Name    string   `json:"name"`
	Bins    int      `json:"bins"`
	Covered int      `json:"covered"`
	Holes   []string `json:"holes"`
}

// Slow is a case that took long.
type Slow struct {
	ID      string  `json:"id"`
	Seconds float64 `json:"seconds"`
	Cycles  uint64  `json:"cycles"`
}

// Most of what a report shows.
const (
	mostSlow       = 15
	mostPictured   = 3  // cases of a group with pictures
	mostRemembered = 40 // runs of the history
)

// family is the first part of a name.
func family(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

// New makes the report of a database's last run. plan may be nil; the space says which bins cannot be hit.
func New(db *store.DB, plan *testplan.Plan, sp *cover.Space) (*Report, error) {
	runs, err := db.Runs()
	if err != nil {
		return nil, err
	}
	if len(runs) == 0 {
		return nil, &store.FileError{Path: db.Path, Err: fmt.Errorf("has no run; `tilemark regress` makes one")}
	}
	run := &runs[len(runs)-1]
	r := &Report{
		Regression: run.Regression, Revision: run.Revision, Tables: run.Tables, Started: run.Started, Seconds: run.Busy.Seconds(), Budget: run.Budget.Seconds(),
		Selection: run.Configuration, Note: run.Note, complete: run.Complete, Missing: []string{}, Planned: plan != nil, Failures: []FailureGroup{}, Fixed: []string{},
	}
	if run.Shards > 1 {
		r.Shard = fmt.Sprintf("%d/%d", run.Shard, run.Shards)
	}
	if r.cases, err = db.Cases(run.ID); err != nil {
		return nil, err
	}
	if err := r.judge(db, run, runs); err != nil {
		return nil, err
	}
	r.count()
	hits, err := db.Coverage(run.ID)
	if err != nil {
		return nil, err
	}
	r.cover(hits, sp)
	r.Plan = rows(plan, r.cases, r.Coverage)
	r.miss(plan, run)
	r.slowest()
	if r.Mutants, err = db.Mutants(run.ID); err != nil {
		return nil, err
	}
	slices.SortStableFunc(r.Mutants, func(a, b store.Mutant) int { // survivors first
		return cmp.Or(cmp.Compare(min(len(a.Test), 1), min(len(b.Test), 1)), cmp.Compare(a.Block, b.Block), cmp.Compare(a.Name, b.Name))
	})
	if r.History, err = db.History(); err != nil {
		return nil, err
	}
	r.History = slices.DeleteFunc(r.History, func(s store.Summary) bool { return s.Regression != r.Regression })
	r.History = r.History[max(0, len(r.History)-mostRemembered):]
	if bar, tried := regress.BarOf(run.Regression); tried {
		r.tried = &bar
		r.Missed = run.Complete && run.Shards <= 1 && 100*float64(r.Killed()) < bar.Percent*float64(max(1, len(r.Mutants)))
		r.Unmet = bar.Unmet(r.Mutants)
	}
	switch {
	case r.Failed+r.Errors > 0 || r.nothing() || r.Missed || r.Unmet > 0:
		r.Verdict = "FAILED"
	case !r.complete || len(r.Missing) > 0: // mutants that were not tried may make up the share
		r.Verdict = "INCOMPLETE"
	default:
		r.Verdict = "PASSED"
	}
	return r, nil
}

// nothing tells whether nothing was looked at. Of mutants that nothing kills there is no case.
func (r *Report) nothing() bool { return r.Cases == 0 && (r.tried == nil || len(r.Mutants) == 0) }

// Tried tells whether the run is one that tries mutants.
func (r *Report) Tried() bool { return r.tried != nil }

func (r *Report) count() {
	for i := range r.cases {
		c := &r.cases[i]
		r.Cases++
		r.Cycles += c.Cycles
		switch c.Result {
		case store.Pass:
			r.Passed++
		case store.Fail:
			r.Failed++
		default:
			r.Errors++
		}
	}
}

// cover counts bins by their groups. Those that cannot be hit are named apart: a database of old may have hits of them.
func (r *Report) cover(hits map[string]uint64, sp *cover.Space) {
	if r.Excluded = []cover.Exclusion{}; len(hits) > 0 {
		r.Excluded = sp.Exclusions()
	}
	groups := map[string]*CoverageGroup{}
	for _, name := range slices.Sorted(maps.Keys(hits)) {
		if sp.Excludes(name) {
			continue
		}
		g := groups[family(name)]
		if g == nil {
			g = &CoverageGroup{Name: family(name), Holes: []string{}}
			groups[g.Name] = g
		}
		g.Bins++
		r.Bins++
		if hits[name] > 0 {
			g.Covered++
			r.Covered++
		} else {
			g.Holes = append(g.Holes, strings.TrimPrefix(name, g.Name+"/"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		r.Coverage = append(r.Coverage, *groups[name])
	}
}

func (r *Report) slowest() {
	list := slices.Clone(r.cases)
	slices.SortStableFunc(list, func(a, b store.Case) int { return cmp.Compare(b.Wall, a.Wall) })
	for i := range list[:min(len(list), mostSlow)] {
		c := &list[i]
		r.Slowest = append(r.Slowest, Slow{c.ID(), c.Wall.Seconds(), c.Cycles})
	}
}

// Unreachable counts the bins that are excluded.
func (r *Report) Unreachable() (n int) {
	for i := range r.Excluded {
		n += r.Excluded[i].Count
	}
	return n
}

// Short tells whether the mutants are not what they must be: too few were killed, or one survived without a reason that it must
// have.
func (r *Report) Short() bool { return r.Missed || r.Unmet > 0 }

// Lacks tells whether a mutant is one for which the run falls short: it survived, and a reason does not let it pass.
func (r *Report) Lacks(m store.Mutant) bool {
	return m.Test == "" && (r.Missed || r.tried != nil && r.tried.Reasons && m.How == regress.Unexplained)
}

// Survivors counts the mutants that nothing killed.
func (r *Report) Survivors() (n int) {
	for i := range r.Mutants {
		if r.Mutants[i].Test == "" {
			n++
		}
	}
	return n
}

// States of a failure, seen beside the runs before.
const (
	stateNew   = "new"   // it did not fail in the run before
	stateKnown = "known" // it failed in the run before as well
	stateFlaky = "flaky" // one seed has had two results with the same source
)

// judge groups the failures, and compares them with the runs before.
func (r *Report) judge(db *store.DB, run *store.Run, runs []store.Run) error {
	before, err := db.Before(run, runs)
	if err != nil {
		return err
	}
	at := map[[2]string]int{}
	for i := range r.cases {
		c := &r.cases[i]
		old := before[c.Key()]
		if c.Failure == nil {
			if old != nil && old.Result != store.Pass {
				r.Fixed = append(r.Fixed, c.ID())
			}
			if stateOf(c, old) != stateFlaky {
				continue
			}
		}
		f := c.Failure
		if f == nil {
			f = &store.Failure{Rule: regress.RuleFlaky, Place: "between runs", Command: regress.Repeat(r.Regression, c.Test, c.Seed),
				Message: fmt.Sprintf("digest %s; %s with digest %s in the run before, of the same source", store.Hex(c.Digest), old.Result, store.Hex(old.Digest))}
			c.Result, c.Failure = store.Error, f // whoever counts cases sees it
		}
		key := [2]string{f.Rule, f.Place}
		if _, found := at[key]; !found {
			at[key] = len(r.Failures)
			r.Failures = append(r.Failures, FailureGroup{Rule: f.Rule, Place: f.Place})
		}
		g := &r.Failures[at[key]]
		e := Failed{ID: c.ID(), Seed: store.Hex(c.Seed), Result: c.Result, State: stateOf(c, old), Cycle: f.Cycle, Message: f.Message, Command: f.Command, Vector: f.Vector, Shrunk: f.Shrunk}
		if c.Result == store.Fail && old != nil && old.Result == store.Pass && old.Commit != "" && run.Exact() && old.Commit != run.Revision {
			e.Bisect = regress.Bisect(f.Command, old.Commit, run.Revision)
		}
		if g.pictured < mostPictured {
			if e.Pictures, err = db.Pictures(run.ID, c); err != nil {
				return err
			}
		}
		if len(e.Pictures) > 0 {
			g.pictured++
		}
		g.Cases = append(g.Cases, e)
	}
	for i := range r.Failures {
		r.Failures[i].sort()
		r.Failures[i].State = r.Failures[i].worst()
	}
	slices.SortStableFunc(r.Failures, func(a, b FailureGroup) int {
		order := []string{stateNew, stateFlaky, stateKnown}
		return cmp.Or(cmp.Compare(slices.Index(order, a.State), slices.Index(order, b.State)), cmp.Compare(len(b.Cases), len(a.Cases)))
	})
	return nil
}

// sort puts the cases first that can be shown: which of a group are drawn depends on the order in which they ran.
func (g *FailureGroup) sort() {
	slices.SortStableFunc(g.Cases, func(a, b Failed) int {
		return cmp.Or(cmp.Compare(min(len(b.Pictures), 1), min(len(a.Pictures), 1)), cmp.Compare(min(len(b.Shrunk), 1), min(len(a.Shrunk), 1)))
	})
}

// worst is the state of a group: new when any of its failures is.
func (g *FailureGroup) worst() string {
	state := stateKnown
	for i := range g.Cases {
		switch s := g.Cases[i].State; {
		case s == stateNew:
			return s
		case s == stateFlaky:
			state = s
		}
	}
	return state
}

func stateOf(c *store.Case, old *store.Earlier) string {
	switch {
	case c.Failure != nil && c.Failure.Rule == regress.RuleFlaky || old != nil && old.SameSource && (old.Result != c.Result || old.Digest != c.Digest):
		return stateFlaky
	case old != nil && old.Result != store.Pass:
		return stateKnown
	}
	return stateNew
}
