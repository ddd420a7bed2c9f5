package csp

import (
	"fmt"

	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// Signals shows the block's registers to instruments. The slots are what it
// knows of the contexts in the pipe; a context goes by the address of its header.
func (b *CSP) Signals(s *wires.Signals) {
	f := &b.S.Front
	wires.Phase(s, "phase", &f.Phase, "IDLE", "PICK", "PIN_HEADER", "HEADER", "PIN_REST", "LEAVE", "SCRATCH", "LOAD", "PARSE", "EXECUTE", "VALUES", "PRIMS", "END_DRAW", "COPY", "BLIT", "FLUSH", "POLL",
		"POLL_WAIT", "TAIL", "TAIL_WAIT", "STOP", "STOP_WAIT", "TOKENS").Transitions(
		"IDLE PICK IDLE PIN_HEADER", "PICK PIN_HEADER HEADER PIN_REST LOAD PARSE", "PIN_REST PARSE", "PIN_REST SCRATCH PARSE", "LOAD SCRATCH",
		"PIN_HEADER LEAVE PICK", "HEADER LEAVE", "PIN_REST LEAVE", "LOAD LEAVE",
		"PARSE EXECUTE VALUES PARSE", "EXECUTE PRIMS END_DRAW PARSE", "PRIMS PARSE", "EXECUTE COPY PARSE", "EXECUTE BLIT PARSE", "EXECUTE FLUSH PARSE",
		"EXECUTE POLL PARSE", "POLL POLL_WAIT POLL", "EXECUTE PARSE",
		"PARSE TAIL TAIL_WAIT TAIL PARSE", "PARSE STOP STOP_WAIT TOKENS PICK", "EXECUTE STOP", "TAIL STOP",
		"SCRATCH TOKENS", "LOAD TOKENS", "PARSE TOKENS", "EXECUTE TOKENS", "VALUES TOKENS", "PRIMS TOKENS", "END_DRAW TOKENS", "BLIT TOKENS", "FLUSH TOKENS",
		"POLL TOKENS", "POLL_WAIT TOKENS", "TAIL TOKENS", "TAIL_WAIT TOKENS", "STOP TOKENS")
	pipe.ShowSlot(s, "slot", &f.Slot)
	s.Word("pending", 6, func() uint64 { return uint64(b.S.Host.Pending) })
	s.Word("head", 32, func() uint64 { return uint64(f.Head) })
	s.Word("buffer", 32, func() uint64 { return uint64(f.Buffer) })
	s.Word("offset", 32, func() uint64 { return uint64(f.Offset) })
	s.Word("tokens_above", 8, func() uint64 { return uint64(b.S.Host.Above) })
	for i := range b.S.Slots {
		t, name := &b.S.Slots[i], fmt.Sprintf("slot%d_", i)
		wires.Phase(s, name+"phase", &t.Phase, slotNames[:]...).Transitions(slotPaths()...)
		wires.Phase(s, name+"blit", &t.Blit, "NONE", "READY", "RUNNING", "DONE").Transitions("NONE READY RUNNING DONE NONE", "RUNNING NONE")
		s.Word(name+"context", 32, func() uint64 { return uint64(t.Base) })
		s.Bit(name+"interruptible", t.Interruptible)
		s.Bit(name+"restoring", t.Restoring)
		s.Flag(name+"drained", &t.End.Drained)
		s.Word(name+"writes", 16, func() uint64 { return uint64(t.Writes) })
		pipe.ShowCursor(s, name+"cursor", &t.At)
	}
}

// What implements pipe.Entry.
func (h *HostCommand) What() string {
	if v := regs.Named(regs.HostCommandValues, uint32(h.Kind)); v != nil {
		return v.Name
	}
	return "?"
}

// Of implements pipe.Entry; a command is of no context.
func (*HostCommand) Of() uint8 { return 0 }
