package store

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// someCase is a case with everything in it.
func someCase(test string, number int) Case {
	return Case{Test: test, Number: number, Seed: 1<<63 + uint64(number), Stage: "V1", Result: Fail, Cycles: 77, Cuts: 2, Wall: 3 * time.Millisecond, Digest: ^uint64(0),
		Failure: &Failure{Rule: "P3", Place: "TG", Cycle: 5, Message: "m", Vector: "v", Shrunk: "s", Command: "c", Pictures: []Picture{{"machine", "image/png", []byte{1, 0, 2}}}}}
}

func newRun(t *testing.T, db *DB) *Run {
	t.Helper()
	r := &Run{Regression: "quick", Revision: "abc", Tables: "t", Configuration: "seeds=1", Started: time.UnixMilli(5).UTC(), Ended: time.UnixMilli(6).UTC(), Shard: 1, Shards: 2}
	require.NoError(t, db.Begin(r))
	return r
}

func created(t *testing.T) *DB {
	t.Helper()
	db, err := OpenOrCreate(filepath.Join(t.TempDir(), "a b?%.db"))
	require.NoError(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	db := created(t)
	r := newRun(t, db)
	w := db.Writer(r)
	want := someCase("a/b", 3)
	require.NoError(t, w.Case(want))
	w.Coverage(map[string]uint64{"x": 2, "hole": 0})
	w.Coverage(map[string]uint64{"x": 3})
	w.Corpus("a/b", "9")
	m := Mutant{"m1", "TG", "off by one", "a/b", 3, "P3", "monitor", 1 << 63, "ZL1", 77, 5, time.Second, "covers: x", Left{1, 2, 3, 4}, time.Minute}
	require.NoError(t, w.Mutant(m))
	r.Complete, r.Note, r.Busy = true, "n", time.Second
	require.NoError(t, w.Flush())
	require.NoError(t, db.Close())

	db, err := Open(db.Path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs()
	require.NoError(t, err)
	require.Equal(t, []Run{*r}, runs)
	cases, err := db.Cases(r.ID)
	require.NoError(t, err)
	pictures, err := db.Pictures(r.ID, &cases[0])
	require.NoError(t, err)
	cases[0].Failure.Pictures = pictures
	require.Equal(t, []Case{want}, cases)
	coverage, err := db.Coverage(r.ID)
	require.NoError(t, err)
	require.Equal(t, map[string]uint64{"x": 5, "hole": 0}, coverage)
	corpus, err := db.Corpus(0)
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"a/b": {"9"}}, corpus)
	mutants, err := db.Mutants(r.ID)
	require.NoError(t, err)
	require.Equal(t, []Mutant{m}, mutants)
	history, err := db.History()
	require.NoError(t, err)
	require.Equal(t, []Summary{{Run: 1, Regression: "quick", Revision: "abc", Started: r.Started, Busy: time.Second, Complete: true, Cases: 1, Failed: 1, Cycles: 77,
		Wall: 3 * time.Millisecond, Bins: 2, Covered: 1}}, history)
}

func TestCaseIsNotWrittenTwice(t *testing.T) {
	db := created(t)
	w := db.Writer(newRun(t, db))
	require.NoError(t, w.Case(someCase("a", 0)))
	require.NoError(t, w.Flush())
	require.NoError(t, w.Case(someCase("a", 0)))
	require.ErrorContains(t, w.Flush(), db.Path+": ")
}

func TestBatchIsWrittenWholeOrNotAtAll(t *testing.T) {
	db := created(t)
	r := newRun(t, db)
	w := db.Writer(r)
	require.NoError(t, w.Case(someCase("b", 0)))
	require.NoError(t, w.Flush())
	require.NoError(t, w.Case(someCase("a", 0)))
	require.NoError(t, w.Case(someCase("b", 0)))
	require.Error(t, w.Flush())
	cases, err := db.Cases(r.ID)
	require.NoError(t, err)
	require.Len(t, cases, 1)
}

func TestOneProcessWritesAtATime(t *testing.T) {
	db := created(t)
	newRun(t, db)
	_, err := Open(db.Path)
	require.EqualError(t, err, db.Path+": is in use by another process")
}

func TestOtherFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	db := created(t)
	newRun(t, db)
	require.NoError(t, db.Close())
	good, err := os.ReadFile(db.Path)
	require.NoError(t, err)
	changed := func(at int, v uint32) []byte {
		b := append([]byte(nil), good...)
		binary.BigEndian.PutUint32(b[at:], v)
		return b
	}
	torn := append([]byte(nil), good...)
	for i := 4096; i < 3*4096; i++ {
		torn[i] = byte(i)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":   {nil, "is no database; one that `tilemark regress` wrote was expected"},
		"text":    {[]byte("hello\n"), "is no database; one that `tilemark regress` wrote was expected"},
		"zeros":   {make([]byte, 8192), "is no database; one that `tilemark regress` wrote was expected"},
		"other":   {changed(68, 0), "is a database of another program; one that `tilemark regress` wrote was expected"},
		"version": {changed(60, 7), "is a database of version 7; version 3 was expected"},
		"torn":    {torn, "is damaged"},
		"cut":     {good[:5000], "is damaged"},
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, c.data, 0o600))
		for _, open := range []func(string) (*DB, error){Open, OpenOrCreate} {
			_, err := open(path)
			require.ErrorContains(t, err, path+": "+c.want, name)
		}
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, len(c.data), len(after), name)
	}
	_, err = Open(filepath.Join(dir, "none"))
	require.EqualError(t, err, filepath.Join(dir, "none")+": no such file or directory")
	_, err = Open(dir)
	require.EqualError(t, err, dir+": is a folder; a database of regressions was expected")
	_, err = OpenOrCreate(filepath.Join(dir, "no/where"))
	require.ErrorContains(t, err, "there is no folder")
}

func TestOnlyOneProcessOpensADatabaseAlone(t *testing.T) {
	db := created(t) // and nothing has been written yet
	_, err := OpenAlone(db.Path)
	require.EqualError(t, err, db.Path+": is in use by another process")
}

func TestADatabaseThatAnotherProcessMadeMeanwhileStays(t *testing.T) {
	db := created(t)
	r := newRun(t, db)
	require.NoError(t, create(db.Path))
	require.NoError(t, db.Close())
	db, err := Open(db.Path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs()
	require.NoError(t, err)
	require.Len(t, runs, 1)
	require.Equal(t, r.UID, runs[0].UID)
}
