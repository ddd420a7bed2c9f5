package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"tilemark/tb/regress"
	"tilemark/tb/regress/store"
)

func TestRegressRunsCasesIntoADatabase(t *testing.T) {
	db := filepath.Join(t.TempDir(), "new", "r.db")
	status, out, errs := tilemark("regress", "quick", "--test", "directed/between-draws", "--db", db)
	require.Equal(t, exitHeld, status, errs)
	require.Empty(t, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Regexp(t, `cases +passed +failed +errors +cycles +seconds +tests`, lines[0])
	require.Regexp(t, `^PASSED: 2 cases of quick: 2 passed, 0 failed, 0 errors; digest 0x[0-9a-f]{16}$`, lines[len(lines)-1])
	require.FileExists(t, db)

	status, out, _ = tilemark("regress", "quick", "--test", "directed/between-draws", "--db", db, "--format", "json", "--jobs", "1", "--order", "7")
	require.Equal(t, exitHeld, status)
	var got map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, lines[len(lines)-1][len(lines[len(lines)-1])-18:], got["digest"], "jobs and order do not show")
	require.Equal(t, true, got["complete"])
}

func TestRegressThatRunsNothingFails(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	status, out, _ := tilemark("regress", "quick", "--test", "near/draws", "--corpus=false", "--db", db)
	require.Equal(t, exitFailed, status)
	require.Contains(t, out, "FAILED: no case of quick was run\n")
	wrong(t, "regress quick --resume --db "+db, db+": no run of quick to resume")
}

// A run of which all was asked for, and which has no time for all of it, is no pass.
func TestRegressWithoutTimeIsIncomplete(t *testing.T) {
	dir := t.TempDir()
	db, plan := filepath.Join(dir, "r.db"), filepath.Join(dir, "plan.yaml")
	const entries = "entries:\n  - {name: pages, stage: V1, shows: s, tests: [directed/blending]}\n  - {name: at random, stage: V2, shows: s, tests: ['random/*']}\n"
	require.NoError(t, os.WriteFile(plan, []byte(entries), 0o600))
	status, out, errs := tilemark("regress", "nightly", "--budget", "1s", "--jobs", "1", "--plan", plan, "--db", db)
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, out, "\nINCOMPLETE: ")
	require.Regexp(t, `(?m)^note: (1 entry of the testplan has|2 entries of the testplan have) no case \(.*at random\)$`, errs)
	status, out, _ = tilemark("report", "--db", db, "--out", filepath.Join(dir, "r"), "--plan", plan)
	require.Equal(t, exitFailed, status)
	require.Regexp(t, `\nINCOMPLETE: .* (has|have) no case \(.*at random\); more time \(--budget\) was needed\.\n$`, out)
	status, out, errs = tilemark("regress", "nightly", "--test", "directed/blending", "--plan", plan, "--db", db)
	require.Equal(t, exitHeld, status, "asks for no more: %s%s", out, errs)
	wrong(t, "regress quick --plan "+filepath.Join(dir, "none.yaml"), "none.yaml: no such file or directory")
}

func TestRegressRepeatsOneCase(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	status, out, errs := tilemark("regress", "quick", "--test", "interrupted/in-fence/zl1/stalls", "--seed", "0xffffffffffffffff")
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "PASSED: 1 case of quick: 1 passed")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left, "nothing is written")
}

func TestRegressThatCannotResumeSaysWhy(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	wrong(t, "regress quick --resume --test directed/in-fence --db "+db, db+": no such file or directory")
	require.NoFileExists(t, db)
	held(t, "regress", "quick", "--test", "directed/in-fence", "--db", db)
	wrong(t, "regress quick --resume --test directed/in-fence --db "+db, db+": the last run of quick is complete: nothing to resume")
}

func TestReportAndMergeOfShards(t *testing.T) {
	dir := t.TempDir()
	db := func(name string) string { return filepath.Join(dir, name) }
	for _, i := range []string{"1", "2"} {
		held(t, "regress", "quick", "--test", "directed/b*", "--shard", i+"/2", "--db", db(i))
	}
	status, _, errs := tilemark("merge", "--out", db("all"), db("2"))
	require.Equal(t, exitFailed, status)
	require.Equal(t, "shard 1 is lost: no database of it was given\n", errs)
	status, out, _ := tilemark("report", "--db", db("all"), "--out", db("r"))
	require.Equal(t, exitFailed, status)
	require.Contains(t, out, "INCOMPLETE: ")
	held(t, "merge", "--out", db("all"), db("1"), db("2"))
	status, out, errs = tilemark("report", "--db", db("all"), "--out", db("r"))
	require.Equal(t, exitHeld, status, errs)
	tests := regress.New("quick").Select("directed/b*")
	require.Contains(t, out, fmt.Sprintf("\nPASSED: %d cases ran in ", len(tests)))
	for _, name := range []string{"index.html", "junit.xml", "report.json", "summary.md"} {
		require.FileExists(t, filepath.Join(db("r"), name))
	}
	wrong(t, "merge --out "+db("all")+" "+db("1")+" "+db("none"), db("none")+": no such file or directory")
	wrong(t, "merge --out "+db("1")+" "+db("1"), "is the database that is written")
}

// killed starts regress in a process of its own and kills it as soon as some cases are in the database.
func killed(t *testing.T, db string, args ...string) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "TILEMARK_MAIN=1")
	require.NoError(t, cmd.Start())
	var last time.Time
	require.Eventually(t, func() bool { // the run begins, and cases come in batches
		info, err := os.Stat(db)
		if err != nil || info.ModTime().Equal(last) {
			return false
		}
		begun := !last.IsZero() && info.ModTime().Sub(last) > time.Second
		last = info.ModTime()
		return begun
	}, 2*time.Minute, 20*time.Millisecond)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
}

func TestKilledRunIsResumed(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	args := []string{"regress", "nightly", "--test", "interrupted/instancing/*/default", "--seeds", "150", "--jobs", "1", "--db", db}
	killed(t, db, args...)
	before := casesIn(t, db)
	status, out, errs := tilemark(append(args, "--resume", "--format", "json")...)
	require.Equal(t, exitHeld, status, errs)
	var got struct{ Cases, Known int }
	require.NoError(t, json.Unmarshal([]byte(out), &got))
	require.Equal(t, before, got.Known, "what was written is not lost")
	require.Equal(t, got.Cases, casesIn(t, db), "and no case is there twice")
	require.Greater(t, got.Cases, got.Known)
}

// casesIn counts the cases of a database's only run.
func casesIn(t *testing.T, path string) int {
	t.Helper()
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	history, err := db.History()
	require.NoError(t, err)
	require.Len(t, history, 1)
	return history[0].Cases
}

func TestTestsAreListed(t *testing.T) {
	status, out, _ := tilemark("regress", "quick", "--list", "--test", "directed/blending")
	require.Equal(t, exitHeld, status)
	require.Regexp(t, `^test +stage +cases in a round\ndirected/blending/tg +V1 +1\ndirected/blending/zl1 +V1 +1\n$`, out)
}

// A plan that names what is not there is refused by who reads it.
func TestWrongPlansAreRefused(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "plan.yaml")
	require.NoError(t, os.WriteFile(plan, []byte("entries:\n  - {name: a, stage: V9, shows: b, rules: [P1], tests: [directed/nosuch]}\n"), 0o600))
	status, _, errs := tilemark("regress", "quick", "--test", "directed/in-fence", "--plan", plan, "--db", filepath.Join(t.TempDir(), "r.db"))
	require.Equal(t, exitUsage, status)
	require.Contains(t, errs, plan+":2:")
	require.Contains(t, errs, `"V9"`)
	require.Contains(t, errs, `"directed/nosuch"`)
}
