package cluster

import (
	"fmt"
	"slices"

	"tilemark/hw/isa"
	"tilemark/hw/pipe"
)

// request is a thread request that EUP has, or the token of a cut.
type request struct {
	beats []pipe.ThreadBeat
	set   uint8 // pin set of its program
	token bool
}

func (r *request) slot() uint8 { return r.beats[0].Slot }

// cuts are what the surroundings do as EUP and as operating system: contexts are cut, at any time or because a page is missing, the page is brought, and
// work that was cancelled is sent again.
type cuts struct {
	every  int // cycles from one cut to the next, at most; 0: nothing is cut
	most   int // cuts that are not for a page
	absent int // percent of the pages that are not in memory at first
	slots  [pipe.Slots]cutSlot
	pins   map[lineOf]bool // of lines that are written to
	wrong  error           // the first thing that is wrong
	unsent func(slot, set uint8)
}

// cutSlot is a context slot.
type cutSlot struct {
	at     uint64          // cycle of the next cut; 0: none is to come
	drains bool            // it is cut, and some cluster has threads above the break point left
	raise  bool            // its line is to be raised
	left   bool            // this cluster has no threads above the break point left
	live   int             // requests from above the break point that PM has, or has begun to get
	pages  map[uint32]bool // that were asked for; true: it is not in memory
}

// cutting tells whether a slot's threads are being cancelled.
func (c *cuts) cutting() bool { return c.slots[0].drains || c.slots[1].drains }

// decideCuts says which contexts are cut in the next cycle: those whose time has come, in all clusters at once.
func (b *Bench) decideCuts() {
	s, cycle := b.around, b.Cycle()+1
	if s.every == 0 || s.expected == 0 { // nothing has begun
		return
	}
	for slot := range s.slots {
		switch c := &s.slots[slot]; {
		case c.drains, s.system != nil && s.system.pinned[slot]:
		case c.at == 0 && s.most > 0:
			c.at = cycle + 1 + uint64(s.r.IntN(s.every))
			s.most--
		case c.at > 0 && c.at <= cycle:
			c.at = 0
			for _, m := range b.mates {
				c := &m.around.slots[slot]
				c.drains, c.raise, c.left = true, true, false
			}
		}
	}
}

// cut cuts contexts.
func (s *surround) cut() {
	for n := range s.slots {
		if c, slot := &s.slots[n], uint8(n); c.raise {
			c.raise = false
			s.P.Cancel[slot].Raise()
			s.discard(slot)
		}
	}
}

// discard has EUP send the token in place of the requests of a slot that it has not begun to send, and in place of the calls for results.
func (s *surround) discard(slot uint8) {
	list := []request{{beats: []pipe.ThreadBeat{pipe.CutBeat(slot)}, token: true}}
	for _, r := range s.threads[pipe.Above] {
		if r.token || r.slot() != slot {
			list = append(list, r)
			continue
		}
		s.expected--
		s.unsent(slot, r.set)
	}
	s.threads[pipe.Above] = list
	calls := &s.finished[pipe.Above]
	*calls = append(slices.DeleteFunc(*calls, func(c pipe.ResultCall) bool { return c.Slot == slot }), pipe.ResultCall{Slot: slot, Cut: true})
}

// discarded notes a thread request that PM has discarded for a cut.
func (b *Bench) discarded(h *pipe.ThreadHead) {
	if h.Stage != isa.StageVertex || !b.around.slots[h.Slot].drains {
		b.around.fail("work %d is discarded, and its context is not cut above the break point", h.Work)
	}
	b.cancels++
	b.cancelled[h.Slot] = append(b.cancelled[h.Slot], b.sets[h.Slot][h.Set])
}

// putRequest sends a beat of a thread request.
func (s *surround) putRequest(side int) {
	now, list := &s.sending[side], &s.threads[side]
	if len(now.beats) == 0 {
		if len(*list) == 0 {
			return
		}
		*now, *list = (*list)[0], (*list)[1:]
		if side == pipe.Above && !now.token {
			s.slots[now.slot()].live++
		}
	}
	put(s, &s.P.EUPPM[side], &now.beats)
}

// freed takes the end of a thread, or of a cut: pages that were missing have come, and the slot's context goes on.
func (s *surround) freed(f pipe.ThreadFree) {
	c := &s.slots[f.Slot]
	switch {
	case f.Kind == pipe.ResultsDone && f.Side == pipe.Above && c.drains: // it is cancelled
	case f.Kind == pipe.ResultsDone:
		s.finished[f.Side] = append(s.finished[f.Side], pipe.ResultCall{Slot: f.Slot, Work: f.Work})
	case f.Kind == pipe.NothingLeft && c.live != 0:
		s.fail("slot %d is said to be left by a cut, and has %d threads above the break point", f.Slot, c.live)
	case f.Kind == pipe.NothingLeft:
		c.left = true
	default:
		s.gone++
		if f.Side == pipe.Above {
			c.live--
		}
	}
}

// drain looks whether contexts that are cut have nothing left in any cluster.
func (b *Bench) drain() {
	for slot := range uint8(pipe.Slots) {
		left := b.around.slots[slot].drains
		for _, m := range b.mates {
			left = left && m.around.slots[slot].left
		}
		switch {
		case !left:
		case b.system == nil:
			b.resume(slot)
		case b.system.slots[slot].phase == runs:
			b.system.slots[slot].phase = drained
		}
	}
}

// resume has a slot's context go on after a cut.
func (b *Bench) resume(slot uint8) {
	for _, m := range b.mates {
		c := &m.around.slots[slot]
		c.drains, c.left = false, false
		for page := range c.pages {
			c.pages[page] = false
		}
		if !b.cfg.Quiet {
			m.resend(slot)
		}
	}
}

// lacks tells whether the page of a read from above the break point is not in memory. Its context is cut then, sooner or later.
func (s *surround) lacks(cycle uint64, r *pipe.MemRequest) bool {
	c, page := &s.slots[r.Slot], r.Addr>>pipe.PageShift
	missing, known := c.pages[page]
	if !known {
		if c.pages == nil {
			c.pages = map[uint32]bool{}
		}
		missing = s.r.IntN(100) < s.absent
		c.pages[page] = missing
	}
	if missing && !c.drains && c.at == 0 {
		c.at = cycle + 1 + uint64(s.r.IntN(s.every))
	}
	return missing
}

// pin checks that a line has a pin while it is written to, from the first store to its write-back, and that alone.
func (s *surround) pin(r *pipe.MemRequest) {
	l := lineOf{r.Slot, r.Addr / pipe.LineBytes}
	switch r.Op {
	case pipe.Pin:
	case pipe.Write, pipe.Release:
		if r.Op == pipe.Write && !r.Evict {
			s.unpinned(l, "is written without giving its pin up")
		}
	default:
		return
	}
	if had := s.pins[l]; had == (r.Op == pipe.Pin) {
		s.unpinned(l, map[bool]string{true: "is pinned twice", false: "is written back or forgotten, and has no pin"}[had])
	}
	if s.pins[l] = r.Op == pipe.Pin; r.Op != pipe.Pin {
		delete(s.pins, l)
	}
}

func (s *surround) unpinned(l lineOf, what string) {
	s.fail("line %#x of slot %d %s", l.line, l.slot, what)
}

// fail keeps the first thing that is wrong.
func (s *surround) fail(format string, args ...any) {
	if s.wrong == nil {
		s.wrong = fmt.Errorf("cycle %d: %s", s.Domain().Cycle(), fmt.Sprintf(format, args...))
	}
}
