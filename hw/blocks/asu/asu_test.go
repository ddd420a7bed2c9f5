package asu

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b      *ASU
	in     *blocktest.Source[pipe.Triangle]
	edges  *blocktest.Sink[pipe.Edges]
	depth  *blocktest.Sink[pipe.DepthPlane]
	planes *blocktest.Sink[pipe.AttributePlanes]
	line   *wires.LineOut
}

func newBench(t *testing.T) *bench { return newBenchOf(t, Config{}) }

func newBenchOf(t *testing.T, cfg Config) *bench {
	b := New("ASU", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.TSUFifo, "IN", 8)
	k.edges = blocktest.Out(k.Bench, &b.P.ASUFifo, "ASU_FIFO", 1)
	k.depth = blocktest.Out(k.Bench, &b.P.ASUZL1Fifo, "ASU_ZL1", 1)
	k.planes = blocktest.Out(k.Bench, &b.P.AFifo, "AFIFO", 2)
	k.line = k.Line(&b.P.Int, "INT")
	blocktest.Datapath(k.Bench, &b.P.DPASU)
	return k
}

func entry(kind pipe.Kind) pipe.Triangle {
	t := pipe.Triangle{Cmd: pipe.Cmd{Kind: kind}, Area: 256 * 256}
	t.V[1].X, t.V[2].Y = 256, 256
	for i := range t.V {
		t.V[i].O = 1
	}
	return t
}

func TestPlanesComeBeforeEdges(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.EndDraw)}
	k.Step(6)
	require.Equal(t, `1 ASU run
2 ASU run, ASU_ZL1: PLANES, AFIFO: PLANES
3 ASU run, AFIFO: PLANES
4 ASU run, ASU_FIFO: TRI
5 ASU run
6 ASU run, ASU_FIFO: END_DRAW
`, k.Wave())
}

// The triangle being set up and what lies after it are dropped; INT_END goes into each output.
func TestPulseDiscardsUpToIntEnd(t *testing.T) {
	k := newBench(t)
	k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.Tri), entry(pipe.State), entry(pipe.IntEnd), entry(pipe.EndDraw)}
	k.Step(2)
	k.line.Raise()
	k.Step(9)
	require.Equal(t, `1 ASU run
2 ASU run, ASU_ZL1: PLANES, AFIFO: PLANES
3 ASU run, AFIFO: PLANES
4 ASU dis
5 ASU dis
6 ASU dis
7 ASU rep, ASU_FIFO: INT_END, ASU_ZL1: INT_END, AFIFO: INT_END, DP: DISCARDED
8 ASU run, DP: TOKEN_OUT
9 ASU run, ASU_FIFO: END_DRAW
10 ASU run
11 ASU run
`, k.Wave())
}

func TestTokenGoesIntoEachOutputOnItsOwn(t *testing.T) {
	k := newBench(t)
	k.edges.Shut, k.depth.Shut, k.planes.Shut = true, true, true
	k.in.Queue = []pipe.Triangle{entry(pipe.Tri), entry(pipe.Tri), entry(pipe.IntEnd), entry(pipe.State)}
	k.Step(6) // all outputs are full
	k.line.Raise()
	k.Step(3)
	k.Wave()
	k.planes.Shut = false
	k.Step(2)
	k.edges.Shut = false
	k.Step(3)
	k.depth.Shut = false
	k.Step(5)
	require.Equal(t, `10 ASU tok
11 ASU tok, AFIFO: INT_END
12 ASU tok
13 ASU tok, ASU_FIFO: INT_END
14 ASU tok
15 ASU tok
16 ASU rep, ASU_ZL1: INT_END
17 ASU run, DP: TOKEN_OUT
18 ASU run, ASU_FIFO: STATE
19 ASU run
`, k.Wave())
}

func TestRegistersAreResetForTheNextContext(t *testing.T) {
	k := newBench(t)
	write := entry(pipe.State)
	write.SetRegWrite(pipe.RegWrite{Block: regs.BlockASU, Value: 6})
	k.in.Queue = []pipe.Triangle{write}
	k.Step(3)
	require.EqualValues(t, 6, k.b.S.Regs.AttributesCount())
	k.in.Queue = []pipe.Triangle{entry(pipe.IntEnd)}
	k.Step(6)
	require.EqualValues(t, 4, k.b.S.Regs.AttributesCount())
	require.Zero(t, k.b.S.DRQ.Discarded)
}
