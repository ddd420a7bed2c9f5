package revision

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// repository makes a repository whose tables change with each revision, and goes there: first has
// tables/a.yaml, second b.yaml too, and the tag v2. Where git is not installed it reports false:
// there all that can be asked of a revision is that the error says so.
func repository(t *testing.T) bool {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Log("git is not installed")
		requireNoGit(t)
		return false
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "a")
		t.Setenv("GIT_"+who+"_EMAIL", "a@b")
	}
	t.Chdir(t.TempDir())
	write(t, "tables/a.yaml", "first")
	write(t, "tables/notes.txt", "no table")
	write(t, "tables/deeper/c.yaml", "deeper")
	write(t, "with/a.yaml", "with")
	write(t, "with/formats/b.yaml", "formats")
	run(t, "init", "-q", "-b", "main")
	run(t, "add", ".")
	run(t, "commit", "-q", "-m", "first")
	write(t, "tables/a.yaml", "second\n")
	write(t, "tables/b.yaml", "")
	run(t, "add", ".")
	run(t, "commit", "-q", "-m", "second")
	run(t, "tag", "-a", "v2", "-m", "two")
	write(t, "tables/a.yaml", "now")
	return true
}

// requireNoGit wants the error of a revision that nobody can look for.
func requireNoGit(t *testing.T) {
	t.Helper()
	_, _, err := Open("HEAD", "HEAD~1", "tables")
	require.EqualError(t, err, "HEAD: no such file or folder, and no git revision can be looked for: git is not installed")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func run(t *testing.T, args ...string) {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	require.NoError(t, err, "git %v: %s", args, out)
}

// shown lists a side's tables and their texts.
func shown(t *testing.T, s Side) string {
	t.Helper()
	var list []string
	for _, table := range s.Tables {
		text, err := table.Read()
		require.NoError(t, err)
		list = append(list, filepath.ToSlash(table.Name)+"="+strings.TrimSpace(string(text)))
	}
	return strings.Join(list, " ")
}

func TestFilesFoldersAndRevisions(t *testing.T) {
	if !repository(t) {
		return
	}
	for _, c := range []struct{ old, new, wantOld, wantNew string }{
		{"HEAD~1", "HEAD", "HEAD~1:tables/a.yaml=first", "HEAD:tables/a.yaml=second HEAD:tables/b.yaml="},
		{"v2", "tables", "v2:tables/a.yaml=second v2:tables/b.yaml=", "tables/a.yaml=now tables/b.yaml="},
		{"tables/", "main", "tables/a.yaml=now tables/b.yaml=", "main:tables/a.yaml=second main:tables/b.yaml="},
		{"HEAD:with", "with", "HEAD:with/a.yaml=with HEAD:with/formats/b.yaml=formats", "with/a.yaml=with with/formats/b.yaml=formats"},
		{"HEAD~1", "tables/a.yaml", "HEAD~1:tables/a.yaml=first", "tables/a.yaml=now"},
		{"HEAD~1:tables/a.yaml", "HEAD", "HEAD~1:tables/a.yaml=first", "HEAD:tables/a.yaml=second"},
		{"HEAD~1:tables/a.yaml", "HEAD:tables/b.yaml", "HEAD~1:tables/a.yaml=first", "HEAD:tables/b.yaml="},
		{"HEAD~1:tables/", "v2:tables", "HEAD~1:tables/a.yaml=first", "v2:tables/a.yaml=second v2:tables/b.yaml="},
	} {
		old, new, err := Open(c.old, c.new, "tables")
		require.NoError(t, err, "%s %s", c.old, c.new)
		assert.Equal(t, []string{c.wantOld, c.wantNew}, []string{shown(t, old), shown(t, new)})
		assert.Empty(t, old.Note+new.Note)
	}
	write(t, "top.yaml", "top")
	run(t, "add", "top.yaml")
	run(t, "commit", "-q", "-m", "third")
	old, new, err := Open("HEAD", ".", "tables")
	require.NoError(t, err)
	assert.Equal(t, "HEAD:top.yaml=top top.yaml=top", shown(t, old)+" "+shown(t, new))
	t.Chdir("tables/deeper")
	old, new, err = Open("HEAD~2", "..", "tables")
	require.NoError(t, err)
	assert.Equal(t, "HEAD~2:tables/a.yaml=first", shown(t, old))
	assert.Equal(t, "../a.yaml=now ../b.yaml=", shown(t, new))
	old, _, err = Open("v2", "v2", "tables")
	require.NoError(t, err)
	assert.Equal(t, "v2:tables/a.yaml=second v2:tables/b.yaml=", shown(t, old), "from the top, wherever one stands")
}

func TestAFileComesBeforeARevisionOfItsName(t *testing.T) {
	if !repository(t) {
		return
	}
	run(t, "branch", "tables", "HEAD~1")
	old, _, err := Open("tables", "HEAD", "tables")
	require.NoError(t, err)
	assert.Equal(t, "tables/a.yaml=now tables/b.yaml=", shown(t, old))
	assert.Contains(t, old.Note, "tables is a file or folder here, and a git revision too: the file or folder is read; tables^0 is the revision")
	old, _, err = Open("tables^0", "HEAD", "tables")
	require.NoError(t, err)
	assert.Equal(t, "tables^0:tables/a.yaml=first", shown(t, old))
}

func TestWhatCannotBeReadSaysWhy(t *testing.T) {
	if !repository(t) {
		return
	}
	outside := t.TempDir()
	for _, c := range []struct{ old, new, want string }{
		{"", "HEAD", "an argument is empty"},
		{"HEAD~7", "HEAD", "HEAD~7: neither a file, a folder nor a git revision"},
		{"nosuch.yaml", "HEAD", "nosuch.yaml: neither a file"},
		{"--help", "HEAD", "--help: neither a file"},
		{":tables", "HEAD", ":tables: neither a file"},
		{"HEAD:", "HEAD", "HEAD:: a path was expected after the colon"},
		{"HEAD:nosuch", "HEAD", "HEAD:nosuch: no such file or folder in that revision"},
		{"HEAD:tables/deeper/c.yaml/x", "HEAD", "no such file or folder in that revision"},
		{"HEAD", ".", "HEAD:: no register tables, expected *.yaml"},
		{"HEAD", outside, "is outside of the repository; HEAD:PATH says it"},
		{"HEAD:tables/a.yaml", "tables", "HEAD:tables/a.yaml is one table, tables is a folder of tables: two of a kind were expected"},
		{outside, "HEAD:tables", "no register tables in "},
		{"nosuch/", "HEAD", "nosuch/: neither a file"},
	} {
		_, _, err := Open(c.old, c.new, "tables")
		require.Error(t, err, "%s %s", c.old, c.new)
		assert.Contains(t, err.Error(), c.want)
		assert.NotContains(t, err.Error(), "\n")
	}
}

func TestWithoutGitOrRepository(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(t.TempDir()))
	write(t, "a.yaml", "a")
	old, _, err := Open("a.yaml", "a.yaml", "tables")
	require.NoError(t, err, "files need no git")
	assert.Equal(t, "a.yaml=a", shown(t, old))
	if _, err := exec.LookPath("git"); err == nil {
		_, _, err = Open("HEAD", "a.yaml", "tables")
		assert.ErrorContains(t, err, "HEAD: no such file or folder, and no git revision can be looked for: fatal: not a git repository")
	}
	t.Setenv("PATH", t.TempDir())
	requireNoGit(t)
}
