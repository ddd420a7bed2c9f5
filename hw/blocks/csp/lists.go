package csp

import (
	"iter"

	"tilemark/hw/regs"
)

// listLength is the number of contexts of a run list.
const listLength = regs.RunListCount

// RunList is four contexts that run in turn.
type RunList struct {
	Contexts [listLength]uint32 // base addresses, 0 for none
	Tables   [listLength]uint32 // page tables, 0: addresses are not translated
	Slices   [listLength]uint32 // time slices in cycles, 0: the configured one
	Leave    bool               // after its last context the other list runs
}

// ReturnMode says when a list that an interrupt has started gives way to the one that it
// interrupted: one of regs.ReturnModeValues.
type ReturnMode uint8

// list is one of the two run lists, even and odd.
type list struct {
	RunList
	Hold    [listLength]bool // the next run of a context holds interrupts until it has made progress
	Stopped [listLength]stop
	Seen    uint8 // contexts found with nothing to run since one ran, as bits
}

// stop says why a context of a list does not run.
type stop uint8

const (
	runs    stop = iota
	faulted      // until its page fault is served
	invalid      // until the list is written anew
)

// whence is the place to which an interrupt that named the other list returns.
type whence struct {
	Valid bool
	Mode  ReturnMode
	List  uint8
	Index uint8
	By    uint32 // regs.ReturnModeContext: the context whose end returns, 0: none has run yet
}

// jump is an interrupt that names the other list, among the causes that wait.
type jump struct {
	Asked  bool
	Return ReturnMode
}

const allSeen = 1<<listLength - 1

func (h *host) list() *list { return &h.Lists[h.Active] }

// writeList takes a run list. The one that runs may not be written (rule C4).
func (h *host) writeList(c *HostCommand) {
	which := uint8(0)
	if c.Odd {
		which = 1
	}
	if !h.front.idle() && which == h.Active {
		h.back.record(record{Kind: regs.StatusKindRefused, List: which})
		h.event(EventListRefused, which, Event{})
		return
	}
	// Nobody knows any more whose last restore was aborted: all are let make progress.
	written := list{RunList: c.List, Hold: [listLength]bool{true, true, true, true}}
	for k := range written.Contexts {
		written.Contexts[k] = aligned(written.Contexts[k])
		written.Tables[k] = aligned(written.Tables[k])
		if h.waitsForPage(written.Contexts[k]) {
			written.Stopped[k] = faulted
		}
	}
	h.Lists[which] = written
	h.Bell = true
	if h.front.idle() {
		h.enter(which, 0)
		h.front.wake()
	}
}

// aligned clears bits 5:0 of an address that the CPU gives: they are ignored.
func aligned(addr uint32) uint32 { return addr &^ (regs.ContextHeaderAlign - 1) }

// waitsForPage tells whether a context that a list names has faulted and is not served yet.
func (h *host) waitsForPage(base uint32) bool {
	for l, k := range h.places(base) {
		if l.Stopped[k] == faulted {
			return true
		}
	}
	return false
}

// places are those of a context in both lists.
func (h *host) places(base uint32) iter.Seq2[*list, int] {
	return func(yield func(*list, int) bool) {
		for i := range h.Lists {
			l := &h.Lists[i]
			for k := range l.Contexts {
				if l.Contexts[k] == base && !yield(l, k) {
					return
				}
			}
		}
	}
}

// enter goes to a context of a list.
func (h *host) enter(which, index uint8) {
	h.Active, h.Index = which, index
	h.Lists[0].Seen, h.Lists[1].Seen = 0, 0
}

// boundary obeys what was asked for and had to wait for a switch (rule C4), and tells
// whether there was something.
func (h *host) boundary() bool {
	switch {
	case h.Return && h.Home.Valid:
		h.enter(h.Home.List, h.Home.Index)
		h.Home = whence{}
	case h.Swap:
		h.enter(1-h.Active, 0)
	default:
		h.Return = false
		return false
	}
	h.Return, h.Swap = false, false
	return true
}

// nextContext goes to the context that is looked at next. ended tells whether the one
// that ran has come to an end of its own.
func (h *host) nextContext(base uint32, ended bool) {
	if ended && h.Home.Valid && h.Home.Mode == regs.ReturnModeContext && h.Home.By == base {
		h.Return = true
	}
	if h.boundary() {
		return
	}
	h.Index = (h.Index + 1) % listLength
	if h.Index == 0 && h.list().Leave {
		h.Active = 1 - h.Active
	}
}

// nothing notes that a context has nothing to run.
func (h *host) nothing() {
	h.list().Seen |= 1 << h.Index
	h.nextContext(0, false)
}

// done tells whether a list has nothing to run. One without contexts is not looked at.
func (l *list) done() bool { return l.Seen == allSeen || l.Contexts == [listLength]uint32{} }

// passedOver is told by the front end that the context that was looked at does not run.
func (h *host) passedOver() {
	h.Slice = 0
	h.nothing()
}

// found is what has come of looking for the next context.
type found uint8

const (
	foundBusy    found = iota // nothing yet: another one is looked at in the next cycle
	foundWaiting              // nothing yet: something must happen first
	foundIdle                 // neither list has anything to run
	foundContext              // it has the slot
)

// next looks at the next context. It is fetched only after its own last save is
// complete, and when a slot is free for it.
func (h *host) next() (slot uint8, what found) {
	if h.list().Seen == allSeen {
		return 0, h.listDone()
	}
	l := h.list()
	base := l.Contexts[h.Index]
	if base == 0 || l.Stopped[h.Index] != runs {
		h.nothing()
		return 0, foundBusy
	}
	if h.Above > 0 && h.clear == clearBreakPoint {
		return 0, foundWaiting
	}
	free := -1
	for i := range h.slots {
		s := &h.slots[i]
		switch {
		case s.Phase == slotFree:
			if free < 0 {
				free = i
			}
		case s.Base == base || h.clear == clearWBU:
			return 0, foundWaiting
		}
	}
	if free < 0 || h.front.reading(free) || !h.P.CSPMXU.Ready() {
		return 0, foundWaiting
	}
	h.slots[free].enter(base, h.Active, h.Index)
	h.prepareSlot(uint8(free))
	return uint8(free), foundContext
}

// listDone leaves a list that has nothing to run: for the interrupted one, then for the
// other one, then to idle.
func (h *host) listDone() found {
	other := &h.Lists[1-h.Active]
	switch {
	case h.Home.Valid:
		h.enter(h.Home.List, h.Home.Index)
		h.Home = whence{}
	case !other.done():
		h.Active, h.Index = 1-h.Active, 0
	case h.Bell: // a header may have been read before its tail moved
		h.Bell = false
		h.enter(h.Active, h.Index)
	case !h.drained() || h.back.full():
		return foundWaiting
	default:
		h.Lists[0].Seen, h.Lists[1].Seen = 0, 0
		h.back.record(record{Kind: regs.StatusKindIdle, List: h.Active})
		h.event(EventIdle, h.front.at(), Event{})
		if h.Swap { // nothing is looked at again
			h.Active, h.Index, h.Swap, h.Return = 1-h.Active, 0, false, false
		}
		return foundIdle
	}
	return foundBusy
}

// drained tells whether no context is in the pipe: one that was cut for good is still
// saved when the lists have nothing more to run.
func (h *host) drained() bool {
	for i := range h.slots {
		if h.slots[i].Phase != slotFree {
			return false
		}
	}
	return true
}

// stopped keeps a slot's context from being scheduled, wherever the lists name it.
func (h *host) stopped(s *slot, why stop) {
	for l, k := range h.places(s.Base) {
		l.Stopped[k] = max(l.Stopped[k], why) // a list that was not written anew keeps what makes no sense
	}
}

// hold says whether the next run of a slot's context holds interrupts, whichever list names it
// then.
func (h *host) hold(s *slot, on bool) {
	for l, k := range h.places(s.Base) {
		l.Hold[k] = on
	}
}

// served has a context scheduled again whose page fault is served.
func (h *host) served(base uint32) {
	if s := h.front.slot(); s.Base == base && s.running() && h.Pending&regs.CauseFault != 0 {
		s.Served = true // it is cut all the same, and need not wait
	}
	for i := range h.Lists {
		l := &h.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == base && l.Stopped[k] == faulted {
				l.Stopped[k] = runs
				h.Bell = true
				h.rescanLists()
			}
		}
	}
}
