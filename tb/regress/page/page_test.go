package page

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cover"
	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
	"tilemark/tb/regress/testplan"
)

var out = flag.String("out", "", "folder into which the pages of the tests' databases are written, and the same as JUnit, for a look at them")

// space are the bins of the machine.
func space(t *testing.T) *cover.Space {
	t.Helper()
	sp, err := cover.New()
	require.NoError(t, err)
	return sp
}

func reportOf(t *testing.T, path string, plan *testplan.Plan) *Report {
	t.Helper()
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	r, err := New(db, plan, space(t))
	require.NoError(t, err)
	return r
}

func TestReportTellsOfTheLastRunBesideThoseBefore(t *testing.T) {
	r := reportOf(t, fixture(t), nil)
	require.Equal(t, "FAILED", r.Verdict)
	require.Equal(t, 17, r.Cases)
	require.Equal(t, 5, r.Passed)
	states := map[string]string{}
	for _, g := range r.Failures {
		states[g.Rule+" "+g.Place] = g.State
	}
	require.Equal(t, map[string]string{
		"P1 memory": "known", "T5 TG_FIFO": "known", "panic tb/regress/page.breakDown": "known", "P3 TG": "new", "expectation vector": "known",
	}, states)
	require.Equal(t, "P3", r.Failures[0].Rule, "new ones first")
	for i := range r.Failures {
		g := &r.Failures[i]
		for k := range g.Cases { // which of them are drawn depends on the order in which they ran
			require.Equal(t, k < 3, len(g.Cases[k].Pictures) > 0, "%s: cases that can be shown come first", g.Cases[k].ID)
		}
	}
	require.Equal(t, []string{"random/recovers#0"}, r.Fixed)
	for i := range r.Failures { // of the run before, a case that passes now has no commit to look for
		for _, c := range r.Failures[i].Cases {
			want := ""
			if c.ID == "random/later#0" {
				want = "tilemark bisect --test random/later --seed " + c.Seed + " --good " + fmt.Sprintf("%040x", 0x5eed+3)[:12] + " --bad " + r.Revision[:12]
			}
			require.Equal(t, want, c.Bisect)
		}
	}
	require.Equal(t, 1, r.Survivors())
	require.Empty(t, r.Mutants[0].Test, "survivors first")
	require.Len(t, r.History, 5)
	require.Less(t, r.Covered, r.Bins)

	var page, junit, summary, object bytes.Buffer
	require.NoError(t, r.HTML(&page))
	require.NoError(t, r.JUnit(&junit))
	require.NoError(t, r.Markdown(&summary))
	require.NoError(t, r.JSON(&object))
	checkPage(t, page.String())
	checkJUnit(t, junit.Bytes())
	require.Contains(t, summary.String(), "## nightly: FAILED\n")
	require.Contains(t, summary.String(), "| T5 | TG_FIFO | known | 5 | `tilemark regress nightly --test random/rule --seed 0x")
	var back map[string]any
	require.NoError(t, json.Unmarshal(object.Bytes(), &back))
	require.Equal(t, "FAILED", back["verdict"])
}

// TestReportTellsOfThePlanOfTheProject writes a page with the project's testplan, and one of mutants beside it, for those who look at them
// in a browser, and both as JUnit.
func TestReportTellsOfThePlanOfTheProject(t *testing.T) {
	plan, err := testplan.Read("../../../docs/testplan.yaml")
	require.NoError(t, err)
	for name, path := range map[string]string{"index.html": fixture(t), "mutants.html": fixtureOfMutants(t)} {
		r := reportOf(t, path, plan)
		require.Equal(t, "FAILED", r.Verdict)
		require.Len(t, r.Plan, len(plan.Entries))
		require.NotEmpty(t, r.PlanSeen())
		require.NotEmpty(t, r.PlanRest())
		for _, p := range r.PlanRest() {
			require.NotContains(t, r.Missing, p.Name, "what should have been run is seen")
		}
		var page bytes.Buffer
		require.NoError(t, r.HTML(&page))
		require.NotContains(t, page.String(), "ZgotmplZ")
		if *out != "" {
			require.NoError(t, os.MkdirAll(*out, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(*out, name), page.Bytes(), 0o644))
			var junit bytes.Buffer
			require.NoError(t, r.JUnit(&junit))
			require.NoError(t, os.WriteFile(filepath.Join(*out, strings.TrimSuffix(name, ".html")+".junit.xml"), junit.Bytes(), 0o644))
		}
	}
}

// checkPage looks at what a browser is not needed for.
func checkPage(t *testing.T, page string) {
	t.Helper()
	require.NotContains(t, page, "http://")
	require.NotContains(t, page, "https://")
	require.NotContains(t, page, "ZgotmplZ", "the template found something unsafe")
	require.NotContains(t, page, "<b>overtakes")
	require.Contains(t, page, "&lt;b&gt;overtakes")
	require.Equal(t, (1+3+3+1)*3, strings.Count(page, "data:image/png;base64,"), "failures whose images differ have three each, of a group the first three; of the cuts that are missing the images are equal")
	require.Equal(t, 3, strings.Count(page, "<figcaption>where they differ</figcaption>"), "at the end")
	require.Equal(t, 1+3+1, strings.Count(page, "<figcaption>not drawn yet, or different</figcaption>"), "of a machine that was stopped")
	for _, text := range []string{
		", in which rule T5 was broken. TG_FIFO has no row: ", "in which rule P3 was broken. TG has no row of its own: those of its connections are shaded.",
		", the end of the run.", ", in which the run stopped.", `<i class="key fill"></i>a FIFO: the higher, the fuller`,
	} {
		require.Contains(t, page, text)
	}
	require.Regexp(t, "The red line is cycle [\\d,]+, in which rule T5 was broken", page)
	require.NotRegexp(t, ` style="`, page, "the policy allows no styles of elements")
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		require.False(t, ids[m[1]], m[1])
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		require.True(t, ids[m[1]], m[1])
	}
}

func checkJUnit(t *testing.T, data []byte) {
	t.Helper()
	var s junitSuites
	require.NoError(t, xml.Unmarshal(data, &s))
	require.Equal(t, 17, s.Tests)
	require.Equal(t, 12, s.Failures+s.Errors)
	cases := 0
	for _, suite := range s.Suites {
		require.Len(t, suite.Cases, suite.Tests)
		cases += len(suite.Cases)
	}
	require.Equal(t, s.Tests, cases)
}

func TestPlanCountsCasesByEntry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.yaml")
	require.NoError(t, os.WriteFile(path, []byte(`entries:
  - {name: blending, stage: V1, shows: blending survives cuts, rules: [P1], tests: ["directed/blend"], coverage: [csp-states]}
  - {name: nobody, stage: V3, tests: [none]}
  - {name: random, stage: V2, tests: ["random/*"]}
  - {name: unit, stage: V1, tests: [tb/regress.TestSeeds]}
`), 0o600))
	plan, err := testplan.Read(path)
	require.NoError(t, err)
	r := reportOf(t, fixture(t), plan)
	require.Equal(t, []string{"passed", "not run", "failed", "make test"}, []string{r.Plan[0].State(), r.Plan[1].State(), r.Plan[2].State(), r.Plan[3].State()})
	var summary bytes.Buffer
	require.NoError(t, r.Markdown(&summary))
	require.Contains(t, summary.String(), "| blending | V1 | 3 | 0 |\n| nobody | V3 | not run | |\n| random | V2 | 12 | 11 |\n| unit | V1 | make test | |\n")
	require.Equal(t, 3, r.Plan[0].Cases)
	require.Equal(t, 100.0, r.Plan[0].Coverage)
	require.Negative(t, r.Plan[1].Coverage)
	require.NoError(t, os.WriteFile(path, []byte("entires: []\n"), 0o600))
	_, err = testplan.Read(path)
	require.ErrorContains(t, err, path+":1:1: ")
}

// A bin that cannot be hit counts nowhere, also when a database of old has hits of it; it is told with its reason.
func TestExcludedBinsAreToldApart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	db, err := store.OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	r := &store.Run{Regression: "quick", Shard: 1, Shards: 1, Complete: true}
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass}))
	w.Coverage(map[string]uint64{"restores/load: cut by wait": 7, "events/cut": 1, "events/resumed": 0})
	require.NoError(t, w.Flush())
	got, err := New(db, nil, space(t))
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 2}, [2]int{got.Covered, got.Bins})
	const why = "nothing is executed before the load is complete"
	require.Contains(t, got.Excluded, cover.Exclusion{Why: why, Count: 1, Bins: []string{"restores/load: cut by wait"}})
	var page, summary, object bytes.Buffer
	require.NoError(t, got.HTML(&page))
	require.NoError(t, got.Markdown(&summary))
	require.NoError(t, got.JSON(&object))
	require.Regexp(t, "<summary>"+why+`</summary><ul class="holes"><li>restores/load: cut by wait</li>`, page.String())
	require.Contains(t, summary.String(), "| "+why+" | 1 |\n")
	require.Contains(t, object.String(), `"why": "`+why+`"`)
}

// Who asked for all of a regression gets a verdict on all of it: an entry of V1 or V2 without a case is no pass.
func TestEntryWithoutCasesIsIncomplete(t *testing.T) {
	plan, err := testplan.Parse([]byte(`entries:
  - {name: blending, stage: V1, tests: [directed/blending]}
  - {name: at random, stage: V2, tests: ["random/*"]}
  - {name: more, stage: V3, tests: [sweep]}
  - {name: pages, stage: V1, tests: [tb/regress.TestSeeds]}
`))
	require.NoError(t, err)
	db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
	require.NoError(t, err)
	defer db.Close()
	for i, c := range []struct {
		test, regression, configuration string
		shards                          int
		verdict                         string
	}{
		{"directed/blending/tg", "nightly", "seeds=0", 1, "INCOMPLETE"},
		{"directed/blending/tg", "nightly", "seeds=0 test=directed", 1, "PASSED"}, // asked for a part
		{"directed/blending/tg", "nightly", "seeds=0", 2, "PASSED"},               // is a part
		{"directed/blending/tg", "nightly-mutants", "seeds=0", 1, "FAILED"},       // for another reason
	} {
		r := &store.Run{Regression: c.regression, Configuration: c.configuration, Shard: 1, Shards: c.shards, Complete: true, Started: time.Unix(int64(i), 0)}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: c.test, Result: store.Pass}))
		require.NoError(t, w.Flush())
		got, err := New(db, plan, space(t))
		require.NoError(t, err)
		require.Equal(t, c.verdict, got.Verdict, c)
		require.Equal(t, c.verdict == "INCOMPLETE", strings.HasSuffix(got.Sentence(), "1 entry of the testplan has no case (at random); more time (--budget) was needed."), got.Sentence())
	}
}

func TestDatabaseWithoutRunsHasNoReport(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	db, err := store.OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	_, err = New(db, nil, space(t))
	require.EqualError(t, err, path+": has no run; `tilemark regress` makes one")
}

// One seed that had two results with the same source is a failure, though each of them passed.
func TestSeedWithTwoResultsIsAFailure(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.db")
	db, err := store.OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	for i, revision := range []string{"abc", "abc+changes", "abc"} {
		r := &store.Run{Regression: "quick", Revision: revision, Shard: 1, Shards: 1, Complete: true}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass, Digest: uint64(i)}))
		require.NoError(t, w.Flush())
		got, err := New(db, nil, space(t))
		require.NoError(t, err)
		require.Equal(t, []string{"PASSED", "PASSED", "PASSED"}[i], got.Verdict, "run %d: the source of the run before is another one", i)
	}
	r := &store.Run{Regression: "quick", Revision: "abc", Shard: 1, Shards: 1, Complete: true}
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass, Digest: 77}))
	require.NoError(t, w.Flush())
	got, err := New(db, nil, space(t))
	require.NoError(t, err)
	require.Equal(t, "FAILED", got.Verdict)
	require.Equal(t, "flaky", got.Failures[0].State)
	require.Equal(t, 1, got.Errors)
	require.Zero(t, got.Passed)
	var junit bytes.Buffer
	require.NoError(t, got.JUnit(&junit))
	require.Contains(t, junit.String(), `errors="1"`)
}

// A run that tries known bugs must notice as many as the regression demands.
func TestTooFewKilledMutantsAreAFailure(t *testing.T) {
	db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
	require.NoError(t, err)
	defer db.Close()
	for _, c := range []struct {
		run, second, how, verdict string
		others                    int
		said                      string
	}{
		{"quick-mutants", "a", "", "PASSED", 0, "2 of 2 mutants killed in 2s, 100 %; at least 85 % was expected."},
		{"quick-mutants", "", regress.Unexplained, "FAILED", 0, "1 of 2 mutants killed in 2s, 50.0 %; at least 85 % was expected."},
		{"quick-mutants", "", regress.Unexplained, "PASSED", 99, "100 of 101 mutants killed"}, // nightly may find it
		{"nightly-mutants", "", "nobody can see it", "PASSED", 99, "100 of 101 mutants killed"},
		{"nightly-mutants", "", regress.Unexplained, "FAILED", 99, "100 of 101 mutants killed in 2s, 99.0 %; at least 98 % was expected; survivors without a reason, which each must have: 1."},
		{"quick", "", "", "PASSED", 0, "1 case ran in 2s. All passed."}, // it tries none
	} {
		r := &store.Run{Regression: c.run, Shard: 1, Shards: 1, Complete: true, Busy: 2 * time.Second}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass}))
		require.NoError(t, w.Mutant(store.Mutant{Name: "one", Test: "a"}))
		require.NoError(t, w.Mutant(store.Mutant{Name: "two", Test: c.second, How: c.how}))
		for i := range c.others {
			require.NoError(t, w.Mutant(store.Mutant{Name: fmt.Sprint(i), Test: "a"}))
		}
		require.NoError(t, w.Flush())
		got, err := New(db, nil, space(t))
		require.NoError(t, err)
		require.Equal(t, c.verdict, got.Verdict, c)
		require.Contains(t, got.Sentence(), c.said)
	}
}

// A run of mutants that was stopped is incomplete, since the others may make up the share. Red is what falls short, and nothing else.
func TestRedIsWhatFallsShort(t *testing.T) {
	db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
	require.NoError(t, err)
	defer db.Close()
	for _, c := range []struct {
		run, how string
		others   int
		complete bool
		verdict  string
		red      bool
	}{
		{"nightly-mutants", "nobody can see it", 99, true, "PASSED", false},
		{"quick-mutants", regress.Unexplained, 99, true, "PASSED", false},
		{"quick-mutants", "nobody can see it", 0, true, "FAILED", true},
		{"quick-mutants", "nobody can see it", 0, false, "INCOMPLETE", false},
		{"nightly-mutants", regress.Unexplained, 99, true, "FAILED", true},
		{"nightly-mutants", regress.Unexplained, 99, false, "FAILED", true},
		{"nightly-mutants", "nobody can see it", 99, false, "INCOMPLETE", false},
	} {
		r := &store.Run{Regression: c.run, Shard: 1, Shards: 1, Complete: c.complete, Busy: 2 * time.Second}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass}))
		require.NoError(t, w.Mutant(store.Mutant{Name: "two", How: c.how}))
		for i := range c.others {
			require.NoError(t, w.Mutant(store.Mutant{Name: fmt.Sprint(i), Test: "a"}))
		}
		require.NoError(t, w.Flush())
		got, err := New(db, nil, space(t))
		require.NoError(t, err)
		require.Equal(t, c.verdict, got.Verdict, c)
		var html bytes.Buffer
		require.NoError(t, got.HTML(&html))
		for _, red := range []string{`<a href="#mutants" class="bad">`, `<div class="tile bad">`, `survivor lacks">`} {
			require.Equal(t, c.red, strings.Contains(html.String(), red), "%v: %s", c, red)
		}
		require.Contains(t, html.String(), `survivor`)
	}
}

// CI servers see each mutant: a survivor without a reason fails when the run does by it, others are skipped with what is known.
func TestMutantsAreCasesOfJUnit(t *testing.T) {
	mutants := []store.Mutant{{Name: "killed", Block: "TG", Test: "a", Wall: time.Second}, {Name: "known", Block: "MXU", How: "nobody can see it"}, {Name: "unknown", Block: "csp front end", Description: "It is wrong.", How: regress.Unexplained}}
	for _, c := range []struct {
		run                      string
		shards, others           int // mutants that are killed besides
		tests, failures, skipped int
	}{
		{"nightly-mutants", 1, 0, 5, 2, 1}, // the share as well
		{"nightly-mutants", 1, 99, 104, 1, 1},
		{"nightly-mutants", 2, 0, 5, 1, 1}, // which is not a shard's
		{"quick-mutants", 1, 99, 104, 0, 2},
		{"quick-mutants", 1, 0, 5, 2, 1},
		{"quick", 1, 0, 1, 0, 0},
	} {
		db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
		require.NoError(t, err)
		defer db.Close()
		r := &store.Run{Regression: c.run, Shard: 1, Shards: c.shards, Complete: true}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass}))
		for _, m := range mutants {
			require.NoError(t, w.Mutant(m))
		}
		for i := range c.others {
			require.NoError(t, w.Mutant(store.Mutant{Name: fmt.Sprint(i), Test: "a"}))
		}
		require.NoError(t, w.Flush())
		got, err := New(db, nil, space(t))
		require.NoError(t, err)
		var junit, summary bytes.Buffer
		require.NoError(t, got.JUnit(&junit))
		var s junitSuites
		require.NoError(t, xml.Unmarshal(junit.Bytes(), &s))
		skipped := 0
		for _, suite := range s.Suites {
			skipped += suite.Skipped
		}
		require.Equal(t, [3]int{c.tests, c.failures, c.skipped}, [3]int{s.Tests, s.Failures, skipped}, c)
		require.Regexp(t, `<testsuites name="[^"]*" tests="\d+" failures="\d+" errors="\d+" time="[^"]*">`, junit.String(), "the schema knows skipped of suites only")
		require.Equal(t, got.Verdict == "FAILED", s.Failures > 0, "both say the same")
		if c.tests > 1 {
			require.Contains(t, junit.String(), `<testcase classname="mutants.TG" name="killed" time="1.000">`)
			require.Contains(t, junit.String(), `<skipped message="nobody can see it"></skipped>`)
		}
		require.NoError(t, got.Markdown(&summary))
		require.Contains(t, summary.String(), "| known | MXU | nobody can see it |\n| unknown | csp front end | no reason is written down |\n\n")
	}
}

// A run of mutants shows them first, and what had no case is folded; another shows them after its failures.
func TestMutantsComeFirstInTheirRun(t *testing.T) {
	plan, err := testplan.Parse([]byte("entries:\n  - {name: with, stage: V1, tests: [a]}\n  - {name: without, stage: V1, tests: [b]}\n"))
	require.NoError(t, err)
	db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
	require.NoError(t, err)
	defer db.Close()
	for _, name := range []string{"quick", "quick-mutants"} {
		r := &store.Run{Regression: name, Shard: 1, Shards: 1, Complete: true}
		require.NoError(t, db.Begin(r))
		w := db.Writer(r)
		require.NoError(t, w.Case(store.Case{Test: "a", Result: store.Pass}))
		require.NoError(t, w.Mutant(store.Mutant{Name: "one", Test: "a"}))
		require.NoError(t, w.Flush())
		got, err := New(db, plan, space(t))
		require.NoError(t, err)
		var page bytes.Buffer
		require.NoError(t, got.HTML(&page))
		at := func(text string) int {
			require.Equal(t, 1, strings.Count(page.String(), text), text)
			return strings.Index(page.String(), text)
		}
		require.Equal(t, name != "quick", at(`<section id="mutants">`) < at(`<section id="failures">`))
		require.Equal(t, name != "quick", at(`href="#mutants"`) < at(`href="#failures"`))
		require.Less(t, at("<b>with</b>"), at("<summary>1 entry without a case</summary>"))
		require.Less(t, at("<summary>1 entry without a case</summary>"), at("<b>without</b>"))
	}
}

// A shard whose mutants all survive has no case, and is judged with the others.
func TestShardWithoutAKillIsNoFailure(t *testing.T) {
	db, err := store.OpenOrCreate(filepath.Join(t.TempDir(), "r.db"))
	require.NoError(t, err)
	defer db.Close()
	r := &store.Run{Regression: "nightly-mutants", Shard: 1, Shards: 2, Complete: true}
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	require.NoError(t, w.Mutant(store.Mutant{Name: "a", How: "nobody can see it"}))
	require.NoError(t, w.Flush())
	got, err := New(db, nil, space(t))
	require.NoError(t, err)
	require.Equal(t, "PASSED", got.Verdict)
	require.Equal(t, "0 of 1 mutant killed in 0s, 0.0 %; at least 98 % was expected of all shards.", got.Sentence())
}

func TestDurationsLeaveZerosOut(t *testing.T) {
	for seconds, want := range map[float64]string{0.5: "500ms", 9.876: "9.88s", 30: "30s", 100.4: "1m40s", 1200: "20m", 3600: "1h", 3630: "1h0m30s", 5400: "1h30m"} {
		require.Equal(t, want, duration(seconds))
	}
}

// The line of the failure's cycle, and the row of its place, are marked in the last cycles.
func TestWaveMarksTheFailure(t *testing.T) {
	data := []byte(`{"from":100,"to":110,"rows":[{"name":"INT","kind":"line","stretches":[{"from":100,"to":110,"fill":1}]},
		{"name":"DATAPATH_A","kind":"fifo","stretches":[{"from":100,"to":105,"class":"token","fill":1,"depth":2}]},{"name":"SG_TG","kind":"fifo"},{"name":"TG_FIFO","kind":"fifo"}]}`)
	for _, c := range []struct {
		rule, place string
		cycle       uint64
		rows        int
		caption     string
	}{
		{"S9", "datapath A", 109, 1, "The last 10 cycles. The red line is cycle 109, in which rule S9 was broken. The row of datapath A is shaded."},
		{"T6", "TG_FIFO", 110, 1, "The last 10 cycles. The red line is cycle 110, in which rule T6 was broken. The row of TG_FIFO is shaded."},
		{"P3", "TG", 101, 2, "The last 10 cycles. The red line is cycle 101, in which rule P3 was broken. TG has no row of its own: those of its connections are shaded."},
		{"P4", "WBU", 99, 0, "The last 10 cycles. WBU has no row: rows are of what did something, and of blocks that have states."},
		{"P1", "memory", 109, 0, "The last 10 cycles. The red line is cycle 109, the end of the run."},
		{"hang", "machine", 109, 0, "The last 10 cycles. The red line is cycle 109, in which the run stopped."},
	} {
		v := drawWave(data, &FailureGroup{Rule: c.rule, Place: c.place}, c.cycle)
		require.Equal(t, c.caption, v.Caption)
		require.Equal(t, c.cycle >= 100, strings.Contains(string(v.Cycles), `<line class="mark"`))
		require.Equal(t, c.rows, strings.Count(string(v.Cycles), `class="place"`))
		require.Equal(t, c.rows, strings.Count(string(v.Names), `class="place"`))
		require.Equal(t, []waveKey{waveKeys[4], waveKeys[5]}, v.Keys, "colours that are there")
	}
}

func TestDamagedWaveDrawsNothing(t *testing.T) {
	for _, data := range []string{"", "{}", `{"from":5,"to":5,"rows":[]}`, "[1]"} {
		require.Empty(t, drawWave([]byte(data), &FailureGroup{}, 0))
	}
	v := drawWave([]byte(`{"from":1,"to":9,"rows":[{"name":"<a>","kind":"phase","stretches":[{"from":0,"to":99,"text":"<b>","class":"\"><script>"}]}]}`), &FailureGroup{}, 0)
	got := string(v.Names + v.Cycles)
	require.Contains(t, got, "&lt;a&gt;")
	require.NotContains(t, got, "<script>")
	require.NotContains(t, got, "<b>")
}
