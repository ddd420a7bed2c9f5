package scheduler

import (
	"fmt"

	"tilemark/golden"
	"tilemark/hw/regs"
)

const (
	mostLeft    = 8 // entries that may wait to be written
	fullEntries = 4 // with so many the CPU is not heard
	mostFlushes = 4 // pages that may be being left
)

// Entry is an entry of the context status buffer (docs/commands.md, table STATUS_ENTRY).
type Entry struct {
	Kind, Cause, Reason, List, Index, Client uint8
	Kept, Careful                            bool
	More                                     uint16 // pages that are missing too
	Context, Addr                            uint32
	Cycle                                    uint64
	At                                       golden.Cursor
}

// String says what an entry says.
func (e *Entry) String() string {
	return fmt.Sprintf("kind %d, causes %#x, reason %d, list %d, context %d (%#x), address %#x, client %d, %d pages more, kept %t, careful %t, cycle %d, cursor %+v",
		e.Kind, e.Cause, e.Reason, e.List, e.Index, e.Context, e.Addr, e.Client, e.More, e.Kept, e.Careful, e.Cycle, e.At)
}

// word returns a DWORD of the entry with a sequence number.
func (e *Entry) word(n uint8, sequence uint32) uint32 {
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
	case regs.StatusEntryMore:
		return uint32(e.More)
	}
	return 0
}

// tell queues an entry.
func (m *Model) tell(e Entry) {
	s := m.S
	if s.Size == 0 {
		return
	}
	e.Cycle = m.in.At
	s.Entries[s.Count] = e
	s.Count++
	m.f.entries++
}

// canTell tells whether another entry may wait.
func (m *Model) canTell() bool { return m.S.Count < mostLeft }

// entry: 64 bits of the oldest entry are written in each cycle in which nothing else goes into the state FIFO. Sequence and kind come last.
func (m *Model) entry() {
	in, s := m.in, m.S
	mine := in.Put && in.Write.Slot == StatusSlot
	waits := s.Count > 0
	m.f.entry = waits && m.f.room[ToState] > 0 && !m.f.busy && !in.Reported && (!in.Put || mine)
	if !m.f.entry || !mine {
		return
	}
	n := (s.Part + 1) % (regs.StatusEntryDWords / 2) * 2
	e := &s.Entries[0]
	m.f.sequence = s.Sequence + 1
	m.f.write = Write{
		Slot: StatusSlot, Addr: s.Buffer + s.Sequence%s.Size*regs.StatusEntryBytes + 4*uint32(n), Count: 2,
		Data: [2]uint32{e.word(n, s.Sequence+1), e.word(n+1, s.Sequence+1)},
	}
	if s.Part++; s.Part == regs.StatusEntryDWords/2 {
		s.Part = 0
		s.Sequence++
		s.Count--
		copy(s.Entries[:], s.Entries[1:])
		s.Entries[s.Count] = Entry{}
	}
}

// Unwritten returns the oldest entry that is not written; nil: there is none.
func (s *State) Unwritten() *Entry {
	if s.Count == 0 {
		return nil
	}
	return &s.Entries[0]
}
