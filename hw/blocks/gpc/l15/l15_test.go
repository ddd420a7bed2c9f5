package l15_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/l15"
	"tilemark/hw/pipe"
)

// bench is a cache alone, whose memory the test is.
type bench struct {
	*blocktest.Bench
	b       *l15.L15
	lsu     [pipe.Sides]*blocktest.Source[pipe.LineRequest]
	answers *blocktest.Sink[pipe.LineAnswer]
	code    *blocktest.Source[pipe.CodeFetch]
	lines   *blocktest.Sink[pipe.CodeLine]
	pm      *blocktest.Source[pipe.CacheCommand]
	done    *blocktest.Sink[pipe.UnitDone]
	req     *blocktest.Client
	flush   *blocktest.Source[pipe.PageFlush]

	holdsPins bool // they are not answered
	untaken   bool // the MXU does not say that it has taken all
}

func newBench(t testing.TB, cfg l15.Config) *bench {
	if cfg.Writes == 0 {
		cfg.Writes = 8
	}
	b := l15.New("L15", cfg)
	k := &bench{Bench: blocktest.New(t, b), b: b}
	for side, name := range []string{"ABOVE", "BELOW"} {
		k.lsu[side] = blocktest.In(k.Bench, &b.P.LSUL15[side], "LSU_"+name, 8)
	}
	k.code = blocktest.In(k.Bench, &b.P.SML15[0][pipe.Below], "CODE", 4)
	k.lines = blocktest.Out(k.Bench, &b.P.L15SM[0], "LINES", 4)
	k.answers = blocktest.Out(k.Bench, &b.P.L15LSU, "ANSWERS", 8)
	k.pm = blocktest.In(k.Bench, &b.P.PML15, "PM", 2)
	k.done = blocktest.Out(k.Bench, &b.P.L15PM, "DONE", 2)
	k.req = blocktest.Memory(k.Bench, &b.P.L15Req, &b.P.L15Ans, 8)
	k.flush = blocktest.In(k.Bench, &b.P.MXUL15, "FLUSH", 2)
	return k
}

var small = l15.Config{Lines: 4, Ways: 2, Misses: 2, Held: 4}

// run runs the cache. Pins are answered, and that the MXU has taken all.
func (k *bench) run(cycles int) {
	for range cycles {
		k.Step(1)
		for n := 0; n < len(k.req.Got); n++ {
			if op := k.req.Got[n].Op; op == pipe.Pin && !k.holdsPins || op == pipe.AllTaken && !k.untaken {
				k.req.Answer(pipe.MemAnswer{Op: op})
				k.req.Got = slices.Delete(k.req.Got, n, n+1)
				n--
			}
		}
	}
}

func (k *bench) ask(side int, requests ...pipe.LineRequest) {
	k.lsu[side].Queue = append(k.lsu[side].Queue, requests...)
	k.run(12)
}

// load is of a word of a line, store of its low byte.
func load(tag uint8, line uint32, word int) pipe.LineRequest {
	return pipe.LineRequest{Op: pipe.LineLoad, Tag: tag, Addr: line * 64, Mask: 15 << (4 * word)}
}

func store(tag uint8, line uint32, word int, v uint32) pipe.LineRequest {
	r := pipe.LineRequest{Op: pipe.LineStore, Tag: tag, Addr: line * 64, Mask: 1 << (4 * word)}
	r.Data[word] = v
	return r
}

// memory answers the oldest request for a line with words that count from a number on.
func (k *bench) memory(from uint32) pipe.MemRequest {
	r := k.req.Got[0]
	k.req.Got = k.req.Got[1:]
	a := pipe.MemAnswer{Op: r.Op, Slot: r.Slot, Tag: r.Tag}
	for n := range a.Data {
		a.Data[n] = from + uint32(n)
	}
	k.req.Answer(a)
	k.run(12)
	return r
}

// tags are those of the answers so far, which are forgotten.
func (k *bench) tags() (list []uint8) {
	for _, a := range k.answers.Got {
		list = append(list, a.Tag)
	}
	k.answers.Got = nil
	return list
}

// A hit goes on below a miss, requests of one line wait in their order, and a store is seen by what comes after it alone.
func TestHitsGoOnBelowMisses(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, load(1, 8, 0))
	k.memory(100)
	require.Equal(t, []uint8{1}, k.tags())
	k.ask(pipe.Below, load(2, 9, 3), store(3, 9, 3, 7), load(4, 9, 3), load(5, 8, 2))
	require.Equal(t, []uint8{5}, k.tags(), "what waits for line 9 waits")
	k.memory(200)
	require.Len(t, k.answers.Got, 3)
	require.Equal(t, []uint32{203, 7}, []uint32{k.answers.Got[0].Data[3], k.answers.Got[1].Data[3]})
	require.Equal(t, []uint8{2, 4, 3}, k.tags(), "the store when its line is pinned")
}

// A store does not fetch; a load of other bytes does, and what was written stays.
func TestStoresDoNotFetch(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, store(1, 8, 0, 0x55))
	require.Equal(t, []uint8{1}, k.tags())
	require.Empty(t, k.req.Got)
	r := load(2, 8, 0)
	r.Mask = 1
	k.ask(pipe.Below, r)
	require.Equal(t, []uint8{2}, k.tags(), "the byte is there")
	k.ask(pipe.Below, load(3, 8, 0))
	k.memory(0x11223344)
	require.Equal(t, uint32(0x11223355), k.answers.Got[0].Data[0])
}

// A line that makes room is written back, with the bytes that were written. The one that was used last stays.
func TestTheOldestLineMakesRoom(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 2, Ways: 2, Misses: 2, Held: 4})
	k.ask(pipe.Below, store(1, 8, 0, 1), store(2, 10, 5, 2), store(3, 8, 1, 3))
	k.ask(pipe.Below, store(4, 12, 0, 4))
	require.Len(t, k.req.Got, 1)
	r := k.req.Got[0]
	require.Equal(t, []any{pipe.Write, uint32(640), uint64(1 << 20), uint32(2)}, []any{r.Op, r.Addr, r.Mask, r.Data[5]}, "line 10")
	require.Equal(t, []uint8{1, 2, 3, 4}, k.tags())
}

// A line that is evicted is written back; that is answered when memory has it, and the line comes anew.
func TestLinesAreEvicted(t *testing.T) {
	k := newBench(t, small)
	evict := func(tag uint8, line uint32) pipe.LineRequest {
		return pipe.LineRequest{Op: pipe.LineEvict, Tag: tag, Addr: line * 64}
	}
	k.ask(pipe.Below, evict(1, 8))
	require.Equal(t, []uint8{1}, k.tags(), "it is not there")
	k.ask(pipe.Below, store(2, 8, 0, 9), store(3, 9, 0, 9), evict(4, 8), evict(5, 9))
	require.Equal(t, []uint8{2, 3}, k.tags())
	k.memory(0)
	require.Equal(t, []uint8{4}, k.tags(), "the first write is in memory")
	k.memory(0)
	require.Equal(t, []uint8{5}, k.tags())
	k.ask(pipe.Below, load(6, 8, 0))
	k.memory(50)
	require.Equal(t, []uint32{50}, []uint32{k.answers.Got[0].Data[0]})
}

// What is on its way for one side does not count when the other evicts the line: it is read again.
func TestALineOnItsWayIsEvictedByTheOtherSide(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, load(1, 8, 0))
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 2, Addr: 8 * 64})
	require.Equal(t, []uint8{2}, k.tags(), "below does not wait for above")
	k.memory(10)
	require.Empty(t, k.tags())
	require.Len(t, k.req.Got, 1, "it is read again")
	k.memory(20)
	require.Len(t, k.answers.Got, 1)
	require.Equal(t, uint32(20), k.answers.Got[0].Data[0])
	require.Equal(t, []uint8{1}, k.tags())
}

// Each side has misses of its own, and its own read of a line that the other waits for.
func TestSidesDoNotMergeOnAMiss(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 4, Ways: 4, Misses: 1, Held: 2})
	k.ask(pipe.Above, load(1, 8, 0), load(2, 9, 0))
	k.ask(pipe.Below, load(3, 8, 1))
	require.Len(t, k.req.Got, 2, "above has one miss, and below its own")
	first := k.req.Got[0]
	k.req.Got = k.req.Got[1:]
	k.memory(30)
	require.Equal(t, []uint8{3}, k.tags())
	k.req.Got = append([]pipe.MemRequest{first}, k.req.Got...)
	k.memory(30)
	require.Equal(t, []uint8{1}, k.tags())
}

// Lines that are on their way for what is above the break point leave a place of each set to what is below, whether that loads or stores.
func TestAboveLeavesAPlaceToBelow(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 4, Ways: 4, Misses: 4, Held: 4})
	k.ask(pipe.Above, load(1, 8, 0), load(2, 9, 0), load(3, 10, 0), load(4, 11, 0))
	require.Len(t, k.req.Got, 3, "the fourth one has to wait")
	above := k.req.Got
	k.req.Got = nil
	k.ask(pipe.Below, load(5, 12, 0))
	require.Len(t, k.req.Got, 1)
	k.memory(50)
	require.Equal(t, []uint8{5}, k.tags())
	k.ask(pipe.Below, store(6, 13, 0, 1))
	require.Equal(t, []uint8{6}, k.tags())
	k.req.Got = above[:1]
	k.memory(60)
	require.Equal(t, []uint8{1}, k.tags())
	require.Len(t, k.req.Got, 2, "now it goes on: what was stored makes room")
	require.Equal(t, []any{pipe.ReadAbove, uint32(11 * 64)}, []any{k.req.Got[1].Op, k.req.Got[1].Addr})
}

// A command waits for the writes that were sent before it is through, and not for those of another context that follow.
func TestADropWaitsForItsOwnWrites(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 2, Ways: 2, Misses: 2, Held: 2})
	k.ask(pipe.Below, store(1, 8, 0, 1))
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
	k.run(12)
	other := store(2, 8, 0, 1)
	other.Slot = 1
	k.ask(pipe.Below, other, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Slot: 1, Addr: 8 * 64})
	require.Equal(t, []pipe.Op{pipe.Write, pipe.Write}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	require.Empty(t, k.done.Got)
	k.memory(0)
	require.Len(t, k.done.Got, 1)
}

// A command drops a line that is on its way, too: what comes was read before it, and is read again.
func TestADropOfALineOnItsWay(t *testing.T) {
	for _, op := range []pipe.CacheCommandOp{pipe.CacheDrop, pipe.CacheForget} {
		k := newBench(t, small)
		r := load(1, 8, 0)
		if op == pipe.CacheForget {
			r.Op = pipe.LineConstant
		}
		k.ask(pipe.Below, r)
		k.pm.Queue = []pipe.CacheCommand{{Op: op}}
		k.run(12)
		require.Len(t, k.done.Got, 1)
		k.memory(100)
		require.Empty(t, k.tags())
		k.memory(200)
		require.Equal(t, uint32(200), k.answers.Got[0].Data[0])
	}
}

// Of lines to which something was written only that stays: what they had from memory is read again, and the bytes that were written
// are those of the store. Lines without, and those of other kinds and slots, go or stay as they are.
func TestARefreshKeepsWhatWasWritten(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 8, Ways: 8, Misses: 4, Held: 4})
	constant, other := load(3, 10, 0), load(4, 11, 0)
	constant.Op, other.Slot = pipe.LineConstant, 1
	k.ask(pipe.Below, load(1, 8, 0), load(2, 9, 0), constant, other)
	for range 4 {
		k.memory(100)
	}
	word := store(5, 8, 1, 7)
	word.Mask = 0xf0
	k.ask(pipe.Below, word)
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheRefresh, Source: 1}}
	k.run(40)
	require.Equal(t, []pipe.UnitDone{{Source: 1}}, k.done.Got)
	require.Empty(t, k.req.Got, "nothing is written back")
	k.ask(pipe.Below, constant, other)
	require.Empty(t, k.req.Got, "they are still there")
	lines, read, written := k.b.LinesOf(0)
	require.Equal(t, []int{2, 1, 1}, []int{lines, read, written}, "the written line, and the one with constants")
	k.answers.Got = nil
	k.ask(pipe.Below, load(6, 8, 1))
	require.Empty(t, k.req.Got, "what was written is there")
	k.ask(pipe.Below, load(7, 8, 0), load(8, 9, 0))
	require.Len(t, k.req.Got, 2, "what was read is read again")
	k.memory(200)
	k.memory(200)
	require.Equal(t, []uint32{200, 7}, k.answers.Got[1].Data[:2])
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
	k.run(40)
	last := k.req.Got[0]
	require.Equal(t, []any{pipe.Write, uint64(0xf0), uint32(7)}, []any{last.Op, last.Mask, last.Data[1]})
}

// What is on its way for a line when that is refreshed was read before, and does not count: it is read again. What was written stays.
func TestARefreshOfALineOnItsWay(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, store(1, 8, 1, 7), load(2, 8, 0))
	require.Equal(t, []uint8{1}, k.tags())
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheRefresh}}
	k.run(40)
	require.Len(t, k.done.Got, 1)
	k.memory(100)
	require.Empty(t, k.tags(), "it was read before")
	k.memory(0x200)
	require.Len(t, k.answers.Got, 1)
	require.Equal(t, []uint32{0x200, 0x207}, k.answers.Got[0].Data[:2])
}

// Stores change data and not constants or instructions at the same place, and contexts have lines of their own.
func TestKindsAndContextsAreApart(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 8, Ways: 8, Misses: 4, Held: 4})
	k.code.Queue = []pipe.CodeFetch{{Thread: 3, Generation: 2, Addr: 512}}
	k.run(12)
	k.memory(70)
	require.Equal(t, []pipe.CodeLine{{Thread: 3, Generation: 2, Addr: 512, Words: [16]uint32{70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85}}}, k.lines.Got)
	constant := load(2, 8, 0)
	constant.Op = pipe.LineConstant
	other := load(3, 8, 0)
	other.Slot = 1
	k.ask(pipe.Below, store(1, 8, 0, 1), constant, other)
	require.ElementsMatch(t, []uint8{1, 2}, k.tags())
	require.Equal(t, []any{pipe.Read, uint8(1)}, []any{k.req.Got[0].Op, k.req.Got[0].Slot})
	k.memory(90)
	require.Equal(t, uint32(90), k.answers.Got[0].Data[0])

	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}, {Op: pipe.CacheForget}}
	k.run(12)
	require.Empty(t, k.done.Got, "memory does not have the store yet")
	require.Equal(t, pipe.Write, k.memory(0).Op)
	k.run(30)
	require.Len(t, k.done.Got, 2)
	again := load(4, 8, 0)
	again.Slot = 1
	k.tags()
	k.ask(pipe.Below, again, constant)
	require.Equal(t, []uint8{4}, k.tags(), "another context's lines stay, constants are gone")
	require.Len(t, k.req.Got, 1)
}

// A store is answered when its line has a pin, and hits go on meanwhile. The pin goes with the write that evicts, or with the line that is forgotten.
func TestLinesThatAreWrittenToHavePins(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, load(1, 9, 0))
	k.memory(5)
	k.tags()
	k.holdsPins = true
	k.ask(pipe.Below, store(2, 8, 0, 1), store(3, 8, 1, 2), load(4, 9, 3))
	require.Equal(t, []uint8{4}, k.tags())
	require.Len(t, k.req.Got, 1, "one pin for the line")
	require.Equal(t, []any{pipe.Pin, uint32(8 * 64)}, []any{k.req.Got[0].Op, k.req.Got[0].Addr})
	k.memory(0)
	require.Equal(t, []uint8{2, 3}, k.tags())
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 5, Addr: 8 * 64})
	require.Equal(t, []any{pipe.Write, true}, []any{k.req.Got[0].Op, k.req.Got[0].Evict})
	k.memory(0)
	require.Equal(t, []uint8{5}, k.tags())
	k.ask(pipe.Below, store(6, 8, 0, 1))
	require.Equal(t, pipe.Pin, k.memory(0).Op, "again")
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineForget, Tag: 7, Addr: 8 * 64})
	require.Equal(t, []uint8{6, 7}, k.tags())
	require.Equal(t, []any{pipe.Release, uint32(8 * 64)}, []any{k.req.Got[0].Op, k.req.Got[0].Addr})
	k.req.Got = nil
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineForget, Tag: 8, Addr: 8 * 64}, load(9, 8, 0))
	require.Equal(t, []uint8{8}, k.tags(), "it is not there any more")
	require.Equal(t, pipe.Read, k.memory(3).Op)
}

// All that waits for a line whose page is not in memory is answered so, of that side alone.
func TestPagesThatAreNotThere(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, load(1, 8, 0), load(2, 8, 4))
	k.ask(pipe.Below, load(3, 8, 0))
	require.Equal(t, []pipe.Op{pipe.ReadAbove, pipe.Read}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	refused := k.req.Got[0]
	k.req.Answer(pipe.MemAnswer{Op: pipe.NoPage, Tag: refused.Tag})
	k.req.Got = k.req.Got[1:]
	k.run(12)
	require.Len(t, k.answers.Got, 2)
	require.True(t, k.answers.Got[0].NotPresent && k.answers.Got[1].NotPresent)
	require.Equal(t, []uint8{1, 2}, k.tags())
	k.memory(7)
	require.Len(t, k.answers.Got, 1)
	require.False(t, k.answers.Got[0].NotPresent)
	require.Equal(t, []uint8{3}, k.tags())

	k.ask(pipe.Above, load(4, 9, 0))
	k.req.Answer(pipe.MemAnswer{Op: pipe.NoPage, Tag: k.req.Got[0].Tag})
	k.req.Got = nil
	k.run(12)
	require.Equal(t, []uint8{4}, k.tags())
	k.ask(pipe.Above, load(5, 9, 0))
	require.Len(t, k.req.Got, 1, "it is asked for anew")
}

// FLUSH_PAGE: the page's lines are written back and dropped, those of both slots, others stay; what is on its way is read again.
func TestAPageIsFlushed(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 16, Ways: 4, Misses: 4, Held: 4})
	const page = 1 << pipe.PageShift / 64 // lines
	other := store(2, page+1, 0, 6)
	other.Slot = 1
	k.ask(pipe.Below, store(1, page, 0, 5), other, load(3, 2*page, 0), load(4, page+2, 0))
	k.memory(10)
	k.tags()
	k.flush.Queue = []pipe.PageFlush{{Addr: 1 << pipe.PageShift}}
	k.run(40)
	var ops []pipe.Op
	for _, r := range k.req.Got {
		ops = append(ops, r.Op)
	}
	require.Equal(t, []pipe.Op{pipe.Read, pipe.Write, pipe.Write, pipe.FlushDone}, ops, "the read is of the load on its way")
	require.Equal(t, uint32(1<<pipe.PageShift), k.req.Got[3].Addr)
	old := k.req.Got[0]
	k.req.Got = nil
	k.req.Answer(pipe.MemAnswer{Op: pipe.Read, Tag: old.Tag})
	k.run(12)
	require.Empty(t, k.tags())
	k.memory(33)
	require.Equal(t, uint32(33), k.answers.Got[0].Data[0])
	k.tags()
	k.ask(pipe.Below, load(5, 2*page, 0))
	require.Equal(t, []uint8{5}, k.tags(), "another page's line has stayed")
	k.ask(pipe.Below, load(6, page, 0))
	require.Len(t, k.req.Got, 1)
}

// Each byte that was written stays when the rest of its line comes, and is written back: it, and none that was read.
func TestBytesThatWereWrittenAreWrittenBack(t *testing.T) {
	for k := range 4 {
		b := newBench(t, small)
		r := pipe.LineRequest{Op: pipe.LineStore, Tag: 1, Addr: 8 * 64, Mask: 1 << (20 + k)}
		r.Data[5] = 0x55 << (8 * k)
		b.ask(pipe.Below, r, load(2, 8, 5))
		b.memory(0xaaaaaaaa - 5)
		want := uint32(0xaaaaaaaa)&^(0xff<<(8*k)) | 0x55<<(8*k)
		require.Equal(t, want, b.answers.Got[1].Data[5])
		b.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
		require.Equal(t, []any{pipe.Write, uint64(1) << (20 + k), want}, []any{b.req.Got[0].Op, b.req.Got[0].Mask, b.req.Got[0].Data[5]})
	}
}

// That a slot's lines are clean is said when memory has what was written to them.
func TestCleaningEndsWithTheLastWrite(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, store(1, 8, 0, 1), store(2, 9, 0, 2))
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheClean, Source: 1}}
	k.run(30)
	require.Len(t, k.req.Got, 2)
	k.memory(0)
	require.Empty(t, k.done.Got)
	k.memory(0)
	require.Equal(t, []pipe.UnitDone{{Source: 1}}, k.done.Got)
	k.ask(pipe.Below, load(3, 8, 1))
	require.Len(t, k.req.Got, 1, "the line stays, with what was written to it")
}

// That a slot's lines are dropped is said when the MXU has taken what gives their pins up, too: of a line that was forgotten nothing is written.
func TestDroppingEndsWhenPinsAreGivenUp(t *testing.T) {
	k := newBench(t, small)
	k.untaken = true
	k.ask(pipe.Below, store(1, 8, 0, 1), pipe.LineRequest{Op: pipe.LineForget, Tag: 2, Addr: 8 * 64})
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
	k.run(30)
	require.Equal(t, []pipe.Op{pipe.Release, pipe.AllTaken}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	require.Empty(t, k.done.Got)
	k.req.Got = k.req.Got[1:]
	k.memory(0)
	require.Equal(t, []pipe.UnitDone{{}}, k.done.Got)
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
	k.run(30)
	require.Len(t, k.done.Got, 1, "the next command waits for its own answer")
}

// Evictions wait for as many writes as memory says that it has, also when it says so of several at once.
func TestEvictionsWhoseWritesAreAcknowledgedAtOnce(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, store(1, 8, 0, 1), store(2, 9, 0, 2))
	k.tags()
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64}, pipe.LineRequest{Op: pipe.LineEvict, Tag: 4, Addr: 9 * 64})
	require.Len(t, k.req.Got, 2)
	require.Empty(t, k.tags())
	k.req.Answer(pipe.MemAnswer{Op: pipe.Write, More: 1})
	k.run(12)
	require.Equal(t, []uint8{3, 4}, k.tags())
}

// The eviction of a line that has made room for another one waits for its write.
func TestTheEvictionOfALineThatIsBeingWritten(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 2, Ways: 2, Misses: 1, Held: 1})
	k.ask(pipe.Below, store(1, 8, 0, 1), load(4, 9, 0))
	k.memory(0)
	k.ask(pipe.Below, load(2, 10, 0))
	require.Equal(t, []pipe.Op{pipe.Write, pipe.Read}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	k.tags()
	k.ask(pipe.Above, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
	require.Empty(t, k.tags())
	k.memory(0)
	require.Equal(t, []uint8{3}, k.tags())
}

// A line that is evicted while the rest of it is on its way has nothing left, not what was written to it either.
func TestAnEvictedLineOnItsWayIsEmpty(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Below, store(1, 8, 4, 7))
	k.ask(pipe.Above, load(2, 8, 0))
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
	require.Equal(t, []pipe.Op{pipe.ReadAbove, pipe.Write}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	k.tags()
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineLoad, Tag: 4, Addr: 8 * 64, Mask: 1 << 16})
	require.Empty(t, k.tags())
	require.Len(t, k.req.Got, 3, "it is read")
}

// A read from above the break point has its own way to memory. It waits until memory has what was written of its line; reads of other lines do not.
func TestAReadAboveWaitsForWhatWasWritten(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, store(1, 8, 0, 5))
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 2, Addr: 8 * 64})
	k.ask(pipe.Above, load(3, 8, 0))
	require.Len(t, k.req.Got, 1, "the write alone")
	k.ask(pipe.Below, load(4, 9, 0))
	require.Len(t, k.req.Got, 2)
	write := k.req.Got[0]
	k.req.Got = k.req.Got[1:]
	k.memory(70)
	require.Equal(t, []uint8{1, 4}, k.tags())
	k.req.Got = []pipe.MemRequest{write}
	k.memory(0)
	require.Len(t, k.req.Got, 1, "now it is read")
	k.memory(80)
	require.Equal(t, []uint8{2, 3}, k.tags())
}

// A line that was evicted while it was on its way is read again after its write, too.
func TestALineIsReadAgainAfterItsWrite(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, load(1, 8, 0))
	k.ask(pipe.Below, store(2, 8, 0, 5), pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
	require.Equal(t, []pipe.Op{pipe.ReadAbove, pipe.Write}, []pipe.Op{k.req.Got[0].Op, k.req.Got[1].Op})
	k.memory(10) // the read, from before the write
	require.Len(t, k.req.Got, 1, "it is to be read again, and waits for the write")
	k.memory(0)
	require.Len(t, k.req.Got, 1)
	k.memory(20)
	require.Equal(t, uint32(20), k.answers.Got[len(k.answers.Got)-1].Data[0])
	require.Equal(t, []uint8{2, 3, 1}, k.tags())
}

// Reads go on above the break point when nothing can be sent below it, and below it when nothing can be sent above.
func TestEachSideHasItsOwnWayToMemory(t *testing.T) {
	for side := range pipe.Sides {
		k := newBench(t, l15.Config{Lines: 32, Ways: 4, Misses: 16, Held: 32})
		k.req.Shut(1-side, true)
		for n := range uint32(12) {
			k.ask(1-side, load(uint8(n), 64+n, 0))
		}
		require.Empty(t, k.req.Got)
		k.ask(side, load(20, 8, 0))
		k.memory(40)
		require.Equal(t, []uint8{20}, k.tags(), "side %d", side)
	}
}

// No more lines are on their way to memory than there are places to note them.
func TestWritesHaveALimit(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 4, Ways: 4, Misses: 2, Held: 4, Writes: 1})
	k.ask(pipe.Below, store(1, 8, 0, 1), store(2, 9, 0, 2))
	k.pm.Queue = []pipe.CacheCommand{{Op: pipe.CacheDrop}}
	k.run(30)
	require.Len(t, k.req.Got, 1)
	k.memory(0)
	require.Len(t, k.req.Got, 1, "the second one")
	k.memory(0)
	require.Equal(t, []pipe.UnitDone{{}}, k.done.Got)
}

// A page that is not there for what is above the break point does not take away what was written to the line from below.
func TestAMissingPageKeepsWhatWasWritten(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, load(1, 8, 0))
	k.ask(pipe.Below, store(2, 8, 4, 7))
	k.req.Answer(pipe.MemAnswer{Op: pipe.NoPage, Tag: k.req.Got[0].Tag})
	k.req.Got = nil
	k.run(12)
	require.Equal(t, []uint8{2, 1}, k.tags())
	k.ask(pipe.Below, pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
	require.Len(t, k.req.Got, 1)
	require.Equal(t, []any{pipe.Write, uint64(1 << 16), uint32(7)}, []any{k.req.Got[0].Op, k.req.Got[0].Mask, k.req.Got[0].Data[4]})
}

// Inputs take turns: accesses of both sides of the break point and fetches of instructions, when each could go on in each cycle.
func TestInputsTakeTurns(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 8, Ways: 4, Misses: 2, Held: 4})
	k.ask(pipe.Below, load(1, 8, 0))
	k.memory(0)
	k.code.Queue = []pipe.CodeFetch{{Addr: 9 * 64}}
	k.run(12)
	k.memory(0)
	k.lines.Got = nil
	k.tags()
	for n := range uint8(20) {
		k.lsu[pipe.Above].Queue = append(k.lsu[pipe.Above].Queue, load(n, 8, 1))
		k.lsu[pipe.Below].Queue = append(k.lsu[pipe.Below].Queue, load(n, 8, 2))
		k.code.Queue = append(k.code.Queue, pipe.CodeFetch{Addr: 9 * 64, Thread: n})
	}
	k.run(33)
	above := 0
	for _, a := range k.answers.Got {
		if a.Side == pipe.Above {
			above++
		}
	}
	for _, n := range []int{above, len(k.answers.Got) - above, len(k.lines.Got)} {
		require.InDelta(t, 10, n, 2, "above %d, below %d, fetches %d", above, len(k.answers.Got)-above, len(k.lines.Got))
	}
}

// Lines that below has asked for, and that above wants more of, count as well: above leaves a place of each set to below.
func TestAboveLeavesAPlaceAlsoByLinesOfBelow(t *testing.T) {
	k := newBench(t, l15.Config{Lines: 2, Ways: 2, Misses: 4, Held: 4})
	k.ask(pipe.Above, load(1, 8, 0))
	k.ask(pipe.Below, load(2, 9, 0))
	k.ask(pipe.Above, load(3, 9, 4))
	require.Len(t, k.req.Got, 2, "above does not ask for the line that below has asked for")
	above := k.req.Got[0]
	k.req.Got = k.req.Got[1:]
	k.memory(50)
	require.Equal(t, []uint8{2, 3}, k.tags(), "what below has brought serves above, too")
	k.ask(pipe.Below, load(4, 10, 0))
	require.Len(t, k.req.Got, 1)
	k.memory(60)
	require.Equal(t, []uint8{4}, k.tags())
	k.req.Got = []pipe.MemRequest{above}
	k.memory(70)
	require.Equal(t, []uint8{1}, k.tags())
}

// What waits for a line that has to be read again, and cannot be yet, keeps nothing waiting whose lines are there.
func TestALineThatIsReadAgainKeepsNoOtherWaiting(t *testing.T) {
	k := newBench(t, small)
	k.ask(pipe.Above, load(1, 8, 0))
	k.ask(pipe.Below, store(2, 8, 0, 5), pipe.LineRequest{Op: pipe.LineEvict, Tag: 3, Addr: 8 * 64})
	k.ask(pipe.Above, load(4, 9, 0))
	write := k.req.Got[1]
	k.req.Got = []pipe.MemRequest{k.req.Got[0], k.req.Got[2]}
	k.memory(10)
	k.memory(20)
	require.Equal(t, []uint8{2, 4}, k.tags())
	k.req.Got = []pipe.MemRequest{write}
	k.memory(0)
	k.memory(30)
	require.Equal(t, []uint8{3, 1}, k.tags())
}
