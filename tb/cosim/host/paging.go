package host

import (
	"tilemark/hw/blocks/csp"
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/digest"
	"tilemark/tb/cosim/vector"
)

// stealLook is how often, in cycles, a page that cannot be taken away yet is looked at.
const stealLook = 16

// SystemState is what the operating system remembers: plain data, copied with a snapshot.
type SystemState struct {
	Frame  [vector.MostPages]int16 // of each page; none: it is on disk
	Order  [vector.MostPages]int16 // mapped pages, the one mapped first in front
	Mapped int
	Used   [vector.MostPages]bool     // frames
	Wanted [vector.MaxContexts]int16  // page that a context has faulted on
	More   [vector.MaxContexts]uint16 // pages after it that it wants too
	Due    [vector.MaxContexts]uint64 // when it is served; 0: there must be a free frame first
	Gone   [vector.MaxContexts]bool   // contexts that were stopped for good
	Victim int16                      // page that is leaving its frame
	Steal  uint64                     // when the next one is taken away
	Move   uint64                     // when the next one is moved
	Next   int16                      // page from which on one is looked for
	To     int16                      // frame that the victim has been moved to; none: it goes to the disk
	Old    int16                      // frame that it leaves
	Last   int16                      // frame that was left last
	Flush  uint64                     // contexts, a bit each, for which FLUSH_PAGE of the victim is to be sent
	Unsaid uint8                      // FLUSH_PAGEs that are not answered
	Faults uint32

	Favourite int16                    // context that keeps its pages when memory is full
	Turn      uint8                    // pages mapped for others since one was for it
	Careful   int16                    // context whose runs are careful, as its last entry said: it is the favourite
	GaveWay   uint8                    // how often others have waited for it since
	Gives     [vector.MaxContexts]bool // contexts that wait so that others keep their pages
	Rests     [vector.MaxContexts]bool // contexts that have nothing to do, like all others, and are served when they have
}

// System is the operating system of a session.
type System struct {
	vector.Paging
	s      *Host
	st     SystemState
	Pages  int
	swap   uint32 // address of the disk
	tables uint32
}

// paged sets a session up for paging: everything is on disk.
func (h *Host) paged(p vector.Paging) {
	n := h.V.Pages()
	if p.Frames == 0 {
		p.Frames = n
	}
	o := &System{Paging: p, s: h, Pages: n, swap: uint32(p.Frames * vector.PageBytes)}
	o.tables = o.swap + uint32(n*vector.PageBytes)
	for i := range o.st.Frame {
		o.st.Frame[i] = vector.None
	}
	for i := range o.st.Wanted {
		o.st.Wanted[i] = vector.None
	}
	o.st.Victim, o.st.Careful, o.st.Last = vector.None, vector.None, vector.None
	o.st.Steal, o.st.Move = p.Steal, p.Move
	h.OS = o
	h.M.CSP.P.Events.Watch(o.event)
}

// hideAll takes all pages out of the page tables of the contexts that use them.
func (o *System) hideAll() {
	for i := range o.s.V.Image.Contexts {
		for page := range int16(o.Pages) {
			if o.owns(i, page) {
				o.hide(i, page)
			}
		}
	}
}

// Faults returns the number of page faults that were to be served.
func (h *Host) Faults() uint32 {
	if h.OS == nil {
		return 0
	}
	return h.OS.st.Faults
}

// place returns where an address of the image lies in memory.
func (o *System) place(addr uint32) uint32 {
	page, off := addr>>pipe.PageShift, addr%vector.PageBytes
	if f := o.st.Frame[page]; f != vector.None {
		return uint32(f)<<pipe.PageShift + off
	}
	return o.swap + page<<pipe.PageShift + off
}

// Image returns the address in the image of one in memory; found is false for what is no
// frame of a page.
func (o *System) Image(addr uint32) (at uint32, found bool) {
	for _, page := range o.st.Order[:o.st.Mapped] {
		if uint32(o.st.Frame[page]) == addr>>pipe.PageShift {
			return uint32(page)<<pipe.PageShift + addr%vector.PageBytes, true
		}
	}
	return 0, false
}

// Table returns the address of a context's page table.
func (o *System) Table(context int) uint32 { return o.tables + uint32(context*vector.TableBytes) }

// owns tells whether a page holds something that a context uses.
func (o *System) owns(context int, page int16) bool {
	from := uint32(page) << pipe.PageShift
	return page >= 0 && o.s.V.Image.Contexts[context].Uses(from, from+vector.PageBytes)
}

// named is the address of a page of the image as a context names it.
func (o *System) named(context int, page int16) uint32 {
	return uint32(page)<<pipe.PageShift - o.s.V.Image.Contexts[context].Offset
}

// entry is the address of a page's word in a context's page table.
func (o *System) entry(context int, page int16) uint32 {
	return o.Table(context) + 4*(o.named(context, page)>>pipe.PageShift)
}

// mapped tells whether a page stands in a context's page table.
func (o *System) mapped(context int, page int16) bool {
	return o.owns(context, page) && o.s.M.Memory.ReadWord(o.entry(context, page))&pipe.PagePresent != 0
}

// event notes faults, and pages that nothing uses any more.
func (o *System) event(e *csp.Event) {
	if e.Kind == csp.EventSaved || e.Kind == csp.EventRefused {
		o.noteCareful(o.s.ContextAt(e.Context), e.Careful)
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
			o.st.Wanted[i], o.st.More[i], o.st.Due[i], o.st.Gives[i], o.st.Rests[i] = vector.None, 0, 0, false, false
		}
		return
	default:
		return
	}
	o.s.M.Stop()
}

// fault notes a fault; one of a page that is not the context's is never served.
func (o *System) fault(context int, page int16, more uint16) {
	if !o.owns(context, page) {
		o.st.Gone[context] = true
		if d := o.s.Driver; d != nil {
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
func (o *System) next() (cycle uint64) {
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
	case o.st.Victim == vector.None && o.st.Mapped > 0:
		sooner(o.st.Steal)
		sooner(o.st.Move)
	}
	return cycle
}

// Mix adds what the operating system remembers, times relative to the present.
func (o *System) Mix(h *digest.Mixer) {
	now := o.s.M.Cycle()
	for page := range o.Pages {
		h.Word(uint64(uint16(o.st.Frame[page])))
	}
	for i := range o.st.Mapped {
		h.Word(uint64(uint16(o.st.Order[i])))
	}
	for i := range o.st.Wanted {
		h.Word(uint64(uint16(o.st.Wanted[i])) | uint64(o.st.More[i])<<16)
		if o.st.Due[i] > 0 {
			h.Word(o.st.Due[i] - now)
		}
		h.Flags(o.st.Gone[i], o.st.Gives[i], o.st.Rests[i])
	}
	h.Word(uint64(uint16(o.st.Victim)))
	h.Word(uint64(uint16(o.st.Careful))<<32 | uint64(o.st.GaveWay)<<24 | uint64(o.st.Favourite)<<8 | uint64(o.st.Turn))
	h.Word(max(o.st.Steal, now) - now)
	if o.st.Move > 0 {
		h.Word(1)
		h.Word(o.st.Move - now)
	}
	h.Word(uint64(uint16(o.st.Next))<<48 | uint64(uint16(o.st.To))<<32 | uint64(uint16(o.st.Old))<<16 | uint64(uint16(o.st.Last)))
	h.Word(o.st.Flush)
	h.Word(uint64(o.st.Unsaid))
}

// busy tells whether a fault is to be served, or a page is being taken away.
func (o *System) busy() bool {
	for i, page := range o.st.Wanted {
		if page != vector.None && !(o.st.Rests[i] && !o.unfinished(i)) {
			return true
		}
	}
	return o.st.Victim != vector.None
}

// hurry has faults served now: nothing else happens until they are. Contexts that give way
// wait nevertheless: the driver may be about to run those that they wait for.
func (o *System) hurry() {
	for i := range o.st.Due {
		if o.st.Due[i] > 0 && !o.st.Gives[i] {
			o.st.Due[i] = o.s.M.Cycle()
		}
	}
}

// givenWay returns the cycle in which the first of the contexts that give way looks again; 0: none does.
func (o *System) givenWay() (cycle uint64) {
	for i, gives := range o.st.Gives {
		if at := o.st.Due[i]; gives && at > 0 && (cycle == 0 || at < cycle) {
			cycle = at
		}
	}
	return cycle
}

// work does what is due.
func (o *System) work() error {
	now := o.s.M.Cycle()
	first := 0
	if o.Frames < o.Pages { // or others would take each free frame before the favourite, and give it up to each other
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
		return at > 0 && at <= now && st.Victim == vector.None && st.Mapped > 0 && o.s.M.Room() > 0
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
func (o *System) State() *SystemState { return &o.st }

// Shift moves the times of the operating system.
func (st *SystemState) Shift(by uint64) {
	for i := range st.Due {
		if st.Due[i] > 0 {
			st.Due[i] += by
		}
	}
	if st.Steal > 0 {
		st.Steal += by
	}
}
