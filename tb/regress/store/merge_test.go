package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// shardFile makes a database with one shard that has cases of a test.
func shardFile(t *testing.T, dir string, change func(r *Run), cases ...Case) string {
	t.Helper()
	r := &Run{Regression: "nightly", Revision: "abc", Tables: "t", Configuration: "seeds=1", Started: time.UnixMilli(5000).UTC(), Ended: time.UnixMilli(6000).UTC(),
		Busy: time.Second, Shard: 1, Shards: 2, Complete: true}
	if change != nil {
		change(r)
	}
	path := filepath.Join(dir, fmt.Sprintf("%d-%d.db", r.Shard, time.Now().UnixNano()))
	db, err := OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	for _, c := range cases {
		require.NoError(t, w.Case(c))
	}
	w.Coverage(map[string]uint64{"x": 2, fmt.Sprintf("only%d", r.Shard): 1, "hole": 0})
	w.Corpus("a", Hex(uint64(r.Shard)))
	require.NoError(t, w.Mutant(Mutant{Name: "m", Test: map[int]string{2: "killer"}[r.Shard]}))
	require.NoError(t, w.Flush())
	return path
}

func second(r *Run) {
	r.Shard, r.Started, r.Ended = 2, time.UnixMilli(4000).UTC(), time.UnixMilli(9000).UTC()
}

func TestShardsAreJoined(t *testing.T) {
	dir := t.TempDir()
	one, two := shardFile(t, dir, nil, someCase("a", 0), someCase("a", 1)), shardFile(t, dir, second, someCase("b", 0))
	out := filepath.Join(dir, "all.db")
	for range 2 { // and once more, which changes nothing
		m, err := Merge(out, []string{one, two})
		require.NoError(t, err)
		require.True(t, m.Whole())
		require.Equal(t, 3, m.Cases)
		require.Zero(t, m.Again)
	}
	db, err := Open(out)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs()
	require.NoError(t, err)
	require.Len(t, runs, 1)
	r := runs[0]
	require.True(t, r.Complete)
	require.Equal(t, [2]int{1, 1}, [2]int{r.Shard, r.Shards})
	require.Equal(t, 2*time.Second, r.Busy)
	require.Equal(t, int64(4000), r.Started.UnixMilli())
	require.Equal(t, int64(9000), r.Ended.UnixMilli())
	hits, err := db.Coverage(r.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"x": 4, "only1": 1, "only2": 1, "hole": 0}, hits)
	cases, err := db.Cases(r.ID)
	require.NoError(t, err)
	require.Len(t, cases, 3)
	pictures, err := db.Pictures(r.ID, &cases[2])
	require.NoError(t, err)
	require.Len(t, pictures, 1)
	mutants, err := db.Mutants(r.ID)
	require.NoError(t, err)
	require.Equal(t, "killer", mutants[0].Test, "one shard killed it")
	corpus, err := db.Corpus(0)
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"a": {Hex(1), Hex(2)}}, corpus)
}

func TestARunThatIsGivenTwiceIsRefused(t *testing.T) {
	dir := t.TempDir()
	one, two := shardFile(t, dir, nil, someCase("a", 0)), shardFile(t, dir, second, someCase("b", 0))
	out := filepath.Join(dir, "all.db")
	_, err := Merge(out, []string{one, two, one})
	require.EqualError(t, err, one+": is of a run that was given before; each shard once was expected")
	require.NoFileExists(t, out)
}

func TestLostAndUnfinishedShardsAreNamed(t *testing.T) {
	dir := t.TempDir()
	of4 := func(n int, complete bool) func(*Run) {
		return func(r *Run) { r.Shard, r.Shards, r.Complete = n, 4, complete }
	}
	a, b := shardFile(t, dir, of4(2, true), someCase("a", 0)), shardFile(t, dir, of4(4, false), someCase("b", 0))
	m, err := Merge(filepath.Join(dir, "all.db"), []string{a, b})
	require.NoError(t, err)
	require.Equal(t, []int{1, 3}, m.Lost)
	require.Equal(t, []int{4}, m.Unfinished)
	require.False(t, m.Whole())
	require.False(t, m.Run.Complete)
	require.Equal(t, "lost shards: 1, 3; unfinished shards: 4", m.Run.Note)
	// The unfinished one is run anew: what it had before does not count twice.
	again := shardFile(t, dir, of4(4, true), someCase("b", 0), someCase("b", 1))
	m, err = Merge(filepath.Join(dir, "all.db"), []string{a, b, again})
	require.NoError(t, err)
	require.Empty(t, m.Unfinished)
	require.Equal(t, 3, m.Cases)
	require.Equal(t, 1, m.Again)
	db, err := Open(filepath.Join(dir, "all.db"))
	require.NoError(t, err)
	runs, err := db.Runs()
	require.NoError(t, err)
	require.Len(t, runs, 1, "what was joined before is replaced")
	require.NoError(t, db.Close())
	other := someCase("b", 1)
	other.Digest--
	m, err = Merge(filepath.Join(dir, "all.db"), []string{again, shardFile(t, dir, of4(4, true), other)})
	require.NoError(t, err)
	require.Equal(t, []string{"b#1"}, m.Differ)
}

func TestShardsOfOtherRunsAreRefused(t *testing.T) {
	dir := t.TempDir()
	good := shardFile(t, dir, nil, someCase("a", 0))
	out := filepath.Join(dir, "all.db")
	for want, change := range map[string]func(r *Run){
		`is of regression "quick"; "nightly" was expected`: func(r *Run) { r.Regression = "quick" },
		`is of revision "abd"; "abc" was expected`:         func(r *Run) { r.Revision = "abd" },
		`is of register tables "u"; "t" was expected`:      func(r *Run) { r.Tables = "u" },
		`is of cases "seeds=2"; "seeds=1" was expected`:    func(r *Run) { r.Configuration = "seeds=2" },
		`is of number of shards "3"; "2" was expected`:     func(r *Run) { r.Shards = 3 },
	} {
		bad := shardFile(t, dir, change, someCase("a", 0))
		_, err := Merge(out, []string{good, bad})
		require.EqualError(t, err, bad+": "+want+", as in "+good)
		require.NoFileExists(t, out)
	}
	_, err := Merge(good, []string{good})
	require.EqualError(t, err, good+": is the database that is written; others were expected")
}

func TestShardsWithoutCasesAreNoWhole(t *testing.T) {
	dir := t.TempDir()
	one, two := shardFile(t, dir, nil), shardFile(t, dir, second)
	m, err := Merge(filepath.Join(dir, "all.db"), []string{one, two})
	require.NoError(t, err)
	require.False(t, m.Whole())
	m, err = Merge(filepath.Join(dir, "all.db"), []string{one, shardFile(t, dir, second, someCase("a", 0))})
	require.NoError(t, err)
	require.True(t, m.Whole(), "one without is no fault")
}
