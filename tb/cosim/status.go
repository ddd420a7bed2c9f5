package cosim

import (
	"fmt"
	"strings"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
)

// Status is an entry of the context status buffer, as the CPU reads it.
type Status struct {
	Sequence uint32
	Kind     uint8 // csp.StatusSwitched and so on
	Cause    uint8
	Reason   csp.Reason
	Odd      bool   // run list
	Index    uint8  // context of the list
	Kept     bool   // the save area is that of the cursor
	Context  uint32 // address of its header
	Addr     uint32 // of a fault or a flushed page; what makes no sense of invalid work
	Cycle    uint64
	At       pipe.Cursor
	Client   uint8 // of the MXU, of a fault
}

// Statuses reads the entries that the buffer still holds, oldest first.
func (s *Session) Statuses() (out []Status) {
	at := s.V.StatusBuffer()
	for n := range s.V.Status {
		if e := s.status(at + n*statusBytes); e.Sequence > 0 {
			out = append(out, e)
		}
	}
	for len(out) > 1 && out[0].Sequence > out[len(out)-1].Sequence { // the buffer has wrapped
		out = append(out[1:], out[0])
	}
	return out
}

// status reads an entry (docs/commands.md, "Context status buffer").
func (s *Session) status(at uint32) Status {
	w := func(n uint32) uint32 { return s.M.Memory.ReadWord(at + 4*n) }
	return Status{
		Sequence: w(0), Kind: uint8(w(1)), Cause: uint8(w(1) >> 8), Reason: csp.Reason(w(1) >> 16), Odd: w(1)>>24&1 != 0,
		Index: uint8(w(1) >> 25 & 3), Kept: w(1)>>31 != 0, Context: w(2), Addr: w(3), Cycle: uint64(w(5))<<32 | uint64(w(4)),
		At: pipe.Cursor{Head: w(6), Buffer: w(7), Offset: w(8), Instance: w(9), Primitive: w(10), Triangle: w(11), Tile: w(12)}, Client: uint8(w(13)),
	}
}

var causeNames = [...]string{"cpu", "time slice", "end", "wait", "fault", "invalid"}

// Causes names the causes of a switch, joined by +.
func Causes(set uint8) string {
	var names []string
	for i, n := range causeNames {
		if set>>i&1 != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, "+")
}

// Text says what an entry says, for the context with the given number.
func (e *Status) Text(context int) string {
	switch e.Kind {
	case csp.StatusRefused:
		return "run list refused"
	case csp.StatusIdle:
		return "idle"
	case csp.StatusIgnored:
		return "nothing cut: " + Causes(e.Cause)
	case csp.StatusStalled:
		return fmt.Sprintf("stalled: context %d waits, and so do the others", context)
	case csp.StatusFlushed:
		return fmt.Sprintf("page %#x flushed", e.Addr)
	}
	text := fmt.Sprintf("context %d: %s", context, Causes(e.Cause))
	if e.Reason != 0 {
		text += fmt.Sprintf(" (%s)", e.Reason)
	}
	return text
}

// StatusTexts says what the buffer says.
func (s *Session) StatusTexts() (out []string) {
	for _, e := range s.Statuses() {
		out = append(out, e.Text(s.contextAt(e.Context)))
	}
	return out
}
