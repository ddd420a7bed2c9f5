package dma

import (
	"tilemark/hw/pipe"
	"tilemark/hw/wires"
)

// burst is a line of the save area, a header or the status buffer while entries of the state
// FIFO are gathered for it. Bursts go to memory in the order in which they were begun, so two
// for one line do too.
type burst struct {
	Slot    uint8
	Entries uint8       // of the state FIFO
	Closed  bool        // it takes no more, and waits for nothing
	Addr    uint32      // byte address of the line
	Words   uint16      // bit i: DWORD i is written
	Due     wires.Cycle // it takes entries until then
	Data    [lineDWords]uint32
}

// writing is a burst that is sent to memory.
type writing struct{ Slot, Entries uint8 }

// lineDWords is the number of DWORDs of a line.
const lineDWords = pipe.LineBytes / 4

// gather takes an entry of the state FIFO into the burst of its line, or begins one.
func (d *DMA) gather(cycle uint64) bool {
	if !d.P.StateFifo.Valid() {
		return false
	}
	e := d.P.StateFifo.Head()
	b := d.burst(e, cycle)
	switch {
	case b != nil:
		b.Entries++
	default:
		if b = d.begin(e, cycle); b == nil {
			return false
		}
	}
	for i := range e.DWords {
		w := uint8(e.Addr>>2%lineDWords) + i
		b.Data[w] = e.Data[i]
		b.Words |= 1 << w
	}
	if e.Now || b.Words == 1<<lineDWords-1 {
		d.close(b, e.Now)
	}
	d.P.StateFifo.Drop()
	return true
}

// begin begins a burst for an entry. When all places are taken the oldest one has to go.
func (d *DMA) begin(e *pipe.Save, cycle uint64) *burst {
	g := &d.S.Gathering
	if g.Len() >= d.cfg.Lines {
		g.Front().Closed = true
		if !d.send(cycle) {
			return nil
		}
	}
	b := g.Add()
	*b = burst{Slot: e.Slot, Entries: 1, Addr: e.Addr &^ (pipe.LineBytes - 1), Due: wires.Cycle(cycle + uint64(d.cfg.Gather))}
	return b
}

// burst finds the one that an entry belongs into, if it is begun and takes more.
func (d *DMA) burst(e *pipe.Save, cycle uint64) *burst {
	for i := range d.S.Gathering.Len() {
		b := d.S.Gathering.At(i)
		if !b.Closed && uint64(b.Due) > cycle && b.Slot == e.Slot && e.Addr-b.Addr < pipe.LineBytes {
			return b
		}
	}
	return nil
}

// close lets a burst take no more. With an entry that somebody waits for all before it are
// closed too, since they go first.
func (d *DMA) close(b *burst, all bool) {
	b.Closed = true
	for i := 0; all && i < d.S.Gathering.Len(); i++ {
		d.S.Gathering.At(i).Closed = true
	}
}

// send writes the oldest burst when it takes no more.
func (d *DMA) send(cycle uint64) bool {
	g := &d.S.Gathering
	if g.Len() == 0 || !d.P.DMAWrReq.Ready() || d.S.Writing.Len() >= d.cfg.Writes {
		return false
	}
	b := g.Front()
	if !b.Closed && uint64(b.Due) > cycle {
		d.WakeAt(uint64(b.Due))
		return false
	}
	r := d.P.DMAWrReq.Slot()
	*r = pipe.MemRequest{Op: pipe.Write, Slot: b.Slot, Addr: b.Addr, Mask: bytesOf(b.Words), Data: b.Data}
	d.P.DMAWrReq.Push()
	d.S.Writing.Push(writing{b.Slot, b.Entries})
	g.Pop()
	return true
}

// bytesOf returns the byte enables of DWORDs.
func bytesOf(words uint16) (mask uint64) {
	for i := range lineDWords {
		if words>>i&1 != 0 {
			mask |= 15 << (4 * i)
		}
	}
	return mask
}

// answer counts writes that memory has answered.
func (d *DMA) answer() bool {
	if !d.P.DMAWrAns.Valid() {
		return false
	}
	d.S.Answered += uint8(1 + d.P.DMAWrAns.Head().More)
	d.P.DMAWrAns.Drop()
	return true
}

// acknowledge tells the back-end parser that entries are in memory: those of all answered
// bursts of one slot that follow each other.
func (d *DMA) acknowledge() bool {
	if d.S.Answered == 0 || !d.P.DMAAck.Ready() {
		return false
	}
	slot, n := d.S.Writing.Front().Slot, uint16(0)
	for d.S.Answered > 0 && d.S.Writing.Front().Slot == slot {
		n += uint16(d.S.Writing.Front().Entries)
		d.S.Writing.Pop()
		d.S.Answered--
	}
	d.P.DMAAck.Put(pipe.Saved{Slot: slot, More: n - 1})
	return true
}
