package scheduler

import "tilemark/hw/regs"

// Times are cycles; 0: none.
type Times struct {
	Due      uint64 // when the model is to be told of a cycle though nothing crosses a connection
	SliceEnd uint64 // SLICE is a cause from this cycle on
	HoldEnd  uint64 // causes wait until then for a run to make progress
	NextLook uint64 // when a word or a tail is to be looked at again
	Deadline uint64 // a look in vain from then on is one too many
	Parsed   uint64 // when the word of a save area is parsed that came last
	Refusal  uint64 // when one is parsed that makes no sense
}

// State is everything that the model remembers: plain data.
type State struct {
	core
	Missed  [regs.PageTableCount / 64]uint64 // pages that careful runs have missed
	Entries [mostLeft]Entry                  // to be written
}

// core is what something follows from without anything that comes.
type core struct {
	Times    Times
	Lists    [2]list
	Walk     place // the place that is looked at, or whose context is at the front
	Awake    bool  // not idle
	Slots    [contextSlots]life
	Front    uint8 // 1 + slot of the context that is looked at or runs; 0: none
	Wishes   wishes
	Home     home
	Pending  uint8 // causes that wait for a cut
	Reads    reads
	Slice    uint64 // cycles, of the context at the front; 0: no end
	Next     uint16 // number of the WAIT that the front comes to next
	Tail     uint32 // of the ring at the front, as last read
	Yields   uint8  // in a row
	Stalled  bool   // the CPU has been told
	Flushes  uint8  // pages that are to be left
	Outs     uint8  // TokenOut that have not come, of contexts that may have left their slots meanwhile
	Lefts    uint8  // TokenLeft, likewise
	Care     care
	Buffer   uint32 // status buffer: address,
	Size     uint32 // entries; 0: none
	Sequence uint32 // entries that are written
	Part     uint8  // 64-bit words of the next one that are
	Count    uint8  // of entries that are to be written
}

// place is a place of the lists.
type place struct{ List, Index uint8 }

// list is a run list as the CPU has written it, and what is known of its contexts.
type list struct {
	Contexts [listLength]uint32
	Tables   [listLength]uint32
	Slices   [listLength]uint32
	Leave    bool
	Barred   [listLength]bar
	Held     [listLength]bool // must make progress first
	Over     uint8            // places passed over since the list was entered or a context started
}

// bar is why a context may not run.
type bar uint8

const (
	free     bar = iota
	unserved     // it waits for a page
	barred       // it makes no sense
)

// wishes are what waits for a switch.
type wishes struct {
	Swap, Return bool
	Other        bool  // an interrupt among the causes names the other list
	Mode         uint8 // and when that one returns
	Again        bool  // all is to be looked at once more
}

// home is the place to return to.
type home struct {
	Noted bool
	Place place
	Ends  bool   // the end of the first context that starts returns
	First uint32 // that one's header; 0: none has started
}

// reads are what the CSP has asked memory for. Data come in the order of the fetches.
type reads struct {
	Under   [contextSlots]uint32 // DWORDs under way, by slot
	Before  uint32               // DWORDs that come before those that are awaited
	Kind    awaited
	Got     uint8 // DWORDs of it that have come
	Word    uint32
	Packing [regs.PackingCount]uint32 // of the save area that is read
}

// take returns the word that has come, once.
func (r *reads) take() uint32 {
	w := r.Word
	r.Kind, r.Got, r.Word = nothing, 0, 0
	return w
}

// awaited is what a read is for.
type awaited uint8

const (
	nothing awaited = iota
	aHeader
	anArea // the words of a save area that say whose it is, and where it was cut
	aWord  // that a WAIT looks at
	aTail
)

// Refuses tells whether a run list may not be written: it runs.
func (s *State) Refuses(odd bool) bool { return s.Awake && odd == (s.Walk.List == 1) }

// above tells whether INT_END of a cut or end is above the break point, as far as reports tell.
func (s *State) above() bool { return s.Outs > 0 || s.Lefts > 0 }

// front returns the context that is looked at or runs; nil: there is none.
func (s *State) front() *life {
	if s.Front == 0 {
		return nil
	}
	return &s.Slots[s.Front-1]
}

// running returns the context that executes; nil: there is none.
func (s *State) running() *life {
	if l := s.front(); l != nil && l.has(started) && !l.has(givenUp) {
		return l
	}
	return nil
}

// each calls f for all places that name a context.
func (s *State) each(context uint32, f func(l *list, index int)) {
	for i := range s.Lists {
		l := &s.Lists[i]
		for k := range l.Contexts {
			if l.Contexts[k] == context && context != 0 {
				f(l, k)
			}
		}
	}
}

// bars keeps a context from running, in all places.
func (s *State) bars(context uint32, why bar) {
	s.each(context, func(l *list, k int) { l.Barred[k] = max(l.Barred[k], why) })
}

// runnable counts contexts that may run, and tells whether one waits for a page.
func (s *State) runnable() (n uint8, waits bool) {
	for i := range s.Lists {
		for k, c := range s.Lists[i].Contexts {
			switch {
			case c == 0:
			case s.Lists[i].Barred[k] == free:
				n++
			case s.Lists[i].Barred[k] == unserved:
				waits = true
			}
		}
	}
	return n, waits
}

// empty tells whether a list names nobody.
func (l *list) empty() bool { return l.Contexts == [listLength]uint32{} }

// endings are causes that come from the context itself.
const endings = regs.CauseEnd | regs.CauseInvalid
