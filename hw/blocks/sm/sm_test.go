package sm

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b        *SM
	vertices *blocktest.Source[pipe.VertexRequest]
	callVtx  *blocktest.Source[pipe.Call]
	shaded   *blocktest.Sink[pipe.VertexResult]
	pixels   *blocktest.Source[pipe.PixelRequest]
	callPix  *blocktest.Source[pipe.Call]
	colors   *blocktest.Sink[pipe.PixelResult]
	asked    *blocktest.Sink[pipe.SampleRequest]
	samples  *blocktest.Source[pipe.SampleAnswer]
	cancel   *wires.LineOut
}

// newBench makes a multiprocessor of four threads, whose vertex program leaves positions as they are.
func newBench(t testing.TB, units int) *bench {
	b := New("SM", Config{Threads: 4, Units: units, VertexCycles: 4, PixelCycles: 2})
	for slot := range b.S.Regs {
		for i := 0; i < 16; i += 5 {
			b.S.Regs[slot][regs.EUPTransform0+i] = math.Float32bits(1)
		}
	}
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.vertices = blocktest.In(k.Bench, &b.P.VtxSM, "VTX_SM", 4)
	k.callVtx = blocktest.In(k.Bench, &b.P.CallVtx, "CALL_VTX", 4)
	k.shaded = blocktest.Out(k.Bench, &b.P.SMVtx, "SM_VTX", 4).As(func(r *pipe.VertexResult) string { return fmt.Sprint(r.Kind, " ", r.V[0].Clip[0]) })
	k.pixels = blocktest.In(k.Bench, &b.P.PixSM, "PIX_SM", 4)
	k.callPix = blocktest.In(k.Bench, &b.P.CallPix, "CALL_PIX", 4)
	k.colors = blocktest.Out(k.Bench, &b.P.SMPix, "SM_PIX", 4).As(func(r *pipe.PixelResult) string { return fmt.Sprintf("%s %x", r.Kind, r.Color[0]) })
	k.asked = blocktest.Out(k.Bench, &b.P.SMTex, "SM_TEX", 4)
	k.samples = blocktest.In(k.Bench, &b.P.TexSM, "TEX_SM", 4)
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
	return k
}

// vertex gives a thread its work, and calls for its result.
func (k *bench) vertex(thread uint8, x float32) {
	r := pipe.VertexRequest{Kind: pipe.Prim, Thread: thread}
	r.In[0][recPosition] = x
	k.vertices.Queue = append(k.vertices.Queue, r)
	k.callVtx.Queue = append(k.callVtx.Queue, pipe.Call{Kind: pipe.Prim, Thread: thread})
}

// pixel gives a thread a quad of one red pixel, and calls for its result.
func (k *bench) pixel(thread uint8, red float32) {
	r := pipe.PixelRequest{Thread: thread, PixelThread: pipe.PixelThread{Kind: pipe.Quad, Mask: 1}}
	r.A[0] = [6]float32{red}
	k.pixels.Queue = append(k.pixels.Queue, r)
	k.callPix.Queue = append(k.callPix.Queue, pipe.Call{Kind: pipe.Quad, Thread: thread})
}

// Vertices and a pixel share a unit: the pixel, which comes while the first vertex runs,
// goes before the others that wait.
func TestPixelsAreIssuedBeforeVertices(t *testing.T) {
	k := newBench(t, 1)
	k.vertex(0, 1)
	k.vertex(1, 2)
	k.vertex(2, 3)
	k.Step(2)
	k.pixel(3, 1)
	k.Step(18)
	require.Equal(t, `1 SM  v00 p00 run00
2 SM  v01 p00 run00
3 SM  v02 p00 run01
4 SM  v03 p01 run01
5 SM  v03 p01 run01
6 SM  v03 p01 run01
7 SM  v02 p01 run01, SM_VTX: PRIM 1
8 SM  v02 p01 run01
9 SM  v02 p00 run01, SM_PIX: QUAD ff
10 SM  v02 p00 run01
11 SM  v02 p00 run01
12 SM  v02 p00 run01
13 SM  v01 p00 run01, SM_VTX: PRIM 2
14 SM  v01 p00 run01
15 SM  v01 p00 run01
16 SM  v01 p00 run01
17 SM  v00 p00 run00, SM_VTX: PRIM 3
18 SM  v00 p00 run00
19 SM  v00 p00 run00
20 SM  v00 p00 run00
`, k.Wave())
}

// A result stays in its thread until it is called for, whatever other threads do.
func TestResultsWaitForTheirCalls(t *testing.T) {
	k := newBench(t, 2)
	k.vertex(2, 7)
	k.vertex(0, 8)
	k.pixel(1, 1)
	k.callVtx.Shut, k.callPix.Shut = true, true
	k.Step(30)
	require.EqualValues(t, 0b111, k.b.S.Done)
	require.Empty(t, k.shaded.Got)
	require.Empty(t, k.colors.Got)
	k.callPix.Shut = false
	k.Step(4)
	require.Len(t, k.colors.Got, 1)
	require.Empty(t, k.shaded.Got)
	k.callVtx.Shut = false
	k.Step(5)
	require.Equal(t, []float32{7, 8}, []float32{k.shaded.Got[0].V[0].Clip[0], k.shaded.Got[1].V[0].Clip[0]})
	require.Zero(t, k.b.S.Done|k.b.S.OfVertices|k.b.S.OfPixels)
}

// At the line vertex threads and all that is under way to them up to INT_END are dropped, from either input, whichever brings
// its INT_END first; pixels go on. INT_END is answered when it has come from both.
func TestCancelDropsWhatIsUnderWayUpToTheToken(t *testing.T) {
	for _, calls := range []bool{false, true} {
		k := newBench(t, 1)
		k.pixel(3, 1)
		k.vertex(0, 1)
		k.Step(3)
		k.cancel.Raise()
		k.vertex(1, 2) // under way
		k.vertices.Queue = append(k.vertices.Queue, pipe.VertexRequest{Kind: pipe.State, Write: pipe.RegWrite{Reg: regs.EUPTransform0, Value: 5}}, pipe.VertexRequest{Kind: pipe.IntEnd})
		k.callVtx.Queue = append(k.callVtx.Queue, pipe.Call{Kind: pipe.IntEnd})
		k.vertices.Shut, k.callVtx.Shut = calls, !calls
		k.Step(12)
		require.Empty(t, k.shaded.Got, "one of them has not come")
		require.Zero(t, k.b.S.OfVertices)
		k.vertices.Shut, k.callVtx.Shut = false, false
		k.vertices.Queue = append(k.vertices.Queue, pipe.VertexRequest{Kind: pipe.Prim, Slot: 1, Thread: 1, In: [3][16]float32{{9}}})
		k.callVtx.Queue = append(k.callVtx.Queue, pipe.Call{Kind: pipe.Prim, Slot: 1, Thread: 1})
		k.Step(14)
		require.Len(t, k.shaded.Got, 2)
		require.Equal(t, pipe.IntEnd, k.shaded.Got[0].Kind)
		require.EqualValues(t, 9, k.shaded.Got[1].V[0].Clip[0])
		require.Len(t, k.colors.Got, 1)
		var reset regs.EUPRegs
		reset.Reset()
		require.Equal(t, reset, k.b.S.Regs[0])
	}
}

// A request for a thread slot that is taken, or that there is not, breaks the run.
func TestRequestsForNoFreeSlotBreakTheRun(t *testing.T) {
	for _, thread := range []uint8{2, 4} {
		k := newBench(t, 1)
		k.b.S.OfVertices = 1 << 2
		k.pixel(thread, 1)
		k.pixels.Out.Put(k.pixels.Queue[0])
		require.ErrorContains(t, k.Run(4), "which is taken or not there")
	}
}

// How far a thread is follows from what is noted of it.
func TestStagesOfThreads(t *testing.T) {
	const thread = 3
	for want, place := range map[Stage]func(*State){
		Coming:   func(s *State) { s.OfVertices = 0 },
		Fetching: func(s *State) { s.FreeUnit &^= 1 << 1; s.Units[1].Thread, s.Units[0].Thread = thread+1, thread },
		Ready:    func(s *State) { s.Runnable |= 1 << thread },
		Running:  func(s *State) { s.FreeUnit &^= 1 << 1; s.Units[1].Thread = thread },
		Retiring: func(s *State) { s.Done |= 1 << thread },
	} {
		b := New("SM", Config{Threads: 8, Units: 2})
		b.S.OfVertices = 1 << thread
		place(&b.S)
		require.Equal(t, want, b.Stage(thread))
	}
}

// Threads that become runnable in one cycle go in turn, from the slot after the one that was issued last: a slot that is filled again
// waits for the others.
func TestASlotThatIsFilledAgainWaitsForTheOthers(t *testing.T) {
	k := newBench(t, 1)
	k.pixel(0, 1)
	k.Step(12)
	require.Len(t, k.colors.Got, 1)
	require.Zero(t, k.b.S.Last)
	k.pixels.Queue = []pipe.PixelRequest{{Thread: 2, PixelThread: pipe.PixelThread{Kind: pipe.Quad, Mask: 1, Texture: true}}}
	k.Step(6)
	require.Len(t, k.asked.Got, 1)
	k.pixel(0, 1)
	k.Step(1) // an answer is taken before a thread is issued, a request after that
	k.samples.Queue = []pipe.SampleAnswer{{Kind: pipe.Quad, Thread: 2}}
	for n := 0; k.b.busy() == 0; n++ {
		require.Less(t, n, 10)
		k.Step(1)
	}
	require.NotZero(t, k.b.S.Runnable, "the other one waits")
	require.EqualValues(t, 2, k.b.S.Last)
}
