package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
	"tilemark/hw/wires"
)

// slotPhase is the life of a context slot.
type slotPhase uint8

const (
	slotFree     slotPhase = iota
	slotHeader             // its header is being read
	slotRunning            // the front-end parser works for it
	slotDraining           // INT_END is in the pipe
	slotSealing            // RESTORE and the address are on their way to memory
)

var slotNames = [...]string{".", "h", "R", "D", "S"}

// slot is what the back-end parser knows of a context in the pipe.
type slot struct {
	Phase         slotPhase
	Interruptible bool
	Restoring     bool // it was started from its save area and has made no progress
	Hold          bool // interrupts wait for that progress
	CutIn         bool // the cursor has been reported
	Keep          bool // the save area is to be completed
	Drained       bool
	Left          bool // INT_END has left the break point
	Blit          blitPhase
	BlitKind      uint8  // pipe.BlitFill or pipe.BlitCopy
	Copying       bool   // INTERRUPTIBLE: the blocks copy their registers
	Dumps         uint8  // registers that the hardware counts, reported at the end
	Copies        uint16 // registers copied at INTERRUPTIBLE
	Writes        uint16 // writes that memory has not answered
	Step          uint8  // fields of the cursor still to be written
	Base          uint32
	Save          uint32
	Head          uint32 // committed ring head
	Cause         uint8  // why the run ended
	Reason        Reason // what makes no sense
	Addr          uint32 // what was found there, or the address of a fault
	Client        uint8  // of the MXU, of a fault
	Refused       uint8  // cause that keeps it from starting
	Pins          pinned
	Served        bool        // the fault that is to cut it has been served before it could
	AtStop        bool        // the place of what makes no sense has passed the break point
	Written       bool        // a state write was sent
	List, Index   uint8       // of the context
	At            pipe.Cursor // of the restore, then of the cut
	Packing       packing     // of the save area, from INTERRUPTIBLE or the restore on
}

// back is the state of the back-end parser.
type back struct {
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

// cursorWrites is the number of DWORDs that a cut writes: the seven fields of the cursor, what tells whose
// save area it is, and the head.
const cursorWrites = 10

// counted is the number of saved registers that the hardware changes: each is reported
// at the end of a context, and may come behind the acknowledgement, which takes
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

// backEnd takes an acknowledgement and does one thing that needs the state FIFO.
func (b *CSP) backEnd() (moved bool) {
	if b.P.DMAAck.Valid() {
		if a := b.P.DMAAck.Head(); a.Slot == pipe.Physical {
			b.S.Back.Unanswered -= 1 + uint32(a.More)
		} else {
			b.S.Slots[a.Slot].Writes -= 1 + a.More
		}
		b.P.DMAAck.Drop()
		moved = true
	}
	moved = b.startBlits() || moved
	gaveBack, finished := b.finishSlots()
	if finished {
		return true
	}
	moved = moved || gaveBack
	if !b.P.StateFifo.Ready() {
		return moved
	}
	return b.writeCursor() || b.copyOwn() || b.takeReport() || b.writeRecord() || moved
}

// haste says whether a write of the save area or the header waits for more of its line.
type haste bool

const (
	gathered haste = false // nobody waits for it
	now      haste = true  // somebody does, for it and all before it
)

// save puts a write into the state FIFO.
func (b *CSP) save(slot uint8, h haste, addr uint32, data ...uint32) {
	e := pipe.Save{Addr: addr, DWords: uint8(len(data)), Slot: slot, Now: bool(h)}
	copy(e.Data[:], data)
	b.P.StateFifo.Put(e)
	b.S.Slots[slot].Writes++
	b.S.Stats.SaveWords += uint32(len(data))
}

// saveRegister writes a register to its place in the context's packing: base + (offset << 4) + 4n.
// Reserved space, and what is of another class than save, has none.
func (b *CSP) saveRegister(slot uint8, h haste, block uint8, reg uint16, value uint32) {
	if !regs.Saved(block, reg) {
		return
	}
	s := &b.S.Slots[slot]
	b.save(slot, h, s.Save+s.Packing.place(block, reg), value)
}

// takeReport takes an item of datapath A or B, in turn.
func (b *CSP) takeReport() bool {
	var want uint32
	if b.P.DatapathA.Valid() {
		want |= 1
	}
	if b.P.DatapathB.Valid() && b.ordered(b.P.DatapathB.Head()) {
		want |= 2
	}
	switch b.S.Back.Turn.Pick(want, 2) {
	case 0:
		b.handle(b.P.DatapathA.Head())
		b.P.DatapathA.Drop()
	case 1:
		b.handle(b.P.DatapathB.Head())
		b.P.DatapathB.Drop()
	default:
		return false
	}
	return true
}

// ordered holds the end of a context on datapath B back until everything that it
// committed has come in on datapath A. A register that is not saved belongs to no end: the
// last ones of INTERRUPTIBLE may come when all that are saved have been copied.
func (b *CSP) ordered(r *pipe.Report) bool {
	s := &b.S.Slots[r.Slot]
	switch {
	case s.CutIn && s.Step == 0, r.Kind == pipe.BlitReady:
		return true
	case r.Kind == pipe.Dumped:
		reg, _ := r.Register()
		return s.Copying || !regs.Saved(r.Block, reg)
	}
	return false
}

func (b *CSP) handle(r *pipe.Report) {
	s := &b.S.Slots[r.Slot]
	switch r.Kind {
	case pipe.Committed:
		reg, value := r.Register()
		b.saveRegister(r.Slot, gathered, r.Block, reg, value)
	case pipe.Dumped:
		b.dumped(r)
	case pipe.HeadMoved:
		b.save(r.Slot, now, s.Base+4*regs.ContextHeaderHead, r.At.Head)
		s.Head = r.At.Head
		if !s.Restoring { // the break point does not report the progress of a first run
			b.careEnds(s)
		}
		if f := &b.S.Front; f.Phase == StopWait && f.Slot == r.Slot && r.At == f.StopAt {
			s.AtStop = true
		}
	case pipe.Resumed:
		b.save(r.Slot, now, s.Base+4*regs.ContextHeaderRestore, regs.CommandSkip1DwordHeader, 0)
		if s.Phase == slotRunning {
			b.startSlice(b.Domain().Cycle())
		}
		b.event(EventResumed, r.Slot, Event{At: r.At})
	case pipe.Progress:
		if s.Phase == slotRunning { // from here on it is like any running context
			b.careEnds(s)
			s.Restoring, s.At = false, pipe.Cursor{}
			s.Hold, s.Copies = false, regs.SaveListLen
		}
	case pipe.TokenOut:
		b.S.Front.Above--
	case pipe.TokenLeft:
		s.Left = true
		b.S.Front.Above--
		b.S.Front.Release[r.Slot] = true
	case pipe.Discarded:
		b.S.Stats.Discarded[r.Block] += r.Entries()
	case pipe.CutAt:
		b.cutAt(r)
	case pipe.BlitReady:
		s.Blit, s.BlitKind = blitReady, r.Blit()
	case pipe.BlitDone:
		s.Blit, s.BlitKind = blitDone, 0
	case pipe.Drained:
		s.Drained = true
		b.event(EventDrained, r.Slot, Event{})
	}
}

// dumped copies a register: all of them when the context becomes interruptible, the
// counters at its end. A restore that was aborted keeps what the area holds.
func (b *CSP) dumped(r *pipe.Report) {
	s := &b.S.Slots[r.Slot]
	reg, value := r.Register()
	switch {
	case !regs.Saved(r.Block, reg):
	case s.CutIn:
		s.Dumps++
	default:
		s.Copies++
	}
	if !s.CutIn || s.Keep {
		last := haste(s.CutIn && s.Dumps == counted) // the save may wait for nothing else
		b.saveRegister(r.Slot, last, r.Block, reg, value)
	}
}

// cutAt takes the cursor. The save area is completed unless the context never became
// interruptible or its restore was aborted; then it stays as it was.
func (b *CSP) cutAt(r *pipe.Report) {
	s := &b.S.Slots[r.Slot]
	if s.progressed(r) {
		b.careEnds(s)
	}
	s.CutIn, s.Keep, s.At = true, r.Copied, r.At
	switch {
	case r.Copied:
		s.Step = cursorWrites
	case s.Restoring:
		b.S.Stats.Aborted++
	default:
		s.Step = 1 // the head only
		if r.At == (pipe.Cursor{}) {
			s.At.Head = s.Head // nothing has passed: the break point has not learned where the ring began
		}
	}
	b.event(EventReported, r.Slot, Event{At: s.At, Copied: r.Copied})
	b.faultIn(r.Slot)
}
