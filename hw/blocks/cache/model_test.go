package cache_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
)

// The model knows which lines are cached, from what the cache asks memory for. Which index an
// address has it learns: it is always the same.

// place is a line of memory.
type place struct {
	slot uint8
	addr uint32
}

// modelLine is a cached line.
type modelLine struct {
	index int
	users int
	dirty bool
	data  [16]uint32 // what memory has, or has been written since
}

type model struct {
	*bench
	t      *rapid.T
	lines  int
	texels bool // nothing is written
	values uint32
	cached map[place]*modelLine
	index  map[uint32]int // by address
	sought *place         // of the lookup in this cycle
	asked  int            // requests in this cycle
	wrote  map[place][16]uint32

	memory                      map[place][16]uint32
	reads                       []pipe.MemAnswer // not answered
	writes                      int
	unanswered                  int // writes whose answer the cache has not taken
	answersReads, answersWrites bool
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	lines := rapid.SampledFrom([]int{1, 2, 8, 64}).Draw(rt, "lines")
	m := &model{
		bench: newBenchOf(tb, lines), t: rt, lines: lines, texels: rapid.IntRange(0, 2).Draw(rt, "texels") == 0, cached: map[place]*modelLine{}, index: map[uint32]int{},
		wrote: map[place][16]uint32{}, memory: map[place][16]uint32{}, answersReads: true, answersWrites: true,
	}
	m.b.P.Req.Tap().OnPut(m.requested)
	return m
}

// content is what memory has in a line; no two differ in nothing.
func (m *model) content(at place) (data [16]uint32) {
	if data, ok := m.memory[at]; ok {
		return data
	}
	for i := range data {
		data[i] = at.addr<<1 + uint32(at.slot)<<31 + uint32(i)
	}
	return data
}

// used draws a line that has users, nil when none has.
func (m *model) used() *place {
	var all []place
	for at, l := range m.cached {
		if l.users > 0 {
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b place) int {
		if a.slot != b.slot {
			return int(a.slot) - int(b.slot)
		}
		return int(int64(a.addr) - int64(b.addr))
	})
	return &all[rapid.IntRange(0, len(all)-1).Draw(m.t, "used")]
}

func (m *model) inUse() bool {
	for l := range maps.Values(m.cached) {
		if l.users > 0 {
			return true
		}
	}
	return false
}

// mayForget tells whether no line of a slot is in use or on its way.
func (m *model) mayForget(slot uint8) bool {
	for at, l := range m.cached {
		if at.slot == slot && (l.users > 0 || l.dirty || m.b.c.Line(l.index).Pending) {
			return false
		}
	}
	return true
}

// cycleOf runs a cycle in which the user does something, and takes an answer.
func (m *model) cycleOf(do func(c *cache.Cache)) {
	m.serve()
	m.asked = 0
	m.cycle(func(c *cache.Cache) {
		m.answered(c)
		do(c)
	})
	m.sought = nil
	for at, l := range m.cached {
		line := m.b.c.Line(l.index)
		require.Equal(m.t, cache.Line{
			Number: at.addr / pipe.LineBytes, Slot: at.slot, Pending: line.Pending, Dirty: l.dirty, Users: uint16(l.users), Data: line.Data,
		}, *line)
		if !line.Pending {
			require.Equal(m.t, l.data, line.Data)
		}
	}
}

// answered takes an answer, which fills the line that it was asked for.
func (m *model) answered(c *cache.Cache) {
	if !m.b.P.Ans.Valid() {
		filled, moved := c.Answer()
		require.True(m.t, filled == -1 && !moved)
		return
	}
	a := *m.b.P.Ans.Head()
	filled, moved := c.Answer()
	require.True(m.t, moved)
	if a.Op == pipe.Write {
		m.unanswered -= 1 + int(a.More)
		require.Equal(m.t, -1, filled)
		return
	}
	require.EqualValues(m.t, a.Tag, filled)
	require.False(m.t, c.Line(filled).Pending)
	require.Equal(m.t, a.Data, c.Line(filled).Data)
}

// lookup looks an address of a line up, and judges what the cache says.
func (m *model) lookup(c *cache.Cache, at place) (ok bool) {
	l := m.cached[at]
	port := m.b.P.Req.Ready()
	m.sought = &at
	i, ok, moved := c.Lookup(at.addr+rapid.Uint32Range(0, 15).Draw(m.t, "word")*4, at.slot)
	index, known := m.index[at.addr]
	other := m.at(index)
	switch {
	case l != nil:
		require.True(m.t, ok && moved && i == l.index, "it is cached")
		l.users++
	case ok:
		require.True(m.t, port && moved && i >= 0 && i < m.lines && (!known || i == index))
		require.Nil(m.t, m.at(i), "room has been made")
		m.index[at.addr] = i
		m.cached[at] = &modelLine{index: i, users: 1, data: m.last(at)}
	case moved:
		require.True(m.t, port && (!known || other != nil && other.users == 0), "it makes room")
	default:
		require.True(m.t, !port || m.inUse() && (!known || other != nil && other.users > 0), "nothing is in its way")
	}
	return ok
}

// at finds what is cached at an index.
func (m *model) at(index int) *modelLine {
	for l := range maps.Values(m.cached) {
		if l.index == index {
			return l
		}
	}
	return nil
}

// last is what was written to a line last, or memory's.
func (m *model) last(at place) [16]uint32 {
	if data, ok := m.wrote[at]; ok {
		return data
	}
	return m.content(at)
}

// requested checks a request: the line that was looked up is read, another one given up.
func (m *model) requested(_ uint64, r *pipe.MemRequest) {
	m.asked++
	require.Equal(m.t, 1, m.asked, "a step a cycle")
	at := place{r.Slot, r.Addr}
	l := m.cached[at]
	require.NotNil(m.t, l, "%s of %v, which is not cached", r.What(), at)
	want := pipe.MemRequest{Op: pipe.Read, Slot: r.Slot, Tag: uint16(l.index), Addr: r.Addr}
	if r.Op == pipe.Read {
		require.True(m.t, m.sought != nil && at == *m.sought && l.users == 1)
		require.Equal(m.t, want, *r)
		return
	}
	require.Zero(m.t, l.users, "%v is in use", at)
	want.Op = pipe.Release
	if l.dirty {
		want.Op, want.Evict, want.Mask, want.Data = pipe.Write, true, ^uint64(0), l.data
		m.wrote[at] = l.data
		m.unanswered++
	}
	require.Equal(m.t, want, *r)
	require.False(m.t, m.sought != nil && m.index[m.sought.addr] != l.index && m.knows(), "another line than that in the way")
	if m.sought != nil {
		m.index[m.sought.addr] = l.index
	}
	delete(m.cached, at)
}

func (m *model) knows() bool { _, known := m.index[m.sought.addr]; return known }
