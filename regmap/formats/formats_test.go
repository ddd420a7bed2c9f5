package formats

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// own loads the machine's own tables.
func own(t testing.TB) *Set {
	t.Helper()
	set, errs, err := Load("../../hw/regs")
	require.NoError(t, err)
	require.Empty(t, errs)
	return set
}

func TestTheMachinesTablesHaveNoErrors(t *testing.T) {
	set := own(t)
	require.Len(t, set.Files, 4)
	require.NotEmpty(t, set.Commands)
}
