package regtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw"
	"tilemark/regmap/cases"
	"tilemark/regmap/table"
	"tilemark/tb/regtest"
)

// A table that says something else than the machine does fails the tests that speak of it.
// The machine is the one that was built: what stands in the table changes nothing in it.
func TestATableThatTheMachineDoesNotFollowFails(t *testing.T) {
	field := func(blocks []table.Block, block, register string) (*table.Register, *table.Field) {
		for i := range blocks {
			for k := range blocks[i].Registers {
				if r := &blocks[i].Registers[k]; blocks[i].Name == block && r.Name == register {
					return r, &r.Fields[0]
				}
			}
		}
		require.FailNow(t, "no register "+block+"."+register)
		return nil, nil
	}
	for name, lie := range map[string]struct {
		change func(r *table.Register, f *table.Field)
		fails  []string
	}{
		"reset value": {func(_ *table.Register, f *table.Field) { f.Reset = 1 },
			[]string{"TSU.CULL.CULL_FRONT/reset-value"}},
		"read-only": {func(_ *table.Register, f *table.Field) { f.SW = "ro" },
			[]string{"TSU.CULL.CULL_FRONT/access", "TSU.CULL.CULL_FRONT/save-restore"}},
		"sets": {func(_ *table.Register, f *table.Field) { f.SW = "woset" },
			[]string{"TSU.CULL.CULL_FRONT/access", "TSU.CULL.CULL_FRONT/save-restore"}},
		"lock": {func(r *table.Register, _ *table.Field) { r.Lock = "STATISTICS_CONTROL.ENABLE" },
			[]string{"TSU.CULL.CULL_FRONT/lock", "TSU.CULL.CULL_BACK/lock", "TSU.CULL.FRONT_CW/lock"}},
		"alias": {func(r *table.Register, _ *table.Field) { r.Alias = "STATISTICS_CONTROL" },
			[]string{"TSU.CULL.CULL_FRONT/alias", "TSU.CULL.FRONT_CW/alias"}},
		"not saved": {func(r *table.Register, _ *table.Field) { r.Class = "none" },
			[]string{"TSU.CULL/reset-value"}},
	} {
		t.Run(name, func(t *testing.T) {
			blocks := tables(t)
			lie.change(field(blocks, "TSU", "CULL"))
			results, err := regtest.Run(hw.DefaultConfig(), blocks)
			require.NoError(t, err)
			var failed []string
			for _, r := range regtest.Failed(results) {
				failed = append(failed, r.Name())
				require.Regexp(t, `^TSU\.(CULL|STATISTICS_CONTROL)\b`, r.Name(), r.Failure)
			}
			require.Subset(t, failed, lie.fails)
		})
	}
}

// Every test of the list has a result, and no name stands twice.
func TestTheListNamesEveryTest(t *testing.T) {
	list, err := cases.List(tables(t))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, c := range list {
		require.False(t, seen[c.Name()], c.Name())
		seen[c.Name()] = true
	}
	for _, name := range []string{
		"TSU.CULL.FRONT_CW/bit-bash", "TSU.CULL[reserved]/save-restore", "EUP.TRANSFORM_0.VALUE/reset-value",
		"WBU.BLEND.SRC_COLOR/read-write", "CSP[21..550]/unmapped",
	} {
		require.True(t, seen[name], name)
	}
}
