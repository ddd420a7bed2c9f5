package bisect

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/git"
)

// program is a tilemark whose check ends with a status.
const program = `package main

import (
	"fmt"
	"os"
)

func main() {
	status := %d
	if len(os.Args) != 3 || os.Args[1] != "check" {
		status = 3
	}
	if status > 1 {
		fmt.Fprintf(os.Stderr, "tilemark: %%s:2:1: unknown key\n", os.Args[2])
	}
	os.Exit(status)
}
`

// repository has a commit for each status; -1 does not build.
func repository(t *testing.T, statuses ...int) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		_, err := git.Run("", nil, "version")
		require.EqualError(t, err, "git is not installed")
		t.SkipNow()
	}
	dir := t.TempDir()
	run := func(args ...string) {
		_, err := git.Run(dir, nil, append([]string{"-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"}, args...)...)
		require.NoError(t, err)
	}
	run("init", "-q")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "cmd/tilemark"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module tilemark\n\ngo 1.24\n"), 0o600))
	for i, status := range statuses {
		text := fmt.Sprintf(program, status)
		if status < 0 {
			text = "package main\n\nfunc main() { broken }\n"
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "cmd/tilemark/main.go"), []byte(fmt.Sprintf("%s// %d\n", text, i)), 0o600))
		run("add", "-A")
		run("commit", "-q", "-m", fmt.Sprint("commit ", i))
	}
	return dir
}

func search(t *testing.T, dir string, back int) (string, []string, int, error) {
	t.Helper()
	looked := 0
	s := &Search{Repository: dir, Good: fmt.Sprintf("HEAD~%d", back), Bad: "HEAD", Vector: []byte("covers: x\n"), Patience: time.Minute, Looked: func(Commit) { looked++ }}
	first, unsure, err := s.Run(t.Context())
	var names []string
	for _, c := range unsure {
		names = append(names, c.Subject)
	}
	left, _ := git.Line(dir, "worktree", "list", "--porcelain")
	require.NotContains(t, left, ".tilemark-", "no tree is left over")
	return first.Subject, names, looked, err
}

func TestTheFirstBadCommitIsFound(t *testing.T) {
	dir := repository(t, 0, 0, 0, 1, 1, 1, 1)
	first, unsure, looked, err := search(t, dir, 6)
	require.NoError(t, err)
	require.Equal(t, "commit 3", first)
	require.Empty(t, unsure)
	require.LessOrEqual(t, looked, 5)
}

// Commits that do not build, or know no such vector, are left out, and named where they may
// have been the first.
func TestCommitsThatTellNothingAreLeftOut(t *testing.T) {
	dir := repository(t, 0, 0, -1, 2, 1, -1, 1)
	first, unsure, _, err := search(t, dir, 6)
	require.NoError(t, err)
	require.Equal(t, "commit 4", first)
	require.Equal(t, []string{"commit 2", "commit 3"}, unsure)
}

func TestEndsAreChecked(t *testing.T) {
	dir := repository(t, 1, 1, 0)
	_, _, _, err := search(t, dir, 1)
	require.EqualError(t, err, "at HEAD~1, which is to be good, the vector's verdict is bad")
	s := &Search{Repository: dir, Good: "HEAD", Bad: "HEAD~1", Patience: time.Minute}
	_, _, err = s.Run(t.Context())
	require.EqualError(t, err, "HEAD is not before HEAD~1; a good revision among the ancestors of the bad one was expected")
	s = &Search{Repository: dir, Good: "HEAD~9", Bad: "HEAD", Patience: time.Minute}
	_, _, err = s.Run(t.Context())
	require.ErrorContains(t, err, "HEAD~9: no such revision")
}

// An end that tells nothing is an error that says why.
func TestEndsThatTellNothingSayWhy(t *testing.T) {
	_, _, _, err := search(t, repository(t, 2, 1), 1)
	require.EqualError(t, err, "at HEAD~1, which is to be good, the vector's verdict is skipped (tilemark: vector:2:1: unknown key)")
	_, _, _, err = search(t, repository(t, 0, -1), 1)
	require.EqualError(t, err, "at HEAD, which is to be bad, the vector's verdict is skipped (it does not build)")
}

// A search that is stopped while it looks at a commit leaves nothing, and does not take what it saw then for a verdict.
func TestASearchThatIsStoppedLeavesNothing(t *testing.T) {
	dir := repository(t, 0, 0, 1, 1)
	t.Setenv("TMPDIR", t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	s := &Search{Repository: dir, Good: "HEAD~3", Bad: "HEAD", Vector: []byte("covers: x\n"), Patience: time.Minute}
	s.Looked = func(Commit) { stop() }
	_, _, err := s.Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
	left, err := git.Line(dir, "worktree", "list")
	require.NoError(t, err)
	require.NotContains(t, left, "\n")
	files, err := os.ReadDir(os.Getenv("TMPDIR"))
	require.NoError(t, err)
	require.Empty(t, files)
}
