package dispatch

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// nos writes word 3 of what the kernels of a stage depend on.
func nos(slot uint8, reg uint16, v uint32) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: reg + 3, Value: v}.Cmd(slot, pipe.Cursor{})}
}

// keeps runs cycles in which each thread that has begun keeps what was written before its work, which its first input says; it returns how many versions were in use at once.
func (k *pool) keeps(cycles int) (most int) {
	for range cycles {
		k.run(1)
		versions := map[uint8]bool{}
		for _, q := range k.running {
			s, first := k.b.stateOf(q.head.Slot, q.head.Stage), q.regs[3][0]
			if q.head.Stage == isa.StagePixel {
				first = q.regs[6][0]
			}
			require.Equal(k.t, uint32(math.Float32frombits(first)), s.Words[q.head.Version][3], "stage %d", q.head.Stage)
			versions[q.head.Version] = true
		}
		most = max(most, len(versions))
	}
	return most
}

// many lets as many threads be in clusters as there are versions, and more.
var many = Config{Threads: 16, Order: 32, Fills: 8, Results: 2, FillWait: 8, Clusters: 2, SMs: 2, Places: 8}

// Threads keep what was written before they were filled. When all versions are in use a write waits; when no thread is left there is one version, the first.
func TestVerticesKeepTheirState(t *testing.T) {
	k := newPool(t, many)
	k.slow = 40
	k.kernels()
	for n := range uint32(24) {
		k.in.Queue = append(k.in.Queue, nos(0, regs.EUPVertexNos0, n), nos(0, regs.EUPHullNos0, 2*n), nos(1, regs.EUPVertexNos0, 3*n), prim(0, 2*n, float32(n)))
	}
	require.Equal(t, versions, k.keeps(4000))
	require.Len(t, k.out.Got, 24)
	s := &k.b.S.States[0]
	require.Equal(t, state{Words: [versions][pipe.StateWords]uint32{{3: 23}}}, s[0])
	require.Equal(t, state{Words: [versions][pipe.StateWords]uint32{{3: 46}}}, s[1])
	require.Equal(t, state{Words: [versions][pipe.StateWords]uint32{{3: 69}}}, k.b.S.States[1][0])
	k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
	k.run(100)
	require.Equal(t, [statesAbove]state{}, *s)
	require.NotEqual(t, [statesAbove]state{}, k.b.S.States[1])
	require.Empty(t, k.ctrl[0].Got, "what they depend on is no binding")
}

// A value that is there already makes no version, and a cut leaves none.
func TestACutLeavesNoState(t *testing.T) {
	for at := 1; at < 150; at++ {
		k := newPool(t, small)
		k.kernels()
		for n := range uint32(12) {
			k.in.Queue = append(k.in.Queue, nos(0, regs.EUPVertexNos0, n/2), prim(0, 2*n, float32(n/2)))
		}
		k.keeps(at)
		k.cut.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0))
		k.run(600)
		require.Equal(t, [pipe.Slots][statesAbove]state{}, k.b.S.States, "cut after cycle %d", at)
	}
}

// The same of pixels: their state comes with their kernel.
func TestPixelsKeepTheirState(t *testing.T) {
	k := newPool(t, many)
	k.slow = 40
	for n := range 24 {
		var head pipe.QuadThread
		head.SetKernel(1, pipe.ThreadKernel{Kernel: 0x2000, Bytes: 64, Lanes: 8, Inputs: 14, Varyings: 6, Registers: 20, Set: 3}, &[16]uint32{}, &[pipe.StateWords]uint32{3: uint32(n)})
		e := pipe.QuadThread{Kind: pipe.Quad, Slot: 1, Mask: 15}
		e.SetPlace(uint16(2*n), 6)
		for p := range 4 {
			e.SetPixel(p, 0.5, 2, &[pipe.Attributes]float32{float32(n), 1, 2, 3, 4, 5})
		}
		k.quads.Queue = append(k.quads.Queue, head, e)
	}
	k.quads.Queue = append(k.quads.Queue, pipe.QuadThread{Kind: pipe.TileEnd, Slot: 1})
	require.Equal(t, versions, k.keeps(4000))
	require.Len(t, k.colors.Got, 24)
	require.Equal(t, state{Words: [versions][pipe.StateWords]uint32{{3: 23}}}, k.b.S.Pixel)
	k.empty(t)
}

// tessellation writes a register that is dumped.
func tessellation(slot uint8, v uint32) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.RegWrite{Block: regs.BlockEUP, Reg: regs.EUPTessellation, Value: v}.Cmd(slot, pipe.Cursor{})}
}

// INTERRUPTIBLE waits for its turn, then its registers go out: what is written after it is not among them.
func TestRegistersWaitUntilTheyAreDumped(t *testing.T) {
	k := newPool(t, small)
	k.slow = 50
	k.kernels()
	k.in.Queue = []pipe.VertexThread{prim(0, 0, 1), mark(pipe.Interruptible, 0), tessellation(0, 5), prim(0, 1, 2)}
	k.run(1000)
	dumped := false
	for _, r := range k.path.Got {
		if r.Kind != pipe.Dumped {
			continue
		}
		if reg, value := r.Register(); reg == regs.EUPTessellation {
			require.Equal(t, uint32(9), value)
			dumped = true
		}
	}
	require.True(t, dumped)
	require.Equal(t, uint32(5), k.b.S.Regs[0][regs.EUPTessellation])
	require.Len(t, k.out.Got, 3)
}

// A cut in any cycle discards an INTERRUPTIBLE that waits, or whose registers are on their way: the next context's registers are written.
func TestACutEndsADump(t *testing.T) {
	for at := 1; at < 120; at++ {
		k := newPool(t, small)
		k.slow = 50
		k.kernels()
		k.in.Queue = []pipe.VertexThread{prim(0, 0, 1), mark(pipe.Interruptible, 0)}
		k.run(at)
		k.cut.Raise()
		k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, 0), tessellation(1, 5))
		k.run(600)
		require.Empty(t, k.in.Queue, "cut after cycle %d", at)
		require.Equal(t, uint32(5), k.b.S.Regs[1][regs.EUPTessellation], "cut after cycle %d", at)
	}
}

// A request whose kernel the machine patches is sent when its cluster has the version of its state, and the cluster has that as long as the thread is there: what is forgotten with instructions is no state of
// a stage that threads have a version of, be it the newest one or not.
func TestClustersHaveTheStateOfTheirThreads(t *testing.T) {
	type version struct{ slot, stage, number uint8 }
	k := newPool(t, many)
	k.slow = 40
	k.kernels()
	for slot := range k.b.S.Regs {
		k.b.S.Regs[slot][regs.EUPVertexKernelNeeds] = regs.EUPVertexKernelNeedsFields{Registers: 20, Inputs: 19, PatchTable: 1}.Pack()
	}
	for n := range uint32(40) {
		k.in.Queue = append(k.in.Queue, nos(0, regs.EUPVertexNos0, n), prim(0, 2*n, float32(n)))
		k.quads.Queue = append(k.quads.Queue, pipe.QuadThread{Kind: pipe.Invalidate})
	}
	var have [2]map[version]uint32
	for c := range have {
		have[c] = map[version]uint32{}
	}
	looked, forgot, sent := [2]int{}, 0, 0
	for range 6000 {
		k.run(1)
		for c := range have {
			for _, e := range k.ctrl[c].Got[looked[c]:] {
				switch e.Kind {
				case pipe.ControlState:
					have[c][version{e.Slot, e.Set, e.Number}] = e.Words[3]
					sent++
				case pipe.ControlForget:
					forgot++
					for v := range have[c] {
						if v.slot == e.Slot && e.Number>>v.stage&1 != 0 {
							delete(have[c], v)
						}
					}
				}
			}
			looked[c] = len(k.ctrl[c].Got)
		}
		for _, q := range k.running {
			word, known := have[q.cluster][version{q.head.Slot, q.head.Stage, q.head.Version}]
			require.True(t, known, "version %d, in cycle %d", q.head.Version, k.Cycle())
			require.Equal(t, uint32(math.Float32frombits(q.regs[3][0])), word)
		}
	}
	require.Len(t, k.out.Got, 40)
	require.Greater(t, forgot, 40)
	require.Greater(t, sent, 40)
}
