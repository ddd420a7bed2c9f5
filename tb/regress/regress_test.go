package regress

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim"
	"tilemark/tb/cover"
	"tilemark/tb/directed"
	"tilemark/tb/regress/store"
)

// The hash is written down, so that seeds of old reports stay what they were.
func TestSeedsStayWhatTheyAre(t *testing.T) {
	require.Equal(t, uint64(0xcde0e03db0d6d734), Seed("nightly", "directed/between-draws/tg", 0))
	seen := map[uint64]bool{}
	for _, s := range []uint64{Seed("quick", "a", 0), Seed("quick", "a", 1), Seed("nightly", "a", 0), Seed("quick", "b", 0), Seed("quicka", "", 0), Seed("quick", "a1", 0)} {
		require.False(t, seen[s])
		seen[s] = true
	}
}

func TestTestsHaveNamesOfTheirOwnAndMakeVectors(t *testing.T) {
	for _, name := range Names {
		r := New(name)
		seen := map[string]bool{}
		for _, test := range r.Tests {
			require.False(t, seen[test.Name], test.Name)
			seen[test.Name] = true
			w, err := test.Make(Seed(name, test.Name, 0))
			require.NoError(t, err, test.Name)
			_, err = directed.Parse(w.Text)
			require.NoError(t, err, "%s\n%s", test.Name, w.Text)
		}
	}
	require.Nil(t, New("weekly"))
}

func TestPatternsAreForNamesAndWhatIsBelowThem(t *testing.T) {
	for pattern, want := range map[string]bool{
		"directed": true, "directed/blending": true, "directed/*/tg": true, "directed/bl*/tg": true, "*": true, "directed/blending/tg": true,
		"direct": false, "directed/blending/zl1": false, "*/tg": false, "[": false,
	} {
		require.Equal(t, want, Matches(pattern, "directed/blending/tg"), pattern)
	}
}

// someTests are quick ones.
const someTests = "interrupted/i*/tg/default"

// recorded runs tests and returns what became of them.
func recorded(t *testing.T, path string, change func(r *Recording)) *Summary {
	t.Helper()
	reg := New("nightly")
	rec := &Recording{Path: path, Revision: "r", Options: Options{Regression: reg, Tests: reg.Select(someTests), Seeds: 2, Jobs: 1, Order: 1}}
	if change != nil {
		change(rec)
	}
	s, err := rec.Run(context.Background())
	require.NoError(t, err)
	return s
}

func TestJobsAndOrderDoNotShow(t *testing.T) {
	dir := t.TempDir()
	one := recorded(t, filepath.Join(dir, "1"), nil)
	two := recorded(t, filepath.Join(dir, "2"), func(r *Recording) { r.Jobs, r.Order = 2, 99 })
	require.True(t, one.Held(), "%+v", one.Failures)
	require.Greater(t, one.Cases, 10)
	require.Equal(t, one.Cases, two.Cases)
	require.Equal(t, one.Digest, two.Digest)
}

// named makes a test of a function.
func named(name string, do func(seed uint64) (*Work, error)) *Test {
	return &Test{Name: name, Stage: "V1", Weight: 1, Cases: 1, Make: do}
}

func text(s string) func(uint64) (*Work, error) {
	return func(uint64) (*Work, error) { return &Work{Text: []byte(s)}, nil }
}

const smallest = "covers: x\nsize: [8, 8]\ncontexts: [{scene: one-triangle}]\n"

func TestEveryFailureNamesItselfAndEndsNothing(t *testing.T) {
	reg := &Regression{Name: "quick", Tests: []*Test{
		named("good", text(smallest)),
		named("unreadable", text("no: vector\n")),
		named("broken-generator", func(uint64) (*Work, error) { panic("oh") }),
		named("unshown", text(smallest+"cuts: 5\n")),
		named("counted", text(smallest)),
		named("sweep", func(uint64) (*Work, error) { return &Work{Text: []byte(smallest), Every: 20}, nil }),
		named("cutless", func(uint64) (*Work, error) { return &Work{Text: []byte(smallest), Every: 5000}, nil }),
	}}
	var failures []store.Case
	n := 0
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 2, Limit: 3 * time.Second, Done: func(c *store.Case, _ *Covered) error {
		n++
		if c.Failure != nil {
			failures = append(failures, *c)
		}
		return nil
	}}
	o.Coverage = func() Coverage { return sleeper{} }
	ended, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, AllRun, ended)
	require.Equal(t, 7, n)
	got := map[string]string{}
	for _, c := range failures {
		got[c.Test] = c.Result + " " + c.Failure.Rule
		require.Contains(t, c.Failure.Command, "tilemark regress quick --test "+c.Test+" --seed 0x")
		require.NotEmpty(t, c.Failure.Message)
	}
	require.Equal(t, map[string]string{"unreadable": "error invalid", "broken-generator": "error invalid", "unshown": "fail expectation", "cutless": "fail expectation"}, got)
}

// sleeper counts nothing.
type sleeper struct{}

func (sleeper) Attach(*cosim.Session)                       {}
func (sleeper) Take() (map[string]uint64, []cover.Excluded) { return map[string]uint64{"bin": 1}, nil }

func TestCaseThatDoesNotEndIsAFailure(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	reg := &Regression{Name: "quick", Tests: []*Test{
		named("good", text(smallest)),
		named("endless", func(uint64) (*Work, error) { return &Work{Text: []byte(smallest)}, nil }),
	}}
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Limit: 2 * time.Second, Coverage: func() Coverage { return stuck{free} }}
	var got []string
	o.Done = func(c *store.Case, _ *Covered) error {
		got = append(got, c.Result+" "+c.Failure.Rule)
		require.Equal(t, smallest, c.Failure.Vector)
		return nil
	}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, []string{"fail time limit", "fail time limit"}, got)
}

// What a case showed stays, though the run that draws it does not end.
func TestFailureStaysWhenItCannotBeDrawn(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	reg := &Regression{Name: "quick", Tests: []*Test{named("t", text(smallest))}}
	runs := 0
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Limit: 2 * time.Second}
	o.Attach = func(s *cosim.Session) {
		if runs++; runs > 1 {
			<-free
		}
		s.M.TG.P.TGFifo.Tap().OnPut(func(uint64, *pipe.TileEntry) { s.M.Break("T9", "HERE", "on purpose") })
	}
	o.Done = func(c *store.Case, _ *Covered) error {
		require.Equal(t, "fail T9", c.Result+" "+c.Failure.Rule)
		require.NotEmpty(t, c.Failure.Command)
		return nil
	}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, 2, runs)
}

// stuck never comes back from a session.
type stuck struct{ free chan struct{} }

func (s stuck) Attach(*cosim.Session)                     { <-s.free }
func (stuck) Take() (map[string]uint64, []cover.Excluded) { return nil, nil }

func TestBrokenRuleIsTheFirstEvent(t *testing.T) {
	c := Execute(named("t", text(smallest)), 1, func(s *cosim.Session) {
		s.M.TG.P.TGFifo.Tap().OnPut(func(cycle uint64, _ *pipe.TileEntry) { s.M.Break("T9", "HERE", "on purpose") })
	})
	require.Equal(t, "T9", c.Failure.Rule)
	require.Equal(t, "HERE", c.Failure.Place)
	require.Positive(t, c.Failure.Cycle)
	require.Equal(t, smallest, c.Failure.Vector)
	c = Execute(named("t", text(smallest)), 1, func(s *cosim.Session) {
		s.M.TG.P.TGFifo.Tap().OnPut(func(uint64, *pipe.TileEntry) { panic("on purpose") })
	})
	require.Equal(t, store.Fail, c.Result)
	require.Equal(t, RulePanic, c.Failure.Rule)
	require.Contains(t, c.Failure.Place, "regress.TestBrokenRule")
	c = Execute(named("t", text(smallest)), 1, func(s *cosim.Session) {
		s.Memory().WriteWord(s.V.Image.Contexts[0].Header+4*regs.ContextHeaderTail, 0)
	})
	require.NotNil(t, c.Failure)
}

func TestTwoResultsOfOneSeedAreAnError(t *testing.T) {
	n := 0
	reg := &Regression{Name: "quick", Repeats: 1, Tests: []*Test{named("t", func(uint64) (*Work, error) {
		n++
		return &Work{Text: fmt.Appendf(nil, "covers: x\nsize: [8, %d]\ncontexts: [{scene: one-triangle}]\n", 8*n)}, nil
	})}}
	o := &Options{Regression: reg, Tests: reg.Tests, Jobs: 1, Done: func(c *store.Case, _ *Covered) error {
		require.Equal(t, store.Error, c.Result)
		require.Equal(t, RuleFlaky, c.Failure.Rule)
		require.Contains(t, c.Failure.Message, "two runs of one seed differ: pass in ")
		return nil
	}}
	_, err := o.Run(context.Background())
	require.NoError(t, err)
	require.Equal(t, 2, n)
}

// A run that is stopped anywhere and resumed has each case once, and ends as one that was not stopped.
func TestStoppedRunGoesOn(t *testing.T) {
	dir := t.TempDir()
	whole := recorded(t, filepath.Join(dir, "whole"), nil)
	path := filepath.Join(dir, "stopped")
	ctx, stop := context.WithCancel(context.Background())
	reg := New("nightly")
	rec := &Recording{Path: path, Revision: "r", Options: Options{Regression: reg, Tests: reg.Select(someTests), Seeds: 2, Jobs: 1, Order: 5}}
	rec.Progress = func(s *Summary) {
		if s.Cases == 7 {
			stop()
		}
	}
	part, err := rec.Run(ctx)
	require.NoError(t, err)
	require.Equal(t, Cancelled, part.Ended)
	require.False(t, part.Run.Complete)
	require.Less(t, part.Cases, whole.Cases)

	rest := recorded(t, path, func(r *Recording) { r.Resume = true })
	require.Equal(t, part.Cases, rest.Known)
	require.Equal(t, whole.Cases, rest.Cases)
	require.Equal(t, whole.Digest, rest.Digest)
	require.True(t, rest.Run.Complete)

	for want, change := range map[string]func(r *Recording){
		"the last run of nightly is complete: nothing to resume": func(*Recording) {},
		"no run of nightly to resume":                            func(r *Recording) { r.Shard, r.Shards = 1, 2 },
	} {
		again := &Recording{Path: path, Resume: true, Revision: "r", Options: Options{Regression: reg, Tests: rec.Tests, Seeds: 2, Jobs: 1}}
		change(again)
		_, err = again.Run(context.Background())
		require.EqualError(t, err, path+": "+want)
	}
}

func TestBudgetEndsTheRun(t *testing.T) {
	s := recorded(t, filepath.Join(t.TempDir(), "db"), func(r *Recording) { r.Seeds, r.Budget = 0, 300*time.Millisecond })
	require.Equal(t, TimeOver, s.Ended)
	require.True(t, s.Run.Complete)
	require.NotEmpty(t, s.Run.Note)
}

// A run whose time is short has seen the directed tests first, then a case of each other kind, then the corpus.
func TestShortRunsSeeAllKindsFirst(t *testing.T) {
	reg := New("nightly")
	tests := slices.Concat(reg.Tests, Corpus{"draws": {"0x5", "0x7"}}.Tests())
	o := Options{Regression: reg, Tests: tests, Seeds: 1, Order: 3}
	var kinds []string
	o.each(func(j Job) bool {
		kind, _, _ := strings.Cut(j.Test.Name, "/")
		kinds = append(kinds, kind)
		return true
	})
	n := 2 * len(directed.Names())
	require.NotContains(t, kinds[n:], "directed")
	kinds = kinds[n:]
	require.ElementsMatch(t, []string{"boundary", "interrupted", "sweep"}, kinds[:3])
	require.Equal(t, []string{"corpus", "corpus"}, kinds[3:5])
	require.Contains(t, kinds[5:], "random")
	require.NotContains(t, kinds[5:], "corpus")
}

func TestVerdictIsOnAllThatWasAskedFor(t *testing.T) {
	word := func(change func(s *Summary)) string {
		s := &Summary{}
		s.Add(&store.Case{Test: "a", Result: store.Pass})
		change(s)
		word, _, _ := strings.Cut(s.Verdict(), ":")
		require.Equal(t, word == "PASSED", s.Held())
		return word
	}
	require.Equal(t, "PASSED", word(func(*Summary) {}))
	require.Equal(t, "INCOMPLETE", word(func(s *Summary) { s.Ended = Cancelled }))
	require.Equal(t, "INCOMPLETE", word(func(s *Summary) { s.Missing = []string{"blending"} }))
	require.Equal(t, "FAILED", word(func(s *Summary) {
		s.Missing = []string{"blending"}
		s.Add(&store.Case{Test: "b", Result: store.Error, Failure: &store.Failure{}})
	}))
	require.Equal(t, "7 entries of the testplan have no case (a; b; c; d; e; and 2 more)", Unexercised(strings.Split("abcdefg", "")))
}

func TestVerdictWritesNumbersAsAllDo(t *testing.T) {
	s := &Summary{}
	for range 1234 {
		s.Add(&store.Case{Test: "a", Result: store.Pass})
	}
	require.Contains(t, s.Verdict(), "PASSED: 1,234 cases of ")
	require.Contains(t, s.Verdict(), ": 1,234 passed, 0 failed, 0 errors; digest ")
}

func TestShardsShareTheCases(t *testing.T) {
	reg := New("nightly")
	o := Options{Regression: reg, Tests: reg.Select("directed"), Seeds: 1}
	all, sum := o.Total(), 0
	for i := range 3 {
		o.Shard, o.Shards = i+1, 3
		n := o.Total()
		require.Greater(t, n, all/6)
		sum += n
	}
	require.Equal(t, all, sum)
	require.Equal(t, 2*len(directed.Names()), all)
}

func TestAShardMayHaveNoCase(t *testing.T) {
	s := recorded(t, filepath.Join(t.TempDir(), "db"), func(r *Recording) { r.Tests, r.Shard, r.Shards = nil, 1, 2 })
	require.True(t, s.Run.Complete, "and is not lost")
	require.False(t, s.Held())
	s = recorded(t, filepath.Join(t.TempDir(), "db"), func(r *Recording) { r.Tests = nil })
	require.False(t, s.Run.Complete)
}

func TestTextsOfVectorsAreChangedByKeys(t *testing.T) {
	d := parseVectorText([]byte("# what\ncovers: c\nconfig: {fifo.depth: 2, a.b: 1} # why\nsteps:\n  - {cycle: 1, do: interrupt}\nevery: 3\n"))
	d.configure("fifo.depth=least", "c.d=5")
	d.keep("covers", "config")
	d.set("every", "7")
	require.Equal(t, "covers: c\nconfig: {a.b: 1, fifo.depth: least, c.d: 5}\nevery: 7\n", string(d.text()))
	require.True(t, slices.Contains(d.keys, "every"))
}
