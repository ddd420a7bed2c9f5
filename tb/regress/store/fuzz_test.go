package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzDatabase: a database of which some bytes are others is opened and read to its end, or is an error that names the file, and merging it
// with a good one leaves the good one's cases.
//
// Slow: each execution has SQLite, in Go, open and check a database, read all of its tables and write another one, and Go compares what it has
// reached of SQLite.
func FuzzDatabase(f *testing.F) {
	dir := f.TempDir()
	good, other := filepath.Join(dir, "good.db"), filepath.Join(dir, "other.db")
	data := databaseBytes(f, good, 1)
	databaseBytes(f, other, 2)
	f.Add(uint32(0), []byte{})
	f.Add(uint32(0), []byte("SQLite format 4"))
	f.Add(uint32(60), []byte{0, 0, 0, 9})
	f.Add(uint32(100), []byte{5, 0, 0})
	f.Add(uint32(len(data)-20), []byte{0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, at uint32, patch []byte) {
		bad := append([]byte(nil), data...)
		copy(bad[int(at)%len(bad):], patch)
		path, out := filepath.Join(dir, "bad.db"), filepath.Join(dir, "all.db")
		require.NoError(t, os.WriteFile(path, bad, 0o644))
		readAll(t, path)
		os.Remove(out)
		if _, err := Merge(out, []string{other, path}); err != nil {
			named(t, err)
		}
		for _, end := range []string{"-wal", "-shm", "-journal"} {
			os.Remove(path + end)
			os.Remove(out + end)
		}
		db, err := Open(other)
		require.NoError(t, err)
		defer db.Close()
		runs, err := db.Runs()
		require.NoError(t, err)
		require.Len(t, runs, 1)
	})
}

// databaseBytes makes a database of a shard with a few cases at path.
func databaseBytes(f *testing.F, path string, shard int) []byte {
	f.Helper()
	db, err := OpenOrCreate(path)
	require.NoError(f, err)
	r := &Run{Regression: "nightly", Revision: "abc", Tables: "t", Configuration: "seeds=1", Shard: shard, Shards: 2, Complete: true}
	require.NoError(f, db.Begin(r))
	w := db.Writer(r)
	for i := range 3 {
		require.NoError(f, w.Case(someCase("a", 2*i+shard)))
	}
	w.Coverage(map[string]uint64{"x": 2, "hole": 0})
	w.Corpus("a", Hex(uint64(shard)))
	require.NoError(f, w.Flush())
	require.NoError(f, db.Close())
	data, err := os.ReadFile(path)
	require.NoError(f, err)
	return data
}

// named wants an error to say which file it is about.
func named(t testing.TB, err error) {
	t.Helper()
	var file *FileError
	if !errors.As(err, &file) || file.Path == "" {
		t.Fatalf("%q names no file", err)
	}
}

// readAll reads what verbs read of a database.
func readAll(t testing.TB, path string) {
	t.Helper()
	db, err := Open(path)
	if err != nil {
		named(t, err)
		return
	}
	defer db.Close()
	runs, err := db.Runs()
	if err != nil {
		named(t, err)
	}
	for i := range min(len(runs), 5) {
		r := &runs[i]
		cases, err := db.Cases(r.ID)
		if err != nil {
			named(t, err)
		}
		for k := range min(len(cases), 5) {
			if _, err := db.Pictures(r.ID, &cases[k]); err != nil {
				named(t, err)
			}
		}
		if _, err := db.Coverage(r.ID); err != nil {
			named(t, err)
		}
		if _, err := db.Mutants(r.ID); err != nil {
			named(t, err)
		}
		if _, err := db.Before(r, runs); err != nil {
			named(t, err)
		}
	}
	if _, err := db.Corpus(1); err != nil {
		named(t, err)
	}
	if _, err := db.History(); err != nil {
		named(t, err)
	}
}
