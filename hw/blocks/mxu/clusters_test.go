package mxu

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"tilemark/hw/blocks/blocktest"
	"tilemark/hw/isa"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// hive is a world with clusters. Memory has lines that are 0 at first.
type hive struct {
	*world
	from [MaxClusters * ClusterClients]*blocktest.Source[pipe.MemRequest]
	to   [MaxClusters * ClusterClients]*blocktest.Sink[pipe.MemAnswer]
	l15  [MaxClusters]*blocktest.Sink[pipe.PageFlush]
	tex  [MaxClusters]*blocktest.Sink[pipe.PageFlush]
	done [2 * MaxClusters]int // flushes that each cache has answered
}

// newHive makes one whose connections have so many places. Slot 0 and slot 1 have page tables.
func newHive(t testing.TB, cfg Config, depth int) *hive {
	cfg.Sets, cfg.MemoryMiB = 3, 64
	if cfg.TLB == 0 {
		cfg.TLB = 64
	}
	h := &hive{world: worldOf(newBenchOf(t, cfg))}
	h.lines = map[uint32]*[16]uint32{}
	p := &h.b.P
	for n := range ClusterClients * cfg.Clusters {
		h.from[n] = blocktest.In(h.Bench, &p.ClusterReq[n], fmt.Sprintf("CLUSTER_REQ%d", n), depth)
		h.to[n] = blocktest.Out(h.Bench, &p.ClusterAns[n], fmt.Sprintf("CLUSTER_ANS%d", n), depth)
	}
	for n := range cfg.Clusters {
		h.l15[n] = blocktest.Out(h.Bench, &p.MXUL15[n], fmt.Sprintf("MXU_L15%d", n), depth)
		h.tex[n] = blocktest.Out(h.Bench, &p.MXUTex[n], fmt.Sprintf("MXU_TEX%d", n), depth)
	}
	h.setSpaces()
	return h
}

// pinned gives a page of slot 1 a frame, and pins it as the pin set of a thread does.
func (h *hive) pinPage(page, frame uint32) {
	h.place(1, page, frame)
	h.ask(pipe.PinWord(pipe.Fence, 1, page<<pipe.PageShift))
	h.cycles(20)
}

// unpinPage gives such a pin up.
func (h *hive) unpinPage(page uint32) {
	h.req[Color].Queue = append(h.req[Color].Queue, pipe.MemRequest{Op: pipe.Unpin, Slot: 1, Addr: page << pipe.PageShift})
}

func (h *hive) send(client int, r ...pipe.MemRequest) {
	h.from[client].Queue = append(h.from[client].Queue, r...)
}

// tags are those of what a client was answered, but for writes.
func (h *hive) tags(client int) (list []uint16) {
	for i := range h.to[client].Got {
		if a := &h.to[client].Got[i]; a.Op != pipe.Write {
			list = append(list, a.Tag)
		}
	}
	return list
}

// acknowledged is the number of writes that a client knows to be in memory.
func (h *hive) acknowledged(client int) (n int) {
	for i := range h.to[client].Got {
		if a := &h.to[client].Got[i]; a.Op == pipe.Write {
			n += 1 + int(a.More)
		}
	}
	return n
}

// atomic is an atomic of slot 1 of one word.
func atomic(operation uint8, signed bool, addr, x, y uint32, tag int) pipe.MemRequest {
	r := pipe.MemRequest{Slot: 1, Tag: uint16(tag), Addr: addr &^ 31, Mask: 1 << (addr % 32 / 4)}
	var xs, ys [8]uint32
	xs[addr%32/4], ys[addr%32/4] = x, y
	r.SetAtomic(operation, signed, &xs, &ys)
	return r
}

// quiet checks that nothing is left of what clusters have asked for.
func (h *hive) quiet(t require.TestingT) {
	require.False(t, h.b.Busy())
	for n := range h.b.hub.stations {
		require.Equal(t, station{}, h.b.hub.stations[n], "client %d", n)
	}
	require.Equal(t, atomicUnit{}, h.b.hub.unit[0])
	for i := range h.b.hub.flushes {
		require.Equal(t, flushing{}, h.b.hub.flushes[i])
	}
}

// cleaned has caches that have no lines answer all flushes.
func (h *hive) cleaned() {
	for n := range 2 * h.b.cfg.Clusters {
		got, client := h.l15[n/2].Got, ClusterClient(n/2, ClusterL15, pipe.Below)
		if n%2 == 1 {
			got, client = h.tex[n/2].Got, ClusterClient(n/2, ClusterSampler, pipe.Below)
		}
		for ; h.done[n] < len(got); h.done[n]++ {
			h.send(client, pipe.MemRequest{Op: pipe.FlushDone, Addr: got[h.done[n]].Addr})
		}
	}
}

// Clients of cluster 0, and one of cluster 1.
const (
	cacheAbove0 = ClusterL15*pipe.Sides + pipe.Above
	cache0      = ClusterL15*pipe.Sides + pipe.Below
	lsuAbove0   = ClusterLSU*pipe.Sides + pipe.Above
	lsu0        = ClusterLSU*pipe.Sides + pipe.Below
	tex0        = ClusterSampler*pipe.Sides + pipe.Below
	lsu1        = ClusterClients + lsu0
)

// A read from above the break point that finds no page is answered without memory. What comes after it in its queue waits for as long as the walk takes; what is below the break point goes on.
func TestReadAboveWithoutPageIsAnsweredAtOnce(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 4}, 4)
	h.pinPage(3, 9)
	h.latency = 12
	h.place(0, 6, 10)
	h.send(cacheAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50000, Tag: 1}, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x60040, Tag: 2}, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50040, Tag: 3})
	h.send(cache0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30080, Tag: 4})
	h.cycles(12)
	require.Equal(t, []uint32{0x90080}, h.went(clusterPort+cache0), "below the break point the cache does not wait for the walk")
	require.Empty(t, h.went(clusterPort+cacheAbove0))
	h.cycles(80)
	require.Equal(t, []uint32{0xa0040}, h.went(clusterPort+cacheAbove0))
	require.Equal(t, []uint16{1, 2, 3}, h.tags(cacheAbove0))
	got := h.to[cacheAbove0].Got
	require.Equal(t, []pipe.Op{pipe.NoPage, pipe.Read, pipe.NoPage}, []pipe.Op{got[0].Op, got[1].Op, got[2].Op})
	require.Equal(t, []pipe.MXUAnswer{{Kind: pipe.PageFault, Client: regs.MxuClientCluster, Reason: pipe.NotPresent, Addr: 0x50000}}, h.answers.Got)
	h.quiet(t)
}

// Reads from above go where the page table says, each anew: also after the page has moved, and when the context has been cut.
func TestReadsAboveFollowThePageTable(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1, TLB: 1}, 2)
	h.place(0, 5, 9)
	h.place(0, 6, 10)
	for _, addr := range []uint32{0x50000, 0x60040, 0x50080, 0x60080} {
		h.send(cacheAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: addr})
	}
	h.cycles(60)
	require.Equal(t, []uint32{0x90000, 0xa0040, 0x90080, 0xa0080}, h.went(clusterPort+cacheAbove0))
	h.place(0, 5, 11)
	h.tell(flushOf(5, 9))
	h.cycles(4)
	for _, c := range [...]*blocktest.Sink[pipe.PageFlush]{h.l15[0], h.tex[0]} {
		require.Equal(t, []pipe.PageFlush{{Addr: 0x50000}}, c.Got)
	}
	h.send(cache0, pipe.MemRequest{Op: pipe.FlushDone, Addr: 0x50000})
	h.send(cacheAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50040})
	h.send(tex0, pipe.MemRequest{Op: pipe.FlushDone, Addr: 0x50000})
	h.send(lsuAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x700000, Tag: 7})
	h.cycles(40)
	require.Equal(t, []uint32{0x50000}, h.flushed())
	require.EqualValues(t, 0xb0040, h.went(clusterPort + cacheAbove0)[4])
	h.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot})
	h.send(lsuAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x700040, Tag: 8})
	h.cycles(40)
	require.Equal(t, []uint16{7, 8}, h.tags(lsuAbove0))
	h.quiet(t)
}

// A line that is written to holds a pin of its page until it is written back or dropped, also when the thread's own pin is given up.
func TestWrittenLineHoldsAPin(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 1}, 3)
	h.pinPage(3, 9)
	h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x30000}, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x30040})
	h.cycles(10)
	require.Equal(t, []pipe.Op{pipe.Pin, pipe.Pin}, []pipe.Op{h.to[cache0].Got[0].Op, h.to[cache0].Got[1].Op})
	require.Equal(t, 3, h.pins(1, 3))
	h.unpinPage(3)
	h.cycles(10)
	h.send(cache0, pipe.MemRequest{Op: pipe.Write, Slot: 1, Addr: 0x30000, Mask: 15, Data: [16]uint32{7}})
	h.cycles(10)
	require.Equal(t, 2, h.pins(1, 3), "a write alone gives nothing up")
	h.send(cache0, pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: 1, Addr: 0x30000, Mask: 0xf0, Data: [16]uint32{1: 8}})
	h.cycles(10)
	require.Equal(t, 1, h.pins(1, 3))
	h.send(cache0, pipe.MemRequest{Op: pipe.Release, Slot: 1, Addr: 0x30040})
	h.cycles(10)
	require.Equal(t, [pipe.Slots][pipe.TablePages]pin{}, h.b.S.Pins)
	require.Equal(t, 2, h.acknowledged(cache0))
	require.Equal(t, [16]uint32{7, 8}, *h.lines[0x90000])
	h.quiet(t)
}

// What goes to a page that is not pinned never gets to memory, and is answered all the same. The CSP is told of the first.
func TestStraysOfClustersAreAnswered(t *testing.T) {
	for n, addr := range []uint32{0x40000, 0xffff0000} {
		h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
		h.pinPage(3, 9)
		h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: addr, Tag: 1}, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: addr, Tag: 2},
			pipe.MemRequest{Op: pipe.Write, Slot: 1, Addr: addr, Mask: 15}, pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: 1, Addr: addr, Mask: 15},
			pipe.MemRequest{Op: pipe.Release, Slot: 1, Addr: addr}, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30000, Tag: 3})
		h.send(lsu0, atomic(isa.AtomicAdd, false, addr, 1, 0, 4))
		h.cycles(40)
		require.Equal(t, []uint16{1, 2, 3}, h.tags(cache0), n)
		require.Equal(t, []uint16{4}, h.tags(lsu0))
		require.Equal(t, 2, h.acknowledged(cache0))
		require.Equal(t, []uint32{0x90000}, h.went(clusterPort+cache0))
		require.Equal(t, 1, h.pins(1, 3))
		require.Len(t, h.answers.Got, 1)
		require.Equal(t, pipe.NotPinned, h.answers.Got[0].Reason)
		h.quiet(t)
	}
}

// The other clients' strays do not reach memory with clusters either, wherever they go.
func TestStraysOfOthersBesideClusters(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.send(lsu0, atomic(isa.AtomicAdd, false, 0x30000, 1, 0, 1), atomic(isa.AtomicAdd, false, 0x30000, 1, 0, 2))
	h.req[C2D].Queue = []pipe.MemRequest{{Op: pipe.Read, Slot: 1, Addr: 0xffff0000, Tag: 1}, {Op: pipe.Read, Slot: 1, Addr: 0x30000, Tag: 2}}
	h.cycles(60)
	require.Len(t, h.ans[C2D].Got, 2)
	require.Equal(t, []uint32{0x90000}, h.went(C2D))
	h.quiet(t)
}

// LSUs of two clusters add to one word: all that they add is there, and each answer is another number.
func TestAtomicsOfTwoClustersAreOneStepEach(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 1}, 2)
	h.pinPage(3, 9)
	const each = 40
	for k := range each {
		h.send(lsu0, atomic(isa.AtomicAdd, false, 0x30024, 1, 0, k))
		h.send(lsu1, atomic(isa.AtomicAdd, false, 0x30024, 1, 0, k))
	}
	h.cycles(400)
	require.EqualValues(t, 2*each, h.lines[0x90000][9])
	seen := map[uint32]bool{}
	for _, client := range []int{lsu0, lsu1} {
		require.Len(t, h.to[client].Got, each)
		for i := range h.to[client].Got {
			seen[h.to[client].Got[i].Data[1]] = true
		}
	}
	require.Len(t, seen, 2*each)
	h.quiet(t)
}

// Of many compares with one number one alone finds it.
func TestCompareAndExchangeIsOneStep(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 2}, 2)
	h.pinPage(3, 9)
	for k := range uint32(20) {
		h.send(lsu0, atomic(isa.AtomicCompare, false, 0x30000, 0, 100+k, int(k)))
		h.send(lsu1, atomic(isa.AtomicCompare, false, 0x30000, 0, 200+k, int(k)))
	}
	h.cycles(300)
	won := []uint32{}
	for n, client := range []int{lsu0, lsu1} {
		for i := range h.to[client].Got {
			if a := &h.to[client].Got[i]; a.Data[0] == 0 {
				won = append(won, uint32(100*(n+1))+uint32(a.Tag))
			}
		}
	}
	require.Equal(t, []uint32{h.lines[0x90000][0]}, won)
}

// Signed and unsigned operations, on words of both halves of a line.
func TestAtomicsOfBothHalvesAndSigns(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 4)
	h.pinPage(3, 9)
	h.lines[0x90040] = &[16]uint32{1: 5, 2: 5, 9: 5, 10: 5, 15: 77}
	minus := ^uint32(2)
	h.send(lsu0,
		atomic(isa.AtomicMax, true, 0x30044, minus, 0, 1), atomic(isa.AtomicMax, false, 0x30048, minus, 0, 2),
		atomic(isa.AtomicMin, true, 0x30064, minus, 0, 3), atomic(isa.AtomicMin, false, 0x30068, minus, 0, 4),
		atomic(isa.AtomicSub, false, 0x3007c, 7, 0, 5), atomic(isa.AtomicExchange, false, 0x30040, 3, 0, 6))
	h.cycles(60)
	require.Equal(t, [16]uint32{0: 3, 1: 5, 2: minus, 9: minus, 10: 5, 15: 70}, *h.lines[0x90040])
	for i, a := range h.to[lsu0].Got {
		require.EqualValues(t, []uint32{5, 5, 5, 5, 77, 0}[i], a.Data[[]int{1, 2, 1, 2, 7, 0}[i]], i)
	}
}

// While a cluster adds to a word without a pause, others read and write its line: each finds a number that was there, none waits for long, and what is written counts.
func TestOthersGetThroughWhileAtomicsGoOn(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.place(0, 5, 9) // the same frame, read from above
	const each = 600
	for k := range each {
		h.send(lsu0, atomic(isa.AtomicAdd, false, 0x30000, 1, 0, k))
	}
	h.cycles(40)
	h.send(tex0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30000, Tag: 1})
	h.cycles(30)
	require.Equal(t, []uint16{1}, h.tags(tex0))
	first := h.to[tex0].Got[0].Data[0]
	h.send(cacheAbove0, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50000, Tag: 2})
	h.cycles(40)
	require.Equal(t, []uint16{2}, h.tags(cacheAbove0))
	second := h.to[cacheAbove0].Got[0].Data[0]
	require.True(t, 0 < first && first < second, "%d, %d", first, second)
	h.req[C2D].Queue = []pipe.MemRequest{{Op: pipe.Write, Slot: 1, Addr: 0x30000, Mask: 15, Data: [16]uint32{0x10000}}}
	h.cycles(40)
	require.Len(t, h.ans[C2D].Got, 1)
	h.send(tex0, pipe.MemRequest{Op: pipe.Write, Slot: 1, Addr: 0x30000, Mask: 0xf0, Data: [16]uint32{1: 6}})
	h.cycles(30)
	require.Equal(t, 1, h.acknowledged(tex0))
	require.Less(t, len(h.to[lsu0].Got), each, "atomics were still coming")
	h.cycles(1500)
	answers := h.to[lsu0].Got
	require.Len(t, answers, each)
	at := slices.IndexFunc(answers, func(a pipe.MemAnswer) bool { return a.Data[0] >= 0x10000 })
	require.EqualValues(t, 0x10000, answers[at].Data[0])
	require.Equal(t, [16]uint32{0x10000 + uint32(each-at), 6}, *h.lines[0x90000])
}

// A cluster that has nothing more of a context is told so when what the context's atomics have changed is on its way to memory: a fence after it is not there before it. Atomics of the other context on
// the same line go on.
func TestAllTakenWaitsForTheAtomicUnit(t *testing.T) {
	h := newHive(t, Config{Clusters: 2, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.place(0, 3, 9)
	h.b.S.Pins[0][3] = h.b.S.Pins[1][3]
	const each = 300
	for k := range each {
		other := atomic(isa.AtomicAdd, false, 0x30000, 0x10000, 0, k)
		other.Slot = 0
		h.send(lsu1, other)
	}
	h.cycles(40)
	h.send(lsu0, atomic(isa.AtomicAdd, false, 0x30000, 1, 0, 7))
	for n := 0; len(h.to[lsu0].Got) == 0; n++ {
		require.Less(t, n, 100)
		h.cycles(1)
	}
	h.mem.Shut = true
	for n := range uint32(8) {
		h.send(tex0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30040 + 64*n, Tag: uint16(n)})
	}
	h.cycles(30)
	require.True(t, h.b.changedBy(1))
	h.send(cache0, pipe.MemRequest{Op: pipe.AllTaken, Slot: 1})
	h.cycles(60)
	require.Empty(t, h.to[cache0].Got, "there is no way to memory")
	h.mem.Shut = false
	for n := 0; len(h.to[cache0].Got) == 0; n++ {
		require.Less(t, n, 60, "it is not kept waiting by the others")
		h.cycles(1)
	}
	require.False(t, h.b.changedBy(1))
	h.cycles(4)
	require.EqualValues(t, 1, h.lines[0x90000][0]&0xffff, "memory has it")
	require.Less(t, len(h.to[lsu1].Got), each, "atomics were still coming")
	h.cycles(3000)
	require.Equal(t, uint32(each)<<16|1, h.lines[0x90000][0])
}

// More lines than the unit has wait for their turn.
func TestAtomicUnitIsFull(t *testing.T) {
	for _, units := range []int{1, 2, 16} {
		h := newHive(t, Config{Clusters: 8, Atomics: units}, 1)
		h.pinPage(3, 9)
		const each = 12
		for n := range uint32(8) {
			for k := range uint32(each) {
				h.send(ClusterClient(int(n), ClusterLSU, pipe.Below), atomic(isa.AtomicAdd, false, 0x30000+64*((n+k)%8), 1, 0, int(k)))
			}
		}
		for range 1200 {
			h.cycles(1)
			require.LessOrEqual(t, int(h.b.hub.unit[0].Used), units)
		}
		for n := range uint32(8) {
			require.EqualValues(t, each, h.lines[0x90000+64*n][0])
		}
		h.quiet(t)
	}
}

// All clients of eight clusters are served, with connections of one place and memory that answers late.
func TestEightClustersWithConnectionsOfOnePlace(t *testing.T) {
	h := newHive(t, Config{Clusters: 8, Atomics: 4}, 1)
	h.pinPage(3, 9)
	h.place(0, 5, 10)
	h.latency = 30
	for n := range ClusterClients * 8 {
		for k := range uint16(5) {
			addr := uint32(n*256) + 64*uint32(k%4)
			if n%pipe.Sides == pipe.Above {
				h.send(n, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50000 + addr, Tag: k})
				continue
			}
			h.send(n, pipe.MemRequest{Op: pipe.Write, Slot: 1, Addr: 0x30000 + addr, Mask: 15, Data: [16]uint32{uint32(n + 1)}}, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30000 + addr, Tag: k})
		}
	}
	h.cycles(4000)
	for n := range ClusterClients * 8 {
		writes, want := 5, uint32(n+1)
		if n%pipe.Sides == pipe.Above {
			writes, want = 0, 0
		}
		require.Equal(t, writes, h.acknowledged(n), n)
		require.ElementsMatch(t, []uint16{0, 1, 2, 3, 4}, h.tags(n))
		for _, a := range h.to[n].Got {
			if a.Op != pipe.Write {
				require.EqualValues(t, clusterPort+n, a.Client)
				require.Equal(t, want, a.Data[0])
			}
		}
	}
	h.quiet(t)
}

// FLUSH_PAGE reaches all caches of all clusters. It is answered when all have said that they have no line left, and the last pin is given up.
func TestFlushWaitsForAllCaches(t *testing.T) {
	h := newHive(t, Config{Clusters: 3, Atomics: 1}, 1)
	h.pinPage(3, 9)
	h.unpinPage(3)
	h.place(1, 3, 12)
	h.cycles(10)
	h.tell(flushOf(3, 9))
	h.cycles(10)
	for n := range 3 {
		require.Equal(t, []pipe.PageFlush{{Addr: 0x30000}}, h.l15[n].Got)
		require.Equal(t, []pipe.PageFlush{{Addr: 0x30000}}, h.tex[n].Got)
	}
	for n := range 3 {
		for _, unit := range []int{ClusterL15, ClusterSampler} {
			require.Empty(t, h.flushed())
			h.send(ClusterClient(n, unit, pipe.Below), pipe.MemRequest{Op: pipe.FlushDone, Addr: 0x30000})
			h.cycles(10)
		}
	}
	require.Equal(t, []uint32{0x30000}, h.flushed())
	h.quiet(t)
}

// A written line keeps its page until it is written back; a pin that is given up meanwhile has the caches asked once more, since stores may have made new lines.
func TestFlushWaitsForAWrittenLine(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x30000})
	h.cycles(10)
	h.place(1, 3, 12)
	h.tell(flushOf(3, 9))
	h.cycles(6)
	done := pipe.MemRequest{Op: pipe.FlushDone, Addr: 0x30000}
	write := pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: 1, Addr: 0x30000, Mask: 15, Data: [16]uint32{4}}
	h.send(tex0, done)
	h.cycles(10)
	h.send(cache0, write, done)
	h.cycles(20)
	require.Empty(t, h.flushed(), "the thread has its pin")
	h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x30040}) // it stores again
	h.cycles(10)
	h.unpinPage(3)
	h.cycles(10)
	require.Len(t, h.l15[0].Got, 2, "asked again")
	require.Len(t, h.tex[0].Got, 2)
	h.send(tex0, done)
	h.cycles(10)
	require.Empty(t, h.flushed())
	write.Addr = 0x30040
	h.send(cache0, write, done)
	h.cycles(20)
	require.Equal(t, []uint32{0x30000}, h.flushed())
	require.Equal(t, []uint32{0x90000, 0x90040}, h.went(clusterPort+cache0))
	h.quiet(t)
}

// A line in the atomic unit is written back before its page has left its place, though the thread that has asked for the atomic holds no pin any more.
func TestFlushWaitsForTheAtomicUnit(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.place(1, 3, 12)
	h.tell(flushOf(3, 9))
	h.latency = 20
	h.send(lsu0, atomic(isa.AtomicAdd, false, 0x30000, 1, 0, 1))
	h.cycles(5)
	h.block()
	h.cycles(30)
	require.Equal(t, Held, h.b.hub.unit[0].Entries[0].Phase)
	require.False(t, h.b.P.MemReq.Ready())
	h.unpinPage(3)
	for range 20 {
		h.cleaned()
		h.cycles(1)
	}
	require.Zero(t, h.pins(1, 3))
	h.answers.F.OnPut(func(uint64, *pipe.MXUAnswer) {
		require.Zero(t, int(h.b.hub.unit[0].Used)+int(h.b.hub.unit[0].Writes), "the unit still has a line of the page")
	})
	h.open()
	h.open()
	require.Equal(t, []uint32{0x30000}, h.flushed())
	require.EqualValues(t, 1, h.lines[0x90000][0])
}

// A context's page table is not changed while requests of it wait in the queues of clusters, also after one of the other slot.
func TestSpaceIsSetAfterQueuedRequestsOfClusters(t *testing.T) {
	for _, other := range [][]pipe.MemRequest{nil, {{Op: pipe.Read, Addr: 0x30040}}} {
		h := newHive(t, Config{Clusters: 1, Atomics: 1}, 4)
		h.pinPage(3, 9)
		h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x30000})
		h.unpinPage(3)
		h.place(0, 3, 10)
		h.ask(pipe.PinWord(pipe.Fence, 0, 0x30000))
		h.cycles(30)
		h.block()
		h.send(cache0, append(other, pipe.MemRequest{Op: pipe.Write, Evict: true, Slot: 1, Addr: 0x30000, Mask: 15, Data: [16]uint32{4}})...)
		h.cycles(6)
		h.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: 1, Addr: 0x80000})
		h.cycles(20)
		require.Equal(t, tableAt(1), h.b.S.Tables[1])
		h.open()
		require.EqualValues(t, 0x80000, h.b.S.Tables[1])
		require.Equal(t, []uint32{0xa0040, 0x90000}[1-len(other):], h.went(clusterPort+cache0))
		h.quiet(t)
	}
}

// A client whose answers are not taken gets no more through than they have room for, writes included, and others go on.
func TestSlowClusterDoesNotBlockOthers(t *testing.T) {
	for depth := 1; depth <= 3; depth++ {
		h := newHive(t, Config{Clusters: 1, Atomics: 1}, depth)
		h.pinPage(3, 9)
		h.to[lsu0].Shut = true
		for k := range 6 {
			h.send(lsu0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30000, Tag: uint16(k)}, pipe.MemRequest{Op: pipe.Write, Slot: 1, Addr: 0x30040, Mask: 15})
			h.send(cache0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Addr: 0x30000, Tag: uint16(k)})
		}
		h.cycles(100)
		require.Len(t, h.tags(cache0), 6)
		require.LessOrEqual(t, h.to[lsu0].F.Len(), depth)
		h.to[lsu0].Shut = false
		h.cycles(100)
		require.Len(t, h.tags(lsu0), 6)
		require.Equal(t, 6, h.acknowledged(lsu0))
		h.quiet(t)
	}
}

// A cache that is still at work on a page when a pin of it is given up may have made new lines of it where it has been: it is asked once more when it is done.
func TestACacheAtWorkIsAskedAgain(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
	h.pinPage(3, 9)
	h.tell(flushOf(3, 9))
	h.cycles(10)
	require.Len(t, h.l15[0].Got, 1)
	h.unpinPage(3)
	h.cycles(10)
	require.Len(t, h.l15[0].Got, 1, "it is at work")
	h.cleaned()
	h.cycles(10)
	require.Len(t, h.l15[0].Got, 2)
	require.Len(t, h.tex[0].Got, 2)
	require.Empty(t, h.flushed())
	h.cleaned()
	h.cycles(20)
	require.Equal(t, []uint32{0x30000}, h.flushed())
	h.quiet(t)
}

// FLUSH_PAGE has searches of clusters begin anew, whatever the walker has read: a read from above the break point goes to where the page is now.
func TestFlushWhileAClusterSearches(t *testing.T) {
	for wait := range 30 {
		h := newHive(t, Config{Clusters: 2, Atomics: 1}, 2)
		h.place(0, 5, 9)
		h.latency = 10
		client := ClusterClient(1, ClusterLSU, pipe.Above)
		h.send(client, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50000})
		h.cycles(1 + wait)
		h.place(0, 5, 11)
		h.tell(flushOf(5, 9))
		for h.b.S.Flushes[0] == (flush{}) {
			h.cycles(1)
		}
		want := []uint32{0xb0000, 0xb0040}
		if len(h.went(clusterPort+client)) > 0 { // before the flush
			want[0] = 0x90000
		}
		for range 60 {
			h.cleaned()
			h.cycles(1)
		}
		h.send(client, pipe.MemRequest{Op: pipe.ReadAbove, Addr: 0x50040})
		h.cycles(60)
		require.Equal(t, want, h.went(clusterPort+client), "flushed after %d cycles", wait)
		require.Equal(t, []uint32{0x50000}, h.flushed())
	}
}

// The MXU takes reads from above the break point from clients above it alone, and all else from the others.
func TestClientsOfClustersHaveTheirSide(t *testing.T) {
	for client, op := range map[int]pipe.Op{cacheAbove0: pipe.Read, cache0: pipe.ReadAbove} {
		h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
		h.pinPage(3, 9)
		h.send(client, pipe.MemRequest{Op: op, Slot: 1, Addr: 0x30000})
		h.from[client].Out.Put(h.from[client].Queue[0])
		h.from[client].Queue = nil
		err := h.Domain.Run(h.Cycle() + 10)
		require.ErrorContains(t, err, "an access of the other side of the break point")
	}
}

// That all requests of a client are taken is said when they are, and when the client's answers have a place for it.
func TestAllTakenIsAnsweredAfterWhatCameBefore(t *testing.T) {
	h := newHive(t, Config{Clusters: 1, Atomics: 1}, 2)
	h.pinPage(5, 9)
	h.to[cache0].Shut = true
	for tag := range uint16(2) {
		h.send(cache0, pipe.MemRequest{Op: pipe.Read, Slot: 1, Tag: tag, Addr: 0x50000})
	}
	h.send(cache0, pipe.MemRequest{Op: pipe.Pin, Slot: 1, Addr: 0x50000}, pipe.MemRequest{Op: pipe.Release, Slot: 1, Addr: 0x50000}, pipe.MemRequest{Op: pipe.AllTaken, Slot: 1})
	h.cycles(60)
	h.to[cache0].Shut = false
	h.cycles(60)
	var ops []pipe.Op
	for i := range h.to[cache0].Got {
		ops = append(ops, h.to[cache0].Got[i].Op)
	}
	require.Equal(t, []pipe.Op{pipe.Read, pipe.Read, pipe.Pin, pipe.AllTaken}, ops)
	require.Equal(t, 1, h.pins(1, 5))
	h.unpinPage(5)
	h.cycles(20)
	h.quiet(t)
}
