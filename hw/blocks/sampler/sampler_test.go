package sampler

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b   *Sampler
	in  *blocktest.Source[pipe.SampleRequest]
	out *blocktest.Sink[pipe.SampleAnswer]
	req *blocktest.Sink[pipe.MemRequest]
	ans *blocktest.Source[pipe.MemAnswer]
}

func newBench(t testing.TB, cfg Config) *bench {
	b := New("Sampler", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.SMTex, "SM_TEX", 4)
	k.ans = blocktest.In(k.Bench, &b.P.TexAns, "TEX_ANS", 2)
	k.out = blocktest.Out(k.Bench, &b.P.TexSM, "TEX_SM", 2).As(func(a *pipe.SampleAnswer) string {
		return fmt.Sprintf("%s %d", a.Kind, a.Thread)
	})
	k.req = blocktest.Out(k.Bench, &b.P.TexReq, "TEX_REQ", 2).As(func(r *pipe.MemRequest) string { return fmt.Sprintf("%#x", r.Addr) })
	return k
}

// quad samples one pixel of a texture of one texel.
func quad(slot, thread uint8, at uint32) pipe.SampleRequest {
	return pipe.SampleRequest{Kind: pipe.Quad, Slot: slot, Thread: thread, Mask: 1, Base: at, Width: 1, Height: 1}
}

func texel(r pipe.MemRequest, word uint32) pipe.MemAnswer {
	a := pipe.MemAnswer{Op: pipe.Read, Slot: r.Slot, Tag: r.Tag}
	a.Data[r.Addr>>2&15] = word
	return a
}

// red are the first components of the answers, of 255.
func (k *bench) red() (out []int) {
	for i := range k.out.Got {
		out = append(out, int(k.out.Got[i].Texel[0][0]*255))
	}
	return out
}

// Cached texels of a slot are dropped after its older quads, so that the next look reads memory;
// other slots keep theirs.
func TestInvalidateDropsTexelsBehindOlderQuads(t *testing.T) {
	k := newBench(t, Config{Samples: 8, Texels: 1, Texture: cache.Config{Lines: 4}})
	k.in.Queue = []pipe.SampleRequest{quad(1, 0, 0x40)}
	k.Step(5)
	k.ans.Queue = append(k.ans.Queue, texel(k.req.Got[0], 7))
	k.Step(5)
	k.in.Queue = []pipe.SampleRequest{quad(0, 1, 0x80), quad(0, 2, 0x80), {Kind: pipe.Invalidate}, quad(0, 3, 0x80), quad(1, 4, 0x40)}
	k.Step(9)
	require.Len(t, k.req.Got, 2, "one read serves both quads, and what follows INVALIDATE waits")
	require.Equal(t, "starved by TEX_ANS", k.Waits())
	require.Equal(t, 2, bits.OnesCount64(k.b.S.Texels.Valid))
	k.ans.Queue = append(k.ans.Queue, texel(k.req.Got[1], 0x11))
	k.Step(8)
	require.Len(t, k.req.Got, 3, "memory is read again")
	require.EqualValues(t, 0x80, k.req.Got[2].Addr)
	k.ans.Queue = append(k.ans.Queue, texel(k.req.Got[2], 0x22)) // it has changed
	k.Step(6)
	require.Len(t, k.req.Got, 3, "the other slot's line has stayed")
	require.Equal(t, []int{7, 0x11, 0x11, 0, 0x22, 7}, k.red())
	require.Equal(t, pipe.SampleAnswer{Kind: pipe.Invalidate}, k.out.Got[3])
	k.in.Queue = []pipe.SampleRequest{{Kind: pipe.Invalidate}, {Kind: pipe.Invalidate, Slot: 1}}
	k.Step(6)
	require.Zero(t, k.b.S.Texels.Valid)
}

// A quad whose texels are cached waits for an older one's: answers keep the order of requests.
func TestSamplesGoBackInOrder(t *testing.T) {
	k := newBench(t, Config{Samples: 2, Texels: 4, Texture: cache.Config{Lines: 4}})
	k.in.Queue = []pipe.SampleRequest{quad(0, 5, 0x40)}
	k.Step(4)
	k.ans.Queue = append(k.ans.Queue, texel(k.req.Got[0], 1))
	k.Step(4)
	k.Wave()
	k.in.Queue = []pipe.SampleRequest{quad(0, 6, 0x80), quad(0, 7, 0x40), quad(0, 8, 0x40)}
	k.Step(5)
	k.ans.Queue = append(k.ans.Queue, texel(k.req.Got[1], 2))
	k.Step(7)
	require.Equal(t, []int{1, 2, 1, 1}, k.red())
	require.Equal(t, `9 SMP q00
10 SMP q01
11 SMP q02, TEX_REQ: 0x80
12 SMP q02
13 SMP q02
14 SMP q02
15 SMP q02
16 SMP q02, TEX_SM: QUAD 6
17 SMP q01, TEX_SM: QUAD 7
18 SMP q00, TEX_SM: QUAD 8
19 SMP q00
20 SMP q00
`, k.Wave())
}

// Random quads and INVALIDATEs of both slots, and a memory whose texels change at INVALIDATE and which answers
// when it likes: answers come in order, and are the sums of the texels that memory then holds.
func TestSamplerBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, of ...int) int { return rapid.SampledFrom(of).Draw(rt, name) }
		cfg := Config{Samples: draw("samples", 1, 2, 32, 64), Texels: draw("texels", 1, 4, 32), Texture: cache.Config{Lines: draw("lines", 1, 4, 64)}}
		k := newBench(t, cfg)
		var version [2]uint64 // of texels
		texelAt := func(slot uint8, addr uint32) uint32 {
			return uint32(wires.Mix(uint64(addr), version[slot]<<1+uint64(slot)))
		}
		var under []pipe.MemAnswer
		k.req.F.OnTake(func(_ uint64, r *pipe.MemRequest) {
			if r.Op != pipe.Read {
				require.Equal(rt, pipe.Release, r.Op)
				return
			}
			a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
			for i := range a.Data {
				a.Data[i] = texelAt(r.Slot, r.Addr+4*uint32(i))
			}
			under = append(under, a)
		})
		var want []pipe.SampleAnswer
		taken := 0
		k.in.F.OnTake(func(_ uint64, e *pipe.SampleRequest) {
			a := pipe.SampleAnswer{Kind: e.Kind, Slot: e.Slot, Thread: e.Thread}
			if e.Kind == pipe.Quad {
				var s sample
				s.start(e)
				for set := s.ToFetch; set != 0; set &= set - 1 {
					n := bits.TrailingZeros32(set)
					s.add(n, texelAt(e.Slot, s.address(n)))
				}
				for p := range a.Texel {
					for ch := range a.Texel[p] {
						a.Texel[p][ch] = s.component(p, ch)
					}
				}
			}
			want = append(want, a)
			taken++
		})
		out := 0
		k.out.F.OnPut(func(_ uint64, a *pipe.SampleAnswer) {
			require.Less(rt, out, len(want))
			require.Equal(rt, want[out], *a)
			out++
		})
		patience := 0
		cycle := func() {
			if len(under) > 0 && (patience == 0 || rapid.IntRange(0, patience).Draw(rt, "answers") == 0) {
				k.ans.Queue = append(k.ans.Queue, under[0])
				under = under[1:]
			}
			k.Step(1)
			require.LessOrEqual(rt, taken-out, cfg.Samples)
		}
		idle := func() bool { return len(k.in.Queue)+k.in.F.Len() == 0 && out == taken }
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			switch rapid.IntRange(0, 4).Draw(rt, "what") {
			case 0:
				k.Open()
				k.Hesitate(rapid.Uint64().Draw(rt, "seed"), draw("hesitate", 0, 50, 90))
				patience = draw("patience", 0, 1, 5, 20)
			case 1:
				slot := rapid.Uint8Range(0, 1).Draw(rt, "slot")
				if idle() { // what is in memory changes when nobody reads it
					version[slot]++
				}
				k.in.Queue = append(k.in.Queue, pipe.SampleRequest{Kind: pipe.Invalidate, Slot: slot})
			default:
				for range rapid.IntRange(1, 6).Draw(rt, "quads") {
					e := *drawThread(rt)
					e.Kind, e.Slot, e.Thread = pipe.Quad, rapid.Uint8Range(0, 1).Draw(rt, "slot"), rapid.Uint8Range(0, 63).Draw(rt, "thread")
					k.in.Queue = append(k.in.Queue, e)
				}
			}
			for range draw("cycles", 0, 1, 5, 40) {
				cycle()
			}
		}
		k.Open()
		patience = 0
		for n := 0; !idle(); n++ {
			require.Less(rt, n, 60_000, "it does not end: %s", k.b.Line())
			cycle()
		}
		for i := range k.b.S.Texels.Lines {
			require.Zero(rt, k.b.S.Texels.Lines[i].Users)
		}
	})
}
