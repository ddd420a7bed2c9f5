package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/eu"
	"tilemark/hw/pipe"
)

// Random requests of several clusters and of C2D, with answers that are not taken at once, against a memory that executes them one after the other: in the order in which they are
// forwarded, atomics in the order in which the unit executes them. Pages 0 and 1 of slot 1 are pinned. Page 0 of slot 0 is the first of them, seen from above the break point; page 1
// is not present. Page 7 is pinned nowhere.

// lineModel is the memory of the model, and what is still to be answered.
type lineModel struct {
	*hive
	t      *rapid.T
	memory map[uint32]*[16]uint32
	want   map[expected]*[16]uint32 // what reads and atomics that were executed bring
	asked  map[expected]pipe.MemRequest
	writes map[int]int // that clients have sent
	tags   uint16
}

// expected is an answer: of a client, with a tag.
type expected struct {
	client int
	tag    uint16
}

var modelFrames = [2]uint32{9, 12}

func newLineModel(rt *rapid.T, t testing.TB) *lineModel {
	clusters := rapid.SampledFrom([]int{1, 2, 3, 8}).Draw(rt, "clusters")
	m := &lineModel{
		hive: newHive(t, Config{Clusters: clusters, Atomics: rapid.SampledFrom([]int{1, 2, 4}).Draw(rt, "atomics"), TLB: rapid.SampledFrom([]int{1, 64}).Draw(rt, "tlb")}, rapid.IntRange(1, 3).Draw(rt, "depth")),
		t:    rt, memory: map[uint32]*[16]uint32{}, want: map[expected]*[16]uint32{}, asked: map[expected]pipe.MemRequest{}, writes: map[int]int{},
	}
	for page, frame := range modelFrames {
		m.pinPage(uint32(page), frame)
	}
	m.place(0, 0, modelFrames[0])
	m.latency = rapid.Uint64Range(1, 25).Draw(rt, "latency")
	m.b.P.Executed.Watch(func(e *Executed) { m.execute(clusterPort+e.Client, e.Request) })
	m.mem.F.OnPut(func(_ uint64, r *pipe.MemRequest) {
		if r.Client == C2D {
			m.perform(C2D, r.Addr, r)
		}
	})
	for n := range ClusterClients * clusters {
		m.to[n].F.OnPut(func(_ uint64, a *pipe.MemAnswer) { m.answered(clusterPort+n, a) })
	}
	m.ans[C2D].F.OnPut(func(_ uint64, a *pipe.MemAnswer) { m.answered(C2D, a) })
	return m
}

// execute executes an access of a cluster, which comes with its context's address.
func (m *lineModel) execute(client int, r *pipe.MemRequest) {
	page := r.Addr >> pipe.PageShift
	require.Less(m.t, page, uint32(len(modelFrames)), "an access of a page that is not pinned")
	require.True(m.t, r.Op != pipe.ReadAbove || page == 0)
	m.perform(client, modelFrames[page]<<pipe.PageShift|r.Addr&(1<<pipe.PageShift-1), r)
}

func (m *lineModel) perform(client int, addr uint32, r *pipe.MemRequest) {
	moved, a := *r, pipe.MemAnswer{}
	moved.Addr = addr &^ (pipe.LineBytes - 1)
	if r.Op != pipe.Atomic {
		perform(m.memory, &moved, &a)
	} else {
		moved.Op = pipe.Read
		perform(m.memory, &moved, &pipe.MemAnswer{})
		operation, signed := r.AtomicOf()
		for k := range 8 {
			if r.Mask>>k&1 != 0 {
				word := &m.memory[moved.Addr][int(addr%pipe.LineBytes/4)+k]
				a.Data[k] = *word
				*word = eu.Atomic(operation, signed, *word, r.Data[k], r.Data[8+k])
			}
		}
	}
	if r.Op != pipe.Write {
		e := expected{client, r.Tag}
		require.Contains(m.t, m.asked, e)
		require.NotContains(m.t, m.want, e, "executed twice")
		m.want[e] = &a.Data
	}
}

// answered checks an answer.
func (m *lineModel) answered(client int, a *pipe.MemAnswer) {
	require.EqualValues(m.t, client, a.Client)
	if a.Op == pipe.Write {
		m.writes[client] -= 1 + int(a.More)
		require.GreaterOrEqual(m.t, m.writes[client], 0, "a write is acknowledged twice")
		return
	}
	e := expected{client, a.Tag}
	r, known := m.asked[e]
	require.True(m.t, known, "nobody has asked for tag %d", a.Tag)
	delete(m.asked, e)
	page := r.Addr >> pipe.PageShift
	switch missing := r.Op == pipe.ReadAbove && page != 0; {
	case missing:
		require.Equal(m.t, pipe.NoPage, a.Op)
	case r.Op == pipe.Pin:
		require.Equal(m.t, pipe.Pin, a.Op)
	case page >= uint32(len(modelFrames)):
		require.Zero(m.t, a.Data)
	default:
		require.Contains(m.t, m.want, e, "answered before it is executed")
		require.Equal(m.t, *m.want[e], a.Data)
	}
	delete(m.want, e)
}

// step has a client send a request.
func (m *lineModel) step() {
	n := rapid.IntRange(0, clusterUnits*m.b.cfg.Clusters).Draw(m.t, "unit")
	addr := rapid.SampledFrom([]uint32{0, 0x40, 0x80, 0x10040}).Draw(m.t, "line")
	if n == clusterUnits*m.b.cfg.Clusters {
		m.sendAs(C2D, m.request(pipe.Read, addr))
		return
	}
	what := rapid.IntRange(0, 9).Draw(m.t, "what")
	kind := n % clusterUnits
	above, below := clusterPort+ClusterClient(n/clusterUnits, kind, pipe.Above), clusterPort+ClusterClient(n/clusterUnits, kind, pipe.Below)
	switch {
	case what == 0:
		r := m.request(pipe.ReadAbove, rapid.SampledFrom([]uint32{0, 0x40, 0x10000}).Draw(m.t, "above"))
		r.Slot = 0
		m.sendAs(above, r)
	case what == 1 && rapid.IntRange(0, 4).Draw(m.t, "rarely") == 0:
		m.sendAs(below, m.request(pipe.Read, 0x70000))
	case what < 7 && kind == ClusterLSU:
		half := rapid.SampledFrom([]uint32{0, 32}).Draw(m.t, "half")
		r := m.request(pipe.Read, addr+half)
		r.Mask = rapid.Uint64Range(1, 255).Draw(m.t, "words")
		var x, y [8]uint32
		for k := range x {
			x[k], y[k] = rapid.SampledFrom([]uint32{0, 1, 2, 1 << 31, ^uint32(0)}).Draw(m.t, "x"), uint32(m.tags)
		}
		r.SetAtomic(rapid.Uint8Range(0, 10).Draw(m.t, "operation"), rapid.Bool().Draw(m.t, "signed"), &x, &y)
		m.sendAs(below, r)
	case what == 7 && kind == ClusterL15:
		m.sendAs(below, m.request(pipe.Pin, addr))
		r := m.request(pipe.Release, addr)
		if rapid.Bool().Draw(m.t, "evicts") {
			r.Op, r.Evict = pipe.Write, true
		}
		m.sendAs(below, r)
	case what < 5:
		m.sendAs(below, m.request(pipe.Write, addr))
	default:
		m.sendAs(below, m.request(pipe.Read, addr))
	}
}

func (m *lineModel) request(op pipe.Op, addr uint32) pipe.MemRequest {
	m.tags++
	r := pipe.MemRequest{Op: op, Slot: 1, Tag: m.tags, Addr: addr, Mask: 0xf0f << (m.tags % 50)}
	for k := range r.Data {
		r.Data[k] = uint32(m.tags)<<16 | uint32(k)
	}
	return r
}

func (m *lineModel) sendAs(client int, r pipe.MemRequest) {
	switch r.Op {
	case pipe.Write:
		m.writes[client]++
	case pipe.Release:
	default:
		m.asked[expected{client, r.Tag}] = r
	}
	if client == C2D {
		m.req[C2D].Queue = append(m.req[C2D].Queue, r)
	} else {
		m.send(client-clusterPort, r)
	}
}

// end lets all of it come to its end.
func (m *lineModel) end() {
	m.Open()
	for k := 0; k < 400 && len(m.asked) > 0; k++ {
		m.cycles(50)
	}
	m.cycles(100)
	require.Empty(m.t, m.asked, "not answered")
	require.Empty(m.t, m.want)
	for client, n := range m.writes {
		require.Zero(m.t, n, "writes of client %d that are not acknowledged", client)
	}
	require.Equal(m.t, m.memory, m.lines)
	for page := range modelFrames {
		require.Equal(m.t, 1, m.pins(1, uint32(page)))
	}
	m.quiet(m.t)
}

func TestClustersBehaveLikeAMemory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newLineModel(rt, t)
		m.Hesitate(uint64(rapid.IntRange(0, 99).Draw(rt, "seed")), rapid.SampledFrom([]int{0, 30, 80}).Draw(rt, "hesitates"))
		for range rapid.IntRange(1, 120).Draw(rt, "steps") {
			m.step()
			m.cycles(rapid.IntRange(0, 3).Draw(rt, "cycles"))
		}
		m.end()
	})
}
