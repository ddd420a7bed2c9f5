package golden

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/regs"
)

// benchWorld has textured, lit, blended and depth-tested triangles of about 10 pixels a
// side, and two that cover the picture.
func benchWorld() *world {
	const size, n = 256, 2300
	w := newWorld(size, size)
	random := rand.New(rand.NewPCG(1, 2))
	w.fill(depthAddr, 0xffffff)
	w.texture(4, 4, mirror, plain, 0xffffffff, 0xff0000ff, 0xff00ff00, 0xffff0000)
	w.set(regs.BlockZL2, regs.ZL2DepthControl, 1|1<<1|funcLessEqual<<2)
	w.set(regs.BlockWBU, regs.WBUBlend, 1|factorSrcAlpha<<4|factorOneMinusSrcAlpha<<8|factorOne<<12|factorOneMinusSrcAlpha<<16)
	w.set(regs.BlockEUP, regs.EUPVertexProgram, 3)
	near := func(x, y float32) corner {
		c := w.at(x+random.Float32()*12, y+random.Float32()*12, random.Float32())
		c.uv, c.color = [2]float32{random.Float32(), random.Float32()}, [4]float32{1, random.Float32(), 0.5, 0.7}
		return c
	}
	corners := make([]corner, 0, 3*n)
	for range n {
		x, y := random.Float32()*(size-12), random.Float32()*(size-12)
		corners = append(corners, near(x, y), near(x, y), near(x, y))
	}
	first := w.vertices(corners...)
	w.draw(3*n, 22, first) // 50,600 triangles
	for range 30 {
		w.triangles(w.at(0, 0, 0), w.at(size, 0, 0), w.at(size, size, 0), w.at(0, 0, 0), w.at(size, size, 0), w.at(0, size, 0))
	}
	return w
}

// BenchmarkGolden reports the rate of a scene of some fifty thousand triangles and
// millions of fragments.
func BenchmarkGolden(b *testing.B) {
	w := benchWorld()
	w.load()
	var fragments uint64
	for b.Loop() {
		trace, err := Run(w.mem, ctxAddr)
		require.NoError(b, err)
		fragments += trace.Stats.Fragments
	}
	b.ReportMetric(float64(fragments)/b.Elapsed().Seconds(), "fragments/s")
	b.ReportMetric(float64(fragments)/float64(b.N), "fragments/op")
}

func BenchmarkSaveArea(b *testing.B) {
	trace := queryWorld().run(b)
	area := make([]byte, regs.SaveRoomBytes)
	for b.Loop() {
		trace.SaveArea(len(trace.Events), area)
	}
}

// BenchmarkFMA is what a vertex needs three times.
func BenchmarkFMA(b *testing.B) {
	x := float32(1.25)
	for b.Loop() {
		x = fma32(x, 0.9999, 0.0001)
	}
}
