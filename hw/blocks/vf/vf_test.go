package vf

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

type bench struct {
	*blocktest.Bench
	b      *VF
	in     *blocktest.Source[pipe.Thread]
	out    *blocktest.Sink[pipe.VertexThread]
	req    *blocktest.Sink[pipe.MemRequest]
	ans    *blocktest.Source[pipe.MemAnswer]
	cancel *wires.LineOut
}

func newBench(t testing.TB, entries int) *bench {
	b := New("VF", Config{Entries: entries})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	k.in = blocktest.In(k.Bench, &b.P.EUPIn, "EUP_IN", 4)
	k.ans = blocktest.In(k.Bench, &b.P.VtxAns, "VTX_ANS", 4)
	k.out = blocktest.Out(k.Bench, &b.P.VFTess, "VF_TESS", 2).As(func(e *pipe.VertexThread) string {
		return fmt.Sprintf("%s %d", e.Kind, e.At.Primitive)
	})
	k.req = blocktest.Out(k.Bench, &b.P.VtxReq, "VTX_REQ", 4).As(func(r *pipe.MemRequest) string { return fmt.Sprintf("%#x", r.Addr) })
	k.cancel = k.Line(&b.P.EUPCancel, "CANCEL")
	return k
}

func mark(kind pipe.Kind, slot uint8) pipe.Thread {
	return pipe.Thread{Cmd: pipe.Cmd{Kind: kind, Slot: slot}}
}

// prim has its records at addr and after it; null says which are not read.
func prim(slot uint8, n, addr uint32, null uint16) pipe.Thread {
	e := mark(pipe.Prim, slot)
	e.At.Primitive, e.Null = n, null
	for i := range e.Fetch {
		if null>>i&1 == 0 {
			e.Fetch[i] = addr + 64*uint32(i)
		}
	}
	return e
}

// patch has its 16 control records at addr.
func patch(slot uint8, n, addr uint32, null uint16) pipe.Thread {
	e := mark(pipe.Patch, slot)
	e.At.Primitive, e.Null, e.Fetch[0] = n, null, addr
	return e
}

// record is what lies at an address: words that tell where.
func record(slot uint8, addr uint32) (words [16]uint32) {
	for i := range words {
		words[i] = math.Float32bits(float32(addr/64*16+uint32(i)) + float32(slot)/2)
	}
	return words
}

func answer(r pipe.MemRequest) pipe.MemAnswer {
	return pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag, Data: record(r.Slot, r.Addr)}
}

// fetched is what an entry becomes.
func fetched(e pipe.Thread) (out []pipe.VertexThread) {
	parts := 1
	if e.Kind == pipe.Patch {
		parts = 6
	}
	for part := range parts {
		v := pipe.VertexThread{Cmd: e.Cmd, Part: uint8(part)}
		for i := range v.In {
			at, k := e.Fetch[i], i
			switch e.Kind {
			case pipe.Prim:
			case pipe.Patch:
				k = 3*part + i
				at = e.Fetch[0] + 64*uint32(k)
			default:
				continue
			}
			if k > 15 || e.Null>>k&1 != 0 {
				continue
			}
			for w, word := range record(e.Slot, at) {
				v.In[i][w] = math.Float32frombits(word)
			}
		}
		out = append(out, v)
	}
	return out
}

// The place of a cancelled fetch is not used again before its answers are in, so that no new one takes
// them for its own.
func TestCancelledFetchStaysAZombieUntilItsAnswersAreIn(t *testing.T) {
	k := newBench(t, 4)
	k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 0)}
	k.Step(8)
	require.Len(t, k.req.Got, 3)
	old := k.req.Got
	k.req.Got = nil
	k.cancel.Raise()
	young := prim(1, 9, 0x2000, 0)
	k.in.Queue = []pipe.Thread{mark(pipe.IntEnd, 0), young}
	k.Step(8)
	require.Len(t, k.req.Got, 3)
	require.Equal(t, 1, bits.OnesCount64(k.b.S.Zombie))
	for _, r := range k.req.Got {
		require.NotEqual(t, old[0].Tag>>2, r.Tag>>2, "the zombie's place")
	}
	for i, r := range old {
		require.NotZero(t, k.b.S.Zombie, "%d answers are in", i)
		k.ans.Queue = append(k.ans.Queue, answer(r))
		k.Step(2)
	}
	require.Zero(t, k.b.S.Zombie)
	for _, r := range k.req.Got {
		k.ans.Queue = append(k.ans.Queue, answer(r))
	}
	k.Step(8)
	require.Equal(t, append([]pipe.VertexThread{{Cmd: mark(pipe.IntEnd, 0).Cmd, Discarded: 1}}, fetched(young)...), k.out.Got)
	require.EqualValues(t, 15, k.b.S.Free)
}

// What waits for the places of cancelled fetches is no reason to say that EUP_IN is empty.
func TestEntryThatWaitsForZombiesSaysSo(t *testing.T) {
	k := newBench(t, 2)
	k.in.Queue = []pipe.Thread{prim(0, 1, 0x1000, 0), prim(0, 2, 0x2000, 0)}
	k.Step(12)
	k.cancel.Raise()
	k.in.Queue = []pipe.Thread{mark(pipe.IntEnd, 0), prim(1, 9, 0x4000, 0)}
	k.Step(12)
	require.Equal(t, "starved by VTX_ANS", k.Waits())
	require.Nil(t, k.Overslept())
}

// A patch is six entries, of three records each and the last of one; those past the last vertex are zeros.
func TestPatchComesInParts(t *testing.T) {
	for null, reads := range map[uint16]int{0: 16, 0x8001: 14, 0xfffe: 1, 0xffff: 0} {
		k := newBench(t, 4)
		e := patch(0, 5, 0x400, null)
		k.in.Queue = []pipe.Thread{e, mark(pipe.EndDraw, 0)}
		served := 0
		for range 60 {
			k.Step(1)
			for ; served < len(k.req.Got); served++ {
				k.ans.Queue = append(k.ans.Queue, answer(k.req.Got[served]))
			}
		}
		require.Len(t, k.req.Got, reads)
		require.Equal(t, append(fetched(e), pipe.VertexThread{Cmd: mark(pipe.EndDraw, 0).Cmd}), k.out.Got)
		require.EqualValues(t, 15, k.b.S.Free)
	}
}

// Random work of contexts that are cancelled in any cycle or end, and a memory that answers when it likes:
// what comes out is in order, has its own records, and of a cancelled context there is none after the line.
func TestFetchPropertyBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draw := func(name string, of ...int) int { return rapid.SampledFrom(of).Draw(rt, name) }
		k := newBench(t, draw("entries", 2, 3, 8, 32, 64))
		var want []pipe.VertexThread
		var under []pipe.MemAnswer
		busy := map[uint16]bool{} // tags
		k.req.F.OnTake(func(_ uint64, r *pipe.MemRequest) {
			require.False(rt, busy[r.Tag], "a tag is used again before its answer is in")
			busy[r.Tag] = true
			under = append(under, answer(*r))
		})
		k.ans.F.OnTake(func(_ uint64, a *pipe.MemAnswer) { delete(busy, a.Tag) })
		discards := false
		discarded, patchesHeld := uint32(0), uint32(0) // entries, patches all parts of which are taken
		k.in.F.OnTake(func(_ uint64, e *pipe.Thread) {
			if discards = discards && e.Kind != pipe.IntEnd; discards {
				discarded++
				return
			}
			if e.Kind == pipe.Patch { // its parts are taken before
				patchesHeld++
			} else {
				want = append(want, fetched(*e)...)
			}
		})
		var parts []pipe.VertexThread // of the patch at the head of EUP_IN
		k.out.F.OnPut(func(_ uint64, e *pipe.VertexThread) {
			if e.Kind == pipe.Patch {
				if parts = append(parts, *e); e.Part == pipe.PatchParts-1 {
					patchesHeld--
				}
				return
			}
			require.NotEmpty(rt, want, "%s", e.What())
			if e.Kind == pipe.IntEnd {
				want[0].Discarded, discarded = discarded, 0
			}
			require.Equal(rt, want[0], *e)
			want = want[1:]
		})
		slot, patience, number := uint8(0), 0, uint32(0)
		var patches []pipe.Thread // not cancelled
		cycle := func() {
			if k.cancel.Tap().High() {
				for i := range want {
					if want[i].Kind == pipe.Prim {
						discarded++
					}
				}
				discarded += patchesHeld
				want, discards, parts, patchesHeld = nil, true, nil, 0
			}
			if len(under) > 0 && (patience == 0 || rapid.IntRange(0, patience).Draw(rt, "answers") == 0) {
				k.ans.Queue = append(k.ans.Queue, under[0])
				under = under[1:]
			}
			k.Step(1)
			if len(parts) >= 6 && len(patches) > 0 {
				require.Equal(rt, fetched(patches[0]), parts[:6])
				parts, patches = parts[6:], patches[1:]
			}
			require.LessOrEqual(rt, k.b.S.Order.Len(), k.b.cfg.Entries)
		}
		work := func() {
			for range rapid.IntRange(1, 8).Draw(rt, "entries") {
				number++
				addr := 64 * rapid.Uint32Range(0, 2000).Draw(rt, "record")
				var e pipe.Thread
				switch rapid.IntRange(0, 6).Draw(rt, "kind") {
				case 0:
					e = mark(rapid.SampledFrom([]pipe.Kind{pipe.EndDraw, pipe.State, pipe.Interruptible}).Draw(rt, "marker"), slot)
				case 1:
					e = patch(slot, rapid.Uint32Range(0, 70).Draw(rt, "primitive"), addr, rapid.SampledFrom([]uint16{0, 0, 0xff00, 0xffff}).Draw(rt, "null"))
				default:
					e = prim(slot, rapid.Uint32Range(0, 70).Draw(rt, "primitive"), addr, rapid.SampledFrom([]uint16{0, 0, 1, 2, 4, 3, 6, 7}).Draw(rt, "null"))
				}
				e.At.Offset = number
				if e.Kind == pipe.Patch {
					patches = append(patches, e)
				}
				k.in.Queue = append(k.in.Queue, e)
			}
		}
		token := func() {
			k.in.Queue = append(k.in.Queue, mark(pipe.IntEnd, slot))
			slot = 1 - slot
		}
		drained := func() bool { return len(k.in.Queue)+k.in.F.Len()+len(want)+len(under) == 0 && k.b.S.Order.Len() == 0 }
		drain := func() {
			k.Open()
			patience = 0
			for n := 0; !drained(); n++ {
				require.Less(rt, n, 3000, "it does not end: %s", k.b.Line())
				cycle()
			}
			for range 10 {
				cycle()
			}
		}
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0:
				k.Open()
				k.Hesitate(rapid.Uint64().Draw(rt, "seed"), draw("hesitate", 0, 50, 90))
				patience = draw("patience", 0, 1, 5, 20)
			case 1: // no INT_END is there when the line is raised
				inside := func(e pipe.Thread) bool { return e.Kind == pipe.IntEnd }
				if slices.ContainsFunc(k.in.Queue, inside) || discards || k.holds(pipe.IntEnd) {
					break
				}
				k.in.Queue = k.in.Queue[:rapid.IntRange(0, len(k.in.Queue)).Draw(rt, "kept")]
				k.cancel.Raise()
				patches = nil
				for range rapid.IntRange(1, 6).Draw(rt, "token after") {
					cycle()
				}
				token()
				work()
			case 2:
				if !discards {
					drain()
					token()
				}
			default:
				if !discards {
					work()
				}
			}
			for range draw("cycles", 0, 1, 5, 40) {
				cycle()
			}
		}
		drain()
		require.Equal(rt, uint64(1)<<k.b.cfg.Entries-1, k.b.S.Free)
		require.Zero(rt, k.b.S.Sending|k.b.S.Zombie)
		require.Empty(rt, patches)
		require.Empty(rt, parts)
		require.Equal(rt, Normal, k.b.S.Phase)
	})
}

// holds tells whether an entry of a kind is in VF or in the connection before it.
func (k *bench) holds(kind pipe.Kind) bool {
	for i := range k.in.F.Len() {
		if k.in.F.Peek(i).Kind == kind {
			return true
		}
	}
	for i := range k.b.S.Order.Len() {
		if k.b.S.Order.At(i).Cmd.Kind == kind {
			return true
		}
	}
	return false
}
