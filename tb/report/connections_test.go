package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
)

// Every row of the table, of FIFOs and of lines, has a cell for each heading.
func TestRowsOfConnectionsHaveAllCells(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, Connections(&b, hw.DefaultConfig()))
	rows := strings.Split(strings.TrimSpace(b.String()), "\n")
	require.Contains(t, b.String(), "| INT | CSP | TG |")
	for _, row := range rows {
		require.Equal(t, strings.Count(rows[0], "|"), strings.Count(row, "|"), row)
	}
}
