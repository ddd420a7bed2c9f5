package judge

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa/nos"
	"tilemark/tb/kernels"
)

// What the reference model executes of a kernel that the machine patches is what the driver's patcher writes, instruction by instruction, for each shader and state.
func TestTheMachinePatchesAsTheDriver(t *testing.T) {
	for name, source := range shaderTexts(t) {
		for _, lanes := range []int{8, 16} {
			p, err := NewPatched(name, source, nos.All, lanes)
			require.NoError(t, err)
			k := p.Result.Kernel
			table, err := nos.Table(k)
			require.NoError(t, err)
			patcher := nos.NewPatcher(k)
			want := make([]byte, len(patcher.Code()))
			copy(want, patcher.Code())
			for n := range 40 {
				s := Random(uint64(n))
				patcher.Patch(want, &s)
				program := kernels.Program(k)
				program.Table = table
				program.State, err = s.Words(k.Stage)
				require.NoError(t, err)
				got, err := exec.Load(program)
				require.NoError(t, err)
				require.Equal(t, want, got.Patched, "%s, %d lanes, state %d", name, lanes, n)
			}
			t.Logf("%s, %d lanes: %d tagged instructions of %d, a table of %d bytes", name, lanes, patcher.Tagged(), len(k.Code), len(table))
		}
	}
}
