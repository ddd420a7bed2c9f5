package eup

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/sm"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b       *EUP
	sm      *sm.SM
	in      *blocktest.Source[pipe.VertexThread]
	out     *blocktest.Sink[pipe.Shaded]
	pixels  *blocktest.Source[pipe.PixelThread]
	results *blocktest.Sink[pipe.PixelResult]
	asked   *blocktest.Sink[pipe.SampleRequest]
	samples *blocktest.Source[pipe.SampleAnswer]
	path    *blocktest.Sink[pipe.Report]
	cancel  *wires.LineOut
}

// pool adds a multiprocessor to a bench of the dispatcher. Between them are connections of the same depth and latency.
func pool(k *blocktest.Bench, b *EUP, cfg sm.Config, depth, latency int) *sm.SM {
	m := sm.New("SM", cfg)
	k.Add(m)
	blocktest.Between(k, "VTX_SM", &b.P.VtxSM, &m.P.VtxSM, depth, latency, false)
	blocktest.Between(k, "CALL_VTX", &b.P.CallVtx, &m.P.CallVtx, depth, latency, false)
	blocktest.Between(k, "SM_VTX", &m.P.SMVtx, &b.P.SMVtx, depth, latency, true)
	blocktest.Between(k, "PIX_SM", &b.P.PixSM, &m.P.PixSM, depth, latency, false)
	blocktest.Between(k, "CALL_PIX", &b.P.CallPix, &m.P.CallPix, depth, latency, false)
	blocktest.Between(k, "SM_PIX", &m.P.SMPix, &b.P.SMPix, depth, latency, true)
	return m
}

// newBench makes a pool of four threads whose vertex program leaves positions as they
// are.
func newBench(t testing.TB, units int) *bench {
	b := New("EUP", Config{Threads: 4, Order: 8, Results: 4})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.sm = pool(k.Bench, b, sm.Config{Threads: 4, Units: units, VertexCycles: 4, PixelCycles: 2}, 2, 1)
	for slot := range k.sm.S.Regs {
		for i := 0; i < 16; i += 5 {
			k.sm.S.Regs[slot][regs.EUPTransform0+i] = math.Float32bits(1)
		}
	}
	k.in = blocktest.In(k.Bench, &b.P.TessEU, "TESS_EU", 4)
	k.pixels = blocktest.In(k.Bench, &b.P.PSEU, "PS_EU", 4)
	k.samples = blocktest.In(k.Bench, &k.sm.P.TexSM, "TEX_SM", 4)
	k.out = blocktest.Out(k.Bench, &b.P.EUPFifo, "EUP_FIFO", 4).As(func(e *pipe.Shaded) string {
		return fmt.Sprintf("%s %d", e.Kind, e.At.Primitive)
	})
	k.results = blocktest.Out(k.Bench, &b.P.EUPS, "EU_PS", 4).As(func(e *pipe.PixelResult) string {
		return fmt.Sprintf("%s %x", e.Kind, e.Color[0])
	})
	k.asked = blocktest.Out(k.Bench, &k.sm.P.SMTex, "SM_TEX", 4)
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL", &k.sm.P.EUPCancel)
	k.path = blocktest.Datapath(k.Bench, &b.P.DPEUP)
	return k
}

func mark(kind pipe.Kind, slot uint8) pipe.VertexThread {
	return pipe.VertexThread{Cmd: pipe.Cmd{Kind: kind, Slot: slot}}
}

// prim is a vertex thread whose vertices are at x and a step further each.
func prim(slot uint8, n uint32, x float32) pipe.VertexThread {
	e := mark(pipe.Prim, slot)
	e.At.Primitive = n
	for i := range e.In {
		e.In[i][0] = x + float32(i)
	}
	return e
}

// pixel is a quad of one pixel: white, times the texel of a texture of one texel when
// at is its address.
func pixel(slot uint8, red float32, at uint32) pipe.PixelThread {
	e := pipe.PixelThread{Kind: pipe.Quad, Slot: slot, Mask: 1, Texture: at != 0, Base: at, Width: 1, Height: 1}
	e.A[0] = [6]float32{red}
	return e
}

// sampled answers a request: the texel of the first pixel is red, of 255.
func sampled(r pipe.SampleRequest, red float32) pipe.SampleAnswer {
	a := pipe.SampleAnswer{Kind: r.Kind, Slot: r.Slot, Thread: r.Thread}
	a.Texel[0] = [4]float32{red / 255}
	return a
}

func (k *bench) kinds() (out []string) {
	for i := range k.out.Got {
		out = append(out, k.out.Got[i].Kind.String())
	}
	return out
}

// empty checks that nothing is left in the pool.
func (k *bench) empty(t require.TestingT) { empty(t, k.b, k.sm) }

func empty(t require.TestingT, b *EUP, m *sm.SM) {
	s, p := &m.S, &b.S
	require.Equal(t, uint64(1)<<b.cfg.Threads-1, p.Free)
	require.Zero(t, s.OfVertices|s.OfPixels|s.Runnable|s.Done|uint64(s.Ended)|uint64(s.Forgotten))
	require.Zero(t, s.Requests|s.Calls)
	require.Zero(t, p.Vertices.Tickets.Len()+p.Pixels.Tickets.Len()+s.VertexCalls.Len()+s.PixelCalls.Len())
	require.Zero(t, p.Vertices.Called|p.Vertices.Asked|p.Pixels.Called|p.Pixels.Asked)
	for _, u := range s.Units {
		require.Zero(t, u)
	}
}
