package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// completed asks the program as a shell's script does.
func completed(t *testing.T, words ...string) string {
	t.Helper()
	status, out, errs := tilemark(append([]string{"__complete"}, words...)...)
	require.Equal(t, exitHeld, status, errs)
	return out
}

func TestCompletionKnowsScenesVectorsAndParameters(t *testing.T) {
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"run tea", []string{"teapot\n", "teapot-patches\n"}},
		{"sweep directed/ring-", []string{"directed/ring-wrap\n"}},
		{"check random/ev", []string{"random/everything:\n"}},
		{"run --partner ble", []string{"blend\n"}},
		{"run --set memory.", []string{"memory.latency=\t"}},
		{"run --set break_point=", []string{"break_point=tg\n", "break_point=zl1\n"}},
		{"wave --break-point z", []string{"zl1\n"}},
		{"regs diff --fail-on br", []string{"breaking\n"}},
		{"regs gen --lang sys", []string{"systemverilog\n", "systemrdl\n"}},
		{"schema reg", []string{"regs-check\n", "regress\n"}},
		{"completion ", []string{"bash\n", "zsh\n", "fish\n"}},
	} {
		out := completed(t, strings.Split(c.words, " ")...)
		for _, want := range c.want {
			require.Contains(t, out, want, c.words)
		}
	}
	require.NotContains(t, completed(t, "run", "tea"), "blend")
}

func TestCompletionScriptsAreWritten(t *testing.T) {
	for _, shell := range shells {
		status, out, errs := tilemark("completion", shell)
		require.Equal(t, exitHeld, status, errs)
		require.Contains(t, out, "__complete", shell)
	}
	_, out, _ := tilemark("completion", "bash", "--help")
	require.Contains(t, out, "bash-completion", "the script of bash calls its functions")
	status, _, errs := tilemark("completion", "tcsh")
	require.Equal(t, exitUsage, status)
	require.Equal(t, "tilemark: shell \"tcsh\": bash, zsh or fish was expected\n", errs)
}

func TestEachVerbHasAManualPage(t *testing.T) {
	out := filepath.Join(t.TempDir(), "man")
	status, said, errs := tilemark("man", "--out", out)
	require.Equal(t, exitHeld, status, errs)
	files, err := os.ReadDir(out)
	require.NoError(t, err)
	require.Regexp(t, `^written: \d+ pages in `, said)
	var names []string
	for _, f := range files {
		names = append(names, f.Name())
	}
	for _, verb := range newRoot().Commands() {
		if verb.IsAvailableCommand() {
			require.Contains(t, names, "tilemark-"+verb.Name()+".1")
		}
	}
	text, err := os.ReadFile(filepath.Join(out, "tilemark-sweep.1"))
	require.NoError(t, err)
	require.Contains(t, string(text), `.TH "TILEMARK-SWEEP" "1"`)
	require.Contains(t, string(text), "--pairs")
	require.NotContains(t, string(text), "0001", "no date")
}

func TestVersionNamesCommitAndTables(t *testing.T) {
	status, out, errs := tilemark("--version")
	require.Equal(t, exitHeld, status, errs)
	require.Regexp(t, regexp.MustCompile(`^tilemark\ncommit +\S.*\nregister tables [0-9a-f]{16}\nbuilt with +go\S+ for \S+\n$`), out)
}
