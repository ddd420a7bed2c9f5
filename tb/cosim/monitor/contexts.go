package monitor

import (
	"bytes"
	"encoding/binary"

	"tilemark/golden"
	"tilemark/golden/packing"
	"tilemark/hw/blocks/csp"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
	"tilemark/text/number"
)

// event follows contexts through their slots.
func (mon *Monitor) event(e *csp.Event) {
	s := &mon.s
	switch e.Kind {
	case csp.EventStarted:
		mon.started(e)
	case csp.EventCut, csp.EventEnded:
		s.Ended++
		c, _, i := mon.context(e.Slot, "CSP")
		c.Leaving = true
		mon.progress(c, i, e)
		s.Int.ends(i, e)
		if e.Kind == csp.EventCut {
			mon.answer(e)
		}
	case csp.EventFault:
		switch i := mon.find(e.Context); {
		case i < 0:
		case lackOfFrames(e):
			mon.unfit(i, e)
		case e.Cause == regs.CauseInvalid && e.Reason == regs.ReasonNotPinned:
			mon.fail(checkUsesUnpinned, "MXU", "context %d uses %#x below the break point, where it is not pinned", i, e.Addr)
			mon.s.Contexts[i].Refused = true
		case e.Cause == regs.CauseInvalid && (e.Reason == regs.ReasonKernel || e.Reason == regs.ReasonInstructions):
			mon.s.Contexts[i].failing(uint8(e.Reason), e.Addr)
		case e.Cause == regs.CauseInvalid: // it cannot be served
			mon.excuse(i, e)
		default:
			mon.missing(i, e)
			mon.lacks(i, e)
		}
	case csp.EventStray:
		mon.fail(checkStrayUse, "MXU", "a context that has left uses %#x, where it is not pinned", e.Addr)
	case csp.EventRefused:
		mon.refused(e)
	case csp.EventDrained:
		mon.drained(e)
	case csp.EventSaved:
		mon.saved(e)
	case csp.EventIdle:
		mon.idle()
	}
}

// progress: a restore that is cut before the cursor has moved is not cut so again in the
// next run of its context, unless it cannot go on, waits for a word, or has held interrupts back for csp.progress_limit cycles.
func (mon *Monitor) progress(c *ContextState, i int, e *csp.Event) {
	must := e.Kind == csp.EventEnded || e.Cause&(regs.CauseFault|regs.CauseInvalid|regs.CauseNoProgress) != 0 || mon.s.Int.Looked
	if c.Restoring && c.Aborted && !must {
		mon.fail(checkRestoreCutAgain, "CSP", "context %d: a restore is cut that has made no progress, like the one before", i)
	}
	c.Aborted = c.Restoring
}

// excuse: a context that golden stops, or that is spoiled, need not come to its end. One
// that is not interruptible yet cannot be served either.
func (mon *Monitor) excuse(i int, e *csp.Event) {
	if mon.v.Traces[i].Stopped == nil && !mon.v.Spoiled[i] && (e.Reason != regs.ReasonNotInterruptible || mon.interruptible(i)) {
		mon.fail(checkStoppedWrongly, "MXU", "context %d is stopped (%s, %#x), but golden runs it", i, e.Reason, e.Addr)
	}
	mon.s.Contexts[i].Refused = true
}

// find returns the number of a context; -1: nobody made it.
func (mon *Monitor) find(header uint32) int {
	if i := mon.host.ContextAt(header); i >= 0 {
		return i
	}
	mon.fail(checkContextStarts, "CSP", "a context at %#x that nobody made", header)
	return -1
}

func (mon *Monitor) started(e *csp.Event) {
	i := mon.find(e.Context)
	if i < 0 {
		return
	}
	for slot, k := range mon.s.Slot {
		if int(k) == i {
			mon.fail(checkContextStarts, "CSP", "context %d starts in slot %d while it is in slot %d", i, e.Slot, slot)
		}
	}
	c := &mon.s.Contexts[i]
	if o := mon.host.OS; o != nil && o.State().Wanted[i] != vector.None {
		mon.breaks(checkContextStarts, "K6", "CSP", "context %d starts before its page fault is served", i)
	}
	from := mon.v.Interruptible[i]
	if again := c.Started && from >= 0 && c.Pos > from; again != e.Restored { // what passes before INTERRUPTIBLE leaves nothing that is saved
		mon.breaks(checkContextStarts, "S6", "CSP", "context %d starts with restored %t, it has run and passed INTERRUPTIBLE before: %t", i, e.Restored, again)
	}
	for slot, other := range mon.s.Slot {
		if mon.m.Config.CSP.WaitClear == csp.ClearWBU && slot != int(e.Slot) && other >= 0 {
			mon.fail(checkContextStarts, "CSP", "context %d starts while another is not saved", i)
		}
	}
	mon.s.Slot[e.Slot] = int8(i)
	mon.s.Int.executes(i, e)
	c.TakenBack, c.Leaving, c.Ahead = false, false, aheadThread{}
	c.Started = true
	if !e.Restored { // what ran before left nothing to restore
		c.Runs = 0
	}
	c.Runs++
	c.Skipping, c.Reached, c.Restoring = e.Restored, !e.Restored, e.Restored
	c.Residence.Restored = e.Restored
	if e.Restored {
		c.At = c.SavedAt
		if mon.restoreStarted = true; mon.awaitsRestore {
			mon.halt()
		}
	}
}

// refused: the context does not start, and never will.
func (mon *Monitor) refused(e *csp.Event) {
	i := mon.find(e.Context)
	if i < 0 {
		return
	}
	if int8(e.Slot) == mon.s.Int.Front {
		mon.s.Int.noteIdle()
	}
	if e.Cause == regs.CauseFault && mon.host.OS != nil {
		mon.lacks(i, e)
		mon.noteCareful(i, e.Careful)
		return // it will start when its pages are there
	}
	if lackOfFrames(e) {
		mon.unfit(i, e)
		return
	}
	if t := mon.v.Traces[i]; t.Stopped == nil && !mon.v.Spoiled[i] {
		mon.fail(checkRefusedWrongly, "CSP", "context %d is refused (%s), but golden runs it", i, e.Reason)
	}
	if s := &mon.s.Slot[e.Slot]; int(*s) == i {
		*s = -1
	}
	mon.s.Contexts[i].Refused = true
}

// drained: INT_END has reached the end of the pipe, so every committed tile has
// yielded all of golden's fragments.
func (mon *Monitor) drained(e *csp.Event) {
	c, t, i := mon.context(e.Slot, "WBU")
	if mon.nextFragment(c, t) {
		mon.fail(checkDrainedMissing, "ZL2", "context %d is drained, but fragment %d of %s was not tested", i, c.Fragment, describe(&t.Events[c.Tile]))
	}
	if mon.nextPixel(c, t, i) {
		mon.fail(checkDrainedMissing, "WBU", "context %d is drained, but a pixel of %s was not written", i, describe(&t.Events[c.Blend]))
	}
	for k := c.Write; k < c.Pos; k++ {
		if kind := t.Events[k].Kind; kind == golden.KindFence || kind == golden.KindQuery {
			mon.breaks(checkDrainedMissing, "P7", "WBU", "context %d is drained, but %s was not written", i, describe(&t.Events[k]))
		}
	}
	mon.storedAll(e.Slot, "is drained")
}

// saved: the save area is complete. It equals golden's, byte for byte, and so do head,
// place-holders and guard zones.
func (mon *Monitor) saved(e *csp.Event) {
	c, t, i := mon.context(e.Slot, "CSP")
	mon.blitsExecuted(c, t, i, "saved")
	if e.Copied {
		c.Saved, c.SavedAt = c.Pos, c.At
	}
	mon.s.Slot[e.Slot] = -1
	mon.noteCareful(i, e.Careful)
	if c.HeadWrites != c.HeadMoves {
		mon.fail(checkHeadsWritten, "CSP", "context %d: %s heads are in memory, %s were committed", i, number.Thousands(c.HeadWrites), number.Thousands(c.HeadMoves))
	}
	if c.Reached && c.Saved >= 0 && c.Runs > 1 && !c.TakenBack {
		mon.fail(checkHoldersKept, "CSP", "context %d: the restore has reached its cursor, but the place-holders were never taken back", i)
	}
	if c.Saved < 0 {
		return // never interruptible
	}
	x := &mon.v.Image.Contexts[i]
	mon.checkArea(c, t, x, i)
	mon.checkGuards(x, i)
	if h := mon.HeaderWord(i, regs.ContextHeaderHead); h != c.SavedAt.Head {
		mon.fail(checkHeadOfSave, "CSP", "context %d: head in memory is %d, the cursor's is %d", i, h, c.SavedAt.Head)
	}
	if w, a := mon.HeaderWord(i, regs.ContextHeaderRestore), mon.HeaderWord(i, regs.ContextHeaderRestoreAddress); w != regs.CommandRestoreHeader || a != x.SaveArea-x.Offset {
		mon.fail(checkHoldersOfSave, "CSP", "context %d: place-holders are %#x %#x, expected RESTORE and %#x", i, w, a, x.SaveArea-x.Offset)
	}
}

// idle: nothing is in the pipe when idle is told.
func (mon *Monitor) idle() {
	for slot, i := range mon.s.Slot {
		if i >= 0 {
			mon.fail(checkIdleWithContext, "CSP", "idle is told, but context %d is still in slot %d", i, slot)
		}
	}
}

func (mon *Monitor) checkArea(c *ContextState, t *golden.Trace, x *driver.Context, i int) {
	want, got := mon.area, make([]byte, regs.SaveRoomBytes)
	clear(want)
	t.SaveAreaAt(c.Saved, c.SavedAt, want)
	if c.Saved < c.Pos { // an aborted restore keeps the older area
		mon.breaks(checkSaveArea, "K1", "CSP", "context %d: the save area is of event %d, the break point has passed %d", i, c.Saved, c.Pos)
	}
	mon.host.Memory().Read(x.SaveArea, got)
	if bytes.Equal(want, got) {
		return
	}
	for w := range regs.SaveRoomDWords {
		a, b := binary.LittleEndian.Uint32(want[4*w:]), binary.LittleEndian.Uint32(got[4*w:])
		if a != b && !(c.uncertain(c.Saved-1) && mon.v.Packings[i].Counted(w)) {
			mon.fail(checkSaveArea, "CSP", "context %d: the save area has %#x at %s, golden has %#x", i, b, areaName(mon.v.Packings[i].Packing, w), a)
		}
	}
}

func (mon *Monitor) checkGuards(x *driver.Context, i int) {
	for k := uint32(0); k < driver.GuardBytes; k += 4 {
		for _, at := range []uint32{x.SaveArea - driver.GuardBytes + k, x.SaveArea + regs.SaveRoomBytes + k} {
			if mon.host.Memory().ReadWord(at) != driver.GuardWord {
				mon.fail(checkGuardZone, "CSP", "context %d: the guard zone of the save area is overwritten at %#x", i, at)
			}
		}
	}
}

// areaName names a DWORD of a save area.
func areaName(p *packing.Packing, word int) string {
	names := map[int]string{
		regs.SaveAreaHeadDmaOffset: "DMA offset", regs.SaveAreaTailInstance: "instance ID", regs.SaveAreaTailPrimitive: "primitive ID",
		regs.SaveAreaTailTriangle: "tessellated triangle ID", regs.SaveAreaTailTile: "tile ID", regs.SaveAreaTailRingHead: "ring head",
		regs.SaveAreaTailDmaBuffer: "DMA buffer", regs.SaveAreaHeadContext: "context", regs.SaveAreaHeadLayout: "layout",
	}
	if n, ok := names[p.Table(word)]; ok {
		return n
	}
	for b := regs.NumBlocks - 1; b >= 0; b-- {
		if from := p.Place(b, 0); regs.BlockLength[b] > 0 && word >= from && word < from+int(regs.BlockLength[b]) {
			return regs.RegisterName(b, word-from)
		}
	}
	return "reserved space"
}

// checkFinished tells at the end of a run whether every context has done all of
// golden's work, and nothing is left pinned.
func (mon *Monitor) checkFinished() {
	for i, t := range mon.v.Traces {
		c := &mon.s.Contexts[i]
		if c.Refused {
			continue
		}
		mon.checkFits(i)
		if c.Pos != len(t.Events) {
			mon.fail(checkUnfinishedWork, "TG", "context %d: the machine is idle, but golden has %s next", i, describe(&t.Events[c.Pos]))
		}
		for c.State = max(c.State, mon.v.Interruptible[i]); c.State < len(t.Events); c.State++ {
			if t.Events[c.State].Kind == golden.KindState && c.Saved >= 0 {
				mon.fail(checkCommittedState, "datapath A", "context %d: %s was never committed", i, describe(&t.Events[c.State]))
			}
		}
		if mon.nextFragment(c, t) || mon.nextPixel(c, t, i) {
			mon.fail(checkDrainedMissing, "WBU", "context %d: the machine is idle, but fragments are missing", i)
		}
		mon.blitsExecuted(c, t, i, "done")
	}
	for slot := range mon.m.MXU.S.Pins {
		for page := range mon.m.MXU.S.Pins[slot] {
			if n := mon.m.MXU.S.Pins[slot][page].Count; n != 0 {
				mon.fail(checkPinnedAtEnd, "MXU", "the machine is idle, but page %#x of context slot %d has %d pins", page, slot, n)
			}
		}
	}
}
