package mxu

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Random page tables that change, reads, tiles, pins of the CSP, cuts and new contexts, with
// answers that are not taken at once: everything goes where the model says, and all ends.
func TestMXUBehavesLikeItsModel(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		m := newModel(rt, t)
		for range rapid.IntRange(1, 150).Draw(rt, "steps") {
			m.step()
			m.run(rapid.IntRange(0, 6).Draw(rt, "cycles"))
		}
		m.end()
	})
}

func (m *model) step() {
	slot := rapid.Uint8Range(0, pipe.Slots-1).Draw(m.t, "slot")
	page := rapid.Uint32Range(0, modelPages-1).Draw(m.t, "page")
	switch rapid.IntRange(0, 13).Draw(m.t, "what") {
	case 0, 1:
		m.readSome(DMARead, slot, page)
	case 2, 3:
		m.readSome(Vertex, slot, page)
	case 4, 5:
		m.askTile(slot, page%3)
	case 6, 7:
		m.workOnTile()
	case 8:
		m.pinRange(slot, page)
	case 9:
		m.change(slot, page)
	case 10:
		if m.cut[slot] {
			m.giveUp(slot)
			m.restart(slot)
		} else if rapid.IntRange(0, 3).Draw(m.t, "rarely") == 0 {
			m.release(slot)
		}
	case 12:
		m.askDraw(slot, page%2, page/3)
	case 13:
		m.endDraw()
	case 11:
		shut := rapid.Bool().Draw(m.t, "shut")
		*[]*bool{&m.answers.Shut, &m.pinned.Shut, &m.ans[DMARead].Shut, &m.ans[Vertex].Shut, &m.mem.Shut}[page%5] = shut
	}
}

func (m *model) readSome(client int, slot uint8, page uint32) {
	if !m.running(slot) {
		return
	}
	m.tags++
	addr := page<<pipe.PageShift | uint32(m.tags)<<6&0xffff
	m.reads[client] = append(m.reads[client], &modelRead{slot: slot, page: page, tag: m.tags})
	m.req[client].Queue = append(m.req[client].Queue, pipe.MemRequest{Op: pipe.Read, Slot: slot, Addr: addr, Tag: m.tags})
}

func (m *model) askTile(slot uint8, row uint32) {
	if !m.running(slot) || m.held[slot] || m.waiting() {
		return
	}
	m.asked, m.since = &modelTile{slot: slot, row: row}, m.Cycle()
	m.ask(pipe.PinTile(slot, 0, uint16(row)))
}

// waiting tells whether a pin is asked for and not answered.
func (m *model) waiting() bool { return m.asked != nil || m.drawn != nil || m.pinning != nil }

// askDraw asks for a draw's textures, so many pages and one.
func (m *model) askDraw(slot uint8, first, more uint32) {
	if !m.running(slot) || m.held[slot] || m.waiting() {
		return
	}
	m.drawn, m.since = &modelDraw{slot: slot, first: first, last: first + more}, m.Cycle()
	m.set(slot, regs.BlockBIND, regs.BINDTexture0Base, first<<pipe.PageShift+0x100)
	m.set(slot, regs.BlockBIND, regs.BINDTexture0Bytes, more<<pipe.PageShift+64)
	m.ask(pipe.PinRequest{Kind: pipe.Draw, Slot: slot})
}

// endDraw ends the oldest draw.
func (m *model) endDraw() {
	if len(m.draws) == 0 {
		return
	}
	x := m.draws[0]
	m.draws = m.draws[1:]
	m.req[Color].Queue = append(m.req[Color].Queue, pipe.MemRequest{Op: pipe.UnpinSet, Slot: x.slot, Set: x.set})
	for _, y := range m.draws {
		if *y == *x {
			return
		}
	}
	for page := x.first; page <= x.last; page++ {
		m.pins[x.slot][page]--
	}
}

// workOnTile reads a line of a tile, gives one up, or retires the tile.
func (m *model) workOnTile() {
	if len(m.tiles) == 0 {
		return
	}
	x := m.tiles[rapid.IntRange(0, len(m.tiles)-1).Draw(m.t, "tile")]
	which := rapid.IntRange(0, 1).Draw(m.t, "surface")
	switch what := rapid.IntRange(0, 2).Draw(m.t, "work"); {
	case what == 0 && !x.retired[which]:
		m.line(x, which, pipe.MemRequest{Op: pipe.Read}, 1)
	case what == 1 && x.lines[which] > 0:
		m.line(x, which, pipe.MemRequest{Op: pipe.Write, Evict: true}, -1)
	case x.lines[which] > 0:
		m.line(x, which, pipe.MemRequest{Op: pipe.Release}, -1)
	default:
		m.retire(x, which)
	}
}

// line sends a request for a line of a tile, which adds so many pins.
func (m *model) line(x *modelTile, which int, r pipe.MemRequest, pins int) {
	page := x.row + 3*uint32(which)
	client := [2]int{Color, Depth}[which]
	r.Slot, r.Addr, r.Tag = x.slot, page<<pipe.PageShift, uint16(page)
	m.req[client].Queue = append(m.req[client].Queue, r)
	x.lines[which] += pins
	m.pins[x.slot][page] += pins
}

// retire gives up a tile's pin, and forgets the tile when nothing of it is left.
func (m *model) retire(x *modelTile, which int) {
	if !x.retired[which] {
		x.retired[which] = true
		m.line(x, which, pipe.MemRequest{Op: pipe.Unpin}, -1)
		x.lines[which]++ // it was none
	}
	for i, y := range m.tiles {
		if y == x && x.retired == [2]bool{true, true} && x.lines == [2]int{} {
			m.tiles = append(m.tiles[:i], m.tiles[i+1:]...)
			return
		}
	}
}

// pinRange pins a page and its neighbour for the CSP, or gives them up.
func (m *model) pinRange(slot uint8, page uint32) {
	if n := len(m.ranges[slot]); n > 0 && rapid.Bool().Draw(m.t, "give up") {
		m.unpinRange(slot, m.ranges[slot][n-1])
		return
	}
	if !m.running(slot) || m.waiting() || page == modelPages-1 {
		return
	}
	c := pipe.MXUCommand{Kind: pipe.PinPages, Slot: slot, Addr: page<<pipe.PageShift + 0x8000, Bytes: 0x10000}
	m.pinning, m.since = &c, m.Cycle()
	m.tell(c)
}

func (m *model) unpinRange(slot uint8, page uint32) {
	m.ranges[slot] = m.ranges[slot][:len(m.ranges[slot])-1]
	m.pins[slot][page]--
	m.pins[slot][page+1]--
	m.tell(pipe.MXUCommand{Kind: pipe.UnpinPages, Slot: slot, Addr: page<<pipe.PageShift + 0x8000, Bytes: 0x10000})
}

// change has the CPU change a word of a page table, and tell of it when the page was there.
func (m *model) change(slot uint8, page uint32) {
	if !m.running(slot) || m.flushes[page] != 0 || len(m.flushes) == pipe.MaxFlushes {
		return
	}
	old := m.now[slot][page]
	m.give(slot, page, rapid.Bool().Draw(m.t, "present"))
	if old != 0 {
		m.flushes[page] = old
		m.tell(flushOf(page, old))
	}
}

// release cuts a slot's context, when the break point waits for no answer.
func (m *model) release(slot uint8) {
	if !m.running(slot) || m.waiting() {
		return
	}
	m.cut[slot] = true
	for _, client := range mayFault {
		for _, r := range m.reads[client] {
			r.lost = r.lost || r.slot == slot
		}
	}
	m.tell(pipe.MXUCommand{Kind: pipe.ReleaseSlot, Slot: slot})
}

// restart starts the next context in a slot when nothing of the one before is left.
func (m *model) restart(slot uint8) {
	if !m.cut[slot] || len(m.flushes) > 0 || len(m.ranges[slot]) > 0 {
		return
	}
	for _, x := range m.tiles {
		if x.slot == slot {
			return
		}
	}
	for _, x := range m.draws {
		if x.slot == slot {
			return
		}
	}
	for _, r := range m.reads[DMARead] {
		if r.slot == slot {
			return
		}
	}
	if m.b.S.Pins[slot] == [pipe.TablePages]pin{} && len(m.commands.Queue) == 0 {
		m.start(slot)
	}
}

// end lets everything come to its end: parked reads by cutting their contexts.
func (m *model) end() {
	for _, shut := range []*bool{&m.answers.Shut, &m.pinned.Shut, &m.ans[DMARead].Shut, &m.ans[Vertex].Shut, &m.mem.Shut} {
		*shut = false
	}
	m.drain()
	for m.drawn != nil && len(m.draws) > 0 { // it waits for a free number
		m.endDraw()
		m.drain()
	}
	require.False(m.t, m.waiting(), "every pin is answered")
	for _, client := range mayFault {
		if len(m.reads[client]) > 0 {
			r := m.reads[client][0]
			require.True(m.t, m.faults[r.slot] == 1 && !m.cut[r.slot], "%s waits without a fault", portNames[client])
		}
	}
	m.release(0)
	m.release(1)
	m.drain()
	require.Empty(m.t, append(m.reads[DMARead], m.reads[Vertex]...), "%s", m.b.Line())
	for slot := range m.pins {
		for page, n := range m.pins[slot] {
			require.Equal(m.t, n, m.world.pins(uint8(slot), uint32(page)))
		}
	}
	m.giveUp(0)
	m.giveUp(1)
	m.drain()
	require.Empty(m.t, m.flushes, "every flush is answered")
	require.Equal(m.t, [pipe.Slots][pipe.TablePages]pin{}, m.b.S.Pins)
	require.Zero(m.t, m.b.inFlight())
}

// drain runs until nothing has moved for longer than memory takes.
func (m *model) drain() {
	for quiet := 0; quiet < 100; quiet++ {
		was := m.traffic()
		m.run(1)
		if m.traffic() != was {
			quiet = 0
		}
	}
}

func (m *model) traffic() (n int) {
	for client := range m.ans {
		n += len(m.ans[client].Got) + len(m.req[client].Queue) + m.req[client].F.Len()
	}
	return n + len(m.mem.Got) + len(m.answers.Got) + len(m.pinned.Got)
}

// giveUp retires a slot's tiles, and gives up what the CSP has pinned.
func (m *model) giveUp(slot uint8) {
	for _, x := range append([]*modelTile{}, m.tiles...) {
		for which := 0; which < 2 && x.slot == slot; which++ {
			for x.lines[which] > 0 {
				m.line(x, which, pipe.MemRequest{Op: pipe.Release}, -1)
			}
			m.retire(x, which)
		}
	}
	for len(m.draws) > 0 {
		m.endDraw()
	}
	for n := len(m.ranges[slot]); n > 0; n-- {
		m.unpinRange(slot, m.ranges[slot][n-1])
	}
}
