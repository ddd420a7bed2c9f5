package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// cursorFields are what a cut writes into the save area, the last one first: the seven fields of the cursor, and what tells whose
// save area it is.
var cursorFields = [...]struct {
	place uint32
	value func(s *slot) uint32
}{
	{regs.SaveAreaHeadDmaOffset, func(s *slot) uint32 { return s.At.Offset }},
	{regs.SaveAreaTailPrimitive, func(s *slot) uint32 { return s.At.Primitive }},
	{regs.SaveAreaTailInstance, func(s *slot) uint32 { return s.At.Instance }},
	{regs.SaveAreaTailTile, func(s *slot) uint32 { return s.At.Tile }},
	{regs.SaveAreaTailTriangle, func(s *slot) uint32 { return s.At.Triangle }},
	{regs.SaveAreaTailRingHead, func(s *slot) uint32 { return s.At.Head }},
	{regs.SaveAreaTailDmaBuffer, func(s *slot) uint32 { return s.At.Buffer }},
	{regs.SaveAreaHeadContext, func(s *slot) uint32 { return s.Base }},
	{regs.SaveAreaHeadLayout, func(*slot) uint32 { return regs.SaveLayoutID }},
}

// writeCursor writes one field of a reported cursor; the head in the header comes last.
func (k *backEnd) writeCursor() bool {
	for i := range k.slots {
		s := &k.slots[i]
		if s.End.Fields == 0 {
			continue
		}
		s.End.Fields--
		if s.End.Fields == 0 {
			k.save(uint8(i), now, s.Base+4*regs.ContextHeaderHead, s.At.Head)
			return true
		}
		f := &cursorFields[s.End.Fields-1]
		k.save(uint8(i), gathered, s.Save+4*s.Packing.field(f.place), f.value(s))
		return true
	}
	return false
}

// copyOwn copies the CSP's own registers at INTERRUPTIBLE.
func (k *backEnd) copyOwn() bool {
	if !k.Own {
		return false
	}
	r := k.front.registers()
	k.saveRegister(k.OwnSlot, gathered, regs.BlockCSP, uint16(k.OwnNext), r[k.OwnNext])
	if regs.Saved(regs.BlockCSP, uint16(k.OwnNext)) {
		k.slots[k.OwnSlot].Copies++
	}
	k.OwnNext++
	if int(k.OwnNext) == len(r) {
		k.Own, k.OwnNext, k.OwnSlot = false, 0, 0
	}
	return true
}

// finishSlots moves contexts that leave on, as their finishers say. When all of a save is in memory, RESTORE and
// address go to the ring in one aligned write. Then the slot's pins are given back, one a cycle.
func (k *backEnd) finishSlots() (gaveBack, finished bool) {
	for i := range k.slots {
		s := &k.slots[i]
		if s.Phase == slotStop && s.awaits(k.ends) == SaveFinish {
			s.to(slotSave)
		}
		if s.Phase < slotSave || s.awaits(k.ends) != SaveFinish {
			continue
		}
		if s.Phase == slotSave && s.kept() {
			if !k.P.StateFifo.Ready() {
				continue
			}
			k.save(uint8(i), now, s.Base+4*regs.ContextHeaderRestore, regs.CommandRestoreHeader, s.Save)
			s.to(slotSealed)
			return gaveBack, true
		}
		if moved, done := k.host.unpin(uint8(i)); moved || !done {
			gaveBack = gaveBack || moved
			continue
		}
		if !k.P.CSPC2D.Ready() || k.full() {
			continue
		}
		k.free(uint8(i))
		return gaveBack, true
	}
	return gaveBack, false
}

// free gives a slot back whose context has left, and tells of it.
func (k *backEnd) free(slot uint8) {
	s := &k.slots[slot]
	careful := k.host.left(s)
	k.record(record{Kind: regs.StatusKindSwitched, Cause: s.Cause, Reason: s.Reason, List: s.List, Index: s.Index, Kept: s.kept(),
		Careful: careful, Context: s.Base, Addr: s.Addr, Client: s.Client, More: s.More, At: s.At})
	k.P.CSPC2D.Put(pipe.Cmd{Kind: pipe.IntEnd, Slot: slot}) // C2D forgets the slot's registers
	k.event(EventSaved, slot, Event{Cause: s.Cause, Reason: s.Reason, At: s.At, Copied: s.kept(), Careful: careful})
	s.to(slotFree)
}
