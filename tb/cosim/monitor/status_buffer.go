package monitor

import (
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
)

// statusState is what has been written to the context status buffer. What entries must say is the business of the scheduler's
// model (schedule.go).
type statusState struct {
	Written uint32              // entries that the CSP has written
	Put     uint64              // sum of what the CSP has written
	Got     uint64              // sum of what memory has taken
	Stored  uint32              // entries that memory has taken
	Taken   uint16              // DWORDs of the next one that memory has taken, a bit each
	Named   [mostNamings]uint32 // entries before the first one in the buffer as it was named last, and as before, of which entries are on their way
	Namings uint8               // of these, the oldest first
}

// mostNamings is how often the buffer can be named while entries are on their way to memory: between two of them is an entry at least.
const mostNamings = 32

// place returns the address of entry n, counted from 0 since the machine's start.
func (s *statusState) place(v *vector.Vector, n uint32) uint32 {
	var from uint32
	for _, named := range s.Named[:s.Namings] {
		if named <= n {
			from = named
		}
	}
	return v.StatusBuffer() + (n-from)%max(1, v.Status)*vector.StatusBytes
}

// statusNamed: the CSP takes STATUS_BUFFER, when it has written all entries that there were.
func (mon *Monitor) statusNamed(_ uint64, h *csp.HostCommand) {
	s := &mon.s.Status
	if h.Kind != regs.HostCommandStatusBuffer || s.Namings > 0 && s.Named[s.Namings-1] == s.Written {
		return
	}
	for s.Namings > 1 && s.Named[1] <= s.Stored { // memory has all entries of the oldest one
		s.forget()
	}
	if s.Namings == mostNamings {
		mon.fail(checkEntryAltered, "HOST_CSP", "the status buffer was named %d times while entries are on their way", mostNamings)
		s.forget()
	}
	s.Named[s.Namings] = s.Written
	s.Namings++
}

// forget forgets the oldest naming.
func (s *statusState) forget() {
	copy(s.Named[:], s.Named[1:s.Namings])
	s.Namings--
	s.Named[s.Namings] = 0
}

// statusPut: the CSP writes a part of an entry, which is complete with its sequence number.
func (mon *Monitor) statusPut(_ uint64, e *pipe.Save) {
	if e.Slot != pipe.Physical {
		return
	}
	s := &mon.s.Status
	for i := range uint32(e.DWords) {
		s.Put += statusSum(e.Addr+4*i, e.Data[i])
	}
	if e.Addr == s.place(mon.v, s.Written) {
		s.Written++
	}
}

// statusWrite: memory takes what the CPU will read, whole DWORDs, the sequence number last.
func (mon *Monitor) statusWrite(r *pipe.MemRequest) {
	if r.Op != pipe.Write {
		return
	}
	s := &mon.s.Status
	if at := s.place(mon.v, s.Stored); r.Addr != at {
		mon.fail(checkEntryAltered, "MEM_REQ", "memory takes %#x of the status buffer; entry %d, which is next, is at %#x", r.Addr, s.Stored+1, at)
	}
	for w, data := range r.Data {
		switch r.Mask >> (4 * w) & 15 {
		case 0:
		case 15:
			s.Taken |= 1 << w
			s.Got += statusSum(r.Addr+4*uint32(w), data)
		default:
			mon.fail(checkEntryAltered, "MEM_REQ", "DWORD %d of an entry is written in part, mask %#x", w, r.Mask)
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

// checkStatusBuffer tells, when nothing more is to come, whether the buffer tells everything.
func (mon *Monitor) checkStatusBuffer() {
	s := &mon.s.Status
	if e := mon.s.Schedule.Model.Unwritten(); e != nil {
		mon.fail(checkScheduleEntryWritten, "CSP", "an entry was never written: %s", e)
	}
	if s.Put != s.Got || s.Stored != s.Written {
		mon.fail(checkEntryAltered, "MEM_REQ", "memory has not taken the entries as the CSP has written them")
	}
}

// mix adds what memory will be compared with.
func (s *statusState) mix(h *digest.Mixer) {
	h.Word(uint64(s.Namings))
	for i, named := range s.Named {
		if i < int(s.Namings) {
			named = s.Written - named
		}
		h.Word(uint64(named))
	}
	h.Word(s.Put - s.Got)
	h.Word(uint64(s.Written-s.Stored)<<16 | uint64(s.Taken))
}
