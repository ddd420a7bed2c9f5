package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/blocks/gpc/sm"
	"tilemark/tb/kernels"
)

func config() Config {
	return Config{
		SMs: 2, Depth: 4,
		SM: sm.Config{Threads: 16, Registers: 16 * 128, Lanes: 8, MathLanes: 2, ALULatency: 4, MathLatency: 12, FlowLatency: 2, Shared: 32768, Banks: 16, SharedLatency: 6,
			Select: "round_robin"},
		LSU: lsu.Config{Entries: 4, Accesses: 16, Sets: 4, Bindings: 16},
		L15: l15.Config{Lines: 256, Ways: 4, Misses: 8, Held: 16},
	}
}

func TestVectorAdd(t *testing.T) {
	k, err := kernels.Load("vector-add")
	require.NoError(t, err)
	for _, alone := range []bool{true, false} {
		cfg := config()
		if cfg.Alone = alone; alone {
			cfg.SMs = 1
		}
		b, err := NewBench(cfg, 1)
		require.NoError(t, err)
		buffer := func() exec.Binding {
			d := make([]byte, 4096)
			for i := range d {
				d[i] = byte(i * 7)
			}
			return exec.Binding{Data: d}
		}
		out := exec.Binding{Data: make([]byte, 4096), Write: true}
		require.NoError(t, b.Load(k, []exec.Binding{buffer(), buffer(), out}))
		require.NoError(t, b.Run([3]int{16, 1, 1}, []uint32{1000}, 100_000))
		t.Log(b.Cycle(), b.Issues)
	}
}
