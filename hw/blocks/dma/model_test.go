package dma

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
)

// The model says cycle by cycle what docs/architecture.md says of words for memory: lines
// that are begun, what closes them, when they go, and what is acknowledged.

// modelLine is a line that words are gathered for.
type modelLine struct {
	slot    uint8
	addr    uint32
	words   map[uint32]uint32 // by number in the line
	entries int
	closed  bool
	due     uint64
}

// modelWrite is a line that has gone to memory and is not acknowledged.
type modelWrite struct {
	slot    uint8
	entries int
}

type model struct {
	*bench
	t       *rapid.T
	cfg     Config
	values  uint32
	lines   []*modelLine // oldest first
	writing []modelWrite
	inMem   int // of them, answered
	asked   int // of them, with memory, which has not answered
	reading []pipe.Fetch
	sent    int              // DWORDs of the oldest fetch
	brought []pipe.MemAnswer // what memory has for reads under way
	waiting []pipe.MemAnswer // reads that memory has not answered

	answerReads, answerWrites int // 0: never, 3: at once

	// what happened in this cycle
	took, wrote, acked, fetched, beat bool
}

func newModel(rt *rapid.T, tb testing.TB) *model {
	cfg := Config{
		Reads: rapid.SampledFrom([]int{1, 2, 8, 64}).Draw(rt, "reads"), Writes: rapid.SampledFrom([]int{1, 2, 3, 32, 64}).Draw(rt, "writes"),
		Lines: rapid.SampledFrom([]int{1, 2, 4, 16}).Draw(rt, "lines"), Gather: rapid.SampledFrom([]int{0, 1, 2, 16, 200}).Draw(rt, "gather"),
	}
	m := &model{bench: newBench(tb, cfg), t: rt, cfg: cfg, answerReads: 3, answerWrites: 3}
	p := &m.b.P
	p.StateFifo.Tap().OnTake(m.taken)
	p.DMAWrReq.Tap().OnPut(m.written)
	p.DMAAck.Tap().OnPut(m.acknowledged)
	p.CSPDMA.Tap().OnTake(func(_ uint64, f *pipe.Fetch) {
		m.fetched = true
		m.reading = append(m.reading, *f)
	})
	p.DMARdReq.Tap().OnPut(m.readSent)
	p.DMACSP.Tap().OnPut(m.beatSent)
	p.DMAWrAns.Tap().OnTake(func(_ uint64, a *pipe.MemAnswer) { m.inMem += 1 + int(a.More) })
	return m
}

// cycle runs a cycle and demands that whatever could move has moved.
func (m *model) cycle() {
	p := &m.b.P
	now := m.Cycle() + 1
	state, fetch := p.StateFifo.Valid(), p.CSPDMA.Valid() && p.DMARdReq.Ready() && len(m.reading) < m.cfg.Reads
	beat := p.DMARdAns.Valid() && p.DMACSP.Ready()
	answers := p.DMAWrAns.Valid()
	write := p.DMAWrReq.Ready()
	ack := m.inMem > 0 && p.DMAAck.Ready()
	full := len(m.lines) == m.cfg.Lines
	under := len(m.writing)
	m.took, m.wrote, m.acked, m.fetched, m.beat = false, false, false, false, false
	m.serve()
	m.Step(1)
	require.False(m.t, fetch && !m.fetched, "a fetch waits")
	require.False(m.t, beat && !m.beat, "an answer waits")
	require.False(m.t, answers && p.DMAWrAns.Valid() && p.DMAWrAns.Len() == 0)
	require.False(m.t, ack && !m.acked, "an acknowledgement waits")
	room := write && under < m.cfg.Writes
	require.False(m.t, state && !m.took && (!full || room), "an entry waits")
	require.False(m.t, room && !m.wrote && len(m.lines) > 0 && m.lines[0].goes(now), "the oldest line waits")
	require.LessOrEqual(m.t, len(m.reading), m.cfg.Reads)
	require.LessOrEqual(m.t, len(m.writing), m.cfg.Writes)
	require.LessOrEqual(m.t, len(m.lines), m.cfg.Lines)
	require.Nil(m.t, m.Overslept())
}

func (l *modelLine) goes(cycle uint64) bool { return l.closed || cycle >= l.due }

// taken takes an entry of the state FIFO into its line.
func (m *model) taken(cycle uint64, e *pipe.Save) {
	m.took = true
	var l *modelLine
	for _, x := range m.lines {
		if !x.goes(cycle) && x.slot == e.Slot && x.addr == e.Addr&^63 {
			l = x
		}
	}
	if l == nil {
		l = &modelLine{slot: e.Slot, addr: e.Addr &^ 63, words: map[uint32]uint32{}, due: cycle + uint64(m.cfg.Gather)}
		m.lines = append(m.lines, l)
		if len(m.lines) > m.cfg.Lines {
			m.lines[0].closed = true
		}
	}
	for i := range uint32(e.DWords) {
		l.words[e.Addr>>2&15+i] = e.Data[i]
	}
	l.entries++
	l.closed = l.closed || len(l.words) == 16
	for _, x := range m.lines {
		x.closed = x.closed || e.Now
	}
}

// written checks a line that goes.
func (m *model) written(cycle uint64, r *pipe.MemRequest) {
	require.NotEmpty(m.t, m.lines)
	m.wrote = true
	l := m.lines[0]
	m.lines = m.lines[1:]
	require.True(m.t, l.goes(cycle), "it still gathers, until %d", l.due)
	got := *r
	got.Data = [16]uint32{}
	want := pipe.MemRequest{Op: pipe.Write, Slot: l.slot, Addr: l.addr}
	for w, v := range l.words {
		want.Mask |= 15 << (4 * w)
		require.Equal(m.t, v, r.Data[w])
	}
	require.Equal(m.t, want, got)
	m.writing = append(m.writing, modelWrite{l.slot, l.entries})
	m.asked++
}

// acknowledged checks an acknowledgement: all answered lines of a slot that follow each other.
func (m *model) acknowledged(_ uint64, a *pipe.Saved) {
	m.acked = true
	n, slot := 0, m.writing[0].slot
	for m.inMem > 0 && m.writing[0].slot == slot {
		n += m.writing[0].entries
		m.writing = m.writing[1:]
		m.inMem--
	}
	require.Equal(m.t, pipe.Saved{Slot: slot, More: uint16(n - 1)}, *a)
}

func (m *model) readSent(_ uint64, r *pipe.MemRequest) {
	f := m.reading[len(m.reading)-1]
	require.Equal(m.t, pipe.MemRequest{Op: pipe.Read, Slot: f.Slot, Addr: f.Addr &^ 63}, *r)
	m.values += 16
	m.brought, m.waiting = append(m.brought, line(m.values)), append(m.waiting, line(m.values))
}

// beatSent checks up to 128 bits of the oldest answer.
func (m *model) beatSent(_ uint64, b *pipe.Beat) {
	m.beat = true
	f := &m.reading[0]
	want := pipe.Beat{Stream: f.Stream, Slot: f.Slot, Count: uint8(min(4, int(f.DWords)-m.sent))}
	data := &m.brought[0].Data
	for i := range int(want.Count) {
		want.Data[i] = data[int(f.Addr>>2&15)+m.sent+i]
	}
	require.Equal(m.t, want, *b)
	if m.sent += int(want.Count); m.sent == int(f.DWords) {
		m.reading, m.brought, m.sent = m.reading[1:], m.brought[1:], 0
	}
}

// serve is memory: it answers reads one by one, and writes some at a time.
func (m *model) serve() {
	if len(m.waiting) > 0 && m.answers(m.answerReads) {
		m.readAns.Queue = append(m.readAns.Queue, m.waiting[0])
		m.waiting = m.waiting[1:]
	}
	arrived := m.asked - m.b.P.DMAWrReq.Tap().Len()
	if arrived > 0 && m.answers(m.answerWrites) {
		n := arrived
		if m.answerWrites < 3 {
			n = rapid.IntRange(1, arrived).Draw(m.t, "answered")
		}
		m.asked -= n
		m.writeAns.Queue = append(m.writeAns.Queue, pipe.MemAnswer{Op: pipe.Write, More: uint16(n - 1)})
	}
}

func (m *model) answers(often int) bool {
	return often == 3 || often > 0 && rapid.IntRange(0, 9).Draw(m.t, "answer") < 4*often-2
}
