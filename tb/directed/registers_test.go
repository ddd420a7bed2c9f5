package directed

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestVectorsThatWriteARegister(t *testing.T) {
	tests, err := Registers()
	require.NoError(t, err)
	require.Len(t, tests.Vectors, len(Names()))
	names := func(register string) (out []string) {
		for _, i := range tests.Registers[register].Vectors {
			out = append(out, tests.Vectors[i].Name)
		}
		return out
	}
	require.Contains(t, names("WBU.BLEND"), "blending")
	require.Contains(t, names("ASU.DEPTH_BIAS_SLOPE"), "bias-d16")
	require.NotContains(t, names("ASU.DEPTH_BIAS_SLOPE"), "blending")
	require.NotEmpty(t, tests.Registers["TSU.CULL"].Values)
}
