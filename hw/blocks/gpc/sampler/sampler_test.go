package sampler_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/sampler"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// bench is a sampler alone, whose memory the test is. Texture 0 of set 1 is a row of 64 words.
type bench struct {
	*blocktest.Bench
	b       *sampler.Sampler
	sm      [2][pipe.Sides]*blocktest.Source[pipe.MessageBeat]
	answers [2]*blocktest.Sink[pipe.MessageAnswer]
	pm      *blocktest.Source[pipe.TextureDescriptor]
	drop    *blocktest.Source[pipe.CacheCommand]
	bound   *blocktest.Sink[pipe.UnitDone]
	dropped *blocktest.Sink[pipe.UnitDone]
	req     *blocktest.Client
	flush   *blocktest.Source[pipe.PageFlush]
}

func newBench(t testing.TB, cfg sampler.Config) *bench {
	b := sampler.New("TEX", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	for side, name := range []string{"ABOVE", "BELOW"} {
		for n, sm := range []string{"0", "1"} {
			k.sm[n][side] = blocktest.In(k.Bench, &b.P.SMTex[n][side], "SM"+sm+name, 8)
		}
	}
	for n, sm := range []string{"0", "1"} {
		k.answers[n] = blocktest.Out(k.Bench, &b.P.TexSM[n], "ANSWERS"+sm, 8)
	}
	k.pm, k.drop = blocktest.In(k.Bench, &b.P.PMTex, "PM", 2), blocktest.In(k.Bench, &b.P.PMDrop, "DROP", 2)
	k.dropped, k.bound = blocktest.Out(k.Bench, &b.P.DropPM, "DROPPED", 2), blocktest.Out(k.Bench, &b.P.TexPM, "BOUND", 2)
	k.req = blocktest.Memory(k.Bench, &b.P.TexReq, &b.P.TexAns, 8)
	k.flush = blocktest.In(k.Bench, &b.P.MXUTex, "FLUSH", 2)
	const r32Uint, twoD = 24, 1
	words := [8]uint32{0x1000, 256, 0, 64 | 1<<16, 1 | 1<<16 | twoD<<20 | r32Uint<<24}
	k.pm.Queue = []pipe.TextureDescriptor{{Set: 1, Words: words}, {Slot: 1, Set: 1, Words: words}}
	k.Step(6)
	return k
}

var small = sampler.Config{Entries: 2, Quads: 2, Rate: 1, Lookups: 2, Lines: 2, Ways: 2, Misses: 2, Sets: 2, Textures: 2}

// texel reads column x of the texture in lane 0, store writes a word there; threads tell messages apart.
func (k *bench) texel(sm, side int, thread uint8, x uint32) {
	h := pipe.MessageHead{Thread: thread, Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1}
	k.send(sm, side, h, x, 0, 0)
}

func (k *bench) store(thread uint8, x, v uint32) {
	h := pipe.MessageHead{Thread: thread, Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexelStore, Type: 1, Mask: 1}
	k.send(0, pipe.Below, h, x, 0, v)
}

func (k *bench) send(sm, side int, h pipe.MessageHead, words ...uint32) {
	list := []pipe.MessageBeat{h.Beat(false)}
	for n, w := range words {
		list = append(list, pipe.DataBeat(h.Slot, &[8]uint32{w}, n == len(words)-1))
	}
	k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, list...)
	k.Step(16)
}

// got are threads and words of the answers of a multiprocessor so far, which are forgotten.
func (k *bench) got(sm int) (list [][2]uint32) {
	for _, a := range k.answers[sm].Got {
		list = append(list, [2]uint32{uint32(a.Thread), a.Words[0]})
	}
	k.answers[sm].Got = nil
	return list
}

// memory answers a request with words that count from a number on.
func (k *bench) memory(n int, from uint32) pipe.MemRequest {
	r := k.req.Got[n]
	k.req.Got = append(k.req.Got[:n:n], k.req.Got[n+1:]...)
	a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
	for i := range a.Data {
		a.Data[i] = from + uint32(i)
	}
	k.req.Answer(a)
	k.Step(16)
	return r
}

// A message whose lines are there is answered while another one waits, and messages that want a line which is on its way wait for it together.
func TestHitsGoOnBelowMisses(t *testing.T) {
	k := newBench(t, small)
	k.texel(0, pipe.Below, 1, 3)
	require.Equal(t, uint32(0x1000), k.memory(0, 100).Addr)
	require.Equal(t, [][2]uint32{{1, 103}}, k.got(0))
	k.texel(0, pipe.Below, 2, 17)
	k.texel(1, pipe.Below, 3, 4)
	require.Equal(t, [][2]uint32{{3, 104}}, k.got(1))
	k.texel(1, pipe.Below, 4, 18)
	require.Len(t, k.req.Got, 1, "one line is on its way")
	k.memory(0, 200)
	require.Equal(t, [][2]uint32{{2, 201}}, k.got(0))
	require.Equal(t, [][2]uint32{{4, 202}}, k.got(1))
}

// All entries, quads and misses of what is above the break point may wait for ever: what is below goes on, also for the same line.
func TestBelowDoesNotWaitForAbove(t *testing.T) {
	cfg := small
	cfg.Entries, cfg.Quads, cfg.Misses = 1, 1, 1
	k := newBench(t, cfg)
	k.texel(0, pipe.Above, 1, 0)
	k.texel(0, pipe.Above, 2, 16)
	k.texel(1, pipe.Above, 3, 0)
	require.Len(t, k.req.Got, 1)
	k.texel(0, pipe.Below, 4, 1)
	require.Len(t, k.req.Got, 2, "a read of its own for the same line")
	k.memory(1, 100)
	require.Equal(t, [][2]uint32{{4, 101}}, k.got(0))
	k.store(5, 40, 7)
	require.Equal(t, pipe.Write, k.memory(1, 0).Op)
	require.Equal(t, [][2]uint32{{5, 0}}, k.got(0))
	k.memory(0, 100)
	require.Equal(t, [][2]uint32{{1, 100}}, k.got(0), "above goes on when memory answers")
	require.Equal(t, [][2]uint32{{3, 100}}, k.got(1), "and hits the line")
}

// A store is acknowledged when memory has it, and drops the line: who reads it after that sees it, whatever was on its way.
func TestStoresDropLines(t *testing.T) {
	cfg := small
	cfg.Entries, cfg.Quads = 4, 4
	k := newBench(t, cfg)
	k.texel(0, pipe.Below, 1, 3)
	k.memory(0, 100)
	k.got(0)
	k.store(2, 3, 0x55)
	require.Len(t, k.req.Got, 1)
	r := k.req.Got[0]
	require.Equal(t, []any{pipe.Write, uint32(0x1000), uint64(0xf000), uint32(0x55)}, []any{r.Op, r.Addr, r.Mask, r.Data[3]})
	require.Empty(t, k.got(0), "memory does not have it")
	k.texel(1, pipe.Below, 3, 3)
	require.Len(t, k.req.Got, 2, "the line is read again")
	k.memory(0, 0)
	require.Equal(t, [][2]uint32{{2, 0}}, k.got(0))
	k.memory(0, 300)
	require.Equal(t, [][2]uint32{{3, 303}}, k.got(1))

	k.texel(1, pipe.Below, 4, 20) // its line is on its way when a store comes
	k.store(5, 21, 9)
	k.texel(0, pipe.Below, 6, 21)
	require.Len(t, k.req.Got, 3, "what was read before the store is not for who reads after it")
	k.memory(0, 400)
	require.Equal(t, [][2]uint32{{4, 404}}, k.got(1))
	k.memory(0, 0)
	k.memory(0, 500)
	require.Equal(t, [][2]uint32{{5, 0}, {6, 505}}, k.got(0))
	k.texel(0, pipe.Below, 7, 22)
	require.Equal(t, [][2]uint32{{7, 506}}, k.got(0), "the newer line stays")
}

// A read from above the break point has its own way to memory, where it may come before a store that was sent earlier: its line does not come into the cache.
func TestAReadAboveBesideAStore(t *testing.T) {
	cfg := small
	cfg.Entries, cfg.Quads = 4, 4
	k := newBench(t, cfg)
	k.store(1, 3, 0x55)
	k.texel(0, pipe.Above, 2, 3)
	require.Equal(t, []pipe.Op{pipe.Write, pipe.ReadAbove}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	k.memory(1, 100)
	require.Equal(t, [][2]uint32{{2, 103}}, k.got(0))
	k.memory(0, 0)
	require.Equal(t, [][2]uint32{{1, 0}}, k.got(0))
	k.texel(0, pipe.Above, 3, 3)
	require.Len(t, k.req.Got, 1, "it is read, now that the store is acknowledged")
	k.memory(0, 200)
	k.texel(0, pipe.Above, 4, 3)
	require.Equal(t, [][2]uint32{{3, 203}, {4, 203}}, k.got(0), "and stays")
}

// A store drops its line from the cache, and what is on its way of it for the other side.
func TestAStoreDropsTheLineThatIsThereAndThatComes(t *testing.T) {
	cfg := small
	cfg.Entries, cfg.Quads = 4, 4
	k := newBench(t, cfg)
	k.texel(0, pipe.Above, 1, 3)
	k.texel(0, pipe.Below, 2, 3)
	k.memory(1, 100)
	require.Equal(t, [][2]uint32{{2, 103}}, k.got(0), "it is there, and on its way")
	k.store(3, 3, 0x55)
	k.memory(1, 0)
	k.got(0)
	k.memory(0, 100)
	require.Equal(t, [][2]uint32{{1, 103}}, k.got(0))
	k.texel(0, pipe.Below, 4, 3)
	require.Len(t, k.req.Got, 1, "what has come is from before the store")
	k.memory(0, 200)
	require.Equal(t, [][2]uint32{{4, 203}}, k.got(0))
}

// A command drops the lines of a slot, also those on their way, and no others.
func TestCommandsDropTheLinesOfASlot(t *testing.T) {
	k := newBench(t, small)
	other := pipe.MessageHead{Slot: 1, Thread: 9, Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1}
	k.texel(0, pipe.Below, 1, 0)
	k.memory(0, 100)
	k.send(0, pipe.Below, other, 0, 0, 0)
	require.Equal(t, uint8(1), k.memory(0, 200).Slot, "each context has lines of its own")
	k.texel(0, pipe.Below, 2, 16)
	require.Equal(t, [][2]uint32{{1, 100}, {9, 200}}, k.got(0))
	k.drop.Queue = []pipe.CacheCommand{{Op: pipe.CacheClean}, {Op: pipe.CacheDrop}}
	k.Step(6)
	require.Len(t, k.dropped.Got, 2)
	k.memory(0, 300)
	k.send(0, pipe.Below, other, 1, 0, 0)
	require.Equal(t, [][2]uint32{{2, 300}, {9, 201}}, k.got(0))
	k.texel(0, pipe.Below, 3, 0)
	k.texel(0, pipe.Below, 4, 16)
	require.Len(t, k.req.Got, 2)
}

// Messages of both contexts that want the line of one number at the same time get their own, whichever comes first.
func TestContextsWaitForLinesOfTheirOwn(t *testing.T) {
	for side := range pipe.Sides {
		k := newBench(t, small)
		k.texel(0, side, 1, 3)
		k.send(1, side, pipe.MessageHead{Slot: 1, Thread: 9, Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1}, 3, 0, 0)
		require.Len(t, k.req.Got, 2)
		require.Equal(t, uint8(1), k.memory(1, 200).Slot)
		require.Empty(t, k.got(0))
		require.Equal(t, [][2]uint32{{9, 203}}, k.got(1))
		k.memory(0, 100)
		require.Equal(t, [][2]uint32{{1, 103}}, k.got(0))
	}
}

// A page that is not there ends all messages that wait for a line of it, whatever else they wait for; others go on.
func TestAMissingPageEndsTheMessagesThatWaitForIt(t *testing.T) {
	cfg := small
	cfg.Entries, cfg.Quads = 4, 4
	k := newBench(t, cfg)
	h := pipe.MessageHead{Thread: 1, Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 3}
	list := []pipe.MessageBeat{h.Beat(false), pipe.DataBeat(0, &[8]uint32{0, 16}, false), pipe.DataBeat(0, &[8]uint32{}, false), pipe.DataBeat(0, &[8]uint32{}, true)}
	k.sm[0][pipe.Above].Queue = append(k.sm[0][pipe.Above].Queue, list...) // lanes in two lines
	k.texel(0, pipe.Above, 2, 1)
	k.texel(1, pipe.Above, 3, 17)
	require.Len(t, k.req.Got, 2)
	require.Equal(t, pipe.ReadAbove, k.req.Got[0].Op)
	k.req.Answer(pipe.MemAnswer{Op: pipe.NoPage, Tag: k.req.Got[0].Tag})
	k.Step(16)
	require.Len(t, k.answers[0].Got, 2)
	for n, a := range k.answers[0].Got {
		require.Equal(t, pipe.MessageAnswer{Thread: uint8(n + 1), Last: true, NotPresent: true, Reg: 40}, a)
	}
	require.Empty(t, k.got(1))
	k.req.Got = k.req.Got[1:]
	k.memory(0, 100)
	require.Equal(t, [][2]uint32{{3, 101}}, k.got(1))
	k.answers[0].Got = nil
	k.texel(0, pipe.Above, 4, 0)
	require.Len(t, k.req.Got, 1, "it is asked for again")
	require.Empty(t, k.got(0))
}

// Lines of a page that is to leave its place are dropped, also those on their way, and the MXU is told after the writes that were sent.
func TestLinesOfAPageLeave(t *testing.T) {
	k := newBench(t, small)
	k.texel(0, pipe.Below, 1, 0)
	k.memory(0, 100)
	k.texel(0, pipe.Below, 2, 16)
	k.got(0)
	k.flush.Queue = []pipe.PageFlush{{Addr: 0x2000_0000}, {Addr: 0}}
	k.Step(6)
	require.Equal(t, []pipe.Op{pipe.Read, pipe.FlushDone, pipe.FlushDone}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op, k.req.Got[2].Op})
	require.Equal(t, []uint32{0x2000_0000, 0}, []uint32{k.req.Got[1].Addr, k.req.Got[2].Addr})
	k.req.Got = k.req.Got[:1]
	k.memory(0, 200)
	require.Equal(t, [][2]uint32{{2, 200}}, k.got(0))
	k.texel(0, pipe.Below, 3, 1)
	k.texel(0, pipe.Below, 4, 17)
	require.Len(t, k.req.Got, 2, "both are read again")
}

// A line of a page that leaves, or of a slot whose lines are dropped, is on its way for one side or the other: it does not come into the cache.
func TestLinesOnTheirWayDoNotStay(t *testing.T) {
	for n := range 2 * pipe.Sides {
		side := n % pipe.Sides
		k := newBench(t, small)
		k.texel(0, side, 1, 0)
		if n < pipe.Sides {
			k.flush.Queue = []pipe.PageFlush{{Addr: 0}}
		} else {
			k.drop.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
		}
		k.Step(6)
		k.memory(0, 100)
		k.req.Got = nil
		require.Equal(t, [][2]uint32{{1, 100}}, k.got(0))
		k.texel(0, pipe.Below, 2, 1)
		require.Len(t, k.req.Got, 1, "it is read again")
		k.memory(0, 200)
		require.Equal(t, [][2]uint32{{2, 201}}, k.got(0))
	}
}

// The line that was not used for the longest time makes room.
func TestTheOldestLineMakesRoom(t *testing.T) {
	k := newBench(t, small) // two lines
	for n, x := range []uint32{0, 16} {
		k.texel(0, pipe.Below, uint8(n), x)
		k.memory(0, 100)
	}
	k.texel(0, pipe.Below, 2, 0)
	k.texel(0, pipe.Below, 3, 32)
	require.Equal(t, uint32(0x1080), k.memory(0, 100).Addr)
	k.texel(0, pipe.Below, 4, 0)
	require.Empty(t, k.req.Got)
	k.texel(0, pipe.Below, 5, 16)
	require.Len(t, k.req.Got, 1)
}

// A quad takes a stage a cycle: levels, addresses, lookup, filter; its message is answered after that.
func TestAQuadTakesAStageACycle(t *testing.T) {
	k := newBench(t, small)
	k.texel(0, pipe.Below, 1, 0)
	k.memory(0, 100)
	k.Wave()
	k.texel(0, pipe.Below, 2, 0)
	require.Contains(t, k.Wave(), `
42 TEX msg00 quad00 miss00
43 TEX msg01 quad00 miss00
44 TEX msg01 quad01 miss00
45 TEX msg01 quad01 miss00
46 TEX msg01 quad01 miss00
47 TEX msg01 quad01 miss00
48 TEX msg01 quad00 miss00
49 TEX msg00 quad00 miss00, ANSWERS0: ANSWER
50 TEX msg00 quad00 miss00
`)
}

// Messages of multiprocessors are taken in turn.
func TestMultiprocessorsTakeTurns(t *testing.T) {
	for side := range pipe.Sides {
		k := newBench(t, small)
		var order []uint8
		k.b.P.Took.Watch(func(e *sampler.Took) { order = append(order, e.SM) })
		k.texel(0, side, 0, 0)
		k.memory(0, 100)
		h := pipe.MessageHead{Set: 1, Lanes: 8, Count: 8, Code: isa.MessageTexel, Type: 2, Answer: 40, Mask: 1}
		for range 8 {
			for sm := range k.sm {
				list := []pipe.MessageBeat{h.Beat(false), pipe.DataBeat(0, &[8]uint32{}, false), pipe.DataBeat(0, &[8]uint32{}, false), pipe.DataBeat(0, &[8]uint32{}, true)}
				k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, list...)
			}
		}
		k.Step(600)
		require.Len(t, order, 17)
		for n := 2; n < len(order); n++ {
			require.NotEqual(t, order[n-1], order[n], "%v", order)
		}
	}
}

// That all of a set has come, and that lines are dropped, is said to whom it was sent by, when there is room.
func TestSetsAndDropsAreAnswered(t *testing.T) {
	k := newBench(t, small)
	k.bound.Shut, k.dropped.Shut = true, true
	for n := range uint8(4) {
		k.pm.Queue = append(k.pm.Queue, pipe.TextureDescriptor{Slot: n & 1, Set: 1, Last: true, Source: n >> 1})
		k.drop.Queue = append(k.drop.Queue, pipe.CacheCommand{Op: pipe.CacheDrop, Slot: n & 1, Source: n >> 1})
	}
	k.Step(20)
	k.bound.Shut, k.dropped.Shut = false, false
	k.Step(20)
	want := []pipe.UnitDone{{}, {Slot: 1}, {Source: 1}, {Slot: 1, Source: 1}}
	require.Equal(t, want, k.bound.Got)
	require.Equal(t, want, k.dropped.Got)
}
