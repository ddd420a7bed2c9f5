package eup

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b       *EUP
	in      *blocktest.Source[pipe.VertexThread]
	out     *blocktest.Sink[pipe.Shaded]
	pixels  *blocktest.Source[pipe.PixelThread]
	results *blocktest.Sink[pipe.PixelResult]
	asked   *blocktest.Sink[pipe.SampleRequest]
	samples *blocktest.Source[pipe.SampleAnswer]
	path    *blocktest.Sink[pipe.Report]
	cancel  *wires.LineOut
}

// newBench makes a pool of four threads whose vertex program leaves positions as they
// are.
func newBench(t testing.TB, units int) *bench {
	b := New("EUP", Config{Threads: 4, Units: units, Order: 8, VertexCycles: 4, PixelCycles: 2})
	for slot := range b.S.Regs {
		for i := 0; i < 16; i += 5 {
			b.S.Regs[slot][regs.EUPTransform0+i] = math.Float32bits(1)
		}
	}
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.TessEU, "TESS_EU", 4)
	k.pixels = blocktest.In(k.Bench, &b.P.PSEU, "PS_EU", 4)
	k.samples = blocktest.In(k.Bench, &b.P.TexEU, "TEX_EU", 4)
	k.out = blocktest.Out(k.Bench, &b.P.EUPFifo, "EUP_FIFO", 4).As(func(e *pipe.Shaded) string {
		return fmt.Sprintf("%s %d", e.Kind, e.At.Primitive)
	})
	k.results = blocktest.Out(k.Bench, &b.P.EUPS, "EU_PS", 4).As(func(e *pipe.PixelResult) string {
		return fmt.Sprintf("%s %x", e.Kind, e.Color[0])
	})
	k.asked = blocktest.Out(k.Bench, &b.P.EUTex, "EU_TEX", 4)
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
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
		e.In[i][recPosition] = x + float32(i)
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
func (k *bench) empty(t require.TestingT) {
	s := &k.b.S
	require.Equal(t, []uint64{15, 0, 0, 0, 0}, []uint64{s.Free, uint64(s.Forgotten), s.OfPixels, s.Runnable, s.Done})
	require.Equal(t, k.b.cfg.Units, bits.OnesCount32(s.FreeUnit))
	require.Zero(t, s.Vertices.Len()+s.Pixels.Len())
}
