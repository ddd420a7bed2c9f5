package directed

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/tb/cosim/monitor"
	"tilemark/text/prose"
)

var updateChecks = flag.Bool("checks", false, "write docs/checks.md")

const checksPage = "../../docs/checks.md"

// The page of checks is the table in the code, and what shows that each is needed.
func TestChecksAreDocumented(t *testing.T) {
	shown := map[string]Shown{}
	for _, e := range ShownChecks {
		shown[e.Check] = e
	}
	var b strings.Builder
	b.WriteString(checksHead)
	for _, k := range monitor.Checks() {
		e, ok := shown[k.String()]
		require.True(t, ok, "%s: an entry in shown_test.go was expected", k)
		kind := "alone"
		if e.Earlier {
			kind = "earlier"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", k, strings.Join(k.Rules(), ", "), k.Says(), kind, e.By, e.Vector)
	}
	if *updateChecks {
		require.NoError(t, os.WriteFile(checksPage, []byte(prose.Wrap(b.String())), 0o644))
	}
	page, err := os.ReadFile(checksPage)
	require.NoError(t, err)
	require.Equal(t, prose.Wrap(b.String()), string(page), "`make docs` makes the page")
}

const checksHead = `# Checks

The checks that the testbench makes while a machine runs, each with its name. A check that fails stops the run, names its rule ([rules.md](rules.md)) and says what has come and what was
expected. Each can be left out of a run, or be the only one in it (tb/cosim, ` + "`Session.Without`, `Session.Only`" + `).

A test shows that each check is needed: it switches the check off, and demands that an error of the machine is not noticed then (tb/directed/lone_test.go). The
error is a known bug (tb/bugs/tables) or a damaged connection (tb/bugs/_wires), in a vector at a break point:

- *alone*: the check notices it when all others are left out, and nothing notices it when the check is. That holds of the final comparison of memory too: it notices a write that no monitor sees.
- *earlier*: others notice it too, but in a later cycle, and what they say is further from the cause.

A damage names a connection and an entry, a token or a pulse by its kind and its number among those, from 0. *As put* is as if the producer had put it so, and monitors see it; without, only
the consumer sees it.

A check that is left out continues with what has come. When one of the scheduler (schedule-...) is left out and finds something, the others of the scheduler check
nothing from there on, since their model follows another machine. What a vector expects of cuts and ends is not checked, and a run that only makes no progress shows nothing but the check *hang*.

The table is made from tb/cosim/monitor/checks.go and tb/directed/shown_test.go by ` + "`make docs`" + `.

| check | rule | what must hold | kind | noticed | in |
| --- | --- | --- | --- | --- | --- |
`
