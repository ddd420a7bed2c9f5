package eup

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// dispatcher is EUP alone: the test is the multiprocessor.
type dispatcher struct {
	*blocktest.Bench
	b       *EUP
	in      *blocktest.Source[pipe.VertexThread]
	out     *blocktest.Sink[pipe.Shaded]
	quads   *blocktest.Source[pipe.PixelThread]
	calls   *blocktest.Sink[pipe.Call] // of vertices
	results *blocktest.Source[pipe.VertexResult]
	callPix *blocktest.Sink[pipe.Call]
	colors  *blocktest.Source[pipe.PixelResult]
	cancel  *wires.LineOut
}

func newDispatcher(t testing.TB, cfg Config) *dispatcher {
	b := New("EUP", cfg)
	k := &dispatcher{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.TessEU, "TESS_EU", 8)
	k.out = blocktest.Out(k.Bench, &b.P.EUPFifo, "EUP_FIFO", 8)
	k.quads = blocktest.In(k.Bench, &b.P.PSEU, "PS_EU", 8)
	blocktest.Out(k.Bench, &b.P.EUPS, "EU_PS", 8)
	blocktest.Out(k.Bench, &b.P.VtxSM, "VTX_SM", 8)
	blocktest.Out(k.Bench, &b.P.PixSM, "PIX_SM", 8)
	k.calls = blocktest.Out(k.Bench, &b.P.CallVtx, "CALL_VTX", 8)
	k.callPix = blocktest.Out(k.Bench, &b.P.CallPix, "CALL_PIX", 8)
	k.results = blocktest.In(k.Bench, &b.P.SMVtx, "SM_VTX", 8)
	k.colors = blocktest.In(k.Bench, &b.P.SMPix, "SM_PIX", 8)
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
	blocktest.Datapath(k.Bench, &b.P.DPEUP)
	return k
}

// No more results are called for at a time than the configuration says, of vertices and of pixels each.
func TestNoMoreResultsAreCalledForThanMayBe(t *testing.T) {
	for results := 1; results <= 3; results++ {
		k := newDispatcher(t, Config{Threads: 16, Order: 8, Results: results})
		for n := range uint32(6) {
			k.in.Queue = append(k.in.Queue, prim(0, n, 0))
			k.quads.Queue = append(k.quads.Queue, pixel(0, 1, 0))
		}
		k.Step(30)
		require.Len(t, k.calls.Got, results)
		require.Len(t, k.callPix.Got, results)
		k.results.Queue = []pipe.VertexResult{{Kind: pipe.Prim}}
		k.colors.Queue = []pipe.PixelResult{{Kind: pipe.Quad}}
		k.Step(10)
		require.Len(t, k.calls.Got, results+1, "one is answered")
		require.Len(t, k.callPix.Got, results+1)
	}
}

// Results of a cancelled context that come after its INT_END has come from the tessellator are dropped, up to the answer to it.
func TestResultsBehindTheirTokenAreDropped(t *testing.T) {
	k := newDispatcher(t, Config{Threads: 4, Order: 8, Results: 4})
	k.in.Queue = []pipe.VertexThread{prim(0, 1, 0), prim(0, 2, 0)}
	k.Step(12)
	require.Len(t, k.calls.Got, 2)
	k.cancel.Raise()
	k.in.Queue = []pipe.VertexThread{mark(pipe.IntEnd, 0), prim(1, 7, 0)}
	k.Step(12)
	require.Equal(t, []pipe.Call{{Kind: pipe.IntEnd}, {Kind: pipe.Prim, Slot: 1, Thread: k.calls.Got[len(k.calls.Got)-1].Thread}}, k.calls.Got[2:])
	k.results.Queue = []pipe.VertexResult{{Kind: pipe.Prim}, {Kind: pipe.Prim}, {Kind: pipe.IntEnd}, {Kind: pipe.Prim, Slot: 1}}
	k.Step(12)
	require.Len(t, k.out.Got, 2)
	require.Equal(t, []pipe.Kind{pipe.IntEnd, pipe.Prim}, []pipe.Kind{k.out.Got[0].Kind, k.out.Got[1].Kind})
	require.EqualValues(t, 7, k.out.Got[1].At.Primitive)
}
