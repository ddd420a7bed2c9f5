package wave

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn feeds a record by hand: cycles 10 to 29.
func drawn(t *testing.T, columns int) string {
	r := &Recorder{Clock: 500, Signals: []Signal{
		{Label: "INT", Width: 1}, {Scope: "TG", Label: "phase"}, {Scope: "TG.SG_TG", Label: "fill", Width: 6},
		{Scope: "TG.SG_TG", Label: "tokens"}, {Scope: "TG.SG_TG", Label: "tile", Width: 32},
	}}
	r.names.index = map[string]uint64{}
	s := &Store{}
	none, end, cut := r.names.of("-"), r.names.of("INT_END"), r.names.of("TG_INT")
	run, discard := r.names.of("NORMAL"), r.names.of("DISCARD")
	require.NoError(t, s.Begin(r, 10, []uint64{0, run, 3, none, Unknown}))
	for _, c := range []struct {
		cycle  uint64
		signal int
		value  uint64
	}{
		{12, 0, 1}, {13, 0, 0}, {13, 1, discard}, {14, 2, 36}, {15, 2, 35}, {16, 3, cut}, {18, 4, 127},
		{20, 3, none}, {22, 3, end}, {23, 3, none}, {23, 2, 0}, {24, 1, run},
	} {
		require.NoError(t, s.Change(c.cycle, c.signal, c.value))
	}
	require.NoError(t, s.End(30))
	var b strings.Builder
	require.NoError(t, s.Text(&b, columns))
	_, rows, _ := strings.Cut(b.String(), "\n\n")
	return rows
}

func TestARowForEachSignalAndAColumnForEachCycle(t *testing.T) {
	require.Equal(t, `                |10
INT             __#_________________
TG.phase        |NO|DISCARD   |NORMA
TG.SG_TG.fill   3333+zzzzzzzz0000000
TG.SG_TG.tokens |-    !!!!|-E|-
TG.SG_TG.tile   |?      |127
`, drawn(t, 0))
}

func TestColumnsAreSharedWhenThereAreMoreCycles(t *testing.T) {
	require.Equal(t, `                |10
INT             _|________
TG.phase        |.DISCA|NO
TG.SG_TG.fill   33+zzzz000
TG.SG_TG.tokens |- !!|E-
TG.SG_TG.tile   |?  |127
`, drawn(t, 10))
}
