package eupfront

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
	b   *EUPFront
	in  *blocktest.Source[pipe.VertexEntry]
	out *blocktest.Sink[pipe.Thread]
	int *wires.LineOut
}

func newBench(t *testing.T) *bench {
	b := New("EUPFront", Config{})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.Vertex, "VERTEX", 8)
	k.out = blocktest.Out(k.Bench, &b.P.EUPIn, "EUP_IN", 2)
	k.int = k.Line(&b.P.Int, "INT")
	k.LineOut(&b.P.EUPCancel, "CANCEL")
	blocktest.Datapath(k.Bench, &b.P.DPEUPFront)
	return k
}

func entries(kinds ...pipe.Kind) []pipe.VertexEntry {
	return blocktest.Entries(func(k pipe.Kind) pipe.VertexEntry { return pipe.VertexEntry{Cmd: pipe.Cmd{Kind: k}} }, kinds...)
}

func TestPulseCancelsThreadsAndDiscardsUpToIntEnd(t *testing.T) {
	k := newBench(t)
	k.in.Queue = entries(pipe.Prim, pipe.Prim, pipe.Prim, pipe.EndDraw, pipe.IntEnd, pipe.Prim)
	k.Step(2)
	k.int.Raise()
	k.Step(8)
	require.Equal(t, `1 EUF run
2 EUF run, EUP_IN: PRIM
3 EUF run, EUP_IN: PRIM
4 EUF dis, CANCEL!
5 EUF dis
6 EUF dis
7 EUF run, EUP_IN: INT_END, DP: DISCARDED
8 EUF run, EUP_IN: PRIM
9 EUF run
10 EUF run
`, k.Wave())
}

// A token passes an empty block, and one after which the next context's data follow.
func TestTokenPassesWithNothingBeforeIt(t *testing.T) {
	k := newBench(t)
	k.int.Raise()
	k.in.Queue = entries(pipe.IntEnd, pipe.Prim)
	k.Step(4)
	require.Equal(t, []pipe.Kind{pipe.IntEnd, pipe.Prim}, kinds(k))
}

func kinds(k *bench) (out []pipe.Kind) {
	k.Step(4)
	for i := range k.out.Got {
		out = append(out, k.out.Got[i].Kind)
	}
	return out
}

func TestContextThatEndsIsNotDiscarded(t *testing.T) {
	k := newBench(t)
	k.in.Queue = entries(pipe.Prim, pipe.EndDraw, pipe.IntEnd)
	k.Step(6)
	require.Equal(t, []pipe.Kind{pipe.Prim, pipe.EndDraw, pipe.IntEnd}, kinds(k))
}

func TestVerticesBehindTheLastReadAsZeros(t *testing.T) {
	k := newBench(t)
	k.b.S.Regs[0], k.b.S.Regs[1] = 0x1000, 5
	k.in.Queue = []pipe.VertexEntry{{Cmd: pipe.Cmd{Kind: pipe.Prim}, V: [3]uint32{4, 5, 0xffffffff}}}
	k.Step(5)
	require.Equal(t, [3]uint32{0x1100, 0, 0}, k.out.Got[0].Fetch)
	require.EqualValues(t, 6, k.out.Got[0].Null)
}

// A patch's records follow each other; each that lies past the last vertex is zeros, also
// where vertex numbers wrap.
func TestPatchHasSixteenRecords(t *testing.T) {
	k := newBench(t)
	k.b.S.Regs[0], k.b.S.Regs[1] = 0x1000, 20
	for _, v := range []uint32{4, 5, 20, 0xfffffff8} {
		k.in.Queue = append(k.in.Queue, pipe.VertexEntry{Cmd: pipe.Cmd{Kind: pipe.Patch}, V: [3]uint32{v}})
	}
	k.Step(9)
	require.Equal(t, [3]uint32{0x1100}, k.out.Got[0].Fetch)
	require.EqualValues(t, 0xe00, k.out.Got[3].Fetch[0])
	require.Equal(t, []uint16{0, 0x8000, 0xffff, 0x00ff}, []uint16{k.out.Got[0].Null, k.out.Got[1].Null, k.out.Got[2].Null, k.out.Got[3].Null})
}

func TestRegistersOfOtherBlocksPass(t *testing.T) {
	k := newBench(t)
	k.in.Queue = entries(pipe.State, pipe.State)
	k.in.Queue[0].SetRegWrite(pipe.RegWrite{Block: regs.BlockEUPFront, Reg: 1, Value: 77})
	k.in.Queue[1].SetRegWrite(pipe.RegWrite{Block: regs.BlockEUP})
	k.Step(4)
	require.Equal(t, []pipe.Kind{pipe.State}, kinds(k))
	require.EqualValues(t, 77, k.b.S.Regs.VertexCount())
}
