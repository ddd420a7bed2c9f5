package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// Reason says what of a context makes no sense.
type Reason uint8

// Reasons.
const (
	ReasonHeader           Reason = iota + 1 // HEAD or TAIL not below RING_SIZE, or SAVE_AREA not aligned
	ReasonPlaceHolder                        // neither SKIP_1_DWORD nor RESTORE
	ReasonSaveArea                           // not one that was saved for this context with these registers
	ReasonOpcode                             // unknown command
	ReasonPlace                              // command of the ring in a DMA buffer, or the other way round
	ReasonLength                             // wrong length for the command
	ReasonPastEnd                            // the command goes on behind the end of the ring or DMA buffer
	ReasonAlignment                          // address not aligned as the command wants it
	ReasonBlock                              // SET_STATE of an unknown block
	ReasonRegister                           // SET_STATE past the block's length
	ReasonCounter                            // QUERY_WRITE of an unknown counter
	ReasonTwice                              // INTERRUPTIBLE a second time, or behind a state write
	ReasonAddress                            // no memory at the address
	ReasonNotInterruptible                   // page fault of a context that cannot be cut
	ReasonNotPinned                          // blocks disagree about where a surface is
)

var reasonNames = [...]string{
	0:                      "none",
	ReasonHeader:           "HEAD, TAIL or SAVE_AREA of the header",
	ReasonPlaceHolder:      "place-holder",
	ReasonSaveArea:         "save area",
	ReasonOpcode:           "unknown command",
	ReasonPlace:            "command in the wrong place",
	ReasonLength:           "length of a command",
	ReasonPastEnd:          "command past the end",
	ReasonAlignment:        "alignment of an address",
	ReasonBlock:            "unknown block",
	ReasonRegister:         "register past the block's length",
	ReasonCounter:          "unknown counter",
	ReasonTwice:            "INTERRUPTIBLE not first",
	ReasonAddress:          "address without memory",
	ReasonNotInterruptible: "page fault before INTERRUPTIBLE",
	ReasonNotPinned:        "surface that is not where the MXU has it",
}

// String names what is wrong.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return "?"
}

// invalid stops the context at the command that makes no sense, or at a later place of
// it: what stands before is executed, then the context ends. word is what was found.
func (b *CSP) invalid(reason Reason, word uint32) wires.Activity {
	f := &b.S.Front
	b.stopStreams()
	f.StopAt, f.StopFor, f.StopWord = b.here(), reason, word
	f.Phase = Stop
	return wires.Busy
}

// stop has the place of what makes no sense pass the break point, so that everything
// before it has.
func (b *CSP) stop() wires.Activity {
	if !b.send(pipe.Cmd{Kind: pipe.Head, At: b.S.Front.StopAt}) {
		return b.P.Csp.Blocked()
	}
	b.S.Front.Phase = StopWait
	return wires.Busy
}

// stopWait ends the context when its place has passed. Until then it can be interrupted;
// a restore then comes here again.
func (b *CSP) stopWait() wires.Activity {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	if !s.AtStop {
		return wires.Waiting
	}
	if f.Pending&CauseInvalid == 0 {
		s.Reason, s.Addr = f.StopFor, f.StopWord
	}
	b.stopped(s, invalid)
	b.S.Stats.Ends++
	b.event(EventEnded, f.Slot, Event{Cause: CauseInvalid})
	b.endContext(CauseInvalid)
	return wires.Busy
}

// refuse gives up a context whose header or save area makes no sense, before anything of
// it is in the pipe.
func (b *CSP) refuse(reason Reason, word uint32) wires.Activity {
	s := &b.S.Slots[b.S.Front.Slot]
	s.Refused, s.Reason, s.Addr = CauseInvalid, reason, word
	b.S.Front.Phase = Leave
	return wires.Busy
}

// leave gives up a slot of which nothing is in the pipe: its context has nothing to run,
// makes no sense, or is not in memory.
func (b *CSP) leave() wires.Activity {
	f := &b.S.Front
	s := &b.S.Slots[f.Slot]
	moved, done := b.unpin(f.Slot)
	switch {
	case moved:
		return wires.Busy
	case !done:
		return b.P.Mxu.Blocked()
	case b.S.Back.Records.Len() >= maxRecords:
		return wires.Waiting
	}
	if s.Cause = s.Refused; s.Cause != 0 {
		b.keep(s)
		b.record(record{Kind: StatusSwitched, Cause: s.Cause, Reason: s.Reason, Client: s.Client, List: s.List, Index: s.Index,
			Context: s.Base, Addr: s.Addr})
		b.event(EventRefused, f.Slot, Event{Cause: s.Cause, Reason: s.Reason, Addr: s.Addr})
	}
	b.stopStreams()
	*s = slot{}
	f.clear()
	b.nothing()
	return wires.Busy
}
