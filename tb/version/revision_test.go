package version

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCommitIsTheStampOfTheBuild(t *testing.T) {
	rev := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	require.Equal(t, "abc", stamp([]debug.BuildSetting{{Key: "vcs", Value: "git"}, rev, {Key: "vcs.modified", Value: "false"}}))
	require.Equal(t, "abc+changes", stamp([]debug.BuildSetting{rev, {Key: "vcs.modified", Value: "true"}}))
	require.Empty(t, stamp([]debug.BuildSetting{{Key: "vcs.modified", Value: "true"}}))
}

// A test binary has no stamp, and the checkout in the current folder may be of another commit than the program.
func TestCommitIsNotThatOfTheCurrentFolder(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	require.True(t, ok)
	t.Chdir("../..")
	require.FileExists(t, "go.mod")
	require.Equal(t, stamp(info.Settings), Revision())
}

// GOFLAGS=-buildvcs=false would leave the commit out; auto does not fail outside of a checkout.
func TestEveryBuildOfTheProgramIsStamped(t *testing.T) {
	for _, path := range []string{"Makefile", "scripts/judges/run", "scripts/slurm/regress.sh", "scripts/slurm/test.sh", "docs/ci/github.yaml"} {
		text, err := os.ReadFile("../../" + path)
		require.NoError(t, err)
		builds := 0
		for n, line := range strings.Split(string(text), "\n") {
			if strings.Contains(line, "go build ") && strings.Contains(line, "cmd/tilemark") {
				builds++
				require.Regexp(t, `go build -buildvcs=(auto|\$\(STAMP\)) `, line, "%s:%d", path, n+1)
			}
		}
		require.NotZero(t, builds, path)
	}
}
