package host

import (
	"fmt"
	"math/bits"
	"slices"

	"tilemark/hw/pipe"
	"tilemark/tb/cosim/vector"
	"tilemark/tb/driver"
)

// FrameUse is what the operating system does with a frame, as coverage counts it.
type FrameUse uint8

// Uses of frames.
const (
	FrameReused          FrameUse = iota // it holds another page as soon as it is free
	FrameReusedByAnother                 // and that is a page of another context
	PageMoved                            // its page is moved to another frame
)

// tells who looks what is done with a frame.
func (o *System) tells(use FrameUse) {
	if o.s.Framed != nil {
		o.s.Framed(use)
	}
}

// evict takes a page away, from all contexts that have it.
func (o *System) evict() error {
	st := &o.st
	page := st.Order[0]
	switch {
	case st.Mapped == o.Frames:
		page = o.victim()
	case o.Reuse:
		page = o.after(st.Next)
		st.Next = page + 1
	}
	return o.moveOut(page, vector.None)
}

// TakeHeaderAway takes the page of a context's header away, if it is there and no other one is being taken away: while the context
// is in the machine, the page is pinned.
func (h *Host) TakeHeaderAway(context int) error {
	o := h.OS
	if o == nil {
		return fmt.Errorf("a page is taken away, and pages are not mapped on demand")
	}
	page := int16(h.V.Image.Contexts[context].Header >> pipe.PageShift)
	if o.st.Victim != vector.None || !o.mapped(context, page) {
		return nil
	}
	return o.moveOut(page, vector.None)
}

// FlushForNothing sends FLUSH_PAGE of a page that stays where it is, as an operating system does that has changed its mind, unless another one leaves its
// frame. Which one follows from the cycle. Without paging there is none.
func (h *Host) FlushForNothing() error {
	o := h.OS
	if o == nil || o.st.Victim != vector.None || o.st.Mapped == 0 {
		return nil
	}
	page := o.st.Order[h.M.Cycle()%uint64(o.st.Mapped)]
	err := o.moveOut(page, o.st.Frame[page])
	if o.st.Flush == 0 && o.st.Unsaid == 0 { // it stands in no page table
		o.st.Victim = vector.None
	}
	return err
}

// moveOut has a page leave its frame: its words in page tables are cleared, or name the frame that it
// has been moved to, and the machine is told of each.
func (o *System) moveOut(page, to int16) error {
	st := &o.st
	st.Victim, st.To, st.Old, st.Flush, st.Unsaid = page, to, st.Frame[page], 0, 0
	if to != vector.None && to != st.Old {
		o.s.M.Memory.Write(uint32(to)<<pipe.PageShift, o.contents(st.Old))
		st.Frame[page], st.Used[to] = to, true
		o.tells(PageMoved)
	}
	for i := range o.s.V.Image.Contexts {
		if !o.mapped(i, page) {
			continue
		}
		switch to {
		case st.Old:
		case vector.None:
			o.hide(i, page)
		default:
			o.show(i, page)
		}
		if !o.flushIsSent(i) {
			st.Flush |= 1 << i
		}
	}
	return o.flush()
}

// flushIsSent tells whether FLUSH_PAGE of the victim is sent for another context that calls it the same.
func (o *System) flushIsSent(context int) bool {
	all := o.s.V.Image.Contexts
	for set := o.st.Flush; set != 0; set &= set - 1 {
		if all[bits.TrailingZeros64(set)].Offset == all[context].Offset {
			return true
		}
	}
	return false
}

// flush tells the machine of as many words as the bus takes.
func (o *System) flush() error {
	st := &o.st
	for ; st.Flush != 0 && o.s.M.Room() > 0; st.Flush &= st.Flush - 1 {
		if err := o.s.M.FlushPage(o.named(bits.TrailingZeros64(st.Flush), st.Victim), uint32(st.Old)<<pipe.PageShift); err != nil {
			return err
		}
		st.Unsaid++
	}
	return nil
}

// release spoils the frame that nothing uses any more, when its page has been brought to the disk
// unless it was moved, and with Reuse gives it to another page at once.
func (o *System) release() {
	st := &o.st
	page := st.Victim
	if st.To == vector.None {
		o.s.M.Memory.Write(o.swap+uint32(page)<<pipe.PageShift, o.contents(st.Old))
		st.Frame[page] = vector.None
		at := slices.Index(st.Order[:st.Mapped], page)
		copy(st.Order[at:], st.Order[at+1:st.Mapped])
		st.Mapped--
	}
	st.Victim = vector.None
	if st.To == st.Old {
		o.serveWaiting()
		return
	}
	o.spoil(uint32(st.Old) << pipe.PageShift)
	st.Used[st.Old], st.Last = false, st.Old
	if !o.serveWaiting() && o.Reuse {
		o.fill(page)
	}
}

// serveWaiting has the contexts served that wait for a frame, and tells whether there is one.
func (o *System) serveWaiting() bool {
	st := &o.st
	awaited := false
	for i := range st.Wanted {
		if st.Wanted[i] != vector.None && st.Due[i] == 0 {
			st.Due[i], st.Rests[i] = o.s.M.Cycle()+1, false
			awaited = true
		}
	}
	return awaited
}

// fill maps a page that is on disk at the frame that was left last, if it can one of a context that
// does not use the page which left it.
func (o *System) fill(left int16) {
	st, all := &o.st, o.s.V.Image.Contexts
	for _, own := range []bool{false, true} {
		for k := 1; k < o.Pages; k++ {
			page := (left + int16(k)) % int16(o.Pages)
			for i := range all {
				if st.Frame[page] == vector.None && o.owns(i, page) && !st.Gone[i] && (own || !o.owns(i, left)) {
					o.enter(page, st.Last)
					o.show(i, page)
					if o.tells(FrameReused); !own {
						o.tells(FrameReusedByAnother)
					}
					return
				}
			}
		}
	}
}

// after returns the first mapped page from a number on.
func (o *System) after(from int16) int16 {
	for k := range o.Pages {
		if page := (from + int16(k)) % int16(o.Pages); o.st.Frame[page] != vector.None {
			return page
		}
	}
	return vector.None
}

// move moves the next page that nothing writes to a free frame.
func (o *System) move(now uint64) error {
	st := &o.st
	st.Move = now + stealLook
	if !o.s.M.CSP.Progressing() || o.careful() {
		return nil
	}
	frame := o.free()
	if frame == vector.None {
		return nil
	}
	for k := range o.Pages {
		page := (st.Next + int16(k)) % int16(o.Pages)
		if st.Frame[page] == vector.None || o.written(page) {
			continue
		}
		st.Next, st.Move = page+1, now+o.Move
		return o.moveOut(page, frame)
	}
	return nil
}

// written tells whether the machine, or the CPU, may write to a page.
func (o *System) written(page int16) bool {
	from := uint32(page) << pipe.PageShift
	return slices.ContainsFunc(o.s.V.Image.Contexts, func(x driver.Context) bool { return x.Changes(from, from+vector.PageBytes) })
}

// copy moves a page; where it was is spoiled, so that a stale translation is noticed.
func (o *System) copy(to, from uint32) {
	o.s.M.Memory.Write(to, o.contents(int16(from>>pipe.PageShift)))
	o.spoil(from)
}

// contents are those of a frame, or of a page on disk.
func (o *System) contents(frame int16) []byte {
	buf := make([]byte, vector.PageBytes)
	o.s.M.Memory.Read(uint32(frame)<<pipe.PageShift, buf)
	return buf
}

// spoil fills a place with what no page holds: zeros, and with Reuse what looks like data.
func (o *System) spoil(at uint32) {
	buf := make([]byte, vector.PageBytes)
	if o.Reuse {
		for i := range buf {
			buf[i] = byte(0x9d * (i + i>>6))
		}
	}
	o.s.M.Memory.Write(at, buf)
}
