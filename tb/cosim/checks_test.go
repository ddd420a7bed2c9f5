package cosim

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/checks.md")

const checksPage = "../../docs/checks.md"

// The page of checks is the table in the code.
func TestChecksAreDocumented(t *testing.T) {
	var b strings.Builder
	b.WriteString(checksHead)
	for _, k := range Checks() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", k, k.Rule(), k.Says())
	}
	if *update {
		require.NoError(t, os.WriteFile(checksPage, []byte(b.String()), 0o644))
	}
	page, err := os.ReadFile(checksPage)
	require.NoError(t, err)
	require.Equal(t, b.String(), string(page), "`make docs` makes the page")
}

const checksHead = `# Checks

What the testbench demands of a machine while it runs, each under a name. A check that fails stops the run, names its rule ([rules.md](rules.md)) and says what has come and what was
expected. Each can be left out of a run, or be the only one in it (tb/cosim, ` + "`Session.Without`, `Session.Only`" + `): so it is shown what it notices that others do not.

The table is made from tb/cosim/checks.go by ` + "`make docs`" + `.

| check | rule | what must hold |
| --- | --- | --- |
`

// Every check has a name of its own, a rule of the page of rules, and says what must hold.
func TestChecksHaveNamesAndRules(t *testing.T) {
	rules, err := os.ReadFile("../../docs/rules.md")
	require.NoError(t, err)
	for _, k := range Checks() {
		named, err := CheckNamed(k.String())
		require.NoError(t, err)
		require.Equal(t, k, named)
		require.NotEmpty(t, k.Says(), k)
		found := false
		for _, line := range strings.Split(string(rules), "\n") {
			cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
			for _, rule := range strings.Split(cell, ", ") {
				found = found || rule == k.Rule()
			}
		}
		require.True(t, found, "%s: rule %s is not in docs/rules.md", k, k.Rule())
	}
	_, err = CheckNamed("nothing")
	require.ErrorContains(t, err, `unknown check "nothing"`)
}
