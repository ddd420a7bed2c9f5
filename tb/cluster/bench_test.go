package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/hw/isa/asm"
	"tilemark/hw/isa/kernel"
	"tilemark/tb/kernels"
)

// busy is a kernel of arithmetic in f with a loop, a load and a store.
const busy = `.kernel busy
.lanes 8
.cta 128 1 1
.args 1
.binding 0 buffer read write
    shl r10:ud, r0<0>:ud, 7:ud
    shl r11:ud, r0.6<0>:ud, 3:ud
    add r10:ud, r10:ud, r11:ud
    add r10:ud, r10:ud, r1:ud
    shl r10:ud, r10:ud, 2:ud
    send.load.f r12, r10, b0
    mov r14:f, 0.25:f
    mov r15:ud, 0:ud
    loop
    mul r13:f, r12:f, r14:f
    mad r16:f, r13:f, r12:f, r14:f
    add r17:f, r16:f, -r13:f
    mad r18:f, r17:f, r12:f, r13:f
    min r18:f, r18:f, 4.0:f
    mul r19:f, r18:f, r12:f
    add r18:f, r19:f, r13:f
    add r15:ud, r15:ud, 1:ud
    cmp.lt.f0 null:ud, r15:ud, r4<0>:ud
    (f0) while
    add r18:f, r18:f, r14:f
    send.store.f r10, r18, b0
    send.end {last}
`

// A pair of multiprocessors of the default cluster, busy: the time of an issue, all included.
func BenchmarkCluster(b *testing.B) {
	k, errs := asm.Assemble("busy.tka", busy)
	require.Empty(b, errs)
	matrix, err := kernels.Load("matrix")
	require.NoError(b, err)
	for _, c := range []struct {
		k    *kernel.Kernel
		args []uint32
		wide bool
	}{{k, []uint32{50}, false}, {k, []uint32{50}, true}, {matrix, []uint32{64, 64, 64}, false}} {
		name := c.k.Name
		if c.wide {
			name += "-wide"
		}
		b.Run(name, func(b *testing.B) {
			issues, cycles := uint64(0), uint64(0)
			for b.Loop() {
				b.StopTimer()
				cfg := config()
				cfg.Quiet = true
				cfg.SM.Registers = 1024
				if c.wide {
					cfg.SMs, cfg.SM.Lanes = 4, 16
				}
				bench, err := NewBench(cfg, 1)
				require.NoError(b, err)
				bindings := make([]exec.Binding, 4)
				for n := range bindings {
					bindings[n] = exec.Binding{Data: make([]byte, 65536), Write: true}
					for at := 0; at < 65536; at += 4 { // numbers from 0.5 to 1
						le.PutUint32(bindings[n].Data[at:], 0x3f000000|uint32(at*40503)&0x7fffff)
					}
				}
				require.NoError(b, bench.Load(&Program{Kernel: c.k, Grid: [3]int{16, 1, 1}, Args: c.args[:c.k.Args], Bindings: bindings}))
				b.StartTimer()
				require.NoError(b, bench.Run(10_000_000))
				for _, m := range bench.SMs {
					issues += m.Issues()
				}
				cycles += bench.Cycle()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(issues), "ns/issue")
			b.ReportMetric(float64(issues)/float64(cycles), "issues/cycle")
		})
	}
}
