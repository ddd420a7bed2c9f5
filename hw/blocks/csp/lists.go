package csp

import (
	"iter"

	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// listLength is the number of contexts of a run list.
const listLength = regs.RunListCount

// RunList is four contexts that run in turn.
type RunList struct {
	Contexts [listLength]uint32 // base addresses, 0 for none
	Tables   [listLength]uint32 // page tables, 0: addresses are not translated
	Slices   [listLength]uint32 // time slices in cycles, 0: the configured one
	Leave    bool               // behind its last context the other list runs
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

const allSeen = 1<<listLength - 1

func (f *front) list() *list { return &f.Lists[f.Active] }

// writeList takes a run list. The one that runs may not be written (rule C4).
func (b *CSP) writeList(h *HostCommand) {
	f := &b.S.Front
	which := uint8(0)
	if h.Odd {
		which = 1
	}
	if f.Phase != Idle && which == f.Active {
		b.record(record{Kind: regs.StatusKindRefused, List: which})
		b.event(EventListRefused, which, Event{})
		return
	}
	// Nobody knows any more whose last restore was aborted: all are let make progress.
	written := list{RunList: h.List, Hold: [listLength]bool{true, true, true, true}}
	for k := range written.Contexts {
		written.Contexts[k] = aligned(written.Contexts[k])
		written.Tables[k] = aligned(written.Tables[k])
		if f.waitsForPage(written.Contexts[k]) {
			written.Stopped[k] = faulted
		}
	}
	f.Lists[which] = written
	f.Bell = true
	if f.Phase == Idle {
		f.enter(which, 0)
		f.Phase = Pick
	}
}

// aligned clears bits 5:0 of an address that the CPU gives: they are ignored.
func aligned(addr uint32) uint32 { return addr &^ (regs.ContextHeaderAlign - 1) }

// waitsForPage tells whether a context that a list names has faulted and is not served yet.
func (f *front) waitsForPage(base uint32) bool {
	for l, k := range f.places(base) {
		if l.Stopped[k] == faulted {
			return true
		}
	}
	return false
}

// places are those of a context in both lists.
func (f *front) places(base uint32) iter.Seq2[*list, int] {
	return func(yield func(*list, int) bool) {
		for i := range f.Lists {
			l := &f.Lists[i]
			for k := range l.Contexts {
				if l.Contexts[k] == base && !yield(l, k) {
					return
				}
			}
		}
	}
}

// enter goes to a context of a list.
func (f *front) enter(which, index uint8) {
	f.Active, f.Index = which, index
	f.Lists[0].Seen, f.Lists[1].Seen = 0, 0
}

// boundary obeys what was asked for and had to wait for a switch (rule C4), and tells
// whether there was something.
func (f *front) boundary() bool {
	switch {
	case f.Come && f.Back.Valid:
		f.enter(f.Back.List, f.Back.Index)
		f.Back = whence{}
	case f.Swap:
		f.enter(1-f.Active, 0)
	default:
		f.Come = false
		return false
	}
	f.Come, f.Swap = false, false
	return true
}

// nextContext goes to the context that is looked at next. ended tells whether the one
// that ran has come to an end of its own.
func (b *CSP) nextContext(base uint32, ended bool) {
	f := &b.S.Front
	f.Phase = Pick
	if ended && f.Back.Valid && f.Back.Mode == regs.ReturnModeContext && f.Back.By == base {
		f.Come = true
	}
	if f.boundary() {
		return
	}
	f.Index = (f.Index + 1) % listLength
	if f.Index == 0 && f.list().Leave {
		f.Active = 1 - f.Active
	}
}

// nothing notes that a context has nothing to run.
func (b *CSP) nothing() {
	f := &b.S.Front
	f.list().Seen |= 1 << f.Index
	b.nextContext(0, false)
}

// done tells whether a list has nothing to run. One without contexts is not looked at.
func (l *list) done() bool { return l.Seen == allSeen || l.Contexts == [listLength]uint32{} }

// pick looks at the next context. It is fetched only after its own last save is
// complete, and when a slot is free for it.
func (b *CSP) pick() wires.Activity {
	f := &b.S.Front
	if f.list().Seen == allSeen {
		return b.listDone()
	}
	l := f.list()
	base := l.Contexts[f.Index]
	if base == 0 || l.Stopped[f.Index] != runs {
		b.nothing()
		return wires.Busy
	}
	if f.Above > 0 && b.cfg.WaitClear == ClearBreakPoint {
		return wires.Waiting
	}
	free := -1
	for i := range b.S.Slots {
		s := &b.S.Slots[i]
		switch {
		case s.Phase == slotFree:
			if free < 0 {
				free = i
			}
		case s.Base == base || b.cfg.WaitClear == ClearWBU:
			return wires.Waiting
		}
	}
	if free < 0 || f.Reading[free] > 0 || !b.P.CSPMXU.Ready() {
		return wires.Waiting
	}
	f.Slot = uint8(free)
	b.S.Slots[free] = slot{Phase: slotHeader, Base: base, List: f.Active, Index: f.Index}
	b.settle()
	return wires.Busy
}

// listDone leaves a list that has nothing to run: for the interrupted one, then for the
// other one, then to idle.
func (b *CSP) listDone() wires.Activity {
	f := &b.S.Front
	other := &f.Lists[1-f.Active]
	switch {
	case f.Back.Valid:
		f.enter(f.Back.List, f.Back.Index)
		f.Back = whence{}
	case !other.done():
		f.Active, f.Index = 1-f.Active, 0
	case f.Bell: // a header may have been read before its tail moved
		f.Bell = false
		f.enter(f.Active, f.Index)
	case !b.drained() || b.S.Back.Records.Len() >= maxRecords:
		return wires.Waiting
	default:
		f.Phase = Idle
		f.Lists[0].Seen, f.Lists[1].Seen = 0, 0
		b.record(record{Kind: regs.StatusKindIdle, List: f.Active})
		b.event(EventIdle, f.Slot, Event{})
		if f.Swap { // nothing is looked at again
			f.Active, f.Index, f.Swap, f.Come = 1-f.Active, 0, false, false
		}
	}
	return wires.Busy
}

// drained tells whether no context is in the pipe: one that was cut for good is still
// saved when the lists have nothing more to run.
func (b *CSP) drained() bool {
	return b.S.Slots[0].Phase == slotFree && b.S.Slots[1].Phase == slotFree
}

// stopped keeps a slot's context from being scheduled, wherever the lists name it.
func (b *CSP) stopped(s *slot, why stop) {
	for l, k := range b.S.Front.places(s.Base) {
		l.Stopped[k] = max(l.Stopped[k], why) // a list that was not written anew keeps what makes no sense
	}
}

// hold says whether the next run of a slot's context holds interrupts, whichever list names it
// then.
func (b *CSP) hold(s *slot, on bool) {
	for l, k := range b.S.Front.places(s.Base) {
		l.Hold[k] = on
	}
}

// served has a context scheduled again whose page fault is served.
func (b *CSP) served(base uint32) {
	f := &b.S.Front
	if s := &b.S.Slots[f.Slot]; s.Base == base && s.Phase == slotRunning && f.Pending&regs.CauseFault != 0 {
		s.Served = true // it is cut all the same, and need not wait
	}
	for i := range f.Lists {
		l := &f.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == base && l.Stopped[k] == faulted {
				l.Stopped[k] = runs
				f.Bell = true
				b.look()
			}
		}
	}
}
