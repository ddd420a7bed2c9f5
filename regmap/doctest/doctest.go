// Package doctest has what tests of documents share: parts of documents that are made from
// the code, and JSON schemas.
package doctest

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the files and parts of files that come from the code")

// Compare fails when a file is not what the code makes; with -update it writes the file.
func Compare(t *testing.T, path, have, want string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(want), 0o644))
		return
	}
	assert.True(t, have == want, "%s is stale, run: go test ./regmap/table ./regmap/formats -run NotStale -update", path)
}

// ReplacePart puts a text between the comments that begin and end a part.
func ReplacePart(t *testing.T, text, name, part string) string {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- end -->\n"
	from := strings.Index(text, begin)
	require.GreaterOrEqual(t, from, 0, "no part %q", name)
	from += len(begin)
	length := strings.Index(text[from:], end)
	require.GreaterOrEqual(t, length, 0, name)
	return text[:from] + part + text[from+length:]
}
