package csp

import "tilemark/hw/pipe"

// EventKind is a kind of Event.
type EventKind uint8

// Events.
const (
	EventStarted     EventKind = iota + 1 // a context executes; Restored when from its save area
	EventCut                              // the line is pulsed
	EventEnded                            // the ring is empty: the end of the context is sent
	EventReported                         // the cursor of the cut or end is in
	EventDrained                          // the old context's memory is complete
	EventSaved                            // its save area is complete; its slot is free
	EventLoaded                           // the save area is read; skipping begins
	EventResumed                          // the first thing at or past the cursor
	EventIdle                             // both run lists have nothing to run
	EventIgnored                          // an interrupt found nothing to cut
	EventStalled                          // every context waits for a word
	EventRefused                          // the context does not start: what is wrong with its header or save area, or not in memory
	EventFault                            // the MXU has found no page for an access
	EventFlushed                          // nothing uses a page any more
	EventListRefused                      // a run list was written while it runs: Slot is 0 for the even one
	EventStray                            // an access to a page that is not pinned, of a context that has left: Addr
)

// Events is the number of kinds, 0 included, which is none.
const Events = EventStray + 1

var eventNames = [Events]string{
	EventStarted: "started", EventCut: "cut", EventEnded: "ended", EventReported: "reported", EventDrained: "drained", EventSaved: "saved",
	EventLoaded: "loaded", EventResumed: "resumed", EventIdle: "idle", EventIgnored: "ignored", EventStalled: "stalled", EventRefused: "refused",
	EventFault: "fault", EventFlushed: "flushed", EventListRefused: "list refused", EventStray: "stray",
}

// String names the kind.
func (k EventKind) String() string {
	if k < Events {
		return eventNames[k]
	}
	return "?"
}

// Event is what the probe shows.
type Event struct {
	Kind     EventKind
	Slot     uint8
	Cause    uint8
	Reason   Reason // of cause INVALID
	Restored bool
	Client   uint8  // EventFault, EventRefused: of the MXU, that has met a fault
	More     uint16 // EventFault: pages of the same pin set that are missing too
	Copied   bool   // EventReported, EventSaved: the save area was written
	Careful  bool   // EventSaved, EventRefused: the runs of the context are careful
	Addr     uint32 // EventFault, EventFlushed, EventStray: byte address; EventRefused: what made no sense, or the address of a fault
	Context  uint32
	Cycle    uint64
	At       pipe.Cursor
}

func (s *shared) event(k EventKind, slot uint8, e Event) {
	if !s.events.On() {
		return
	}
	e.Kind, e.Slot, e.Context, e.Cycle = k, slot, s.slots[slot].Base, s.Domain().Cycle()
	s.events.Emit(&e)
}
