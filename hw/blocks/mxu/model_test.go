package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// The model knows nothing of TLB, walker and searches. No frame is ever used twice, so an
// address in memory tells whose page it is, and as of which state of the page table.

const modelPages = 6 // a tile's colour lies in page 0, 1 or 2, its depth three pages further

// modelFrame is what the model knows of a frame.
type modelFrame struct {
	slot     uint8
	page     uint32
	dead     bool // its flush has been answered, or its context has left the slot
	inMemory int  // requests for it that memory has not answered
}

// modelRead is a read of a client that may fault.
type modelRead struct {
	slot uint8
	page uint32
	tag  uint16
	addr uint32 // in memory; 0: it has not gone there
	lost bool   // its context has been cut: zeros may answer it
}

// modelTile is a tile below the break point. Its lines hold pins of their own.
type modelTile struct {
	slot    uint8
	row     uint32
	lines   [2]int // of colour and depth
	retired [2]bool
}

// modelDraw is a draw whose textures are pages of its slot.
type modelDraw struct {
	slot        uint8
	first, last uint32
	set         uint8
}

type model struct {
	*world
	t       *rapid.T
	tables  [pipe.Slots]uint32
	now     [pipe.Slots][modelPages]uint32 // frames, 0: not present
	absent  [pipe.Slots][modelPages]uint64 // cycle in which a page last was not present, or pinned elsewhere
	frames  map[uint32]*modelFrame
	flushes map[uint32]uint32 // frames that pages are to leave
	cut     [pipe.Slots]bool  // released, and not started anew
	ready   [pipe.Slots]bool  // the slot has its page table
	faults  [pipe.Slots]int
	reads   [NumClients][]*modelRead
	tags    uint16
	tiles   []*modelTile
	asked   *modelTile // the break point's request that is not answered
	drawn   *modelDraw // the same, of a draw
	draws   []*modelDraw
	since   uint64           // when it was made
	held    [pipe.Slots]bool // the break point keeps the slot's next tile above it
	pinning *pipe.MXUCommand
	ranges  [pipe.Slots][]uint32           // pages that the CSP has pinned, and their frames
	pins    [pipe.Slots][modelPages]int    // those that are to be there when all is quiet
	at      [pipe.Slots][modelPages]uint32 // where what is pinned was found
}

func newModel(t *rapid.T, tb testing.TB) *model {
	w := newWorld(tb)
	w.b.cfg.TLB = rapid.SampledFrom([]int{1, 2, 64}).Draw(t, "tlb")
	w.b.cfg.Sets = rapid.IntRange(1, 3).Draw(t, "sets")
	w.latency = rapid.Uint64Range(1, 30).Draw(t, "latency")
	m := &model{world: w, t: t, frames: map[uint32]*modelFrame{}, flushes: map[uint32]uint32{}}
	m.observe()
	for slot := range uint8(pipe.Slots) {
		m.start(slot)
	}
	m.run(4)
	return m
}

func (m *model) observe() {
	m.mem.F.OnPut(m.toMemory)
	m.memAns.F.OnTake(func(_ uint64, a *pipe.MemAnswer) {
		if f := m.frames[a.Data[0]>>pipe.PageShift]; a.Client != Walker && f != nil {
			f.inMemory--
		}
	})
	m.commands.F.OnTake(func(_ uint64, c *pipe.MXUCommand) {
		if c.Kind == pipe.SetSpace {
			m.spaceSet(c.Slot)
		}
	})
	m.answers.F.OnPut(m.takeReports)
	m.pinned.F.OnPut(m.pinAnswered)
	for _, client := range mayFault {
		m.ans[client].F.OnPut(func(_ uint64, a *pipe.MemAnswer) { m.answered(client, a) })
	}
}

// start gives a slot a new context with a page table of its own.
func (m *model) start(slot uint8) {
	for _, r := range m.reads[Vertex] {
		r.lost = r.lost || r.slot == slot
	}
	m.tables[slot] = m.tables[slot]&0x8000 ^ tableAt(slot) | 0x8000&^m.tables[slot]
	m.cut[slot], m.ready[slot], m.held[slot], m.faults[slot] = false, false, false, 0
	for page := range uint32(modelPages) {
		m.give(slot, page, rapid.IntRange(0, 4).Draw(m.t, "present") > 0)
	}
	m.b.S.Regs[slot][regs.MXUDepthBase], m.b.S.Regs[slot][regs.MXUColorBase] = 3<<pipe.PageShift, 0
	m.b.S.Regs[slot][regs.MXUSurfacePitch] = 256<<16 | 256
	m.tell(pipe.MXUCommand{Kind: pipe.SetSpace, Slot: slot, Addr: m.tables[slot]})
}

// spaceSet is when the MXU has taken a slot's page table.
func (m *model) spaceSet(slot uint8) {
	m.ready[slot] = true
	for frame, f := range m.frames {
		if f.slot == slot && m.now[slot][f.page] != frame {
			f.dead = true
		}
	}
}

// running tells whether a slot's context may use its addresses.
func (m *model) running(slot uint8) bool { return m.ready[slot] && !m.cut[slot] }

// give gives a page another frame, or none.
func (m *model) give(slot uint8, page uint32, present bool) {
	m.now[slot][page] = 0
	word := uint32(0)
	if present {
		frame := uint32(100 + len(m.frames))
		m.now[slot][page], m.frames[frame] = frame, &modelFrame{slot: slot, page: page}
		word = frame<<pipe.PageShift | pipe.PagePresent
	}
	m.words[m.tables[slot]+4*page] = word
}

// run advances the machine and notes which pages may be refused.
func (m *model) run(cycles int) {
	for range cycles {
		for slot := range m.now {
			for page, frame := range m.now[slot] {
				if p := m.b.S.Pins[slot][page]; frame == 0 || p.Count > 0 && uint32(p.Frame) != frame {
					m.absent[slot][page] = m.Cycle()
				}
			}
		}
		m.cycles(1)
	}
}

// toMemory checks where a request goes.
func (m *model) toMemory(_ uint64, r *pipe.MemRequest) {
	if r.Client == Walker {
		return
	}
	frame := r.Addr >> pipe.PageShift
	f := m.frames[frame]
	require.True(m.t, f != nil && !f.dead && f.slot == r.Slot, "%s of slot %d goes to %#x", portNames[r.Client], r.Slot, r.Addr)
	require.True(m.t, m.now[f.slot][f.page] == frame || m.flushes[f.page] == frame || !m.running(f.slot))
	f.inMemory++
	if r.Client == Depth || r.Client == Color {
		require.EqualValues(m.t, r.Tag, f.page)
		require.Equal(m.t, m.at[f.slot][f.page], frame, "a page moves while it is pinned")
		return
	}
	for _, q := range m.reads[r.Client] {
		if q.tag == r.Tag {
			require.Equal(m.t, q.page, f.page)
			q.addr = r.Addr
		}
	}
}

// answered checks that a client's answers come in order, with what memory has, or zeros
// when the context has been cut.
func (m *model) answered(client int, a *pipe.MemAnswer) {
	q := m.reads[client][0]
	m.reads[client] = m.reads[client][1:]
	require.Equal(m.t, q.tag, a.Tag)
	require.Equal(m.t, q.addr, a.Data[0])
	require.True(m.t, q.addr != 0 || q.lost, "zeros")
}

// takeReports takes what the CSP is told.
func (m *model) takeReports(_ uint64, a *pipe.MXUAnswer) {
	switch a.Kind {
	case pipe.PageFault:
		m.faults[a.Slot]++
		require.Equal(m.t, 1, m.faults[a.Slot], "one fault of a context is reported")
	case pipe.PageFlushed:
		page := a.Addr >> pipe.PageShift
		f := m.frames[m.flushes[page]]
		require.Zero(m.t, f.inMemory)
		p := m.b.S.Pins[f.slot][page]
		require.False(m.t, p.Count > 0 && uint32(p.Frame) == m.flushes[page], "it is still pinned")
		f.dead = true
		delete(m.flushes, page)
	default:
		c := m.pinning
		m.pinning = nil
		page := c.Addr >> pipe.PageShift
		if m.judge(c.Slot, a.Kind == pipe.PinFault, page, page+1) {
			m.ranges[c.Slot] = append(m.ranges[c.Slot], page)
		}
	}
}

// pinAnswered takes an answer to the break point.
func (m *model) pinAnswered(_ uint64, a *pipe.PinAnswer) {
	if m.drawn != nil {
		m.drawAnswered(a)
		return
	}
	x := m.asked
	m.asked = nil
	if m.judge(x.slot, a.Fault, x.row, x.row+3) {
		m.tiles = append(m.tiles, x)
	} else {
		m.held[x.slot] = true
	}
}

// drawAnswered takes a draw's pin set: one that draws of the same pages have, or pages that are pinned anew.
func (m *model) drawAnswered(a *pipe.PinAnswer) {
	x := m.drawn
	m.drawn = nil
	var pages []uint32
	for page := x.first; page <= x.last; page++ {
		pages = append(pages, page)
	}
	x.set = a.Set
	for _, y := range m.draws {
		if !a.Fault && y.slot == x.slot && y.set == x.set {
			require.Equal(m.t, *y, *x, "a set is shared by those that need the same")
			m.draws = append(m.draws, x)
			return
		}
	}
	if m.judge(x.slot, a.Fault, pages...) {
		m.draws = append(m.draws, x)
	} else {
		m.held[x.slot] = true
	}
}

// judge checks the answer to a pin of two pages: refused only when one of them may have
// been, else pinned where the page table says, or has said until a flush that is not
// answered.
func (m *model) judge(slot uint8, refused bool, pages ...uint32) (pinned bool) {
	last := uint64(0)
	for _, page := range pages {
		last = max(last, m.absent[slot][page])
		if !refused {
			at := uint32(m.b.S.Pins[slot][page].Frame)
			require.NotZero(m.t, at)
			require.Contains(m.t, []uint32{m.now[slot][page], m.flushes[page]}, at)
			require.True(m.t, m.pins[slot][page] == 0 || m.at[slot][page] == at, "a page moves while it is pinned")
			m.at[slot][page] = at
			m.pins[slot][page]++
		}
	}
	require.True(m.t, !refused || last >= m.since, "refused in cycle %d, all pages are there since %d", m.Cycle(), last)
	return !refused
}
