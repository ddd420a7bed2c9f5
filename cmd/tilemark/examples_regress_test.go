package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// prepareDatabases writes the databases that examples name and that none of them makes before.
func prepareDatabases(t *testing.T, dir string, examples []string) {
	t.Helper()
	uses := func(verb string) bool {
		return slices.ContainsFunc(examples, func(e string) bool { return strings.HasPrefix(e, "tilemark "+verb) })
	}
	if uses("regress") || !uses("merge") && !uses("report") {
		return
	}
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "out"), 0o755))
	for name, shard := range map[string]string{"shard1.db": "1/2", "shard2.db": "2/2", "regress.db": "1/1"} {
		held(t, "regress", "quick", "--test", "directed/b*", "--shard", shard, "--db", filepath.Join(dir, "out", name))
	}
}
