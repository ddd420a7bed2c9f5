package monitor

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// advance compares an entry with what golden has next. While a restore skips, heads,
// draws and triangles before the cursor come again.
func (mon *Monitor) advance(c *ContextState, t *golden.Trace, i int, e *pipe.Cmd) {
	if c.Pos == len(t.Events) {
		if c.Skipping && replays(c, e) || mon.tailOutside(c, i, e) {
			return
		}
		mon.fail(checkEntryAfterEnd, mon.at, "context %d: %s passes, but golden has finished", i, e.Kind)
		return
	}
	want := &t.Events[c.Pos]
	if c.Skipping && e.Kind == pipe.Head && e.At.Buffer != 0 && e.At.Offset == 0 && cursorOf(&e.At) == c.At && want.Cursor == c.At {
		// A restore enters its DMA buffer again. That golden stops at its first command comes after.
		c.Skipping = false
		return
	}
	if matches(want, e) {
		mon.step(c, t)
		return
	}
	if c.Skipping && replays(c, e) {
		return
	}
	check := checkNextEntry
	if e.Kind == pipe.State || want.Kind == golden.KindState {
		check = checkNextState
	}
	mon.fail(check, mon.at, "context %d: %s %s at %+v passes, golden has %s next", i, e.Kind, stateName(e), e.At, describe(want))
	mon.step(c, t)
}

// tailOutside tells whether an entry is the place of a stop after the last command: the tail was moved out of the ring while
// the context ran, of which golden does not know.
func (mon *Monitor) tailOutside(c *ContextState, i int, e *pipe.Cmd) bool {
	at := mon.v.Image.Contexts[i].Header
	word := func(n uint32) uint32 { return mon.host.Memory().ReadWord(at + 4*n) }
	return mon.v.Spoiled[i] && e.Kind == pipe.Head && cursorOf(&e.At) == c.At &&
		word(regs.ContextHeaderTail) >= word(regs.ContextHeaderRingSize)
}

// step: golden's next event has passed the break point.
func (mon *Monitor) step(c *ContextState, t *golden.Trace) {
	if at := t.Events[c.Pos].Cursor; at != c.At {
		c.At = at
		mon.progressed(c)
	}
	c.Pos++
	c.Skipping, c.Restoring, c.Aborted = false, false, false
	if mon.stopAfter > 0 && mon.s.Contexts[0].Pos >= mon.stopAfter {
		mon.halt()
	}
	mon.passesMark(c.Pos, t)
	mon.Moved()
	for _, fn := range mon.passes {
		fn(t, c.Pos-1)
	}
}

// replays tells whether an entry is one that a restore sends again.
func replays(c *ContextState, e *pipe.Cmd) bool {
	at := cursorOf(&e.At)
	switch e.Kind {
	case pipe.Tri: // instances, primitives and triangles before the cursor's are skipped above
		tile := at
		tile.Tile = c.At.Tile
		return tile == c.At
	case pipe.Head, pipe.Draw:
		return at.Head == c.At.Head && (e.Kind == pipe.Head || at.Buffer == c.At.Buffer) && at.Compare(c.At) <= 0
	}
	return false
}

// mark checks a marker after culled primitives: it may only pass over what golden
// does not draw.
func (mon *Monitor) mark(c *ContextState, t *golden.Trace, i int, e *pipe.Cmd) {
	at := cursorOf(&e.At)
	if c.Pos == len(t.Events) || at.Compare(c.At) <= 0 && !c.Skipping {
		mon.fail(checkMarkerBack, mon.at, "context %d: a marker at %+v, not past the cursor %+v", i, at, c.At)
		return
	}
	if at.Compare(c.At) <= 0 {
		return
	}
	next := &t.Events[c.Pos]
	if next.Kind == golden.KindTile || next.Kind == golden.KindTriangle && next.Cursor.Compare(at) < 0 {
		mon.fail(checkMarkerOver, mon.at, "context %d: a marker at %+v passes over %s", i, at, describe(next))
	}
	c.At, c.Skipping, c.Restoring, c.Aborted = at, false, false, false
	mon.progressed(c)
	mon.Moved()
}

// tile compares a tile that passes with golden's next one. ZL1 takes those before a
// restore's cursor too.
func (mon *Monitor) tile(e *pipe.TileEntry) {
	c, t, i := mon.context(e.Slot, mon.at)
	at := cursorOf(&e.At)
	if c.Skipping && mon.at == "ZL1" && at.Compare(c.At) < 0 {
		return
	}
	if c.Pos == len(t.Events) {
		mon.fail(checkEntryAfterEnd, mon.at, "context %d: tile (%d, %d) passes, but golden has finished", i, e.X, e.Y)
		return
	}
	want := &t.Events[c.Pos]
	if want.Kind != golden.KindTile || want.X != e.X || want.Y != e.Y || want.Mask != e.Mask || want.Cursor.Tile != e.At.Tile+1 {
		mon.fail(checkNextTile, mon.at, "context %d: tile %d at (%d, %d) with mask %016x passes, golden has %s next",
			i, e.At.Tile, e.X, e.Y, e.Mask, describe(want))
	}
	mon.step(c, t)
}

func cursorOf(c *pipe.Cursor) golden.Cursor {
	return golden.Cursor{
		Head: c.Head, Buffer: c.Buffer, Offset: c.Offset, Instance: c.Instance, Primitive: c.Primitive, Triangle: c.Triangle, Tile: c.Tile,
	}
}

// matches tells whether an entry at the break point is golden's event.
func matches(want *golden.Event, e *pipe.Cmd) bool {
	at := cursorOf(&e.At)
	switch want.Kind {
	case golden.KindHead:
		return e.Kind == pipe.Head && at == want.Cursor
	case golden.KindInterruptible:
		return e.Kind == pipe.Interruptible && at == want.Cursor
	case golden.KindState:
		w := e.RegWrite()
		return e.Kind == pipe.State && w.Block == want.Block && w.Reg == want.Reg && w.Value == want.Value && at == want.Cursor
	case golden.KindDraw:
		return e.Kind == pipe.Draw && at == want.Cursor
	case golden.KindTriangle:
		return e.Kind == pipe.Tri && at == want.Cursor
	case golden.KindEndDraw:
		return e.Kind == pipe.EndDraw && at == want.Cursor
	case golden.KindFence:
		w := e.FenceWrite()
		return e.Kind == pipe.Fence && at == want.Cursor && w.Addr == want.Addr && uint64(w.Value) == want.Data
	case golden.KindBlit:
		what := uint8(pipe.BlitFill)
		if want.Copy {
			what = pipe.BlitCopy
		}
		return e.Kind == pipe.Blit && at == want.Cursor && e.Blit() == what
	case golden.KindFlush:
		return e.Kind == pipe.Flush && at == want.Cursor && e.Keeps() == (want.Data == regs.FlushModeInvalidate)
	case golden.KindQuery:
		w := e.QueryWrite()
		return e.Kind == pipe.Query && at == want.Cursor && w.Addr == want.Addr && w.Counter == want.Reg
	}
	return false
}

var kindNames = [...]string{"head", "INTERRUPTIBLE", "state", "draw", "triangle", "tile", "end of draw", "fence", "query", "fill or copy", "flush"}

func describe(e *golden.Event) string {
	text := fmt.Sprintf("%s with cursor %+v", kindNames[e.Kind], e.Cursor)
	switch e.Kind {
	case golden.KindState:
		text = fmt.Sprintf("state %s = %#x, cursor %+v", regs.RegisterName(int(e.Block), int(e.Reg)), e.Value, e.Cursor)
	case golden.KindTile:
		text = fmt.Sprintf("tile at (%d, %d), mask %016x, cursor %+v", e.X, e.Y, e.Mask, e.Cursor)
	}
	return text
}

func stateName(e *pipe.Cmd) string {
	if e.Kind != pipe.State {
		return ""
	}
	w := e.RegWrite()
	return fmt.Sprintf("%s = %#x", regs.RegisterName(int(w.Block), int(w.Reg)), w.Value)
}
