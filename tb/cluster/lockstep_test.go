package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/tb/kernels"
)

func config() sm.Config {
	return sm.Config{Threads: 16, Registers: 16 * 128, Lanes: 8, MathLanes: 2, ALULatency: 4, MathLatency: 12, FlowLatency: 2, Select: "round_robin"}
}

func TestVectorAdd(t *testing.T) {
	k, err := kernels.Load("vector-add")
	require.NoError(t, err)
	b, err := NewBench(config(), 1)
	require.NoError(t, err)
	buffer := func() exec.Binding {
		d := make([]byte, 4096)
		for i := range d {
			d[i] = byte(i * 7)
		}
		return exec.Binding{Data: d}
	}
	out := exec.Binding{Data: make([]byte, 4096), Write: true}
	require.NoError(t, b.Run(k, [3]int{16, 1, 1}, []uint32{1000}, []exec.Binding{buffer(), buffer(), out}, 100_000))
	t.Log(b.Cycle(), b.Issues)
}
