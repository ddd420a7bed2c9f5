package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// prepareTables writes what the examples of `regs diff` name: a repository with tables, old
// ones beside it, and a policy. It reports whether git is there to make a repository.
func prepareTables(t *testing.T, dir string) bool {
	require.NoError(t, os.CopyFS(filepath.Join(dir, "hw/regs"), regs.Tables))
	require.NoError(t, os.CopyFS(filepath.Join(dir, "old"), regs.Tables))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "policy.yaml"), []byte("unstable: [EUP]\n"), 0o644))
	return repository(t, dir, 4, "v1.0")
}

// repository puts a folder's tables under version control, with some commits and a tag; it
// reports false when there is no git.
func repository(t *testing.T, dir string, commits int, tag string) bool {
	if _, err := exec.LookPath("git"); err != nil {
		return false
	}
	gitIn(t, dir, "init", "-q", "-b", "main")
	gitIn(t, dir, "add", "hw")
	for range commits {
		gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "tables")
	}
	gitIn(t, dir, "tag", tag)
	return true
}

// gitIn runs git in a folder, without what the user has set.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "git %s: %s", strings.Join(args, " "), out)
	return strings.TrimSpace(string(out))
}
