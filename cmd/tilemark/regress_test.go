package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	status, out, _ := tilemark("regress", "quick", "--test", "no-such-test", "--db", db)
	require.Equal(t, exitFailed, status)
	require.Contains(t, out, "FAILED: no case of quick was run\n")
	wrong(t, "regress quick --resume --db "+db, db+": no run of quick to resume")
}

func TestRegressRepeatsOneCase(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	status, out, errs := tilemark("regress", "quick", "--test", "interrupted/in-fence/zl1/stalls", "--seed", "0xffffffffffffffff")
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, out, "PASSED: 1 cases of quick: 1 passed")
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
