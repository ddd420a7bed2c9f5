package scheduler

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw/regs"
)

// Entries that may wait to be written; commands of the CPU, some of which are answered by one,
// wait while half of them do.
const (
	mostEntries        = 8
	mostBeforeCommands = mostEntries / 2
)

// Entry is an entry of the context status buffer (docs/commands.md, table STATUS_ENTRY).
type Entry struct {
	Kind, Cause, Reason, List, Index, Client uint8
	Kept, Careful                            bool
	Context, Addr                            uint32
	Cycle                                    uint64
	At                                       golden.Cursor
}

// full tells whether no further entry can wait.
func (s *State) full() bool { return s.Count >= mostEntries }

// record has an entry written, if there is a buffer.
func (m *Model) record(e Entry) {
	s := m.S
	if s.Size == 0 {
		return
	}
	e.Cycle = m.in.At
	s.Entries[s.Count] = e
	s.Count++
}

// word returns a DWORD of an entry.
func (e *Entry) word(n, sequence uint32) uint32 {
	switch n {
	case regs.StatusEntrySequence:
		return sequence
	case regs.StatusEntryEvent:
		return regs.StatusEntryEventFields{
			Kind: uint32(e.Kind), Causes: uint32(e.Cause), Reason: uint32(e.Reason), Odd: e.List == 1, Index: uint32(e.Index), Careful: e.Careful, Kept: e.Kept,
		}.Pack()
	case regs.StatusEntryContext:
		return e.Context
	case regs.StatusEntryAddress:
		return e.Addr
	case regs.StatusEntryCycle:
		return uint32(e.Cycle)
	case regs.StatusEntryCycle + 1:
		return uint32(e.Cycle >> 32)
	case regs.StatusEntryRingHead:
		return e.At.Head
	case regs.StatusEntryDmaBuffer:
		return e.At.Buffer
	case regs.StatusEntryDmaOffset:
		return e.At.Offset
	case regs.StatusEntryInstance:
		return e.At.Instance
	case regs.StatusEntryPrimitive:
		return e.At.Primitive
	case regs.StatusEntryTriangle:
		return e.At.Triangle
	case regs.StatusEntryTile:
		return e.At.Tile
	case regs.StatusEntryClient:
		return uint32(e.Client)
	}
	return 0
}

// parts of an entry, of 64 bits: the first one, with the sequence number, is written last.
const parts = regs.StatusEntryDWords / 2

// statusWrite compares a part of an entry that is written.
func (m *Model) statusWrite() {
	s, w := m.S, &m.in.Write
	if s.Count == 0 {
		m.fail(EntryUncalled, "CSP", "%#x is written to the status buffer, but nothing has happened", w.Data)
		return
	}
	e := &s.Entries[0]
	s.Part = (s.Part + 1) % parts
	at := s.Buffer + s.Sequence%s.Size*regs.StatusEntryBytes + 8*uint32(s.Part)
	if w.Addr != at || w.Count != 2 {
		m.fail(EntryWord, "CSP", "%d DWORDs of entry %d are written to %#x; its next two belong to %#x", w.Count, s.Sequence+1, w.Addr, at)
	}
	for i := range uint32(2) {
		n := 2*uint32(s.Part) + i
		if want := e.word(n, s.Sequence+1); w.Data[i] != want {
			m.fail(EntryWord, "CSP", "DWORD %d of entry %d is %#x; it must be %#x: %s", n, s.Sequence+1, w.Data[i], want, e)
		}
	}
	if s.Part == 0 {
		s.Sequence++
		copy(s.Entries[:], s.Entries[1:])
		s.Count--
		s.Entries[s.Count] = Entry{}
	}
}

// String says what an entry says.
func (e *Entry) String() string {
	return fmt.Sprintf("kind %d, causes %d, reason %d, list %d, context %d of it at %#x, kept %t, careful %t, address %#x of client %d, cycle %d, cursor %+v",
		e.Kind, e.Cause, e.Reason, e.List, e.Index, e.Context, e.Kept, e.Careful, e.Addr, e.Client, e.Cycle, e.At)
}

// Unwritten returns the oldest entry that is not written; nil: there is none.
func (s *State) Unwritten() *Entry {
	if s.Count == 0 {
		return nil
	}
	return &s.Entries[0]
}
