package host

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/tb/cosim/vector"
)

// serve maps the page that a context wants, when a frame is free; otherwise it has the
// page that was mapped first taken away.
func (o *System) serve(context int) error {
	st := &o.st
	page := st.Wanted[context]
	st.Gives[context] = false
	if st.Victim == page { // it is just being taken away
		st.Due[context] = 0
		return nil
	}
	if st.Frame[page] == vector.None {
		frame := o.free()
		if frame == vector.None {
			st.Due[context] = 0
			switch {
			case st.Victim != vector.None: // its frame is free soon
			case o.givesWay(context):
				st.Due[context], st.Gives[context] = o.s.M.Cycle()+max(o.Latency, 1), true
			case o.waitsForCareful(context):
				st.GaveWay++
				st.Due[context], st.Gives[context] = o.s.M.Cycle()+max(o.Latency, giveWay), true
			case !o.unfinished(context) && !o.favour():
				st.Due[context], st.Rests[context] = 0, true
			default:
				return o.evict()
			}
			return nil
		}
		o.enter(page, frame)
	}
	o.show(context, page)
	o.showMore(context, page)
	st.Wanted[context], st.Due[context], st.More[context] = vector.None, 0, 0
	if o.s.Driver != nil {
		o.s.Driver.served(context)
	}
	return o.s.served(context)
}

// showMore maps what the fault says is missing after a page, as long as there are free frames: a pin set costs one
// fault.
func (o *System) showMore(context int, page int16) {
	for more := o.st.More[context]; more > 0; more-- {
		for page++; o.owns(context, page) && o.mapped(context, page); page++ {
		}
		if !o.owns(context, page) || page == o.st.Victim {
			return
		}
		if o.st.Frame[page] == vector.None {
			frame := o.free()
			if frame == vector.None {
				return
			}
			o.enter(page, frame)
		}
		o.show(context, page)
	}
}

// free returns a free frame, the last first, so that no page lies at its own number; with Reuse
// that which was left last.
func (o *System) free() int16 {
	if last := o.st.Last; o.Reuse && last != vector.None && !o.st.Used[last] {
		return last
	}
	for f := o.Frames - 1; f >= 0; f-- {
		if !o.st.Used[f] {
			return int16(f)
		}
	}
	return vector.None
}

// enter brings a page from the disk.
func (o *System) enter(page, frame int16) {
	st := &o.st
	o.copy(uint32(frame)<<pipe.PageShift, o.swap+uint32(page)<<pipe.PageShift)
	st.Frame[page], st.Used[frame] = frame, true
	st.Order[st.Mapped] = page
	st.Mapped++
	switch {
	case o.owns(int(st.Favourite), page):
		st.Turn = 0
	case st.Turn < turn:
		st.Turn++
	}
}

// mapFirst maps the pages that contexts use and there are frames for, before the run.
func (o *System) mapFirst() {
	for page := range int16(o.Pages) {
		for i := range o.s.V.Image.Contexts {
			if !o.owns(i, page) {
				continue
			}
			if o.st.Frame[page] == vector.None {
				frame := o.free()
				if frame == vector.None {
					return
				}
				o.enter(page, frame)
			}
			o.show(i, page)
		}
	}
}

// show writes a page's place into a context's page table.
func (o *System) show(context int, page int16) {
	o.writeEntry(context, page, uint32(o.st.Frame[page])<<pipe.PageShift|pipe.PagePresent)
}

// hide takes a page out of a context's page table: the word names some frame, and has PRESENT clear.
func (o *System) hide(context int, page int16) {
	o.writeEntry(context, page, 0x9e3779b9*uint32(page+1)&(vector.PageBytes-1)<<pipe.PageShift)
}

// writeEntry writes a word of a page table. Reserved bits hold whatever they held before: here a number of the page's own.
func (o *System) writeEntry(context int, page int16, word uint32) {
	reserved := 0x85ebca6b * (uint32(page) + uint32(context)<<8 + 1) >> 16 &^ pipe.PagePresent
	o.s.M.Memory.WriteWord(o.entry(context, page), word|reserved)
}

// victim returns the page that was mapped first, but for those of the favourite: it keeps
// what it has, or contexts could take each other's pages for ever.
func (o *System) victim() int16 {
	if !o.favour() {
		return o.st.Order[0]
	}
	for _, page := range o.st.Order[:o.st.Mapped] {
		if !o.owns(int(o.st.Favourite), page) {
			return page
		}
	}
	return o.st.Order[0]
}

// givesWay tells whether a context waits so that the favourite, another one, keeps its pages,
// which take all frames: it has ended, and only its header is read. One that was stopped may run
// once more: the driver wrote its list before it knew.
func (o *System) givesWay(context int) bool {
	return !o.unfinished(context) && o.favour() && int(o.st.Favourite) != context && o.owns(int(o.st.Favourite), o.victim())
}

// A context rests whose page is not brought while no frame is free: it has nothing to do, and neither has any other. The
// CSP would only find it empty, then miss the page that had to leave for it, and so on for ever: an empty context is looked
// at whenever another one is served.

// careful tells whether there is a context whose pages must stay: its runs are careful. One that
// has ended is among them, whose header is to be read.
func (o *System) careful() bool { return o.st.Careful != vector.None }

// noteCareful: an entry of a context has said whether its runs are careful.
func (o *System) noteCareful(context int, careful bool) {
	switch st := &o.st; {
	case careful && int(st.Careful) != context:
		st.Careful, st.GaveWay = int16(context), 0
	case !careful && int(st.Careful) == context:
		st.Careful = vector.None
	}
}

// A context that wants a page while all frames hold those of one whose runs are careful looks
// again so many cycles later, and so often. Then it takes one: the other has made progress, of
// which no entry tells before its run ends, and may wait for this one.
const (
	giveWay  = 4000
	mostWays = 64
)

// waitsForCareful tells whether a context waits so that another one keeps its pages.
func (o *System) waitsForCareful(context int) bool {
	st := &o.st
	return o.careful() && int(st.Careful) != context && st.GaveWay < mostWays && o.owns(int(st.Careful), o.victim())
}

// turn is how many pages are mapped for others, with none for the favourite between, until
// another context becomes the favourite: one that does not run must not keep its pages from
// those that do.
const turn = 64

// favour chooses the favourite, each context in turn that has neither ended nor been
// stopped. It returns false when there is none.
func (o *System) favour() bool {
	st := &o.st
	if o.careful() {
		st.Favourite, st.Turn = st.Careful, 0
		return true
	}
	if o.unfinished(int(st.Favourite)) && st.Turn < turn {
		return true
	}
	n := len(o.s.V.Image.Contexts)
	for k := range n {
		if i := (int(st.Favourite) + 1 + k) % n; o.unfinished(i) {
			st.Favourite, st.Turn = int16(i), 0
			return true
		}
	}
	return false
}

// unfinished tells whether a context has something to do, and may.
func (o *System) unfinished(i int) bool {
	m, x := o.s.Memory(), &o.s.V.Image.Contexts[i]
	return !o.st.Gone[i] && m.ReadWord(x.Header+4*regs.ContextHeaderHead) != m.ReadWord(x.Header+4*regs.ContextHeaderTail)
}
