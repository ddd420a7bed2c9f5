package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/golden/exec"
	"tilemark/golden/texture"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/isa/asm"
)

// sampling is a pixel kernel that samples a texture again and again, with filters between two levels.
const sampling = `.kernel sampling
.stage pixel
.lanes 16
.binding 0 buffer read
.binding 1 texture read
.sampler 0
.inputs 24
    mov r15:ud, 0:ud
    cvt r20:f, r1:ud
    mul r20:f, r20:f, 0.03:f
    cvt r22:f, r3:ud
    mul r22:f, r22:f, 0.03:f
    loop
    send.sample.4.xy r30, r20, b1, s0
    add r20:f, r20:f, 0.01:f
    add r15:ud, r15:ud, 1:ud
    cmp.lt.f0 null:ud, r15:ud, 50:ud
    (f0) while
    wait
    send.end {last}
`

// BenchmarkSamples is the time of a quad's sample in a cluster whose threads do little else.
func BenchmarkSamples(b *testing.B) {
	k, errs := asm.Assemble("sampling.tka", sampling)
	require.Empty(b, errs)
	quads, cycles := 0, uint64(0)
	for b.Loop() {
		b.StopTimer()
		cfg := config()
		cfg.Quiet = true
		bench, err := NewBench(cfg, 1)
		require.NoError(b, err)
		bench.TEX.P.Answered.Watch(func(e *sampler.Took) { quads += int(e.Head.Count) / 4 })
		p := &Program{
			Kernel: k, Threads: 64, Bindings: []exec.Binding{{Data: make([]byte, 64)}},
			Textures: []Texture{{Number: 1, Words: [8]uint32{1: 1 << 20, 3: 64 | 64<<16, 4: 1 | 7<<16 | dim2<<20}, Data: make([]byte, 1<<15)}},
			Samplers: [][texture.SamplerWords]uint32{{linear | mipsLinear, 0, 0xffff0000}},
			Prepare: func(g *exec.Thread) {
				for lane := range 16 {
					g.Registers[8+lane], g.Registers[24+lane] = uint32(lane/4*2+lane&1), uint32(lane>>1&1)
				}
			},
		}
		require.NoError(b, bench.Load(p))
		b.StartTimer()
		require.NoError(b, bench.Run(10_000_000))
		cycles += bench.Cycle()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(quads), "ns/quad")
	b.ReportMetric(float64(quads)/float64(cycles), "quads/cycle")
}
