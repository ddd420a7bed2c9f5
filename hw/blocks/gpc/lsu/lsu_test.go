package lsu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/blocks/gpc/lsu"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// bench is a load/store unit alone, whose cache and memory the test is.
type bench struct {
	*blocktest.Bench
	b        *lsu.LSU
	sm       [2][pipe.Sides]*blocktest.Source[pipe.MessageBeat]
	answers  [2]*blocktest.Sink[pipe.MessageAnswer]
	lines    [pipe.Sides]*blocktest.Sink[pipe.LineRequest]
	line     *blocktest.Source[pipe.LineAnswer]
	bound    *blocktest.Sink[pipe.UnitDone]
	bindings *blocktest.Source[pipe.Descriptor]
	req      *blocktest.Client
}

func newBench(t testing.TB) *bench { return newBenchOf(t, 2, 8) }

// newBenchOf has so many entries, and connections to memory of so many places.
func newBenchOf(t testing.TB, entries, depth int) *bench {
	b := lsu.New("LSU", lsu.Config{Entries: entries, Accesses: 8, Sets: 4, Bindings: 8, Scratch: 16, SMs: 2, Threads: 8})
	k := &bench{Bench: blocktest.New(t, b), b: b}
	for side, name := range []string{"ABOVE", "BELOW"} {
		for n, sm := range []string{"0", "1"} {
			k.sm[n][side] = blocktest.In(k.Bench, &b.P.SMLSU[n][side], "SM"+sm+name, 8)
		}
		k.lines[side] = blocktest.Out(k.Bench, &b.P.LSUL15[side], "LINES_"+name, 8)
	}
	for n, sm := range []string{"0", "1"} {
		k.answers[n] = blocktest.Out(k.Bench, &b.P.LSUSM[n], "ANSWERS"+sm, 8)
	}
	k.line = blocktest.In(k.Bench, &b.P.L15LSU, "LINE", 8)
	k.bindings = blocktest.In(k.Bench, &b.P.PMLSU, "BINDINGS", 2)
	k.bound = blocktest.Out(k.Bench, &b.P.LSUPM, "BOUND", 2)
	k.req = blocktest.Memory(k.Bench, &b.P.LSUReq, &b.P.LSUAns, depth)
	k.bindings.Queue = []pipe.Descriptor{{Set: 2, Binding: 3, Addr: 0x1020, Bytes: 200}, {Scratch: true, Addr: 0x80000, Bytes: 256}}
	k.Step(6)
	return k
}

// head is that of a message of eight lanes to the binding.
func head(code, typ uint8) pipe.MessageHead {
	return pipe.MessageHead{Thread: 5, Generation: 1, Set: 2, Binding: 3, Lanes: 8, Count: 8, Code: code, Type: typ, Answer: 40, Mask: 0xff}
}

func (k *bench) send(sm, side int, h pipe.MessageHead, registers ...[8]uint32) {
	list := []pipe.MessageBeat{h.Beat(len(registers) == 0)}
	for n := range registers {
		list = append(list, pipe.DataBeat(h.Slot, &registers[n], n == len(registers)-1))
	}
	k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, list...)
	k.Step(20)
}

// accesses are those of lines so far, which are forgotten.
func (k *bench) accesses(side int) []pipe.LineRequest {
	got := k.lines[side].Got
	k.lines[side].Got = nil
	return got
}

// words are a line's that count from a number on.
func words(from uint32) (data [16]uint32) {
	for n := range data {
		data[n] = from + uint32(n)
	}
	return data
}

func (k *bench) lineOf(side int, tag uint8, from uint32) {
	k.line.Queue = append(k.line.Queue, pipe.LineAnswer{Side: uint8(side), Tag: tag, Data: words(from)})
	k.Step(20)
}

// Components of one line are one access. What lies beyond the end of the binding is 0 and is not accessed, and lanes that do not send have no part of the answer.
func TestLoads(t *testing.T) {
	k := newBench(t)
	h := head(isa.MessageLoad, isa.TypeUd)
	h.Components, h.Offset, h.Mask = 1, 4, 0xfb
	k.send(1, pipe.Below, h, [8]uint32{0, 8, 16, 24, 196, 1000, 28, 2})
	got := k.accesses(pipe.Below)
	require.Len(t, got, 2, "lanes 4 and 5 are beyond the end")
	require.Equal(t, []any{pipe.LineLoad, uint32(0x1000), uint64(0xffff_fff0) << 32 &^ (0xff << 52)}, []any{got[0].Op, got[0].Addr, got[0].Mask | 0}, "words 9 to 12 and 15")
	require.Equal(t, []any{pipe.LineLoad, uint32(0x1040), uint64(0xff)}, []any{got[1].Op, got[1].Addr, got[1].Mask})
	k.lineOf(pipe.Below, got[1].Tag, 200)
	require.Empty(t, k.answers[1].Got, "the first line is missing")
	k.lineOf(pipe.Below, got[0].Tag, 100)
	require.Equal(t, []pipe.MessageAnswer{
		{Thread: 5, Generation: 1, Reg: 40, Mask: 0xfffff0ff, Words: [8]uint32{109, 111, 0, 115, 0, 0, 200, 109}},
		{Thread: 5, Generation: 1, Reg: 41, Mask: 0xfffff0ff, Last: true, Words: [8]uint32{110, 112, 0, 200, 0, 0, 201, 110}},
	}, k.answers[1].Got)
}

// Where lanes store to one byte the highest one's stays. Helpers store nothing. The thread is told when the cache has it.
func TestStores(t *testing.T) {
	k := newBench(t)
	h := head(isa.MessageStore, isa.TypeUw)
	h.Helpers = 0x80
	k.send(0, pipe.Below, h, [8]uint32{0, 2, 4, 2, 0, 199, 6, 8}, [8]uint32{0x00010000, 0x00030002, 0x00050004, 0x00070006})
	got := k.accesses(pipe.Below)
	require.Len(t, got, 2)
	require.Equal(t, []any{pipe.LineStore, uint32(0x1000), uint64(0xff) << 32}, []any{got[0].Op, got[0].Addr, got[0].Mask})
	require.Equal(t, []uint32{0x00030004, 0x00060002}, got[0].Data[8:10])
	require.Equal(t, []any{uint32(0x10c0), uint64(0xc0) << 32}, []any{got[1].Addr, got[1].Mask &^ 0xffffffff}, "byte 199 counts as 198")
	k.lineOf(pipe.Below, got[0].Tag, 0)
	require.Empty(t, k.answers[0].Got)
	k.lineOf(pipe.Below, got[1].Tag, 0)
	require.Equal(t, []pipe.MessageAnswer{{Thread: 5, Generation: 1, Last: true, Done: true}}, k.answers[0].Got)
}

// An atomic has the cache evict the line, and then goes to memory, half a line at a time and one lane a word, lanes of a word one after the other.
func TestAtomics(t *testing.T) {
	k := newBench(t)
	h := head(isa.MessageAtomic, isa.TypeD)
	h.Operation, h.Returns = isa.AtomicCompare, true
	k.send(0, pipe.Below, h, [8]uint32{0, 4, 0, 32, 36, 36, 0, 400}, [8]uint32{10, 11, 12, 13, 14, 15, 16, 17}, [8]uint32{20, 21, 22, 23, 24, 25, 26, 27})
	type done struct {
		addr uint32
		mask uint64
		x, y uint32 // of the first word
	}
	var got []done
	for n := uint32(1); len(k.answers[0].Got) == 0; n++ {
		require.Less(t, n, uint32(10))
		for _, give := range k.accesses(pipe.Below) {
			require.Equal(t, pipe.LineEvict, give.Op)
			k.lineOf(pipe.Below, give.Tag, 0)
		}
		for _, r := range k.req.Got {
			operation, signed := r.AtomicOf()
			require.Equal(t, []any{pipe.Atomic, uint8(isa.AtomicCompare), true}, []any{r.Op, operation, signed})
			word := 0
			for r.Mask>>word&1 == 0 {
				word++
			}
			got = append(got, done{r.Addr, r.Mask, r.Data[word], r.Data[8+word]})
			k.req.Answer(pipe.MemAnswer{Op: pipe.Atomic, Tag: r.Tag, Data: words(100 * uint32(len(got)))})
		}
		k.req.Got = nil
		k.Step(20)
	}
	require.Equal(t, []done{
		{0x1020, 3, 10, 20}, // lanes 0 and 1
		{0x1020, 1, 12, 22}, // lane 2
		{0x1040, 3, 13, 23}, // lanes 3 and 4
		{0x1040, 2, 15, 25}, // lane 5
		{0x1020, 1, 16, 26}, // lane 6
	}, got)
	require.Equal(t, []pipe.MessageAnswer{{Thread: 5, Generation: 1, Reg: 40, Mask: ^uint32(0), Last: true, Words: [8]uint32{100, 101, 200, 300, 301, 401, 500, 0}}}, k.answers[0].Got)
}

// A load of a line waits for an atomic in it, of whatever message; other lines go on.
func TestAccessesOfALineKeepTheirOrder(t *testing.T) {
	k := newBench(t)
	atomic := head(isa.MessageAtomic, isa.TypeUd)
	atomic.Mask = 1
	k.send(0, pipe.Below, atomic, [8]uint32{}, [8]uint32{})
	load := head(isa.MessageLoad, isa.TypeUd)
	load.Mask = 3
	k.send(0, pipe.Below, load, [8]uint32{100, 4})
	got := k.accesses(pipe.Below)
	require.Equal(t, []pipe.LineOp{pipe.LineEvict, pipe.LineLoad}, []pipe.LineOp{got[0].Op, got[1].Op})
	require.Len(t, got, 2)
	require.Equal(t, uint32(0x1080), got[1].Addr)
	k.lineOf(pipe.Below, got[0].Tag, 0)
	require.Empty(t, k.accesses(pipe.Below))
	k.req.Answer(pipe.MemAnswer{Op: pipe.Atomic, Tag: k.req.Got[0].Tag})
	k.Step(20)
	require.Equal(t, uint32(0x1000), k.accesses(pipe.Below)[0].Addr)
}

// Threads of a context have parts of its scratch memory of the same size, whatever their kernels need of them, and none accesses more than that.
func TestThreadsWithMoreAndLessScratchMemory(t *testing.T) {
	k := newBench(t)
	at := func(thread uint8, bytes uint32, offset int16) []uint32 {
		h := head(isa.MessageScratchStore, 0)
		h.Thread, h.Scratch, h.Offset = thread, bytes, offset
		k.send(0, pipe.Below, h, [8]uint32{1})
		var list []uint32
		for _, r := range k.accesses(pipe.Below) {
			list = append(list, r.Addr)
			k.lineOf(pipe.Below, r.Tag, 0)
		}
		return list
	}
	require.Equal(t, []uint32{0x80000 + 4*256}, at(4, 64, 0))
	require.Equal(t, []uint32{0x80000 + 2*256 + 64}, at(2, 128, 64))
	require.Equal(t, []uint32{0x80000 + 3*256 + 192}, at(3, 1024, 192))
	require.Empty(t, at(3, 1024, 256), "a thread has no more")
}

// Each binding of each set of both contexts has a place of its own.
func TestBindingsOfTwoContexts(t *testing.T) {
	k := newBench(t)
	k.bindings.Queue = nil
	const sets, bindings = 4, 8
	for n := range uint32(pipe.Slots * sets * bindings) {
		k.bindings.Queue = append(k.bindings.Queue, pipe.Descriptor{Slot: uint8(n / bindings / sets), Set: uint8(n / bindings % sets), Binding: uint8(n % bindings), Bytes: 100 + n})
	}
	k.Step(100)
	for n := range uint32(pipe.Slots * sets * bindings) {
		h := head(isa.MessageSize, 0)
		h.Slot, h.Set, h.Binding = uint8(n/bindings/sets), uint8(n/bindings%sets), uint8(n%bindings)
		k.send(0, pipe.Below, h)
		require.Equal(t, 100+n, k.answers[0].Got[n].Words[0])
	}
}

// Scratch memory reads as 0 until its thread has written the line, which it writes whole the first time. After the thread's end it is so again.
func TestScratchMemory(t *testing.T) {
	k := newBench(t)
	load, store := head(isa.MessageScratchLoad, 0), head(isa.MessageScratchStore, 0)
	load.Scratch, store.Scratch, store.Offset = 100, 100, 32
	const at = 0x80000 + (8+5)*256 // multiprocessor 1, thread 5
	k.send(1, pipe.Below, load)
	require.Empty(t, k.accesses(pipe.Below))
	require.Equal(t, [8]uint32{}, k.answers[1].Got[0].Words)
	k.send(1, pipe.Below, store, [8]uint32{1, 2, 3, 4, 5, 6, 7, 8})
	got := k.accesses(pipe.Below)
	require.Equal(t, []any{pipe.LineStore, uint32(at), ^uint64(0), [16]uint32{8: 1, 9: 2, 10: 3, 11: 4, 12: 5, 13: 6, 14: 7, 15: 8}}, []any{got[0].Op, got[0].Addr, got[0].Mask, got[0].Data})
	k.lineOf(pipe.Below, got[0].Tag, 0)
	k.send(1, pipe.Below, store, [8]uint32{9})
	require.Equal(t, uint64(0xffff_ffff)<<32, k.accesses(pipe.Below)[0].Mask, "the second time only what it says")
	k.lineOf(pipe.Below, 0, 0)
	k.send(0, pipe.Below, load)
	require.Empty(t, k.accesses(pipe.Below), "thread 5 of another multiprocessor")
	k.send(1, pipe.Below, load)
	require.Equal(t, pipe.LineLoad, k.accesses(pipe.Below)[0].Op)
	k.lineOf(pipe.Below, 0, 70)
	end := head(isa.MessageEnd, 0)
	end.Scratch = 100
	k.send(1, pipe.Below, end)
	got = k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, []any{pipe.LineForget, uint32(at)}, []any{got[0].Op, got[0].Addr}, "the line that was written, and no other")
	answered := len(k.answers[1].Got)
	k.lineOf(pipe.Below, got[0].Tag, 0)
	require.Len(t, k.answers[1].Got, answered+1)
	k.send(1, pipe.Below, load)
	require.Empty(t, k.accesses(pipe.Below))
}

// Constants are read register by register, to the end of the binding; the size is answered in lane 0.
func TestConstantsAndSizes(t *testing.T) {
	k := newBench(t)
	h := head(isa.MessageConstant, 0)
	h.Offset, h.Components = 160, 1
	k.send(0, pipe.Above, h)
	got := k.accesses(pipe.Above)
	require.Equal(t, []any{pipe.LineConstant, uint32(0x10c0), uint64(0xff_ffff_ffff)}, []any{got[0].Op, got[0].Addr, got[0].Mask}, "ten words: up to byte 200")
	k.lineOf(pipe.Above, got[0].Tag, 100)
	require.Equal(t, [][8]uint32{{100, 101, 102, 103, 104, 105, 106, 107}, {108, 109}}, [][8]uint32{k.answers[0].Got[0].Words, k.answers[0].Got[1].Words})
	k.send(0, pipe.Above, head(isa.MessageSize, 0))
	require.Equal(t, [8]uint32{200}, k.answers[0].Got[2].Words)
	other := head(isa.MessageSize, 0)
	other.Set = 3
	k.send(0, pipe.Above, other)
	require.Equal(t, [8]uint32{}, k.answers[0].Got[3].Words, "there is no such binding")
}

// A word of a constant that lies across the end of its binding counts as beyond it.
func TestAWordAcrossTheEndIsNotRead(t *testing.T) {
	k := newBench(t)
	k.bindings.Queue = []pipe.Descriptor{{Set: 2, Binding: 4, Addr: 0x2000, Bytes: 10}}
	k.Step(4)
	h := head(isa.MessageConstant, 0)
	h.Binding = 4
	k.send(0, pipe.Above, h)
	got := k.accesses(pipe.Above)
	require.Len(t, got, 1)
	require.Equal(t, uint64(0xff), got[0].Mask)
	k.lineOf(pipe.Above, got[0].Tag, 100)
	require.Equal(t, [8]uint32{100, 101}, k.answers[0].Got[0].Words)
}

// A non-cacheable load from above the break point whose page is not in memory is answered so. Below it all pages are pinned.
func TestNonCacheableLoadsOfMissingPages(t *testing.T) {
	for side, op := range []pipe.Op{pipe.Above: pipe.ReadAbove, pipe.Below: pipe.Read} {
		k := newBench(t)
		h := head(isa.MessageLoad, isa.TypeUd)
		h.NonCacheable, h.Mask = true, 1
		k.send(0, side, h, [8]uint32{})
		evicted := k.accesses(side)
		require.Equal(t, pipe.LineEvict, evicted[0].Op)
		k.lineOf(side, evicted[0].Tag, 0)
		require.Equal(t, op, k.req.Got[0].Op)
		if side == pipe.Above {
			k.req.Answer(pipe.MemAnswer{Op: pipe.NoPage, Tag: k.req.Got[0].Tag})
			k.Step(20)
			require.Equal(t, []pipe.MessageAnswer{{Thread: 5, Generation: 1, Reg: 40, Last: true, NotPresent: true}}, k.answers[0].Got)
		}
	}
}

// Memory acknowledges several writes at once, each of them for a message of its own.
func TestWritesThatAreAcknowledgedAtOnce(t *testing.T) {
	k := newBench(t)
	for n := range uint8(2) {
		h := head(isa.MessageStore, isa.TypeUd)
		h.NonCacheable, h.Mask, h.Thread = true, 1, n
		k.send(0, pipe.Below, h, [8]uint32{64 * uint32(n)}, [8]uint32{uint32(n)})
		k.lineOf(pipe.Below, k.accesses(pipe.Below)[0].Tag, 0)
	}
	require.Len(t, k.req.Got, 2)
	k.req.Answer(pipe.MemAnswer{Op: pipe.Write, More: 1})
	k.Step(20)
	require.Equal(t, []pipe.MessageAnswer{{Generation: 1, Last: true, Done: true}, {Thread: 1, Generation: 1, Last: true, Done: true}}, k.answers[0].Got)
}

// Word w of a lane in scratch memory is word w · lanes + lane of the thread's, also for a message of its upper lanes.
func TestWordsOfLanesLieBesideEachOther(t *testing.T) {
	k := newBench(t)
	h := head(isa.MessagePrivateStore, isa.TypeUd)
	h.Lanes, h.First, h.Mask, h.Scratch = 16, 8, 0x300, 256
	k.send(0, pipe.Below, h, [8]uint32{4, 4}, [8]uint32{70, 80})
	got := k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, []any{uint32(0x80000 + 5*256 + 64), [16]uint32{8: 70, 9: 80}}, []any{got[0].Addr, got[0].Data})
}

// All scratch memory of a thread that has come back is in memory; of one that is saved, lines that it has not written are made 0 there.
func TestScratchMemoryOfSavedThreads(t *testing.T) {
	k := newBench(t)
	const at = 0x80000 + 5*256
	about, load := head(isa.MessageEnd, 0), head(isa.MessageScratchLoad, 0)
	about.Scratch, load.Scratch = 100, 100
	about.Operation = pipe.ScratchSaved
	k.send(0, pipe.Below, about)
	got := k.accesses(pipe.Below)
	require.Len(t, got, 2)
	for n, r := range got {
		require.Equal(t, []any{pipe.LineStore, uint32(at + 64*n), ^uint64(0), [16]uint32{}}, []any{r.Op, r.Addr, r.Mask, r.Data})
		k.lineOf(pipe.Below, r.Tag, 0)
	}
	k.send(0, pipe.Below, load)
	require.Empty(t, k.accesses(pipe.Below), "another thread's now")
	about.Operation = pipe.ScratchWhole
	k.send(0, pipe.Below, about)
	require.Empty(t, k.accesses(pipe.Below))
	k.send(0, pipe.Below, load)
	got = k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, pipe.LineLoad, got[0].Op)
}

// Components of a lane that lie beyond 4 GB are none of the binding, though their addresses in 32 bits are.
func TestComponentsDoNotWrap(t *testing.T) {
	for _, at := range []uint32{0xfffffffc, 0xfffffff8, 0xfffffff4} {
		k := newBench(t)
		h := head(isa.MessageLoad, isa.TypeUd)
		h.Components, h.Mask = 3, 1
		k.send(0, pipe.Below, h, [8]uint32{at})
		require.Empty(t, k.accesses(pipe.Below))
		require.Len(t, k.answers[0].Got, 4)
		for _, a := range k.answers[0].Got {
			require.Equal(t, [8]uint32{}, a.Words)
		}
	}
}

// Helpers write and read their private memory: it is a part of the thread.
func TestHelpersHavePrivateMemory(t *testing.T) {
	k := newBench(t)
	write, read := head(isa.MessagePrivateStore, isa.TypeUd), head(isa.MessagePrivateLoad, isa.TypeUd)
	write.Scratch, read.Scratch = 1024, 1024
	k.send(0, pipe.Below, write, [8]uint32{}, [8]uint32{1, 2, 3, 4, 5, 6, 7, 8})
	got := k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, ^uint64(0), got[0].Mask)
	k.lineOf(pipe.Below, got[0].Tag, 0)
	k.answers[0].Got = nil
	write.Helpers, read.Helpers = 0xf0, 0xf0
	k.send(0, pipe.Below, write, [8]uint32{}, [8]uint32{11, 12, 13, 14, 15, 16, 17, 18})
	got = k.accesses(pipe.Below)
	require.Len(t, got, 1)
	require.Equal(t, uint64(1<<32-1), got[0].Mask)
	k.lineOf(pipe.Below, got[0].Tag, 0)
	k.answers[0].Got = nil
	k.send(0, pipe.Below, read, [8]uint32{})
	got = k.accesses(pipe.Below)
	require.Len(t, got, 1)
	k.lineOf(pipe.Below, got[0].Tag, 100)
	require.Len(t, k.answers[0].Got, 1)
	require.Equal(t, [8]uint32{100, 101, 102, 103, 104, 105, 106, 107}, k.answers[0].Got[0].Words)
}

// Messages of multiprocessors are taken in turn, whole ones.
func TestMultiprocessorsTakeTurns(t *testing.T) {
	for side := range pipe.Sides {
		k := newBench(t)
		var order []uint8
		k.b.P.Took.Watch(func(e *lsu.Took) { order = append(order, e.SM) })
		h := head(isa.MessageSize, isa.TypeUd)
		for range 10 {
			for sm := range k.sm {
				k.sm[sm][side].Queue = append(k.sm[sm][side].Queue, h.Beat(true))
			}
		}
		k.Step(300)
		require.Len(t, order, 20)
		for n := 2; n < len(order); n++ {
			require.NotEqual(t, order[n-1], order[n], "%v", order)
		}
	}
}

// Accesses go to memory in turn, so that one message after the other of some threads does not keep those of another one waiting.
func TestAccessesTakeTurns(t *testing.T) {
	for side := range pipe.Sides {
		k := newBenchOf(t, 4, 1)
		k.bindings.Queue = []pipe.Descriptor{{Set: 2, Binding: 3, Addr: 0x1000, Bytes: 0x1000}}
		k.Step(6)
		k.req.Shut(side, true)
		h := head(isa.MessageLoad, isa.TypeUd)
		h.NonCacheable, h.Mask = true, 1
		again := func(addr uint32) { // a thread's next message
			h.Thread = uint8(addr >> 6 & 7)
			k.send(0, side, h, [8]uint32{addr})
			for _, r := range k.accesses(side) {
				k.lineOf(side, r.Tag, 0)
			}
		}
		for n := range uint32(3) {
			again(0x800 + 64*n)
		}
		many := h
		many.Thread, many.Mask = 6, 0xf
		k.send(1, side, many, [8]uint32{0, 64, 128, 192})
		for _, r := range k.accesses(side) {
			k.lineOf(side, r.Tag, 0)
		}
		left := map[uint32]bool{0x1000: true, 0x1040: true, 0x1080: true, 0x10c0: true}
		for n := 0; len(left) > 0; n++ {
			require.Less(t, n, 30, "side %d: lines %v are never read", side, left)
			k.req.Shut(side, false)
			k.Step(1)
			k.req.Shut(side, true)
			for _, r := range k.req.Got {
				delete(left, r.Addr)
				k.req.Answer(pipe.MemAnswer{Op: pipe.Read, Tag: r.Tag})
				if k.Step(20); r.Addr >= 0x1800 {
					again(r.Addr - 0x1000)
				}
			}
			k.req.Got = nil
		}
	}
}

// That all of a set has come is said to whom it was sent by, when there is room.
func TestSetsAreAnswered(t *testing.T) {
	k := newBench(t)
	k.bound.Shut = true
	for n := range uint8(4) {
		k.bindings.Queue = append(k.bindings.Queue, pipe.Descriptor{Slot: n & 1, Set: 1, Last: true, Source: n >> 1})
	}
	k.Step(20)
	k.bound.Shut = false
	k.Step(20)
	require.Equal(t, []pipe.UnitDone{{}, {Slot: 1}, {Source: 1}, {Slot: 1, Source: 1}}, k.bound.Got)
}
