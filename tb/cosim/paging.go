package cosim

import (
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// Paging has the testbench play an operating system that maps pages on demand: each
// context has a page table of its own, which maps nothing at first, unless Mapped says otherwise.
type Paging struct {
	Frames  int    // pages of memory; 0: as many as the contexts have
	Latency uint64 // cycles from a fault to its service
	// Steal is the number of cycles between two pages that are taken away; 0: only when
	// memory is full. A restore that is under way is let come to its place first, or a slow
	// machine would lose pages faster than it can use them.
	Steal uint64
	// Move is the number of cycles between two pages that are moved to another frame: such as
	// nothing writes, which are there all the time. 0: none is.
	Move uint64
	// Reuse has a frame that nothing uses any more spoiled and given to another page at once.
	Reuse bool
	// Mapped has pages mapped before the run, the first ones first, as many as there are frames.
	Mapped bool
}

// stealLook is how often, in cycles, a page that cannot be taken away yet is looked at.
const stealLook = 16

// Sizes of paging. The pages of an image lie at the same numbers in the address spaces of
// their contexts; in memory come the frames, a place on disk for each page, and the tables.
const (
	pageBytes  = 1 << pipe.PageShift
	tableBytes = 4 * pipe.TablePages
	mostPages  = 1024 // of an image
)

// none stands for no page, frame or time.
const none = -1

// pagingState is what the operating system remembers: plain data, copied with a snapshot.
type pagingState struct {
	Frame  [mostPages]int16 // of each page; none: it is on disk
	Order  [mostPages]int16 // mapped pages, the one mapped first in front
	Mapped int
	Used   [mostPages]bool     // frames
	Wanted [MaxContexts]int16  // page that a context has faulted on
	More   [MaxContexts]uint16 // pages after it that it wants too
	Due    [MaxContexts]uint64 // when it is served; 0: there must be a free frame first
	Gone   [MaxContexts]bool   // contexts that were stopped for good
	Victim int16               // page that is leaving its frame
	Steal  uint64              // when the next one is taken away
	Move   uint64              // when the next one is moved
	Next   int16               // page from which on one is looked for
	To     int16               // frame that the victim has been moved to; none: it goes to the disk
	Old    int16               // frame that it leaves
	Last   int16               // frame that was left last
	Flush  uint64              // contexts, a bit each, for which FLUSH_PAGE of the victim is to be sent
	Unsaid uint8               // FLUSH_PAGEs that are not answered
	Faults uint32

	Favourite int16             // context that keeps its pages when memory is full
	Turn      uint8             // pages mapped for others since one was for it
	Careful   int16             // context whose runs are careful, as its last entry said: it is the favourite
	GaveWay   uint8             // how often others have waited for it since
	Gives     [MaxContexts]bool // contexts that wait so that others keep their pages
	Rests     [MaxContexts]bool // contexts that have nothing to do, like all others, and are served when they have
}

// Entry is a word of a context's page table, for a page as the context numbers it.
type Entry struct {
	Context     int
	Page, Value uint32
}

// paging is the operating system of a session.
type paging struct {
	Paging
	s      *Host
	st     pagingState
	pages  int
	swap   uint32 // address of the disk
	tables uint32
}

// paged sets a session up for paging: everything is on disk.
func (s *Host) paged(p Paging) {
	n := s.V.pages()
	if p.Frames == 0 {
		p.Frames = n
	}
	o := &paging{Paging: p, s: s, pages: n, swap: uint32(p.Frames * pageBytes)}
	o.tables = o.swap + uint32(n*pageBytes)
	for i := range o.st.Frame {
		o.st.Frame[i] = none
	}
	for i := range o.st.Wanted {
		o.st.Wanted[i] = none
	}
	o.st.Victim, o.st.Careful, o.st.Last = none, none, none
	o.st.Steal, o.st.Move = p.Steal, p.Move
	s.os = o
	s.M.CSP.P.Events.Watch(o.event)
}

// hideAll takes all pages out of the page tables of the contexts that use them.
func (o *paging) hideAll() {
	for i := range o.s.V.Image.Contexts {
		for page := range int16(o.pages) {
			if o.owns(i, page) {
				o.hide(i, page)
			}
		}
	}
}

// Faults returns the number of page faults that were to be served.
func (s *Host) Faults() uint32 {
	if s.os == nil {
		return 0
	}
	return s.os.st.Faults
}

// pages is the number of pages that the image takes.
func (v *Vector) pages() int { return (len(v.Image.Bytes) + pageBytes - 1) / pageBytes }

// pagedBytes returns the memory that paging needs.
func (v *Vector) pagedBytes() uint32 {
	n := v.pages()
	frames := v.Paging.Frames
	if frames == 0 {
		frames = n
	}
	return uint32((frames+n)*pageBytes + len(v.Image.Contexts)*tableBytes)
}

// place returns where an address of the image lies in memory.
func (o *paging) place(addr uint32) uint32 {
	page, off := addr>>pipe.PageShift, addr%pageBytes
	if f := o.st.Frame[page]; f != none {
		return uint32(f)<<pipe.PageShift + off
	}
	return o.swap + page<<pipe.PageShift + off
}

// image returns the address in the image of one in memory; found is false for what is no
// frame of a page.
func (o *paging) image(addr uint32) (at uint32, found bool) {
	for _, page := range o.st.Order[:o.st.Mapped] {
		if uint32(o.st.Frame[page]) == addr>>pipe.PageShift {
			return uint32(page)<<pipe.PageShift + addr%pageBytes, true
		}
	}
	return 0, false
}

// table returns the address of a context's page table.
func (o *paging) table(context int) uint32 { return o.tables + uint32(context*tableBytes) }

// owns tells whether a page holds something that a context uses.
func (o *paging) owns(context int, page int16) bool {
	from := uint32(page) << pipe.PageShift
	return page >= 0 && o.s.V.Image.Contexts[context].Uses(from, from+pageBytes)
}

// named is the address of a page of the image as a context names it.
func (o *paging) named(context int, page int16) uint32 {
	return uint32(page)<<pipe.PageShift - o.s.V.Image.Contexts[context].Offset
}

// entry is the address of a page's word in a context's page table.
func (o *paging) entry(context int, page int16) uint32 {
	return o.table(context) + 4*(o.named(context, page)>>pipe.PageShift)
}

// mapped tells whether a page stands in a context's page table.
func (o *paging) mapped(context int, page int16) bool {
	return o.owns(context, page) && o.s.M.Memory.ReadWord(o.entry(context, page))&pipe.PagePresent != 0
}

// event notes faults, and pages that nothing uses any more.
func (o *paging) event(e *csp.Event) {
	if e.Kind == csp.EventSaved || e.Kind == csp.EventRefused {
		o.careTold(o.s.ContextAt(e.Context), e.Careful)
	}
	switch {
	case e.Kind == csp.EventFlushed:
		if o.st.Unsaid--; o.st.Unsaid > 0 || o.st.Flush != 0 {
			return
		}
		o.release()
	case (e.Kind == csp.EventFault || e.Kind == csp.EventRefused) && e.Cause == regs.CauseFault:
		i := o.s.ContextAt(e.Context)
		o.fault(i, int16((e.Addr+o.s.V.Image.Contexts[i].Offset)>>pipe.PageShift), e.More)
	case e.Cause&regs.CauseInvalid != 0 && (e.Kind == csp.EventCut || e.Kind == csp.EventEnded || e.Kind == csp.EventRefused || e.Kind == csp.EventFault):
		if i := o.s.ContextAt(e.Context); i >= 0 {
			o.st.Gone[i] = true
			o.st.Wanted[i], o.st.More[i], o.st.Due[i], o.st.Gives[i], o.st.Rests[i] = none, 0, 0, false, false
		}
		return
	default:
		return
	}
	o.s.M.Stop()
}

// fault notes a fault; one of a page that is not the context's is never served.
func (o *paging) fault(context int, page int16, more uint16) {
	if !o.owns(context, page) {
		o.st.Gone[context] = true
		if d := o.s.driver; d != nil {
			d.st.Jobs[context].Stopped = true
		}
		if w := o.s.Watcher; w != nil {
			w.FaultElsewhere(context, page)
		}
		return
	}
	o.st.Faults++
	o.st.Wanted[context], o.st.More[context] = page, more
	o.st.Due[context] = o.s.M.Cycle() + max(o.Latency, 1)
}

// next returns the cycle in which there is something to do; 0: none.
func (o *paging) next() (cycle uint64) {
	sooner := func(at uint64) {
		if at > 0 && (cycle == 0 || at < cycle) {
			cycle = at
		}
	}
	for i := range o.st.Due {
		sooner(o.st.Due[i])
		if o.st.Rests[i] && o.unfinished(i) {
			sooner(o.s.M.Cycle() + 1)
		}
	}
	switch {
	case o.st.Flush != 0:
		sooner(o.s.M.Cycle() + 1)
	case o.st.Victim == none && o.st.Mapped > 0:
		sooner(o.st.Steal)
		sooner(o.st.Move)
	}
	return cycle
}

// mix adds what the operating system remembers, times relative to the present.
func (o *paging) mix(h *mixer) {
	now := o.s.M.Cycle()
	for page := range o.pages {
		h.word(uint64(uint16(o.st.Frame[page])))
	}
	for i := range o.st.Mapped {
		h.word(uint64(uint16(o.st.Order[i])))
	}
	for i := range o.st.Wanted {
		h.word(uint64(uint16(o.st.Wanted[i])) | uint64(o.st.More[i])<<16)
		if o.st.Due[i] > 0 {
			h.word(o.st.Due[i] - now)
		}
		h.flags(o.st.Gone[i], o.st.Gives[i], o.st.Rests[i])
	}
	h.word(uint64(uint16(o.st.Victim)))
	h.word(uint64(uint16(o.st.Careful))<<32 | uint64(o.st.GaveWay)<<24 | uint64(o.st.Favourite)<<8 | uint64(o.st.Turn))
	h.word(max(o.st.Steal, now) - now)
	if o.st.Move > 0 {
		h.word(1)
		h.word(o.st.Move - now)
	}
	h.word(uint64(uint16(o.st.Next))<<48 | uint64(uint16(o.st.To))<<32 | uint64(uint16(o.st.Old))<<16 | uint64(uint16(o.st.Last)))
	h.word(o.st.Flush)
	h.word(uint64(o.st.Unsaid))
}

// busy tells whether a fault is to be served, or a page is being taken away.
func (o *paging) busy() bool {
	for i, page := range o.st.Wanted {
		if page != none && !(o.st.Rests[i] && !o.unfinished(i)) {
			return true
		}
	}
	return o.st.Victim != none
}

// hurry has faults served now: nothing else happens until they are. Contexts that give way
// wait nevertheless: the driver may be about to run those that they wait for.
func (o *paging) hurry() {
	for i := range o.st.Due {
		if o.st.Due[i] > 0 && !o.st.Gives[i] {
			o.st.Due[i] = o.s.M.Cycle()
		}
	}
}

// givenWay returns the cycle in which the first of the contexts that give way looks again; 0: none does.
func (o *paging) givenWay() (cycle uint64) {
	for i, gives := range o.st.Gives {
		if at := o.st.Due[i]; gives && at > 0 && (cycle == 0 || at < cycle) {
			cycle = at
		}
	}
	return cycle
}

// work does what is due.
func (o *paging) work() error {
	now := o.s.M.Cycle()
	first := 0
	if o.Frames < o.pages { // or others would take each free frame before the favourite, and give it up to each other
		first = int(o.st.Favourite)
	}
	for k := range o.st.Due {
		i := (first + k) % len(o.st.Due)
		if o.st.Rests[i] && o.unfinished(i) { // its tail has moved
			o.st.Rests[i], o.st.Due[i] = false, now
		}
		if at := o.st.Due[i]; at > 0 && at <= now && o.s.M.Room() > 0 { // or it waits for the bus
			if err := o.serve(i); err != nil {
				return err
			}
		}
	}
	if err := o.flush(); err != nil {
		return err
	}
	st := &o.st
	due := func(at uint64) bool {
		return at > 0 && at <= now && st.Victim == none && st.Mapped > 0 && o.s.M.Room() > 0
	}
	if due(st.Steal) {
		page := st.Order[0]
		if o.Reuse {
			page = o.after(st.Next)
		}
		if !o.s.M.CSP.Progressing() || o.careful() && o.owns(int(st.Careful), page) {
			st.Steal = now + stealLook
			return nil
		}
		st.Steal = now + o.Steal
		return o.evict()
	}
	if due(st.Move) {
		return o.move(now)
	}
	return nil
}

// State is what the operating system remembers: plain data, so that a copy is a snapshot.
func (o *paging) State() *pagingState { return &o.st }
