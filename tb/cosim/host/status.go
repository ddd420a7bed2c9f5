package host

import (
	"fmt"
	"strings"

	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
)

// Status is an entry of the context status buffer, as the CPU reads it.
type Status struct {
	Sequence uint32
	Kind     uint8 // one of regs.StatusKindValues
	Cause    uint8
	Reason   csp.Reason
	Odd      bool   // run list
	Index    uint8  // context of the list
	Careful  bool   // its runs are careful
	Kept     bool   // the save area is that of the cursor
	Context  uint32 // address of its header
	Addr     uint32 // of a fault or a flushed page; what makes no sense of invalid work
	Cycle    uint64
	At       pipe.Cursor
	Client   uint8  // of the MXU, of a fault
	More     uint32 // pages that are missing too, of a fault
}

// Statuses reads the entries that the buffer still holds, oldest first.
func (h *Host) Statuses() (out []Status) {
	at := h.V.StatusBuffer()
	for n := range h.V.Status {
		if e := h.status(at + n*vector.StatusBytes); e.Sequence > 0 {
			out = append(out, e)
		}
	}
	for len(out) > 1 && out[0].Sequence > out[len(out)-1].Sequence { // the buffer has wrapped
		out = append(out[1:], out[0])
	}
	return out
}

// status reads an entry.
func (h *Host) status(at uint32) Status {
	return statusOf(func(n uint32) uint32 { return h.M.Memory.ReadWord(at + 4*n) })
}

// statusOf takes the DWORDs of an entry apart.
func statusOf(w func(n uint32) uint32) Status {
	event := regs.UnpackStatusEntryEvent(w(regs.StatusEntryEvent))
	return Status{
		Sequence: w(regs.StatusEntrySequence), Kind: uint8(event.Kind), Cause: uint8(event.Causes), Reason: csp.Reason(event.Reason),
		Odd: event.Odd, Index: uint8(event.Index), Careful: event.Careful, Kept: event.Kept, Context: w(regs.StatusEntryContext), Addr: w(regs.StatusEntryAddress),
		Cycle: uint64(w(regs.StatusEntryCycle+1))<<32 | uint64(w(regs.StatusEntryCycle)),
		At: pipe.Cursor{
			Head: w(regs.StatusEntryRingHead), Buffer: w(regs.StatusEntryDmaBuffer), Offset: w(regs.StatusEntryDmaOffset),
			Instance: w(regs.StatusEntryInstance), Primitive: w(regs.StatusEntryPrimitive), Triangle: w(regs.StatusEntryTriangle), Tile: w(regs.StatusEntryTile),
		},
		Client: uint8(w(regs.StatusEntryClient)), More: w(regs.StatusEntryMore),
	}
}

// Causes names the causes of a switch, joined by +.
func Causes(set uint8) string {
	var names []string
	for _, v := range regs.CauseValues {
		if uint32(set)&v.Value != 0 {
			names = append(names, v.Label)
		}
	}
	return strings.Join(names, "+")
}

// Text says what an entry says, for the context with the given number.
func (e *Status) Text(context int) string {
	switch e.Kind {
	case regs.StatusKindRefused:
		return "run list refused"
	case regs.StatusKindIdle:
		return "idle"
	case regs.StatusKindIgnored:
		return "nothing cut: " + Causes(e.Cause)
	case regs.StatusKindStalled:
		return fmt.Sprintf("stalled: context %d waits, and so do the others", context)
	case regs.StatusKindFlushed:
		return fmt.Sprintf("page %#x flushed", e.Addr)
	}
	text := fmt.Sprintf("context %d: %s", context, Causes(e.Cause))
	if e.Reason != 0 {
		text += fmt.Sprintf(" (%s)", e.Reason)
	}
	return text
}

// StatusTexts says what the buffer says.
func (h *Host) StatusTexts() (out []string) {
	for _, e := range h.Statuses() {
		out = append(out, e.Text(h.ContextAt(e.Context)))
	}
	return out
}
