package sm_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/gpc/sm"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// The cycles from one instruction to the next follow from the unit's lanes and latency.
func TestUnitsTakeTheirPassesAndLatencies(t *testing.T) {
	after := func(cfg sm.Config, lanes int, text string, registers ...[8]uint32) (cycles int) {
		shared := ".cta 8 1 1\n.shared 1024\n"
		s := newBench(t, cfg, fmt.Sprintf(".lanes %d\n", lanes)+shared+text+"\nsend.end {last}\n")
		s.thread(pipe.ThreadHead{Stage: isa.StageCompute, Lanes: uint8(lanes), Threads: 1, SharedSize: 16}, append([][8]uint32{{}}, registers...)...)
		s.run(150)
		var first, thread int
		var op string
		_, err := fmt.Sscan(s.issued[0], &first, &thread, &op)
		require.NoError(t, err)
		_, err = fmt.Sscan(s.issued[1], &cycles, &thread, &op)
		require.NoError(t, err)
		return cycles - first
	}
	for _, n := range []int{4, 8} {
		cfg := config
		cfg.Lanes = n
		require.Equal(t, 32/n, after(cfg, 32, "add r8:ud, r4:ud, r4:ud\nadd r12:ud, r4:ud, r4:ud"), "%d lanes", n)
	}
	for _, n := range []int{1, 2, 8} {
		cfg := config
		cfg.MathLanes = n
		require.Equal(t, 8/n, after(cfg, 8, "rcp r1:f, r2:f\nrcp r3:f, r2:f"), "%d lanes of the math unit", n)
	}
	for _, n := range []int{1, 4, 25} {
		cfg := config
		cfg.ALULatency, cfg.MathLatency, cfg.FlowLatency, cfg.SharedLatency = n, n, n, n
		require.Equal(t, 1+n, after(cfg, 8, "add r1:ud, r2:ud, r3:ud\nadd r4:ud, r1:ud, r3:ud"))
		require.Equal(t, 4+n, after(cfg, 8, "rcp r1:f, r2:f\nmov r4:f, r1:f"))
		require.Equal(t, n, after(cfg, 8, "jmp x\nx: nop"))
		require.Equal(t, 2+n, after(cfg, 8, "send.shared_load.ud r10, r1\nmov r4:ud, r10:ud"), "a register and a word of each bank")
	}
	for _, n := range []int{4, 8, 32} {
		cfg := config
		cfg.Banks = n
		require.Equal(t, 1+8, after(cfg, 8, "send.shared_load.ud r10, r1\nsend.shared_load.ud r11, r1", stride(4*n)), "eight words in one of %d banks", n)
		require.Equal(t, 1+4, after(cfg, 8, "send.shared_load.ud r10, r1\nsend.shared_load.ud r11, r1", stride(2*n)), "four in each of two")
	}
}

// stride are eight addresses that are so many bytes apart.
func stride(bytes int) (r [8]uint32) {
	for n := range r {
		r[n] = uint32(n * bytes)
	}
	return r
}
