package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// backEnd is the back-end parser: it collects what the pipe commits, and the place of a cut, from the two datapaths
// and writes them to the save area, gives C2D its work, finishes contexts that leave, and writes the context status buffer.
type backEnd struct {
	*backState
	shared
	host  *host
	front *frontEnd
	P     struct {
		StateFifo *wires.Out[pipe.Save]
		DMAAck    *wires.In[pipe.Saved]
		DatapathA *wires.In[pipe.Report]
		DatapathB *wires.In[pipe.Report]
		CSPC2D    *wires.Out[pipe.Cmd]
	}
}

// backState is what a clock edge changes of it.
type backState struct {
	Turn    wires.RoundRobin
	Own     bool // the CSP's own registers are being copied
	OwnSlot uint8
	OwnNext uint8

	Status     uint32 // context status buffer: physical address
	Entries    uint32 // its entries; 0: none
	Sequence   uint32 // entries written since it was given
	Part       uint8  // of the oldest record, written last
	Unanswered uint32 // writes of entries that memory has not answered
	Records    wires.Queue[record]
}

// cursorWrites is the number of DWORDs that a cut writes: those of the save area, and the head in the header.
const cursorWrites = uint8(len(cursorFields) + 1)

// counted is the number of saved registers that the hardware changes: each is reported
// at the end of a context, and may come after the acknowledgement, which takes
// another way.
var counted = func() (n uint8) {
	for _, it := range regs.SaveList {
		for _, r := range regs.Blocks[it.Block].Registers {
			if r.Index == int(it.Reg) && r.HW == "rw" {
				n++
			}
		}
	}
	return n
}()

// work takes an acknowledgement and does one thing that needs the state FIFO.
func (k *backEnd) work() (moved bool) {
	if k.P.DMAAck.Valid() {
		if a := k.P.DMAAck.Head(); a.Slot == pipe.Physical {
			k.Unanswered -= 1 + uint32(a.More)
		} else {
			k.slots[a.Slot].Writes -= 1 + a.More
		}
		k.P.DMAAck.Drop()
		moved = true
	}
	moved = k.startBlits() || moved
	gaveBack, finished := k.finishSlots()
	if finished {
		return true
	}
	moved = moved || gaveBack
	if !k.P.StateFifo.Ready() {
		return moved
	}
	return k.writeCursor() || k.copyOwn() || k.takeReport() || k.writeRecord() || moved
}

// haste says whether a write of the save area or the header waits for more of its line.
type haste bool

const (
	gathered haste = false // nobody waits for it
	now      haste = true  // somebody does, for it and all before it
)

// save puts a write into the state FIFO.
func (k *backEnd) save(slot uint8, h haste, addr uint32, data ...uint32) {
	e := pipe.Save{Addr: addr, DWords: uint8(len(data)), Slot: slot, Now: bool(h)}
	copy(e.Data[:], data)
	k.P.StateFifo.Put(e)
	k.slots[slot].Writes++
}

// saveRegister writes a register to its place in the context's packing: base + (offset << 4) + 4n.
// Reserved space, and what is of another class than save, has none.
func (k *backEnd) saveRegister(slot uint8, h haste, block uint8, reg uint16, value uint32) {
	if !regs.Saved(block, reg) {
		return
	}
	s := &k.slots[slot]
	k.save(slot, h, s.Save+s.Packing.place(block, reg), value)
}

// takeReport takes an item of datapath A or B, in turn.
func (k *backEnd) takeReport() bool {
	var want uint64
	if k.P.DatapathA.Valid() {
		want |= 1
	}
	if k.P.DatapathB.Valid() && k.ordered(k.P.DatapathB.Head()) {
		want |= 2
	}
	switch k.Turn.Pick(want) {
	case 0:
		k.handle(k.P.DatapathA.Head())
		k.P.DatapathA.Drop()
	case 1:
		k.handle(k.P.DatapathB.Head())
		k.P.DatapathB.Drop()
	default:
		return false
	}
	return true
}

// ordered holds the end of a context on datapath B back until everything that it
// committed has come in on datapath A. A register that is not saved belongs to no end: the
// last ones of INTERRUPTIBLE may come when all that are saved have been copied.
func (k *backEnd) ordered(r *pipe.Report) bool {
	s := &k.slots[r.Slot]
	switch {
	case s.cutIn() && s.End.Fields == 0, r.Kind == pipe.BlitReady, r.Kind == pipe.Flushed, r.Kind == pipe.Failed:
		return true
	case r.Kind == pipe.Dumped:
		reg, _ := r.Register()
		return s.Copy == copyRuns || !regs.Saved(r.Block, reg)
	}
	return false
}

func (k *backEnd) handle(r *pipe.Report) {
	s := &k.slots[r.Slot]
	switch r.Kind {
	case pipe.Committed:
		reg, value := r.Register()
		k.saveRegister(r.Slot, gathered, r.Block, reg, value)
	case pipe.Dumped:
		k.dumped(r)
	case pipe.HeadMoved:
		k.save(r.Slot, now, s.Base+4*regs.ContextHeaderHead, r.At.Head)
		s.Head = r.At.Head
		if !s.Restoring() { // the break point does not report the progress of a first run
			k.host.careEnds(s)
		}
		k.front.headMoved(r.Slot, &r.At)
	case pipe.Resumed:
		k.save(r.Slot, now, s.Base+4*regs.ContextHeaderRestore, regs.CommandSkip1DwordHeader, 0)
		if s.running() {
			k.host.startSlice(k.Domain().Cycle())
		}
		k.event(EventResumed, r.Slot, Event{At: r.At})
	case pipe.Progress:
		if s.running() { // from here on it is like any running context
			k.host.careEnds(s)
			s.progress()
		}
	case pipe.TokenOut:
		k.host.tokenOut()
	case pipe.TokenLeft:
		s.End.Left = true
		k.host.tokenLeft(r.Slot)
	case pipe.Discarded:
		k.stats.Discarded[r.Block] += r.Entries()
	case pipe.CutAt:
		k.cutAt(r)
	case pipe.BlitReady:
		s.Blit, s.BlitKind = blitReady, r.Blit()
	case pipe.BlitDone:
		s.Blit, s.BlitKind = blitDone, 0
	case pipe.Flushed:
		s.Flushed = true
	case pipe.Failed:
		k.host.failed(r)
	case pipe.Drained:
		s.End.Drained = true
		k.event(EventDrained, r.Slot, Event{})
	}
}

// dumped copies a register: all of them when the context becomes interruptible, the
// counters at its end. A restore that was aborted keeps what the area holds.
func (k *backEnd) dumped(r *pipe.Report) {
	s := &k.slots[r.Slot]
	reg, value := r.Register()
	switch {
	case !regs.Saved(r.Block, reg):
	case s.cutIn():
		s.End.Dumps++
	default:
		s.Copies++
	}
	if !s.cutIn() || s.kept() {
		last := haste(s.cutIn() && s.End.Dumps == counted) // the save may wait for nothing else
		k.saveRegister(r.Slot, last, r.Block, reg, value)
	}
}

// cutAt takes the cursor. The save area is completed unless the context never became
// interruptible or its restore was aborted; then it stays as it was.
func (k *backEnd) cutAt(r *pipe.Report) {
	s := &k.slots[r.Slot]
	if s.progressed(r) {
		k.host.careEnds(s)
	}
	s.End.Cursor, s.At = cursorDropped, r.At
	switch {
	case r.Copied:
		s.End.Cursor, s.End.Fields = cursorKept, cursorWrites
	case s.Restoring():
		k.stats.Aborted++
	default:
		s.End.Fields = 1 // the head only
		if r.At == (pipe.Cursor{}) {
			s.At.Head = s.Head // nothing has passed: the break point has not learned where the ring began
		}
	}
	k.event(EventReported, r.Slot, Event{At: s.At, Copied: r.Copied})
	k.host.faultIn(r.Slot)
}

// startBlits is the back-end part of FILL and COPY: C2D gets what is ready.
func (k *backEnd) startBlits() (moved bool) {
	for i := range k.slots {
		s := &k.slots[i]
		if s.Blit != blitReady || !k.P.CSPC2D.Ready() {
			continue
		}
		k.P.CSPC2D.Put(pipe.BlitCmd(uint8(i), s.BlitKind, pipe.Cursor{}))
		s.Blit = blitRunning
		moved = true
	}
	return moved
}

// copies has the CSP's own registers copied for a slot.
func (k *backEnd) copies(slot uint8) { k.Own, k.OwnSlot = true, slot }

// quiet tells whether all entries of the context status buffer are in memory.
func (k *backEnd) quiet() bool { return k.Records.Len() == 0 && k.Unanswered == 0 }
