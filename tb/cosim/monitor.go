package cosim

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw"
	"tilemark/hw/blocks/breakpoint"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/blocks/mxu"
	"tilemark/hw/blocks/wbu"
	"tilemark/hw/blocks/zl2"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// contextState is how far a context is, seen from the break point.
type contextState struct {
	Pos        int // events of golden that have passed the break point
	Saved      int // Pos of the last save area, -1: none yet
	SavedAt    golden.Cursor
	At         golden.Cursor // the cursor; a marker may move it past the last event's
	Skipping   bool          // restored, and nothing at or past the cursor seen
	Reached    bool          // the break point has reported RESUMED
	Started    bool          // it has run
	State      int           // events up to here were looked at for committed state
	Tile       int           // events up to here were looked at for tested tiles
	Fragment   int32         // next fragment to be tested
	Blend      int           // the same for blended pixels
	Pixel      int32
	Write      int    // events up to here were looked at for fence and query writes
	Blit       int    // the same for fills and copies
	BlitPixels int32  // written of the one that C2D executes
	BlitSum    uint64 // their marks
	Blitting   bool   // C2D executes it
	Head       uint32 // last head written to memory
	HeadAt     int    // events up to here were looked at for it
	HeadWrites uint32
	HeadMoves  uint32 // heads reported by the break point that must be written
	Runs       uint32
	TakenBack  bool // SKIP and NULL were written in this run
	Leaving    bool // its end was sent in this run
}

// monitorState is everything that the monitors remember: plain data, copied with a
// snapshot.
type monitorState struct {
	Contexts   [MaxContexts]contextState
	Slot       [2]int8 // context in each slot, -1: none
	Cutting    bool    // the break point has seen the line and not yet INT_END
	Pulsed     bool    // the line was raised in this cycle
	PulseAt    uint64
	Tokens     [numTokenFifos]tokenState
	Ended      uint32 // contexts whose end was sent
	Cuts       uint32
	CutTokens  uint32 // tokens that each FIFO has seen when the last cut's has passed
	TGInts     uint32
	Ignored    uint32 // interrupts that found nothing to cut
	Resumes    uint32
	DMA        [2]uint32 // writes of the DMA block, by slot, that memory has not answered
	BlitWrites [2]uint32 // writes of C2D that memory has not answered, by slot
	LastMove   uint64    // cycle of the last progress, for the watchdog
	Overdue    uint64    // since when an interrupt could have been served; 0: none waits
	Worst      uint64    // longest time from line to INT_END's leaving the break point
}

// Monitor watches a machine.
type Monitor struct {
	m     *hw.Machine
	v     *Vector
	s     monitorState
	log   *Log
	area  []byte
	limit uint64 // bound of the discard loops, in cycles
	at    string // the break point

	stopAt      int  // stop the run when the first context has passed this event; 0: never
	stopResume  bool // stop the run when a restore has reached its cursor
	stopRestore bool // stop the run when a context starts from its save area
	restored    bool // one has
}

// Attach puts monitors on a machine that will run a vector.
func Attach(m *hw.Machine, v *Vector) *Monitor {
	mon := &Monitor{m: m, v: v, area: make([]byte, regs.SaveAreaBytes), limit: Bounds(&m.Config, v.height()).Discard}
	mon.s.Slot = [2]int8{-1, -1}
	for i := range mon.s.Contexts {
		mon.s.Contexts[i].Saved = -1
	}
	for i := range v.Traces {
		mon.s.Contexts[i].At.Head = mon.headerWord(i, 0)
		mon.s.Contexts[i].Head = mon.headerWord(i, 0)
	}
	t := m.Taps()
	mon.watchTokens(&t)
	t.Int.OnPulse(mon.pulse)
	mon.watchBreakPoint(&t)
	t.PathA.OnPut(mon.report)
	t.MemReq.OnPut(mon.memory)
	t.MemAns.OnPut(mon.memoryAnswer)
	t.Tested.Watch(mon.tested)
	t.Blended.Watch(mon.blended)
	t.Written.Watch(mon.written)
	t.Blits.OnPut(mon.blitCommand)
	t.PathB.OnPut(mon.blitReady)
	t.Events.Watch(mon.event)
	return mon
}

func (mon *Monitor) fail(rule, where, format string, args ...any) {
	mon.m.Break(rule, where, format, args...)
}

func (mon *Monitor) headerWord(context, word int) uint32 {
	return mon.m.Memory.ReadWord(mon.v.Image.Contexts[context].Header + 4*uint32(word))
}

// context returns the context in a slot.
func (mon *Monitor) context(slot uint8, where string) (*contextState, *golden.Trace, int) {
	i := mon.s.Slot[slot&1]
	if i < 0 {
		mon.fail("C1", where, "work of slot %d, which holds no context", slot)
	}
	return &mon.s.Contexts[i], mon.v.Traces[i], int(i)
}

func (mon *Monitor) moved() { mon.s.LastMove = mon.m.Cycle() }

// pulse: the line was raised; its readers see it in the next cycle.
func (mon *Monitor) pulse(cycle uint64) {
	s := &mon.s
	if s.Pulsed || s.Cutting {
		mon.fail("T9", "INT", "the line is raised while INT_END of the last cut is above the break point")
	}
	s.Pulsed, s.PulseAt = true, cycle
	s.Cuts++
	s.CutTokens = s.Ended + 1
}

// seen tells whether the break point has seen the line by now.
func (mon *Monitor) seen(cycle uint64) bool {
	if mon.s.Pulsed && cycle > mon.s.PulseAt {
		mon.s.Pulsed, mon.s.Cutting = false, true
	}
	return mon.s.Cutting
}

// watchBreakPoint watches what the break point takes, which passes it, unless it has
// seen the line; a tile passes TG when it is put into the TG_FIFO.
func (mon *Monitor) watchBreakPoint(t *hw.Taps) {
	if mon.m.Config.Place() == breakpoint.AtZL1 {
		mon.at = "ZL1"
		t.Tiles.OnTake(func(cycle uint64, e *pipe.TileEntry) {
			if e.Kind == pipe.Tile && !mon.seen(cycle) {
				mon.tile(e)
			} else {
				mon.passed(cycle, &e.Cmd)
			}
		})
		t.Tiles.OnPut(func(cycle uint64, e *pipe.TileEntry) {
			mon.log.tile(cycle, e.Kind)
			mon.overdue()
			if e.Kind == pipe.TGInt {
				mon.fail("T6", "TG_FIFO", "TG_INT is sent, but the break point is ZL1")
			}
		})
		return
	}
	mon.at = "TG"
	t.Spans.OnTake(func(cycle uint64, e *pipe.SpanEntry) { mon.passed(cycle, &e.Cmd) })
	t.Tiles.OnPut(mon.tilePut)
}

// passed is called for each entry that the break point takes, but for tiles.
func (mon *Monitor) passed(cycle uint64, e *pipe.Cmd) {
	if mon.seen(cycle) {
		if e.Kind == pipe.IntEnd {
			mon.s.Cutting = false
			mon.discardEnded(cycle)
		} else if mon.at == "TG" && mon.s.TGInts != mon.s.Cuts {
			mon.fail("T6", "TG", "%s is discarded before TG_INT was sent", e.Kind)
		}
		return
	}
	c, t, i := mon.context(e.Slot, mon.at)
	switch e.Kind {
	case pipe.Span, pipe.IntEnd, pipe.Resume, pipe.Stats:
		return
	case pipe.State:
		if e.Restored {
			return
		}
	case pipe.TriEnd:
		if c.Pos < len(t.Events) && t.Events[c.Pos].Kind == golden.KindTile && !c.Skipping {
			mon.fail("P3", mon.at, "context %d: the triangle ends, but golden has tile %s", i, describe(&t.Events[c.Pos]))
		}
		return
	case pipe.Mark:
		mon.mark(c, t, i, e)
		return
	}
	mon.advance(c, t, i, e)
}

// advance compares an entry with what golden has next. While a restore skips, heads,
// draws and triangles before the cursor come again.
func (mon *Monitor) advance(c *contextState, t *golden.Trace, i int, e *pipe.Cmd) {
	if c.Pos == len(t.Events) {
		if c.Skipping && replays(c, e) {
			return
		}
		mon.fail("P3", mon.at, "context %d: %s passes, but golden has finished", i, e.Kind)
	}
	want := &t.Events[c.Pos]
	if matches(want, e) {
		mon.step(c, want)
		return
	}
	if c.Skipping && replays(c, e) {
		return
	}
	rule := "P3"
	if e.Kind == pipe.State || want.Kind == golden.KindState {
		rule = "S9"
	}
	mon.fail(rule, mon.at, "context %d: %s %s at %+v passes, golden has %s next", i, e.Kind, stateName(e), e.At, describe(want))
}

func (mon *Monitor) step(c *contextState, e *golden.Event) {
	c.Pos++
	c.At = e.Cursor
	c.Skipping = false
	if mon.stopAt > 0 && mon.s.Contexts[0].Pos >= mon.stopAt {
		mon.m.Stop()
	}
	mon.moved()
}

// replays tells whether an entry is one that a restore sends again.
func replays(c *contextState, e *pipe.Cmd) bool {
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

// mark checks a marker behind culled primitives: it may only pass over what golden
// does not draw.
func (mon *Monitor) mark(c *contextState, t *golden.Trace, i int, e *pipe.Cmd) {
	at := cursorOf(&e.At)
	if c.Pos == len(t.Events) || at.Compare(c.At) <= 0 && !c.Skipping {
		mon.fail("S8", mon.at, "context %d: a marker at %+v behind the cursor %+v", i, at, c.At)
	}
	if at.Compare(c.At) <= 0 {
		return
	}
	next := &t.Events[c.Pos]
	if next.Kind == golden.KindTile || next.Kind == golden.KindTriangle && next.Cursor.Compare(at) < 0 {
		mon.fail("P3", mon.at, "context %d: a marker at %+v passes over %s", i, at, describe(next))
	}
	c.At, c.Skipping = at, false
	mon.moved()
}

// tilePut is called for each entry that TG puts into the TG_FIFO.
func (mon *Monitor) tilePut(cycle uint64, e *pipe.TileEntry) {
	mon.log.tile(cycle, e.Kind)
	mon.overdue()
	switch e.Kind {
	case pipe.TGInt:
		if mon.s.TGInts++; mon.s.TGInts != mon.s.Cuts {
			mon.fail("T6", "TG_FIFO", "TG_INT number %d after %d cuts", mon.s.TGInts, mon.s.Cuts)
		}
	case pipe.IntEnd:
		if mon.s.TGInts != mon.s.Cuts {
			mon.fail("T6", "TG_FIFO", "INT_END leaves the break point without TG_INT before it")
		}
	case pipe.Tile:
		if mon.seen(cycle) {
			mon.fail("T6", "TG_FIFO", "a tile passes the break point after the line was seen")
		}
		mon.tile(e)
	}
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
		mon.fail("P3", mon.at, "context %d: tile (%d, %d) passes, but golden has finished", i, e.X, e.Y)
	}
	want := &t.Events[c.Pos]
	if want.Kind != golden.KindTile || want.X != e.X || want.Y != e.Y || want.Mask != e.Mask || want.Cursor.Tile != e.At.Tile+1 {
		mon.fail("P3", mon.at, "context %d: tile %d at (%d, %d) with mask %016x passes, golden has %s next",
			i, e.At.Tile, e.X, e.Y, e.Mask, describe(want))
	}
	mon.step(c, want)
}

// discardEnded: INT_END of a cut has reached the break point.
func (mon *Monitor) discardEnded(cycle uint64) {
	took := cycle - mon.s.PulseAt
	mon.s.Worst = max(mon.s.Worst, took)
	if took > mon.limit {
		mon.fail("T5", mon.at, "discarding took %d cycles, the bound is %d", took, mon.limit)
	}
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
		return e.Kind == pipe.State && e.Block == want.Block && e.Reg == want.Reg && e.Value == want.Value && at == want.Cursor
	case golden.KindDraw:
		return e.Kind == pipe.Draw && at == want.Cursor
	case golden.KindTriangle:
		return e.Kind == pipe.Tri && at == want.Cursor
	case golden.KindEndDraw:
		return e.Kind == pipe.EndDraw && at == want.Cursor
	case golden.KindFence:
		return e.Kind == pipe.Fence && at == want.Cursor && e.Addr == want.Addr && uint64(e.Value) == want.Data
	case golden.KindBlit:
		what := uint32(pipe.BlitFill)
		if want.Copy {
			what = pipe.BlitCopy
		}
		return e.Kind == pipe.Blit && at == want.Cursor && e.Value == what
	case golden.KindQuery:
		return e.Kind == pipe.Query && at == want.Cursor && e.Addr == want.Addr && e.Reg == want.Reg
	}
	return false
}

var kindNames = [...]string{"head", "INTERRUPTIBLE", "state", "draw", "triangle", "tile", "end of draw", "fence", "query", "fill or copy"}

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
	return fmt.Sprintf("%s = %#x", regs.RegisterName(int(e.Block), int(e.Reg)), e.Value)
}

// tested compares a fragment of ZL2 with golden's next one.
func (mon *Monitor) tested(f *zl2.Fragment) {
	c, t, i := mon.context(f.Slot, "ZL2")
	if !mon.nextFragment(c, t) {
		mon.fail("P2", "ZL2", "context %d: fragment (%d, %d) is tested, but every committed tile is complete", i, f.X, f.Y)
	}
	if f.Rejected {
		mon.rejected(c, t, i, f)
		return
	}
	g := &t.Fragments[c.Fragment]
	old, now := f.Old, f.New
	if g.X != f.X || g.Y != f.Y || g.Pass != f.Pass || !mon.v.tiles[i][c.Tile].noDepth && (g.ZOld != old || g.ZNew != now) {
		mon.fail("P4", "ZL2", "context %d: fragment (%d, %d) pass %t, Z %08x to %08x; golden has (%d, %d) pass %t, Z %08x to %08x",
			i, f.X, f.Y, f.Pass, old, now, g.X, g.Y, g.Pass, g.ZOld, g.ZNew)
	}
	c.Fragment++
}

// rejected checks a tile that hierarchical Z rejected: golden tests all its fragments,
// and all fail (P9).
func (mon *Monitor) rejected(c *contextState, t *golden.Trace, i int, f *zl2.Fragment) {
	e := &t.Events[c.Tile]
	if e.X != f.X>>3 || e.Y != f.Y>>3 || c.Fragment != e.First {
		mon.fail("P4", "ZL1", "context %d: the tile at (%d, %d) is rejected, golden has %s next", i, f.X>>3, f.Y>>3, describe(e))
	}
	for ; c.Fragment < e.First+e.Count; c.Fragment++ {
		if g := &t.Fragments[c.Fragment]; g.Pass || g.ZOld != g.ZNew {
			mon.fail("P9", "ZL1", "context %d: the tile at (%d, %d) is rejected, but pixel (%d, %d) passes in golden", i, e.X, e.Y, g.X, g.Y)
		}
	}
}

// blended compares a pixel of WBU with golden's next one.
func (mon *Monitor) blended(p *wbu.Pixel) {
	c, t, i := mon.context(p.Slot, "WBU")
	if !mon.nextPixel(c, t, i) {
		mon.fail("P2", "WBU", "context %d: pixel (%d, %d) is written, but every committed tile is complete", i, p.X, p.Y)
	}
	g := &t.Fragments[c.Pixel]
	if g.X != p.X || g.Y != p.Y || g.COld != p.Old || g.CNew != p.New {
		mon.fail("P4", "WBU", "context %d: pixel (%d, %d) %08x to %08x; golden has (%d, %d) %08x to %08x",
			i, p.X, p.Y, p.Old, p.New, g.X, g.Y, g.COld, g.CNew)
	}
	c.Pixel++
}

// nextPixel moves to the next fragment that must be written, among committed tiles.
func (mon *Monitor) nextPixel(c *contextState, t *golden.Trace, i int) bool {
	for c.Blend < c.Pos {
		e := &t.Events[c.Blend]
		if e.Kind == golden.KindTile && !mon.v.tiles[i][c.Blend].noColor {
			c.Pixel = max(c.Pixel, e.First)
			for ; c.Pixel < e.First+e.Count; c.Pixel++ {
				if t.Fragments[c.Pixel].Colored {
					return true
				}
			}
		}
		c.Blend++
	}
	return false
}

// nextFragment moves to the next fragment that must be tested, among committed tiles.
func (mon *Monitor) nextFragment(c *contextState, t *golden.Trace) bool {
	for ; c.Tile < c.Pos; c.Tile++ {
		e := &t.Events[c.Tile]
		if e.Kind == golden.KindTile {
			c.Fragment = max(c.Fragment, e.First)
			for ; c.Fragment < e.First+e.Count; c.Fragment++ {
				if t.Fragments[c.Fragment].Tested {
					return true
				}
			}
		}
	}
	return false
}

// written compares a fence or query write with golden's next one.
func (mon *Monitor) written(w *wbu.Store) {
	c, t, i := mon.context(w.Slot, "WBU")
	for c.Write < c.Pos && t.Events[c.Write].Kind != golden.KindFence && t.Events[c.Write].Kind != golden.KindQuery {
		c.Write++
	}
	if c.Write >= c.Pos {
		mon.fail("P7", "WBU", "context %d: a write of %#x to %#x that was not committed", i, w.Value, w.Addr)
	}
	e := &t.Events[c.Write]
	if e.Addr != w.Addr || e.Data != w.Value || (e.Kind == golden.KindQuery) != w.Query {
		mon.fail("P7", "WBU", "context %d: writes %#x to %#x, golden writes %#x to %#x", i, w.Value, w.Addr, e.Data, e.Addr)
	}
	if !w.Query && mon.m.WBU.S.Cache.Writes > 1 {
		mon.fail("C7", "WBU", "context %d: a fence is written while %d writes before it are not answered", i, mon.m.WBU.S.Cache.Writes-1)
	}
	if c.Blitting {
		mon.fail("C7", "WBU", "context %d: a fence is written while a fill or copy before it is executed", i)
	}
	if !w.Query && mon.m.WBU.S.Cache.Valid != 0 {
		mon.fail("C7", "WBU", "context %d: a fence is written while pixels before it are in the cache", i)
	}
	c.Write++
	mon.moved()
}

// report watches datapath A: each state write is committed once, in order, and the
// cursor is golden's.
func (mon *Monitor) report(_ uint64, r *pipe.Report) {
	switch r.Kind {
	case pipe.Committed:
		c, t, i := mon.context(r.Slot, "datapath A")
		for c.State < len(t.Events) && t.Events[c.State].Kind != golden.KindState {
			c.State++
		}
		if c.State >= c.Pos+1 || c.State == len(t.Events) {
			mon.fail("S9", "datapath A", "context %d: %s = %#x is committed, but has not passed the break point",
				i, regs.RegisterName(int(r.Block), int(r.Reg)), r.Value)
		}
		e := &t.Events[c.State]
		if e.Block != r.Block || e.Reg != r.Reg || e.Value != r.Value {
			mon.fail("S9", "datapath A", "context %d: %s = %#x is committed, golden has %s", i,
				regs.RegisterName(int(r.Block), int(r.Reg)), r.Value, describe(e))
		}
		c.State++
		mon.moved()
	case pipe.BlitDone:
		mon.blitDone(r)
	case pipe.HeadMoved:
		c, _, _ := mon.context(r.Slot, "datapath A")
		c.HeadMoves++
	case pipe.Resumed:
		c, _, i := mon.context(r.Slot, "datapath A")
		if c.Reached || cursorOf(&r.At) != c.At {
			mon.fail("S7", "datapath A", "context %d: RESUMED at %+v, the restore's cursor is %+v", i, r.At, c.At)
		}
		c.Reached = true
		if mon.s.Resumes++; mon.stopResume {
			mon.m.Stop()
		}
	case pipe.CutAt:
		c, _, i := mon.context(r.Slot, "datapath A")
		if r.Copied && cursorOf(&r.At) != c.At {
			mon.fail("P6", "datapath A", "context %d: the cursor is reported as %+v, golden's is %+v", i, r.At, c.At)
		}
		if r.Copied || c.Reached {
			c.HeadMoves++
		}
		if r.Copied && !c.Reached {
			mon.fail("K1", "datapath A", "context %d: a cursor is reported before the restore has reached its own", i)
		}
	}
}

// memory watches what the DMA block writes to context headers: heads that were
// committed, and place-holders in one aligned 64-bit write, RESTORE behind all else.
func (mon *Monitor) memory(_ uint64, r *pipe.MemRequest) {
	if r.Client == mxu.C2D && r.Op == pipe.Write {
		mon.blitWrite(r)
	}
	if r.Client != mxu.DMAWrite || r.Op != pipe.Write {
		return
	}
	for i := range mon.v.Image.Contexts {
		if r.Addr != mon.v.Image.Contexts[i].Header {
			continue
		}
		if r.Mask&0xf != 0 {
			mon.headWritten(i, r.Data[0])
		}
		if r.Mask&0xff00 != 0 {
			mon.placeHolders(i, r)
		}
		if r.Mask&^0xff0f != 0 {
			mon.fail("S3", "MXU", "context %d: the GPU writes bytes %#x of the header", i, r.Mask)
		}
	}
	mon.s.DMA[r.Slot]++
}

// Place-holders (docs/commands.md).
const (
	skipOneDWord = 1<<24 | 1
	restore      = 2<<24 | 1
)

func (mon *Monitor) placeHolders(i int, r *pipe.MemRequest) {
	c := &mon.s.Contexts[i]
	switch {
	case r.Mask&0xff00 != 0xff00:
		mon.fail("S5", "MXU", "context %d: place-holders are written in two parts", i)
	case r.Data[2] == restore && r.Data[3] == mon.v.Image.Contexts[i].SaveArea:
		if mon.s.DMA[r.Slot] != 0 {
			mon.fail("S5", "MXU", "context %d: RESTORE is written while %d writes of save data are not answered", i, mon.s.DMA[r.Slot])
		}
	case r.Data[2] == skipOneDWord && r.Data[3] == 0:
		if !c.Reached {
			mon.fail("S6", "MXU", "context %d: the place-holders are taken back before the restore has reached its cursor", i)
		}
		c.TakenBack = true
	default:
		mon.fail("S6", "MXU", "context %d: place-holders %#x %#x are neither SKIP and NULL nor RESTORE and the save area", i, r.Data[2], r.Data[3])
	}
}

// headWritten: a head in memory is one that the break point has passed, and they come
// in order.
func (mon *Monitor) headWritten(i int, head uint32) {
	c, t := &mon.s.Contexts[i], mon.v.Traces[i]
	c.HeadWrites++
	if head == c.Head {
		return
	}
	for ; c.HeadAt < c.Pos; c.HeadAt++ {
		if t.Events[c.HeadAt].Cursor.Head == head {
			c.Head = head
			return
		}
	}
	mon.fail("C2", "MXU", "context %d: head %d is written, which was not committed behind %d", i, head, c.Head)
}

// overdue: an interrupt that nothing holds is served at once (rules K2 and T9 name what
// may hold it).
func (mon *Monitor) overdue() {
	f := &mon.m.CSP.S.Front
	k := &mon.m.CSP.S.Slots[f.Slot]
	if f.Pending == 0 || f.Phase < csp.Load || f.Phase == csp.Tokens || f.Above > 0 || !k.Interruptible || k.Hold {
		mon.s.Overdue = 0
		return
	}
	if mon.s.Overdue == 0 {
		mon.s.Overdue = mon.m.Cycle()
	}
	if mon.m.Cycle() > mon.s.Overdue+2 {
		mon.fail("K2", "CSP", "an interrupt has waited since cycle %d, and nothing holds it", mon.s.Overdue)
	}
}

func (mon *Monitor) memoryAnswer(_ uint64, a *pipe.MemAnswer) {
	if a.Client == mxu.DMAWrite && a.Op == pipe.Write {
		mon.s.DMA[a.Slot]--
	}
	if a.Client == mxu.C2D && a.Op == pipe.Write {
		mon.s.BlitWrites[a.Slot]--
	}
}
