package cache_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/blocks/cache"
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Random lookups, users, changes, flushes and forgotten slots, with a memory that answers
// when it likes: each answer, request and word is as the model says.
func TestCacheBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 150).Draw(rt, "steps") {
			m.step()
		}
		m.end()
	})
}

func (m *model) step() {
	switch rapid.IntRange(0, 11).Draw(m.t, "what") {
	case 0, 1, 2, 3:
		at := m.some()
		for tries := 0; !m.lookUp(at) && tries < 4; tries++ {
			continue
		}
	case 4: // many users, as far as 64 threads with 32 texels each
		at := m.some()
		for range rapid.SampledFrom([]int{2, 3, 255, 256, 257, 2047}).Draw(m.t, "users") {
			m.cycleOf(func(c *cache.Cache) { m.lookup(c, at) })
			if m.cached[at] == nil {
				break
			}
		}
	case 5, 6:
		m.change()
	case 7, 8:
		if at := m.used(); at != nil && !m.b.c.Line(m.cached[*at].index).Pending {
			l := m.cached[*at]
			n := rapid.SampledFrom([]int{1, 1, l.users}).Draw(m.t, "leave")
			for range n {
				m.b.c.Done(l.index)
			}
			l.users -= n
		}
	case 9:
		m.answersReads, m.answersWrites = rapid.Bool().Draw(m.t, "reads"), rapid.Bool().Draw(m.t, "writes")
		m.req.Shut = rapid.IntRange(0, 3).Draw(m.t, "shut") == 0
	case 10:
		m.idle(rapid.IntRange(1, 12).Draw(m.t, "cycles"))
	case 11:
		m.release()
		m.req.Shut = rapid.IntRange(0, 3).Draw(m.t, "shut") == 0
		if slot := rapid.Uint8Range(0, 1).Draw(m.t, "slot"); rapid.Bool().Draw(m.t, "flush") {
			m.flush(rapid.IntRange(1, 80).Draw(m.t, "flushing"))
		} else if m.mayForget(slot) {
			m.forget(slot)
		}
	}
}

// some draws a place: few numbers, so that lines meet, of both slots.
func (m *model) some() place {
	n := rapid.Uint32Range(0, 5).Draw(m.t, "number")
	far := rapid.SampledFrom([]uint32{0, 64, 1 << 18, 1<<26 - 6}).Draw(m.t, "far")
	return place{rapid.Uint8Range(0, 1).Draw(m.t, "slot"), 64 * (far + n)}
}

// lookUp is a cycle with a lookup, perhaps of another address in the line.
func (m *model) lookUp(at place) (ok bool) {
	m.cycleOf(func(c *cache.Cache) { ok = m.lookup(c, at) })
	return ok
}

// change has a user write some words of its line.
func (m *model) change() {
	at := m.used()
	if at == nil || m.texels {
		return
	}
	l, line := m.cached[*at], m.b.c.Line(m.cached[*at].index)
	if line.Pending {
		return
	}
	m.values++
	w := rapid.IntRange(0, 15).Draw(m.t, "word")
	l.data[w], line.Data[w] = m.values, m.values
	l.dirty, line.Dirty = true, true
}

// release has all users leave their lines that have come.
func (m *model) release() {
	for _, l := range m.cached {
		for ; l.users > 0 && !m.b.c.Line(l.index).Pending; l.users-- {
			m.b.c.Done(l.index)
		}
	}
}

func (m *model) flush(cycles int) {
	for range cycles {
		if m.inUse() {
			return
		}
		before, port := len(m.cached), m.b.P.Req.Ready()
		var a wires.Activity
		done := false
		m.cycleOf(func(c *cache.Cache) { a, done = c.Flush() })
		switch {
		case before == 0:
			require.Equal(m.t, m.unanswered == 0, done, "%d writes are not answered", m.unanswered)
		case port:
			require.True(m.t, !done && len(m.cached) == before-1 && a == wires.Busy, "a line a cycle")
		default:
			require.True(m.t, !done && a == m.b.P.Req.Blocked())
		}
		if done {
			return
		}
	}
}

func (m *model) forget(slot uint8) {
	m.cycleOf(func(c *cache.Cache) {
		done, moved := c.Forget(slot)
		require.True(m.t, done && moved)
		maps.DeleteFunc(m.cached, func(at place, _ *modelLine) bool { return at.slot == slot })
	})
}

func (m *model) end() {
	m.req.Shut, m.answersReads, m.answersWrites = false, true, true
	m.idle(4 * (4 + m.unanswered + len(m.reads)))
	for at, l := range m.cached {
		require.Equal(m.t, l.users, int(m.b.c.Line(l.index).Users))
		require.False(m.t, m.b.c.Line(l.index).Pending, "%v was answered", at)
	}
	m.release()
	m.flush(len(m.cached) + 20)
	require.Empty(m.t, m.cached)
	require.Zero(m.t, m.unanswered)
	require.Equal(m.t, cache.State{}, m.b.S, "nothing is left")
	for at, data := range m.wrote {
		require.Equal(m.t, data, m.memory[at])
	}
}

// idle lets time pass.
func (m *model) idle(cycles int) {
	for range cycles {
		m.cycleOf(func(*cache.Cache) {})
	}
}

// serve is memory: it takes requests in their order, and answers reads in theirs and writes
// in theirs.
func (m *model) serve() {
	for _, r := range m.req.Got {
		at := place{r.Slot, r.Addr}
		switch r.Op {
		case pipe.Write:
			m.memory[at] = r.Data
			m.writes++
		case pipe.Read:
			m.reads = append(m.reads, pipe.MemAnswer{Op: pipe.Read, Slot: r.Slot, Tag: r.Tag, Data: m.content(at)})
		}
	}
	m.req.Got = nil
	if m.answersReads && len(m.reads) > 0 {
		m.ans.Queue = append(m.ans.Queue, m.reads[0])
		m.reads = m.reads[1:]
	}
	if m.answersWrites && m.writes > 0 {
		n := rapid.SampledFrom([]int{1, m.writes}).Draw(m.t, "answered")
		m.ans.Queue = append(m.ans.Queue, pipe.MemAnswer{Op: pipe.Write, More: uint16(n - 1)})
		m.writes -= n
	}
}
