//go:build faults

package main

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/bugs"
	"tilemark/tb/directed"
	"tilemark/tb/regress/store"
)

// Two known bugs are tried until a case notices them; what became of them is in the database,
// with vectors that were made small and notice them still.
func TestFaultMutantsAreKilledAndKept(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	status, out, errs := tilemark("regress", "quick", "--mutants", "--mutant", "tile-id-off-by-one", "--mutant", "blend-truncates", "--shrink", "5s", "--db", db)
	require.Equal(t, exitHeld, status, errs)
	require.Contains(t, errs, "blend-truncates killed by directed/blending/")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Equal(t, "PASSED: 2 of 2 mutants killed by quick, 100.0 %; at least 85 % was expected", lines[len(lines)-1])
	rows, cases := kept(t, db)
	require.Len(t, rows, 2)
	for i, name := range []string{"blend-truncates", "tile-id-off-by-one"} {
		m := &rows[i]
		require.Equal(t, name, m.Name)
		require.NotEmpty(t, m.Block)
		require.NotEmpty(t, m.Description)
		require.NotEmpty(t, m.Rule)
		require.NotEmpty(t, m.Place)
		require.NotEmpty(t, m.How)
		require.Positive(t, m.Wall)
		require.Equal(t, 1, m.Tried, "the vector that is known to notice it comes first")
		require.Positive(t, m.Left.Draws)
		small, err := directed.Parse([]byte(m.Shrunk))
		require.NoError(t, err)
		require.NoError(t, small.Try())
		bugs.Use(name)
		_, killed := directed.Kill(small.Try())
		bugs.Use(bugs.None)
		require.True(t, killed, m.Shrunk)
	}
	require.NotEmpty(t, cases, "each case that killed was run without the bug, too")
	for i := range cases {
		require.Equal(t, store.Pass, cases[i].Result)
	}
}

// kept are the bugs and cases of a database's last run.
func kept(t *testing.T, path string) ([]store.Mutant, []store.Case) {
	db, err := store.Open(path)
	require.NoError(t, err)
	defer db.Close()
	runs, err := db.Runs()
	require.NoError(t, err)
	run := &runs[len(runs)-1]
	require.True(t, run.Complete)
	rows, err := db.Mutants(run.ID)
	require.NoError(t, err)
	cases, err := db.Cases(run.ID)
	require.NoError(t, err)
	return rows, cases
}

// A bug that the chosen tests do not notice survives, with the reason that is written down.
func TestFaultSurvivorsAreNamed(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	status, out, errs := tilemark("regress", "quick", "--mutants", "--mutant", "wide-index-wrong", "--test", "directed/in-fence", "--db", db)
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, out, "survivor wide-index-wrong (csp front end): ")
	require.Contains(t, out, "\nFAILED: 0 of 1 mutants killed by quick, 0.0 %")
	rows, _ := kept(t, db)
	require.Equal(t, 2, rows[0].Tried)
	require.Empty(t, rows[0].Test)
}

// nightly wants a reason for each bug that survives, also in a shard, whose share says nothing.
func TestFaultNightlyWantsReasonsOfSurvivors(t *testing.T) {
	db := func() string { return filepath.Join(t.TempDir(), "r.db") }
	args := []string{"regress", "nightly", "--mutants", "--test", "directed/in-fence", "--seeds", "1", "--mutant"}
	status, out, errs := tilemark(append(args, "wide-index-wrong", "--shard", "1/2", "--db", db())...)
	require.Equal(t, exitFailed, status, errs)
	require.Contains(t, out, "\nFAILED: 0 of 1 mutants killed by nightly, 0.0 %; at least 98 % was expected of all shards; survivors without a reason: 1\n")
	directed.Survivors["wide-index-wrong"] = "the chosen test has no wide indices"
	defer delete(directed.Survivors, "wide-index-wrong")
	status, out, errs = tilemark(append(args, "wide-index-wrong", "--shard", "1/2", "--db", db())...)
	require.Equal(t, exitHeld, status, "%s%s", out, errs)
	require.Contains(t, out, "\nPASSED: 0 of 1 mutants killed by nightly, 0.0 %; at least 98 % was expected of all shards\n")
}

// A run that was killed goes on with the bugs that it has not judged.
func TestFaultMutantsAreResumed(t *testing.T) {
	db := filepath.Join(t.TempDir(), "r.db")
	args := []string{"regress", "quick", "--mutants", "--mutant", "blend-truncates", "--mutant", "snap-truncates", "--mutant", "wide-index-wrong",
		"--test", "directed/blending", "--db", db}
	resume := strings.Join(args, " ") + " --resume"
	wrong(t, resume, db+": no such file or directory")
	status, _, errs := tilemark(args...)
	require.Equal(t, exitFailed, status, errs)
	wrong(t, resume, db+": the last run of quick-mutants is complete: nothing to resume")
	before, _ := kept(t, db)
	require.Len(t, before, 3)

	file, err := sql.Open("sqlite", db)
	require.NoError(t, err)
	_, err = file.Exec("UPDATE runs SET complete=0; DELETE FROM mutants WHERE mutant='snap-truncates'") // what a killed run leaves
	require.NoError(t, err)
	require.NoError(t, file.Close())
	wrong(t, resume+" --mutant token-lost", "that was not completed is of cases ")
	status, out, errs := tilemark(append(args, "--resume")...)
	require.Equal(t, exitFailed, status, errs)
	require.Equal(t, 1, strings.Count(errs, "\n"), errs)
	require.Contains(t, errs, "snap-truncates killed by directed/blending/")
	require.Contains(t, out, "survivor wide-index-wrong ")
	require.Contains(t, out, "\nFAILED: 2 of 3 mutants killed by quick, 66.7 %")
	after, cases := kept(t, db)
	for i := range after {
		after[i].Wall, before[i].Wall = 0, 0
	}
	require.Equal(t, before, after)
	require.NotEmpty(t, cases)
}

func TestFaultMutantsThatMakeNoSense(t *testing.T) {
	wrong(t, "regress quick --mutants --mutant tile-id-of", `--mutant: unknown bug "tile-id-of"; one of tile-id-off-by-one was expected`)
	wrong(t, "regress quick --mutants --jobs 2", "--jobs with --mutants")
	wrong(t, "regress quick --mutant tile-id-off-by-one", "--mutant is for --mutants")
}
