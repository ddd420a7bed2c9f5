package store

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// A database of version 1 keeps its mutants and its corpus, and takes those of today.
func TestOldDatabaseIsBroughtUpToDate(t *testing.T) {
	db := created(t)
	r := newRun(t, db)
	added := regexp.MustCompile(`ADD COLUMN (\w+)`).FindAllStringSubmatch(upgrades[1], -1)
	require.NotEmpty(t, added)
	for _, column := range added {
		_, err := db.sql.Exec("ALTER TABLE mutants DROP COLUMN " + column[1])
		require.NoError(t, err)
	}
	_, err := db.sql.Exec("ALTER TABLE corpus RENAME COLUMN run TO bins; INSERT INTO corpus VALUES ('a', '5', 17)")
	require.NoError(t, err)
	_, err = db.sql.Exec(fmt.Sprintf("INSERT INTO mutants VALUES (%d, 'old', 'TG', 'd', 't', 3, 'P3', 'h'); PRAGMA user_version=1", r.ID))
	require.NoError(t, err)
	require.NoError(t, db.Close())

	for range 2 { // once is enough
		db, err = Open(db.Path)
		require.NoError(t, err)
		defer db.Close()
	}
	corpus, err := db.Corpus(1)
	require.NoError(t, err)
	require.Equal(t, map[string][]string{"a": {"5"}}, corpus)
	w := db.Writer(r)
	now := Mutant{Name: "young", Left: Left{Contexts: 1}, Seed: 7}
	require.NoError(t, w.Mutant(now))
	require.NoError(t, w.Flush())
	list, err := db.Mutants(r.ID)
	require.NoError(t, err)
	require.Equal(t, []Mutant{{Name: "old", Block: "TG", Description: "d", Test: "t", Number: 3, Rule: "P3", How: "h"}, now}, list)
}
