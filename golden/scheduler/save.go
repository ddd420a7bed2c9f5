package scheduler

import (
	"tilemark/golden"
	"tilemark/hw/regs"
)

// counted is the number of saved registers that the hardware changes: each is reported at the
// end of a context.
var counted = func() (n uint8) {
	for _, it := range regs.SaveList {
		for _, r := range regs.Blocks[it.Block].Registers {
			if r.Index == int(it.Reg) && r.HW == "rw" {
				n++
			}
		}
	}
	return n
}()

// fieldsOfCut is the number of words that a cut writes: seven of the cursor, two that say whose
// save area it is, and the head.
const fieldsOfCut = 10

// beat follows fetched data.
func (m *Model) beat() {
	s, in := m.S, m.in
	if !in.Beat {
		return
	}
	n := uint32(in.Count)
	s.Reading[in.BeatSlot&1] -= n
	s.Coming -= n
	a := &s.Await
	switch {
	case a.Kind == nothing:
	case a.Skip >= n:
		a.Skip -= n
	default:
		for _, w := range in.Words[a.Skip:n] {
			if a.Got < a.Count {
				a.Words[a.Got] = w
				a.Got++
			}
		}
		a.Skip = 0
	}
}

// answers follows what the MXU tells. Slots whose cut is past the break point are released first.
func (m *Model) answers() {
	s, in := m.S, m.in
	for i := range s.Release {
		if s.Release[i] && in.Room[ToMXU] > m.ask {
			m.asks(Release, Ask{Kind: AskRelease, Slot: uint8(i)})
			s.Release[i] = false
			if in.Answered {
				m.fail(AnswerTaken, "MXU_CSP", "an answer is taken while slot %d is released", i)
			}
			return
		}
	}
	waits := in.Answer.Kind == Flushed && s.full()
	if in.AnswerOffered && !in.Answered && !waits {
		m.fail(AnswerTaken, "MXU_CSP", "an answer of the MXU is not taken, and nothing holds it")
	}
	if !in.Answered {
		return
	}
	m.busy = true
	switch a := &in.Answer; a.Kind {
	case Pinned:
		s.Slots[a.Slot&1].Held++
	case NotThere:
		m.notThere(a)
	case Fault:
		m.fault(a)
	case Flushed:
		s.Flushes--
		m.record(Entry{Kind: regs.StatusKindFlushed, Addr: a.Addr})
	}
}

// notThere: header, ring or save area of the context that is looked at are not in memory.
func (m *Model) notThere(a *Answer) {
	x := m.front()
	x.Addr, x.Client = a.Addr, a.Client
	switch {
	case a.Outside:
		x.Refused, x.Reason = regs.CauseInvalid, regs.ReasonAddress
	case m.unfit(x, m.S.Phase == pinning):
		x.Refused, x.Reason = regs.CauseInvalid, regs.ReasonFrames
	default:
		x.Refused = regs.CauseFault
	}
}

// fault: an access has found no page. The entry tells of the first fault that stops the context
// for longest.
func (m *Model) fault(a *Answer) {
	s := m.S
	x := &s.Slots[a.Slot&1]
	if !x.Started {
		return // read ahead by a context that has left
	}
	cause, reason := uint8(regs.CauseFault), uint8(0)
	switch {
	case a.Unpinned:
		cause, reason = regs.CauseInvalid, regs.ReasonNotPinned
	case a.Outside:
		cause, reason = regs.CauseInvalid, regs.ReasonAddress
	case !x.Interruptible:
		cause, reason = regs.CauseInvalid, regs.ReasonNotInterruptible
	}
	runs := x.Front && s.Phase != ending
	known := x.Cause
	if runs {
		known |= s.Pending
	}
	if first := known & (regs.CauseFault | regs.CauseInvalid); first == 0 || first == regs.CauseFault && cause == regs.CauseInvalid {
		x.Addr, x.Client, x.Reason = a.Addr, a.Client, reason
	}
	x.Served = false
	if runs {
		s.Pending |= cause
		return
	}
	x.Cause |= cause // it is on its way out
	s.keep(x.Context, x.Cause, x.Served)
	if x.CutIn {
		m.faultIn(x)
	}
}

// backEnd follows saves, reports and entries: in a cycle one of them uses the state FIFO.
func (m *Model) backEnd() {
	s, in := m.S, m.in
	if in.Acknowledged && in.AckSlot < StatusSlot {
		s.Slots[in.AckSlot].Writes -= in.AckCount
	}
	m.c2d += in.BlitsStarted
	copying := s.Slots[0].Copying || s.Slots[1].Copying
	if !m.finish() {
		m.writes(copying)
		if in.Reported {
			m.report()
		}
	}
}

// writes follows what goes into the state FIFO, but for the end of a save.
func (m *Model) writes(copying bool) {
	s, in := m.S, m.in
	if !in.Put {
		if s.Count > 0 && !in.Reported && !copying && in.Room[ToState] > 0 {
			m.fail(EntryWritten, "STATE_FIFO", "entry %d must be written on in cycle %d, and is not: %s", s.Sequence+1, in.At, &s.Entries[0])
		}
		return
	}
	w := &in.Write
	if w.Slot == StatusSlot {
		m.statusWrite()
		m.busy = m.busy || s.Count > 0
		return
	}
	x := &s.Slots[w.Slot&1]
	x.Writes++
	switch {
	case x.Fields > 0:
		x.Fields--
	case x.Copying && w.Addr-(x.Save+regs.SaveOffset[regs.BlockCSP]<<4) < 4*regs.BlockLength[regs.BlockCSP]:
		x.Copies++
	case w.Count == 2 && w.Data[0] == regs.CommandRestoreHeader && w.Addr == x.Context+4*regs.ContextHeaderRestore:
		m.fail(RestoreTooSoon, "STATE_FIFO", "RESTORE of the context at %#x is written before its save is complete", x.Context)
	}
}

// report follows a report.
func (m *Model) report() {
	s, r := m.S, &m.in.Report
	x := &s.Slots[r.Slot&1]
	runs := x.Started && x.Front && s.Phase != ending
	m.busy = true
	switch r.Kind {
	case Dumped:
		if x.CutIn {
			x.Dumps++
		} else {
			x.Copies++
		}
	case HeadMoved:
		x.Head = r.At.Head
		if !x.Restoring {
			m.careEnds(x.Context)
		}
		if x.Announced && r.At == x.InterruptAt {
			x.Reached = true
		}
		if h := &s.Halt; runs && h.Waiting && r.At == h.At {
			h.Passed = true
		}
	case Resumed:
		if x.Reached = true; runs {
			m.startSlice(m.in.At)
		}
	case Progress:
		if runs {
			m.careEnds(x.Context)
			x.Restoring, x.Hold, x.Begun, x.At = false, false, 0, golden.Cursor{}
		}
	case TokenOut:
		s.Above--
	case TokenLeft:
		s.Above--
		x.Left, s.Release[r.Slot&1] = true, true
	case CutAt:
		m.cutAt(x, r)
	case Drained:
		x.Drained = true
	case BlitReady:
		x.Blit = true
	case BlitDone:
		x.Blit = false
	}
}

// cutAt: the cursor of a cut is in. The save area is that of it, unless the context was not
// interruptible or its restore was cut before it had come to its place.
func (m *Model) cutAt(x *slot, r *Report) {
	if r.Copied != x.Reached {
		m.fail(Kept, "datapath A", "the cursor of the context at %#x is to be kept: %t; it has been interruptible, and come to its restore's place: %t", x.Context, r.Copied, x.Reached)
	}
	if r.Copied && (!x.Restoring || r.At != x.At) {
		m.careEnds(x.Context)
	}
	x.CutIn, x.Kept, x.At = true, r.Copied, r.At
	switch {
	case r.Copied:
		x.Fields = fieldsOfCut
	case !x.Restoring:
		x.Fields = 1
		if r.At == (golden.Cursor{}) { // nothing has passed
			x.At.Head = x.Head
		}
	}
	m.faultIn(x)
}

// finish completes saves, in the first cycle in which nothing is missing: RESTORE, then the pins
// are given back, one a cycle, then the slot is free and the CPU is told. ended: a slot has used the state FIFO, or is free.
func (m *Model) finish() (ended bool) {
	s, in := m.S, m.in
	for i := range s.Slots {
		x := &s.Slots[i]
		if !x.CutIn || x.Blit || !x.Drained || !x.Left || x.Dumps < counted || x.Fields > 0 || x.Writes > 0 {
			continue
		}
		switch {
		case !x.Sealing && x.Kept:
			if in.Room[ToState] == 0 {
				continue
			}
			m.seal(uint8(i), x)
			return true
		case x.Given < x.Held:
			m.unpin(uint8(i), PinsOfSave)
		case in.Room[ToC2D] <= m.c2d || s.full():
		default:
			m.free(uint8(i), x)
			return true
		}
	}
	return false
}

// seal: RESTORE and the save area's address are written.
func (m *Model) seal(i uint8, x *slot) {
	in := m.in
	want := Write{Slot: i, Addr: x.Context + 4*regs.ContextHeaderRestore, Count: 2, Data: [2]uint32{regs.CommandRestoreHeader, x.Save}}
	if !in.Put || in.Write != want {
		m.fail(RestoreWritten, "STATE_FIFO", "the save of the context at %#x is complete in cycle %d, but RESTORE is not written", x.Context, in.At)
	}
	x.Writes++
	x.Sealing, m.busy = true, true
}

// free: the slot is free, and the CPU is told why its context has left.
func (m *Model) free(i uint8, x *slot) {
	in, s := m.in, m.S
	if !in.Forgotten || in.ForgetSlot != i {
		m.fail(SlotFreed, "CSP_C2D", "the context at %#x must have left slot %d in cycle %d, and has not", x.Context, i, in.At)
	}
	m.forgot, m.busy = true, true
	if in.Put {
		m.fail(SlotFreed, "STATE_FIFO", "%#x is written while slot %d gets free", in.Write.Data, i)
	}
	if x.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0 {
		m.careEnds(x.Context)
	}
	m.record(Entry{Kind: regs.StatusKindSwitched, Cause: x.Cause, Reason: x.Reason, List: x.List, Index: x.Index, Kept: x.Kept,
		Careful: s.careful(x.Context), Context: x.Context, Addr: x.Addr, Client: x.Client, At: x.At})
	*x = slot{}
}
