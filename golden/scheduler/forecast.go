package scheduler

import (
	"fmt"

	"tilemark/hw/regs"
)

// Breach is something that the machine does and must not, or does not do and must.
type Breach struct {
	Finding     Finding
	Where, Text string
}

// forecast is what the CSP must do in a cycle.
type forecast struct {
	room            [Ports]uint8
	entries         uint8 // that wait
	taken, answered bool
	asks            [MostAsks]Ask
	asked           uint8
	cut             uint8 // causes
	tokenCSP        bool
	tokenVertex     bool
	fetches         bool
	fetch           Fetch
	restore         bool // RESTORE is written
	entry           bool // part of an entry is
	sequence        uint32
	write           Write
	forgets         bool
	forgotten       uint8
	released        bool // parked reads are: no answer is taken
	busy            bool // the back end has done something for a context that leaves
}

// ask asks the MXU for something; false: there is no room.
func (f *forecast) ask(a Ask) bool {
	if f.room[ToMXU] == 0 {
		return false
	}
	f.room[ToMXU]--
	f.asks[f.asked] = a
	f.asked++
	return true
}

func (m *Model) breach(f Finding, where, format string, args ...any) *Breach {
	return &Breach{Finding: f, Where: where, Text: fmt.Sprintf(format, args...)}
}

// compare compares the forecast with what the CSP has done, and says what is not so.
func (m *Model) compare() *Breach {
	in, f := m.in, &m.f
	switch {
	case in.Offered && in.Taken != f.taken:
		return m.breach(CommandTaken, "HOST_CSP", "a command of the CPU (kind %d) is taken: %t; expected %t", in.Command.Kind, in.Taken, f.taken)
	case in.AnswerOffered && in.Answered != f.answered:
		return m.breach(AnswerTaken, "MXU_CSP", "an answer of the MXU is taken: %t; expected %t", in.Answered, f.answered)
	case in.Cut != (f.cut != 0):
		return m.compareCut()
	case in.CSPToken && !f.tokenCSP, in.VertexToken && !f.tokenVertex:
		return m.breach(EndTooSoon, "CSP_FIFO", "INT_END is sent (CSP_FIFO %t, VERTEX %t) of a context that runs, or a second time", in.CSPToken, in.VertexToken)
	case in.CSPToken != f.tokenCSP, in.VertexToken != f.tokenVertex:
		return m.breach(TokenSent, "CSP_FIFO", "INT_END must be sent (CSP_FIFO %t, VERTEX %t); it is (%t, %t)", f.tokenCSP, f.tokenVertex, in.CSPToken, in.VertexToken)
	case f.restore != m.sealed():
		return m.compareRestore()
	case in.Asks != f.asks || in.Asked != f.asked:
		return m.compareAsks()
	case f.fetches && (!in.Fetched || in.Fetch != f.fetch):
		return m.compareFetch()
	case in.Forgotten && (!f.forgets || in.ForgetSlot != f.forgotten):
		return m.breach(SlotFreedTooSoon, "CSP_C2D", "slot %d gets free; its context has not left", in.ForgetSlot)
	case f.forgets && !in.Forgotten:
		return m.breach(SlotFreed, "CSP_C2D", "slot %d must get free in cycle %d", f.forgotten, in.At)
	case f.restore && in.Write != f.write:
		return m.breach(RestoreWritten, "STATE_FIFO", "RESTORE is written as %+v; it must be %+v", in.Write, f.write)
	}
	if b := m.compareEntry(); b != nil {
		return b
	}
	m.fetched()
	return nil
}

// sealed tells whether the CSP writes RESTORE into the header of a context.
func (m *Model) sealed() bool {
	w := &m.in.Write
	return m.in.Put && w.Slot < StatusSlot && w.Data[0] == regs.CommandRestoreHeader && w.Addr == m.S.Slots[w.Slot].Context+4*regs.ContextHeaderRestore
}

func (m *Model) compareCut() *Breach {
	in, f, s := m.in, &m.f, m.S
	l := s.running()
	finding, why := CutTooSoon, "there is no cause"
	switch {
	case !in.Cut:
		finding = InterruptServed
		switch {
		case f.cut&(regs.CauseFault|regs.CauseInvalid) != 0:
			finding = FaultServed
		case f.cut&regs.CauseCpu != 0:
		case f.cut&regs.CauseWait != 0:
			finding = YieldServed
		case f.cut&regs.CauseSlice != 0:
			finding = SliceEnded
		}
		return m.breach(finding, "INT", "a context must be cut in cycle %d, causes %#x", in.At, f.cut)
	case l == nil || l.has(over):
		finding, why = CutWhileNobodyRuns, "none runs"
	case s.Pending != 0 && s.above():
		finding, why = CutAboveToken, "a token of the cut before is above the break point"
	case s.Pending != 0:
		finding, why = CutHeld, "it must not be yet"
	case l.has(inWait):
		finding, why = YieldTooSoon, "its time to wait is not over"
	}
	return m.breach(finding, "INT", "a context is cut in cycle %d, causes %#x; %s", in.At, s.Pending, why)
}

// compareRestore: RESTORE is written, or is not.
func (m *Model) compareRestore() *Breach {
	in, f := m.in, &m.f
	switch {
	case !f.restore && m.S.Slots[in.Write.Slot].has(complete):
		return m.breach(Kept, "STATE_FIFO", "RESTORE is written; the cursor of the cut in slot %d must not be kept", in.Write.Slot)
	case !f.restore:
		return m.breach(RestoreTooSoon, "STATE_FIFO", "RESTORE is written; the save of slot %d is not complete", in.Write.Slot)
	}
	return m.breach(RestoreWritten, "STATE_FIFO", "RESTORE must be written in cycle %d: %+v", in.At, f.write)
}

// compareAsks: the MXU is asked for something else. The first difference counts.
func (m *Model) compareAsks() *Breach {
	in, f := m.in, &m.f
	var n uint8
	for n < min(in.Asked, f.asked) && in.Asks[n] == f.asks[n] {
		n++
	}
	if n >= f.asked {
		return m.uncalled(&in.Asks[n])
	}
	finding, want := PinsUncalled, &f.asks[n]
	switch l := &m.S.Slots[want.Slot%contextSlots]; want.Kind {
	case AskSpace:
		finding = NextContext
	case AskPin:
		finding = PinsOfStart
	case AskUnpin:
		if finding = PinsOfSave; l.has(givenUp) {
			finding = PinsGivenUp
		}
	case AskRelease:
		finding = Release
	case AskFlush:
		finding = Flush
	}
	return m.breach(finding, "CSP_MXU", "asks for %+v; expected %+v", in.Asks[:in.Asked], f.asks[:f.asked])
}

// uncalled: the MXU is asked for something that is not due.
func (m *Model) uncalled(got *Ask) *Breach {
	switch l := &m.S.Slots[got.Slot%contextSlots]; {
	case got.Kind == AskSpace:
		return m.breach(NextContext, "CSP_MXU", "asks for %+v; no context is to be looked at", *got)
	case got.Kind == AskUnpin && l.has(left|kept) && !l.has(complete):
		return m.breach(RestoreWritten, "CSP_MXU", "asks for %+v; RESTORE is not in memory", *got)
	case got.Kind == AskUnpin:
		return m.breach(PinsUncalled, "CSP_MXU", "asks for fewer pins (%+v); they are needed", *got)
	}
	return m.breach(PinsUncalled, "CSP_MXU", "asks for %+v; nothing is to be asked for", *got)
}

// compareFetch: what must be read is not.
func (m *Model) compareFetch() *Breach {
	in, f := m.in, &m.f
	if !f.fetch.Operands {
		return m.breach(HeaderRead, "CSP_DMA", "the header must be read: %+v; reads %t %+v", f.fetch, in.Fetched, in.Fetch)
	}
	finding := LookAtTail
	if m.S.front().has(inWait) {
		finding = Look
	}
	return m.breach(finding, "CSP_DMA", "%#x must be looked at in cycle %d; reads %t %+v", f.fetch.Addr, in.At, in.Fetched, in.Fetch)
}

// compareEntry compares what is written of an entry.
func (m *Model) compareEntry() *Breach {
	in, f := m.in, &m.f
	w := &in.Write
	put := in.Put && w.Slot == StatusSlot
	switch {
	case put && !f.entry:
		return m.breach(EntryUncalled, "STATE_FIFO", "%+v is written of an entry; nothing has happened", *w)
	case !f.entry:
		return nil
	case !put:
		return m.breach(EntryWritten, "STATE_FIFO", "an entry waits and is not written: %s", &m.S.Entries[0])
	case w.Addr != f.write.Addr:
		return m.breach(EntryWord, "STATE_FIFO", "an entry is written at %#x; the next words of it belong to %#x", w.Addr, f.write.Addr)
	}
	for k := range uint8(2) {
		if w.Count != f.write.Count || w.Data[k] != f.write.Data[k] {
			dword := (f.write.Addr-m.S.Buffer)%regs.StatusEntryBytes/4 + uint32(k)
			return m.breach(EntryWord, "STATE_FIFO", "DWORD %d of entry %d is %#x (%d DWORDs); it must be %#x", dword, m.f.sequence, w.Data[k], w.Count, f.write.Data[k])
		}
	}
	return nil
}

// fetched counts what is under way.
func (m *Model) fetched() {
	if in := m.in; in.Fetched {
		m.S.Reads.Under[in.Fetch.Slot%contextSlots] += uint32(in.Fetch.DWords)
	}
}
