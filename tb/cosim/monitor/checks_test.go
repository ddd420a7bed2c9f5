package monitor

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every check has a name of its own, a rule of the page of rules, and says what must hold.
func TestChecksHaveNamesAndRules(t *testing.T) {
	rules, err := os.ReadFile("../../../docs/rules.md")
	require.NoError(t, err)
	var known []string
	for _, line := range strings.Split(string(rules), "\n") {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		known = append(known, strings.Split(cell, ", ")...)
	}
	for _, k := range Checks() {
		named, err := CheckNamed(k.String())
		require.NoError(t, err)
		require.Equal(t, k, named)
		require.NotEmpty(t, k.Says(), k)
		for _, rule := range k.Rules() {
			require.Contains(t, known, rule, "%s: not in docs/rules.md", k)
		}
	}
	_, err = CheckNamed("nothing")
	require.ErrorContains(t, err, `unknown check "nothing"`)
}
