package csp

import (
	"tilemark/hw/pipe"
	"tilemark/hw/regs"
)

// writeCursor writes one field of a reported cursor.
func (b *CSP) writeCursor() bool {
	for i := range b.S.Slots {
		s := &b.S.Slots[i]
		if s.Step == 0 {
			continue
		}
		s.Step--
		if s.Step == 0 {
			b.save(uint8(i), now, s.Base+4*regs.ContextHeaderHead, s.At.Head)
			return true
		}
		at := &s.At
		f := [...]struct{ place, value uint32 }{
			{regs.SaveAreaHeadDmaOffset, at.Offset}, {regs.SaveAreaTailPrimitive, at.Primitive}, {regs.SaveAreaTailInstance, at.Instance},
			{regs.SaveAreaTailTile, at.Tile}, {regs.SaveAreaTailTriangle, at.Triangle}, {regs.SaveAreaTailRingHead, at.Head},
			{regs.SaveAreaTailDmaBuffer, at.Buffer}, {regs.SaveAreaHeadContext, s.Base}, {regs.SaveAreaHeadLayout, regs.SaveLayoutID},
		}[s.Step-1]
		b.save(uint8(i), gathered, s.Save+4*s.Packing.field(f.place), f.value)
		return true
	}
	return false
}

// copyOwn copies the CSP's own registers at INTERRUPTIBLE.
func (b *CSP) copyOwn() bool {
	k := &b.S.Back
	if !k.Own {
		return false
	}
	r := &b.S.Front.Regs
	b.saveRegister(k.OwnSlot, gathered, regs.BlockCSP, uint16(k.OwnNext), r[k.OwnNext])
	if regs.Saved(regs.BlockCSP, uint16(k.OwnNext)) {
		b.S.Slots[k.OwnSlot].Copies++
	}
	k.OwnNext++
	if int(k.OwnNext) == len(r) {
		k.Own, k.OwnNext, k.OwnSlot = false, 0, 0
	}
	return true
}

// finishSlots completes a save: when the old context's memory is complete and the save
// data are answered, RESTORE and address go to the ring in one aligned write. Then the
// slot's pins are given back, one a cycle.
func (b *CSP) finishSlots() (gaveBack, finished bool) {
	for i := range b.S.Slots {
		s := &b.S.Slots[i]
		if s.blitting() || !s.CutIn || !s.Drained || !s.Left || s.Dumps < counted || s.Step != 0 || s.Writes != 0 {
			continue
		}
		if s.Phase == slotDraining && s.Keep {
			if !b.P.StateFifo.Ready() {
				continue
			}
			b.save(uint8(i), now, s.Base+4*regs.ContextHeaderRestore, regs.CommandRestoreHeader, s.Save)
			s.Phase = slotSealing
			return gaveBack, true
		}
		if moved, done := b.unpin(uint8(i)); moved || !done {
			gaveBack = gaveBack || moved
			continue
		}
		if !b.P.CSPC2D.Ready() || b.S.Back.Records.Len() >= maxRecords {
			continue
		}
		if s.Cause&(regs.CauseEnd|regs.CauseInvalid) != 0 {
			b.careEnds(s)
		}
		careful := b.caredFor(s)
		b.record(record{Kind: regs.StatusKindSwitched, Cause: s.Cause, Reason: s.Reason, List: s.List, Index: s.Index, Kept: s.Keep,
			Careful: careful, Context: s.Base, Addr: s.Addr, Client: s.Client, At: s.At})
		b.P.CSPC2D.Put(pipe.Cmd{Kind: pipe.IntEnd, Slot: uint8(i)}) // C2D forgets the slot's registers
		b.event(EventSaved, uint8(i), Event{Cause: s.Cause, Reason: s.Reason, At: s.At, Copied: s.Keep, Careful: careful})
		*s = slot{}
		return gaveBack, true
	}
	return gaveBack, false
}
