package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/regmap/git"
)

// checker is a small tilemark: its check fails when a vector has a line with some text in it.
const checker = `package main

import (
	"os"
	"strings"
)

func main() {
	text, err := os.ReadFile(os.Args[2])
	if err != nil || os.Args[1] != "check" {
		os.Exit(2)
	}
	if strings.Contains(string(text), %q) {
		os.Exit(1)
	}
}
`

// historyOf makes a repository in the current folder: at its second-last commit the bug comes
// that a vector with the text shows.
func historyOf(t *testing.T, bug string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	run := func(args ...string) {
		_, err := git.Run(dir, nil, append([]string{"-c", "user.name=x", "-c", "user.email=x@x", "-c", "commit.gpgsign=false"}, args...)...)
		require.NoError(t, err)
	}
	run("init", "-q")
	require.NoError(t, os.MkdirAll("cmd/tilemark", 0o755))
	require.NoError(t, os.WriteFile("go.mod", []byte("module tilemark\n\ngo 1.24\n"), 0o600))
	for i, fails := range []string{"no vector has this", "no vector has this", bug, bug} {
		text := fmt.Sprintf(checker+"// %d\n", fails, i)
		require.NoError(t, os.WriteFile(filepath.Join("cmd/tilemark", "main.go"), []byte(text), 0o600))
		run("add", "-A")
		run("commit", "-q", "-m", fmt.Sprint("commit ", i))
	}
}

// A case is found by what repeats it: all of it, the machine and the interrupts too, is in the vector.
func TestBisectFindsTheCommitThatBrokeACase(t *testing.T) {
	for args, bug := range map[string]string{
		"--test interrupted/blending/tg/least --seed 0x25": "config: {fifo.depth: least, break_point: tg}\n",
		"--test interrupted/blending/zl1/stalls --seed 7":  "\nevery: ",
		"--test directed/in-fence/zl1 --seed 0":            "break_point: zl1",
		"--test random/everything --seed 0x25":             "contexts:",
		"random/everything:0x25":                           "contexts:",
		"directed/in-fence":                                "contexts:",
	} {
		t.Run(args, func(t *testing.T) {
			historyOf(t, bug)
			words := append([]string{"bisect", "--good", "HEAD~3"}, strings.Fields(args)...)
			require.Regexp(t, `^first bad commit: [0-9a-f]{40} commit 2\n$`, held(t, words...))
		})
	}
}

func TestBisectThatMakesNoSense(t *testing.T) {
	for args, want := range map[string]string{
		"": "a vector, or --test and --seed of a case, is missing; `tilemark bisect --help` explains them",
		"directed/in-fence --test directed/in-fence/tg": `"directed/in-fence" with --test or --seed: a vector or a case, one of them, was expected`,
		"directed/in-fence directed/blending":           `unexpected argument "directed/blending"`,
		"directed/in-fence":                             "--good is missing: a revision at which the vector holds was expected",
		"directed/in-fence --good x --patience 0s":      "--patience 0s: a time above 0 was expected",
		"--test directed/in-fence/tg":                   "--test without --seed: the seed of the case was expected",
		"--seed 1":                                      "--seed without --test: the test that it is of was expected",
		"--seed x --test directed":                      `--seed "x": a whole number of up to 64 bits, such as 0x25, was expected`,
		"--seed 1 --test directed --good x":             `--test "directed" with --seed: the whole name of one test was expected`,
		"--seed 1 --test sweep/in-fence/tg --good x":    "sweep/in-fence/tg holds with this program; of a sweep, one with which it fails was expected, that of the bad revision",
	} {
		wrong(t, "bisect "+args, want)
	}
}
