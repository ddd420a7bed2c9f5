package prose

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "break the lines of documents")

// Lines of prose in documents are not longer than Width.
func TestLinesOfDocumentsAreShort(t *testing.T) {
	pages := []string{"../../README.md", "../../CONTRIBUTING.md"}
	for _, pattern := range []string{"../../docs/*.md", "../../docs/*/*.md"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		pages = append(pages, found...)
	}
	require.Greater(t, len(pages), 50)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		if wrapped := Wrap(string(text)); *update && wrapped != string(text) {
			require.NoError(t, os.WriteFile(page, []byte(wrapped), 0o644))
			continue
		}
		require.Empty(t, Long(string(text)), "%s: lines of more than %d characters; `make docs` breaks them", page, Width)
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 30)
	for name, c := range map[string]struct{ page, want string }{
		"short lines stay": {"a\nb\n\nc", "a\nb\n\nc"},
		"paragraph":        {long + "\nend\n", strings.Repeat("word ", 23) + "word\n" + strings.Repeat("word ", 6) + "end\n"},
		"item":             {"- " + long, "- " + strings.Repeat("word ", 22) + "word\n  " + strings.Repeat("word ", 6) + "word"},
		"table":            {"| " + long + "|", "| " + long + "|"},
		"code":             {"```\n" + long + "\n```", "```\n" + long + "\n```"},
		"code in a line":   {strings.Repeat("word ", 23) + "`a b c d`", strings.Repeat("word ", 22) + "word\n`a b c d`"},
		"no new item":      {strings.Repeat("word ", 23) + "12345 - one two", strings.Repeat("word ", 23) + "12345 -\none two"},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, Wrap(c.page)) })
	}
}
