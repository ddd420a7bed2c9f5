package cosim

import (
	"fmt"
	"slices"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/number"
)

// statusState is what the context status buffer must be told, and what has been written to it.
type statusState struct {
	Written uint32                       // entries that the CSP has written
	Words   [regs.StatusEntryDWords]bool // of the next one that have been written
	Entry   [regs.StatusEntryDWords]uint32
	Put     uint64              // sum of what the CSP has written
	Got     uint64              // sum of what memory has taken
	Waiting [mostUnwritten]told // what has happened and is not written, oldest first
	Count   uint8               // of them
	Stored  uint32              // entries that memory has taken
	Taken   uint16              // DWORDs of the next one that memory has taken, a bit each
	Listed  [2][listLength]uint32
	Slots   [2]leaving
}

// mostUnwritten is how many entries the CSP may keep, and some.
const mostUnwritten = 12

// told is something that the buffer must tell.
type told struct {
	Status
	Places  uint8 // what list and index may be, a bit each, those of the even list first
	AnyAddr bool  // the address is of something that only the CSP has seen
}

// mix adds it, its cycle relative to the present.
func (t *told) mix(h *mixer, now uint64) {
	h.word(uint64(t.Sequence)<<32 | uint64(t.Kind)<<24 | uint64(t.Cause)<<16 | uint64(t.Reason)<<8 | uint64(t.Places))
	h.word(uint64(t.Context)<<32 | uint64(t.Addr))
	h.word(uint64(t.Index)<<8 | uint64(t.Client))
	at := cursorOf(&t.At)
	h.place(&at)
	h.flags(t.Odd, t.Careful, t.Kept, t.AnyAddr)
	if t.Kind != 0 {
		h.word(now - t.Cycle)
	}
}

// leaving is why the context of a slot leaves.
type leaving struct {
	Cause  uint8
	Addr   uint32      // of the fault that stops it for longest
	Client uint8       // that has met it
	Word   bool        // it stops at a word that makes no sense, which only the CSP has seen
	At     pipe.Cursor // as the break point has reported it
	Places uint8       // where the lists named it when it started
}

// record notes something that the buffer must tell.
func (mon *Monitor) record(t told, e *csp.Event) {
	if mon.v.Status == 0 {
		return
	}
	s := &mon.s.Status
	if int(s.Count) == len(s.Waiting) {
		mon.fail(checkEntryLate, "CSP", "%s entries wait to be written, the first one: %s", number.Thousands(s.Count), mon.tells(&s.Waiting[0].Status))
		return
	}
	t.Cycle, t.Sequence = e.Cycle, s.Written+uint32(s.Count)+1
	s.Waiting[s.Count] = t
	s.Count++
}

// recordEvent follows what the buffer must tell of. It is called before a context leaves its slot.
func (mon *Monitor) recordEvent(e *csp.Event) {
	own := &mon.s.Status.Slots[e.Slot&1]
	const lasting = regs.CauseFault | regs.CauseInvalid
	switch e.Kind {
	case csp.EventStarted:
		*own = leaving{Places: mon.s.Status.places(e.Context)}
	case csp.EventCut, csp.EventEnded:
		if e.Kind == csp.EventEnded && e.Cause == regs.CauseInvalid && own.Cause&regs.CauseInvalid == 0 {
			own.Word = true
		}
		own.Cause |= e.Cause
	case csp.EventFault:
		if first := own.Cause & lasting; first == 0 || first == regs.CauseFault && e.Cause == regs.CauseInvalid {
			own.Addr, own.Client = e.Addr, e.Client
		}
		if own.Cause |= e.Cause; lackOfFrames(e) {
			own.Cause &^= regs.CauseFault
		}
	case csp.EventSaved:
		_, _, i := mon.context(e.Slot, "CSP")
		mon.record(told{Status: Status{
			Kind: regs.StatusKindSwitched, Cause: own.Cause, Reason: e.Reason, Careful: e.Careful, Kept: e.Copied, Context: mon.v.Image.Contexts[i].Header,
			Addr: own.Addr, Client: own.Client, At: own.At,
		}, Places: own.Places, AnyAddr: own.Word}, e)
		*own = leaving{}
	case csp.EventRefused:
		mon.record(told{Status: Status{Kind: regs.StatusKindSwitched, Cause: e.Cause, Reason: e.Reason, Careful: e.Careful, Context: e.Context, Addr: e.Addr, Client: e.Client}, Places: mon.s.Status.places(e.Context)}, e)
		*own = leaving{}
	case csp.EventIgnored:
		mon.record(told{Status: Status{Kind: regs.StatusKindIgnored, Cause: e.Cause}, Places: anywhere}, e)
	case csp.EventStalled:
		mon.record(told{Status: Status{Kind: regs.StatusKindStalled, Context: e.Context}, Places: mon.s.Status.places(e.Context)}, e)
	case csp.EventIdle:
		mon.record(told{Status: Status{Kind: regs.StatusKindIdle}, Places: firstOf[0] | firstOf[1]}, e)
	case csp.EventListRefused:
		mon.record(told{Status: Status{Kind: regs.StatusKindRefused}, Places: firstOf[e.Slot]}, e)
	case csp.EventFlushed:
		mon.record(told{Status: Status{Kind: regs.StatusKindFlushed, Addr: e.Addr}, Places: firstOf[0]}, e)
	}
}

// Places of entries that are of no context.
const anywhere = 0xff

var firstOf = [2]uint8{1, 1 << listLength} // the first place of each list

// listed: a run list is written.
func (s *statusState) listed(h *csp.HostCommand) {
	if h.Odd {
		s.Listed[1] = h.List.Contexts
	} else {
		s.Listed[0] = h.List.Contexts
	}
}

// places tells where the lists name a context.
func (s *statusState) places(header uint32) (set uint8) {
	for l := range s.Listed {
		for k, base := range s.Listed[l] {
			if base == header {
				set |= 1 << (listLength*l + k)
			}
		}
	}
	return set
}

// statusPut: the CSP writes a part of an entry, which is complete with its sequence number.
func (mon *Monitor) statusPut(_ uint64, e *pipe.Save) {
	if e.Slot != pipe.Physical {
		return
	}
	s := &mon.s.Status
	at := mon.v.StatusBuffer() + s.Written%max(1, mon.v.Status)*statusBytes
	if e.Addr < at || e.Addr+4*uint32(e.DWords) > at+statusBytes {
		mon.fail(checkEntryPlace, "CSP", "entry %d is written to %#x, its place is %#x", s.Written+1, e.Addr, at)
		return
	}
	for i := range uint32(e.DWords) {
		w := (e.Addr-at)/4 + i
		s.Entry[w], s.Words[w] = e.Data[i], true
		s.Put += statusSum(e.Addr+4*i, e.Data[i])
	}
	if !s.Words[regs.StatusEntrySequence] {
		return
	}
	if w := slices.Index(s.Words[:], false); w >= 0 {
		mon.fail(checkEntryTorn, "CSP", "entry %d has its sequence number before DWORD %d", s.Written+1, w)
	}
	mon.entry(statusOf(func(n uint32) uint32 { return s.Entry[n] }))
	s.Written++
	s.Entry, s.Words = [regs.StatusEntryDWords]uint32{}, [regs.StatusEntryDWords]bool{}
}

// statusWrite: memory takes what the CPU will read, whole DWORDs, the sequence number last.
func (mon *Monitor) statusWrite(r *pipe.MemRequest) {
	if r.Op != pipe.Write {
		return
	}
	s := &mon.s.Status
	if at := mon.v.StatusBuffer() + s.Stored%max(1, mon.v.Status)*statusBytes; r.Addr != at {
		mon.fail(checkEntryOrder, "MEM_REQ", "memory takes %#x of the status buffer; entry %d, which is next, is at %#x", r.Addr, s.Stored+1, at)
	}
	for w, data := range r.Data {
		switch r.Mask >> (4 * w) & 15 {
		case 0:
		case 15:
			s.Taken |= 1 << w
			s.Got += statusSum(r.Addr+4*uint32(w), data)
		default:
			mon.fail(checkEntryPart, "MEM_REQ", "DWORD %d of an entry is written in part, mask %#x", w, r.Mask)
		}
	}
	if s.Taken>>regs.StatusEntrySequence&1 == 0 {
		return
	}
	if s.Taken != 1<<regs.StatusEntryDWords-1 {
		mon.fail(checkEntrySequence, "MEM_REQ", "memory takes an entry's sequence number when it has DWORDs %#x of it", s.Taken)
	}
	s.Stored, s.Taken = s.Stored+1, 0
}

// statusSum is what a DWORD of the buffer adds to a sum.
func statusSum(addr, data uint32) uint64 { return wires.Mix(uint64(addr), uint64(data)) }

// entry: an entry is complete. It tells the oldest thing that has happened and is not told.
func (mon *Monitor) entry(got Status) {
	s := &mon.s.Status
	if s.Count == 0 {
		mon.fail(checkEntryUntrue, "CSP", "an entry tells what has not happened: %s", mon.tells(&got))
		return
	}
	t := s.Waiting[0]
	want := t.Status
	want.Odd, want.Index = got.Odd, got.Index
	if t.AnyAddr {
		want.Addr = got.Addr
	}
	if got != want {
		mon.fail(checkEntryContent, "CSP", "an entry is %s; it must be %s", mon.tells(&got), mon.tells(&want))
	}
	place := int(got.Index)
	if got.Odd {
		place += listLength
	}
	if t.Places>>place&1 == 0 {
		mon.fail(checkEntryListed, "CSP", "an entry names place %d of a run list (odd: %t), which is another one's: %s", got.Index, got.Odd, mon.tells(&got))
	}
	copy(s.Waiting[:], s.Waiting[1:])
	s.Count--
	s.Waiting[s.Count] = told{}
}

// tells says all that an entry says.
func (mon *Monitor) tells(e *Status) string {
	return fmt.Sprintf("number %d of cycle %d, %q, kind %d, careful %t, kept %t, context %#x, address %#x of client %d, cursor %+v", e.Sequence, e.Cycle, e.Text(mon.sess.ContextAt(e.Context)), e.Kind, e.Careful, e.Kept, e.Context, e.Addr, e.Client, e.At)
}

// checkTold tells, when nothing more is to come, whether the buffer tells everything.
func (mon *Monitor) checkTold() {
	s := &mon.s.Status
	if s.Count > 0 {
		mon.fail(checkEntryMissing, "CSP", "%s entries were never written, the first one: %s", number.Thousands(s.Count), mon.tells(&s.Waiting[0].Status))
	}
	if s.Put != s.Got || s.Stored != s.Written {
		mon.fail(checkEntryAltered, "MEM_REQ", "memory has not taken the entries as the CSP has written them")
	}
}

// mix adds what entries will be compared with, times relative to the present.
func (s *statusState) mix(h *mixer, now uint64) {
	h.word(uint64(s.Written)<<8 | uint64(s.Count))
	h.word(s.Put - s.Got)
	h.word(uint64(s.Stored)<<16 | uint64(s.Taken))
	h.flags(s.Words[:]...)
	for _, w := range s.Entry {
		h.word(uint64(w))
	}
	for i := range s.Waiting {
		s.Waiting[i].mix(h, now)
	}
	for l := range s.Listed {
		for _, base := range s.Listed[l] {
			h.word(uint64(base))
		}
	}
	for i := range s.Slots {
		h.flags(s.Slots[i].Word)
		h.word(uint64(s.Slots[i].Client)<<48 | uint64(s.Slots[i].Cause)<<40 | uint64(s.Slots[i].Places)<<32 | uint64(s.Slots[i].Addr))
		at := cursorOf(&s.Slots[i].At)
		h.place(&at)
	}
}
