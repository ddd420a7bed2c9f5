package directed

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What docs/scenarios.md names is there, and it leaves out no vector with several contexts.
func TestScenariosNameVectorsAndTestsThatExist(t *testing.T) {
	text, err := os.ReadFile("../../docs/scenarios.md")
	require.NoError(t, err)
	tests := testsOfTheProject(t)
	vectors := Names()
	named := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue // no row of a table
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[2], -1) {
			switch name := m[1]; {
			case strings.HasPrefix(name, "Test"):
				require.Contains(t, tests, name)
			case name == "stop-", name == "nothing cut": // several vectors; a text of the status buffer
			default:
				require.Contains(t, vectors, name)
				named[name] = true
			}
		}
	}
	for _, name := range vectors {
		v, err := Load(name)
		require.NoError(t, err)
		if len(v.Contexts) > 1 && !strings.HasPrefix(name, "stop-") {
			assert.True(t, named[name], "docs/scenarios.md says nothing of %s, which has %d contexts", name, len(v.Contexts))
		}
	}
}

// testsOfTheProject lists the names of all tests.
func testsOfTheProject(t *testing.T) (names []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir("../..", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		return err
	}))
	slices.Sort(names)
	return slices.Compact(names)
}
