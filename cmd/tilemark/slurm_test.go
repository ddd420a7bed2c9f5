package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/tb/regress/store"
)

// fakes stand for Slurm's programs. Tasks run within sbatch. A file in the folder $FAKE counts how often a program is still to fail, or how often
// the queue is still to have a task.
var fakes = map[string]string{
	"sbatch": `echo "sbatch $*" >>"$FAKE/calls"
counted sbatch-fails && { echo "sbatch: error: Unable to contact slurm controller" >&2; exit 1; }
while [[ $1 == --* ]]; do
  case $1 in --array=*) list=${1#*=} ;; --output=*) output=${1#*=} ;; esac
  shift
done
for i in ${list//,/ }; do
  SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_JOB_ID=7 "$@" >>"${output/\%a/$i}" 2>&1
done
counted sbatch-answers-late && { echo 1 >"$FAKE/squeue-busy"; exit 1; }
echo 7
`,
	"squeue": `counted squeue-fails && { echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1; }
if [ -e "$FAKE/held" ]; then
  echo "7_1 launch failed requeued held"
elif counted squeue-busy; then
  echo "7_1 None"
fi
`,
	"scancel": `echo "scancel $*" >>"$FAKE/calls"
rm -f "$FAKE/held"
`,
	// The n-th start of shard i finds what it leaves behind in i-n.db; without one it is killed.
	"tilemark": `if [ "$1" = regress ] && [ -d "$FAKE/shards" ]; then
  while [ $# -gt 0 ]; do
    case $1 in --shard) i=${2%/*} ;; --db) db=$2 ;; esac
    shift
  done
  echo x >>"$FAKE/starts-$i"
  n=$(grep -c x "$FAKE/starts-$i")
  cp "$FAKE/shards/$i-$n.db" "$db" || kill -KILL $$
  exit 1
fi
TILEMARK_MAIN=1 exec "$TESTED" "$@"
`,
}

const fakeHead = `#!/usr/bin/env bash
counted() {
  local n
  n=$(cat "$FAKE/$1" 2>/dev/null || echo 0)
  [ "$n" -gt 0 ] && echo $((n - 1)) >"$FAKE/$1"
}
`

// slurm is a folder with fakes, and the command that runs the script with them.
type slurm struct {
	t    *testing.T
	fake string
	dir  string // of the shards
	env  []string
}

func newSlurm(t *testing.T) *slurm {
	t.Helper()
	t.Parallel()
	program, err := os.Executable()
	require.NoError(t, err)
	s := &slurm{t: t, fake: t.TempDir(), dir: filepath.Join(t.TempDir(), "a folder")}
	for name, text := range fakes {
		require.NoError(t, os.WriteFile(filepath.Join(s.fake, name), []byte(fakeHead+text), 0o755))
	}
	s.env = append(os.Environ(), "FAKE="+s.fake, "TESTED="+program, "TILEMARK="+filepath.Join(s.fake, "tilemark"), "PATH="+s.fake+":"+os.Getenv("PATH"), "POLL=1", "TRIES=3")
	return s
}

func (s *slurm) file(name, text string) {
	s.t.Helper()
	require.NoError(s.t, os.WriteFile(filepath.Join(s.fake, name), []byte(text), 0o644))
}

// leaves says what the n-th start of a shard of two leaves behind: a run that is complete or not, with a case that passes or fails.
func (s *slurm) leaves(shard, n int, complete bool, result string) {
	s.t.Helper()
	require.NoError(s.t, os.MkdirAll(filepath.Join(s.fake, "shards"), 0o755))
	path := filepath.Join(s.fake, "shards", fmt.Sprintf("%d-%d.db", shard, n))
	writeShard(s.t, path, &store.Run{Regression: "quick", Configuration: "seeds=1 test=directed/a", Started: time.UnixMilli(5000), Ended: time.UnixMilli(6000), Shard: shard, Shards: 2, Complete: complete}, result)
}

func writeShard(t *testing.T, path string, r *store.Run, result string) {
	t.Helper()
	db, err := store.OpenOrCreate(path)
	require.NoError(t, err)
	defer db.Close()
	require.NoError(t, db.Begin(r))
	w := db.Writer(r)
	c := store.Case{Test: "directed/a", Number: r.Shard, Result: result}
	if result == store.Fail {
		c.Failure = &store.Failure{Rule: "P1", Place: "TG", Message: "m"}
	}
	require.NoError(t, w.Case(c))
	require.NoError(t, w.Flush())
}

func (s *slurm) command(args ...string) *exec.Cmd {
	cmd := exec.Command("../../scripts/slurm/regress.sh", args...)
	cmd.Env = s.env
	return cmd
}

// run runs the script on two shards, and returns its exit status and what it says.
func (s *slurm) run(flags ...string) (int, string) {
	s.t.Helper()
	cmd := s.command(append([]string{"quick", "2", s.dir}, flags...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		require.IsType(s.t, &exec.ExitError{}, err, "%s", out)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// arrays lists the shards of each job that was submitted.
func (s *slurm) arrays() (list []string) {
	for line := range strings.Lines(s.calls()) {
		if _, rest, found := strings.Cut(line, " --array="); found {
			shards, _, _ := strings.Cut(rest, " ")
			list = append(list, shards)
		}
	}
	return list
}

func (s *slurm) calls() string {
	text, _ := os.ReadFile(filepath.Join(s.fake, "calls"))
	return string(text)
}

func TestSlurmRunsARegressionInShards(t *testing.T) {
	s := newSlurm(t)
	status, out := s.run("--test", "directed/b*", "--corpus=false")
	require.Zero(t, status, out)
	require.Contains(t, out, "PASSED: ")
	require.Equal(t, []string{"1,2"}, s.arrays())
	plain := held(t, "regress", "quick", "--test", "directed/b*", "--db", filepath.Join(t.TempDir(), "db"))
	require.Contains(t, out, strings.TrimSpace(plain[strings.LastIndex(plain, "digest "):]), "the digest is that of one run")
	require.FileExists(t, filepath.Join(s.dir, "report", "index.html"))

	status, out = s.run("--test", "directed/b*", "--corpus=false")
	require.Zero(t, status, out)
	require.Len(t, s.arrays(), 1, "nothing is left to run")
	status, out = s.run("--test", "directed/c*")
	require.Equal(t, 2, status)
	require.Contains(t, out, "has the shards of another program, regression, corpus, number of shards or flags")
}

// All shards have a copy of one corpus, which the joined database has, too, for the run after this one.
func TestSlurmShardsHaveOneCorpus(t *testing.T) {
	s := newSlurm(t)
	last := filepath.Join(s.fake, "last.db")
	keep := func(seeds ...string) {
		db, err := store.OpenOrCreate(last)
		require.NoError(t, err)
		defer db.Close()
		require.NoError(t, db.KeepCorpus(map[string][]string{"draws": seeds}))
	}
	keep("0x5", "0x6", "0x7", "0x8")
	s.env = append(s.env, "CORPUS="+last)
	status, out := s.run("--test", "corpus/draws")
	require.Zero(t, status, out)
	require.Contains(t, out, "PASSED: 4 cases")
	all, err := store.Open(filepath.Join(s.dir, "all.db"))
	require.NoError(t, err)
	defer all.Close()
	corpus, err := all.Corpus(0)
	require.NoError(t, err)
	require.Subset(t, corpus["draws"], []string{"0x5", "0x6", "0x7", "0x8"})

	status, out = s.run("--test", "corpus/draws")
	require.Zero(t, status, out)
	require.Len(t, s.arrays(), 1, "nothing is left to run")
	keep("0x9")
	status, out = s.run("--test", "corpus/draws")
	require.Equal(t, 2, status)
	require.Contains(t, out, "has the shards of another program, regression, corpus, ")
	s.env = append(s.env, "CORPUS="+last+"x")
	status, out = s.run("--test", "corpus/draws")
	require.Equal(t, 2, status)
	require.Contains(t, out, "last.dbx")
}

func TestSlurmScriptRefusesWrongUse(t *testing.T) {
	s := newSlurm(t)
	for want, args := range map[string][]string{
		"use: ":                             {"quick", "2"},
		"use: .*":                           {"quick", "0", s.dir},
		"--corpus: CORPUS=FILE names":       {"quick", "2", s.dir, "--corpus", "x.db"},
		"--db: the shards have their own":   {"quick", "2", s.dir, "--db=x"},
		"--seed: the shards have their own": {"quick", "2", s.dir, "--seed", "1"},
	} {
		out, err := s.command(args...).CombinedOutput()
		require.EqualError(t, err, "exit status 2", "%v: %s", args, out)
		require.Regexp(t, want, string(out))
	}
	s.env = append(s.env, "TRIES=none")
	status, out := s.run()
	require.Equal(t, 2, status)
	require.Equal(t, "TRIES none: a whole number above 0 was expected\n", out)
	require.NoFileExists(t, s.dir)
}

func TestSlurmSubmitsALostShardAgain(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 2, false, store.Pass) // after a start that left nothing
	s.leaves(2, 3, true, store.Pass)
	status, out := s.run()
	require.Zero(t, status, out)
	require.Equal(t, []string{"1,2", "2", "2"}, s.arrays())
	require.Contains(t, out, "lost: shards 2; submitted again\n")
	require.Contains(t, out, "PASSED: 2 cases")
}

func TestSlurmGivesUpAShardThatIsAlwaysLost(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	status, out := s.run()
	require.Equal(t, 1, status, out)
	require.Equal(t, []string{"1,2", "2", "2"}, s.arrays())
	require.Contains(t, out, "shard 2 is lost after 3 tries; ")
	require.Contains(t, out, "INCOMPLETE: ", "the report has what is there")
}

func TestSlurmTakesNoDamagedDatabase(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 1, true, store.Pass)
	whole := filepath.Join(s.fake, "shards", "2-1.db")
	data, err := os.ReadFile(whole)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(whole, data[:len(data)/2], 0o644))
	s.leaves(2, 2, true, store.Pass)
	status, out := s.run()
	require.Zero(t, status, out)
	require.Equal(t, []string{"1,2", "2"}, s.arrays())
}

func TestSlurmDoesNotRepeatAShardWithAFailingCase(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 1, true, store.Fail)
	status, out := s.run()
	require.Equal(t, 1, status, out)
	require.Equal(t, []string{"1,2"}, s.arrays())
	require.Contains(t, out, "FAILED: ")
}

func TestSlurmControllerThatDoesNotAnswerIsWaitedFor(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 1, true, store.Pass)
	s.file("squeue-fails", "2")
	s.file("sbatch-fails", "1")
	status, out := s.run()
	require.Zero(t, status, out)
	require.Contains(t, out, "Slurm does not answer (slurm_load_jobs error: Unable to contact slurm controller); waiting\nSlurm answers again\n")

	s.file("squeue-fails", "100")
	s.env = append(s.env, "PATIENCE=1")
	status, out = s.run()
	require.Equal(t, 1, status)
	require.Contains(t, out, "no answer from Slurm for 1 s")
}

func TestSlurmJobWhoseNumberIsLostIsNotSubmittedTwice(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 1, true, store.Pass)
	s.file("sbatch-answers-late", "1")
	status, out := s.run()
	require.Zero(t, status, out)
	require.Equal(t, []string{"1,2"}, s.arrays())
}

func TestSlurmThatRefusesTheJobEndsTheScript(t *testing.T) {
	s := newSlurm(t)
	s.file("sbatch-fails", "9")
	status, out := s.run()
	require.Equal(t, 2, status, out)
	require.Contains(t, out, "sbatch refuses: ")
	require.Len(t, s.arrays(), 3)
}

func TestSlurmTaskThatIsHeldBackIsLost(t *testing.T) {
	s := newSlurm(t)
	s.leaves(1, 1, true, store.Pass)
	s.leaves(2, 1, true, store.Pass)
	s.file("held", "")
	status, out := s.run()
	require.Zero(t, status, out)
	require.Contains(t, s.calls(), "scancel 7_1\n")
}

func TestSlurmJobIsCancelledWithTheScript(t *testing.T) {
	s := newSlurm(t)
	s.file("squeue-busy", "1000")
	var out strings.Builder
	cmd := s.command("quick", "2", s.dir)
	cmd.Stdout, cmd.Stderr = &out, &out
	require.NoError(t, cmd.Start())
	require.Eventually(t, func() bool {
		left, err := os.ReadFile(filepath.Join(s.fake, "squeue-busy"))
		return err == nil && len(left) > 0 && string(left) != "1000"
	}, time.Minute, 10*time.Millisecond)
	status, text := s.run()
	require.Equal(t, 2, status)
	require.Contains(t, text, "another regress.sh works on it")
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.EqualError(t, cmd.Wait(), "exit status 1")
	require.Contains(t, out.String(), "stopped: the job is cancelled; the same command goes on\n")
	require.Contains(t, s.calls(), "scancel --name=tilemark-")
}

// task runs a task of shard 1 of 1 with the program itself.
func (s *slurm) task() *exec.Cmd {
	cmd := exec.Command("../../scripts/slurm/task.sh", filepath.Join(s.fake, "tilemark"), s.fake, "1", "quick", "--test", "directed/in-fence")
	cmd.Env = append(s.env, "SLURM_ARRAY_TASK_ID=1")
	return cmd
}

func TestSlurmTaskGoesOnOrBeginsAnew(t *testing.T) {
	s := newSlurm(t)
	path := filepath.Join(s.fake, "shard-1.db")
	run := func(want string) {
		t.Helper()
		out, err := s.task().CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.Contains(t, string(out), want)
	}
	db, err := store.OpenOrCreate(path) // killed before the run began
	require.NoError(t, err)
	require.NoError(t, db.Close())
	run("shard 1: begins\n")
	run("the last run of quick is complete: nothing to resume")
	require.NoError(t, os.Truncate(path, 5000))
	run("is put aside as ")
	require.NoError(t, os.Remove(path))
	writeShard(t, path, &store.Run{Regression: "quick", Revision: "another", Shard: 1, Shards: 1}, store.Pass)
	run("is put aside as ")
	require.Equal(t, 2, casesIn(t, path))
}

func TestSlurmTaskWaitsForAnotherOfItsShard(t *testing.T) {
	s := newSlurm(t)
	db, err := store.OpenOrCreate(filepath.Join(s.fake, "shard-1.db"))
	require.NoError(t, err)
	var out strings.Builder
	cmd := s.task()
	cmd.Stdout = &out
	require.NoError(t, cmd.Start())
	time.Sleep(6 * time.Second) // a locked database is waited for so long
	require.NoError(t, db.Close())
	require.NoError(t, cmd.Wait())
	require.Equal(t, 2, casesIn(t, db.Path))
}
